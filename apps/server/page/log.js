// What happened, in words, the newest at the bottom. A live region: who can't see it hears it.

import { h } from "./dom.js";

const MOST_LINES = 400;
/** What follows from what was said before, and is said smaller. */
const MINOR = /^(dealt|slot|seat \d+ (activates|has)) /;

export class LogList {
  #list = h("ol");
  #box = h("div", { class: "log", role: "log", "aria-label": "What happened", tabindex: "0" }, this.#list);
  #last = 0;
  /** Does it follow what is new? Only who scrolls up stops it: the box also changes its height by itself. */
  #follows = true;

  constructor() {
    this.element = h("section", { class: "panel log-panel" }, h("h2", {}, "Log"), this.#box);
    for (const way of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      this.#box.addEventListener(way, () => requestAnimationFrame(() => (this.#follows = this.#isAtEnd())));
    }
    this.#box.addEventListener("scroll", () => (this.#follows ||= this.#isAtEnd()));
    new ResizeObserver(() => this.#follow()).observe(this.#box);
  }

  #isAtEnd() {
    return this.#box.scrollHeight - this.#box.scrollTop - this.#box.clientHeight < 40;
  }

  #follow() {
    if (this.#follows) this.#box.scrollTop = this.#box.scrollHeight;
  }

  /** The number of the last line. */
  get last() {
    return this.#last;
  }

  /**
   * Adds what is not there yet.
   * @param {import("./wire.js").LogView[]} lines
   */
  add(lines) {
    for (const line of lines.filter(({ number }) => number > this.#last)) {
      this.#list.append(lineElement(line));
      this.#last = line.number;
    }
    while (this.#list.children.length > MOST_LINES) this.#list.firstElementChild?.remove();
    this.#follow();
  }
}

/** @param {import("./wire.js").LogView} line */
function lineElement({ input, events, why }) {
  const told = events
    .filter(({ words }) => words)
    .map(({ text, words }) => h("span", { class: MINOR.test(text) ? "event minor" : "event" }, sentence(words)));
  const taken = input === "undo" ? [h("span", { class: "event" }, "Taken back")] : [];
  return h("li", {}, because(input, why), told.length ? told : taken);
}

/**
 * Why a bot did what it did. It stands before what came of it, with its action: what follows goes on to the next dice.
 * @param {string} input
 * @param {string | null} why
 */
export function because(input, why) {
  return why && h("span", { class: "why" }, `${sentence(input.split(" ").slice(2).join(" "))}, because: ${why}`);
}

/** @param {string} words */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
