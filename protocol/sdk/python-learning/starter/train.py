#!/usr/bin/python3
"""Trains the policy of bot.py and writes weights.npy: ./train.py [VARIANT [UPDATES]]

The policy gives every legal action a score, a weighted sum of its features, and chooses action a with
probability exp(score a) / sum of exp(score). After some thousand decisions the weights move in the
direction in which actions that were followed by many points become more probable. That is REINFORCE
(R. J. Williams, "Simple statistical gradient-following algorithms", 1992), here with Adam's steps.

Half of the games are against greedy. In the other half the policy plays all seats. An episode is one
round, and the reward is the own points minus what the others get on average. The same arguments give
the same weights.
"""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the products are small

import numpy as np  # noqa: E402
from bot import WEIGHTS  # noqa: E402
from domino_env import DominoVec  # noqa: E402
from features import NAMES, Features, Policy  # noqa: E402

GAMES = 512
STEPS = 16  # decisions in each game between two updates
UPDATES = 100
RATE = 0.1  # how far a weight moves in an update
GREEDY = 2


def players(games, seats):
    """In the first half the policy plays every seat, in the second half one against greedy."""
    out = np.zeros((games, seats), np.int8)
    out[games // 2 :] = GREEDY
    # TODO 3: what happens if all games are against greedy, or if all are self-play?
    out[np.arange(games), np.arange(games) % seats] = 0
    return out


def choose(row, score, chance, games):
    """Chooses one pair for each game. Returns the chosen pairs, and the probability of every pair."""
    first = np.searchsorted(row, np.arange(games))
    probability = np.exp(score - np.maximum.reduceat(score, first)[row])
    probability /= np.add.reduceat(probability, first)[row]
    up_to = np.cumsum(probability)
    wanted = chance.random(games) + up_to[first] - probability[first]
    last = np.append(first[1:], len(row)) - 1
    return np.clip(np.searchsorted(up_to, wanted), first, last), probability


def play(env, features, weights, chance):
    """Plays some decisions. Returns for each step the seats, the gradients, the rewards, and `done`."""
    steps = []
    for _ in range(STEPS):
        rows, _ = env.observe()
        seats = rows[:, 0].astype(int)
        row, action, numbers = features.of_actions(rows, env.legal_mask())
        chosen, probability = choose(row, numbers @ weights, chance, env.games)
        mean = np.zeros((env.games, numbers.shape[1]))
        np.add.at(mean, row, numbers * probability[:, None])
        rewards, done = env.step(action[chosen])
        steps.append((seats, numbers[chosen] - mean, rewards.copy(), done.copy()))
    return steps


def gradient(steps):
    """Returns in which direction the weights should move: the mean over all decisions whose round has
    ended of (points that followed - their mean) times the gradient of the log of the probability."""
    games, seats = steps[0][2].shape
    follows, is_known = np.zeros((games, seats)), np.zeros(games, np.bool_)
    directions, returns = [], []
    for seat, direction, rewards, done in reversed(steps):
        follows[done] = 0
        is_known |= done
        follows += rewards - (rewards.sum(axis=1, keepdims=True) - rewards) / (seats - 1)
        directions.append(direction[is_known])
        returns.append(follows[np.arange(games), seat][is_known])
    advantage = np.concatenate(returns)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    return (advantage[:, None] * np.concatenate(directions)).mean(axis=0)


def train(variant, updates):
    env = DominoVec(f"{variant} target=0 rounds=1", GAMES, seed=1, auto_reset=True)
    env.set_opponents(players(GAMES, env.seats))
    features, chance = Features(env), np.random.default_rng(1)
    weights, mean, square = np.zeros((3, len(NAMES)))
    for update in range(1, updates + 1):
        direction = gradient(play(env, features, weights, chance))
        mean = 0.9 * mean + 0.1 * direction
        square = 0.99 * square + 0.01 * direction**2
        weights += RATE * (mean / (1 - 0.9**update)) / (np.sqrt(square / (1 - 0.99**update)) + 1e-8)
        if update % 20 == 0:
            print(f"{update} updates: {won(variant, weights):.1%} of 500 matches won against greedy")
    return weights


def won(variant, weights):
    """Plays 500 matches against greedy with the best actions. Returns the share of those won."""
    env = DominoVec(variant, 500, seed=2, opponents="greedy")
    policy, done = Policy(env, weights), [False]
    while not np.all(done):
        _, done = env.step(policy(*env.observe(), env.legal_mask()))
    games = np.arange(env.games)
    return (env.places()[games, games % env.seats] == 1).mean()


def main():
    variant = sys.argv[1] if len(sys.argv) > 1 else "block-2"
    updates = int(sys.argv[2]) if len(sys.argv) > 2 else UPDATES
    weights = train(variant, updates)
    # TODO 4: a network with a layer in between can learn what a sum cannot. Its gradient is the only
    #         part of this file that has to change.
    np.save(WEIGHTS, weights.astype(np.float32))
    for name, weight in zip(NAMES, weights):
        print(f"{weight:7.2f}  {name}")


if __name__ == "__main__":
    main()
