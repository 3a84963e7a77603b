// Tables to learn a game at; lesson.js leads through it there.

import { openTable } from "./new-table.js";
import { GUEST, settings } from "./settings.js";

/** Deals on which that goes well. @type {Record<string, string>} */
const DEALS = { set: "stream 3", machi: "stream 5", triangle: "stream 11" };
/** @type {Record<string, Record<string, string>>} */
const OPTIONS = { set: { refill: "in_place" }, triangle: { grid: "hexagon 2" } };

/** Is there a lesson? @param {string} game */
export function hasLesson(game) {
  return game in DEALS;
}

/** @param {string} game */
export async function openLesson(game) {
  const me = { kind: /** @type {const} */ ("me"), name: settings.name || GUEST };
  const rosa = { kind: /** @type {const} */ ("bot"), bot: "thoughtful", name: "Rosa" };
  const seats = game === "machi" ? [me, rosa] : [me];
  await openTable({ game, deal: DEALS[game], options: OPTIONS[game] ?? {}, seats, pace_ms: 600 }, "?lesson");
}
