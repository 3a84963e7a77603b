// How a game is played, in short, at every table: what one wants, what one does, how points are counted.

import { catalog } from "./api.js";
import { h, openDialog } from "./dom.js";
import { cardPicture } from "./games/set-card.js";
import { openLesson } from "./learn.js";
import { sentence } from "./log.js";

/** @typedef {{ title: string, words: string[], cards?: import("./games/set-card.js").Card[][] }} Part */

/** @param {number} number @param {number} color @param {string} shading @param {string} shape */
const card = (number, color, shading, shape) => ({ number, color, shading, shape });

/** @type {Record<string, Part[]>} */
const RULES = {
  set: [
    {
      title: "A Set",
      words: [
        "Three cards that are all alike or all different in each of four things: number, colour, shading, shape.",
        "For any two cards there is exactly one third card that completes the Set.",
      ],
      cards: [
        [card(1, 1, "solid", "oval"), card(2, 1, "solid", "oval"), card(3, 1, "solid", "oval")],
        [card(1, 1, "open", "diamond"), card(2, 2, "striped", "squiggle"), card(3, 3, "solid", "oval")],
      ],
    },
    {
      title: "A game",
      words: [
        "Pick three cards that make a Set; new ones take their places. When there is no Set on the board, three more cards are added.",
        "It ends when the deck is empty and no Set is left.",
      ],
    },
    {
      title: "A race",
      words: [
        "Everybody plays on the same board. The first to claim a Set gets a point.",
        "A wrong claim costs a point, and you wait until the board changes.",
      ],
    },
    {
      title: "Variants",
      words: [
        "Junior: only the 27 solid cards. Puzzle: one board with a fixed number of Sets to find; the cards stay.",
        "Chain: each Set uses one card of the last one. UltraSet: four cards, two pairs with the same third card.",
      ],
    },
  ],
  machi: [
    {
      title: "What you want",
      words: ["Be the first to build all landmarks of your city, the dashed ones with their prices."],
    },
    {
      title: "Your turn",
      words: [
        "Roll one die, or two once you have the Train Station. The cards with that number pay.",
        "Then build one thing, a card or a landmark, if you can pay for it.",
      ],
    },
    {
      title: "Who is paid",
      words: [
        "Red pays first: its owner takes coins from whoever rolled. Blue pays on anybody's roll, green only on your own.",
        "Purple pays on your own roll, often at the others' cost; you may have one of each.",
      ],
    },
    {
      title: "The end",
      words: [
        "Whoever builds their last landmark first wins at once. The others are ranked by how far their cities have come: landmarks, coins and cards.",
      ],
    },
  ],
  triangle: [
    {
      title: "What you want",
      words: ["Place as many shapes as you can. The game ends when none of those in your hand fits anywhere."],
    },
    {
      title: "A hand",
      words: ["Three shapes are on offer. They are placed in any order and never turned; then three new ones come."],
    },
    {
      title: "Lines",
      words: ["A line that is full from edge to edge, in any of three directions, is cleared. Several can go at once."],
    },
    {
      title: "Points",
      words: [
        "2 for each triangle placed, 100 for each triangle cleared, 1 for each placement after which you can go on.",
      ],
    },
  ],
};

/** @param {string} game */
export async function openRules(game) {
  const known = (await catalog()).games.find(({ id }) => id === game);
  const parts = RULES[game] ?? [{ title: "What it is", words: [`${sentence(known?.about ?? "")}.`] }];
  const learn = h("button", { type: "button", onclick: () => openLesson(game) }, "Learn it by playing");
  openDialog(`How to play ${known?.title ?? "this game"}`, (close) => [
    h("div", { class: "rules" }, parts.map(partOf)),
    h(
      "div",
      { class: "row end" },
      game in RULES && learn,
      h("button", { type: "button", class: "primary", onclick: close }, "Got it"),
    ),
  ]);
}

/** @param {Part} part */
function partOf({ title, words, cards = [] }) {
  const row = (/** @type {import("./games/set-card.js").Card[]} */ set) =>
    h("span", { class: "mini-cards" }, set.map(cardPicture));
  return h(
    "section",
    {},
    h("h3", {}, title),
    words.map((each) => h("p", {}, each)),
    cards.length > 0 && h("div", { class: "row" }, cards.map(row)),
  );
}
