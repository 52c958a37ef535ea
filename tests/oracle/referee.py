#!/usr/bin/python3
"""An independent referee for match records. It replays each record by the rules and prints what is wrong.

    referee.py [--seed N | --secret HEX] [FILE...]

It reads JSON Lines as `domino-arena export` writes them; without a file it reads standard input. It prints one line per problem
and at the end "N records, M problems". The exit status is 0 without problems, 1 with problems, and 2 if a file cannot be read. If
a record has its deal_key, or if the seed or secret of the tournament is given, the referee also makes the deals and lots again.
"""

import argparse
import json
import sys

import deals
import rules
import shape
from variants import EARLIER, NAMED


def plain(value):
    """Returns a value as a record writes it."""
    return json.dumps(value, separators=(",", ":"))


def differs(what, expected, found):
    """Returns a list of no or one problem of a value. A tuple is equal to a list."""
    if expected == found or plain(expected) == plain(found):
        return []
    return ["%s: expected %s, found %s" % (what, plain(expected), plain(found))]


# ---------------------------------------------------------------------------------------------------------------------
# The deal and the lead

def as_deal(recorded):
    """Returns the deal of a record with tiles as tuples and hands in tile order."""
    tiles = [[tuple(tile) for tile in order] for order in recorded["stock"]]
    hands = [sorted(tuple(tile) for tile in hand) for hand in recorded["hands"]]
    start = tuple(recorded["start"]) if recorded["start"] else None
    return deals.Deal(start, hands, tiles, recorded["redeals"])


def deal_problems(options, deal):
    """SPEC.md section 5, deal: the whole set is dealt, each tile once; every seat's order has the whole stock once."""
    problems = []
    kind = options["start_tile"]
    if (kind == "none") != (deal.start is None):
        problems.append("deal.start: expected %s, found %s" % ("null" if kind == "none" else "a tile", plain(deal.start)))
    elif kind == "nondouble" and deal.start[0] == deal.start[1]:
        problems.append("deal.start: expected a tile that is no double, found %s" % plain(deal.start))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != options["hand"]:
            problems.append("deal.hands of seat %d: expected %d tiles, found %d" % (seat, options["hand"], len(hand)))
    outside = sorted(tile for hand in deal.hands for tile in hand) + ([deal.start] if deal.start else [])
    stock = sorted(set(rules.tile_set(options)) - set(outside))
    if sorted(outside + stock) != rules.tile_set(options):
        problems.append("deal: expected hands%s of different tiles of the set, found %s"
                        % (" and a start tile" if deal.start else "", plain(sorted(outside))))
    for seat, order in enumerate(deal.orders):
        problems += differs("deal.stock of seat %d, sorted" % seat, stock, sorted(order))
    return problems


def redeal_problems(options, rule, deal):
    """Section 2, no_double: there are redeals only if the rule allows them, and the kept deal needs no redeal."""
    if not rules.may_redeal(options, rule):
        return differs("deal.redeals", 0, deal.redeals)
    if rules.double_holder(rule, deal.hands) is None:
        return ["deal: expected a redeal, found no double in any hand"]
    return []


def judge_lots(options, rule, seats, lots):
    """Section 2, "Lots are drawn in seat order": returns (leader or None, problems)."""
    pool, at = set(), 0
    while True:
        if len(pool) < len(seats):
            pool = set(deals.lot_tiles(options, rule))
        drawn = [(lot[0], tuple(lot[1:])) for lot in lots[at:at + len(seats)]]
        if [seat for seat, _ in drawn] != seats:
            return None, ["lots: expected seats %s to draw at %d, found %s" % (plain(seats), at, plain(lots[at:]))]
        for seat, tile in drawn:
            if tile not in pool:
                return None, ["lots: expected seat %d to draw one of %s, found %s" % (seat, plain(sorted(pool)), plain(tile))]
            pool.remove(tile)
        at += len(seats)
        if rule == "count":
            leader = rules.count_leader(seats, [tile for _, tile in drawn])
            break
        seats = rules.tied_highest(drawn)
        if len(seats) == 1 or at + len(seats) > rules.LOTS_CAP:
            leader = seats[0]
            break
    if at != len(lots):
        return leader, ["lots: expected none after %d, found %s" % (at, plain(lots[at:]))]
    return leader, []


