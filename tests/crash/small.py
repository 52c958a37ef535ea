"""A small tournament that something happens to, and what has to be true in the end."""
import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import arena  # noqa: E402

MATCHES = 50
COMMAND = ("run", "--json", "--name", "crash", "--variant", "block-2", "--bots", "random,greedy",
           "--sets", "25", "--seed", "5", "--concurrency", "8")


def remove(folder):
    """Copies of bots cannot be written, not even by their owner."""
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)
    shutil.rmtree(folder)


def matches_of(lines):
    """What was reported in whole lines."""
    events = [json.loads(line) for line in lines if line.endswith("\n")]
    return events, [e["match"] for e in events if e["event"] == "match"]


class SmallTournament(arena.ArenaTest):
    """Played undisturbed by setUp. `said` is what the last play() wrote to stderr."""

    lost = folders = plays = 0

    def setUp(self):
        super().setUp()
        self.base = self.home
        self.begin("undisturbed")
        begun = time.monotonic()
        status, matches = self.play()
        self.seconds = time.monotonic() - begun
        self.assertEqual((status, sorted(matches)), (0, list(range(1, MATCHES + 1))), self.said)
        self.verified, _ = self.arena("verify")

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def begin(self, name):
        """An empty home folder."""
        self.home = os.path.join(self.base, "home-" + name)
        os.mkdir(self.home)

    def play(self, extra=None, die_after_s=None, program=arena.PROGRAM, home=None):
        """Play or go on; returns the exit status and the matches that were reported."""
        # Files of their own, for hosts of the last arena may still have something to say.
        self.plays += 1
        path = os.path.join(self.base, f"stderr-{self.plays}")
        self.out = os.path.join(self.base, f"stdout-{self.plays}")
        with open(self.out, "w+", encoding="utf-8") as out, \
                open(path, "w+", encoding="utf-8") as err:
            process = subprocess.Popen([program, *COMMAND, "--home", home or self.home],
                                       stdout=out, stderr=err, start_new_session=True,
                                       env=dict(self.environment(), **(extra or {})))
            self.sessions.append(process.pid)
            timer = threading.Timer(die_after_s or 0, process.kill)
            if die_after_s is not None:
                timer.start()
            status = process.wait(timeout=arena.DEADLINE_S)
            timer.cancel()
            out.seek(0)
            err.seek(0)
            lines, self.said = out.readlines(), self.without_others(err.read())
        events, matches = matches_of(lines)
        self.had_hosts = any(e["event"] == "started" and e["done"] + len(matches) < e["total"]
                             for e in events)
        return status, matches

    @staticmethod
    def without_others(err):
        """A host may find its arena gone before it was told what it is for, and where coverage is
        measured that cannot be written either."""
        return "".join(line for line in err.splitlines(keepends=True)
                       if not line.startswith(("domino-host is started", "profiling:")))

    def check_end(self, reported):
        """A match that is played again after it was reported was lost in between."""
        SmallTournament.lost += len(reported) - len(set(reported))
        self.assertEqual(len(reported), len(set(reported)), "a reported match was lost")
        with sqlite3.connect(os.path.join(self.home, "arena.db")) as db:
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(db.execute("PRAGMA foreign_key_check").fetchall(), [])
            stored = [m for m, in db.execute("SELECT match FROM match ORDER BY match")]
            left = db.execute("SELECT * FROM match_start").fetchall()
        db.close()
        self.assertEqual(stored, list(range(1, MATCHES + 1)))
        self.assertEqual(left, [], "starts of finished matches are left")
        self.assertEqual(self.arena("verify")[0], self.verified)

    def go_on(self, reported):
        """The same command ends it as if nothing had happened, after `reported` were."""
        status, more = self.play()
        self.assertEqual((status, self.said), (0, ""))
        self.check_end(reported + more)
        self.wait_for_orphans()
        self.remove_folders()
        remove(self.home)

    def wait_for_orphans(self):
        """Hosts and bots go when their arena is gone."""
        end = time.monotonic() + 20
        while self.leftovers() and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual(self.leftovers(), [], "processes are left")

    def remove_folders(self):
        for name in os.listdir(self.run_base):
            SmallTournament.folders += 1
            remove(os.path.join(self.run_base, name))


def main(case, built, what, all_means):
    """Run this test, whose `options` are those of the command line: --all, and a seed for what is
    tried without it. `built` is the file of the build that it needs."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--all", action="store_true", help=all_means)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    case.options = parser.parse_args()
    if not os.path.exists(built):
        sys.exit(f"{built} is not built")
    print(f"seed {case.options.seed}", file=sys.stderr)
    unittest.main(argv=sys.argv[:1], verbosity=2)
