#!/usr/bin/python3
"""What do a decision, a match and a byte cost, and do these costs hold for a large tournament? JSON on standard output.

    tests/bench/bench_scale.py [--quick|--smoke] [--check] [--build DIR]

Ten bots that do not think play a round robin in each of 20 variants: in two small sizes, three times each, and in one with
1,000,000 matches in all. Each is planned in shards, played, merged and listed. From the medians of the two small sizes follow,
for each variant, what a match costs and what is there once (starting bots, opening files). `predicted` is what the large size
should cost by that, and `measured` what it did.
Processor time of all processes counts. The machine must be idle: bots that wait for a processor seem slow, and the core
asks slow bots one at a time, which costs more.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

import bounds
from bench_arena import machine, parse, tell

BOTS = [name + copy for name in ("random", "greedy") for copy in ("", "#2", "#3", "#4", "#5")]  # both are written in C
# Variant -> matches of one set of every table of ten bots: tables times rotations.
PAIRS, THREES, FOURS, SIXES = 45 * 2, 120 * 3, 210 * 4, 210 * 6
VARIANTS = {"block-2": PAIRS, "block-high-tile-2": PAIRS, "block-redraw-2": PAIRS, "block-british-2": PAIRS,
            "block-3": THREES, "block-4": FOURS, "block-austrian-4": FOURS, "block-6": SIXES,
            "draw-2": PAIRS, "draw-dutch-2": PAIRS, "draw-puerto-rico-2": PAIRS, "draw-ukraine-2": PAIRS,
            "draw-forced-2": PAIRS, "draw-3": THREES, "draw-vietnam-3": THREES, "draw-4": FOURS,
            "block-teams": PAIRS, "boneyard-doubles": THREES, "homo-homini-lupus": FOURS, "brettspielnetz": PAIRS}
SHARDS = 2
TIMES = 3  # small sizes: a single run of seconds may be off by a tenth
# Matches of a variant (two small sizes and the large one), and the variants.
LEVELS = {"full": ((5000, 10000, 50000), list(VARIANTS)), "quick": ((1000, 2000, 5000), list(VARIANTS)[:9:2]),
          "smoke": ((90, 180, 360), ["block-2"])}
COSTS = ("play_s", "merge_s", "list_s", "bytes")
BOUNDS = tuple((f"error.{cost}", bounds.MOST, 0.1, "how far a prediction from 1/5 of the size is off") for cost in COSTS)


class Scale:

    def __init__(self, build, work):
        self.program, self.work = os.path.join(build, "bin", "domino-arena"), work
        self.folders = 0

    def cost_of(self, *words):
        """Processor seconds of a command and all that it starts, and what it printed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.program, *words], check=False, stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, SLURM_CPUS_PER_TASK=str(os.cpu_count())))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"bench_scale: {' '.join(words)}: status {done.returncode}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout

    def write(self, variant, matches):
        """The file of a tournament of about so many matches."""
        file = os.path.join(self.work, "scale.yaml")
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"name": "scale", "variants": [variant], "bots": BOTS, "seed": 1,
                       "sets": max(1, round(matches / VARIANTS[variant]))}, out)
        return file

    def decisions_per_match(self, variant, matches):
        self.folders += 1
        home = os.path.join(self.work, f"home-{self.folders}")
        _, events = self.cost_of("run", self.write(variant, matches), "--json", "--home", home)
        finished = json.loads(events.splitlines()[-1])
        return finished["decisions"] / finished["done"]

    def play(self, variant, matches):
        """Costs of a tournament of about so many matches."""
        self.folders += 1
        folder, file = os.path.join(self.work, f"shards-{self.folders}"), self.write(variant, matches)
        self.cost_of("shard", "plan", file, "--of", str(SHARDS), "-o", folder, "--home", os.path.join(self.work, "home"))
        play_s = sum(self.cost_of("shard", "run", folder, str(shard))[0] for shard in range(1, SHARDS + 1))
        merge_s, merged = self.cost_of("shard", "merge", folder, "--json")
        database = os.path.join(folder, "arena.db")
        size = os.path.getsize(database)
        list_s, _ = self.cost_of("leaderboard", "--variant", variant, "--db", database)
        costs = {"matches": json.loads(merged)["matches"], "play_s": play_s, "merge_s": merge_s, "list_s": list_s,
                 "bytes": size}
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)  # snapshots of bots are read-only
        subprocess.run(["rm", "-rf", folder], check=True)
        return costs


def medians(scale, variant, matches):
    runs = [scale.play(variant, matches) for _ in range(TIMES)]
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def line_through(small, larger, cost):
    """What a match costs, and what is there once."""
    slope = (larger[cost] - small[cost]) / (larger["matches"] - small["matches"])
    return slope, small[cost] - slope * small["matches"]


def measure(scale, variant, sizes):
    small, larger = (medians(scale, variant, matches) for matches in sizes[:2])
    large = scale.play(variant, sizes[2])
    decisions = scale.decisions_per_match(variant, sizes[0])
    row = {"matches": large["matches"], "decisions_per_match": round(decisions, 1),
           "us_per_decision": round(1e6 * large["play_s"] / large["matches"] / decisions, 2),
           "bytes_per_match": round(large["bytes"] / large["matches"])}
    for cost in COSTS:
        each, once = line_through(small, larger, cost)
        row[cost] = {"predicted": once + each * large["matches"], "measured": large[cost]}
    tell(f"{variant}: {row['us_per_decision']} us a decision, {row['decisions_per_match']} a match")
    return row


def main():
    parser = argparse.ArgumentParser(description="Measure what large tournaments cost; JSON on standard output.")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-scale.") as work:
        scale = Scale(arguments.build, work)
        sizes, variants = LEVELS[arguments.level]
        result["variants"] = {variant: measure(scale, variant, sizes) for variant in variants}
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
    rows = result["variants"].values()
    result["matches"] = sum(row["matches"] for row in rows)
    for cost in COSTS:
        total = {key: sum(row[cost][key] for row in rows) for key in ("predicted", "measured")}
        result[cost] = {key: round(value, 1) for key, value in total.items()}
        result.setdefault("error", {})[cost] = round(abs(total["measured"] / total["predicted"] - 1), 3)
        for row in rows:
            row[cost] = {key: round(value, 2) for key, value in row[cost].items()}
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
