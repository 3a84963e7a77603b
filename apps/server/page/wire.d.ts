// The types of apps/server/src/wire.rs for the checker; no browser loads this file. A test writes it: `cargo xtask golden`.

/** Something that a seat may do, or several things that begin alike: then `data` says which parts are to be added. */
export interface ActionView {
  /** In the game's notation: the action, or how it begins. */
  action: string;
  /** As data: `type` says what is done, the other fields what it names and costs. */
  data: Record<string, any>;
  /** What it costs or does, in words. */
  words: string;
}

/** What a client says over `/ws`. */
export type ClientMessage = {
  /** Wants data for a screen: `actions` in place of `legal` and `words`, `board`, `layout`, and each event's `data`. */
  data?: boolean;
  /** Comes back in the answer. */
  id?: number;
  /** The last state number that the client has seen. */
  since?: number | null;
  /** Which table. */
  table: string;
  /** The tokens of the seats to hold; none to only look. */
  tokens?: string[];
  type: "watch";
  /** Wants each legal action in words too. */
  words?: boolean;
} | {
  /** Comes back in the answer. */
  id?: number;
  /** Which table. */
  table: string;
  type: "unwatch";
} | {
  /** The action in the game's notation. */
  action: string;
  /** Comes back in the answer. */
  id?: number;
  /** For which seat; may be left out by a holder of one seat only. */
  seat?: number | null;
  /** The number of the state that the client saw. */
  state: number;
  /** Which table. */
  table: string;
  type: "act";
} | {
  /** Comes back in the answer. */
  id?: number;
  /** For which seat. */
  seat?: number | null;
  /** The number of the state that the client saw. */
  state: number;
  /** Which table. */
  table: string;
  type: "undo";
} | {
  /** The edit in the game's notation. */
  edit: string;
  /** Comes back in the answer. */
  id?: number;
  /** The number of the state that the client saw. */
  state: number;
  /** Which table. */
  table: string;
  type: "edit";
} | {
  /** Which bot; the game's best quick one if none is named. */
  bot?: string | null;
  /** Comes back in the answer. */
  id?: number;
  /** For which seat. */
  seat?: number | null;
  /** Which table. */
  table: string;
  type: "hint";
} | {
  /** The bot that plays from now on; none for the person whose seat it is. */
  bot?: string | null;
  /** Comes back in the answer. */
  id?: number;
  /** Which seat: the client's own, or that of somebody who has left. */
  seat: number;
  /** Which table. */
  table: string;
  type: "seat";
} | {
  /** Comes back in the answer. */
  id?: number;
  /** May the game begin? */
  ready: boolean;
  /** For which seat. */
  seat?: number | null;
  /** Which table. */
  table: string;
  type: "ready";
} | {
  /** Comes back in the answer. */
  id?: number;
  /** For which seat. */
  seat?: number | null;
  /** Which table. */
  table: string;
  type: "say";
  /** Up to 200 characters of text. */
  words: string;
} | {
  /** Comes back in the answer. */
  id?: number;
  /** Which table. */
  table: string;
  type: "rematch";
};

/** An action that a bot thought about. */
export interface ComparedView {
  /** The action. */
  action: string;
  /** What it is worth. */
  value: number;
}

/** Which game of the list for evaluation. */
export interface Evaluation {
  /** Which one, from 0. */
  index: number;
  /** `train` to learn from, `test` to be compared by. */
  split: Split;
}

/** An event. */
export interface EventView {
  /** As data, for clients that want it: `type` says what happened. */
  data?: Record<string, any>;
  /** In the game's notation. */
  text: string;
  /** In words; the client's own seat is `you`. */
  words: string;
}

/** A bot's advice. */
export interface HintView {
  /** The action; `None` where the bot would leave it to others. */
  action: string | null;
  /** Whose advice. */
  bot: string;
  /** What was compared, the best first. */
  compared: ComparedView[];
  /** The action as data; empty where there is none. */
  data: Record<string, any>;
  /** What the values count; empty where nothing was compared. */
  measure: string;
  /** For which seat. */
  seat: number;
  /** The state that it is about. */
  state: number;
  /** Why, as a sentence without its end. */
  why: string;
  /** What the action does, in words. */
  words: string;
}

/** The tables that wait for whoever wants to play. */
export interface Lobby {
  /** The tables, by their names. */
  tables: LobbyTable[];
}

/** A table that waits for whoever wants to play. */
export interface LobbyTable {
  /** Which game. */
  game: string;
  /** The options. */
  options: Record<string, string>;
  /** The seats. */
  seats: SeatView[];
  /** Its name in links: `/t/NAME`. */
  table: string;
}

