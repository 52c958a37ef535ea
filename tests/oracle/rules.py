"""The games of RULES.md in plain Python: one function per paragraph, simple rather than fast.

It was written from RULES.md and the five texts on which it is based, never from the engine, so that the two can disagree.
A tile is a pair (high, low). A seat is a number from 0 in the order of turns. Options are a dict with every option of
RULES.md section 2. An action is a tuple: ("play", high, low, end), ("play", high, low, end, "down"), ("draw",) or ("pass",).
"""

from bisect import insort
from collections import namedtuple

ROUND_CAP = 200   # section 0, match safety
LOTS_CAP = 128    # section 7 of SPEC.md: most lots of one lead in a record

# ---------------------------------------------------------------------------------------------------------------------
# Section 2: the options, their values and defaults, in the order of the table

LEAD_NEXT = ("rotate", "winner", "same", "lots", "high_tile", "count", "highest_double", "lowest_double")
DOUBLE_RULES = ("highest_double", "lowest_double")   # rules that find a leader by the doubles in the hands
LOT_RULES = ("high_tile", "count", "drawn_double")   # rules that draw lots that all seats see

OPTIONS = (
    # name, values, default
    ("players", range(2, 9), 2),
    ("teams", (False, True), False),
    ("set_max", (3, 4, 5, 6, 8, 9, 12), 6),
    ("doubles", (False, True), True),
    ("hand", range(1, 92), 7),
    ("start_tile", ("none", "nondouble", "any"), "none"),
    ("opening_draw", ("none", "until_double_six"), "none"),
    ("lead_first", ("lots", "high_tile", "count", "highest_double", "lowest_double", "drawn_double", "seat0"), "lots"),
    ("lead_next", LEAD_NEXT, "rotate"),
    ("lead_after_block", ("next",) + LEAD_NEXT, "next"),
    ("lead_after_tie", ("next",) + LEAD_NEXT + ("drawn_double",), "next"),
    ("lead_tile", ("any", "own_double"), "any"),
    ("no_double", ("redeal", "highest_tile"), "redeal"),
    ("arms", (2, 4), 2),
    ("facedown", (False, True), False),
    ("draw_mode", ("none", "optional", "forced"), "none"),
    ("draw_limit", range(0, 92), 0),
    ("reserve", (0, 2), 2),
    ("draw_cost", range(0, 1001), 0),
    ("dead_layout", ("draw_out", "immediate"), "draw_out"),
    ("end_rule", ("all_stuck", "mover_stuck"), "all_stuck"),
    ("pip00", (0, 13), 0),
    ("score", ("difference", "all_hands", "opponents", "average", "penalty"), "difference"),
    ("domino_bonus", range(0, 1001), 0),
    ("club_double", ("off", "once", "multiply"), "off"),
    ("block_tie", ("nobody", "blocker", "third_loses", "any_blocker"), "nobody"),
    ("zero_tie", ("domino_wins", "nobody"), "domino_wins"),
    ("team_block", ("combined", "lowest_hand"), "combined"),
    ("target", range(0, 1000001), 100),
    ("rounds", range(0, ROUND_CAP + 1), 0),
    ("objective", ("high", "low"), "high"),
)
DEFAULTS = {name: default for name, _, default in OPTIONS}


def option_errors(options):
    """Section 2, the table: exactly these options, each with its type and one of its values."""
    errors = []
    for name, values, default in OPTIONS:
        if name not in options:
            errors.append("option %s is missing" % name)
        elif type(options[name]) is not type(default):
            errors.append("option %s should be of type %s, is %r" % (name, type(default).__name__, options[name]))
        elif options[name] not in values:
            errors.append("option %s cannot be %r" % (name, options[name]))
    errors += ["option %s does not exist" % name for name in options if name not in DEFAULTS]
    return errors


def lead_rules(o):
    return [o["lead_first"], o["lead_next"], o["lead_after_block"], o["lead_after_tie"]]


