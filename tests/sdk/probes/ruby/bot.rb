# The probe of tests/sdk/test_languages.py in Ruby; that file says what it does.

require "json"
require_relative "domino_arena"

def tell(*what) = warn("told #{JSON.generate(what)}")

class Probe < DominoArena::Bot
  def name = "probe"
  def version = "1"
end

class Tell < Probe
  MATCH = %i[table variant seat seats teams bots seed commit].freeze
  ROUND = %i[table round end by hands points scores].freeze
  RESULT = %i[table places scores end fault_seat].freeze
  FAULT = %i[table code text tolerated].freeze

  def choose(view)
    tell("choose", view.req, view.table, view.variant, view.seat, view.seats, view.seed,
         view.round, view.scores, view.leader, view.lead, view.hand, view.ends, view.counts, view.stock,
         view.drawable, view.drawn, view.history, view.legal,
         view.clock.values_at(:move_ms, :bank_ms), view.options[:target], view.match&.fetch(:seed))
    view.legal.size - 1
  end

  def on_match(match) = tell("match", *match.values_at(*MATCH))
  def on_round(round) = tell("round", *round.values_at(*ROUND))
  def on_result(result) = tell("result", *result.values_at(*RESULT))
  def on_fault(fault) = tell("fault", *fault.values_at(*FAULT))
end

class Action < Probe
  def choose(view) = view.legal[1]
end

class Many < Probe
  def max_tables = 10
  def batch = 5

  def choose_many(views)
    tell("many", views.size)
    views.map { |view| view.legal.size - 1 }
  end
end

class Info < Probe
  def choose(view)
    view.info = { expected: -4.125, worlds: 480, depth: 3, text: "6-4 blockt über Sitz 1" }
    0
  end
end

class Rng < Probe
  def choose(view)
    rng = view.rng
    tell("rng", [2, 7, 10, 183, 1000, 65_536].map { |count| rng.below(count) })
    0
  end
end

class Throw < Probe
  def choose(_view) = raise("the probe broke")
end

class Illegal < Probe
  def choose(view) = view.legal.size
end

class Wait < Probe
  def choose(_view) = File.read("gate").size * 0
end

class Print < Probe
  def choose(_view)
    puts "noise"
    0
  end
end

trap("WINCH") {}
DominoArena.run(Object.const_get(ARGV[0].capitalize).new)
