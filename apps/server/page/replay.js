// A game that is over, move by move: a scrubber, a clock, what happened, and a way to go on from any moment.

import { api, catalog, pages, Refusal } from "./api.js";
import { copy, fill, h, openDialog, select, toast } from "./dom.js";
import { replayUi } from "./games/replay-ui.js";
import { icon } from "./icons.js";
import { isUnseen, sentence } from "./log.js";
import { botWords, seatNames } from "./opponents.js";
import { pictureAddress } from "./picture.js";
import { nameOf, signed } from "./players.js";
import { openContinue } from "./replay-continue.js";
import { isMoving } from "./settings.js";
import { dealLink } from "./share.js";
import { Stage } from "./stage.js";
import { variantWords } from "./table-words.js";

/** @typedef {import("./answers.js").ReplayView} ReplayView */
/** @typedef {import("./answers.js").ReplayLine} ReplayLine */
/** @typedef {import("./wire.js").TableView} TableView */

const SPEEDS = [
  ["2000", "slow"],
  ["900", "normal"],
  ["350", "fast"],
  ["120", "very fast"],
];

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function showReplay(main, id) {
  const asked = new URLSearchParams(location.search).get("at");
  const [first, log] = await Promise.all([
    /** @type {Promise<ReplayView>} */ (api(`replay/${id}?data=true`)),
    /** @type {Promise<ReplayLine[]>} */ (pages(`replay/${id}/log`, "log")),
  ]);
  const screen = new ReplayScreen(first, log, await replayUi(first.game.game));
  const isReviewed = new URLSearchParams(location.search).has("review");
  fill(main, screen.element);
  if (isReviewed) screen.review();
  screen.go(asked === null ? firstDecision(log) : Number(asked));
  const { games } = await catalog();
  screen.name(games.find((game) => game.id === first.game.game)?.title ?? first.game.game);
  return () => screen.leave();
}

/** Who acted, or whom it was about; `null` for what chance did. @param {ReplayLine} line */
function seatOf({ seat, events }) {
  return seat ?? events.find(({ data }) => data?.seat !== undefined)?.data?.seat ?? null;
}

/** Is it only the beginning of a turn? @param {import("./wire.js").EventView} event */
function isTurn({ data }) {
  return data?.type === "turn_start";
}

