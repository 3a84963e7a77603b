// The pictures of the page in README and docs: node src/docs.js DIRECTORY (npm run pictures). `cargo xtask pictures --page` calls it.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { SIZES } from "./boxes.js";
import { launch, newPage } from "./browser.js";
import { hintOf, openTable, playOn, typeMove, untilAsked } from "./play.js";
import { Server } from "./server.js";

const ANA = { kind: "me", name: "Ana" };
/** What is taken: a table, how far it is played, at which size, in which colours. */
const PICTURES = [
  {
    name: "machi",
    size: SIZES.laptop,
    table: {
      game: "machi",
      deal: "stream 5",
      seats: [ANA, { kind: "bot", bot: "thoughtful", name: "Rosa" }, { kind: "bot", bot: "tuv", name: "Otis" }],
    },
    moves: 12,
  },
  {
    name: "set-phone",
    size: SIZES.phone,
    table: {
      game: "set",
      deal: "stream 3",
      options: { refill: "in_place", deal_rule: "only_if_no_set" },
      seats: [ANA, { kind: "bot", bot: "racer:1", name: "Pim" }],
    },
    moves: 0,
  },
  {
    name: "triangle-dark",
    size: SIZES.laptop,
    dark: true,
    table: { game: "triangle", deal: "stream 7", seats: [ANA] },
    moves: 20,
  },
];

const directory = process.argv[2] ?? "../../../docs/page";
await mkdir(directory, { recursive: true });
const server = await Server.start();
const browser = await launch();
try {
  for (const { name, size, table, moves, dark } of PICTURES) {
    const page = await newPage({ server, browser }, { ...size, colorScheme: dark ? "dark" : "light" });
    await openTable(page, server, table);
    await playOn(page, async () => typeMove(page, await hintOf(page)), moves);
    await untilAsked(page);
    await save(page, name);
  }
  await tournament();
  const page = await newPage({ server, browser }, SIZES.laptop);
  await page.goto("/");
  await page.locator(".game-picture svg").nth(2).waitFor();
  await save(page, "home");
} finally {
  await browser.close();
  await server.stop();
}

/** @param {import("playwright-core").Page} page @param {string} name */
async function save(page, name) {
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.screenshot({ path: join(directory, `${name}.png`) });
  await page.context().close();
}

async function tournament() {
  const entrants = ["ev", "tuv", "fromage", "random"];
  const { tournament } = await server.api("tournaments", {
    game: "machi",
    format: "swiss",
    entrants,
    games: 6,
    seed: 1,
  });
  const page = await newPage({ server, browser }, SIZES.laptop);
  await page.goto(`/tournaments/${tournament}`);
  await page.getByRole("table", { name: "Head to head" }).waitFor();
  await save(page, "tournament");
}
