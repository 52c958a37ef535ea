#!/usr/bin/python3 -B
"""Runs the ordinary run again and again on a busy machine, and counts the failures of each test.

    repeat.py N [--load L] [--tests REGEX]     until there are N runs

    --load L         beside each test L others are at work. So several runs are made at once. While there are too few tests, there
                     are processes that spin instead. Each is in a session of its own, as other users of the machine would be
    --tests REGEX    only these tests, as for ctest -R; `real` stands for all in rooms that start processes

It builds once. Finished runs are kept in build/repeat.tsv by commit, load and tests, so the same command continues after an
interruption, and another one with a larger N adds to them. The output of each run with a failure is kept in build/repeat/. The
exit status is 1 if any run had a failure, or there are fewer than N.
"""
import argparse
import collections
import contextlib
import ctypes
import multiprocessing
import multiprocessing.connection
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


def width(tests):
    """How many tests one run has at once."""
    shown = subprocess.run(["ctest", "--preset", "dev", "--show-only", *ORDINARY, *choice(tests)], cwd=ROOT, capture_output=True,
                           text=True, check=True).stdout
    return min(AT_ONCE, int(shown.rsplit("Total Tests:", 1)[1]))


def run_once(key, args, slot):
    run = Run(reports=LOGS / f"slot-{slot}")
    run.env["DOM_LIMIT_TIMES"] = str(1 + 2 * args.load / (os.cpu_count() or 1))
    log = LOGS / f"{key[0][:12]}-load{args.load}-{time.strftime('%d-%H%M%S')}-{slot}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    run.test(*ORDINARY, "--output-log", str(log), "--quiet", *choice(args.tests))
    seconds, failed = time.monotonic() - begun, run.names("failed")
    with open(MEMORY, "a", encoding="utf-8") as file:
        file.write("\t".join([*key, f"{seconds:.0f}", " ".join(failed)]) + "\n")
    if not failed:
        log.unlink(missing_ok=True)
    print(f"{seconds:.0f} s, " + (f"failed: {' '.join(failed)} ({log})" if failed else "passed"), flush=True)


def work(key, args, slot, runs):
    """What the process of a slot does: its runs, one after the other."""
    die_with_parent()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        for _ in range(runs):
            run_once(key, args, slot)


def work_at_once(key, args, tests_at_once):
    """The runs that are still to be made. A slot that has no run left spins until the others have none either."""
    slots, todo = -(-(args.load + 1) // tests_at_once), max(args.runs - len(kept(key)), 0)
    shares = [len(range(slot, todo, slots)) for slot in range(slots)]
    fork = multiprocessing.get_context("fork")
    workers = [fork.Process(target=work, args=(key, args, slot, runs)) for slot, runs in enumerate(shares)]
    with contextlib.ExitStack() as at_end:
        for worker in workers:
            worker.start()
            at_end.callback(worker.join)
            at_end.callback(worker.terminate)
        running = {worker.sentinel for worker in workers}
        while running:
            ended = multiprocessing.connection.wait(running)
            running -= set(ended)
            at_end.enter_context(Load(len(ended) * tests_at_once))


def report(runs, least):
    counts = collections.Counter(name for _, failed in runs for name in failed)
    for name, count in counts.most_common():
        print(f"{name}: {count} of {len(runs)} failed")
    good = sum(not failed for _, failed in runs)
    print(f"{good} passed, {len(runs) - good} failed")
    return 0 if good == len(runs) >= least else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=int, metavar="N")
    parser.add_argument("--load", type=int, default=0, metavar="L")
    parser.add_argument("--tests", default="", metavar="REGEX")
    args = parser.parse_args()
    if not Run().build():
        return 1
    tests_at_once = width(args.tests)
    if tests_at_once == 0:
        parser.error(f"--tests {args.tests}: the ordinary run has no such test")
    key = key_of(args)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        work_at_once(key, args, tests_at_once)
    except KeyboardInterrupt:
        print("interrupted; the same command continues")
    return report(kept(key), args.runs)


if __name__ == "__main__":
    sys.exit(main())
