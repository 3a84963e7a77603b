// Machi Koro: each decision with what it would do, dice that roll, coins that move to their receivers.

import { fill, h, toast } from "../dom.js";
import { flyCoin, flyCopy } from "../motion.js";
import { middleOf } from "../picture.js";
import { nameOf } from "../players.js";
import { sound } from "../sound.js";
import { actionsOf } from "../table-words.js";
import { openCard } from "./card.js";
import { rollDice } from "./dice.js";
import { Insight } from "./insight.js";
import { MachiBoard } from "./machi-board.js";
import { idOf, machiData } from "./machi-data.js";
import { builtOf, flowOf, rollOf } from "./machi-events.js";
import { isReasoned, machiEvent } from "./machi-log.js";
import { Rolls } from "./machi-roll.js";
import { choicesOf, pickedBy, titleOf } from "./machi-words.js";

/** @typedef {import("./game-ui.js").GameUi} GameUi */
/** @typedef {import("../table.js").TableScreen} TableScreen */
/** @typedef {import("./machi-events.js").Flow} Flow */

/** How long the sources of coins are shown, in milliseconds. */
const FLASH = 3600;

/**
 * @param {TableScreen} screen
 * @returns {GameUi}
 */
export function machiUi(screen) {
  const board = new MachiBoard();
  const insight = new Insight();
  const who = (/** @type {number} */ seat) => (screen.view ? nameOf(screen.view.seats[seat]) : "");
  /** @type {import("./machi-data.js").MachiData | null} */
  let data = null;
  /** The card that is given away, before it is said to whom. */
  let picked = "";
  /** Where things lay before the last move. @type {Map<string, DOMRect>} */
  let places = new Map();
  const draw = () => {
    const { view, seat } = screen;
    if (!view) return;
    places = placesOf(board.element);
    data = machiData(view);
    board.show(data, view, new Set((actionsOf(view, seat) ?? []).map(({ action }) => action)));
  };
  const early = (/** @type {import("../wire.js").EventView[]} */ events) => {
    draw();
    showBuilds(screen, events, places);
  };
  const rolls = new Rolls(screen, board, early);
  const facts = (/** @type {HTMLElement | SVGElement} */ card) => ({
    build: null,
    why: whyNot(screen, card, data?.cities[screen.seat ?? -1]?.coins ?? 0),
    worth: null,
  });
  return {
    keys: [
      ["1 to 9", "one of the first nine choices"],
      ["arrows", "from card to card on the table"],
      ["Enter", "read the card; once more to build it"],
    ],
    isOneOfEachRank: true,
    layers: () => [],
    board: board.element,
    panel: insight.element,
    refresh: () => insight.refresh(screen.view),
    choices: (actions) => choicesOf(actions, who, picked),
    chosen: (action) => {
      const card = pickedBy(action);
      if (card === null) return false;
      picked = card;
      screen.ask();
      return true;
    },
    forget: () => (picked = ""),
    eventView: (event, turn) => (screen.view ? machiEvent(screen.view, event, turn) : null),
    reason: (why, events) => (isReasoned(events) ? `because ${why.split(" (")[0]}` : null),
    purse: (seat) => {
      const coins = data?.cities[seat]?.coins;
      return coins === undefined ? null : { count: coins, words: coins === 1 ? "coin" : "coins", isCoins: true };
    },
    points: (_, seat) => cityWords(screen.view ? machiData(screen.view).cities[seat] : undefined),
    open: (view) => rolls.open(view),
    hold: (moved) => rolls.hold(moved),
    // A card is read before it is built; what is no card is done at once.
    touched: (group) => {
      const { action } = group.dataset;
      if (!action?.startsWith("build ")) return false;
      const build = { words: buildWords(group), act: () => screen.act(action) };
      openCard(group, { ...facts(group), build, worth: insight.worth(action.slice("build ".length)) });
      return true;
    },
    looked: (group) => group.dataset.name && openCard(group, facts(group)),
    drawn: draw,
    moved: (moved) => showMove(screen, board, rolls.unseen(moved.events), places),
    hinted: (hint) => {
      toast(hint.data ? `Hint: ${titleOf(hint.data, who)}` : "Wait for the others");
      for (const old of screen.stage.element.querySelectorAll(".is-hinted")) old.classList.remove("is-hinted");
      const hinted = `[data-action="${hint.action}"], [data-choice="${hint.action}"]`;
      for (const each of screen.element.querySelectorAll(hinted)) each.classList.add("is-hinted");
      return true;
    },
    leave: () => insight.leave(),
  };
}

/** @param {HTMLElement | SVGElement} group */
function buildWords(group) {
  const cost = group.querySelector(".cost")?.textContent;
  return cost ? `Build (${cost})` : "Build";
}

