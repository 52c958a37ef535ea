/** Two halves, the larger one first. */
export type Tile = [high: number, low: number];
/** A play of a tile at an end, also face down, which closes the arm; or a draw. */
export type Action =
  | ["play", number, number, number]
  | ["play", number, number, number, "down"]
  | ["draw"];
/** Something that everybody saw in this round. */
export type Event =
  | [seat: number, what: "lead" | "play", high: number, low: number, end: number]
  | [seat: number, what: "play", high: number, low: number, end: number, face: "down"]
  | [seat: number, what: "draw", tiles: number]
  | [seat: number, what: "pass"]
  | [seat: number, what: "start" | "lot", high: number, low: number];
/** The options of a variant by name. */
export type Options = Record<string, number | boolean | string>;

/** The arena and this tournament. */
export interface Welcome {
  /** Version of the protocol. */
  protocol: number;
  /** Version of the arena. */
  arena: string;
  /** The name under which the bot is registered. */
  bot: string;
  /** The limits of this tournament. */
  limits: {
    /** Time from the start of the process to its hello. */
    startup_ms: number;
    /** Thinking time for each ask. */
    move_ms: number;
    /** Further thinking time for each match. */
    bank_ms: number;
    /** Is added to the bank with every answer. */
    increment_ms: number;
    /** Is added to every deadline for the way of the messages. */
    margin_ms: number;
    /** The longest message of a bot. */
    message_bytes: number;
  };
  /** The options of each variant by name. */
  variants: Record<string, Options>;
}

/** A seat at a table. */
export interface Match {
  /** Number of the table, unique for the life of the process. */
  table: number;
  /** Name of the game. */
  variant: string;
  /** The bot's own seat, from 0 in turn order. */
  seat: number;
  /** Number of seats. */
  seats: number;
  /** True: partners sit at 0 and 2, and at 1 and 3. */
  teams: boolean;
  /** The name of the bot in each seat; ? where the tournament hides it. */
  bots: string[];
  /** A number for the bot's own randomness; see View.rng. */
  seed: number;
  /** The hash that commits the arena to its deals. */
  commit: string;
}

/** The end of a round. */
export interface Round {
  /** Number of the table. */
  table: number;
  /** Number of the round, from 1. */
  round: number;
  /** How it ended. */
  end: "domino" | "blocked" | "stuck";
  /** The seat that went out or was stuck; in a blocked round the last seat that played, or -1. */
  by: number;
  /** The tiles left in each hand. */
  hands: Tile[][];
  /** Points of this round per seat, minus draw costs. */
  points: number[];
  /** Match points per seat, after this round. */
  scores: number[];
}

/** The end of a match. */
export interface Result {
  /** Number of the table. */
  table: number;
  /** The place of each seat; 1 is best. */
  places: number[];
  /** Match points per seat. */
  scores: number[];
  /** normal, or the code of a fault. */
  end: string;
  /** The seat with the fault, or -1. */
  fault_seat: number;
}

/** A fault of this bot. */
export interface Fault {
  /** Number of the table; -1 for no particular table. */
  table: number;
  /** What kind of fault it is, such as illegal. */
  code: string;
  /** What happened. */
  text: string;
  /** True: the arena played the first legal action instead, and the match continues. */
  tolerated: boolean;
}

/** By which rule the leader of a round was found. */
export type Lead =
  | "rotate" | "winner" | "same" | "seat0" | "lots" | "high_tile" | "count"
  | "highest_double" | "lowest_double" | "drawn_double";

/** What the arena asks. */
export interface Ask {
  /** Number of this ask. */
  req: number;
  /** Number of the table. */
  table: number;
  /** Name of the game. */
  variant: string;
  /** The bot's own seat; it is its turn. */
  seat: number;
  /** Number of seats. */
  seats: number;
  /** A number for the bot's own randomness; see View.rng. */
  seed: number;
  /** Number of the round, from 1. */
  round: number;
  /** Match points per seat. */
  scores: number[];
  /** The seat that leads this round; -1 while that is not decided. */
  leader: number;
  /** By which rule the leader was found; missing if an older arena did not say. */
  lead?: Lead;
  /** The bot's tiles, in tile order. */
  hand: Tile[];
  /** What each open end shows; -1 for a closed arm; empty before the lead. */
  ends: number[];
  /** Tiles held per seat. */
  counts: number[];
  /** Tiles left in the stock. */
  stock: number;
  /** How many of them may still be drawn. */
  drawable: number;
  /** Tiles that this seat has drawn in this turn. */
  drawn: number;
  /** What everybody saw in this round, oldest first. */
  history: Event[];
  /** The legal actions, two or more. */
  legal: Action[];
  /** The time for this answer, and what is left of the bank of this match. */
  clock: { move_ms: number; bank_ms: number };
}

/** What a bot thinks about its answer; SPEC.md, section 3, `act`. */
export interface Info {
  /** Forecast of the round in match points. */
  expected?: number;
  /** How many deals that agree with the view the bot looked at. */
  worlds?: number | bigint;
  /** How many moves it looked ahead. */
  depth?: number;
  /** A remark; what is longer than 200 bytes is cut. */
  text?: string;
}

export interface View extends Ask {}
/** What one seat knows when it has to choose. */
export class View {
  constructor(ask: Partial<Ask>, match?: Match | null, options?: Options);
  /** The match message of this table; null before it. */
  match: Match | null;
  /** The options of the variant. */
  options: Options;
  /** A bot may set it to say what it thinks about its answer. */
  info?: Info;
  /** Randomness without state: the same position of the same match gives the same numbers. */
  rng(): Rng;
  /** Returns all that the view has, for people. */
  toString(): string;
}

/** The generator splitmix64; see SPEC.md, section 4. */
export class Rng {
  constructor(...numbers: number[]);
  /** Returns 64 random bits. */
  bits(): bigint;
  /** Returns a number from 0 to n - 1, all equally likely. */
  below(n: number): number;
}

/** An index into `legal`, or one of the actions in it. */
export type Answer = number | Action;

/** Derive from this class and write choose or chooseMany. Everything else is optional. */
export class Bot {
  /** A label, at most 64 bytes; null: the name of the class. */
  name: string | null;
  /** A label, at most 64 bytes. */
  version: string;
  /** How many tables may be open; 1 if the bot can only think about one match. */
  maxTables: number;
  /** The most views in one call of chooseMany. */
  batch: number;
  /** True: the arena sends the end of every round; null: if there is an onRound. */
  events: boolean | null;
  /** The arena's welcome, after it has arrived. */
  welcome: Welcome | null;
  /** Returns an answer, or a promise of one. */
  choose(view: View): Answer | Promise<Answer>;
  /** Returns one answer per view. Override this to decide many views in one call. */
  chooseMany(views: View[]): Answer[] | Promise<Answer[]>;
  /** A seat at a table. */
  onMatch(match: Match): void;
  /** A round is over. */
  onRound(round: Round): void;
  /** A match is over. */
  onResult(result: Result): void;
  /** The arena found a fault of this bot. */
  onFault(fault: Fault): void;
}

/** A mistake of the bot. */
export class BotError extends Error {}
/** Returns the sum of both halves. */
export function pips(tile: Tile): number;
/** Returns whether both halves are equal. */
export function isDouble(tile: Tile): boolean;
/** Returns the tile that an action plays, null for a draw. */
export function tileOf(action: Action): Tile | null;
/** Plays until the arena says bye. */
export function run(bot: Bot | (new () => Bot) | ((view: View) => Answer | Promise<Answer>)): Promise<void>;
