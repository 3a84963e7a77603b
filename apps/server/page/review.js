// A finished game looked at again: its curve, where it turned, and tables. The server works it out and keeps it; until it is
// there, it says how far it is.

import { api, Refusal } from "./api.js";
import { fill, h } from "./dom.js";
import { sentence } from "./log.js";
import { isolated } from "./players.js";
import { drawCurve, shown } from "./review-curve.js";

/** @typedef {import("./answers.js").Review} Review */
/**
 * Where the game is shown.
 * @typedef {object} Replay
 * @property {(at: number) => void} go
 * @property {(at: number) => void} see Goes there, and has the board in sight.
 * @property {(at: number) => void} tryFrom
 * @property {string[]} names Who sat there, as the table called them.
 */

const STYLE = `${document.documentElement.dataset.files}style/review.css`;

/**
 * Shows the review of a game in a panel.
 * @param {string | number} id
 * @param {Replay} replay
 */
export function reviewPanel(id, replay) {
  loadStyle();
  const panel = new ReviewPanel(replay);
  panel.load(id);
  return panel;
}

/** Styles of the review come with it: nobody else needs them. */
function loadStyle() {
  if (document.querySelector(`link[href="${STYLE}"]`)) return;
  document.head.append(h("link", { rel: "stylesheet", href: STYLE }));
}

class ReviewPanel {
  #at = 0;
  #isGone = false;
  /** @type {Review | null} */
  #review = null;

  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.content = h("div", { class: "review-content" });
    this.element = h("section", { class: "panel review", "aria-label": "Review" }, h("h2", {}, "Review"), this.content);
    this.chart = h("div", { class: "review-chart" });
    this.legend = h("ul", { class: "review-legend", "aria-label": "At this moment" });
    this.watch = new ResizeObserver(() => this.#draw());
    this.watch.observe(this.chart);
  }

  leave() {
    this.#isGone = true;
    this.watch.disconnect();
  }

  /** Asks until it is there; each question waits a moment at the server. @param {string | number} id */
  async load(id) {
    try {
      while (!this.#isGone) {
        const { review, progress } = /** @type {import("./answers.js").ReviewAnswer} */ (
          await api(`replay/${id}/review`)
        );
        if (review) return this.#show(review);
        this.#wait(progress);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.content, h("p", { role: "alert" }, sentence(error.message)));
    }
  }

  /** @param {number} progress From 0 to 1. */
  #wait(progress) {
    fill(
      this.content,
      h(
        "label",
        { class: "review-wait" },
        "Working out the review …",
        h("progress", { max: "1", value: String(progress) }),
      ),
    );
  }

  /** @param {Review} review */
  #show(review) {
    this.#review = review;
    fill(
      this.content,
      this.chart,
      this.legend,
      h("h3", {}, "Turning points"),
      review.turning_points.length > 0 ? this.#turningPoints(review) : h("p", {}, "Nothing stands out."),
      review.tables.filter(({ rows }) => rows.length > 0).map(tableOf),
      h("p", { class: "faint" }, plain(review.method)),
    );
    this.#draw();
  }

  /** @param {Review} review */
  #turningPoints(review) {
    return h(
      "ol",
      { class: "turning-points" },
      review.turning_points.map((point) =>
        h(
          "li",
          { "data-seat": point.seat },
          h(
            "a",
            {
              href: `?at=${point.at}`,
              onclick: (/** @type {Event} */ event) => {
                event.preventDefault();
                this.replay.see(point.at);
              },
            },
            point.title,
          ),
          h("p", {}, plain(point.words)),
          point.bot &&
            h(
              "p",
              { class: "bot-words" },
              h("strong", {}, `${sentence(point.bot.name)} would ${point.bot.words}`),
              `: ${plain(point.bot.why)}.`,
            ),
          h("button", { type: "button", onclick: () => this.replay.tryFrom(point.at) }, "Try it from here"),
        ),
      ),
    );
  }

  /** Marks where the replay is. @param {number} at */
  mark(at) {
    this.#at = at;
    this.#draw();
  }

  /** The review calls a bot by what it plays; beside it stands who that was at the table. @param {Review["curve"]["series"][number]} series */
  #nameOf({ label, seat }) {
    const name = seat === null ? label : (this.replay.names[seat] ?? label);
    return name === label || /^seat \d+$/.test(label) ? isolated(name) : `${isolated(name)} (${label})`;
  }

  #draw() {
    const review = this.#review;
    if (!review) return;
    fill(
      this.chart,
      drawCurve(review, { at: this.#at, width: this.chart.clientWidth, go: (at) => this.replay.go(at) }),
    );
    const { curve } = review;
    const here = curve.points.filter(({ at }) => at <= this.#at).pop() ?? curve.points[0];
    fill(
      this.legend,
      curve.series.map((series, nth) =>
        h(
          "li",
          { "data-seat": series.seat ?? nth },
          h("span", { class: "swatch", "aria-hidden": "true" }),
          h("span", { class: "name" }, this.#nameOf(series)),
          here && h("strong", {}, shown(here.values[nth], curve.unit)),
        ),
      ),
    );
  }
}

/** @param {import("./answers.js").ReviewTable} table */
function tableOf(table) {
  return h(
    "div",
    { class: "review-table" },
    h("h3", {}, table.title),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            table.columns.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          table.rows.map((row) =>
            h(
              "tr",
              {},
              row.map((cell, nth) => (nth === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, plain(cell)))),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "faint" }, plain(table.note)),
  );
}

/** Names of bots and actions stand between backticks in the plain text; a number keeps its sign. @param {string} words */
function plain(words) {
  return words.replaceAll("`", "").replace(/(\d) %/g, "$1\u00a0%");
}
