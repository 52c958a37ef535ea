"""What bots do wrong, in which phase, and what it costs: one row for each case.

    mode      a mode of tests/hostile, or of PROGRAMS below
    when      the phase: start (before the hello), welcome, match, the number of an ask, idle
              (certainly on the opponent's turn), answered (right after its first answer), result, bye
    verdict   how both of its matches end; `spawn`: the bot is withdrawn. Two words allow both ends.
              "crash spawn": crash if an ask was outstanding when it died, else spawn; only timing
              decides. "normal protocol": it depends on whether its host survived
    limit_ms  the latest time of the fault, from the start of its match or process
    levels    sandbox levels at which the case is tried; what a level does not bound would hurt the
              machine that runs the test
    besides   faults that the bot may also have, for which no match pays

The other side of every table is an honest bot, which is never charged.
"""
import collections

Case = collections.namedtuple("Case", "mode when verdict limit_ms levels besides", defaults=(5000, "none limits bwrap", ""))
# texts: mode -> words that the text of its fault at the start must have
Group = collections.namedtuple("Group", "name honest limits cases tables transport texts", defaults=(16, "zmq", {}))

MOVE_MS, STARTUP_MS, BANK_MS, IDLE_MOVE_MS = 500, 2000, 10000, 10000
LINE_MOVE_MS = 3000
LIMITED = "limits bwrap"
INSIDE = "bwrap"
LATE = MOVE_MS + 200
IDLE_LATE = IDLE_MOVE_MS + 200 + 15000  # before, the patient bot thinks
DEAD = 1000  # faults that the host notices at once
LOOK = 3000  # faults for which the host looks every two seconds
DEATHS = ("segv", "abort", "crash", "exit", "exit-1")
IN_ASK = ("1", "5")
UNBOUNDED_WITH_SANITIZERS = ("hog-alone", "endless-multipart")  # sanitizers do not work with limits of memory


def at(phases, mode, verdict, *rest, **named):
    return [Case(mode, when, verdict, *rest, **named) for when in phases]


# Programs that cannot be executed; test_chaos.py makes the files.
PROGRAMS = {
    "missing": "./nothing",
    "no-interpreter": "./no-interpreter",
    "not-executable": "./not-executable",
    "folder": "./folder",
}

START = [
    *(Case(mode, "start", "spawn", DEAD) for mode in PROGRAMS),
    *(Case(mode, "start", "spawn", DEAD) for mode in DEATHS),
    *at(["start"], "leave-and-exit", "spawn", DEAD),
    *at(["start"], "orphan", "spawn", DEAD),
    *at(["start"], "no-hello", "spawn", STARTUP_MS),
    *at(["start"], "spin", "spawn", STARTUP_MS),
    *at(["start"], "stop", "spawn", STARTUP_MS),
]

# Wrong hellos, and other messages in place of it: mode -> words that the text of its fault must have.
ODD_HELLOS = {
    "wrong-protocol": "protocol 2",
    "bad-limits": "batch",
    "no-tables": "max_tables",
    "long-name": "language",
}
NO_HELLOS = {
    "first-not-hello": "not hello",
    "req-socket": "DEALER",
    "garbage": "not a MessagePack message",
    "multipart": "one frame",
    "too-large": "at most 65536 are allowed",
    "flood-messages": "not hello",
}
NO_HELLO_LINES = {
    "first-not-hello": "not hello",
    "garbage": "it printed",
    "too-large": "longer than",
    "endless-line": "longer than",
    "say-aloud": "it printed 'thinking ...'",
}


def at_hello(texts):
    return [Case(mode, "start", "spawn", DEAD) for mode in texts]


HELLO = at_hello(ODD_HELLOS) + at_hello(NO_HELLOS)

