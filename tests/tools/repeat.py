#!/usr/bin/python3 -B
"""Runs the ordinary run again and again beside processes that spin, and counts the failures of each test.

    repeat.py N [--load L] [--tests REGEX]     until there are N runs

    --load L         so many processes that spin, each in a session of its own, as other users of the machine would be
    --tests REGEX    only these tests, as for ctest -R; `real` stands for all in rooms that start processes

Beside L processes, L more tests than otherwise run at once, for a larger share of the processors; they are a load for each
other, too. It builds once. Finished runs are kept in build/repeat.tsv by commit, load and tests, so the same command continues
after an interruption, and another one with a larger N adds to them. The output of each run with a failure is kept in
build/repeat/. The exit status is 1 if any run had a failure.
"""
import argparse
import collections
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "tools"))
from run_tests import AT_ONCE, ORDINARY, Run, git  # noqa: E402

MEMORY = ROOT / "build" / "repeat.tsv"
LOGS = ROOT / "build" / "repeat"
# Rooms whose tests only compute.
ALONE = r"^(analysis|base|deal|documents|headers|lab|ratings|record|rules|schedule|search|solve|table|yaml)\."
PR_SET_PDEATHSIG = 1


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


class Load:
    """Processes that spin while this is entered."""

    def __init__(self, count):
        self.count = count
        self.processes = []

    def __enter__(self):
        self.processes = [subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"], start_new_session=True,
                                           preexec_fn=die_with_parent) for _ in range(self.count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def key_of(args):
    changes = "+changes" if any(git("status", "--porcelain")) else ""
    return git("rev-parse", "HEAD")[0] + changes, str(args.load), args.tests


def kept(key):
    """The finished runs: [(seconds, [failed tests])]."""
    if not MEMORY.exists():
        return []
    rows = [line.split("\t") for line in MEMORY.read_text().splitlines()]
    return [(float(seconds), failed.split()) for *of, seconds, failed in rows if tuple(of) == key]


def choice(tests):
    """What ctest is told."""
    return [] if not tests else ["--exclude-regex", ALONE] if tests == "real" else ["-R", tests]


def run_once(key, number, args):
    run = Run()
    run.env["DOM_LIMIT_TIMES"] = str(1 + 2 * args.load / (os.cpu_count() or 1))
    log = LOGS / f"{key[0][:12]}-load{args.load}-{number}.log"
    LOGS.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    words = [*ORDINARY, "--output-log", str(log), "--quiet"]
    run.test(*words, *choice(args.tests), at_once=AT_ONCE + args.load)
    seconds, failed = time.monotonic() - begun, run.names("failed")
    with open(MEMORY, "a", encoding="utf-8") as file:
        file.write("\t".join([*key, f"{seconds:.0f}", " ".join(failed)]) + "\n")
    if not failed:
        log.unlink(missing_ok=True)
    print(f"run {number}: {seconds:.0f} s, " + (f"failed: {' '.join(failed)} ({log})" if failed else "passed"), flush=True)


def report(runs):
    counts = collections.Counter(name for _, failed in runs for name in failed)
    for name, count in counts.most_common():
        print(f"{name}: {count} of {len(runs)} failed")
    good = sum(not failed for _, failed in runs)
    print(f"{good} passed, {len(runs) - good} failed")
    return 0 if good == len(runs) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=int, metavar="N")
    parser.add_argument("--load", type=int, default=0, metavar="L")
    parser.add_argument("--tests", default="", metavar="REGEX")
    args = parser.parse_args()
    if not Run().build():
        return 1
    key = key_of(args)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Load(args.load):
            for number in range(len(kept(key)) + 1, args.runs + 1):
                run_once(key, number, args)
    except KeyboardInterrupt:
        print("interrupted; the same command continues")
    return report(kept(key))


if __name__ == "__main__":
    sys.exit(main())
