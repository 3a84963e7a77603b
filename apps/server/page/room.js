// A table before its game: the players, who is ready, a link for those who are missing. Nobody sees the board yet.

import { copy, fill, h } from "./dom.js";
import { botWords, face, levelOf } from "./opponents.js";
import { nameOf } from "./players.js";
import { sound } from "./sound.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class Room {
  element = h("section", { class: "panel room", "aria-label": "Waiting room", hidden: true });
  #seats = h("ul", { class: "room-seats" });
  #button = h("button", { type: "button", class: "primary big" });
  #words = h("p", { class: "room-words", role: "status" });
  #timer = 0;

  /** @param {(ready: boolean) => void} ready */
  constructor(ready) {
    this.#button.addEventListener("click", () => ready(this.#button.dataset.ready !== "true"));
    const link = h("input", { value: location.href.split("#")[0], readonly: true, "aria-label": "Link of this table" });
    const share = h("button", { type: "button", onclick: () => copy(link.value, "Link") }, "Copy link");
    this.invite = h("div", { class: "room-link" }, h("p", {}, "Send this link to whoever should play."), link, share);
    fill(this.element, h("h2", {}, "Who plays?"), this.#seats, this.invite, this.#button, this.#words);
  }

  /**
   * @param {TableView} view
   * @param {number | null} [startsMs] In how many milliseconds it begins.
   */
  show(view, startsMs = null) {
    this.element.hidden = !view.waits;
    clearInterval(this.#timer);
    this.#words.classList.toggle("is-counting", startsMs !== null);
    if (!view.waits) return;
    fill(
      this.#seats,
      view.seats.map((seat) => seatRow(view, seat)),
    );
    const own = view.seats.filter(({ seat }) => view.you.includes(seat));
    const isReady = own.every(({ ready }) => ready);
    this.#button.hidden = own.length === 0;
    this.#button.dataset.ready = String(isReady);
    this.#button.textContent = isReady ? "Not ready after all" : "I am ready";
    this.#button.classList.toggle("primary", !isReady);
    const isFull = view.seats.every(({ kind }) => kind !== "open");
    this.invite.hidden = isFull || own.length === 0;
    if (startsMs !== null) this.#count(performance.now() + startsMs);
    else this.#words.textContent = isFull ? "The game starts as soon as everybody is ready." : "A seat is still free.";
  }

  /** @param {number} end */
  #count(end) {
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      this.#words.textContent = left > 0 ? String(left) : "Now!";
      sound("pick");
    };
    tick();
    this.#timer = window.setInterval(tick, 1000);
  }
}

/**
 * @param {TableView} view
 * @param {import("./wire.js").SeatView} seat
 */
function seatRow(view, seat) {
  const isYou = view.you.includes(seat.seat);
  const words =
    seat.kind === "open" ? "free" : seat.bot ? botWords(view.game, seat.bot) : seat.ready ? "ready" : "not ready yet";
  return h(
    "li",
    { "data-seat": seat.seat, class: seat.ready ? "is-ready" : "" },
    face(seat.bot ? levelOf(view.game, seat.bot) : seat.kind === "open" ? -1 : 4, seat.seat),
    h("strong", {}, h("bdi", {}, nameOf(seat)), isYou && " (you)"),
    h("span", {}, words),
    h("span", { class: "tickmark", "aria-hidden": "true" }, seat.ready ? "✓" : ""),
  );
}
