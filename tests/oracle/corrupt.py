"""Kinds of corruption of correct records, and what the referee must say about each.

A row of KINDS has a name, an expression that a problem must match, and a function that changes a place if it can. The names of
its parameters say what a place is: `records` all of them, `r` one record, `e` one of its rounds, `i` the number of an event.
It returns a true value if it changed the place.
"""

import inspect
import json

import referee
import rules
import shape


def put(changed, **values):
    changed.update(values)
    return True


def think(record, **values):
    """Adds what bots thought, before the key of the set."""
    last = {"deal_key": record.pop("deal_key")} if "deal_key" in record else {}
    return put(record, **values, **last)


def add(numbers, at=0, more=1):
    """Adds to an entry of a list or map."""
    numbers[at] += more
    return True


def swap(entries, one=0, two=1):
    entries[one], entries[two] = entries[two], entries[one]
    return True


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


def turn_tile(hand):
    return hand[0][0] != hand[0][1] and not hand[0].reverse()


def next_seat(r, seat):
    return (seat + 1) % r["options"]["players"]


def finished(e):
    return e["end"] != "fault"


def at_fault(r, e):
    """Returns true for the round that a fault of an answer ended."""
    return r["end"] in shape.TOLERABLE and e is r["rounds"][-1] and len(e["events"]) > 1


def without_last_round(r):
    return r["end"] == "normal" and len(r["rounds"]) > 1 and r["rounds"].pop() and put(r, scores=r["rounds"][-1]["scores"])


def same_options_but_one(records):
    for record in records[:2]:
        record["variant"] = "somebodys-own"
    return add(records[1]["options"], "target")


def second_half(records):
    """The same bots in both halves of a comparison's set."""
    again = json.loads(json.dumps(records[0]))
    records[:] = [records[0], put(again, rotation=again["options"]["players"], match=2) and again]
    return True


def forgive_others(r):
    fault = {"seat": next_seat(r, r["fault_seat"]), "code": "timeout", "round": 1, "event": 0, "tolerated": True}
    return not r["faults"].extend([fault] * len(r["faults"]))


def put_event(e, i, at, value):
    changed = e["events"][i][at] != value
    e["events"][i][at] = value
    return changed


def play_again(e, i):
    event, first = e["events"][i], e["events"][0]
    if event[1] != "play" or first[1] != "lead":
        return False
    event[2:4] = first[2:4]
    return True


def no_double_in_hand(r, deal):
    plain = [[high, low] for high in range(7) for low in range(high)]
    stock = plain[15:] + [[pip, pip] for pip in range(7)]
    return r["variant"] == "block-highest-double-3" and put(deal, hands=[plain[:5], plain[5:10], plain[10:15]], stock=[stock] * 3)


def draw_again(lots):
    if len(lots) < 2:
        return False
    lots[1][1:] = lots[0][1:]
    return True


def substitute(r, e, i):
    event = e["events"][i]
    if "us" not in event[-1] or referee.action_of(event) == position(r, e, i).legal()[0]:
        return False
    return put_event(e, i, -1, {"substituted": "illegal"})


def stock_of(record):
    return record["rounds"][0]["deal"]["stock"][0]


def lead_by_next(record):
    entry = record["rounds"][0]
    return put(entry, leader=next_seat(record, entry["leader"]))


