"""Checks the shape of a match record, SPEC.md section 5: keys, their order, types and ranges. It knows nothing about the game.

`problems_of(record)` yields (round number or None, event index or None, text). A record without such problems can be replayed
without further checks of types.
"""

import re
from datetime import datetime

import rules

TOP_KEYS = ("record", "tournament", "match", "set", "rotation", "attempt", "variant", "options", "bots", "rounds", "end",
            "fault_seat", "faults", "scores", "places", "time_us", "started", "ms", "sandbox")
LAST_KEYS = ("info", "info_dropped", "deal_key")   # absent if there are none; absent until revealed
ROUND_KEYS = {"round", "leader", "lots", "deal", "events", "end", "by", "pips", "points", "scores"}
DEAL_KEYS = {"hands", "stock", "start", "redeals"}
FAULT_KEYS = {"seat", "code", "round", "event", "tolerated"}
FAULT_CODES = ("illegal", "timeout", "crash", "stall", "protocol", "resource", "spawn")
TOLERABLE = ("illegal", "timeout")
EVENT_LENGTHS = {"lead": (6,), "play": (6, 7), "draw": (4,), "pass": (3,)}
NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,64}\Z")
VARIANT = re.compile(r"[a-z0-9._-]{1,32}\Z")
STARTED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")
DEAL_KEY = re.compile(r"[0-9a-f]{64}\Z")


INFO_KEYS, INFO_MORE = {"seat", "round", "event"}, {"expected", "worlds", "depth", "text"}
DROPPED_KEYS = {"seat", "count", "reason"}
INFO_VALUES = {
    "seat": lambda seat: is_int(seat, 0), "round": lambda number: is_int(number, 1), "event": lambda index: is_int(index, 0),
    "expected": lambda points: type(points) in (int, float) and abs(points) <= 1000000,
    "worlds": lambda worlds: is_int(worlds, 0), "depth": lambda depth: is_int(depth, 0, 2 ** 31 - 1),
    "text": lambda text: type(text) is str and 0 < len(text.encode()) <= 200,
    "count": lambda count: is_int(count, 1), "reason": lambda reason: type(reason) is str and reason != "",
}


# Values

def is_int(value, low=-2 ** 53 + 1, high=2 ** 53 - 1):
    return type(value) is int and low <= value <= high


def is_text(value, pattern=NAME):
    return type(value) is str and pattern.match(value) is not None


def is_tile(value):
    return (type(value) is list and len(value) == 2 and all(is_int(half, 0, 12) for half in value)
            and value[0] >= value[1])


def is_tiles(value):
    return type(value) is list and all(is_tile(tile) for tile in value)


def is_per_seat(value, seats, is_one):
    return type(value) is list and len(value) == seats and all(is_one(one) for one in value)


def is_moment(value):
    if not is_text(value, STARTED):
        return False
    try:
        datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return True


def key_problems(what, value, keys):
    """Checks that a map has exactly these keys."""
    if type(value) is not dict:
        return ["%s: expected a map, found %r" % (what, value)]
    return (["%s: expected the key %s, found none" % (what, key) for key in sorted(keys - value.keys())]
            + ["%s: expected no key %s, found it" % (what, key) for key in sorted(value.keys() - keys)])


# The record, from the outside to the inside

def top_problems(record):
    """Checks the keys of the whole record, in the order of SPEC.md."""
    expected = list(TOP_KEYS) + [key for key in LAST_KEYS if key in record]
    problems = key_problems("record", record, set(expected))
    if not problems and list(record) != expected:
        problems.append("expected the keys in the order %s, found %s" % (" ".join(expected), " ".join(record)))
    return problems


def head_problems(record):
    """Checks the values outside the rounds. `options` were checked before."""
    seats = record["options"]["players"]
    rotations = 2 if record["options"]["teams"] else 2 * seats  # two halves in comparisons
    right = {
        "record": is_int(record["record"], 1, 1),
        "tournament": is_text(record["tournament"]),
        "match": is_int(record["match"], 1),
        "set": is_int(record["set"], 1),
        "rotation": is_int(record["rotation"], 0, rotations - 1),
        "attempt": is_int(record["attempt"], 1),
        "variant": is_text(record["variant"], VARIANT),
        "end": record["end"] in ("normal",) + FAULT_CODES,
        "fault_seat": is_int(record["fault_seat"], -1, seats - 1),
        "scores": is_per_seat(record["scores"], seats, is_int),
        "places": is_per_seat(record["places"], seats, lambda place: is_int(place, 1, seats)),
        "time_us": is_per_seat(record["time_us"], seats, lambda time: is_int(time, 0)),
        "started": is_moment(record["started"]),
        "ms": is_int(record["ms"], 0),
        "sandbox": record["sandbox"] in ("none", "limits", "bwrap", "disk"),
        "deal_key": "deal_key" not in record or is_text(record["deal_key"], DEAL_KEY),
    }
    return ["expected a right %s, found %r" % (key, record[key]) for key, good in right.items() if not good]


def bot_problems(record):
    bots, seats = record["bots"], record["options"]["players"]
    if type(bots) is not list or len(bots) != seats:
        return ["expected a list of %d bots, found %r" % (seats, bots)]
    problems = []
    for seat, bot in enumerate(bots):
        what = "bot of seat %d" % seat
        wrong = key_problems(what, bot, {"name", "version"})
        problems += wrong or ["%s: expected a text as %s, found %r" % (what, key, bot[key])
                              for key in ("name", "version") if not is_text(bot[key])]
    return problems


