"""Plays any legal action by chance, so that what is measured is everything around the choice.

    many.py choose|choose_many BATCH"""
import sys
from random import random

from domino_arena import Bot, run


class One(Bot):
    name = "one"
    batch = int(sys.argv[2])

    def choose(self, view):
        return int(random() * len(view.legal))


class Many(One):
    name = "many"

    def choose_many(self, views):
        return [int(random() * len(view.legal)) for view in views]


run({"choose": One, "choose_many": Many}[sys.argv[1]])
