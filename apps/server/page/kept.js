// Tables that this browser has seats at, and best scores. Tokens stay here: they are what a seat is.

import { keep, read } from "./settings.js";

const TABLES = "tercet.tables";
const BEST = "tercet.best";
const DAILY = "tercet.daily";
const FASTEST = "tercet.fastest";
const MOST = 60;

/**
 * @typedef {object} KeptTable
 * @property {string} table
 * @property {string} game
 * @property {{ seat: number, token: string }[]} tokens
 * @property {number} seen When it was last looked at.
 * @property {boolean} over
 * @property {string} words Who plays, and how it stands.
 * @property {number} state
 * @property {string} [daily] The day whose puzzle is played there.
 */

/** The tables, the last seen first. @returns {KeptTable[]} */
export function keptTables() {
  return read(TABLES, /** @type {KeptTable[]} */ ([]));
}

/** @param {string} table */
export function tokensOf(table) {
  return keptTables().find((kept) => kept.table === table)?.tokens ?? [];
}

/**
 * Keeps what is known of a table; what is not said stays as it was.
 * @param {{ table: string } & Partial<KeptTable>} known
 */
export function keepTable(known) {
  const tables = keptTables();
  const old = tables.find((kept) => kept.table === known.table);
  const fresh = { game: "", tokens: [], over: false, words: "", state: 0, ...old, ...known, seen: Date.now() };
  keep(TABLES, [fresh, ...tables.filter((kept) => kept !== old)].slice(0, MOST));
}

/** @param {string} table */
export function forgetTable(table) {
  keep(
    TABLES,
    keptTables().filter((kept) => kept.table !== table),
  );
}

/**
 * The best score of games without help with these rules.
 * @param {string} game
 * @param {Record<string, string>} options
 * @returns {number | null}
 */
export function bestScore(game, options) {
  return read(BEST, /** @type {Record<string, number>} */ ({}))[bestKey(game, options)] ?? null;
}

/** The best score of a game, whatever its options; `null` where there is none. @param {string} game */
export function allBest(game) {
  const all = Object.entries(read(BEST, /** @type {Record<string, number>} */ ({})));
  const own = all.filter(([key]) => key.split(" ")[0] === game).map(([, score]) => score);
  return own.length > 0 ? Math.max(...own) : null;
}

/**
 * Keeps a score if it is the best; says whether it is.
 * @param {string} game
 * @param {Record<string, string>} options
 * @param {number} score
 */
export function keepScore(game, options, score) {
  const before = bestScore(game, options);
  if (before !== null && before >= score) return false;
  keep(BEST, { ...read(BEST, {}), [bestKey(game, options)]: score });
  return true;
}

/** The shortest time of a whole game alone, in seconds; `null` where there is none. @param {string} game @returns {number | null} */
export function fastest(game) {
  return read(FASTEST, /** @type {Record<string, number>} */ ({}))[game] ?? null;
}

/**
 * Keeps a time if it is the shortest; says whether it is.
 * @param {string} game
 * @param {number} seconds
 */
export function keepTime(game, seconds) {
  const before = fastest(game);
  if (before !== null && before <= seconds) return false;
  keep(FASTEST, { ...read(FASTEST, {}), [game]: seconds });
  return true;
}

/**
 * Keeps that the puzzle of a day was played to its end, by the first result.
 * @param {string} game
 * @param {string} day
 * @param {number} result Points, or seconds.
 */
export function keepDaily(game, day, result) {
  const days = dailies(game);
  if (days[day] === undefined) keep(DAILY, { ...read(DAILY, {}), [game]: { ...days, [day]: result } });
}

/**
 * Puts the time that the server has measured in place of the own one; says whether it differed.
 * @param {string} game
 * @param {string} day
 * @param {number} result
 */
export function correctDaily(game, day, result) {
  const days = dailies(game);
  if (days[day] === undefined || days[day] === result) return false;
  keep(DAILY, { ...read(DAILY, {}), [game]: { ...days, [day]: result } });
  return true;
}

/** The results of the puzzles of the day, by day. @param {string} game @returns {Record<string, number>} */
export function dailies(game) {
  return read(DAILY, /** @type {Record<string, Record<string, number>>} */ ({}))[game] ?? {};
}

/** The game whose puzzle of the day is played for time: its results are seconds. */
const TIMED = "set";

/** A result of a puzzle of the day in words. @param {string} game @param {number} result */
export function dailyWords(game, result) {
  return game === TIMED ? clockWords(result * 1000) : `${result} points`;
}

/** Is less better? @param {string} game */
export function isTimed(game) {
  return game === TIMED;
}

/** The own table of a day's puzzle: it is tried once. @param {string} game @param {string} day */
export function dailyTable(game, day) {
  return keptTables().find((kept) => kept.game === game && kept.daily === day)?.table ?? null;
}

/** Minutes and seconds. @param {number} milliseconds */
export function clockWords(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many days in a row until today, or until yesterday where today's is still to come. @param {string} game */
export function streak(game) {
  const days = dailies(game);
  let count = 0;
  let day = days[dayBefore(0)] === undefined ? 1 : 0;
  for (; days[dayBefore(day)] !== undefined; day += 1) count += 1;
  return count;
}

/** @param {string} game */
export function streakWords(game) {
  const count = streak(game);
  return count === 1 ? "1 day in a row" : `${count} days in a row`;
}

/** The day of UTC so many days ago, as in `2026-11-16`. @param {number} ago */
export function dayBefore(ago) {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/**
 * @param {string} game
 * @param {Record<string, string>} options
 */
function bestKey(game, options) {
  return [
    game,
    ...Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .sort(),
  ].join(" ");
}
