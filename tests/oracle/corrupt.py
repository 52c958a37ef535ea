#!/usr/bin/python3
"""Corrupts correct records, with one named kind of corruption at a time, to check that a referee notices it.

    corrupt.py --list                                  lists the kinds
    corrupt.py --kind NAME [--seed N] [FILE]           prints the records of the file with one of them corrupted
    corrupt.py --check [--seed N] [--times N] [FILE]   tries every kind on the file and asks the referee of this folder

A kind is a function that takes the records of a file and corrupts them in place. It returns False if it cannot be applied to
them. The result is certainly wrong by the rules, not merely different.
"""

import argparse
import json
import sys
from random import Random

import referee
import rules
import selfplay
import shape

KINDS = {}


def kind(name):
    def register(function):
        KINDS[name] = function
        return function
    return register


# ---------------------------------------------------------------------------------------------------------------------
# Finding something to corrupt

def some(random, candidates):
    """Returns one of the candidates, or None if the list is empty."""
    candidates = list(candidates)
    return random.choice(candidates) if candidates else None


def rounds_of(records, finished=False):
    return [(record, entry) for record in records for entry in record["rounds"] if not finished or entry["end"] != "fault"]


def events_of(records, wanted):
    """Returns (record, entry, index) of all events that `wanted` accepts."""
    return [(record, entry, index) for record, entry in rounds_of(records)
            for index, event in enumerate(entry["events"]) if wanted(event)]


def is_kind(*kinds):
    return lambda event: event[1] in kinds


def has_flag(flag):
    return lambda event: flag in event[-1]


def position(record, entry, index):
    """Returns the Round before an event, replayed."""
    options, deal = record["options"], referee.as_deal(entry["deal"])
    keyless, result = {"options": options}, None
    for earlier in record["rounds"][:entry["round"] - 1]:
        result = referee.replay_round(keyless, earlier, result, [0] * options["players"], lambda *_: None)
    rule = rules.lead_rule(options, result)
    leader, must, _ = referee.judge_lead(options, rule, result, entry, deal)
    play = rules.Round(options, deal.hands, deal.orders, deal.start, leader, must, rule)
    for event in entry["events"][:index]:
        play.apply(referee.action_of(event))
    return play


def rotation_pairs(records):
    """Returns the records with another record of the same set in the file."""
    count = {}
    for record in records:
        count[record["tournament"], record["set"]] = count.get((record["tournament"], record["set"]), 0) + 1
    return [record for record in records if count[record["tournament"], record["set"]] > 1]


def other_seat(random, record, seat):
    return random.choice([other for other in range(-1 if seat >= 0 else 0, record["options"]["players"]) if other != seat])


# ---------------------------------------------------------------------------------------------------------------------
# Shape

def maps_in(record):
    """Returns every map of a record with fixed keys, except the flags of events."""
    yield record
    yield record["options"]
    yield from record["bots"]
    yield from record["faults"]
    for entry in record["rounds"]:
        yield entry
        yield entry["deal"]


@kind("key missing")
def key_missing(records, random):
    spoilt = random.choice(list(maps_in(random.choice(records))))
    del spoilt[random.choice([key for key in spoilt if key != "deal_key"])]


@kind("key extra")
def key_extra(records, random):
    random.choice(list(maps_in(random.choice(records))))["remark"] = "none"


@kind("key order changed")
def key_order_changed(records, random):
    record = random.choice(records)
    key = random.choice(list(record)[:-1])
    record[key] = record.pop(key)


@kind("wrong type: number as text")
def number_as_text(records, random):
    spoilt, key = some(random, [(values, key) for record in records for values in maps_in(record)
                                for key in values if type(values[key]) is int])
    spoilt[key] = str(spoilt[key])


@kind("wrong type: bool as number")
def bool_as_number(records, random):
    options = random.choice(records)["options"]
    key = random.choice([key for key in options if type(options[key]) is bool])
    options[key] = int(options[key])


@kind("tile with its lower half first")
def tile_turned(records, random):
    found = some(random, [tile for _, entry in rounds_of(records) for hand in entry["deal"]["hands"] for tile in hand
                          if tile[0] != tile[1]])
    found.reverse()


