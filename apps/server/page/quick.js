// A game in one click: alone, against a bot of four strengths, or with a friend by link; variants by their pictures.

import { h } from "./dom.js";
import { face, levelsOf } from "./opponents.js";

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
 * @param {(seats: string[], isPublic: boolean) => void} listener.start Each seat is `me`, `open`, or a bot's name.
 */
export function quickStart(game, listener) {
  const [least, most] = game.seats;
  const levels = levelsOf(game.id).filter(({ bot }) => game.bots.some(({ name }) => name === bot.split(":")[0]));
  let count = 1;
  const names = levels.map(() => h("small"));
  const showNames = () => levels.forEach((level, nth) => (names[nth].textContent = against(level.names, count)));
  showNames();
  const start = (/** @type {string} */ seat, times = count, isPublic = false) =>
    listener.start(["me", ...Array(times).fill(seat)], isPublic);
  return h(
    "div",
    { class: "quick" },
    variants(game, listener.option),
    most > 1 &&
      opponents(Math.min(most - 1, MOST_OPPONENTS), (chosen) => {
        count = chosen;
        showNames();
      }),
    h(
      "div",
      { class: "quick-row" },
      least === 1 &&
        starter("Alone", h("small", {}, game.id === "set" ? "no hurry" : "as far as you get"), face(-1), () =>
          start("", 0),
        ),
      levels.map(({ level, bot }, nth) => starter(level, names[nth], face(nth), () => start(bot))),
      most > 1 && starter("Friends", h("small", {}, "by link"), face(4), () => start("open")),
      most > 1 && starter("Anybody", h("small", {}, "in the lobby"), face(4, 1), () => start("open", count, true)),
    ),
  );
}

const MOST_OPPONENTS = 4;

/**
 * Who sits opposite, so many of them.
 * @param {string[]} names
 * @param {number} count
 */
function against(names, count) {
  const all = names.slice(0, count);
  return all.length > 2 ? `${all[0]} and ${all.length - 1} more` : all.join(" and ");
}

/**
 * How many play against whoever begins.
 * @param {number} most
 * @param {(count: number) => void} chosen
 */
function opponents(most, chosen) {
  const boxes = Array.from({ length: most }, (_, nth) =>
    h(
      "label",
      { class: "variant count" },
      h("input", {
        type: "radio",
        name: "opponents",
        value: nth + 1,
        checked: nth === 0,
        onchange: () => chosen(nth + 1),
      }),
      h("span", {}, nth + 1),
    ),
  );
  return h("fieldset", { class: "opponents" }, h("legend", {}, "Opponents"), h("div", { class: "counts" }, boxes));
}

/**
 * @param {string} words
 * @param {Node} about
 * @param {Node} picture
 * @param {() => void} onclick
 */
function starter(words, about, picture, onclick) {
  return h(
    "button",
    { type: "button", class: "starter", onclick },
    picture,
    h("span", {}, h("strong", {}, words), about),
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
