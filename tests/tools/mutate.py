#!/usr/bin/python3
"""Change one token of a component at random, run the component's tests, and name the changes that pass.

    mutate.py COMPONENT [--number 100] [--seed 1] [--only FILE:LINE:COLUMN]... [--tests REGEX] [--keep FOLDER]

COMPONENT is a folder of C sources, or one of them: ratings, arena/record, ratings/all_round.c. A mutant that
passes every test ("survivor"), also with sanitizers, shows a line that no test looks at. It takes about ten
seconds a mutant, and a minute where real processes are needed.
Each survivor is printed with its place; with --only the mutants at this place are tried again.
The sources are copied first, so the checkout stays as it is and may be used meanwhile.

Much of what a component promises shows only where processes run: in commands, pages, matches. So a mutant that
passes the unit tests of a component also meets the tests of real processes that the table PROCESSES has for it.
With --tests only those tests are run, after all of that was built.

A mutant may take memory without end, leave processes behind, or end and remove what is not its own. So its
memory is limited. As root the tests see only processes of their own, which end with them, and a /tmp of their own.

mutants_equivalent.txt beside this program lists changes that alter nothing a test could see, each with the
reason. They are counted apart. The exit status is 1 when fewer than 90 % of the other mutants were found.
"""
import argparse
import filecmp
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
KILLED_MIN = 0.9
# A mutant may never end. The tests of a stage may take so many times as long as without a change, and seconds more.
TESTS_TIMES, TESTS_MORE_S = 8, 30
CPU_S = 60  # of every process: Criterion's have sessions of their own, so they do not end with ctest
MEMORY_BYTES = 4 << 30  # of every process, but not with sanitizers, which reserve terabytes
# The builds that a mutant must pass. A read beyond an array may give the expected value by luck in the first.
BUILDS = {"plain": "", "sanitized": "address,undefined"}
# Runs a command in this folder, which may lie in the hidden /tmp, in namespaces for processes and mounts.
ALONE = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-ec",
         'mount --bind "$0" /mnt; mount -t tmpfs alone /tmp; mount -t tmpfs alone /dev/shm;'
         'mkdir -p "$0"; mount --bind /mnt "$0"; cd "$0"; exec "$@"')
# Statistics over many games, and tests that need other programs: too slow or too coarse to notice a mutant.
NOT_TRIED = r"calibrate|edges|peer|formulas"

# What real processes need; the last two make databases.
PROGRAM = ["domino-arena", "domino-host", "sample-bots/all", "make_played", "make_matches"]
# Components that real processes test as well -> the targets that these tests need, and the tests, for ctest -R.
PROCESSES = {
    "arena/cli": (PROGRAM, r"^e2e\.test_(messages|usage|rated|submit|check|compare|keeping|new|past|ask|play|queue|papers"
                  r"|shards|shard_trouble|parameters)$"),
    "arena/conformance": (PROGRAM, r"^e2e\.test_check$"),
    "arena/core": (PROGRAM, r"^e2e\.test_(faults|tournament|schedules)$"),
    "arena/doctor": (PROGRAM, r"^e2e\.test_(usage|keeping|papers|sandbox)$"),
    "arena/home": (PROGRAM, r"^e2e\.test_(databases|keeping|messages|past)$"),
    "arena/host": (["tests/core/all"], r"^core\.unit$"),
    "arena/http": (PROGRAM, r"^web\.test_(serve|live|play)$"),
    "arena/ladder": (PROGRAM, r"^e2e\.test_(submit|rated)$"),
    "arena/live": (PROGRAM, r"^web\.test_live$"),
    "arena/output": (PROGRAM + ["tests/results/all"], r"^(results\.unit"
                     r"|e2e\.test_(numbers|rated|past|check|compare|tournament|play|usage|infos|terminal|analyse))$"),
    "arena/play": (PROGRAM, r"^(e2e|web)\.test_play$"),
    "arena/results": (PROGRAM, r"^e2e\.test_(numbers|rated|past|compare|seats|withdrawn|databases|cache|entries|rulings"
                      r"|forgeries)$"),
    "arena/shard": (PROGRAM, r"^e2e\.test_(shards|shard_folder|shard_trouble)$"),
    "arena/site": (PROGRAM, r"^(web\.test_(serve|live|play|replay)|e2e\.test_(numbers|infos))$"),
    "arena/web": (PROGRAM + ["tests/site/all"], r"^(site\.unit|web\.test_(serve|forms|live|play|replay)|e2e\.test_numbers)$"),
}
# Rooms whose folder also has tests of real processes -> the unit tests alone.
UNIT = {"arena/web": r"^web\.unit$"}

