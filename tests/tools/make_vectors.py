#!/usr/bin/python3
"""Write the golden vectors of the bot protocol.

    make_vectors.py DIR     write the vector files (protocol/vectors)

The files are what counts and are in the repository; this script is only how they are
edited: a case is one line below, and a test sees to it that both agree. The format of the
files is described in protocol/vectors/README.md.
"""

import json
import os
import struct
import sys

import msgpack

BIG = 2**53 - 1
good = []  # (name, side, remark, MessagePack bytes or None, JSON text or None)
bad = []   # (name, side, remark, format, bytes)
dropped = []  # the same, of acts whose info is dropped


def pack(value):
    return msgpack.packb(value, use_bin_type=True)


def text(value):
    return json.dumps(value, ensure_ascii=False)


def ok(name, side, remark, message, packed=None, as_json=True):
    """A good message; `packed` replaces its bytes in tests of other encodings."""
    line = (as_json if isinstance(as_json, str) else text(message)) if as_json else None
    good.append((name, side, remark, pack(message) if packed is None else packed, line))


def no(name, side, remark, message, to=bad):
    """A bad message: an object is written in both formats, bytes in MessagePack, text in JSON."""
    if isinstance(message, bytes):
        to.append((name, side, remark, "msgpack", message))
    elif isinstance(message, str):
        to.append((name, side, remark, "json", message.encode("utf-8", "surrogateescape")))
    else:
        to.append((name, side, remark, "msgpack", pack(message)))
        to.append((name, side, remark, "json", text(message).encode()))


def pairs(*entries):
    """A MessagePack map from (key, value) pairs, either of which may be raw bytes."""
    raw = [part if isinstance(part, bytes) else pack(part) for entry in entries for part in entry]
    return bytes([0x80 + len(entries)]) + b"".join(raw)


def without(message, key):
    return {k: v for k, v in message.items() if k != key}


def led(ask, word):
    """The ask with `lead`, behind `leader`."""
    return {key: value for k, v in ask.items() for key, value in
            ([(k, v), ("lead", word)] if k == "leader" else [(k, v)])}


def nested(levels, inner):
    """`inner` inside so many arrays."""
    for _ in range(levels):
        inner = [inner]
    return inner


# --- good, from the bot ---------------------------------------------------------------------

HELLO = {"type": "hello", "protocol": 1}
HELLO_FULL = {"type": "hello", "protocol": 1, "name": "greedy", "version": "1.2", "language": "c",
              "max_tables": 256, "batch": 64, "events": True, "multipart": True}
ACT = {"type": "act", "req": 7340021, "choice": 2}
PLAY = {"type": "act", "req": 7340021, "action": ["play", 6, 1, 0]}

ok("hello-minimal", "bot", "the two keys that must be there", HELLO)
ok("hello-full", "bot", "every key", HELLO_FULL)
ok("hello-label-64", "bot", "a text of 64 bytes, most characters of two bytes",
   {**HELLO, "name": "é" * 31 + "ab"})
ok("hello-label-empty", "bot", "an empty text is a text", {**HELLO, "version": ""})
ok("hello-labels-empty", "bot", "all three", {**HELLO, "name": "", "version": "", "language": ""})
ok("hello-characters", "bot", "the first and last characters of UTF-8 in two, three and four bytes",
   {**HELLO, "name": "\u00a0\u00bf\u00c0\u07ff\u0800\u0fff\u1000\ud7ff\ue000\uffff\U00010000\U0003ffff\U00040000\U0010ffff"})
ok("hello-unicode", "bot", "texts are UTF-8", {**HELLO, "name": "Dömino ♞ 骨牌 🁣"})
ok("hello-largest", "bot", "the ends of the ranges",
   {**HELLO, "max_tables": 1024, "batch": 256, "events": False, "multipart": False})
ok("hello-unknown-keys", "bot", "unknown keys are passed over, whatever is in them",
   {**HELLO, "debug": {"ratio": 0.5, "none": None, "list": [1, [2, [3]]], "": ""}, "max_table": 0})
ok("hello-deepest", "bot", "eight levels, the message itself is the first",
   {**HELLO, "x": nested(7, 1)})
ok("hello-wide-integers", "bot", "an integer of any width is an integer", {**HELLO, "batch": 1},
   pairs(("type", "hello"), ("protocol", b"\xcf" + struct.pack(">Q", 1)),
         ("batch", b"\xd3" + struct.pack(">q", 1))))
ok("hello-other-protocol", "bot", "readable, so that the refusal can name the version",
   {"type": "hello", "protocol": 2})
ok("hello-skips-bin", "bot", "bin is a wrong type only where a value is known", None,
   pairs(("type", "hello"), ("protocol", 1), ("blob", b"\xc4\x02\x00\xff")), as_json=False)
ok("hello-skips-odd-map", "bot", "inside an unknown key maps may have any keys, even twice", None,
   pairs(("type", "hello"), ("protocol", 1), ("m", b"\x82\x01\xc0\x01\xc0")), as_json=False)
ok("hello-skips-large-integer", "bot", "2^64 - 1 where nobody looks", None,
   pairs(("type", "hello"), ("protocol", 1), ("n", b"\xcf" + b"\xff" * 8)), as_json=False)
ok("hello-skips-not-utf8", "bot", "MessagePack: a text under an unknown key may hold any bytes", None,
   pairs(("type", "hello"), ("protocol", 1), ("t", b"\xa3a\xff\xfe")), as_json=False)
ok("hello-skips-surrogate", "bot", "MessagePack: also the bytes of a surrogate", None,
   pairs(("type", "hello"), ("protocol", 1), ("t", b"\xa3\xed\xa0\xbc")), as_json=False)
ok("hello-skips-key-not-utf8", "bot", "MessagePack: a key that is not UTF-8 is an unknown key", None,
   pairs(("type", "hello"), ("protocol", 1), (b"\xa2\xc3\x28", 1)), as_json=False)
ok("unknown-type-not-utf8", "bot", "MessagePack: a type that is not UTF-8 is one that nobody knows: a stray",
   None, pairs(("type", b"\xa3\xff\xfe\xfd")), as_json=False)
ok("hello-skips-nul", "bot", "U+0000 in a text where nobody looks", {**HELLO, "x": "a\0b"},
   as_json='{"type": "hello", "protocol": 1, "x": "a\\u0000b"}')
ok("act-choice", "bot", "an index into legal", ACT)
ok("act-choice-zero", "bot", "", {"type": "act", "req": 0, "choice": 0})
ok("act-choice-largest", "bot", "form is one thing, being in range another",
   {"type": "act", "req": BIG, "choice": BIG})
ok("act-choice-smallest", "bot", "a negative choice is well formed, and illegal",
   {"type": "act", "req": 1, "choice": -BIG})
