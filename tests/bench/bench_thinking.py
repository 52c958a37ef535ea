#!/usr/bin/python3
"""Does an arena with bots that think keep every core busy, and what does it use itself? One JSON
object on standard output. README.md says what each figure means.

    tests/bench/bench_thinking.py [--quick|--smoke] [--build DIR]
"""
import argparse
import json
import os
import tempfile

from bench_arena import Bench, machine, parse, tell

# think_us: processor time of a choice; sets: of block-2, per core
LEVELS = {"full": {"think_us": 10000, "sets": 30},
          "quick": {"think_us": 10000, "sets": 8},
          "smoke": {"think_us": 2000, "sets": 1}}


class Thinking(Bench):

    def __init__(self, build, work, level):
        super().__init__(build, work, level, None)
        self.think_us = LEVELS[level]["think_us"]
        self.sets_per_core = LEVELS[level]["sets"]
        self.add_bot("think", [self.program("tests", "bench", "think")],
                     ["./think", str(self.think_us)])

    def on(self, cpus):
        """The whole arena on these CPUs alone."""
        cores = len(cpus)
        tell(f"thinking: {cores} of the cores")
        all_cpus = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cpus)
        played = self.play("block-2", "./think", self.sets_per_core * cores, looks=True)
        os.sched_setaffinity(0, all_cpus)
        run, thought_s = played.run, played.decisions * self.think_us / 1e6
        used_us = run.own_us + run.children_us + run.below_us
        self.drop(played)
        return {
            "decisions": played.decisions, "matches": played.matches,
            "seconds": round(played.seconds, 2), "thought_s": round(thought_s, 2),
            "matches_per_hour": round(played.matches / played.seconds * 3600),
            "ideal_per_hour": round(played.matches / thought_s * cores * 3600),
            "of_ideal": round(thought_s / cores / played.seconds, 4),
            "core_us": round(run.own_us / played.decisions, 1),
            "hosts_us": round(run.children_us / played.decisions, 1),
            "arena_cpu_share": round((run.own_us + run.children_us) / used_us, 5)}


def main():
    arguments = parse(argparse.ArgumentParser(
        description="Measure an arena whose bots think; JSON on standard output."))
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-arena.") as work:
        bench = Thinking(arguments.build, work, arguments.level)
        cpus = sorted(os.sched_getaffinity(0))
        result["cores"] = {str(n): bench.on(set(cpus[:n])) for n in (1, 2) if n <= len(cpus)}
        result["faults"] = bench.faults
    result["machine"]["load_after"] = round(os.getloadavg()[0], 2)
    print(json.dumps(result, indent=1))


main()
