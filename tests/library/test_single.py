#!/usr/bin/env python3
"""DominoState: moves that can be undone, and moments of chance. DOMINO_LIBRARY is the library."""
import copy
import math
import os
import pickle
import random
import sys
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "protocol", "sdk", "python"))

import domino_env  # noqa: E402
from domino_env import CHANCE, DominoState, DominoVec  # noqa: E402

ROUND = " target=0 rounds=1"


def shown(state):
    """All that a state shows, as a value that can be compared."""
    row, totals, lead = state.observe()
    return (state.turn, state.moves(), state.outcomes(), row.tobytes(), totals.tolist(), lead, state.world().tobytes(),
            state.rewards().tolist(), state.places().tolist())


def play(state, chance, until=lambda state: state.turn == -1):
    """Plays at random, where outcomes of chance have their probabilities."""
    while not until(state):
        if state.turn == CHANCE:
            numbers, weights = zip(*state.outcomes())
            state.apply(chance.choices(numbers, weights)[0])
        else:
            state.apply(chance.choice(state.moves()))


def is_dealt(state):
    return state.turn != CHANCE


def walk(state, depth, probability, visit):
    """Visits the states at the end of all sequences of moves of chance, with their probabilities."""
    outcomes = state.outcomes()
    if not outcomes or depth == 0:
        visit(state, probability)
        return
    for number, chance in outcomes:
        state.apply(number)
        walk(state, depth - 1, probability * chance, visit)
        state.undo()