/** A line of a table's log. */
export interface LogView {
  /** What happened. */
  events: EventView[];
  /** What was done, as the record has it: `seat 1 place 1 3 4`, `seat 1 undo`, `expire`, or `edit …`. */
  input: string;
  /** The number of the state that it led to. */
  number: number;
  /** Whose doing it was; `None` for the clock and for edits. */
  seat: number | null;
  /** Why a bot did it. */
  why: string | null;
}

/** A table that was made. */
export interface MadeTable {
  /** Its name in links: `/t/NAME`. */
  table: string;
  /** The seats of whoever made it. */
  tokens: SeatToken[];
}

/** Something that happened, and how the table stands after it. */
export interface Moved {
  /** What each of the client's seats may do, for clients that want data. */
  actions?: Record<string, ActionView[]>;
  /** Had anybody help? `seats` says who. */
  assisted: boolean;
  /** How many inputs the record has, for replays. */
  at: number;
  /** What stands beside the picture (purses, the deck, the board's cells), for clients that want data. */
  board?: Record<string, any>;
  /** May the client ask for a hint? */
  can_hint: boolean;
  /** May the client take back what was done last? */
  can_undo: boolean;
  /** The deal, if it was secret until this ended the game; another is told with the table: it may be long. */
  deal?: string | null;
  /** What happened. */
  events: EventView[];
  /** What was done, as the record has it: `seat 1 place 1 3 4`, `seat 1 undo`, `expire`, or `edit …`. */
  input: string;
  /** What each of the client's seats may do; empty for clients that want data. */
  legal: Record<string, string[]>;
  /** The number of the state that it led to. */
  number: number;
  /** The end; `None` while it goes on. */
  over: OverView | null;
  /** The position as text. */
  position: string;
  /** What is asked of whoever is to act; empty where nobody is. */
  question: string;
  /** Points, seat by seat. */
  scores: number[];
  /** Whose doing it was; `None` for the clock and for edits. */
  seat: number | null;
  /** The number of the state: it rises by one with each thing that happens, and never comes back. */
  state: number;
  /** Which table. */
  table: string;
  /** The seats that may act. */
  turn: number[];
  /** Why a bot did it. */
  why: string | null;
  /** How many milliseconds are left before time runs out; `None` where no clock runs. */
  window_ms: number | null;
  /** The same in words, for clients that want them. */
  words?: Record<string, string[]>;
}

/** Who sits at a seat of a new table. */
export type NewSeat = {
  kind: "me";
  /** The name to show. */
  name?: string;
} | {
  kind: "open";
} | {
  /** Its name, with its parameters. */
  bot: string;
  kind: "bot";
  /** The name to show; empty for the bot's own. */
  name?: string;
};

/** What a new table is to be. */
export interface NewTable {
  /** The puzzle of a day, as in `2026-11-16`; in place of seed, options and seats. */
  daily?: string | null;
  /** A deal that everybody may see, as in `mt19937 42`; in place of a seed. */
  deal?: string | null;
  /** A game of the list for evaluation; options, opponents and the deal follow from it. */
  evaluation?: Evaluation | null;
  /** Which game. */
  game: string;
  /** Lets hints be asked for though several people play. */
  hints?: boolean;
  /** Options of its rules; how many sit there follows from `seats`. */
  options?: Record<string, string>;
  /** How many milliseconds a bot takes at least, for people to follow. */
  pace_ms?: number;
  /** Lists the table, while it waits, for whoever looks for one to sit down at. */
  public?: boolean;
  /** Who sits there, seat by seat; one person if there are none. */
  seats?: NewSeat[];
  /** A seed that everybody may see. Without one, the server draws a secret key that nobody can predict anything from. */
  seed?: number | null;
  /** Lets positions be edited. */
  study?: boolean;
  /** Waits until every seat is taken and everybody is ready; nobody sees the board before. */
  waits?: boolean;
}

/** How a game ended. */
export interface OverView {
  /** Its number in the archive, for `/r/NUMBER`. */
  game: number | null;
  /** Another table that goes on with the same settings. */
  next: string | null;
  /** Each seat's place, from 1. */
  places: number[];
  /** Why it is over, in words. */
  why: string;
}

/** Why something was not done. */
export interface RefusalView {
  /** A short name that never changes. */
  code: string;
  /** What is wrong, in words. */
  why: string;
}

/** Another table with the same settings. */
export interface RematchView {
  /** Its name in links. */
  next: string;
  /** The seats there of whoever asked: tokens go on to the next table. */
  tokens: SeatToken[];
}

