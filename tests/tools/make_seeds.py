#!/usr/bin/python3
"""Write seeds of the fuzz targets, made from the data of the tests.

    make_seeds.py DIR       writes DIR/TARGET/...; each file is whole at any time

fuzz_message: the golden vectors as bare messages. fuzz_yaml: the tournament files of
tests/data and the bot.yaml of the sample bots. fuzz_record: the matches of the newest dump in
tests/data/databases. fuzz_host: conversations of hosts.
fuzz_database, fuzz_shards: edits of that dump.
"""
import hashlib
import importlib.util
import os
import random
import re
import sqlite3
import struct
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree is not changed
ROOT = Path(__file__).resolve().parents[2]
YAML_MOST = 2000  # bytes; larger ones only slow the fuzzer down


def messages():
    spec = importlib.util.spec_from_file_location("make_vectors", Path(__file__).with_name("make_vectors.py"))
    vectors = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(vectors)
    return vectors.raw_files()


def bundled(path):
    """The files of a bundle (tests/tools/bundle.h): name -> text."""
    parts = re.split("(?m)^==== (.*)\n", path.read_text("utf-8"))[1:]  # labels and texts alternate
    usual = {line.partition(":")[0]: line for line in parts[1].splitlines(keepends=True)}
    files = {}
    for label, text in zip(parts[::2], parts[1::2]):
        name, _, keys = label.partition(": ")
        head = re.match("(?:#.*\n)*", text)[0]
        files[name] = head + "".join(usual[key] for key in filter(None, keys.split(", "))) + text[len(head):]
    return files


def yaml_files():
    content = {f"tournaments-{name}": text.encode()
               for name, text in bundled(ROOT / "tests/data/tournaments.files").items()
               if name.startswith(("bad-", "good-"))}
    content |= {f"{path.parent.name}-{path.name}": path.read_bytes()
                for path in (ROOT / "sample-bots").glob("*/bot.yaml")}
    return {name: raw for name, raw in content.items() if len(raw) <= YAML_MOST}


def key_of_set(secret, tournament, number):
    """The key from which deals follow, as in arena/deal/key.c."""
    text = b"\3set" + bytes([len(tournament)]) + tournament.encode() + struct.pack("<I", number)
    return hashlib.blake2b(text, key=secret, digest_size=32).digest()


def newest_dump():
    number = lambda path: int(path.stem.partition("-")[2])  # noqa: E731
    return max((ROOT / "tests/data/databases").glob("schema-*.sql"), key=number).read_text("utf-8")


MATCHES = """
SELECT t.name, m.match, m.set_number, v.options, m.ended, m.fault_seat, m.started_ms, d.decisions, s.secret
  FROM match m JOIN tournament t ON t.id = m.tournament
  JOIN tournament_variant v ON v.tournament = m.tournament AND v.number = m.variant
  JOIN decisions d ON d.tournament = m.tournament AND d.match = m.match
  JOIN stage s ON s.tournament = m.tournament AND s.number = 0
"""


def records():
    database = sqlite3.connect(":memory:")
    database.executescript(newest_dump())
    for name, match, number, options, ended, seat, started, decisions, secret in database.execute(MATCHES):
        head = key_of_set(secret, name, number) + struct.pack("<Bbq", ended, seat, started)
        yield f"{name}-{match}", options.encode() + b"\n" + head + decisions


def talks():
    """Conversations of nearly correct hosts (tests/fuzz/fuzz_host.c): hello, answers, and sometimes another frame."""
    rng = random.Random(1)
    for number in range(48):
        words = [rng.randrange(2), rng.randrange(32), rng.randrange(256), number]
        for host in range(8):
            words += [host, 3, rng.randrange(256)]
        for _ in range(rng.choice((40, 120, 400))):
            word = rng.choice((0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6))
            words += [rng.randrange(8), word, rng.randrange(256)] + [rng.randrange(256)] * (word in (0, 6))
        yield f"talk-{number:02}", bytes(words)


def edits():
    """Edits of a database, two kinds of value in each column (tests/fuzz/forgery.h)."""
    rng = random.Random(2)
    columns = (4, 11, 3, 3, 5, 12, 4, 8, 3, 12, 10)  # of its tables
    yield "none", bytes([128])
    for table, count in enumerate(columns):
        for column in range(count):
            for kind in rng.sample(range(6), 2) if column else (0, 6):
                value = {0: [rng.randrange(256)], 1: [127] + [255] * 7, 2: [3, 97, 10, 98], 3: [2, 0, 255], 4: [],
                         5: [0, rng.randrange(256), 1, 1, 57], 6: []}[kind]
                how = rng.randrange(256)
                yield f"{table}-{column}-{kind}", bytes([how, table, column, rng.randrange(3), kind, *value])


def repeats():
    """The last match of a tournament many times, and matches out of order (tests/fuzz/forgery.h)."""
    for how in range(4):
        tournament, last = ((2, 7), (1, 18))[how // 2]
        for name, order in {"last": [last] * 20, "two": [last - 1, last] * 10, "first": [1], "all": range(1, last + 1)}.items():
            copies = [(0xf0, tournament, match, 40 + i, match) for i, match in enumerate(order)]
            yield f"{name}-{how}", bytes([how, *(number for copy in copies for number in copy)])


SEEDS = {"fuzz_message": messages, "fuzz_yaml": yaml_files, "fuzz_record": lambda: dict(records()),
         "fuzz_host": lambda: dict(talks()), "fuzz_database": lambda: dict([*edits(), *repeats()]), "fuzz_shards": lambda: dict([*edits(), *repeats()])}


def main():
    for target, make in SEEDS.items():
        folder = Path(sys.argv[1], target)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=sys.argv[1]) as whole:
            for name, raw in make().items():
                Path(whole, name).write_bytes(raw)
                os.replace(Path(whole, name), folder / name)


if __name__ == "__main__":
    main()
