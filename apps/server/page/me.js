// Who plays here: a name, results and seats, all kept in this browser alone; they can be taken to another one as a file.

import { api, Refusal } from "./api.js";
import { field, h, openDialog, toast } from "./dom.js";
import { allBest, clockWords, dailies, dailyWords, fastest, isTimed, keptTables, streak } from "./kept.js";
import { change, settings } from "./settings.js";
import { dayWords } from "./table-words.js";

const OURS = "tercet.";
/** How many finished games are listed. */
const MOST_GAMES = 6;
/** @type {[game: string, title: string][]} */
const GAMES = [
  ["set", "SET"],
  ["machi", "Machi Koro"],
  ["triangle", "The triangle puzzle"],
];

export function openMe() {
  const name = h("input", { value: settings.name, maxlength: 40, autocomplete: "nickname", placeholder: "Guest" });
  name.addEventListener("input", () => change({ name: name.value }));
  const facts = GAMES.map((game) => factsOf(game));
  openDialog("Me", () => [
    h(
      "div",
      { class: "stack" },
      field("Your name", name),
      h("dl", { class: "facts me-facts" }, facts.flat()),
      ownGames(),
      h(
        "p",
        { class: "faint" },
        "You need no account: all of this is kept in this browser. Save it to a file to take it along to another one.",
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: save }, "Save to a file"),
        h("label", { class: "button" }, "Load a file", fileInput()),
      ),
    ),
  ]);
  rate(Object.fromEntries(GAMES.map(([game], nth) => [game, facts[nth][1]])));
}

/**
 * Adds how strong the server finds who plays under this name, by all games that count against bots and people.
 * @param {Record<string, HTMLElement>} facts By game.
 */
async function rate(facts) {
  if (!settings.name) return;
  try {
    const { strengths } = /** @type {import("./answers.js").RatingsAnswer} */ (await api("ratings"));
    for (const { game, player, tables, strength } of strengths) {
      if (player !== settings.name || !facts[game]) continue;
      const [low, high] = strength.interval.map(Math.round);
      const words = ` · rating ${Math.round(strength.value)} (${low} to ${high}) after ${tables} games`;
      facts[game].append(h("span", { class: "rating" }, words));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** @param {[game: string, title: string]} game */
function factsOf([game, title]) {
  const tables = keptTables().filter((kept) => kept.game === game);
  const best = allBest(game);
  const quickest = fastest(game);
  const days = Object.values(dailies(game));
  const record = isTimed(game) ? Math.min(...days) : Math.max(...days);
  const words = [
    `${tables.filter(({ over }) => over).length} finished, ${tables.filter(({ over }) => !over).length} open`,
    best !== null && `best ${best}`,
    quickest !== null && `fastest whole game ${clockWords(quickest * 1000)}`,
    days.length > 0 && `${days.length === 1 ? "1 puzzle" : `${days.length} puzzles`} of the day`,
    days.length > 0 && `the best ${dailyWords(game, record)}`,
    days.length > 0 && `${streak(game)} in a row`,
  ];
  return [h("dt", {}, title), h("dd", {}, words.filter(Boolean).join(" · "))];
}

/** The games that were finished here last. */
function ownGames() {
  const over = keptTables().filter((kept) => kept.over);
  if (over.length === 0) return null;
  const items = over.slice(0, MOST_GAMES).map(({ table, game, words, daily }) => {
    const title = GAMES.find(([id]) => id === game)?.[1] ?? game;
    const when = daily ? `, puzzle of ${dayWords(daily)}` : "";
    return h(
      "li",
      {},
      h("a", { href: `/t/${table}` }, h("strong", {}, title, when), h("span", { class: "faint" }, h("bdi", {}, words))),
    );
  });
  return h("section", { class: "list-section" }, h("h3", {}, "Your last games"), h("ul", { class: "tables" }, items));
}

function save() {
  const kept = Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(OURS)));
  const file = new Blob([JSON.stringify(kept)], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: "tercet-me.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

function fileInput() {
  const input = h("input", { type: "file", accept: "application/json", class: "visually-hidden" });
  input.addEventListener("change", async () => {
    const text = await input.files?.[0]?.text();
    if (text !== undefined) load(text);
  });
  return input;
}

/** @param {string} text */
function load(text) {
  try {
    const kept = Object.entries(JSON.parse(text)).filter(([key, value]) => key.startsWith(OURS) && isJson(value));
    if (kept.length === 0) throw new Error("nothing of it is ours");
    for (const [key, value] of kept) localStorage.setItem(key, String(value));
    location.reload();
  } catch {
    toast("That is not a file that was saved here", "bad");
  }
}

/** @param {unknown} value */
function isJson(value) {
  if (typeof value !== "string") return false;
  JSON.parse(value);
  return true;
}
