"""What the sentences of `variants NAME` claim, as predicates that records of played matches can refute.

A predicate gets a Round and yields True or False for each case that its sentence speaks of. Sentences are found by a
regular expression, whose groups are its arguments. `sentences` of a Match are those that the tested sentence belongs to,
because "later" excludes what the sentences after it name.
"""
import re

PREDICATES = []  # (compiled pattern, predicate)


def says(pattern, predicate=None):
    """Registers the predicate of a sentence, or decorates it."""
    def register(function):
        PREDICATES.append((re.compile(pattern), function))
        return function
    return register(predicate) if predicate else register


def predicate_of(sentence):
    """Returns the predicate and its arguments; the patterns exclude each other."""
    found = [(function, match.groups()) for pattern, function in PREDICATES
             if (match := pattern.fullmatch(sentence))]
    assert len(found) == 1, f"{len(found)} predicates for: {sentence}"
    return found[0]


def fits(tile, ends):
    return not ends or any(pip in ends for pip in tile)


class Step:
    """An event with what was there before it."""

    def __init__(self, event, hands, stock, ends, opening, drawn):
        self.seat, self.kind, self.flags = event[0], event[1], event[-1]
        self.tile = tuple(event[2]) if self.kind == "draw" else tuple(event[2:4])
        self.end = event[4] if self.kind in ("lead", "play") else None
        self.down = "down" in event
        self.hands, self.stock, self.ends = hands, stock, ends
        self.opening, self.drawn = opening, drawn

    def hand_fits(self):
        return any(fits(tile, self.ends) for tile in self.hands[self.seat])


class Match:
    """A record with its rounds. `sentences` are those whose truth is asked."""

    def __init__(self, record):
        self.record, self.sentences, self.rounds = record, (), []
        for entry in record["rounds"]:
            self.rounds.append(Round(self, entry, self.rounds[-1] if self.rounds else None))


class Round:
    """A round of a record, replayed from the deal by the events alone."""

    def __init__(self, match, entry, before):
        self.match, self.record, self.entry, self.before = match, match.record, entry, before
        self.previous = before and before.entry
        self.options = match.record["options"]
        self.n = len(entry["pips"])
        self.deal = tuple(frozenset(map(tuple, hand)) for hand in entry["deal"]["hands"])
        self.start = tuple(entry["deal"]["start"] or ())
        self.steps = []
        self.replay(self.deal, frozenset(map(tuple, entry["deal"]["stock"][0])))

    @property
    def sentences(self):
        return self.match.sentences

    def replay(self, hands, stock):
        ends = self.start
        opening = self.options["opening_draw"] != "none" and (6, 6) in stock
        drawn, opened = 0, 0
        for event in self.entry["events"]:
            step = Step(event, hands, stock, ends, opening, drawn)
            self.steps.append(step)
            if step.kind == "draw":
                stock -= {step.tile}
                drawn += not opening
                opened += opening
                if opening and (opened % self.n == 0 or not stock):
                    opening = (6, 6) in stock
            else:
                drawn = 0
            change = {step.tile} if step.kind != "pass" else set()
            hands = tuple(hand ^ change if seat == step.seat else hand for seat, hand in enumerate(hands))
            if step.kind in ("lead", "play"):
                ends = self.laid(step, ends)
        self.hands, self.stock, self.ends = hands, stock, ends

    def laid(self, step, ends):
        """The ends after a play; -1 is a closed one."""
        if not ends:
            return step.tile[:1] * 4 if self.options["arms"] == 4 else step.tile
        shown = -1 if step.down else sum(step.tile) - ends[step.end]
        return ends[:step.end] + (shown,) + ends[step.end + 1:]

    def turns(self):
        """The steps of play."""
        return [step for step in self.steps if not step.opening]

    def held(self):
        """The hands when the leader is found: after the opening draws."""
        steps = self.turns()
        return steps[0].hands if steps else self.hands

    def side(self, seat):
        return {seat, (seat + 2) % 4} if self.options["teams"] else {seat}

    def sum_of(self, seats):
        return sum(self.entry["pips"][s] for s in seats)

    def others(self, seat):
        return self.sum_of(set(range(self.n)) - self.side(seat))

    def paid(self, seat):
        """Tiles that the side of a seat drew in its turns."""
        return sum(step.kind == "draw" and step.seat in self.side(seat) for step in self.turns())

    def gross(self):
        """Points without the costs of draws."""
        return [points + self.options["draw_cost"] * self.paid(s) for s, points in enumerate(self.entry["points"])]

    def is_domino(self):
        return self.entry["end"] == "domino"

    def last(self):
        """The last tile that was played, and the ends before it."""
        return next((step for step in reversed(self.steps) if step.kind in ("lead", "play")), None)

    def has_said(self, word):
        return any(word in sentence for sentence in self.sentences)

    def lightest(self):
        """The seats with the lightest hand; in a block of teams that compare their sums, the seats of the lightest team."""
        pips = self.entry["pips"]
        values = ([self.sum_of(self.side(s)) for s in range(self.n)]
                  if self.has_said("fewer pips in both hands") and not self.is_domino() else pips)
        return {s for s in range(self.n) if values[s] == min(values)}

    def winners(self):
        """The seats that won the round, as far as its points say so; empty: nobody; None: they do not say."""
        if self.has_said("alone has the lightest hand"):
            low = {s for s in range(self.n) if self.entry["pips"][s] == min(self.entry["pips"])}
            return low if len(low) == 1 else set()
        won = {s for s, points in enumerate(self.gross()) if points > 0}
        if won:
            return won
        if self.is_domino():
            rest = [self.entry["pips"][s] for s in range(self.n) if s not in self.side(self.entry["by"])]
            return None if not self.has_said("then nobody wins it") and not all(rest) else set()
        return set() if not self.options["teams"] else None


