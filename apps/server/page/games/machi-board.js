// The table of Machi Koro: dice, market and cities, as large as the screen lets them be.

import { fill, h } from "../dom.js";
import { nameOf } from "../players.js";
import { dieOf } from "./dice.js";
import { machiIcon } from "./machi-icons.js";

/** @typedef {import("./machi-data.js").MachiData} MachiData */
/** @typedef {import("../wire.js").TableView} TableView */

export class MachiBoard {
  dice = h("div", { class: "dice", id: "dice" });
  #turn = h("p", { class: "turn-words" });
  #market = h("div", { class: "market", role: "group", "aria-label": "Market" });
  #cities = h("div", { class: "cities" });
  element = h(
    "div",
    { class: "machi-board" },
    h("div", { class: "machi-top" }, this.dice, this.#turn),
    this.#market,
    this.#cities,
  );
  /** Cities that somebody has folded or opened. @type {Map<number, boolean>} */
  #isOpen = new Map();
  /** @type {TableView | null} */
  #view = null;

  /** What the board has of the window; a replay that is as low as this has its cities beside the market. */
  get #height() {
    const height = this.element.parentElement?.clientHeight ?? 0;
    return this.element.closest(".replay") ? Math.min(height, LOW.cities - 1) : height;
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.#view ? nameOf(this.#view.seats[seat]) : "";
  }

