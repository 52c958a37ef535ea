#!/usr/bin/python3
"""What an answer costs a bot over stdio after the caches of its CPU were emptied, as they are after another bot has thought.

Every bot is a process on the same CPU. Before each ask this program writes SWEEP_MB of memory and then waits for REST_S.
Then it measures the time from the write of the ask to the arrival of the answer. The bots take turns, so that they are compared
in the same seconds. They do not think. One line of JSON: the median in microseconds of each bot.

    bench_answer.py [--quick] [--build DIR] [--sdk FILE]...

`c` and `python` use the SDKs, `least` decodes and encodes without one (bots/least.py). Each --sdk adds a bot that uses this
file instead of domino_arena.py, such as an earlier version."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench_arena import HERE, PYTHON, SDK, parse

SWEEP_MB = 64
REST_S = 0.001
ROUNDS = {"full": 400, "quick": 100, "smoke": 3}
ASK = {"type": "ask", "req": 7340021, "table": 41, "variant": "block-4", "seat": 2, "seats": 4, "seed": 4815162342, "round": 1,
       "scores": [0, 0, 0, 0], "leader": 1, "lead": "highest_double", "hand": [[3, 1], [4, 2], [5, 5], [6, 3], [6, 4]],
       "ends": [1, 4], "counts": [6, 5, 5, 6], "stock": 0, "drawable": 0, "drawn": 0,
       "history": [[1, "lead", 6, 6, 0], [2, "play", 6, 1, 0], [3, "pass"], [0, "play", 6, 4, 1], [1, "play", 4, 4, 1]],
       "legal": [["play", 3, 1, 0], ["play", 4, 2, 1], ["play", 6, 4, 1]], "clock": {"move_ms": 1000, "bank_ms": 0}}


class Answerer:
    """A bot over stdio."""

    def __init__(self, command, folder=None):
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.process.stdout.readline()  # its hello
        self.took_us = []

    def ask(self, line):
        began_ns = time.perf_counter_ns()
        self.process.stdin.write(line)
        answer = self.process.stdout.readline()
        self.took_us.append((time.perf_counter_ns() - began_ns) / 1000)
        if json.loads(answer)["req"] != ASK["req"]:
            sys.exit(f"bench_answer: not an answer: {answer}")

    def end(self):
        self.process.stdin.write(b'{"type": "bye", "reason": "over"}\n')
        self.process.communicate()


def with_sdk(work, name, sdk):
    folder = os.path.join(work, name)
    os.mkdir(folder)
    shutil.copy(os.path.join(HERE, "bots", "think.py"), folder)
    shutil.copy(sdk, os.path.join(folder, "domino_arena.py"))
    return Answerer([PYTHON, "think.py", "0"], folder)


def main():
    parser = argparse.ArgumentParser(description="Measure what an answer costs a bot whose caches are cold; JSON on standard output.")
    parser.add_argument("--sdk", metavar="FILE", action="append", default=[], help="another domino_arena.py to compare with")
    arguments = parse(parser)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    line = json.dumps(ASK, separators=(",", ":")).encode() + b"\n"
    with tempfile.TemporaryDirectory(prefix="bench-answer.") as work:
        bots = {"c": Answerer([os.path.join(arguments.build, "tests", "bench", "think"), "0"]),
                "least": Answerer([PYTHON, os.path.join(HERE, "bots", "least.py"), "0"])}
        for name, sdk in [("python", SDK)] + [(os.path.basename(sdk), sdk) for sdk in arguments.sdk]:
            bots[name] = with_sdk(work, name, sdk)
        memory, other = bytearray(SWEEP_MB << 20), bytes(SWEEP_MB << 20)
        for _ in range(ROUNDS[arguments.level]):
            for bot in bots.values():
                memory[:] = other
                time.sleep(REST_S)
                bot.ask(line)
        for bot in bots.values():
            bot.end()
    print(json.dumps({name: round(statistics.median(bot.took_us), 1) for name, bot in bots.items()}))


if __name__ == "__main__":
    main()
