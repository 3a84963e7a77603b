// A game of Machi Koro that is looked at again: the board and the log of a table.

import { MachiBoard } from "./machi-board.js";
import { machiData } from "./machi-data.js";
import { isReasoned, machiEvent } from "./machi-log.js";

/** @returns {import("./replay-ui.js").ReplayUi} */
export function machiReplay() {
  const board = new MachiBoard();
  return {
    layers: [],
    board: board.element,
    show: (view) => board.show(machiData(view), view, new Set()),
    eventView: machiEvent,
    reason: (why, events) => (isReasoned(events) ? `because ${why.split(" (")[0]}` : null),
    hasNoPoints: true,
  };
}