PROMPT = [
    # A6, A7: the process dies
    *(case for mode in DEATHS for case in at(IN_ASK, mode, "crash", DEAD)),
    *(case for mode in DEATHS for case in at(["result", "bye"], mode, "normal", besides="crash")),
    # A8: the process hangs
    *at(["welcome", "match", *IN_ASK], "silent", "timeout", LATE),
    *at(["match", "5"], "spin", "timeout", LATE),
    *at(["5"], "relay", "timeout", LATE),
    *at(IN_ASK, "stop", "stall", LATE),
    *(case for mode in ("silent", "stop") for case in at(["result", "bye"], mode, "normal", besides="stall")),
    *at(["bye"], "spin", "normal"),
    # A9, A10, A18: the process, or a part of it, does not end
    *at(["bye"], "linger", "normal"),
    *at(["bye"], "leave-when-told", "normal"),
    *at(["match", "bye"], "ignore-signals", "normal"),
    *at([*IN_ASK], "orphan", "crash", DEAD),
    *at(["result", "bye"], "orphan", "normal", besides="crash"),
    *at(["welcome", "match", "5", "result", "bye"], "leave-children", "normal"),
    # B21, B23: its connection ends. The time for an answer is shorter than the wait for its exit
    *(Case(mode, "5", "protocol", LOOK) for mode in ("disconnect", "reconnect", "too-huge")),
    # B23, B24, B27 to B29: bytes that are not a message
    *(Case(mode, "5", "protocol", DEAD)
      for mode in ("garbage", "lengths", "long-array", "truncated", "trailing", "key-twice", "not-a-map", "nan",
                   "nested", "not-utf8", "empty", "multipart", "too-large")),
    *at(["1"], "garbage", "protocol", DEAD),
    *at(["result"], "garbage", "normal", besides="protocol"),
    *at(["bye"], "garbage", "normal"),
    # B30 to B34: answers to asks that do not exist
    *at(IN_ASK, "strays", "protocol", DEAD),
    *at(IN_ASK, "few-strays", "normal"),
    *at(["welcome", "match"], "few-strays", "normal"),
    *at(["5"], "replay", "normal"),
    *at(["5"], "replay-often", "protocol", DEAD),
    *at(["5"], "act-twice", "normal"),
    *at(["5"], "act-early", "normal"),
    *at(["5"], "second-hello", "protocol", DEAD),
    *at(["5"], "unknown-type", "normal"),
    *at(["5"], "odd-type", "timeout", LATE),
    *at(["5"], "unknown-key", "normal"),
    *at(IN_ASK, "late", "timeout", LATE),
    *at(IN_ASK, "repeat-late", "timeout", LATE, besides="protocol"),
    # B35, B36: choices that do not exist
    *at(IN_ASK, "illegal", "illegal", DEAD),
    *(Case(mode, "5", "illegal", DEAD) for mode in ("negative", "illegal-action", "draw-anyway")),
    *(Case(mode, "5", "protocol", DEAD) for mode in ("both", "neither", "float", "text-choice",
                                                     "wide-choice", "pass-anyway")),
]

GENEROUS = [
    # A6 to A8 before its first ask
    *(case for mode in DEATHS for case in at(["welcome", "match"], mode, "crash spawn", DEAD)),
    *at(["match"], "garbage", "protocol", DEAD),
    *at(["match"], "strays", "protocol", DEAD),
    *at(["welcome", "match"], "stop", "stall spawn", LOOK),
    *at(IN_ASK, "stop", "stall", LOOK),
    # A11 to A13, A15: it takes all resources that it can get
    *(case for mode in ("hog-memory", "hog-processes", "hog-threads", "fork-bomb", "fill-disk")
      for case in at(["5"], mode, "resource", LOOK, LIMITED)),
    *at(["match"], "hog-memory", "resource", LOOK, LIMITED),
    *at(["match"], "fork-bomb", "resource", LOOK, LIMITED),
    *at(["bye"], "hog-memory", "normal", 0, LIMITED),
    *at(["bye"], "fork-bomb", "normal", 0, LIMITED),
    *at(["5"], "hog-alone", "crash", LOOK, LIMITED),
    *at(["5"], "hog-memfd", "normal", 0, LIMITED),  # refused, because such memory cannot be counted
    *at(["5"], "hog-descriptors", "normal", 0, LIMITED),
    *at(["5"], "hog-shm", "normal", 0, INSIDE),
    *at(["5"], "hog-tmp", "normal", 0, INSIDE),
    *at(["5", "bye"], "closed-folder", "normal"),
    *at(["5"], "deep-folder", "normal"),
    # A16, A17: it prints much, or closes its output
    *at(["match", "5", "bye"], "flood-stderr", "normal"),
    *at(["5"], "flood-stdout", "normal"),
    *at(["5"], "close-output", "normal"),
    # B20 to B26, B39: misuse of its socket
    *(case for mode in ("disconnect", "reconnect", "too-huge") for case in at(["5"], mode, "protocol", LOOK)),
    *at(["bye"], "reconnect", "normal"),
    *at(["bye"], "too-huge", "normal"),
    *at(["5"], "random-connections", "normal"),
    *at(["5"], "half-handshakes", "normal"),
    *at(["5"], "greetings", "normal"),
    *at(["5"], "flood-connections", "normal protocol"),
    *at(["5"], "impersonate", "normal"),
    *at(["5"], "wrong-token", "normal"),
    *at(["5"], "endless-multipart", "normal protocol", LOOK),
    *at(["5"], "huge-frame", "normal"),
    *at(["5"], "partial-frame", "normal"),
    *at(["5"], "drip", "normal"),
    *at(["5"], "flood-messages", "protocol", LOOK),
    *at(["5"], "flood-for-ever", "protocol", LOOK),
]

