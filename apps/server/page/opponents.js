// Who plays against people: names and faces for bots, by how well they play.

import { GUEST } from "./settings.js";

/** @typedef {{ level: string, bot: string, names: string[] }} Level */

const NAMES = [
  ["Pim", "Lola", "Bo", "Kit", "Ada", "Finn", "Mo"],
  ["Rosa", "Hugo", "Ida", "Max", "Noor", "Emil", "Tess"],
  ["Otis", "Mina", "Ravi", "June", "Sven", "Lena", "Abe"],
  ["Vera", "Omar", "Yuki", "Sol", "Greta", "Ivan", "Zola"],
];
const LEVELS = ["Easy", "Medium", "Hard", "Expert"];
/** The bots of the four levels. @type {Record<string, string[]>} */
const BOTS = {
  set: ["racer:1", "racer:2", "racer:3", "racer:4"],
  machi: ["random", "thoughtful", "tuv", "search"],
  triangle: [],
};
/** Of a game that nothing is known of: bots that every game has. */
const COMMON = ["random", "", "mcts", ""];

/** @param {string} game @returns {Level[]} */
export function levelsOf(game) {
  const levels = (BOTS[game] ?? COMMON).map((bot, nth) => ({ level: LEVELS[nth], bot, names: NAMES[nth] }));
  return levels.filter(({ bot }) => bot !== "");
}

/**
 * What a bot is called at a table; empty for those that are called by their own names.
 * @param {string} game
 * @param {string} bot
 * @param {number} [nth] Of those that play as well at the same table.
 */
export function nameOfBot(game, bot, nth = 0) {
  const names = NAMES[levelOf(game, bot)] ?? [];
  return names[nth % names.length] ?? "";
}

/**
 * Who sat at a table, as the table called them: the archive knows a bot by what it plays. A tournament's entrants have
 * the names that its page has.
 * @param {import("./answers.js").ArchivedGame} game
 * @returns {string[]}
 */
export function seatNames({ game, seats, tournament }) {
  return seats.map(({ name, bot }, nth) => {
    if (bot === null || bot === "person" || tournament !== null) return /^seat \d+$/.test(name) ? GUEST : name;
    const twins = seats.slice(0, nth).filter((other) => other.bot === bot).length;
    return nameOfBot(game, bot, twins) || botTitle(game, bot);
  });
}

/**
 * How well a bot plays, from 0; -1 for those without a level.
 * @param {string} game
 * @param {string} bot
 */
export function levelOf(game, bot) {
  // The third is what is meant where no level is named.
  return (BOTS[game] ?? COMMON).indexOf(bot === "racer" ? "racer:3" : bot);
}

/**
 * In words: `easy bot`.
 * @param {string} game
 * @param {string} bot
 */
export function botWords(game, bot) {
  const level = LEVELS[levelOf(game, bot)];
  return level ? `${level.toLowerCase()} bot` : `bot ${plainName(bot)}`;
}

/**
 * A bot in a list of those that can be chosen: by name and level, or by its own name.
 * @param {string} game
 * @param {string} bot
 */
export function botTitle(game, bot) {
  const name = nameOfBot(game, bot);
  const own = plainName(bot);
  return name ? `${name}, ${botWords(game, bot)}` : own.charAt(0).toUpperCase() + own.slice(1);
}

/** A bot's name without marks for programs: `racer:5` is racer 5. @param {string} bot */
function plainName(bot) {
  return bot.replace(":", " ").replaceAll("_", " ").replace(/^mcts/, "MCTS");
}

const SVG = "http://www.w3.org/2000/svg";
/** Mouths from glad to determined; the last is a friend's. */
const MOUTHS = ["M10 19q6 7 12 0", "M10 20q6 4 12 0", "M10 21h12", "M10 21q8 3 12-3", "M9 19q7 8 14 0z"];

/**
 * A face; one without a level is a person's.
 * @param {number} nth The level, or 4 for a friend.
 * @param {number} [seat] Whose colour it has.
 */
export function face(nth, seat = Math.max(nth, 0)) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 32 32");
  picture.setAttribute("class", "face");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("data-seat", String(seat));
  const part = (/** @type {string} */ d, /** @type {string} */ name) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    picture.append(path);
  };
  part("M16 1a15 15 0 1 0 .01 0z", "face-ground");
  part("M11 12v2M21 12v2", "face-line");
  part(MOUTHS[nth] ?? "M12 20q4 3 8 0", "face-line");
  return picture;
}
