#!/usr/bin/python3
"""Tests of the independent referee: the worked examples and pitfalls of RULES.md, self-play, corruption.

    /usr/bin/python3 tests/oracle/test_oracle.py

With DOM_NIGHTLY in the environment it plays more matches and corrupts more of them.
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from random import Random

sys.dont_write_bytecode = True  # the source tree stays as it is
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import corrupt  # noqa: E402
import deals  # noqa: E402
import referee  # noqa: E402
import rules  # noqa: E402
import selfplay  # noqa: E402
import shape  # noqa: E402
from variants import EARLIER, NAMED  # noqa: E402

IS_NIGHTLY = bool(os.environ.get("DOM_NIGHTLY"))

PUERTO_RICO, PUERTO_RICO_BLOCKER = "draw-puerto-rico-2", "draw-puerto-rico-blocker-2"


def options(name, **changes):
    return {**NAMED[name], **changes}


def tiles(text):
    """Returns tiles: "64 11" is [(6, 4), (1, 1)]. The halves may be in any order."""
    return [tuple(sorted(map(int, tile), reverse=True)) for tile in text.split()]


def worth(name, end, by, pips, blocker=-1, *, factor=1, **changes):
    """Returns the points of a round that ended with these pips in the hands."""
    o = options(name, **changes)
    winner, tied = rules.round_winner(o, end, by, blocker, pips)
    return rules.gross_points(o, end, by, pips, winner, tied, factor)


def blocked(name, pips, blocker=-1, **changes):
    return worth(name, "blocked", blocker, pips, blocker, **changes)


def domino(name, by, pips, **changes):
    return worth(name, "domino", by, pips, by, **changes)


def position(name, hands, ends, turn=0, stock="", last=-1, **changes):
    """Returns a Round in the middle: hands as texts, the stock in the order in which every seat draws."""
    o = options(name, opening_draw="none", end_rule="all_stuck", **changes)
    play = rules.Round(o, [tiles(hand) for hand in hands], [tiles(stock)] * o["players"], None, 0)
    play.options = options(name, **changes)
    play.ends, play.turn, play.last = list(ends), turn, last
    return play


def draws(play):
    """Draws while nothing else is legal. Returns the tiles."""
    drawn = []
    while play.legal() == [("draw",)]:
        drawn.append(play.apply(("draw",)))
    return drawn


def points(play):
    return rules.settle_round(play).points


# ---------------------------------------------------------------------------------------------------------------------
# RULES.md section 4

class DoublesInTheBoneyard(unittest.TestCase):
    name = "boneyard-doubles"

    def test_1_a_domino_scores_all_remaining_pips(self):
        hands = [[], tiles("05 46"), tiles("56 13 25")]
        self.assertEqual(rules.hand_pips(options(self.name), hands), [0, 15, 22])
        self.assertEqual(domino(self.name, 0, [0, 15, 22]), [37, 0, 0])

    def test_2_a_block_counts_the_winners_own(self):
        self.assertEqual(blocked(self.name, [9, 14, 20]), [43, 0, 0])

    def test_3_of_two_tied_lowest_the_third_loses(self):
        self.assertEqual(blocked(self.name, [8, 8, 19]), [0, 0, -19])
        self.assertEqual(12 + blocked(self.name, [8, 8, 19])[2], -7)
        winner, tied = rules.round_winner(options(self.name), "blocked", 2, 2, [8, 8, 19])
        self.assertEqual((winner, tied), (None, [0, 1]))
        result = rules.Result("blocked", 2, 2, [8, 8, 19], winner, tied, [0, 0, -19])
        rule = rules.lead_rule(options(self.name), result)
        self.assertEqual(rule, "drawn_double")
        self.assertEqual(rules.lot_seats(options(self.name), rule, result), [0, 1])

    def test_3_the_third_loses_after_a_domino_without_a_winner(self):
        self.assertEqual(domino(self.name, 0, [0, 0, 9], zero_tie="nobody"), [0, 0, -9])
        self.assertEqual(domino(self.name, 0, [0, 0, 0], zero_tie="nobody"), [0, 0, 0])

    def test_4_three_tied(self):
        self.assertEqual(blocked(self.name, [10, 10, 10]), [0, 0, 0])
        self.assertEqual(rules.round_winner(options(self.name), "blocked", 0, 0, [10, 10, 10]), (None, [0, 1, 2]))

    def test_5_a_tie_of_the_higher_hands_is_irrelevant(self):
        self.assertEqual(blocked(self.name, [5, 12, 12]), [29, 0, 0])

    def test_6_the_match_ends_at_200(self):
        self.assertTrue(rules.match_over(options(self.name), 9, [185 + 37, 0, 0]))
        self.assertFalse(rules.match_over(options(self.name), 9, [199, 0, 0]))


class HomoHominiLupus(unittest.TestCase):
    name = "homo-homini-lupus"

    def test_1_to_4_and_6_difference_to_the_average(self):
        for pips, expected in (([0, 5, 11, 9], [625, 125, -475, -275]), ([7, 7, 10, 20], [400, 400, 100, -900]),
                               ([0, 5, 10, 11], [650, 150, -350, -450]), ([0, 0, 6, 10], [400, 400, -200, -600]),
                               ([6, 6, 6, 6], [0, 0, 0, 0])):
            with self.subTest(pips=pips):
                self.assertEqual(rules.average_points(options(self.name), pips), expected)
                self.assertEqual(domino(self.name, 0, pips), expected)
                self.assertEqual(sum(expected), 0)

    def test_5_all_arms_closed_with_stock_left(self):
        play = position(self.name, ["11 10", "22", "53", "10"], [-1, -1, -1, 1], stock="66 56")
        play.hands = [tiles("11 30"), tiles("40"), tiles("53"), tiles("10")]
        play.apply(("play", 1, 1, 3, "down"))
        self.assertEqual((play.ends, play.end, play.by), ([-1, -1, -1, -1], "blocked", 0))
        self.assertEqual(rules.settle_round(play).pips, [3, 4, 8, 1])
        self.assertEqual(points(play), [100, 0, -400, 300])

    def test_trace(self):
        hands = ["44 66 65", "53 21", "00 11 22", "40 33 61"]
        o = options(self.name)
        leader, must = rules.lead_by_hands(o, "lowest_double", [tiles(hand) for hand in hands])
        self.assertEqual((leader, must), (2, (0, 0)))
        play = rules.Round(o, [tiles(hand) for hand in hands], [tiles("63 60 51")] * 4, None, leader, must)
        self.assertEqual(play.legal(), [("play", 0, 0, 0)])
        play.apply(("play", 0, 0, 0))
        self.assertEqual(play.ends, [0, 0, 0, 0])
        self.assertEqual(play.legal(), [("play", 4, 0, 0)])
        play.apply(("play", 4, 0, 0))
        self.assertEqual((play.turn, play.ends), (0, [4, 0, 0, 0]))
        self.assertEqual(play.legal(), [("play", 4, 4, 0), ("play", 4, 4, 0, "down")])
        play.apply(("play", 4, 4, 0, "down"))
        self.assertEqual(play.ends, [-1, 0, 0, 0])
        self.assertEqual(draws(play), [(6, 3), (6, 0)])
        self.assertEqual(play.legal(), [("play", 6, 0, 1)])


class Block(unittest.TestCase):
    def test_1_domino(self):
        self.assertEqual(domino("block-2", 0, [0, 18]), [18, 0])

    def test_2_block_less_his_own(self):
        self.assertEqual(blocked("block-3", [3, 9, 11]), [17, 0, 0])

    def test_3_ties(self):
        self.assertEqual(blocked("block-4", [3, 3, 12, 7]), [0, 0, 0, 0])
        self.assertEqual(blocked("block-4", [3, 8, 8, 2]), [0, 0, 0, 17])

    def test_4_another_hand_worth_nothing(self):
        self.assertEqual(domino("block-3", 0, [0, 0, 8]), [8, 0, 0])
        self.assertEqual(domino("block-3", 0, [0, 0, 8], zero_tie="nobody"), [0, 0, 0])
        dutch = rules.hand_pips(options("block-3", pip00=13), [[], [(0, 0)], [(5, 3)]])
        self.assertEqual(domino("block-3", 0, dutch, pip00=13), [21, 0, 0])

    def test_5_british_clubs(self):
        for tile, ends, once, multiply in (("24", [4, 2], 36, 36), ("55", [5, 5], 36, 72), ("24", [4, 6], 18, 18),
                                           ("55", [5, 1], 36, 36), ("24", [4, 4], 36, 36)):
            for club, expected in (("once", once), ("multiply", multiply), ("off", 18)):
                with self.subTest(tile=tile, ends=ends, club=club):
                    play = position("block-british-2", [tile, "66 33"], ends, club_double=club)
                    play.apply(play.legal()[0])
                    self.assertEqual((play.end, points(play)), ("domino", [expected, 0]))

    def test_5_british_clubs_on_the_empty_table_and_in_blocks(self):
        play = position("block-british-2", ["42", "66"], [], hand=1)
        play.apply(("play", 4, 2, 0))
        self.assertEqual(points(play), [12, 0])
        play = position("block-british-2", ["33 10", "66"], [3, 3])
        play.apply(("play", 3, 3, 0))
        self.assertEqual((play.end, points(play)), ("blocked", [11, 0]))

    def test_5_british_clubs_double_what_the_opponents_hold(self):
        self.assertEqual(domino("block-teams", 0, [0, 3, 12, 7], factor=2, score="all_hands"), [32, 0, 32, 0])
        self.assertEqual(domino("block-teams", 0, [0, 3, 12, 7], factor=2), [20, 0, 20, 0])

    def test_5_british_clubs_with_four_arms(self):
        for ends, expected in (([4, 2, 2, 4], 12), ([4, 2, 2, 6], 6), ([4, 2, 2, -1], 6)):
            play = position("homo-homini-lupus", ["42", "60", "", ""], ends, score="opponents", club_double="once")
            play.apply(("play", 4, 2, 0))
            self.assertEqual(points(play), [expected, 0, 0, 0])

    def test_6_teams_blocked(self):
        self.assertEqual(blocked("block-teams", [2, 4, 11, 7]), [0, 2, 0, 2])
        self.assertEqual(blocked("block-teams", [2, 4, 8, 6]), [0, 0, 0, 0])

    def test_6_teams_lowest_hand(self):
        self.assertEqual(blocked("block-teams", [2, 4, 11, 7], team_block="lowest_hand"), [0, 0, 0, 0])
        self.assertEqual(blocked("block-teams", [2, 4, 3, 7], team_block="lowest_hand"), [6, 0, 6, 0])
        self.assertEqual(blocked("block-teams", [2, 2, 3, 7], team_block="lowest_hand"), [0, 0, 0, 0])

    def test_7_the_partners_tiles_do_not_count(self):
        self.assertEqual(domino("block-teams", 0, [0, 1, 23, 5]), [6, 0, 6, 0])

    def test_partnership_never_subtracts(self):
        self.assertEqual(domino("partnership", 1, [9, 0, 3, 20]), [0, 12, 0, 12])
        self.assertEqual(blocked("partnership", [2, 4, 11, 7]), [0, 13, 0, 13])


class Brettspielnetz(unittest.TestCase):
    name = "brettspielnetz"

    def test_1_domino(self):
        self.assertEqual(domino(self.name, 0, [0, 19]), [-5, 19])

    def test_2_the_player_on_move_is_stuck(self):
        play = position(self.name, ["12 05 30", "66 44 25"], [3, 0], stock="54 60", last=1)
        play.hands[0] = tiles("12 05 30")
        play.apply(("play", 3, 0, 1))
        self.assertEqual((play.end, play.by), ("stuck", 1))
        self.assertEqual(points(play), [8, 27])

    def test_2_a_stuck_seat_is_not_the_blocker(self):
        for rule in ("blocker", "any_blocker"):
            play = position(self.name, ["65 30", "65"], [3, 0], stock="54 60", score="all_hands", block_tie=rule,
                            objective="high")
            play.hands = [tiles("64 30"), tiles("55")]
            play.apply(("play", 3, 0, 1))
            self.assertEqual((play.end, play.by, points(play)), ("stuck", 1, [0, 0]))

    def test_3_and_4_the_match(self):
        o = options(self.name)
        a, b = sum((-5, 8, 14, -5)), sum((19, 27, -5, 11))
        self.assertEqual((a, b), (12, 52))
        self.assertFalse(rules.match_over(o, 3, [a, b]))
        self.assertTrue(rules.match_over(o, 4, [a, b]))
        self.assertEqual(rules.places_of(o, [a, b]), [1, 2])
        self.assertEqual(rules.places_of(o, [20, 20]), [1, 1])

    def test_5_stuck_before_the_limit_of_three(self):
        for stock, drawn, end in (("44 55 54 11 10", 3, "stuck"), ("44 55 54 11 10 31", 3, None), ("44 11 10", 1, "stuck")):
            with self.subTest(stock=stock):
                play = position(self.name, ["66 62", "66 61"], [0, 2], stock=stock)
                play.apply(("play", 6, 2, 1))
                play.ends = [3, 0]
                self.assertEqual(len(draws(play)), drawn)
                self.assertEqual(play.end, end)
                if not end:
                    self.assertEqual(play.legal(), [("pass",)])
                else:
                    self.assertEqual((play.by, play.legal()), (1, []))

    def test_6_domino_against_the_double_blank(self):
        self.assertEqual(domino(self.name, 0, [0, 0]), [-5, 0])


class Draw(unittest.TestCase):
    def test_1_domino(self):
        self.assertEqual(domino("draw-2", 0, [0, 26]), [26, 0])

    def dead_layout(self, name, **changes):
        play = position(name, ["05 16", "22 30"], [3, 0], turn=1, stock="66 45 01 55 42 64", **changes)
        play.apply(("play", 3, 0, 1))
        play.turn = 1
        return play

    def test_2_a_dead_layout_draws_out(self):
        play = self.dead_layout("draw-2")
        self.assertIsNone(play.end)
        self.assertEqual(draws(play), tiles("66 45 01 55"))
        self.assertEqual(play.legal(), [("pass",)])
        play.apply(("pass",))
        self.assertEqual((play.end, play.by), ("blocked", 1))
        self.assertEqual(rules.settle_round(play).pips, [12, 36])
        self.assertEqual(points(play), [24, 0])
        play = self.dead_layout("block-2")
        self.assertEqual((play.end, points(play)), ("blocked", [0, 8]))

    def test_3_blocked_and_tied(self):
        self.assertEqual(blocked("draw-2", [12, 12], 1), [0, 0])
        self.assertEqual(blocked(PUERTO_RICO, [12, 12], 1), [0, 0])
        self.assertEqual(blocked(PUERTO_RICO_BLOCKER, [12, 12], 1), [0, 24])
        self.assertEqual(blocked("draw-puerto-rico-blocker-3", [12, 12, 15], 2), [0, 0, 39])
        self.assertEqual(blocked("draw-puerto-rico-blocker-3", [12, 11, 15], 2), [0, 38, 0])
        self.assertEqual(blocked("draw-puerto-rico-blocker-3", [12, 12, 15], 2, block_tie="blocker"), [0, 0, 0])
        self.assertEqual(blocked("draw-puerto-rico-blocker-3", [12, 12, 15], -1), [0, 0, 0])
        self.assertEqual(blocked("draw-3", [1, 1, 15], 2, block_tie="any_blocker"), [0, 0, 0])
        self.assertEqual(blocked("draw-3", [9, 9, 15], 2, block_tie="any_blocker"), [0, 0, 3])
        result = rules.Result("blocked", 1, 0, [12, 12], None, [0, 1], [0, 0])
        self.assertEqual(rules.lead_rule(options(PUERTO_RICO), result), "highest_double")

    def test_4_dutch_double_blank(self):
        for name, expected in (("draw-2", [12, 0]), ("draw-dutch-2", [0, 1])):
            pips = rules.hand_pips(options(name), [tiles("00"), tiles("66")])
            self.assertEqual(blocked(name, pips), expected)

    def test_5_puerto_rico_scores_all_hands(self):
        self.assertEqual(blocked(PUERTO_RICO, [12, 36]), [48, 0])

    def test_6_draws_that_cost(self):
        o = options("draw-pay-2")
        result = rules.settle(o, [[], tiles("66 65 10")], "domino", 0, 0, 0, [5, 3], 1)
        self.assertEqual(result.points, [24 - 5, -3])
        teams = options("draw-teams", draw_cost=2)
        result = rules.settle(teams, [[], tiles("66"), tiles("55"), tiles("10")], "domino", 0, 0, 0, [1, 0, 2, 1], 1)
        self.assertEqual(result.points, [13 - 6, -2, 13 - 6, -2])

    def test_7_the_target_may_be_passed(self):
        self.assertTrue(rules.match_over(options("draw-3"), 5, [55 + 24, 0, 0]))

    def test_8_count(self):
        self.assertEqual(rules.count_leader([0, 1, 2], tiles("26 05 34")), 2)
        self.assertEqual(rules.count_leader([0, 1], tiles("66 01")), 1)


# ---------------------------------------------------------------------------------------------------------------------
# RULES.md section 6, and the parts of sections 0 to 2 that no example shows

class Layout(unittest.TestCase):
    def test_two_ends_two_placements(self):
        play = position("block-2", ["41 33", "66"], [4, 1])
        self.assertEqual(play.legal(), [("play", 4, 1, 0), ("play", 4, 1, 1)])

    def test_equal_ends_are_one(self):
        play = position("block-2", ["41 44", "66"], [4, 4])
        self.assertEqual(play.legal(), [("play", 4, 1, 0), ("play", 4, 4, 0)])
        play = position("homo-homini-lupus", ["60"] + ["11"] * 3, [0, 0, 0, 0])
        self.assertEqual(play.legal(), [("play", 6, 0, 0)])
        play = position("homo-homini-lupus", ["60 66"] + ["11"] * 3, [-1, 6, 0, 6])
        self.assertEqual(play.legal(), [("play", 6, 0, 1), ("play", 6, 0, 2), ("play", 6, 6, 1), ("play", 6, 6, 1, "down")])

    def test_order_of_legal(self):
        play = position("draw-2", ["66 10 22 31 50 61", "55"], [6, 1], stock="00 11 33")
        self.assertEqual(play.legal(), [("play", 1, 0, 1), ("play", 3, 1, 1), ("play", 6, 1, 0), ("play", 6, 1, 1),
                                        ("play", 6, 6, 0), ("draw",)])

    def test_ends(self):
        self.assertEqual(rules.opened(options("block-2"), (6, 4)), [6, 4])
        self.assertEqual(rules.opened(options("homo-homini-lupus"), (3, 3)), [3, 3, 3, 3])
        self.assertEqual(rules.laid([6, 1], (6, 1), 0, False), [1, 1])
        self.assertEqual(rules.laid([6, 1], (6, 1), 1, False), [6, 6])
        self.assertEqual(rules.laid([6, 1], (6, 6), 0, False), [6, 1])
        self.assertEqual(rules.laid([2, 6, 0, 0], (6, 6), 1, True), [2, -1, 0, 0])

    def test_pip00_is_for_counting_only(self):
        o = options("draw-dutch-2")
        self.assertEqual(rules.pip_value(o, (0, 0)), 13)
        self.assertEqual(rules.placements(o, [(0, 0)], [0, 5]), [("play", 0, 0, 0)])
        self.assertEqual(rules.tied_highest([(0, (0, 0)), (1, (6, 5))]), [1])

    def test_sets(self):
        for name, count, pips in (("block-2", 28, 168), ("boneyard-doubles", 21, 126), ("block-austrian-4", 36, 288),
                                  ("draw-8", 55, None)):
            found = rules.tile_set(options(name))
            self.assertEqual(len(found), count)
            if pips:
                self.assertEqual(sum(map(sum, found)), pips)
        for highest, count in ((3, 10), (4, 15), (5, 21), (12, 91)):
            self.assertEqual(len(rules.tile_set(options("block-2", set_max=highest))), count)


class Turns(unittest.TestCase):
    def test_drawing_is_allowed_with_a_playable_tile(self):
        play = position("draw-2", ["61 55", "66"], [6, 6], stock="00 62 33 11")
        self.assertEqual(play.legal()[-1], ("draw",))
        play.apply(("draw",))
        self.assertEqual(play.legal(), [("play", 6, 1, 0), ("draw",)])
        play.apply(("draw",))
        self.assertEqual(play.legal(), [("play", 6, 1, 0), ("play", 6, 2, 0)])   # two reserve tiles: must play

    def test_no_pass_while_the_stock_can_be_drawn(self):
        play = position("draw-2", ["55", "66 61"], [6, 6], stock="00 33 11")
        self.assertEqual(play.legal(), [("draw",)])
        play.apply(("draw",))
        self.assertEqual(play.legal(), [("pass",)])
        play.apply(("pass",))
        self.assertEqual((play.end, play.turn), (None, 1))

    def test_the_last_drawable_tile_does_not_end_the_round_before_the_pass(self):
        play = position("draw-2", ["55", "44"], [6, 6], stock="00 33 11")
        play.apply(("draw",))
        self.assertIsNone(play.end)
        play.apply(("pass",))
        self.assertEqual(play.end, "blocked")

    def test_drawing_before_the_lead(self):
        play = position("draw-2", ["55 41", "66 61"], [], stock="00 33 11")
        self.assertEqual(play.legal(), [("play", 4, 1, 0), ("play", 5, 5, 0), ("draw",)])
        play.must = (5, 5)
        self.assertEqual(play.legal(), [("play", 5, 5, 0)])

    def test_forced_drawing_offers_no_draw(self):
        play = position("draw-forced-2", ["61 55", "66"], [6, 6], stock="00 62 33 11")
        self.assertEqual(play.legal(), [("play", 6, 1, 0)])

    def test_a_drawn_tile_that_fits_is_played(self):
        play = position("draw-one-2", ["55", "61"], [6, 6], stock="62 33 11")
        play.apply(("draw",))
        self.assertEqual(play.legal(), [("play", 6, 2, 0)])
        play = position("draw-one-2", ["55", "61"], [6, 6], stock="52 63 11 10")
        play.apply(("draw",))
        self.assertEqual(play.legal(), [("pass",)])

    def test_dutch_draws_a_second_tile_only_if_the_first_does_not_fit(self):
        play = position("draw-dutch-2", ["55", "61"], [6, 6], stock="52 53 11 10 20")
        self.assertEqual(draws(play), tiles("52 53"))
        self.assertEqual(play.legal(), [("pass",)])

    def test_block_ignores_the_stock(self):
        play = position("block-2", ["61 55", "44"], [6, 6], stock="62 63")
        play.apply(("play", 6, 1, 0))
        play = position("block-2", ["21 55", "44"], [1, 6], stock="62 63")
        play.apply(("play", 2, 1, 0))
        self.assertEqual((play.end, play.by, play.ends), ("blocked", 0, [2, 6]))

    def test_a_block_waits_for_the_drawable_stock(self):
        for name, end in (("draw-2", None), ("draw-whole-stock-2", None), ("block-2", "blocked")):
            play = position(name, ["31 55", "44"], [1, 6], stock="62 00 11")
            play.apply(("play", 3, 1, 0))
            self.assertEqual(play.end, end)
        play = position("draw-2", ["31 55", "44"], [1, 6], stock="00 11")
        play.apply(("play", 3, 1, 0))
        self.assertEqual(play.end, "blocked")
        play = position("draw-whole-stock-2", ["31 55", "44"], [1, 6], stock="00 11")
        play.apply(("play", 3, 1, 0))
        self.assertIsNone(play.end)

    def test_homo_ends_at_once_on_a_dead_layout(self):
        for stock, end in (("66 54", "blocked"), ("66 32", None)):
            play = position("homo-homini-lupus", ["31 55", "44", "65", "54"], [1, 3, -1, -1], stock=stock)
            play.apply(("play", 3, 1, 0))
            self.assertEqual((play.ends, play.end), ([3, 3, -1, -1], end))

    def test_homo_draws_everything_and_only_when_stuck(self):
        play = position("homo-homini-lupus", ["66", "11 55", "12", "13"], [4, 4, 4, 4], stock="00 20 54")
        self.assertEqual(draws(play), tiles("00 20 54"))
        self.assertEqual(play.legal(), [("play", 5, 4, 0)])
        play = position("homo-homini-lupus", ["44", "11", "12", "13"], [4, 4, 1, 4], stock="00 20 54")
        self.assertEqual(play.legal(), [("play", 4, 4, 0), ("play", 4, 4, 0, "down")])

    def test_going_out_face_down(self):
        play = position("homo-homini-lupus", ["44", "11", "12", "13"], [4, 4, 1, 4])
        play.apply(("play", 4, 4, 0, "down"))
        self.assertEqual((play.end, play.by), ("domino", 0))

    def test_the_blocker_is_the_last_to_play(self):
        play = position("draw-2", ["31 55", "44"], [1, 6], stock="00 11 22")
        play.apply(("play", 3, 1, 0))
        draws(play)
        play.apply(("pass",))
        self.assertEqual((play.end, play.by), ("blocked", 0))

    def test_brettspielnetz_start_tile_is_played_onto(self):
        o = options("brettspielnetz")
        play = rules.Round(o, [tiles("53"), tiles("31")], [tiles("66 55 44")] * 2, (5, 1), 0)
        self.assertEqual((play.ends, play.legal()), ([5, 1], [("play", 5, 3, 0)]))

    def test_without_a_play_there_is_no_blocker(self):
        o = options("block-2", start_tile="any")
        play = rules.Round(o, [tiles("53"), tiles("31")], [tiles("55")] * 2, (6, 2), 0)
        self.assertEqual((play.end, play.legal()), (None, [("pass",)]))
        play.apply(("pass",))
        self.assertEqual((play.end, play.by), ("blocked", -1))

    def test_vietnam_opening(self):
        o = options("draw-vietnam-3")
        orders = [tiles("10 20 30 66 50"), tiles("20 10 66 30 50"), tiles("50 10 66 20 30")]
        play = rules.Round(o, [tiles("11"), tiles("22"), tiles("33")], orders, None, None, None, "highest_double")
        seen = []
        while play.opening is not None:
            self.assertEqual(play.legal(), [("draw",)])
            seen.append((play.seat(), play.apply(("draw",))))
        self.assertEqual(seen, [(0, (1, 0)), (1, (2, 0)), (2, (5, 0)), (0, (3, 0)), (1, (6, 6))])
        self.assertEqual((play.leader, play.turn, play.legal()), (1, 1, [("play", 6, 6, 0)]))
        self.assertEqual((play.drawn, play.costly), (0, [0, 0, 0]))

    def test_vietnam_completes_a_cycle(self):
        o = options("draw-vietnam-2")
        play = rules.Round(o, [tiles("11"), tiles("22")], [tiles("66 20 30 50")] * 2, None, None, None, "highest_double")
        play.apply(("draw",))
        self.assertEqual((play.opening, play.leader), (1, None))
        play.apply(("draw",))
        self.assertEqual((play.leader, [len(hand) for hand in play.hands]), (0, [2, 2]))

    def test_vietnam_domino_with_the_lead(self):
        o = options("draw-vietnam-2")
        play = rules.Round(o, [tiles("11"), tiles("66")], [tiles("20 30")] * 2, None, None, None, "highest_double")
        play.apply(("play", 6, 6, 0))
        self.assertEqual((play.end, points(play)), ("domino", [0, 2]))


class Leads(unittest.TestCase):
    def result(self, leader, winner, end="domino", tied=()):
        return rules.Result(end, 0, leader, [], winner, list(tied), [])

    def leader(self, name, *args, **kwargs):
        result = self.result(*args, **kwargs)
        return rules.fixed_leader(rules.lead_rule(options(name), result), options(name), result)

    def test_block_rotates_the_leader_not_the_winner(self):
        self.assertEqual(self.leader("block-3", 0, 2), 1)
        self.assertEqual(self.leader("draw-4", 3, 1), 0)
        self.assertEqual(self.leader("block-2", 1, None, end="blocked"), 0)

    def test_doubles_and_puerto_rico_lead_by_winner(self):
        self.assertEqual(self.leader("boneyard-doubles", 0, 2), 2)
        self.assertEqual(self.leader("boneyard-doubles", 0, 2, end="blocked"), 2)
        self.assertEqual(self.leader(PUERTO_RICO, 0, 1), 1)

    def test_after_a_block(self):
        for name, rule in (("block-redraw-3", "lots"), ("draw-high-tile-3", "high_tile"), ("draw-same-leader-3", "same"),
                           ("draw-count-3", "count"), ("block-3", "rotate")):
            for winner in (None, 1):
                self.assertEqual(rules.lead_rule(options(name), self.result(0, winner, "blocked")), rule)
            self.assertEqual(rules.lead_rule(options(name), self.result(0, 1)), "rotate")
        self.assertEqual(self.leader("draw-same-leader-3", 2, 1, end="blocked"), 2)

    def test_the_rule_winner_after_a_round_without_a_winner(self):
        o = options("block-2", lead_next="winner")
        self.assertEqual(rules.fixed_leader("winner", o, self.result(1, None)), 1)

    def test_lead_after_tie_before_lead_after_block(self):
        o = options("block-2", lead_after_tie="same", lead_after_block="lots")
        self.assertEqual(rules.lead_rule(o, self.result(0, None, "blocked")), "same")
        o["lead_after_tie"] = "next"
        self.assertEqual(rules.lead_rule(o, self.result(0, None, "blocked")), "lots")
        self.assertEqual(rules.lead_rule(o, self.result(0, None, "domino")), "rotate")

    def test_brettspielnetz_alternates(self):
        o = options("brettspielnetz")
        self.assertEqual(rules.fixed_leader(rules.lead_rule(o, None), o, None), 0)
        self.assertEqual(self.leader("brettspielnetz", 0, 0), 1)

    def test_doubles_in_the_hands(self):
        hands = [tiles("66 10"), tiles("11 20"), tiles("65 64")]
        self.assertEqual(rules.lead_by_hands(options("draw-double-six-3"), "highest_double", hands), (0, (6, 6)))
        self.assertEqual(rules.lead_by_hands(options("block-highest-double-3"), "highest_double", hands), (0, None))
        self.assertEqual(rules.lead_by_hands(options("homo-homini-lupus"), "lowest_double", hands), (1, (1, 1)))
        self.assertEqual(rules.lead_by_hands(options("draw-ukraine-3"), "highest_double", hands), (0, None))

    def test_no_double(self):
        o = options("block-highest-double-3", no_double="highest_tile")
        hands = [tiles("42 10"), tiles("60 51"), tiles("30 20")]
        self.assertEqual(rules.lead_by_hands(o, "highest_double", hands), (1, None))   # [6-0] before [5-1] and [4-2]
        self.assertTrue(rules.may_redeal(options("block-highest-double-3"), "highest_double"))
        self.assertFalse(rules.may_redeal(o, "highest_double"))
        self.assertFalse(rules.may_redeal(options("draw-vietnam-3"), "highest_double"))
        self.assertFalse(rules.may_redeal(options("block-3"), "rotate"))

    def test_penalty_and_average_games_are_won_by_the_sole_lowest_hand(self):
        for name, end, pips, expected in (("brettspielnetz", "stuck", [8, 27], (0, [])),
                                          ("brettspielnetz", "stuck", [8, 8], (None, [0, 1])),
                                          ("brettspielnetz", "domino", [0, 0], (None, [0, 1])),
                                          ("homo-homini-lupus", "blocked", [7, 9, 7, 20], (None, [0, 2]))):
            self.assertEqual(rules.round_winner(options(name), end, 0, 0, pips), expected)

    def test_a_tie_at_a_domino(self):
        o = options("block-4", zero_tie="nobody")
        self.assertEqual(rules.round_winner(o, "domino", 2, 2, [5, 0, 0, 8]), (None, [1, 2]))
        self.assertEqual(rules.round_winner(options("block-4"), "domino", 2, 2, [5, 0, 0, 8]), (2, []))

    def test_teams_lead_by_the_partner_with_fewer_pips(self):
        o = options("block-teams", lead_next="winner")
        self.assertEqual(rules.round_winner(o, "blocked", 1, 1, [9, 20, 3, 20]), (2, []))
        self.assertEqual(rules.round_winner(o, "blocked", 1, 1, [6, 20, 6, 20]), (0, []))
        self.assertEqual(rules.round_winner(o, "domino", 2, 2, [6, 20, 0, 20]), (2, []))

    def test_high_tile_ties_draw_from_the_remaining_tiles(self):
        judge, o = referee.judge_lots, options("block-high-tile-4")
        lots = [[0, 5, 1], [1, 6, 1], [2, 4, 3], [3, 2, 1], [1, 4, 2], [2, 6, 0], [1, 4, 4], [2, 0, 0]]
        self.assertEqual(judge(o, "high_tile", [0, 1, 2, 3], lots), (1, []))
        for wrong in (lots[:4], lots[:6], lots[:7], lots + [[0, 5, 5]], lots[:6] + [[1, 4, 3], [2, 0, 0]],
                      lots[:4] + [[2, 6, 0], [1, 4, 2]] + lots[6:], [[0, 7, 1]] + lots[1:]):
            self.assertEqual(len(judge(o, "high_tile", [0, 1, 2, 3], wrong)[1]), 1)

    def test_a_tile_is_drawn_once(self):
        lots = [[0, 2, 1], [1, 3, 0]]
        self.assertTrue(referee.judge_lots(options("block-high-tile-2"), "high_tile", [0, 1], lots * 2)[1])

    def test_drawn_doubles_after_a_tie(self):
        o = options("boneyard-doubles")
        self.assertEqual(referee.judge_lots(o, "drawn_double", [0, 2], [[0, 3, 3], [2, 5, 5]]), (2, []))
        self.assertTrue(referee.judge_lots(o, "drawn_double", [0, 2], [[0, 3, 3], [2, 5, 4]])[1])

    def test_count(self):
        o = options("draw-count-3")
        self.assertEqual(referee.judge_lots(o, "count", [0, 1, 2], [[0, 6, 2], [1, 5, 0], [2, 4, 3]]), (2, []))


class Matches(unittest.TestCase):
    def test_targets(self):
        for name, target in (("block-2", 100), ("block-teams", 100), ("block-3", 61), ("block-4", 61), ("draw-3", 61),
                             ("boneyard-doubles", 200), (PUERTO_RICO, 200)):
            scores = [0] * options(name)["players"]
            self.assertFalse(rules.match_over(options(name), 3, [target - 1] + scores[1:]))
            self.assertTrue(rules.match_over(options(name), 3, [target] + scores[1:]))

    def test_rounds_and_cap(self):
        self.assertFalse(rules.match_over(options("homo-homini-lupus"), 7, [9999, 0, 0, 0]))
        self.assertTrue(rules.match_over(options("homo-homini-lupus"), 8, [0, 0, 0, 0]))
        self.assertTrue(rules.match_over(options("block-5"), 5, [0] * 5))
        self.assertFalse(rules.match_over(options("block-2"), 199, [0, 0]))
        self.assertTrue(rules.match_over(options("block-2"), 200, [0, 0]))

    def test_places(self):
        self.assertEqual(rules.places_of(options("block-4"), [70, 20, 20, -3]), [1, 2, 2, 4])
        self.assertEqual(rules.places_of(options("block-4"), [70, 20, 10, 20]), [1, 2, 4, 2])
        self.assertEqual(rules.places_of(options("block-teams"), [20, 100, 20, 100]), [2, 1, 2, 1])
        self.assertEqual(rules.places_of(options("block-teams"), [20, 20, 20, 20]), [1, 1, 1, 1])
        self.assertEqual(rules.places_of(options("brettspielnetz"), [-10, 3]), [1, 2])
        self.assertEqual(rules.fault_places(options("block-3"), 1), [1, 3, 1])
        self.assertEqual(rules.fault_places(options("block-teams"), 1), [1, 2, 1, 2])


class Refusals(unittest.TestCase):
    def test_named_variants_are_allowed(self):
        self.assertEqual(len(NAMED), 87)
        for name, o in NAMED.items():
            self.assertEqual(rules.option_errors(o) + rules.refusals(o), [], name)

    def test_a_corrected_name_may_have_its_earlier_options_and_no_others(self):
        self.assertEqual(len(EARLIER), 9)
        for name, o in EARLIER.items():
            self.assertEqual(referee.option_problems(dict(variant=name, options=dict(o))), [])
            self.assertNotEqual(o, NAMED[name])
            self.assertEqual(len(referee.option_problems(dict(variant=name, options=dict(NAMED[name], target=999)))), 1)
        mixed = dict(EARLIER["draw-ukraine-2"], lead_next="rotate")
        self.assertTrue(referee.option_problems(dict(variant="draw-ukraine-2", options=mixed)))

    def test_each_refusal(self):
        for name, changes in (
                ("block-2", dict(hand=15)), ("block-2", dict(hand=14, start_tile="any")), ("block-3", dict(teams=True)),
                ("block-4", dict(block_tie="third_loses")), ("block-3", dict(score="average")),
                ("block-highest-double-2", dict(facedown=True)),
                ("homo-homini-lupus", dict(start_tile="any")), ("brettspielnetz", dict(draw_mode="optional")),
                ("boneyard-doubles", dict(lead_first="highest_double")), ("boneyard-doubles", dict(lead_next="lowest_double")),
                ("boneyard-doubles", dict(lead_after_block="highest_double")),
                ("boneyard-doubles", dict(lead_after_tie="lowest_double")),
                ("boneyard-doubles", dict(opening_draw="until_double_six")), ("block-2", dict(rounds=4)),
                ("draw-vietnam-2", dict(set_max=5)), ("block-2", dict(set_max=3)), ("block-2", dict(set_max=3, hand=6)),
                ("block-5", dict(set_max=3, hand=2, lead_first="drawn_double")),
                ("block-2", dict(target=0)), ("block-2", dict(objective="low")),
                ("brettspielnetz", dict(objective="high")), ("block-2", dict(draw_limit=1)), ("block-2", dict(draw_cost=1)),
                ("block-2", dict(arms=4)), ("homo-homini-lupus", dict(lead_tile="any")),
                ("homo-homini-lupus", dict(no_double="highest_tile")), ("homo-homini-lupus", dict(lead_after_tie="same")),
                ("homo-homini-lupus", dict(lead_after_block="lots")), ("homo-homini-lupus", dict(lead_next="rotate")),
                ("block-8", dict(set_max=6, hand=3, lead_first="drawn_double")),
                ("block-8", dict(set_max=6, hand=3, lead_after_tie="drawn_double"))):
            with self.subTest(name=name, **changes):
                self.assertEqual(len(rules.refusals(options(name, **changes))), 1)

    def test_not_refused(self):
        for name, changes in (
                ("block-2", dict(set_max=3, hand=5)), ("block-2", dict(set_max=4)), ("draw-3", dict(set_max=5)),
                ("block-4", dict(set_max=3, hand=2, lead_first="drawn_double")),
                ("block-2", dict(hand=14)), ("boneyard-doubles", dict(lead_first="drawn_double")),
                ("block-2", dict(draw_mode="optional")), ("block-2", dict(target=0, rounds=3, objective="low")),
                ("draw-2", dict(score="average")), ("draw-double-six-2", dict(arms=4)),
                ("block-7", dict(set_max=6, hand=3, lead_first="drawn_double")), ("block-8", dict(lead_first="drawn_double"))):
            self.assertEqual(rules.refusals(options(name, **changes)), [])

    def test_types_and_values(self):
        for changes in (dict(players=True), dict(players=2.0), dict(players=9), dict(teams=0), dict(set_max=7), dict(set_max=2), dict(reserve=1),
                        dict(pip00=12), dict(rounds=201), dict(draw_mode="free"), dict(lead_next="next"), dict(more=1)):
            self.assertEqual(len(rules.option_errors(options("block-2", **changes))), 1, changes)
        short = options("block-2")
        del short["hand"]
        self.assertEqual(rules.option_errors(short), ["option hand is missing"])


class Deals(unittest.TestCase):
    def test_example_of_the_page(self):
        secret = deals.seed_secret(1)
        self.assertEqual(deals.commitment("spring", secret), "21141c4d50d86fff5bcf5087b8b090e9fa0ba382c6bbb2a4ce16a41421f7621e")
        key = deals.set_key(secret, "spring", 1)
        self.assertEqual(key.hex(), "1e6fb35db1a3785b0e7e5c75801b17eba2c8af6a07936b146bd4030b510f2a33")
        self.assertEqual(deals.bot_seed(secret, "spring", 1, 0, 0), 8239256675414256)
        o = options("block-2")
        self.assertEqual(deals.draw_lots(o, key, 1, "lots", [0, 1]), (0, []))
        deal = deals.deal(o, key, 1, "lots")
        self.assertEqual(deal.hands, [tiles("11 22 32 33 41 50 60"), tiles("00 10 31 42 55 61 63")])
        self.assertEqual(deal.orders, [tiles("21 53 66 64 43 30 54 20 51 44 62 65 52 40"),
                                       tiles("53 20 21 40 52 64 44 30 54 66 51 62 43 65")])
        self.assertEqual((deal.start, deal.redeals), (None, 0))

    def test_chacha(self):
        """This is test vector 1 of appendix A.1 of RFC 8439, because section 2.3.2 has another nonce."""
        self.assertEqual(deals.chacha_block(bytes(32), 0)[:4], [0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653])

    def test_vectors(self):
        """The project's vectors, if they exist beside this folder."""
        path = HERE.parents[1] / "protocol" / "vectors" / "deals.json"
        if not path.exists():
            self.skipTest("no %s" % path)
        for vector in json.loads(path.read_text()):
            with self.subTest(vector=vector["name"]):
                self.check_vector(vector)

    def check_vector(self, vector):
        o = dict(rules.DEFAULTS)
        for setting in vector["settings"].split():
            name, value = setting.split("=")
            o[name] = type(o[name])(json.loads(value) if type(o[name]) is not str else value)
        secret = bytes.fromhex(vector["secret"])
        if vector["seed"] is not None:
            self.assertEqual(deals.seed_secret(vector["seed"]), secret)
        key = deals.set_key(secret, vector["tournament"], vector["set"])
        self.assertEqual(key.hex(), vector["set_key"])
        self.assertEqual(deals.commitment(vector["tournament"], secret), vector["commit"])
        deal = deals.deal(o, key, vector["round"], vector["lead"])
        found = json.loads(json.dumps([deal.start, deal.hands, deal.orders, deal.redeals]))
        self.assertEqual(found, [vector[what] for what in ("start", "hands", "stock", "redeals")])
        if vector["draw"]:
            leader, lots = deals.draw_lots(o, key, vector["round"], vector["lead"], vector["draw"])
            self.assertEqual(leader, vector["leader"])
            self.assertEqual([[seat, *tile] for seat, tile in lots], vector["lots"])


