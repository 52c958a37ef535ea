-- Plays any legal action, all equally likely.

local arena = require "domino_arena"

local bot = {name = "random-lua"}

function bot:choose(view)
  return view:rng():below(#view.legal) + 1
end

arena.run(bot)
