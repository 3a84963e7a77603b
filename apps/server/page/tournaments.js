// Tournaments of bots: start one, watch it run, read its standings, take its games away.

import { api, catalog, Refusal } from "./api.js";
import { lines } from "./charts.js";
import { field, fill, h, select, toast } from "./dom.js";
import { sentence } from "./log.js";
import { gamesTable, headToHead, strengthsPart } from "./numbers.js";
import { asOwner, ownersFile } from "./owner.js";

/** @typedef {import("./answers.js").TournamentView} TournamentView */
/** @typedef {import("./answers.js").GameInfo} GameInfo */

/** How often a running tournament is looked at, in milliseconds. */
const PACE = 1000;

/** @param {HTMLElement} main */
export async function showTournaments(main) {
  const [{ games }, { tournaments }] = await Promise.all([
    catalog(),
    /** @type {Promise<{ tournaments: TournamentView[] }>} */ (api("tournaments")),
  ]);
  fill(
    main,
    h("div", { class: "study" }, h("h1", {}, "Tournaments"), newForm(games), list([...tournaments].reverse(), games)),
  );
}

/** What a game is called. @param {GameInfo[]} games @param {string} id */
function titleOf(games, id) {
  return games.find((game) => game.id === id)?.title ?? id;
}

/** @param {TournamentView[]} tournaments @param {GameInfo[]} games */
function list(tournaments, games) {
  if (tournaments.length === 0) return h("p", { class: "faint" }, "No tournament has been played here yet.");
  const head = ["Number", "game", "format", "entrants", "games", ""].map((words) => h("th", { scope: "col" }, words));
  const rows = tournaments.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/tournaments/${one.tournament}` }, `No. ${one.tournament}`)),
      h("td", {}, sentence(titleOf(games, one.game))),
      h("td", {}, one.format),
      h("td", {}, one.entrants.length),
      h("td", {}, `${one.played} of ${one.games}`),
      h("td", {}, one.finished ? "finished" : "not finished"),
    ),
  );
  return h(
    "section",
    { class: "panel scroll", tabindex: "0", "aria-label": "All tournaments" },
    h(
      "table",
      { class: "numbers" },
      h("caption", {}, "All tournaments"),
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows),
    ),
  );
}

/** @param {GameInfo[]} games */
function newForm(games) {
  const game = select(
    games.map(({ id, title }) => [id, sentence(title)]),
    "machi",
  );
  const format = select(
    [
      ["round-robin", "everybody against everybody"],
      ["swiss", "Swiss rounds"],
      ["knockout", "knockout"],
    ],
    "round-robin",
  );
  const count = h("input", { type: "number", min: "1", max: "100000", value: "20" });
  const seed = h("input", { inputmode: "numeric", placeholder: "drawn" });
  const bots = h("div", { class: "bot-list" });
  const showBots = () =>
    fill(
      bots,
      games
        .find(({ id }) => id === game.value)
        ?.bots.map(({ name, about }, nth) =>
          h(
            "label",
            { class: "tick", title: about },
            h("input", { type: "checkbox", name: "entrant", value: name, checked: nth < 4 }),
            h("span", {}, name),
          ),
        ) ?? [],
    );
  game.addEventListener("change", showBots);
  showBots();
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const entrants = [...bots.querySelectorAll("input:checked")].map(
      (box) => /** @type {HTMLInputElement} */ (box).value,
    );
    const body = {
      game: game.value,
      format: format.value,
      entrants,
      games: Number(count.value),
      ...(seed.value ? { seed: seed.value } : {}),
    };
    try {
      const made = /** @type {{ tournament: number } | null} */ (await asOwner(() => api("tournaments", { body })));
      if (made) location.assign(`/tournaments/${made.tournament}`);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      error.textContent = sentence(problem.message);
      error.hidden = false;
    }
  };
  return h(
    "form",
    { class: "panel stack", onsubmit: submit },
    h("h2", {}, "A new tournament"),
    h(
      "div",
      { class: "options" },
      field("Game", game),
      field("Format", format),
      field("Games a pairing", count),
      field("Seed", seed),
    ),
    h("fieldset", {}, h("legend", {}, "Entrants"), bots),
    error,
    h("div", {}, h("button", { class: "primary" }, "Start")),
  );
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function showTournament(main, id) {
  const screen = new TournamentScreen(id);
  fill(main, screen.element);
  await screen.look();
  return () => screen.leave();
}

class TournamentScreen {
  #timer = 0;
  #bar = h("progress", { "aria-label": "Games played" });
  #words = h("p", { role: "status" });
  #standings = h("div", { class: "scroll", tabindex: "0", "aria-label": "Standings" });
  #curves = h("section", { class: "panel", hidden: true });
  #more = h("section", { class: "panel stack", hidden: true });
  #stop = h("button", { type: "button", hidden: true, onclick: () => this.#command("stop") }, "Stop");
  #resume = h("button", { type: "button", hidden: true, onclick: () => this.#command("resume") }, "Go on");

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    const files = ["jsonl", "csv", "parquet"].map((format) =>
      ownersFile(`/api/export/games.${format}?tournament=${id}`, format.toUpperCase(), { class: "button" }),
    );
    this.element = h(
      "div",
      { class: "study" },
      h("h1", {}, `Tournament ${id}`),
      h(
        "section",
        { class: "panel stack" },
        this.#words,
        this.#bar,
        h("div", { class: "row" }, this.#stop, this.#resume),
      ),
      h("section", { class: "panel" }, this.#standings),
      this.#curves,
      this.#more,
      h("section", { class: "panel stack" }, h("h2", {}, "Its games as a file"), h("div", { class: "row" }, files)),
    );
  }

  leave() {
    clearTimeout(this.#timer);
  }

  async look() {
    const [view, { games }] = await Promise.all([
      /** @type {Promise<TournamentView>} */ (api(`tournaments/${this.id}`)),
      catalog(),
    ]);
    this.element.dataset.played = String(view.played);
    this.#words.textContent = sentence(
      `${titleOf(games, view.game)}, ${view.format}, seed ${view.seed}: ${view.played} of ${view.games} games${placeWords(view)}.`,
    );
    this.#bar.max = view.games || 1;
    this.#bar.value = view.played;
    const isInLine = Boolean(view.running) || typeof view.waiting === "number";
    this.#stop.hidden = !isInLine;
    this.#resume.hidden = isInLine || view.finished !== null;
    fill(this.#standings, standingsTable(view), strengthsPart(strongest(view)));
    if (isInLine)
      this.#timer = window.setTimeout(() => this.look().catch((error) => toast(sentence(error.message), "bad")), PACE);
    else await this.#study(view);
  }

  /** @param {"stop" | "resume"} what */
  async #command(what) {
    clearTimeout(this.#timer);
    const answer = asOwner(() => api(`tournaments/${this.id}/${what}`, { body: {} }));
    await answer.catch((error) => toast(sentence(error.message), "bad"));
    await this.look();
  }

  /** Statistics of all its games, once they are played. @param {TournamentView} view */
  async #study(view) {
    const query = `game=${view.game}&tournament=${this.id}`;
    const [{ ratings }, { stats }, { games }] = await Promise.all([
      /** @type {Promise<import("./answers.js").RatingsAnswer>} */ (api(`ratings?game=${view.game}`)),
      /** @type {Promise<{ stats: import("./answers.js").GameStatistics[] }>} */ (api(`stats?${query}`)),
      /** @type {Promise<{ games: import("./answers.js").ArchivedGame[] }>} */ (api(`games?${query}&limit=20`)),
    ]);
    const own = ratings.filter((row) => row.tournament === view.tournament);
    const series = view.entrants
      .map((name) => ({ name, values: own.filter((row) => row.player === name).map((row) => row.rating.elo) }))
      .filter(({ values }) => values.length > 1);
    if (series.length)
      fill(
        this.#curves,
        h("h2", {}, "Elo, round by round"),
        h(
          "div",
          { class: "scroll", tabindex: "0", "aria-label": "Chart" },
          lines(series, `Elo of ${series.map(({ name }) => name).join(", ")}`),
        ),
      );
    this.#curves.hidden = series.length === 0;
    fill(
      this.#more,
      stats.map(({ statistics }) => headToHead(statistics)),
      h("h2", {}, "Games"),
      gamesTable(games),
    );
    this.#more.hidden = false;
  }
}

/** @param {TournamentView} view */
function placeWords({ running, waiting, finished }) {
  if (running) return "";
  if (typeof waiting === "number") return `, waiting for ${waiting === 1 ? "another" : `${waiting} others`}`;
  return finished ? ", finished" : ", stopped";
}

/** @param {TournamentView} view */
function standingsTable(view) {
  const head = ["", "Player", "games", "won", "points", "strength", "Elo", "Glicko-2"].map((words) =>
    h("th", { scope: "col" }, words),
  );
  const rows = (view.standings ?? []).map((standing, nth) =>
    h(
      "tr",
      {},
      h("td", {}, nth + 1),
      h("th", { scope: "row" }, shown(standing)),
      h("td", {}, standing.games),
      h("td", {}, standing.won),
      h("td", {}, round(standing.points)),
      h("td", {}, strengthWords(standing.strength)),
      h("td", {}, Math.round(standing.rating.elo)),
      h("td", {}, `${Math.round(standing.rating.glicko)} ± ${Math.round(2 * standing.rating.glicko_deviation)}`),
    ),
  );
  return h(
    "table",
    { class: "numbers standings" },
    h("caption", {}, "Standings"),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows),
  );
}

/** What an entrant is called. @param {import("./answers.js").Standing} standing */
function shown({ player, filler }) {
  return filler ? `${player} (filler)` : player;
}

/** @param {import("./answers.js").Strength | null} strength */
function strengthWords(strength) {
  if (strength === null) return "";
  const [low, high] = strength.interval;
  return `${Math.round(strength.value)} ± ${Math.round((high - low) / 2)}`;
}

/** Entrants with at least one opponent, the strongest first. @param {TournamentView} view */
function strongest(view) {
  return (view.standings ?? [])
    .flatMap((standing) => (standing.strength ? [{ name: shown(standing), strength: standing.strength }] : []))
    .sort((a, b) => a.strength.group - b.strength.group || b.strength.value - a.strength.value);
}

/** @param {number} value */
function round(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