/** How a seat did. */
export interface ResultView {
  /** Had the seat help? */
  assisted: boolean;
  /** The how many-th time it was that this game of the list was begun, at any of the servers that share a journal; 0 elsewhere. */
  attempt: number;
  /** How often that game of the list had been begun when this one ended, or until now: who begins it twice sees in one what is dealt in the other, so only 1 stands for a deal that nobody had seen. */
  begun: number;
  /** Which game of which list it is, as in `test 17 of 3f9a0c12`. */
  evaluation: string | null;
  /** Is the game over? */
  over: boolean;
  /** Its place, from 1. */
  place: number;
  /** Its points. */
  points: number;
  /** How many of its actions the rules refused, in an evaluation. */
  refused: number;
  /** From 0, as who plays at random, to 1, as who can't do better. */
  score: number;
}

/** Who sits at a seat. */
export type SeatKind = "person" | "bot" | "open";

/** The right to a seat. Whoever has the token has the seat. */
export interface SeatToken {
  /** The seat. */
  seat: number;
  /** Its token. */
  token: string;
}

/** A seat as everybody sees it. */
export interface SeatView {
  /** Had it help: a hint, something taken back, a bot in its place, a changed deal? Such a seat stays marked. */
  assisted: boolean;
  /** The bot that plays, with its parameters. */
  bot: string | null;
  /** Is whoever sits there here now? Bots always are. */
  here: boolean;
  /** Who sits there. */
  kind: SeatKind;
  /** The name to show. */
  name: string;
  /** May the game begin, as far as this seat is concerned? Only told while it waits. */
  ready: boolean;
  /** Has a bot taken over for a person? */
  replaced: boolean;
  /** Its number, from zero. */
  seat: number;
}

/** What the server says over `/ws`. */
export type ServerMessage = {
  /** What each of the client's seats may do, for clients that want data. */
  actions?: Record<string, ActionView[]>;
  /** How many milliseconds ago the table was made. */
  age_ms: number;
  /** Had anybody help? `seats` says who. */
  assisted: boolean;
  /** How many inputs the record has, for replays. */
  at: number;
  /** What stands beside the picture (purses, the deck, the board's cells), for clients that want data. */
  board?: Record<string, any>;
  /** May the client ask for a hint? */
  can_hint: boolean;
  /** May the client take back what was done last? */
  can_undo: boolean;
  /** What a secret deal was fixed by before the game: the SHA-256 of its text, for whoever checks it at the end. */
  commitment: string | null;
  /** The day whose puzzle this is, as in `2026-11-16`. */
  daily: string | null;
  /** The deal, as in `stream 42`; `None` while it is secret, and where `since` says that the client has had it. */
  deal: string | null;
  /** Which game. */
  game: string;
  /** The id of what this answers. */
  id: number;
  /** Where things lie in every picture of this game, for clients that want data. */
  layout?: Record<string, any>;
  /** What each of the client's seats may do; empty for clients that want data. */
  legal: Record<string, string[]>;
  /** What happened last, oldest first, a hundred lines at most: what came after `since`, where it was given; as far as it is at hand, where a request gave none. What was before is told page by page at `/api/tables/TABLE/log`. */
  log: LogView[];
  /** The options. */
  options: Record<string, string>;
  /** The end; `None` while it goes on. */
  over: OverView | null;
  /** The position as text. */
  position: string;
  /** What is asked of whoever is to act; empty where nobody is. */
  question: string;
  /** Does the result count for ratings and best scores? */
  rated: boolean;
  /** Points, seat by seat. */
  scores: number[];
  /** The seats. */
  seats: SeatView[];
  /** The number of the state: it rises by one with each thing that happens, and never comes back. */
  state: number;
  /** Is this a table for study, where positions can be edited? */
  study: boolean;
  /** Its name in links. */
  table: string;
  /** The seats that may act. */
  turn: number[];
  type: "table";
  /** Does the game wait until everybody sits there and is ready? Nobody sees the board before. */
  waits: boolean;
  /** How many look on without a seat. */
  watching: number;
  /** How many milliseconds are left before time runs out; `None` where no clock runs. */
  window_ms: number | null;
  /** The same in words, for clients that want them. */
  words?: Record<string, string[]>;
  /** The client's own seats. */
  you: number[];
} | ({
  type: "moved";
} & Moved) | {
  /** The seats. */
  seats: SeatView[];
  /** In how many milliseconds it begins, once everybody is ready. */
  starts_ms: number | null;
  /** Which table. */
  table: string;
  type: "seats";
  /** Does the game wait for its players? Once it has begun, who watches looks again. */
  waits: boolean;
  /** How many look on without a seat. */
  watching: number;
} | {
  /** Who. */
  seat: number;
  /** Which table. */
  table: string;
  type: "said";
  /** What, as plain text. */
  words: string;
} | {
  /** The id of what this answers. */
  id: number;
  /** The number of its state now. */
  state: number;
  /** Which table. */
  table: string;
  type: "done";
} | {
  /** The action; `None` where the bot would leave it to others. */
  action: string | null;
  /** Whose advice. */
  bot: string;
  /** What was compared, the best first. */
  compared: ComparedView[];
  /** The action as data; empty where there is none. */
  data: Record<string, any>;
  /** The id of what this answers. */
  id: number;
  /** What the values count; empty where nothing was compared. */
  measure: string;
  /** For which seat. */
  seat: number;
  /** The state that it is about. */
  state: number;
  /** Which table. */
  table: string;
  type: "hint";
  /** Why, as a sentence without its end. */
  why: string;
  /** What the action does, in words. */
  words: string;
} | {
  /** The id of what this answers; 0 for the others. */
  id: number;
  /** The new table. */
  next: string;
  /** Which table it was. */
  table: string;
  /** The client's seats there. */
  tokens: SeatToken[];
  type: "rematch";
} | {
  /** A short name that never changes. */
  code: string;
  /** The id of what this answers. */
  id: number;
  /** The number of the table's state, where there is one. */
  state: number | null;
  /** Which table; empty where none was named. */
  table: string;
  type: "refused";
  /** What is wrong, in words. */
  why: string;
};

