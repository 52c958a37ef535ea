#!/usr/bin/python3
"""What does playing in shards cost? One JSON object on standard output.

    tests/bench/bench_shards.py [--quick|--smoke] [--check] [--build DIR]

Bots that think 10 ms for every choice play one tournament twice: with `run` on all cores, and in 8 shards with one core each, as
many at the same time as there are cores. `shards_s` is from the start of the first shard to the end of the merge, and `loss` is
what it takes more than `run_s`, as a share. Both tournaments have the same hash.
"""
import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import bounds
from bench_arena import Bench, machine, parse, tell

SHARDS = 8
# think_us: processor time of a choice; sets: of block-2, per shard
LEVELS = {"full": {"think_us": 10000, "sets": 22},  # a minute
          "quick": {"think_us": 10000, "sets": 4},
          "smoke": {"think_us": 500, "sets": 1}}
BOUNDS = (("loss", bounds.MOST, 0.05, "time that 8 shards of a minute take more than one run"),)


class Sharded(Bench):

    def __init__(self, build, work, level):
        super().__init__(build, work, level, None)
        think_us = str(LEVELS[level]["think_us"])
        self.add_bot("think", [self.program("tests", "bench", "think")], ["./think", think_us])
        self.file = os.path.join(work, "bench.yaml")
        self.folder = os.path.join(work, "shards")
        with open(self.file, "w", encoding="utf-8") as file:
            json.dump({"name": "bench", "variants": ["block-2"], "bots": ["./think", "./think#2"], "seed": 1,
                       "sets": SHARDS * LEVELS[level]["sets"]}, file)

    def arena(self, *words, **variables):
        """Runs a command; returns how long it took and what it printed."""
        began = time.monotonic()
        done = subprocess.run([self.program("bin", "domino-arena"), *words], check=True, stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, **variables))
        return time.monotonic() - began, done.stdout

    def hash_of(self, *where):
        _, out = self.arena("verify", "bench", "--json", *where)
        return json.loads(out)["hash"]

    def one_run(self):
        tell("one run")
        home = self.new_home()
        seconds, _ = self.arena("run", self.file, "--home", home)
        return seconds, self.hash_of("--home", home)

    def play_shard(self, number):
        seconds, _ = self.arena("shard", "run", self.folder, str(number), SLURM_CPUS_PER_TASK="1")
        tell(f"shard {number}: {seconds:.1f} s")
        return seconds

    def in_shards(self, cores):
        tell(f"{SHARDS} shards, {cores} at the same time")
        self.arena("shard", "plan", self.file, "--of", str(SHARDS), "-o", self.folder, "--home", self.new_home())
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(cores) as pool:
            each = list(pool.map(self.play_shard, range(1, SHARDS + 1)))
        merge_s, _ = self.arena("shard", "merge", self.folder)
        seconds = time.monotonic() - began
        return seconds, each, merge_s, self.hash_of("--db", os.path.join(self.folder, "arena.db"))


def main():
    parser = argparse.ArgumentParser(description="Measure what shards cost; JSON on standard output.")
    bounds.add_option(parser)
    arguments = parse(parser)
    cores = min(SHARDS, len(os.sched_getaffinity(0)))
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-shards.") as work:
        bench = Sharded(arguments.build, work, arguments.level)
        run_s, run_hash = bench.one_run()
        shards_s, each, merge_s, shards_hash = bench.in_shards(cores)
        subprocess.run(["chmod", "-R", "u+w", work], check=True)  # snapshots of bots are read-only
    if run_hash != shards_hash:
        sys.exit(f"bench_shards: hash {shards_hash} in shards, {run_hash} in one run")
    result.update(run_s=round(run_s, 2), shards_s=round(shards_s, 2), shard_s=round(statistics.median(each), 2),
                  merge_s=round(merge_s, 2), loss=round(shards_s / run_s - 1, 4))
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
