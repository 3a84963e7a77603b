// Best scores: of whoever plays here, by the name that was chosen; and of this browser, also for those without one.

import { api } from "./api.js";
import { bestScore } from "./kept.js";
import { isolated } from "./players.js";
import { GUEST, settings } from "./settings.js";

/** @typedef {import("./answers.js").BestRow} BestRow */

/**
 * What is known of the best scores at a table, or with a game's usual options.
 * @param {{ game: string, options?: Record<string, string>, table?: string }} of
 * @returns {Promise<string>} In words; empty where nobody has finished a game.
 */
export async function bestWords({ game, options, table }) {
  const path = table ? `tables/${table}/best` : `best?game=${game}`;
  const { best } = /** @type {{ best: BestRow[] }} */ (await api(path));
  const named = best.filter(({ name }) => name !== GUEST && !/^seat \d+$/.test(name));
  const own = [options ? bestScore(game, options) : null, best.find(({ name }) => name === settings.name)?.points];
  const mine = own.filter((points) => typeof points === "number");
  const words = mine.length ? [`Your best: ${Math.max(...mine)}`] : [];
  if (named[0] && named[0].name !== settings.name)
    words.push(`Best here: ${named[0].points} by ${isolated(named[0].name)}`);
  return words.join(" · ");
}
