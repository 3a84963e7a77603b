// Statistics of the archive's games: who wins how often, against whom, how strong the bots are; all of it as files, too.

import { api, catalog } from "./api.js";
import { lines } from "./charts.js";
import { fill, h } from "./dom.js";
import { sentence } from "./log.js";
import { gamesTable, headToHead, strengthsPart, winRates } from "./numbers.js";
import { ownersFile } from "./owner.js";
import { purchasesPart } from "./purchases.js";

const FORMATS = ["jsonl", "csv", "parquet"];
const TABLES = ["games", "moves", "ratings", "strengths", "events"];

/** @param {HTMLElement} main */
export async function showStats(main) {
  const [{ games }, { stats }, { ratings, strengths }, recent] = await Promise.all([
    catalog(),
    /** @type {Promise<{ stats: import("./answers.js").GameStatistics[] }>} */ (api("stats")),
    /** @type {Promise<import("./answers.js").RatingsAnswer>} */ (api("ratings")),
    /** @type {Promise<{ games: import("./answers.js").ArchivedGame[] }>} */ (api("games?limit=30")),
  ]);
  const title = (/** @type {string} */ id) => sentence(games.find((game) => game.id === id)?.title ?? id);
  fill(
    main,
    h(
      "div",
      { class: "study" },
      h("h1", {}, "Statistics"),
      stats.length === 0 && h("p", { class: "faint" }, "No game has been played to its end here yet."),
      stats.map((each) =>
        gameSection(
          title(each.game),
          each,
          ratings.filter((row) => row.game === each.game),
          strengths.filter((row) => row.game === each.game),
        ),
      ),
      recent.games.length > 0 &&
        h("section", { class: "panel stack" }, h("h2", {}, "The last games"), gamesTable(recent.games)),
      downloads(),
      h("p", {}, h("a", { href: "/training" }, "What bots are learning, and have learned")),
    ),
  );
}

/**
 * @param {string} title
 * @param {import("./answers.js").GameStatistics} game
 * @param {import("./answers.js").RatingRow[]} ratings
 * @param {import("./answers.js").StrengthRow[]} strengths
 */
function gameSection(title, { game, games, statistics, has_purchases }, ratings, strengths) {
  const last = Math.max(...ratings.map((row) => row.tournament), 0);
  const own = ratings.filter((row) => row.tournament === last);
  const names = [...new Set(own.map((row) => row.player))];
  const series = names
    .map((name) => ({ name, values: own.filter((row) => row.player === name).map((row) => row.rating.elo) }))
    .filter(({ values }) => values.length > 1);
  return h(
    "section",
    { class: "panel stack" },
    h("h2", {}, title),
    h(
      "p",
      { class: "faint" },
      `${games} games; ${Math.round(statistics.plays.mean)} plays on average, from ${statistics.plays.min} to ${statistics.plays.max}.`,
    ),
    strengthsPart(strengths.map(({ player, strength }) => ({ name: player, strength }))),
    winRates(statistics),
    headToHead(statistics),
    has_purchases && purchasesPart(game),
    series.length > 0 && h("h3", {}, `Elo in tournament ${last}`),
    series.length > 0 &&
      h("div", { class: "scroll", tabindex: "0", "aria-label": "Chart" }, lines(series, `Elo of ${names.join(", ")}`)),
  );
}

function downloads() {
  const rows = TABLES.map((table) =>
    h(
      "div",
      { class: "row" },
      h("span", { class: "file" }, sentence(table)),
      FORMATS.map((format) =>
        ownersFile(`/api/export/${table}.${format}`, format.toUpperCase(), {
          class: "button small",
          "aria-label": `${table} as ${format}`,
        }),
      ),
    ),
  );
  return h("section", { class: "panel stack" }, h("h2", {}, "Everything as a file"), rows);
}