def refused_seats(o):
    """Returns refusals that concern the number of players or the set of tiles."""
    count = o["players"] * o["hand"] + (o["start_tile"] != "none")
    yield count > len(tile_set(o)), "%d hands of %d do not fit a set of %d tiles" % (o["players"], o["hand"], len(tile_set(o)))
    yield o["teams"] and o["players"] != 4, "teams need 4 players"
    yield o["block_tie"] == "third_loses" and o["players"] != 3, "block_tie third_loses needs 3 players"
    yield o["score"] == "average" and 100 % o["players"] != 0, "score average needs a number of players that divides 100"
    yield ("drawn_double" in lead_rules(o) and o["players"] > len(doubles_of(o)),
           "lots of doubles need a double for every seat")


def refused_layout(o):
    """Returns refusals that concern arms, drawing, and sets without doubles."""
    yield o["facedown"] and o["arms"] == 2, "facedown needs 4 arms"
    yield o["start_tile"] != "none" and o["arms"] == 4, "a start tile cannot have 4 arms"
    yield o["end_rule"] == "mover_stuck" and o["draw_mode"] != "forced", "end_rule mover_stuck needs forced draws"
    yield o["draw_mode"] == "none" and (o["draw_limit"] or o["draw_cost"]), "draw_limit and draw_cost need drawing"
    yield not o["doubles"] and any(rule in DOUBLE_RULES for rule in lead_rules(o)), "the lead rule needs doubles"
    yield ((not o["doubles"] or o["set_max"] < 6) and o["opening_draw"] == "until_double_six",
           "opening_draw until_double_six needs [6-6]")
    after = ("next",) + DOUBLE_RULES
    own_doubles = (o["lead_first"] in DOUBLE_RULES and o["lead_next"] in DOUBLE_RULES and o["lead_after_block"] in after
                   and o["lead_after_tie"] in after and o["lead_tile"] == "own_double" and o["no_double"] == "redeal")
    yield o["arms"] == 4 and not own_doubles, "4 arms need every round led with a double that the rule finds"


def refused_scores(o):
    """Returns refusals that concern the end of the match."""
    yield (o["target"] == 0) == (o["rounds"] == 0), "exactly one of target and rounds must be set"
    yield o["target"] and o["objective"] == "low", "a target cannot be reached with objective low"
    yield o["score"] == "penalty" and o["objective"] == "high", "score penalty needs objective low"


def refusals(options):
    """Section 2, "Refused, each with its reason". The options must have no option_errors."""
    return [reason for part in (refused_seats, refused_layout, refused_scores) for is_so, reason in part(options) if is_so]


# ---------------------------------------------------------------------------------------------------------------------
# Section 0: tiles, seats, layout

def tile_set(options):
    """Section 0, Tiles: all pairs 0 <= low <= high <= M, with or without doubles, in tile order."""
    return [(high, low) for high in range(options["set_max"] + 1) for low in range(high + 1)
            if options["doubles"] or high != low]


def doubles_of(options):
    """Section 2, lots: the doubles of the variant's set, even if the game is played without them."""
    return [(pip, pip) for pip in range(options["set_max"] + 1)]


def pip_value(options, tile):
    """Section 0, Pip value: high + low; the Dutch [0-0] may count 13, only for counting hands."""
    return options["pip00"] if tile == (0, 0) else tile[0] + tile[1]


def next_seat(options, seat):
    """Section 0, Seats: the next seat in turn order."""
    return (seat + 1) % options["players"]


def sides(options):
    """Section 0, Seats: the seats that score together: {0,2} and {1,3} in team games, else each seat alone."""
    if options["teams"]:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in range(options["players"])]


def side_of(options, seat):
    """Returns the side of a seat."""
    return next(side for side in sides(options) if seat in side)


def opened(options, tile):
    """Section 0, Layout: the ends that a lead or start tile opens; with four arms the lead is a double, the spinner."""
    high, low = tile
    return [high] * 4 if options["arms"] == 4 else [high, low]


def laid(ends, tile, end, down):
    """Section 0, Layout, and 1.2: the ends after a tile was played at one of them; face down closes the arm."""
    after = list(ends)
    after[end] = -1 if down else tile[0] + tile[1] - ends[end]
    return after