# ---- the table ---------------------------------------------------------------

@says(r"(\d+) seats? play, each for itself\.")
def alone(r, seats):
    yield len(r.entry["pips"]) == int(seats)
    if int(seats) == 4:
        yield r.entry["points"][0] == r.entry["points"][2] or not r.options["teams"]
        yield not r.options["teams"]


@says(r"4 seats play in two teams, 0 and 2 against 1 and 3\.")
def teams(r):
    yield r.n == 4
    points = r.entry["points"]
    yield r.n == 4 and points[0] == points[2] and points[1] == points[3]


@says(r"The tiles are a double-(\d+) set( without its doubles)?, (\d+) tiles\.")
def tiles(r, top, bare, count):
    every = set().union(*r.deal, {tuple(t) for t in r.entry["deal"]["stock"][0]}, {r.start} if r.start else set())
    yield every == {(h, l) for h in range(int(top) + 1) for l in range(h + 1) if not bare or h != l}
    yield len(every) == int(count)


says(r"Every seat is dealt (\d+) tiles?\.", lambda r, count: [all(len(hand) == int(count) for hand in r.deal)])
says(r"The stock has (\d+) tiles?\.", lambda r, count: [len(r.entry["deal"]["stock"][0]) == int(count)])
says(r"There is no stock\.", lambda r: [not r.entry["deal"]["stock"][0]])
says(r"A random tile(, no double,)? lies on the table before play\.",
     lambda r, single: [bool(r.start) and (not single or r.start[0] != r.start[1])])


@says(r"While 6-6 is in the stock, every seat draws a tile before play, seat 0 first; once begun, all draw, as long as "
      r"the stock lasts\.")
def opening(r):
    left = {tuple(t) for t in r.entry["deal"]["stock"][0]}
    events = iter(r.entry["events"])
    while (6, 6) in left:
        for seat in range(r.n):
            if not left:
                break
            event = next(events, [None, None, None])
            yield event[0] == seat and event[1] == "draw"
            left.discard(tuple(event[2]) if event[1] == "draw" else None)
            if event[1] != "draw":
                return


# ---- the lead ----------------------------------------------------------------

def drawn_leader(r, seats, value):
    """Who leads by lots: the seats draw in their order, and of those with the highest value those that tie draw again."""
    lots = list(r.entry["lots"])
    if not lots:
        return None
    while True:
        drawn, lots = lots[:len(seats)], lots[len(seats):]
        if [lot[0] for lot in drawn] != sorted(seats):
            return None
        best = max(value(lot) for lot in drawn)
        seats = [lot[0] for lot in drawn if value(lot) == best]
        if len(seats) == 1:
            return seats[0] if not lots else None


