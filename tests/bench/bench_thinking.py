#!/usr/bin/python3
"""Does an arena with bots that think keep every core busy, and what does it use itself? One JSON
object on standard output. README.md says what each figure means.

    tests/bench/bench_thinking.py [--quick|--smoke] [--build DIR]
"""
import argparse
import contextlib
import json
import os
import sqlite3
import statistics
import subprocess
import tempfile
import time

from bench_arena import Bench, machine, parse, tell
from watched import Watched, children

# think_us: processor time of a choice; sets: of block-2, per core; raw_s: of libzmq alone
LEVELS = {"full": {"think_us": 10000, "sets": 30, "raw_s": 20},
          "quick": {"think_us": 10000, "sets": 8, "raw_s": 5},
          "smoke": {"think_us": 2000, "sets": 2, "raw_s": 0.1}}
SHORTER = 5  # the second tournament has this many times fewer sets
SLOWER = 50  # in the third one choices take this many times longer
ONE_ROUND = {"one-round": {"base": "block-2", "target": 0, "rounds": 1}}
LOOKS_PER_S = 1  # readings of the bot's usage by a host
COMMITS = 50


def status(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        lines = dict(line.split(":", 1) for line in file)
    return int(lines["VmRSS"].split()[0]), int(lines["Threads"])


def run_us(pid):
    """Processor time of all threads so far, in microseconds."""
    total_ns = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="utf-8") as file:
            total_ns += int(file.read().split()[0])
    return total_ns / 1000


class Seen(Watched):
    """Also keeps the most that the first host and its bot ever took, and what all hosts took
    between two looks: look_us per host and second."""

    first = None  # first reading with the present number of hosts: (time, {host: run_us})
    look_us = 0
    look_most_s = 1  # on the CPUs of the bots: a reading takes some milliseconds

    def __init__(self, *arguments, **options):
        self.process = dict.fromkeys(("host_kb", "host_threads", "bot_kb", "bot_threads"), 0)
        super().__init__(*arguments, **options)

    def _look(self, pid):
        super()._look(pid)
        try:
            hosts = children(pid)
            self._look_at_all(hosts)
            host = hosts[0]
            bot = children(host)[0]
            for name, seen in zip(self.process, (*status(host), *status(bot))):
                self.process[name] = max(self.process[name], seen)
        except (OSError, IndexError, KeyError):
            pass  # not started yet, or already ended

    def _look_at_all(self, hosts):
        now, used = time.monotonic(), {host: run_us(host) for host in hosts}
        if self.first is None or self.first[1].keys() != used.keys():
            self.first = now, used
        elif used:
            more_us = sum(used.values()) - sum(self.first[1].values())
            self.look_us = more_us / len(used) / (now - self.first[0])


class Thinking(Bench):

    watch = Seen

    def __init__(self, build, work, level):
        super().__init__(build, work, level, None)
        self.think_us = LEVELS[level]["think_us"]
        self.sets_per_core = LEVELS[level]["sets"]
        self.raw_s = LEVELS[level]["raw_s"]
        for name, think_us in (("think", self.think_us), ("slow", self.think_us * SLOWER)):
            self.add_bot(name, [self.program("tests", "bench", "think")],
                         ["./think", str(think_us)])

    @contextlib.contextmanager
    def on(self, cpus):
        """Processes that start in this block run on these CPUs only."""
        all_cpus = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cpus)
        try:
            yield
        finally:
            os.sched_setaffinity(0, all_cpus)

    def play_on(self, cpus, bot, sets, **keys):
        tell(f"thinking: {bot} on {len(cpus)} of the CPUs {keys or ''}")
        with self.on(cpus):
            played = self.play("block-2", f"./{bot}", sets * len(cpus), looks=True, **keys)
        self.drop(played)
        return played

    def raw_on(self, cpus):
        """The rate of libzmq alone: one pair of processes per CPU, one of which asks and one thinks."""
        tell(f"thinking: libzmq alone on {len(cpus)} of the CPUs")
        command = self.echo_command(1, self.raw_s) + [str(self.think_us)]
        with self.on(cpus):
            pairs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in cpus]
        outputs = [json.loads(pair.communicate()[0]) for pair in pairs]
        return {"of_ideal": round(statistics.mean(o["exchanges_per_s"] for o in outputs)
                                  * self.think_us / 1e6, 4),
                "asker_us": round(statistics.mean(o["asker_us"] for o in outputs), 1)}

    def figures(self, played, cores):
        run, thought_s = played.run, played.decisions * self.think_us / 1e6
        used_us = run.own_us + run.children_us + run.below_us
        return {
            "decisions": played.decisions, "matches": played.matches,
            "seconds": round(played.seconds, 2), "thought_s": round(thought_s, 2),
            "matches_per_hour": round(played.matches / played.seconds * 3600),
            "ideal_per_hour": round(played.matches / thought_s * cores * 3600),
            "of_ideal": round(thought_s / cores / played.seconds, 4),
            "core_us": round(run.own_us / played.decisions, 1),
            "hosts_us": round(run.children_us / played.decisions, 1),
            "arena_cpu_share": round((run.own_us + run.children_us) / used_us, 5)}

    def costs(self, long, cpu):
        """The costs for model.py: the difference between a long and a short tournament, so without start and end;
        and a tournament in which hosts do little more than read the usage of their bots."""
        short = self.play_on({cpu}, "think", max(1, self.sets_per_core // SHORTER))
        slow = self.play_on({cpu}, "slow", 1, variants=ONE_ROUND)

        def more_us(of):
            return max(0, (of(long) - of(short)) / (long.decisions - short.decisions))

        return {
            "alone": {"core_us": round(more_us(lambda p: p.run.own_us), 1),
                      "hosts_us": round(more_us(lambda p: p.run.children_us), 1),
                      "bots_us": round(max(0, more_us(lambda p: p.run.below_us) - self.think_us), 1),
                      "hop_us": round(max(0, more_us(lambda p: p.seconds * 1e6) - self.think_us), 1)},
            "process": {**long.run.process, "core_kb": long.run.peak_kb,
                        "look_us": round(slow.run.look_us / LOOKS_PER_S, 1)},
            "commit_ms": round(self.commit_ms(), 2)}

    def commit_ms(self):
        """The median time of a synchronous commit on the disk of the tournaments."""
        db = sqlite3.connect(os.path.join(self.work, "commits.db"), isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE t (x BLOB)")
        took = []
        for _ in range(COMMITS):
            start = time.monotonic()
            db.execute("INSERT INTO t VALUES (zeroblob(1000))")
            took.append(1000 * (time.monotonic() - start))
        db.close()
        return statistics.median(took)


def main():
    arguments = parse(argparse.ArgumentParser(
        description="Measure an arena whose bots think; JSON on standard output."))
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-arena.") as work:
        bench = Thinking(arguments.build, work, arguments.level)
        cpus = sorted(os.sched_getaffinity(0))
        result["cores"] = {}
        for n in (1, 2)[:len(cpus)]:
            on, sets = set(cpus[:n]), bench.sets_per_core
            played = bench.play_on(on, "think", sets)
            pinned = bench.play_on(on, "think", sets, pin_cores=True)
            result["cores"][str(n)] = {"any": bench.figures(played, n),
                                       "pinned": bench.figures(pinned, n),
                                       "raw": bench.raw_on(on)}
            if n == 1:
                alone = played
        result.update(bench.costs(alone, cpus[0]))
        result["faults"] = bench.faults
    result["machine"]["load_after"] = round(os.getloadavg()[0], 2)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
