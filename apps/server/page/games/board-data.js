// What the puzzle's screen has to know of a position, as the server's messages have it.

import { actionsOf } from "../table-words.js";

/** @typedef {import("./lattice.js").Triangle} Triangle */
/** @typedef {{ layout: import("./lattice.js").Layout, board: string[], hand: (Triangle[] | null)[], places: [number, number][][] }} BoardData */

/**
 * @param {import("../wire.js").TableView} view
 * @param {number | undefined} seat
 * @returns {BoardData}
 */
export function boardData(view, seat) {
  const { cells = [], hand = [] } = view.board ?? {};
  const choices = actionsOf(view, seat) ?? [];
  const places = (/** @type {number} */ slot) => choices.find(({ data }) => data.slot === slot)?.data.places ?? [];
  return {
    layout: /** @type {import("./lattice.js").Layout} */ (view.layout),
    board: cells,
    hand: hand.map(shapeOf),
    places: hand.map((/** @type {unknown} */ _, /** @type {number} */ nth) => places(nth + 1)),
  };
}

/** @param {[number, number, "U" | "D"][] | null} shape @returns {Triangle[] | null} */
function shapeOf(shape) {
  return shape && shape.map(([row, col, way]) => ({ row, col, isUp: way === "U" }));
}
