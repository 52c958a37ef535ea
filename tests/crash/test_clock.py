"""A wall clock that is wrong, or jumps by hours, changes no verdict, result or rating.

The same tournament, in which a bot is late with every answer, is played with the right clock and
with wrong ones (clock.c gives them to every program). Only the stored times may differ, and every
command must work.

CLOCK_LIBRARY in the environment names the built clock.c, DOM_BUILD the build folder.
"""
import json
import os
import shutil
import sys
import time

from small import arena

LIBRARY = os.environ.get("CLOCK_LIBRARY", os.path.join(arena.BUILD, "tests", "crash", "clock.so"))
TOURNAMENT = f"""name: spring
seed: 11
variants: {{short: {{base: block-2, rounds: 2, target: 0}}}}
bots:
  - random
  - greedy
{arena.hostile('slow', 'each')}sets: 1
concurrency: 1
limits: {{move_ms: 700}}
"""
HALF_A_DAY_S, SIXTY_YEARS_S = 12 * 3600, 60 * 365 * 86400
CLOCKS = {
    "jumps by hours": (0, HALF_A_DAY_S),
    "is before 1970": (-int(time.time()) - 86400, 60),
    "is far ahead and jumps": (SIXTY_YEARS_S, HALF_A_DAY_S),
}
COMMANDS = (("leaderboard", "--live"), ("leaderboard", "--history"), ("matches",), ("matches", "--open"),
            ("crosstable",), ("faults",), ("seats",), ("replay", "1"), ("export",), ("bots",), ("doctor",))


class Clock(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.base, self.clock = self.home, {}
        self.library = shutil.copy(LIBRARY, self.base)

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def environment(self):
        return dict(super().environment(), **self.clock)

    def wrong(self, offset_s, jump_s):
        self.clock = {"LD_PRELOAD": self.library, "CLOCK_OFFSET_S": str(offset_s),
                      "CLOCK_JUMP_S": str(jump_s)}

    def play(self, name):
        """Plays in a new home; returns everything that must not depend on a clock."""
        self.home = os.path.join(self.base, name)
        os.mkdir(self.home)
        shutil.copy(arena.HOSTILE, self.home)
        path = self.tournament(TOURNAMENT)
        self.arena("run", path)
        verified = json.loads(self.arena("verify", "--json")[0])
        del verified["ledger_hash"]  # every run has its own
        leaderboard, _ = self.arena("leaderboard", "--json")
        faults = json.loads(self.arena("faults", "--json")[0])["faults"]
        return verified, leaderboard, sorted((f["match"], f["bot"], f["code"]) for f in faults)

    def wrong_by_s(self):
        """Returns the largest error of a stored time."""
        times = [t for t, in self.query("SELECT started_ms FROM match ORDER BY match")]
        return max(abs(t / 1000 - time.time()) for t in times)

    def check_commands(self):
        for command in COMMANDS:
            _, err = self.arena(*command)
            self.assertEqual(err, "", command)
        self.arena("report", "-o", os.path.join(self.home, "pages"))
        self.arena("backup", os.path.join(self.home, "copy.db"), "--force")

    def test_a_wrong_clock_changes_nothing_but_times(self):
        right = self.play("right")
        self.assertEqual({fault[1:] for fault in right[2]}, {("hostile", "timeout")})
        for name, (offset_s, jump_s) in arena.in_nightly(list(CLOCKS.items()), list(CLOCKS.items())[-1:]):
            with self.subTest(name):
                self.wrong(offset_s, jump_s)
                self.assertEqual(self.play(name.replace(" ", "-")), right)
                self.assertGreater(self.wrong_by_s(), 600, "the clock was right")
                self.check_commands()
                self.clock = {}
                self.check_commands()


if __name__ == "__main__":
    if not os.path.exists(LIBRARY):
        sys.exit(f"{LIBRARY} is not built")
    arena.main()
