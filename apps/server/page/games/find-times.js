// How long each Set took to find, as the server kept it: from the moment that a board was there until it was claimed.

import { pages } from "../api.js";
import { fill, h } from "../dom.js";
import { nameOf } from "../players.js";

/** @typedef {{ seat: number, ms: number }} Found */
/** @typedef {import("../wire.js").TimeView} TimeView */
/** @typedef {import("../wire.js").TableView} TableView */

/** The table of a game that is over; it comes when the server has answered. @param {TableView} view */
export function findTimes(view) {
  const box = h("div", { class: "find-times" });
  pages(`tables/${view.table}/times`, "times").then(
    (times) => fill(box, timesTable(view, found(/** @type {TimeView[]} */ (times)))),
    // Times are a nicety: a result without them is one all the same.
    () => {},
  );
  return box;
}

/**
 * A board is new when something was dealt or taken; until the next Set is found it is looked at.
 * @param {TimeView[]} times
 * @returns {Found[]}
 */
function found(times) {
  let looked = 0;
  /** What each thing that was done has found; what is taken back has found nothing. @type {(Found | null)[]} */
  const done = [];
  for (const { seat, ms, data } of times) {
    looked += ms;
    // Only an undo comes without an event.
    if (data.length === 0) {
      done.pop();
      continue;
    }
    const isFound = data.some(({ type }) => type === "claimed");
    done.push(isFound && seat !== null ? { seat, ms: looked } : null);
    if (isFound || data.some(({ type }) => type === "dealt")) looked = 0;
  }
  return done.flatMap((one) => one ?? []);
}

/**
 * @param {TableView} view
 * @param {Found[]} all
 */
function timesTable(view, all) {
  if (all.length === 0) return null;
  const rows = view.seats.map((seat) =>
    row(
      nameOf(seat),
      all.filter((one) => one.seat === seat.seat),
    ),
  );
  const head = ["", "Sets", "quickest", "median", "slowest"].map((words) => h("th", { scope: "col" }, words));
  return h(
    "table",
    { class: "times" },
    h("caption", {}, "How long it took to find them"),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows),
  );
}

/**
 * @param {string} name
 * @param {Found[]} all
 */
function row(name, all) {
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const cells = [times[0], times[Math.floor((times.length - 1) / 2)], times[times.length - 1]];
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", {}, times.length),
    cells.map((ms) => h("td", {}, ms === undefined ? "" : `${(ms / 1000).toFixed(1)} s`)),
  );
}
