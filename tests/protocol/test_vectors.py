#!/usr/bin/python3
"""Checks the golden vectors with other decoders: python3-msgpack and Python's json.

Also checks what no codec can see. The examples of SPEC.md are vectors. The asks among the vectors
follow the rules of SPEC.md for ends and for the order of `legal`. The files are what the generator
writes.
"""

import importlib.util
import json
import re
import sys
import unittest
from pathlib import Path

import msgpack

sys.dont_write_bytecode = True  # the source tree stays as it is
ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "protocol"
SIDES = ("bot", "arena")


def load(side, kind, form):
    """Returns a dict from names to messages, which are bytes in both formats."""
    vectors = {}
    content = (PROTOCOL / "vectors" / f"{side}.{kind}.{form}.txt").read_bytes()
    for line in content.split(b"\n"):
        if line and not line.startswith(b"#"):
            name, _, message = line.partition(b" ")
            if form == "msgpack":
                message = bytes.fromhex(message.decode())
            vectors[name.decode()] = message
    return vectors


def unpack(raw):
    return msgpack.unpackb(raw, raw=False, strict_map_key=False)


def messages():
    """Yields every good message: side, name, object."""
    for side in SIDES:
        for name, raw in load(side, "ok", "json").items():
            yield side, name, json.loads(raw)


def asks():
    for side, name, message in messages():
        if message["type"] == "ask":
            yield name, message
        for i, item in enumerate(message.get("asks") or []):
            yield f"{name}[{i}]", item


def is_spinner_game(ask):
    return ask["variant"] == "homo-homini-lupus"


def ends_after(history, arms):
    """SPEC.md, "Ends": returns the open ends after these events of a round."""
    ends = []
    for event in history:
        if event[1] in ("start", "lead"):
            high, low = event[2:4]
            ends = [high, low] if arms == 2 else [high] * arms
        elif event[1] == "play":
            high, low, end = event[2:5]
            ends[end] = -1 if event[5:] == ["down"] else high + low - ends[end]
    return ends


def legal_plays(hand, ends, facedown):
    """SPEC.md, "Order of legal": returns every play, sorted by tile, then end, then face."""
    plays = []
    for high, low in sorted(hand):
        if not ends:
            plays.append(["play", high, low, 0])
            continue
        for end, value in enumerate(ends):
            if value < 0 or value not in (high, low) or ends.index(value) != end:
                continue
            plays.append(["play", high, low, end])
            if facedown and high == low:
                plays.append(["play", high, low, end, "down"])
    return plays


class Vectors(unittest.TestCase):
    def test_good_vectors_are_the_same_in_both_formats(self):
        for side in SIDES:
            packed = load(side, "ok", "msgpack")
            for name, raw in load(side, "ok", "json").items():
                with self.subTest(side=side, name=name):
                    self.assertEqual(unpack(packed[name]), json.loads(raw))

    def test_good_vectors_without_json_cannot_be_expressed_in_json(self):
        for side in SIDES:
            alone = set(load(side, "ok", "msgpack")) - set(load(side, "ok", "json"))
            self.assertEqual(alone, {n for n in alone if n.startswith("hello-skips-") or n.endswith("-not-utf8")})

    def test_there_are_enough_vectors(self):
        good = {(side, name) for side, name, _ in messages()}
        bad = {(side, name) for side in SIDES for form in ("msgpack", "json")
               for name in load(side, "bad", form)}
        self.assertGreaterEqual(len(good), 70)
        self.assertGreaterEqual(len(bad), 200)

    def test_a_name_is_either_good_or_bad(self):
        for side in SIDES:
            good = set(load(side, "ok", "msgpack")) | set(load(side, "ok", "json"))
            bad = set(load(side, "bad", "msgpack")) | set(load(side, "bad", "json"))
            self.assertEqual(good & bad, set())

    def test_the_files_are_what_the_generator_writes(self):
        path = ROOT / "tests" / "tools" / "make_vectors.py"
        spec = importlib.util.spec_from_file_location("make_vectors", path)
        generator = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generator)
        for name, content in generator.files().items():
            self.assertEqual((PROTOCOL / "vectors" / name).read_bytes(), content, name)


class Asks(unittest.TestCase):
    def test_ends_follow_from_the_history(self):
        for name, ask in asks():
            ends = ends_after(ask["history"], 4 if is_spinner_game(ask) else 2)
            self.assertEqual(ask["ends"], ends, name)

    def test_legal_is_complete_and_in_order(self):
        for name, ask in asks():
            legal = [action for action in ask["legal"] if action != ["draw"]]
            plays = legal_plays(ask["hand"], ask["ends"], is_spinner_game(ask))
            self.assertEqual(legal, plays, name)
            self.assertNotIn(["draw"], ask["legal"][:-1], name)
            self.assertGreaterEqual(len(ask["legal"]), 2, name)

    def test_hands_are_in_tile_order_and_counted(self):
        for name, ask in asks():
            self.assertEqual(ask["hand"], sorted(ask["hand"]), name)
            self.assertEqual(len(ask["hand"]), ask["counts"][ask["seat"]], name)

    def test_no_tile_is_seen_twice(self):
        for name, ask in asks():
            laid = [tuple(e[2:4]) for e in ask["history"] if e[1] in ("start", "lead", "play")]
            seen = laid + [tuple(tile) for tile in ask["hand"]]
            self.assertEqual(len(seen), len(set(seen)), name)


class Specification(unittest.TestCase):
    text = (PROTOCOL / "SPEC.md").read_text()

    def test_its_examples_are_vectors(self):
        known = [message for _, _, message in messages()]
        examples = re.findall(r"```json message\n(.*?)```", self.text, re.S)
        self.assertGreaterEqual(len(examples), 10)
        for example in examples:
            self.assertIn(json.loads(example), known)

    def section(self, title):
        found = re.search(rf"^### {title}\n(.*?)(?=^##)", self.text, re.S | re.M)
        self.assertIsNotNone(found, title)
        return found.group(1)

    def test_its_tables_have_every_key(self):
        for _, name, message in messages():
            if any(word in name for word in ("unknown", "deepest", "skips")):
                continue
            rows = re.findall(r"^\| `(\w+)`", self.section(message["type"]), re.M)
            self.assertLessEqual(set(message), set(rows), name)

    def test_its_table_of_options_is_complete_and_in_order(self):
        welcome = next(m for _, name, m in messages() if name == "welcome")
        rows = re.findall(r"^\| `(\w+)` \| (?:integer|bool|text) \|", self.section("welcome"), re.M)
        options = list(welcome["variants"]["draw-2"])
        self.assertEqual(rows[-len(options):], options)

    def test_its_words_of_lead_are_those_of_the_options_and_of_the_vectors(self):
        words, = re.findall(r"^\| `lead` \| text \| ([\w, ]+) \|", self.section("ask"), re.M)
        of_options = set()
        for row in re.findall(r"^\| `lead_(?:first|next)` \| text \| ([\w, ]+) \|", self.section("welcome"), re.M):
            of_options |= set(row.split(", "))
        self.assertEqual(set(words.split(", ")), of_options)
        self.assertEqual({ask["lead"] for _, ask in asks() if "lead" in ask}, of_options)

    def test_its_other_json_is_json(self):
        for example in re.findall(r"```json\n(.*?)```", self.text, re.S):
            json.loads(example)


if __name__ == "__main__":
    unittest.main()