ok("act-key-order", "bot", "keys come in any order", {"choice": 2, "type": "act", "req": 7340021})
ok("act-req-last", "bot", "the key of the first row after that of the last",
   {"type": "act", "action": ["draw"], "req": 7340021})
ok("act-wide-integers", "bot", "int 64 for a small number, uint 32 for a small number", ACT,
   pairs(("type", "act"), ("req", b"\xce" + struct.pack(">I", 7340021)),
         ("choice", b"\xd3" + struct.pack(">q", 2))))
ok("act-long-forms", "bot", "map 16, str 8 and str 16 for short things", ACT,
   b"\xde\x00\x03" + b"\xd9\x04type" + b"\xda\x00\x03act" + pack("req") + pack(7340021)
   + pack("choice") + pack(2))
ok("act-play", "bot", "an entry of legal instead of its index", PLAY)
ok("act-play-down", "bot", "a double face down",
   {"type": "act", "req": 7340021, "action": ["play", 4, 4, 1, "down"]})
ok("act-draw", "bot", "", {"type": "act", "req": 7340021, "action": ["draw"]})
ok("act-double-twelve", "bot", "", {"type": "act", "req": 1, "action": ["play", 12, 12, 0]})
ok("act-impossible-order", "bot", "low before high: well formed, and illegal",
   {"type": "act", "req": 1, "action": ["play", 1, 6, 0]})
ok("act-impossible-pips", "bot", "no such tile: well formed, and illegal",
   {"type": "act", "req": 1, "action": ["play", 13, 0, 0]})
ok("act-impossible-end", "bot", "no such end: well formed, and illegal",
   {"type": "act", "req": 1, "action": ["play", 6, 1, 4]})
ok("act-impossible-numbers", "bot", "any integers will do for the form",
   {"type": "act", "req": 1, "action": ["play", BIG, -BIG, -1, "down"]})
ok("act-type-inside", "bot", "an act inside acts has no type; one there is an unknown key",
   {"type": "acts", "acts": [{"type": 5, "req": 1, "choice": 0}]})
INFO = {"expected": -4.125, "worlds": 480, "depth": 3, "text": "6-4 blockt \u00fcber Sitz 1"}
ok("act-info", "bot", "what the bot thinks: every key", {**ACT, "info": INFO})
ok("act-info-empty", "bot", "nothing is given, so nothing is kept", {**ACT, "info": {}})
ok("act-info-expected", "bot", "an integer is a number", {**ACT, "info": {"expected": 7}})
ok("act-info-float-32", "bot", "", {**ACT, "info": {"expected": 0.5}},
   pack({**ACT, "info": 0})[:-1] + b"\x81" + pack("expected") + b"\xca\x3f\x00\x00\x00")
ok("act-info-largest", "bot", "", {**ACT, "info": {"expected": 1000000, "worlds": BIG,
                                                  "depth": 2**31 - 1, "text": "\u00e4" * 100}})
ok("act-info-action", "bot", "beside an action", {**PLAY, "info": {"depth": 0, "text": ""}})
ok("acts-info", "bot", "each act has its own",
   {"type": "acts", "acts": [{"req": 1, "choice": 2, "info": {"worlds": 12}},
                             {"req": 2, "choice": 0}, {"req": 3, "choice": 1, "info": {"text": "so"}}]})
ok("acts-empty", "bot", "well formed; the arena counts it as a stray", {"type": "acts", "acts": []})
ok("acts-mixed", "bot", "choices and actions in one message",
   {"type": "acts", "acts": [{"req": 7340021, "choice": 2},
                             {"req": 88213, "action": ["draw"]},
                             {"req": 5, "action": ["play", 3, 3, 2, "down"]}]})
ok("acts-256", "bot", "as many as there can be",
   {"type": "acts", "acts": [{"req": BIG - i, "choice": i} for i in range(256)]})
ok("unknown-type", "bot", "well formed, of a type nobody knows: a stray",
   {"type": "ponder", "req": "soon", "list": [None, 1.5]})
ok("hello-escapes", "bot", "every JSON escape, and a pair of surrogates",
   {**HELLO, "name": "a\"b\\c/d\U0001F063 é"},
   as_json='{"type": "hello", "protocol": 1, "name": "a\\"b\\\\c\\/d\\ud83c\\udc63 \\u00e9"}')
ok("act-blanks", "bot", "blanks around everything", ACT,
   as_json=' \t{ "type" : "act" ,\t"req":7340021 , "choice" :2 }')
ok("act-escaped-key", "bot", "an escaped key is the key", ACT,
   as_json='{"type": "act", "r\\u0065q": 7340021, "choice": 2}')
ok("act-minus-zero", "bot", "-0 is the integer 0", {"type": "act", "req": 1, "choice": 0},
   as_json='{"type": "act", "req": 1, "choice": -0}')

# --- good, from the arena -------------------------------------------------------------------

LIMITS = {"startup_ms": 10000, "move_ms": 1000, "bank_ms": 0, "increment_ms": 0, "margin_ms": 20,
          "message_bytes": 65536}
BLOCK_2 = {"players": 2, "teams": False, "set_max": 6, "doubles": True, "hand": 7,
           "start_tile": "none", "opening_draw": "none", "lead_first": "lots",
           "lead_next": "rotate", "lead_after_block": "next", "lead_after_tie": "next",
           "lead_tile": "any", "no_double": "redeal", "arms": 2, "facedown": False,
           "draw_mode": "none", "draw_limit": 0, "reserve": 2, "draw_cost": 0,
           "dead_layout": "draw_out", "end_rule": "all_stuck", "pip00": 0,
           "score": "difference", "domino_bonus": 0, "club_double": "off", "block_tie": "nobody",
           "zero_tie": "domino_wins", "team_block": "combined", "target": 100, "rounds": 0,
           "objective": "high"}
DRAW_2 = {**BLOCK_2, "draw_mode": "optional"}
HOMO = {**BLOCK_2, "players": 4, "hand": 6, "lead_first": "lowest_double",
        "lead_next": "lowest_double", "lead_tile": "own_double", "arms": 4, "facedown": True,
        "draw_mode": "forced", "reserve": 0, "dead_layout": "immediate", "score": "average",
        "target": 0, "rounds": 8}
COMMIT = "0f3c9a5be1d24788a6b0c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f40516"

WELCOME = {"type": "welcome", "protocol": 1, "arena": "0.1.0", "bot": "greedy", "limits": LIMITS,
           "variants": {"draw-2": DRAW_2}}
MATCH = {"type": "match", "table": 41, "variant": "draw-2", "seat": 0, "seats": 2, "teams": False,
         "bots": ["greedy", "random"], "seed": 4815162342, "commit": COMMIT}
