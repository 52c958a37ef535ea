// Write a bot for Domino Arena in JavaScript or TypeScript.
//
//     import { run, pips, tileOf } from "./domino_arena.js";
//     run((view) => view.rng().below(view.legal.length));
//
// README.md beside this file is the manual; domino_arena.d.ts has the types.

import { openStdio, openZmq } from "./wire.js";

const FIELDS = [
  "req", "table", "variant", "seat", "seats", "seed", "round", "scores", "leader", "lead", "hand",
  "ends", "counts", "stock", "drawable", "drawn", "history", "legal", "clock",
];
const MASK = (1n << 64n) - 1n;
const INFO_TEXT_BYTES = 200;
// In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
const ACTS_WITH_INFO = 32;

/** A mistake of the bot that its own code does not raise, such as an illegal answer. */
export class BotError extends Error {}

/** Prints the position of a mistake. The exception follows it, so that it is the end of the output. */
function explain(view) {
  console.error(`in this position:\n${view}`);
}

/** Derive from this class and write choose. Everything else is optional. */
export class Bot {
  name = null; // null: the name of the class
  version = "0";
  maxTables = 1024; // how many tables may be open; 1 if the bot can only think about one match
  batch = 64; // the most views in one call of chooseMany
  events = null; // get `round` messages? null: if there is an onRound
  welcome = null; // the arena's welcome, after it has arrived

  choose(view) {
    throw new BotError(`${this.constructor.name} has no choose(view)`);
  }

  async chooseMany(views) {
    const answers = [];
    for (const view of views) {
      try {
        answers.push(await this.choose(view));
      } catch (error) {
        explain(view);
        throw error;
      }
    }
    return answers;
  }

  onMatch(match) {}
  onRound(round) {}
  onResult(result) {}
  onFault(fault) {}
}

/**
 * What one seat knows when it has to choose: the fields of the ask, `match` and `options`. A bot may set
 * `info` to say what it thinks: view.info = { expected: 4.5, worlds: 480, depth: 3, text: "6-4 blocks" }.
 */
export class View {
  constructor(ask, match = null, options = {}) {
    for (const field of FIELDS) if (field in ask) this[field] = ask[field];
    this.match = match;
    this.options = options;
  }

  /** Randomness without state: the same position of the same match gives the same numbers. */
  rng() {
    return new Rng(this.seed, this.round, this.history.length, this.drawn);
  }

  toString() {
    return Object.entries(this).map(([k, v]) => `  ${k} = ${JSON.stringify(v)}`).join("\n");
  }
}

/** The generator splitmix64; see SPEC.md, section 4. */
export class Rng {
  #state = 0n;

  constructor(...numbers) {
    for (const number of numbers) {
      this.#state ^= BigInt(number);
      this.#state = this.bits();
    }
  }

  /** Returns 64 random bits as a bigint. */
  bits() {
    let z = (this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK);
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  }

  /** A number from 0 to n - 1, all equally likely. */
  below(n) {
    const count = BigInt(n);
    const surplus = (1n << 64n) % count;
    let bits = this.bits();
    while (bits < surplus) bits = this.bits();
    return Number(bits % count);
  }
}

export const pips = (tile) => tile[0] + tile[1];
export const isDouble = (tile) => tile[0] === tile[1];
/** The tile that an action plays, null for a draw. */
export const tileOf = (action) => (action[0] === "play" ? [action[1], action[2]] : null);

/**
 * Play until the arena says bye. Takes a Bot, a class derived from it, or a function choose(view).
 * An exception of the bot is passed on, so that the process ends with status 1 and says why.
 */
export async function run(bot) {
  bot = botOf(bot);
  for (;;) {
    const wire = process.env.DOMINO_ARENA_ENDPOINT ? await openZmq(process.env) : openStdio();
    const finished = await new Session(bot, wire).play();
    wire.close();
    if (finished || !wire.remote) return;
    console.error("domino_arena: no connection to the arena, trying again");
    await new Promise((wake) => setTimeout(wake, 1000));
  }
}

