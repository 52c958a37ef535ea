#!/usr/bin/python3
"""Does an arena with bots that think keep every core busy, and what does it use itself? One JSON
object on standard output. README.md says what each figure means.

    tests/bench/bench_thinking.py [--quick|--smoke] [--only SECTION,...] [--check] [--build DIR]
                                  [--think US,...] [--seconds S] [--transports NAME,...]

The last three are about `games`: times of thinking, processor time of thinking on each CPU, and zmq or stdio.
"""
import argparse
import collections
import contextlib
import itertools
import json
import os
import sqlite3
import statistics
import subprocess
import tempfile
import time

import bounds
from bench_arena import HERE, LATER, PYTHON, SDK, TRANSPORTS, Bench, machine, parse, tell, words_of
from watched import Watched, children, run_us

GAME_US = (1000, 10000, 100000)
# think_us: processor time of a choice; sets: of block-2, per core; raw_s: of libzmq alone; game_s: processor time of
# thinking per core in each of the games; game_us: of a choice there
LEVELS = {"full": {"think_us": 10000, "sets": 30, "raw_s": 20, "game_s": 30, "game_us": GAME_US},
          "quick": {"think_us": 10000, "sets": 8, "raw_s": 5, "game_s": 6, "game_us": GAME_US},
          "smoke": {"think_us": 2000, "sets": 2, "raw_s": 0.1, "game_s": 0.05, "game_us": GAME_US[:1]}}
SECTIONS = ("cores", "games")
GAMES = ("block-2", "block-3", "block-4")  # with 2, 3 and 4 seats
PROCESSES_MAX = 8  # of a seat, in raw_table
FEW_SETS = 100  # of one round, to learn how many decisions a set has
SHORTER = 5  # the second tournament has this many times fewer sets
SLOWER = 50  # in the third one choices take this many times longer

BOUNDS = tuple(
    (f"games.{cpus}.{game} {language} {transport} {us}.{figure}", keeps, bound, what)
    for cpus, of_ideal in ((1, 0.975), (2, 0.97)) for game in GAMES for language in ("c", "python")
    for transport in TRANSPORTS for us, figure, keeps, bound, what in (
        (1000, "of_raw", bounds.LEAST, 0.95, "bots that think 1 ms, beside libzmq alone"),
        *((us, *row) for us in (10000, 100000) for row in (
            ("of_ideal_later", bounds.LEAST, of_ideal, "bots that think keep all cores busy"),
            ("arena_cpu_share", bounds.MOST, 0.015, "the arena's share where bots think"),
            ("arena_cpu_share_later", bounds.MOST, 0.015, "the same, without the starts of processes")))))
LOOKS_PER_S = 0.5  # readings of the bot's usage by a host
COMMITS = 50


def one_round_of(game):
    """A variant whose matches are short."""
    return {"one-round": {"base": game, "target": 0, "rounds": 1}}