def placements(options, hand, ends):
    """Section 0, Layout: one play per tile, open value and face, at the lowest end with this value. The hand is sorted."""
    if not ends:
        return [("play", high, low, 0) for high, low in hand]
    lowest = []   # (value, end) of the lowest end of each value, by end
    seen = set()
    for end, value in enumerate(ends):
        if value >= 0 and value not in seen:
            seen.add(value)
            lowest.append((value, end))
    plays = []
    for high, low in hand:
        if high in seen or low in seen:
            for value, end in lowest:
                if value == high or value == low:
                    plays.append(("play", high, low, end))
                    if options["facedown"] and high == low:
                        plays.append(("play", high, low, end, "down"))
    return plays


def fits(tiles, ends):
    """Returns whether any of the tiles fits any open end. On an empty table every tile fits."""
    if not ends:
        return bool(tiles)
    return any(high in ends or low in ends for high, low in tiles)


# ---------------------------------------------------------------------------------------------------------------------
# Section 0: the turn

class Round:
    """One round from the deal on: the state machine of section 0, one action at a time.

    `leader` is None while the opening draws have not shown yet which seat `rule` finds. `must` is the tile that must be led, or
    None. After each apply the round is at the next action, or it has ended. Then `end` says how, and `by` by which seat
    (-1: by none).
    """

    def __init__(self, options, hands, orders, start, leader, must=None, rule=None):
        self.options = options
        self.hands = [sorted(hand) for hand in hands]
        self.orders = orders                       # per seat: the order in which it draws
        self.stock = set(orders[0])                # the tiles that no seat has drawn yet
        self.reserve = options["reserve"]
        self.ends = opened(options, start) if start else []
        self.leader = leader
        self.must = must
        self.rule = rule
        self.turn = leader
        self.drawn = 0                             # number of tiles drawn by the seat on turn, in this turn
        self.costly = [0] * options["players"]     # per seat: number of drawn tiles that cost points
        self.last = -1                             # the seat that made the last play
        self.last_tile = None
        self.last_fitted_all = False              # club_double, condition (i)
        self.opening = None                        # the seat whose opening draw is next
        self.end = None
        self.by = -1
        if options["opening_draw"] == "until_double_six":
            self.start_opening_cycle()
        else:
            self.test_mover()

    # Opening draws

    def start_opening_cycle(self):
        """Section 2, opening_draw: while [6-6] is in the stock, a cycle starts with seat 0; after that the lead rule finds the
        leader."""
        if (6, 6) in self.stock:
            self.opening = 0
            return
        self.opening = None
        if self.leader is None:
            self.leader, self.must = lead_by_hands(self.options, self.rule, self.hands)
        self.turn = self.leader
        self.test_mover()

    def apply_opening_draw(self):
        """Section 2, opening_draw: every seat draws one tile; a started cycle is completed while there are tiles."""
        seat = self.opening
        tile = self.take(seat)
        if seat + 1 < self.options["players"] and self.stock:
            self.opening = seat + 1
        else:
            self.start_opening_cycle()
        return tile

    # Legal actions

    def seat(self):
        """Returns the seat that acts next."""
        return self.turn if self.opening is None else self.opening

    def may_draw(self):
        """Section 0, Turn: can_draw."""
        limit = self.options["draw_limit"]
        return (self.options["draw_mode"] != "none" and len(self.stock) > self.reserve
                and (limit == 0 or self.drawn < limit))

    def legal(self):
        """Section 0, Turn: the legal actions in order: plays by tile, end and face, then draw. A pass is the only action."""
        if self.end:
            return []
        if self.opening is not None:
            return [("draw",)]
        if not self.ends and self.must:
            return [("play",) + self.must + (0,)]
        plays = placements(self.options, self.hands[self.turn], self.ends)
        if not plays:
            return [("draw",)] if self.may_draw() else [("pass",)]
        if self.options["draw_mode"] == "optional" and self.may_draw():
            plays.append(("draw",))
        return plays

    def next_draw(self):
        """Section 5 of SPEC.md: the seat's own order of the stock, without the tiles that were drawn already."""
        return next(tile for tile in self.orders[self.seat()] if tile in self.stock)

    # Making an action

    def take(self, seat):
        tile = next(tile for tile in self.orders[seat] if tile in self.stock)
        self.stock.remove(tile)
        insort(self.hands[seat], tile)
        return tile

    def apply(self, action):
        """Makes a legal action. Returns the tile of a draw."""
        if self.opening is not None:
            return self.apply_opening_draw()
        if action[0] == "draw":
            tile = self.take(self.turn)
            self.drawn += 1
            self.costly[self.turn] += 1
            self.test_mover()
            return tile
        if action[0] == "play":
            self.play((action[1], action[2]), action[3], len(action) == 5)
            if self.end:
                return None
        self.turn = next_seat(self.options, self.turn)
        self.drawn = 0
        self.test_all()
        self.test_mover()
        return None

    def play(self, tile, end, down):
        """Section 0, Turn: PLAY, and domino if it was the last tile."""
        self.last_fitted_all = bool(self.ends) and all(value in tile for value in self.ends)
        self.ends = laid(self.ends, tile, end, down) if self.ends else opened(self.options, tile)
        self.hands[self.turn].remove(tile)
        self.last = self.turn
        self.last_tile = tile
        if not self.hands[self.turn]:
            self.end, self.by = "domino", self.turn

    # The end

    def test_all(self):
        """Section 0, Turn: after every play and every turn, end_rule all_stuck."""
        o = self.options
        if o["end_rule"] != "all_stuck" or not self.ends:
            return
        if any(fits(hand, self.ends) for hand in self.hands):
            return
        drawable = 0 if o["draw_mode"] == "none" else max(0, len(self.stock) - self.reserve)
        dead = o["dead_layout"] == "immediate" and not fits(self.stock, self.ends)
        if drawable == 0 or dead:
            self.end, self.by = "blocked", self.last

    def test_mover(self):
        """Section 0, Turn, first line of the loop, and 1.4: end_rule mover_stuck, before the limit of draws."""
        if self.end or self.options["end_rule"] != "mover_stuck" or len(self.stock) > self.reserve:
            return
        if not fits(self.hands[self.turn], self.ends):
            self.end, self.by = "stuck", self.turn