  /**
   * @param {MachiData} data
   * @param {TableView} view
   * @param {Set<string>} legal What may be done now.
   */
  show(data, view, legal) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : "";
    this.#view = view;
    this.element.classList.toggle("is-wide", isWide(data.cities.length, this.#height));
    this.element.style.setProperty("--columns", String(columnsFor(data.market.length, this.#market.clientWidth)));
    this.showDice(data.dice);
    const acting = view.turn[0];
    if (acting !== undefined) this.dice.dataset.seat = String(acting);
    const isOwn = view.you.includes(acting);
    this.#turn.textContent = view.over
      ? ""
      : isOwn
        ? "Your turn"
        : `${nameOf(view.seats[acting] ?? view.seats[0])}'s turn`;
    fill(
      this.#market,
      data.market.map((item) => card(item, legal)),
    );
    // The own city comes first; at a hot seat on a small screen the one that acts.
    const isFirst = (/** @type {number} */ seat) =>
      Number(view.you.includes(seat)) + Number(innerWidth <= 760 && isOwn && seat === acting);
    const order = [...data.cities.keys()].sort((a, b) => isFirst(b) - isFirst(a));
    fill(
      this.#cities,
      order.map((seat) => this.#city(data.cities[seat], seat, view, legal)),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {number[]} faces */
  showDice(faces) {
    fill(
      this.dice,
      faces.map((face) => dieOf(face)),
    );
    this.dice.setAttribute("role", "img");
    this.dice.setAttribute("aria-label", faces.length ? `The dice show ${faces.join(" and ")}` : "No dice yet");
  }

  /**
   * @param {import("./machi-data.js").City} city
   * @param {number} seat
   * @param {TableView} view
   * @param {Set<string>} legal
   */
  #city({ coins, cards, landmarks }, seat, view, legal) {
    const isYou = view.you.includes(seat);
    const isTurn = view.turn.includes(seat) && !view.over;
    const built = landmarks.filter(({ isBuilt }) => isBuilt).length;
    const box = h(
      "details",
      {
        class: `city${isTurn ? " is-turn" : ""}${isYou ? " is-own" : ""}`,
        id: `city-${seat + 1}`,
        "data-seat": seat,
        open: this.#isOpen.get(seat) ?? (isYou || innerWidth > 760),
      },
      h(
        "summary",
        {
          class: "city-head",
          id: `seat-${seat + 1}`,
          "aria-label": `${nameOf(view.seats[seat])}, ${coins} coins, ${built} of ${landmarks.length} landmarks`,
        },
        h("span", { class: "coins-large" }, coins),
        h("strong", {}, h("bdi", {}, isYou && view.you.length === 1 ? "You" : nameOf(view.seats[seat]))),
        h("span", { class: "flash", "aria-hidden": "true" }),
        h("span", { class: "pips", "aria-hidden": "true" }, `${built}/${landmarks.length}`),
      ),
      h(
        "div",
        { class: "landmarks" },
        landmarks.map((each) => landmark(each, seat, isYou && isTurn ? legal : new Set())),
      ),
      h(
        "div",
        { class: "owned-cards" },
        cards.map((each) => owned(each, seat)),
      ),
    );
    box.addEventListener("toggle", () => this.#isOpen.set(seat, box.open));
    return box;
  }
}

/** Below the one height a market beside the cities is cut off; below the other one above them would hide them. In pixels. */
const LOW = { market: 560, cities: 480 };

/**
 * Do cities lie side by side below the market?
 * @param {number} cities
 * @param {number} [height] Of what the table has; 0 before it is shown.
 */
function isWide(cities, height = 0) {
  if (innerWidth <= 980 || (height > 0 && height < LOW.cities)) return false;
  return cities > 3 || (cities === 3 && innerHeight < 800) || (cities === 2 && height > 0 && height < LOW.market);
}

/** The least width of a card of the market, with the gap beside it. */
const CARD = 112;

/**
 * In how many columns cards lie, so that all rows are as long.
 * @param {number} cards
 * @param {number} width Of the market; 0 before it is shown.
 */
function columnsFor(cards, width) {
  const most = Math.max(1, Math.floor((width || innerWidth - 380) / CARD));
  return Math.ceil(cards / Math.ceil(cards / most));
}

/**
 * A card of the market.
 * @param {import("./machi-data.js").Item} item
 * @param {Set<string>} legal
 */
export function card({ id, name, color, rolls, cost, effect, left }, legal) {
  const action = `build ${id}`;
  const isLegal = legal.has(action);
  return h(
    "button",
    {
      type: "button",
      class: `estate kind-${color}${isLegal ? " is-legal" : ""}${left === 0 ? " is-gone" : ""}`,
      id: `market-${id}`,
      "data-action": isLegal ? action : null,
      "data-name": name,
      "data-effect": effect,
      "data-rolls": rolls,
      "data-cost": cost,
      "data-left": left,
      "aria-label": `${name}: ${color}, rolls ${rolls}, costs ${cost}, ${left} left. ${effect}`,
    },
    h("span", { class: "rolls" }, rolls.replace("-", "–")),
    h("strong", {}, name),
    machiIcon(id),
    h("small", {}, effect),
    h("span", { class: "estate-foot" }, h("span", { class: "cost" }, cost), h("span", {}, `×${left}`)),
  );
}

/**
 * @param {import("./machi-data.js").Landmark} landmark
 * @param {number} seat
 * @param {Set<string>} legal
 */
function landmark({ id, name, cost, effect, isBuilt }, seat, legal) {
  const action = `build ${id}`;
  const isLegal = !isBuilt && legal.has(action);
  return h(
    "button",
    {
      type: "button",
      class: `landmark${isBuilt ? " is-built" : ""}${isLegal ? " is-legal" : ""}`,
      id: `city-${seat + 1}-${id}`,
      "data-action": isLegal ? action : null,
      "data-name": name,
      "data-effect": effect,
      "data-cost": cost,
      "data-about": `${name}: ${effect}`,
      "aria-label": `${name}: ${isBuilt ? "built" : `not built, costs ${cost}`}`,
    },
    machiIcon(id),
    isBuilt ? h("span", { class: "landmark-name" }, name) : h("span", { class: "cost" }, cost),
  );
}

/**
 * @param {import("./machi-data.js").Owned} card
 * @param {number} seat
 */
function owned({ id, name, color, rolls, effect, count, closed }, seat) {
  return h(
    "span",
    { class: `owned kind-${color}`, id: `city-${seat + 1}-${id}`, "data-about": `${name}: ${effect}` },
    rolls && h("span", { class: "rolls" }, rolls.replace("-", "–")),
    machiIcon(id),
    h("span", {}, name),
    count > 1 && h("b", {}, `×${count}`),
    closed > 0 && h("small", {}, `${closed} closed`),
  );
}
