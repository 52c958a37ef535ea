"""The change of a participant survives that its command is killed: it was made as a whole or not at all.

    test_entry.py [--all] [--seed N]

Without --all only a few of the calls that write are tried. CRASH_LIBRARY and DOM_BUILD are as in test_crash.py.
"""
import os
import random
import shutil
import signal
import subprocess

import small
from small import arena
from test_crash import LIBRARY, all_calls, some_calls

BOT = os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random", "random")


class EntryCrash(arena.ArenaTest):

    options = None  # of the command line

    def setUp(self):
        super().setUp()
        self.base, self.folder = self.home, os.path.join(self.home, "m")
        self.library = shutil.copy(LIBRARY, self.base)
        self.home = os.path.join(self.base, "begun")
        os.makedirs(self.folder)
        arena.write(os.path.join(self.folder, "bot.yaml"), "name: m\nrun: [./nothing]\n")
        self.path = os.path.join(self.base, "t.yaml")
        arena.write(self.path, "name: t\nvariants: [block-2]\nsets: 2\nbots: [./m, random, greedy]\n")
        self.arena("run", self.path, "--skip-broken", status=1)
        shutil.copy(BOT, os.path.join(self.folder, "random"))
        arena.write(os.path.join(self.folder, "bot.yaml"), "name: m\nrun: [./random]\n")

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def take(self, name, **crash):
        """Takes the mended bot in a copy of the home, disturbed; returns the exit status."""
        self.home = os.path.join(self.base, name)
        shutil.copytree(os.path.join(self.base, "begun"), self.home, symlinks=True)
        return subprocess.run([arena.PROGRAM, "entry", "t", "m", "--take", self.folder, "--home", self.home],
                              env={**self.environment(), "LD_PRELOAD": self.library, **crash}, capture_output=True,
                              check=False).returncode

    def survive(self, name, number, way):
        self.assertIn(self.take(name, CRASH_AT=str(number), CRASH_WAY=way), (0, -signal.SIGKILL))
        changes, = self.query("SELECT count(*) FROM entry_change")[0]
        _, err = self.arena("entry", "t", "m", "--take", self.folder, status=2 if changes else 0)
        self.assertEqual("plays version" in err, changes > 0, err)
        self.arena("run", self.path)
        self.assertIn("12 matches, 0 differences", self.verify_text())
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
        small.remove(self.home)

    def test_killed_at_a_call_that_writes(self):
        chance, log = random.Random(self.options.seed), os.path.join(self.base, "calls")
        self.assertEqual(self.take("counted", CRASH_LOG=log), 0)
        calls = arena.read(log).split()
        self.assertIn("fsync", calls)
        chosen = all_calls(calls) if self.options.all else arena.in_nightly(some_calls(calls, chance), some_calls(calls, chance)[:4])
        for number, way in chosen:
            with self.subTest(call=number, way=way):
                self.survive(f"{number}-{way}", number, way)


if __name__ == "__main__":
    small.main(EntryCrash, LIBRARY, "kill a change of a participant", "at every call in every way")
