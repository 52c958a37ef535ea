#!/usr/bin/python3
"""Plays random matches by the oracle's own rules, and writes them as match records.

    selfplay.py [--variant V,V...|all] [--sets N] [--seed N] [--tournament NAME] [--timid] [--tolerate N] [--faults P] [--key]
    selfplay.py --count DEPTH --variant V [--set N] [--seed N]     counts the legal sequences of events from the first deal
    selfplay.py --shape [--variant V,V...] [--sets N]              prints choices and plays per round, and the share of blocks

The deals are those of a tournament with `seed: N` and this name, so another implementation makes the same deals.
"""

import argparse
import copy
import json
import sys
from random import Random

import deals
import rules
from variants import NAMED

STARTED = "2026-01-01T00:00:00.000Z"


class Fault(Exception):
    """A fault that ends the match."""

    def __init__(self, seat, code):
        super().__init__(code)
        self.seat, self.code = seat, code


class Bot:
    """Chooses at random. A `timid` bot that can play draws only now and then; `faults` is the probability of a fault."""

    def __init__(self, random, timid=False, tolerate=0, faults=0.0):
        self.random, self.timid = random, timid
        self.tolerated, self.faults = tolerate, faults

    def choose(self, seat, legal):
        """Returns an action and the flags of its event."""
        if self.faults and self.random.random() < self.faults:
            code = self.random.choice(("illegal", "timeout", "crash", "stall", "protocol", "resource", "spawn"))
            if code not in ("illegal", "timeout") or self.tolerated == 0:
                raise Fault(seat, code)
            self.tolerated -= 1
            return legal[0], {"substituted": code}
        action = self.random.choice(legal)
        if self.timid and action == ("draw",) and self.random.random() < 0.8:
            action = self.random.choice(legal)
        return action, {"us": self.random.randrange(1, 400)}


def event_of(play, action, tile, flags):
    """Returns the event that records an action; `tile` is the drawn tile."""
    if action[0] == "play":
        return [play.seat(), "play" if play.ends else "lead", *action[1:], flags]
    return [play.seat(), action[0], *([list(tile)] if tile else []), flags]


def play_event(play, bots):
    """Plays one event of a round."""
    legal = play.legal()
    if len(legal) == 1:
        action, flags = legal[0], {"forced": True}
    else:
        action, flags = bots[play.seat()].choose(play.seat(), legal)
    event = event_of(play, action, play.next_draw() if action[0] == "draw" else None, flags)
    play.apply(action)
    return event


def find_lead(options, key, number, rule, previous, hands):
    """Returns the leader or None, the tile that must be led, and the lots."""
    if rules.leader_after_opening(options, rule):
        return None, None, []
    if rule == "lots" or rule in rules.LOT_RULES:
        leader, lots = deals.draw_lots(options, key, number, rule, rules.lot_seats(options, rule, previous))
        return leader, None, lots
    if rule in rules.DOUBLE_RULES:
        return rules.lead_by_hands(options, rule, hands) + ([],)
    return rules.fixed_leader(rule, options, previous), None, []


def begin_round(options, key, number, previous):
    """Makes the deal and the lead. Returns (Round, the entry of the record so far)."""
    rule = rules.lead_rule(options, previous)
    deal = deals.deal(options, key, number, rule)
    leader, must, lots = find_lead(options, key, number, rule, previous, deal.hands)
    entry = {
        "round": number, "leader": leader, "lots": [[seat, *tile] for seat, tile in lots],
        "deal": {"hands": [[list(tile) for tile in hand] for hand in deal.hands],
                 "stock": [[list(tile) for tile in order] for order in deal.orders],
                 "start": list(deal.start) if deal.start else None, "redeals": deal.redeals},
        "events": [],
    }
    return rules.Round(options, deal.hands, deal.orders, deal.start, leader, must, rule), entry


def play_round(options, key, number, previous, before, bots):
    """Plays a round. Returns (its entry, its Result or None, the Fault that ended it or None)."""
    play, entry = begin_round(options, key, number, previous)
    try:
        while play.end is None:
            entry["events"].append(play_event(play, bots))
    except Fault as fault:
        costs = rules.draw_costs(options, play.costly)
        entry.update(leader=play.leader, end="fault", by=-1, scores=[a - b for a, b in zip(before, costs)])
        return entry, None, fault
    result = rules.settle_round(play)
    entry.update(leader=play.leader, end=play.end, by=play.by, pips=result.pips, points=result.points,
                 scores=[a + b for a, b in zip(before, result.points)])
    return entry, result, None


def play_rounds(options, key, bots):
    """Plays all rounds of a match. Returns (entries, Fault or None)."""
    entries, previous, scores = [], None, [0] * options["players"]
    while not (entries and rules.match_over(options, len(entries), scores)):
        entry, previous, fault = play_round(options, key, len(entries) + 1, previous, scores, bots)
        entries.append(entry)
        scores = entry["scores"]
        if fault:
            return entries, fault
    return entries, None