ASK = {"type": "ask", "req": 7340021, "table": 41, "variant": "draw-2", "seat": 0, "seats": 2,
       "seed": 4815162342, "round": 3, "scores": [27, 34], "leader": 0,
       "hand": [[1, 0], [2, 2], [3, 1], [5, 0], [6, 1], [6, 6]], "ends": [6, 1], "counts": [6, 6],
       "stock": 14, "drawable": 12, "drawn": 0,
       "history": [[0, "lead", 6, 4, 0], [1, "play", 4, 1, 1]],
       "legal": [["play", 1, 0, 1], ["play", 3, 1, 1], ["play", 6, 1, 0], ["play", 6, 1, 1],
                 ["play", 6, 6, 0], ["draw"]],
       "clock": {"move_ms": 1000, "bank_ms": 0}}
LEAD = {**ASK, "req": 15, "round": 1, "scores": [0, 0], "history": [], "ends": [],
        "counts": [7, 7],
        "hand": [[1, 0], [2, 2], [3, 1], [5, 0], [6, 1], [6, 4], [6, 6]],
        "legal": [["play", 1, 0, 0], ["play", 2, 2, 0], ["play", 3, 1, 0], ["play", 5, 0, 0],
                  ["play", 6, 1, 0], ["play", 6, 4, 0], ["play", 6, 6, 0], ["draw"]]}
SPINNER = {"type": "ask", "req": 901, "table": 7, "variant": "homo-homini-lupus", "seat": 3,
           "seats": 4, "seed": BIG, "round": 8, "scores": [-1150, 725, 1200, -775], "leader": 2,
           "hand": [[1, 0], [2, 1], [4, 4], [5, 4], [5, 5]], "ends": [-1, 4, 5, 0],
           "counts": [5, 5, 6, 5], "stock": 2, "drawable": 2, "drawn": 0,
           "history": [[2, "lead", 0, 0, 0], [3, "play", 3, 0, 0], [0, "play", 3, 3, 0, "down"],
                       [1, "play", 4, 0, 1], [2, "draw", 2], [2, "play", 5, 0, 2]],
           "legal": [["play", 1, 0, 3], ["play", 4, 4, 1], ["play", 4, 4, 1, "down"],
                     ["play", 5, 4, 1], ["play", 5, 4, 2], ["play", 5, 5, 2],
                     ["play", 5, 5, 2, "down"]],
           "clock": {"move_ms": 1000, "bank_ms": 250}}
EIGHT = {"type": "ask", "req": BIG, "table": BIG, "variant": "twelve-8", "seat": 7, "seats": 8,
         "seed": 0, "round": 200, "scores": [-2147483648, 2147483647, 0, -1, 1, 127, 128, 65536],
         "leader": 1, "hand": [[3, 0], [4, 3], [11, 2], [11, 4], [12, 2], [12, 11]],
         "ends": [2, 11], "counts": [5, 4, 4, 4, 4, 4, 5, 6], "stock": 50, "drawable": 48,
         "drawn": 1,
         "history": [[1, "lead", 12, 1, 0], [2, "play", 11, 1, 1], [3, "play", 11, 11, 1],
                     [4, "play", 12, 10, 0], [5, "play", 10, 2, 0], [6, "pass"], [7, "draw", 1]],
         "legal": [["play", 11, 2, 0], ["play", 11, 2, 1], ["play", 11, 4, 1],
                   ["play", 12, 2, 0], ["play", 12, 11, 1], ["draw"]],
         "clock": {"move_ms": 2147483647, "bank_ms": 2147483647}}
SAME_ENDS = {**ASK, "variant": "block-2", "hand": [[0, 0], [3, 1], [6, 1], [6, 4]],
             "ends": [6, 6], "counts": [4, 4], "drawable": 0,
             "history": [[0, "lead", 6, 6, 0], [1, "play", 6, 2, 0], [0, "play", 2, 1, 0],
                         [1, "play", 1, 1, 0], [0, "play", 5, 1, 0], [1, "play", 6, 5, 0]],
             "legal": [["play", 6, 1, 0], ["play", 6, 4, 0]]}
LOTS = {**LEAD, "variant": "draw-high-tile-3", "seat": 1, "seats": 3, "scores": [0, 0, 0],
        "counts": [7, 7, 7], "stock": 7, "drawable": 5, "leader": 1,
        "history": [[0, "lot", 6, 3], [1, "lot", 5, 4], [2, "lot", 2, 1], [0, "lot", 0, 0],
                    [1, "lot", 1, 0]]}
START = {**ASK, "variant": "brettspielnetz", "round": 2, "seat": 1, "leader": 1, "scores": [12, -5],
         "counts": [7, 7], "stock": 13, "drawable": 11, "ends": [5, 2],
         "hand": [[0, 0], [1, 1], [3, 3], [5, 0], [5, 3], [5, 5], [6, 6]],
         "history": [[-1, "start", 5, 2]],
         "legal": [["play", 5, 0, 0], ["play", 5, 3, 0], ["play", 5, 5, 0]]}
DRAWS = {**ASK, "scores": [-3, -12], "counts": [8, 9], "stock": 9, "drawable": 7, "drawn": 2,
         "hand": [[1, 0], [2, 2], [3, 1], [3, 3], [4, 2], [5, 0], [6, 1], [6, 6]],
         "history": [[0, "lead", 6, 4, 0], [1, "draw", 3], [1, "play", 4, 1, 1], [0, "draw", 2]]}
OPENING = {**LEAD, "variant": "draw-vietnam-2", "seat": 1, "leader": 1, "counts": [2, 2],
           "stock": 22, "drawable": 20, "hand": [[1, 0], [6, 5]],
           "history": [[0, "draw", 1], [1, "draw", 1], [0, "draw", 1], [1, "draw", 1],
                       [1, "lead", 6, 6, 0], [0, "play", 6, 4, 0]],
           "ends": [4, 6], "legal": [["play", 6, 5, 1], ["draw"]], "scores": [0, 0]}

ok("welcome", "arena", "one variant; options as in a record", WELCOME)
ok("welcome-three-variants", "arena", "numbers, truth values and words; a variant of the user",
   {**WELCOME, "variants": {"block-2": BLOCK_2, "homo-homini-lupus": HOMO,
                            "my_block.x": {**BLOCK_2, "hand": 6, "pip00": 13}}})
ok("welcome-any-blocker", "arena", "a value that came later than the others of its option",
   {**WELCOME, "variants": {"mine": {**DRAW_2, "block_tie": "any_blocker"}}})
ok("welcome-small-set", "arena", "sets below double-six, in variants of the user",
   {**WELCOME, "variants": {"tiny": {**BLOCK_2, "set_max": 3, "hand": 4}, "small": {**DRAW_2, "set_max": 5}}})
ok("welcome-unknown-option", "arena", "options of a later arena are passed over",
   {**WELCOME, "motd": "hi", "limits": {**LIMITS, "cores": 2},
    "variants": {"draw-2": {**DRAW_2, "moon": "full"}}})
ok("welcome-short-names", "arena", "names of one character",
   {**WELCOME, "bot": "g", "variants": {"d": DRAW_2}})
