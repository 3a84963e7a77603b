// The first page: the games, today's puzzles, tables to go on with, games that are over.

import { api, catalog, text } from "./api.js";
import { bestWords } from "./best.js";
import { DAILY, openDaily } from "./daily.js";
import { fill, h, toast } from "./dom.js";
import { dailies, dailyWords, dayBefore, forgetTable, keptTables, streakWords } from "./kept.js";
import { hasLesson, openLesson } from "./learn.js";
import { lobbySection } from "./lobby.js";
import { sentence } from "./log.js";
import { openNewTable, openTable } from "./new-table.js";
import { seatNames } from "./opponents.js";
import { parsePicture } from "./picture.js";
import { isolated } from "./players.js";
import { GUEST, settings } from "./settings.js";

/** @typedef {import("./answers.js").GameInfo} GameInfo */

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"];
/** A game that another crate brings has no picture here. */
const DRAWN = ["set", "machi", "triangle"];
/** The game that is played for points. */
const SCORED = "triangle";

/** @param {HTMLElement} main */
export async function showHome(main) {
  const { games } = await catalog();
  fill(
    main,
    h(
      "div",
      { class: "home" },
      h(
        "section",
        { class: "hero" },
        h("h1", {}, `${NUMBERS[games.length] ?? games.length} games, one table`),
        h("p", {}, "Play alone, with friends, or against bots that tell you why."),
      ),
      h("section", { class: "games", "aria-label": "Games" }, games.map(gameCard)),
      lobbySection((game) => titleOf(games, game)),
      continueSection(games),
      recentSection(games),
    ),
  );
  beginByLink();
}

/** `/?new=triangle&deal=stream+42&option=slots=4` opens the dialog for that game. */
function beginByLink() {
  const query = new URLSearchParams(location.search);
  const game = query.get("new");
  if (!game) return;
  const options = Object.fromEntries(
    query.getAll("option").map((option) => [option.split("=")[0], option.split("=").slice(1).join("=")]),
  );
  openNewTable(game, { options, deal: query.get("deal") ?? "" });
  history.replaceState(null, "", "/");
}

/** @param {GameInfo} game */
function gameCard(game) {
  const picture = h("div", { class: `game-picture ${game.id}`, "aria-hidden": "true" });
  if (DRAWN.includes(game.id)) showPicture(game.id, picture);
  else fill(picture, h("span", { class: "game-letter" }, game.title.slice(0, 1)));
  const daily = DAILY.includes(game.id) && dailyButton(game.id);
  const study =
    game.id === "triangle" && h("a", { class: "button quiet small", href: "/debug/triangle" }, "Board editor");
  const best = h("p", { class: "faint" });
  if (game.id === SCORED)
    bestWords({ game: game.id }).then(
      (words) => (best.textContent = words),
      () => {},
    );
  return h(
    "article",
    { class: "game" },
    picture,
    h(
      "div",
      { class: "game-words" },
      h("h2", {}, sentence(game.title)),
      h("p", {}, `${sentence(game.about)}.`),
      best,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => (game.seats[1] > 1 ? openNewTable(game.id) : openAlone(game.id)),
            "aria-label": `Play ${game.title}`,
          },
          "Play",
        ),
        hasLesson(game.id) &&
          h(
            "button",
            { type: "button", onclick: () => openLesson(game.id), "aria-label": `Learn ${game.title}` },
            "Learn",
          ),
        daily,
      ),
      game.seats[1] === 1 &&
        h(
          "div",
          { class: "row more" },
          h(
            "button",
            { type: "button", class: "quiet small", onclick: () => openNewTable(game.id) },
            game.id === "triangle" ? "Other boards and shapes" : "Options",
          ),
          study,
        ),
      DAILY.includes(game.id) && calendar(game),
    ),
  );
}

/**
 * A position of the game.
 * @param {string} game
 * @param {HTMLElement} box
 */
