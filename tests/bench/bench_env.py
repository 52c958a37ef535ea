#!/usr/bin/python3
"""Steps per second of DominoVec against games in pure Python: bench_env.py > result.json

A step is one decision, with all following actions that need no choice. Both sides play random legal actions,
and both play matches of block-2 or draw-4 to their ends and begin anew. They take turns, each for some tenths
of a second; `ratio` is the median of the ratios within a turn.

play, observe    one DominoVec, processor time of both, so that other programs disturb little; with
                 `observe` both also make the whole observation and the mask of legal actions before
                 each choice, in the same columns
threads          bench_vec: a vec for each of two threads in C, with observations, beside one of them alone; on the
                 clock, so only a machine that does nothing else tells the truth
python_threads   the same with a DominoVec for each core in threads of Python, as C runs without the interpreter's
                 lock

--check: `observe` must be at least 60 times as fast in both games, and two threads in C 1.9 times as fast as one.

DOMINO_LIBRARY or --build DIR say which library; --smoke is one short turn.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time

import bounds

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
TOGETHER = 1000  # games in a DominoVec
BOUNDS = tuple((f"{game}.{path}", bounds.LEAST, bound, what) for game in ("block-2", "draw-4") for path, bound, what in (
    ("observe.ratio.median", 60, "libdomino beside plain Python"),
    ("threads.median", 1.9, "libdomino in two threads beside one")))


def play_plain(game, steps, observe):
    for _ in range(steps):
        if observe:
            game.legal_mask()
            game.observe()
        _, done = game.step(game.rng.choice(game.actions))
        if done:
            game.reset()


def play_vec(env, steps, observe):
    for _ in range(steps // env.games):
        if observe:
            env.legal_mask()
            env.observe()
        env.step(env.sample())


def play_all(envs, steps, observe):
    """Play all games at once, `steps` steps in total."""
    threads = [threading.Thread(target=play_vec, args=(env, steps // len(envs), observe))
               for env in envs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def rate(play, game, steps, observe, clock):
    start = clock()
    play(game, steps, observe)
    return steps / (clock() - start)


def spread(values):
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def compare(games, plain, plan, observe):
    """One DominoVec beside the plain game."""
    turns, steps = plan
    vec_rates, plain_rates = [], []
    for _ in range(turns):
        plain_rates.append(rate(play_plain, plain, steps, observe, time.process_time))
        vec_rates.append(rate(play_vec, games, 40 * steps, observe, time.process_time))
    ratios = [vec / slow for vec, slow in zip(vec_rates, plain_rates)]
    return {"vec_steps_per_s": spread(vec_rates), "plain_steps_per_s": spread(plain_rates),
            "ratio": spread(ratios)}


def scale(envs, plan):
    """A DominoVec for each core beside one of them alone."""
    turns, steps = plan
    alone, together = [], []
    for _ in range(turns):
        alone.append(rate(play_vec, envs[0], 80 * steps, True, time.perf_counter))
        together.append(rate(play_all, envs, 80 * steps * len(envs), True, time.perf_counter))
    return {"steps_per_s": spread(together), "of_one": spread([all_ / one for all_, one in zip(together, alone)])}


def c_threads(build, game, plan):
    turns, steps = plan
    command = [os.path.join(build, "tests", "bench", "bench_vec"), game, str(max(1, 80 * steps // TOGETHER)), str(turns)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--smoke", action="store_true")
    bounds.add_option(parser)
    arguments = parser.parse_args()
    library = os.path.join(arguments.build, "lib", "libdomino.so.1")
    os.environ.setdefault("DOMINO_LIBRARY", library)
    if not os.path.exists(os.environ["DOMINO_LIBRARY"]):
        sys.exit(f"bench_env.py: there is no {os.environ['DOMINO_LIBRARY']}; build it, or name its build "
                 "with --build")
    sys.path.insert(0, os.path.join(ROOT, "protocol", "sdk", "python"))
    from domino_env import DominoVec
    from plain_game import GAMES, PlainGame
    cores = len(os.sched_getaffinity(0))
    plan = (1, 1000) if arguments.smoke else (9, 50000)
    result = {"games": TOGETHER, "cores": cores, "load": os.getloadavg()[0]}
    for game in GAMES:
        envs = [DominoVec(game, TOGETHER, seed=core, auto_reset=True) for core in range(cores)]
        plain = PlainGame(game, random.Random(1))
        result[game] = {"play": compare(envs[0], plain, plan, False), "observe": compare(envs[0], plain, plan, True),
                        "threads": spread(c_threads(arguments.build, game, plan)),
                        "python_threads": scale(envs, plan)}
    bounds.finish(result, arguments, BOUNDS)


if __name__ == "__main__":
    main()
