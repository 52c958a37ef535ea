"""Perfect-information Monte Carlo in Python: what is each action worth if everybody sees all tiles?

The idea is that of pimc, whose page (../pimc/pimc.c) says what such a bot does not know. Here libdomino does the
work: it draws worlds, which are deals that agree with the view, sets one game to each of them, and solves
them in one call. Where a world is too large to be solved, and while tiles may be drawn, one random round is
played after each action instead. The bot chooses the action with the largest sum.

    bot.py [--move-ms N | --worlds N]    20 ms of processor time for an ask, or a fixed number of worlds

It needs numpy.
"""
import argparse
import time
import zlib

import numpy as np
from domino_arena import Bot, run
from domino_env import DominoVec, layout_of

GAMES = 16  # worlds that are looked at together
POSITIONS = 4000  # a world with more is too large to be solved
MOVES_PER_BANK = 40  # what is left of a bank is meant to last for so many moves


class Search:
    """Looks at worlds of one variant."""

    def __init__(self, options):
        self.layout = layout_of(options)
        self.view = DominoVec(options, 1)
        self.worlds = DominoVec(options, GAMES)

    def sum_of_values(self, view, seed, count=GAMES):
        """Returns what each action number is worth to the seat on turn, summed over `count` worlds."""
        row, totals = self.layout.row_of(view), self.layout.totals_of(view)
        lead = self.layout.lead_of(view)
        worlds, found = self.view.sample_worlds([row], [totals], [lead], GAMES, seed)
        is_there = np.arange(GAMES) < min(count, found[0])
        self.worlds.set_state(np.tile(row, (GAMES, 1)), np.tile(totals, (GAMES, 1)), worlds[0],
                              np.full(GAMES, lead), where=is_there)
        solved = np.zeros(GAMES, bool)
        if view.drawable == 0:
            values, solved = self.worlds.solve(POSITIONS, where=is_there)
            solved &= is_there
        if (is_there & ~solved).any():
            played = self.worlds.playouts(1, seed, where=is_there & ~solved)
            values = played if not solved.any() else np.where(solved[:, None], values, played)
        return values[is_there].sum(axis=0)


class Pimc(Bot):
    name = "pimc-python"
    version = "1"

    def __init__(self, move_ms, worlds):
        self.move_ms, self.worlds = move_ms, worlds
        self.search = {}  # by variant

    def batches(self, clock):
        """Yields how many worlds to look at together, until the time or the worlds are used up."""
        if self.worlds:
            for done in range(0, self.worlds, GAMES):
                yield min(GAMES, self.worlds - done)
            return
        # A fifth of the time for the move is left for messages and for a machine that is busy with others.
        wall_s = (0.8 * clock["move_ms"] + clock["bank_ms"] / MOVES_PER_BANK) / 1000
        wall_end = time.perf_counter() + wall_s
        cpu_end = time.thread_time() + min(self.move_ms / 1000, wall_s)
        longest = 0
        while time.thread_time() + longest < cpu_end and time.perf_counter() + longest < wall_end:
            start = time.thread_time()
            yield GAMES
            longest = max(longest, time.thread_time() - start)

    def choose(self, view):
        if view.variant not in self.search:
            self.search[view.variant] = Search(view.options)
        search = self.search[view.variant]
        numbers = [search.layout.number_of(action) for action in view.legal]
        seed = zlib.crc32(repr((view.round, view.scores, view.hand, view.history)).encode())
        total = np.zeros(len(numbers))
        for turn, count in enumerate(self.batches(view.clock)):
            total += search.sum_of_values(view, seed + turn, count)[numbers]
        return int(total.argmax())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--move-ms", type=int, default=20, help="processor time for an ask (default 20)")
    limit.add_argument("--worlds", type=int, help="look at so many worlds, however long that takes")
    args = parser.parse_args()
    run(Pimc(args.move_ms, args.worlds))


if __name__ == "__main__":
    main()
