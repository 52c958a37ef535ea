"""The probe of tests/sdk/test_languages.py in Python; that file says what it does."""

import json
import signal
import sys

from domino_arena import Bot, run


def tell(*what):
    print("told", json.dumps(what), file=sys.stderr, flush=True)


class Probe(Bot):
    name, version = "probe", "1"


class Tell(Probe):
    def choose(self, view):
        tell("choose", view.req, view.table, view.variant, view.seat, view.seats, view.seed,
             view.round, view.scores, view.leader, view.lead, view.hand, view.ends, view.counts, view.stock,
             view.drawable, view.drawn, view.history, view.legal,
             [view.clock["move_ms"], view.clock["bank_ms"]],
             view.options.get("target"), view.match.seed if view.match else None)
        return len(view.legal) - 1

    def on_match(self, m):
        tell("match", m.table, m.variant, m.seat, m.seats, m.teams, m.bots, m.seed, m.commit)

    def on_round(self, r):
        tell("round", r.table, r.round, r.end, r.by, r.hands, r.points, r.scores)

    def on_result(self, r):
        tell("result", r.table, r.places, r.scores, r.end, r.fault_seat)

    def on_fault(self, f):
        tell("fault", f.table, f.code, f.text, f.tolerated)


class Action(Probe):
    def choose(self, view):
        return view.legal[1]


class Many(Probe):
    max_tables, batch = 10, 5

    def choose_many(self, views):
        tell("many", len(views))
        return [len(view.legal) - 1 for view in views]


class Info(Probe):
    def choose(self, view):
        view.info = {"expected": -4.125, "worlds": 480, "depth": 3, "text": "6-4 blockt über Sitz 1"}
        return 0


class Rng(Probe):
    def choose(self, view):
        rng = view.rng()
        tell("rng", [rng.below(n) for n in (2, 7, 10, 183, 1000, 65536)])
        return 0


class Throw(Probe):
    def choose(self, view):
        raise RuntimeError("the probe broke")


class Illegal(Probe):
    def choose(self, view):
        return len(view.legal)


class Wait(Probe):
    def choose(self, view):
        with open("gate") as gate:
            gate.read()
        return 0


class Print(Probe):
    def choose(self, view):
        print("noise")
        return 0


signal.signal(signal.SIGWINCH, lambda *_: None)
run({"tell": Tell, "action": Action, "many": Many, "info": Info, "rng": Rng, "throw": Throw,
     "illegal": Illegal, "wait": Wait, "print": Print}[sys.argv[1]])
