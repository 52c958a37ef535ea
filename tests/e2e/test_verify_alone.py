"""A tournament is verified without the arena, from its export and what verify prints.

scripts/verify_tournament.py has to agree with the arena, and to refuse an export in
which anything was changed.
"""
import copy
import json
import os
import subprocess

import arena

VERIFIER = os.path.join(arena.HERE, "..", "..", "scripts", "verify_tournament.py")
# Lots, teams, start tiles, facedown doubles, and hands so small that deals are thrown away.
TOURNAMENT = """name: watched
seed: 8
variants:
  block-2: {}
  block-teams: {}
  draw-3: {}
  draw-high-tile-2: {}
  brettspielnetz: {}
  homo-homini-lupus: {}
  scarce: {base: block-highest-double-2, hand: 2, no_double: redeal}
bots: [random, greedy, careful, random-python]
sets: 1
"""


class VerifyAlone(arena.ArenaTest):

    def judge(self, records, **changes):
        """What the verifier says: its exit status and its last line."""
        export, told = (os.path.join(self.home, name) for name in ("export.jsonl", "told.json"))
        with open(export, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        arena.write(told, json.dumps({**self.told, **changes}))
        done = subprocess.run([arena.PYTHON, VERIFIER, export, told], capture_output=True,
                              text=True, check=False)
        return done.returncode, (done.stderr.splitlines() or [""])[-1]

    def play(self):
        self.arena("run", self.tournament(TOURNAMENT))
        self.told = json.loads(self.arena("verify", "--json")[0])
        return self.records()

    def test_a_tournament_is_accepted_and_no_changed_one_is(self):
        records = self.play()
        rounds = [played for record in records for played in record["rounds"]]
        self.assertTrue(any(played["deal"]["redeals"] for played in rounds))
        self.assertEqual(self.judge(records), (0, ""))
        stage = self.told["stages"][0]
        for key in ("secret", "commit"):
            digit = "1" if stage[key][0] == "0" else "0"
            status, said = self.judge(records, stages=[{**stage, key: digit + stage[key][1:]}])
            self.assertEqual((status, said), (1, "AssertionError: another secret"))
        for change, complaint in arena.in_nightly(CHANGES, CHANGES[1::8]):
            changed = copy.deepcopy(records)
            change(changed)
            status, said = self.judge(changed)
            self.assertEqual(status, 1, change.__name__)
            self.assertIn(complaint, said, change.__name__)

    def test_a_tournament_that_was_extended_has_a_secret_for_each_stage(self):
        for sets in ("2", "4"):
            self.arena("run", "--name", "longer", "--variant", "block-2", "--bots",
                       "random,greedy", "--sets", sets)
        self.told = json.loads(self.arena("verify", "--json")[0])
        self.assertEqual([stage["first_set"] for stage in self.told["stages"]], [1, 3])
        self.assertEqual(self.judge(self.records()), (0, ""))
        first, second = self.told["stages"]
        status, said = self.judge(self.records(), stages=[first])
        self.assertEqual((status, "another deal" in said), (1, True))


    def test_the_rounds_of_a_swiss_follow_from_its_results(self):
        short = ", ".join(f"{base}-short: {{base: {base}, target: 0, rounds: 1}}" for base in ("block-2", "draw-3", "block-4", "block-teams"))
        for rounds, more in ((3, ""), (5, ", greedy#3")):
            self.arena("run", self.tournament(
                f"name: rounds\nvariants: {{{short}}}\nschedule: swiss\nrounds: {rounds}\nsets: 1\nseed: 4\n"
                f"bots: [random, greedy, random#2, greedy#2, random#3, random#4{more}]\n"))
        self.told = json.loads(self.arena("verify", "--json")[0])
        records = self.records()
        self.assertEqual(self.judge(records), (0, ""))
        swiss = self.told["swiss"]
        bots = swiss["bots"]
        for changed in ({"bots": bots[1:2] + bots[:1] + bots[2:]}, {"bots": bots[:2] + [{"name": "nobody"}] + bots[2:]}):
            status, said = self.judge(records, swiss={**swiss, **changed})
            self.assertEqual((status, "other tables" in said), (1, True), said)


def a_tile_of_a_hand(records):
    hand = records[3]["rounds"][0]["deal"]["hands"][1]
    hand[0] = [6, 6] if hand[0] != [6, 6] else [5, 5]


def two_tiles_of_a_stock(records):
    record = next(r for r in records if r["variant"] == "draw-3")
    stock = record["rounds"][-1]["deal"]["stock"][0]
    stock[0], stock[1] = stock[1], stock[0]


def the_number_of_redeals(records):
    records[0]["rounds"][0]["deal"]["redeals"] += 1


def the_set_of_a_match(records):
    records[5]["set"] += 1


def an_action(records):
    event = next(e for e in records[2]["rounds"][0]["events"] if e[1] == "play")
    event[4] = 1 - event[4]


def a_score(records):
    records[-1]["scores"][0] += 1


def a_match_that_is_missing(records):
    del records[4]


def a_match_that_is_there_twice(records):
    records.insert(4, records[4])


def the_order_of_matches(records):
    records[0], records[1] = records[1], records[0]


def the_bot_of_a_seat(records):
    records[1]["bots"].reverse()


CHANGES = [(a_tile_of_a_hand, "round 1: another deal"), (two_tiles_of_a_stock, "another deal"),
           (the_number_of_redeals, "another deal"), (the_set_of_a_match, "another deal"),
           (an_action, "the hash"), (a_score, "the hash"), (a_match_that_is_missing, "the hash"),
           (a_match_that_is_there_twice, "the hash"), (the_order_of_matches, "the hash"),
           (the_bot_of_a_seat, "the hash")]


if __name__ == "__main__":
    arena.main()
