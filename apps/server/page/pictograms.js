// What a variant is, as a small picture: cards, signs of buildings, boards. They come with the dialog that shows them.

import { h } from "./dom.js";
import { machiIcon } from "./games/machi-icons.js";
import { cardPicture } from "./games/set-card.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {number} number @param {number} color @param {string} shading @param {string} shape */
const card = (number, color, shading, shape) => cardPicture({ number, color, shading, shape });
/** Half a triangle's side, and its height. */
const [HALF, HIGH] = [10, 17.3];

/** @typedef {{ start: number, count: number, isUp: boolean }} Row Which way its first triangle points. */

/** @type {Record<string, Record<string, () => Node[]>>} */
const PICTURES = {
  set: {
    standard: () => [card(1, 1, "solid", "diamond"), card(2, 2, "striped", "squiggle"), card(3, 3, "open", "oval")],
    junior: () => [card(1, 1, "solid", "oval"), card(2, 2, "solid", "oval"), card(3, 3, "solid", "oval")],
    chain: () => [
      card(1, 2, "solid", "oval"),
      card(2, 2, "solid", "oval"),
      h("span", { class: "is-shared" }, card(3, 2, "solid", "oval")),
      card(3, 1, "solid", "oval"),
      card(3, 3, "solid", "oval"),
    ],
    ultra: () => [
      card(1, 1, "solid", "oval"),
      card(2, 1, "solid", "oval"),
      card(3, 2, "solid", "oval"),
      card(3, 3, "solid", "oval"),
    ],
    puzzle: () => [h("strong", {}, "6"), card(1, 3, "open", "squiggle"), card(2, 3, "open", "squiggle")],
  },
  machi: {
    none: () => signs("wheat_field", "bakery", "cafe"),
    harbor: () => signs("harbor", "mackerel_boat", "airport"),
    millionaires_row: () => signs("winery", "loan_office", "french_restaurant"),
    "harbor,millionaires_row": () => signs("harbor", "airport", "winery", "loan_office"),
  },
  triangle: {
    "hexagon 4": () => [board(hexagon(4))],
    "hexagon 3": () => [board(hexagon(3))],
    "hexagon 5": () => [board(hexagon(5))],
    "triangle 9": () => [board(triangle(9))],
    "parallelogram 7 6": () => [board(parallelogram(7, 6))],
  },
};

/** @param {string} game @param {string} variant @returns {Node[]} */
export function pictogram(game, variant) {
  return PICTURES[game]?.[variant]?.() ?? [];
}

/** @param {...string} cards */
function signs(...cards) {
  return cards.map((each) => machiIcon(each));
}

/** @param {number} side @returns {Row[]} */
function hexagon(side) {
  return Array.from({ length: 2 * side }, (_, row) => {
    const fromEdge = row < side ? row : 2 * side - 1 - row;
    return { start: side - 1 - fromEdge, count: 2 * (side + fromEdge) + 1, isUp: row < side };
  });
}

/** @param {number} side @returns {Row[]} */
function triangle(side) {
  return Array.from({ length: side }, (_, row) => ({ start: side - 1 - row, count: 2 * row + 1, isUp: true }));
}

/** @param {number} rows @param {number} pairs @returns {Row[]} */
function parallelogram(rows, pairs) {
  return Array.from({ length: rows }, (_, row) => ({ start: rows - 1 - row, count: 2 * pairs, isUp: true }));
}

/** @param {Row[]} rows */
function board(rows) {
  const picture = document.createElementNS(SVG, "svg");
  const wide = Math.max(...rows.map(({ start, count }) => start + count + 1)) * HALF;
  picture.setAttribute("viewBox", `-2 -2 ${wide + 4} ${rows.length * HIGH + 4}`);
  picture.setAttribute("class", "board-picture");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", rows.map(rowPath).join(""));
  picture.append(path);
  return picture;
}

/** @param {Row} row @param {number} nth */
function rowPath({ start, count, isUp }, nth) {
  return Array.from({ length: count }, (_, col) => {
    const x = (start + col) * HALF;
    const [flat, tip] = isUp === (col % 2 === 0) ? [(nth + 1) * HIGH, nth * HIGH] : [nth * HIGH, (nth + 1) * HIGH];
    return `M${x} ${flat}L${x + HALF} ${tip}L${x + 2 * HALF} ${flat}Z`;
  }).join("");
}
