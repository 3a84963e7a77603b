// What a person does at a table: what is touched in the picture, what is pointed at, which keys are pressed.

import { openKeys } from "./share.js";

export class TableInput {
  /** @param {import("./table.js").TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
    document.addEventListener("keydown", this.#key);
  }

  leave() {
    document.removeEventListener("keydown", this.#key);
  }

  /** @param {SVGElement} group */
  touched(group) {
    const { screen } = this;
    const { ui, stage, phrase } = screen;
    if (ui.touched?.(group) || !stage.picture) return;
    if (group.dataset.action) {
      screen.act(group.dataset.action);
      return;
    }
    const action = phrase.touch(group, stage.picture);
    screen.ghost = undefined;
    if (ui.picked) ui.picked(phrase.ids);
    if (action) screen.act(action).then((isDone) => isDone || screen.drop());
    else if (!ui.picked) screen.draw();
  }

  /** A choice that is thought of. @param {string | null} action */
  pointed(action) {
    const { screen } = this;
    if (!screen.ui.thinks || screen.ghost === (action ?? undefined)) return;
    screen.ghost = action ?? undefined;
    screen.draw();
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    const { ui, decision } = this.screen;
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target?.closest("input, select, textarea, dialog")) return;
    const isTaken = ui.key?.(event.key, event.code) || decision.key(event.key) || this.#ownKey(event.key);
    if (isTaken) event.preventDefault();
  };

  /** @param {string} key */
  #ownKey(key) {
    const { client, frame, ui } = this.screen;
    if (key === "Backspace") client.undo();
    else if (key === ".") client.hint();
    else if (key === "/") frame.type();
    else if (key === "?") openKeys(ui.keys);
    else if (key === "Escape") this.screen.drop();
    else return false;
    return true;
  }
}
