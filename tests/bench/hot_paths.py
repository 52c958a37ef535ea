#!/usr/bin/python3
"""Did a hot path become slower? It counts instructions with valgrind, which do not depend on
other load, and compares them with the recorded counts. README.md says more.

    tests/bench/hot_paths.py [--build DIR]            status 1: a path is more than 5 % off
    tests/bench/hot_paths.py --record [--build DIR]   write what is counted now

Counts depend on compiler and libraries. If these differ from the recorded ones, nothing is compared and the status is
77.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RECORDED = os.path.join(HERE, "hot_paths.json")
ALLOWED = 0.05
SKIPPED = 77


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def processor():
    """Libraries choose code by the features of the processor; valgrind supports features up to AVX2."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        flags = set(re.search(r"^flags\s*:(.*)", file.read(), re.MULTILINE)[1].split())
    return os.uname().machine + "".join(f" {f}" for f in ("avx", "avx2", "bmi2") if f in flags)


def depends_on(program):
    return {**json.loads(output_of(program, "--versions")), "processor": processor(),
            "valgrind": output_of("valgrind", "--version").strip()}


def count(program, path):
    """Instructions per unit of one path."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
               "--toggle-collect=count_me", program, path]
    run = subprocess.run(command, capture_output=True, text=True, check=False,
                         env={"PATH": os.environ["PATH"], "LANG": "C"})
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not collected:
        sys.exit(f"hot_paths: {path}: {run.stderr}")
    return int(collected[1]) / int(run.stdout)


def difference(recorded, now):
    """The differences as lines."""
    return [f"{name}: {now.get(name)}, recorded: {recorded.get(name)}"
            for name in sorted(set(recorded) | set(now)) if recorded.get(name) != now.get(name)]


def judge(recorded, now):
    """Two lists of lines: of all paths, and of those that are off."""
    lines, off = [], []
    for path in sorted(set(recorded) | set(now)):
        if path not in recorded or path not in now:
            off.append(f"{path}: {'not recorded' if path in now else 'no such path any more'}")
            continue
        change = now[path] / recorded[path] - 1
        lines.append(f"{path:28} {now[path]:12.1f} {recorded[path]:12.1f} {change:+8.2%}")
        if abs(change) > ALLOWED:
            off.append(lines[-1])
    return lines, off


def compare(now):
    with open(RECORDED, encoding="utf-8") as file:
        recorded = json.load(file)
    lines, off = judge(recorded["instructions"], now)
    print(f"{'path':28} {'instructions':>12} {'recorded':>12} {'change':>8}", *lines, sep="\n")
    if off:
        print(f"\nmore than {ALLOWED:.0%} off; where that is meant: hot_paths.py --record, and say in "
              "the commit why:", *off, sep="\n")
    return 1 if off else 0


def main():
    parser = argparse.ArgumentParser(description="Count the instructions of the hot paths.")
    parser.add_argument("--record", action="store_true", help="write hot_paths.json")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"),
                        help="build folder, a Release build (default: build/release)")
    arguments = parser.parse_args()
    program = os.path.join(arguments.build, "tests", "bench", "hot_paths")
    if not os.path.exists(program):
        parser.error(f"--build: {arguments.build} holds no hot_paths; cmake --build it first")
    if not shutil.which("valgrind"):
        parser.error("there is no valgrind")
    conditions = depends_on(program)
    if conditions["build"] != "Release":
        parser.error(f"--build: {arguments.build} is a build of type {conditions['build']}; "
                     "allowed: Release")
    if not arguments.record:
        with open(RECORDED, encoding="utf-8") as file:
            recorded = json.load(file)
        other = difference(recorded["depends_on"], conditions)
        if other:
            print("skipped: hot paths: " + "; ".join(other))
            return SKIPPED
    now = {path: count(program, path) for path in output_of(program).splitlines()}
    if not arguments.record:
        return compare(now)
    with open(RECORDED, "w", encoding="utf-8") as file:
        json.dump({"depends_on": conditions,
                   "instructions": {path: round(n, 2) for path, n in now.items()}}, file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
