"""What bots do wrong, when, and who pays: one row a case.

    mode      of sample-bots/hostile, or of PROGRAMS below
    when      its phase: start (before the hello), welcome, match, an ask by number, idle
              (on the other's turn), result, bye
    verdict   how both of its matches end; `spawn`: it is withdrawn. More than one word: whether
              an ask was under way when it died decides. "normal": it is charged with nothing
    limit_ms  of the fault, from the start of its match or process
    levels    where it is tried: what no level below bounds would hit the machine that tests

The other side of every table is honest and is never charged.
"""
import collections

Case = collections.namedtuple("Case", "mode when verdict limit_ms levels", defaults=(5000, "none limits bwrap"))
Group = collections.namedtuple("Group", "name honest limits cases")

MOVE_MS, STARTUP_MS, BANK_MS, IDLE_MOVE_MS = 500, 2000, 10000, 3000
LIMITED = "limits bwrap"
INSIDE = "bwrap"
LATE = MOVE_MS + 200
IDLE_LATE = IDLE_MOVE_MS + 200 + 5000  # the patient bot thinks four times a second before
DEAD = 1000
IN_ASK = ("1", "5")
UNBOUNDED_WITH_SANITIZERS = ("hog-alone", "endless-multipart")  # these know no limits of memory


def at(phases, mode, verdict, *rest):
    return [Case(mode, when, verdict, *rest) for when in phases]


# Programs that are none; test_chaos.py makes the files.
PROGRAMS = {
    "missing": "./nothing",
    "no-interpreter": "./no-interpreter",
    "not-executable": "./not-executable",
    "folder": "./folder",
}

START = [
    *(Case(mode, "start", "spawn", DEAD) for mode in PROGRAMS),
    *at(["start"], "exit", "spawn", DEAD),
    *at(["start"], "exit-1", "spawn", DEAD),
    *at(["start"], "segv", "spawn", DEAD),
    *at(["start"], "abort", "spawn", DEAD),
    *at(["start"], "crash", "spawn", DEAD),
    *at(["start"], "orphan", "spawn", DEAD),
    *at(["start"], "no-hello", "spawn", STARTUP_MS),
    *at(["start"], "spin", "spawn", STARTUP_MS),
    *at(["start"], "stop", "spawn", STARTUP_MS),
    *at(["start"], "first-not-hello", "spawn", STARTUP_MS),
    *at(["start"], "wrong-protocol", "spawn", STARTUP_MS),
    *at(["start"], "bad-limits", "spawn", STARTUP_MS),
    *at(["start"], "no-tables", "spawn", STARTUP_MS),
    *at(["start"], "long-name", "spawn", STARTUP_MS),
    *at(["start"], "req-socket", "spawn", STARTUP_MS),
]

PROMPT = [
    # A6, A7: it dies
    *(case for mode in ("segv", "abort", "crash", "exit", "exit-1")
      for case in at(IN_ASK, mode, "crash", DEAD)),
    *(case for mode in ("segv", "exit", "exit-1")
      for case in at(["welcome", "match"], mode, "crash spawn timeout", DEAD)),
    *(case for mode in ("segv", "crash", "exit", "exit-1")
      for case in at(["result", "bye"], mode, "normal")),
    # A8: it hangs
    *at(IN_ASK, "silent", "timeout", LATE),
    *at(IN_ASK, "spin", "timeout", LATE),
    *at(IN_ASK, "stop", "stall timeout", LATE),
    *at(["match"], "silent", "timeout", LATE),
    *at(["result", "bye"], "stop", "normal"),
    # A9, A10, A18: it does not go, or not all of it
    *at(["bye"], "linger", "normal"),
    *at(["match"], "ignore-signals", "normal"),
    *at(["5"], "orphan", "crash", DEAD),
    *at(["match", "bye"], "leave-children", "normal"),
    # B27 to B29: bytes that are no message
    *(Case(mode, when, "protocol", DEAD)
      for mode in ("garbage", "lengths", "truncated", "trailing", "key-twice", "not-a-map",
                   "nan", "nested", "empty", "multipart", "too-large")
      for when in ("5",)),
    *at(["1"], "garbage", "protocol", DEAD),
    *at(["5"], "not-utf8", "protocol timeout", LATE),
    *at(["match"], "garbage", "protocol spawn", DEAD),
    # B30 to B34: answers to what was not asked
    *at(IN_ASK, "strays", "protocol", DEAD),
    *at(["5"], "few-strays", "normal"),
    *at(["5"], "act-twice", "normal"),
    *at(["5"], "act-early", "normal"),
    *at(["5"], "second-hello", "protocol", DEAD),
    *at(["5"], "unknown-type", "normal"),
    *at(["5"], "unknown-key", "normal"),
    *at(["5"], "late", "timeout", LATE),
    *at(["5"], "repeat-late", "protocol timeout", LATE),
    # B35, B36: choices that are none
    *at(IN_ASK, "illegal", "illegal", DEAD),
    *(Case(mode, "5", "illegal", DEAD) for mode in ("negative", "illegal-action",
                                                  "draw-anyway")),
    *(Case(mode, "5", "protocol", DEAD) for mode in ("both", "neither", "float", "text-choice",
                                                   "wide-choice", "pass-anyway")),
]