# The replacements of each token; they are mistakes that people make.
CHANGES = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
    "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="], "true": ["false"], "false": ["true"],
    "!": [""], "0": ["1"], "1": ["0", "2"], "2": ["3"],
}
TOKEN = re.compile(
    r"(?P<skip>/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])+'|^[ \t]*#(?:[^\n\\]|\\.)*$)"
    r"|(?P<name>[A-Za-z_]\w*|\d[\w.]*)"
    r"|(?P<other>->|<<=|>>=|<<|>>|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|[-+*/%<>!])", re.DOTALL | re.MULTILINE)
OPERAND = re.compile(r"[\w)\]]")


def is_binary(text, start):
    """Is this `*`, `-` or `+` an operator between two values, not a sign, pointer or declaration?"""
    before = text[:start].rstrip()
    follows_value = bool(OPERAND.match(before[-1:])) and not re.search(r"\b(return|case)$", before)
    is_spaced = text[start - 1].isspace() and text[start + 1:start + 2].isspace()
    return follows_value and is_spaced


def places(text):
    """(start, end, replacement) of every mutation of a source."""
    for match in TOKEN.finditer(text):
        token = match.group()
        if match["skip"] or token not in CHANGES:
            continue
        if token in "*-+" and not is_binary(text, match.start()):
            continue
        for change in CHANGES[token]:
            yield match.start(), match.end(), change


def line_of(text, start):
    return text[text.rfind("\n", 0, start) + 1:].split("\n", 1)[0].strip()


def place_of(name, text, start):
    """FILE:LINE:COLUMN, as compilers say it."""
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return f"{name}:{line}:{column}"


