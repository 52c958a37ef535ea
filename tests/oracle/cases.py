"""Plays the positions of tests/data/*.case by the referee's rules. tests/data/README.md describes the format.

    cases.py    reads lines such as `3 2 block-2 | ends 4,1 | hand 4-1,6-1 / 2-1 | last 1`: there are 3 sequences of 2 actions
                from the position. Prints those that do not hold, and then ends with status 1
"""

import sys
from pathlib import Path

import rules
import selfplay
from variants import NAMED

FOLDER = Path(__file__).resolve().parents[1] / "data"


def tile(text):
    return tuple(map(int, text.split("-")))


def tiles(text):
    return [tile(one) for one in text.split(",") if one]


def action(text):
    """Returns an action: "6-6@0v" is ("play", 6, 6, 0, "down")."""
    if "@" not in text:
        return (text,)
    played, _, end = text.partition("@")
    return ("play",) + tile(played) + (int(end.rstrip("v")),) + (("down",) if end.endswith("v") else ())


def options(words, shorts):
    """Returns the options of `VARIANT SETTING...`, where a short name stands for both."""
    name, *settings = words
    found = dict(shorts[name] if name in shorts else NAMED[name])
    for setting in settings:
        option, _, value = setting.partition("=")
        kind = type(rules.DEFAULTS[option])
        found[option] = value == "true" if kind is bool else kind(value)
    return found


def read(path):
    """Yields (title, first line with its fields, later lines, short names) of each case; a line is (word, rest)."""
    shorts, title, lines = {}, None, []
    for line in path.read_text().splitlines() + ["case"]:
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if word == "case":
            if title:
                yield title, lines[0], lines[1:], shorts
            title, lines = rest, []
        elif word == "short":
            name, _, variant = rest.partition(" = ")
            shorts[name] = options(variant.split(), shorts)
        elif word:
            lines.append((word, rest.strip()))


def fields_of(text):
    """Returns the words of the variant, and the fields by their names."""
    head, *fields = [part.strip() for part in text.split("|")]
    return head.split(), dict(field.partition(" ")[::2] for field in fields)


def begin(kind, text, shorts):
    """Returns a Round at the beginning, or in the middle as the fields say."""
    words, fields = fields_of(text)
    o = options(words, shorts)
    hands = [tiles(hand.strip()) for hand in fields.get("hand", "").split("/")]
    hands += [[] for _ in range(o["players"] - len(hands))]
    orders = [tiles(fields.get("stock", ""))] * o["players"]
    start = tile(fields["start"]) if "start" in fields else None
    leader, must = int(fields.get("leader", 0)), tile(fields["must"]) if "must" in fields else None
    if kind == "deal":
        return dealt(o, hands, orders, start, leader)
    play = rules.Round(dict(o, opening_draw="none", end_rule="all_stuck"), hands, orders, None, leader, must)
    play.options = o
    ends = fields.get("ends", "-")
    play.ends = [] if ends == "-" else [-1 if end == "x" else int(end) for end in ends.split(",")]
    play.turn, play.drawn = int(fields.get("turn", 0)), int(fields.get("drawn", 0))
    play.last = int(fields.get("last", "-").replace("-", "-1"))
    play.costly = [int(count) for count in fields["paid"].split(",")] if "paid" in fields else play.costly
    return play


def dealt(o, hands, orders, start, leader):
    must, rule = None, o["lead_first"]
    if rules.leader_after_opening(o, rule):
        leader = None
    elif rule in rules.DOUBLE_RULES:
        leader, must = rules.lead_by_hands(o, rule, hands)
    return rules.Round(o, hands, orders, start, leader, must, rule)


def state_of(play):
    return (play.options, play.ends, play.seat(), play.drawn, play.last, play.hands, sorted(play.stock))


class Case:
    """What a line of a case expects and finds, for each of its words."""

    def __init__(self, first, shorts):
        self.play, self.shorts, self.drawn = begin(*first, shorts), shorts, None

    def result(self):
        return rules.settle_round(self.play)

    def do(self, rest):
        for one in map(action, rest.split()):
            legal = self.play.legal()
            if one not in legal:
                return one, legal
            self.drawn = self.play.apply(one)
        return True, True

    def legal(self, rest):
        return ([] if rest == "-" else [action(one) for one in rest.split()]), self.play.legal()

    def illegal(self, rest):
        return [], [one for one in map(action, rest.split()) if one in self.play.legal()]

    def turn(self, rest):
        return int(rest), self.play.seat()

    def drew(self, rest):
        return tile(rest), self.drawn

    def end(self, rest):
        how, _, by = rest.partition(" by ")
        found = (self.play.end, self.play.by) if self.play.end else (None, -1)
        return (None if how == "none" else how, int(by) if by and by != "-" else -1), found

    def pips(self, rest):
        return [int(value) for value in rest.split()], self.result().pips

    def points(self, rest):
        return [int(value) for value in rest.split()], self.result().points

    def winner(self, rest):
        return None if rest == "-" else int(rest), self.result().winner

    def tied(self, rest):
        return ([] if rest == "-" else [int(seat) for seat in rest.split()]), self.result().tied

    def state(self, rest):
        return state_of(begin("position", rest, self.shorts)), state_of(self.play)


def problems(folder=FOLDER):
    """Returns a line for each case that does not hold, and the number of cases."""
    found, count = [], 0
    for path in sorted(folder.glob("*.case")):
        for title, first, lines, shorts in read(path):
            count += 1
            case = Case(first, shorts)
            for word, rest in lines:
                expected, got = getattr(case, word)(rest)
                if expected != got:
                    found.append("%s: %s: %s: expected %r, found %r" % (path.name, title, word, expected, got))
                    break
    return found, count


def wrong_counts(lines):
    """Prints each `SEQUENCES ACTIONS POSITION` that does not hold, and returns whether there was one."""
    is_wrong = False
    for line in lines:
        sequences, actions, position = line.split(maxsplit=2)
        found = selfplay.count_sequences(begin("position", position.strip(), {}), int(actions))
        if found != int(sequences):
            print(f"there are {found}: {line}", end="", file=sys.stderr)
            is_wrong = True
    return is_wrong


if __name__ == "__main__":
    sys.exit(wrong_counts(sys.stdin))
