-- Write a bot for Domino Arena in Lua: one file, to be copied next to your bot.
--
--     local arena = require "domino_arena"
--
--     arena.run(function(view) return view:rng():below(#view.legal) + 1 end)
--
-- A bot is asked only when it has two or more legal actions. It answers with an index into
-- view.legal, which counts from 1 as tables in Lua do, or with one of the actions in it. Every ask
-- carries the whole view of the seat, so a bot needs no memory of its own. A bot with memory keeps it
-- per table.
--
-- A tile is {high, low}. An action is {"play", high, low, end}, {"play", high, low, end, "down"} for a
-- double played face down, or {"draw"}. Seats and ends have the numbers of the protocol, from 0: the
-- value of end e is view.ends[e + 1].
--
-- Needs Lua 5.3 with 64-bit integers, and dkjson (Debian: lua-dkjson). Speaks only stdio.

local json = require "dkjson"

local arena = {}

local PROTOCOL = 1

-- Helpers ------------------------------------------------------------------------------------------

-- The sum of both halves.
function arena.pips(tile)
  return tile[1] + tile[2]
end

function arena.is_double(tile)
  return tile[1] == tile[2]
end

-- The tile that an action plays, nil for a draw.
function arena.tile_of(action)
  return action[1] == "play" and {action[2], action[3]} or nil
end

-- A small random generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014).
local Rng = {}
Rng.__index = Rng

local function new_rng(...)
  local rng = setmetatable({state = 0}, Rng)
  for _, number in ipairs {...} do
    rng.state = rng.state ~ number
    rng.state = rng:bits()
  end
  return rng
end

-- 64 random bits; the highest one is the sign.
function Rng:bits()
  self.state = self.state + 0x9e3779b97f4a7c15
  local z = self.state
  z = (z ~ z >> 30) * 0xbf58476d1ce4e5b9
  z = (z ~ z >> 27) * 0x94d049bb133111eb
  return z ~ z >> 31
end

-- A number from 0 to count - 1, all equally likely.
function Rng:below(count)
  local surplus = (math.maxinteger % count * 2 + 2) % count -- 2^64 mod count: smaller words are skipped
  local bits = self:bits()
  while math.ult(bits, surplus) do
    bits = self:bits()
  end
  return ((bits >> 1) % count * 2 + (bits & 1)) % count
end

-- What one seat knows when it has to choose: all fields of the ask, and in addition `options` (the
-- options of this variant) and `match` (the match message of this table). A bot may set `info` to say
-- what it thinks about its answer: view.info = {expected = 4.5, worlds = 480, depth = 3, text = "so"}.
local View = {}
View.__index = View

function arena.view(fields)
  return setmetatable(fields, View)
end

-- Randomness without state: the same position of the same match gives the same numbers. `drawn` is
-- part of the seed because all draws of one turn are a single event of the history.
function View:rng()
  return new_rng(self.seed, self.round, #self.history, self.drawn)
end

function View:__tostring()
  return json.encode(self, {indent = false})
end

-- What a bot is made of ----------------------------------------------------------------------------

local defaults = {
  name = "", -- a label, at most 64 bytes
  version = "0",
  max_tables = 1024, -- how many tables may be open; 1 if the bot can only think about one match
  batch = 64, -- the most views in one call of choose_many
}

-- Return an index into view.legal, or one of the actions in it.
function defaults:choose()
  error("the bot has no function choose(self, view)")
end

-- Prints the position of a mistake. The error follows it, so that it is the end of the output.
local function explain(view)
  io.stderr:write("in this position:\n", tostring(view), "\n")
end

-- Return one answer per view. Override this to decide many views in one call.
function defaults:choose_many(views)
  local answers = {}
  for i, view in ipairs(views) do
    local ok, answer = xpcall(self.choose, debug.traceback, self, view)
    if not ok then
      explain(view)
      error(answer, 0)
    end
    answers[i] = answer
  end
  return answers
end

function defaults:on_match() end -- a seat at a table: table, variant, seat, seats, teams, bots, seed, commit
function defaults:on_result() end -- a match is over: table, places, scores, end, fault_seat

-- The arena found a fault of this bot: table (-1 if none), code, text, tolerated.
function defaults:on_fault(fault)
  io.stderr:write(string.format("fault at table %d: %s: %s\n", fault.table, fault.code, fault.text))
end

local function complete(bot)
  if type(bot) == "function" then
    local choose = bot
    bot = {choose = function(_, view) return choose(view) end}
  end
  if bot.events == nil then -- true: the arena sends the end of every round
    bot.events = bot.on_round ~= nil
  end
  for key, value in pairs(defaults) do
    if bot[key] == nil then
      bot[key] = value
    end
  end
  return bot
end

-- The conversation ---------------------------------------------------------------------------------

-- Returns the index of the bot's answer in view.legal; an answer that is not legal is an error here.
local function choice(view, answer)
  local shown = json.encode(answer)
  for i, action in ipairs(view.legal) do
    if answer == i or type(answer) == "table" and json.encode(action) == shown then
      return i
    end
  end
  explain(view)
  error("the bot answered " .. tostring(shown) .. ", which is neither a legal action nor the index of one", 0)
end

local Session = {}
Session.__index = Session

function Session:send(message)
  self.output:write(json.encode(message), "\n")
  self.output:flush()
end

function Session:hello()
  local bot = self.bot
  self:send {
    type = "hello", protocol = PROTOCOL, name = bot.name, version = bot.version, language = "lua",
    max_tables = bot.max_tables, batch = math.min(bot.batch, bot.max_tables), events = bot.events,
  }
end

local INFO_TEXT_BYTES = 200
-- In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
local ACTS_WITH_INFO = 32

-- Cuts a text between two characters.
local function cut(text)
  local size = math.min(#text, INFO_TEXT_BYTES)
  while size < #text and size > 0 and text:byte(size + 1) & 0xc0 == 0x80 do
    size = size - 1
  end
  return text:sub(1, size)
end

-- Returns an info as it is sent: 480.0 worlds are 480. The arena drops a bad one, and `check` says why.
local function info_of(info)
  local sent = {}
  for key, value in pairs(info) do
    if type(value) ~= "number" then
      sent[key] = cut(tostring(value))
    else
      sent[key] = key ~= "expected" and math.tointeger(value) or value
    end
  end
  return sent
end

-- Answers these asks in one message.
function Session:answer(asks)
  local views, acts, most = {}, {}, math.max(#asks, 1)
  for i, ask in ipairs(asks) do
    ask.options = self.variants[ask.variant] or {}
    ask.match = self.matches[ask.table]
    views[i] = arena.view(ask)
  end
  local answers = self.bot:choose_many(views)
  if #answers ~= #views then
    error(string.format("choose_many returned %d answers for %d views", #answers, #views))
  end
  for i, view in ipairs(views) do
    acts[i] = {req = view.req, choice = choice(view, answers[i]) - 1}
    if view.info then
      acts[i].info, most = info_of(view.info), ACTS_WITH_INFO
    end
  end
  for first = 1, #acts, most do
    self:send_acts(table.move(acts, first, math.min(first + most - 1, #acts), 1, {}))
  end
end

function Session:send_acts(acts)
  if #acts > 1 then
    return self:send {type = "acts", acts = acts}
  end
  acts[1].type = "act"
  self:send(acts[1])
end

local handlers = {
  welcome = function(self, message)
    self.bot.welcome = message
    self.variants = message.variants
  end,
  match = function(self, message)
    self.matches[message.table] = message
    self.bot:on_match(message)
  end,
  ask = function(self, message) self:answer {message} end,
  asks = function(self, message) self:answer(message.asks) end,
  round = function(self, message)
    if self.bot.on_round then
      self.bot:on_round(message)
    end
  end,
  result = function(self, message)
    self.matches[message.table] = nil
    self.bot:on_result(message)
  end,
  fault = function(self, message) self.bot:on_fault(message) end,
}

-- Plays until the arena says bye or ends.
function Session:play()
  self:hello()
  for line in self.input:lines() do
    if line:find "%S" then
      local message, _, wrong = json.decode(line)
      if not message then
        error("the arena sent a message that cannot be read: " .. wrong)
      end
      if message.type == "bye" then
        return
      end
      local handle = handlers[message.type]
      if handle then -- else its type is unknown: the arena is newer than this file
        handle(self, message)
      end
    end
  end
end

-- Play until the arena says bye. Takes a function that chooses, or a table with `choose` and any
-- other functions and fields of `defaults`. A mistake of the bot is raised as an error, so that the
-- process ends with status 1 and a traceback on stderr.
function arena.run(bot)
  if os.getenv "DOMINO_ARENA_ENDPOINT" then
    error("this SDK speaks stdio only: write `transport: stdio` into bot.yaml", 0)
  end
  local session = {bot = complete(bot), input = io.stdin, output = io.stdout, variants = {}, matches = {}}
  -- From here on all output goes to stderr, so that it cannot get between the messages.
  io.stdout = io.stderr
  io.output(io.stderr)
  function print(...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    io.stderr:write(table.concat(words, "\t"), "\n")
  end
  setmetatable(session, Session):play()
end

return arena
