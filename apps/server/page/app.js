// The page's beginning: which screen an address shows.

import { enterByLink, Refusal } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { apply, openSettings } from "./settings.js";

/** @typedef {(main: HTMLElement, part: string) => unknown} Show */

/** Screens are loaded when they are needed: a player loads no statistics. @type {[RegExp, () => Promise<Show>][]} */
const SCREENS = [
  [/^\/$/, async () => (await import("./home.js")).showHome],
  [/^\/t\/([^/]+)$/, async () => (await import("./table.js")).showTable],
  [/^\/r\/(\d+)$/, async () => (await import("./replay.js")).showReplay],
  [/^\/debug\/triangle$/, async () => (await import("./debug.js")).showDebug],
  [/^\/tournaments$/, async () => (await import("./tournaments.js")).showTournaments],
  [/^\/tournaments\/(\d+)$/, async () => (await import("./tournaments.js")).showTournament],
  [/^\/stats$/, async () => (await import("./stats.js")).showStats],
  [/^\/training$/, async () => (await import("./training.js")).showTraining],
];

async function begin() {
  const main = byId("main");
  apply();
  byId("settings").addEventListener("click", openSettings);
  byId("me").addEventListener("click", async () => (await import("./me.js")).openMe());
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
  }
  if (!("WebSocket" in window)) {
    fill(
      main,
      notice(
        "This browser is too old",
        "Please use a recent Firefox, Chrome, Edge or Safari: the page needs WebSockets.",
      ),
    );
    return;
  }
  try {
    await enterByLink();
    await show(main);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "access") await showDoor(main);
    else fill(main, notice("That didn't work", error.message));
  }
}

/** @param {HTMLElement} main */
async function show(main) {
  for (const [pattern, load] of SCREENS) {
    const found = pattern.exec(location.pathname);
    if (found) {
      await (
        await load()
      )(main, decodeURIComponent(found[1] ?? ""));
      return;
    }
  }
  fill(main, notice("Page not found", "There is nothing at this address. The link may be incomplete."));
}

/** Asks for the server's token. @param {HTMLElement} main */
async function showDoor(main) {
  const { tokenForm } = await import("./owner.js");
  fill(
    main,
    h(
      "section",
      { class: "panel centred" },
      h("h1", {}, "This server wants its token"),
      h("p", {}, "Open the link that you were given, or enter the token."),
      tokenForm("Token", "", () => location.reload()),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} words
 */
function notice(title, words) {
  return h(
    "section",
    { class: "panel centred" },
    h("h1", {}, title),
    h("p", {}, words),
    h("a", { href: "/", class: "button primary" }, "To the games"),
  );
}

begin();
