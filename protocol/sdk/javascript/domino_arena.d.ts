export type Tile = [high: number, low: number];
export type Action =
  | ["play", number, number, number]
  | ["play", number, number, number, "down"]
  | ["draw"];
export type Event =
  | [seat: number, what: "lead" | "play", high: number, low: number, end: number]
  | [seat: number, what: "play", high: number, low: number, end: number, face: "down"]
  | [seat: number, what: "draw", tiles: number]
  | [seat: number, what: "pass"]
  | [seat: number, what: "start" | "lot", high: number, low: number];
export type Options = Record<string, number | boolean | string>;

export interface Welcome {
  protocol: number;
  arena: string;
  bot: string;
  limits: {
    startup_ms: number;
    move_ms: number;
    bank_ms: number;
    increment_ms: number;
    margin_ms: number;
    message_bytes: number;
  };
  variants: Record<string, Options>;
}

export interface Match {
  table: number;
  variant: string;
  seat: number;
  seats: number;
  teams: boolean;
  bots: string[];
  seed: number;
  commit: string;
}

export interface Round {
  table: number;
  round: number;
  end: "domino" | "blocked" | "stuck";
  by: number;
  hands: Tile[][];
  points: number[];
  scores: number[];
}

export interface Result {
  table: number;
  places: number[];
  scores: number[];
  end: string;
  fault_seat: number;
}

export interface Fault {
  table: number;
  code: string;
  text: string;
  tolerated: boolean;
}

/** By which rule the leader of a round was found. */
export type Lead =
  | "rotate" | "winner" | "same" | "seat0" | "lots" | "high_tile" | "count"
  | "highest_double" | "lowest_double" | "drawn_double";

export interface Ask {
  req: number;
  table: number;
  variant: string;
  seat: number;
  seats: number;
  seed: number;
  round: number;
  scores: number[];
  leader: number;
  lead?: Lead; // missing if an older arena did not say
  hand: Tile[];
  ends: number[];
  counts: number[];
  stock: number;
  drawable: number;
  drawn: number;
  history: Event[];
  legal: Action[];
  clock: { move_ms: number; bank_ms: number };
}

/** What a bot thinks about its answer; SPEC.md, section 3, `act`. */
export interface Info {
  expected?: number;
  worlds?: number | bigint;
  depth?: number;
  text?: string;
}

export interface View extends Ask {}
export class View {
  constructor(ask: Partial<Ask>, match?: Match | null, options?: Options);
  match: Match | null;
  options: Options;
  info?: Info; // set by a bot that says what it thinks
  rng(): Rng;
  toString(): string;
}

export class Rng {
  constructor(...numbers: number[]);
  bits(): bigint;
  below(n: number): number;
}

export type Answer = number | Action;

export class Bot {
  name: string | null;
  version: string;
  maxTables: number;
  batch: number;
  events: boolean | null;
  welcome: Welcome | null;
  choose(view: View): Answer | Promise<Answer>;
  chooseMany(views: View[]): Answer[] | Promise<Answer[]>;
  onMatch(match: Match): void;
  onRound(round: Round): void;
  onResult(result: Result): void;
  onFault(fault: Fault): void;
}

export class BotError extends Error {}
export function pips(tile: Tile): number;
export function isDouble(tile: Tile): boolean;
export function tileOf(action: Action): Tile | null;
export function run(bot: Bot | (new () => Bot) | ((view: View) => Answer | Promise<Answer>)): Promise<void>;
