// SET: cards are chosen by click, touch or the keys that lie as the cards lie. A hint comes in three steps, a card each.

import { h, toast } from "../dom.js";
import { clockWords, dailies } from "../kept.js";
import { fadeIn, floatWords, flyAway } from "../motion.js";
import { middleOf } from "../picture.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { actionsOf } from "../table-words.js";
import { findTimes } from "./find-times.js";
import { Goal } from "./goal.js";
import { arrange, cardsOf, keysOf, learnKeys, lengthOf } from "./set-board.js";
import { claimOf, whyNoSet } from "./set-claims.js";
import { claimView } from "./set-log.js";

/** @typedef {import("./game-ui.js").GameUi} GameUi */
/** @typedef {import("../table.js").TableScreen} TableScreen */

const NARROW = matchMedia("(max-width: 760px)");
const UPRIGHT = matchMedia("(orientation: portrait)");

/**
 * @param {TableScreen} screen
 * @returns {GameUi}
 */
export function setUi(screen) {
  const ladder = new Ladder(screen);
  const buttons = h("div", { class: "set-buttons" });
  const goal = new Goal();
  const clock = new Clock();
  const watch = new Stopwatch();
  /** How long the board was when it was first seen: it stays as large when no more cards come. */
  let least = 0;
  const layOut = (/** @type {SVGSVGElement} */ picture) => {
    least ||= lengthOf(picture);
    arrange(picture, UPRIGHT.matches, least);
    showKeys(picture);
  };
  const turned = () => screen.stage.picture && layOut(screen.stage.picture);
  UPRIGHT.addEventListener("change", turned);
  /** @type {HTMLElement | null} */
  let times = null;
  learnKeys().then(turned);
  return {
    keys: [
      ["q w e … a s d … z x c", "a card: the keys lie as the cards do"],
      ["=", "deal three more"],
      ["Space", "call, where calls are played"],
      ["Escape", "lay the cards back"],
    ],
    isOneOfEachRank: false,
    layers: () => [
      // A small screen has no room for numbers that can be read, and nobody types there.
      ...(settings.labels && !NARROW.matches ? ["labels"] : []),
      ...(settings.theme === "colorblind" ? ["legend"] : []),
    ],
    panel: goal.element,
    aside: h("div", { class: "set-aside" }, clock.element, buttons),
    choices: () => [],
    question: () => (screen.view?.options.variant === "ultra" ? "Which four cards are an UltraSet?" : null),
    // No times are shown at a table that was over before it was opened.
    facts: () => [...deckFact(screen.view), ...(watch.isBegun || !screen.view?.over ? [watch.element] : [])],
    purse: (seat) => purseOf(screen, seat),
    waiting: () => lockWords(screen),
    eventView: (event) => (screen.view ? claimView(screen.view, event) : null),
    reason: (why) => why,
    touched: () => {
      ladder.clear();
      sound("pick");
      return false;
    },
    key: (key, place) => chooseByKey(screen, key, place),
    picked: (ids) => {
      for (const card of screen.stage.picture ? cardsOf(screen.stage.picture) : []) {
        card.classList.toggle("is-picked", ids.includes(card.id));
        if (card.hasAttribute("data-part")) card.setAttribute("aria-pressed", String(ids.includes(card.id)));
      }
    },
    drawn: (picture) => {
      if (!picture) return;
      if (!screen.view?.over) watch.begin(screen.view?.seats.length === 1 ? screen.age : 0);
      nameCards(picture);
      layOut(picture);
      ladder.mark(picture);
    },
    heard: (moved) => goal.heard(moved, screen.view),
    moved: (moved, shown) => shown && showMove(screen, moved, shown),
    hinted: (hint) => ladder.begin(hint),
    hintMore: () => ladder.more(),
    forget: () => ladder.clear(),
    refresh: () => {
      goal.show(hasGoal(screen), screen.view?.over !== null);
      // Who has called is alone; otherwise everybody looks for a Set until cards come.
      const isCall = screen.view?.turn.length === 1;
      clock.show(screen.view?.window_ms ?? null, isCall ? "to name the cards" : "until three more cards come");
      if (screen.view?.over) watch.stop();
      screen.stage.element.classList.toggle("is-locked", lockWords(screen) !== null);
      buttons.replaceChildren(...wholeActions(screen));
    },
    headline: () => headline(screen, watch.isBegun ? watch.element.textContent : null),
    result: () => (screen.view?.daily ? Math.floor(screen.age / 1000) : null),
    seconds: () => (screen.view?.options.variant === "standard" ? Math.floor(screen.age / 1000) : null),
    summary: () => (screen.view ? (times ??= findTimes(screen.view)) : null),
    leave: () => {
      UPRIGHT.removeEventListener("change", turned);
      clock.show(null);
      watch.stop();
      goal.leave();
    },
  };
}

