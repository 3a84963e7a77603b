// What the choices of Machi Koro are called.

/** @type {Record<string, string>} */
const TITLES = {
  keep: "Keep the dice",
  reroll: "Roll again",
  pass: "Build nothing",
  decline: "Decline",
  invest: "Put a coin on it",
  save: "Keep the coin",
  add_two: "Add two to the dice",
  stay: "Leave it",
};
const PLAIN = ["decline", "save"];

/** @typedef {Record<string, any>} Data */

/**
 * @param {import("../wire.js").ActionView} view
 * @param {(seat: number) => string} who
 * @returns {import("../decision.js").Choice}
 */
export function choice({ action, words, data }, who) {
  const title = titleOf(data, who);
  if (data.type === "build") {
    const does = data.color ? `${data.color}, on ${data.rolls}: ${data.effect}` : data.effect;
    return { action, title, cost: String(data.cost), kind: "chip", words: does };
  }
  if (data.type === "pass") return { action, title, words: "keep your coins", isPlain: true, kind: "chip" };
  if (data.type === "roll") return { action, title, words, kind: "main", dice: Array(data.dice).fill(5) };
  // What a name says already is not said twice.
  const more = words.toLowerCase() === title.toLowerCase() ? "" : words;
  return { action, title, words: more, isPlain: PLAIN.includes(data.type) };
}

/**
 * @param {Data} data
 * @param {(seat: number) => string} who
 */
export function titleOf(data, who) {
  const thing = data.card ?? data.landmark ?? "";
  const player = data.target === undefined ? "" : who(data.target);
  switch (data.type) {
    case "roll":
      return data.dice === 1 ? "Roll one die" : "Roll two dice";
    case "target":
      return `Take from ${player}`;
    case "exchange":
      return `Exchange with ${player}`;
    case "move":
      return `Give ${thing} to ${player}`;
    case "give":
      return `Give ${thing}`;
    case "take":
      return `Take ${thing}`;
    case "demolish":
      return `Give up ${thing}`;
    case "renovate":
      return `Close ${thing}`;
    default:
      return TITLES[data.type] ?? thing;
  }
}
