// Something to play for when nobody races: so many Sets, in a time of one's own or without any. The rules know no clock, so
// the goal is the page's alone: it ends nothing.

import { h, select } from "../dom.js";
import { clockWords } from "../kept.js";

/** @type {[string, string][]} */
const SETS = [
  ["0", "no goal"],
  ["3", "3 Sets"],
  ["6", "6 Sets"],
  ["10", "10 Sets"],
  ["20", "20 Sets"],
];
/** @type {[string, string][]} */
const MINUTES = [
  ["0", "no limit"],
  ["1", "in 1 minute"],
  ["3", "in 3 minutes"],
  ["5", "in 5 minutes"],
  ["10", "in 10 minutes"],
];

export class Goal {
  /** After how many inputs each Set was found: what is taken back counts no more. @type {number[]} */
  #finds = [];
  #sets = select(SETS, "0", { "aria-label": "Goal" });
  #minutes = select(MINUTES, "0", { "aria-label": "Time for it" });
  #words = h("p", { role: "status" });
  #left = h("p", { class: "faint", hidden: true });
  #bar = h("progress", { value: "0", max: "1", hidden: true, "aria-label": "Goal" });
  #began = 0;
  /** How long it took, once it is reached or over. @type {number | null} */
  #took = null;
  #timer = 0;

  constructor() {
    for (const box of [this.#sets, this.#minutes]) box.addEventListener("change", () => this.#begin());
    this.element = h(
      "section",
      { class: "panel goal" },
      h("div", { class: "row" }, h("h2", {}, "Goal"), this.#sets, this.#minutes),
      this.#words,
      this.#left,
      this.#bar,
    );
    this.#show();
  }

  /**
   * @param {import("../wire.js").Moved} moved
   * @param {import("../wire.js").TableView | null} view
   */
  heard(moved, view) {
    const isOwn = moved.seat !== null && view?.you.includes(moved.seat);
    this.#finds = this.#finds.filter((at) => at <= moved.at);
    if (this.#took === null && isOwn && moved.events.some(({ data }) => data?.type === "claimed"))
      this.#finds.push(moved.at);
    if (moved.over) this.#end();
    this.#show();
  }

  /**
   * @param {boolean} isOffered
   * @param {boolean} isOver A goal that nobody set is nothing to read at the end.
   */
  show(isOffered, isOver) {
    this.element.hidden = !isOffered || (isOver && this.#goal === 0);
  }

  leave() {
    clearInterval(this.#timer);
  }

  get #goal() {
    return Number(this.#sets.value);
  }

  /** In milliseconds; 0 where there is no limit. */
  get #limit() {
    return Number(this.#minutes.value) * 60_000;
  }

  #begin() {
    clearInterval(this.#timer);
    this.#finds = [];
    this.#took = null;
    this.#began = performance.now();
    if (this.#goal) this.#timer = window.setInterval(() => this.#show(), 1000);
    this.#show();
  }

  /** The clock stops where it stands. */
  #end() {
    clearInterval(this.#timer);
    this.#took ??= performance.now() - this.#began;
  }

  #show() {
    const goal = this.#goal;
    this.#minutes.hidden = goal === 0;
    this.#bar.hidden = goal === 0;
    this.#left.hidden = goal === 0;
    if (goal === 0) {
      this.#words.textContent = "No goal: take your time.";
      return;
    }
    const isReached = this.#finds.length >= goal;
    const spent = this.#took ?? performance.now() - this.#began;
    const isLate = this.#limit > 0 && spent >= this.#limit;
    if (isReached || isLate) this.#end();
    this.#bar.max = goal;
    this.#bar.value = Math.min(this.#finds.length, goal);
    if (isReached) this.#words.textContent = `Reached: ${this.#finds.length} Sets.`;
    else this.#words.textContent = `${isLate ? "Time is up: " : ""}${this.#finds.length} of ${goal} Sets`;
    this.#left.textContent =
      this.#took !== null || !this.#limit ? `Time: ${clockWords(spent)}` : `Left: ${clockWords(this.#limit - spent)}`;
  }
}
