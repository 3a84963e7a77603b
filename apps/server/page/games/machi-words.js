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
/** Of these one wants to know what the card does. */
const TOLD = ["take", "activate", "exhibit", "renovate"];

/** @typedef {Record<string, any>} Data */

/**
 * @param {import("../wire.js").ActionView} view
 * @param {(seat: number) => string} who
 * @returns {import("../decision.js").Choice}
 */
function choice({ action, words, data }, who) {
  const title = titleOf(data, who);
  const does = data.color ? `${data.color}, on ${data.rolls.replace("-", "–")}: ${data.effect}` : data.effect;
  if (TOLD.includes(data.type)) return { action, title, words: does };
  if (data.type === "build") {
    return { action, title, cost: String(data.cost), kind: "chip", words: does };
  }
  if (data.type === "pass") return { action, title, words: "keep your coins", isPlain: true, kind: "chip" };
  if (data.type === "roll") return { action, title, words, kind: "main", dice: Array(data.dice).fill(5) };
  // What a name says already is not said twice.
  const more = words.toLowerCase() === title.toLowerCase() ? "" : words;
  return { action, title, words: more, isPlain: PLAIN.includes(data.type) };
}

/** As many choices with what they do fit on a phone; more are labelled by their names. */
const FEW = 5;
/** What precedes a card's name where choosing it does nothing yet. */
const STEP = "card ";

/**
 * Choices that are all in sight: many are labelled by their names alone, and of cards for players the card comes first.
 * @param {import("../wire.js").ActionView[]} actions
 * @param {(seat: number) => string} who
 * @param {string} picked The card that was chosen first; empty where none was.
 * @returns {import("../decision.js").Choice[]}
 */
export function choicesOf(actions, who, picked) {
  const all = actions.map((action) => choice(action, who));
  const rest = actions.some(({ data }) => ["build", "pass", "roll"].includes(data.type));
  if (all.length <= FEW || rest) return all;
  const moves = actions.filter(({ data }) => data.type === "move");
  if (moves.length < all.length || moves.length === 0) {
    return all.map((each, nth) => ({ ...each, title: brief(actions[nth].data, each.title), kind: "chip" }));
  }
  const cards = [...new Set(moves.map(({ data }) => data.card))];
  const players = moves.filter(({ data }) => data.card === picked);
  if (players.length === 0)
    return cards.map((card) => ({ action: `${STEP}${card}`, title: card, words: "", kind: "chip" }));
  const other = { action: STEP, title: "Another card", words: "", isPlain: true, kind: /** @type {const} */ ("chip") };
  return [
    ...players.map(({ action, data }) => ({
      action,
      title: `To ${who(data.target)}`,
      words: "",
      kind: /** @type {const} */ ("chip"),
    })),
    other,
  ];
}

/** The card of a choice that only chooses a card; `null` for what is done. @param {string} action */
export function pickedBy(action) {
  return action.startsWith(STEP) ? action.slice(STEP.length) : null;
}

/** The question says what is done with it. @param {Data} data @param {string} title */
function brief(data, title) {
  return data.card ?? data.landmark ?? title;
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