def info_problems(record):
    """Checks what the bots thought, if they said anything."""
    problems = []
    for what, keys, more in ("info", INFO_KEYS, INFO_MORE), ("info_dropped", DROPPED_KEYS, set()):
        entries = record.get(what, [])
        if type(entries) is not list or what in record and not entries:
            problems.append("expected a list with entries as %s, found %r" % (what, entries))
            entries = []
        for index, entry in enumerate(entries):
            if not (type(entry) is dict and keys <= entry.keys() <= keys | more
                    and all(INFO_VALUES[key](value) for key, value in entry.items())
                    and entry["seat"] < record["options"]["players"]):
                problems.append("%s %d: expected right keys, types and ranges, found %r" % (what, index, entry))
    return problems


def fault_problems(record):
    faults, seats = record["faults"], record["options"]["players"]
    if type(faults) is not list:
        return ["expected a list of faults, found %r" % (faults,)]
    problems = []
    for index, fault in enumerate(faults):
        what = "fault %d" % index
        wrong = key_problems(what, fault, FAULT_KEYS)
        if not wrong and not (is_int(fault["seat"], 0, seats - 1) and fault["code"] in FAULT_CODES
                              and is_int(fault["round"], 1) and is_int(fault["event"], 0)
                              and type(fault["tolerated"]) is bool):
            wrong = ["%s: expected right types and ranges, found %r" % (what, fault)]
        problems += wrong
    return problems


def deal_problems(deal, seats):
    wrong = key_problems("deal", deal, DEAL_KEYS)
    if wrong:
        return wrong
    right = {
        "hands": is_per_seat(deal["hands"], seats, is_tiles),
        "stock": is_per_seat(deal["stock"], seats, is_tiles),
        "start": deal["start"] is None or is_tile(deal["start"]),
        "redeals": is_int(deal["redeals"], 0),
    }
    return ["deal: expected a right %s, found %r" % (key, deal[key]) for key, good in right.items() if not good]


def is_lot(value, seats):
    return type(value) is list and len(value) == 3 and is_int(value[0], 0, seats - 1) and is_tile(value[1:])


def is_flags(value):
    """Checks the last entry of an event: exactly one of us, forced, substituted."""
    if type(value) is not dict or len(value) != 1:
        return False
    (key, what), = value.items()
    return (key == "us" and is_int(what, 0) or key == "forced" and what is True
            or key == "substituted" and what in TOLERABLE)


def is_event(value, seats):
    """Checks an event of any of the four kinds, without the position."""
    if type(value) is not list or len(value) < 3 or not is_int(value[0], 0, seats - 1) or not is_flags(value[-1]):
        return False
    kind = value[1]
    if type(kind) is not str or len(value) not in EVENT_LENGTHS.get(kind, ()):
        return False
    if kind == "pass":
        return True
    if kind == "draw":
        return is_tile(value[2])
    return is_tile(value[2:4]) and is_int(value[4], 0, 3) and (len(value) == 6 or value[5] == "down")


def round_problems(entry, index, record):
    """Checks a round. Yields (round number, event index or None, text)."""
    number = index + 1
    seats = record["options"]["players"]
    unfinished = type(entry) is dict and entry.get("end") == "fault"
    wrong = key_problems("round", entry, ROUND_KEYS - {"pips", "points"} if unfinished else ROUND_KEYS)
    if wrong:
        return [(number, None, text) for text in wrong]
    right = {
        "round": is_int(entry["round"], number, number),
        "leader": is_int(entry["leader"], 0, seats - 1),
        "lots": type(entry["lots"]) is list and all(is_lot(lot, seats) for lot in entry["lots"]),
        "events": type(entry["events"]) is list,
        "end": entry["end"] in ("domino", "blocked", "stuck", "fault"),
        "by": is_int(entry["by"], -1, seats - 1),
        "scores": is_per_seat(entry["scores"], seats, is_int),
    }
    if not unfinished:
        right["pips"] = is_per_seat(entry["pips"], seats, lambda pips: is_int(pips, 0))
        right["points"] = is_per_seat(entry["points"], seats, is_int)
    problems = [(number, None, "expected a right %s, found %r" % (key, entry[key]))
                for key, good in right.items() if not good]
    problems += [(number, None, text) for text in deal_problems(entry["deal"], seats)]
    if right["events"]:
        problems += [(number, at, "expected an event, found %r" % (event,))
                     for at, event in enumerate(entry["events"]) if not is_event(event, seats)]
    return problems


def problems_of(record):
    """Yields all problems of shape. Later steps run only if the earlier ones find nothing."""
    if type(record) is not dict:
        return [(None, None, "expected a map, found %s" % type(record).__name__)]
    problems = top_problems(record)
    if not problems:
        if type(record["options"]) is dict:
            problems = rules.option_errors(record["options"])
        else:
            problems = ["expected a map of options, found %r" % (record["options"],)]
    if not problems:
        problems = head_problems(record) + bot_problems(record) + fault_problems(record) + info_problems(record)
    found = [(None, None, text) for text in problems]
    if not found and (type(record["rounds"]) is not list or not record["rounds"]):
        found = [(None, None, "expected a list of rounds, found %r" % (record["rounds"],))]
    if not found:
        for index, entry in enumerate(record["rounds"]):
            found += round_problems(entry, index, record)
    return found
