#!/usr/bin/python3
"""How fast the arena is, and what it costs: one JSON object on standard output, progress on
standard error. README.md says what each figure means.

    tests/bench/bench_arena.py [--quick|--smoke] [--only SECTION,...] [--check] [--build DIR]
"""
import argparse
import functools
import itertools
import json
import os
import platform
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import bounds
from watched import Watched

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SDK = os.path.join(ROOT, "protocol", "sdk", "python", "domino_arena.py")
PYTHON = "/usr/bin/python3"

# Variants with their bots and a number of sets that gives about equally many decisions.
VARIANTS = {"block-2": (2, 16), "draw-4": (4, 18), "homo-homini-lupus": (4, 11)}
BATCHES = (1, 64)
# Transport -> the name of a bot in C that uses it, before its batch.
TRANSPORTS = {"zmq": "c", "stdio": "line"}
LATER = 1 / 3  # of a tournament: before that, most processes are started
IN_FLIGHT = (1, 16, 64, 256)

# runs: repetitions; work: sets of the table above times this; echo_s: per measurement
LEVELS = {
    "full": {"runs": 3, "work": 400, "echo_s": 2, "python_work": 60},
    "quick": {"runs": 3, "work": 16, "echo_s": 0.5, "python_work": 3},
    "smoke": {"runs": 1, "work": 1, "echo_s": 0.02, "python_work": 0.1},
}


def spread(values, digits=0):
    rounded = [round(f(values), digits or None) for f in (statistics.median, min, max)]
    return dict(zip(("median", "min", "max"), rounded))


