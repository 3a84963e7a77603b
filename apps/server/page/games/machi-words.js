// What the choices of Machi Koro are called.

import { sentence } from "../log.js";

/**
 * @param {string} action
 * @param {string} words As the server has them: columns for a terminal.
 * @param {(seat: number) => string} who
 * @returns {import("../decision.js").Choice}
 */
export function choice(action, words, who) {
  const plain = words.trim().replace(/\s+/g, " ");
  const title = titleOf(action, who);
  const built = /^(\d+) (?:(blue|green|red|purple) (\S+)|landmark:) (.*)$/.exec(plain);
  if (action.startsWith("build ") && built) {
    const [, cost, color, rolls, does] = built;
    return { action, title, cost, kind: "chip", words: color ? `${color}, on ${rolls}: ${does}` : does };
  }
  if (action === "pass") return { action, title, words: "keep your coins", isPlain: true, kind: "chip" };
  const rolled = /^roll (\d)$/.exec(action);
  if (rolled) return { action, title, words: plain, kind: "main", dice: Array(Number(rolled[1])).fill(5) };
  return { action, title, words: plain, isPlain: ["decline", "save"].includes(action) };
}

/** @type {Record<string, string>} */
const TITLES = {
  "roll 1": "Roll one die",
  "roll 2": "Roll two dice",
  keep: "Keep the dice",
  reroll: "Roll again",
  pass: "Build nothing",
  decline: "Decline",
  invest: "Put a coin on it",
  save: "Keep the coin",
  add_two: "Add two to the dice",
  stay: "Leave it",
};

/** Verbs that name a player by the number of the seat, which stands last. @type {Record<string, string>} */
const OF_A_PLAYER = { target: "Take from", exchange: "Exchange with", move: "Give" };

/**
 * @param {string} action
 * @param {(seat: number) => string} [who]
 */
export function titleOf(action, who = (seat) => `seat ${seat + 1}`) {
  if (TITLES[action]) return TITLES[action];
  const [verb, ...rest] = action.split(" ");
  const card = (/** @type {string} */ name) =>
    name.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (OF_A_PLAYER[verb]) {
    const player = who(Number(rest.at(-1)) - 1);
    const given = rest.slice(0, -1).map(card).join(" ");
    return `${OF_A_PLAYER[verb]} ${given ? `${given} to ${player}` : player}`;
  }
  const names = rest.map(card).join(" ");
  return verb === "build" ? names : `${sentence(verb)} ${names}`;
}
