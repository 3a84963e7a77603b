// What the events of Machi Koro say: who rolled what, where coins went, what was built.

import { titleOf } from "./machi-words.js";

/** @typedef {import("../wire.js").EventView} EventView */
/** The bank is `null`. @typedef {{ to: number | null, from: number | null, coins: number, why: string, isIncome: boolean }} Flow */

/** Whose turn begins. @param {EventView} event @returns {number | null} */
export function startsTurnOf({ text }) {
  const found = /^seat (\d+) turn \d+$/.exec(text);
  return found ? Number(found[1]) - 1 : null;
}

/** The faces of dice that were rolled. @param {EventView} event @returns {number[] | null} */
export function rollOf({ text }) {
  const found = /^seat \d+ rolls (\d)(?: (\d))?$/.exec(text);
  return found && found.slice(1).filter(Boolean).map(Number);
}

/** @param {EventView} event @returns {{ seat: number, id: string } | null} */
export function builtOf({ text }) {
  const found = /^seat (\d+) builds (\S+) for \d+$/.exec(text);
  return found && { seat: Number(found[1]) - 1, id: found[2] };
}

/**
 * Coins that an event moves.
 * @param {EventView} event
 * @returns {Flow | null}
 */
export function flowOf({ text }) {
  const flow = (
    /** @type {string | null} */ to,
    /** @type {string | null} */ from,
    /** @type {string} */ coins,
    /** @type {string} */ why,
    isIncome = true,
  ) => ({ to: seatOf(to), from: seatOf(from), coins: Number(coins), why: titleOf(`build ${why}`), isIncome });
  const gets = /^seat (\d+) gets (\d+) (?:for|from) (\S+)$/.exec(text);
  if (gets) return flow(gets[1], null, gets[2], gets[3]);
  const pays = /^seat (\d+) pays (\d+) for (\S+)$/.exec(text);
  if (pays) return flow(null, pays[1], pays[2], pays[3]);
  const builds = /^seat (\d+) builds (\S+) for (\d+)$/.exec(text);
  if (builds) return flow(null, builds[1], builds[3], builds[2], false);
  const takes = /^seat (\d+) (?:collects|takes) (\d+) from seat (\d+) for (\S+)$/.exec(text);
  return takes && flow(takes[1], takes[3], takes[2], takes[4]);
}

/** @param {string | null} seat */
function seatOf(seat) {
  return seat === null ? null : Number(seat) - 1;
}