def known_equivalent():
    """(file, line's text, change) of the list: `FILE: TEXT: OLD -> NEW: reason`, parts apart by ` | `."""
    if not EQUIVALENT.exists():
        return set()
    rows = [line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {tuple(part.strip() for part in row.split(" | ")[:3]) for row in rows}


class Stage:
    """Tests that a mutant meets together: the build, what is built for them, and which they are (for ctest -R)."""

    def __init__(self, build, targets, tests):
        self.build = build
        self.targets = targets
        self.tests = tests
        self.limit_s = None  # known when they have passed without a change


def stages_of(component, tests):
    """{build: stages in their order} of a component; with `tests`, which are for ctest -R, one stage."""
    name = (Path(component).parent if component.endswith(".c") else Path(component)).name
    own = [f"tests/{name}/all"]
    targets, others = PROCESSES.get(component, ([], None))
    if tests:
        return {build: [Stage(build, own + targets, tests)] for build in BUILDS}
    stages = {build: [Stage(build, own, UNIT.get(component, rf"^{name}\."))] for build in BUILDS}
    if others:
        stages["plain"].append(Stage("plain", targets, others))
    return stages


def limit(build):
    """Limit a process that is about to start, and all that it starts."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    if not BUILDS[build]:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


class Bench:
    """A copy of the sources that is built and tested again for every mutant."""

    def __init__(self, folder, stages):
        self.root = folder
        self.stages = stages
        self.output = ""
        self.prepared = set()  # builds

    def run(self, build, *args, limit_s=None):
        """Exit status and output; None where the time is over, as then all processes of it are killed."""
        with subprocess.Popen(args, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              start_new_session=True, errors="replace",
                              env={**os.environ, "DOM_FAILFAST": "1"}, preexec_fn=lambda: limit(build)) as process:
            try:
                self.output = process.communicate(timeout=limit_s)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return None
        return process.returncode

    def copy_sources(self):
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                capture_output=True, text=True, check=True).stdout
        for name in listed.split("\0")[:-1]:
            source, copy = ROOT / name, self.root / name
            # A copy has the time of now, so that ninja also sees what an interrupted run has left changed.
            if source.is_file() and not (copy.exists() and filecmp.cmp(source, copy, shallow=False)):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)

    def prepare(self, build):
        """Build without a change, and see how long the tests take."""
        status = self.run(build, "cmake", "-S", ".", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
                          "-DDOM_WERROR=OFF", f"-DDOM_SANITIZE={BUILDS[build]}")
        for stage in self.stages[build]:
            compiles = status == 0 and self.compiles(stage)
            begin = time.monotonic()
            if not compiles or not self.passes(stage):
                sys.exit(f"mutate.py: the tests do not pass without a change\n{self.output[-2000:]}")
            stage.limit_s = TESTS_TIMES * (time.monotonic() - begin) + TESTS_MORE_S
        self.prepared.add(build)

    def compiles(self, stage):
        return self.run(stage.build, "cmake", "--build", stage.build, "--target", *stage.targets) == 0

    def passes(self, stage):
        alone = (*ALONE, str(self.root)) if os.geteuid() == 0 else ()
        status = self.run(stage.build, *alone, "ctest", "--test-dir", stage.build, "-R", stage.tests, "-E", NOT_TRIED,
                          "-j", "4", "--stop-on-failure", limit_s=stage.limit_s)
        return status == 0 and "No tests were found" not in self.output

    def verdict(self, build):
        """Return killed, survivor, or None if the sources do not compile."""
        for stage in self.stages[build]:
            if not self.compiles(stage):
                return None
            if not self.passes(stage):
                return "killed"
        return "survivor"

    def judge(self, build, name, text, place):
        """The verdict of a build about one change; afterwards the source is as before."""
        if build not in self.prepared:
            self.prepare(build)
        start, end, change = place
        path = self.root / name
        path.write_text(text[:start] + change + text[end:], encoding="utf-8")
        try:
            return self.verdict(build)
        finally:
            path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("component", help="a folder of C sources or one of them, such as arena/record")
    parser.add_argument("--number", type=int, default=100, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", action="append", metavar="FILE:LINE:COLUMN", help="try these only; may be repeated")
    parser.add_argument("--tests", help="the tests to run, as for ctest -R; default: the component's own")
    parser.add_argument("--keep", type=Path, help="build there, and leave it for the next time")
    args = parser.parse_args()
    place = ROOT / args.component
    sources = [place] if place.is_file() else sorted(place.glob("*.c"))
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in sources}
    if not texts:
        parser.error(f"{args.component}: no C sources there")
    every = [(name, place) for name, text in texts.items() for place in places(text)
             if not args.only or place_of(name, text, place[0]) in args.only]
    random.Random(args.seed).shuffle(every)
    folder = (args.keep or Path(tempfile.mkdtemp(prefix="mutate."))).resolve()
    bench, equivalent, counts = Bench(folder, stages_of(args.component, args.tests)), known_equivalent(), Counter()
    try:
        bench.copy_sources()
        for name, place in every:
            if counts["killed"] + counts["survivor"] + counts["equivalent"] == args.number:
                break
            text = texts[name]
            words = line_of(text, place[0])
            change = f"{text[place[0]:place[1]]} -> {place[2]}"
            verdict = bench.judge("plain", name, text, place)
            if verdict == "survivor" and (name, words, change) in equivalent:
                verdict = "equivalent"
            if verdict == "survivor":
                verdict = bench.judge("sanitized", name, text, place)
            counts[verdict or "not compiled"] += 1
            if verdict == "survivor":
                print(f"{place_of(name, text, place[0])}: {change}\n    {words}", flush=True)
    finally:
        if not args.keep:
            shutil.rmtree(folder)
    judged = counts["killed"] + counts["survivor"]
    print(f"{args.component}, seed {args.seed}: {counts['killed']} of {judged} mutants killed "
          f"({100 * counts['killed'] / max(1, judged):.0f} %), {counts['equivalent']} equivalent, "
          f"{counts['not compiled']} did not compile")
    return int(judged == 0 or counts["killed"] < KILLED_MIN * judged)


if __name__ == "__main__":
    sys.exit(main())
