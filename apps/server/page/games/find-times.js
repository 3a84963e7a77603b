// How long each Set took to find, as this browser saw it: from the moment that a board was there until it was claimed.

import { h } from "../dom.js";
import { nameOf } from "../players.js";
import { keep, read } from "../settings.js";

/** @typedef {{ seat: number, ms: number }} Found */

export class FindTimes {
  #since = performance.now();
  /** @type {Found[]} */
  #found = [];

  /** @param {string} table */
  constructor(table) {
    this.key = `tercet.times.${table}`;
    this.#found = read(this.key, /** @type {Found[]} */ ([]));
  }

  /** @param {import("../wire.js").TableView | null} view */
  looked(view) {
    this.#since = performance.now();
    if (view?.over) this.#found = read(this.key, this.#found);
  }

  /** @param {import("../wire.js").Moved} moved */
  heard(moved) {
    const now = performance.now();
    const isFound = moved.events.some(({ text }) => / claimed /.test(text));
    if (isFound && moved.seat !== null) this.#found.push({ seat: moved.seat, ms: Math.round(now - this.#since) });
    if (isFound || moved.events.some(({ text }) => text.startsWith("dealt"))) this.#since = now;
    if (moved.over) keep(this.key, this.#found);
  }

  /** @param {import("../wire.js").TableView} view */
  summary(view) {
    const rows = view.seats.map((seat) =>
      row(
        nameOf(seat),
        this.#found.filter((found) => found.seat === seat.seat),
      ),
    );
    if (this.#found.length === 0) return null;
    const head = ["", "Sets", "quickest", "median", "slowest"].map((words) => h("th", { scope: "col" }, words));
    return h(
      "table",
      { class: "times" },
      h("caption", {}, "How long it took to find them"),
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows),
    );
  }
}

/**
 * @param {string} name
 * @param {Found[]} found
 */
function row(name, found) {
  const times = found.map(({ ms }) => ms).sort((a, b) => a - b);
  const cells = [times[0], times[Math.floor((times.length - 1) / 2)], times[times.length - 1]];
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", {}, times.length),
    cells.map((ms) => h("td", {}, ms === undefined ? "" : `${(ms / 1000).toFixed(1)} s`)),
  );
}
