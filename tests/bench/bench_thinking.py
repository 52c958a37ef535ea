#!/usr/bin/python3
"""Does an arena with bots that think keep every core busy, and what does it use itself? One JSON
object on standard output. README.md says what each figure means.

    tests/bench/bench_thinking.py [--quick|--smoke] [--check] [--build DIR]
                                  [--think US,...] [--seconds S] [--transports NAME,...]

The last three are times of thinking, processor time of thinking on each CPU, and zmq or stdio.
"""
import argparse
import contextlib
import itertools
import json
import os
import statistics
import subprocess
import tempfile

import bounds
from bench_arena import HERE, LATER, PYTHON, SDK, TRANSPORTS, Bench, machine, parse, tell, words_of
from watched import Watched

GAME_US = (1000, 10000, 100000)
# raw_s: of libzmq alone; game_s: processor time of thinking per core in each of the games; game_us: of a choice there
LEVELS = {"full": {"raw_s": 5, "game_s": 30, "game_us": GAME_US},
          "quick": {"raw_s": 1.25, "game_s": 6, "game_us": GAME_US},
          "smoke": {"raw_s": 0.025, "game_s": 0.05, "game_us": GAME_US[:1]}}
GAMES = ("block-2", "block-3", "block-4")  # with 2, 3 and 4 seats
FEW_SETS = 100  # of one round, to learn how many decisions a set has

BOUNDS = tuple(
    (f"games.{cpus}.{game} {language} {transport} {us}.{figure}", keeps, bound, what)
    for cpus, of_ideal in ((1, 0.975), (2, 0.97)) for game in GAMES for language in ("c", "python")
    for transport in TRANSPORTS for us, figure, keeps, bound, what in (
        (1000, "of_raw", bounds.LEAST, 0.95, "bots that think 1 ms, beside libzmq alone"),
        *((us, *row) for us in (10000, 100000) for row in (
            ("of_ideal_later", bounds.LEAST, of_ideal, "bots that think keep all cores busy"),
            ("arena_cpu_share", bounds.MOST, 0.015, "the arena's share where bots think"),
            ("arena_cpu_share_later", bounds.MOST, 0.015, "the same, without the starts of processes")))))


def one_round_of(game):
    """A variant whose matches are short."""
    return {"one-round": {"base": game, "target": 0, "rounds": 1}}


class Seldom(Watched):
    look_most_s = 4  # a reading takes some milliseconds, on two CPUs those of the bots


class Thinking(Bench):

    watch = Seldom

    def __init__(self, build, work, arguments):
        level = LEVELS[arguments.level]
        super().__init__(build, work, arguments.level)
        self.raw_s = level["raw_s"]
        self.game_s = arguments.seconds or level["game_s"]
        self.game_us = arguments.think or level["game_us"]
        self.transports = arguments.transports
        think = self.program("tests", "bench", "think")
        for transport, us in itertools.product(TRANSPORTS, self.game_us):
            self.add_bot(f"c-think-{transport}-{us}", [think], ["./think", str(us)], transport)
            self.add_bot(f"python-think-{transport}-{us}", [os.path.join(HERE, "bots", "think.py"), SDK],
                         [PYTHON, "think.py", str(us)], transport)

    @contextlib.contextmanager
    def on(self, cpus):
        """Processes that start in this block run on these CPUs only."""
        all_cpus = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cpus)
        try:
            yield
        finally:
            os.sched_setaffinity(0, all_cpus)

    def raw_on(self, cpus, think_us):
        """What libzmq alone reaches of the ideal: one pair of processes per CPU, one of which asks and one thinks."""
        command = self.echo_command(1, self.raw_s) + [str(think_us)]
        with self.on(cpus):
            pairs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in cpus]
        outputs = [json.loads(pair.communicate()[0]) for pair in pairs]
        return statistics.mean(output["exchanges_per_s"] for output in outputs) * think_us / 1e6

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

    def set_decisions(self, game, on):
        """How many decisions a set of this game has on these CPUs, from a short tournament."""
        with self.on(on):
            few = self.play("one-round", f"./c-think-zmq-{min(self.game_us)}", FEW_SETS, count=GAMES.index(game) + 2,
                            variants=one_round_of(game))
        self.drop(few)
        return few.decisions / FEW_SETS

    def play_rounds(self, on, game, bot, decisions, us):
        """Play so many matches of one round that each CPU thinks for game_s. Return the figures."""
        sets = max(1, round(self.game_s * 1e6 * len(on) / us / decisions))
        with self.on(on):
            played = self.play("one-round", f"./{bot}-{us}", sets, count=GAMES.index(game) + 2, variants=one_round_of(game),
                               looks=True)
        self.drop(played)
        return self.figures(played, len(on), us)

    def rows(self, on, game, language, decisions, us):
        """The figures of this game for each transport, beside libzmq alone, which is measured before and after. The
        transports take turns in being first, because the speed of a machine changes."""
        tell(f"thinking: {game} {language} {us} us on {len(on)} of the CPUs")
        before = self.raw_on(on, us)
        rows = {transport: self.play_rounds(on, game, f"{language}-think-{transport}", decisions, us)
                for transport in (self.transports if GAMES.index(game) % 2 else reversed(self.transports))}
        raw = (before + self.raw_on(on, us)) / 2
        return {f"{game} {language} {transport} {us}":
                row | {"raw": round(raw, 4), "of_raw": round(row["of_ideal_later"] / raw, 4)} for transport, row in rows.items()}

    def games(self, cpus):
        """Short matches of several games, languages and times of thinking."""
        figures = {}
        for n in (1, 2)[:len(cpus)]:
            on = set(cpus[:n])
            decisions = {game: self.set_decisions(game, on) for game in GAMES}
            of_n = figures[str(n)] = {}
            for game, language, us in itertools.product(GAMES, ("c", "python"), self.game_us):
                of_n.update(self.rows(on, game, language, decisions[game], us))
        return figures


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
    parser.add_argument("--think", metavar="US,...", type=numbers, help="microseconds that bots think")
    parser.add_argument("--seconds", metavar="S", type=number, help="processor time of thinking on each CPU in each of the games")
    parser.add_argument("--transports", metavar="NAME,...", type=words_of(TRANSPORTS), default=list(TRANSPORTS),
                        help=f"of {', '.join(TRANSPORTS)}")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-arena.") as work:
        bench = Thinking(arguments.build, work, arguments)
        cpus = sorted(os.sched_getaffinity(0))
        result["games"] = bench.games(cpus)
        result["faults"] = bench.faults
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
