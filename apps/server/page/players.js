// Who sits at a table: names, points, whose turn it is, who is away.

import { fill, h } from "./dom.js";
import { botWords, face, levelOf } from "./opponents.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").SeatView} SeatView */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export class Players {
  element = h("ul", { class: "players", "aria-label": "Seats", tabindex: "0" });
  #watching = h("p", { class: "faint watching" });

  /**
   * @param {object} listener
   * @param {(seat: number) => void} listener.choose Which of the own seats acts, at a hot seat.
   * @param {(seat: number, bot: boolean) => void} listener.replace Gives a seat to a bot, or takes it back.
   */
  constructor(listener) {
    this.listener = listener;
  }

  /**
   * @param {TableView} view
   * @param {number | undefined} acting The own seat that acts.
   */
  show(view, acting) {
    const items = view.seats.map((seat) => this.#item(view, seat, acting));
    this.#watching.textContent = view.watching ? `${view.watching} watching` : "";
    fill(this.element, items, view.watching > 0 && h("li", { class: "plain" }, this.#watching));
  }

  /**
   * @param {TableView} view
   * @param {SeatView} seat
   * @param {number | undefined} acting
   */
  #item(view, seat, acting) {
    const isYou = view.you.includes(seat.seat);
    const isTurn = view.turn.includes(seat.seat) && !view.over;
    const place = view.over?.places[seat.seat];
    return h(
      "li",
      {
        class: `player${isTurn ? " is-turn" : ""}${seat.seat === acting ? " is-acting" : ""}`,
        "data-seat": seat.seat,
        "data-kind": seat.replaced ? "person" : seat.kind,
      },
      seat.kind === "bot"
        ? face(levelOf(view.game, seat.bot ?? ""), seat.seat)
        : h("span", { class: `presence ${presence(seat)}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "who" },
        h("strong", {}, h("bdi", {}, nameOf(seat))),
        h("small", {}, notes(view, seat, isYou, isTurn, place)),
      ),
      h("span", { class: "points", "aria-label": `${view.scores[seat.seat]} points` }, signed(view.scores[seat.seat])),
      this.#button(view, seat, isYou, acting),
    );
  }

  /**
   * @param {TableView} view
   * @param {SeatView} seat
   * @param {boolean} isYou
   * @param {number | undefined} acting
   */
  #button(view, seat, isYou, acting) {
    if (view.over) return null;
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "small quiet", onclick }, words);
    if (isYou && seat.bot) return button("Take back", () => this.listener.replace(seat.seat, false));
    if (isYou && view.you.length > 1 && seat.seat !== acting && view.turn.includes(seat.seat)) {
      return button("Play", () => this.listener.choose(seat.seat));
    }
    if (
      !isYou &&
      view.you.length &&
      seat.kind === "person" &&
      !seat.here &&
      !seat.bot &&
      view.turn.includes(seat.seat)
    ) {
      return button("Let a bot play", () => this.listener.replace(seat.seat, true));
    }
    return null;
  }
}

/** @param {SeatView} seat */
export function nameOf(seat) {
  if (seat.kind === "open") return "Open seat";
  return isolated(seat.name) || `Guest ${seat.seat + 1}`;
}

/** A name that is written from right to left must not turn what stands around it. @param {string} name */
export function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** A number with the sign that people write. @param {number} count */
export function signed(count) {
  return count < 0 ? `−${-count}` : String(count);
}

/** @param {SeatView} seat */
function presence(seat) {
  if (seat.kind === "open") return "open";
  return seat.here ? "here" : "away";
}

/**
 * @param {TableView} view
 * @param {SeatView} seat
 * @param {boolean} isYou
 * @param {boolean} isTurn
 * @param {number | undefined} place
 */
function notes(view, seat, isYou, isTurn, place) {
  const said = [
    isYou && "you",
    seat.bot && (seat.replaced ? "a bot plays for them" : botWords(view.game, seat.bot)),
    seat.kind === "open" && "waiting for a friend",
    seat.kind === "person" && !seat.here && !seat.bot && "away",
    seat.assisted && "had help",
    place && ordinal(place),
    // In a race everybody is.
    isTurn && view.turn.length === 1 && "to play",
  ];
  return said.filter(Boolean).join(" · ");
}

/** @param {number} place */
export function ordinal(place) {
  return `${place}${["th", "st", "nd", "rd"][place] ?? "th"} place`;
}
