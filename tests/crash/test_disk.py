"""A disk that is full or fails stops a tournament, and no reported match is lost.

A small tournament is begun again and again. Each time one call fails that opens a file for writing,
writes, syncs, makes, renames or removes something: with EIO, or because the disk is full from then
on (crash.c does that). The arena may continue without what failed; else it ends with status 3 and a
message of one line. Then the same command must play the tournament to its end as if nothing had
happened. test_full.py fills a real disk.

    test_disk.py [--all] [--seed N]

Without --all only a few calls fail, in the nightly run in both ways, else in one of them. The seed
chooses them and is printed.
CRASH_LIBRARY in the environment names the built crash.c, DOM_BUILD the build folder.
"""
import os
import random
import shutil
import sys

import small
from small import arena

LIBRARY = os.environ.get("CRASH_LIBRARY", os.path.join(arena.BUILD, "tests", "crash", "crash.so"))
WAYS = ("broken", "full")
FEW = arena.in_nightly(12, 0)  # of each way


class Disk(small.SmallTournament):

    options = None  # of the command line
    failures = {"stopped": 0, "did without": 0}

    def setUp(self):
        super().setUp()
        self.chance = random.Random(self.options.seed)
        self.library = shutil.copy(LIBRARY, self.base)

    def calls(self):
        self.begin("counted")
        status, _ = self.play(self.watched())
        self.assertEqual(status, 0)
        return self.logged()

    def watched(self, **keys):
        return {"LD_PRELOAD": self.library, "CRASH_LOG": os.path.join(self.base, "calls"), **keys}

    def logged(self):
        return arena.read(os.path.join(self.base, "calls")).split()

    def some(self, calls, way):
        """Chooses calls: one of every kind, and others spread over the run."""
        own_share = arena.in_nightly(slice(None), slice(WAYS.index(way), None, len(WAYS)))
        chosen = [self.chance.choice([n for n, call in enumerate(calls, 1) if call == kind])
                  for kind in sorted(set(calls))[own_share]]
        rest = max(0, FEW - len(chosen))
        return chosen + [1 + (i * len(calls) + self.chance.randrange(len(calls))) // rest
                         for i in range(rest)]

    def check_failure(self, status, matches):
        self.assertIn(status, (0, 3), self.said)
        if status == 0:
            self.assertEqual(sorted(matches), list(range(1, small.MATCHES + 1)))
            self.assertRegex(self.said, r"\A(files stay on disk, [^\n]+\n)?\Z", "a bot may do without its copy in memory")
        else:
            self.assertRegex(self.said, r"\Adomino-arena: [^\n]+\n\Z")
        self.failures["stopped" if status else "did without"] += 1

    def survive(self, number, way):
        self.begin(f"{way}-{number}")
        status, matches = self.play(self.watched(CRASH_AT=str(number), CRASH_WAY=way))
        self.check_failure(status, matches)
        self.wait_for_orphans()
        # Runs differ in their calls. If the call that failed was an unlink this time, a file may be left.
        if self.logged()[number - 1:number] != ["unlink"]:
            self.assertEqual(os.listdir(self.run_base), [], "the run directory is left")
        self.resume(matches)

    def test_failed_at_any_call_nothing_reported_is_lost(self):
        calls = self.calls()
        self.assertLessEqual({"open", "write", "pwrite", "fsync", "rename"}, set(calls))
        for way in WAYS:
            for number in range(1, len(calls) + 1) if self.options.all else self.some(calls, way):
                call = calls[number - 1]
                with self.subTest(way=way, number=number, call=call):
                    self.survive(number, way)

    @classmethod
    def tearDownClass(cls):
        print(f"seed {cls.options.seed}: {cls.failures}; matches lost: {cls.lost}",
              file=sys.stderr)


if __name__ == "__main__":
    small.main(Disk, LIBRARY, "let the arena's disk fail and see what is lost", "at every call")
