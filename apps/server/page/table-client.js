// Sends a player's requests about a table to the server. A refusal is shown in the server's words; nothing has changed then.

import { catalog, Refusal } from "./api.js";
import { toast } from "./dom.js";
import { keepTable, tokensOf } from "./kept.js";
import { sentence } from "./log.js";
import { settings } from "./settings.js";
import { sameAgain } from "./table-words.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */

/** The server takes a line at a time; what is said sooner waits here for so long, in milliseconds. */
const PAUSE = 800;
const MOST_WAITING = 3;

export class TableClient {
  #isAsking = false;
  /** What is said, one after another. @type {Promise<unknown>} */
  #saying = Promise.resolve();
  #waiting = 0;

  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /**
   * Does something, for the state that was seen.
   * @param {string} action
   */
  async act(action) {
    const { view, seat, id } = this.screen;
    if (!view || seat === undefined || this.#isAsking) return false;
    this.#isAsking = true;
    const done = await this.#ask({ type: "act", table: id, seat, state: view.state, action });
    this.#isAsking = false;
    return done !== null;
  }

  async undo() {
    const { view, seat, id } = this.screen;
    if (view?.can_undo && seat !== undefined) await this.#ask({ type: "undo", table: id, seat, state: view.state });
  }

  /** Asks a bot; of a hint that comes in steps, the next one. */
  async hint() {
    const { screen } = this;
    if (!screen.view?.can_hint || screen.seat === undefined || screen.ui.hintMore?.()) return;
    const answer = await this.#ask({ type: "hint", table: screen.id, seat: screen.seat });
    if (answer?.type !== "hint" || answer.state !== screen.view?.state || screen.ui.hinted?.(answer)) return;
    screen.hint = answer.action ?? undefined;
    const words =
      screen.ui.hintWords?.(answer) ?? `${answer.bot} would ${answer.action}${answer.why && `: ${answer.why}`}`;
    toast(answer.action ? sentence(words) : "Wait for the others");
    screen.draw();
  }

  /** All own seats are ready to begin, or not yet. @param {boolean} ready */
  async ready(ready) {
    const { view, id } = this.screen;
    for (const seat of view?.you ?? []) await this.#ask({ type: "ready", table: id, seat, ready });
  }

  /** Says it as soon as what was said before is a moment ago. @param {string} words */
  async say(words) {
    const { view, id } = this.screen;
    if (!view?.you.length) return false;
    if (this.#waiting >= MOST_WAITING) {
      toast("Not so fast: wait a moment before you say more");
      return false;
    }
    this.#waiting += 1;
    const said = this.#saying.then(() => this.#ask({ type: "say", table: id, seat: view.you[0], words }));
    this.#saying = said.then(() => new Promise((done) => setTimeout(done, PAUSE)));
    const isDone = (await said) !== null;
    this.#waiting -= 1;
    return isDone;
  }

  /** A new table with the same settings; with the same deal, if everybody knows it. */
  async restart() {
    const { view } = this.screen;
    if (view?.over) await this.rematch();
    else if (view) {
      const { openTable } = await import("./new-table.js");
      await openTable({ pace_ms: settings.pace, ...sameAgain(view) }).catch((error) => this.refused(error));
    }
  }

  async rematch() {
    const answer = await this.#ask({ type: "rematch", table: this.screen.id });
    if (answer?.type !== "rematch") return;
    this.keepNext(answer.next);
    location.assign(`/t/${answer.next}`);
  }

  /** Whoever has a seat here has it at the next table, by the same token. @param {string} next */
  keepNext(next) {
    const tokens = tokensOf(this.screen.id);
    const game = this.screen.view?.game ?? "";
    if (tokens.length && !tokensOf(next).length) keepTable({ table: next, game, tokens });
  }

  /**
   * Gives a seat to a bot, or takes it back.
   * @param {number} seat
   * @param {boolean} isBot
   */
  async replace(seat, isBot) {
    const game = (await catalog()).games.find(({ id }) => id === this.screen.view?.game);
    const { opponentOf } = await import("./new-table.js");
    const bot = isBot && game ? { bot: opponentOf(game) } : {};
    await this.#ask({ type: "seat", table: this.screen.id, seat, ...bot });
  }

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "repeated" || this.screen.isGone) return;
    const words = error.code === "stale" ? "The game has moved on; have another look" : error.message;
    toast(sentence(words), "bad");
  }

  /** @param {import("./wire.js").ClientMessage} ask */
  async #ask(ask) {
    try {
      return await this.screen.connection.ask(ask);
    } catch (error) {
      this.refused(error);
      return null;
    }
  }
}
