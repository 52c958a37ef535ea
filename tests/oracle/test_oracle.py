#!/usr/bin/python3
"""Tests of the independent referee: the cases of tests/data, leads, refusals, self-play, corruption.

    /usr/bin/python3 tests/oracle/test_oracle.py

With DOM_NIGHTLY in the environment it plays more matches and corrupts more of them.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

sys.dont_write_bytecode = True  # the source tree stays as it is
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cases  # noqa: E402
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


class Cases(unittest.TestCase):
    """The worked examples and pitfalls of RULES.md, which the engine plays as well."""

    def test_every_position_plays_as_written(self):
        found, count = cases.problems()
        self.assertEqual(found, [])
        self.assertGreater(count, 150)

    def test_a_line_that_does_not_hold_is_found(self):
        text = "case T\nposition block-2 | ends 1,1 | hand 1-0 / 2-1\ndo 1-0@0\npoints %d 0\n"
        with tempfile.TemporaryDirectory() as folder:
            for points, wrong in ((3, 0), (4, 1)):
                Path(folder, "t.case").write_text(text % points)
                self.assertEqual(len(cases.problems(Path(folder))[0]), wrong)


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

    def test_the_seats_that_tie_draw_lots(self):
        result = rules.Result("blocked", 2, 2, [8, 8, 19], None, [0, 1], [0, 0, -19])
        self.assertEqual(rules.lot_seats(options("boneyard-doubles"), "drawn_double", result), [0, 1])

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
    VARIANTS = ("draw-3", "homo-homini-lupus", "brettspielnetz", "boneyard-doubles", "draw-high-tile-3", "draw-pay-2",
                "block-highest-double-3")

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
        """Each kind must be noticed wherever it can be made, and in at least one variant be called what it is."""
        texts = {name: "\n".join(map(json.dumps, self.records(name))) for name in self.VARIANTS}
        for name, text in texts.items():
            self.assertEqual(referee.judge_records(map(json.loads, text.splitlines())), [], name)
        for kind, said, change in corrupt.KINDS:
            with self.subTest(kind):
                self.assertTrue(self.is_called(said, change, texts), "no variant in which the referee says: " + said)

    def is_called(self, said, change, texts):
        found = False
        for name, text in texts.items():
            records = None if found and not IS_NIGHTLY else corrupt.spoilt(text, change)
            if records is not None:
                problems = referee.judge_records(records)
                self.assertTrue(problems, name)
                found = found or any(re.search(said, problem) for problem in problems)
        return found

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
