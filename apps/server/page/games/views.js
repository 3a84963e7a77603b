// A wide picture on a narrow screen: the whole of it, its market, or its cities. Only the part that is looked at
// changes; the picture stays the server's.

import { h } from "../dom.js";
import { makeLegible } from "./legible.js";

/** @typedef {"whole" | "market" | "cities"} Part */

/** Around the part that is shown, in the picture's units. */
const MARGIN = 120;
/** So many pixels a unit are needed to read the names of cards. */
const LEAST_SCALE = 0.0672;
const NARROW = matchMedia("(max-width: 760px)");
/** @type {[Part, string, string][]} */
const PARTS = [
  ["whole", "Whole table", ""],
  ["market", "Market", "#dice, [id^='market-']"],
  ["cities", "Cities", "[id^='city-']"],
];

export class Views {
  /** @type {Part} */
  #part = NARROW.matches ? "market" : "whole";
  #resized;

  /** @param {import("../stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    // The stage changes its size by itself, too: when what is asked becomes longer.
    this.#resized = new ResizeObserver(() => stage.picture && makeLegible(stage.picture, stage.element, LEAST_SCALE));
    this.#resized.observe(stage.element);
    this.element = h(
      "div",
      { class: "views", role: "group", "aria-label": "What is shown" },
      PARTS.map(([part, words]) =>
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-part-of-table": part,
            "aria-pressed": String(part === this.#part),
            onclick: () => this.#choose(part),
          },
          words,
        ),
      ),
    );
  }

  leave() {
    this.#resized.disconnect();
  }

  /** @param {Part} part */
  #choose(part) {
    this.#part = part;
    for (const button of this.element.children)
      button.setAttribute("aria-pressed", String(button.getAttribute("data-part-of-table") === part));
    if (this.stage.picture) this.apply(this.stage.picture);
  }

  /** @param {SVGSVGElement} picture */
  apply(picture) {
    picture.dataset.whole ??= picture.getAttribute("viewBox") ?? "";
    picture.setAttribute("viewBox", picture.dataset.whole);
    const [, , selector] = PARTS.find(([part]) => part === this.#part) ?? PARTS[0];
    const groups = selector ? [...picture.querySelectorAll(selector)] : [];
    // A part has another shape than the screen: what lies beside it is not shown.
    for (const group of picture.querySelectorAll(PARTS.flatMap(([, , all]) => all || []).join(", ")))
      group.setAttribute("visibility", !selector || group.matches(selector) ? "visible" : "hidden");
    const boxes = groups.map((group) => boxOf(picture, group));
    // What the head says stands below the picture, too; a part of the picture has no room for it.
    for (const words of picture.querySelectorAll("#head > :not(rect, [id])"))
      words.setAttribute("visibility", boxes.length > 0 ? "hidden" : "visible");
    if (boxes.length > 0) show(picture, boxes);
    makeLegible(picture, this.stage.element, LEAST_SCALE);
  }
}

/**
 * @param {SVGSVGElement} picture
 * @param {{ x: number, y: number, width: number, height: number }[]} boxes
 */
function show(picture, boxes) {
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
  picture.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}

/**
 * A group's box in the picture's units.
 * @param {SVGSVGElement} picture
 * @param {Element} group
 */
function boxOf(picture, group) {
  const element = /** @type {SVGGElement} */ (group);
  const box = element.getBBox();
  const own = element.getCTM();
  const root = picture.getCTM();
  const matrix = own && root ? root.inverse().multiply(own) : new DOMMatrix();
  const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix);
  return { x: corner.x, y: corner.y, width: box.width, height: box.height };
}
