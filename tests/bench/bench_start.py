#!/usr/bin/python3
"""How long until bots play, and until they are checked? One JSON object on standard output.

    tests/bench/bench_start.py [--quick|--smoke] [--check] [--build DIR]

greeted_s      from the start of `run` with 64 bots to the first deal, before which every bot has said hello
first_match_s  from the start of `run` with 300 bots to the first stored match
submit_s       `submit` of a bot in C, with the ladder of every variant
check_s        `check` of the submitted bot with 10,000 asks in all variants
folder_s       `check` of its folder, so the bot is built before
slow_s         `check` of a bot whose every process needs 5 s from its start to its hello
"""
import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import bounds
from bench_arena import HERE, PYTHON, SDK, machine, parse, tell

LEVELS = {"full": {"turns": 5, "greeted": 64, "playing": 300, "slow_s": 5, "options": []},
          "quick": {"turns": 1, "greeted": 64, "playing": 300, "slow_s": 5, "options": []},
          "smoke": {"turns": 1, "greeted": 4, "playing": 6, "slow_s": 0.1,
                    "options": ["--variant", "block-2", "--asks", "500"]}}
# Bots in C. Four of them, as a bot has at most 99 copies.
STARTED = ("random", "greedy", "flat-mc", "pimc")

BOUNDS = (
    ("greeted_s", bounds.MOST, 4, "64 bots have said hello"),
    ("first_match_s", bounds.MOST, 5, "300 bots play their first match"),
    ("check_s", bounds.MOST, 5, "a good bot in C is checked"),
    ("submit_s", bounds.MOST, 30, "a bot in C is submitted"),
    ("slow_s", bounds.MOST, 120, "a bot that starts in 5 s is checked"),
)


def copies(count):
    """The words of `count` bots."""
    words = [name if number == 1 else f"{name}#{number}"
             for number in range(1, -(-count // len(STARTED)) + 1) for name in STARTED]
    return words[:count]


class Start:

    def __init__(self, build, work, level):
        self.program, self.work, self.level = os.path.join(build, "bin", "domino-arena"), work, LEVELS[level]
        self.homes = 0
        self.arena("new", "c", "my-c")

    def arena(self, *args):
        """Run a command that must succeed. Returns its seconds."""
        began = time.monotonic()
        run = subprocess.run([self.program, *args], cwd=self.work, stdout=subprocess.DEVNULL)
        if run.returncode != 0:
            sys.exit(f"bench_start: `{' '.join(args)}` failed with status {run.returncode}")
        return time.monotonic() - began

    def new_home(self):
        self.homes += 1
        return ["--home", os.path.join(self.work, f"home-{self.homes}")]

    def until(self, count, event):
        """Start a tournament of `count` bots, and stop it at the first event of this kind. Returns its seconds."""
        path = os.path.join(self.work, "t.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"name": "start", "variants": ["block-2"], "bots": copies(count), "sets": 1}, file)
        began = time.monotonic()
        with subprocess.Popen([self.program, "run", path, "--json", *self.new_home()], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as run:
            while json.loads(run.stdout.readline())["event"] != event:
                pass
            taken = time.monotonic() - began
            run.send_signal(signal.SIGTERM)  # SIGINT may be ignored, as under nohup
            run.stdout.read()
        return taken

    def submit_and_check(self):
        """Returns the seconds of a submission, of a check of the submitted bot, and of a check of its folder."""
        sets = ["--sets", "1", "--asks", "500"] if self.level["options"] else []
        home = self.new_home()
        return (self.arena("submit", "my-c", *sets, *home),
                *(self.arena("check", bot, *self.level["options"], *home) for bot in ("my-c", "./my-c")))

    def slow(self):
        folder = os.path.join(self.work, "slow")
        os.mkdir(folder)
        subprocess.run(["cp", os.path.join(HERE, "bots", "many.py"), SDK, folder], check=True)
        with open(os.path.join(folder, "slow.sh"), "w", encoding="utf-8") as file:
            file.write(f"sleep {self.level['slow_s']}\nexec {PYTHON} many.py choose 1\n")
        with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
            json.dump({"name": "slow", "run": ["sh", "slow.sh"]}, file)
        return self.arena("check", "./slow", *self.level["options"], *self.new_home())

    def measure(self):
        figures, taken = {}, []
        for name, count, event in (("greeted_s", self.level["greeted"], "started"),
                                   ("first_match_s", self.level["playing"], "match")):
            tell(name)
            figures[name] = statistics.median(self.until(count, event) for _ in range(self.level["turns"]))
        for turn in range(self.level["turns"]):
            tell(f"submit and check: {turn + 1}")
            taken.append(self.submit_and_check())
        for name, all_taken in zip(("submit_s", "check_s", "folder_s"), zip(*taken)):
            figures[name] = statistics.median(all_taken)
        tell("slow_s")
        figures["slow_s"] = self.slow()
        return {name: round(seconds, 2) for name, seconds in figures.items()}


def main():
    parser = argparse.ArgumentParser(description="How long until bots play; JSON on standard output.")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-start.") as work:
        os.chmod(work, 0o755)
        result.update(Start(arguments.build, work, arguments.level).measure())
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
