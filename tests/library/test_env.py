#!/usr/bin/env python3
"""The Python binding. DOMINO_LIBRARY is the library.

With --pettingzoo, PettingZoo's own test of an AEC environment; status 77 where it is not installed
(test_aec.py asks for the same in its own words).
"""
import copy
import gc
import os
import pickle
import random
import re
import sys
import unittest
import unittest.mock

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "protocol", "sdk", "python"))

import domino_env  # noqa: E402
from domino_env import DominoAEC, DominoVec  # noqa: E402
import plain_game  # noqa: E402


def first_action(rows, totals, masks):
    return masks.argmax(axis=1)


with open(os.path.join(ROOT, "arena", "library", "include", "domino", "domino.h"), encoding="utf-8") as header:
    MOST_GAMES = int(re.search(r"DOMINO_GAMES_MAX = (\d+)", header.read())[1])

# What is easily returned by mistake, as a function of the masks of four games, and how the error shows it.
WRONG_ACTIONS = ((lambda masks: masks * 1.0, r"shape \(4, 57\) of float64"),
                 (lambda masks: None, "None"),
                 (lambda masks: 3, "3"),
                 (lambda masks: masks.argmax(axis=1) + .5, r"shape \(4,\) of float64"),
                 (lambda masks: np.zeros(3), r"shape \(3,\) of float64"),
                 (lambda masks: ["1", "2", "3", "4"], r"shape \(4,\) of <U1"))


class Library(unittest.TestCase):
    def test_the_error_says_where_the_library_is_looked_for(self):
        with unittest.mock.patch.dict(os.environ, {"DOMINO_LIBRARY": "/nowhere.so"}):
            with self.assertRaisesRegex(OSError, r"/nowhere\.so.*allowed: the file \$DOMINO_LIBRARY, or libdomino\.so beside"):
                domino_env._library.__wrapped__()


