"""A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong."""

from domino_arena import Bot, pips, run, tile_of


class Mine(Bot):
    # TODO 1: write your name into bot.yaml, as `author`.

    def choose(self, view):
        """Returns one of view.legal, or its index. It is called only if there are two or more."""
        # TODO 2: print(view) here, run ./play, and look at the output:
        #         domino-arena replay 1 --stderr
        return max(view.legal, key=lambda action: self.worth(view, action))

    def worth(self, view, action):
        """Returns how good an action is. This function decides how strong your bot is."""
        tile = tile_of(action)
        if tile is None:  # a draw
            return -1
        # TODO 3: this plays the most pips, like greedy. A double fits only one value:
        #         see is_double(tile). Should it go first?
        # TODO 4: after this play, which tiles of view.hand fit the open ends?
        #         view.ends has their values; a play at end e changes ends[e] to pips(tile) - ends[e].
        # TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
        # TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
        return pips(tile)


if __name__ == "__main__":
    run(Mine)
