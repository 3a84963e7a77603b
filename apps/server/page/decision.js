// What is asked of you, and what you may do, each with what it would do. Digits choose.

import { fill, h } from "./dom.js";
import { dieOf } from "./games/dice.js";
import { sentence } from "./log.js";
import { signed } from "./players.js";

/**
 * @typedef {object} Choice
 * @property {string} action
 * @property {string} title
 * @property {string} words What it would do.
 * @property {boolean} [isPlain] Nothing is lost by it: build nothing, decline.
 * @property {"chip" | "main"} [kind] One of many that are labelled by their names, or the usual choice.
 * @property {string} [cost] In coins.
 * @property {number[]} [dice] Faces of dice to show.
 */

export class Decision {
  #question = h("h2", { class: "question" });
  #purse = h("p", { class: "purse", hidden: true });
  #status = h("p", { class: "visually-hidden", role: "status" });
  #choices = h("div", { class: "choices" });
  /** @type {Choice[]} */
  #shown = [];
  #key = "";
  /** @type {(action: string) => void} */
  #chosen;

  /**
   * @param {object} listener
   * @param {(action: string) => void} listener.chosen
   * @param {(action: string | null) => void} listener.pointed A choice that is thought of.
   */
  constructor(listener) {
    this.listener = listener;
    this.#chosen = listener.chosen;
    this.element = h(
      "section",
      { class: "panel decision", "aria-label": "Your move" },
      h("div", { class: "asked" }, this.#question, this.#purse),
      this.#status,
      this.#choices,
    );
  }

  /**
   * @param {string} question
   * @param {Choice[]} choices
   * @param {(action: string) => void} [chosen] Who hears of it, if not the table.
   */
  show(question, choices, chosen = this.listener.chosen) {
    const words = sentence(question);
    // The same question is not built again: who points at a choice must not lose it.
    const key = JSON.stringify([words, choices]);
    if (key === this.#key) return;
    this.#key = key;
    this.#chosen = chosen;
    if (this.#question.textContent !== words) this.#status.textContent = words;
    this.#question.textContent = words;
    const hadFocus = this.#choices.contains(document.activeElement);
    this.#shown = choices;
    fill(
      this.#choices,
      choices.map((choice, nth) => this.#button(choice, nth)),
    );
    this.element.classList.toggle("has-choices", choices.length > 0);
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#choices.firstElementChild)?.focus();
  }

  /** Says whose decision it is, by colour. @param {number | undefined} seat @param {boolean} isOwn */
  belongsTo(seat, isOwn) {
    this.element.dataset.seat = seat === undefined ? "" : String(seat);
    this.element.classList.toggle("is-own", isOwn);
  }

  /** What can be done at any time stands beside the question. @param {HTMLElement | undefined} aside */
  beside(aside) {
    if (aside) this.#question.after(aside);
  }

  /** What the own seat has. @param {{ words: string, count: number, isCoins?: boolean } | null} has */
  purse(has) {
    this.#purse.hidden = has === null;
    if (!has) return;
    this.#purse.className = `purse${has.isCoins ? " coins" : ""}`;
    fill(this.#purse, h("strong", {}, signed(has.count)), h("small", {}, has.words));
  }

  /**
   * Takes the choice of a digit.
   * @param {string} key
   */
  key(key) {
    const choice = /^[1-9]$/.test(key) ? this.#shown[Number(key) - 1] : undefined;
    if (choice) this.#chosen(choice.action);
    return choice !== undefined;
  }

  /**
   * @param {Choice} choice
   * @param {number} nth
   */
  #button({ action, title, words, isPlain, kind, cost, dice = [] }, nth) {
    return h(
      "button",
      {
        type: "button",
        class: `choice${isPlain ? " plain" : ""}${kind ? ` ${kind}` : ""}`,
        "data-choice": action,
        title: kind === "chip" ? words : null,
        onclick: () => this.#chosen(action),
        onpointerenter: () => this.listener.pointed(action),
        onpointerleave: () => this.listener.pointed(null),
        onfocus: () => this.listener.pointed(action),
        onblur: () => this.listener.pointed(null),
      },
      nth < 9 && h("kbd", { "aria-hidden": "true" }, nth + 1),
      dice.length > 0 && h("span", { class: "small-dice" }, dice.map(dieOf)),
      h("span", {}, h("strong", {}, title), words && kind !== "chip" && h("small", {}, words)),
      cost && h("span", { class: "cost", "aria-label": `for ${cost}` }, cost),
    );
  }
}
