# Plays any legal action, all equally likely.

require_relative "domino_arena"

class RandomBot < DominoArena::Bot
  def name = "random-ruby"
  def choose(view) = view.rng.below(view.legal.size)
end

DominoArena.run(RandomBot.new)