@kind("another version of the format")
def other_version(records, random):
    random.choice(records)["record"] = 2


@kind("unknown sandbox")
def unknown_sandbox(records, random):
    random.choice(records)["sandbox"] = "jail"


# ---------------------------------------------------------------------------------------------------------------------
# Options

@kind("option changed")
def option_changed(records, random):
    record = random.choice(records)
    name, values, _ = random.choice(rules.OPTIONS)
    record["options"][name] = random.choice([value for value in values if value != record["options"][name]])


@kind("option with a value of its own")
def option_value(records, random):
    options = random.choice(records)["options"]
    options[random.choice([name for name in options if type(options[name]) is str])] = "sometimes"


@kind("options that are refused")
def options_refused(records, random):
    record = random.choice(records)
    wrong = [dict(target=0, rounds=0), dict(target=100, rounds=8), dict(hand=60), dict(teams=record["options"]["players"] != 4),
             dict(draw_mode="none", draw_limit=2), dict(draw_mode="optional", end_rule="mover_stuck"),
             dict(facedown=True, arms=2), dict(start_tile="any", arms=4), dict(doubles=False, lead_first="highest_double"),
             dict(doubles=False, opening_draw="until_double_six"), dict(score="penalty", objective="high"),
             dict(target=100, rounds=0, objective="low"), dict(block_tie="third_loses", players=2)]
    change = random.choice([change for change in wrong if rules.refusals({**record["options"], **change})])
    record["options"].update(change)
    record["variant"] = "somebodys-own"


# ---------------------------------------------------------------------------------------------------------------------
# Deals

@kind("hand tile moved to the stock")
def hand_to_stock(records, random):
    _, entry = random.choice(rounds_of(records))
    tile = random.choice([hand for hand in entry["deal"]["hands"] if hand]).pop()
    for order in entry["deal"]["stock"]:
        order.append(list(tile))


@kind("tiles of two hands exchanged")
def hands_exchanged(records, random):
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    one, two = random.sample(record["rounds"][0]["deal"]["hands"], 2)
    one[0], two[0] = two[0], one[0]


@kind("stock order changed")
def stock_order_changed(records, random):
    record = some(random, [record for record in rotation_pairs(records) if len(record["rounds"][0]["deal"]["stock"][0]) > 1])
    if not record:
        return False
    order = random.choice(record["rounds"][0]["deal"]["stock"])
    one, two = random.sample(range(len(order)), 2)
    order[one], order[two] = order[two], order[one]


@kind("stock tile missing in one order")
def stock_tile_missing(records, random):
    entry = some(random, [entry for _, entry in rounds_of(records) if entry["deal"]["stock"][0]])
    if not entry:
        return False
    random.choice(entry["deal"]["stock"]).pop()


@kind("another number of redeals")
def redeals_changed(records, random):
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    record["rounds"][0]["deal"]["redeals"] += 1


@kind("another start tile")
def start_changed(records, random):
    _, entry = random.choice(rounds_of(records))
    deal = entry["deal"]
    deal["start"] = None if deal["start"] else random.choice(deal["hands"])[0]


@kind("record of another set")
def other_set(records, random):
    """The record is correct in itself, but its deals are not those of its set."""
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    elsewhere = selfplay.play_sets(record["variant"], record["options"], 1, "elsewhere", random.randrange(1000))
    strange, = [other for other in elsewhere if other["rotation"] == record["rotation"]]
    for key in ("rounds", "end", "fault_seat", "faults", "scores", "places", "time_us"):
        record[key] = strange[key]


@kind("wrong deal key")
def wrong_key(records, random):
    record = some(random, [record for record in records if "deal_key" in record])
    if not record:
        return False
    digit = record["deal_key"][0]
    record["deal_key"] = random.choice([other for other in "0123456789abcdef" if other != digit]) + record["deal_key"][1:]


# ---------------------------------------------------------------------------------------------------------------------
# Lead

@kind("wrong leader")
def wrong_leader(records, random):
    record, entry = random.choice(rounds_of(records))
    seats = range(record["options"]["players"])
    entry["leader"] = random.choice([seat for seat in seats if seat != entry["leader"]])


