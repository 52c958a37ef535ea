#!/usr/bin/python3
"""How long a bot over stdio takes for an answer after the caches of its CPU were emptied, as they are after others have run there.

Every bot is a process on the same CPU. Before each ask this program writes SWEEP_MB of memory, which is more than the CPU's own
caches hold, and then waits for REST_S. Then it measures the time from the write of the ask to the arrival of the answer. The bots take
turns, so that they are compared in the same seconds. They do not think. One line of JSON: the median in microseconds of each bot.

    bench_answer.py [--quick] [--build DIR] [--sdk FILE]...

`c` and `python` use the SDKs, `least` decodes and encodes without one (bots/least.py). Each --sdk adds a bot that uses this
file instead of domino_arena.py, such as an earlier version. Its key is the path as given."""
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
ROUNDS = {"full": 1000, "quick": 200, "smoke": 3}
# Of a match of the variant block-4.
ASK = {"type": "ask", "req": 8913352235651076, "table": 11, "variant": "block-4", "seat": 0, "seats": 4,
       "seed": 3949210997318488, "round": 1, "scores": [0, 0, 0, 0], "leader": 3, "lead": "lots",
       "hand": [[2, 1], [5, 1], [5, 4], [6, 2]], "ends": [5, 4], "counts": [4, 4, 4, 3], "stock": 8,
       "drawable": 0, "drawn": 0,
       "history": [[3, "lead", 3, 3, 0], [0, "play", 5, 3, 0], [1, "play", 3, 0, 1], [2, "play", 2, 0, 1], [3, "play", 4, 2, 1]],
       "legal": [["play", 5, 1, 0], ["play", 5, 4, 0], ["play", 5, 4, 1]], "clock": {"move_ms": 1000, "bank_ms": 0}}


class Answerer:
    """A bot over stdio."""

    def __init__(self, command, folder=None):
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.name = " ".join(command)
        self.took_us = []
        self.read("hello")

    def read(self, kind):
        line = b""
        while not line.endswith(b"\n"):
            received = os.read(self.process.stdout.fileno(), 4096)
            if not received:
                sys.exit(f"bench_answer: {self.name} has ended")
            line += received
        arrived_ns = time.perf_counter_ns()
        if json.loads(line)["type"] != kind:
            sys.exit(f"bench_answer: {self.name} sent {line} instead of {kind}")
        return arrived_ns

    def ask(self, line):
        began_ns = time.perf_counter_ns()
        self.process.stdin.write(line)
        self.took_us.append((self.read("act") - began_ns) / 1000)

    def end(self):
        self.process.communicate(b'{"type": "bye", "reason": "over"}\n')
        if self.process.returncode != 0:
            sys.exit(f"bench_answer: {self.name} ended with status {self.process.returncode}")


def with_sdk(sdk, work):
    folder = tempfile.mkdtemp(dir=work)
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
        for name, sdk in [("python", SDK)] + [(sdk, sdk) for sdk in arguments.sdk]:
            bots[name] = with_sdk(sdk, work)
        memory, other = bytearray(SWEEP_MB << 20), bytearray(SWEEP_MB << 20)
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