class Vec(unittest.TestCase):

    def test_every_variant_plays_to_its_end(self):
        names = domino_env.variants()
        self.assertIn("homo-homini-lupus", names)
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            env = DominoVec(name, games=20, seed=1)
            earned = np.zeros((20, env.seats), np.int64)
            over = np.zeros(20, bool)
            for _ in range(20000):
                if over.all():
                    break
                rewards, done = env.step(env.sample())
                earned += rewards
                over |= done
            self.assertTrue(over.all(), name)
            observation, totals = env.observe()
            self.assertTrue((observation[:, 0] == -1).all())
            self.assertTrue((abs(totals[:, 1:]) == abs(earned)).all(), name)
            self.assertFalse(env.legal_mask().any())
            env.reset(done)
            self.assertTrue((env.legal_mask().sum(axis=1) > 1).sum() >= 15, name)

    def test_arrays_are_written_in_place_and_the_mask_belongs_to_the_library(self):
        env = DominoVec("draw-2", games=1000, seed=3)
        observation, totals = env.observe()
        mask = env.legal_mask()
        before = mask.copy()
        rewards, done = env.step(env.sample())
        self.assertFalse((mask == before).all())
        self.assertIs(env.observe()[0], observation)
        self.assertIs(env.step(env.sample())[0], rewards)
        self.assertEqual((observation.dtype, totals.dtype, mask.dtype, rewards.dtype, done.dtype),
                         (np.int8, np.int32, np.bool_, np.int32, np.bool_))
        with self.assertRaises(ValueError):
            mask[0, 0] = True
        with self.assertRaises(ValueError):
            mask.flags.writeable = True

    def test_a_mask_outlives_its_environment(self):
        mask = DominoVec("block-2", games=3, seed=3).legal_mask()
        gc.collect()
        self.assertTrue((mask.sum(axis=1) >= 2).all())

    def test_reset_affects_only_the_named_games(self):
        env = DominoVec("block-2", games=4, seed=3)
        for _ in range(5):
            env.step(env.sample())
        before = env.observe()[0].copy()
        env.reset([True, False, False, True])
        same = (env.observe()[0] == before).all(axis=1)
        self.assertEqual(same.tolist(), [False, True, True, False])
        env.reset()
        self.assertTrue((env.observe()[1][:, 0] >= 1).all())
        with self.assertRaisesRegex(ValueError, r"where has shape \(3,\), not \(4,\)"):
            env.reset([True] * 3)

    def test_an_action_that_is_not_legal_names_its_game_and_changes_nothing(self):
        env = DominoVec("block-2", games=5, seed=3)
        before = env.observe()[0].copy()
        actions = env.sample().copy()
        for wrong in (-1, env.actions, env.actions - 1, 10**6):
            actions[2] = wrong
            with self.assertRaisesRegex(ValueError, f"game 2: action {wrong} is not one of"):
                env.step(actions)
            self.assertTrue((env.observe()[0] == before).all())

    def test_bad_arguments_are_refused_with_the_reason(self):
        for arguments, reason in ((("chess",), "there is no variant 'chess'"),
                                  (("block-2 hand=99",), "hand: '99' is not allowed"),
                                  (("block-2", 0), f"^games: 0 is not allowed; allowed: 1..{MOST_GAMES}$"),
                                  (("block-2", 10**12), f"^games: 1000000000000 is not allowed; allowed: 1..{MOST_GAMES}$"),
                                  (("block-2", 2.5), f"^games: 2.5 is not allowed; allowed: 1..{MOST_GAMES}$"),
                                  (("block-2", 3, "x"), "^seed: 'x' is not allowed; allowed: a whole number$")):
            with self.assertRaisesRegex(ValueError, reason):
                DominoVec(*arguments)

    def test_actions_are_a_whole_number_for_each_game(self):
        env = DominoVec("block-2", games=4, seed=3)
        before = env.observe()[0].copy()
        for wrong, got in WRONG_ACTIONS:
            with self.assertRaisesRegex(ValueError, rf"^step got {got}; allowed: 4 whole numbers$"):
                env.step(wrong(env.legal_mask()))
            self.assertTrue((env.observe()[0] == before).all())
        env.step(env.legal_mask().argmax(axis=1).tolist())

    def test_action_numbers_and_actions_of_the_sdk_are_the_same(self):
        for game in ("block-2", "draw-5", "homo-homini-lupus", "homo-homini-lupus set_max=12",
                     "block-2 set_max=3 hand=4"):
            env = DominoVec(game, games=1)
            for number in range(env.actions):
                self.assertEqual(env.number_of(env.action_of(number)), number)
        self.assertEqual(DominoVec("block-2", 1).action_of(2 * 27 + 1), ("play", 6, 6, 1))
        self.assertEqual(DominoVec("homo-homini-lupus", 1).action_of(7), ("play", 0, 0, 3, "down"))


