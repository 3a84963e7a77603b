// The numbers behind a position of Machi Koro, as the server works them out: income, turns until victory, win chances,
// and what the player whose turn it is could build now.

import { api, Refusal } from "../api.js";
import { bars, percent } from "../charts.js";
import { field, fill, h, select } from "../dom.js";
import { tokensOf } from "../kept.js";
import { sentence } from "../log.js";
import { nameOf } from "../players.js";
import { keep, read } from "../settings.js";

/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../answers.js").InsightView} InsightView */

const KEY = "tercet.insight";
const MODEL = "tercet.insight-model";
/** @type {[string, string][]} */
const MODELS = [
  ["seed", "quick"],
  ["exact", "exact"],
];
/** After how many milliseconds numbers that were late are asked for again. */
const AGAIN = 2000;

export class Insight {
  #box = h("div", { class: "insight" });
  #shown = -1;
  /** @type {TableView | null} */
  #view = null;
  #timer = 0;
  /** Has whoever plays agreed that it is help? */
  #isAgreed = false;
  #note = h("p", { class: "faint", role: "status" }, "Working it out for this position …");
  #model = select(MODELS, MODELS.some(([name]) => name === read(MODEL, "seed")) ? read(MODEL, "seed") : "seed");

  constructor() {
    this.element = h(
      "details",
      { class: "panel insight-panel", open: read(KEY, false) ? true : null },
      h("summary", {}, "Insight"),
      field("Income", this.#model),
      this.#box,
    );
    this.#model.addEventListener("change", () => {
      keep(MODEL, this.#model.value);
      this.#shown = -1;
      this.#load();
    });
    this.element.addEventListener("toggle", () => {
      keep(KEY, this.element.open);
      this.#load();
    });
  }

  /** @param {TableView | null} view */
  refresh(view) {
    this.#view = view;
    this.element.hidden = view?.over !== null;
    this.#load();
  }

  /** Asks only while somebody looks: the numbers cost the server some milliseconds. */
  async #load() {
    const view = this.#view;
    if (!view || !this.element.open || view.over || this.#shown === view.state) return;
    if (isHelp(view) && !this.#isAgreed) return this.#ask();
    this.#shown = view.state;
    clearTimeout(this.#timer);
    // What stands there is of the position before; filling the box takes the note away.
    this.#box.prepend(this.#note);
    try {
      const insight = await this.#ofTable(view);
      if (this.#view?.state !== insight.state) return;
      this.#show(insight, this.#view);
      if (insight.late) this.#timer = window.setTimeout(() => this.#again(), AGAIN);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.#box, h("p", { class: "faint" }, sentence(error.message)));
    }
  }

  /**
   * What building something would bring: at once where help does not count, else on request.
   * @param {string} id
   */
  worth(id) {
    const box = h("div", { class: "worth", role: "status" });
    const view = this.#view;
    if (!view) return box;
    const load = async () => {
      this.#isAgreed = true;
      fill(box, h("span", { class: "faint" }, "Working out what it brings …"));
      const insight = await this.#ofTable(view).catch(() => null);
      const row = insight?.options.find(({ name }) => name === id);
      fill(box, row ? worthWords(row) : "");
    };
    if (!isHelp(view) || this.#isAgreed) load();
    else
      fill(
        box,
        h("button", { type: "button", class: "small quiet", onclick: load }, "What does it bring? (counts as help)"),
      );
    return box;
  }

  /** @param {TableView} view */
  async #ofTable(view) {
    const path = `tables/${view.table}/insight?model=${this.#model.value}`;
    return /** @type {InsightView} */ (await api(path, { token: tokensOf(view.table)[0]?.token }));
  }

  /** Where the game counts, help is not given by accident. */
  #ask() {
    const agree = () => {
      this.#isAgreed = true;
      this.#load();
    };
    fill(
      this.#box,
      h("p", {}, "This game counts. If you look at these numbers, you have had help, and it no longer counts."),
      h("button", { type: "button", class: "small", onclick: agree }, "Show them"),
    );
  }

  #again() {
    this.#shown = -1;
    this.#load();
  }

  leave() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {InsightView} insight
   * @param {TableView} view
   */
  #show(insight, view) {
    const players = insight.players.map((player, seat) => playerBlock(nameOf(view.seats[seat]), player));
    fill(
      this.#box,
      h("div", { class: "insight-players" }, players),
      options(insight, nameOf(view.seats[insight.seat])),
      h(
        "p",
        { class: "faint small-print" },
        `Wins: out of ${insight.games} games played on from here, with ${insight.among} in every seat and the same dice for every row; the true share lies in the range 95 times out of 100. Income: ${incomeWords(insight)}.`,
      ),
    );
  }
}

