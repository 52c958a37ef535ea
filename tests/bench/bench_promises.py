#!/usr/bin/python3
"""How soon the arena does what it promises: one JSON object on standard output, progress on standard
error. README.md says what each figure means.

    tests/bench/bench_promises.py [--quick|--smoke] [--check] [--build DIR]
"""
import argparse
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import bounds
from bench_arena import HERE, PYTHON, machine, parse, percentile, tell
from watched import children

# late, ended: faults of each kind; killed: arenas; verified: matches
LEVELS = {"full": {"late": 400, "ended": 100, "killed": 30, "verified": 20000},
          "quick": {"late": 100, "ended": 30, "killed": 8, "verified": 4000},
          "smoke": {"late": 2, "ended": 2, "killed": 1, "verified": 20}}
MOVE_MS = 50

BOUNDS = (
    ("late_ms.p99", bounds.MOST, 10, "a limit that ended is noticed"),
    ("noticed_ms.max", bounds.MOST, 100, "a bot's end is noticed"),
    ("gone_ms.max", bounds.MOST, 1000, "everything is gone after the arena"),
    ("verify_s", bounds.MOST, 1, "1,000 matches are verified"),
)


def spread_ms(values):
    return {"median": round(percentile(values, 50), 2), "p99": round(percentile(values, 99), 2),
            "max": round(max(values), 2), "of": len(values)}


def tree(pid):
    """Everything below a process; what ends meanwhile is left out."""
    try:
        below = children(pid)
    except OSError:
        return []
    return [pid for child in below for pid in (child, *tree(child))]


def lives(pid):
    """Whoever waits for the dead is not the arena's business."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def check(run):
    if run.returncode != 0:
        sys.exit(f"bench_promises: a tournament failed with status {run.returncode}")


class Promises:

    def __init__(self, build, work, level):
        self.program = os.path.join(build, "bin", "domino-arena")
        self.work, self.level = work, LEVELS[level]
        self.homes = 0
        for mode in ("silent", "ends"):
            folder = os.path.join(work, mode)
            os.mkdir(folder)
            shutil.copy(os.path.join(HERE, "bots", "failing.py"), folder)
            with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
                json.dump({"name": mode, "run": [PYTHON, "failing.py", mode],
                           "transport": "stdio"}, file)

    def begin(self, bots, matches, **keys):
        """A run in a home folder of its own, `self.home`."""
        self.homes += 1
        self.home = os.path.join(self.work, f"home-{self.homes}")
        path = os.path.join(self.work, "t.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(keys, name="promises", variants=["block-2"], bots=bots,
                           sets=max(1, matches // 2)), file)
        return subprocess.Popen([self.program, "run", path, "--home", self.home, "--json"],
                                stdout=subprocess.PIPE, text=True)

    def fail_in(self, bot, matches):
        """When each fault was reported, and what the bot's processes printed, one a line."""
        reported = []
        with self.begin([f"./{bot}", "random"], matches, concurrency=1,
                        faults={"restarts": 1000}, limits={"move_ms": MOVE_MS}) as run:
            for line in run.stdout:
                now = time.monotonic()
                if json.loads(line)["event"] == "fault":
                    reported.append(now)
        check(run)
        with sqlite3.connect(os.path.join(self.home, "arena.db")) as db:
            logs = [log or b"" for log, in db.execute("SELECT log FROM process ORDER BY id")]
        db.close()
        return reported, [float(number) for log in logs
                          for number in re.findall(rb"^(?:late|at) (\S+)$", log, re.M)]

    def late_ms(self):
        tell("late answers")
        return spread_ms(self.fail_in("silent", self.level["late"])[1])

    def noticed_ms(self):
        tell("bots that end")
        reported, ended = self.fail_in("ends", self.level["ended"])
        return spread_ms([1000 * (a - b) for a, b in zip(reported, ended, strict=True)])

    def gone_ms(self):
        """From the kill of an arena to the end of its last process."""
        tell("arenas that are killed")
        taken = []
        for _ in range(self.level["killed"]):
            with self.begin(["random", "greedy"], 1000000) as run:
                while json.loads(run.stdout.readline())["event"] != "match":
                    pass
                living = tree(run.pid)
                began = time.monotonic()
                run.send_signal(signal.SIGKILL)
                while any(lives(pid) for pid in living):
                    time.sleep(0.001)
                taken.append(1000 * (time.monotonic() - began))
        return spread_ms(taken)

    def verify_s(self):
        """Per 1,000 matches."""
        tell("verify")
        with self.begin(["random", "greedy"], self.level["verified"]) as run:
            run.communicate()
        check(run)
        began = time.monotonic()
        subprocess.run([self.program, "verify", "--home", self.home], check=True,
                       stdout=subprocess.DEVNULL)
        return round((time.monotonic() - began) / self.level["verified"] * 1000, 4)


def main():
    parser = argparse.ArgumentParser(description="How soon; JSON on standard output.")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-promises.") as work:
        promises = Promises(arguments.build, work, arguments.level)
        os.chmod(work, 0o755)
        for name in ("late_ms", "noticed_ms", "gone_ms", "verify_s"):
            result[name] = getattr(promises, name)()
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
    result["machine"]["load_after"] = round(os.getloadavg()[0], 2)
    print(json.dumps(result, indent=1))
    if arguments.check:
        bounds.check(result, BOUNDS)


if __name__ == "__main__":
    main()
