// What happened, in words, the newest at the bottom. A live region: screen readers announce it.

import { h } from "./dom.js";

/** @typedef {import("./wire.js").LogView} LogView */
/** @typedef {import("./wire.js").EventView} EventView */

const MOST_TURNS = 400;
/** What follows from what was said before, and is said smaller. */
const MINOR = ["left"];
/** What the board shows better than words: the words are for screen readers. */
const UNSEEN = ["dealt", "deal", "card_activates", "bank_status"];

export class LogList {
  #list = h("ol");
  #box = h("div", { class: "log", role: "log", "aria-label": "What happened", tabindex: "0" }, this.#list);
  #last = 0;
  /** What each line of the server's log is shown as, so that it can be taken back. @type {HTMLElement[][]} */
  #shown = [];
  /** A line of which the first events are shown already. @type {{ number: number, count: number } | null} */
  #begun = null;
  /** Shows an event in another way than by its words, in the line of whose turn it is. @type {(event: EventView, turn: number | null) => Node | null} */
  eventView = () => null;
  /** A bot's reason in words; `null` where it is not worth showing. @type {(why: string, events: EventView[]) => string | null} */
  reason = (why) => `because ${why}`;
  /** Does it follow what is new? Only who scrolls up stops it: the box also changes its height by itself. */
  #follows = true;

  constructor() {
    this.element = h("section", { class: "panel log-panel" }, h("h2", {}, "Log"), this.#box);
    for (const way of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      this.#box.addEventListener(way, () => requestAnimationFrame(() => (this.#follows = this.#isAtEnd())));
    }
    this.#box.addEventListener("scroll", () => (this.#follows ||= this.#isAtEnd()));
    new ResizeObserver(() => this.#follow()).observe(this.#box);
  }

  #isAtEnd() {
    return this.#box.scrollHeight - this.#box.scrollTop - this.#box.clientHeight < 40;
  }

  #follow() {
    if (this.#follows) this.#box.scrollTop = this.#box.scrollHeight;
  }

  /** The number of the last line. */
  get last() {
    return this.#last;
  }

  /**
   * Adds what is not there yet. What was taken back goes: an undo takes back what was done last, and stands in no log.
   * @param {LogView[]} lines
   */
  add(lines) {
    for (const line of lines.filter(({ number }) => number > this.#last)) {
      if (isUndo(line)) this.#takeBack();
      else if (this.#begun?.number === line.number) this.#goOn(line, this.#begun.count);
      else this.#shown.push(this.#append(line));
      this.#last = line.number;
    }
    while (this.#list.children.length > MOST_TURNS) this.#list.firstElementChild?.remove();
    this.#follow();
  }

  /** Tells what happened before anything was done: it is never taken back. @param {EventView[]} events */
  open(events) {
    this.#append({ number: 0, input: "", seat: null, why: null, events });
    this.#follow();
  }

  /**
   * Tells the first events of a line before the rest of it is added.
   * @param {LogView} line
   * @param {number} count
   */
  begin(line, count) {
    if (line.number <= this.#last || count === 0) return;
    this.#shown.push(this.#append({ ...line, events: line.events.slice(0, count) }));
    this.#begun = { number: line.number, count };
    this.#follow();
  }

  /**
   * @param {LogView} line
   * @param {number} count How much of it is shown already.
   */
  #goOn(line, count) {
    this.#shown.at(-1)?.push(...this.#append({ ...line, seat: null, why: null, events: line.events.slice(count) }));
    this.#begun = null;
  }

  #takeBack() {
    for (const span of this.#shown.pop() ?? []) {
      const turn = span.parentElement;
      span.remove();
      if (turn?.childElementCount === 0) turn.remove();
    }
  }

  /**
   * Shows what was done and what came of it, each with the turn that it belongs to.
   * @param {LogView} line
   */
  #append({ seat, events, why }) {
    const worded = events.filter(({ words }) => words);
    const spans = worded.flatMap((each, nth) => {
      const begins = turnOf(each);
      const line = this.#turn(begins ?? (nth === 0 ? seat : null), begins !== null);
      const event = h("span", { class: kindOf(each) }, this.eventView(each, seatOf(line)) ?? sentence(each.words));
      // A reason stands under its own move; what follows goes on to the next dice.
      const shown = (nth === 0 ? [event, this.#because(why, events)] : [event]).filter(isSpan);
      line.append(...shown);
      return shown;
    });
    if (worded.length > 0 || !why) return spans;
    const reason = this.#because(why, events);
    if (reason) this.#turn(seat, false).append(reason);
    return reason ? [reason] : [];
  }

  /**
   * Why a bot did what it did.
   * @param {string | null} why
   * @param {EventView[]} events What it did.
   */
  #because(why, events) {
    const words = why && this.reason(why, events);
    return words ? h("span", { class: "why" }, words) : null;
  }

  /**
   * The line of the turn that goes on, or a new one where a turn begins or another seat acts.
   * @param {number | null} seat
   * @param {boolean} isNew
   */
  #turn(seat, isNew) {
    const last = this.#list.lastElementChild;
    const isSame = seat === null || last?.getAttribute("data-seat") === String(seat);
    // Where the rules know no turns, each thing that is done has its own line.
    const goesOn = isSame && (seat === null || last?.hasAttribute("data-turn"));
    if (last && goesOn && !isNew) return last;
    const turn = h("li", { "data-seat": seat, "data-turn": isNew });
    this.#list.append(turn);
    return turn;
  }
}

/** Only what takes something back comes without an event. @param {LogView} line */
function isUndo({ events, seat }) {
  return events.length === 0 && seat !== null;
}

/** Whose line it is. @param {Element} line */
function seatOf(line) {
  const seat = line.getAttribute("data-seat");
  return seat === null ? null : Number(seat);
}

/** Is it for screen readers only? @param {EventView} event */
export function isUnseen({ data }) {
  return UNSEEN.includes(data?.type);
}

/** @param {EventView} event */
function kindOf(event) {
  const type = event.data?.type;
  if (turnOf(event) !== null) return "event turn";
  if (isUnseen(event)) return "event visually-hidden";
  return MINOR.includes(type) ? "event minor" : "event";
}

/** Whose turn begins with an event. @param {EventView} event @returns {number | null} */
function turnOf({ data }) {
  return data?.type === "turn_start" ? data.seat : null;
}

/** @param {HTMLElement | null} node @returns {node is HTMLElement} */
function isSpan(node) {
  return node !== null;
}

/** @param {string} words */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