def percentile(values, percent):
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def tell(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class Played:
    """A tournament that was played in its own home folder, which still exists."""

    def __init__(self, home, run, finished):
        self.home, self.run = home, run
        self.decisions = finished["decisions"]
        self.matches, self.rounds, first_ms, last_ms = self.ask(
            "SELECT count(*), sum(rounds), min(started_ms), max(started_ms + duration_ms) FROM match")[0]
        self.seconds = max(1, last_ms - first_ms) / 1000  # time from the first deal to the last result
        self.later_share = self._share_within(LATER, 0.95, first_ms, last_ms) if self.matches else 0

    def _share_within(self, begin, end, first_ms, last_ms):
        """The rate of decisions in this part of the tournament against that of the whole. A match counts with the part
        of it that lies in this time, and has as many decisions as its record has bytes."""
        from_ms, to_ms = (first_ms + part * (last_ms - first_ms) for part in (begin, end))
        rows = self.ask("SELECT started_ms, max(1, duration_ms), 1 + length(decisions) FROM match"
                        " JOIN decisions USING (tournament, match)")
        inside = sum(size * max(0, min(start + ms, to_ms) - max(start, from_ms)) / ms for start, ms, size in rows)
        return inside / sum(size for *_, size in rows) * self.seconds * 1000 / max(1, to_ms - from_ms)

    def ask(self, sql):
        db = sqlite3.connect(f"file:{self.home}/arena.db?mode=ro", uri=True)
        try:
            return db.execute(sql).fetchall()
        finally:
            db.close()


class Bench:
    """One method per section. It returns the section's part of the output."""

    watch = Watched

    def __init__(self, build, work, level):
        self.build, self.work = build, work
        self.level = LEVELS[level]
        self.homes = self.faults = 0
        random = os.path.join(build, "share", "domino-arena", "bots", "random", "random")
        for transport, name in TRANSPORTS.items():
            for batch in BATCHES:
                self.add_bot(f"{name}-{batch}", [random], ["./random", "--batch", str(batch)], transport)
        many = [os.path.join(HERE, "bots", "many.py"), SDK]
        self.add_bot("line-many", many, [PYTHON, "many.py", "choose_many", "64"], "stdio")
        self.add_bot("sizes", [os.path.join(HERE, "bots", "sizes.py")], [PYTHON, "sizes.py"])

    # -- bots, tournaments, programs ------------------------------------------------------------

    def add_bot(self, name, files, command, transport="zmq"):
        folder = os.path.join(self.work, name)
        os.mkdir(folder)
        for file in files:
            shutil.copy(file, folder)
        with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
            json.dump({"name": name.replace("_", "-"), "run": command, "transport": transport}, file)

    def program(self, *path):
        return os.path.join(self.build, *path)

    def new_home(self):
        self.homes += 1
        return os.path.join(self.work, f"home-{self.homes}")

    def play(self, variant, bot, sets, count=None, looks=False, **keys):
        """Copies of one bot against each other."""
        count = count or VARIANTS[variant][0]
        home = self.new_home()
        name = keys.setdefault("name", "bench")
        path = os.path.join(self.work, f"{name}.yaml")
        copies = [bot] + [f"{bot}#{n}" for n in range(2, count + 1)]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"variants": [variant], "bots": copies, "sets": sets, **keys}, file)
        events = os.path.join(self.work, "events")
        with open(events, "w", encoding="utf-8") as out:
            run = self.watch([self.program("bin", "domino-arena"), "run", path, "--home", home,
                              "--json"], stdout=out, looks=looks)
        if run.status != 0:
            sys.exit(f"bench_arena: playing {path} failed with status {run.status}")
        with open(events, encoding="utf-8") as file:
            finished = json.loads(file.readlines()[-1])
        self.faults += finished["faults"]
        return Played(home, run, finished)

    def drop(self, played):
        """Snapshots of bots are read-only and must be made writable first."""
        subprocess.run(["chmod", "-R", "u+w", played.home], check=True)
        shutil.rmtree(played.home)

    def sets(self, variant, share=1.0):
        return max(1, round(VARIANTS[variant][1] * self.level["work"] * share))

    def output_of(self, *command):
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

    def echo_command(self, in_flight, seconds):
        return [self.program("tests", "bench", "raw_echo"), str(in_flight), str(seconds),
                str(self.sizes["ask"]), str(self.sizes["act"])]

    def echo_once(self, in_flight):
        return self.output_of(*self.echo_command(in_flight, self.level["echo_s"]))

    @functools.cached_property
    def sizes(self):
        """Mean bytes of each kind of message of a bot in block-2."""
        played = self.play("block-2", "./sizes", 5)
        logs = [json.loads(log) for (log,) in played.ask("SELECT log FROM process")]
        self.drop(played)
        log = next(log for log in logs if "act" in log)
        return {kind: round(log[kind]) for kind in sorted(log)}

    # -- sections -------------------------------------------------------------------------------

    def messages(self):
        return self.sizes

    def echo(self):
        figures = {}
        for in_flight in IN_FLIGHT:
            runs = [self.echo_once(in_flight) for _ in range(self.level["runs"])]
            tell(f"echo: {in_flight} in flight")
            figures[str(in_flight)] = {
                "exchanges_per_s": spread([r["exchanges_per_s"] for r in runs]),
                "messages_per_s": spread([2 * r["exchanges_per_s"] for r in runs]),
                "median_us": spread([r["median_us"] for r in runs], 1),
                "p99_us": spread([r["p99_us"] for r in runs], 1),
                "cpu_us": spread([r["cpu_us"] for r in runs], 2)}
        return figures

    def rates(self):
        """Echo and tournaments take turns, so that other load on the machine affects both."""
        echo, runs = [], {}
        for turn in range(self.level["runs"]):
            echo.append(self.echo_once(256)["exchanges_per_s"])
            for variant in VARIANTS:
                for batch in BATCHES:
                    tell(f"rates: {turn + 1} of {self.level['runs']}, {variant}, batch {batch}")
                    played = self.play(variant, f"./c-{batch}", self.sets(variant))
                    self.drop(played)
                    runs.setdefault(f"{variant} batch {batch}", []).append(played)
        figures = {"echo_256_exchanges_per_s": spread(echo)}
        for name, all_played in runs.items():
            decisions = [p.decisions / p.seconds for p in all_played]
            figures[name] = {
                "decisions_per_s": spread(decisions),
                "rounds_per_s": spread([p.rounds / p.seconds for p in all_played]),
                "matches_per_s": spread([p.matches / p.seconds for p in all_played], 1),
                "of_raw_echo": spread([d / e for d, e in zip(decisions, echo)], 3),
                "seconds": spread([p.seconds for p in all_played], 2)}
        return figures

    def stdio(self):
        """The same bot over both transports, taking turns; and a bot in Python over stdio."""
        ratios, python = {}, []
        sets = max(1, round(VARIANTS["block-2"][1] * self.level["python_work"]))
        for turn in range(self.level["runs"]):
            for variant, batch in itertools.product(VARIANTS, BATCHES):
                tell(f"stdio: {turn + 1} of {self.level['runs']}, {variant}, batch {batch}")
                rate = {}
                for transport, name in TRANSPORTS.items():
                    played = self.play(variant, f"./{name}-{batch}", self.sets(variant, 0.5))
                    rate[transport] = played.decisions / played.seconds
                    self.drop(played)
                ratios.setdefault(f"{variant} batch {batch}", []).append(rate)
            played = self.play("block-2", "./line-many", sets)
            python.append(played.decisions / played.seconds)
            self.drop(played)
        figures = {name: {"decisions_per_s": spread([rate["stdio"] for rate in all_rates]),
                          "of_zmq": spread([rate["stdio"] / rate["zmq"] for rate in all_rates], 3)}
                   for name, all_rates in ratios.items()}
        figures["python choose_many batch 64"] = {"decisions_per_s": spread(python)}
        return figures

    def cpu(self):
        """Measured separately from the rates, because reading the usage of processes takes time too."""
        figures = {}
        for variant, batch, transport in itertools.product(VARIANTS, BATCHES, TRANSPORTS):
            name = f"{variant} batch {batch}" + ("" if transport == "zmq" else f" {transport}")
            tell(f"cpu: {name}")
            echo_us = self.echo_once(256)["cpu_us"]
            played = self.play(variant, f"./{TRANSPORTS[transport]}-{batch}", self.sets(variant), looks=True)
            run, n = played.run, played.decisions
            self.drop(played)
            parts = {"core_us": run.own_us, "hosts_us": run.children_us, "bots_us": run.below_us}
            total = sum(parts.values())
            figures[name] = {
                **{part: round(us / n, 2) for part, us in parts.items()},
                "total_us": round(total / n, 2),
                "of_raw_echo": round(echo_us * n / total, 3),
                "cores_busy": round(total / 1e6 / run.wall_s, 2)}
        return figures