/**
 * Why a card can't be built now.
 * @param {TableScreen} screen
 * @param {HTMLElement | SVGElement} card
 * @param {number} coins
 */
function whyNot({ view, seat }, card, coins) {
  const { cost, left } = card.dataset;
  if (card.classList.contains("is-built")) return "It is built.";
  if (left === "0") return "None is left.";
  if (!view || view.over || seat === undefined || !view.you.includes(seat)) return "";
  if (cost && Number(cost) > coins)
    return `It costs ${cost}, and you have ${coins === 1 ? "1 coin" : `${coins} coins`}.`;
  return view.turn.includes(seat) ? "It can't be built now." : "You build on your own turn.";
}

/** What a city has at the end. @param {import("./machi-data.js").City | undefined} city */
function cityWords(city) {
  if (!city) return "";
  const built = city.landmarks.filter(({ isBuilt }) => isBuilt).length;
  return `${built} of ${city.landmarks.length} landmarks, ${city.coins === 1 ? "1 coin" : `${city.coins} coins`}`;
}

/** @param {HTMLElement} board */
function placesOf(board) {
  return new Map([...board.querySelectorAll("[id^='market-']")].map((each) => [each.id, each.getBoundingClientRect()]));
}

/**
 * @param {TableScreen} screen
 * @param {import("../wire.js").EventView[]} events
 * @param {Map<string, DOMRect>} places
 */
function showBuilds({ view }, events, places) {
  for (const { seat, name } of events.flatMap((event) => builtOf(event) ?? []))
    if (view) showBuilt(seat, idOf(view, name), places);
}

/**
 * The dice roll; then coins move, and each city shows where its own came from.
 * @param {TableScreen} screen
 * @param {MachiBoard} board
 * @param {import("../wire.js").EventView[]} events
 * @param {Map<string, DOMRect>} places
 */
async function showMove(screen, board, events, places) {
  showBuilds(screen, events, places);
  const flows = events.flatMap((event) => flowOf(event) ?? []);
  const late = flows.filter(({ isIncome }) => isIncome);
  const roll = events.flatMap((event) => [rollOf(event)].filter((faces) => faces !== null)).at(-1);
  if (roll) await rollDice(board.dice, roll);
  for (const seat of new Set(flows.flatMap(({ to, from }) => [to, from]).filter((each) => each !== null)))
    flash(seat, flows);
  late.forEach((flow, nth) => fly(board, flow, Math.min(nth * 120, 900)));
  if (late.some(({ to }) => to !== null && screen.view?.you.includes(to))) sound("coin");
}

/**
 * What was built goes from the market to its city.
 * @param {number} seat
 * @param {string} id
 * @param {Map<string, DOMRect>} places
 */
function showBuilt(seat, id, places) {
  const to = document.getElementById(`city-${seat + 1}-${id}`) ?? document.getElementById(`city-${seat + 1}`);
  const from = places.get(`market-${id}`);
  to?.classList.add("is-new");
  setTimeout(() => to?.classList.remove("is-new"), 1600);
  if (to && from) flyCopy(to, from);
}

/**
 * @param {number} seat
 * @param {Flow[]} flows
 */
function flash(seat, flows) {
  const box = document.querySelector(`#city-${seat + 1} .flash`);
  if (!box) return;
  const own = flows.filter(({ to, from }) => to === seat || from === seat);
  const signed = own.map((flow) => ({ coins: flow.to === seat ? flow.coins : -flow.coins, why: flow.why }));
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { coins, why } of signed) sums.set(why, (sums.get(why) ?? 0) + coins);
  const items = [...sums].map(([why, coins]) =>
    h("span", { class: coins < 0 ? "loss" : "gain" }, `${coins < 0 ? "−" : "+"}${Math.abs(coins)} ${why}`),
  );
  fill(box, items);
  box.classList.remove("is-shown");
  void (/** @type {HTMLElement} */ (box).offsetWidth);
  box.classList.add("is-shown");
  setTimeout(() => box.isConnected && fill(box), FLASH);
}

/**
 * @param {MachiBoard} board
 * @param {Flow} flow
 * @param {number} delay
 */
function fly(board, { to, from, coins }, delay) {
  const purse = (/** @type {number | null} */ seat) =>
    seat === null ? board.dice : document.querySelector(`#city-${seat + 1} .coins-large`);
  const [start, end] = [purse(from), purse(to)];
  if (!start || !end || coins === 0) return;
  for (let nth = 0; nth < Math.min(coins, 5); nth += 1) flyCoin(middleOf(start), middleOf(end), delay + nth * 70);
}
