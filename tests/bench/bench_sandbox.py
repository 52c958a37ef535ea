#!/usr/bin/python3
"""The cost of the sandbox, and of bots that flood the arena for an honest bot: one JSON object on
standard output, progress on standard error. README.md says what each figure means.

    tests/bench/bench_sandbox.py [--quick|--smoke] [--check] [--build DIR]
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time

import bounds
from bench_arena import PYTHON, ROOT, machine, parse, percentile, spread, tell

SANDBOXES = ("none", "limits", "bwrap")
HOSTILE = os.path.join(ROOT, "tests", "hostile", "hostile.py")
FLOODERS = 8

# spawns: programs started per sandbox; turns: repetitions; sets: size of the tournament whose rate is
# measured; flooded_sets: size of the tournament whose latencies are measured
LEVELS = {
    "full": {"spawns": 200, "turns": 5, "sets": 1500, "flooded_sets": 60},
    "quick": {"spawns": 50, "turns": 3, "sets": 400, "flooded_sets": 20},
    "smoke": {"spawns": 2, "turns": 1, "sets": 2, "flooded_sets": 1},
}

BOUNDS = (
    ("spawn_ms.bwrap.over_none", bounds.MOST, 20, "what bwrap adds to a start"),
    ("rates.bwrap.of_none", bounds.LEAST, 0.95, "the rate of honest bots at bwrap"),
    ("neighbours.p99_of_quiet", bounds.MOST, 2, "honest answers beside bots that flood"),
)


class Sandbox:

    def __init__(self, build, work, level):
        self.build, self.work = build, work
        self.level = LEVELS[level]
        self.homes = 0
        shutil.copy(HOSTILE, work)

    def host(self, *arguments):
        return subprocess.run([os.path.join(self.build, "libexec", "domino-arena", "domino-host"), *arguments],
                              stdout=subprocess.PIPE, text=True, check=False)

    def works(self, sandbox):
        done = self.host("--try", sandbox)
        if done.returncode:
            tell(f"left out: sandbox {sandbox}: {done.stdout.strip()}")
        return done.returncode == 0

    # -- starting ---------------------------------------------------------------------------------

    def spawn_ms(self, sandboxes):
        """Time from the start of a host to the end of a shell that it started in the sandbox."""
        tell("starts")
        taken = {sandbox: [] for sandbox in sandboxes}
        for _ in range(self.level["spawns"]):
            for sandbox, times in taken.items():
                start = time.perf_counter()
                self.host("--try", sandbox)
                times.append((time.perf_counter() - start) * 1000)
        nothing = statistics.median(taken["none"])
        return {sandbox: spread(times, 2) | {"over_none": round(statistics.median(times) - nothing, 2)}
                for sandbox, times in taken.items()}

    # -- playing ----------------------------------------------------------------------------------

    def play(self, sandbox, sets, bots, *keys):
        self.homes += 1
        home = os.path.join(self.work, f"home-{self.homes}")
        path = os.path.join(self.work, "t.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([f"name: t\nvariants: [block-2]\nsets: {sets}\nsandbox: {sandbox}",
                                  "limits: {move_ms: 60000, startup_ms: 60000}", *keys, "bots:", *bots, ""]))
        command = [os.path.join(self.build, "bin", "domino-arena")]
        done = subprocess.run([*command, "run", path, "--home", home, "--json"], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        finished = json.loads(done.stdout.splitlines()[-1])
        records = subprocess.run([*command, "export", "--home", home], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout.splitlines()
        return finished, records

    def rates(self, sandboxes):
        """Decisions per second of two C bots; the sandboxes take turns."""
        rates = {sandbox: [] for sandbox in sandboxes}
        for turn in range(self.level["turns"]):
            for sandbox, values in rates.items():
                tell(f"rate at {sandbox}, turn {turn + 1}")
                finished, _ = self.play(sandbox, self.level["sets"], ["  - greedy", "  - random"])
                values.append(1000 * finished["decisions"] / max(1, finished["elapsed_ms"]))
        return {sandbox: spread(values) | {"of_none": round(statistics.median(
            [a / b for a, b in zip(values, rates["none"])]), 3)} for sandbox, values in rates.items()}

    def latencies(self, sandbox, mode):
        """The stored times of honest bots in matches against each other, while eight other bots play in the same
        tournament."""
        tell(f"latency beside {FLOODERS} bots: {mode}")
        others = [f"  - {{name: b{i}, run: [{PYTHON}, hostile.py, {mode}], transport: zmq}}"
                  for i in range(FLOODERS)]
        finished, records = self.play(sandbox, self.level["flooded_sets"],
                                      ["  - greedy", "  - random", *others],
                                      "schedule: gauntlet", "concurrency: 4")
        times = []
        for match in map(json.loads, records):
            if [b["name"] for b in match["bots"]] in (["greedy", "random"], ["random", "greedy"]):
                times += [event[-1]["us"] for round_ in match["rounds"] for event in round_["events"]
                          if isinstance(event[-1], dict) and "us" in event[-1]]
        return {"choices": len(times), "median_us": statistics.median(times),
                "p99_us": percentile(times, 99), "faults": finished["faults"]}

    def neighbours(self, sandbox):
        """Quiet and flooding neighbours take turns; the bound applies to the median of the turns."""
        runs = {"quiet": [], "flooded": []}
        for _ in range(self.level["turns"]):
            runs["quiet"].append(self.latencies(sandbox, "act"))
            runs["flooded"].append(self.latencies(sandbox, "flood-messages"))
        ratios = [flooded["p99_us"] / max(1, quiet["p99_us"])
                  for quiet, flooded in zip(runs["quiet"], runs["flooded"])]
        of = lambda name, measure: [run[measure] for run in runs[name]]
        sums = {name: {measure: sum(of(name, measure)) for measure in ("choices", "faults")}
                | {measure: spread(of(name, measure)) for measure in ("median_us", "p99_us")} for name in runs}
        return {"sandbox": sandbox, **sums, "p99_of_quiet": round(statistics.median(ratios), 2)}


def main():
    parser = argparse.ArgumentParser(
        description="Measure what the sandbox costs; JSON on standard output.")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bench-sandbox.") as work:
        os.chmod(work, 0o755)
        bench = Sandbox(arguments.build, work, arguments.level)
        sandboxes = [sandbox for sandbox in SANDBOXES if bench.works(sandbox)]
        result["spawn_ms"] = bench.spawn_ms(sandboxes)
        result["rates"] = bench.rates(sandboxes)
        result["neighbours"] = bench.neighbours(sandboxes[-1])
    result["seconds"] = round(time.monotonic() - start)
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
