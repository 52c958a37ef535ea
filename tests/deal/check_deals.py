#!/usr/bin/env python3
"""Deal every round of deals.json from its secret and compare: `check_deals.py deals.json`.

A verifier that shares no line with the arena: the specification's section "Deals, keys and
seeds" in the standard library alone. Where something differs it prints what it found.
"""
import hashlib
import itertools
import json
import struct
import sys

QUARTERS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
DEFAULTS = ("players=2 set_max=6 doubles=true hand=7 start_tile=none no_double=redeal "
            "opening_draw=none")


def text(string):
    return bytes([len(string.encode())]) + string.encode()


def u32(*numbers):
    return struct.pack(f"<{len(numbers)}I", *numbers)


def blake(key, label, fields):
    return hashlib.blake2b(text(label) + fields, key=key, digest_size=32).digest()


def words(key):
    """ChaCha20 under this key, nonce zero, from block 0, as little-endian words."""
    for block in itertools.count():
        start = struct.unpack("<16I", b"expand 32-byte k" + key + u32(block) + bytes(12))
        x = list(start)
        for a, b, c, d in QUARTERS * 10:
            for to, by, turned, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[to] = (x[to] + x[by]) % 2**32
                mixed = x[turned] ^ x[to]
                x[turned] = (mixed << bits | mixed >> 32 - bits) % 2**32
        yield from ((end + begin) % 2**32 for end, begin in zip(x, start))


def below(n, stream):
    return next(word for word in stream if word < 2**32 - 2**32 % n) % n


def shuffled(tiles, stream):
    tiles = sorted(tiles)
    for last in range(len(tiles) - 1, 0, -1):
        pick = below(last + 1, stream)
        tiles[last], tiles[pick] = tiles[pick], tiles[last]
    return tiles


def lots(rule, seats, tiles, top, stream):
    """The lots drawn and the leader."""
    if rule not in ("lots", "high_tile", "count", "drawn_double"):
        return [], -1
    if rule == "lots":
        return [], seats[below(len(seats), stream)]
    tiles = [(pip, pip) for pip in range(top + 1)] if rule == "drawn_double" else tiles
    drawn, pile, count = [], shuffled(tiles, stream), len(seats)
    while True:
        pile = pile if len(pile) >= len(seats) else shuffled(tiles, stream)
        new, pile = list(zip(seats, pile)), pile[len(seats):]
        drawn += [[seat, *tile] for seat, tile in new]
        if rule == "count":
            return drawn, seats[sum(sum(tile) for _, tile in new) % count]
        seats = [seat for seat, tile in new if sum(tile) == max(sum(t) for _, t in new)]
        if len(seats) == 1 or len(drawn) + len(seats) > 128:
            return drawn, seats[0]


def deal(case):
    """What the case should say, from its secret, tournament, set, round and settings alone."""
    option = dict(pair.split("=") for pair in f"{DEFAULTS} {case['settings']}".split())
    top, hand, players = int(option["set_max"]), int(option["hand"]), int(option["players"])
    tiles = [(a, b) for a in range(top + 1) for b in range(a + 1)
             if a != b or option["doubles"] == "true"]
    secret, name = bytes.fromhex(case["secret"]), text(case["tournament"])
    set_key = blake(secret, "set", name + u32(case["set"]))

    def stream(label, redeal=0, seat=0):
        return words(blake(set_key, label, u32(case["round"], redeal, seat)))

    drawn, leader = lots(case["lead"], case["draw"], tiles, top, stream("lots"))
    by_double = case["lead"].endswith("est_double") and option["no_double"] == "redeal"
    for redeal in itertools.count():
        rest, start = tiles, None
        if option["start_tile"] != "none":
            allowed = [t for t in tiles if option["start_tile"] == "any" or t[0] != t[1]]
            start = allowed[below(len(allowed), stream("start", redeal))]
            rest = [tile for tile in tiles if tile != start]
        order = shuffled(rest, stream("deal", redeal))
        hands = [sorted(order[seat * hand:][:hand]) for seat in range(players)]
        held = any(a == b for tiles_of_seat in hands for a, b in tiles_of_seat)
        if held or not by_double or option["opening_draw"] != "none":
            break
    stock = [shuffled(order[players * hand:], stream("stock", redeal, s)) for s in range(players)]
    bot = case["bot"]
    bot_hash = blake(secret, "bot", name + u32(case["set"], bot["rotation"], bot["seat"]))
    bot_seed = int.from_bytes(bot_hash[:8], "little") % 2**53
    return {"commit": blake(b"", "commit", name + secret).hex(), "set_key": set_key.hex(),
            "start": start, "hands": hands, "stock": stock, "lots": drawn, "leader": leader,
            "redeals": redeal, "bot": dict(bot, seed=bot_seed)}


def main():
    failed = 0
    for case in json.load(open(sys.argv[1], encoding="utf-8")):
        found = json.loads(json.dumps(deal(case)))
        if case["seed"] is not None:
            found["secret"] = blake(b"", "seed", struct.pack("<Q", case["seed"])).hex()
        wrong = {key: found[key] for key in found if case.get(key) != found[key]}
        failed += bool(wrong)
        print("differs" if wrong else "ok", case["name"], json.dumps(wrong) if wrong else "")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
