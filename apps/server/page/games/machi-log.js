// What happened in Machi Koro, a line a turn: whose it is, the dice as dice, coins with where they come from, what was built.

import { h } from "../dom.js";
import { nameOf } from "../players.js";
import { dieOf } from "./dice.js";
import { idOf } from "./machi-data.js";
import { builtOf, flowOf, rollOf, startsTurnOf } from "./machi-events.js";
import { machiIcon } from "./machi-icons.js";

/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../wire.js").EventView} EventView */

/** What is done for a reason that is worth a line; which dice are rolled and kept is seen. */
const REASONED = ["build", "pass", "steal", "swap", "decline", "demolish", "move", "renovate", "exhibit", "invest"];

/** Is the reason for this worth showing? @param {EventView[]} events */
export function isReasoned(events) {
  return REASONED.includes(events[0]?.data?.type);
}

/**
 * An event as the log shows it; `null` where its words do.
 * @param {TableView} view
 * @param {EventView} event
 * @param {number | null} turn Whose line it stands in.
 */
export function machiEvent(view, event, turn) {
  const who = (/** @type {number} */ seat) =>
    h(
      "bdi",
      { class: "by", "data-seat": seat },
      view.you.length === 1 && view.you[0] === seat ? "You" : nameOf(view.seats[seat]),
    );
  const starts = startsTurnOf(event);
  if (starts !== null) return who(starts);
  const roll = rollOf(event);
  if (roll) return heard(event, h("span", { class: "mini-dice" }, roll.map(dieOf), sumOf(roll)));
  const built = builtOf(event);
  if (built) return heard(event, builtView(view, built, event.data?.amount ?? 0));
  const flow = flowOf(event);
  return flow ? heard(event, flowView(flow, who, turn)) : null;
}

/** A picture with words for screen readers. @param {EventView} event @param {HTMLElement} picture */
function heard({ words }, picture) {
  picture.setAttribute("aria-hidden", "true");
  return h("span", {}, picture, h("span", { class: "visually-hidden" }, words));
}

/** @param {number[]} roll */
function sumOf(roll) {
  return roll.length > 1 && h("b", {}, roll[0] + roll[1]);
}

/**
 * @param {TableView} view
 * @param {{ name: string }} built
 * @param {number} cost
 */
function builtView(view, { name }, cost) {
  const id = idOf(view, name);
  const color = view.layout?.cards?.[id]?.color ?? "orange";
  return h(
    "span",
    { class: `log-built kind-${color}` },
    machiIcon(id),
    h("strong", {}, name),
    cost > 0 && h("span", { class: "loss" }, `−${cost}`),
  );
}

/**
 * @param {import("./machi-events.js").Flow} flow
 * @param {(seat: number) => HTMLElement} who
 * @param {number | null} turn
 */
function flowView({ to, from, coins, why }, who, turn) {
  const isLoss = to === null || (from !== null && from === turn);
  const seat = isLoss ? from : to;
  const other = isLoss ? to : from;
  const amount = h("span", { class: isLoss ? "loss" : "gain" }, `${isLoss ? "−" : "+"}${coins}`);
  return h(
    "span",
    { class: "log-flow" },
    [
      seat !== null && seat !== turn && who(seat),
      amount,
      ` ${why}`,
      other !== null && other !== turn && [isLoss ? " to " : " from ", who(other)],
    ].flat(),
  );
}