# ---------------------------------------------------------------------------------------------------------------------
# Sections 1 and 2: what a round is worth

Result = namedtuple("Result", "end by leader pips winner tied points")
# winner: the seat that won, or None; tied: without a winner the seats that share the lowest hand, else empty


def hand_pips(options, hands):
    """Section 0, Round result: P_i, the pips in each hand."""
    return [sum(pip_value(options, tile) for tile in hand) for hand in hands]


def domino_winner(options, pips, by):
    """Section 0, "Who wins a domino round when another hand is also worth 0": returns (winner, tied)."""
    others = [seat for seat, value in enumerate(pips) if value == 0 and seat not in side_of(options, by)]
    if options["zero_tie"] == "nobody" and others:
        return None, sorted([by] + others)
    return by, []


def lowest_winner(pips):
    """Section 2, lead_after_tie: in penalty and average games the sole lowest hand wins a round. Returns (winner, tied)."""
    lowest = [seat for seat, value in enumerate(pips) if value == min(pips)]
    return (lowest[0], []) if len(lowest) == 1 else (None, lowest)


def takes_tie(options, blocker, tied):
    """Section 2, block_tie: returns whether the blocker wins a block that these seats share. -1: there is no blocker."""
    if blocker < 0:
        return False
    return options["block_tie"] == "any_blocker" or (options["block_tie"] == "blocker" and blocker in tied)


def block_winner(options, pips, blocker):
    """Section 1, blocked: the sole lowest hand wins; block_tie decides about tied ones. Returns (winner, tied)."""
    winner, tied = lowest_winner(pips)
    if winner is None and takes_tie(options, blocker, tied):
        return blocker, []
    return winner, tied