class Games(unittest.TestCase):
    """Seeds, opponents, automatic resets and copies."""

    @staticmethod
    def play(env, steps):
        for _ in range(steps):
            _, done = env.step(env.sample())
            env.reset(done)

    def expect_equal(self, one, other):
        for mine, theirs in zip((*one.observe(), one.legal_mask(), one.leads()),
                                (*other.observe(), other.legal_mask(), other.leads())):
            self.assertTrue((mine == theirs).all())

    def test_a_clone_continues_as_its_original_and_apart_from_it(self):
        env = DominoVec("draw-3", games=6, seed=3, opponents="random", auto_reset=True)
        self.play(env, 5)
        clone = env.clone()
        self.assertTrue(clone.auto_reset and (clone.players == env.players).all())
        for _ in range(30):
            self.expect_equal(env, clone)
            env.step(env.sample())
            clone.step(clone.sample())
        self.expect_equal(clone, copy.deepcopy(clone))
        self.expect_equal(clone, copy.copy(clone))
        before = clone.observe()[0].copy()
        self.play(env, 1)
        self.assertTrue((clone.observe()[0] == before).all())

    def test_a_pickled_environment_continues_as_its_original(self):
        for game in ("block-2", "draw-3", "homo-homini-lupus", "brettspielnetz", "draw-2 target=0 rounds=1"):
            for opponents, auto_reset in ((None, False), ("random", True), ("greedy", False)):
                env = DominoVec(game, games=6, seed=3, opponents=opponents, auto_reset=auto_reset)
                for steps in (0, 7, 60):
                    self.play(env, steps // 2)
                    for _ in range(steps // 2):  # without resets, so some matches are over
                        env.step(env.sample())
                    copied = pickle.loads(pickle.dumps(env))
                    original = env.clone()
                    for _ in range(40):
                        self.expect_equal(original, copied)
                        self.assertTrue((original.places() == copied.places()).all())
                        for one, other in zip(original.step(original.sample()), copied.step(copied.sample())):
                            self.assertTrue((one == other).all())
                        where = np.arange(6) % 2 == 0
                        original.reset(where & (original.observe()[0][:, 0] < 0))
                        copied.reset(where & (copied.observe()[0][:, 0] < 0))

    def test_environments_of_other_interfaces_are_pickled_too(self):
        env = domino_env.DominoGym("block-3", opponent="random")
        env.reset(seed=1)
        self.assertEqual(*(one.step(int(one._vec.legal_mask()[0].argmax()))[1:3]
                           for one in (pickle.loads(pickle.dumps(env)), env)))
        env = DominoAEC("block-2", seed=1)
        env.reset()
        for one in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):
            one.step(one.observe(one.agent_selection)["action_mask"].argmax())
        self.assertTrue((env.observe(env.agent_selection)["observation"]
                         == one.observe(env.agent_selection)["observation"]).all())

    def test_damaged_bytes_are_refused_or_make_an_environment_that_plays(self):
        saved = DominoVec("draw-2", games=2, seed=3, opponents="greedy")._held.save()
        load = domino_env._Games.load
        for wrong, reason in ((b"", "no bytes of domino_vec_save"), (saved[:-1], "the bytes end in game 1"),
                              (saved + b"\0", "1 bytes follow the last game"),
                              (saved.replace(b"players=2", b"players=9"), "players: '9' is not allowed")):
            with self.assertRaisesRegex(ValueError, reason):
                load(wrong)
        chance, played = random.Random(1), 0
        for _ in range(2000):
            at = chance.randrange(len(saved))
            damaged = saved[:at] + bytes([chance.randrange(256)]) + saved[at + 1:]
            env = DominoVec.__new__(DominoVec)
            try:
                env.__setstate__({"game": b"draw-2", "games": damaged, "players": None, "policies": (), "auto_reset": False})
            except ValueError:
                continue
            played += 1
            for _ in range(5):
                env.step(env.sample())
        self.assertGreater(played, 100)

    def test_a_game_is_copied_into_many(self):
        source, env = DominoVec("draw-2", games=2, seed=3), DominoVec("draw-2", games=6, seed=4)
        self.play(source, 5)
        env.copy(range(6), source, [1, 1, 1, 0, 1, 1])
        rows, _ = env.observe()
        self.assertTrue((rows[[0, 1, 2, 4, 5]] == source.observe()[0][1]).all())
        self.assertTrue((rows[3] == source.observe()[0][0]).all())
        with self.assertRaisesRegex(ValueError, "pair 1: there is no game 2; allowed: 0..1"):
            env.copy([0, 1], source, [0, 2])
        with self.assertRaisesRegex(ValueError, "the games have different options"):
            env.copy([0], DominoVec("block-2", games=1), [0])
        with self.assertRaisesRegex(ValueError, r"to has shape \(2,\), and games has shape \(1,\)"):
            env.copy([0, 1], source, [0])

    def test_a_seed_per_game(self):
        env, alone = DominoVec("block-2", games=4, seed=1), DominoVec("block-2", games=1, seed=77)
        before = env.observe()[0].copy()
        env.reset([False, True, False, True], seeds=[5, 77, 5, 77])
        rows, _ = env.observe()
        self.assertTrue((rows[[1, 3]] == alone.observe()[0]).all())
        self.assertTrue((rows[[0, 2]] == before[[0, 2]]).all())
        env.reset(seeds=77)
        self.assertTrue((env.observe()[0] == alone.observe()[0]).all())
        env.reset(seeds=[-1] * 4)
        self.assertTrue((env.observe()[0] == DominoVec("block-2", games=1, seed=-1).observe()[0]).all())
        for wrong, said in (([1, 2, 3], r"seeds: shape \(3,\) of int64; allowed: 4 whole numbers"), ("x", "seed: 'x' is not allowed; allowed: a whole number"),
                            ([1.5] * 4, r"seeds: shape \(4,\) of float64; allowed: 4 whole numbers")):
            with self.assertRaisesRegex(ValueError, f"^{said}$"):
                env.reset(seeds=wrong)

    def test_opponents_leave_only_the_decisions_of_the_own_seats(self):
        for opponent in ("greedy", "random"):
            env = DominoVec("block-3", games=7, seed=1, opponents=opponent)
            self.assertEqual((env.players == 0).argmax(axis=1).tolist(), [0, 1, 2, 0, 1, 2, 0])
            for _ in range(100):
                seats = env.observe()[0][:, 0]
                running = seats >= 0
                self.assertTrue((seats == np.arange(7) % 3)[running].all())
                self.play(env, 1)
        env.set_opponents(np.zeros((7, 3)))
        self.play(env, 20)
        self.assertFalse((env.observe()[0][:, 0] == np.arange(7) % 3).all())
        for wrong, reason in (("careful", "opponents: 'careful' is not allowed; allowed: random, greedy"),
                              ({1: 2}, "opponents: {1: 2} is not allowed; allowed: random, greedy, a policy, or a number"),
                              ([[0, 0, 0]], r"opponents has shape \(1, 3\), not \(7, 3\)"),
                              (np.full((7, 3), 3), "game 0: player 3 of seat 0 is not allowed; allowed: 0..2")):
            with self.assertRaisesRegex(ValueError, reason):
                env.set_opponents(wrong)

    def heaviest(self, rows, totals, masks):
        """The opponent greedy as a policy."""
        self.assertEqual((rows.dtype, totals.dtype, masks.dtype), (np.int8, np.int32, np.bool_))
        self.assertTrue(len(rows) == len(totals) == len(masks) > 0 and masks.any(axis=1).all())
        return np.where(masks, self.weights, -1).argmax(axis=1)

    def test_a_policy_plays_as_the_same_opponent_in_the_library(self):
        for game in ("block-2", "draw-3", "block-2 target=0 rounds=1"):
            for auto_reset in (False, True):
                env = DominoVec(game, games=5, seed=1, opponents="greedy", auto_reset=auto_reset)
                self.weights = [0 if env.action_of(n) == ("draw",) else 1 + sum(env.action_of(n)[1:3])
                                for n in range(env.actions)]
                other = DominoVec(game, games=5, seed=1, opponents=self.heaviest, auto_reset=auto_reset)
                for step in range(100):
                    self.expect_equal(env, other)
                    for one, two in zip(env.step(env.sample()), other.step(other.sample())):
                        self.assertTrue((one == two).all())
                    self.assertTrue((env.places() == other.places()).all())
                    if not auto_reset or step == 50:
                        env.reset(env.observe()[0][:, 0] < 0)
                        other.reset(other.observe()[0][:, 0] < 0)
                    if step == 70:
                        other = other.clone()

    def test_policies_are_mixed_with_other_opponents(self):
        calls = []

        def lowest(rows, totals, masks):
            calls.append(rows[:, 0].tolist())
            return masks.argmax(axis=1)
        players = np.array([[0, 3, 4], [1, 0, 2], [4, 3, 0]], np.int8)
        env = DominoVec("block-3", 3, seed=1, opponents=players, policies=(lowest, first_action), auto_reset=True)
        for _ in range(50):
            rows = env.observe()[0]
            self.assertTrue((players[np.arange(3), rows[:, 0]] == 0).all())
            held = rows.copy()
            env.step(env.sample())
            self.assertTrue((held == rows).all(), "a step leaves what was observed before")
        self.assertEqual({seat for seats in calls for seat in seats}, {1})
        env.set_opponents(first_action)
        copied = pickle.loads(pickle.dumps(env))
        self.expect_equal(env, copied)
        self.assertEqual(copied.policies, (first_action,))
        with self.assertRaisesRegex(ValueError, "different policies"):
            env.copy([0], DominoVec("block-3", 3), [0])
        with self.assertRaisesRegex(ValueError, "player 5 of seat 0 is not allowed"):
            env.set_opponents(np.full((3, 3), 5), (lowest, first_action))
        env.set_opponents(lambda rows, totals, masks: masks.argmin(axis=1))  # all games wait for the caller
        with self.assertRaisesRegex(ValueError, "policy .*: game .: action .* is not one of"):
            env.step(env.sample())

    def test_a_policy_returns_a_whole_number_for_each_row(self):
        for wrong, got in WRONG_ACTIONS:
            def careless(rows, totals, masks, wrong=wrong):
                return wrong(masks)
            env = DominoVec("block-2", games=8, seed=3)
            is_on_turn = np.arange(2) == env.observe()[0][:, :1]
            players = np.where(is_on_turn, 3, 0)
            players[4:] = 3 - players[4:]  # the policy is asked in the first four games only
            with self.assertRaisesRegex(ValueError, f"^policy careless returned {got}; allowed: 4 whole numbers$"):
                env.set_opponents(players, [careless])
        for opponents, wrong in ((None, [5]), (np.zeros((8, 2)), [5]), ("greedy", ["greedy"]), (None, "greedy"), (None, len)):
            with self.assertRaisesRegex(ValueError, re.escape(f"policies: {wrong!r} is not allowed; allowed: a list of callables")):
                DominoVec("block-2", 8, opponents=opponents, policies=wrong)

    def test_a_greedy_seat_wins_against_a_random_one(self):
        env = DominoVec("block-2", games=400, seed=1, opponents="greedy")
        while not env.step(env.sample())[1].all():
            pass
        scores = env.observe()[1][:, 1:]
        mine = np.arange(400) % 2
        won = scores[np.arange(400), mine] > scores[np.arange(400), 1 - mine]
        self.assertLess(won.mean(), 0.2)

    def test_places_say_who_won_the_match_that_ended(self):
        for game in ("block-3", "homo-homini-lupus", "block-teams"):
            env = DominoVec(game, games=6, seed=1, auto_reset=True)
            sums, ended = np.zeros((6, env.seats), np.int64), np.zeros(6, bool)
            self.assertFalse(env.places().any())
            while not ended.all():
                rewards, done = env.step(env.sample())
                sums += rewards  # a reward is positive where the points are good for the seat
                places = env.places()
                for g in np.flatnonzero(done):
                    better = (sums[g][None, :] > sums[g][:, None]).sum(axis=1)
                    expected = 1 + (better // 2 if game == "block-teams" else better)
                    self.assertEqual(places[g].tolist(), expected.tolist(), game)
                sums[done] = 0
                ended |= done

    def test_automatic_resets(self):
        env = DominoVec("block-2 target=0 rounds=1", games=5, seed=1, auto_reset=True)
        by_hand = DominoVec("block-2 target=0 rounds=1", games=5, seed=1)
        for _ in range(60):
            self.expect_equal(env, by_hand)
            rewards, done = env.step(env.sample())
            again, done_too = by_hand.step(by_hand.sample())
            self.assertTrue((rewards == again).all() and (done == done_too).all())
            by_hand.reset(done_too)


class States(unittest.TestCase):

    def test_a_state_continues_in_another_environment(self):
        for game in ("block-2", "draw-3", "homo-homini-lupus"):
            env, other = DominoVec(game, games=5, seed=3), DominoVec(game, games=5, seed=4)
            for _ in range(4):
                env.step(env.sample())
            rows, totals = env.observe()
            worlds = env.worlds()
            self.assertEqual((worlds.shape, worlds.dtype), ((5, env.seats, env.tiles), np.int8))
            hands = rows[:, env.hand_at : env.history_at]
            self.assertTrue((worlds[np.arange(5), rows[:, 0]].clip(0) == hands).all())
            other.set_state(rows, totals, worlds, env.leads())
            for mine, theirs in zip((*env.observe(), env.legal_mask(), env.worlds()),
                                    (*other.observe(), other.legal_mask(), other.worlds())):
                self.assertTrue((mine == theirs).all())

    def test_states_of_named_games_only(self):
        env, other = DominoVec("draw-2", games=3, seed=3), DominoVec("draw-2", games=3, seed=4)
        before = other.observe()[0].copy()
        rows, totals = env.observe()
        other.set_state(rows, totals, env.worlds(), where=[False, True, False])
        self.assertEqual((other.observe()[0] == rows).all(axis=1).tolist(), [False, True, False])
        self.assertTrue((other.observe()[0][[0, 2]] == before[[0, 2]]).all())

    def test_a_wrong_state_names_its_game_and_changes_nothing(self):
        env = DominoVec("draw-2", games=3, seed=3)
        rows, totals = (array.copy() for array in env.observe())
        worlds = env.worlds()
        worlds[2, 0, worlds[2, 0].argmax()] = 0
        with self.assertRaisesRegex(ValueError, "game 2: world: seat 0 holds"):
            env.set_state(rows, totals, worlds)
        with self.assertRaisesRegex(ValueError, r"an array has shape \(3, 2, 27\), not \(3, 2, 28\)"):
            env.set_state(rows, totals, worlds[:, :, 1:])
        self.assertTrue((env.observe()[0] == rows).all())


class Search(unittest.TestCase):

    def test_playouts_have_a_value_for_every_legal_action(self):
        env = DominoVec("draw-3", games=6, seed=3)
        values = env.playouts(10, seed=1)
        self.assertEqual((values.shape, values.dtype), ((6, env.actions), np.float64))
        self.assertTrue((np.isfinite(values) == env.legal_mask()).all())
        self.assertTrue((values == env.playouts(10, seed=1)).all())
        self.assertFalse((values == env.playouts(10, seed=2)).all())
        some = env.playouts(10, seed=1, where=[True] + [False] * 5)
        self.assertTrue((some[0] == values[0]).all() and (some[1:] == -np.inf).all())

    def test_open_hands_are_solved(self):
        env = DominoVec("block-2 target=0 rounds=1", games=50, seed=1)
        won, done = np.zeros(50), np.zeros(50, bool)
        first = env.observe()[0][:, 0].astype(int)
        running = first >= 0
        values, solved = env.solve()
        self.assertTrue(solved.all())
        self.assertTrue((np.isfinite(values) == env.legal_mask()).all())
        expected = values.max(axis=1)
        while not done.all():  # if both play perfectly, the first value is what they get
            rewards, done = env.step(env.solve()[0].argmax(axis=1))
            won += rewards[:, 0] - rewards[:, 1]
        signs = np.where(first == 0, 1, -1)
        self.assertTrue((won * signs == expected)[running].all())
        self.assertFalse(DominoVec("draw-4", games=3).solve(positions=1000)[1].any())

    def test_the_best_of_many_playouts_wins_against_greedy(self):
        """With open hands, so it is no bot; but it shows that the values are those of the seat on turn."""
        env = DominoVec("block-2 target=0 rounds=1", games=200, seed=1, opponents="greedy")
        won, done = np.zeros(200), np.zeros(200, bool)
        while not done.all():
            rewards, done = env.step(env.playouts(20).argmax(axis=1))
            won += rewards[np.arange(200), np.arange(200) % 2] - rewards[np.arange(200), 1 - np.arange(200) % 2]
        self.assertGreater(won.mean(), 2)


    def test_worlds_agree_with_the_observation_and_playouts_over_them_are_a_bot(self):
        """Flat Monte Carlo search, which knows nothing but its row: ten worlds, ten random rounds each."""
        env = DominoVec("block-2 target=0 rounds=1", games=100, seed=1, opponents="greedy")
        search = DominoVec("block-2 target=0 rounds=1", games=100)
        won, done = np.zeros(100), np.zeros(100, bool)
        mine = np.arange(100) % 2
        while not done.all():
            rows, totals = env.observe()
            worlds, found = search.sample_worlds(rows, totals, env.leads(), 10, seed=1)
            self.assertEqual((worlds.shape, worlds.dtype), ((100, 10, 2, 28), np.int8))
            running = rows[:, 0] >= 0
            self.assertTrue((found == 10 * running).all())
            may_hold, count = search.belief(rows, totals, env.leads())
            self.assertTrue((may_hold[:, None] >= (worlds == 1)).all())
            self.assertTrue(((count >= 1) == running).all())
            values = np.zeros((100, env.actions))
            for i in range(10):
                search.set_state(rows, totals, worlds[:, i], env.leads(), where=running)
                self.assertTrue((search.observe()[0][running] == rows[running]).all())
                values += search.playouts(10, where=running)
            rewards, done = env.step(values.argmax(axis=1))
            won += rewards[np.arange(100), mine] - rewards[np.arange(100), 1 - mine]
        self.assertGreater(won.mean(), 0.5)
        env.reset()
        rows, totals = (array.copy() for array in env.observe())
        rows[3, 2] += 1
        with self.assertRaisesRegex(ValueError, "game 3: "):
            search.sample_worlds(rows, totals, env.leads(), 1)


class Views(unittest.TestCase):
    """Rows and views, without an arena; tests/e2e/test_learning.py has those of real matches."""

    def test_a_row_becomes_a_view_and_the_same_row_again(self):
        for name in domino_env.variants():
            env = DominoVec(name, games=2, seed=2, auto_reset=True)
            for _ in range(12):
                rows, totals = env.observe()
                for row, total, lead in zip(rows, totals, env.leads()):
                    view = env.view_of(row, total, lead)
                    self.assertTrue((env.row_of(view) == row).all(), name)
                    self.assertTrue((env.totals_of(view) == total).all())
                    self.assertIn(view.lead, ("rotate", "winner", "same", "seat0", "lots", "high_tile", "count",
                                              "drawn_double", "highest_double", "lowest_double"))
                env.step(env.sample())

    def test_lots_are_not_in_a_row(self):
        env = DominoVec("block-2", games=1, seed=2)
        row, total = (array[0] for array in env.observe())
        view = env.view_of(row, total)
        view.history = ((0, "lot", 6, 5), (1, "lot", 0, 0)) + view.history
        self.assertTrue((env.row_of(view) == row).all())

    def test_a_view_of_another_game_is_refused(self):
        env = DominoVec("block-2", games=1, seed=2)
        view = env.view_of(*(array[0] for array in env.observe()))
        view.counts = (1, 2, 3)
        with self.assertRaisesRegex(ValueError, "the view is not of a game with these options"):
            env.row_of(view)


class Readme(unittest.TestCase):

    def test_the_examples_run(self):
        with open(os.path.join(ROOT, "protocol", "sdk", "python", "README.md"), encoding="utf-8") as file:
            sources = re.findall(r"```py\n(from domino_env.*?)```", file.read(), re.DOTALL)
        names = {}
        for source in sources:
            exec(source, names)  # pylint: disable=exec-used
        self.assertEqual((len(sources), names["rewards"].shape), (2, (1000, 2)))


class Plain(unittest.TestCase):
    """The games with which the benchmark compares are those of the library."""

    def test_every_position_of_the_plain_games_is_one_of_the_library(self):
        for game in plain_game.GAMES:
            env = DominoVec(game, games=1, seed=1)
            rng = random.Random(1)
            plain = plain_game.PlainGame(game, rng)
            self.assertEqual((env.events, env.actions), (plain.events, plain_game.ACTIONS))
            ends = sum(self.follow(env, plain, rng) for _ in range(3000))
            self.assertGreaterEqual(ends, 2, game)

    def follow(self, env, plain, rng):
        """Make one action in both. Returns whether a match has ended."""
        row, totals = plain.observe()
        env.set_state([row], [totals], [self.world(env, plain)])
        self.assertEqual(env.observe()[0][0].tolist(), row)
        self.assertEqual(env.legal_mask()[0].tolist(), list(map(bool, plain.legal_mask())))
        action, before = rng.choice(plain.actions), plain.round
        rewards, done = plain.step(action)
        others, is_over = env.step(np.array([action], np.int32))
        if plain.round == before:  # another round has another deal, in which somebody may win without a choice
            self.assertEqual((others[0].tolist(), is_over[0]), (rewards, done))
            if not done:
                self.assertEqual(env.observe()[0][0].tolist(), plain.observe()[0])
        if done:
            plain.reset()
        return done

    @staticmethod
    def world(env, plain):
        world = np.zeros((env.seats, env.tiles), np.int8)
        for seat, hand in enumerate(plain.hands):
            world[seat, [plain_game.NUMBER[tile] for tile in hand]] = 1
            for nth, tile in enumerate(reversed(plain.stock) if plain.draws else [], 1):
                world[seat, plain_game.NUMBER[tile]] = -nth
        return world


class Aec(unittest.TestCase):

    def play(self, env):
        chance = np.random.default_rng(1)
        turns = 0
        earned = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            earned[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            over = terminated or truncated
            self.assertEqual(over, len(legal) == 0)
            env.step(None if over else chance.choice(legal))
            turns += 1
        return turns, earned

    def test_a_match_in_the_shape_of_an_aec_environment(self):
        for game in ("block-2", "draw-4", "homo-homini-lupus", "brettspielnetz"):
            env = DominoAEC(game, seed=4)
            env.reset()
            turns, earned = self.play(env)
            self.assertGreaterEqual(turns, len(env.possible_agents) + 1)
            self.assertEqual(env.agents, [])
            totals = env._vec.observe()[1][0, 1:].tolist()
            sign = -1 if game == "brettspielnetz" else 1
            self.assertEqual([sign * score for score in totals], list(earned.values()))

    def test_the_same_seed_is_the_same_match(self):
        env = DominoAEC("draw-2")
        rows = []
        for seed in (5, 5, 6, None):
            env.reset(seed=seed)
            rows.append(env.observe(env.agent_selection)["observation"])
        self.assertTrue((rows[0] == rows[1]).all())
        self.assertFalse((rows[0] == rows[2]).all())
        self.assertFalse((rows[2] == rows[3]).all())

    def test_an_agent_that_is_not_on_turn_sees_nothing_and_has_no_actions(self):
        env = DominoAEC("block-3", seed=4)
        env.reset()
        for agent in env.agents:
            seen = env.observe(agent)
            self.assertEqual(agent == env.agent_selection, bool(seen["action_mask"].any()))
            self.assertEqual(agent == env.agent_selection, not (seen["observation"] == -1).all())

    def test_wrong_actions_are_refused(self):
        env = DominoAEC("block-2", seed=4)
        env.reset()
        for wrong in (56, 57, -1, None):
            with self.assertRaises(ValueError):
                env.step(wrong)
        self.play(env)


def ask_pettingzoo():
    try:
        from pettingzoo.test import api_test
    except ImportError:
        print("skipped: PettingZoo is not installed")
        return 77
    for game in ("block-2", "draw-3", "homo-homini-lupus"):
        api_test(DominoAEC(game), num_cycles=1000)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--pettingzoo"]:
        sys.exit(ask_pettingzoo())
    unittest.main()