def by_double(r, choose):
    """Returns whether the holder of a double leads; None if no hand has one."""
    held = {tile[0]: s for s, hand in enumerate(r.held()) for tile in hand if tile[0] == tile[1]}
    return held[choose(held)] == r.entry["leader"] if held else None


def by_winner(r):
    won = r.before.winners()
    if not won:
        return None
    return r.entry["leader"] in won


def by_count(r):
    lots = r.entry["lots"]
    return [lot[0] for lot in lots] == list(range(r.n)) and sum(h + l for _, h, l in lots) % r.n == r.entry["leader"]


def double_lots(r, seats):
    return (all(h == l for _, h, l in r.entry["lots"])
            and drawn_leader(r, seats, lambda lot: lot[1]) == r.entry["leader"])


LEADS = {
    "the seat after the previous leader leads": lambda r: r.entry["leader"] == (r.previous["leader"] + 1) % r.n,
    "the winner of the round before leads": by_winner,
    "the previous leader leads again": lambda r: r.entry["leader"] == r.previous["leader"],
    "seat 0 leads": lambda r: r.entry["leader"] == 0,
    "a lot decides which seat leads": lambda r: not r.entry["lots"],
    "every seat draws a tile, and the one with most pips leads; tied seats draw again":
        lambda r: drawn_leader(r, list(range(r.n)), lambda lot: lot[1] + lot[2]) == r.entry["leader"],
    "every seat draws a tile; the sum of their pips is divided by the number of seats, and the remainder is the seat that "
    "leads": by_count,
    "every seat draws a double, and the highest one leads": lambda r: double_lots(r, list(range(r.n))),
    "the tied seats draw doubles, and the highest one leads": lambda r: double_lots(r, sorted(r.before.lightest())),
    "the holder of the highest double leads": lambda r: by_double(r, max),
    "the holder of the lowest double leads": lambda r: by_double(r, min),
}


def leads(r, phrase):
    """Yields whether the phrase holds in this round, if it speaks of it."""
    holds = LEADS[phrase](r)
    if holds is not None:
        yield holds


def after_nobody(r):
    won = r.before and r.before.winners()
    return won is not None and r.before is not None and not won


def after_block(r):
    return r.previous is not None and r.previous["end"] != "domino"


def is_excepted(r):
    """Returns whether a sentence on certain rounds speaks of this one; None if that is unknown."""
    if r.has_said("After a round that nobody won"):
        if r.before.winners() is None:
            return True
        if after_nobody(r):
            return True
    return after_block(r) and (r.has_said("After a round in which nobody") or r.has_said("without going out, "))


@says(r"In every round ([^;]*(?:; (?:tied|the sum).*)?)\.")
def every_lead(r, phrase):
    if not r.previous:
        yield from leads(r, phrase)
    elif phrase != "seat 0 leads" and not is_excepted(r):
        yield from leads(r, phrase)


@says(r"In the first round (.*); later (.*)\.")
def leads_in_turn(r, first, later):
    if not r.previous:
        yield from leads(r, first)
    elif not is_excepted(r):
        yield from leads(r, later)


says(r"After a round in which nobody went out, (.*)\.", lambda r, phrase: leads(r, phrase) if after_block(r) else [])
says(r"After a round that a seat won without going out, (.*)\.",
     lambda r, phrase: leads(r, phrase) if after_block(r) and r.before.winners() else [])
says(r"After a round that nobody won, (.*)\.",
     lambda r, phrase: leads(r, phrase) if r.previous and after_nobody(r) else [])
says(r"If nobody won the round before, its leader leads again\.",
     lambda r: [r.entry["leader"] == r.previous["leader"]] if r.previous and after_nobody(r) else [])


@says(r"The winner of a round without going out is the partner with fewer pips, or the lower seat if both have the same\.")
def partner_wins(r):
    won = r.before.winners() if after_block(r) else None
    if won and len(won) == 2:
        yield r.entry["leader"] == min(won, key=lambda s: (r.previous["pips"][s], s))