class Undo(unittest.TestCase):

    def test_undo_goes_back_to_the_first_state_in_every_variant(self):
        chance = random.Random(1)
        for name in domino_env.variants():
            state = DominoState(name + ROUND)
            seen = []
            while state.turn != -1:
                seen.append(shown(state))
                state.apply(chance.choice(state.moves()))
            self.assertIn(1, state.places())
            while seen:
                state.undo()
                self.assertEqual(shown(state), seen.pop(), name)
            with self.assertRaisesRegex(IndexError, "no move to undo"):
                state.undo()

    def test_what_was_undone_can_be_played_otherwise_and_again(self):
        chance = random.Random(2)
        state = DominoState("draw-2 target=40")
        play(state, chance)
        path, end = state.path, shown(state)
        for _ in range(len(path) // 2):
            state.undo()
        play(state, chance)
        while state.path:
            state.undo()
        for number in path:
            state.apply(number)
        self.assertEqual(shown(state), end)

    def test_a_wrong_move_changes_nothing(self):
        state = DominoState("block-2")
        before = shown(state)
        for wrong in (-1, 99, 10**6):
            with self.assertRaisesRegex(ValueError, f"move {wrong} is not one of the"):
                state.apply(wrong)
        self.assertEqual((shown(state), state.path), (before, []))
        with self.assertRaisesRegex(ValueError, "there is no variant 'chess'"):
            DominoState("chess")


class Copies(unittest.TestCase):

    def test_copies_are_equal_have_the_same_past_and_go_their_own_way(self):
        chance = random.Random(3)
        env = DominoVec("draw-3", games=3, seed=5)
        for _ in range(4):
            env.step(env.sample())
        for state in (DominoState("draw-3"), env.state(1)):
            for _ in range(40):
                state.apply(chance.choice(state.moves()))
            before = shown(state)
            for made in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                self.assertEqual(shown(made), before)
                made.apply(made.moves()[0])
                self.assertEqual(shown(state), before)
                other = state.clone()
                made.undo()
                while other.path:
                    other.undo()
                    made.undo()
                    self.assertEqual(shown(made), shown(other))

    def test_a_state_of_a_game_shows_what_the_game_shows(self):
        for game in ("block-2", "draw-3", "homo-homini-lupus", "brettspielnetz"):
            env = DominoVec(game, games=4, seed=3)
            for _ in range(6):
                env.step(env.sample())
            rows, totals = env.observe()
            for number in np.flatnonzero(rows[:, 0] >= 0):
                state = env.state(number)
                row, own_totals, lead = state.observe()
                self.assertEqual(state.turn, rows[number, 0])
                self.assertEqual(state.moves(), np.flatnonzero(env.legal_mask()[number]).tolist())
                self.assertTrue((row == rows[number]).all() and (own_totals == totals[number]).all())
                self.assertTrue((state.world() == env.worlds()[number]).all())
                self.assertEqual(lead, env.leads()[number])
        with self.assertRaisesRegex(ValueError, "^game: 4 is not allowed; allowed: 0..3$"):
            env.state(4)

    def test_without_chance_a_round_goes_as_in_the_environment(self):
        chance = random.Random(4)
        env = DominoVec("block-3" + ROUND, games=20, seed=3)
        states = [env.state(number) for number in range(20)]
        sums = np.zeros((20, 3), np.int64)
        for _ in range(60):
            actions = [chance.choice(state.moves()) if state.turn >= 0 else -1 for state in states]
            sums += env.step(actions)[0]
            for state, action in zip(states, actions):
                if action >= 0:
                    state.apply(action)
        self.assertTrue(all(state.turn == -1 for state in states))
        self.assertTrue((np.array([state.rewards() for state in states]) == sums).all())
        self.assertTrue((np.array([state.places() for state in states]) == env.places()).all())


class Chance(unittest.TestCase):

    def test_all_deals_are_there_once_and_equally_likely(self):
        for hand, count in ((2, math.comb(10, 2) * math.comb(8, 2)), (3, math.comb(10, 3) * math.comb(7, 3))):
            seen = []
            walk(DominoState(f"block-2 set_max=3 hand={hand} lead_first=seat0" + ROUND), 1000, 1,
                 lambda state, probability: seen.append(probability))
            self.assertEqual(len(seen), count)
            self.assertAlmostEqual(sum(seen), 1)
            self.assertAlmostEqual(min(seen), 1 / count)
            self.assertAlmostEqual(max(seen), 1 / count)

    def test_lots_are_drawn_before_the_deal(self):
        count = math.comb(10, 2) * math.comb(8, 2)
        seen = []
        walk(DominoState("block-2 set_max=3 hand=2 lead_first=lots" + ROUND), 1000, 1,
             lambda state, probability: seen.append(probability))
        self.assertEqual(len(seen), 2 * count)
        self.assertAlmostEqual(sum(seen), 1)

    def test_probabilities_add_up_in_every_variant_and_outcomes_are_moves(self):
        chance = random.Random(5)
        for name in domino_env.variants():
            state = DominoState(name + ROUND)
            while state.turn != -1:
                outcomes = state.outcomes()
                if state.turn == CHANCE:
                    self.assertAlmostEqual(sum(probability for _, probability in outcomes), 1)
                    self.assertEqual([number for number, _ in outcomes], state.moves())
                else:
                    self.assertEqual(outcomes, [])
                self.assertGreater(len(state.moves()), 1)
                state.apply(chance.choice(state.moves()))

    def test_a_drawn_tile_is_any_of_the_stock_with_the_same_probability(self):
        chance, seen = random.Random(6), 0
        for _ in range(20):
            state = DominoState("draw-2" + ROUND)
            play(state, chance, is_dealt)
            while state.turn != -1:
                play(state, chance, lambda state: state.turn != CHANCE)
                if state.turn < 0:
                    break
                world = state.world()
                stock = set(np.flatnonzero((world < 0).any(axis=0)).tolist())
                state.apply(chance.choice(state.moves()))
                if state.turn == CHANCE:
                    seen += 1
                    self.assertEqual(set(state.moves()), stock)
                    self.assertEqual({probability for _, probability in state.outcomes()}, {1 / len(stock)})
        self.assertGreater(seen, 10)

    def test_values_by_chance_and_by_sampled_deals_agree(self):
        """The mean result of random play in a small game, exactly and by the deals of an environment."""
        game = "draw-2 set_max=3 doubles=false hand=2 lead_first=seat0" + ROUND

        def value(state):
            if state.turn == -1:
                rewards = state.rewards()
                return float(rewards[0] - rewards[1])
            outcomes = state.outcomes() or [(move, 1 / len(state.moves())) for move in state.moves()]
            total = 0
            for move, probability in outcomes:
                state.apply(move)
                total += probability * value(state)
                state.undo()
            return total
        exact = value(DominoState(game))
        env = DominoVec(game, games=20000, seed=1)
        sums = np.zeros(20000)
        done = np.zeros(1)
        while not done.all():
            rewards, done = env.step(env.sample())
            sums += rewards[:, 0] - rewards[:, 1]
        self.assertLess(abs(sums.mean() - exact), 5 * sums.std() / 20000**0.5)


if __name__ == "__main__":
    unittest.main()
