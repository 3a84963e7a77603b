// The puzzle's debug mode: a table for study where a click fills or frees a cell, shapes are set by hand, and the picture
// shows coordinates, action numbers, lines and legal places.

import { api, Refusal, text } from "./api.js";
import { copy, field, fill, h, openDialog, toast } from "./dom.js";
import { boardData } from "./games/board-data.js";
import { Lattice } from "./games/lattice.js";
import { actionsOf } from "./table-words.js";
import { keepTable, tokensOf } from "./kept.js";
import { LogList, sentence } from "./log.js";
import { pictureAddress } from "./picture.js";
import { keep, read } from "./settings.js";
import { Connection } from "./socket.js";
import { Stage } from "./stage.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").MadeTable} MadeTable */
/** @typedef {{ cells: [number, number][], shapes: string }} Position */

const KEY = "tercet.debug";
/** @type {[layer: string, words: string][]} */
const LAYERS = [
  ["coordinates", "Coordinates"],
  ["numbers", "Action numbers"],
  ["lines", "Nearly complete lines"],
  ["legal", "Legal places"],
  ["last", "Last placement"],
];

/** @param {HTMLElement} main */
export async function showDebug(main) {
  const known = read(KEY, "");
  const table = known && tokensOf(known).length ? known : await makeTable({});
  const screen = new DebugScreen(main, table);
  return () => screen.leave();
}

/** @param {{ deal?: string, options?: Record<string, string> }} table */
async function makeTable(table) {
  const deal = table.deal || `stream ${Math.floor(Math.random() * 2 ** 32)}`;
  const made = /** @type {MadeTable} */ (
    await api("tables", { body: { game: "triangle", study: true, deal, options: table.options ?? {} } })
  );
  keepTable({ table: made.table, game: "triangle", tokens: made.tokens, words: "debug" });
  keep(KEY, made.table);
  return made.table;
}

