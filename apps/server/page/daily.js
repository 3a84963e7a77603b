// The puzzle of a day: the same for everybody, from its date.

import { toast } from "./dom.js";
import { dailyTable } from "./kept.js";
import { sentence } from "./log.js";
import { openTable } from "./new-table.js";
import { GUEST, settings } from "./settings.js";

/** The games that have one. */
export const DAILY = ["set", "triangle"];

/**
 * Goes to the puzzle of a day: to the own table where there is one, since it is tried once.
 * @param {string} game
 * @param {string} day As in `2026-11-16`.
 */
export async function openDaily(game, day) {
  const own = dailyTable(game, day);
  if (own) {
    location.assign(`/t/${own}`);
    return;
  }
  const seats = [{ kind: /** @type {const} */ ("me"), name: settings.name || GUEST }];
  await openTable({ game, daily: day, seats }).catch((error) => toast(sentence(error.message), "bad"));
}