SECTIONS = ("messages", "echo", "rates", "stdio", "cpu")

BOUNDS = (*((f"stdio.{variant} batch {batch}.of_zmq.median", bounds.LEAST, 0.35, "stdio beside zmq, for the same bot in C")
            for variant, batch in itertools.product(VARIANTS, BATCHES)),
          ("stdio.python choose_many batch 64.decisions_per_s.median", bounds.LEAST, 100000, "a bot in Python over stdio"))


def machine(build):
    version = subprocess.run([os.path.join(build, "bin", "domino-arena"), "--version"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout.strip()
    return {"arena": version, "cpus": len(os.sched_getaffinity(0)), "kernel": platform.release(),
            "load_before": round(os.getloadavg()[0], 2)}


def words_of(allowed):
    """The type of an option that is a list of these words."""
    def split(text):
        words = text.split(",")
        for word in words:
            if word not in allowed:
                raise argparse.ArgumentTypeError(f"'{word}' is not allowed; allowed: {', '.join(allowed)}")
        return words
    return split


def parse(parser):
    """Parse the arguments that all benchmarks of the arena share, and those of `parser`."""
    level = parser.add_mutually_exclusive_group()
    level.add_argument("--quick", action="store_const", dest="level", const="quick",
                       help="about two minutes")
    level.add_argument("--smoke", action="store_const", dest="level", const="smoke",
                       help="a few seconds; the figures mean nothing")
    parser.add_argument("--build", default=os.environ.get("DOM_BUILD")
                        or os.path.join(ROOT, "build", "release"),
                        help="build folder (default: $DOM_BUILD, else build/release)")
    parser.set_defaults(level="full")
    arguments = parser.parse_args()
    if not os.path.exists(os.path.join(arguments.build, "tests", "bench", "raw_echo")):
        parser.error(f"--build: {arguments.build} holds no build; cmake --build it first")
    arguments.build = os.path.abspath(arguments.build)
    return arguments


def read_arguments():
    parser = argparse.ArgumentParser(description="Measure the arena; JSON on standard output.")
    parser.add_argument("--only", metavar="SECTION,...", type=words_of(SECTIONS), default=SECTIONS,
                        help=f"of {', '.join(SECTIONS)}")
    bounds.add_option(parser)
    return parse(parser)


def main():
    arguments = read_arguments()
    build = arguments.build
    result = {"level": arguments.level, "machine": machine(build)}
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bench-arena.") as work:
        bench = Bench(build, work, arguments.level)
        for section in arguments.only:
            result[section] = getattr(bench, section)()
        result["faults"] = bench.faults
    result["seconds"] = round(time.monotonic() - start)
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