@says(r"For the lead, a round is won by the seat that alone has the lightest hand\.")
def lightest_wins(r):
    pips = r.previous["pips"] if r.previous else [0, 0]
    if pips.count(min(pips)) > 1:
        return
    if lead_phrase(r) == "the winner of the round before leads":
        yield r.entry["leader"] == pips.index(min(pips))
    if r.has_said("After a round that nobody won, the previous leader leads again"):
        yield r.entry["leader"] != r.previous["leader"]


def has_double(hands):
    return any(high == low for hand in hands for high, low in hand)


def said(r, pattern):
    """Returns what a sentence says in the place of the group; None if there is no such sentence."""
    return next((match[1] for sentence in r.sentences if (match := re.fullmatch(pattern, sentence))), None)


def lead_phrase(r):
    """Returns what the sentences say of the leader of this round; "" if they say nothing."""
    if not r.previous:
        return said(r, r"In (?:the first|every) round (.*?)(?:; later .*)?\.") or ""
    after_any = said(r, r"In the first round .*; later (.*)\.") or said(r, r"In every round (.*)\.")
    tied = said(r, r"After a round that nobody won, (.*)\.")
    blocked = said(r, r"After a round (?:in which nobody went|that a seat won without going) out, (.*)\.")
    return (tied if after_nobody(r) else None) or (blocked if after_block(r) else None) or after_any or ""


def decides_by_double(r):
    """Whether this round's leader is found by a double, as the sentences say."""
    return lead_phrase(r).startswith("the holder of the ")


says(r"If a double decides and no hand has one, the tiles are dealt again\.",
     lambda r: [has_double(r.held())] if decides_by_double(r) else [])


@says(r"If a double decides and no hand has one, the holder of the highest tile leads\.")
def highest_tile(r):
    if decides_by_double(r):
        yield not r.entry["deal"]["redeals"]
        if not has_double(r.held()):
            best = max(((h + l, h, -s) for s, hand in enumerate(r.held()) for h, l in hand))
            yield r.entry["leader"] == -best[2]


@says(r"If the start tile is 6-6, nobody draws before play; if then no hand has a double, the holder of the highest tile "
      r"leads\.")
def opened_by_start(r):
    if r.start == (6, 6):
        yield not any(step.opening for step in r.steps)
        yield not r.entry["deal"]["redeals"]
        if not has_double(r.deal):
            best = max(((h + l, h, -s) for s, hand in enumerate(r.deal) for h, l in hand))
            yield r.entry["leader"] == -best[2]
    elif not r.start:
        yield False


says(r"The leader plays onto the tile on the table\.",
     lambda r: [not any(step.kind == "lead" for step in r.steps) and r.turns()[0].seat == r.entry["leader"]])


@says(r"A seat that leads because of a double must lead that double\.")
def must_lead(r):
    if decides_by_double(r) or not r.options["lead_first"].endswith("_double"):
        tile = r.turns()[0].tile
        yield r.turns()[0].kind == "lead" and tile[0] == tile[1]


@says(r"Any other leader may lead any tile\.")
def other_leads(r):
    if not decides_by_double(r) and r.previous:
        lead = next(step for step in r.turns() if step.kind == "lead")
        yield "forced" not in lead.flags or len(lead.hands[lead.seat]) == 1


@says(r"The leader may lead any tile\.")
def any_lead(r):
    lead = next((step for step in r.turns() if step.kind == "lead"), None)
    yield lead is not None and ("forced" not in lead.flags or len(lead.hands[lead.seat]) == 1)


@says(r"The first tile is a spinner with four open ends from the start\.")
def spinner(r):
    lead = r.turns()[0]
    yield lead.tile[0] == lead.tile[1]
    arms = {step.end for step in r.turns() if step.kind == "play"}
    first = {}
    for step in r.turns()[1:]:
        if step.kind == "play" and step.end not in first:
            first[step.end] = step.ends[step.end]
    yield all(pip == lead.tile[0] for pip in first.values()) and arms <= {0, 1, 2, 3}


@says(r"A later double may be laid face down, which closes its end\.")
def face_down(r):
    for step in r.turns()[1:]:
        if step.kind == "play" and step.tile[0] == step.tile[1]:
            yield r.options["facedown"] and "forced" not in step.flags
        if step.kind == "play" and not step.down:
            yield step.ends[step.end] in step.tile


