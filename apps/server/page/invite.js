// An open seat: a link to share for the players, a form to join for the visitor.

import { api, Refusal } from "./api.js";
import { field, h, toast } from "./dom.js";
import { keepTable } from "./kept.js";
import { sentence } from "./log.js";
import { change, GUEST, settings } from "./settings.js";
import { openShare } from "./share.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class Invite {
  element = h("div", { class: "invite-box" });
  #name = h("input", { maxlength: 40, placeholder: "Guest", autocomplete: "nickname" });
  #shown = "";

  /** @param {() => Promise<void>} seated Called once somebody has sat down here. */
  constructor(seated) {
    this.seated = seated;
  }

  /**
   * Shows what fits; a name that is being typed stays.
   * @param {TableView} view
   */
  show(view) {
    const open = view.over ? undefined : view.seats.find(({ kind }) => kind === "open");
    const kind = open ? `${open.seat} ${view.you.length > 0} ${view.waits}` : "";
    if (kind === this.#shown) return;
    this.#shown = kind;
    this.element.replaceChildren(
      ...(open && !(view.waits && view.you.length > 0)
        ? [view.you.length > 0 ? linkPanel(view) : this.#form(view, open.seat)]
        : []),
    );
  }

  /**
   * @param {TableView} view
   * @param {number} seat
   */
  #form(view, seat) {
    this.#name.value = settings.name;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#sitDown(view.table, seat);
    };
    const button = h("button", { class: "primary" }, "Sit down");
    return h(
      "form",
      { class: "panel invite", onsubmit: submit },
      h("p", {}, "There is a free seat at this table."),
      field("Your name", this.#name),
      button,
    );
  }

  /**
   * @param {string} table
   * @param {number} seat
   */
  async #sitDown(table, seat) {
    change({ name: this.#name.value });
    try {
      const got = await api(`tables/${table}/join`, { body: { name: this.#name.value.trim() || GUEST, seat } });
      keepTable({ table, tokens: [/** @type {import("./wire.js").SeatToken} */ (got)] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(sentence(error.message), "bad");
    }
    await this.seated();
  }
}

/** @param {TableView} view */
function linkPanel(view) {
  const button = h("button", { type: "button", class: "primary", onclick: () => openShare(view) }, "Invite");
  return h(
    "div",
    { class: "panel invite" },
    h("p", {}, "A seat is still free. Send a friend the link to this table."),
    button,
  );
}