async function showPicture(game, box) {
  put(box, parsePicture(await text(`${document.documentElement.dataset.files}pictures/${game}.svg`)));
}

/**
 * A picture that is only looked at.
 * @param {HTMLElement} box
 * @param {SVGSVGElement} picture
 */
function put(box, picture) {
  picture.setAttribute("role", "presentation");
  for (const group of picture.querySelectorAll("[aria-label]")) group.removeAttribute("aria-label");
  box.replaceChildren(picture);
}

/** The puzzle of the day; once it is played, how it went. @param {string} game */
function dailyButton(game) {
  const result = dailies(game)[dayBefore(0)];
  const words = result === undefined ? "Today's puzzle" : `Today: ${dailyWords(game, result)}`;
  return h("button", { type: "button", onclick: () => openDaily(game, dayBefore(0)) }, words);
}

/** The last two weeks, and how many days in a row; behind it the whole calendar. @param {GameInfo} game */
function calendar({ id, title }) {
  const days = dailies(id);
  if (Object.keys(days).length === 0) return null;
  const boxes = Array.from({ length: 14 }, (_, nth) => dayBefore(13 - nth)).map((day) =>
    h("i", { class: days[day] === undefined ? "" : "is-played" }),
  );
  const onclick = async () => (await import("./calendar.js")).openCalendar(id, title);
  return h(
    "button",
    { type: "button", class: "quiet small calendar", title: "All daily puzzles", onclick },
    h("span", { "aria-hidden": "true" }, boxes),
    streakWords(id),
  );
}

/** A game for one begins with one click. @param {string} game */
async function openAlone(game) {
  const seats = [{ kind: /** @type {const} */ ("me"), name: settings.name || GUEST }];
  await openTable({ game, seats }).catch((error) => toast(sentence(error.message), "bad"));
}

/** @param {GameInfo[]} games */
function continueSection(games) {
  const tables = keptTables()
    .filter(({ over, tokens }) => !over && tokens.length > 0)
    .slice(0, 6);
  if (tables.length === 0) return null;
  const items = tables.map((kept) => {
    const leave = () => {
      forgetTable(kept.table);
      item.remove();
    };
    const item = h(
      "li",
      {},
      h(
        "a",
        { href: `/t/${kept.table}` },
        h("strong", {}, titleOf(games, kept.game)),
        h("span", { class: "faint" }, kept.words || "Just started"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": `Remove this game of ${titleOf(games, kept.game)} from the list`,
          onclick: leave,
        },
        "×",
      ),
    );
    return item;
  });
  return h("section", { class: "list-section" }, h("h2", {}, "Continue"), h("ul", { class: "tables" }, items));
}

/** The last games that were played here, by anybody; those of tournaments stand with them. @param {GameInfo[]} games */
function recentSection(games) {
  const list = h("ul", { class: "tables" });
  const section = h("section", { class: "list-section", hidden: true }, h("h2", {}, "Recent games"), list);
  api("games?tournament=none&limit=8").then(
    (found) => {
      const recent = /** @type {{ games: import("./answers.js").ArchivedGame[] }} */ (found).games;
      fill(
        list,
        recent.map((game) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: `/r/${game.id}` },
              h("strong", {}, titleOf(games, game.game)),
              h("span", { class: "faint" }, seatsWords(game)),
            ),
          ),
        ),
      );
      section.hidden = recent.length === 0;
    },
    (error) => toast(sentence(error.message), "bad"),
  );
  return section;
}

/**
 * @param {GameInfo[]} games
 * @param {string} id
 */
function titleOf(games, id) {
  return sentence(games.find((game) => game.id === id)?.title ?? id);
}

/** Who played a game that is over, and who won. @param {import("./answers.js").ArchivedGame} game */
function seatsWords(game) {
  const { seats } = game;
  const names = seatNames(game).map(isolated);
  if (seats.length === 1) return `${names[0]}, ${seats[0].points}`;
  return names.map((name, nth) => (seats[nth].place === 1 ? `${name} won` : name)).join(", ");
}
