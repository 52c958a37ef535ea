#!/usr/bin/env python3
"""DominoAEC has the properties on which programs for PettingZoo's AEC interface rely. DOMINO_LIBRARY is the library.

Everything is asked twice: with PettingZoo (or, where it is not installed, with stand-ins of the few
names that domino_env takes from it and from gymnasium), and as if it were not installed.
"""
import importlib.util
import os
import sys
import types
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ENV = os.path.join(HERE, "..", "..", "protocol", "sdk", "python", "domino_env.py")
GAMES = ("block-2", "block-2 target=0 rounds=1", "draw-3", "homo-homini-lupus", "brettspielnetz")
TABLES = ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x):
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool(((self.low <= x) & (x <= self.high)).all()))


class Dict:
    def __init__(self, spaces):
        self.spaces = spaces

    def contains(self, x):
        return set(x) == set(self.spaces) and all(s.contains(x[k]) for k, s in self.spaces.items())


def load(modules):
    """Load domino_env with these modules in place of the installed ones; None means not installed."""
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        spec = importlib.util.spec_from_file_location("domino_env_of_the_test", ENV)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, module_before in kept.items():
            sys.modules.pop(name)
            if module_before is not None:
                sys.modules[name] = module_before
    return module


def stand_ins():
    spaces = types.SimpleNamespace(Discrete=Discrete, Box=Box, Dict=Dict)
    gymnasium = types.ModuleType("gymnasium")
    gymnasium.spaces = spaces
    pettingzoo = types.ModuleType("pettingzoo")
    pettingzoo.AECEnv = type("AECEnv", (), {})
    return {"pettingzoo": pettingzoo, "gymnasium": gymnasium}


try:
    import pettingzoo
    WITH = {}
except ImportError:
    pettingzoo = None
    WITH = stand_ins()
BARE = load({"pettingzoo": None})
FULL = load(WITH)


