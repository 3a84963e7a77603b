// The numbers behind a position of Machi Koro, as the server works them out: income, turns until victory, win chances,
// and what each purchase would change.

import { api, Refusal } from "../api.js";
import { bars, percent } from "../charts.js";
import { field, fill, h, select } from "../dom.js";
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
  #seat = 0;
  #timer = 0;
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

  /**
   * @param {TableView | null} view
   * @param {number | undefined} seat
   */
  refresh(view, seat) {
    this.#view = view;
    this.#seat = seat ?? view?.turn[0] ?? 0;
    this.element.hidden = view?.over !== null;
    this.#load();
  }

  /** Asks only while somebody looks: the numbers cost the server some milliseconds. */
  async #load() {
    const view = this.#view;
    if (!view || !this.element.open || view.over || this.#shown === view.state) return;
    this.#shown = view.state;
    clearTimeout(this.#timer);
    if (!this.#box.hasChildNodes()) fill(this.#box, h("p", { class: "faint" }, "Working it out …"));
    try {
      const insight = /** @type {InsightView} */ (await api(`tables/${view.table}/insight?model=${this.#model.value}`));
      if (this.#view?.state !== insight.state) return;
      this.#show(insight, this.#view);
      if (insight.late) this.#timer = window.setTimeout(() => this.#again(), AGAIN);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.#box, h("p", { class: "faint" }, sentence(error.message)));
    }
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
      purchases(insight.players[this.#seat], nameOf(view.seats[this.#seat])),
      h(
        "p",
        { class: "faint small-print" },
        `Win chances: ${insight.games} games from here in which everybody does anything that is legal. Income: ${incomeWords(insight)}.`,
      ),
    );
  }
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
  const { chance, low, high } = player.win_chance;
  const income = `${name}: coins a round, ${player.round_mean.toFixed(1)} on average`;
  return h(
    "section",
    { class: "insight-player" },
    h("h3", {}, name),
    h(
      "dl",
      { class: "facts" },
      h("dt", {}, "Wins"),
      h("dd", {}, `${percent(chance)} (${Math.round(low * 100)}–${Math.round(high * 100)} %)`),
      h("dt", {}, "Turns until victory"),
      h("dd", {}, turns(player.tuv_expected)),
      h("dt", {}, "Coins a round"),
      h("dd", {}, player.round_mean.toFixed(2)),
    ),
    bars(player.round_pmf, income),
  );
}

/** @param {number | null} count */
function turns(count) {
  return count === null || !Number.isFinite(count) ? "never, unless something changes" : count.toFixed(1);
}

/**
 * @param {import("../answers.js").PlayerInsight} player
 * @param {string} name
 */
function purchases(player, name) {
  const best = [...player.purchases]
    .sort((a, b) => b.delta_victory - a.delta_victory || b.delta_ev - a.delta_ev)
    .slice(0, 8);
  if (best.length === 0) return null;
  const head = ["Purchase", "cost", "coins a round", "turns", "done in 10"].map((words) =>
    h("th", { scope: "col" }, words),
  );
  const rows = best.map((purchase) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, purchase.name.replaceAll("_", " ")),
      h("td", {}, purchase.cost),
      h("td", {}, signed(purchase.delta_ev)),
      h("td", {}, turnsChange(purchase)),
      h("td", {}, `${signed(purchase.delta_victory * 100)} %`),
    ),
  );
  const table = h(
    "table",
    { class: "numbers" },
    h("caption", {}, `What a purchase would change for ${name}`),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows),
  );
  return h("div", { class: "scroll", tabindex: "0", "aria-label": "Purchases", role: "region" }, table);
}

/**
 * How many turns fewer or more, or from or to never.
 * @param {{ delta_tuv: number | null, tuv_after: number | null }} purchase
 */
function turnsChange({ delta_tuv, tuv_after }) {
  if (delta_tuv !== null) return signed(delta_tuv);
  return tuv_after === null ? "to never" : `never to ${tuv_after}`;
}

/** @param {number | null} value */
function signed(value) {
  if (value === null || !Number.isFinite(value)) return "";
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
}
