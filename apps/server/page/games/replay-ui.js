// How each game is shown when it is looked at again: with the board and the log of a table.

/** @typedef {import("../wire.js").TableView} TableView */

/**
 * @typedef {object} ReplayUi
 * @property {string[]} layers Of the server's picture.
 * @property {HTMLElement} [board] Shown in place of the server's picture.
 * @property {(view: TableView) => void} [show] Shows a moment on that board.
 * @property {(picture: SVGSVGElement, view: TableView) => void} [drawn] The server's picture is there.
 * @property {(view: TableView, event: import("../wire.js").EventView, turn: number | null) => Node | null} eventView An event, where that is not its words.
 * @property {(why: string, events: import("../wire.js").EventView[]) => string | null} [reason]
 * @property {boolean} [hasNoPoints] Are points nothing that players look at?
 */

/** @type {ReplayUi} */
const PLAIN = { layers: ["labels", "last"], eventView: () => null };

/**
 * @param {string} game
 * @returns {Promise<ReplayUi>}
 */
export async function replayUi(game) {
  if (game === "machi") return (await import("./machi-replay.js")).machiReplay();
  if (game === "set") return (await import("./set-replay.js")).setReplay();
  if (game === "triangle") return (await import("./triangle-replay.js")).triangleReplay();
  return PLAIN;
}
