#!/usr/bin/env python3
"""Usage: verify_tournament.py EXPORT TOLD

Was the tournament played as promised? EXPORT is the output of `domino-arena export --tournament NAME`, and TOLD that of
`domino-arena verify NAME --json`. Commitments, hands, stocks and the hash are checked; the exit status is 0 if all agree. Start
tiles, lots, leads, redeals and rules are not checked here: `verify` itself does so, and an independent referee in tests/oracle."""
import hashlib, itertools, json, re, struct, sys  # noqa: E401

QUARTERS = [[4 * row + (i + row * turn) % 4 for row in range(4)] for turn in (0, 1) for i in range(4)]

def blake(key, texts, secret=b"", u32=()):
    data = b"".join(bytes([len(text)]) + text.encode() for text in texts) + secret
    return hashlib.blake2b(data + struct.pack(f"<{len(u32)}I", *u32), key=key, digest_size=32).digest()

def words(set_key, label, *u32):  # the key stream of ChaCha20, RFC 8439
    key = blake(set_key, [label], u32=u32)
    for block in itertools.count():
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<4I", block, 0, 0, 0))
        x = list(start)
        for a, b, c, d in QUARTERS * 10:
            for to, by, turned, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[to] = (x[to] + x[by]) % 2**32
                x[turned] = ((x[turned] ^ x[to]) << bits | (x[turned] ^ x[to]) >> 32 - bits) % 2**32
        yield from ((end + begin) % 2**32 for end, begin in zip(x, start))

def shuffled(tiles, stream):
    for last in range(len(tiles) - 1, 0, -1):
        pick = next(word for word in stream if word < 2**32 - 2**32 % (last + 1)) % (last + 1)
        tiles[last], tiles[pick] = tiles[pick], tiles[last]
    return tiles

def deal(key, number, o, told):
    tiles = [[a, b] for a in range(o["set_max"] + 1) for b in range(a + 1) if a != b or o["doubles"]]
    order = shuffled([t for t in tiles if t != told["start"]], words(key, "deal", number, told["redeals"], 0))
    hands = [sorted(order[seat * o["hand"]:][:o["hand"]]) for seat in range(o["players"])]
    stocks = [sorted(order[o["players"] * o["hand"]:]) for seat in range(o["players"])]
    return hands, [shuffled(s, words(key, "stock", number, told["redeals"], n)) for n, s in enumerate(stocks)]

if len(sys.argv) != 3:
    sys.exit(__doc__)
told, total = json.load(open(sys.argv[2], encoding="utf-8")), hashlib.blake2b(digest_size=32)
for record in map(json.loads, open(sys.argv[1], encoding="utf-8")):
    moved = [s for s in told["stages"] if any(first <= record["set"] <= last for first, last in s.get("moved", []))]
    stage = (moved or [s for s in told["stages"] if s["first_set"] <= record["set"]])[-1]
    secret, name = bytes.fromhex(stage["secret"]), record["tournament"]
    assert blake(b"", ["commit", name], secret).hex() == stage["commit"], "another secret"
    for number, d in enumerate((played["deal"] for played in record["rounds"]), 1):
        fair = deal(blake(secret, ["set", name], u32=[record["set"]]), number, record["options"], d)
        assert fair == (d["hands"], d["stock"]), f"match {record['match']}: round {number}: another deal"
    kept = record.keys() - {"time_us", "ms", "started", "attempt", "sandbox", "deal_key"}
    line = json.dumps({key: record[key] for key in kept}, sort_keys=True, separators=(",", ":")) + "\n"
    total.update(re.sub('"us":[0-9]+', '"us":0', line).encode())
assert total.hexdigest() == told["hash"], f"the hash of these records is {total.hexdigest()}"
