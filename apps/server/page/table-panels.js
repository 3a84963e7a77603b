// Everything around a table's board, as the last message of the server has it: names, facts, what is asked, how it ended.

import { catalog } from "./api.js";
import { fill, h } from "./dom.js";
import { sentence } from "./log.js";
import { overPanel } from "./over.js";
import { actionsOf, badges, expertFacts, questionOf, waitingFor } from "./table-words.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class Panels {
  #title = "";

  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  async nameTable() {
    const { view, frame } = this.screen;
    const game = (await catalog()).games.find(({ id }) => id === view?.game);
    this.#title = sentence((game?.title ?? "").replace("the ", ""));
    frame.title.textContent = this.#title;
    this.#nameTab();
  }

  /** Who looks elsewhere sees when it is their turn. */
  #nameTab() {
    const { view } = this.screen;
    const isAsked =
      view && !view.over && view.seats.length > 1 && view.turn.length === 1 && actionsOf(view, view.turn[0]);
    document.title = `${isAsked ? "● Your turn · " : ""}${this.#title || "Table"} · Tercet`;
  }

  /** @param {TableView} view */
  refresh(view) {
    const { screen } = this;
    screen.players.show(view, screen.seat);
    this.#showBar(view);
    this.#mark(view);
    this.ask(view);
    fill(screen.frame.notice, view.over && overPanel(view, screen), screen.invite.element);
    screen.invite.show(view);
    screen.room.show(view);
    screen.chat.refresh(view);
    screen.ui.refresh?.();
    this.#nameTab();
  }

  /** @param {TableView} view */
  #showBar(view) {
    const { frame, ui } = this.screen;
    const badge = (/** @type {string} */ words) => h("span", { class: "badge" }, words);
    fill(frame.badges, badges(view).map(badge));
    const fact = (/** @type {string | HTMLElement} */ fact) => (typeof fact === "string" ? h("span", {}, fact) : fact);
    fill(frame.facts, view.waits ? [] : (ui.facts?.() ?? []).map(fact));
    frame.setFacts(expertFacts(view));
    frame.undo.disabled = !view.can_undo;
    frame.hint.disabled = !view.can_hint;
    frame.hint.hidden = frame.undo.hidden = !view.you.length || view.waits === true;
    frame.again.hidden =
      !view.you.length ||
      view.daily !== null ||
      view.seats.some(({ kind, seat }) => kind !== "bot" && !view.you.includes(seat));
    // Who plays with others may have to leave them for a while.
    const people = view.seats.filter(({ kind }) => kind === "person");
    const isAway = view.you.length === 1 && view.seats[view.you[0]].bot !== null;
    frame.away.hidden =
      view.you.length !== 1 || people.length < 2 || isAway || view.over !== null || view.waits === true;
    // The end is for reading: nothing lies on it.
    if (view.over && !frame.form.hidden) frame.menu.open = false;
    frame.form.hidden = !view.you.length || view.over !== null;
  }

  /** What the styles go by. @param {TableView} view */
  #mark(view) {
    const { element, seat } = this.screen;
    element.dataset.state = String(view.state);
    element.dataset.seats = String(view.seats.length);
    element.classList.toggle("is-asked", actionsOf(view, seat) !== undefined);
    element.classList.toggle("is-over", view.over !== null);
    element.classList.toggle("is-waiting", view.waits === true);
  }

  /** What who plays here has. @param {TableView} view */
  purse(view) {
    const { seat, ui, decision } = this.screen;
    decision.purse(seat === undefined || view.over ? null : (ui.purse?.(seat) ?? null));
  }

  /** @param {TableView} view */
  ask(view) {
    const { screen } = this;
    const { seat, ui, decision } = screen;
    this.purse(view);
    // What is asked before something is shown stays until it is answered.
    if (screen.isHeld) return;
    const acting = view.over ? undefined : view.turn.includes(seat ?? -1) ? seat : view.turn[0];
    decision.belongsTo(acting, view.you.includes(acting ?? -1));
    const actions = actionsOf(view, seat);
    if (view.over) decision.show("The game is over", []);
    else if (actions) decision.show(ui.question?.() ?? questionOf(view, seat ?? 0), ui.choices?.(actions) ?? []);
    else decision.show(ui.waiting?.() ?? waitingFor(view), []);
  }
}
