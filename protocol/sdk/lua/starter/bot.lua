-- A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
local arena = require "domino_arena"

-- TODO 1: say who you are: `author` in bot.yaml.
local bot = {}

-- How good an action is; this is what makes your bot.
local function worth(view, action)
  local tile = arena.tile_of(action)
  if not tile then -- a draw
    return -1
  end
  -- TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
  --         arena.is_double(tile) tells. Should they go first?
  -- TODO 4: which values are left in view.hand for the ends that this leaves open?
  --         view.ends has them; a play on end e turns ends[e + 1] into pips - ends[e + 1].
  -- TODO 5: who passed or drew in view.history had none of the values that were open.
  -- TODO 6: with view.counts and all tiles seen, what may the others still hold?
  return arena.pips(tile)
end

-- One of view.legal, or its index, from 1. Asked only when there are two or more.
function bot:choose(view)
  -- TODO 2: write something to io.stderr here, run ./play, and look at it:
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
