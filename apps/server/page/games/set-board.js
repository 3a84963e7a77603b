// Where the cards of a board lie on this screen. A card keeps its place for as long as it lies there: three more are a new
// column, or a new row where the screen is higher than wide.

import { settings } from "../settings.js";

/** How many cards lie across the way in which a board grows. */
const ACROSS = 3;
/** How far the Set on show lies from the board, of a card. */
const APART = 0.55;
/** The shortest and longest a board begins with. */
const LENGTHS = [3, 4];
/** The margin around cards, of their width. */
const PAD = 24 / 220;
const NUMBERED = "card-";
/** Of the Set on show in a chain. */
const SHOWN = "card-s";

/** The letters of a keyboard's rows, as many as a board may have columns. @type {Record<string, string[]>} */
const LETTERS = {
  qwerty: ["1234567890", "qwertyui", "asdfghjk", "zxcvbnm,"],
  qwertz: ["1234567890", "qwertzui", "asdfghjk", "yxcvbnm,"],
  azerty: ["1234567890", "azertyui", "qsdfghjk", "wxcvbn,;"],
};
/** The same keys by where they lie, whatever is printed on them. */
const PLACES = LETTERS.qwerty.map((row) => [...row].map(placeOf));

/** What is printed on the keys, where the browser knows. @type {Map<string, string>} */
let printed = new Map();

/** Asks the browser what is printed on the keys; few browsers know; then the setting is used. */
export async function learnKeys() {
  const { keyboard } = /** @type {{ keyboard?: { getLayoutMap(): Promise<Map<string, string>> } }} */ (navigator);
  printed = (await keyboard?.getLayoutMap().catch(() => undefined)) ?? printed;
}

/** @param {string} letter */
function placeOf(letter) {
  if (letter === ",") return "Comma";
  return letter < "a" ? `Digit${letter}` : `Key${letter.toUpperCase()}`;
}

/** @param {SVGSVGElement} picture @returns {SVGGElement[]} */
export function cardsOf(picture) {
  return [...picture.querySelectorAll(`g[id^='${NUMBERED}']`)].map((card) => /** @type {SVGGElement} */ (card));
}

/**
 * Lays the cards out for the screen.
 * @param {SVGSVGElement} picture
 * @param {boolean} isUpright Is the screen higher than wide?
 * @param {number} least How many columns are kept free, also when cards are taken and no more come.
 */
export function arrange(picture, isUpright, least) {
  const cards = cardsOf(picture);
  const face = picture.querySelector("rect.f-card");
  if (!face) return;
  const width = Number(face.getAttribute("width"));
  const height = Number(face.getAttribute("height"));
  const pad = width * PAD;
  const board = cards.filter(({ id }) => !id.startsWith(SHOWN));
  const length = Math.max(least, Math.ceil(board.length / ACROSS));
  const put = (/** @type {SVGGElement} */ card, /** @type {number} */ along, /** @type {number} */ across) => {
    const [column, row] = isUpright ? [across, along] : [along, across];
    card.setAttribute("transform", `translate(${pad + column * (width + pad)} ${pad + row * (height + pad)})`);
    Object.assign(card.dataset, { column, row });
  };
  for (const card of cards) {
    const nth = numberOf(card) - 1;
    if (card.id.startsWith(SHOWN)) put(card, length + APART, nth);
    else put(card, Math.floor(nth / ACROSS), nth % ACROSS);
  }
  const hasShown = cards.length > board.length;
  const along = length + (hasShown ? 1 + APART : 0);
  picture.querySelector(".on-show")?.remove();
  if (hasShown) picture.append(caption(length, isUpright, { width, height, pad }));
  const [columns, rows] = isUpright ? [ACROSS, along] : [along, ACROSS];
  resize(picture, pad + columns * (width + pad), pad + rows * (height + pad));
}

/** With how many columns a board begins. @param {SVGSVGElement} picture */
export function lengthOf(picture) {
  const board = cardsOf(picture).filter(({ id }) => !id.startsWith(SHOWN));
  return Math.min(LENGTHS[1], Math.max(LENGTHS[0], Math.ceil(board.length / ACROSS)));
}

/**
 * Says what lies apart.
 * @param {number} length
 * @param {boolean} isUpright
 * @param {{ width: number, height: number, pad: number }} card
 */
function caption(length, isUpright, { width, height, pad }) {
  const words = document.createElementNS("http://www.w3.org/2000/svg", "text");
  words.setAttribute("class", "on-show");
  // Upright boards are drawn smaller.
  words.setAttribute("font-size", isUpright ? "430" : "260");
  words.textContent = "One card of the last Set must be in yours";
  const [step, across] = isUpright ? [height + pad, ACROSS * (width + pad)] : [width + pad, ACROSS * (height + pad)];
  const along = pad / 2 + (length + APART / 2) * step;
  const place = isUpright ? `translate(${across / 2} ${along})` : `translate(${along} ${across / 2}) rotate(-90)`;
  words.setAttribute("transform", place);
  return words;
}

/** The picture ends where the cards do; a legend stands below them. @param {SVGSVGElement} picture @param {number} wide @param {number} high */
function resize(picture, wide, high) {
  const legend = picture.querySelector("#legend");
  const [, , before, tall] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const ground = picture.querySelector("rect.f-board");
  let height = high;
  if (legend instanceof SVGGElement) {
    const scale = Math.min(1, wide / before);
    legend.setAttribute("transform", `translate(0 ${high}) scale(${scale})`);
    height += legend.getBBox().height * scale + 240;
  }
  picture.dataset.whole ??= String(tall);
  ground?.setAttribute("width", String(wide));
  ground?.setAttribute("height", String(height));
  picture.setAttribute("viewBox", `0 0 ${wide} ${height}`);
}

/** @param {Element} card */
function numberOf({ id }) {
  return Number(id.slice(id.startsWith(SHOWN) ? SHOWN.length : NUMBERED.length));
}

/**
 * The cards with the keys that lie as they do.
 * @param {SVGSVGElement} picture
 * @returns {{ card: SVGGElement, place: string, letter: string }[]}
 */
export function keysOf(picture) {
  const cards = cardsOf(picture);
  // Digits only where there are more rows than letters have.
  const first = cards.some(({ dataset }) => Number(dataset.row) >= ACROSS) ? 0 : 1;
  return cards.map((card) => {
    const [row, column] = [Number(card.dataset.row) + first, Number(card.dataset.column)];
    const place = PLACES[row]?.[column] ?? "";
    const own = settings.keys === "auto" ? printed.get(place) : LETTERS[settings.keys][row]?.[column];
    return { card, place, letter: own ?? LETTERS.qwerty[row]?.[column] ?? "" };
  });
}
