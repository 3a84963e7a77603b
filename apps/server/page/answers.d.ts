// What the server answers below /api beyond the types of wire.d.ts; no browser loads this file. A test has the checker compare
// it with real answers.

import { EventView } from "./wire.js";

/** A value and, where it was estimated, where it lies with 95 % confidence. */
export interface ReviewEstimate {
  value: number;
  interval?: [number, number];
}

export interface ReviewTable {
  title: string;
  columns: string[];
  rows: string[][];
  note: string;
}

/** A finished game looked at again; `data` has all numbers in the game's own form. */
export interface Review {
  version: number;
  game: string;
  inputs: number;
  method: string;
  curve: {
    measure: string;
    unit: "percent" | "seconds" | "number";
    along: string;
    series: { label: string; seat: number | null }[];
    points: { at: number; along: number; values: ReviewEstimate[] }[];
  };
  turning_points: {
    at: number;
    seat: number | null;
    title: string;
    words: string;
    bot: { name: string; action: string; words: string; why: string } | null;
  }[];
  tables: ReviewTable[];
  data: object;
}

export interface ReviewAnswer {
  /** From 0 to 1. */
  progress: number;
  review: Review | null;
}

/** A value that is being learned, or was. */
export interface TrainingRun {
  name: string;
  game: string;
  about: string;
  measure: string;
  seed: string;
  games: number;
  moves: number;
  cpu_seconds: number;
  is_over: boolean;
  curve: { games: number; cpu_seconds: number; score: number; error: number }[];
  /** Its number in the archive, if it was kept there. */
  best: { score: number; game: number | null } | null;
}

export interface Option {
  name: string;
  values: string;
  about: string;
  default: string;
}

export interface BotInfo {
  name: string;
  about: string;
}

export interface GameInfo {
  id: string;
  title: string;
  about: string;
  options: Option[];
  seats: [number, number];
  bots: BotInfo[];
}

export interface Catalog {
  games: GameInfo[];
  themes: string[];
  layers: string[];
}

/** A chance, or a difference of chances, and where it lies with 95 % confidence. */
export interface Chance {
  chance: number;
  low: number;
  high: number;
}

/** What a player can expect; turns until victory are `null` for never. */
export interface PlayerInsight {
  round_pmf: Record<string, number>;
  round_mean: number;
  turn_mean: number;
  turns: number | null;
  win: Chance | null;
}

/** Something that can be built now, or `nothing`. */
export interface BuildOption {
  name: string;
  cost: number;
  coins: number;
  turns: number | null;
  win: Chance | null;
  gain: Chance | null;
}

export interface InsightView {
  state: number;
  model: string;
  late?: boolean;
  among: string;
  games: number;
  seat: number;
  before_roll: boolean;
  players: PlayerInsight[];
  options: BuildOption[];
}

export interface ArchivedGame {
  id: number;
  game: string;
  options: Record<string, string>;
  /** Left out of moments of a replay. */
  deal?: string;
  end: string;
  plays: number;
  finished: string;
  tournament: number | null;
  /** The place is the rules' own: a winner is first whatever the points. */
  seats: { name: string; bot: string | null; points: number; place: number; assisted: boolean }[];
}

export interface ReplayLine {
  at: number;
  input: string;
  /** Who did it; `null` for chance, the clock and edits. */
  seat: number | null;
  events: EventView[];
  why: string | null;
}

export interface ReplayView {
  game: ArchivedGame;
  at: number;
  inputs: number;
  line: ReplayLine | null;
  turn: number[];
  scores: number[];
  position: string;
  question: string;
  over: string | null;
  /** The position as data, for who asked for it. */
  board?: Record<string, any>;
  /** The same at every moment; told without `at`. */
  layout?: Record<string, any>;
}

/** How strong a player is by all games at once, on Elo's scale; groups that never met can't be compared. */
export interface Strength {
  value: number;
  interval: [number, number];
  group: number;
}

export interface StrengthRow {
  game: string;
  player: string;
  tables: number;
  strength: Strength;
}

export interface Standing {
  player: string;
  filler: boolean;
  games: number;
  won: number;
  shared: number;
  points: number;
  finish: number;
  strength: Strength | null;
  rating: { games: number; elo: number; glicko: number; glicko_deviation: number; mu: number; sigma: number };
}

export interface TournamentView {
  tournament: number;
  game: string;
  format: string;
  seed: string;
  entrants: string[];
  played: number;
  games: number;
  started: string;
  finished: string | null;
  running?: boolean;
  waiting?: number | null;
  groups?: number;
  repeats?: number;
  standings?: Standing[];
}

export interface RatingRow {
  game: string;
  tournament: number;
  day: number;
  round: number;
  player: string;
  rating: Standing["rating"];
}

export interface RatingsAnswer {
  strengths: StrengthRow[];
  ratings: RatingRow[];
}

export interface GameStatistics {
  game: string;
  games: number;
  has_purchases: boolean;
  statistics: {
    tables: number;
    bots: {
      bot: string;
      tables: number;
      won: number;
      shared: number;
      win_rate: number | null;
      interval: [number, number] | null;
      finish: number | null;
    }[];
    head_to_head: { bot: string; against: string; won: number; drawn: number; lost: number }[];
    plays: { mean: number; min: number; median: number; max: number };
  };
}

export interface PurchaseView {
  name: string;
  sort: string;
  bought: number;
  copies: number;
  coins: number;
  coins_a_copy: number | null;
  buyers: number;
  win_rate: number | null;
  interval: [number, number] | null;
  turns: { turn: number; bought: number; win_rate: number; interval: [number, number]; coins_a_copy: number }[];
}

export interface PurchasesView {
  game: string;
  games: number;
  usual_win_rate: number | null;
  items: PurchaseView[];
  left_out: number;
}

export interface BestRow {
  game: number;
  name: string;
  points: number;
}

export interface DailyView {
  game: string;
  day: string;
  deal: string;
  results: { game: number; name: string; points: number; seconds: number }[];
}
