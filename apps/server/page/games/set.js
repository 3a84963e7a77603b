// SET: cards are chosen by click, touch or the keys that lie as the cards lie. A hint comes in three steps, a card each.

import { h } from "../dom.js";
import { fadeIn, flyAway } from "../motion.js";
import { middleOf } from "../picture.js";
import { settings } from "../settings.js";
import { findTimes } from "./find-times.js";
import { clockWords, Goal } from "./goal.js";

/** @typedef {import("./manner.js").Manner} Manner */

const NARROW = matchMedia("(max-width: 760px)");
/** The rows of a keyboard, as many as the picture has rows of cards. */
const ROWS = ["qwertyuiop", "asdfghjkl;", "zxcvbnm,"];

/**
 * @param {import("../table.js").TableScreen} screen
 * @returns {Manner}
 */
export function setManner(screen) {
  const ladder = new Ladder(screen);
  const buttons = h("div", { class: "set-buttons" });
  const goal = new Goal();
  const clock = new Clock();
  const watch = new Stopwatch();
  /** @type {HTMLElement | null} */
  let times = null;
  return {
    keys: [
      ["q w e … a s d … z x c", "a card: the keys lie as the cards do"],
      ["=", "deal three more"],
      ["Space", "call, where calls are played"],
      ["Escape", "lay the cards back"],
    ],
    isOneOfEachRank: false,
    layers: () => [
      "last",
      // A small screen has no room for numbers that can be read, and nobody types there.
      ...(settings.labels && !NARROW.matches ? ["labels"] : []),
      ...(settings.theme === "colorblind" ? ["legend"] : []),
    ],
    panel: goal.element,
    under: h("div", {}, clock.element, buttons),
    choices: () => [],
    facts: () => [...deckFact(screen.view), watch.element],
    purse: (seat) => ({ count: screen.view?.scores[seat] ?? 0, words: "points" }),
    touched: () => {
      ladder.clear();
      return false;
    },
    key: (key) => chooseByKey(screen, key),
    picked: (ids) => {
      for (const card of screen.stage.picture?.querySelectorAll("g[id^='card-']") ?? []) {
        card.classList.toggle("is-picked", ids.includes(card.id));
        if (card.hasAttribute("data-part")) card.setAttribute("aria-pressed", String(ids.includes(card.id)));
      }
    },
    drawn: (picture) => {
      nameCards(picture);
      showKeys(picture);
      ladder.mark(picture);
    },
    heard: (moved) => goal.heard(moved, screen.view),
    moved: (moved, shown) => showMove(screen, moved, shown),
    hinted: (hint) => ladder.begin(hint),
    hintMore: () => ladder.more(),
    forget: () => ladder.clear(),
    refresh: () => {
      goal.element.hidden = (screen.view?.seats.length ?? 0) > 1 || !screen.view?.you.length;
      clock.show(screen.view?.window_ms ?? null);
      if (screen.view?.over) watch.stop();
      buttons.replaceChildren(...wholeActions(screen));
    },
    summary: () => (screen.view ? (times ??= findTimes(screen.view)) : null),
    leave: () => {
      clock.show(null);
      watch.stop();
      goal.leave();
    },
  };
}

/** Buttons for what is no claim: deal, call. @param {import("../table.js").TableScreen} screen */
function wholeActions(screen) {
  const { view, seat } = screen;
  const legal = (view && seat !== undefined && view.legal[seat]) || [];
  /** @type {Record<string, string>} */
  const words = { deal: "Deal three more", call: "Call «Set!»" };
  const whole = legal.filter((action) => action in words);
  return whole.map((action) =>
    h(
      "button",
      { type: "button", class: action === "call" ? "primary big" : "big", onclick: () => screen.act(action) },
      words[action],
    ),
  );
}

/** The cards by the keys that lie as they do. @param {SVGSVGElement} picture */
function cardsByKey(picture) {
  const cards = [...picture.querySelectorAll("g[id^='card-']")].map((card) => {
    const [, x, y] = /translate\((-?\d+) (-?\d+)\)/.exec(card.getAttribute("transform") ?? "") ?? [];
    return { card, x: Number(x ?? 0), y: Number(y ?? 0) };
  });
  const tops = [...new Set(cards.map(({ y }) => y))].sort((a, b) => a - b);
  const lefts = [...new Set(cards.map(({ x }) => x))].sort((a, b) => a - b);
  return new Map(cards.map(({ card, x, y }) => [ROWS[tops.indexOf(y)]?.[lefts.indexOf(x)] ?? "", card]));
}

/**
 * @param {import("../table.js").TableScreen} screen
 * @param {string} key
 */
function chooseByKey(screen, key) {
  const legal = (screen.view && screen.seat !== undefined && screen.view.legal[screen.seat]) || [];
  const whole = { "=": "deal", "+": "deal", " ": "call" }[key];
  if (whole && legal.includes(whole) && !document.activeElement?.closest("button")) {
    screen.act(whole);
    return true;
  }
  const picture = screen.stage.picture;
  const card = picture && cardsByKey(picture).get(key.toLowerCase());
  if (!(card instanceof SVGElement) || !card.dataset.part) return false;
  screen.stage.listener.touched(card);
  return true;
}

