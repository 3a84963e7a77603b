// Tables that wait for whoever wants to play. They are asked for when the page is opened, and when one comes back to it.

import { api } from "./api.js";
import { fill, h } from "./dom.js";
import { face } from "./opponents.js";
import { nameOf } from "./players.js";
import { variantWords } from "./table-words.js";

/** @typedef {import("./wire.js").LobbyTable} LobbyTable */

/** @param {(game: string) => string} titleOf */
export function lobbySection(titleOf) {
  const list = h("ul", { class: "tables lobby" });
  const section = h(
    "section",
    { class: "list-section", hidden: true, "aria-label": "Open tables" },
    h("h2", {}, "Open tables"),
    list,
  );
  const look = async () => {
    const { tables } = /** @type {{ tables: LobbyTable[] }} */ (await api("lobby"));
    fill(
      list,
      tables.map((table) => row(table, titleOf(table.game))),
    );
    section.hidden = tables.length === 0;
  };
  // Without the list the page is whole all the same.
  const again = () => document.visibilityState === "visible" && look().catch(() => {});
  document.addEventListener("visibilitychange", again);
  again();
  return section;
}

/**
 * @param {LobbyTable} table
 * @param {string} title
 */
function row({ table, seats, options }, title) {
  const free = seats.filter(({ kind }) => kind === "open").length;
  const people = seats.filter(({ kind }) => kind !== "open");
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/t/${table}` },
      h("strong", {}, [title, ...variantWords({ options })].join(", ")),
      h(
        "span",
        { class: "faint sitting" },
        people.map((seat) => [face(4, seat.seat), h("bdi", {}, nameOf(seat))]).flat(),
        h("span", {}, free === 1 ? "1 seat is free" : `${free} seats are free`),
      ),
    ),
    h("a", { class: "button primary small", href: `/t/${table}` }, "Join"),
  );
}
