"""The base of the crash tests: a small tournament that is disturbed, and the checks of its end."""
import argparse
import json
import os
import random
import shutil
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
    """Removes a folder. Copies of bots in it are read-only, even for their owner."""
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)
    shutil.rmtree(folder)


def matches_of(lines):
    """Returns the events of the complete lines, and the matches that they report."""
    events = [json.loads(line) for line in lines if line.endswith("\n")]
    return events, [e["match"] for e in events if e["event"] == "match"]


class SmallTournament(arena.ArenaTest):
    """setUp plays the tournament undisturbed. `said` is what the last play() wrote to stderr."""

    lost = folders = plays = 0

    def setUp(self):
        super().setUp()
        self.base = self.home
        self.begin("undisturbed")
        begun = time.monotonic()
        status, matches = self.play()
        self.seconds = time.monotonic() - begun
        self.assertEqual((status, sorted(matches)), (0, list(range(1, MATCHES + 1))), self.said)
        self.verified = self.verify_text()

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def begin(self, name):
        """Makes an empty home folder."""
        self.home = os.path.join(self.base, "home-" + name)
        os.mkdir(self.home)

    def play(self, extra=None, die_after_s=None, program=arena.PROGRAM, home=None):
        """Plays or continues; returns the exit status and the matches that were reported."""
        # Each play has its own files, because hosts of the last arena may still write to theirs.
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
        """Removes lines of hosts whose arena ended before it had told them what to do, and of the
        coverage of such hosts, which cannot be written."""
        return "".join(line for line in err.splitlines(keepends=True)
                       if not line.startswith(("domino-host is started", "profiling:")))

    def check_end(self, reported):
        """Checks the database after the last play. A match that was reported twice was lost in between."""
        SmallTournament.lost += len(reported) - len(set(reported))
        self.assertEqual(len(reported), len(set(reported)), "a reported match was lost")
        self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
        self.assertEqual(self.query("SELECT match FROM match ORDER BY match"), [(n,) for n in range(1, MATCHES + 1)])
        self.assertEqual(self.query("SELECT * FROM match_start"), [], "starts of finished matches are left")
        self.assertEqual(self.verify_text(), self.verified)

    def resume(self, reported):
        """Plays to the end with the same command, as if nothing had happened, and checks the end. `reported`
        are the matches that were reported before."""
        status, more = self.play()
        self.assertEqual((status, self.said), (0, ""))
        self.check_end(reported + more)
        self.wait_for_orphans()
        self.remove_folders()
        remove(self.home)

    def wait_for_orphans(self):
        """Waits until hosts and bots have ended, which they do after their arena."""
        self.wait_for_leftovers()

    def remove_folders(self):
        for name in os.listdir(self.run_base):
            SmallTournament.folders += 1
            remove(os.path.join(self.run_base, name))


def main(case, built, what, all_means):
    """Runs a test. Its `options` are those of the command line: --all, and --seed, which chooses what is tried
    without --all. `built` is the file of the build that the test needs."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--all", action="store_true", help=all_means)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    case.options = parser.parse_args()
    if not os.path.exists(built):
        sys.exit(f"{built} is not built")
    print(f"seed {case.options.seed}", file=sys.stderr)
    unittest.main(argv=sys.argv[:1], verbosity=2)
