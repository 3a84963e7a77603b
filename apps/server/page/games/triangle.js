// The puzzle: tap a shape and tap a place, drag it there, or use the keys. A shape that is picked up has the size of the
// board and snaps to the places that the server's message has as legal; it is red where it can't go. Nothing of that asks
// the server.

import { h } from "../dom.js";
import { bestWords } from "../best.js";
import { floatWords } from "../motion.js";
import { sound } from "../sound.js";
import { burst, clearedOf, scored } from "./bursts.js";
import { Hand } from "./hand.js";
import { crop, placementView } from "./triangle-view.js";

/** @typedef {import("./game-ui.js").GameUi} GameUi */
/** @typedef {import("../table.js").TableScreen} TableScreen */

const NARROW = matchMedia("(max-width: 760px), (max-height: 640px)");

/** Which shape of the hand it is. */
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/**
 * @param {TableScreen} screen
 * @returns {GameUi}
 */
export function triangleUi(screen) {
  const hand = new Hand(screen);
  const best = h("p", { class: "best" });
  const score = h("p", { class: "score", "aria-label": "Score" });
  const streak = h("p", { class: "combo" });
  const combo = { count: 0, score: 0 };
  /** Was the game over when the best scores were last asked for? @type {boolean | null} */
  let wasOver = null;
  return {
    keys: [
      ["1 to 9", "pick up a shape, or lay it back"],
      ["arrows", "move it"],
      ["Enter", "place it"],
      ["Escape", "lay it back"],
    ],
    isOneOfEachRank: true,
    // Numbers are for keys; a small screen has neither.
    layers: () => [...(NARROW.matches ? [] : ["labels"]), "last"],
    under: h("div", { class: "scoreboard" }, score, streak, best),
    question: () => (hand.slot ? "Where does it go?" : "Drag a shape onto the board"),
    key: (key) => hand.key(key),
    purse: (seat) => ({ count: screen.view?.scores[seat] ?? 0, words: "points" }),
    touched: (group) => hand.touched(group),
    drawn: (picture) => {
      if (picture) hand.drawn(picture);
      if (picture && hand.lattice) crop(picture, hand.lattice.layout.top);
    },
    eventView: ({ data }) => placementView(layoutOf(screen), data),
    moved: (moved, shown) => {
      if (shown) showMove(moved, shown.after, hand, combo);
      streak.textContent = combo.count > 1 ? `combo ×${combo.count}` : "";
    },
    hintWords: ({ data }) => `Try the ${ORDINALS[data.slot - 1] ?? "marked"} shape on the marked place`,
    forget: () => hand.drop(),
    begun: () => {
      combo.score = screen.view?.scores[0] ?? 0;
      hand.listen();
    },
    refresh: () => {
      score.textContent = String(screen.view?.scores[0] ?? 0);
      streak.textContent = combo.count > 1 ? `combo ×${combo.count}` : "";
      // It changes only when a game is over.
      const isOver = screen.view ? screen.view.over !== null : null;
      if (!screen.view || isOver === wasOver) return;
      wasOver = isOver;
      bestWords(screen.view).then(
        (words) => (best.textContent = words),
        () => {},
      );
    },
    leave: () => hand.leave(),
  };
}

/** Which way each cell points. @param {TableScreen} screen @returns {import("./lattice.js").Layout | undefined} */
function layoutOf({ view }) {
  return /** @type {import("./lattice.js").Layout | undefined} */ (view?.layout ?? undefined);
}

/**
 * Lines burst in their direction, with what they brought; several in a row are a combo.
 * @param {import("../wire.js").Moved} moved
 * @param {SVGSVGElement} picture
 * @param {Hand} hand
 * @param {{ count: number, score: number }} combo How many placements in a row have cleared something, and the last score.
 */
function showMove(moved, picture, hand, combo) {
  const cleared = clearedOf(moved.events);
  const placed = scored(moved.events);
  const gain = moved.scores[0] - combo.score;
  combo.score = moved.scores[0];
  if (!placed) return;
  combo.count = cleared.length > 0 ? combo.count + 1 : 0;
  sound(cleared.length > 0 ? "clear" : "place");
  if (!hand.lattice) return;
  const middle = burst(picture, hand.lattice, cleared.length > 0 ? cleared : placed.cells, cleared.length > 0);
  const words = combo.count > 1 ? `+${gain}  combo ×${combo.count}` : `+${gain}`;
  if (middle) floatWords(middle, words, "gain", cleared.length > 0 ? 120 : 0, cleared.length > 0);
}
