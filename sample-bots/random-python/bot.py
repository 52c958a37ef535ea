"""Any legal action will do. The smallest bot there is, and the yardstick for all others."""

from domino_arena import Bot, run


class Random(Bot):
    name = "random-python"

    def choose(self, view):
        return view.rng().below(len(view.legal))


run(Random)