GENEROUS = [
    # A11 to A13, A15: it takes what it can get
    *at(["5"], "hog-memory", "resource", 2000, LIMITED),
    *at(["5"], "hog-alone", "crash resource", 2000, LIMITED),
    *at(["5"], "hog-memfd", "resource", 2000, LIMITED),
    *at(["5"], "hog-processes", "resource", 2000, LIMITED),
    *at(["5"], "hog-threads", "resource", 2000, LIMITED),
    *at(["5"], "fork-bomb", "resource", 2000, LIMITED),
    *at(["5"], "fill-disk", "resource", 2000, LIMITED),
    *at(["5"], "hog-descriptors", "normal", 0, LIMITED),
    *at(["5"], "hog-shm", "normal", 0, INSIDE),
    *at(["5"], "hog-tmp", "normal", 0, INSIDE),
    *at(["5"], "closed-folder", "normal"),
    # A16, A17: it prints, or closes what it could print to
    *at(["5"], "flood-stderr", "normal"),
    *at(["5"], "close-output", "normal"),
    # B20 to B26, B39: what it does to its socket
    *at(["5"], "disconnect", "protocol", 2000),
    *at(["5"], "random-connections", "normal"),
    *at(["5"], "half-handshakes", "normal"),
    *at(["5"], "greetings", "normal"),
    *at(["5"], "flood-connections", "normal protocol"),
    *at(["5"], "impersonate", "normal"),
    *at(["5"], "endless-multipart", "normal protocol", 2000),
    *at(["5"], "huge-frame", "normal"),
    *at(["5"], "partial-frame", "normal"),
    *at(["5"], "flood-messages", "protocol", 2000),
    *at(["5"], "flood-for-ever", "protocol", 2000),
]

IDLE = [
    # A6, A8, A14 on the other's turn: it owes nothing, so it pays nothing, but for being late
    # with the next answer
    *(case for mode in ("segv", "crash", "exit", "exit-1") for case in at(["idle"], mode, "normal")),
    *at(["idle"], "stop", "stall timeout normal", IDLE_LATE),
    *at(["idle"], "silent", "timeout", IDLE_LATE),
    *at(["idle"], "garbage", "protocol normal", DEAD),
    *at(["idle"], "illegal", "protocol normal", DEAD),
]

GROUPS = [
    Group("start", "greedy", f"{{startup_ms: {STARTUP_MS}}}", START),
    Group("prompt", "greedy", f"{{move_ms: {MOVE_MS}, margin_ms: 200, startup_ms: 20000}}", PROMPT),
    Group("generous", "greedy", f"{{move_ms: {MOVE_MS}, bank_ms: {BANK_MS}, memory_mb: 250, processes: 20, "
                                "startup_ms: 20000}", GENEROUS),
    Group("idle", "patient", f"{{move_ms: {IDLE_MOVE_MS}, margin_ms: 200, startup_ms: 20000}}", IDLE),
]