def judge_lead(options, rule, previous, entry, deal):
    """Section 2, the lead rules: returns (leader, tile that must be led, problems)."""
    if rule in rules.LOT_RULES:
        leader, problems = judge_lots(options, rule, rules.lot_seats(options, rule, previous), entry["lots"])
        return (entry["leader"] if leader is None else leader), None, problems
    problems = differs("lots", [], entry["lots"])
    if rule == "lots":
        return entry["leader"], None, problems
    if rules.leader_after_opening(options, rule):
        return None, None, problems
    if rule in rules.DOUBLE_RULES:
        return rules.lead_by_hands(options, rule, deal.hands) + (problems,)
    return rules.fixed_leader(rule, options, previous), None, problems


def key_problems(options, key, number, rule, previous, entry, deal):
    """SPEC.md section 7: makes the deal and the lots again with the set's key, and compares them."""
    again = deals.deal(options, key, number, rule)
    problems = []
    for what in deal._fields:
        problems += differs("deal.%s by deal_key" % what.replace("orders", "stock"), getattr(again, what), getattr(deal, what))
    if rule in rules.LOT_RULES + ("lots",):
        leader, lots = deals.draw_lots(options, key, number, rule, rules.lot_seats(options, rule, previous))
        problems += differs("leader by deal_key", leader, entry["leader"])
        problems += differs("lots by deal_key", [[seat, *tile] for seat, tile in lots], entry["lots"])
    return problems


# ---------------------------------------------------------------------------------------------------------------------
# The events of a round

def action_of(event):
    """Returns the action of an event, without seat, face of a draw and flags."""
    if event[1] in ("lead", "play"):
        return ("play",) + tuple(event[2:-1])
    return (event[1],)


def event_problems(play, legal, event):
    """Checks an event against the position: seat, action, tile drawn. After such a problem the replay of the round ends."""
    kind, action = event[1], action_of(event)
    if event[0] != play.seat():
        return ["expected seat %d to act, found %s" % (play.seat(), plain(event))]
    if kind in ("lead", "play") and (kind == "lead") != (not play.ends):
        return ["expected a %s, found %s" % ("play" if play.ends else "lead", plain(event))]
    if action not in legal:
        return ["expected one of %s, found %s" % (plain(legal), plain(event))]
    if kind == "draw":
        return differs("tile drawn", play.next_draw(), tuple(event[2]))
    return []


def flag_problems(legal, event):
    """SPEC.md section 5: an event is forced if and only if there was no choice; a substitute is the first legal action."""
    flags = event[-1]
    if ("forced" in flags) != (len(legal) == 1):
        return ["expected %s, found %s among %d legal actions"
                % ("forced" if len(legal) == 1 else "us or substituted", plain(flags), len(legal))]
    if "substituted" in flags and action_of(event) != legal[0]:
        return ["expected the first legal action %s as substitute, found %s" % (plain(legal[0]), plain(event))]
    return []


def replay_events(play, events, say):
    """Plays the events. Returns False at the first event that cannot be played."""
    for index, event in enumerate(events):
        legal = play.legal()
        if not legal:
            say(index, "expected no event after the end of the round, found %s" % plain(event))
            return False
        problems = event_problems(play, legal, event)
        for problem in problems + flag_problems(legal, event):
            say(index, problem)
        if problems:
            return False
        play.apply(action_of(event))
    return True


# ---------------------------------------------------------------------------------------------------------------------
# A round

def unfinished_problems(record, play, before, entry):
    """SPEC.md sections 2 and 5: a round that a fault ended is at a choice. If the fault is one of an answer, it is the choice
    of the faulty seat; otherwise of any seat. Draw costs stay."""
    problems = differs("by", -1, entry["by"])
    legal = play.legal()
    if len(legal) < 2:
        problems.append("expected the round to continue to the next choice, found the end of its events before %s" % plain(legal))
    elif record["end"] in shape.TOLERABLE:
        problems += differs("seat that was asked", play.seat(), record["fault_seat"])
    costs = rules.draw_costs(play.options, play.costly)
    return problems + differs("scores", [a - b for a, b in zip(before, costs)], entry["scores"])


def finished_problems(play, before, entry):
    """Checks the end of a round and its points. Returns (Result, problems)."""
    result = rules.settle_round(play)
    problems = differs("end", play.end, entry["end"]) + differs("by", play.by, entry["by"])
    problems += differs("pips", result.pips, entry["pips"]) + differs("points", result.points, entry["points"])
    problems += differs("scores", [a + b for a, b in zip(before, result.points)], entry["scores"])
    return result, problems


