#!/usr/bin/python3
"""Steps per second of DominoVec against a block game in pure Python: bench_env.py > result.json

A step is one decision, with all following actions that need no choice. Both sides play random legal actions,
and both play matches of block-2 to their ends and begin anew. They take turns, each for some tenths
of a second; `ratio` is the median of the ratios within a turn.

play, observe    one DominoVec, processor time of both, so that other programs disturb little; with
                 `observe` both also make the whole observation and the mask of legal actions before
                 each choice, in the same columns
*_on_all_cores   a DominoVec per core, each in a thread, as C runs without the interpreter's lock;
                 time on the clock of both, so only a machine that does nothing else tells the truth

DOMINO_LIBRARY or --build DIR say which library; --smoke is one short turn.
"""
import argparse
import json
import os
import random
import statistics
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
GAMES = 1000


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
        _, done = env.step(env.sample())
        env.reset(done)


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


def compare(play, games, plain, plan, observe, clock):
    turns, steps = plan
    vec_rates, plain_rates = [], []
    for _ in range(turns):
        plain_rates.append(rate(play_plain, plain, steps, observe, clock))
        vec_rates.append(rate(play, games, 40 * steps, observe, clock))
    ratios = [vec / slow for vec, slow in zip(vec_rates, plain_rates)]
    return {"vec_steps_per_s": spread(vec_rates), "plain_steps_per_s": spread(plain_rates),
            "ratio": spread(ratios)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    library = os.path.join(arguments.build, "lib", "libdomino.so.1")
    os.environ.setdefault("DOMINO_LIBRARY", library)
    if not os.path.exists(os.environ["DOMINO_LIBRARY"]):
        sys.exit(f"bench_env.py: there is no {os.environ['DOMINO_LIBRARY']}; build it, or name its build "
                 "with --build")
    sys.path.insert(0, os.path.join(ROOT, "protocol", "sdk", "python"))
    from domino_env import DominoVec
    from plain_block import PlainBlock
    cores = len(os.sched_getaffinity(0))
    envs = [DominoVec("block-2", GAMES, seed=core) for core in range(cores)]
    plain = PlainBlock(random.Random(1))
    plan = (1, 1000) if arguments.smoke else (9, 50000)
    result = {"games": GAMES, "cores": cores, "load": os.getloadavg()[0]}
    for name, observe in (("play", False), ("observe", True)):
        result[name] = compare(play_vec, envs[0], plain, plan, observe, time.process_time)
        result[f"{name}_on_all_cores"] = compare(play_all, envs, plain, plan, observe,
                                                 time.perf_counter)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
