"""Plays every named variant, and lets the independent referee of tests/oracle replay every record.

DOM_ORACLE_MATCHES is the least number of matches of each variant: by default 2, in the nightly run
200. The part `oracle` of the nightly run uses 1,000.
"""
import collections
import json
import os
import subprocess

import arena

REFEREE = os.path.join(arena.HERE, "..", "oracle", "referee.py")
MATCHES = int(os.environ.get("DOM_ORACLE_MATCHES", arena.in_nightly("200", "2")))
SETS = arena.in_nightly(10, 2)  # sets of own variants and of matches with faults
PART = 2000  # most matches per variant in one tournament, so that an export stays small


class Oracle(arena.ArenaTest):

    def judge(self, *args, expected):
        """Asserts that the referee finds no problem in the exported records."""
        path = os.path.join(self.home, "records.jsonl")
        self.arena("export", "--output", path, *args)
        done = subprocess.run([arena.PYTHON, "-B", REFEREE, path], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:] + done.stderr[-4000:])
        self.assertIn(f"{expected} records, 0 problems", done.stdout)
        os.remove(path)

    def variants(self):
        out, _ = self.arena("variants", "--json")
        return json.loads(out)["variants"]

    def test_the_referee_agrees_about_every_named_variant(self):
        by_entries = collections.defaultdict(list)
        for variant in self.variants():
            by_entries[2 if variant["teams"] else variant["players"]].append(variant["name"])
        self.assertEqual(sum(map(len, by_entries.values())), 87)
        for entries, names in by_entries.items():
            for part in range(0, MATCHES, PART):
                self.play_part(entries, names, part)

    def play_part(self, entries, names, part):
        """Uses as many bots as the tables have seats, so each cycle is one table per variant."""
        sets = -(-min(PART, MATCHES - part) // entries)
        bots = ["random"] + [f"random#{n}" for n in range(2, entries + 1)]
        name = f"all-{entries}-{part}"
        self.arena("run", "--name", name, "--variant", ",".join(names), "--bots", ",".join(bots),
                   "--sets", str(sets), "--strict")
        self.judge("--tournament", name, expected=len(names) * sets * entries)

    def test_the_referee_agrees_about_custom_variants(self):
        path = self.tournament("""
name: own
variants:
  short-block: {base: block-2, hand: 6, draw_mode: forced, reserve: 0}
  big-draw: {base: draw-4, set_max: 12, hand: 9, target: 0, rounds: 3, pip00: 13}
  start-block: {base: block-3, start_tile: any, lead_next: winner}
  club: {base: block-2, club_double: multiply, zero_tie: nobody}
  paying-dutch: {base: draw-dutch-3, draw_cost: 3}
  low-team: {base: block-teams, team_block: lowest_hand}
  blocked: {base: block-3, block_tie: any_blocker}
  tiny-block: {base: block-2, set_max: 3, hand: 3, target: 20}
  tiny-full: {base: block-2, set_max: 3, hand: 4, target: 20, lead_first: high_tile, lead_next: highest_double}
  tiny-draw: {base: draw-2, set_max: 4, hand: 4, target: 20}
  tiny-spinner: {base: homo-homini-lupus, set_max: 5, hand: 4}
bots: [random, greedy, "random#2", "greedy#2"]
sets: %d
""" % SETS)
        self.arena("run", path, "--strict")
        self.judge(expected=SETS * (6 * 2 + 4 + 4 * 3 + 6 * 2 + 4 * 3 + 6 * 2 + 4 * 3
                                  + 6 * 2 + 6 * 2 + 6 * 2 + 4))

    def test_the_referee_agrees_about_matches_with_faults(self):
        path = self.tournament(
            f"name: faults\nvariants: [block-2, draw-2]\nsets: {SETS}\nbots:\n"
            + arena.hostile("illegal", at=20, name="illegal")
            + arena.hostile("crash", at=30, name="crash") + "  - greedy\n"
            + "faults: {tolerate: 1}\n")
        self.arena("run", path)
        self.judge(expected=2 * 3 * SETS * 2)


if __name__ == "__main__":
    arena.main()
