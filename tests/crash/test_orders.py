"""What an organiser changes survives that its command is killed: it was done as a whole or not at all.

    test_orders.py [--all] [--seed N]

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
FAILING = ("broken", "full")  # the call fails, and nothing is killed
# Each order, and the table that says whether it was carried out.
ORDERS = ((("entry", "t", "m", "--take", "{m}"), "entry_change"),
          (("close", "t", "--why", "the evening is over"), "ruling"),
          (("void", "t/{match}", "--why", "power cut"), "ruling"))


class Orders(arena.ArenaTest):

    options = None  # of the command line

    def setUp(self):
        super().setUp()
        self.base, self.folder = self.home, os.path.join(self.home, "m")
        self.library = shutil.copy(LIBRARY, self.base)
        self.home = os.path.join(self.base, "begun")
        os.makedirs(self.folder)
        arena.write(os.path.join(self.folder, "bot.yaml"), "name: m\nrun: [./nothing]\n")
        path = os.path.join(self.base, "t.yaml")
        arena.write(path, "name: t\nvariants: [block-2]\nsets: 2\nbots: [./m, random, greedy]\n")
        self.arena("run", path, "--skip-broken", status=1)
        self.match = self.query("SELECT min(match) FROM match")[0][0]
        shutil.copy(BOT, os.path.join(self.folder, "random"))
        arena.write(os.path.join(self.folder, "bot.yaml"), "name: m\nrun: [./random]\n")

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def give(self, name, order, **crash):
        """Gives the order in a copy of the home, disturbed; returns the exit status."""
        self.home = os.path.join(self.base, name)
        shutil.copytree(os.path.join(self.base, "begun"), self.home, symlinks=True)
        return subprocess.run([arena.PROGRAM, *order, "--home", self.home], capture_output=True, check=False,
                              env={**self.environment(), "LD_PRELOAD": self.library, **crash}).returncode

    def survive(self, order, table, crash):
        self.assertIn(self.give("disturbed", order, **crash), (0, -signal.SIGKILL))
        # The tables are missing if it was killed before the database had the new schema.
        there = self.query(f"SELECT count(*) FROM sqlite_master WHERE name = '{table}'")[0][0]
        done = there and self.query(f"SELECT count(*) FROM {table}")[0][0]
        self.arena(*order, status=2 if done else 0)
        self.assertEqual(self.query(f"SELECT count(*) FROM {table}"), [(1,)])
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
        self.assertIn("4 matches, 0 differences", self.verify_text())
        small.remove(self.home)

    def some(self, log):
        """Calls that write, as (number, way): with --all each, else a few."""
        calls = arena.read(log).split()
        self.assertIn("fsync", calls)
        some = some_calls(calls, random.Random(self.options.seed))
        return all_calls(calls) if self.options.all else arena.in_nightly(some, some[:3])

    def test_a_copy_of_the_data_folder_is_there_as_a_whole_or_not_at_all(self):
        copy, log = os.path.join(self.base, "copy"), os.path.join(self.base, "calls-backup")
        order = ["backup", "--all", copy]
        self.assertEqual(self.give("counted-backup", order, CRASH_LOG=log), 0)
        whole = self.files(copy)
        small.remove(copy)
        for number, way in sorted({(number, w) for number, way in self.some(log) for w in (way, *FAILING)}):
            with self.subTest(call=number, way=way):
                status = self.give("disturbed", order, CRASH_AT=str(number), CRASH_WAY=way)
                self.assertIn(status, (0, 3) if way in FAILING else (0, -signal.SIGKILL))
                left = [name for name in os.listdir(self.base) if name.startswith("copy")]
                if status == 0:
                    self.assertEqual(left, ["copy"])
                if status == 3 and way == "full":
                    self.assertLessEqual(set(left), {"copy"}, "a disk that is full has room to remove")
                if "copy" in left:
                    self.assertEqual(self.files(copy), whole)
                for name in [*left, "disturbed"]:
                    small.remove(os.path.join(self.base, name))

    def test_what_is_pruned_is_removed_by_the_next_call_and_nothing_else(self):
        bots = os.path.join(self.home, "bots")
        needed = self.files(bots)
        for name in ("m", "greedy", "gone"):  # a version beside others, and a bot of which no version is needed
            shutil.copytree(os.path.dirname(BOT), os.path.join(bots, name, 64 * "0"))
        for path in self.files(bots):
            os.utime(os.path.join(bots, path), (0, 0))
        log = os.path.join(self.base, "calls-prune")
        self.assertEqual(self.give("counted-prune", ["prune"], CRASH_LOG=log), 0)
        self.assertEqual(self.files(os.path.join(self.home, "bots")), needed)
        for number, way in self.some(log):
            with self.subTest(call=number, way=way):
                self.assertIn(self.give("disturbed", ["prune"], CRASH_AT=str(number), CRASH_WAY=way), (0, -signal.SIGKILL))
                left = self.files(os.path.join(self.home, "bots"))
                self.assertLessEqual(set(needed), set(left))
                for path in left:
                    if path.endswith(64 * "0") and "/.old-" not in path:
                        self.assertIn(f"{path}/bot.yaml", left)
                        self.assertIn(f"{path}/random", left)
                self.arena("prune")
                self.assertEqual(self.files(os.path.join(self.home, "bots")), needed)
                small.remove(self.home)

    @staticmethod
    def files(folder):
        """The paths below the folder."""
        return sorted(os.path.relpath(os.path.join(path, name), folder) for path, folders, names in os.walk(folder)
                      for name in folders + names)

    def test_killed_at_a_call_that_writes(self):
        for words, table in ORDERS:
            order = [word.format(m=self.folder, match=self.match) for word in words]
            log = os.path.join(self.base, "calls-" + words[0])
            self.assertEqual(self.give("counted-" + words[0], order, CRASH_LOG=log), 0)
            for number, way in self.some(log):
                with self.subTest(order=words[0], call=number, way=way):
                    self.survive(order, table, {"CRASH_AT": str(number), "CRASH_WAY": way})


if __name__ == "__main__":
    small.main(Orders, LIBRARY, "kill what an organiser changes", "at every call in every way")
