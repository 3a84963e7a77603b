// The messages of docs/protocol.md as types, for the checker only: no browser loads this file.

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

export interface SeatView {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  here: boolean;
  replaced: boolean;
}
export interface EventView {
  text: string;
  words: string;
}
export interface LogView {
  number: number;
  input: string;
  seat: number | null;
  why: string | null;
  events: EventView[];
}
export interface OverView {
  why: string;
  places: number[];
  game: number | null;
  next: string | null;
}
export interface Now {
  state: number;
  at: number;
  turn: number[];
  scores: number[];
  position: string;
  question: string;
  legal: Record<string, string[]>;
  words?: Record<string, string[]>;
  window_ms: number | null;
  can_undo: boolean;
  can_hint: boolean;
  over: OverView | null;
}
export interface TableView extends Now {
  table: string;
  game: string;
  options: Record<string, string>;
  seats: SeatView[];
  you: number[];
  watching: number;
  deal: string | null;
  rated: boolean;
  assisted: boolean;
  study: boolean;
  daily: string | null;
  log: LogView[];
}
export interface Moved extends Now, LogView {
  table: string;
  assisted: boolean;
  deal: string | null;
}
export interface SeatToken {
  seat: number;
  token: string;
}
export interface HintView {
  state: number;
  seat: number;
  bot: string;
  action: string | null;
  words: string;
  why: string;
  measure: string;
  compared: { action: string; value: number }[];
}
export type NewSeat = { kind: "me"; name: string } | { kind: "open" } | { kind: "bot"; bot: string };
export interface NewTable {
  game: string;
  options?: Record<string, string>;
  seats?: NewSeat[];
  seed?: number;
  deal?: string;
  daily?: string;
  study?: boolean;
  hints?: boolean;
  pace_ms?: number;
}
export interface MadeTable {
  table: string;
  tokens: SeatToken[];
}

export type Ask =
  | { type: "watch"; table: string; tokens: string[]; since?: number; words: boolean }
  | { type: "unwatch"; table: string }
  | { type: "act"; table: string; seat: number; state: number; action: string }
  | { type: "undo"; table: string; seat: number; state: number }
  | { type: "edit"; table: string; state: number; edit: string }
  | { type: "hint"; table: string; seat: number; bot?: string }
  | { type: "seat"; table: string; seat: number; bot?: string }
  | { type: "rematch"; table: string };

export type Tell =
  | ({ type: "table"; id: number } & TableView)
  | ({ type: "moved" } & Moved)
  | { type: "seats"; table: string; seats: SeatView[]; watching: number }
  | { type: "done"; id: number; table: string; state: number }
  | ({ type: "hint"; id: number; table: string } & HintView)
  | { type: "rematch"; id: number; table: string; next: string; tokens: SeatToken[] }
  | { type: "refused"; id: number; table: string; code: string; why: string; state: number | null };

export interface PlayerInsight {
  round_pmf: Record<string, number>;
  round_mean: number;
  tuv_expected: number | null;
  win_chance: { chance: number; low: number; high: number };
  purchases: {
    name: string;
    cost: number;
    delta_ev: number;
    delta_coverage: number;
    delta_tuv: number;
    delta_victory: number;
  }[];
}
export interface InsightView {
  state: number;
  model: string;
  games: number;
  players: PlayerInsight[];
}

export interface ArchivedGame {
  id: number;
  game: string;
  options: Record<string, string>;
  deal: string;
  end: string;
  plays: number;
  finished: string;
  tournament: number | null;
  seats: { name: string; bot: string | null; points: number }[];
}
export interface ReplayLine {
  at: number;
  input: string;
  events: EventView[];
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
}
export interface Standing {
  player: string;
  games: number;
  won: number;
  shared: number;
  points: number;
  finish: number;
  rating: { games: number; elo: number; glicko: number; glicko_deviation: number; mu: number; sigma: number };
}
export interface TournamentView {
  tournament: number;
  game: string;
  format: string;
  seed: number;
  entrants: string[];
  played: number;
  games: number;
  started: string;
  finished: string | null;
  running?: boolean;
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
export interface GameStatistics {
  game: string;
  games: number;
  has_wares: boolean;
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

export interface WareView {
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
  wares: WareView[];
  left_out: number;
}

export interface DailyView {
  game: string;
  day: string;
  deal: string;
  results: { game: number; name: string; points: number; assisted: boolean; seconds: number }[];
}
