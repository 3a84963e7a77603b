// What the events of Machi Koro say: who rolled what, where coins went, what was built.

/** @typedef {import("../wire.js").EventView} EventView */
/** The bank is `null`. @typedef {{ to: number | null, from: number | null, coins: number, why: string, isIncome: boolean }} Flow */

/** Whose turn begins. @param {EventView} event @returns {number | null} */
export function startsTurnOf({ data }) {
  return data?.type === "turn_start" ? data.seat : null;
}

/** The faces of dice that were rolled. @param {EventView} event @returns {number[] | null} */
export function rollOf({ data }) {
  return data?.type === "roll" ? data.dice : null;
}

/** @param {EventView} event @returns {{ seat: number, name: string } | null} */
export function builtOf({ data }) {
  return data?.type === "build" ? { seat: data.seat, name: data.card ?? data.landmark } : null;
}

/** Coins that an event moves. @param {EventView} event @returns {Flow | null} */
export function flowOf({ data }) {
  if (!data?.amount) return null;
  const { payer, payee, amount, type } = data;
  return { to: payee, from: payer, coins: amount, why: data.card ?? data.landmark ?? "", isIncome: type !== "build" };
}
