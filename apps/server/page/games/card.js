// A card of Machi Koro, large enough to read, with how likely it pays, what it brings, and what can be done with it.

import { h, openDialog } from "../dom.js";
import { chanceWords } from "./odds.js";

/**
 * @typedef {object} CardFacts
 * @property {{ words: string, act: () => void } | null} build What building it is called; `null` where it can't be built now.
 * @property {string} why Why it can't be built.
 * @property {HTMLElement | null} worth What building it would bring.
 */

/**
 * @param {HTMLElement | SVGElement} card As it lies on the table.
 * @param {CardFacts} facts
 */
export function openCard(card, { build, why, worth }) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const { name } of [...copy.attributes]) if (name !== "class") copy.removeAttribute(name);
  const large = h("div", { class: `${copy.className} card-large`, "aria-hidden": "true" }, ...copy.childNodes);
  openDialog(
    card.dataset.name ?? "",
    (close) => [
      large,
      h("p", { class: "card-effect" }, card.dataset.effect ?? ""),
      card.dataset.rolls ? chances(card.dataset.rolls) : null,
      worth,
      build ? buildButton(card.dataset.action, build, close) : h("p", { class: "faint" }, why),
    ],
    { class: "card-dialog" },
  );
}

/** @param {string} rolls */
function chances(rolls) {
  const { one, two } = chanceWords(rolls);
  const fact = (/** @type {string} */ words, /** @type {string} */ chance) =>
    h("div", {}, h("dt", {}, words), h("dd", {}, chance));
  return h(
    "dl",
    { class: "card-odds", "aria-label": "How likely it pays" },
    fact("One die", one),
    fact("Two dice", two),
  );
}

/**
 * @param {string | undefined} action
 * @param {{ words: string, act: () => void }} build
 * @param {() => void} close
 */
function buildButton(action, build, close) {
  const onclick = () => {
    close();
    build.act();
  };
  return h("button", { type: "button", class: "primary big", "data-build": action, onclick }, build.words);
}
