// A lesson of a minute at a real table: what to do next, until it is done.

import { fill, h } from "./dom.js";

/** @typedef {{ words: string, until: string[] }} Step `until` names the events that end it. */

/** @type {Record<string, Step[]>} */
const STEPS = {
  set: [
    {
      words:
        "Every card has a number, a colour, a shading and a shape. Three cards make a Set if each of these four is the same on all three cards, or different on all three. Press Hint three times to see one, then pick its cards.",
      until: ["claimed"],
    },
    {
      words: "That was a Set! Now find one yourself: take any two cards and think which third card would fit.",
      until: ["claimed"],
    },
    { words: "Well done. One more, and you know the game.", until: ["claimed"] },
  ],
  machi: [
    {
      words:
        "Every turn: roll, earn, build. A card pays when its number is rolled: blue on anybody's roll, green on your own, red when somebody else rolls. Roll, then build something: you can pay for the cards with a green edge.",
      until: ["build"],
    },
    {
      words: "Now the others take their turns. Then roll again, and see what your cards bring in.",
      until: ["payout", "bank_status"],
    },
    {
      words: "Build again. The first to build all the landmarks wins: they are the dashed ones in your city.",
      until: ["build"],
    },
  ],
  triangle: [
    { words: "Drag a shape onto the board. It turns red where it doesn't fit.", until: ["placed"] },
    { words: "Place the other two. When all three are placed, you get three new ones.", until: ["dealt"] },
    {
      words:
        "Fill a line from edge to edge, in any of the three directions, and it is cleared: a hundred points for each triangle. It lights up before you let go.",
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
        h("p", {}, "That is all you need to know. Play on here, or start a game of your own."),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button primary", href: `/?new=${this.#game}` }, "A game of your own"),
          h("a", { class: "button", href: "/" }, "All games"),
        ),
      );
  }
}
