// Machi Koro by mouse, keys and touch, to a real end; dice and coins that move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, DESKTOP, newPage, PHONE } from "../src/browser.js";
import { hintOf, moving, openTable, playOn, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

/** Rich cities build a landmark a turn, so a game is won soon. */
const RICH = {
  game: "machi",
  options: { starting_coins: "99" },
  seats: [
    { kind: "me", name: "Ana" },
    { kind: "bot", bot: "random" },
  ],
};

/**
 * The landmark that can be built, or what a bot would do.
 * @param {import("playwright-core").Page} page
 * @param {any} view
 */
async function wish(page, view) {
  const landmarks = ["build train_station", "build shopping_mall", "build amusement_park", "build radio_tower"];
  return view.legal[0].find((/** @type {string} */ action) => landmarks.includes(action)) ?? hintOf(page);
}

test("a game by mouse in the picture is won", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...RICH, deal: "stream 31" });
  await assertAccessible(page);
  await playOn(page, async (view) => {
    const action = await wish(page, view);
    await page.locator(`.stage [data-action="${action}"]`).first().click();
    // A card is shown large before it is built, with its price.
    if (!action.startsWith("build ")) return;
    const build = page.locator(`dialog [data-build="${action}"]`);
    assert.match((await build.textContent()) ?? "", /^Build \(\d+\)$/);
    await build.click();
  });
  await page.getByRole("heading", { name: "You win" }).waitFor();
  await page.getByRole("region", { name: "Result" }).getByText("1st place").waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a game by keys: the choices have digits", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...RICH, deal: "stream 32" });
  await playOn(page, async (view) => {
    const action = await wish(page, view);
    const nth = view.legal[0].indexOf(action);
    if (nth < 9) return page.keyboard.press(String(nth + 1));
    await page.locator(`[data-choice="${action}"]`).focus();
    return page.keyboard.press("Enter");
  });
  await page.getByRole("region", { name: "Result" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a game by touch on a phone, with two expansions", async () => {
  const page = await newPage(at, PHONE);
  await openTable(page, at.server, {
    ...RICH,
    deal: "stream 33",
    options: { starting_coins: "30", expansions: "harbor,millionaires_row", turn_limit: "12" },
    seats: [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "ev" },
      { kind: "bot", bot: "random" },
    ],
  });
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Cities" }).tap();
  await playOn(page, async () => page.locator(`[data-choice="${await hintOf(page)}"]`).tap());
  await page.getByRole("region", { name: "Result" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("cards tell what they do on hover and focus; bots say why", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    ...RICH,
    deal: "stream 34",
    seats: [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "ev" },
    ],
  });
  await untilAsked(page);
  const card = page.locator("#market-ranch");
  await card.hover();
  await page.locator(".bubble").waitFor();
  assert.equal(await page.locator(".bubble").textContent(), await card.getAttribute("aria-description"));
  await moving(page, () => page.locator('[data-choice="pass"]').click());
  await untilAsked(page);
  await page.locator(".log .why").first().waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("dice roll and coins move, and a click skips the dice", async () => {
  const page = await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" });
  await openTable(page, at.server, {
    ...RICH,
    deal: "stream 35",
    seats: [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "ev" },
    ],
  });
  await untilAsked(page);
  await page.evaluate(() => {
    const seen = /** @type {Set<string>} */ (new Set());
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const change of changes)
        for (const node of change.addedNodes) if (node instanceof Element) seen.add(node.className.toString());
    }).observe(document.body, { childList: true, subtree: true });
  });
  await playOn(
    page,
    async () => page.locator('[data-choice="build ranch"], [data-choice="pass"], .choice').first().click(),
    4,
  );
  const seen = await page.evaluate(() => [.../** @type {Set<string>} */ (Reflect.get(window, "seen"))]);
  assert.ok(seen.includes("dice-tray"), "dice rolled");
  assert.ok(seen.includes("flying-coin"), "coins moved");
  assert.ok(
    seen.some((name) => name.startsWith("floating")),
    "with their reason",
  );
  assertNoErrors(page);
  await page.context().close();
});

test("a hot seat: two people at one screen", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByText("Seats, options and seed").click();
  await page.getByLabel("Seat 2", { exact: true }).selectOption("me");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".stage svg").waitFor();
  for (let nth = 0; nth < 4; nth += 1) {
    await untilAsked(page);
    await moving(page, () => page.locator(".choice").last().click());
  }
  await page.locator(".player", { hasText: "you" }).nth(1).waitFor({ state: "attached" });
  assertNoErrors(page);
  await page.context().close();
});