@kind("lot changed")
def lot_changed(records, random):
    """Adds a tile to the lots that another seat has drawn already."""
    entry = some(random, [entry for _, entry in rounds_of(records) if len(entry["lots"]) > 1])
    if not entry:
        return False
    one, two = random.sample(range(min(len(entry["lots"]), 2)), 2)
    entry["lots"][one][1:] = entry["lots"][two][1:]


@kind("lot missing")
def lot_missing(records, random):
    entry = some(random, [entry for _, entry in rounds_of(records) if entry["lots"]])
    if not entry:
        return False
    entry["lots"].pop()


# ---------------------------------------------------------------------------------------------------------------------
# Events

def replace_play(records, random, changes):
    """Replaces a play by an action that is not legal; `changes(play, event)` proposes actions."""
    found = events_of(records, is_kind("lead", "play"))
    for record, entry, index in random.sample(found, min(len(found), 20)):
        play, event = position(record, entry, index), entry["events"][index]
        legal = play.legal()
        action = some(random, [action for action in changes(play, event) if action not in legal])
        if action:
            entry["events"][index] = event[:2] + list(action[1:]) + event[-1:]
            return True
    return False


@kind("tile that does not fit")
def unfit_tile(records, random):
    return replace_play(records, random, lambda play, event: [
        ("play",) + tile + (event[4],) for tile in play.hands[play.turn] if play.ends])


@kind("higher of two equal ends")
def higher_end(records, random):
    return replace_play(records, random, lambda play, event: [
        ("play", event[2], event[3], end) + tuple(event[5:-1]) for end in range(1, len(play.ends))
        if play.ends[end] == play.ends[event[4]]])


@kind("events swapped")
def events_swapped(records, random):
    found = some(random, [(entry["events"], index) for _, entry, index in events_of(records, lambda event: True)
                          if index and entry["events"][index][0] != entry["events"][index - 1][0]])
    if not found:
        return False
    events, index = found
    events[index], events[index - 1] = events[index - 1], events[index]


@kind("pass missing")
def pass_missing(records, random):
    found = some(random, events_of(records, is_kind("pass")))
    if not found:
        return False
    del found[1]["events"][found[2]]


@kind("event after the end")
def event_extra(records, random):
    record, entry = random.choice(rounds_of(records, finished=True) or [(None, None)])
    if not entry:
        return False
    entry["events"].append([random.randrange(record["options"]["players"]), "pass", {"forced": True}])


@kind("last event missing")
def event_missing(records, random):
    entry = some(random, [entry for _, entry in rounds_of(records, finished=True) if entry["events"]])
    if not entry:
        return False
    entry["events"].pop()


@kind("event of another seat")
def wrong_seat(records, random):
    record, entry, index = random.choice(events_of(records, lambda event: True))
    event = entry["events"][index]
    event[0] = (event[0] + 1) % record["options"]["players"]


@kind("lead called a play, play called a lead")
def lead_as_play(records, random):
    _, entry, index = random.choice(events_of(records, is_kind("lead", "play")))
    event = entry["events"][index]
    event[1] = "lead" if event[1] == "play" else "play"


@kind("another tile drawn")
def draw_changed(records, random):
    found = some(random, events_of(records, is_kind("draw")))
    if not found:
        return False
    record, entry, index = found
    event = entry["events"][index]
    event[2] = list(random.choice([tile for tile in rules.tile_set(record["options"]) if list(tile) != event[2]]))


@kind("draws of one turn swapped")
def draws_swapped(records, random):
    found = some(random, [(entry["events"], index) for _, entry, index in events_of(records, is_kind("draw"))
                          if index and entry["events"][index - 1][:2] == entry["events"][index][:2]])
    if not found:
        return False
    events, index = found
    events[index][2], events[index - 1][2] = events[index - 1][2], events[index][2]


@kind("draw missing")
def draw_missing(records, random):
    """Removes the last forced draw of a turn. The next event is then not legal, or a draw is still forced."""
    found = some(random, [(entry["events"], index) for _, entry, index in events_of(records, is_kind("draw"))
                          if "forced" in entry["events"][index][-1]
                          and entry["events"][index + 1:] and entry["events"][index + 1][1] == "play"
                          and entry["events"][index][0] == entry["events"][index + 1][0]])
    if not found:
        return False
    events, index = found
    del events[index]


