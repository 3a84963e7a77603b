// Before the dice lie still nothing of a roll is shown: first what was built before it, then the roll, then what it brings.

import { nameOf } from "../players.js";
import { isMoving, settings } from "../settings.js";
import { sound } from "../sound.js";
import { rollDice } from "./dice.js";
import { idOf } from "./machi-data.js";
import { builtOf, rollOf, startsTurnOf } from "./machi-events.js";

/** @typedef {import("../table.js").TableScreen} TableScreen */
/** @typedef {import("../wire.js").EventView} EventView */
/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("./machi-board.js").MachiBoard} MachiBoard */

export class Rolls {
  /** What was shown before its roll, and rolls that were seen. @type {WeakSet<EventView>} */
  #shown = new WeakSet();

  /**
   * @param {TableScreen} screen
   * @param {MachiBoard} board
   * @param {(events: EventView[]) => void} early Shows what happened before the dice are rolled.
   */
  constructor(screen, board, early) {
    this.screen = screen;
    this.board = board;
    this.early = early;
  }

  /** What of these was not shown yet. @param {EventView[]} events */
  unseen(events) {
    return events.filter((event) => !this.#shown.has(event));
  }

  /**
   * A game's first dice fell before anybody saw its table. The first player rolls them all the same, and the log shows it.
   * @param {TableView} view
   * @returns {Promise<void> | null} `null` where there is nothing to wait for.
   */
  open(view) {
    const first = firstRoll(view);
    if (!first) return null;
    const isOwn = view.you.includes(first.seat);
    if (!isOwn || !isMoving()) {
      this.screen.log.open(first.events);
      return null;
    }
    const { actions, board } = view;
    Object.assign(view, { actions: {}, board: { ...board, dice: [], coins: first.before } });
    return this.#open(first).then(() => {
      // Whoever has looked at the whole table since has it as it is.
      if (this.screen.view !== view) return;
      Object.assign(view, { actions, board });
    });
  }

  /** @param {FirstRoll} first */
  async #open({ seat, faces, events }) {
    const { screen, board } = this;
    // The board is there first: dice lie on it.
    await Promise.resolve();
    await this.#asked(seat, faces.length);
    screen.decision.show("You roll", []);
    await rollDice(board.dice, faces);
    screen.log.open(events);
    sound("coin");
  }

  /**
   * Holds back what a roll brings until the dice lie still; on this player's turn, they roll.
   * @param {import("../wire.js").Moved} moved
   * @returns {Promise<void> | null} `null` where there is nothing to wait for.
   */
  hold(moved) {
    const { view } = this.screen;
    const at = moved.events.findIndex((event) => rollOf(event) !== null);
    if (at < 0 || !view || !isMoving()) return null;
    const roller = moved.events[at].data?.seat;
    const isOwn = view.you.includes(roller);
    // Who wants bots to move at once does not wait for their dice.
    if (!isOwn && settings.pace === 0) return null;
    return this.#roll(moved, at, roller);
  }

  /**
   * @param {import("../wire.js").Moved} moved
   * @param {number} at
   * @param {number} roller
   */
  async #roll(moved, at, roller) {
    const { screen, board } = this;
    const early = moved.events.slice(0, at);
    for (const event of [...early, moved.events[at]]) this.#shown.add(event);
    screen.log.begin(moved, at);
    const isOwn = screen.view?.you.includes(roller) ?? false;
    const starts = early.some((event) => startsTurnOf(event) !== null);
    if (screen.view) showBefore(screen.view, early, roller);
    this.early(early);
    if (screen.view) screen.panels.purse(screen.view);
    const faces = rollOf(moved.events[at]) ?? [];
    if (isOwn && starts && !moved.over) await this.#asked(roller, faces.length);
    screen.decision.belongsTo(roller, isOwn);
    screen.decision.show(isOwn ? "You roll" : `${board.nameOf(roller)} rolls`, []);
    await rollDice(board.dice, faces);
  }

  /**
   * Waits until who plays here rolls.
   * @param {number} roller
   * @param {number} count
   * @returns {Promise<void>}
   */
  #asked(roller, count) {
    const { decision } = this.screen;
    const { dice } = this.board;
    sound("turn");
    dice.classList.add("is-waiting");
    decision.belongsTo(roller, true);
    const roll = {
      action: "",
      title: "Roll",
      words: "",
      kind: /** @type {const} */ ("main"),
      dice: Array(count).fill(5),
    };
    return new Promise((resolve) => {
      decision.show("Your turn", [roll], () => {
        dice.classList.remove("is-waiting");
        resolve();
      });
    });
  }
}

/** @typedef {{ seat: number, faces: number[], before: number[], events: EventView[] }} FirstRoll */

/**
 * What was rolled before anything was done; `null` at a table where something was, or that began in the middle of a game.
 * @param {TableView} view
 * @returns {FirstRoll | null}
 */
export function firstRoll({ state, log, turn, board, options, seats, you }) {
  const faces = board?.dice ?? [];
  const [seat] = turn;
  if (state !== 0 || log.length > 0 || seat === undefined || faces.length === 0 || !board?.cities) return null;
  const start = Number(options.starting_coins);
  const isNew = (/** @type {any} */ { cards, landmarks }) =>
    landmarks.length === 0 && JSON.stringify(cards) === JSON.stringify(board.cities[0].cards);
  const gains = board.coins.map((/** @type {number} */ coins) => coins - start);
  if (!board.cities.every(isNew) || gains.some((/** @type {number} */ gain) => !(gain >= 0))) return null;
  const who = (/** @type {number} */ each) => (you.length === 1 && you[0] === each ? "you" : nameOf(seats[each]));
  /** @type {EventView[]} */
  const events = [
    { text: "", words: `${who(seat)}:`, data: { type: "turn_start", seat } },
    { text: "", words: `${who(seat)}: ${faces.join(" + ")}`, data: { type: "roll", seat, dice: faces } },
    ...gains.flatMap((/** @type {number} */ gain, /** @type {number} */ payee) =>
      gain > 0
        ? [{ text: "", words: `${who(payee)}: +${gain}`, data: { type: "payout", payee, payer: null, amount: gain } }]
        : [],
    ),
  ];
  return { seat, faces, before: board.coins.map(() => start), events };
}

/**
 * The table as it is before the dice are rolled: what was built is paid for and stands in its city.
 * @param {TableView} view
 * @param {EventView[]} events
 * @param {number} roller
 */
function showBefore(view, events, roller) {
  Object.assign(view, { turn: [roller], actions: {} });
  const { board } = view;
  if (!board) return;
  for (const event of events) {
    const built = builtOf(event);
    const city = built && board.cities?.[built.seat];
    if (!built || !city) continue;
    const id = idOf(view, built.name);
    board.coins[built.seat] -= event.data?.amount ?? 0;
    if (view.layout?.landmarks?.[id]) city.landmarks.push(id);
    else {
      board.market[id] = Math.max(0, (board.market[id] ?? 1) - 1);
      city.cards[id] = (city.cards[id] ?? 0) + 1;
    }
  }
}