/** Would the numbers be the first help in a game that counts? @param {TableView} view */
function isHelp(view) {
  const own = view.seats.filter(({ seat }) => view.you.includes(seat));
  return (view.rated || view.daily !== null) && !own.some(({ assisted }) => assisted);
}

/** @param {InsightView} insight */
function incomeWords({ model, late }) {
  if (late === true) return "by the quick model, until the exact numbers are worked out";
  if (late === false) return "by the quick model: the exact numbers of this position take too long";
  return model === "exact" ? "exact, under the rules" : `by the ${model} model`;
}

/**
 * @param {string} name
 * @param {import("../answers.js").PlayerInsight} player
 */
function playerBlock(name, player) {
  const income = `${name}: coins a round, ${player.round_mean.toFixed(1)} on average`;
  return h(
    "section",
    { class: "insight-player" },
    h("h3", {}, name),
    h(
      "dl",
      { class: "facts" },
      h("dt", {}, "Wins"),
      h("dd", {}, share(player.win)),
      h("dt", {}, "Turns until victory"),
      h("dd", {}, turns(player.turns)),
      h("dt", {}, "Coins a round"),
      h("dd", {}, player.round_mean.toFixed(2)),
    ),
    bars(player.round_pmf, income),
  );
}

/** Turns until victory: with the income that there is now. @param {number | null} count */
function turns(count) {
  return count === null ? "never, unless something changes" : count.toFixed(0);
}

/** @param {import("../answers.js").Chance | null} win */
function share(win) {
  if (win === null) return "";
  return `${percent(win.chance)} (${Math.round(win.low * 100)}–${Math.round(win.high * 100)} %)`;
}

/**
 * @param {InsightView} insight
 * @param {string} name
 */
function options({ options: rows, before_roll: isBeforeRoll }, name) {
  if (rows.length === 0) return h("p", { class: "faint" }, `${name} has something else to decide before building.`);
  const head = ["To build", "cost", "coins a round", "turns left", "wins", "against nothing"].map((words) =>
    h("th", { scope: "col" }, words),
  );
  const table = h(
    "table",
    { class: "numbers" },
    h("caption", {}, `What ${name} can build now${isBeforeRoll ? ", if the roll brings nothing" : ""}`),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows.map(optionRow)),
  );
  return h("div", { class: "scroll", tabindex: "0", "aria-label": "What can be built", role: "region" }, table);
}

/** @param {import("../answers.js").BuildOption} option */
function optionRow({ name, cost, coins, turns: left, win, gain }) {
  const isNothing = name === "nothing";
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name.replaceAll("_", " ")),
    h("td", {}, isNothing ? "" : cost),
    h("td", {}, isNothing ? "" : signed(coins)),
    h("td", {}, left === null ? "never" : turns(left)),
    h("td", {}, share(win)),
    h("td", {}, isNothing || gain === null ? "" : difference(gain)),
  );
}

/** What a building would bring, in a few words. @param {import("../answers.js").BuildOption} option */
function worthWords({ coins, turns: left, gain }) {
  const facts = [
    ["Coins a round", signed(coins)],
    ["Turns until victory", left === null ? "never" : turns(left)],
    ["Wins", gain === null ? "" : `${signed(gain.chance * 100, 0)} %`],
  ];
  const shown = facts.filter(([, value]) => value);
  return h(
    "dl",
    { class: "card-odds" },
    shown.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** In percent of all games. @param {import("../answers.js").Chance} gain */
function difference({ chance, low, high }) {
  return `${signed(chance * 100, 0)} % (${signed(low * 100, 0)} to ${signed(high * 100, 0)})`;
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? "" : value > 0 ? "+" : "−"}${text}`;
}