/** When it was, in the reader's way. @param {string} finished */
function whenWords(finished) {
  return new Date(finished).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** A game begins where somebody may act: what is dealt first is shown at once. @param {ReplayLine[]} log */
function firstDecision(log) {
  const first = log.find(({ seat }) => seat !== null);
  return first ? first.at - 1 : 0;
}

class ReplayScreen {
  #at = 0;
  #timer = 0;
  #speed = 900;
  /** @type {{ element: HTMLElement, mark: (at: number) => void, leave: () => void } | null} */
  #review = null;

  /**
   * @param {ReplayView} view
   * @param {ReplayLine[]} log
   * @param {import("./games/replay-ui.js").ReplayUi} ui
   */
  constructor(view, log, ui) {
    this.ui = ui;
    this.first = view;
    this.game = view.game;
    this.inputs = view.inputs;
    this.names = view.game.seats.length > 1 ? seatNames(view.game) : [];
    this.log = log;
    this.stage = new Stage({ touched: () => {}, key: () => false });
    if (ui.board) this.stage.setBoard(ui.board);
    this.title = h("h1", { class: "table-title" }, "Replay");
    this.range = h("input", { type: "range", min: "0", max: String(view.inputs), value: "0", "aria-label": "Move" });
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.playButton = h("button", { type: "button", class: "primary", onclick: () => this.#toggle() }, "Play");
    this.place = h("output", { class: "place" });
    this.status = h("p", { class: "visually-hidden", role: "status" });
    this.scores = h("ul", { class: "players", "aria-label": "Points" });
    this.list = h(
      "ol",
      { class: "log", "aria-label": "What happened", tabindex: "0" },
      log
        .filter(({ events }) => events.some((event) => !isUnseen(event) && !isTurn(event)))
        .map((line) => this.#line(line)),
    );
    this.reviewButton = h("button", { type: "button", class: "primary", onclick: () => this.review() }, "Review");
    this.main = h("div", { class: "table-main" });
    this.element = this.#frame();
    document.addEventListener("keydown", this.#key);
  }

  leave() {
    clearInterval(this.#timer);
    document.removeEventListener("keydown", this.#key);
    this.stage.leave();
    this.#review?.leave();
  }

  /** The game looked at again; its code and its numbers come only now. */
  async review() {
    this.reviewButton.disabled = true;
    const { reviewPanel } = await import("./review.js");
    const tryFrom = (/** @type {number} */ at) => {
      this.go(at);
      openContinue(this.game, this.#at);
    };
    const go = (/** @type {number} */ at) => this.go(at);
    const see = (/** @type {number} */ at) => {
      this.go(at);
      this.stage.element.scrollIntoView({ block: "nearest" });
    };
    this.#review = reviewPanel(this.game.id, { go, see, tryFrom, names: seatNames(this.game) });
    this.#review.mark(this.#at);
    this.reviewButton.replaceWith();
    this.main.append(this.#review.element);
    // Who asks for it wants to see it; the board is above it.
    this.#review.element.scrollIntoView({ block: "start", behavior: isMoving() ? "smooth" : "auto" });
  }

  #frame() {
    const button = (/** @type {string} */ words, /** @type {string} */ about, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", "aria-label": about, title: about, onclick }, words);
    const speed = select(/** @type {[string, string][]} */ (SPEEDS), "900", { "aria-label": "Speed" });
    speed.addEventListener("change", () => this.#setSpeed(Number(speed.value)));
    this.main.append(
      this.stage.element,
      h(
        "div",
        { class: "panel transport" },
        h("div", { class: "moment" }, this.range, this.place),
        h(
          "div",
          { class: "row" },
          button("|◀", "To the start", () => this.go(0)),
          button("◀", "Previous move", () => this.#step(-1)),
          this.playButton,
          button("▶", "Next move", () => this.#step(1)),
          button("▶|", "To the end", () => this.go(this.inputs)),
          speed,
        ),
      ),
    );
    return h(
      "div",
      { class: "table replay", "data-game": this.game.game },
      h(
        "div",
        { class: "table-head" },
        h("a", { class: "button icon", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
        h(
          "div",
          { class: "replay-title" },
          this.title,
          h(
            "p",
            { class: "badges" },
            variantWords(this.game).map((words) => h("span", { class: "badge" }, words)),
            h("span", { class: "badge" }, whenWords(this.game.finished)),
          ),
        ),
        h(
          "div",
          { class: "tools" },
          button("Share", "A link to this moment", () => this.#share()),
          this.reviewButton,
          h("button", { type: "button", onclick: () => openContinue(this.game, this.#at) }, "Play on from here"),
        ),
      ),
      this.main,
      h(
        "div",
        { class: "table-side" },
        this.scores,
        this.status,
        h("section", { class: "panel log-panel" }, h("h2", {}, "What happened"), this.list),
      ),
    );
  }

  /** @param {string} title */
  name(title) {
    this.title.textContent = sentence(title.replace(/^the /, ""));
    document.title = `Replay ${this.game.id} · Tercet`;
  }

  /** A moment as a table shows it. @param {ReplayView} view @returns {TableView} */
  #asTable(view) {
    const names = seatNames(this.game);
    const seats = this.game.seats.map(({ bot }, seat) => ({
      seat,
      name: names[seat],
      kind: bot === "person" ? "person" : "bot",
    }));
    const { turn, scores, over, board } = view;
    const table = { seats, you: [], turn, scores, over, board, layout: this.first.layout, options: this.game.options };
    return /** @type {TableView} */ (/** @type {unknown} */ (table));
  }

  /** @param {ReplayLine} line */
  #line(line) {
    const table = this.#asTable(this.first);
    const seat = seatOf(line);
    const shown = line.events.filter((event) => !isUnseen(event) && !isTurn(event));
    const events = shown.map((event) =>
      h("span", { class: "event" }, this.ui.eventView(table, event, seat) ?? sentence(event.words)),
    );
    // A turn begins with its dice.
    const rolls = seat !== null && line.events[0]?.data?.type === "roll";
    const by = rolls ? h("bdi", { class: "by", "data-seat": seat }, nameOf(table.seats[seat])) : null;
    const why = line.why && (this.ui.reason ? this.ui.reason(line.why, line.events) : `because ${line.why}`);
    return h(
      "li",
      { "data-at": line.at, "data-seat": seat },
      h(
        "button",
        { type: "button", class: "line", onclick: () => this.go(line.at) },
        by,
        events[0],
        why ? h("span", { class: "why" }, why) : null,
        events.slice(1),
      ),
    );
  }

  /**
   * Shows the game after so many inputs.
   * @param {number} at
   */
  async go(at) {
    this.#at = Math.max(0, Math.min(this.inputs, Math.round(at) || 0));
    this.range.value = String(this.#at);
    this.place.textContent = `${this.#at} of ${this.inputs}`;
    this.range.setAttribute("aria-valuetext", this.place.textContent);
    history.replaceState(null, "", `/r/${this.game.id}?at=${this.#at}`);
    this.#mark();
    this.#review?.mark(this.#at);
    if (this.#at === this.inputs) this.#stop();
    try {
      const asked = this.#at;
      const [view] = await Promise.all([
        /** @type {Promise<ReplayView>} */ (api(`replay/${this.game.id}?at=${asked}&data=true`)),
        this.#draw(asked),
      ]);
      if (asked === this.#at) this.#showEvents(view);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#stop();
      toast(sentence(error.message), "bad");
    }
  }

  /** The server's picture of a moment, where the game has no board of its own. @param {number} at */
  async #draw(at) {
    if (this.ui.board) return;
    const address = pictureAddress(`/r/${this.game.id}/${at}`, { show: this.ui.layers, names: this.names });
    const shown = await this.stage.show(address);
    if (shown) this.ui.drawn?.(shown.after, this.#asTable(this.first));
  }

  /** @param {ReplayView} view */
  #showEvents(view) {
    this.element.dataset.at = String(view.at);
    this.ui.show?.(this.#asTable(view));
    this.status.textContent = view.line?.events.map(({ words }) => sentence(words)).join(". ") ?? "";
    fill(
      this.scores,
      this.game.seats.map((seat, nth) =>
        h(
          "li",
          { class: `player${view.turn.includes(nth) ? " is-turn" : ""}`, "data-seat": nth },
          h(
            "span",
            { class: "who" },
            h("strong", {}, h("bdi", {}, nameOf(this.#asTable(view).seats[nth]))),
            h(
              "small",
              {},
              [
                seat.bot && seat.bot !== "person" && botWords(this.game.game, seat.bot),
                view.turn.includes(nth) && "to play",
              ]
                .filter(Boolean)
                .join(" · "),
            ),
          ),
          !this.ui.hasNoPoints && h("span", { class: "points" }, signed(view.scores[nth])),
        ),
      ),
    );
  }

  #mark() {
    for (const item of this.list.children) {
      const isHere = Number(item.getAttribute("data-at")) === this.#at;
      item.toggleAttribute("aria-current", isHere);
      item.classList.toggle("is-here", isHere);
      if (isHere) this.list.scrollTop = /** @type {HTMLElement} */ (item).offsetTop - this.list.offsetTop - 60;
    }
  }

  /** To the next thing that a seat did, or what was dealt for it. @param {1 | -1} direction */
  #step(direction) {
    const places = this.log.filter(({ seat }) => seat !== null).map(({ at }) => at);
    const next =
      direction > 0
        ? (places.find((at) => at > this.#at) ?? this.inputs)
        : (places.filter((at) => at < this.#at).pop() ?? 0);
    this.go(next);
  }

  #toggle() {
    if (this.#timer) {
      this.#stop();
      return;
    }
    if (this.#at === this.inputs) this.go(0);
    this.playButton.textContent = "Pause";
    this.#timer = window.setInterval(() => this.#step(1), this.#speed);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playButton.textContent = "Play";
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.#speed = speed;
    if (!this.#timer) return;
    this.#stop();
    this.#toggle();
  }

  #share() {
    const here = `${location.origin}/r/${this.game.id}?at=${this.#at}`;
    const same = dealLink(this.game);
    const row = (/** @type {string} */ what, /** @type {string} */ link) =>
      h(
        "div",
        { class: "share-row" },
        h("h3", {}, what),
        h(
          "div",
          { class: "row" },
          h("input", { value: link, readonly: true, "aria-label": `${what} link` }),
          h("button", { type: "button", onclick: () => copy(link, `${what} link`) }, "Copy"),
        ),
      );
    openDialog("Share", () => [row("This moment", here), row("Same deal", same)]);
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof Element && event.target.closest("input, select, dialog, button")) return;
    if (event.key === "ArrowRight") this.#step(1);
    else if (event.key === "ArrowLeft") this.#step(-1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.inputs);
    else if (event.key === " ") this.#toggle();
    else return;
    event.preventDefault();
  };
}
