"""Where memory, the disk or the system fails, the arena says so, and nothing is lost.

Every command is run again and again, and each time another of its calls fails once
(fail.c does that). Whichever it is, the command must end by itself with a documented
status; where that is not 0 it has said why; the database stays whole; and the same
command succeeds when nothing fails any more.

    test_fail.py [--all] [--seed N]

Without --all some of all these calls fail, and the seed, which is printed, chooses them.
With --all the first of every way fails in which a call is made: called by other callers, up
to 24 of them. A loop makes tens of thousands of calls in one way.
FAIL_LIBRARY in the environment names the built fail.c, DOM_BUILD the build folder.
"""
import json
import os
import random
import shutil
import subprocess
import sys

import small
from small import arena

LIBRARY = os.environ.get("FAIL_LIBRARY", os.path.join(arena.BUILD, "tests", "crash", "fail.so"))
KINDS = ("memory", "files", "processes")
# What answers otherwise then, and what it may answer: the doctor says what is wrong, and
# words that bash cannot complete are no harm.
EXCUSED = {"doctor": (0, 1), "completion": (0,)}
# Calls of a kind that fail, without --all. In the ordinary run a command that reads has one kind fail alone,
# the kinds by turns.
FEW = arena.in_landing({"reading": 5, "writing": 2}, {"reading": 2, "writing": 1})

FILE = """name: summer
variants:
  block-2:
  short: {base: draw-2, target: 30}
bots:
  - random
  - greedy
sets: 1
seed: 3
limits: {move_ms: 1000, startup_ms: 20000}
"""
RESULTS = "set,match,bot,place,points\n" + "".join(
    f"{n},{n},{bot},{1 + (n + i) % 2},\n" for n in range(1, 30) for i, bot in enumerate("ab"))

