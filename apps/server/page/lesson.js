// A lesson of a minute at a real table: what to do next, until it is done.

import { fill, h } from "./dom.js";

/** @typedef {{ words: string, until: string[] }} Step `until` names the events that end it. */

/** @type {Record<string, Step[]>} */
const STEPS = {
  set: [
    {
      words:
        "Each card has a number, a colour, a shading and a shape. Three cards are a Set if each of the four is the same on all three, or different on all three. The Hint shows you one, card by card: take it.",
      until: ["claimed"],
    },
    {
      words: "That was a Set. Now find one yourself: pick any two cards, and ask which third card would fit.",
      until: ["claimed"],
    },
    { words: "One more, and you know the game.", until: ["claimed"] },
  ],
  machi: [
    {
      words:
        "Every turn: roll, earn, build. A card pays when its number is rolled: blue on anybody's roll, green on your own, red on another's. Roll, then build something: cards with a green edge can be paid for.",
      until: ["build"],
    },
    {
      words: "The others have their turns. Then roll, and see what your cards bring.",
      until: ["payout", "bank_status"],
    },
    { words: "Build again. Who first builds all landmarks of the city wins.", until: ["build"] },
  ],
  triangle: [
    { words: "Drag a shape onto the board. It is red where it can't lie.", until: ["placed"] },
    { words: "Place the next two. Three new shapes come when all are placed.", until: ["dealt"] },
    {
      words:
        "A line that is full from edge to edge, in any of three directions, is cleared, and brings a hundred points a triangle. Clear one: it lights up before you let go.",
      until: ["cleared"],
    },
  ],
};
export class Lesson {
  element = h("section", { class: "panel lesson", role: "status", hidden: true });
  #step = 0;
  #game = "";
  /** @type {Step[]} */
  #steps = [];

  /** @param {string} game */
  begin(game) {
    if (!new URLSearchParams(location.search).has("lesson")) return;
    this.#steps = STEPS[game] ?? [];
    this.#game = game;
    this.#show();
  }

  /** @param {import("./wire.js").Moved} moved @param {number[]} you */
  heard(moved, you) {
    const step = this.#steps[this.#step];
    if (!step) return;
    const isOwn = (/** @type {import("./wire.js").EventView} */ { data }) =>
      step.until.includes(data?.type) && (data?.seat === undefined || you.includes(data.seat));
    if (!moved.events.some(isOwn)) return;
    this.#step += 1;
    this.#show();
  }

  #show() {
    const step = this.#steps[this.#step];
    this.element.hidden = this.#steps.length === 0;
    const place = h("small", {}, `${Math.min(this.#step + 1, this.#steps.length)} of ${this.#steps.length}`);
    if (step) fill(this.element, place, h("p", {}, step.words));
    else
      fill(
        this.element,
        h("p", {}, "That is all there is to know. Play on here, or begin a game of your own."),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button primary", href: `/?new=${this.#game}` }, "A game of your own"),
          h("a", { class: "button", href: "/" }, "All games"),
        ),
      );
  }
}
