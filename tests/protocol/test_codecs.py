#!/usr/bin/python3
"""Compares the decoder with two others (the peers): python3-msgpack and Python's json.

    test_codecs.py PRINT_VALUES [--seconds N] [--seed N]

Random and mutated messages must be accepted by both decoders or by neither, and give the same value.
The only differences are messages that the peer accepts and the protocol refuses: `refusals` below lists
them. Our decoder accepts no message that a peer refuses. `ours` says how a value is written.
"""
import argparse
import collections
import importlib.util
import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path

import msgpack

sys.dont_write_bytecode = True  # the source tree stays as it is
DEPTH_MAX = 8
INT64_MAX = 2**63 - 1
BATCH = 4000
MOST_BYTES = 400


class Map(list):
    """The entries of a map in their order. Unlike a dict it can hold a key twice, and keys of any type."""


# --- the peers ---------------------------------------------------------------------------------

def peer_msgpack(raw):
    return msgpack.unpackb(raw, raw=False, strict_map_key=False, object_pairs_hook=Map,
                           unicode_errors="surrogateescape")


def peer_json(raw):
    # Not as bytes: json.loads would guess UTF-16 and UTF-32, and the protocol allows only UTF-8.
    return json.loads(raw.decode("utf-8"), object_pairs_hook=Map, parse_constant=float)


PEERS = {"msgpack": peer_msgpack, "json": peer_json}


def inside(value):
    """Returns the values in a map or array, keys included."""
    if isinstance(value, Map):
        return [part for entry in value for part in entry]
    return value if isinstance(value, list) else []


def depth(value):
    return 1 + max(map(depth, inside(value)), default=0) if isinstance(value, list) else 0


def every(value):
    yield value
    for part in inside(value):
        yield from every(part)


# --- where the protocol differs from the peers --------------------------------------------------

def has_twice(value):
    """Returns True if a map has a key twice."""
    return any(len({key for key, _ in part}) < len(part) for part in every(value) if isinstance(part, Map))


def has_surrogate(value):
    return any(isinstance(part, str) and any("\ud800" <= c <= "\udfff" for c in part) for part in every(value))


def refusals(form, value):
    """Returns why the protocol refuses a value that the peer accepts; None if it does not."""
    parts = list(every(value))
    if depth(value) > DEPTH_MAX:
        return "nesting"
    if any(isinstance(part, float) and not math.isfinite(part) for part in parts):
        return "a number that is not finite"  # in JSON also 1e999, NaN and Infinity
    if form == "msgpack":
        is_ext = any(isinstance(part, (msgpack.ExtType, msgpack.Timestamp)) for part in parts)
        return "an ext type" if is_ext else None
    if not isinstance(value, list):
        return "neither an object nor an array"
    if any(isinstance(part, int) and not -INT64_MAX - 1 <= part <= INT64_MAX for part in parts):
        return "an integer of more than 64 bits"
    if has_twice(value):
        return "a key twice"  # in MessagePack field.c refuses it, for known keys
    if has_surrogate(value):
        return "half a surrogate pair"
    if any("\0" in key for part in parts if isinstance(part, Map) for key, _ in part):
        return "U+0000 in a key"
    return None