def team_block_winner(options, pips, blocker):
    """Section 1.3, Teams, and team_block: the winning team, represented by its partner with fewer pips, then the lower seat."""
    if options["team_block"] == "lowest_hand":
        tied = [seat for seat, value in enumerate(pips) if value == min(pips)]
        winners = [side for side in sides(options) if any(seat in side for seat in tied)]
    else:
        totals = [sum(pips[seat] for seat in side) for side in sides(options)]
        winners = [side for side, total in zip(sides(options), totals) if total == min(totals)]
        tied = [0, 1, 2, 3]
    if len(winners) > 1:
        if not takes_tie(options, blocker, tied):
            return None, tied
        winners = [side_of(options, blocker)]
    return min(winners[0], key=lambda seat: (pips[seat], seat)), []


def round_winner(options, end, by, blocker, pips):
    """Returns who won the round: (winner or None, the tied seats)."""
    if options["score"] in ("average", "penalty"):
        return lowest_winner(pips)
    if end == "domino":
        return domino_winner(options, pips, by)
    if options["teams"]:
        return team_block_winner(options, pips, blocker)
    return block_winner(options, pips, blocker)


def average_points(options, pips):
    """Section 1.2, score: 100 x S/n - 100 x P; the product is computed before the division."""
    share = 100 // options["players"] * sum(pips)
    return [share - 100 * value for value in pips]


def penalty_points(options, end, by, pips):
    """Section 1.4, score: each seat's own pips, minus the bonus for going out."""
    return [value - (options["domino_bonus"] if end == "domino" and seat == by else 0)
            for seat, value in enumerate(pips)]


def credit(options, end, side, pips, factor):
    """Sections 1.1, 1.3 and 2, score: the points of the winning side. `factor` multiplies the opponents' pips (club_double)."""
    own = sum(pips[seat] for seat in side)
    others = (sum(pips) - own) * factor
    if options["score"] == "all_hands":
        return others + own
    if options["score"] == "opponents" or end == "domino":
        return others                                      # 1.3, Teams: the partner's tiles are ignored
    return max(0, others - own)   # section 2, team_block and block_tie any_blocker: never less than 0


def club_factor(options, end, last_tile, last_fitted_all):
    """Section 2, club_double: the opponents' pips count double after going out with a tile that fitted every end, or with a
    double."""
    if end != "domino" or options["club_double"] == "off":
        return 1
    hits = int(last_fitted_all) + int(last_tile[0] == last_tile[1])
    if options["club_double"] == "once":
        return 2 if hits else 1
    return 2 ** hits


def third_loses(pips, tied):
    """Section 1.1, blocked: with two tied lowest hands the third loses its own pips; also after a domino without a winner."""
    return [-value if len(tied) == 2 and seat not in tied else 0 for seat, value in enumerate(pips)]


def gross_points(options, end, by, pips, winner, tied, factor):
    """Returns the points of a round before draw costs are subtracted."""
    if options["score"] in ("average", "penalty"):
        each = average_points(options, pips) if options["score"] == "average" else penalty_points(options, end, by, pips)
        return [sum(each[mate] for mate in side_of(options, seat)) for seat in range(options["players"])]
    if winner is not None:
        side = side_of(options, winner)
        gain = credit(options, end, side, pips, factor)
        return [gain if seat in side else 0 for seat in range(options["players"])]
    if options["block_tie"] == "third_loses":
        return third_loses(pips, tied)
    return [0] * options["players"]


def draw_costs(options, costly):
    """Section 2, draw_cost: match points per drawn tile; partners pay together."""
    return [options["draw_cost"] * sum(costly[mate] for mate in side_of(options, seat))
            for seat in range(options["players"])]


def settle(options, hands, end, by, blocker, leader, costly, factor):
    """The result of a round that is over."""
    pips = hand_pips(options, hands)
    winner, tied = round_winner(options, end, by, blocker, pips)
    gross = gross_points(options, end, by, pips, winner, tied, factor)
    points = [value - cost for value, cost in zip(gross, draw_costs(options, costly))]
    return Result(end, by, leader, pips, winner, tied, points)


def settle_round(play):
    """Calls `settle` for a Round that is over. Section 0, Blocker: the seat that made the last play before a blocked end."""
    blocker = play.last if play.end == "blocked" else -1
    factor = club_factor(play.options, play.end, play.last_tile, play.last_fitted_all)
    return settle(play.options, play.hands, play.end, play.by, blocker, play.leader, play.costly, factor)


