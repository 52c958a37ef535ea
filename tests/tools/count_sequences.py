#!/usr/bin/env python3
"""Count the sequences of DEPTH legal actions that begin in a position.

    count_sequences.py "block-2 | ends 4,1 | hand 4-1,6-1 / 2-1 | last 1" 2

A reference for the tests: slow, short, and written from the rules (the turn machine of
arena/rules/RULES.md), independently of the engine. A round that ends before DEPTH
actions are made has no sequence of that length."""
import sys


def read(line):
    head, *parts = [part.strip() for part in line.split("|")]
    name, *settings = head.split()
    family, seats = name.split("-")
    options = dict(players={"teams": "4"}.get(seats, seats), arms="2", facedown="false",
                   draw_mode="optional" if family == "draw" else "none", draw_limit="0",
                   reserve="2", dead_layout="draw_out", end_rule="all_stuck")
    options.update(setting.split("=") for setting in settings)
    fields = dict(part.partition(" ")[::2] for part in parts)
    tiles = lambda text: tuple(tuple(sorted(map(int, tile.split("-")), reverse=True))
                               for tile in text.replace(" ", "").split(",") if tile)
    hands = [frozenset(tiles(hand)) for hand in fields["hand"].split("/")]
    ends = fields.get("ends", "-").strip()
    ends = () if ends == "-" else tuple(None if e == "x" else int(e) for e in ends.split(","))
    return options, dict(hands=tuple(hands), ends=ends, stock=tiles(fields.get("stock", "")),
                         turn=int(fields.get("turn", 0)), drawn=int(fields.get("drawn", 0)),
                         must=tiles(fields.get("must", "")))


def fits(state, tiles):
    return any(end is not None and end in tile for tile in tiles for end in state["ends"])


def drawable(o, state):
    return 0 if o["draw_mode"] == "none" else max(0, len(state["stock"]) - int(o["reserve"]))


def legal(o, state):
    actions, values = [], {}
    for end, value in enumerate(state["ends"]):
        if value is not None:
            values.setdefault(value, end)  # of equal ends only the first
    for tile in state["hands"][state["turn"]]:
        if not state["ends"] and (not state["must"] or tile in state["must"]):
            actions.append((tile, 0, False))
        for end in {values[half] for half in tile if half in values}:
            actions.append((tile, end, False))
            if o["facedown"] == "true" and tile[0] == tile[1]:
                actions.append((tile, end, True))
    limit = int(o["draw_limit"])
    may_draw = drawable(o, state) > 0 and (limit == 0 or state["drawn"] < limit)
    if not actions:
        return ["draw" if may_draw else "pass"]
    lead_forced = not state["ends"] and state["must"]
    return actions + ["draw"] * (o["draw_mode"] == "optional" and may_draw and not lead_forced)


def follow(o, state, action):
    """The position after the action, or None if the round is over."""
    new, turn, hands = dict(state), state["turn"], list(state["hands"])
    if action == "draw":
        hands[turn] |= {state["stock"][0]}
        new.update(hands=tuple(hands), stock=state["stock"][1:], drawn=state["drawn"] + 1)
    else:
        new.update(turn=(turn + 1) % int(o["players"]), drawn=0)
    if isinstance(action, tuple):
        tile, end, down = action
        ends = list(state["ends"]) or [tile[0]] + [tile[1]] * (int(o["arms"]) - 1)
        if state["ends"]:
            ends[end] = None if down else sum(tile) - ends[end]
        hands[turn] -= {tile}
        new.update(hands=tuple(hands), ends=tuple(ends))
        if not hands[turn]:
            return None
    if o["end_rule"] == "mover_stuck":
        stuck = drawable(o, new) == 0 and not fits(new, new["hands"][new["turn"]])
        return None if stuck else new
    if action != "draw" and not any(fits(new, hand) for hand in new["hands"]):
        dead = o["dead_layout"] == "immediate" and not fits(new, new["stock"])
        return None if dead or drawable(o, new) == 0 else new
    return new


def count(o, state, depth):
    nexts = [follow(o, state, action) for action in legal(o, state)]
    if depth <= 1:
        return len(nexts) if depth else 1
    return sum(count(o, new, depth - 1) for new in nexts if new)


if __name__ == "__main__":
    print(count(*read(sys.argv[1]), int(sys.argv[2])))
