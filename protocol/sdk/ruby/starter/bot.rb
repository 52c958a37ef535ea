# A bot for Domino Arena. It is legal as it stands; the TODOs make it good.

require_relative "domino_arena"

class Mine < DominoArena::Bot
  # TODO 1: say who you are: `author` in bot.yaml.

  # One of view.legal, or its index. Asked only when there are two or more.
  def choose(view)
    # TODO 2: puts view.hand.inspect here, run ./play, and look at what you get:
    #         domino-arena replay 1 --stderr
    view.legal.max_by { |action| worth(view, action) }
  end

  # How good an action is; this is what makes your bot.
  def worth(view, action)
    tile = DominoArena.tile_of(action)
    return -1 unless tile # a draw

    # TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
    #         DominoArena.double?(tile) tells. Should they go first?
    # TODO 4: which values are left in view.hand for the ends that this leaves open?
    #         view.ends has them; a play on end e turns ends[e] into pips - ends[e].
    # TODO 5: who passed or drew in view.history had none of the values that were open.
    # TODO 6: with view.counts and all tiles seen, what may the others still hold?
    DominoArena.pips(tile)
  end
end

DominoArena.run(Mine.new)