# ---------------------------------------------------------------------------------------------------------------------
# Section 2: the lead

def lead_rule(options, previous):
    """Section 2, lead_first, lead_next, lead_after_block, lead_after_tie: returns the rule that finds the leader. `previous` is
    the Result of the previous round, None in round 1."""
    if previous is None:
        return options["lead_first"]
    rule = "next"
    if previous.winner is None:
        rule = options["lead_after_tie"]
    if rule == "next" and previous.end in ("blocked", "stuck"):
        rule = options["lead_after_block"]
    return options["lead_next"] if rule == "next" else rule


def lot_seats(options, rule, previous):
    """Section 2, "Lots are drawn in seat order": all seats draw; after a tie, drawn_double is drawn by the tied ones."""
    if rule == "drawn_double" and previous is not None and previous.tied:
        return previous.tied
    return list(range(options["players"]))


def leader_after_opening(options, rule):
    """Section 2, opening_draw: returns whether the leader is found in the hands after the opening draws."""
    return options["opening_draw"] != "none" and rule in DOUBLE_RULES


def fixed_leader(rule, options, previous):
    """Section 2, the lead rules without chance and hands: rotate, winner, same, seat0. Returns None for the others."""
    if rule == "seat0":
        return 0
    if rule == "rotate":
        return next_seat(options, previous.leader)
    if rule == "same":
        return previous.leader
    if rule == "winner":
        return previous.leader if previous.winner is None else previous.winner
    return None


def double_holder(rule, hands):
    """Section 2, highest_double and lowest_double: returns the seat with it and the double; None if no hand has a double."""
    held = [(tile, seat) for seat, hand in enumerate(hands) for tile in hand if tile[0] == tile[1]]
    if not held:
        return None
    tile, seat = max(held) if rule == "highest_double" else min(held)
    return seat, tile


def highest_tile_holder(hands):
    """Section 2, no_double highest_tile: pip sum, then higher half, then lower seat."""
    return max((high + low, high, -seat) for seat, hand in enumerate(hands) for high, low in hand)[2] * -1


def lead_by_hands(options, rule, hands):
    """Section 2, the lead rules that use the hands: returns (leader, tile that must be led or None)."""
    found = double_holder(rule, hands)
    if found is None:
        return highest_tile_holder(hands), None
    leader, double = found
    return leader, double if options["lead_tile"] == "own_double" else None


def may_redeal(options, rule):
    """Section 2, no_double: returns whether a deal without a double in any hand is discarded."""
    return rule in DOUBLE_RULES and options["no_double"] == "redeal" and options["opening_draw"] == "none"


def count_leader(seats, tiles):
    """Section 2, count: number (N mod n) + 1 of the seats that drew."""
    return seats[sum(high + low for high, low in tiles) % len(seats)]


def tied_highest(drawn):
    """Section 2, high_tile: the seats that drew the highest pip sum. `drawn` is a list of (seat, tile)."""
    best = max(high + low for _, (high, low) in drawn)
    return [seat for seat, (high, low) in drawn if high + low == best]


# ---------------------------------------------------------------------------------------------------------------------
# Section 0: the match

def match_over(options, rounds_played, scores):
    """Section 1, match, and section 0, match safety: target, number of rounds, or the cap."""
    if options["target"] and max(scores) >= options["target"]:
        return True
    return rounds_played >= (options["rounds"] or ROUND_CAP)


def places_of(options, scores):
    """Section 0, Placement: competition ranks of the scores; partners share theirs, 1 or 2."""
    def better(a, b):
        return a > b if options["objective"] == "high" else a < b
    totals = {side: scores[side[0]] for side in sides(options)}
    return [1 + sum(better(total, scores[seat]) for total in totals.values()) for seat in range(options["players"])]


def fault_places(options, fault_seat):
    """Section 0, Placement, after a fault: the faulty seat, or its team, is last; all others are first."""
    last = len(sides(options))
    return [last if seat in side_of(options, fault_seat) else 1 for seat in range(options["players"])]
