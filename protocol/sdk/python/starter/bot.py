"""A bot for Domino Arena. It is legal as it stands; the TODOs make it good."""

from domino_arena import Bot, pips, run, tile_of


class Mine(Bot):
    # TODO 1: say who you are: `author` in bot.yaml.

    def choose(self, view):
        """One of view.legal, or its index. Asked only when there are two or more."""
        # TODO 2: print(view) here, run ./play, and look at what you get:
        #         domino-arena replay 1 --stderr
        return max(view.legal, key=lambda action: self.worth(view, action))

    def worth(self, view, action):
        """How good an action is; this is what makes your bot."""
        tile = tile_of(action)
        if tile is None:  # a draw
            return -1
        # TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
        #         is_double(tile) tells. Should they go first?
        # TODO 4: which values are left in view.hand for the ends that this leaves open?
        #         view.ends has them; a play on end e turns ends[e] into pips(tile) - ends[e].
        # TODO 5: who passed or drew in view.history had none of the values that were open.
        # TODO 6: with view.counts and all tiles seen, what may the others still hold?
        return pips(tile)


if __name__ == "__main__":
    run(Mine)
