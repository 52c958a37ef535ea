#!/usr/bin/env python3
"""Usage: verify_tournament.py EXPORT TOLD

Was the tournament played as promised? EXPORT is the output of `domino-arena export --tournament NAME`, and TOLD that of
`domino-arena verify NAME --json`. Commitments, hands, stocks and the hash are checked, and in a Swiss the byes of each round and the
tables of three and four bots (arena/schedule/include/schedule/schedule.h says how); the exit status is 0 if all agree. Start tiles, lots, leads, redeals and rules are not checked here: `verify` itself does so, and an independent referee in tests/oracle."""
import collections, hashlib, itertools, json, re, struct, sys  # noqa: E401

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

def near_scores(score, met, k):  # ranks, the best first, at tables of k
    def fold(first, end, turn):
        count = (end - first) // k
        return [[first + j * count + (t + j * turn) % count for j in range(k)] for t in range(count)]

    def cost(*seats):  # of these ranks, each at a table in the place of another rank
        pairs = [(rank, x) for rank, table, host in seats for x in table if x != host]
        return sum(met[pair] ** 2 for pair in pairs), sum(abs(score[a] - score[b]) for a, b in pairs)

    def improve(at):
        is_better = False
        for a, b in itertools.combinations(at, 2):
            mine, other = at[a], at[b]
            if mine is not other and cost((a, other, b), (b, mine, a)) < cost((a, mine, a), (b, other, b)):
                mine[mine.index(a)], other[other.index(b)] = b, a
                at[a], at[b], is_better = other, mine, True
        return is_better

    ends = [end // k * k for end in range(1, len(score) + 1) if score[end - 1:end] != score[end:end + 1]]
    best = None
    for beginning in range(8):
        parts = zip([0] + ends, ends) if beginning == 0 else [(0, len(score))]
        tables = [table for first, end in parts for table in fold(first, end, beginning)]
        at = {rank: table for rank in range(len(score)) for table in tables if rank in table}
        for _ in range(8):
            if not improve(at):
                break
        found = cost(*((rank, at[rank], rank) for rank in at)), tables
        best = best if best and best[0] <= found[0] else found
        if best[0][0] == 0:
            break
    return sorted(map(sorted, best[1]))

def check_swiss(plan, sets):  # sets[n]: the names by seat and the places of each match of set n
    number, score, byes, met = {}, collections.Counter(), collections.Counter(), collections.Counter()
    for n, bot in enumerate(plan["bots"]):
        number.setdefault(bot["name"], n)  # later bots of this name are new versions
    first = 1
    for stage in (stage for stage in plan["stages"] for _ in range(stage["rounds"])):
        plays = {v["name"]: [n for n, bot in enumerate(plan["bots"][:stage["bots"]]) if v["name"] not in bot.get("sits_out", [])]
                 for v in plan["variants"]}
        cycle = [(v["name"], v["at_table"], t) for v in plan["variants"] for t in range(len(plays[v["name"]]) // v["at_table"])]
        if any(len(sets.get(n, [])) < cycle[(n - first) % len(cycle)][1] for n in range(first, first + len(cycle) * stage["sets"])):
            return  # the tournament ended within this round
        seated = collections.defaultdict(list)
        for at, (name, _, _) in enumerate(cycle):
            seated[name].append({number[bot] for bot in sets[first + at][0][0]})
        for name, k in ((v["name"], v["at_table"]) for v in plan["variants"]):
            ranking = sorted(plays[name], key=lambda n: (-score[name, n], n))
            for _ in range(len(ranking) % k):
                lucky = min(reversed(ranking), key=lambda n: byes[name, n])
                ranking.remove(lucky)
                byes[name, lucky] += 1
                score[name, lucky] += stage["sets"] * k * (k - 1) * 2
            ranks = {(a, b): met[name, m, n] for a, m in enumerate(ranking) for b, n in enumerate(ranking)}
            tables = near_scores([score[name, n] for n in ranking], ranks, k) if k > 2 else None
            fair = [{ranking[rank] for rank in table} for table in tables] if k > 2 else seated[name]
            assert seated[name] == fair and set().union(*fair) == set(ranking), f"{name}, set {first}: other tables"
            for table in fair:
                met.update((name, m, n) for m in table for n in table if m != n)
        for at in range(len(cycle) * stage["sets"]):
            name, k, _ = cycle[at % len(cycle)]
            for bots, places in sets[first + at]:
                for a, b in itertools.permutations(range(k), 2):
                    score[name, number[bots[a]]] += 1 + (places[a] < places[b]) - (places[a] > places[b])
        first += len(cycle) * stage["sets"]

def dealt_as(told, name, number):  # the tournament and the set whose deals a set has
    of = told.get("deals_of", {})
    ends = [part.split("-") for part in of.get("sets", "").split(",") if part]
    sets = [n for end in ends for n in range(int(end[0]), int(end[-1]) + 1)]
    return (of["tournament"], sets[number - 1]) if of else (name, number)

if len(sys.argv) != 3:
    sys.exit(__doc__)
told, total = json.load(open(sys.argv[2], encoding="utf-8")), hashlib.blake2b(digest_size=32)
assert "hash" in told, "TOLD is of a part of the tournament: give verify no filters"
matches_of = collections.defaultdict(list)
for record in map(json.loads, open(sys.argv[1], encoding="utf-8")):
    moved = [s for s in told["stages"] if any(first <= record["set"] <= last for first, last in s.get("moved", []))]
    stage = (moved or [s for s in told["stages"] if s["first_set"] <= record["set"]])[-1]
    secret, name = bytes.fromhex(stage["secret"]), record["tournament"]
    assert blake(b"", ["commit", name], secret).hex() == stage["commit"], "another secret"
    dealt_in, dealt_set = dealt_as(told, name, record["set"])
    for number, d in enumerate((played["deal"] for played in record["rounds"]), 1):
        fair = deal(blake(secret, ["set", dealt_in], u32=[dealt_set]), number, record["options"], d)
        assert fair == (d["hands"], d["stock"]), f"match {record['match']}: round {number}: another deal"
    matches_of[record["set"]].append(([bot["name"] for bot in record["bots"]], record["places"]))
    kept = record.keys() - {"time_us", "ms", "started", "attempt", "sandbox", "deal_key", "info", "info_dropped"}
    line = json.dumps({key: record[key] for key in kept}, sort_keys=True, separators=(",", ":")) + "\n"
    total.update(re.sub('"us":[0-9]+', '"us":0', line).encode())
assert total.hexdigest() == told["hash"], f"the hash of these records is {total.hexdigest()}"
check_swiss(told.get("swiss", {"bots": [], "stages": []}), matches_of)