# ---- a turn ------------------------------------------------------------------

@says(r"A seat that can play must play; else it passes\.")
def plays_or_passes(r):
    for step in r.turns():
        yield step.hand_fits() == (step.kind in ("lead", "play"))
        yield step.kind != "draw"


says(r"Nobody draws in a turn\.", lambda r: [step.kind != "draw" for step in r.turns()])


@says(r"A seat that can play must play; else it draws until it can\.")
def draws_until(r):
    for step in r.turns():
        yield step.hand_fits() == (step.kind in ("lead", "play"))
        if not step.hand_fits() and can_draw(r, step):
            yield step.kind == "draw"


def reserve(r):
    return 2 if r.has_said("The last 2 tiles of the stock") else 0


def limit(r):
    found = [re.match(r"A seat draws at most (\d+)", sentence) for sentence in r.sentences]
    return next((int(match[1]) for match in found if match), None)


def draws_at_all(r):
    return not r.has_said("must play; else it passes")


def can_draw(r, step):
    most = limit(r)
    return draws_at_all(r) and len(step.stock) > reserve(r) and (most is None or step.drawn < most)


@says(r"A seat may draw before it plays, even if it can play, and must draw if it cannot\.")
def may_draw(r):
    for step in r.turns():
        if not step.hand_fits() and can_draw(r, step):
            yield step.kind == "draw"
        leads_double = not step.ends and r.has_said("may not draw first") and decides_by_double(r)
        if step.hand_fits() and can_draw(r, step) and not leads_double:
            yield "forced" not in step.flags  # there is a choice


@says(r"A seat that must lead a double may not draw first\.")
def no_draw_before(r):
    if decides_by_double(r) or not r.options["lead_first"].endswith("_double"):
        yield r.turns()[0].kind == "lead" and "forced" in r.turns()[0].flags


says(r"A seat draws at most (\d+) tiles? in a turn\.",
     lambda r, most: [step.drawn < int(most) for step in r.turns() if step.kind == "draw"])


@says(r"A seat passes only if it can neither play nor draw\.")
def passes(r):
    for step in r.turns():
        if step.kind == "pass":
            yield not step.hand_fits() and not can_draw(r, step)
        else:
            yield step.hand_fits() or can_draw(r, step)


says(r"A seat passes only if it cannot play after (\d+) drawn tiles?\.",
     lambda r, most: [not step.hand_fits() and step.drawn == int(most) for step in r.turns() if step.kind == "pass"])
says(r"The last 2 tiles of the stock are never drawn\.",
     lambda r: [len(step.stock) > 2 for step in r.steps if step.kind == "draw"])
says(r"The last 2 tiles of the stock are never drawn in a turn, but may be drawn before play\.",
     lambda r: [len(step.stock) > 2 for step in r.turns() if step.kind == "draw"])


@says(r"The whole stock may be drawn\.")
def whole_stock(r):
    for step in r.turns():
        if step.kind == "pass" and (limit(r) is None or step.drawn < limit(r)):
            yield not step.stock
    if not r.is_domino() and r.entry["end"] != "stuck" and not r.has_said("either no tile of the stock fits"):
        yield not r.stock


@says(r"Every tile that a seat draws in a turn costs (?:it|its team) (\d+) points? at once\.")
def draw_cost(r, cost):
    before = r.previous["scores"] if r.previous else [0] * r.n
    yield all(after - old == points for after, old, points in zip(r.entry["scores"], before, r.entry["points"]))
    won = {s for s in range(r.n) if r.entry["points"][s] > 0}
    for seat in range(r.n):
        if not won & r.side(seat) and r.is_domino() and seat not in r.side(r.entry["by"]):
            yield r.entry["points"][seat] == -int(cost) * r.paid(seat)


# ---- the end of a round ------------------------------------------------------

def nobody_plays(hands, ends):
    return not any(fits(tile, ends) for hand in hands for tile in hand)


def blocks(r, is_over):
    """Yields for every turn whether the round was rightly not over, and for the end whether it is."""
    for step in r.turns()[1:]:
        if step.drawn == 0 and step.ends:
            yield not is_over(step.hands, step.stock, step.ends)
    yield all(r.hands) != r.is_domino()
    if not r.is_domino():
        yield is_over(r.hands, r.stock, r.ends)


