// What there is to say of a table.

import { sentence } from "./log.js";
import { optionName, optionValue } from "./option-words.js";
import { nameOf } from "./players.js";

/** @typedef {import("./wire.js").TableView} TableView */

/**
 * What a seat may do; `undefined` where it is not asked.
 * @param {TableView | null} view
 * @param {number | undefined} seat
 * @returns {import("./wire.js").ActionView[] | undefined}
 */
export function actionsOf(view, seat) {
  return seat === undefined ? undefined : view?.actions?.[seat];
}

/** What is special about it. @param {TableView} view */
export function badges(view) {
  const said = [
    // The bar of a small screen has room for the month's first letters.
    ...(view.daily ? [`Daily, ${dayWords(view.daily, "short")}`] : variantWords(view)),
    view.study && "Study",
    hadHelp(view) && "With help",
    !view.you.length && "You are watching",
  ];
  return /** @type {string[]} */ (said.filter(Boolean));
}

/** @type {Record<string, string>} */
const VARIANT_NAMES = { ultra: "UltraSet", millionaires_row: "Millionaire's Row" };

/**
 * A day as people write it.
 * @param {string} day As in `2026-11-16`.
 * @param {"long" | "short"} [month]
 */
export function dayWords(day, month = "long") {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { day: "numeric", month, timeZone: "UTC" });
}

/** What is played, where it is not the usual thing. @param {{ options: Record<string, string> }} table */
export function variantWords({ options }) {
  const { variant, expansions } = options;
  const played = [
    variant === "standard" ? "" : (variant ?? ""),
    ...(expansions === "none" ? "" : (expansions ?? "")).split(","),
  ];
  return played.filter(Boolean).map((word) => VARIANT_NAMES[word] ?? sentence(word.replaceAll("_", " ")));
}

/** What only experts ask for: the options that are not the usual ones are among them. @param {TableView} view */
export function expertFacts(view) {
  /** @type {[string, string][]} */
  const deal = view.deal ? [["Deal", shortDeal(view.deal)]] : [];
  /** @type {[string, string][]} */
  const options = Object.entries(view.options).map(([name, value]) => [optionName(name), optionValue(value)]);
  return [...deal, ...options];
}

/** Had anybody help? @param {TableView} view */
export function hadHelp(view) {
  return view.assisted || view.seats.some(({ assisted }) => assisted);
}

/** A deal without the length of its key. @param {string} deal */
export function shortDeal(deal) {
  return deal.startsWith("chacha20 ") ? `${deal.slice(0, 17)}…` : deal;
}

/**
 * What is asked of a seat; at a hot seat with its name.
 * @param {TableView} view
 * @param {number} seat
 */
export function questionOf(view, seat) {
  return view.you.length > 1 ? `${nameOf(view.seats[seat])}: ${view.question}` : view.question;
}

/** Whom the table waits for. @param {TableView} view */
export function waitingFor(view) {
  if (view.seats.some(({ kind }) => kind === "open")) return "Waiting for a friend";
  const names = view.turn.map((seat) => nameOf(view.seats[seat]));
  if (names.length === 1) return `Waiting for ${names[0]}`;
  return view.you.length === 0 && names.length > 1 ? "Everybody plays at once" : "Waiting for the others";
}

/** Who plays, and how it stands. @param {TableView} view */
export function standing(view) {
  return view.seats.map((seat) => `${nameOf(seat)} ${view.scores[seat.seat]}`).join(", ");
}

/**
 * The same game once more: the same people on this screen, bots, options, and the deal if everybody knows it.
 * @param {TableView} view
 * @returns {import("./wire.js").NewTable}
 */
export function sameAgain(view) {
  if (view.daily) return { game: view.game, daily: view.daily };
  const { seats: _seats, players: _players, ...options } = view.options;
  const seats = view.seats.map((seat) =>
    view.you.includes(seat.seat)
      ? { kind: /** @type {const} */ ("me"), name: seat.name }
      : { kind: /** @type {const} */ ("bot"), bot: seat.bot ?? "random", name: seat.name },
  );
  return { game: view.game, study: view.study, options, seats, ...(view.deal ? { deal: view.deal } : {}) };
}

/** What the picture calls the seats; who is alone needs no name. @param {import("./wire.js").TableView} view */
export function namesOf({ seats }) {
  return seats.length > 1 ? seats.map(({ kind, name }) => (kind === "open" ? "" : name)) : [];
}