function botOf(bot) {
  if (bot instanceof Bot) return bot;
  if (bot?.prototype instanceof Bot) return new bot();
  if (typeof bot === "function") {
    return Object.assign(new Bot(), { name: bot.name || "bot", choose: bot });
  }
  throw new TypeError("run() takes a Bot, a class derived from Bot or a function");
}

/** The conversation over one connection, from hello to bye. */
class Session {
  constructor(bot, wire) {
    this.bot = bot;
    this.wire = wire;
    this.batch = Math.min(bot.batch, bot.maxTables); // the arena refuses a larger batch
    this.variants = {};
    this.matches = new Map(); // table -> match
    this.waiting = []; // views not answered yet, oldest first
    this.handlers = {
      welcome: (m) => ((bot.welcome = m), (this.variants = m.variants)),
      match: (m) => (this.matches.set(m.table, m), bot.onMatch(m)),
      ask: (m) => this.onAsks([m]),
      asks: (m) => this.onAsks(m.asks),
      round: (m) => bot.onRound(m),
      result: (m) => (this.matches.delete(m.table), bot.onResult(m)),
      fault: (m) => bot.onFault(m),
    };
  }

  /** Returns true after bye, and false if the connection ended without bye. */
  async play() {
    this.wire.send(this.hello());
    for (;;) {
      const messages = await this.wire.receive();
      if (messages === null) return false;
      for (const message of messages) {
        if (message.type === "bye") return true;
        await this.handle(message);
      }
      await this.answer();
    }
  }

  hello() {
    const { name, version, maxTables, events, onRound } = this.bot;
    return {
      type: "hello", protocol: 1, name: name ?? this.bot.constructor.name, version,
      language: "javascript", max_tables: maxTables, batch: this.batch,
      events: events ?? onRound !== Bot.prototype.onRound, multipart: true,
    };
  }

  async handle(message) {
    if (!Object.hasOwn(this.handlers, message.type)) return; // an unknown type: the arena is newer
    // Otherwise the bot would get the end of a match before it makes its last choice.
    if (this.waiting.some((view) => view.table === message.table)) await this.answer();
    await this.handlers[message.type](message);
  }

  /** Keeps the asks: more may have arrived, and all are answered together in one message. */
  async onAsks(asks) {
    if (this.waiting.length + asks.length > this.batch) await this.answer();
    for (const ask of asks) {
      const match = this.matches.get(ask.table) ?? null;
      this.waiting.push(new View(ask, match, this.variants[ask.variant]));
    }
  }

  async answer() {
    if (this.waiting.length === 0) return;
    const views = this.waiting;
    this.waiting = [];
    const answers = await this.bot.chooseMany(views);
    if (answers.length !== views.length)
      throw new BotError(`chooseMany gave ${answers.length} answers for ${views.length} views`);
    const acts = views.map((view, i) => {
      const act = { req: view.req, choice: choiceOf(view, answers[i]) };
      return view.info ? { ...act, info: infoOf(view.info) } : act;
    });
    const most = acts.some((act) => act.info) ? ACTS_WITH_INFO : acts.length;
    for (let at = 0; at < acts.length; at += most) {
      const some = acts.slice(at, at + most);
      this.wire.send(some.length === 1 ? { type: "act", ...some[0] } : { type: "acts", acts: some });
    }
  }
}

/** Returns an info as it is sent: a long text is cut. The arena drops a bad one, and `check` says why. */
function infoOf(info) {
  const sent = {};
  for (const [key, value] of Object.entries(info)) {
    if (value === undefined || value === null) continue;
    sent[key] = typeof value === "number" ? value : cut(String(value));
    if (typeof value === "bigint") sent[key] = Number(value);
  }
  return sent;
}

/** Cuts a text between two characters. */
function cut(text) {
  const bytes = new TextEncoder().encode(text).subarray(0, INFO_TEXT_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Returns the index of the bot's answer; an answer that is not legal is an error here. */
function choiceOf(view, answer) {
  const said = JSON.stringify(answer);
  const index = Array.isArray(answer)
    ? view.legal.findIndex((action) => JSON.stringify(action) === said)
    : answer;
  if (Number.isInteger(index) && index >= 0 && index < view.legal.length) return index;
  explain(view);
  throw new BotError(`the bot answered ${said}, which is neither a legal action nor the index of one`);
}
