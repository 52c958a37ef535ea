"""The faults of a match are stored together with it, however many there are. The arena is killed after
syncs (in the nightly run after every one, else after a few). No fault is ever stored without its match,
and none is stored twice in the end.

CRASH_LIBRARY in the environment names the built crash.c, DOM_BUILD the build folder.
"""
import contextlib
import os
import shutil
import signal
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import arena  # noqa: E402

LIBRARY = os.environ.get("CRASH_LIBRARY", os.path.join(arena.BUILD, "tests", "crash", "crash.so"))
# More than a group of the commit queue usually has.
FAULTS_MIN = 1200
TOURNAMENT = """name: bad
variants: {long: {base: block-2, target: 0, rounds: 200}}
sets: 1
seed: 3
sandbox: none
faults: {tolerate: 1000000}
bots:
  - {name: bad, run: [%s, bad.py], transport: stdio}
  - {name: worse, run: [%s, ./bad.py], transport: stdio}
"""
NEVER_LEGAL = """import json, sys
print('{"type": "hello", "protocol": 1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print('{"type": "act", "req": %d, "choice": 999}' % message["req"], flush=True)
"""
LOST = "SELECT match, count(*) FROM fault WHERE match NOT IN (SELECT match FROM match) GROUP BY match"
STORED = "SELECT match, count(*) FROM fault GROUP BY match"


class Faults(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.library = shutil.copy(LIBRARY, self.home)
        arena.write(os.path.join(self.home, "bad.py"), NEVER_LEGAL)
        self.file = self.tournament(TOURNAMENT % (arena.PYTHON, arena.PYTHON))
        self.preload = {}

    def environment(self):
        return dict(super().environment(), **self.preload)

    def play(self, home, **crash):
        """Returns whether it was killed."""
        self.preload = {"LD_PRELOAD": self.library, **crash} if crash else {}
        process = self.start("run", self.file, "--home", os.path.join(self.home, home), home=False)
        _, err = process.communicate(timeout=arena.DEADLINE_S)
        self.preload = {}
        self.assertIn(process.returncode, (0, -signal.SIGKILL), err)
        return process.returncode != 0

    def query(self, home, sql):
        path = os.path.join(self.home, home, "arena.db")
        with contextlib.closing(sqlite3.connect(path)) as db:
            return db.execute(sql).fetchall() if db.execute("PRAGMA table_list('fault')").fetchall() else []

    def test_no_fault_is_stored_without_its_match(self):
        log = os.path.join(self.home, "calls")
        self.play("whole", CRASH_LOG=log)
        whole = self.query("whole", STORED)
        self.assertGreater(min(count for _, count in whole), FAULTS_MIN)
        syncs = [number for number, call in enumerate(arena.read(log).split(), 1) if call == "fsync"]
        syncs = arena.in_nightly(syncs, syncs[::max(1, len(syncs) // 4)])
        killed = 0
        for at in syncs:
            with self.subTest(at=at):
                home = f"killed-{at}"
                killed += self.play(home, CRASH_AT=str(at), CRASH_WAY="after")
                self.assertEqual(self.query(home, LOST), [])
                self.assertFalse(self.play(home))
                self.assertEqual(self.query(home, STORED), whole)
        # Runs differ in the number of their calls.
        self.assertGreater(killed, len(syncs) // 2)


if __name__ == "__main__":
    arena.main()
