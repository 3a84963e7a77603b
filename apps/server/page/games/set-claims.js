// What a claim of SET was: who, which cards, and why they are no Set.

/** @typedef {import("./set-card.js").Card} Card */
/** @typedef {{ seat: number, isSet: boolean, cards: Card[] }} Claim */

const COLORS = ["red", "green", "purple"];
const SHADINGS = { s: "solid", t: "striped", e: "open" };
const SHAPES = { d: "diamond", s: "squiggle", o: "oval" };

/** @param {string} text As in `2rto`. @returns {Card} */
function readCard([number, color, shading, shape]) {
  return {
    number: Number(number),
    color: "rgp".indexOf(color) + 1,
    shading: SHADINGS[/** @type {keyof typeof SHADINGS} */ (shading)],
    shape: SHAPES[/** @type {keyof typeof SHAPES} */ (shape)],
  };
}

/**
 * @param {import("../wire.js").EventView} event
 * @returns {Claim | null}
 */
export function claimOf({ data }) {
  const isSet = data?.type === "claimed";
  return isSet || data?.type === "wrong" ? { seat: data.seat, isSet, cards: data.cards.map(readCard) } : null;
}

/** The attributes in which some agree and some do not. @param {Card[]} cards */
export function whyNoSet(cards) {
  const attributes = {
    number: cards.map(({ number }) => String(number)),
    colour: cards.map(({ color }) => COLORS[color - 1]),
    shading: cards.map(({ shading }) => shading),
    shape: cards.map(({ shape }) => shape),
  };
  const faults = Object.entries(attributes).filter(([, values]) => new Set(values).size === 2);
  const names = faults.map(([name]) => name);
  if (faults.length === 1) return `${names[0]} is ${faults[0][1].join(", ")}`;
  if (faults.length === 0) return "these do not fit together";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} do not fit`;
}
