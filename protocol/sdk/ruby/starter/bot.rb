# A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.

require_relative "domino_arena"

class Mine < DominoArena::Bot
  # TODO 1: write your name into bot.yaml, as `author`.

  # Returns one of view.legal, or its index. It is called only if there are two or more.
  def choose(view)
    # TODO 2: puts view.hand.inspect here, run ./play, and look at the output:
    #         domino-arena replay 1 --stderr
    view.legal.max_by { |action| worth(view, action) }
  end

  # Returns how good an action is. This function decides how strong your bot is.
  def worth(view, action)
    tile = DominoArena.tile_of(action)
    return -1 unless tile # a draw

    # TODO 3: this plays the most pips, like greedy. A double fits only one value:
    #         see DominoArena.double?(tile). Should it go first?
    # TODO 4: after this play, which tiles of view.hand fit the open ends?
    #         view.ends has their values; a play at end e changes ends[e] to pips - ends[e].
    # TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
    # TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
    DominoArena.pips(tile)
  end
end

DominoArena.run(Mine.new)
