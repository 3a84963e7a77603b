// Cards of one's own: pasted or from a file, with each error beside its line. What a card may be, the server says.

import { api } from "./api.js";
import { fill, h } from "./dom.js";

/** @typedef {{ cards: string, names: string[], errors: { line: number, why: string }[] }} Read */

const EXAMPLE = `[[card]]
name = "Tea House"
color = "green"
rolls = [8]
cost = 4
icon = "cup"
effect = "bank 2 per wheat"
`;
const PAUSE_MS = 400;

export class CustomCards {
  #text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "Cards as TOML or JSON", placeholder: EXAMPLE });
  #said = h("div", { class: "card-errors", role: "status" });
  #timer = 0;

  /** @param {(value: string) => void} chosen Hears the value of the option. */
  constructor(chosen) {
    this.chosen = chosen;
    const file = h("input", { type: "file", accept: ".toml,.json,.txt", class: "visually-hidden" });
    file.addEventListener("change", async () => {
      this.#text.value = (await file.files?.[0]?.text()) ?? "";
      this.read();
    });
    const example = () => {
      this.#text.value = EXAMPLE;
      this.read();
    };
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.read(), PAUSE_MS);
    });
    this.element = h(
      "details",
      { class: "custom-cards" },
      h("summary", {}, "Cards of your own"),
      h("p", { class: "faint" }, "Paste them, or choose a file: TOML or JSON. A card of the same name is replaced."),
      this.#text,
      h(
        "div",
        { class: "row" },
        h("label", { class: "button small" }, "Choose a file", file),
        h("button", { type: "button", class: "small", onclick: example }, "An example"),
      ),
      this.#said,
    );
  }

  /**
   * Has what is written checked; says whether it can be played with.
   * @param {string} [expansions]
   */
  async read(expansions = this.expansions) {
    clearTimeout(this.#timer);
    this.expansions = expansions;
    const text = this.#text.value;
    if (text.trim() === "") return this.#show({ cards: "none", names: [], errors: [] });
    const body = { text, expansions: expansions || "none" };
    return this.#show(/** @type {Read} */ (await api("cards", { body })));
  }
  expansions = "none";

  /** @param {Read} read */
  #show({ cards, names, errors }) {
    this.#text.setAttribute("aria-invalid", String(errors.length > 0));
    this.chosen(errors.length > 0 ? "none" : cards);
    const wrong = errors.map(({ line, why }) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "small quiet", onclick: () => this.#goTo(line) }, `Line ${line}`),
        h("span", {}, why.replace(/^[\d:]+ /, "")),
      ),
    );
    if (wrong.length > 0) fill(this.#said, h("ul", {}, wrong));
    else fill(this.#said, names.length > 0 && h("p", { class: "good" }, `Will be added: ${names.join(", ")}.`));
    if (errors.length > 0 && this.element instanceof HTMLDetailsElement) this.element.open = true;
    return errors.length === 0;
  }

  /** Selects a line. @param {number} line */
  #goTo(line) {
    const before = this.#text.value.split("\n").slice(0, line - 1);
    const start = before.join("\n").length + (before.length > 0 ? 1 : 0);
    const end = this.#text.value.indexOf("\n", start);
    this.#text.focus();
    this.#text.setSelectionRange(start, end < 0 ? this.#text.value.length : end);
  }
}
