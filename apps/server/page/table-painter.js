// What a table's board shows: the server's picture of a state, or the game's own board; and what moved since the last one.

import { pictureAddress } from "./picture.js";
import { namesOf } from "./table-words.js";

/** @typedef {import("./wire.js").Moved} Moved */

export class Painter {
  /** What happened since the last picture. @type {Moved | null} */
  #unseen = null;
  #drawings = 0;
  /** The picture that was last shown. @type {SVGSVGElement | null} */
  #picture = null;

  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** Shows a move; those that come faster than their pictures are shown together. @param {Moved} moved */
  move(moved) {
    this.#unseen = { ...moved, events: [...(this.#unseen?.events ?? []), ...moved.events] };
    return this.draw();
  }

  /** What there is to see now. */
  async draw() {
    const { view, element, ui } = this.screen;
    if (!view) return null;
    if (view.waits) {
      element.classList.add("is-drawn");
      return null;
    }
    if (ui.board) return this.#drawBoard();
    const number = ++this.#drawings;
    element.classList.remove("is-drawn");
    try {
      const shown = await this.screen.stage.show(this.#address(view));
      if (shown) this.#drawn(shown);
      if (number === this.#drawings) element.classList.add("is-drawn");
      return shown;
    } catch (error) {
      this.screen.client.refused(error);
      return null;
    }
  }

  /** @param {import("./wire.js").TableView} view */
  #address(view) {
    const { ui, phrase, seat, hint, ghost, id } = this.screen;
    // What the page marks itself is not asked for again.
    const pick = ui.picked ? [] : phrase.ids;
    const options = { seat, show: ui.layers(), pick, hint, ghost, names: namesOf(view) };
    return pictureAddress(`/t/${id}/${view.state}`, options);
  }

  /** The game's own board is there at once. */
  #drawBoard() {
    this.screen.ui.drawn?.(null);
    this.#showMove(null);
    this.screen.element.classList.add("is-drawn");
    return null;
  }

  /** @param {import("./stage.js").Shown} shown */
  #drawn(shown) {
    if (shown.after === this.#picture) return;
    this.#picture = shown.after;
    this.screen.ui.drawn?.(shown.after);
    this.#showMove(shown);
  }

  /** @param {import("./stage.js").Shown | null} shown */
  #showMove(shown) {
    this.screen.ask();
    const moved = this.#unseen;
    this.#unseen = null;
    if (moved) this.screen.ui.moved?.(moved, shown);
  }
}