says(r"A round ends when a seat goes out, or when nobody can play\.",
     lambda r: blocks(r, lambda hands, stock, ends: nobody_plays(hands, ends)))
says(r"A round ends when a seat goes out, or when nobody can play and nothing is left to draw\.",
     lambda r: blocks(r, lambda hands, stock, ends: nobody_plays(hands, ends) and len(stock) <= reserve(r)))


@says(r"A round ends when a seat goes out, or when nobody can play and either no tile of the stock fits or nothing is left "
      r"to draw\.")
def ends_dead(r):
    yield from blocks(r, lambda hands, stock, ends: nobody_plays(hands, ends)
                      and (nobody_plays([stock], ends) or len(stock) <= reserve(r)))


@says(r"A round ends when a seat goes out, or when the seat on turn cannot play and nothing is left to draw, even if another "
      r"seat could play\.")
def ends_stuck(r):
    yield all(r.hands) != r.is_domino()
    for step in r.turns():
        yield step.hand_fits() or len(step.stock) > reserve(r)
    if not r.is_domino():
        seat = r.entry["by"]
        yield len(r.stock) <= reserve(r) and nobody_plays([r.hands[seat]], r.ends)


# ---- points ------------------------------------------------------------------

def club(r):
    """How often going out counts, as the sentences say."""
    last = r.last()
    if not r.is_domino() or not r.has_said("fitted every open end"):
        return 1
    reasons = (last.tile[0] == last.tile[1]) + bool(last.ends and all(pip in last.tile for pip in last.ends))
    return 1 if reasons == 0 else 4 if reasons == 2 and r.has_said("four times") else 2


def voided(r):
    """Whether going out won nothing, as the sentences say."""
    return r.has_said("then nobody wins it") and any(
        r.entry["pips"][s] == 0 for s in range(r.n) if s not in r.side(r.entry["by"]))


@says(r"The (seat|team of the seat) that goes out wins the round\.")
def goes_out(r, _):
    if r.is_domino():
        side = r.side(r.entry["by"])
        yield all(points <= 0 for s, points in enumerate(r.gross()) if s not in side)
        if r.others(r.entry["by"]):
            yield all(points > 0 for s, points in enumerate(r.gross()) if s in side)


@says(r"The (seat|team of the seat) that goes out wins the round, unless (?:another hand|an opponent's hand) is worth 0: then "
      r"nobody wins it\.")
def goes_out_strictly(r, _):
    if r.is_domino():
        side = r.side(r.entry["by"])
        rest = [r.entry["pips"][s] for s in range(r.n) if s not in side]
        yield all(points <= 0 for s, points in enumerate(r.gross()) if s not in side)
        yield all((points > 0) == all(rest) for s, points in enumerate(r.gross()) if s in side)


@says(r"Going out scores the pips in the other hands\.")
def domino_points(r):
    if r.is_domino() and not voided(r):
        yield r.gross()[r.entry["by"]] == club(r) * (sum(r.entry["pips"]) - r.entry["pips"][r.entry["by"]])


@says(r"Going out scores the pips in the opponents' hands; the partner's tiles do not count\.")
def domino_of_team(r):
    if r.is_domino() and not voided(r):
        yield r.gross()[r.entry["by"]] == club(r) * r.others(r.entry["by"])
        yield r.options["teams"]


@says(r"Going out scores the pips in all hands, also in the partner's\.")
def domino_of_all(r):
    if r.is_domino() and not voided(r):
        by = r.entry["by"]
        yield r.gross()[by] == club(r) * r.others(by) + r.sum_of(r.side(by))
        yield r.options["teams"]


def won_block(r):
    """The seats that won without going out: those with points."""
    return {s for s, points in enumerate(r.gross()) if points > 0} if not r.is_domino() else set()


@says(r"If nobody goes out, the seat with the lightest hand wins the round\.")
def lightest_hand(r):
    low = [s for s in range(r.n) if r.entry["pips"][s] == min(r.entry["pips"])]
    if not r.is_domino() and len(low) == 1:
        yield {s for s, points in enumerate(r.gross()) if points > 0} == set(low)


