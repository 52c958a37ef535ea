// The probe of tests/sdk/test_languages.py in JavaScript; that file says what it does.
import { readFileSync } from "node:fs";
import { Bot, run } from "./domino_arena.js";

const tell = (...what) => process.stderr.write(`told ${JSON.stringify(what)}\n`);

class Probe extends Bot {
  name = "probe";
  version = "1";
}

class Tell extends Probe {
  choose(v) {
    tell("choose", v.req, v.table, v.variant, v.seat, v.seats, v.seed, v.round, v.scores, v.leader,
      v.lead ?? "", v.hand, v.ends, v.counts, v.stock, v.drawable, v.drawn, v.history, v.legal,
      [v.clock.move_ms, v.clock.bank_ms], v.options?.target ?? null, v.match?.seed ?? null);
    return v.legal.length - 1;
  }
  onMatch(m) {
    tell("match", m.table, m.variant, m.seat, m.seats, m.teams, m.bots, m.seed, m.commit);
  }
  onRound(r) {
    tell("round", r.table, r.round, r.end, r.by, r.hands, r.points, r.scores);
  }
  onResult(r) {
    tell("result", r.table, r.places, r.scores, r.end, r.fault_seat);
  }
  onFault(f) {
    tell("fault", f.table, f.code, f.text, f.tolerated);
  }
}

class Many extends Probe {
  maxTables = 10;
  batch = 5;
  chooseMany(views) {
    tell("many", views.length);
    return views.map((view) => view.legal.length - 1);
  }
}

class Chooser extends Probe {
  constructor(choose) {
    super();
    this.choose = choose;
  }
}

const modes = {
  tell: () => new Tell(),
  many: () => new Many(),
  action: () => new Chooser((view) => view.legal[1]),
  info: () => new Chooser((view) => {
    view.info = { expected: -4.125, worlds: 480, depth: 3, text: "6-4 blockt über Sitz 1" };
    return 0;
  }),
  rng: () => new Chooser((view) => {
    const rng = view.rng();
    tell("rng", [2, 7, 10, 183, 1000, 65536].map((n) => rng.below(n)));
    return 0;
  }),
  throw: () => new Chooser(() => {
    throw new Error("the probe broke");
  }),
  illegal: () => new Chooser((view) => view.legal.length),
  wait: () => new Chooser(() => readFileSync("gate").length * 0),
  print: () => new Chooser(() => {
    console.log("noise");
    return 0;
  }),
};
process.on("SIGWINCH", () => {});
run(modes[process.argv[2]]());