# ---------------------------------------------------------------------------------------------------------------------
# Whole matches

class SelfPlay(unittest.TestCase):
    def matches(self, name, count, **manner):
        turns = selfplay.rotations(NAMED[name])
        return list(selfplay.play_sets(name, NAMED[name], -(-count // turns), **manner))

    @unittest.skipUnless(IS_NIGHTLY, "it takes long: in the nightly run only")
    def test_matches_of_every_variant(self):
        count = 15 if IS_NIGHTLY else 1
        for name in NAMED:
            records = self.matches(name, count, seed=7)
            again = self.matches(name, count, seed=8, tournament="second", timid=True, faults=0.003, tolerate=1, reveal=True)
            with self.subTest(variant=name):
                self.assertGreaterEqual(len(records + again), 2 * count)
                self.assertEqual(referee.judge_records(json.loads(json.dumps(records + again))), [])

    def test_shape_of_random_play(self):
        """RULES.md section 5: choices and plays per round, share of rounds that end blocked or stuck."""
        for name, choices, plays, share in (
                ("block-2", 7.0, 10.3, .71), ("block-3", 6.1, 10.8, .46), ("block-4", 8.5, 14.7, .30),
                ("boneyard-doubles", 12.9, 17.6, .21), ("draw-forced-2", 9.9, 18.6, .21), ("brettspielnetz", 9.0, 17.1, .38),
                ("homo-homini-lupus", 14.2, 21.1, .20)):
            with self.subTest(variant=name):
                found = selfplay.shape_of_play(self.matches(name, 24, seed=3))
                self.assertAlmostEqual(found[0], choices, delta=0.7)
                self.assertAlmostEqual(found[1], plays, delta=0.9)
                self.assertAlmostEqual(found[2], share, delta=0.12)

    def test_blocks_without_doubles_have_equal_ends(self):
        """RULES.md section 1.1, facts for tests."""
        for record in self.matches("boneyard-doubles", 6, seed=5):
            for entry in record["rounds"]:
                if entry["end"] == "blocked":
                    ends = corrupt.position(record, entry, len(entry["events"])).ends
                    self.assertEqual(ends[0], ends[1])

    def test_counts_of_sequences(self):
        key = deals.set_key(deals.seed_secret(1), "spring", 1)
        for name, one, two in (("block-2", 7, None), ("draw-2", 8, None), ("draw-double-six-2", 1, None)):
            begin, _ = selfplay.begin_round(NAMED[name], key, 1, None)
            self.assertEqual(selfplay.count_sequences(begin, 0), 1)
            self.assertEqual(selfplay.count_sequences(begin, 1), one)
        begin, _ = selfplay.begin_round(NAMED["block-2"], key, 1, None)
        self.assertEqual(selfplay.count_sequences(begin, 2), sum(self.answers(begin, tile) for tile in begin.hands[0]))

    @staticmethod
    def answers(begin, lead):
        """Counted by hand: the plays of the other seat at the two ends of a lead, or a pass."""
        ends = set(lead)
        placed = sum((high in ends) + (low in ends and low != high) for high, low in begin.hands[1])
        return placed or 1


# the options that were played, and the options in the record; some are pitfalls of RULES.md section 6
OTHER_RULES = (
    ("block-3", dict(lead_next="winner")), ("boneyard-doubles", dict(lead_next="rotate")),
    ("boneyard-doubles", dict(score="opponents")), ("boneyard-doubles", dict(block_tie="nobody")),
    ("boneyard-doubles", dict(lead_after_tie="next")), ("block-2", dict(score="opponents")),
    ("block-3", dict(score="all_hands")), ("block-4", dict(zero_tie="nobody")), ("block-4", dict(target=100)),
    ("block-teams", dict(teams=False)), ("block-teams", dict(team_block="lowest_hand")),
    ("block-teams", dict(score="opponents")), ("partnership", dict(score="difference")),
    ("block-redraw-3", dict(lead_after_block="next")), ("block-british-2", dict(club_double="off")),
    ("block-british-2", dict(club_double="multiply")), ("block-highest-double-3", dict(lead_tile="own_double")),
    ("block-strict-ties-4", dict(zero_tie="domino_wins")),
    ("homo-homini-lupus", dict(reserve=2)), ("homo-homini-lupus", dict(dead_layout="draw_out")),
    ("homo-homini-lupus", dict(facedown=False)), ("homo-homini-lupus", dict(draw_mode="optional")),
    ("homo-homini-lupus", dict(lead_next="highest_double")), ("homo-homini-lupus", dict(rounds=7)),
    ("brettspielnetz", dict(end_rule="all_stuck")), ("brettspielnetz", dict(reserve=0)),
    ("brettspielnetz", dict(draw_limit=0)), ("brettspielnetz", dict(domino_bonus=0)),
    ("brettspielnetz", dict(lead_next="same")),
    ("draw-2", dict(draw_mode="forced")), ("draw-2", dict(reserve=0)), ("draw-2", dict(dead_layout="immediate")),
    ("draw-3", dict(lead_next="winner")), ("draw-dutch-2", dict(pip00=0)), ("draw-dutch-2", dict(draw_limit=1)),
    (PUERTO_RICO, dict(lead_next="rotate")), ("draw-puerto-rico-blocker-3", dict(block_tie="nobody")),
    ("draw-puerto-rico-blocker-3", dict(block_tie="blocker")), ("draw-ukraine-3", dict(lead_next="highest_double")),
    ("draw-ukraine-3", dict(lead_after_block="next")),
    ("draw-pay-2", dict(draw_cost=0)), ("draw-one-2", dict(draw_limit=0)), ("draw-count-3", dict(lead_first="high_tile")),
    ("draw-high-tile-3", dict(lead_after_block="next")), ("draw-same-leader-3", dict(lead_after_block="next")),
    ("draw-ukraine-3", dict(lead_tile="own_double")), ("draw-vietnam-2", dict(lead_tile="any")),
)


class Corruption(unittest.TestCase):
    VARIANTS = ("draw-3", "homo-homini-lupus", "brettspielnetz", "boneyard-doubles", "draw-high-tile-3", "draw-pay-2")

    @staticmethod
    def records(name):
        """Returns a set without faults and with its key, some sets with tolerated faults, and one without tolerance."""
        clean = list(selfplay.play_sets(name, NAMED[name], 1, seed=11, reveal=True, timid=True))
        faulty = selfplay.play_sets(name, NAMED[name], 2, seed=11, first_set=2, first_match=len(clean) + 1, tolerate=1,
                                    faults=0.03)
        records = clean + list(faulty)
        strict = selfplay.play_sets(name, NAMED[name], 1, seed=11, first_set=4, first_match=len(records) + 1, faults=0.03)
        return records + list(strict)

    def test_every_kind_of_corruption_is_noticed(self):
        """Uses the first variant that the kind can be applied to; in the nightly run every such variant."""
        self.assertGreaterEqual(len(corrupt.KINDS), 30)
        idle = set(corrupt.KINDS)
        for variant in self.VARIANTS:
            text = "\n".join(map(json.dumps, self.records(variant)))
            self.assertEqual(referee.judge_records(map(json.loads, text.splitlines())), [])
            for name in corrupt.KINDS if IS_NIGHTLY else sorted(idle):
                records = corrupt.spoilt(text, name, Random("%s %s" % (variant, name)))
                if records is None:
                    continue
                idle.discard(name)
                with self.subTest(variant=variant, kind=name):
                    self.assertTrue(referee.judge_records(records))
        self.assertEqual(idle - {"fault after more tolerated ones of another seat"}, set())

    def test_unequal_tolerance_is_noticed(self):
        """This kind of corruption needs a long match with a late fault."""
        records = list(selfplay.play_sets("draw-2", NAMED["draw-2"], 12, seed=2, faults=0.01))
        text = "\n".join(map(json.dumps, records))
        self.assertEqual(referee.judge_records(map(json.loads, text.splitlines())), [])
        name = "fault after more tolerated ones of another seat"
        found = [corrupt.spoilt(text, name, Random(turn)) for turn in range(12)]
        found = [records for records in found if records]
        self.assertTrue(found)
        for records in found:
            problems = referee.judge_records(records)
            self.assertTrue(any("tolerated per seat" in problem for problem in problems), problems)

    @unittest.skipUnless(IS_NIGHTLY, "it takes long: in the nightly run only")
    def test_matches_played_by_other_rules_are_noticed(self):
        """The referee notices an engine that plays by other rules than its records say."""
        for name, changes in OTHER_RULES:
            with self.subTest(variant=name, **changes):
                self.assertTrue(any(self.judged(name, changes, seed) for seed in range(1, 12)))

    @staticmethod
    def judged(name, changes, seed):
        hidden = name == "block-redraw-3"   # only the key tells an invisible lot from another rule
        records = list(selfplay.play_sets(name, options(name, **changes), 2, seed=seed, timid=True, reveal=hidden))
        for record in records:
            record["options"] = dict(NAMED[name])
        return referee.judge_records(records)

    def test_different_leaders_by_lot_in_rotations_are_noticed(self):
        """Two records are correct in themselves and have the same deals, but another leader by lot."""
        secret = deals.seed_secret(4)
        bots = [selfplay.Bot(Random(1)), selfplay.Bot(Random(2))]
        key = deals.set_key(secret, "oracle", 1)
        one, two = [selfplay.play_match(NAMED["block-2"], "block-2", "oracle", key, 1 + r, 1, r, bots) for r in (0, 1)]
        self.assertEqual(referee.judge_records([one, two]), [])
        turned = self.with_other_leader(two, bots)
        self.assertEqual(referee.judge_records([turned]), [])
        problems = referee.judge_records([one, turned])
        self.assertTrue(problems)
        self.assertTrue(all("leader" in problem for problem in problems), problems)

    @staticmethod
    def with_other_leader(record, bots):
        """Returns a match with the same deals in which the other seat leads every round."""
        o, entries, scores = record["options"], [], [0, 0]
        key = deals.set_key(deals.seed_secret(4), "oracle", 1)
        while not entries or not rules.match_over(o, len(entries), scores):
            before = rules.Result("domino", 0, 0, [], 0, [], []) if entries else None
            _, entry = selfplay.begin_round(o, key, len(entries) + 1, before)
            first = record["rounds"][0]["leader"]
            deal = referee.as_deal(entry["deal"])
            play = rules.Round(o, deal.hands, deal.orders, None, (first + 1 + len(entries)) % 2)
            while play.end is None:
                entry["events"].append(selfplay.play_event(play, bots))
            result = rules.settle_round(play)
            scores = [a + b for a, b in zip(scores, result.points)]
            entry.update(leader=play.leader, end=play.end, by=play.by, pips=result.pips, points=result.points, scores=scores)
            entries.append(entry)
        turned = dict(record, rounds=entries, scores=scores, places=rules.places_of(o, scores))
        turned["time_us"] = referee.time_sums(turned)
        return turned

    def test_arbitrary_values_never_stop_the_referee(self):
        """Replaces values at random. The referee may find no problem, but it must not stop."""
        text = json.dumps(self.records("draw-high-tile-3")[0])
        junk = (None, True, -1, 0, 7, 10 ** 30, 1.5, "", "draw", [], [[]], [1, 2], {}, {"us": 1}, {"forced": True})
        random = Random(1)
        for _ in range(400):
            record = json.loads(text)
            node, key = self.some_node(record, random)
            node[key] = random.choice(junk)
            referee.judge_records([record, json.loads(text)])

    @staticmethod
    def some_node(record, random):
        node = record
        while True:
            keys = list(node) if type(node) is dict else range(len(node))
            key = random.choice(keys)
            if type(node[key]) not in (dict, list) or not node[key] or random.random() < 0.15:
                return node, key
            node = node[key]


class CommandLine(unittest.TestCase):
    def run_referee(self, text, *names):
        return subprocess.run([sys.executable, "-B", str(HERE / "referee.py"), *names], input=text.encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def setUp(self):
        self.lines = [json.dumps(record) for record in selfplay.play_sets("block-2", NAMED["block-2"], 2)]

    def test_correct_records(self):
        done = self.run_referee("\n".join(self.lines) + "\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"4 records, 0 problems\n", b""))

    def test_a_wrong_record(self):
        record = json.loads(self.lines[1])
        record["rounds"][1]["points"][0] += 1
        done = self.run_referee("\n".join([self.lines[0], json.dumps(record)]))
        out = done.stdout.decode().splitlines()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(out[0], r"^match 2 round 2: points: expected \[.*\], found \[.*\]$")
        self.assertEqual(out[1:], ["2 records, 1 problems"])

    def test_an_event_has_its_number(self):
        record = json.loads(self.lines[0])
        record["rounds"][0]["events"][3][0] ^= 1
        done = self.run_referee(json.dumps(record))
        self.assertTrue(done.stdout.startswith(b"match 1 round 1 event 3: "), done.stdout)

    def test_lines_that_are_not_records(self):
        done = self.run_referee('{"record": 1, "record": 1}\nnothing\n[]\n\n\xff\n{"match": "\\ud800"}\n')
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.endswith(b"problems\n"))
        self.assertIn(b"5 records", done.stdout)

    def test_empty_input(self):
        self.assertEqual(self.run_referee("").stdout, b"0 records, 0 problems\n")

    def test_a_missing_file(self):
        done = self.run_referee("", "/nonexistent.jsonl")
        self.assertEqual((done.returncode, done.stdout), (2, b""))


class Shape(unittest.TestCase):
    def test_events(self):
        good = ([0, "lead", 6, 4, 0, {"us": 1}], [1, "play", 4, 1, 1, {"substituted": "timeout"}],
                [0, "pass", {"forced": True}],
                [1, "draw", [5, 5], {"us": 0}], [0, "play", 4, 4, 3, "down", {"us": 3}])
        bad = ([2, "pass", {"forced": True}], [0, "pass", {"forced": False}], [0, "pass"], [0, "draw", 5, 5, {"us": 1}],
               [0, "lead", 4, 6, 0, {"us": 1}], [0, "play", 4, 4, 3, "up", {"us": 3}], [0, "play", 4, 4, 4, {"us": 3}],
               [0, "play", 4, 4, 0, {"us": True}], [0, "play", 4, 4, 0, {"us": 1, "forced": True}], [0, [], {"us": 1}],
               [0, "play", 4, 4, 0, {"substituted": "crash"}], [-1, "start", 5, 1, {"forced": True}], "pass", None)
        for event in good:
            self.assertTrue(shape.is_event(event, 2), event)
        for event in bad:
            self.assertFalse(shape.is_event(event, 2), event)

    def test_started(self):
        self.assertTrue(shape.is_moment("2026-11-21T02:43:00.000Z"))
        for wrong in ("2026-11-21T02:43:00Z", "2026-11-21 02:43:00.000Z", "2026-11-21T02:43:00.000+00:00",
                      "2026-13-21T02:43:00.000Z",
                      "2026-11-21T02:43:00.000Z\n", 0, None):
            self.assertFalse(shape.is_moment(wrong), wrong)


if __name__ == "__main__":
    unittest.main()
