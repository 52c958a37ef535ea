#!/usr/bin/python3
"""Which limit comes first on a large machine? Computed from measured costs.

    tests/bench/bench_arena.py --only cpu,database > arena.json
    tests/bench/bench_thinking.py > thinking.json
    tests/bench/model.py arena.json thinking.json [--cores 64] [--tables 250] [--memory-gb 256]

README.md lists what is assumed.
"""
import argparse
import json

MOVES_MS = (0.1, 1, 10, 100)
FAST_MS = 1  # bots that answer faster get many tables and asks in bundles (ARCHITECTURE.md)
FAST_TABLES, FAST_QUEUE_MS = 256, 64  # per core and seat, at most, and so that they are so much work
GROUP_MATCHES = 256  # of one commit at most
GROUP_S = 0.2  # ... and the longest wait for it
PROCESSES_BASE, PROCESSES_PER_CORE, FILES_BESIDES = 64, 4, 32  # arena/core/process_pool.c
LOOKS_PER_S = 0.5  # of a host at what its bot uses
SEATS = 2


class Model:
    """A machine with `cores` on which `tables` are played."""

    def __init__(self, arena, thinking, cores, tables):
        self.cores, self.tables = cores, tables
        self.batched = arena["cpu"]["block-2 batch 64"]
        self.alone = thinking["alone"]
        self.process = thinking["process"]
        self.commit_s = thinking["commit_ms"] / 1000
        self.choices = arena["database"]["block-2"]["decisions_per_match"]
        self.match_bytes = arena["database"]["block-2"]["file_bytes_per_match"]

    def tables_at(self, move_ms):
        if move_ms >= FAST_MS:
            return self.tables
        return max(self.tables, self.cores * min(FAST_TABLES * SEATS, FAST_QUEUE_MS / move_ms))

    def processes(self):
        """The number of processes: bots that think have one per seat and table, as far as memory allows."""
        room = PROCESSES_BASE + PROCESSES_PER_CORE * self.cores
        return min(room, SEATS * self.tables)

    def commits_per_s(self, matches_per_s):
        return max(matches_per_s / GROUP_MATCHES, min(1 / GROUP_S, matches_per_s))

    def rates(self, move_ms):
        """The decisions per second that each limit alone allows."""
        cost = self.batched if move_ms < FAST_MS else self.alone
        looks = self.processes() * LOOKS_PER_S * self.process["look_us"] / 1e6
        of_all = move_ms * 1000 + cost["core_us"] + cost["hosts_us"] + cost["bots_us"]
        waits_us = move_ms * 1000 + (0 if move_ms < FAST_MS else self.alone["hop_us"])
        # The core waits for its commits; at its limit they are full, or every 200 ms.
        committing = self.commit_s / GROUP_S
        return {
            "cores": (self.cores - looks) * 1e6 / of_all,
            "core thread": (1 - committing) * 1e6 / cost["core_us"],
            "tables": self.tables_at(move_ms) * 1e6 / waits_us,
            "commits": GROUP_MATCHES / self.commit_s * self.choices}

    def line(self, move_ms):
        rates = self.rates(move_ms)
        first = min(rates, key=rates.get)
        second = min((r for r in rates if r != first), key=rates.get)
        cost = self.batched if move_ms < FAST_MS else self.alone
        matches_per_s = rates[first] / self.choices
        return {"move_ms": move_ms, "decisions_per_s": round(rates[first]),
                "matches_per_hour": round(matches_per_s * 3600), "first": first, "second": second,
                "second_at": round(rates[second] / rates[first], 2),
                "core_thread_busy": round(rates[first] * cost["core_us"] / 1e6, 4),
                "commits_per_s": round(self.commits_per_s(matches_per_s), 1),
                "database_mb_per_hour": round(matches_per_s * 3600 * self.match_bytes / 1e6, 1)}

    def needs(self, memory_gb, files, pids):
        """The amounts needed of each limited resource."""
        n, each = self.processes(), self.process
        return {
            "process places": (SEATS * self.tables,
                               PROCESSES_BASE + PROCESSES_PER_CORE * self.cores),
            "descriptors of the core": (n + FILES_BESIDES, files),
            "pids": (n * (each["host_threads"] + each["bot_threads"]) + 1, pids),
            "memory, MB": (round((each["core_kb"] + n * (each["host_kb"] + each["bot_kb"])) / 1024),
                           memory_gb * 1024)}


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(description="Compute which limit comes first.")
    parser.add_argument("arena", help="output of bench_arena.py, at least --only cpu,database")
    parser.add_argument("thinking", help="output of bench_thinking.py")
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--memory-gb", type=int, default=256)
    parser.add_argument("--files", type=int, default=1024, help="open files of a process")
    parser.add_argument("--pids", type=int, default=32768)
    parser.add_argument("--json", action="store_true")
    a = parser.parse_args()
    try:
        model = Model(read(a.arena), read(a.thinking), a.cores, a.tables)
    except (OSError, KeyError, ValueError) as error:
        parser.error(f"not what the benchmarks print: {error}")
    lines = [model.line(move_ms) for move_ms in MOVES_MS]
    needs = model.needs(a.memory_gb, a.files, a.pids)
    if a.json:
        print(json.dumps({"moves": lines, "needs": needs}, indent=1))
        return
    print(f"{a.cores} cores, {a.tables} tables")
    print(f"{'move':>7} {'decisions/s':>12} {'matches/h':>11}  {'first limit':12} {'then':12}"
          f" {'at':>6} {'core thread':>11} {'commits/s':>9} {'MB/h':>8}")
    for one in lines:
        print(f"{one['move_ms']:4} ms {one['decisions_per_s']:12} {one['matches_per_hour']:11}  "
              f"{one['first']:12} {one['second']:12} {one['second_at']:5}x"
              f" {one['core_thread_busy']:11.2%} {one['commits_per_s']:9}"
              f" {one['database_mb_per_hour']:8}")
    for name, (need, there_is) in needs.items():
        print(f"{name:24} {need:8} of {there_is:8}{'' if need <= there_is else '  TOO FEW'}")


if __name__ == "__main__":
    main()
