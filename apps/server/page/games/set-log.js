// What happened in SET: claims as small cards.

import { h } from "../dom.js";
import { nameOf } from "../players.js";
import { cardPicture } from "./set-card.js";
import { claimOf, whyNoSet } from "./set-claims.js";

/**
 * A claim in the log: who, and the cards.
 * @param {import("../wire.js").TableView} view
 * @param {import("../wire.js").EventView} event
 */
export function claimView(view, event) {
  const claim = claimOf(event);
  if (!claim) return null;
  const isYou = view.you.length === 1 && view.you[0] === claim.seat;
  const name = h("bdi", {}, isYou ? "You" : nameOf(view.seats[claim.seat]));
  const cards = h("span", { class: "mini-cards" }, claim.cards.map(cardPicture));
  const words = h("span", { class: "visually-hidden" }, event.words);
  const why = claim.isSet ? null : h("small", {}, `not a Set: ${whyNoSet(claim.cards)}`);
  return h("span", { class: "claim" }, name, cards, why, words);
}
