// A game of SET that is looked at again: the cards laid out for the screen, claims as small cards.

import { arrange, lengthOf } from "./set-board.js";
import { claimView } from "./set-log.js";

/** @returns {import("./replay-ui.js").ReplayUi} */
export function setReplay() {
  const upright = matchMedia("(orientation: portrait)");
  return {
    layers: [],
    drawn: (picture) => arrange(picture, upright.matches, lengthOf(picture)),
    eventView: claimView,
    reason: (why) => why,
  };
}