def result_as_recorded(options, entry):
    """Returns the result that the record itself has, for a round that could not be replayed, to continue with."""
    end, by = entry["end"], entry["by"]
    if end == "domino" and by < 0:
        end = "blocked"
    blocker = by if end == "blocked" else -1
    winner, tied = rules.round_winner(options, end, by, blocker, entry["pips"])
    return rules.Result(end, by, entry["leader"], entry["pips"], winner, tied, entry["points"])


def replay_round(record, entry, previous, before, say):
    """Checks one round. Returns its Result, or None if a fault ended the round."""
    options, number = record["options"], entry["round"]
    unfinished = entry["end"] == "fault"
    rule = rules.lead_rule(options, previous)
    deal = as_deal(entry["deal"])
    problems = deal_problems(options, deal)
    playable = not problems
    if playable:
        problems += redeal_problems(options, rule, deal)
        leader, must, wrong = judge_lead(options, rule, previous, entry, deal)
        problems += wrong
    if "deal_key" in record:
        problems += key_problems(options, bytes.fromhex(record["deal_key"]), number, rule, previous, entry, deal)
    if playable:
        play = rules.Round(options, deal.hands, deal.orders, deal.start, leader, must, rule)
    for problem in problems:
        say(None, problem)
    if not playable or not replay_events(play, entry["events"], say):
        return None if unfinished else result_as_recorded(options, entry)
    for problem in differs("leader", play.leader, entry["leader"]):
        say(None, problem)
    if unfinished:
        for problem in unfinished_problems(record, play, before, entry):
            say(None, problem)
        return None
    if play.end is None:
        say(len(entry["events"]), "expected one of %s, found the end of the round" % plain(play.legal()))
        return result_as_recorded(options, entry)
    result, problems = finished_problems(play, before, entry)
    for problem in problems:
        say(None, problem)
    return result


# ---------------------------------------------------------------------------------------------------------------------
# A match

def option_problems(record):
    """RULES.md section 2: refusals. A name has its current options, or those that it had before it was corrected."""
    options, name = record["options"], record["variant"]
    problems = rules.refusals(options)
    if options == EARLIER.get(name):
        return problems
    for option in rules.DEFAULTS:
        if name in NAMED:
            problems += differs("option %s of %s" % (option, name), NAMED[name][option], options[option])
    return problems


def expected_faults(record):
    """SPEC.md section 5, faults: the tolerated ones agree with the events; the last one ended the match."""
    faults = []
    for entry in record["rounds"]:
        for index, event in enumerate(entry["events"]):
            if "substituted" in event[-1]:
                faults.append({"seat": event[0], "code": event[-1]["substituted"], "round": entry["round"],
                               "event": index, "tolerated": True})
    if record["end"] != "normal":
        last = record["rounds"][-1]
        faults.append({"seat": record["fault_seat"], "code": record["end"], "round": last["round"],
                       "event": len(last["events"]), "tolerated": False})
    return faults


def tolerance_problems(record):
    """SPEC.md section 2, tolerate: if a fault ended the match, no seat had more tolerated faults than the faulty one."""
    forgiven = [0] * record["options"]["players"]
    for fault in record["faults"]:
        forgiven[fault["seat"]] += fault["tolerated"]
    if record["end"] in shape.TOLERABLE and record["fault_seat"] >= 0 and max(forgiven) > forgiven[record["fault_seat"]]:
        return ["faults: expected at most %d tolerated per seat, found %s" % (forgiven[record["fault_seat"]], plain(forgiven))]
    return []


def time_sums(record):
    """SPEC.md section 5, time_us: per seat the sum of its us."""
    sums = [0] * record["options"]["players"]
    for entry in record["rounds"]:
        for event in entry["events"]:
            sums[event[0]] += event[-1].get("us", 0)
    return sums


def match_problems(record):
    """Checks the end of a match: when, how, places, sums."""
    options, rounds = record["options"], record["rounds"]
    scores = rounds[-1]["scores"]
    problems = differs("scores", scores, record["scores"])
    if record["end"] == "normal":
        problems += differs("fault_seat", -1, record["fault_seat"])
        problems += differs("places", rules.places_of(options, scores), record["places"])
        if rounds[-1]["end"] == "fault":
            problems.append("end: expected the code of a fault, found \"normal\"")
        elif not rules.match_over(options, len(rounds), scores):
            problems.append("expected round %d, found the end of the match" % (len(rounds) + 1))
    else:
        if record["fault_seat"] < 0:
            problems.append("fault_seat: expected a seat, found %d" % record["fault_seat"])
        else:
            problems += differs("places", rules.fault_places(options, record["fault_seat"]), record["places"])
        if rounds[-1]["end"] != "fault":
            problems.append("expected an unfinished round last, found one that ended %s" % rounds[-1]["end"])
    problems += differs("faults", expected_faults(record), record["faults"])
    problems += tolerance_problems(record)
    return problems + differs("time_us", time_sums(record), record["time_us"])


