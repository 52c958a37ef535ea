-- The probe of tests/sdk/test_languages.py in Lua; that file says what it does.

local arena = require "domino_arena"
local json = require "dkjson"

local function tell(...)
  local what = table.pack(...)
  for i = 1, what.n do
    what[i] = what[i] == nil and json.null or what[i]
  end
  what.n = nil
  io.stderr:write("told ", json.encode(what), "\n")
end

local function teller(kind, ...)
  local keys = {...}
  return function(_, message)
    local values = {}
    for i, key in ipairs(keys) do
      values[i] = message[key]
    end
    tell(kind, table.unpack(values))
  end
end

local probes = {
  tell = {
    on_match = teller("match", "table", "variant", "seat", "seats", "teams", "bots", "seed", "commit"),
    on_round = teller("round", "table", "round", "end", "by", "hands", "points", "scores"),
    on_result = teller("result", "table", "places", "scores", "end", "fault_seat"),
    on_fault = teller("fault", "table", "code", "text", "tolerated"),
    choose = function(_, v)
      tell("choose", v.req, v.table, v.variant, v.seat, v.seats, v.seed, v.round, v.scores, v.leader,
        v.lead or "", v.hand, v.ends, v.counts, v.stock, v.drawable, v.drawn, v.history, v.legal,
        {v.clock.move_ms, v.clock.bank_ms}, v.options.target, v.match and v.match.seed)
      return #v.legal
    end,
  },
  action = {
    choose = function(_, view) return view.legal[2] end,
  },
  many = {
    max_tables = 10,
    batch = 5,
    choose_many = function(_, views)
      tell("many", #views)
      local answers = {}
      for i, view in ipairs(views) do
        answers[i] = #view.legal
      end
      return answers
    end,
  },
  info = {
    choose = function(_, view)
      view.info = {expected = -4.125, worlds = 480, depth = 3, text = "6-4 blockt über Sitz 1"}
      return 1
    end,
  },
  rng = {
    choose = function(_, view)
      local rng, numbers = view:rng(), {}
      for i, count in ipairs {2, 7, 10, 183, 1000, 65536} do
        numbers[i] = rng:below(count)
      end
      tell("rng", numbers)
      return 1
    end,
  },
  throw = {
    choose = function() error "the probe broke" end,
  },
  illegal = {
    choose = function(_, view) return #view.legal + 1 end,
  },
  print = {
    choose = function()
      print "noise"
      return 1
    end,
  },
}

local bot = probes[arg[1]]
bot.name, bot.version = "probe", "1"
arena.run(bot)