class DebugScreen {
  /** @type {TableView | null} */
  view = null;
  #layers = new Set(["coordinates", "legal", "last"]);
  #slot = 0;
  #mode = "toggle";
  /** What is still to be sent, one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * @param {HTMLElement} main
   * @param {string} table
   */
  constructor(main, table) {
    this.main = main;
    this.table = table;
    this.stage = new Stage({ touched: (group) => this.#touched(group), key: () => false });
    this.stage.element.addEventListener("click", (event) => this.#clicked(event));
    this.facts = h("dl", { class: "facts" });
    this.shapes = h("input", { placeholder: "5:2 - 30:0", autocomplete: "off", "aria-label": "Shapes" });
    this.command = h("input", {
      placeholder: "place 1 3 4, or toggle 3 4",
      autocomplete: "off",
      "aria-label": "Type a move or an edit",
    });
    this.log = new LogList();
    fill(main, this.#frame());
    this.connection = new Connection({
      opened: () => this.#watch(),
      lost: () => toast("The connection is lost; it comes back by itself", "bad"),
      received: (message) =>
        message.type === "moved" && this.#seen({ .../** @type {TableView} */ (this.view), ...message }),
    });
  }

  leave() {
    this.connection.close();
    this.stage.leave();
  }

  #frame() {
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "small", onclick }, words);
    const mode = (/** @type {string} */ name, /** @type {string} */ words) => {
      const box = h("input", { type: "radio", name: "mode", value: name, checked: name === this.#mode });
      box.addEventListener("change", () => this.#setMode(name));
      return h("label", { class: "tick" }, box, h("span", {}, words));
    };
    return h(
      "div",
      { class: "table debug" },
      h(
        "div",
        { class: "table-head" },
        h("h1", { class: "table-title" }, "Board editor"),
        h(
          "div",
          { class: "tools" },
          button("New", () => this.#renew()),
          button("Undo", () => this.#undo()),
          button("Export", () => this.#export()),
          button("Record", () => this.#record()),
          button("Import", () => this.#import()),
        ),
      ),
      h("div", { class: "table-main" }, this.stage.element),
      h(
        "div",
        { class: "table-side" },
        h(
          "section",
          { class: "panel stack tight" },
          h("h2", {}, "A click"),
          mode("toggle", "fills or frees a cell"),
          mode("place", "places the picked shape"),
        ),
        h(
          "section",
          { class: "panel stack tight" },
          h("h2", {}, "Show"),
          LAYERS.map(([layer, words]) => this.#layerTick(layer, words)),
        ),
        h(
          "section",
          { class: "panel stack tight" },
          h("h2", {}, "Position"),
          this.facts,
          h(
            "form",
            { class: "command", onsubmit: (/** @type {Event} */ event) => this.#setShapes(event) },
            this.shapes,
            h("button", {}, "Set shapes"),
          ),
          h(
            "form",
            { class: "command", onsubmit: (/** @type {Event} */ event) => this.#typed(event) },
            this.command,
            h("button", {}, "Send"),
          ),
        ),
        this.log.element,
      ),
    );
  }

  /**
   * @param {string} layer
   * @param {string} words
   */
  #layerTick(layer, words) {
    const box = h("input", { type: "checkbox", checked: this.#layers.has(layer) });
    box.addEventListener("change", () => {
      if (box.checked) this.#layers.add(layer);
      else this.#layers.delete(layer);
      this.#draw();
    });
    return h("label", { class: "tick" }, box, h("span", {}, words));
  }

  /** @param {string} mode */
  #setMode(mode) {
    this.#mode = mode;
    this.#draw();
  }

  async #watch() {
    try {
      const answer = await this.connection.ask({
        type: "watch",
        table: this.table,
        tokens: tokensOf(this.table).map(({ token }) => token),
        data: true,
      });
      if (answer.type === "table") this.#seen(answer);
    } catch (error) {
      if (error instanceof Refusal && error.code === "table") this.#renew();
      else this.#refused(error);
    }
  }

  /** @param {TableView} view */
  #seen(view) {
    this.view = { ...this.view, actions: {}, ...view };
    this.log.add("log" in view && view.log ? view.log : []);
    const moved = /** @type {Partial<import("./wire.js").Moved>} */ (view);
    if (moved.number !== undefined) this.log.add([/** @type {import("./wire.js").LogView} */ (moved)]);
    const choices = actionsOf(this.view, 0) ?? [];
    const counts = choices.map(({ data }) => `slot ${data.slot}: ${data.places.length}`);
    const legal = choices.reduce((sum, { data }) => sum + data.places.length, 0);
    const facts = [
      ["Deal", view.deal ?? "secret"],
      ["State", `${view.state}, input ${view.at}`],
      ["Legal", `${legal}${counts.length ? ` (${counts.join(", ")})` : ""}`],
      ["Points", view.scores[0]],
      ["Over", view.over ? view.over.why : "no"],
    ];
    fill(
      this.facts,
      facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
    this.#draw();
  }

  async #draw() {
    if (!this.view) return;
    const pick = this.#slot ? [`slot-${this.#slot}`] : [];
    await this.stage
      .show(pictureAddress(`/t/${this.table}/${this.view.state}`, { seat: 0, show: [...this.#layers], pick }))
      .catch((error) => this.#refused(error));
    this.stage.element.dataset.mode = this.#mode;
  }

  /** @param {SVGElement} group */
  #touched(group) {
    if (group.dataset.part) {
      const slot = Number(group.dataset.part);
      this.#slot = slot === this.#slot ? 0 : slot;
      this.#draw();
    } else if (group.dataset.action && this.#mode === "place") {
      this.#send("act", group.dataset.action);
    }
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const picture = this.stage.picture;
    const isSlot = event.target instanceof Element && event.target.closest("[data-part]");
    if (!picture || this.#mode !== "toggle" || isSlot) return;
    const lattice = this.#lattice(picture);
    const cell = lattice.nearest(lattice.toPicture({ x: event.clientX, y: event.clientY }));
    if (cell) this.#send("edit", `toggle ${cell.row} ${cell.col}`);
  }

  /** @param {Event} event */
  #setShapes(event) {
    event.preventDefault();
    this.#send("edit", `shapes ${this.shapes.value.trim()}`);
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const words = this.command.value.trim();
    if (words) this.#send(/^(toggle|shapes)\b/.test(words) ? "edit" : "act", words);
    this.command.value = "";
  }

  #undo() {
    if (this.view)
      this.connection
        .ask({ type: "undo", table: this.table, seat: 0, state: this.view.state })
        .catch((error) => this.#refused(error));
  }

  /**
   * Sends an action or an edit once those before it were taken.
   * @param {"act" | "edit"} kind
   * @param {string} words
   */
  #send(kind, words) {
    const send = async () => {
      if (!this.view) return;
      const state = this.view.state;
      await this.connection.ask(
        kind === "act"
          ? { type: "act", table: this.table, seat: 0, state, action: words }
          : { type: "edit", table: this.table, state, edit: words },
      );
    };
    this.#queue = this.#queue.then(send).catch((error) => this.#refused(error));
    return this.#queue;
  }

  async #renew() {
    this.connection.close();
    await makeTable({});
    location.assign("/debug/triangle");
  }

  /** @param {SVGSVGElement} picture */
  #lattice(picture) {
    const { layout, board } = boardData(/** @type {TableView} */ (this.view), 0);
    return new Lattice(picture, layout, board, 2);
  }

  /** @returns {Position} */
  #position() {
    const cells = this.stage.picture ? this.#lattice(this.stage.picture).cells : [];
    return {
      cells: cells.filter(({ isFilled }) => isFilled).map(({ row, col }) => [row, col]),
      shapes: this.shapes.value.trim(),
    };
  }

  #export() {
    copy(JSON.stringify(this.#position()), "Position");
  }

  /** All that was done, edits and all: what a bug report needs. */
  async #record() {
    const [seat] = tokensOf(this.table);
    copy(await text(`/api/tables/${this.table}/record`, { token: seat.token }), "Record");
  }

  #import() {
    const box = h("textarea", { rows: "6", placeholder: '{"cells":[[3,4]],"shapes":"5:2 - 30:0"}' });
    openDialog("Import a position", (close) => [
      h(
        "form",
        {
          class: "stack",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            close();
            this.#take(box.value);
          },
        },
        field("A position or a record, as it was exported", box),
        h("button", { class: "primary" }, "Take"),
      ),
    ]);
  }

  /** Takes a position, or a record. @param {string} words */
  async #take(words) {
    try {
      if (words.trim().startsWith("{")) await this.#takePosition(JSON.parse(words));
      else await this.#takeRecord(words);
    } catch (error) {
      if (error instanceof Refusal) toast(sentence(error.message), "bad");
      else toast("That is no position", "bad");
    }
  }

  /** Every cell that differs is toggled. @param {Position} position */
  async #takePosition(position) {
    const isWanted = new Set(position.cells.map(String));
    const isThere = new Set(this.#position().cells.map(String));
    for (const cell of [...isThere, ...isWanted]) {
      if (isThere.has(cell) !== isWanted.has(cell)) await this.#send("edit", `toggle ${cell.replace(",", " ")}`);
    }
    if (position.shapes) await this.#send("edit", `shapes ${position.shapes}`);
  }

  /** A recorded game goes on at a table of its own. @param {string} record */
  async #takeRecord(record) {
    const made = /** @type {MadeTable} */ (
      await api("import", { body: { record, seats: [{ kind: "me", name: "" }] } })
    );
    keepTable({ table: made.table, game: "triangle", tokens: made.tokens, words: "debug" });
    keep(KEY, made.table);
    location.reload();
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Refusal)) throw error;
    toast(sentence(error.message), "bad");
  }
}
