"""Plays any legal action, all equally likely. This is the smallest bot."""

from domino_arena import Bot, run


class Random(Bot):
    name = "random-python"

    def choose(self, view):
        return view.rng().below(len(view.legal))


run(Random)
