"""Plays the last legal action, so that what is measured is everything around the choice.

    many.py choose|choose_many BATCH"""
import sys

from domino_arena import Bot, run


class Last(Bot):
    name = "last"
    batch = int(sys.argv[2])

    def choose(self, view):
        return len(view.legal) - 1


class LastOfMany(Last):
    name = "last-of-many"

    def choose_many(self, views):
        return [len(view.legal) - 1 for view in views]


run({"choose": Last, "choose_many": LastOfMany}[sys.argv[1]])
