// What a table's screen is made of, before anything is known of the table.

import { h } from "./dom.js";

/**
 * @typedef {object} Listener
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} restart
 * @property {() => void} share
 * @property {() => void} keys
 * @property {(action: string) => Promise<boolean>} command Says whether it was done.
 */

export class Frame {
  title = h("h1", { class: "table-title" }, "…");
  badges = h("p", { class: "badges" });
  banner = h("div", { class: "banner", role: "status", hidden: true });
  notice = h("div", { class: "notice" });
  extra = h("div", { class: "extra" });
  under = h("div", { class: "under" });
  command = h("input", {
    name: "action",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "type a move",
    "aria-label": "Type a move",
  });

  /**
   * @param {Listener} listener
   * @param {{ stage: HTMLElement, players: HTMLElement, decision: HTMLElement, log: HTMLElement }} parts
   */
  constructor(listener, { stage, players, decision, log }) {
    this.undo = tool("Undo", "Take back what was done last (Backspace)", listener.undo);
    this.hint = tool("Hint", "Ask a bot; the game is marked as assisted (full stop)", listener.hint);
    this.again = tool("Restart", "A new table with the same settings", listener.restart);
    const share = tool("Share", "Links to this table and this deal", listener.share);
    const keys = tool("Keys", "What the keys do (question mark)", listener.keys);
    const tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Tools" },
      this.undo,
      this.hint,
      this.again,
      share,
      keys,
    );
    this.form = h(
      "form",
      { class: "command", onsubmit: (/** @type {Event} */ event) => this.#submit(event, listener) },
      this.command,
      h("button", {}, "Send"),
    );
    this.element = h(
      "div",
      { class: "table" },
      h("div", { class: "table-head" }, h("div", {}, this.title, this.badges), tools),
      this.banner,
      h("div", { class: "table-main" }, this.notice, stage, this.under),
      h("div", { class: "table-side" }, players, decision, this.extra, log, this.form),
    );
  }

  /**
   * @param {Event} event
   * @param {Listener} listener
   */
  async #submit(event, listener) {
    event.preventDefault();
    const action = this.command.value.trim();
    if (action && (await listener.command(action))) this.command.value = "";
  }
}

/**
 * @param {string} words
 * @param {string} about
 * @param {() => void} onclick
 */
function tool(words, about, onclick) {
  return h("button", { type: "button", class: "tool", title: about, onclick }, words);
}