ok("match", "arena", "", MATCH)
ok("match-hidden", "arena", "names of the others hidden", {**MATCH, "bots": ["greedy", "?"]})
ok("match-teams", "arena", "",
   {**MATCH, "variant": "draw-teams", "seat": 3, "seats": 4, "teams": True,
    "bots": ["greedy", "greedy#2", "random@77ab", "careful"], "seed": BIG})
ok("match-eight-seats", "arena", "",
   {**MATCH, "variant": "block-8", "seat": 7, "seats": 8, "bots": ["b%d" % i for i in range(8)]})
ok("ask", "arena", "a line with two ends; 6-1 fits both", ASK)
ok("ask-lead", "arena", "nothing on the table: no ends, no history, all on end 0", LEAD)
ok("ask-same-ends", "arena", "both ends show 6: only the lower one is listed", SAME_ENDS)
ok("ask-spinner", "arena", "four arms, one closed by a double laid face down; negative scores",
   SPINNER)
ok("ask-eight-seats", "arena", "the largest table and set, the largest numbers", EIGHT)
ok("ask-lots", "arena", "lots in the history, with a second draw after a tie", LOTS)
ok("ask-start-tile", "arena", "a start tile opens the line", START)
ok("ask-draws", "arena", "the draws of a turn are one event, without faces", DRAWS)
ok("ask-opening-draws", "arena", "draws before the lead, one event per seat and cycle", OPENING)
ok("ask-led-rotate", "arena", "lead: by which rule the leader was found", led(ASK, "rotate"))
ok("ask-led-lots", "arena", "the first round", led(LEAD, "lots"))
for word, message in {
        "seat0": {**START, "seat": 0, "leader": 0, "round": 1, "scores": [0, 0]},
        "winner": {**ASK, "variant": "mine"}, "same": {**ASK, "variant": "draw-same-leader-2"},
        "high_tile": LOTS, "count": {**ASK, "variant": "draw-count-2"},
        "drawn_double": {**ASK, "variant": "mine"}, "highest_double": OPENING,
        "lowest_double": SPINNER}.items():
    ok("ask-led-" + word.replace("_", "-"), "arena", "", led(message, word))
ok("ask-key-order", "arena", "the same, last key first", dict(reversed(list(ASK.items()))))
ok("ask-unknown-keys", "arena", "keys of a later arena",
   {**ASK, "weather": {"rain": True}, "clock": {**ASK["clock"], "now_us": 17}})
ok("ask-wide-integers", "arena", "no number in its shortest form", ASK,
   None)
ok("asks-led", "arena", "with lead and without",
   {"type": "asks", "asks": [without(m, "type") for m in (led(ASK, "rotate"), SPINNER)]})
ok("asks-one", "arena", "", {"type": "asks", "asks": [without(ASK, "type")]})
ok("asks-three", "arena", "different tables and variants in one message",
   {"type": "asks", "asks": [without(m, "type") for m in (ASK, SPINNER, EIGHT)]})
ok("round-domino", "arena", "the winner has nothing left",
   {"type": "round", "table": 41, "round": 3, "end": "domino", "by": 0,
    "hands": [[], [[0, 0], [5, 3]]], "points": [8, 0], "scores": [35, 34]})
ok("round-blocked", "arena", "",
   {"type": "round", "table": 41, "round": 3, "end": "blocked", "by": 2,
    "hands": [[[6, 6]], [[0, 0]], [[2, 1], [4, 0]], [[12, 12]]], "points": [-12, 0, 0, 43],
    "scores": [-40, 0, 1, 61]})
ok("round-stuck", "arena", "",
   {"type": "round", "table": 41, "round": 1, "end": "stuck", "by": 1,
    "hands": [[[1, 0]], [[6, 6]]], "points": [1, 12], "scores": [1, 12]})
ok("round-by-nobody", "arena", "blocked before anybody played",
   {"type": "round", "table": 0, "round": 1, "end": "blocked", "by": -1,
    "hands": [[[1, 0]], [[1, 1]]], "points": [0, 0], "scores": [0, 0]})
ok("result", "arena", "",
   {"type": "result", "table": 41, "places": [1, 2], "scores": [104, 61], "end": "normal",
    "fault_seat": -1})
ok("result-shared-place", "arena", "",
   {"type": "result", "table": 41, "places": [1, 2, 2, 4], "scores": [400, -25, -25, -350],
    "end": "normal", "fault_seat": -1})
ok("result-fault", "arena", "seat 1 was too late",
   {"type": "result", "table": 41, "places": [1, 2], "scores": [27, 34], "end": "timeout",
    "fault_seat": 1})
for code in ("illegal", "timeout", "stall", "protocol", "crash", "resource", "spawn"):
    ok("fault-" + code, "arena", "",
       {"type": "fault", "table": 41 if code in ("illegal", "timeout") else -1, "code": code,
        "text": "act.choice: 9 of 6 legal actions", "tolerated": code == "illegal"})
ok("fault-text", "arena", "quotes, backslashes and letters beyond ASCII in a text",
   {"type": "fault", "table": -1, "code": "protocol", "text": "\"né\" \\ </script> 🁣",
    "tolerated": False})
ok("bye", "arena", "", {"type": "bye", "reason": "tournament over"})
ok("unknown-type-arena", "arena", "a bot ignores types it does not know",
   {"type": "weather", "rain": 0.25, "asks": None})


def widened(value):
    """MessagePack with every integer in 64 bits and every length in 32."""
    if isinstance(value, bool):
        return pack(value)
    if isinstance(value, int):
        return b"\xd3" + struct.pack(">q", value)
    if isinstance(value, str):
        return b"\xdb" + struct.pack(">I", len(value.encode())) + value.encode()
    if isinstance(value, list):
        return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(widened, value))
    entries = b"".join(widened(k) + widened(v) for k, v in value.items())
    return b"\xdf" + struct.pack(">I", len(value)) + entries


good = [g if g[0] != "ask-wide-integers" else g[:3] + (widened(ASK), g[4]) for g in good]

# --- dropped: acts that count, with an info that does not -----------------------------------------


def drop(name, remark, info):
    """An act with this info: an object, or bytes or text as in no()."""
    act = {"type": "act", "req": 1, "choice": 0}
    if isinstance(info, bytes):
        no(name, "bot", remark, pairs(*act.items(), ("info", info)), dropped)
    elif isinstance(info, str):
        no(name, "bot", remark, text(act)[:-1] + ', "info": ' + info + "}", dropped)
    else:
        no(name, "bot", remark, {**act, "info": info}, dropped)


