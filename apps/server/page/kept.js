// Tables that this browser has seats at, and best scores. Tokens stay here: they are what a seat is.

import { keep, read } from "./settings.js";

const TABLES = "tercet.tables";
const BEST = "tercet.best";
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
