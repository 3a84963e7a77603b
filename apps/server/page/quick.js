// A game in one click: alone, against a bot of four strengths, or with a friend by link; variants by their pictures.

import { h } from "./dom.js";
import { face, levelsOf } from "./opponents.js";

/**
 * The options that change what is played: each value with its words. Their pictures come with pictograms.js.
 * @type {Record<string, { option: string, label: string, values: [value: string, words: string][] }>}
 */
const VARIANTS = {
  set: {
    option: "variant",
    label: "Variant",
    values: [
      ["standard", "Standard"],
      ["junior", "Junior"],
      ["chain", "Chain"],
      ["ultra", "UltraSet"],
      ["puzzle", "Puzzle"],
    ],
  },
  machi: {
    option: "expansions",
    label: "Cards",
    values: [
      ["none", "Base game"],
      ["harbor", "Harbor"],
      ["millionaires_row", "Millionaire's Row"],
      ["harbor,millionaires_row", "Both"],
    ],
  },
  triangle: {
    option: "grid",
    label: "Board",
    values: [
      ["hexagon 4", "Hexagon"],
      ["hexagon 3", "Small"],
      ["hexagon 5", "Large"],
      ["triangle 9", "Triangle"],
      ["parallelogram 7 6", "Slanted"],
    ],
  },
};
/** How many of something there are. @type {Record<string, { option: string, label: string, values: string[], usual: string }>} */
const COUNTS = {
  triangle: { option: "slots", label: "Shapes at a time", values: ["1", "2", "3", "4", "5"], usual: "3" },
};

/**
 * @param {import("./answers.js").GameInfo} game
 * @param {object} listener
 * @param {(option: string, value: string) => void} listener.option
 * @param {(seats: string[], isPublic: boolean) => void} listener.start Each seat is `me`, `open`, or a bot's name.
 * @param {Record<string, string>} given Options that are set already.
 */
export function quickStart(game, listener, given = {}) {
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
    variants(game, listener.option, given),
    counts(game, listener.option, given),
    most > 1 &&
      numbered("Opponents", "opponents", oneTo(Math.min(most - 1, MOST_OPPONENTS)), "1", (chosen) => {
        count = Number(chosen);
        showNames();
      }),
    h(
      "div",
      { class: "quick-row" },
      least === 1 &&
        starter(
          most === 1 ? "Play" : "Alone",
          h("small", {}, game.id === "set" ? "no hurry" : "as far as you get"),
          face(-1),
          () => start("", 0),
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

/** @param {number} most */
function oneTo(most) {
  return Array.from({ length: most }, (_, nth) => String(nth + 1));
}

/**
 * A choice of numbers.
 * @param {string} label
 * @param {string} name
 * @param {string[]} values
 * @param {string} usual
 * @param {(value: string) => void} chosen
 */
function numbered(label, name, values, usual, chosen) {
  const boxes = values.map((value) =>
    h(
      "label",
      { class: "variant count" },
      h("input", { type: "radio", name, value, checked: value === usual, onchange: () => chosen(value) }),
      h("span", {}, value),
    ),
  );
  return h("fieldset", { class: "opponents" }, h("legend", {}, label), h("div", { class: "counts" }, boxes));
}

/**
 * @param {import("./answers.js").GameInfo} game
 * @param {(option: string, value: string) => void} chosen
 * @param {Record<string, string>} given
 */
function counts(game, chosen, given) {
  const found = COUNTS[game.id];
  if (!found) return null;
  const { option, label, values, usual } = found;
  return numbered(label, option, values, given[option] ?? usual, (value) => chosen(option, value));
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
 * @param {Record<string, string>} given
 */
function variants(game, chosen, given) {
  const found = VARIANTS[game.id];
  if (!found) return null;
  const current = given[found.option] ?? found.values[0][0];
  const boxes = found.values.map(([value, words]) =>
    h(
      "label",
      { class: "variant" },
      h("input", {
        type: "radio",
        name: found.option,
        value,
        checked: value === current,
        onchange: () => chosen(found.option, value),
      }),
      h("span", { class: "pictogram", "aria-hidden": "true", "data-variant": value }),
      h("span", {}, words),
    ),
  );
  const element = h("fieldset", {}, h("legend", {}, found.label), h("div", { class: "variants" }, boxes));
  draw(game.id, element);
  return element;
}

/** The words are there at once; pictures come after them. @param {string} game @param {HTMLElement} element */
async function draw(game, element) {
  const { pictogram } = await import("./pictograms.js");
  for (const box of element.querySelectorAll(".pictogram"))
    box.append(...pictogram(game, /** @type {HTMLElement} */ (box).dataset.variant ?? ""));
}
