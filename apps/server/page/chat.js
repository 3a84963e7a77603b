// What people say to each other at a table: a sign with one touch, or a line of text. Nothing of it is kept, and who wishes
// sees none of it.

import { fill, h, toast } from "./dom.js";
import { emote, emoteWords, SENT } from "./emotes.js";
import { icon } from "./icons.js";
import { floatWords } from "./motion.js";
import { middleOf } from "./picture.js";
import { nameOf } from "./players.js";
import { change, settings } from "./settings.js";

const LONGEST = 200;
const MOST_LINES = 50;

export class Chat {
  #lines = h("ol", { class: "chat-lines", role: "log", "aria-label": "Chat", tabindex: "0" });
  #input = h("input", { maxlength: LONGEST, placeholder: "Say something", "aria-label": "Say something" });
  #body = h("div", { class: "chat-body" });
  #mute = h("button", { type: "button", class: "small quiet", onclick: () => this.#toggle() });

  /** @param {(words: string) => Promise<boolean>} say Tells whether it was said. */
  constructor(say) {
    const signs = SENT.map((sign) =>
      h(
        "button",
        { type: "button", class: "small sign-button", title: emoteWords(sign), onclick: () => say(sign) },
        emote(sign),
      ),
    );
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const words = this.#input.value.trim();
      this.#input.value = "";
      // What was not said is still there to be said.
      if (words) say(words).then((isSaid) => isSaid || (this.#input.value ||= words));
    };
    const send = h("button", { class: "small", "aria-label": "Say it" }, icon("chat"));
    fill(
      this.#body,
      this.#lines,
      h("div", { class: "signs" }, signs),
      h("form", { class: "command", onsubmit: submit }, this.#input, send),
    );
    this.element = h(
      "section",
      { class: "panel chat", hidden: true, "aria-label": "Chat" },
      h("div", { class: "chat-head" }, h("h2", {}, "Chat"), this.#mute),
      this.#body,
    );
    this.#show();
  }

  #toggle() {
    change({ chat: !settings.chat });
    this.#show();
  }

  #show() {
    this.#mute.textContent = settings.chat ? "Turn off" : "Turn on";
    this.#body.hidden = !settings.chat;
  }

  /** Only where somebody else could hear it. @param {import("./wire.js").TableView} view */
  refresh(view) {
    // At a hot seat everybody sits before the same screen.
    const others = view.seats.filter(({ kind, seat }) => kind !== "bot" && !view.you.includes(seat));
    this.element.hidden = others.length === 0 || view.you.length === 0;
  }

  /**
   * @param {import("./wire.js").TableView} view
   * @param {number} seat
   * @param {string} words
   */
  receive(view, seat, words) {
    if (!settings.chat) return;
    const line = h(
      "li",
      { "data-seat": seat },
      h("bdi", {}, nameOf(view.seats[seat])),
      h("span", { dir: "auto" }, emote(words) ?? words),
    );
    this.#lines.append(line);
    while (this.#lines.children.length > MOST_LINES) this.#lines.firstElementChild?.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
    const isOwn = view.you.includes(seat);
    if (!isOwn && !this.#isInSight()) toast(`${nameOf(view.seats[seat])}: ${emoteWords(words) || words}`);
    const place = document.querySelector(`.player[data-seat="${seat}"], .city[data-seat="${seat}"]`);
    const sign = emote(words);
    if (place && sign) floatWords(middleOf(place), sign, "gain", 0, true);
  }

  /** Would who looks at the board see what is said? */
  #isInSight() {
    const { top, bottom } = this.#lines.getBoundingClientRect();
    return bottom > top && top >= 0 && bottom <= innerHeight;
  }
}
