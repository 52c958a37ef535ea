#!/usr/bin/python3
"""Are bots that think ever late on a busy machine?

    bench_late.py [--moves N] [--rivals N] [--smoke] [--build DIR]

Plays the sample bots that search against each other with move_ms 40, so that their 20 ms are half of it, at twice
as many tables as there are cores. Meanwhile as many processes as --rivals says only count (default: one per core; 0 where
something else keeps the machine busy). Each bot moves about equally often in games of every kind. One JSON object on
standard output; exit status 1 if a bot had a fault, or if there were too few moves.
100,000 moves without one show, at 95 %, that there are fewer than 3 in 100,000.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from bench_arena import machine, percentile, tell

HERE = os.path.dirname(os.path.abspath(__file__))
CORES = len(os.sched_getaffinity(0))
BOTS = ["flat-mc", "pimc", "ismcts", "inference", "pimc#2", "ismcts#2"]  # a table for six
VARIANTS = ["block-2", "draw-2", "brettspielnetz", "block-teams", "draw-4", "homo-homini-lupus", "draw-6"]
MOVE_MS = 40


def busy():
    """A process that uses a whole core."""
    return subprocess.Popen([sys.executable, "-c", "while True: pass"])


def play(program, work, variants, bots, sets):
    """Plays on to this many sets. Returns the decisions and faults of this call."""
    path = os.path.join(work, "late.yaml")
    table = {"name": "late", "variants": variants, "bots": bots, "sets": sets, "limits": {"move_ms": MOVE_MS},
             "concurrency": 2 * CORES}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(table, file)
    done = subprocess.run([program, "run", path, "--home", work, "--json"], stdout=subprocess.PIPE, text=True, check=True)
    finished = json.loads(done.stdout.splitlines()[-1])
    return finished["decisions"], finished["faults"]


def times_us(program, work):
    """How long each choice took, as the arena measured it: without the time in which a busy machine let the bot wait."""
    with subprocess.Popen([program, "export", "--home", work], stdout=subprocess.PIPE, text=True) as export:
        for line in export.stdout:
            for deal in json.loads(line)["rounds"]:
                for event in deal["events"]:
                    if isinstance(event[-1], dict) and "us" in event[-1]:
                        yield event[-1]["us"]


def measure(program, moves, variants, bots):
    with tempfile.TemporaryDirectory(prefix="bench-late.") as work:
        sets = decisions = faults = 0
        while decisions < moves and faults == 0:
            # As many sets as the moves of those before let expect, but not many at a time.
            sets += 1 if sets == 0 else min(10, -(-(moves - decisions) * sets // decisions))
            more, bad = play(program, work, variants, bots, sets)
            decisions, faults = decisions + more, faults + bad
            tell(f"{decisions} moves, {faults} faults")
        us = list(times_us(program, work))
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
    return {"moves": decisions, "faults": faults,
            "move_ms": {f"p{p}": round(percentile(us, p) / 1000, 1) for p in (50, 90, 99)} | {
                "max": round(max(us) / 1000, 1)}}


def main():
    parser = argparse.ArgumentParser(description="bots that think on a busy machine")
    parser.add_argument("--moves", type=int, default=100000)
    parser.add_argument("--rivals", type=int, default=CORES, help="processes that only use time (default: one per core)")
    parser.add_argument("--smoke", action="store_true", help="two matches; the figures mean nothing")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "release"))
    args = parser.parse_args()
    program = os.path.join(args.build, "bin", "domino-arena")
    rivals = [busy() for _ in range(args.rivals)]
    try:
        result = measure(program, 1, VARIANTS[:1], BOTS[1:3]) if args.smoke else measure(
            program, args.moves, VARIANTS, BOTS)
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    print(json.dumps(result | {"limit_ms": MOVE_MS, "tables": 2 * CORES, "rivals": args.rivals, "load": os.getloadavg()[2],
                               "machine": machine(args.build)},
                     indent=1))
    return int(result["faults"] > 0 or result["moves"] < (1 if args.smoke else args.moves))


if __name__ == "__main__":
    sys.exit(main())
