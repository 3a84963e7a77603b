// What is asked of you, and what you may do, each with what it would do. Digits choose.

import { fill, h } from "./dom.js";
import { sentence } from "./log.js";

/**
 * @typedef {object} Choice
 * @property {string} action
 * @property {string} title
 * @property {string} words What it would do.
 * @property {boolean} [isPlain] Nothing is lost by it: build nothing, decline.
 */

export class Decision {
  #question = h("h2", { class: "question" });
  #status = h("p", { class: "visually-hidden", role: "status" });
  #choices = h("div", { class: "choices" });
  /** @type {Choice[]} */
  #shown = [];

  /**
   * @param {object} listener
   * @param {(action: string) => void} listener.chosen
   * @param {(action: string | null) => void} listener.pointed A choice that is thought of.
   */
  constructor(listener) {
    this.listener = listener;
    this.element = h(
      "section",
      { class: "panel decision", "aria-label": "Your move" },
      this.#question,
      this.#status,
      this.#choices,
    );
  }

  /**
   * @param {string} question
   * @param {Choice[]} choices
   */
  show(question, choices) {
    const words = sentence(question);
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

  /**
   * Takes the choice of a digit.
   * @param {string} key
   */
  key(key) {
    const choice = /^[1-9]$/.test(key) ? this.#shown[Number(key) - 1] : undefined;
    if (choice) this.listener.chosen(choice.action);
    return choice !== undefined;
  }

  /**
   * @param {Choice} choice
   * @param {number} nth
   */
  #button({ action, title, words, isPlain }, nth) {
    return h(
      "button",
      {
        type: "button",
        class: `choice${isPlain ? " plain" : ""}`,
        "data-choice": action,
        onclick: () => this.listener.chosen(action),
        onpointerenter: () => this.listener.pointed(action),
        onpointerleave: () => this.listener.pointed(null),
        onfocus: () => this.listener.pointed(action),
        onblur: () => this.listener.pointed(null),
      },
      nth < 9 && h("kbd", { "aria-hidden": "true" }, nth + 1),
      h("span", {}, h("strong", {}, title), words && h("small", {}, words)),
    );
  }
}
