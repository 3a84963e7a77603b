// Pictures of every screen, to look at: node src/shots.js DIRECTORY
// Each in light and dark, at the width of a phone and of a desktop.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, launch, newPage, PHONE } from "./browser.js";
import { hintOf, look, openTable, playOn, typeMove } from "./play.js";
import { Server } from "./server.js";

const GAMES = [
  { name: "triangle", table: { game: "triangle", deal: "stream 7" }, moves: 14 },
  {
    name: "set",
    table: {
      game: "set",
      deal: "stream 3",
      seats: [
        { kind: "me", name: "Ana" },
        { kind: "bot", bot: "racer:1" },
      ],
    },
    moves: 0,
  },
  {
    name: "machi",
    table: {
      game: "machi",
      deal: "stream 5",
      seats: [
        { kind: "me", name: "Ana" },
        { kind: "bot", bot: "thoughtful" },
        { kind: "bot", bot: "ev" },
      ],
    },
    moves: 12,
  },
];

const directory = process.argv[2] ?? "shots";
await mkdir(directory, { recursive: true });
const server = await Server.start();
const browser = await launch();
const { tournament } = await server.api("tournaments", {
  game: "machi",
  format: "swiss",
  entrants: ["ev", "tuv", "fromage", "random"],
  games: 6,
  seed: 1,
});
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    const page = await newPage({ server, browser }, { ...screen, colorScheme });
    const shoot = (/** @type {string} */ name) =>
      page.screenshot({ path: join(directory, `${name}-${size}-${colorScheme}.png`), fullPage: size === "phone" });
    await page.goto("/");
    await page.locator(".game-picture svg").nth(2).waitFor();
    await shoot("home");
    await page.getByRole("button", { name: "Play Machi Koro" }).click();
    await page.locator("dialog").waitFor();
    await shoot("new");
    for (const { name, table, moves } of GAMES) {
      await openTable(page, server, table);
      await playOn(page, async () => typeMove(page, await hintOf(page)), moves);
      await shoot(name);
    }
    await page.getByText("Insight").click();
    await page.locator(".insight-player .chart").first().waitFor();
    await shoot("insight");
    const { over } = await finish(page);
    await shoot("over");
    await page.goto(`/r/${over.game}?at=30`);
    await page.locator(".replay[data-at]").waitFor();
    await shoot("replay");
    await page.goto("/tournaments");
    await shoot("tournaments");
    await page.goto(`/tournaments/${tournament}`);
    await page.getByRole("table", { name: "Head to head" }).waitFor();
    await shoot("tournament");
    await page.goto("/stats");
    await page.getByText("Everything as a file").waitFor();
    await shoot("stats");
    await page.goto("/debug/triangle");
    await page.locator(".stage svg").first().waitFor();
    await shoot("debug");
    console.log(size, colorScheme, page.errors);
    await page.context().close();
  }
}
await browser.close();
await server.stop();

/**
 * Plays on to the end as the hint says.
 * @param {import("playwright-core").Page} page
 */
async function finish(page) {
  await playOn(page, async () => typeMove(page, await hintOf(page)));
  return look(page);
}
