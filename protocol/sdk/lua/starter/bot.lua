-- A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.
local arena = require "domino_arena"

-- TODO 1: write your name into bot.yaml, as `author`.
local bot = {}

-- Returns how good an action is. This function decides how strong your bot is.
local function worth(view, action)
  local tile = arena.tile_of(action)
  if not tile then -- a draw
    return -1
  end
  -- TODO 3: this plays the most pips, like greedy. A double fits only one value:
  --         see arena.is_double(tile). Should it go first?
  -- TODO 4: after this play, which tiles of view.hand fit the open ends?
  --         view.ends has their values; a play at end e changes ends[e + 1] to pips - ends[e + 1].
  -- TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
  -- TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
  return arena.pips(tile)
end

-- Returns one of view.legal, or its index, from 1. It is called only if there are two or more.
function bot:choose(view)
  -- TODO 2: write something to io.stderr here, run ./play, and look at the output:
  --         domino-arena replay 1 --stderr
  local best = 1
  for i, action in ipairs(view.legal) do
    if worth(view, action) > worth(view, view.legal[best]) then
      best = i
    end
  end
  return best
end

arena.run(bot)
