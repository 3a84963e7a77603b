// A table: the picture, who sits there, what is asked, what happened. The server decides everything; this screen shows
// what it says and sends back what was touched, with the state number that was seen.

import { catalog, Refusal } from "./api.js";
import { Chat } from "./chat.js";
import { noteCommitment } from "./deal-check.js";
import { Decision } from "./decision.js";
import { fill, forgetComplaints, h, toast } from "./dom.js";
import { Frame } from "./frame.js";
import { gameUi, PLAIN } from "./games/game-ui.js";
import { Invite } from "./invite.js";
import { keepDaily, keepScore, keepTable, tokensOf } from "./kept.js";
import { Lesson } from "./lesson.js";
import { LogList, sentence } from "./log.js";
import { overPanel } from "./over.js";
import { Phrase } from "./phrase.js";
import { pictureAddress } from "./picture.js";
import { Players } from "./players.js";
import { Room } from "./room.js";
import { onChange } from "./settings.js";
import { openKeys, openShare } from "./share.js";
import { Connection } from "./socket.js";
import { Stage } from "./stage.js";
import { actionsOf, badges, expertFacts, hadHelp, namesOf, questionOf, standing, waitingFor } from "./table-words.js";
import { TableClient } from "./table-client.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").Moved} Moved */
/** @typedef {import("./wire.js").Tell} Tell */

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
  #drawings = 0;
  #title = "";
  /** Moves are shown one after another. @type {Promise<void>} */
  #showing = Promise.resolve();
  #letGo = () => {};
  #isHeld = false;
  /** The picture that was last shown. @type {SVGSVGElement | null} */
  #picture = null;
  /** When the table was last told as a whole. */
  #toldAt = 0;
  /** What happened since the last picture. @type {Moved | null} */
  #unseen = null;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.client = new TableClient(this);
    this.ui = PLAIN;
    this.phrase = new Phrase(true);
    this.log = new LogList();
    this.lesson = new Lesson();
    this.stage = new Stage({
      touched: (group) => this.#touched(group),
      looked: (group) => this.ui.looked?.(group),
      key: (key, place) => this.ui.key?.(key, place) ?? false,
    });
    this.players = new Players({
      choose: (seat) => this.#choose(seat),
      replace: (seat, bot) => this.client.replace(seat, bot),
    });
    this.decision = new Decision({ chosen: (action) => this.act(action), pointed: (action) => this.#think(action) });
    this.invite = new Invite(() => this.#watch());
    this.room = new Room((ready) => this.client.ready(ready));
    this.chat = new Chat((words) => this.client.say(words));
    this.frame = new Frame(
      {
        undo: () => this.client.undo(),
        hint: () => this.client.hint(),
        restart: () => this.client.restart(),
        share: () => this.view && openShare(this.view),
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
    document.addEventListener("keydown", this.#key);
    this.stopListening = onChange(() => this.draw());
    this.connection = new Connection({
      opened: () => this.#watch(),
      lost: () => this.#lost(),
      told: (tell) => this.#told(tell),
    });
  }

  /** How many milliseconds ago the table was made. */
  get age() {
    return (this.view?.age_ms ?? 0) + performance.now() - this.#toldAt;
  }

  leave() {
    this.isGone = true;
    this.connection.close();
    this.stage.leave();
    this.stopListening();
    this.ui.leave?.();
    document.removeEventListener("keydown", this.#key);
  }

  // What the server says.

  async #watch() {
    this.frame.banner.hidden = true;
    const tokens = tokensOf(this.id).map(({ token }) => token);
    const since = this.view ? { since: this.log.last } : {};
    try {
      const told = await this.connection.ask({ type: "watch", table: this.id, tokens, data: true, ...since });
      // What is held back belongs to what was seen before.
      this.#letGo();
      if (told.type === "table") this.#showing = this.#showing.then(() => this.#seen(told));
      await this.#showing;
    } catch (error) {
      this.client.refused(error);
      const code = error instanceof Refusal ? error.code : "";
      if (code === "table") this.#missing();
      if (code === "token" && tokens.length) {
        // The seat is somebody else's now; everybody may look on.
        keepTable({ table: this.id, tokens: [] });
        await this.#watch();
      }
    }
  }

  #missing() {
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
    this.frame.banner.textContent =
      "The connection is lost. It comes back by itself, and every move that was taken is kept.";
    this.frame.banner.hidden = false;
  }

  /** @param {Tell} tell */
  #told(tell) {
    // What is held back holds what comes after it.
    if (tell.type === "moved") this.#showing = this.#showing.then(() => this.#holding(tell));
    if (!this.view) return;
    if (tell.type === "seats") {
      const before = namesOf(this.view).join();
      // The game has begun: now there is a board to look at.
      if (this.view.waits && !tell.waits) this.#watch();
      Object.assign(this.view, { seats: tell.seats, watching: tell.watching });
      this.#refresh();
      this.room.show(this.view, tell.starts_ms);
      if (before !== namesOf(this.view).join()) this.draw();
    }
    if (tell.type === "said") this.chat.hear(this.view, tell.seat, tell.words);
    if (tell.type === "rematch") this.#invited(tell.next);
    if (tell.type === "refused") toast(sentence(tell.why), "bad");
  }

  /** @param {TableView} view */
  async #seen(view) {
    this.#isHeld = false;
    const isFirst = !this.view;
    const isNews = this.view?.state !== view.state || this.view?.waits === true;
    if (isFirst) this.ui = await gameUi(view.game, this);
    // A deal that was told is not told again.
    this.view = { ...view, deal: view.deal ?? this.view?.deal ?? null };
    this.#toldAt = performance.now();
    if (!view.over) noteCommitment(view.table, view.commitment);
    if (isFirst) {
      this.phrase = new Phrase(this.ui.isOneOfEachRank);
      this.log.reason = this.ui.reason ?? this.log.reason;
      this.log.told = (event) => this.ui.told?.(event) ?? null;
      this.element.dataset.game = view.game;
      if (this.ui.board) this.stage.setBoard(this.ui.board);
      fill(this.frame.extra, this.ui.panel ?? "");
      fill(this.frame.under, this.ui.under ?? "");
      this.#nameTable();
      this.lesson.begin(view.game);
    }
    this.log.add(view.log);
    if (isNews) this.#forget();
    if (view.over?.next) this.client.keepNext(view.over.next);
    this.#keepTable();
    this.#refresh();
    await this.draw();
    if (isFirst) this.ui.begun?.();
  }

  /** Waits for what a person does first; then it is shown, together with what comes before its picture. @param {Moved} moved */
  async #holding(moved) {
    const held = this.ui.hold?.(moved);
    this.#isHeld = held !== null && held !== undefined;
    if (held) await Promise.race([held, new Promise((resolve) => (this.#letGo = () => resolve(null)))]);
    this.#isHeld = false;
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
    this.#refresh();
    this.ui.heard?.(moved);
    this.lesson.heard(moved, this.view.you);
    if (moved.over && this.view.daily && !hadHelp(this.view)) {
      keepDaily(this.view.game, this.view.daily, this.ui.result?.() ?? moved.scores[0]);
      this.#refresh();
    }
    // Moves that come faster than their pictures are shown together.
    this.#unseen = { ...moved, events: [...(this.#unseen?.events ?? []), ...moved.events] };
    await this.draw();
    if (isBest) toast(`${moved.scores[0]} points: your best so far`);
    if (moved.over) this.frame.notice.scrollIntoView({ block: "nearest" });
  }

  /** Keeps the score of a game that counts; says whether it is the best. */
  #keepBest() {
    const view = this.view;
    if (!view || hadHelp(view) || !view.rated || view.seats.length > 1 || !view.you.length) return false;
    return keepScore(view.game, view.options, view.scores[0]);
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

  async #nameTable() {
    const game = (await catalog()).games.find(({ id }) => id === this.view?.game);
    this.#title = sentence((game?.title ?? "").replace("the ", ""));
    this.frame.title.textContent = this.#title;
    this.#nameTab();
  }

  /** Who looks elsewhere sees when it is their turn. */
  #nameTab() {
    const { view } = this;
    const isAsked =
      view && !view.over && view.seats.length > 1 && view.turn.length === 1 && actionsOf(view, view.turn[0]);
    document.title = `${isAsked ? "● Your turn · " : ""}${this.#title || "Table"} · Tercet`;
  }

  #refresh() {
    const view = this.view;
    if (!view) return;
    this.seat = this.#actingSeat(view);
    this.players.show(view, this.seat);
    fill(
      this.frame.badges,
      badges(view).map((words) => h("span", { class: "badge" }, words)),
    );
    fill(
      this.frame.facts,
      (this.ui.facts?.() ?? []).map((fact) => (typeof fact === "string" ? h("span", {}, fact) : fact)),
    );
    this.frame.tell(expertFacts(view));
    this.frame.undo.disabled = !view.can_undo;
    this.frame.hint.disabled = !view.can_hint;
    this.frame.hint.hidden = this.frame.undo.hidden = !view.you.length;
    this.frame.again.hidden =
      !view.you.length ||
      view.daily !== null ||
      view.seats.some(({ kind, seat }) => kind !== "bot" && !view.you.includes(seat));
    // The end is for reading: nothing lies on it.
    if (view.over && !this.frame.form.hidden) this.frame.menu.open = false;
    this.frame.form.hidden = !view.you.length || view.over !== null;
    this.element.dataset.state = String(view.state);
    this.element.classList.toggle("is-asked", actionsOf(view, this.seat) !== undefined);
    this.element.classList.toggle("is-over", view.over !== null);
    this.#ask(view);
    fill(this.frame.notice, view.over && overPanel(view, this), this.invite.element);
    this.invite.show(view);
    this.room.show(view);
    this.chat.refresh(view);
    this.element.classList.toggle("is-waiting", view.waits === true);
    this.ui.refresh?.();
    this.#nameTab();
  }

  /** Asks again: what is asked may depend on what is held. */
  ask() {
    if (this.view) this.#ask(this.view);
  }

  /** @param {TableView} view */
  #ask(view) {
    // What is asked before something is shown stays until it is answered.
    if (this.#isHeld) return;
    this.decision.purse(this.seat === undefined || view.over ? null : (this.ui.purse?.(this.seat) ?? null));
    const acting = view.over ? undefined : view.turn.includes(this.seat ?? -1) ? this.seat : view.turn[0];
    this.decision.element.dataset.seat = acting === undefined ? "" : String(acting);
    const actions = actionsOf(view, this.seat);
    if (view.over) this.decision.show("The game is over", []);
    else if (actions)
      this.decision.show(this.ui.question?.() ?? questionOf(view, this.seat ?? 0), this.ui.choices?.(actions) ?? []);
    else this.decision.show(this.ui.waiting?.() ?? waitingFor(view), []);
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

  /** The picture of what there is to see now. */
  async draw() {
    const view = this.view;
    if (!view) return null;
    if (view.waits) {
      this.element.classList.add("is-drawn");
      return null;
    }
    if (this.ui.board) return this.#drawBoard();
    const number = ++this.#drawings;
    this.element.classList.remove("is-drawn");
    const show = this.ui.layers();
    const names = namesOf(view);
    // What the page marks itself is not asked for again.
    const pick = this.ui.picked ? [] : this.phrase.ids;
    const options = { seat: this.seat, show, pick, hint: this.hint, ghost: this.ghost, names };
    try {
      const shown = await this.stage.show(pictureAddress(`/t/${this.id}/${view.state}`, options));
      if (shown) this.#drawn(shown);
      if (number === this.#drawings) this.element.classList.add("is-drawn");
      return shown;
    } catch (error) {
      this.client.refused(error);
      return null;
    }
  }

  /** The game's own board is there at once. */
  #drawBoard() {
    this.ui.drawn?.(null);
    this.ask();
    const moved = this.#unseen;
    this.#unseen = null;
    if (moved) this.ui.moved?.(moved, null);
    this.element.classList.add("is-drawn");
    return null;
  }

  /** @param {import("./stage.js").Shown} shown */
  #drawn(shown) {
    if (shown.after === this.#picture) return;
    this.#picture = shown.after;
    this.ui.drawn?.(shown.after);
    this.ask();
    const moved = this.#unseen;
    this.#unseen = null;
    if (moved) this.ui.moved?.(moved, shown);
  }

  // What a person does.

  /** @param {SVGElement} group */
  #touched(group) {
    if (this.ui.touched?.(group) || !this.stage.picture) return;
    if (group.dataset.action) {
      this.act(group.dataset.action);
      return;
    }
    const action = this.phrase.touch(group, this.stage.picture);
    this.ghost = undefined;
    if (this.ui.picked) this.ui.picked(this.phrase.ids);
    if (action) this.act(action).then((isDone) => isDone || this.drop());
    else if (!this.ui.picked) this.draw();
  }

  /** Lays back what was picked. */
  drop() {
    this.#forgetPicks();
    this.ghost = undefined;
    this.ui.forget?.();
    this.draw();
  }

  /** @param {string | null} action */
  #think(action) {
    if (!this.ui.thinks || this.ghost === (action ?? undefined)) return;
    this.ghost = action ?? undefined;
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

  #key = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target?.closest("input, select, textarea, dialog")) return;
    const isTaken = this.ui.key?.(event.key, event.code) || this.decision.key(event.key) || this.#ownKey(event.key);
    if (isTaken) event.preventDefault();
  };

  /** @param {string} key */
  #ownKey(key) {
    if (key === "Backspace") this.client.undo();
    else if (key === ".") this.client.hint();
    else if (key === "/") this.frame.type();
    else if (key === "?") openKeys(this.ui.keys);
    else if (key === "Escape") this.drop();
    else return false;
    return true;
  }
}