def faults_of(entries, fault):
    """Returns the list `faults` of a record."""
    faults = [{"seat": event[0], "code": event[-1]["substituted"], "round": entry["round"], "event": index, "tolerated": True}
              for entry in entries for index, event in enumerate(entry["events"]) if "substituted" in event[-1]]
    if fault:
        faults.append({"seat": fault.seat, "code": fault.code, "round": len(entries), "event": len(entries[-1]["events"]),
                       "tolerated": False})
    return faults


def play_match(options, variant, tournament, key, match, set_number, rotation, bots, reveal=False):
    """Plays a match. Returns its record. `bots` has one Bot per seat."""
    entries, fault = play_rounds(options, key, bots)
    seats = range(options["players"])
    time = [sum(event[-1].get("us", 0) for entry in entries for event in entry["events"] if event[0] == seat)
            for seat in seats]
    record = {
        "record": 1, "tournament": tournament, "match": match, "set": set_number, "rotation": rotation, "attempt": 1,
        "variant": variant, "options": dict(options),
        "bots": [{"name": "random-%d" % ((seat - rotation) % len(seats)), "version": "1"} for seat in seats],
        "rounds": entries, "end": fault.code if fault else "normal", "fault_seat": fault.seat if fault else -1,
        "faults": faults_of(entries, fault), "scores": list(entries[-1]["scores"]),
        "places": rules.fault_places(options, fault.seat) if fault else rules.places_of(options, entries[-1]["scores"]),
        "time_us": time, "started": STARTED, "ms": sum(time) // 1000, "sandbox": "none",
    }
    if reveal:
        record["deal_key"] = key.hex()
    return record


def rotations(options):
    """SPEC.md section 5: returns the number of rotations: two in team games, else one per seat."""
    return 2 if options["teams"] else options["players"]


def play_sets(variant, options, sets, tournament="oracle", seed=1, first_set=1, first_match=1, reveal=False, **manner):
    """Yields the records of duplicate sets, with every rotation. `manner` has timid, tolerate and faults of the bots."""
    secret = deals.seed_secret(seed)
    match = first_match
    for number in range(first_set, first_set + sets):
        key = deals.set_key(secret, tournament, number)
        for rotation in range(rotations(options)):
            bots = [Bot(Random("%s %d %d %d %d" % (tournament, seed, number, rotation, seat)), **manner)
                    for seat in range(options["players"])]
            yield play_match(options, variant, tournament, key, match, number, rotation, bots, reveal)
            match += 1


# Counting

def count_sequences(play, depth):
    """Returns the number of legal sequences of exactly this many events from here: none if the round ends earlier."""
    if depth == 0:
        return 1
    total = 0
    for action in play.legal():
        after = copy.copy(play)
        after.hands = [list(hand) for hand in play.hands]
        after.stock, after.costly = set(play.stock), list(play.costly)
        after.apply(action)
        total += count_sequences(after, depth - 1)
    return total


def shape_of_play(records):
    """RULES.md section 5, shape of random play: choices and plays per round, share of rounds that end blocked or stuck."""
    entries = [entry for record in records for entry in record["rounds"]]
    events = [event for entry in entries for event in entry["events"]]
    choices = sum("us" in event[-1] for event in events)
    plays = sum(event[1] in ("lead", "play") for event in events)
    blocked = sum(entry["end"] in ("blocked", "stuck") for entry in entries)
    return choices / len(entries), plays / len(entries), blocked / len(entries)


def arguments():
    parser = argparse.ArgumentParser(description="Random matches by the oracle's own rules.")
    parser.add_argument("--variant", default="all", help="names with commas between them, or all")
    parser.add_argument("--sets", type=int, default=1)
    parser.add_argument("--set", type=int, default=1, help="number of the first set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tournament", default="oracle")
    parser.add_argument("--timid", action="store_true", help="draw less often where a tile can be played")
    parser.add_argument("--tolerate", type=int, default=0)
    parser.add_argument("--faults", type=float, default=0.0, help="how often a choice is a fault")
    parser.add_argument("--key", action="store_true", help="reveal the key of the set in the records")
    parser.add_argument("--count", type=int, metavar="DEPTH")
    parser.add_argument("--shape", action="store_true")
    return parser.parse_args()


def main():
    args = arguments()
    names = list(NAMED) if args.variant == "all" else args.variant.split(",")
    unknown = [name for name in names if name not in NAMED]
    if unknown:
        print("selfplay: no variant %s" % ", ".join(unknown), file=sys.stderr)
        return 2
    first_set, first_match = args.set, 1
    for name in names:
        if args.count is not None:
            key = deals.set_key(deals.seed_secret(args.seed), args.tournament, args.set)
            for depth in range(1, args.count + 1):
                print(name, depth, count_sequences(begin_round(NAMED[name], key, 1, None)[0], depth))
            continue
        records = list(play_sets(name, NAMED[name], args.sets, args.tournament, args.seed, first_set, first_match, args.key,
                                 timid=args.timid, tolerate=args.tolerate, faults=args.faults))
        first_set += args.sets
        first_match += len(records)
        if args.shape:
            print("%-28s %5.1f choices %5.1f plays %5.1f %% blocked or stuck"
                  % ((name,) + tuple(a * b for a, b in zip(shape_of_play(records), (1, 1, 100)))))
        else:
            for record in records:
                print(json.dumps(record, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
