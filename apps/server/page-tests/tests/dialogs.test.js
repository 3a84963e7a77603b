// Every dialog, at four sizes and in three themes: readable, nothing on anything else, clean under axe.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertApart, assertReadable, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage } from "../src/browser.js";
import { openTable, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

const ANA = { kind: "me", name: "Ana" };
const MACHI = { game: "machi", deal: "stream 5", seats: [ANA, { kind: "bot", bot: "thoughtful", name: "Rosa" }] };
/** How each is opened from the first page. @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
const FROM_HOME = {
  "a new game of SET": (page) => page.getByRole("button", { name: "Play SET" }).click(),
  "a new game of Machi Koro": (page) => page.getByRole("button", { name: "Play Machi Koro" }).click(),
  "a new puzzle": (page) => page.getByRole("button", { name: "Other boards and shapes" }).click(),
  settings: (page) => page.getByRole("button", { name: "Settings" }).click(),
  me: (page) => page.getByRole("button", { name: "Me", exact: true }).click(),
};
/** And from a table of Machi Koro. @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
const FROM_TABLE = {
  rules: (page) => fromMenu(page, "How to play"),
  share: (page) => fromMenu(page, "Share"),
  keys: (page) => fromMenu(page, "Keys"),
  "a card that can be built": (page) => page.locator("[id^=market-][data-action]").first().click(),
  "a landmark": (page) => page.locator("#city-1 .landmark").first().click(),
};

/** @param {import("playwright-core").Page} page @param {string} name */
async function fromMenu(page, name) {
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name, exact: true }).click();
}

/**
 * @param {import("playwright-core").Page} page
 * @param {typeof FROM_HOME} dialogs
 */
async function check(page, dialogs) {
  for (const [name, open] of Object.entries(dialogs)) {
    await open(page);
    await page.locator("dialog[open]").waitFor();
    const fails = (/** @type {Error} */ error) => assert.fail(`${name}: ${error.message}`);
    await assertReadable(page).catch(fails);
    await assertApart(page).catch(fails);
    await assertAccessible(page).catch(fails);
    await assertNoSidewaysScroll(page);
    const [wide, room] = await page.locator("dialog").evaluate((box) => [box.scrollWidth, box.clientWidth]);
    assert.ok(wide <= room, `${name}: ${wide} pixels wide in a dialog of ${room}`);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
}

const THEMES = { desktop: "light", laptop: "dark", phone: "colorblind", small: "contrast" };
for (const [size, screen] of Object.entries(SIZES)) {
  const theme = THEMES[/** @type {keyof typeof THEMES} */ (size)];
  test(`every dialog on a ${size}, ${theme}`, async () => {
    const page = await newPage(at, screen);
    await page.addInitScript((theme) => {
      localStorage.setItem("tercet.settings", JSON.stringify({ theme, name: "Ana" }));
    }, theme);
    await page.goto("/");
    await page.locator(".game-picture svg").nth(2).waitFor();
    await check(page, FROM_HOME);
    await openTable(page, at.server, MACHI);
    await untilAsked(page);
    await check(page, FROM_TABLE);
    assertNoErrors(page);
    await page.context().close();
  });
}

test("the rules are at hand on every table, and lead to the lesson", async () => {
  const page = await newPage(at);
  for (const [game, words] of Object.entries({
    set: "A wrong claim costs a point, and you wait until the board changes.",
    machi: "Be the first to build all landmarks of your city, the dashed ones with their prices.",
    triangle:
      "2 for each triangle placed, 100 for each triangle cleared, 1 for each placement after which you can go on.",
  })) {
    const seats = game === "machi" ? MACHI.seats : [ANA];
    await openTable(page, at.server, { game, seats });
    await fromMenu(page, "How to play");
    await page.getByText(words).waitFor();
    if (game !== "triangle") await page.getByRole("button", { name: "Got it" }).click();
  }
  await page.getByRole("button", { name: "Learn it by playing" }).click();
  await page.locator(".lesson").waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a card says how likely it pays, and what it brings to who asks for help", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, MACHI);
  await untilAsked(page);
  await page.locator("#market-bakery").click();
  const odds = page.getByLabel("How likely it pays");
  assert.deepEqual(await odds.locator("dd").allTextContents(), ["33 %", "8 %"]);
  // The deal is known, so nothing counts, and nobody has to be asked.
  await page.locator(".worth").getByText("Coins a round").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#market-mine").click();
  await page.getByText("It costs 6, and you have 3 coins.").waitFor();
  assertNoErrors(page);
  await page.context().close();
});