/** May who plays here set a goal? @param {TableScreen} screen */
function hasGoal(screen) {
  const isLesson = new URLSearchParams(location.search).has("lesson");
  return screen.view?.seats.length === 1 && screen.view.you.length > 0 && !isPuzzle(screen) && !isLesson;
}

/**
 * The end's words for a single player.
 * @param {TableScreen} screen
 * @param {string | null} time What the clock shows; `null` where nobody looked on while it ran.
 */
function headline(screen, time) {
  const { view } = screen;
  if (!view || view.seats.length > 1) return null;
  const day = view.daily ? dailies(view.game)[view.daily] : undefined;
  const took = day === undefined ? time : clockWords(day * 1000);
  const count = isPuzzle(screen) ? `All ${view.options.puzzle_sets}` : view.scores[0];
  return `${count} ${count === 1 ? "Set" : "Sets"} found${took === null ? "" : ` in ${took}`}`;
}

/** @param {TableScreen} screen */
function isPuzzle({ view }) {
  return view?.options.variant === "puzzle";
}

/**
 * What the own seat has: Sets found of those there are, or points.
 * @param {TableScreen} screen
 * @param {number} seat
 */
function purseOf({ view }, seat) {
  const count = view?.scores[seat] ?? 0;
  if (view?.options.variant === "puzzle" && view.seats.length === 1)
    return { count, words: `of ${view.options.puzzle_sets} Sets` };
  const words = (view?.seats.length ?? 1) > 1 ? ["point", "points"] : ["Set", "Sets"];
  return { count, words: count === 1 ? words[0] : words[1] };
}

/** Who claimed what is no Set looks on until the board changes. @param {TableScreen} screen @returns {string | null} */
function lockWords({ view, seat }) {
  const isOut = view && seat !== undefined && view.you.includes(seat) && !view.over && view.seats.length > 1;
  if (!isOut || view.turn.includes(seat) || view.turn.length === 0) return null;
  return view.window_ms === null ? "Not a Set: wait until the board changes" : null;
}

/** Buttons for what is no claim: deal, call. @param {TableScreen} screen */
function wholeActions(screen) {
  const { view } = screen;
  const isRace = (view?.seats.length ?? 0) > 1;
  /** @type {Record<string, string>} */
  const words = { deal: isRace ? "No Set? Ask for three more" : "Deal three more", call: "Call «Set!»" };
  /** Beside the question of a phone there is room for little. @type {Record<string, string>} */
  const brief = { deal: "+3 cards", call: "Set!" };
  const whole = (actionsOf(view, screen.seat) ?? []).filter(({ action }) => action in words);
  return whole.map(({ action }) =>
    h(
      "button",
      {
        type: "button",
        class: action === "call" ? "primary" : "",
        "aria-label": words[action],
        onclick: () => screen.act(action),
      },
      h("span", { class: "long" }, words[action]),
      h("span", { class: "brief" }, brief[action]),
    ),
  );
}

/**
 * @param {TableScreen} screen
 * @param {string} key
 * @param {string} place Where the key lies, whatever is printed on it.
 */
function chooseByKey(screen, key, place) {
  const whole = { "=": "deal", "+": "deal", " ": "call" }[key];
  const isLegal = actionsOf(screen.view, screen.seat)?.some(({ action }) => action === whole);
  if (whole && isLegal && !document.activeElement?.closest("button")) {
    screen.act(whole);
    return true;
  }
  const picture = screen.stage.picture;
  const isOf = (/** @type {ReturnType<typeof keysOf>[number]} */ one) =>
    place ? one.place === place : one.letter === key.toLowerCase();
  const card = picture && keysOf(picture).find(isOf)?.card;
  if (!card?.dataset.part) return false;
  screen.stage.listener.touched(card);
  return true;
}

/** Writes each card's key into its corner; small screens have no keyboard. @param {SVGSVGElement} picture */
function showKeys(picture) {
  for (const old of picture.querySelectorAll(".key")) old.remove();
  for (const { card, letter } of keysOf(picture)) {
    const face = card.querySelector("rect.f-card");
    if (!letter || !face || !card.hasAttribute("data-part")) continue;
    const words = document.createElementNS("http://www.w3.org/2000/svg", "text");
    words.setAttribute("class", "key f-card-faint");
    words.setAttribute("aria-hidden", "true");
    words.setAttribute("x", String(Number(face.getAttribute("width")) - 150));
    words.setAttribute("y", String(Number(face.getAttribute("height")) - 130));
    words.textContent = letter;
    card.append(words);
  }
}