KINDS = (
    # shape
    ("key missing", "expected the key ms", lambda r: r.pop("ms") or True),
    ("key extra", "expected no key remark", lambda r, e: put(e["deal"], remark=0)),
    ("key order changed", "keys in the order", lambda r: put(r, record=r.pop("record"))),
    ("number as text", "expected a right ms", lambda r: put(r, ms="1")),
    ("bool as number", "option teams", lambda r: put(r["options"], teams=0)),
    ("option with a value of its own", "option objective", lambda r: put(r["options"], objective="sometimes")),
    ("another version of the format", "expected a right record", lambda r: put(r, record=2)),
    ("unknown sandbox", "expected a right sandbox", lambda r: put(r, sandbox="jail")),
    ("bot without a name", "expected a text as name", lambda r: put(r["bots"][0], name="")),
    ("unknown fault", "right types and ranges", lambda r: r["faults"] and put(r["faults"][0], code="late")),
    ("tile with its lower half first", "expected a right hands", lambda r, e: turn_tile(e["deal"]["hands"][0])),
    ("flags missing", "expected an event", lambda r, e, i: e["events"][i].pop()),
    ("us below zero", "expected an event", lambda r, e, i: "us" in e["events"][i][-1] and put(e["events"][i][-1], us=-1)),
    ("number of a round wrong", "expected a right round", lambda r, e: add(e, "round")),
    ("no rounds", "expected a list of rounds", lambda r: put(r, rounds=[])),
    ("unfinished round with points", "expected no key points", lambda r, e: not finished(e) and put(e, points=[])),
    # options
    ("option of a name changed", "option target of", lambda r: add(r["options"], "target")),
    ("options that are refused", "teams", lambda r: r["options"]["players"] != 4 and put(r["options"], teams=True)),
    # deals
    ("tile missing in a hand", "deal.hands of seat 0", lambda r, e: e["deal"]["hands"][0].pop()),
    ("tile in two hands", "deal: expected hands", lambda r, e: put(e["deal"], hands=[e["deal"]["hands"][1]] * r["options"]["players"])),
    ("stock tile missing in one order", "deal.stock of seat 0", lambda r, e: e["deal"]["stock"][0] and e["deal"]["stock"][0].pop()),
    ("start tile where none is", "deal.start: expected null", lambda r, e: not e["deal"]["start"] and put(e["deal"], start=[6, 5])),
    ("start tile missing", "deal.start: expected a tile", lambda r, e: e["deal"]["start"] and put(e["deal"], start=None)),
    ("start tile that is a double", "a tile that is no double", lambda r, e: e["deal"]["start"] and put(e["deal"], start=[6, 6])),
    ("deal that should be redealt", "expected a redeal", lambda r, e: no_double_in_hand(r, e["deal"])),
    ("redeal without a rule", "deal.redeals: expected 0", lambda r, e: add(e["deal"], "redeals")),
    ("wrong deal key", "deal.hands by deal_key", lambda r: "deal_key" in r and put(r, deal_key="0" * 64)),
    ("lots of another key", "lots by deal_key", lambda r: r["rounds"][0]["lots"] and put(r, deal_key="0" * 64)),
    # leads
    ("wrong leader", "leader: expected", lambda r, e: put(e, leader=next_seat(r, e["leader"]))),
    ("wrong leader by key", "leader by deal_key", lambda r, e: put(e, leader=next_seat(r, e["leader"]))),
    ("lots where none are", r"lots: expected \[\]", lambda r, e: not e["lots"] and put(e, lots=[[0, 6, 5]])),
    ("lots in another order", "lots: expected seats", lambda r, e: len(e["lots"]) > 1 and swap(e["lots"])),
    ("lot drawn twice", "to draw one of", lambda r, e: draw_again(e["lots"])),
    ("lot too many", "lots: expected none after", lambda r, e: e["lots"] and put(e, lots=e["lots"] * 2)),
    # events
    ("event of another seat", "to act, found", lambda r, e, i: put_event(e, i, 0, next_seat(r, e["events"][i][0]))),
    ("play called a lead", "expected a play, found", lambda r, e, i: e["events"][i][1] == "play" and put_event(e, i, 1, "lead")),
    ("lead called a play", "expected a lead, found", lambda r, e, i: e["events"][i][1] == "lead" and put_event(e, i, 1, "play")),
    ("tile played twice", "expected one of", lambda r, e, i: play_again(e, i)),
    ("draw missing", "to act, found|expected one of", lambda r, e, i: e["events"][i][1] == "draw" and e["events"].pop(i)),
    ("pass missing", "to act, found", lambda r, e, i: e["events"][i][1] == "pass" and e["events"].pop(i)),
    ("another tile drawn", "tile drawn", lambda r, e, i: e["events"][i][1] == "draw" and put_event(e, i, 2, e["deal"]["hands"][0][0])),
    ("event after the end", "no event after the end", lambda r, e: finished(e) and put(e, events=e["events"] + e["events"][-1:])),
    ("last event missing", "found the end of the round", lambda r, e: finished(e) and e["events"].pop()),
    ("forced where there was a choice", "expected us or",
     lambda r, e, i: "us" in e["events"][i][-1] and put_event(e, i, -1, {"forced": True})),
    ("us where there was no choice", "expected forced", lambda r, e, i: "forced" in e["events"][i][-1] and put_event(e, i, -1, {"us": 0})),
    ("substitute that is not the first legal action", "as substitute", lambda r, e, i: substitute(r, e, i)),
    # ends of rounds
    ("wrong end of a round", "end: expected", lambda r, e: finished(e) and put(e, end="domino" if e["end"] == "blocked" else "blocked")),
    ("wrong by", "by: expected", lambda r, e: finished(e) and put(e, by=next_seat(r, e["by"]))),
    ("wrong pips", "pips: expected", lambda r, e: finished(e) and add(e["pips"])),
    ("wrong points", "points: expected", lambda r, e: finished(e) and add(e["points"]) and add(e["scores"])),
    ("wrong scores", r"round \d+: scores: expected", lambda r, e: finished(e) and add(e["scores"])),
    ("unfinished round with by", "by: expected -1", lambda r, e: not finished(e) and put(e, by=0)),
    ("unfinished round with points won", r"round \d+: scores: expected", lambda r, e: not finished(e) and add(e["scores"])),
    ("unfinished round without its last choice", "seat that was asked",
     lambda r, e: at_fault(r, e) and e["events"][-1][0] != r["fault_seat"] and e["events"].pop()),
    ("unfinished round that ends before a forced event", "continue to the next choice",
     lambda r, e: at_fault(r, e) and "forced" in e["events"][-1][-1] and e["events"].pop()),
    # ends of matches
    ("scores of the match wrong", r"match \d+: scores: expected", lambda r: add(r["scores"])),
    ("wrong place", "places: expected", lambda r: r["end"] == "normal" and put(r, places=[1] * r["options"]["players"])),
    ("faulty seat not last", "places: expected", lambda r: r["end"] != "normal" and put(r, places=[1] * r["options"]["players"])),
    ("seat of no fault", "fault_seat: expected -1", lambda r: r["end"] == "normal" and put(r, fault_seat=0)),
    ("fault of no seat", "fault_seat: expected a seat", lambda r: r["end"] != "normal" and put(r, fault_seat=-1)),
    ("last round missing", "found the end of the match", lambda r: without_last_round(r)),
    ("round after the end", "no round after the end",
     lambda r: r["end"] == "normal" and not r["rounds"].append({**r["rounds"][-1], "round": len(r["rounds"]) + 1})),
    ("fault hidden", "expected the code of a fault", lambda r: r["end"] != "normal" and put(r, end="normal")),
    ("fault in a match that ended", "unfinished round last", lambda r: r["end"] == "normal" and put(r, end="crash", fault_seat=0)),
    ("fault before the last round", "only the last round unfinished",
     lambda r, e: finished(e) and e is not r["rounds"][-1] and e.pop("pips") and e.pop("points") and put(e, end="fault")),
    ("fault too many", "faults: expected", lambda r: r["faults"] and put(r, faults=r["faults"] * 2)),
    ("fault missing", "faults: expected", lambda r: r["faults"] and r["faults"].pop()),
    ("fault of another event", "faults: expected", lambda r: r["faults"] and add(r["faults"][0], "event")),
    ("fault after more tolerated ones of another seat", "tolerated per seat",
     lambda r: r["end"] in shape.TOLERABLE and forgive_others(r)),
    ("time_us wrong", "time_us: expected", lambda r: add(r["time_us"])),
    ("no infos in the list of infos", "a list with entries as info", lambda r: think(r, info=[])),
    ("info of no seat", "info 0: expected right", lambda r: think(r, info=[{"seat": 9, "round": 1, "event": 0}])),
    ("info with another key", "info 0: expected right",
     lambda r: think(r, info=[{"seat": 0, "round": 1, "event": 0, "eval": 1}])),
    ("infos dropped without a count", "info_dropped 0: expected right",
     lambda r: think(r, info_dropped=[{"seat": 0, "reason": "why"}])),
    # records compared with each other
    ("records in another order", "match: expected a number over", lambda records: swap(records)),
    ("wrong set", "set and rotation: expected to come after", lambda records: put(records[-1], set=1)),
    ("rotation twice", "rotation: expected none twice", lambda records: put(records[1], rotation=0)),
    ("bots not rotated", "bots, rotated as in", lambda records: swap(records[1]["bots"])),
    ("comparison without an exchanged bot", "bots other than in", lambda records: second_half(records)),
    ("another variant within a set", "variant as in", lambda records: put(records[1], variant="somebodys-own")),
    ("another option in one record", "options as in", lambda records: same_options_but_one(records)),
    ("another key in one record", "deal_key as in", lambda records: put(records[1], deal_key="0" * 64)),
    ("tiles of two hands exchanged", "deal as in", lambda records: not records[1]["rounds"][0]["deal"]["hands"].reverse()),
    ("stock order changed", "deal as in",
     lambda records: len(stock_of(records[1])) > 1 and swap(stock_of(records[1]))),
    ("another number of redeals", "deal.redeals as in", lambda records: add(records[1]["rounds"][0]["deal"], "redeals")),
    ("lots of one record", "lots as in", lambda records: records[1]["rounds"][0]["lots"] and swap(records[1]["rounds"][0]["lots"])),
    ("leader by lot of one record", "leader by lot as in", lambda records: lead_by_next(records[1])),
    ("first leader of one record", "first leader as in", lambda records: lead_by_next(records[1])),
)


def places(records, wanted):
    """Returns the arguments of a change: a tuple for each place of the wanted kind."""
    if wanted == ["records"]:
        return [(records,)]
    if wanted == ["r"]:
        return [(r,) for r in records]
    rounds = [(r, e) for r in records for e in r["rounds"]]
    return rounds if wanted == ["r", "e"] else [(r, e, i) for r, e in rounds for i in range(len(e["events"]))]


def spoilt(text, change):
    """Returns the records of a file, given as text, with the first place changed; None if there is no such place."""
    records = [json.loads(line) for line in text.splitlines()]
    found = any(change(*place) for place in places(records, list(inspect.signature(change).parameters)))
    return records if found else None