class Asked:
    """The tests; `module` is a domino_env."""

    module = None

    def begun(self, game="block-2", seed=4):
        env = self.make(game)
        env.reset(seed=seed)
        return env

    def make(self, game):
        sys.modules.update(WITH if self.module is FULL else {})
        try:
            return self.module.DominoAEC(game)
        finally:
            for name in WITH if self.module is FULL else ():
                del sys.modules[name]

    @staticmethod
    def choose(env, chance):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return None
        return chance.choice(np.flatnonzero(observation["action_mask"]))

    def look(self, env):
        """Check what must be true at any time after a reset."""
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertLessEqual(set(env.agents), set(env.possible_agents))
        for table in TABLES:
            self.assertEqual(list(getattr(env, table)), env.agents, table)
        if not env.agents:
            return
        agent = env.agent_selection
        self.assertIn(agent, env.agents)
        for name in env.agents:
            self.assertIsInstance(env.rewards[name], int)
            self.assertEqual("place" in env.infos[name], env.terminations[name])
            self.assertIs(type(env.terminations[name]), bool)
            self.assertIs(env.truncations[name], False)
        seen, reward, terminated, truncated, info = env.last()
        self.assertEqual((reward, terminated, truncated), (env._cumulative_rewards[agent],
                                                           env.terminations[agent], False))
        self.assertIs(info, env.infos[agent])
        again = env.observe(agent)
        self.assertEqual(set(seen), {"observation", "action_mask"})
        self.assertTrue(all((seen[key] == again[key]).all() for key in seen))
        self.assertIsNone(env.last(observe=False)[0])
        self.assertEqual(not terminated, bool(seen["action_mask"].any()))

    def test_the_environment_describes_agents_and_metadata(self):
        for game in GAMES:
            env = self.make(game)
            names = env.possible_agents
            self.assertTrue(names and all(isinstance(name, str) for name in names))
            self.assertEqual(len(set(names)), len(names))
            self.assertEqual(env.max_num_agents, len(names))
            self.assertIsInstance(env.metadata["name"], str)
            self.assertIn("render_modes", env.metadata)
            self.assertIs(env.unwrapped, env)
            env.reset()
            self.assertEqual(env.agents, names)
            env.agents.clear()
            self.assertEqual(len(env.possible_agents), env.max_num_agents)

    def test_all_properties_hold_through_complete_matches(self):
        chance = np.random.default_rng(3)
        for game in GAMES:
            env = self.begun(game)
            for _ in range(2):
                turns, gone, ended = 0, [], False
                for agent in env.agent_iter():
                    self.look(env)
                    self.assertEqual(agent, env.agent_selection)
                    self.assertNotIn(agent, gone)
                    ended |= env.terminations[agent]
                    self.assertEqual(ended, all(env.terminations.values()), "all at once")
                    gone += [agent] if ended else []
                    env.step(self.choose(env, chance))
                    turns += 1
                self.look(env)
                self.assertEqual(sorted(gone), sorted(env.possible_agents))
                self.assertGreater(turns, len(gone))
                env.reset()

    def test_a_reward_is_given_once_and_accumulates_until_its_agent_acts(self):
        for game in GAMES:
            chance = np.random.default_rng(5)
            env = self.begun(game)
            waiting = dict(env._cumulative_rewards)
            seen = 0
            while not all(env.terminations.values()):
                agent = env.agent_selection
                self.assertEqual(env.last()[1], waiting[agent])
                env.step(self.choose(env, chance))
                waiting[agent] = 0
                for name, reward in env.rewards.items():
                    waiting[name] += reward
                    seen += reward != 0
                self.assertEqual(env._cumulative_rewards, waiting)
            self.assertGreaterEqual(seen, 1)
            while env.agents:
                self.assertEqual(env.last()[1], waiting[env.agent_selection])
                env.step(None)
                self.assertFalse(any(env.rewards.values()))

    def test_an_agent_that_is_done_can_only_leave(self):
        env = self.begun("block-2 target=0 rounds=1")
        with self.assertRaises(ValueError):
            env.step(None)
        chance = np.random.default_rng(1)
        while not env.last()[2]:
            env.step(self.choose(env, chance))
        for action in (0, 1):
            with self.assertRaises(ValueError):
                env.step(action)
        self.assertEqual(env.num_agents, 2)
        first = env.agent_selection
        env.step(None)
        self.assertNotIn(first, env.agents)
        env.step(None)
        self.assertEqual(list(env.agent_iter()), [])

    def test_an_action_that_is_not_legal_changes_nothing(self):
        env = self.begun()
        before = env.observe(env.agent_selection)
        for wrong in np.flatnonzero(before["action_mask"] == 0):
            with self.assertRaises(ValueError):
                env.step(wrong)
        self.look(env)
        after = env.observe(env.agent_selection)
        self.assertTrue(all((before[key] == after[key]).all() for key in before))

    def test_an_action_may_be_any_kind_of_integer(self):
        for kind in (int, np.int8, np.int64, np.uint16):
            env = self.begun()
            env.step(kind(np.flatnonzero(env.last()[0]["action_mask"])[0]))
            self.look(env)

    def test_observations_do_not_change_afterwards(self):
        env = self.begun()
        seen = env.last()[0]
        copies = {key: value.copy() for key, value in seen.items()}
        chance = np.random.default_rng(2)
        for _ in range(5):
            env.step(self.choose(env, chance))
        for key, value in seen.items():
            self.assertTrue((value == copies[key]).all())
            value[:] = 7  # writing into it does not change the match
        self.look(env)

    def test_a_reset_is_possible_at_any_time_and_a_seed_determines_everything(self):
        runs = []
        env = self.make("draw-3")
        for seed in (8, 8, 9):
            env.reset(seed=seed, options={"nothing": "of it is used"})
            self.look(env)
            self.assertFalse(any(env.rewards.values()) or any(env._cumulative_rewards.values()))
            chance = np.random.default_rng(1)
            run = []
            for _ in range(40):
                run.append((env.agent_selection, env.last()[0]["observation"].tobytes()))
                env.step(self.choose(env, chance))
            runs.append(run)
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_the_iterator_ends_after_the_given_number_of_turns(self):
        env = self.begun()
        chance = np.random.default_rng(1)
        turns = 0
        for _ in env.agent_iter(3):
            env.step(self.choose(env, chance))
            turns += 1
        self.assertEqual(turns, 3)

    def test_render_does_nothing_and_close_may_be_called_twice(self):
        env = self.begun()
        self.assertIsNone(env.render_mode)
        self.assertIsNone(env.render())
        env.close()
        env.close()


class Bare(Asked, unittest.TestCase):

    module = BARE

    def test_without_pettingzoo_the_class_has_no_base(self):
        self.assertIs(BARE.AECEnv, object)


class Full(Asked, unittest.TestCase):

    module = FULL

    def test_it_is_an_aec_environment(self):
        self.assertIsNot(FULL.AECEnv, object)
        self.assertIsInstance(self.make("block-2"), FULL.AECEnv)

    def test_observations_and_actions_are_in_their_spaces(self):
        chance = np.random.default_rng(6)
        for game in GAMES:
            env = self.begun(game)
            for agent in env.possible_agents:
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
            for _ in range(200):
                for agent in env.agents:
                    self.assertTrue(env.observation_space(agent).contains(env.observe(agent)))
                    self.assertEqual(env.observe(agent)["action_mask"].shape,
                                     (env.action_space(agent).n,))
                action = self.choose(env, chance)
                if action is not None:
                    self.assertTrue(env.action_space(env.agent_selection).contains(action))
                env.step(action)
                if not env.agents:
                    env.reset()


if __name__ == "__main__":
    unittest.main()