drop("nil", "not a map", None)
drop("array", "not a map", [1])
drop("true", "not a map", True)
drop("unknown-key", "", {"expected": 1, "eval": 2})
drop("expected-text", "", {"expected": "1"})
drop("expected-above", "", {"expected": 1000001})
drop("expected-below", "", {"expected": -1000000.5})
drop("expected-1e300", "", {"expected": 1e300})
drop("worlds-real", "2.0 is not an integer", {"worlds": 2.0})
drop("worlds-negative", "", {"worlds": -1})
drop("worlds-2-53", "", {"worlds": 2**53})
drop("depth-2-31", "", {"depth": 2**31})
drop("text-201", "", {"text": "x" * 201})
drop("text-control", "", {"text": "a\nb"})
drop("text-null", "an absent value is an absent key", {"text": None})
drop("text-nested", "", {"text": [[[1]]]})
drop("expected-nan", "elsewhere a fault", b"\x81" + pack("expected") + b"\xcb\x7f\xf8" + b"\x00" * 6)
drop("expected-infinite", "elsewhere a fault", b"\x81" + pack("expected") + b"\xca\xff\x80\x00\x00")
drop("expected-timestamp", "elsewhere a fault",
     b"\x81" + pack("expected") + b"\xd6\xff\x00\x00\x00\x00")
drop("text-ext-8", "elsewhere a fault", b"\x81" + pack("text") + b"\xc7\x01\x05\x00")
drop("text-not-utf8", "", b"\x81" + pack("text") + b"\xa2a\xff")
drop("depth-twice", "", pairs(("depth", 1), ("depth", 1)))
drop("json-nan", "elsewhere a fault, as all of these", '{"expected": NaN}')
drop("json-infinite", "", '{"expected": -Infinity, "depth": 2}')
drop("json-huge-real", "not a finite double", '{"expected": 1e400}')
drop("json-huge-integer", "more than 64 bits", '{"worlds": -99999999999999999999}')
drop("json-lone-surrogate", "", '{"text": "a\\ud83c"}')
drop("json-raw-control", "", '{"text": "a\tb", "depth": 2}')
drop("json-no-escape", "", '{"text": "\\x\\"", "depth": 1}')
drop("json-not-utf8", "a text that was cut between two bytes", '{"text": "a\udcc3"}')
drop("json-twice", "", '{"depth": 1, "depth": 1}')
no("acts", "bot", "each act counts", {"type": "acts", "acts": [
    {"req": 1, "choice": 2, "info": {"worlds": "12"}}, {"req": 2, "choice": 0, "info": 5}]}, dropped)

# --- bad: bytes that are not a message -----------------------------------------------------------

packed_act = pack(ACT)
no("empty", "bot", "no bytes at all", b"")
no("cut-after-map", "bot", "a map of three that ends at once", packed_act[:1])
no("cut-in-key", "bot", "", packed_act[:4])
no("cut-in-integer", "bot", "", packed_act[:packed_act.index(b"req") + 5])
no("cut-before-value", "bot", "the last value is missing", packed_act[:-1])
no("trailing-byte", "bot", "a byte behind the message", packed_act + b"\xc0")
no("two-messages", "bot", "one frame is one message", packed_act * 2)
no("reserved-tag", "bot", "c1 is no MessagePack", b"\xc1")
no("reserved-tag-inside", "bot", "even where nobody looks", pairs(("type", "x"), ("y", b"\xc1")))
no("top-nil", "bot", "not a map", b"\xc0")
no("top-integer", "bot", "not a map", b"\x07")
no("top-array", "bot", "not a map", [ACT])
no("top-text", "bot", "not a map", pack("act"))
no("ext-value", "bot", "no extension types", pairs(("type", "x"), ("y", b"\xd4\x05\x00")))
no("ext-timestamp", "bot", "no extension types, not even this one",
   pairs(("type", "x"), ("y", b"\xd6\xff\x00\x00\x00\x00")))
no("ext-8", "bot", "no extension types", pairs(("type", "x"), ("y", b"\xc7\x01\x05\x00")))
no("ext-key", "bot", "no extension types", pairs(("type", "x"), (b"\xd4\x05\x00", 1)))
no("bin-key", "bot", "keys are str",
   pairs(("type", "act"), (b"\xc4\x03req", 1), ("choice", 0)))
no("bin-type", "bot", "texts are str", pairs(("type", b"\xc4\x03act"), ("req", 1), ("choice", 0)))
no("integer-key", "bot", "keys are str", pairs(("type", "act"), (5, 1), ("req", 1), ("choice", 0)))
no("nil-key", "bot", "keys are str", pairs(("type", "x"), (None, 1)))
no("deep-arrays", "bot", "nine levels", {"type": "x", "y": nested(8, 1)})
no("deep-empty", "bot", "an empty array is a level too",
   pairs(("type", "x"), ("y", b"\x91" * 7 + b"\x90")))
no("deep-maps", "bot", "nine levels", pairs(("type", "x"), ("y", b"\x81\xa1k" * 8 + b"\x01")))
no("deep-arrays-2000", "bot", "and where a recursive reader would run out of stack",
   pairs(("type", "x"), ("y", b"\x91" * 2000 + b"\x01")))
no("claims-array-32", "bot", "an array of 4294967295 in a short message", b"\xdd\xff\xff\xff\xff")
no("claims-array-32-inside", "bot", "", pairs(("type", "x"), ("y", b"\xdd\x0f\xff\xff\xff")))
no("claims-array-16", "bot", "", pairs(("type", "x"), ("y", b"\xdc\xff\xff\x01\x02")))
no("claims-map-32", "bot", "", b"\xdf\xff\xff\xff\xff")
no("claims-map-16", "bot", "a map entry is two values", b"\xde\x00\x02\x01\x02\x03")
no("claims-str-32", "bot", "", pairs(("type", b"\xdb\xff\xff\xff\xff")))
no("claims-str-8", "bot", "", pairs(("type", b"\xd9\x05abcd")))
no("claims-bin-32", "bot", "", pairs(("type", "x"), ("y", b"\xc6\xff\xff\xff\xff\x00")))
no("claims-fixarray", "bot", "", pairs(("type", "x"), ("y", b"\x9f\x01")))
no("float-nan", "bot", "not finite, even where nobody looks",
   pairs(("type", "x"), ("y", b"\xcb\x7f\xf8" + b"\x00" * 6)))
no("float-infinite", "bot", "not finite", pairs(("type", "x"), ("y", b"\xca\xff\x80\x00\x00")))

# --- bad: text that is not a message -------------------------------------------------------------