def status(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        lines = dict(line.split(":", 1) for line in file)
    return int(lines["VmRSS"].split()[0]), int(lines["Threads"])


class Seen(Watched):
    """Also keeps the most that the first host and its bot ever took, and what all hosts took
    between two looks: look_us per host and second."""

    first = None  # first reading with the present number of hosts: (time, {host: run_us})
    look_us = 0
    look_most_s = 4  # a reading takes some milliseconds, on two CPUs those of the bots

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


# Of a tournament: processes of each seat of a table, decisions of a match and of a set.
Shape = collections.namedtuple("Shape", ("seats", "processes", "match_asks", "set_decisions"))


class Thinking(Bench):

    watch = Seen

    def __init__(self, build, work, arguments):
        level = LEVELS[arguments.level]
        super().__init__(build, work, arguments.level, None)
        self.think_us = level["think_us"]
        self.sets_per_core = level["sets"]
        self.raw_s = level["raw_s"]
        self.game_s = arguments.seconds or level["game_s"]
        self.game_us = arguments.think or level["game_us"]
        self.transports = arguments.transports
        think = self.program("tests", "bench", "think")
        for name, think_us in (("think", self.think_us), ("slow", self.think_us * SLOWER)):
            self.add_bot(name, [think], ["./think", str(think_us)])
        for transport, us in itertools.product(TRANSPORTS, self.game_us):
            self.add_bot(f"c-think-{transport}-{us}", [think], ["./think", str(us)], transport)
            self.add_bot(f"python-think-{transport}-{us}", [os.path.join(HERE, "bots", "think.py"), SDK],
                         [PYTHON, "think.py", str(us)], transport)
            self.add_bot(f"python-least-{transport}-{us}", [os.path.join(HERE, "bots", "least.py")],
                         [PYTHON, "least.py", str(us)], transport)

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

    def raw_on(self, cpus, think_us, seconds):
        """The rate of libzmq alone: one pair of processes per CPU, one of which asks and one thinks."""
        command = self.echo_command(1, seconds) + [str(think_us)]
        with self.on(cpus):
            pairs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in cpus]
        outputs = [json.loads(pair.communicate()[0]) for pair in pairs]
        return {"of_ideal": round(statistics.mean(o["exchanges_per_s"] for o in outputs)
                                  * think_us / 1e6, 4),
                "asker_us": round(statistics.mean(o["asker_us"] for o in outputs), 1)}

    def bounds_on(self, cpus, shape, language, think_us):
        """What libzmq alone reaches, and what the processes of an arena reach with it: one table per CPU."""
        bot = [os.path.join(HERE, "bots", "bare.py")] if language == "python" else []
        seconds = self.raw_s / 4
        with self.on(cpus):
            table = self.output_of(self.program("tests", "bench", "raw_table"), str(shape.seats), str(len(cpus)),
                                   str(shape.processes), str(shape.match_asks), str(seconds), str(self.sizes["ask"]),
                                   str(self.sizes["act"]), str(think_us), *bot)
        return {"raw": self.raw_on(cpus, think_us, seconds)["of_ideal"], "table": table["of_ideal"],
                "table_core_us": table["core_us"], "table_hosts_us": table["hosts_us"]}

    def figures(self, played, cores, think_us):
        run, thought_s = played.run, played.decisions * think_us / 1e6
        used_us = run.own_us + run.children_us + run.below_us
        return {
            "decisions": played.decisions, "matches": played.matches,
            "seconds": round(played.seconds, 2), "thought_s": round(thought_s, 2),
            "matches_per_hour": round(played.matches / played.seconds * 3600),
            "ideal_per_hour": round(played.matches / thought_s * cores * 3600),
            "of_ideal": round(thought_s / cores / played.seconds, 4),
            "of_ideal_later": round(thought_s / cores / played.seconds * played.later_share, 4),
            "core_us": round(run.own_us / played.decisions, 1),
            "hosts_us": round(run.children_us / played.decisions, 1),
            "arena_cpu_share": round((run.own_us + run.children_us) / used_us, 5),
            "arena_cpu_share_later": run.arena_share_after(LATER)}

    def cores(self, cpus):
        """Long matches, at the time of thinking that model.py needs."""
        figures, alone = {}, None
        for n in (1, 2)[:len(cpus)]:
            on, sets = set(cpus[:n]), self.sets_per_core
            played = self.play_on(on, "think", sets)
            pinned = self.play_on(on, "think", sets, pin_cores=True)
            figures[str(n)] = {"any": self.figures(played, n, self.think_us),
                               "pinned": self.figures(pinned, n, self.think_us),
                               "raw": self.raw_on(on, self.think_us, self.raw_s)}
            alone = alone or played
        return {"cores": figures, **self.costs(alone, cpus[0])}

    def shape_of(self, game, on):
        """The shape of a tournament of this game on these CPUs, from a short one."""
        seats = GAMES.index(game) + 2
        with self.on(on):
            few = self.play("one-round", f"./c-think-zmq-{min(self.game_us)}", FEW_SETS, count=seats,
                            variants=one_round_of(game))
        ((processes,),) = few.ask("SELECT count(*) FROM process")
        self.drop(few)
        of_seat = processes // (seats * len(on))
        return Shape(seats, min(max(1, of_seat), PROCESSES_MAX), max(1, round(few.decisions / few.matches)),
                     few.decisions / FEW_SETS)

    def play_rounds(self, on, game, bot, shape, us):
        """Play so many matches of one round that each CPU thinks for game_s. Return the figures."""
        sets = max(1, round(self.game_s * 1e6 * len(on) / us / shape.set_decisions))
        with self.on(on):
            played = self.play("one-round", f"./{bot}-{us}", sets, count=shape.seats, variants=one_round_of(game),
                               looks=True)
        self.drop(played)
        return self.figures(played, len(on), us)

    def rows(self, on, game, language, shape, us):
        """The figures of this game for each transport, beside the same bounds, which are measured before and after. The
        transports take turns in being first, because the speed of a machine changes."""
        tell(f"thinking: {game} {language} {us} us on {len(on)} of the CPUs")
        before = self.bounds_on(on, shape, language, us)
        rows = {}
        for transport in self.transports if shape.seats % 2 else reversed(self.transports):
            row = rows[transport] = self.play_rounds(on, game, f"{language}-think-{transport}", shape, us)
            if language == "python":
                row["least"] = self.play_rounds(on, game, f"python-least-{transport}", shape, us)["of_ideal_later"]
        after = self.bounds_on(on, shape, language, us)
        bound = {key: round((before[key] + after[key]) / 2, 4) for key in before}
        for row in rows.values():
            row.update(bounds=bound, processes=shape.processes, match_asks=shape.match_asks,
                       of_raw=round(row["of_ideal_later"] / bound["raw"], 4),
                       of_bare_table=round(row["of_ideal_later"] / bound["table"], 4))
            if language == "python":
                row["least_of_raw"] = round(row["least"] / bound["raw"], 4)
        return {f"{game} {language} {transport} {us}": row for transport, row in rows.items()}

    def games(self, cpus):
        """Short matches of several games, languages and times of thinking."""
        figures = {}
        for n in (1, 2)[:len(cpus)]:
            on = set(cpus[:n])
            shapes = {game: self.shape_of(game, on) for game in GAMES}
            of_n = figures[str(n)] = {}
            for game, language, us in itertools.product(GAMES, ("c", "python"), self.game_us):
                of_n.update(self.rows(on, game, language, shapes[game], us))
        return {"games": figures}

    def costs(self, long, cpu):
        """The costs for model.py: the difference between a long and a short tournament, so without start and end;
        and a tournament in which hosts do little more than read the usage of their bots."""
        short = self.play_on({cpu}, "think", max(1, self.sets_per_core // SHORTER))
        slow = self.play_on({cpu}, "slow", 1, variants=one_round_of("block-2"))

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


def number(text):
    """The type of an option that is a positive number."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not allowed; allowed: a positive whole number")
    return int(text)


def numbers(text):
    """The same for a list of them."""
    return list(map(number, text.split(",")))


def main():
    parser = argparse.ArgumentParser(description="Measure an arena whose bots think; JSON on standard output.")
    parser.add_argument("--only", metavar="SECTION,...", type=words_of(SECTIONS), default=SECTIONS,
                        help=f"of {', '.join(SECTIONS)}")
    parser.add_argument("--think", metavar="US,...", type=numbers, help="microseconds that bots think in `games`")
    parser.add_argument("--seconds", metavar="S", type=number, help="processor time of thinking on each CPU in each of the games")
    parser.add_argument("--transports", metavar="NAME,...", type=words_of(TRANSPORTS), default=list(TRANSPORTS),
                        help=f"of {', '.join(TRANSPORTS)}, in `games`")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-arena.") as work:
        bench = Thinking(arguments.build, work, arguments)
        cpus = sorted(os.sched_getaffinity(0))
        for section in arguments.only:
            result.update(getattr(bench, section)(cpus))
        result["faults"] = bench.faults
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