def replay_match(record, say):
    """Checks a record of correct shape; reports by `say(round, event, text)`. Returns [(rule, previous)] per round."""
    options = record["options"]
    problems = option_problems(record)
    for problem in problems:
        say(None, None, problem)
    if rules.refusals(options):
        return []
    previous, before, leads = None, [0] * options["players"], []
    for index, entry in enumerate(record["rounds"]):
        number = entry["round"]
        if index and rules.match_over(options, index, before):
            say(number, None, "expected no round after the end of the match at %s" % plain(before))
        if entry["end"] == "fault" and index + 1 < len(record["rounds"]):
            say(number, None, "end: expected only the last round unfinished")
            break
        leads.append((rules.lead_rule(options, previous), previous))
        previous = replay_round(record, entry, previous, before,
                                lambda event, text, number=number: say(number, event, text))
        before = entry["scores"]
    for problem in match_problems(record):
        say(None, None, problem)
    return leads


# ---------------------------------------------------------------------------------------------------------------------
# Records compared with each other

class SetOfMatches:
    """The facts about the current duplicate set of a tournament."""

    def __init__(self, record):
        self.number = record["set"]
        self.first = {}     # half -> its first record
        self.rotations = []
        self.common = {}    # values that must be equal in all its records: (match, value)


def same(common, what, key, match, value):
    """Checks that a value is the same wherever the key is the same."""
    first, expected = common.setdefault((what,) + key, (match, value))
    return differs("%s as in match %d" % (what, first), expected, value)


class Comparison:
    """SPEC.md section 5: checks what the records of one file have in common. Sets follow one another."""

    def __init__(self):
        self.last = {}      # tournament -> (match, set, rotation) of its last record
        self.sets = {}      # tournament -> its SetOfMatches
        self.options = {}   # (tournament, variant) -> (match, options)

    def order_problems(self, record):
        """Match numbers ascend, and so do sets and rotations."""
        now = (record["match"], record["set"], record["rotation"])
        before = self.last.get(record["tournament"])
        self.last[record["tournament"]] = now
        if before is None:
            return []
        if now[0] <= before[0]:
            return ["match: expected a number over %d, found %d" % (before[0], now[0])]
        if now[1:] <= before[1:]:
            return ["set and rotation: expected to come after %s, found %s" % (plain(before[1:]), plain(now[1:]))]
        return []

    def set_of(self, record):
        """Returns the set of a record. The previous set is forgotten."""
        now = self.sets.get(record["tournament"])
        if now is None or now.number != record["set"]:
            now = self.sets[record["tournament"]] = SetOfMatches(record)
        return now

    @staticmethod
    def bot_problems(played, record):
        """In rotation r the bot of seat s in rotation 0 sits in seat (s + r) mod n; no rotation appears twice. In the
        second half of a comparison's set one bot is replaced by another."""
        problems = []
        if record["rotation"] in played.rotations:
            problems.append("rotation: expected none twice in set %d, found %d" % (record["set"], record["rotation"]))
        played.rotations.append(record["rotation"])
        seats = record["options"]["players"]
        half = record["rotation"] // seats
        first = played.first.setdefault(half, record)
        if seats == first["options"]["players"]:
            rotated = Comparison.rotated(first, record)
            problems += differs("bots, rotated as in match %d" % first["match"], rotated, record["bots"])
        other = played.first.get(1 - half)
        if first is record and other is not None and seats == other["options"]["players"]:
            changed = sum(a != b for a, b in zip(Comparison.rotated(other, record), record["bots"]))
            problems += differs("bots other than in match %d" % other["match"], 1, changed)
        return problems

    @staticmethod
    def rotated(first, record):
        """Returns the bots of a record in the seats that they have in another rotation of the set."""
        seats = record["options"]["players"]
        shift = first["rotation"] - record["rotation"]
        return [first["bots"][(seat + shift) % seats] for seat in range(seats)]

    @staticmethod
    def round_problems(common, record, entry, rule, previous):
        """All rotations have the same deals, lots and leaders by lot, if the same rules apply in them."""
        options, match, number = record["options"], record["match"], entry["round"]
        deal = as_deal(entry["deal"])
        problems = same(common, "deal", (number, deal.redeals), match, deal[:3])
        if rules.may_redeal(options, rule):
            problems += same(common, "deal.redeals", (number,), match, deal.redeals)
        if rule in rules.LOT_RULES + ("lots",):
            lots = (number, rule) + tuple(rules.lot_seats(options, rule, previous))
            problems += same(common, "lots", lots, match, entry["lots"])
            problems += same(common, "leader by lot", lots, match, entry["leader"])
        if number == 1:
            problems += same(common, "first leader", (), match, entry["leader"])
        return problems

    def judge(self, record, leads, say):
        tournament, match = record["tournament"], record["match"]
        problems = self.order_problems(record)
        played = self.set_of(record)
        problems += self.bot_problems(played, record)
        problems += same(self.options, "options", (tournament, record["variant"]), match, record["options"])
        problems += same(played.common, "variant", (), match, record["variant"])
        if "deal_key" in record:
            problems += same(played.common, "deal_key", (), match, record["deal_key"])
        for problem in problems:
            say(None, None, problem)
        for entry, (rule, previous) in zip(record["rounds"], leads):
            for problem in self.round_problems(played.common, record, entry, rule, previous):
                say(entry["round"], None, problem)


