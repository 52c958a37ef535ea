# frozen_string_literal: true

# Write a bot for Domino Arena in Ruby: one file, to be copied next to your bot.
#
#     require_relative "domino_arena"
#
#     DominoArena.run { |view| view.rng.below(view.legal.size) }
#
# A bot is asked only when it has two or more legal actions. It answers with an index into
# view.legal or with one of the actions in it. Every ask carries the whole view of the seat, so a
# bot needs no memory of its own. A bot with memory derives from DominoArena::Bot and keeps it per
# table.
#
# A tile is [high, low]. An action is ["play", high, low, end], ["play", high, low, end, "down"] for
# a double played face down, or ["draw"]. Messages are hashes with symbols for keys.
#
# Needs Ruby 3.0. The zmq transport also needs ffi-rzmq and msgpack; stdio needs no packages.

require "json"

module DominoArena
  PROTOCOL = 1

  # A mistake of the bot that its own code does not raise, such as an illegal answer.
  class BotError < StandardError; end

  # Derive from this class and write `choose`. Everything else is optional.
  class Bot
    attr_accessor :welcome # the arena's welcome, after it has arrived: bot, limits, variants

    def name = self.class.name.to_s # a label, at most 64 bytes
    def version = "0"
    def max_tables = 1024 # how many tables may be open; 1 if the bot can only think about one match
    def batch = 64 # the most views in one call of choose_many
    # True: get `round` messages. By default, if there is an on_round.
    def events = method(:on_round).owner != Bot

    # Return an index into view.legal, or one of the actions in it.
    def choose(_view) = raise(NotImplementedError, "#{self.class} has no choose(view)")

    # Return one answer per view. Override this to decide many views in one call.
    def choose_many(views)
      views.map do |view|
        choose(view)
      rescue StandardError, NotImplementedError
        view.explain
        raise
      end
    end

    def on_match(match) = nil # a seat at a table: table, variant, seat, seats, teams, bots, seed …
    def on_round(round) = nil # a round is over: table, round, end, by, hands, points, scores
    def on_result(result) = nil # a match is over: table, places, scores, end, fault_seat

    # The arena found a fault of this bot: table (-1 if none), code, text, tolerated.
    def on_fault(fault) = warn("fault at table #{fault[:table]}: #{fault[:code]}: #{fault[:text]}")
  end

  # What one seat knows when it has to choose: all fields of the ask, and in addition `options`
  # (the options of this variant) and `match` (the match message of this table). To try a bot without
  # an arena, View.new makes a view from a hash with those fields that the bot reads. A bot may set
  # `info` to say what it thinks about its answer:
  #     view.info = { expected: 4.5, worlds: 480, depth: 3, text: "6-4 blocks" }
  class View
    FIELDS = %i[req table variant seat seats seed round scores leader lead hand ends counts stock
                drawable drawn history legal clock].freeze
    ABSENT = { lead: "" }.freeze # fields that an older arena does not send
    attr_reader :match, :options
    attr_accessor :info

    def initialize(ask, match = nil, options = {})
      @ask = ask
      @match = match
      @options = options
    end

    FIELDS.each { |field| define_method(field) { @ask.fetch(field) { ABSENT.fetch(field) } } }

    # Randomness without state: the same position of the same match gives the same numbers.
    # `drawn` is part of the seed because all draws of one turn are a single event of the history.
    def rng = Rng.new(seed, round, history.size, drawn)

    def to_s
      known = FIELDS.select { |field| @ask.key?(field) }
      (known.map { |field| "  #{field} = #{@ask[field]}" } + ["  options = #{options}"]).join("\n")
    end

    # Prints the position of a mistake. The error follows it, so that it is the end of the output.
    def explain = warn("in this position:\n#{self}")
  end

  # A small random generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014).
  class Rng
    MASK = 2**64 - 1

    def initialize(*numbers)
      @state = 0
      numbers.each do |number|
        @state ^= number
        @state = bits
      end
    end

    # 64 random bits.
    def bits
      @state = (@state + 0x9e3779b97f4a7c15) & MASK
      z = @state
      z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & MASK
      z = (z ^ z >> 27) * 0x94d049bb133111eb & MASK
      z ^ z >> 31
    end

    # A number from 0 to count - 1, all equally likely.
    def below(count)
      surplus = 2**64 % count # smaller words are skipped
      loop do
        number = bits
        return number % count if number >= surplus
      end
    end
  end

  module_function

  # The sum of both halves.
  def pips(tile) = tile.sum

  def double?(tile) = tile[0] == tile[1]

  # The tile that an action plays, nil for a draw.
  def tile_of(action) = action[0] == "play" ? action[1, 2] : nil

  # Play until the arena says bye. Takes a Bot or a block that chooses.
  #
  # If DOMINO_ARENA_ENDPOINT is set, the bot talks over ZeroMQ, else over stdin and stdout. A
  # mistake of the bot is raised as an exception, so that the process ends with status 1 and a
  # backtrace on stderr.
  def run(bot = nil, &choose)
    bot ||= Class.new(Bot) { define_method(:choose, &choose) }.new
    loop do
      transport = ENV["DOMINO_ARENA_ENDPOINT"] ? Zmq.new(ENV) : Stdio.new
      finished = Session.new(bot, transport).play
      transport.close
      return if finished || !transport.remote?

      warn "domino_arena: no connection to the arena, trying again"
      sleep 1
    end
  end

  # The conversation over one connection, from hello to bye.
  class Session
    INFO_TEXT_BYTES = 200
    # In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
    ACTS_WITH_INFO = 32

    def initialize(bot, transport)
      @bot = bot
      @transport = transport
      @batch = [bot.batch, bot.max_tables].min # the arena refuses a larger batch
      @variants = {} # name -> options
      @matches = {} # table -> match
      @waiting = [] # views not answered yet, oldest first
    end

    # Returns true after bye, and false if the connection ended without bye.
    def play
      @transport.write(hello)
      while (messages = @transport.read)
        messages.each do |message|
          return true if message[:type] == "bye"

          handle(message)
        end
        answer
      end
      false
    end

    private

    def hello
      { type: "hello", protocol: PROTOCOL, name: @bot.name, version: @bot.version, language: "ruby",
        max_tables: @bot.max_tables, batch: @batch, events: @bot.events, multipart: true }
    end

    def handle(message)
      # Otherwise the bot would get the end of a match before it makes its last choice.
      answer if @waiting.any? { |view| view.table == message[:table] }
      case message[:type]
      when "welcome" then on_welcome(message)
      when "match" then @bot.on_match(@matches[message[:table]] = message)
      when "ask" then on_asks([message])
      when "asks" then on_asks(message[:asks])
      when "round" then @bot.on_round(message)
      when "result" then on_result(message)
      when "fault" then @bot.on_fault(message)
      end # anything else is of an unknown type, from a newer arena
    end

    def on_welcome(message)
      @bot.welcome = message
      @variants = message[:variants]
    end

    def on_result(message)
      @matches.delete(message[:table])
      @bot.on_result(message)
    end

    # Keeps the asks: more may have arrived, and all are answered together in one message.
    def on_asks(asks)
      answer if @waiting.size + asks.size > @batch
      asks.each do |ask|
        options = @variants.fetch(ask[:variant].to_sym, {})
        @waiting << View.new(ask, @matches[ask[:table]], options)
      end
    end

    # Answers all waiting asks, in one message if it has room.
    def answer
      return if @waiting.empty?

      views, @waiting = @waiting, []
      answers = @bot.choose_many(views)
      if answers.size != views.size
        raise BotError, "choose_many returned #{answers.size} answers for #{views.size} views"
      end

      acts = views.zip(answers).map { |view, given| act(view, given) }
      most = acts.any? { |act| act.key?(:info) } ? ACTS_WITH_INFO : acts.size
      acts.each_slice(most) do |some|
        @transport.write(some.one? ? { type: "act", **some[0] } : { type: "acts", acts: some })
      end
    end

    def act(view, given)
      act = { req: view.req, choice: choice(view, given) }
      act[:info] = info_of(view.info) if view.info
      act
    end

    # Returns an info as it is sent. Nothing is an error here: the arena drops a bad info, and
    # `check` says why.
    def info_of(info)
      info.is_a?(Hash) ? info.compact.transform_values { |value| info_value(value) } : cut(info)
    end

    def info_value(value)
      return cut(value) unless value.is_a?(Numeric) && value.real? && value.abs < 2**53

      (value % 1).zero? ? value.to_i : value.to_f
    end

    # Cuts a text between two characters.
    def cut(text)
      text = text.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub
      text.byteslice(0, INFO_TEXT_BYTES).scrub("")
    end

    # Returns the index of the bot's answer; an answer that is not legal is an error here.
    def choice(view, given)
      index = given.is_a?(Array) ? view.legal.index(given) : given
      return index if index.is_a?(Integer) && index.between?(0, view.legal.size - 1)

      view.explain
      raise BotError,
            "the bot answered #{given.inspect}, which is neither a legal action nor the index of one"
    end
  end

  # -- Transports ---------------------------------------------------------------------------------
  #
  # write(message) sends a hash. read waits for a message and returns an array of it and all others
  # that have arrived, or nil when the connection has ended. If remote? is true, run then connects
  # again.

  # One JSON object per line on stdin and stdout.
  class Stdio
    def remote? = false

    # Messages get descriptors of their own. Descriptor 1 becomes stderr, so that a puts, a
    # library's banner or a child process cannot write between the messages. Descriptor 0 becomes
    # empty.
    def initialize
      @input = $stdin.dup
      @output = $stdout.dup
      $stdin.reopen(File::NULL)
      $stdout.reopen($stderr)
      $stdout.sync = @output.sync = true
      @rest = String.new
    end

    def write(message)
      @output.write("#{JSON.generate(message)}\n")
    rescue Errno::EPIPE
      nil # the arena has ended; read will report it
    end

    def read
      loop do
        *lines, @rest = (@rest << @input.readpartial(1 << 20)).split("\n", -1)
        messages = lines.map(&:strip).reject(&:empty?)
        return messages.map { |line| JSON.parse(line, symbolize_names: true) } if messages.any?
      end
    rescue EOFError
      nil
    end

    def close = [@input, @output].each(&:close)
  end

  # One MessagePack map per frame on a DEALER socket; one socket is one connection.
  class Zmq
    def initialize(env)
      require "ffi-rzmq"
      require "msgpack"
      @endpoint = env["DOMINO_ARENA_ENDPOINT"]
      @remote = env.key?("DOMINO_ARENA_SERVER_KEY")
      @context = ZMQ::Context.new
      @socket = @context.socket(ZMQ::DEALER)
      set(identity(env))
      # The socket accepts messages exactly while it is connected: it has no queue without a
      # connection (IMMEDIATE), and it does not reconnect by itself (RECONNECT_IVL), because a new
      # connection must begin with a hello.
      set(ZMQ::LINGER => 200, ZMQ::SNDHWM => 0, ZMQ::IMMEDIATE => 1, ZMQ::RECONNECT_IVL => -1,
          ZMQ::SNDTIMEO => 5000, ZMQ::RCVTIMEO => 1000)
      uninterrupted { @socket.connect(@endpoint) }
    end

    def remote? = @remote

    def write(message)
      frame = MessagePack.pack(message)
      return if uninterrupted { @socket.send_string(frame) } >= 0 || @remote

      raise IOError, "there is no arena at #{@endpoint}, or it does not accept this bot"
    end

    def read
      messages = []
      frame = +""
      flags = 0 # the first recv waits
      while uninterrupted { @socket.recv_string(frame, flags) } >= 0
        messages << MessagePack.unpack(frame, symbolize_keys: true)
        flags = ZMQ::DONTWAIT
      end
      return messages if messages.any?

      connected? ? [] : nil
    end

    def close
      @socket.close
      @context.terminate
    end

    private

    def identity(env)
      unless @remote
        return { ZMQ::PLAIN_USERNAME => "bot", ZMQ::PLAIN_PASSWORD => env["DOMINO_ARENA_TOKEN"] }
      end

      { ZMQ::CURVE_SERVERKEY => env["DOMINO_ARENA_SERVER_KEY"],
        ZMQ::CURVE_PUBLICKEY => env["DOMINO_ARENA_PUBLIC_KEY"],
        ZMQ::CURVE_SECRETKEY => env["DOMINO_ARENA_SECRET_KEY"],
        ZMQ::IPV6 => 1,
        ZMQ::HEARTBEAT_IVL => 5000 } # ms; detects a network that fails silently
    end

    def set(options)
      options.each do |name, value|
        value = value.is_a?(Integer) ? [value].pack("i") : value.to_s
        next if LibZMQ.zmq_setsockopt(@socket.socket, name, value, value.bytesize).zero?

        raise ArgumentError, "DOMINO_ARENA_ENDPOINT, TOKEN or a KEY: #{ZMQ::Util.error_string}"
      end
    end

    def connected?
      events = []
      uninterrupted { @socket.getsockopt(ZMQ::EVENTS, events) }
      events[0] & ZMQ::POLLOUT != 0
    end

    # Returns the result of the call, which is repeated if a signal interrupts it.
    def uninterrupted
      loop do
        status = yield
        return status if status >= 0 || ZMQ::Util.errno != ZMQ::EINTR
      end
    end
  end
end