act_text = '{"type": "act", "req": 1, "choice": 0}'
no("json-empty", "bot", "no text at all", "")
no("json-byte-order-mark", "bot", "", "\ufeff" + act_text)
no("json-two", "bot", "", act_text + act_text)
no("json-trailing", "bot", "", act_text + " x")
no("json-cut", "bot", "", act_text[:-1])
no("json-trailing-comma", "bot", "", '{"type": "act", "req": 1, "choice": 0,}')
no("json-single-quotes", "bot", "", "{'type': 'act', 'req': 1, 'choice': 0}")
no("json-comment", "bot", "", '{"type": "act", "req": 1, /* first */ "choice": 0}')
no("json-bare-key", "bot", "", '{type: "act", "req": 1, "choice": 0}')
no("json-nan", "bot", "", '{"type": "act", "req": 1, "choice": NaN}')
no("json-infinity", "bot", "even where nobody looks", '{"type": "x", "y": Infinity}')
no("json-huge-real", "bot", "not a finite double", '{"type": "x", "y": 1e400}')
no("json-huge-integer", "bot", "more than 64 bits", '{"type": "x", "y": 99999999999999999999}')
no("json-real", "bot", "1.0 is not an integer", '{"type": "act", "req": 1, "choice": 1.0}')
no("json-exponent", "bot", "1e0 is not an integer", '{"type": "act", "req": 1, "choice": 1e0}')
no("json-plus", "bot", "", '{"type": "act", "req": 1, "choice": +1}')
no("json-leading-zero", "bot", "", '{"type": "act", "req": 01, "choice": 0}')
no("json-hex-number", "bot", "", '{"type": "act", "req": 0x1, "choice": 0}')
no("json-raw-control", "bot", "", '{"type": "hello", "protocol": 1, "name": "a\tb"}')
no("json-escaped-control", "bot", "", '{"type": "hello", "protocol": 1, "name": "a\\tb"}')
no("json-escaped-nul", "bot", "", '{"type": "hello", "protocol": 1, "name": "a\\u0000b"}')
no("json-nul-in-key", "bot", "even where nobody looks", '{"type": "x", "a\\u0000": 1}')
no("json-lone-surrogate", "bot", "", '{"type": "hello", "protocol": 1, "name": "\\ud83c"}')
no("json-lone-low-surrogate", "bot", "", '{"type": "hello", "protocol": 1, "name": "\\udc63"}')
no("json-surrogates-reversed", "bot", "", '{"type": "hello", "protocol": 1, "name": "\\udc63\\ud83c"}')
no("json-lone-surrogate-unknown", "bot", "even where nobody looks", '{"type": "x", "y": "\\ud83c"}')
no("json-lone-surrogate-in-key", "bot", "even where nobody looks", '{"type": "x", "\\ud83c": 1}')
no("json-not-utf8", "bot", "", '{"type": "hello", "protocol": 1, "name": "\udcff"}')
no("json-not-utf8-unknown", "bot", "even where nobody looks", '{"type": "x", "y": "\udcff"}')
no("json-not-utf8-in-key", "bot", "even where nobody looks", '{"type": "x", "\udcff": 1}')
no("json-surrogate-bytes", "bot", "the bytes of a surrogate are not UTF-8",
   '{"type": "x", "y": "\udced\udca0\udcbc"}')
no("json-overlong-unknown", "bot", "two bytes where one would do", '{"type": "x", "y": "\udcc1\udc81"}')
no("json-twice", "bot", "", '{"type": "act", "req": 1, "choice": 0, "choice": 0}')
no("json-twice-unknown", "bot", "JSON: any key twice, known or not",
   '{"type": "act", "req": 1, "choice": 0, "x": 1, "x": 1}')
no("json-twice-type", "bot", "", '{"type": "act", "type": "act", "req": 1, "choice": 0}')
no("json-deep", "bot", "a recursive reader would run out of stack",
   '{"type": "x", "y": ' + "[" * 2000)
no("json-true", "bot", "True is not JSON", '{"type": "hello", "protocol": 1, "events": True}')

# --- bad: known values ------------------------------------------------------------------------

no("type-missing", "bot", "", {"req": 1, "choice": 0})
no("type-integer", "bot", "", {"type": 4, "req": 1, "choice": 0})
no("type-null", "bot", "", {"type": None, "req": 1, "choice": 0})
no("type-twice", "bot", "",
   pairs(("type", "act"), ("type", "act"), ("req", 1), ("choice", 0)))
no("req-twice", "bot", "", pairs(("type", "act"), ("req", 1), ("req", 1), ("choice", 0)))
no("req-missing", "bot", "", {"type": "act", "choice": 0})
no("req-text", "bot", "", {"type": "act", "req": "1", "choice": 0})
no("req-null", "bot", "", {"type": "act", "req": None, "choice": 0})
no("req-float", "bot", "1.0 is not an integer", {"type": "act", "req": 1.0, "choice": 0})
no("req-float-32", "bot", "",
   pairs(("type", "act"), ("req", b"\xca\x3f\x80\x00\x00"), ("choice", 0)))
no("req-2-53", "bot", "beyond what every language can hold",
   {"type": "act", "req": 2**53, "choice": 0})
no("req-minus-2-53", "bot", "", {"type": "act", "req": -2**53, "choice": 0})
no("req-2-64", "bot", "",
   pairs(("type", "act"), ("req", b"\xcf" + b"\xff" * 8), ("choice", 0)))
no("choice-neither", "bot", "choice or action", {"type": "act", "req": 1})
no("choice-both", "bot", "choice or action", {"type": "act", "req": 1, "choice": 0,
                                               "action": ["draw"]})
no("choice-null-both", "bot", "an absent value is an absent key",
   {"type": "act", "req": 1, "choice": None, "action": ["draw"]})
no("choice-text", "bot", "", {"type": "act", "req": 1, "choice": "0"})
no("choice-bool", "bot", "", {"type": "act", "req": 1, "choice": True})
no("choice-array", "bot", "", {"type": "act", "req": 1, "choice": [0]})
no("choice-2-53", "bot", "", {"type": "act", "req": 1, "choice": 2**53})
for name, action in {
        "text": "draw", "map": {"play": [6, 1, 0]}, "empty": [], "nested": [["draw"]],
        "pass": ["pass"], "event": [0, "play", 6, 1, 0], "upper-case": ["Draw"],
        "draw-with-count": ["draw", 1], "without-end": ["play", 6, 1],
        "up": ["play", 4, 4, 1, "up"], "six-entries": ["play", 4, 4, 1, "down", "down"],
        "tile-pair": ["play", [6, 1], 0], "float": ["play", 6.0, 1, 0],
        "text-numbers": ["play", "6", "1", 0], "text-high": ["play", "6", 1, 0],
        "text-low": ["play", 6, "1", 0], "text-end": ["play", 6, 1, "0"], "2-53": ["play", 2**53, 1, 0],
        "lead": ["lead", 6, 1, 0]}.items():
    no("action-" + name, "bot", "", {"type": "act", "req": 1, "action": action})
no("info-twice", "bot", "a known key", pairs(("type", "act"), ("req", 1), ("choice", 0), ("info", {}), ("info", {})))
no("info-deep", "bot", "nine levels, also here", {"type": "act", "req": 1, "choice": 0, "info": nested(8, 1)})
no("info-reserved-tag", "bot", "no MessagePack, also here",
   pairs(("type", "act"), ("req", 1), ("choice", 0), ("info", b"\xc1")))