@kind("draw where none may be drawn")
def draw_not_allowed(records, random):
    found = events_of(records, is_kind("lead", "play", "pass"))
    for record, entry, index in random.sample(found, min(len(found), 20)):
        play = position(record, entry, index)
        if ("draw",) not in play.legal():
            tile = random.choice(play.orders[0]) if play.orders[0] else (6, 5)
            entry["events"].insert(index, [play.seat(), "draw", list(tile), {"forced": True}])
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# Flags

@kind("forced where there was a choice")
def forced_wrongly(records, random):
    found = some(random, events_of(records, has_flag("us")))
    if not found:
        return False
    found[1]["events"][found[2]][-1] = {"forced": True}
    found[0]["time_us"] = referee.time_sums(found[0])


@kind("us where there was no choice")
def chosen_wrongly(records, random):
    found = some(random, events_of(records, has_flag("forced")))
    if not found:
        return False
    found[1]["events"][found[2]][-1] = {"us": 0}


@kind("us missing")
def us_missing(records, random):
    found = some(random, events_of(records, has_flag("us")))
    found[1]["events"][found[2]][-1] = {}


@kind("flags missing")
def flags_missing(records, random):
    _, entry, index = random.choice(events_of(records, lambda event: True))
    entry["events"][index].pop()


@kind("us below zero")
def us_negative(records, random):
    found = some(random, events_of(records, has_flag("us")))
    found[1]["events"][found[2]][-1]["us"] = -1


@kind("two flags")
def two_flags(records, random):
    _, entry, index = random.choice(events_of(records, lambda event: True))
    entry["events"][index][-1].update(forced=True, us=0)


@kind("substitute that no fault tells of")
def substituted_wrongly(records, random):
    found = some(random, events_of(records, has_flag("us")))
    found[1]["events"][found[2]][-1] = {"substituted": "timeout"}
    found[0]["time_us"] = referee.time_sums(found[0])


@kind("substitute for a fault that is never tolerated")
def substituted_code(records, random):
    found = some(random, events_of(records, has_flag("us")))
    found[1]["events"][found[2]][-1] = {"substituted": "crash"}


@kind("substitute that is not the first legal action")
def substitute_not_first(records, random):
    """Everything else is correct for a tolerated fault."""
    found = events_of(records, has_flag("us"))
    for record, entry, index in random.sample(found, min(len(found), 20)):
        if referee.action_of(entry["events"][index]) != position(record, entry, index).legal()[0]:
            entry["events"][index][-1] = {"substituted": "illegal"}
            record["faults"] = referee.expected_faults(record)
            record["time_us"] = referee.time_sums(record)
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# Ends of rounds

def change_list(records, random, key, change):
    """Changes one entry of a list per seat in a round."""
    entry = some(random, [entry for _, entry in rounds_of(records) if key in entry])
    if not entry:
        return False
    seat = random.randrange(len(entry[key]))
    entry[key][seat] = change(entry[key][seat])
    return True


@kind("wrong end of a round")
def wrong_round_end(records, random):
    entry = some(random, [entry for _, entry in rounds_of(records, finished=True)])
    if not entry:
        return False
    entry["end"] = random.choice([end for end in ("domino", "blocked", "stuck") if end != entry["end"]])


@kind("wrong by")
def wrong_by(records, random):
    record, entry = random.choice(rounds_of(records))
    entry["by"] = other_seat(random, record, entry["by"])


@kind("wrong pips")
def wrong_pips(records, random):
    return change_list(records, random, "pips", lambda value: value + 1)


@kind("points and scores wrong together")
def wrong_points_and_scores(records, random):
    """Everything that follows from the wrong points is computed correctly."""
    record = some(random, [record for record in records if record["rounds"][-1]["end"] != "fault"])
    if not record:
        return False
    entry, seat = record["rounds"][-1], random.randrange(record["options"]["players"])
    for scores in (entry["points"], entry["scores"], record["scores"]):
        scores[seat] += 1
    record["places"] = (rules.places_of(record["options"], record["scores"]))


@kind("scores of a round wrong by one")
def wrong_scores(records, random):
    return change_list(records, random, "scores", lambda value: value + random.choice((-1, 1)))


