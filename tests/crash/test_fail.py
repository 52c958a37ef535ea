"""If memory, the disk or the system fails, the arena says so, and nothing is lost.

Every command is run again and again, and each time another of its calls fails once (fail.c does
that). Whichever it is, the command must end by itself with a documented status. If the status is not
0, it must have said why. The database stays intact, and the same command succeeds when nothing fails
any more.

    test_fail.py [--all] [--seed N]

Without --all some of these calls fail; the seed, which is printed, chooses them. With --all the first
call of every way fails, where a way is a chain of up to 24 callers. (A loop makes tens of thousands of
calls in the same way.)
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
# Commands that may end with another status then: `doctor` reports what is wrong, and a failed completion
# does no harm.
EXCUSED = {"doctor": (0, 1), "completion": (0,)}
# Number of calls of a kind that fail without --all. In the ordinary run only one kind fails for each command
# that reads, and the kinds alternate.
FEW = arena.in_nightly({"reading": 5, "writing": 2}, {"reading": 2, "writing": 1})

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

# The commands. A command that writes works on a copy of the home folder, `{home}`.
READING = (
    ("leaderboard",), ("leaderboard", "--json"), ("leaderboard", "--history"),
    ("leaderboard", "--live"), ("leaderboard", "--predict", "random,greedy"),
    ("leaderboard", "--versions", "random", "--json"), ("crosstable",), ("crosstable", "--json"), ("seats",), ("seats", "--json"),
    ("matches", "--json"), ("matches", "--bot", "random", "--csv"), ("faults",),
    ("faults", "--json"), ("variants", "--json"), ("variants", "block-2"), ("replay", "1"),
    ("replay", "spring/2", "--json"), ("verify", "--json"), ("export",),
    ("export", "--format", "csv"), ("bots", "--json"), ("doctor",), ("doctor", "--json"),
    ("rate", "--from", "{home}/results.csv"),
    ("rate", "--from", "{home}/results.csv", "--anchor", "a", "--json"),
    ("rate", "--from", "{home}/results.csv", "--plackett-luce"), ("completion", "bash"),
)
WRITING = (
    ("run", "--name", "spring", "--variant", "block-2", "--bots", "random,greedy", "--sets", "4",
     "--seed", "7"),
    ("run", "{home}/t.yaml", "--json"),
    ("analyse", "spring/2", "--worlds", "2", "--jobs", "1"),
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
        # The build may have a blank in its path, and a blank separates the entries of LD_PRELOAD.
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
        """Runs a command in which no call fails. Returns the calls of this kind that can be made to fail (all,
        or the first of each way), the exit status and the output."""
        log = os.path.join(self.home, "calls")
        fail = {"FAIL_PROGRAM": program, "FAIL_KIND": kind, "FAIL_LOG": log}
        status, out, err = self.run_in(home, *args, fail=fail)
        self.assertIn(status, (0, 1), err)
        with open(log, encoding="utf-8") as file:
            count, *first = map(int, file)
        return first if self.options.all else range(1, count + 1), status, out

    def some_of(self, calls, few):
        """Chooses `few` calls, spread over the whole run."""
        count = len(calls)
        if self.options.all or count <= few:
            return calls
        return [1 + int((i + self.chance.random()) * count / few) for i in range(few)]

    def check_end(self, kind, status, err, good, may):
        """Checks that the command ended by itself, either as if nothing had failed or with a reason."""
        self.assertNotIn("broken promise", err)
        self.assertIn(status, (good, 2, 3, *may), err)
        if status in (2, 3):
            self.assertRegex(err, r"\S.*\n$")
        Fail.failed[kind] += 1
        Fail.unnoticed[kind] += status == good

    def check_home(self, home, args):
        """Checks that everything that was acknowledged is stored, and that the same command succeeds."""
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
        """Removes run directories. A program that ends inside a library, or cannot remove a file, leaves its
        run directory behind, like one that is killed. Usually the next run removes it."""
        for name in os.listdir(self.run_base):
            shutil.rmtree(os.path.join(self.run_base, name))

    def test_a_failing_call_of_a_host_does_not_end_the_tournament(self):
        """It may cost the bot of this host a match."""
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

    def test_a_failing_call_of_a_command_that_reads(self):
        for number, args in enumerate(READING):
            self.fail_each(args, False, arena.in_nightly(KINDS, (KINDS[number % len(KINDS)],)))
        self.check_home(self.whole, ("verify",))

    def test_a_failing_call_of_a_command_that_writes(self):
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
