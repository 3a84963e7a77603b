// What buying things was worth: a part of the statistics that is loaded when it is asked for.

import { api } from "./api.js";
import { percent } from "./charts.js";
import { fill, h } from "./dom.js";

/** The turns of a buyer that are counted together. @type {[string, number, number][]} */
const TURNS = [
  ["turns 1 to 5", 1, 5],
  ["6 to 10", 6, 10],
  ["11 to 20", 11, 20],
  ["from 21", 21, Infinity],
];

/**
 * A part that opens; the games are replayed only then.
 * @param {string} game
 */
export function purchasesPart(game) {
  const place = h("div", { class: "stack" }, h("p", { class: "faint" }, "The games are being replayed …"));
  const part = h("details", { class: "purchases" }, h("summary", {}, "What cards were worth"), place);
  part.addEventListener("toggle", () => void load(game, place), { once: true });
  return part;
}

/**
 * @param {string} game
 * @param {HTMLElement} place
 */
async function load(game, place) {
  try {
    const found = await api(`purchases?game=${encodeURIComponent(game)}`);
    fill(place, table(/** @type {import("./answers.js").PurchasesView} */ (found)));
  } catch (error) {
    fill(place, h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {import("./answers.js").PurchasesView} purchases */
function table({ games, usual_win_rate, items }) {
  const columns = ["Card", "bought", "its buyers won", "coins a card", ...TURNS.map(([words]) => words)];
  const usual = usual_win_rate === null ? "" : ` A seat wins ${percent(usual_win_rate)} of its games.`;
  return [
    h("p", { class: "faint" }, `From the newest ${games} games.${usual}`),
    h(
      "div",
      { class: "scroll", tabindex: "0", "aria-label": "What cards were worth" },
      h(
        "table",
        { class: "numbers" },
        h("caption", {}, "How often a card's buyers won, and what a card earned; by the turn in which it was bought"),
        h("thead", {}, h("tr", {}, ...columns.map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", {}, ...items.map(row)),
      ),
    ),
  ];
}

/** @param {import("./answers.js").PurchaseView} item */
function row(item) {
  const { name, bought, win_rate, interval, coins_a_copy, turns } = item;
  const rate = win_rate === null ? "" : percent(win_rate);
  const ends = interval ? ` (${percent(interval[0])} to ${percent(interval[1])})` : "";
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name.replaceAll("_", " ")),
    h("td", {}, bought),
    h("td", {}, `${rate}${ends}`),
    h("td", {}, coins_a_copy === null ? "" : coins_a_copy.toFixed(1)),
    ...TURNS.map(([, from, to]) => h("td", {}, within(turns, from, to))),
  );
}

/**
 * The purchases of some turns together.
 * @param {import("./answers.js").PurchaseView["turns"]} turns
 * @param {number} from
 * @param {number} to
 */
function within(turns, from, to) {
  const own = turns.filter(({ turn }) => turn >= from && turn <= to);
  const bought = own.reduce((sum, each) => sum + each.bought, 0);
  if (bought === 0) return "";
  const mean = (/** @type {"win_rate" | "coins_a_copy"} */ key) =>
    own.reduce((sum, each) => sum + each.bought * each[key], 0) / bought;
  return `${percent(mean("win_rate"))}, ${mean("coins_a_copy").toFixed(1)} coins`;
}
