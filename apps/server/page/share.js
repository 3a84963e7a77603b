// Links to a table and to a deal, and what the keys do.

import { copy, h, openDialog } from "./dom.js";

/** @param {import("./wire.js").TableView} view */
export function openShare(view) {
  const table = `${location.origin}/t/${view.table}`;
  const hasOpen = view.seats.some(({ kind }) => kind === "open");
  openDialog("Share", () => [
    linkRow(
      hasOpen ? "Invite" : "Watch",
      table,
      hasOpen ? "The first to open it can take the seat; everybody else can watch." : "Whoever opens it can watch.",
    ),
    view.deal &&
      linkRow("Same deal", dealLink(view), "The same game from the start, with the same cards, shapes or dice."),
    !view.deal && h("p", { class: "faint" }, "The deal of this game is secret until it is over."),
  ]);
}

/**
 * @param {string} what
 * @param {string} link
 * @param {string} about
 */
function linkRow(what, link, about) {
  return h(
    "div",
    { class: "share-row" },
    h("h3", {}, what),
    h("p", { class: "faint" }, about),
    h(
      "div",
      { class: "row" },
      h("input", { value: link, readonly: true, "aria-label": `${what} link` }),
      h("button", { type: "button", onclick: () => copy(link, `${what} link`) }, "Copy"),
    ),
  );
}

/**
 * A link that begins the same game anew. The deal is no secret any more, so it may stand in the query.
 * @param {{ game: string, options: Record<string, string>, deal?: string | null }} view
 */
export function dealLink({ game, options, deal }) {
  const query = new URLSearchParams({ new: game, deal: deal ?? "" });
  const { seats, players, ...own } = options;
  for (const [name, value] of Object.entries(own)) query.append("option", `${name}=${value}`);
  return `${location.origin}/?${query}`;
}

/** @param {[string, string][]} keys */
export function openKeys(keys) {
  /** @type {[string, string][]} */
  const all = [...keys, ["Backspace", "take back"], [".", "hint"], ["/", "type a move"], ["?", "this list"]];
  openDialog("Keys", () => [
    h(
      "dl",
      { class: "keys" },
      all.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
    ),
  ]);
}
