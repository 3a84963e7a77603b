// Tables of numbers that several screens show.

import { percent, whiskers } from "./charts.js";
import { h } from "./dom.js";

/** @typedef {import("./answers.js").GameStatistics["statistics"]} Statistics */

/** Who beat whom how often. @param {Statistics} statistics */
export function headToHead(statistics) {
  if (statistics.head_to_head.length === 0) return null;
  const names = [...new Set(statistics.head_to_head.flatMap(({ bot, against }) => [bot, against]))];
  const cell = (/** @type {string} */ own, /** @type {string} */ other) => {
    const pair = statistics.head_to_head.find(
      (each) => (each.bot === own && each.against === other) || (each.bot === other && each.against === own),
    );
    if (!pair) return "";
    const [won, lost] = pair.bot === own ? [pair.won, pair.lost] : [pair.lost, pair.won];
    return pair.drawn ? `${won} : ${lost} (${pair.drawn})` : `${won} : ${lost}`;
  };
  const head = ["won : lost (drawn)", ...names].map((words) => h("th", { scope: "col" }, words));
  const rows = names.map((own) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, own),
      names.map((other) => h("td", {}, own === other ? "·" : cell(own, other))),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", "aria-label": "Head to head" },
    h(
      "table",
      { class: "numbers" },
      h("caption", {}, "Head to head"),
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows),
    ),
  );
}

/** How often each wins. @param {Statistics} statistics */
export function winRates(statistics) {
  const bots = [...statistics.bots].sort((a, b) => (b.win_rate ?? 0) - (a.win_rate ?? 0));
  const head = ["Player", "tables", "won", "win rate", "points on average"].map((words) =>
    h("th", { scope: "col" }, words),
  );
  const rate = (/** @type {Statistics["bots"][number]} */ bot) =>
    bot.win_rate === null
      ? ""
      : `${percent(bot.win_rate)}${bot.interval ? ` (${percent(bot.interval[0])} to ${percent(bot.interval[1])})` : ""}`;
  const rows = bots.map((bot) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, bot.bot),
      h("td", {}, bot.tables),
      h("td", {}, bot.won),
      h("td", {}, rate(bot)),
      h("td", {}, bot.finish === null ? "" : bot.finish.toFixed(1)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", "aria-label": "Players" },
    h(
      "table",
      { class: "numbers" },
      h("caption", {}, "Players"),
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows),
    ),
  );
}

/**
 * How strong each is, by all games at once.
 * @param {{ name: string, strength: import("./answers.js").Strength }[]} rows
 */
export function strengthsPart(rows) {
  if (rows.length === 0) return null;
  const groups = new Set(rows.map(({ strength }) => strength.group)).size;
  const dots = rows.map(({ name, strength }) => ({
    name: groups > 1 ? `${name} (group ${strength.group})` : name,
    value: strength.value,
    interval: strength.interval,
  }));
  return h(
    "div",
    { class: "stack" },
    h("h3", {}, "Strength by all games, with 95 % intervals"),
    groups > 1 && h("p", { class: "faint" }, `${groups} groups never met: strengths compare only within a group.`),
    h(
      "div",
      { class: "scroll", tabindex: "0", "aria-label": "Strengths" },
      whiskers(dots, `Strength of ${dots.map(({ name, value }) => `${name} ${Math.round(value)}`).join(", ")}`),
    ),
  );
}

/** Games, each with its replay. @param {import("./answers.js").ArchivedGame[]} games */
export function gamesTable(games) {
  const head = ["Game", "", "who", "plays"].map((words) => h("th", { scope: "col" }, words));
  const rows = games.map((game) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/r/${game.id}` }, `No. ${game.id}`)),
      h("td", {}, game.game),
      h("td", { class: "words" }, game.seats.map(({ name, points }) => `${name} ${points}`).join(", ")),
      h("td", {}, game.plays),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", "aria-label": "Games" },
    h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)),
  );
}
