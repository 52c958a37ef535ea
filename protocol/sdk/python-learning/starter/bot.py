"""Plays what train.py has learned: of the legal actions the one with the highest score."""

import os
import sys

import numpy as np
from domino_arena import Bot, run
from domino_env import layout_of
from features import NAMES, Policy

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.npy")

# TODO 1: write your name into bot.yaml, as `author`.


class Learned(Bot):
    name = "@NAME@"
    batch = 256

    def __init__(self):
        self.policies = {}  # per layout
        self.weights = np.zeros(len(NAMES), np.float32)
        if os.path.exists(WEIGHTS):
            self.weights = np.load(WEIGHTS)
        else:
            print("bot.py: there is no weights.npy yet; ./train.py makes it", file=sys.stderr)

    def choose_many(self, views):
        """Decides all views that have arrived, those of one variant in one call."""
        answers = {}
        for layout in dict.fromkeys(layout_of(view.options) for view in views):
            those = [view for view in views if layout_of(view.options) is layout]
            numbers = self.best(layout, those)
            answers.update(zip(map(id, those), map(layout.action_of, numbers)))
        return [answers[id(view)] for view in views]

    def best(self, layout, views):
        """Returns for each view the number of the best action."""
        if layout not in self.policies:
            self.policies[layout] = Policy(layout, self.weights)
        rows = np.stack([layout.row_of(view) for view in views])
        masks = np.stack([layout.mask_of(view) for view in views])
        totals = np.stack([layout.totals_of(view) for view in views])
        return self.policies[layout](rows, totals, masks)


if __name__ == "__main__":
    run(Learned)