/**
 * What was taken flies to who took it; what was dealt comes in; what was wrong says why.
 * @param {TableScreen} screen
 * @param {import("../wire.js").Moved} moved
 * @param {import("./game-ui.js").Shown} shown
 */
function showMove(screen, moved, { before, after }) {
  const claims = moved.events.flatMap((event) => claimOf(event) ?? []);
  const old = new Map((before ? cardsOf(before) : []).map((card) => [cardName(card), card]));
  const fresh = cardsOf(after).filter((card) => !old.delete(cardName(card)) && cardName(card));
  const taken = claims.find(({ isSet }) => isSet);
  const to = taken ? placeOf(taken.seat) : null;
  [...old]
    .filter(([name]) => name && taken)
    .forEach(([, card], nth) => flyAway(card, after, to ? middleOf(to) : null, nth * 60));
  fresh.forEach((card, nth) => fadeIn(card, 220 + nth * 70));
  if (taken) celebrate(screen, taken.seat, to);
  for (const claim of claims.filter(({ isSet }) => !isSet)) showWrong(screen, claim);
}

/** Where a seat's Sets go. @param {number} seat */
function placeOf(seat) {
  const all = [document.querySelector(`.player[data-seat="${seat}"]`), document.querySelector(".purse")];
  return all.find((place) => place instanceof HTMLElement && place.offsetParent !== null) ?? null;
}

/**
 * @param {TableScreen} screen
 * @param {number} seat
 * @param {Element | null} to
 */
function celebrate({ view }, seat, to) {
  sound(view?.you.includes(seat) ? "take" : "lost");
  to?.classList.add("has-won");
  setTimeout(() => to?.classList.remove("has-won"), 900);
  if (to) floatWords(middleOf(to), "+1", "gain", 420);
}

/**
 * @param {TableScreen} screen
 * @param {import("./set-claims.js").Claim} claim
 */
function showWrong(screen, { seat, cards }) {
  const { view } = screen;
  const isOwn = view?.you.includes(seat);
  const costs = view?.options.penalty === "0" ? "" : " It costs a point.";
  if (isOwn) {
    toast(`Not a Set: ${whyNoSet(cards)}.${costs}`, "bad");
    sound("wrong");
    screen.stage.element.classList.add("is-wrong");
    setTimeout(() => screen.stage.element.classList.remove("is-wrong"), 500);
  }
  const place = placeOf(seat);
  if (place && costs) floatWords(middleOf(place), "−1", "loss", 0);
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

  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** @param {import("../wire.js").HintView} hint */
  begin(hint) {
    if (hint.data?.type !== "claim") return false;
    this.#cells = hint.data.cells;
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
    for (const card of cardsOf(picture)) card.classList.toggle("is-hinted", shown.includes(card.id));
  }
}

/** How long a call still lasts. */
class Clock {
  #bar = h("progress", { class: "clock", "aria-label": "Time left" });
  #left = h("span");
  #until = h("span", { class: "long" });
  element = h("div", { class: "clock-box", hidden: true }, h("small", {}, this.#left, this.#until), this.#bar);
  #timer = 0;

  /**
   * @param {number | null} left In milliseconds.
   * @param {string} [until] What happens then.
   */
  show(left, until = "") {
    cancelAnimationFrame(this.#timer);
    this.element.hidden = left === null;
    if (left === null) return;
    const end = performance.now() + left;
    this.#bar.max = left;
    this.#until.textContent = ` ${until}`;
    const tick = () => {
      const now = Math.max(0, end - performance.now());
      this.#bar.value = now;
      const words = `${Math.ceil(now / 1000)} s`;
      if (this.#left.textContent !== words) this.#left.textContent = words;
      if (now > 0) this.#timer = requestAnimationFrame(tick);
    };
    tick();
  }
}

/** What is left in the deck. @param {import("../wire.js").TableView | null} view */
function deckFact(view) {
  const left = view?.board?.deck;
  return left !== undefined && view?.options.variant !== "puzzle"
    ? [h("span", { class: "deck" }, h("strong", {}, left), h("span", {}, " in the deck"))]
    : [];
}

/** How long this table's board has been looked at. */
class Stopwatch {
  element = h("span", { class: "stopwatch", role: "timer", "aria-label": "Time" }, "0:00");
  #timer = 0;

  get isBegun() {
    return this.#timer !== 0;
  }

  /** Begins with the first board: nobody looks at one before. @param {number} spent In milliseconds, before this page was opened. */
  begin(spent) {
    if (this.#timer) return;
    const began = performance.now() - spent;
    const tick = () => (this.element.textContent = clockWords(performance.now() - began));
    this.#timer = window.setInterval(tick, 1000);
  }

  stop() {
    clearInterval(this.#timer);
  }
}