no("info-claims", "bot", "also here", pairs(("type", "act"), ("req", 1), ("choice", 0), ("info", b"\xc7\xff\x01")))
no("info-before-nan", "bot", "behind the info a number must be finite again",
   pairs(("type", "act"), ("info", {}), ("req", 1), ("choice", b"\xcb\x7f\xf8" + b"\x00" * 6)))
no("json-info-before-nan", "bot", "the same", '{"type": "act", "info": {"expected": 1}, "req": 1, "choice": NaN}')
no("json-info-beside-nan", "bot", "the same",
   '{"type": "acts", "acts": [{"req": 1, "choice": 0, "info": {"expected": 1}}, {"req": NaN}]}')
no("json-info-nul-in-key", "bot", "also here", '{"type": "act", "req": 1, "choice": 0, "info": {"a\\u0000": 1}}')
no("acts-missing", "bot", "", {"type": "acts"})
no("acts-map", "bot", "", {"type": "acts", "acts": {"req": 1, "choice": 0}})
no("acts-257", "bot", "more than there can be",
   {"type": "acts", "acts": [{"req": i, "choice": 0} for i in range(257)]})
no("acts-of-integers", "bot", "", {"type": "acts", "acts": [1, 2]})
no("acts-second-bad", "bot", "",
   {"type": "acts", "acts": [{"req": 1, "choice": 0}, {"req": 2}]})
no("acts-twice-inside", "bot", "",
   pairs(("type", "acts"), ("acts", b"\x91" + pairs(("req", 1), ("choice", 0), ("req", 1)))))
no("acts-flat", "bot", "an act as acts", {"type": "acts", "req": 1, "choice": 0})
no("protocol-missing", "bot", "", {"type": "hello", "name": "x"})
no("protocol-text", "bot", "", {"type": "hello", "protocol": "1"})
no("protocol-float", "bot", "", {"type": "hello", "protocol": 1.0})
no("protocol-negative", "bot", "", {"type": "hello", "protocol": -1})
no("name-65", "bot", "one byte too long", {**HELLO, "name": "é" * 32 + "a"})
no("name-control", "bot", "", pack({**HELLO, "name": "a\nb"}))
no("name-nul", "bot", "", pack({**HELLO, "name": "a\0"}))
no("name-delete", "bot", "U+007F is a control character", {**HELLO, "name": "a\x7f"})
no("name-c1-control", "bot", "U+0085 is a control character", {**HELLO, "name": "a\u0085"})
no("name-not-utf8", "bot", "", pairs(("type", "hello"), ("protocol", 1), ("name", b"\xa2a\xff")))
no("name-overlong", "bot", "two bytes where one would do",
   pairs(("type", "hello"), ("protocol", 1), ("name", b"\xa2\xc1\x81")))
no("name-surrogate", "bot", "",
   pairs(("type", "hello"), ("protocol", 1), ("name", b"\xa3\xed\xa0\x80")))
no("name-cut-character", "bot", "",
   pairs(("type", "hello"), ("protocol", 1), ("name", b"\xa2\xe2\x82")))
no("name-bin", "bot", "", pairs(("type", "hello"), ("protocol", 1), ("name", b"\xc4\x01a")))
no("name-null", "bot", "", {**HELLO, "name": None})
no("name-twice", "bot", "",
   pairs(("type", "hello"), ("protocol", 1), ("name", "a"), ("name", "b")))
no("language-list", "bot", "", {**HELLO, "language": ["c"]})
no("max-tables-zero", "bot", "", {**HELLO, "max_tables": 0})
no("max-tables-1025", "bot", "", {**HELLO, "max_tables": 1025})
no("batch-zero", "bot", "", {**HELLO, "batch": 0})
no("batch-negative", "bot", "", {**HELLO, "batch": -1})
no("batch-257", "bot", "", {**HELLO, "max_tables": 1024, "batch": 257})
no("batch-over-max-tables", "bot", "", {**HELLO, "max_tables": 8, "batch": 9})
no("batch-alone", "bot", "max_tables is 1 when nothing is said", {**HELLO, "batch": 2})
no("events-integer", "bot", "", {**HELLO, "events": 1})
no("events-text", "bot", "", {**HELLO, "events": "true"})
no("multipart-integer", "bot", "", {**HELLO, "multipart": 1})
no("type-upper-case", "bot", "hello without its type is of another type, this one has none",
   {"Type": "hello", "protocol": 1})

# --- bad, from the arena ----------------------------------------------------------------------

for key in ASK:
    no("ask-no-" + key.replace("_", "-"), "arena", "", without(ASK, key))
for name, change in {
        "hand-order": {"hand": [[2, 2], [1, 0]]}, "hand-twice": {"hand": [[1, 0], [1, 0]]},
        "hand-low-first": {"hand": [[0, 1]]}, "hand-13": {"hand": [[13, 0]]},
        "hand-flat": {"hand": [1, 0]}, "hand-triple": {"hand": [[1, 0, 0]]},
        "counts-short": {"counts": [6]}, "counts-long": {"counts": [6, 6, 6]},
        "counts-negative": {"counts": [6, -1]}, "scores-short": {"scores": [27]},
        "scores-text": {"scores": [27, "34"]}, "scores-large": {"scores": [27, 2**31]},
        "seats-1": {"seats": 1, "counts": [6], "scores": [0]}, "seats-9": {"seats": 9},
        "seat-of-seats": {"seat": 2}, "seat-negative": {"seat": -1}, "leader-2": {"leader": 2},
        "ends-13": {"ends": [13, 0]}, "ends-minus-2": {"ends": [-2, 0]},
        "ends-five": {"ends": [1, 1, 1, 1, 1]}, "round-zero": {"round": 0},
        "req-negative": {"req": -1}, "stock-92": {"stock": 92},
        "lead-next": {"lead": "next"}, "lead-word": {"lead": "dealer"}, "lead-empty": {"lead": ""},
        "lead-number": {"lead": 1}, "lead-null": {"lead": None}, "lead-list": {"lead": ["lots"]},
        "legal-empty": {"legal": []}, "legal-pass": {"legal": [["pass"], ["draw"]]},
        "legal-impossible": {"legal": [["play", 1, 6, 0], ["draw"]]},
        "variant-empty": {"variant": ""}, "variant-33": {"variant": "a" * 33},
        "variant-blank": {"variant": "draw 2"}, "clock-list": {"clock": [1000, 0]},
        "clock-no-bank": {"clock": {"move_ms": 1000}},
        "clock-negative": {"clock": {"move_ms": -1, "bank_ms": 0}},
        "event-word": {"history": [[0, "move", 6, 4, 0]]},
        "event-empty": {"history": [[]]}, "event-number": {"history": [7]},
        "event-text": {"history": ["pass"]},
        "event-seat-8": {"history": [[8, "pass"]]},
        "event-lead-seat-8": {"history": [[8, "lead", 6, 4, 0]]},
        "event-play-seat-8": {"history": [[8, "play", 6, 4, 0]]},
        "event-draw-seat-8": {"history": [[8, "draw", 1]]},
        "event-lot-seat-8": {"history": [[8, "lot", 6, 4]]},
        "event-nobody-plays": {"history": [[-1, "play", 6, 4, 0]]},
        "event-lead-end-1": {"history": [[0, "lead", 6, 4, 1]]},
        "event-lead-down": {"history": [[0, "lead", 6, 6, 0, "down"]]},
        "event-start-seat": {"history": [[0, "start", 5, 2]]},
        "event-start-end": {"history": [[-1, "start", 5, 2, 0]]},
        "event-draw-zero": {"history": [[0, "draw", 0]]},
        "event-draw-face": {"history": [[0, "draw", [5, 5]]]},
        "event-draw-bare": {"history": [[0, "draw"]]},
        "event-play-end-4": {"history": [[0, "play", 6, 4, 4]]},
        "event-play-up": {"history": [[0, "play", 4, 4, 0, "up"]]},
        "event-pass-more": {"history": [[0, "pass", 0]]}}.items():
    no("ask-" + name, "arena", "", {**ASK, **change})