# What is run, and what it may change: a copy of the home folder is made for it, `{home}`.
READING = (
    ("leaderboard",), ("leaderboard", "--json"), ("leaderboard", "--history"),
    ("leaderboard", "--live"), ("crosstable",), ("crosstable", "--json"), ("luck",),
    ("matches", "--json"), ("matches", "--bot", "random", "--csv"), ("faults",),
    ("faults", "--json"), ("variants", "--json"), ("variants", "block-2"), ("replay", "1"),
    ("replay", "spring/2", "--json"), ("verify", "--json"), ("export",),
    ("export", "--format", "csv"), ("bots", "--json"), ("doctor",), ("doctor", "--json"),
    ("rate", "--from", "{home}/results.csv"),
    ("rate", "--from", "{home}/results.csv", "--anchor", "a", "--json"), ("completion", "bash"),
)
WRITING = (
    ("run", "--name", "spring", "--variant", "block-2", "--bots", "random,greedy", "--sets", "4",
     "--seed", "7"),
    ("run", "{home}/t.yaml", "--json"),
    ("report", "--output", "{home}/report", "--matches", "2"),
    ("backup", "{home}/copy.db", "--json"),
    ("keygen", "{home}/far.key"),
    ("new", "c", "{home}/starter"),
    ("bots", "--add-key", "far", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"),
    ("bots", "--keys"),
    ("export", "--output", "{home}/records.jsonl"),
    ("compare", "greedy", "random", "--variant", "block-2", "--max-sets", "3", "--seed", "5"),
)


class Fail(arena.ArenaTest):

    options = None  # of the command line
    failed = {kind: 0 for kind in KINDS}
    unnoticed = {kind: 0 for kind in KINDS}

    def setUp(self):
        super().setUp()
        self.chance = random.Random(self.options.seed)
        # LD_PRELOAD is a list with blanks between, and the build may lie in a path with one.
        self.library = shutil.copy(LIBRARY, self.home)
        self.whole = os.path.join(self.home, "whole")
        self.used = os.path.join(self.home, "used")
        os.mkdir(self.whole)
        for name, text in (("results.csv", RESULTS), ("t.yaml", FILE)):
            with open(os.path.join(self.whole, name), "w", encoding="utf-8") as file:
                file.write(text)
        status, _, err = self.run_in(self.whole, *WRITING[0][:-4], "--sets", "3", "--seed", "7")
        self.assertEqual(status, 0, err)

    def run_in(self, home, *args, fail=None):
        """Returns exit status, standard output and standard error."""
        env = dict(self.environment(), **({"LD_PRELOAD": self.library, **fail} if fail else {}))
        words = [word.replace("{home}", home) for word in args]
        process = subprocess.Popen([arena.PROGRAM, *words, "--home", home], text=True, env=env,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        self.sessions.append(process.pid)
        out, err = process.communicate(timeout=arena.DEADLINE_S)
        return process.returncode, out, err

    def copy_home(self):
        if os.path.exists(self.used):
            subprocess.run(["chmod", "-R", "u+w", self.used], check=True)
            shutil.rmtree(self.used)
        shutil.copytree(self.whole, self.used, symlinks=True)
        return self.used

    def undisturbed(self, kind, home, *args, program="domino-arena"):
        """The calls of that kind that may fail (all or the first of each way), exit status and output."""
        log = os.path.join(self.home, "calls")
        fail = {"FAIL_PROGRAM": program, "FAIL_KIND": kind, "FAIL_LOG": log}
        status, out, err = self.run_in(home, *args, fail=fail)
        self.assertIn(status, (0, 1), err)
        with open(log, encoding="utf-8") as file:
            count, *first = map(int, file)
        return first if self.options.all else range(1, count + 1), status, out

    def some_of(self, calls, few):
        """Each part of the whole run has its share."""
        count = len(calls)
        if self.options.all or count <= few:
            return calls
        return [1 + int((i + self.chance.random()) * count / few) for i in range(few)]

    def check_end(self, kind, status, err, good, may):
        """It ended by itself, either as if nothing had been or with a reason."""
        self.assertNotIn("broken promise", err)
        self.assertIn(status, (good, 2, 3, *may), err)
        if status in (2, 3):
            self.assertRegex(err, r"\S.*\n$")
        Fail.failed[kind] += 1
        Fail.unnoticed[kind] += status == good

    def check_home(self, home, args):
        """All that was acknowledged is there, and the same command succeeds."""
        status, out, err = self.run_in(home, "verify")
        self.assertEqual(status, 0, out + err)
        if args[0] in ("run", "compare", "report", "export"):
            status, _, err = self.run_in(home, *args)
            self.assertIn(status, (0, 1), err)

    def fail_each(self, args, is_writing, kinds=KINDS):
        for kind in kinds:
            home = self.copy_home() if is_writing else self.whole
            calls, good, expected = self.undisturbed(kind, home, *args)
            for at in self.some_of(calls, FEW["writing" if is_writing else "reading"]):
                with self.subTest(args=args, kind=kind, at=at):
                    home = self.copy_home() if is_writing else self.whole
                    status, out, err = self.run_in(home, *args, fail={
                        "FAIL_PROGRAM": "domino-arena", "FAIL_KIND": kind, "FAIL_AT": str(at)})
                    self.check_end(kind, status, err, good, EXCUSED.get(args[0], ()))
                    if not is_writing and status == good and args[0] not in EXCUSED:
                        self.assertEqual(out, expected)
                    if is_writing:
                        self.check_home(home, args)
                    if kind != "processes":
                        self.sweep()
                    self.assert_nothing_left()

    def sweep(self):
        """A program that ends within a library, or cannot remove a file, leaves its folder as one that
        is killed does. The next run on its database takes it away; here there is none."""
        for name in os.listdir(self.run_base):
            shutil.rmtree(os.path.join(self.run_base, name))

    def test_one_of_the_hosts(self):
        """It may cost its bot a match, and nobody the tournament."""
        args = WRITING[0]
        for kind in KINDS:
            calls, _, _ = self.undisturbed(kind, self.copy_home(), *args, program="domino-host")
            for at in self.some_of(calls, FEW["writing"]):
                with self.subTest(kind=kind, at=at):
                    home = self.copy_home()
                    status, out, err = self.run_in(home, *args, "--json", fail={
                        "FAIL_PROGRAM": "domino-host", "FAIL_KIND": kind, "FAIL_AT": str(at),
                        "FAIL_ONCE": os.path.join(home, "once")})
                    self.assertEqual(status, 0, err)
                    end = json.loads(out.splitlines()[-1])
                    self.assertEqual((end["event"], end["done"], end["skipped"]), ("finished", 8, 0))
                    Fail.failed[kind] += os.path.exists(os.path.join(home, "once"))
                    self.check_home(home, args)

    def test_commands_that_read(self):
        for number, args in enumerate(READING):
            self.fail_each(args, False, arena.in_landing(KINDS, (KINDS[number % len(KINDS)],)))
        self.check_home(self.whole, ("verify",))

    def test_commands_that_write(self):
        for args in WRITING:
            self.fail_each(args, True)

    @classmethod
    def tearDownClass(cls):
        for kind in KINDS:
            print(f"seed {cls.options.seed}: {kind}: {cls.failed[kind]} calls failed, "
                  f"{cls.unnoticed[kind]} of them where the command could do without",
                  file=sys.stderr)


if __name__ == "__main__":
    small.main(Fail, LIBRARY, "let calls of the arena fail", "calls made in every way")
