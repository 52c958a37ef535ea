"""A tournament survives that its arena is killed at any instant.

The same small tournament is begun again and again. Each time the arena is killed: before or after a
call that writes to disk, or after half of its bytes (crash.c does that), or at a random time. The same
command must then play the tournament to its end as if nothing had happened, sometimes after it was
killed once more.

    test_crash.py [--all] [--seed N]

Without --all only a few of these instants are tried, in the nightly run some more. The seed chooses them
and is printed.
CRASH_LIBRARY in the environment names the built crash.c, DOM_BUILD the build folder.
"""
import os
import random
import shutil
import signal
import sys

import small
from small import arena

LIBRARY = os.environ.get("CRASH_LIBRARY", os.path.join(arena.BUILD, "tests", "crash", "crash.so"))
WAYS = {"write": ("before", "half", "after"), "pwrite": ("before", "half", "after")}
FEW_CALLS, FEW_MOMENTS, MANY_MOMENTS = arena.in_nightly(40, 5), arena.in_nightly(20, 2), 1000


def ways_of(call):
    """Returns the ways to kill at this call. Only calls that write bytes can be cut in half."""
    return WAYS.get(call, ("before", "after"))


def all_calls(calls):
    return [(number, way) for number, call in enumerate(calls, 1) for way in ways_of(call)]


def some_calls(calls, chance):
    """Chooses calls: one of every kind (in the nightly run in every way), and others spread over the run."""
    chosen = []
    for kind in sorted(set(calls)):
        numbers = [number for number, call in enumerate(calls, 1) if call == kind]
        ways = ways_of(kind)
        chosen += [(chance.choice(numbers), way) for way in arena.in_nightly(ways, [chance.choice(ways)])]
    rest = max(0, FEW_CALLS - len(chosen))
    for i in range(rest):
        number = 1 + i * (len(calls) - 1) // max(1, rest - 1)
        chosen.append((number, chance.choice(ways_of(calls[number - 1]))))
    return chosen


class Crash(small.SmallTournament):

    options = None  # of the command line
    kills = {"calls": 0, "instants": 0, "again": 0, "too late": 0}

    def setUp(self):
        super().setUp()
        self.chance = random.Random(self.options.seed)
        # The build may have a blank in its path, and a blank separates the entries of LD_PRELOAD.
        self.library = shutil.copy(LIBRARY, self.base)
        self.begin("counted")
        log = os.path.join(self.base, "calls")
        self.assertEqual(self.play({"CRASH_LOG": log})[0], 0)
        self.calls = arena.read(log).split()
        self.assertLessEqual({"write", "pwrite", "fsync", "rename", "unlink"}, set(self.calls))

    def play(self, extra=None, die_after_s=None):
        if extra:
            extra = {"LD_PRELOAD": self.library, **extra}
        status, matches = super().play(extra, die_after_s)
        self.assertIn(status, (0, -signal.SIGKILL))
        self.assertEqual(self.said, "")
        return status, matches

    def survive(self, name, kind, crash=None, die_after_s=None, again=0):
        """Kills the arena as `crash` or `die_after_s` says, perhaps a second time at call `again`, and plays
        to the end. Returns whether it was killed; it may have ended before."""
        self.begin(name)
        status, matches = self.play(crash, die_after_s)
        was_killed = status != 0
        self.kills[kind if was_killed else "too late"] += 1
        if self.chance.random() < 0.5:
            self.wait_for_orphans()
            self.check_folder()
        if again and was_killed:
            status, more = self.play({"CRASH_AT": str(again), "CRASH_WAY": "before"})
            self.kills["again"] += status != 0
            matches += more
        self.resume(matches)
        return was_killed

    def check_folder(self):
        """Checks that the last host has removed the run directory. If no host was running when the arena
        was killed, it may be left."""
        if self.had_hosts:
            self.assertEqual(os.listdir(self.run_base), [], "the run directory is left")

    def test_killed_at_a_call_that_writes(self):
        chosen = all_calls(self.calls) if self.options.all else some_calls(self.calls, self.chance)
        for i, (number, way) in enumerate(chosen):
            again = self.chance.randint(1, len(self.calls)) if i % 4 == 3 else 0
            with self.subTest(call=number, way=way, again=again):
                self.survive(f"{number}-{way}-{i}", "calls",
                             {"CRASH_AT": str(number), "CRASH_WAY": way}, again=again)

    def test_killed_at_any_instant(self):
        for i in range(MANY_MOMENTS if self.options.all else FEW_MOMENTS):
            after_s = self.chance.random() * self.seconds
            again = self.chance.randint(1, len(self.calls)) if i % 4 == 3 else 0
            with self.subTest(after_s=after_s, again=again):
                if not self.survive(f"instant-{i}", "instants", die_after_s=after_s, again=again):
                    self.seconds = min(self.seconds, after_s)  # the machine has become faster

    @classmethod
    def tearDownClass(cls):
        print(f"seed {cls.options.seed}: {cls.kills['calls']} kills at calls, "
              f"{cls.kills['instants']} at random instants, {cls.kills['again']} of those killed "
              f"again, {cls.kills['too late']} too late; matches lost: {cls.lost}; "
              f"run directories left by kills without hosts: {cls.folders}", file=sys.stderr)


if __name__ == "__main__":
    small.main(Crash, LIBRARY, "kill the arena and see what is lost", "at every call in every way")