@kind("number of a round wrong")
def wrong_round_number(records, random):
    random.choice(rounds_of(records))[1]["round"] += 1


@kind("last round missing")
def last_round_missing(records, random):
    """The scores and places are those before the round."""
    record = some(random, [record for record in records if len(record["rounds"]) > 1 and record["end"] == "normal"])
    if not record:
        return False
    record["rounds"].pop()
    record["scores"] = list(record["rounds"][-1]["scores"])
    record["places"] = rules.places_of(record["options"], record["scores"])
    record["time_us"] = referee.time_sums(record)
    record["faults"] = referee.expected_faults(record)


@kind("round after the end of the match")
def round_extra(records, random):
    record = some(random, [record for record in records if record["end"] == "normal"])
    if not record:
        return False
    again = json.loads(json.dumps(record["rounds"][-1]))
    again["round"] += 1
    record["rounds"].append(again)


@kind("unfinished round in a match without fault")
def unfinished_wrongly(records, random):
    record = some(random, [record for record in records if record["end"] == "normal"])
    if not record:
        return False
    entry = record["rounds"][-1]
    entry.update(end="fault", by=-1)
    del entry["pips"], entry["points"]


# ---------------------------------------------------------------------------------------------------------------------
# Ends of matches

@kind("wrong place")
def wrong_place(records, random):
    record = random.choice(records)
    seat = random.randrange(record["options"]["players"])
    record["places"][seat] = record["places"][seat] % record["options"]["players"] + 1


@kind("scores of the match wrong by one")
def wrong_match_scores(records, random):
    record = random.choice(records)
    record["scores"][random.randrange(record["options"]["players"])] += random.choice((-1, 1))


@kind("time_us wrong by one")
def wrong_time(records, random):
    record = random.choice(records)
    record["time_us"][random.randrange(record["options"]["players"])] += 1


@kind("fault end in a match without fault")
def fault_end_wrongly(records, random):
    record = some(random, [record for record in records if record["end"] == "normal"])
    if not record:
        return False
    record.update(end="crash", fault_seat=0, places=rules.fault_places(record["options"], 0))


@kind("fault too many")
def fault_extra(records, random):
    record = random.choice(records)
    record["faults"].insert(0, {"seat": 0, "code": "timeout", "round": 1, "event": 0, "tolerated": True})


def faulty(records, random):
    """Returns a record with faults."""
    return some(random, [record for record in records if record["faults"]])


@kind("fault entry missing")
def fault_missing(records, random):
    record = faulty(records, random)
    if not record:
        return False
    record["faults"].pop(random.randrange(len(record["faults"])))


@kind("fault entry wrong")
def fault_wrong(records, random):
    record = faulty(records, random)
    if not record:
        return False
    fault = random.choice(record["faults"])
    key = random.choice(("seat", "code", "round", "event", "tolerated"))
    fault[key] = {"seat": other_seat(random, record, fault["seat"]), "code": "stall" if fault["code"] != "stall" else "crash",
                  "round": fault["round"] + 1, "event": fault["event"] + 1, "tolerated": not fault["tolerated"]}[key]


def ended_by_fault(records, random):
    return some(random, [record for record in records if record["end"] != "normal"])


@kind("fault ends the match as normal")
def fault_hidden(records, random):
    record = ended_by_fault(records, random)
    if not record:
        return False
    record.update(end="normal", fault_seat=-1, places=rules.places_of(record["options"], record["scores"]))
    record["faults"].pop()


@kind("fault of another seat")
def fault_of_another(records, random):
    """Places and list of faults agree with it."""
    record = some(random, [record for record in records if record["end"] in shape.TOLERABLE])
    if not record:
        return False
    seats = range(record["options"]["players"])
    seat = random.choice([seat for seat in seats if seat != record["fault_seat"]])
    record["fault_seat"] = record["faults"][-1]["seat"] = seat
    record["places"] = rules.fault_places(record["options"], seat)


@kind("faulty seat not last")
def fault_place(records, random):
    record = ended_by_fault(records, random)
    if not record:
        return False
    record["places"][record["fault_seat"]] = 1