/** Writes each card's key into its corner; small screens have no keyboard. @param {SVGSVGElement} picture */
function showKeys(picture) {
  for (const [key, card] of cardsByKey(picture)) {
    const face = card.querySelector("rect.f-card");
    if (!key || !face || !card.hasAttribute("data-part")) continue;
    const letter = document.createElementNS("http://www.w3.org/2000/svg", "text");
    letter.setAttribute("class", "key f-card-faint");
    letter.setAttribute("aria-hidden", "true");
    letter.setAttribute("x", String(Number(face.getAttribute("width")) - 150));
    letter.setAttribute("y", String(Number(face.getAttribute("height")) - 130));
    letter.textContent = key;
    card.append(letter);
  }
}

/**
 * What was taken flies to who took it; what was dealt comes in.
 * @param {import("../table.js").TableScreen} screen
 * @param {import("../wire.js").Moved} moved
 * @param {import("./manner.js").Shown} shown
 */
function showMove(screen, moved, { before, after }) {
  const old = new Map([...(before?.querySelectorAll("g[id^='card-']") ?? [])].map((card) => [cardName(card), card]));
  const taker = document.querySelector(`.player[data-seat="${moved.seat}"]`);
  const fresh = [];
  for (const card of after.querySelectorAll("g[id^='card-']")) {
    const name = cardName(card);
    if (!old.delete(name) && name) fresh.push(card);
  }
  const isClaim = moved.events.some(({ text }) => / claimed /.test(text));
  [...old]
    .filter(([name]) => name)
    .forEach(([, card], nth) => {
      if (isClaim && card instanceof SVGElement) flyAway(card, after, taker ? middleOf(taker) : null, nth * 60);
    });
  fresh.forEach((card, nth) => fadeIn(card, 160 + nth * 70));
  if (moved.events.some(({ text }) => / wrong /.test(text))) screen.stage.element.classList.add("is-wrong");
  setTimeout(() => screen.stage.element.classList.remove("is-wrong"), 500);
}

/** The card, wherever it lies. @param {Element} card */
function cardName(card) {
  return card instanceof SVGElement ? (card.dataset.card ?? "") : "";
}

/** Who sees the cards needs no words beside the pointer; screen readers keep them. @param {SVGSVGElement} picture */
function nameCards(picture) {
  for (const card of picture.querySelectorAll("[data-about]")) {
    if (!(card instanceof SVGElement)) continue;
    card.dataset.card = card.dataset.about;
    delete card.dataset.about;
  }
}

/** A hint that shows one card, then two, then all. */
class Ladder {
  /** @type {string[]} */
  #cells = [];
  #steps = 0;

  /** @param {import("../table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** @param {import("../wire.js").HintView} hint */
  begin(hint) {
    const [verb, ...cells] = hint.action?.split(" ") ?? [];
    if (verb !== "claim") return false;
    this.#cells = cells;
    this.#steps = 0;
    return this.more();
  }

  more() {
    if (this.#cells.length === 0 || this.#steps >= this.#cells.length) return false;
    this.#steps += 1;
    if (this.screen.stage.picture) this.mark(this.screen.stage.picture);
    return true;
  }

  clear() {
    this.#cells = [];
    this.#steps = 0;
  }

  /** @param {SVGSVGElement} picture */
  mark(picture) {
    const shown = this.#cells.slice(0, this.#steps).map((cell) => `card-${cell}`);
    for (const card of picture.querySelectorAll("g[id^='card-']"))
      card.classList.toggle("is-hinted", shown.includes(card.id));
  }
}

/** How long a call still lasts. */
class Clock {
  element = h("progress", { class: "clock", hidden: true, "aria-label": "Time left" });
  #timer = 0;

  /** @param {number | null} left In milliseconds. */
  show(left) {
    cancelAnimationFrame(this.#timer);
    this.element.hidden = left === null;
    if (left === null) return;
    const end = performance.now() + left;
    this.element.max = left;
    const tick = () => {
      this.element.value = Math.max(0, end - performance.now());
      if (this.element.value > 0) this.#timer = requestAnimationFrame(tick);
    };
    tick();
  }
}

/** What is left in the deck, as the position tells it. @param {import("../wire.js").TableView | null} view */
function deckFact(view) {
  const left = /^cards left in the deck: (\d+)$/m.exec(view?.position ?? "")?.[1];
  return left ? [`Deck ${left}`] : [];
}

/** How long this table has been looked at. */
class Stopwatch {
  element = h("span", { class: "stopwatch", role: "timer", "aria-label": "Time" }, "0:00");
  #began = performance.now();
  #timer = window.setInterval(() => {
    this.element.textContent = clockWords(performance.now() - this.#began);
  }, 1000);

  stop() {
    clearInterval(this.#timer);
  }
}