IDLE = [
    # On the opponent's turn it has no outstanding ask. There a few crashes are free; other faults cost the match
    *(case for mode in (*DEATHS, "orphan") for case in at(["idle"], mode, "normal crash", IDLE_LATE, besides="crash")),
    *(case for mode in ("garbage", "strays", "disconnect", "reconnect", "too-huge")
      for case in at(["answered"], mode, "protocol", IDLE_LATE)),
    *at(["answered"], "stop", "stall", IDLE_LATE),
    *at(["idle"], "few-strays", "normal"),
    *(case for mode in ("silent", "spin") for case in at(["idle"], mode, "timeout", IDLE_LATE)),
]

# The same over stdio, and faults that only lines and pipes allow.
LINES = [
    *(case for mode in DEATHS for case in at(["start"], mode, "spawn", DEAD)),
    *at_hello(NO_HELLO_LINES),
    *(case for mode in DEATHS for case in at(["5"], mode, "crash", DEAD)),
    *at(["5"], "orphan", "crash", DEAD),
    *at(["5"], "leave-children", "normal"),
    *at(["bye"], "linger", "normal"),
    *at(["5"], "silent", "timeout", LINE_MOVE_MS),
    *at(["5"], "illegal", "illegal", DEAD),
    *(Case(mode, "5", "protocol", DEAD)
      for mode in ("garbage", "truncated", "trailing", "two-in-a-line", "key-twice-json", "not-utf8-json", "nested-json",
                   "byte-order-mark", "nan", "float", "too-large", "endless-line", "say-aloud", "strays")),
    *at(["5"], "half-line", "timeout", LINE_MOVE_MS),
    *at(["5"], "blank-lines", "timeout", LINE_MOVE_MS),
    *at(["5"], "empty", "timeout", LINE_MOVE_MS),  # an empty line is ignored, so no answer came
    *at(["5"], "flood-stderr", "normal"),
    *at(["5"], "close-input", "timeout", LINE_MOVE_MS),
    *at(["5"], "disconnect", "protocol", LOOK),
]
# mode -> words that one of its processes logs if everything went as intended.
LOGS = {
    "half-handshakes": "all closed",
    "greetings": "all closed",
    "wrong-token": "refused",
    "leave-when-told": "SIGTERM",
}

GROUPS = [
    Group("start", "greedy", f"{{startup_ms: {STARTUP_MS}}}", START),
    Group("hello", "greedy", "{startup_ms: 60000}", HELLO, texts={**ODD_HELLOS, **NO_HELLOS}),
    Group("prompt", "greedy", f"{{move_ms: {MOVE_MS}, margin_ms: 200, startup_ms: 20000}}", PROMPT),
    Group("generous", "greedy", f"{{move_ms: {MOVE_MS}, bank_ms: {BANK_MS}, memory_mb: 250, processes: 20, "
                                "startup_ms: 20000}", GENEROUS),
    Group("idle", "patient", f"{{move_ms: {IDLE_MOVE_MS}, margin_ms: 200, startup_ms: 20000}}", IDLE, 32),
    Group("lines", "greedy", f"{{move_ms: {LINE_MOVE_MS}, margin_ms: 200, startup_ms: 20000}}", LINES, 16, "stdio",
          NO_HELLO_LINES),
]
