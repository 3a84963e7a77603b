// Machi Koro: each decision with what it would do, dice that roll, coins that go to who gets them.

import { h, toast } from "../dom.js";
import { sentence } from "../log.js";
import { floatWords, flyCoin } from "../motion.js";
import { middleOf } from "../picture.js";
import { nameOf } from "../players.js";
import { openCard } from "./card.js";
import { rollDice } from "./dice.js";
import { Insight } from "./insight.js";
import { Views } from "./views.js";

/** @typedef {import("./manner.js").Manner} Manner */

const NARROW = matchMedia("(max-width: 980px)");
/** How long after a roll the coins wait for the dice, in milliseconds. */
const AFTER_DICE = 520;

/**
 * @param {import("../table.js").TableScreen} screen
 * @returns {Manner}
 */
export function machiManner(screen) {
  const views = new Views(screen.stage);
  const insight = new Insight();
  const who = (/** @type {number} */ seat) => (screen.view ? nameOf(screen.view.seats[seat]) : "");
  return {
    keys: [
      ["1 to 9", "one of the first nine choices"],
      ["arrows", "from card to card in the picture"],
      ["Enter", "read the card; once more to build it"],
    ],
    isOneOfEachRank: true,
    layers: () => ["labels", "last"],
    thinks: matchMedia("(hover: hover)").matches,
    // Beside a wide picture there is room below it; on a phone what is asked comes first.
    panel: NARROW.matches ? insight.element : undefined,
    under: NARROW.matches ? views.element : h("div", { class: "stack" }, views.element, insight.element),
    refresh: () => insight.refresh(screen.view),
    choices: (legal, words) => legal.map((action, nth) => choice(action, words[nth] ?? "", who)),
    purse: (seat) => coinsOf(screen.stage.picture, seat),
    points: (count) => `finish score ${count}`,
    // A card is read before it is built; what is no card is done at once.
    touched: (group) => {
      const { action } = group.dataset;
      if (!isCard(group) || (action && !action.startsWith("build "))) return false;
      const words = action ? buildWords(screen, action) : "";
      openCard(group, action ? { words, act: () => screen.act(action) } : null);
      return true;
    },
    looked: (group) => isCard(group) && openCard(group, null),
    drawn: (picture) => views.apply(picture),
    moved: (moved, { after }) => showMove(moved, after),
    hinted: (hint) => {
      screen.hint = hint.action ?? undefined;
      toast(
        hint.action
          ? `${sentence(hint.bot)} would: ${titleOf(hint.action, who)}${hint.why && `, because ${hint.why}`}`
          : "Wait for the others",
      );
      screen.draw();
      return true;
    },
    leave: () => {
      insight.leave();
      views.leave();
    },
  };
}

/** Cards of the market, and landmarks and cards of cities. @param {SVGElement} group */
function isCard(group) {
  return /^(market-|city-\d+-)/.test(group.id);
}

/**
 * @param {import("../table.js").TableScreen} screen
 * @param {string} action
 */
function buildWords({ view, seat = 0 }, action) {
  const nth = view?.legal[seat]?.indexOf(action) ?? -1;
  const cost = /^\s*(\d+)/.exec(view?.words?.[seat]?.[nth] ?? "")?.[1];
  return cost ? `Build (${cost})` : "Build";
}

/**
 * @param {string} action
 * @param {string} words As the server has them: columns for a terminal.
 * @param {(seat: number) => string} who
 * @returns {import("../decision.js").Choice}
 */
function choice(action, words, who) {
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
function titleOf(action, who = (seat) => `seat ${seat + 1}`) {
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

/**
 * The dice roll; then coins move, each with its reason.
 * @param {import("../wire.js").Moved} moved
 * @param {SVGSVGElement} picture
 */
function showMove(moved, picture) {
  const rolls = moved.events
    .flatMap(({ text }) => /^seat \d+ rolls (\d)(?: (\d))?$/.exec(text)?.slice(1, 3) ?? [])
    .filter(Boolean)
    .map(Number);
  const dice = picture.querySelector("#dice");
  const wait = rolls.length && dice ? AFTER_DICE : 0;
  if (wait && dice) rollDice(dice, rolls.slice(-2));
  const flows = moved.events.flatMap(({ text }) => flowOf(text) ?? []);
  /** How many words float at a seat already: each stands below the one before. @type {Map<string, number>} */
  const lines = new Map();
  flows.forEach((flow, nth) => showFlow(picture, flow, wait + Math.min(nth * 180, 1500), lines));
}

/**
 * A seat's coins, as its plate in the picture tells them.
 * @param {SVGSVGElement | null} picture
 * @param {number} seat
 */
function coinsOf(picture, seat) {
  const said = picture?.querySelector(`#seat-${seat + 1}`)?.getAttribute("aria-label") ?? "";
  const found = /(\d+) coins?$/.exec(said);
  return found ? { count: Number(found[1]), words: found[1] === "1" ? "coin" : "coins", isCoins: true } : null;
}

/** @typedef {{ to: string | null, from: string | null, coins: number, why: string }} Flow */

/**
 * Coins that an event moves; the bank is `null`.
 * @param {string} text
 * @returns {Flow | null}
 */
function flowOf(text) {
  const gets = /^seat (\d+) gets (\d+) (?:for|from) (\S+)$/.exec(text);
  if (gets) return { to: gets[1], from: null, coins: Number(gets[2]), why: gets[3] };
  const pays = /^seat (\d+) pays (\d+) for (\S+)$/.exec(text) ?? /^seat (\d+) builds (?=(\S+) for (\d+)$)/.exec(text);
  if (pays && pays[3] && /^\d+$/.test(pays[3]))
    return { to: null, from: pays[1], coins: Number(pays[3]), why: pays[2] };
  if (pays) return { to: null, from: pays[1], coins: Number(pays[2]), why: pays[3] };
  const takes = /^seat (\d+) (?:collects|takes) (\d+) from seat (\d+) for (\S+)$/.exec(text);
  return takes && { to: takes[1], from: takes[3], coins: Number(takes[2]), why: takes[4] };
}

/**
 * @param {SVGSVGElement} picture
 * @param {Flow} flow
 * @param {number} delay
 * @param {Map<string, number>} lines
 */
function showFlow(picture, flow, delay, lines) {
  const purse = (/** @type {string | null} */ seat) => {
    const group =
      seat === null
        ? picture.querySelector("#dice")
        : (picture.querySelector(`#seat-${seat}`) ?? picture.querySelector(`#city-${seat}`));
    return group ? middleOf(group) : null;
  };
  const [from, to] = [purse(flow.from), purse(flow.to)];
  if (!from || !to || flow.coins === 0) return;
  for (let nth = 0; nth < Math.min(flow.coins, 5); nth += 1) flyCoin(from, to, delay + nth * 70);
  const why = titleOf(`build ${flow.why}`);
  const say = (
    /** @type {string | null} */ seat,
    /** @type {{ x: number, y: number }} */ { x, y },
    /** @type {"gain" | "loss"} */ tone,
  ) => {
    if (seat === null) return;
    const line = lines.get(seat) ?? 0;
    lines.set(seat, line + 1);
    floatWords(
      { x, y: y + line * 30 },
      `${tone === "gain" ? "+" : "−"}${flow.coins} ${why}`,
      tone,
      delay + (tone === "gain" ? 400 : 0),
    );
  };
  say(flow.to, to, "gain");
  say(flow.from, from, "loss");
}
