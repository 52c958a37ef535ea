#!/usr/bin/python3
"""No bot is late because the machine is busy: load_test.py [--matches N] [--build DIR]

Plays block-2 between honest C bots with move_ms 100 and twice as many tables as cores,
while one process per core only counts. Prints matches, faults
and seconds, and fails if a bot had a fault. 300,000 matches without one show, at 95 %, that there
are fewer than 1 in 100,000. Not part of the test suite: it takes its time.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CORES = os.cpu_count()
TOURNAMENT = """name: load
variants: [block-2]
bots: [random, greedy]
sets: {sets}
limits: {{move_ms: 100}}
concurrency: {tables}
"""


def busy():
    """A process that uses a whole core."""
    return subprocess.Popen([sys.executable, "-c", "while True: pass"])


def play(program, home, sets):
    """Returns the exit status and the events of the run."""
    path = os.path.join(home, "load.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TOURNAMENT.format(sets=sets, tables=2 * CORES))
    done = subprocess.run([program, "run", path, "--home", home, "--json"], check=False,
                          stdout=subprocess.PIPE, text=True)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description="honest bots on a busy machine")
    parser.add_argument("--matches", type=int, default=300000)
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "release"))
    args = parser.parse_args()
    program = os.path.join(args.build, "bin", "domino-arena")
    rivals = [busy() for _ in range(CORES)]
    begun = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as home:
            status, events = play(program, home, (args.matches + 1) // 2)
            seconds = time.monotonic() - begun
            subprocess.run(["chmod", "-R", "u+w", home], check=True)
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    matches = sum(event["event"] == "match" for event in events)
    faults = collections.Counter(e["code"] for e in events if e["event"] == "fault")
    print(f"{matches} matches, faults: {dict(faults) or 0}, {seconds:.0f} s ({CORES} cores, "
          f"{2 * CORES} tables, {CORES} busy processes beside them)")
    sys.exit(status or matches < args.matches or bool(faults))


if __name__ == "__main__":
    main()
