#!/usr/bin/python3
"""What are open hands worth? An omniscient bot plays every variant.

    omniscient.py [VARIANT...] [--rounds 2000] [--positions 20000]

It sees all hands and the order of the stock, and searches to the end of the round, as if its opponents played
perfectly. That is no proven bound for fair bots, as the mistakes of the opponents could be used better. It plays single
rounds against `greedy` in all other seats. For comparison, `greedy` plays the same deals in the same seats.

Prints a table in Markdown: points per round, relative to the mean of the others, with 95 % intervals over deals. At
tables of three and more the omniscient bot takes the others to play together against it, which they do not. That
lowers its figure. Needs libdomino and numpy.
"""
import argparse
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "protocol/sdk/python"))
from domino_env import DominoVec, variants  # noqa: E402

GAMES = 500  # that are stepped together


def relative(rewards, seats):
    """What the own seat of each game got, minus the mean of the others."""
    own = rewards[np.arange(len(rewards)), seats]
    return own - (rewards.sum(axis=1) - own) / (rewards.shape[1] - 1)


def play(variant, seed, choose):
    """One round in each of GAMES games; the own seat is game % seats. Returns points per game."""
    vec = DominoVec(f"{variant} target=0 rounds=1", GAMES, seed, opponents="greedy")
    total = np.zeros((GAMES, vec.seats))
    done = np.zeros(GAMES, bool)
    while not done.all():
        rewards, now = vec.step(np.where(done, -1, choose(vec, ~done)))
        total += rewards
        done = now.copy()
    return relative(total, np.arange(GAMES) % vec.seats)


def omniscient(positions):
    """Returns a function that chooses the best action by open hands; by random rounds where that takes too long."""
    def choose(vec, where):
        values, solved = vec.solve(positions, where=where)
        late = where & ~solved
        if late.any():
            values[late] = vec.playouts(20, where=late)[late]
        return values.argmax(axis=1)
    return choose


def greedy(vec, where):
    """The heaviest tile, as the sample bot: of equal ones the first; a draw only if there is nothing else."""
    del where
    mask = vec.legal_mask()
    pips = np.array([-1 if action[0] == "draw" else action[1] + action[2]
                     for action in map(vec.action_of, range(vec.actions))])
    return np.where(mask, pips, -2).argmax(axis=1)


def interval(values):
    return f"{values.mean():+.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("variants", nargs="*", help="default: all built-in variants")
    parser.add_argument("--rounds", type=int, default=2000, help="rounds of each variant")
    parser.add_argument("--positions", type=int, default=20000, help="searched for one decision")
    args = parser.parse_args()
    unknown = sorted(set(args.variants) - set(variants()))
    if unknown:
        parser.error(f"no such variant: {', '.join(unknown)}")
    print("| variant | omniscient | `greedy` in its place |\n|---|---|---|")
    for variant in args.variants or variants():
        runs = range(max(1, args.rounds // GAMES))
        best = np.concatenate([play(variant, seed, omniscient(args.positions)) for seed in runs])
        same = np.concatenate([play(variant, seed, greedy) for seed in runs])
        print(f"| {variant} | {interval(best)} | {interval(same)} |", flush=True)
        if best.mean() <= same.mean():
            print(f"{variant}: greedy is not worse than an omniscient bot", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