@says(r"If nobody goes out, the team with fewer pips in both hands wins the round\.")
def lightest_team(r):
    sums = [r.sum_of({s, (s + 2) % r.n}) for s in range(2)]
    if not r.is_domino() and sums[0] != sums[1]:
        low = sums.index(min(sums))
        yield {s for s, points in enumerate(r.gross()) if points > 0} == {low, low + 2}


@says(r"If nobody goes out, the team with the lightest single hand wins the round\.")
def lightest_single(r):
    low = {s for s in range(r.n) if r.entry["pips"][s] == min(r.entry["pips"])}
    if not r.is_domino() and len({s % 2 for s in low}) == 1:
        team = {min(low) % 2, min(low) % 2 + 2}
        yield all(points <= 0 for s, points in enumerate(r.gross()) if s not in team)
        own = sum(r.entry["pips"][s] for s in team if s < r.n)
        if sum(r.entry["pips"]) - own > own:
            yield all(r.gross()[s] > 0 for s in team if s < r.n)


def block_points(r, points_of):
    for seat in won_block(r):
        yield r.gross()[seat] == points_of(seat)


@says(r"Winning without going out scores the pips in the other hands minus the winner's own(, but never less than 0)?\.")
def block_difference(r, _):
    yield from block_points(r, lambda s: sum(r.entry["pips"]) - 2 * r.entry["pips"][s])
    if not r.is_domino():
        yield not r.options["teams"]


@says(r"Winning without going out scores the pips of the opponents minus those of the winning team(, but never less than 0)?\.")
def block_of_team(r, floor):
    yield from block_points(r, lambda s: r.others(s) - r.sum_of(r.side(s)))
    if not r.is_domino():
        yield r.options["teams"]


says(r"Winning without going out scores the pips in the (?:other|opponents') hands\.",
     lambda r: block_points(r, r.others))
says(r"Winning without going out scores the pips in all hands, the winner's included\.",
     lambda r: block_points(r, lambda s: sum(r.entry["pips"])))


@says(r"If nobody goes out and the lightest hands(?: of both teams)? tie, nobody wins the round\.")
def tie_of_hands(r):
    low = [s for s in range(r.n) if r.entry["pips"][s] == min(r.entry["pips"])]
    if not r.is_domino() and any(s not in r.side(low[0]) for s in low):
        yield not won_block(r)


@says(r"If nobody goes out and both teams have the same pips, nobody wins the round\.")
def tie_of_teams(r):
    if not r.is_domino() and r.sum_of({0, 2}) == r.sum_of(set(range(r.n)) - {0, 2}):
        yield not won_block(r)
    yield r.options["teams"]


@says(r"If nobody goes out and the lightest hands tie, the seat that played the last tile wins( if it has one of them; else "
      r"nobody wins)?\.")
def tie_of_blocker(r, only):
    low = {s for s in range(r.n) if r.entry["pips"][s] == min(r.entry["pips"])}
    if not r.is_domino() and len(low) > 1 and r.last():
        seat = r.last().seat
        is_heavy = sum(r.entry["pips"]) <= 2 * r.entry["pips"][seat] and r.has_said("never less than 0")
        yield won_block(r) == ({seat} if (seat in low or not only) and not is_heavy else set())


@says(r"If nobody goes out and both teams have the same pips, the team that played the last tile wins\.")
def tie_of_blocking_team(r):
    if not r.is_domino():
        if r.previous is not None and r.sum_of({0, 2}) == r.sum_of({1, 3} & set(range(r.n))):
            yield not won_block(r) or won_block(r) == r.side(r.last().seat)
        yield r.options["teams"] and not r.has_said("the seat with the lightest hand")


@says(r"If nobody goes out and the lightest hands of both teams tie, the (?:team|seat) that played the last tile wins(?: with its "
      r"team if it has one of them; else nobody wins)?\.")
def tie_of_single_hands(r):
    low = {s for s in range(r.n) if r.entry["pips"][s] == min(r.entry["pips"])}
    if not r.is_domino() and len({s % 2 for s in low}) == 2 and r.last():
        yield won_block(r) <= r.side(r.last().seat)
    yield r.options["teams"]


