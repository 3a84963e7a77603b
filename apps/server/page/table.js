// A table: the picture, who sits there, what is asked, what happened. The server decides everything; this screen shows
// what it says and sends back what was touched, with the state number that was seen.

import { Refusal } from "./api.js";
import { Chat } from "./chat.js";
import { noteCommitment } from "./deal-check.js";
import { Decision } from "./decision.js";
import { fill, forgetComplaints, h, toast } from "./dom.js";
import { Frame } from "./frame.js";
import { gameUi, PLAIN } from "./games/game-ui.js";
import { Invite } from "./invite.js";
import { clockWords, keepDaily, keepScore, keepTable, keepTime, tokensOf } from "./kept.js";
import { Lesson } from "./lesson.js";
import { LogList, sentence } from "./log.js";
import { Phrase } from "./phrase.js";
import { Players } from "./players.js";
import { Room } from "./room.js";
import { onChange } from "./settings.js";
import { openKeys, openShare } from "./share.js";
import { Connection } from "./socket.js";
import { Stage } from "./stage.js";
import { TableClient } from "./table-client.js";
import { TableInput } from "./table-input.js";
import { Painter } from "./table-painter.js";
import { Panels } from "./table-panels.js";
import { hadHelp, namesOf, standing } from "./table-words.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").Moved} Moved */
/** @typedef {import("./wire.js").ServerMessage} ServerMessage */

/**
 * Shows a table.
 * @param {HTMLElement} main
 * @param {string} id
 * @returns {() => void} Leaves it.
 */
export function showTable(main, id) {
  takeTokenFromLink(id);
  const screen = new TableScreen(id);
  fill(main, screen.element);
  return () => screen.leave();
}

/**
 * A link that gives a seat away carries its token behind the #. It leaves the address at once.
 * @param {string} id
 */
function takeTokenFromLink(id) {
  const token = location.hash.slice(1);
  if (!/^[\w-]{22}$/.test(token)) return;
  history.replaceState(null, "", location.pathname);
  const tokens = tokensOf(id);
  // Which seat it is, the server says.
  if (!tokens.some((known) => known.token === token))
    keepTable({ table: id, tokens: [...tokens, { seat: -1, token }] });
}

export class TableScreen {
  /** @type {TableView | null} */
  view = null;
  /** The own seat that acts. @type {number | undefined} */
  seat = undefined;
  /** @type {string | undefined} */
  hint = undefined;
  /** @type {string | undefined} */
  ghost = undefined;
  #chosenSeat = -1;
  isGone = false;
  /** Moves are shown one after another. @type {Promise<void>} */
  #showing = Promise.resolve();
  #letGo = () => {};
  /** Is something that happened not shown yet? */
  isHeld = false;
  /** When the whole table was last received. */
  #receivedAt = 0;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.client = new TableClient(this);
    this.input = new TableInput(this);
    this.painter = new Painter(this);
    this.panels = new Panels(this);
    this.ui = PLAIN;
    this.phrase = new Phrase(true);
    this.log = new LogList();
    this.lesson = new Lesson();
    this.stage = new Stage({
      touched: (group) => this.input.touched(group),
      looked: (group) => this.ui.looked?.(group),
      key: (key, place) => this.ui.key?.(key, place) ?? false,
    });
    this.players = new Players({
      choose: (seat) => this.#choose(seat),
      replace: (seat, bot) => this.client.replace(seat, bot),
    });
    this.decision = new Decision({
      chosen: (action) => this.ui.chosen?.(action) || this.act(action),
      pointed: (action) => this.input.pointed(action),
    });
    this.invite = new Invite(() => this.#watch());
    this.room = new Room((ready) => this.client.ready(ready));
    this.chat = new Chat((words) => this.client.say(words));
    this.frame = new Frame(
      {
        undo: () => this.client.undo(),
        hint: () => this.client.hint(),
        restart: () => this.client.restart(),
        away: () => this.seat !== undefined && this.client.replace(this.seat, true),
        share: () => this.view && openShare(this.view),
        rules: async () => this.view && (await import("./rules.js")).openRules(this.view.game),
        keys: () => openKeys(this.ui.keys),
        command: (action) => this.act(action),
      },
      {
        stage: this.stage.element,
        players: this.players.element,
        decision: this.decision.element,
        log: this.log.element,
        room: this.room.element,
        lesson: this.lesson.element,
        chat: this.chat.element,
      },
    );
    this.element = this.frame.element;
    this.stopListening = onChange(() => this.draw());
    this.connection = new Connection({
      opened: () => this.#watch(),
      lost: () => this.#lost(),
      received: (message) => this.#received(message),
    });
  }