def ours(value):
    """Returns a value as print_values.c writes it. An integer above INT64_MAX becomes INT64_MAX."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return min(value, INT64_MAX)
    if isinstance(value, float):
        return {"real": "%.17g" % value}
    if isinstance(value, str):
        return {"text": value.encode("utf-8", "surrogateescape").hex()}
    if isinstance(value, Map):
        return {"map": [ours(part) for part in inside(value)]}
    if isinstance(value, list):
        return [ours(part) for part in value]
    return None


def expected(form, raw):
    """Returns the line that print_values.c must print, and why it differs from the peer, or None."""
    try:
        value = PEERS[form](raw)
    except (ValueError, RecursionError):  # both peers raise one of these
        return "refused", None
    why = refusals(form, value)
    return ("refused" if why else json.dumps(ours(value), separators=(",", ":"))), why


# Found once: a zero byte after a number was ignored.
FOUND = [("json", b"[1\0]"), ("json", b'{"a": -2\0}'), ("json", b"[0.5\0]"), ("json", b"[true\0]")]


# --- messages -----------------------------------------------------------------------------------

JSON_BITS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b'"a":', b"\\u0000", b"\\ud800", b"\\udc00", b"\\n",
             b"\\ud83c\\udc62", b"\\\"", b"1e999", b"-0", b"0.5", b"1E-400", b"18446744073709551616", b"-9223372036854775808", b"NaN",
             b"Infinity", b"null", b"true", b" ", b"\t", b"\0", b"\xc3\xa4", b"\xed\xa0\x80", b"\xef\xbb\xbf"]
WHOLE_TAGS = bytes(range(0xc0, 0xe0)) + b"\x80\x81\x90\x91\xa0\xa1"


def vectors():
    path = Path(__file__).resolve().parents[1] / "tools" / "make_vectors.py"
    spec = importlib.util.spec_from_file_location("make_vectors", path)
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    found = {"msgpack": [], "json": []}
    for name, raw in generator.raw_files().items():
        found[name.split(".")[2]].append(raw.replace(b"info", b"know"))  # an info is read leniently
    return found


def random_value(rng, levels=0):
    kind = rng.randrange(5 if levels > 9 else 9)
    if kind < 2:
        return rng.choice([0, 1, -1, rng.randint(-2**63, 2**64 - 1), rng.randint(-200, 300)])
    if kind < 5:
        return [None, True, rng.uniform(-2, 2), float("inf"), "", "dömino \U0001f062 \"\\\n\x01", b"\xff", "x" * rng.randrange(40),
                msgpack.ExtType(rng.randrange(128), b"1234")][rng.randrange(9)]
    if kind < 7:
        return [random_value(rng, levels + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(["type", "a", "b", "ä"]): random_value(rng, levels + 1) for _ in range(rng.randrange(4))}


def plain(value):
    """Replaces what JSON cannot express."""
    if isinstance(value, (bytes, msgpack.ExtType)):
        return "bytes"
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) and not hasattr(value, "code") else value


def mutate(rng, form, raw):
    raw = bytearray(raw[:MOST_BYTES])
    for _ in range(rng.randrange(4)):
        at, end = sorted((rng.randrange(len(raw) + 1), rng.randrange(len(raw) + 1)))
        bit = rng.choice(JSON_BITS) if form == "json" else bytes([rng.choice(WHOLE_TAGS)])
        what = rng.randrange(6)
        if what == 0 and raw:
            raw[min(at, len(raw) - 1)] ^= 1 << rng.randrange(8)
        elif what == 1:
            raw[at:at] = bit
        elif what == 2:
            raw[at:at + len(bit)] = bit
        elif what == 3:
            del raw[at:min(end, at + 8)]
        elif what == 4:
            raw[end:end] = raw[at:end]
        else:
            raw[at:at] = rng.randbytes(rng.randrange(1, 5))
    return bytes(raw[:2 * MOST_BYTES])


def message(rng, seeds):
    form = rng.choice(("msgpack", "json"))
    kind = rng.randrange(4)
    if kind == 0:
        return form, rng.randbytes(rng.randrange(24))
    if kind == 1:
        value = random_value(rng)
        raw = msgpack.packb(value) if form == "msgpack" else json.dumps(plain(value)).encode()
        return form, mutate(rng, form, raw)
    return form, mutate(rng, form, rng.choice(seeds[form]))


# --- the comparison -----------------------------------------------------------------------------

def printed(program, batch):
    told = b"".join(b"%s %d\n%s" % (form.encode(), len(raw), raw) for form, raw in batch)
    out = subprocess.run([program], input=told, stdout=subprocess.PIPE, check=True).stdout
    lines = out.decode().splitlines()
    assert len(lines) == len(batch), f"{len(lines)} lines for {len(batch)} messages"
    return lines


def compare(program, batch, seen):
    for (form, raw), line in zip(batch, printed(program, batch)):
        wanted, why = expected(form, raw)
        seen[form, why or ("refused by both" if wanted == "refused" else "accepted by both")] += 1
        if line != wanted:
            sys.exit(f"{form} {raw.hex()} ({raw!r})\nwe say      {line}\nthe peer is {wanted} {why or ''}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=0, help="the least time to run")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, seeds, seen = random.Random(args.seed), vectors(), collections.Counter()
    end = time.monotonic() + args.seconds
    compare(args.program, [(form, raw) for form in seeds for raw in seeds[form]] + FOUND, seen)
    compare(args.program, [("msgpack", bytes([a, b])) for a in range(256) for b in range(256)], seen)
    while True:
        compare(args.program, [message(rng, seeds) for _ in range(BATCH)], seen)
        if time.monotonic() >= end and sum(seen.values()) > 80000:
            break
    for (form, what), count in sorted(seen.items()):
        print(f"{count:9} {form}: {what}")


if __name__ == "__main__":
    main()