@says(r"If nobody goes out and two hands tie as the lightest, the third seat loses its own pips; if all three tie, nobody "
      r"scores\.")
def third_loses(r):
    pips = r.entry["pips"]
    low = [s for s in range(r.n) if pips[s] == min(pips)]
    if not r.is_domino() and len(low) == 2:
        yield r.gross() == [0 if s in low else -pips[s] for s in range(r.n)]
    if not r.is_domino() and len(low) == 3:
        yield not any(r.gross())


@says(r"If going out wins nothing because one other hand is worth 0, the third seat loses its own pips\.")
def third_loses_out(r):
    pips = r.entry["pips"]
    if r.is_domino() and pips.count(0) == 2:
        yield r.gross() == [-pip for pip in pips]


@says(r"Nobody but the winner scores\.")
def one_scores(r):
    yield sum(points > 0 for points in r.gross()) <= 1 and all(
        points >= 0 for points in r.gross()) | (r.has_said("third seat loses"))


@says(r"Nobody but the winning team scores, and both partners have its points\.")
def team_scores(r):
    gross = r.gross()
    yield r.n == 4 and gross[0] == gross[2] and gross[1] == gross[3] and 0 in gross


@says(r"In a hand 0-0 counts (\d+)\.")
def double_blank(r, worth):
    for pips, hand in zip(r.entry["pips"], r.hands):
        if (0, 0) in hand:
            yield pips == sum(map(sum, hand)) + int(worth)


@says(r"If the last tile is a double or fitted every open end, going out scores the opponents' pips twice(; if it is both, four "
      r"times)?\.")
def counts_twice(r, four):
    last = r.last()
    reasons = bool(last) and (last.tile[0] == last.tile[1]) + bool(last.ends and all(p in last.tile for p in last.ends))
    if r.is_domino() and reasons and not voided(r):
        factor = 4 if four and reasons == 2 else 2
        own = r.sum_of(r.side(r.entry["by"])) if r.has_said("also in the partner's") else 0
        yield r.gross()[r.entry["by"]] == factor * r.others(r.entry["by"]) + own


def shared(r, own):
    """Points by seat; partners have the sum of theirs."""
    return [sum(own[t] for t in r.side(s)) for s in range(r.n)]


@says(r"Every seat scores 100 points for each pip by which its hand is lighter than the average hand, and loses 100 for each pip "
      r"by which it is heavier\.")
def average(r):
    pips = r.entry["pips"]
    yield [r.n * points for points in r.gross()] == shared(r, [100 * (sum(pips) - r.n * pip) for pip in pips])


@says(r"Every seat gets the pips of its hand as penalty points\.")
def penalty(r):
    own = [pip for pip in r.entry["pips"]]
    match = [re.match(r"Going out takes (\d+)", sentence) for sentence in r.sentences]
    if r.is_domino():
        own[r.entry["by"]] -= sum(int(m[1]) for m in match if m)
    yield r.gross() == shared(r, own)


@says(r"Going out takes (\d+) penalty points? off\.")
def bonus(r, points):
    if r.is_domino():
        own = list(r.entry["pips"])
        own[r.entry["by"]] -= int(points)
        yield r.gross() == shared(r, own)


says(r"Both partners have the sum of their points\.",
     lambda r: [r.n == 4 and r.entry["points"][0] == r.entry["points"][2] and r.options["teams"]])


# ---- the match ---------------------------------------------------------------

def is_last(r):
    return r.entry is r.record["rounds"][-1]


@says(r"The match ends when a score is (\d+) or more after a round, and after 200 rounds at the latest\.")
def to_target(r, target):
    reached = any(score >= int(target) for score in r.entry["scores"]) or r.entry["round"] == 200
    yield reached == is_last(r)


says(r"The match ends after (\d+) rounds?\.", lambda r, rounds: [(r.entry["round"] == int(rounds)) == is_last(r)])


@says(r"The (highest|lowest) score wins the match; equal scores share a place\.")
def places(r, which):
    if is_last(r):
        sign = -1 if which == "highest" else 1
        scores = [sign * score for score in r.record["scores"]]
        sides = [scores[s] for s in range(2)] if r.options["teams"] else scores
        yield r.record["places"] == [1 + sum(side < score for side in sides) for score in scores]