no("asks-empty", "arena", "one at least", {"type": "asks", "asks": []})
no("asks-bad-inside", "arena", "", {"type": "asks", "asks": [{"req": 1}]})
no("asks-no-map", "arena", "", {"type": "asks", "asks": [7]})
no("match-commit-short", "arena", "", {**MATCH, "commit": COMMIT[1:]})
no("match-commit-upper", "arena", "", {**MATCH, "commit": COMMIT.upper()})
no("match-bots-short", "arena", "", {**MATCH, "bots": ["greedy"]})
no("match-bots-empty-name", "arena", "", {**MATCH, "bots": ["greedy", ""]})
no("match-teams-integer", "arena", "", {**MATCH, "teams": 0})
no("match-seat-2", "arena", "", {**MATCH, "seat": 2})
no("match-table-text", "arena", "", {**MATCH, "table": "41"})
no("welcome-no-limits", "arena", "", without(WELCOME, "limits"))
no("welcome-limit-missing", "arena", "", {**WELCOME, "limits": without(LIMITS, "margin_ms")})
no("welcome-variants-list", "arena", "", {**WELCOME, "variants": ["draw-2"]})
for name, key in {"": "pip00", "first-": "players", "last-": "objective"}.items():
    no("welcome-option-" + name + "missing", "arena", "",
       {**WELCOME, "variants": {"draw-2": without(DRAW_2, key)}})
no("welcome-option-twice", "arena", "",
   pairs(*[(k, v if k != "variants" else b"\x81" + pack("draw-2") + b"\xde\x00\x20"
            + pack(DRAW_2)[3:] + pack("objective") + pack("high")) for k, v in WELCOME.items()]))
for name, change in {"word": {"draw_mode": "sometimes"}, "not-for-this": {"lead_next": "seat0"},
                     "range": {"players": 9}, "gap": {"set_max": 7}, "set": {"set_max": 2}, "bool": {"teams": 0},
                     "number": {"hand": "7"}}.items():
    no("welcome-option-" + name, "arena", "",
       {**WELCOME, "variants": {"draw-2": {**DRAW_2, **change}}})
no("welcome-bot-empty", "arena", "", {**WELCOME, "bot": ""})
no("welcome-variant-empty", "arena", "", {**WELCOME, "variants": {"": DRAW_2}})
no("welcome-variant-name", "arena", "", {**WELCOME, "variants": {"Draw 2": DRAW_2}})
no("welcome-variant-twice", "arena", "",
   pairs(*[(k, v if k != "variants" else b"\x82" + (pack("draw-2") + pack(DRAW_2)) * 2)
           for k, v in WELCOME.items()]))
ROUND = {"type": "round", "table": 41, "round": 3, "end": "domino", "by": 0,
         "hands": [[], [[5, 3]]], "points": [8, 0], "scores": [35, 34]}
no("round-zero", "arena", "", {**ROUND, "round": 0})
no("round-end-none", "arena", "", {**ROUND, "end": "none"})
no("round-by-2", "arena", "", {**ROUND, "by": 2})
no("round-hands-short", "arena", "", {**ROUND, "hands": [[]]})
no("round-hands-uneven", "arena", "", {**ROUND, "hands": [[], [], []]})
RESULT = {"type": "result", "table": 41, "places": [1, 2], "scores": [104, 61], "end": "normal",
          "fault_seat": -1}
no("result-end-word", "arena", "", {**RESULT, "end": "won"})
no("result-place-zero", "arena", "", {**RESULT, "places": [0, 1]})
no("result-fault-seat-2", "arena", "", {**RESULT, "fault_seat": 2})
FAULT = {"type": "fault", "table": -1, "code": "timeout", "text": "", "tolerated": False}
no("fault-normal", "arena", "normal is no fault", {**FAULT, "code": "normal"})
no("fault-code-word", "arena", "", {**FAULT, "code": "late"})
no("fault-text-257", "arena", "", {**FAULT, "text": "x" * 257})
no("fault-table-minus-2", "arena", "", {**FAULT, "table": -2})
no("bye-no-reason", "arena", "", {"type": "bye"})
no("bye-reason-list", "arena", "", {"type": "bye", "reason": []})


# --- files ------------------------------------------------------------------------------------

def cases():
    """(file, name, remark, bytes of the message, its form in the file)"""
    for name, side, remark, raw, line in good:
        if raw is not None:
            yield side + ".ok.msgpack.txt", name, remark, raw, raw.hex().encode()
        if line is not None:
            yield side + ".ok.json.txt", name, remark, line.encode(), line.encode()
    for kind, vectors in ("bad", bad), ("dropped", dropped):
        for name, side, remark, form, raw in vectors:
            shown = raw.hex().encode() if form == "msgpack" else raw
            yield "%s.%s.%s.txt" % (side, kind, form), name, remark, raw, shown


def files():
    """Every vector file: name -> bytes."""
    content, seen = {}, set()
    for file, name, remark, _, shown in cases():
        assert (file, name) not in seen and b"\n" not in shown and b"\r" not in shown, name
        seen.add((file, name))
        lines = content.setdefault(file, [b"# See README.md.\n"])
        if remark:
            lines.append(b"# " + remark.encode() + b"\n")
        lines.append(name.encode() + (b" " + shown if shown else b"") + b"\n")
    return {file: b"".join(lines) for file, lines in content.items()}


def raw_files():
    """The bare messages, as seeds for a fuzzer: name -> bytes."""
    return {"%s.%s" % (file[:-4], name): raw for file, name, _, raw, _ in cases()}


def main():
    folder = sys.argv[-1]
    os.makedirs(folder, exist_ok=True)
    for name, content in files().items():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(content)
    print(len(good), "good messages,", len(bad), "bad ones")


if __name__ == "__main__":
    main()
