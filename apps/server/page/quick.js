// A game in one click: alone, against a bot of four strengths, or with a friend by link; variants by their pictures.

import { h } from "./dom.js";

/** @typedef {{ level: string, name: string, bot: string }} Opponent */

/** Who plays against people, by strength. @type {Record<string, Opponent[]>} */
const OPPONENTS = {
  set: [
    { level: "Easy", name: "Pim", bot: "racer:1" },
    { level: "Medium", name: "Rosa", bot: "racer:2" },
    { level: "Hard", name: "Otis", bot: "racer:3" },
    { level: "Expert", name: "Vera", bot: "racer:4" },
  ],
  machi: [
    { level: "Easy", name: "Pim", bot: "random" },
    { level: "Medium", name: "Rosa", bot: "thoughtful" },
    { level: "Hard", name: "Otis", bot: "tuv" },
    { level: "Expert", name: "Vera", bot: "search" },
  ],
};

/**
 * What a bot is called at a table; empty for those that are told by their own names.
 * @param {string} game
 * @param {string} bot
 */
export function nameOfBot(game, bot) {
  return OPPONENTS[game]?.find((opponent) => opponent.bot === bot)?.name ?? "";
}

/**
 * The options that change what is played, each value with its words and what its picture shows.
 * @type {Record<string, { option: string, label: string, values: [value: string, words: string, about: string][] }>}
 */
const VARIANTS = {
  set: {
    option: "variant",
    label: "Variant",
    values: [
      ["standard", "Standard", "◆◆◆"],
      ["junior", "Junior", "●●●"],
      ["chain", "Chain", "◆→◆"],
      ["ultra", "UltraSet", "◆◆◆◆"],
      ["puzzle", "Puzzle", "6 Sets"],
    ],
  },
  machi: {
    option: "expansions",
    label: "Cards",
    values: [
      ["none", "Base game", "⚂"],
      ["harbor", "Harbor", "⚂ + ⚓"],
      ["millionaires_row", "Millionaire's Row", "⚂ + ♦"],
      ["harbor,millionaires_row", "Both", "⚂ + ⚓ + ♦"],
    ],
  },
};

/**
 * @param {import("./answers.js").GameInfo} game
 * @param {object} listener
 * @param {(option: string, value: string) => void} listener.option
 * @param {(seats: string[]) => void} listener.start Each seat is `me`, `open`, or a bot's name.
 */
export function quickStart(game, listener) {
  const [least] = game.seats;
  const opponents = OPPONENTS[game.id] ?? [];
  const start = (/** @type {string[]} */ ...seats) => listener.start(["me", ...seats]);
  return h(
    "div",
    { class: "quick" },
    variants(game, listener.option),
    h(
      "div",
      { class: "quick-row" },
      least === 1 && starter("Alone", game.id === "set" ? "no hurry" : "as far as you get", face(-1), () => start()),
      opponents.map(({ level, name, bot }, nth) => starter(level, `against ${name}`, face(nth), () => start(bot))),
      game.seats[1] > 1 && starter("A friend", "by link", face(4), () => start("open")),
    ),
  );
}

/**
 * @param {string} words
 * @param {string} about
 * @param {Node} picture
 * @param {() => void} onclick
 */
function starter(words, about, picture, onclick) {
  return h(
    "button",
    { type: "button", class: "starter", onclick },
    picture,
    h("span", {}, h("strong", {}, words), h("small", {}, about)),
  );
}

/**
 * @param {import("./answers.js").GameInfo} game
 * @param {(option: string, value: string) => void} chosen
 */
function variants(game, chosen) {
  const found = VARIANTS[game.id];
  if (!found) return null;
  const boxes = found.values.map(([value, words, about], nth) =>
    h(
      "label",
      { class: "variant" },
      h("input", {
        type: "radio",
        name: found.option,
        value,
        checked: nth === 0,
        onchange: () => chosen(found.option, value),
      }),
      h("span", { class: "pictogram", "aria-hidden": "true" }, about),
      h("span", {}, words),
    ),
  );
  return h("fieldset", {}, h("legend", {}, found.label), h("div", { class: "variants" }, boxes));
}

const SVG = "http://www.w3.org/2000/svg";
/** Mouths from glad to determined; the last is a friend's. */
const MOUTHS = ["M10 19q6 7 12 0", "M10 20q6 4 12 0", "M10 21h12", "M10 22q6-4 12 0", "M9 19q7 8 14 0z"];

/** A face; one's own without a mouth is the player alone. @param {number} nth */
function face(nth) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 32 32");
  picture.setAttribute("class", "face");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("data-seat", String(nth < 0 ? 0 : nth));
  const part = (/** @type {string} */ d, /** @type {string} */ name) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    picture.append(path);
  };
  part("M16 1a15 15 0 1 0 .01 0z", "face-ground");
  part("M11 12v2M21 12v2", "face-line");
  part(MOUTHS[nth] ?? "M12 20q4 3 8 0", "face-line");
  return picture;
}