/** A part of the list. No deal is in both. */
export type Split = "train" | "test";

/** A table as one client sees it. */
export interface TableView {
  /** What each of the client's seats may do, for clients that want data. */
  actions?: Record<string, ActionView[]>;
  /** How many milliseconds ago the table was made. */
  age_ms: number;
  /** Had anybody help? `seats` says who. */
  assisted: boolean;
  /** How many inputs the record has, for replays. */
  at: number;
  /** What stands beside the picture (purses, the deck, the board's cells), for clients that want data. */
  board?: Record<string, any>;
  /** May the client ask for a hint? */
  can_hint: boolean;
  /** May the client take back what was done last? */
  can_undo: boolean;
  /** What a secret deal was fixed by before the game: the SHA-256 of its text, for whoever checks it at the end. */
  commitment: string | null;
  /** The day whose puzzle this is, as in `2026-11-16`. */
  daily: string | null;
  /** The deal, as in `stream 42`; `None` while it is secret, and where `since` says that the client has had it. */
  deal: string | null;
  /** Which game. */
  game: string;
  /** Where things lie in every picture of this game, for clients that want data. */
  layout?: Record<string, any>;
  /** What each of the client's seats may do; empty for clients that want data. */
  legal: Record<string, string[]>;
  /** What happened last, oldest first, a hundred lines at most: what came after `since`, where it was given; as far as it is at hand, where a request gave none. What was before is told page by page at `/api/tables/TABLE/log`. */
  log: LogView[];
  /** The options. */
  options: Record<string, string>;
  /** The end; `None` while it goes on. */
  over: OverView | null;
  /** The position as text. */
  position: string;
  /** What is asked of whoever is to act; empty where nobody is. */
  question: string;
  /** Does the result count for ratings and best scores? */
  rated: boolean;
  /** Points, seat by seat. */
  scores: number[];
  /** The seats. */
  seats: SeatView[];
  /** The number of the state: it rises by one with each thing that happens, and never comes back. */
  state: number;
  /** Is this a table for study, where positions can be edited? */
  study: boolean;
  /** Its name in links. */
  table: string;
  /** The seats that may act. */
  turn: number[];
  /** Does the game wait until everybody sits there and is ready? Nobody sees the board before. */
  waits: boolean;
  /** How many look on without a seat. */
  watching: number;
  /** How many milliseconds are left before time runs out; `None` where no clock runs. */
  window_ms: number | null;
  /** The same in words, for clients that want them. */
  words?: Record<string, string[]>;
  /** The client's own seats. */
  you: number[];
}

/** How long something that was done at a table took. */
export interface TimeView {
  /** What happened, as data. */
  data: Record<string, any>[];
  /** What happened, in the game's notation. */
  events: string[];
  /** How many milliseconds after what was done before it, or after the table was made. */
  ms: number;
  /** The number of the state that it led to. */
  number: number;
  /** Whose doing it was; `None` for the clock and for edits. */
  seat: number | null;
}
