// A new table that goes on from a moment of a game: who sits where is asked for first.

import { api, catalog, Refusal } from "./api.js";
import { field, h, openDialog, select, toast } from "./dom.js";
import { keepTable } from "./kept.js";
import { sentence } from "./log.js";
import { botTitle, nameOfBot, seatNames } from "./opponents.js";
import { GUEST, settings } from "./settings.js";

/** @typedef {import("./answers.js").ArchivedGame} ArchivedGame */

/**
 * @param {ArchivedGame} played
 * @param {number} at After how many inputs.
 */
export async function openContinue(played, at) {
  const game = (await catalog()).games.find(({ id }) => id === played.game);
  const boxes = played.seats.map((seat, nth) => seatBox(played.game, seat.bot, game?.bots ?? [], nth));
  const names = seatNames(played);
  // Where only bots played, somebody wants to play on.
  if (boxes.every((box) => box.value !== "me")) boxes[0].value = "me";
  openDialog("Play on from here", (close) => [
    h(
      "form",
      {
        class: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close();
          begin(
            played,
            at,
            boxes.map((box) => box.value),
          );
        },
      },
      h("p", {}, "A new game starts from this moment. What has been dealt stays, what comes next is new."),
      boxes.map((box, nth) => field(names[nth], box)),
      h("button", { class: "primary" }, "Start"),
    ),
  ]);
}

/**
 * Who sat there sits there again, with the same parameters.
 * @param {string} game
 * @param {string | null} bot
 * @param {{ name: string }[]} all
 * @param {number} nth
 */
function seatBox(game, bot, all, nth) {
  const sat = bot === "person" ? null : bot;
  const names = new Set([...(sat ? [sat] : []), ...all.map(({ name }) => name)]);
  const bots = [...names].map((name) => /** @type {[string, string]} */ ([name, botTitle(game, name)]));
  return select([["me", "Me"], ...bots], sat ?? "me", { "aria-label": `Seat ${nth + 1}` });
}

/** A person keeps the name; who takes a bot's place brings an own one. @param {ArchivedGame["seats"][number]} seat */
function nameFor({ name, bot }) {
  return bot === "person" || bot === null ? name : settings.name || GUEST;
}

/**
 * @param {ArchivedGame} played
 * @param {number} at
 * @param {string[]} who
 */
async function begin(played, at, who) {
  const seats = who.map((seat, nth) => {
    if (seat === "me") return { kind: "me", name: nameFor(played.seats[nth]) };
    const name = nameOfBot(played.game, seat, who.slice(0, nth).filter((other) => other === seat).length);
    return { kind: "bot", bot: seat, ...(name ? { name } : {}) };
  });
  try {
    const made = /** @type {import("./wire.js").MadeTable} */ (
      await api(`replay/${played.id}/continue`, { body: { at, seats } })
    );
    keepTable({ table: made.table, game: played.game, tokens: made.tokens });
    location.assign(`/t/${made.table}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    toast(sentence(error.message), "bad");
  }
}