# ---------------------------------------------------------------------------------------------------------------------
# Files

class Referee:
    """Checks lines and remembers the problems. `secret` is that of the tournament, or None."""

    def __init__(self, secret=None):
        self.secret = secret
        self.records = 0
        self.problems = []
        self.comparison = Comparison()

    def say(self, match, number, event, text):
        where = "match %d" % match if type(match) is int else "match %r" % (match,)
        if number is not None:
            where += " round %d" % number
        if event is not None:
            where += " event %d" % event
        self.problems.append("%s: %s" % (where, text))

    def judge_line(self, line, name, number):
        """Checks a line of a file."""
        try:
            record = json.loads(line, object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            self.records += 1
            self.problems.append("%s line %d: expected a JSON object, found %s" % (name, number, error))
            return
        self.judge(record)

    def judge(self, record):
        """Checks a record as it was decoded from JSON."""
        self.records += 1
        match = record.get("match", "?") if type(record) is dict else "?"

        def say(number, event, text):
            self.say(match, number, event, text)

        wrong = shape.problems_of(record)
        for number, event, text in wrong:
            say(number, event, text)
        if not wrong:
            self.reveal(record, say)
            leads = replay_match(record, say)
            self.comparison.judge(record, leads, say)

    def reveal(self, record, say):
        """SPEC.md section 7, set key: checks the deal_key of a record with the secret; adds a missing one."""
        if self.secret:
            key = deals.set_key(self.secret, record["tournament"], record["set"]).hex()
            for problem in differs("deal_key by the secret", key, record.setdefault("deal_key", key)):
                say(None, None, problem)


def unique_keys(pairs):
    """Returns a JSON object. Raises an error if a key appears twice."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key that stands twice")
    return result


def judge_records(records):
    """Returns the problems of a list of records."""
    referee = Referee()
    for record in records:
        referee.judge(record)
    return referee.problems


def a_secret(digits):
    secret = bytes.fromhex(digits)
    if len(secret) != 32:
        raise ValueError("a secret has 64 digits")
    return secret


def arguments():
    parser = argparse.ArgumentParser(description="Replays match records by the rules and says what is wrong with them.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="JSON Lines; without one standard input is read")
    known = parser.add_mutually_exclusive_group()
    known.add_argument("--seed", type=int, help="the tournament had `seed: N`")
    known.add_argument("--secret", type=a_secret, help="the secret of the tournament, 64 digits 0-9 a-f")
    return parser.parse_args()


def main():
    args = arguments()
    referee = Referee(deals.seed_secret(args.seed) if args.seed is not None else args.secret)
    shown = 0
    try:
        for name in args.files or ["-"]:
            source = sys.stdin.buffer if name == "-" else open(name, "rb")
            with source:
                for number, line in enumerate(source, 1):
                    if line.strip():
                        referee.judge_line(line, name, number)
                    for problem in referee.problems[shown:]:
                        print(problem)
                    shown = len(referee.problems)
    except OSError as error:
        print("referee: %s" % error, file=sys.stderr)
        return 2
    print("%d records, %d problems" % (referee.records, shown))
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