@kind("unfinished round with pips and points")
def fault_points(records, random):
    record = ended_by_fault(records, random)
    if not record:
        return False
    record["rounds"][-1].update(pips=[0] * record["options"]["players"], points=[0] * record["options"]["players"])


@kind("unfinished round without its last event")
def fault_event_missing(records, random):
    """The previous event is of another seat, so the faulty seat was not asked."""
    record = some(random, [record for record in records if record["end"] in shape.TOLERABLE
                           and record["rounds"][-1]["events"]
                           and record["rounds"][-1]["events"][-1][0] != record["fault_seat"]])
    if not record:
        return False
    record["rounds"][-1]["events"].pop()
    record["faults"] = referee.expected_faults(record)
    record["time_us"] = referee.time_sums(record)


@kind("fault after more tolerated ones of another seat")
def tolerance_unequal(records, random):
    """An illegal or late answer ends the match of a seat, although more faults of another seat were tolerated."""
    record = some(random, [record for record in records if record["end"] in ("illegal", "timeout")])
    if not record:
        return False
    forgiven = [sum(fault["seat"] == seat and fault["tolerated"] for fault in record["faults"])
                for seat in range(record["options"]["players"])]
    need = forgiven[record["fault_seat"]] + 1
    for entry in record["rounds"]:
        for index, event in enumerate(entry["events"]):
            seat = event[0]
            if ("us" in event[-1] and seat != record["fault_seat"] and forgiven[seat] < need
                    and referee.action_of(event) == position(record, entry, index).legal()[0]):
                event[-1] = {"substituted": "timeout"}
                forgiven[seat] += 1
    if max(forgiven) < need:
        return False
    record["faults"] = referee.expected_faults(record)
    record["time_us"] = referee.time_sums(record)
    return True


# ---------------------------------------------------------------------------------------------------------------------
# Records compared with each other

@kind("records in another order")
def records_swapped(records, random):
    if len(records) < 2:
        return False
    index = random.randrange(1, len(records))
    records[index], records[index - 1] = records[index - 1], records[index]


@kind("bots not rotated")
def bots_not_rotated(records, random):
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    record["bots"].append(record["bots"].pop(0))


@kind("wrong rotation")
def wrong_rotation(records, random):
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    count = selfplay.rotations(record["options"])
    record["rotation"] = (record["rotation"] + 1) % count


@kind("wrong set")
def wrong_set(records, random):
    sets = sorted({record["set"] for record in records})
    if len(sets) < 2:
        return False
    record = random.choice([record for record in records if record["set"] != sets[0]])
    record["set"] = sets[0]


@kind("another variant within a set")
def other_variant(records, random):
    record = some(random, rotation_pairs(records))
    if not record:
        return False
    record["variant"] = "somebodys-own"


# ---------------------------------------------------------------------------------------------------------------------

def spoilt(text, name, random):
    """Returns the records of a file, given as text, corrupted by this kind; None if it cannot be applied."""
    records = [json.loads(line) for line in text.splitlines() if line.strip()]
    return None if KINDS[name](records, random) is False else records


def check(text, seed, times):
    """Tries every kind. Returns the names of those that the referee did not notice."""
    missed = []
    for name in KINDS:
        tried = caught = 0
        for turn in range(times):
            records = spoilt(text, name, Random("%s %d %d" % (name, seed, turn)))
            if records is not None:
                tried += 1
                caught += bool(referee.judge_records(records))
        if caught < tried:
            missed.append(name)
        print("%-50s %s" % (name, "nothing to spoil" if not tried else "%d of %d caught" % (caught, tried)))
    return missed


def main():
    parser = argparse.ArgumentParser(description="Spoils correct records.")
    parser.add_argument("file", nargs="?", type=argparse.FileType("r"), default=sys.stdin)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=1)
    args = parser.parse_args()
    if args.list:
        print("\n".join(KINDS))
        return 0
    if args.check:
        return 1 if check(args.file.read(), args.seed, args.times) else 0
    if not args.kind:
        parser.error("one of --list, --kind and --check is needed")
    records = spoilt(args.file.read(), args.kind, Random(args.seed))
    if records is None:
        print("corrupt: nothing here for \"%s\"" % args.kind, file=sys.stderr)
        return 1
    for record in records:
        print(json.dumps(record, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
