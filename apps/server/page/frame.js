// What a table's screen is made of, before anything is known of the table: a thin bar, the board, what is asked, who sits
// there, the log; and a menu with what is seldom wanted.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { change, openSettings, settings } from "./settings.js";
import { sound } from "./sound.js";

/**
 * @typedef {object} Listener
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} restart
 * @property {() => void} away
 * @property {() => void} share
 * @property {() => void} rules
 * @property {() => void} keys
 * @property {(action: string) => Promise<boolean>} command Says whether it was done.
 */

export class Frame {
  title = h("h1", { class: "table-title" }, "…");
  badges = h("p", { class: "badges" });
  /** What the bar shows of the game: a clock, what is left in the deck. */
  facts = h("p", { class: "bar-facts" });
  banner = h("div", { class: "banner", role: "status", hidden: true });
  notice = h("div", { class: "notice" });
  extra = h("div", { class: "extra" });
  under = h("div", { class: "under" });
  /** The options and the deal. */
  about = h("dl", { class: "facts" });
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
   * @param {{ stage: HTMLElement, players: HTMLElement, decision: HTMLElement, log: HTMLElement, room: HTMLElement, chat: HTMLElement, lesson: HTMLElement }} parts
   */
  constructor(listener, { stage, players, decision, log, room, chat, lesson }) {
    this.undo = tool("Undo", "Take back your last move (Backspace)", listener.undo, "undo");
    this.hint = tool(
      "Hint",
      "Ask a bot for a move (full stop); the game then counts as played with help",
      listener.hint,
      "hint",
    );
    this.again = tool("Restart", "Start over with the same settings", listener.restart);
    this.away = tool("Let a bot play for me", "A bot takes your turns until you come back", () => {
      this.menu.open = false;
      listener.away();
    });
    this.form = h(
      "form",
      { class: "command", onsubmit: (/** @type {Event} */ event) => this.#submit(event, listener) },
      this.command,
      h("button", {}, "Send"),
    );
    this.menu = this.#menu(listener);
    this.element = h(
      "div",
      { class: "table play" },
      h(
        "div",
        { class: "bar" },
        h("a", { class: "button icon", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
        h("div", { class: "bar-title" }, this.title, this.badges),
        this.facts,
        h(
          "div",
          { class: "tools", role: "toolbar", "aria-label": "Tools" },
          soundSwitch(),
          this.undo,
          this.hint,
          this.menu,
        ),
      ),
      this.banner,
      h("div", { class: "table-main" }, lesson, this.notice, room, stage, this.under),
      h("div", { class: "table-side" }, decision, players, this.extra, log, chat),
    );
    // What lies at the bottom of a small screen must not hide the end of what scrolls under it.
    const measure = () => document.documentElement.style.setProperty("--dock", `${decision.offsetHeight}px`);
    new ResizeObserver(measure).observe(decision);
  }

  /** @param {Listener} listener */
  #menu(listener) {
    const item = (/** @type {string} */ words, /** @type {string} */ about, /** @type {() => void} */ work) =>
      tool(words, about, () => {
        this.menu.open = false;
        work();
      });
    const menu = h(
      "details",
      { class: "menu" },
      h("summary", { class: "tool", title: "More", "aria-label": "Menu" }, icon("menu"), h("span", {}, "Menu")),
      h(
        "div",
        { class: "menu-sheet panel" },
        this.again,
        this.away,
        item("How to play", "The rules in short, and how points are counted", listener.rules),
        item("Share", "Links to this table and this deal", listener.share),
        item("Keys", "What the keys do (question mark)", listener.keys),
        item("Settings", "Name, colours, motion", openSettings),
        h("section", { class: "expert" }, h("h2", {}, "Expert"), this.form, this.about),
      ),
    );
    const leave = (/** @type {Event} */ event) => {
      const isOutside = event.target instanceof Node && !menu.contains(event.target);
      if (isOutside || (event instanceof KeyboardEvent && event.key === "Escape")) menu.open = false;
    };
    document.addEventListener("pointerdown", leave);
    menu.addEventListener("keydown", leave);
    return menu;
  }

  /** Lets a move be typed. */
  type() {
    this.menu.open = true;
    this.command.focus();
  }

  /** @param {[string, string][]} rows */
  setFacts(rows) {
    fill(
      this.about,
      rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
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
 * @param {string} [sign]
 */
function tool(words, about, onclick, sign = "") {
  const shown = sign ? [icon(sign), h("span", {}, words)] : words;
  return h(
    "button",
    { type: "button", class: "tool", title: about, "aria-label": sign ? words : null, onclick },
    shown,
  );
}

/** The one switch for everything that can be heard. */
function soundSwitch() {
  const button = h("button", { type: "button", class: "tool sound", "aria-label": "Sound" });
  const show = () => {
    fill(button, icon(settings.sound ? "loud" : "quiet"));
    button.setAttribute("aria-pressed", String(settings.sound));
    button.title = settings.sound ? "Sound is on" : "Sound is off";
  };
  button.addEventListener("click", () => {
    change({ sound: !settings.sound });
    sound("take");
    show();
  });
  show();
  return button;
}
