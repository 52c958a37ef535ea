#!/usr/bin/env python3
"""DominoGym has the interface of Gymnasium, with the package and without it. DOMINO_LIBRARY is the library.

The package is replaced by a stub with those of its parts that domino_env.py uses, so the same is
tested everywhere. With --gymnasium, Gymnasium's own check of an environment; status 77 where it is not
installed.
"""
import importlib
import os
import sys
import types
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "protocol", "sdk", "python"))


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x):
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool((x >= self.low).all() and (x <= self.high).all()))


class Discrete:
    def __init__(self, n):
        self.n = n


class Env:
    seeds = None  # what reset was given, newest last

    def reset(self, *, seed=None, options=None):
        self.seeds = (self.seeds or []) + [seed]


def load(with_stub):
    """Imports domino_env anew, with a stub in place of Gymnasium, or as if it were not installed."""
    stub = types.ModuleType("gymnasium")
    stub.Env, stub.spaces = Env, types.ModuleType("gymnasium.spaces")
    stub.spaces.Box, stub.spaces.Discrete = Box, Discrete
    sys.modules["gymnasium"] = stub if with_stub else None  # None: an import raises ImportError
    sys.modules["gymnasium.spaces"] = stub.spaces if with_stub else None
    sys.modules.pop("domino_env", None)
    return importlib.import_module("domino_env")


def legal(info, chance):
    return int(chance.choice(np.flatnonzero(info["action_mask"])))


class Interface(unittest.TestCase):

    def setUp(self):
        self.module = load(with_stub=True)
        self.addCleanup(load, False)

    def play(self, env, seed=None, options=None):
        """Plays an episode at random. Returns the observations, rewards and the last info."""
        chance = np.random.default_rng(1)
        observation, info = env.reset(seed=seed, options=options)
        seen, rewards, terminated = [observation], [], False
        while not terminated:
            self.assertTrue(info["action_mask"].any())
            observation, reward, terminated, truncated, info = env.step(legal(info, chance))
            self.assertIs(type(terminated), bool)
            self.assertIs(truncated, False)
            self.assertIs(type(reward), float)
            seen.append(observation)
            rewards.append(reward)
        return seen, rewards, info

    def test_observations_and_masks_are_in_their_spaces(self):
        for game in ("block-2", "draw-3", "brettspielnetz"):
            env = self.module.DominoGym(game)
            self.assertIsInstance(env, Env)
            seen, _, info = self.play(env, seed=1)
            for observation in seen:
                self.assertTrue(env.observation_space.contains(observation))
            self.assertEqual(info["action_mask"].shape, (env.action_space.n,))
            self.assertEqual(info["action_mask"].dtype, np.int8)
            self.assertFalse(info["action_mask"].any())
            self.assertEqual(len({id(observation) for observation in seen}), len(seen))
            self.assertIs(env.unwrapped, env)
            env.close()

    def test_only_the_own_seat_is_asked(self):
        env = self.module.DominoGym("block-3", seat=2)
        for _ in range(3):
            seen, _, info = self.play(env)
            self.assertEqual({int(row[0]) for row in seen[:-1]}, {2})
            self.assertEqual(info["seat"], 2)

    def test_seats_take_turns_unless_one_is_asked_for(self):
        env = self.module.DominoGym("block-3 target=0 rounds=1")
        seats = [env.reset(seed=1)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(4)]
        self.assertEqual(seats, [0, 1, 2, 0, 1])
        self.assertEqual(env.reset(options={"seat": 1})[1]["seat"], 1)
        self.assertEqual(env.reset()[1]["seat"], 0)
        for wrong in (3, -1):
            with self.assertRaisesRegex(ValueError, f"seat: {wrong} is not allowed; allowed: 0..2"):
                env.reset(options={"seat": wrong})
            with self.assertRaisesRegex(ValueError, "allowed: 0..2"):
                self.module.DominoGym("block-3", seat=wrong)
        with self.assertRaisesRegex(ValueError, "opponent: 'careful' is not allowed"):
            self.module.DominoGym(opponent="careful")

    def test_rewards_of_a_match_are_the_own_points_minus_those_of_the_others(self):
        for game in ("block-2", "draw-3"):
            for opponent in ("greedy", "random"):
                env = self.module.DominoGym(game, opponent=opponent)
                for seat in (0, 1):
                    _, rewards, info = self.play(env, options={"seat": seat})
                    scores = info["totals"][1:].tolist()
                    self.assertEqual(info["won"], scores[seat] == max(scores))
                    self.assertEqual(info["places"].tolist(), [1 + sum(s > mine for s in scores) for mine in scores])
                    mine = scores.pop(seat)
                    self.assertAlmostEqual(sum(rewards), mine - sum(scores) / len(scores))

    def test_a_policy_is_an_opponent(self):
        env = self.module.DominoGym("block-3", opponent=lambda rows, totals, masks: masks.argmax(axis=1))
        seen, _, info = self.play(env, seed=1)
        self.assertTrue(all(row[0] == info["seat"] for row in seen[:-1]))

    def test_a_seed_repeats_a_match_and_reset_without_one_continues(self):
        env = self.module.DominoGym("draw-2", opponent="random")
        first, again = self.play(env, seed=5), self.play(env, seed=5)
        self.assertEqual([row.tolist() for row in first[0]], [row.tolist() for row in again[0]])
        self.assertEqual(first[1], again[1])
        later, other = self.play(env), self.play(env, seed=6)
        for played in (later, other):
            self.assertNotEqual(played[0][0].tolist(), first[0][0].tolist())
        self.assertEqual(env.seeds, [5, 5, None, 6], "Gymnasium's own generator gets the seed")

    def test_wrong_actions_and_steps_without_a_match_are_refused(self):
        env = self.module.DominoGym("block-2")
        with self.assertRaisesRegex(ValueError, "call reset first"):
            env.step(0)
        _, info = env.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        with self.assertRaisesRegex(ValueError, f"action {wrong} is not one of"):
            env.step(wrong)
        self.play(env)
        with self.assertRaisesRegex(ValueError, "call reset first"):
            env.step(0)

    def test_a_game_without_any_decision_is_refused(self):
        env = self.module.DominoGym("block-2 hand=1 target=0 rounds=1")
        with self.assertRaisesRegex(ValueError, "no seat has anything to decide"):
            env.reset()

    def test_without_gymnasium_it_is_the_same_but_for_the_spaces(self):
        with_it = self.play(self.module.DominoGym("block-2"), seed=3)
        module = load(with_stub=False)
        env = module.DominoGym("block-2")
        self.assertFalse(isinstance(env, Env) or hasattr(env, "observation_space"))
        without = self.play(env, seed=3)
        self.assertEqual([row.tolist() for row in with_it[0]], [row.tolist() for row in without[0]])
        self.assertEqual(with_it[1], without[1])


def ask_gymnasium():
    try:
        from gymnasium.utils.env_checker import check_env
    except ImportError:
        print("skipped: Gymnasium is not installed")
        return 77
    from domino_env import DominoGym

    class Lenient(DominoGym):
        """The check plays any action of the space; a policy would look at the mask."""

        def step(self, action):
            mask = self._vec.legal_mask()[0]
            return super().step(action if mask[action] else int(mask.argmax()))

    check_env(Lenient("block-2"), skip_render_check=True)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--gymnasium"]:
        sys.exit(ask_gymnasium())
    unittest.main()