  /** How many milliseconds ago the table was made. */
  get age() {
    return (this.view?.age_ms ?? 0) + performance.now() - this.#receivedAt;
  }

  leave() {
    this.isGone = true;
    this.connection.close();
    this.stage.leave();
    this.stopListening();
    this.ui.leave?.();
    this.input.leave();
  }

  // What the server says.

  async #watch() {
    this.frame.banner.hidden = true;
    const tokens = tokensOf(this.id).map(({ token }) => token);
    const since = this.view ? { since: this.log.last } : {};
    try {
      const answer = await this.connection.ask({ type: "watch", table: this.id, tokens, data: true, ...since });
      // What is held back belongs to what was seen before.
      this.#letGo();
      if (answer.type === "table") this.#showing = this.#showing.then(() => this.#seen(answer));
      await this.#showing;
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "";
      if (code === "table") return this.#missing();
      this.client.refused(error);
      if (code === "token" && tokens.length) {
        // The seat is somebody else's now; everybody may look on.
        keepTable({ table: this.id, tokens: [] });
        await this.#watch();
      }
    }
  }

  #missing() {
    this.element.className = "";
    fill(
      this.element,
      h(
        "section",
        { class: "panel centred" },
        h("h1", {}, "There is no such table"),
        h("p", {}, "The link may be incomplete, or the table has been cleared away."),
        h("a", { href: "/", class: "button primary" }, "To the games"),
      ),
    );
    this.connection.close();
  }

  #lost() {
    if (this.isGone) return;
    this.frame.banner.textContent = "The connection is lost. It comes back by itself, and all moves are safe.";
    this.frame.banner.hidden = false;
  }

  /** @param {ServerMessage} message */
  #received(message) {
    // What is held back holds what comes after it.
    if (message.type === "moved") this.#showing = this.#showing.then(() => this.#holding(message));
    if (!this.view) return;
    if (message.type === "seats") {
      const before = namesOf(this.view).join();
      // The game has begun: now there is a board to look at.
      if (this.view.waits && !message.waits) this.#watch();
      Object.assign(this.view, { seats: message.seats, watching: message.watching });
      this.#refresh();
      this.room.show(this.view, message.starts_ms);
      if (before !== namesOf(this.view).join()) this.draw();
    }
    if (message.type === "said") this.chat.receive(this.view, message.seat, message.words);
    if (message.type === "rematch") this.#invited(message.next);
    if (message.type === "refused") toast(sentence(message.why), "bad");
  }

  /** @param {TableView} view */
  async #seen(view) {
    this.isHeld = false;
    const isFirst = !this.view;
    const wasWaiting = this.view?.waits === true;
    const isNews = this.view?.state !== view.state || wasWaiting;
    if (isFirst) this.ui = await gameUi(view.game, this);
    // A deal that is known is not sent again.
    this.view = { ...view, deal: view.deal ?? this.view?.deal ?? null };
    this.#receivedAt = performance.now();
    if (!view.over) noteCommitment(view.table, view.commitment);
    if (isFirst) {
      this.phrase = new Phrase(this.ui.isOneOfEachRank);
      this.log.reason = this.ui.reason ?? this.log.reason;
      this.log.eventView = (event, turn) => this.ui.eventView?.(event, turn) ?? null;
      this.element.dataset.game = view.game;
      if (this.ui.board) this.stage.setBoard(this.ui.board);
      fill(this.frame.extra, this.ui.panel ?? "");
      fill(this.frame.under, this.ui.under ?? "");
      this.decision.beside(this.ui.aside);
      this.panels.nameTable();
      this.lesson.begin(view.game);
    }
    const isBegun = (isFirst || wasWaiting) && !view.waits;
    const opening = isBegun ? (this.ui.open?.(this.view) ?? null) : null;
    this.isHeld = opening !== null;
    this.log.add(view.log);
    if (isNews) this.#forget();
    if (view.over?.next) this.client.keepNext(view.over.next);
    this.#keepTable();
    this.#refresh();
    await this.draw();
    if (isFirst) this.ui.begun?.();
    // Whatever happens meanwhile is shown after it.
    if (opening) this.#showing = this.#showing.then(() => this.#opening(opening));
  }

  /** @param {Promise<void>} opening */
  async #opening(opening) {
    await Promise.race([opening, new Promise((resolve) => (this.#letGo = () => resolve(null)))]);
    this.isHeld = false;
    this.#refresh();
    await this.draw();
  }

  /** Waits for what a person does first; then it is shown, together with what comes before its picture. @param {Moved} moved */
  async #holding(moved) {
    const held = this.ui.hold?.(moved);
    this.isHeld = held !== null && held !== undefined;
    if (held) await Promise.race([held, new Promise((resolve) => (this.#letGo = () => resolve(null)))]);
    this.isHeld = false;
    // Whoever has looked at the whole table since knows it already.
    if (this.view && moved.state > this.view.state) this.#moved(moved);
  }

  /** @param {Moved} moved */
  async #moved(moved) {
    if (!this.view) return;
    forgetComplaints();
    // What is empty is left out.
    Object.assign(this.view, { actions: {} }, moved);
    this.log.add([moved]);
    this.#forget();
    this.#keepTable();
    const isBest = moved.over !== null && this.#keepBest();
    const seconds = moved.over !== null && this.#isOwnAlone() ? (this.ui.seconds?.() ?? null) : null;
    const isFastest = seconds !== null && keepTime(this.view.game, seconds);
    this.#refresh();
    this.ui.heard?.(moved);
    this.lesson.heard(moved, this.view.you);
    if (moved.over && this.view.daily && !hadHelp(this.view)) {
      keepDaily(this.view.game, this.view.daily, this.ui.result?.() ?? moved.scores[0]);
      this.#refresh();
    }
    await this.painter.move(moved);
    if (isFastest) toast(`${clockWords((seconds ?? 0) * 1000)}: your fastest so far`);
    else if (isBest) toast(`${moved.scores[0]} points: your best so far`);
    if (moved.over) this.frame.notice.scrollIntoView({ block: "nearest" });
  }

  /** Keeps the score of a game that counts; says whether it is the best. */
  #keepBest() {
    const { view } = this;
    if (!view || !view.rated || !this.#isOwnAlone()) return false;
    return keepScore(view.game, view.options, view.scores[0]);
  }

  /** Does who plays here play alone, without help? */
  #isOwnAlone() {
    const { view } = this;
    return view !== null && !hadHelp(view) && view.seats.length === 1 && view.you.length > 0;
  }

  /** What was thought of belongs to a state that is over. */
  #forget() {
    this.#forgetPicks();
    this.hint = undefined;
    this.ghost = undefined;
    this.ui.forget?.();
  }

  #forgetPicks() {
    this.phrase.clear();
    this.ui.picked?.([]);
  }

  #keepTable() {
    const view = this.view;
    if (!view || !view.you.length) return;
    keepTable({
      table: this.id,
      game: view.game,
      over: view.over !== null,
      words: standing(view),
      state: view.state,
      daily: view.daily ?? undefined,
    });
  }

  // What is shown.

  #refresh() {
    const { view } = this;
    if (!view) return;
    this.seat = this.#actingSeat(view);
    this.panels.refresh(view);
  }

  /** Asks again: what is asked may depend on what is held. */
  ask() {
    if (this.view) this.panels.ask(this.view);
  }

  draw() {
    return this.painter.draw();
  }

  /** @param {TableView} view */
  #actingSeat(view) {
    const able = view.you.filter((seat) => view.turn.includes(seat) && !view.seats[seat].bot);
    return able.includes(this.#chosenSeat) ? this.#chosenSeat : (able[0] ?? view.you[0]);
  }

  /** @param {number} seat */
  #choose(seat) {
    this.#chosenSeat = seat;
    this.#forget();
    this.#refresh();
    this.draw();
  }

  // What a person does.

  /** Lays back what was picked. */
  drop() {
    this.#forgetPicks();
    this.ghost = undefined;
    this.ui.forget?.();
    this.draw();
  }

  /**
   * Does something; the server may refuse.
   * @param {string} action
   */
  act(action) {
    return this.client.act(action);
  }

  /** Somebody has begun a rematch: whoever has a seat here has it there, by the same token. @param {string} next */
  #invited(next) {
    if (!this.view?.over) return;
    this.view.over.next = next;
    this.client.keepNext(next);
    this.#refresh();
  }
}
