// How a game begins: in the lobby, with cards of one's own, as the puzzle of the day.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, newPage } from "../src/browser.js";
import { look, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

test("who wants to play anybody waits in the lobby until somebody joins", async () => {
  const [ana, ben] = await Promise.all([newPage(at), newPage(at)]);
  await ana.goto("/");
  await ana.getByRole("button", { name: "Play SET" }).click();
  await ana.getByLabel("Your name").fill("Ana");
  await ana.getByRole("button", { name: "Anybody in the lobby" }).click();
  await ana.getByText("A seat is still free").waitFor();
  await ben.goto("/");
  const open = ben.getByRole("region", { name: "Open tables" });
  await open.getByText("1 seat is free").waitFor();
  await open.getByText("Ana").waitFor();
  await assertAccessible(ben);
  await open.getByRole("link", { name: "Join" }).click();
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down" }).click();
  for (const page of [ana, ben]) await page.getByRole("button", { name: "I am ready" }).click();
  await Promise.all([untilAsked(ana), untilAsked(ben)]);
  // What has begun is listed no more.
  const { tables } = await at.server.api("lobby");
  assert.deepEqual(tables, []);
  for (const page of [ana, ben]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("cards of one's own are pasted, told wrong by line, mended, and lie in the market", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByText("Cards of your own").click();
  const text = page.getByLabel("Cards as TOML or JSON");
  await text.fill(
    '[[card]]\nname = "Tea House"\ncolor = "green"\nrolls = [8]\ncost = 400\nicon = "cup"\neffect = "tea"\n',
  );
  await page.getByText("400 is not from 0 to 99").waitFor();
  await page.getByRole("button", { name: "Line 5" }).click();
  const chosen = await text.evaluate((box) =>
    /** @type {HTMLTextAreaElement} */ (box).value.slice(
      /** @type {HTMLTextAreaElement} */ (box).selectionStart,
      /** @type {HTMLTextAreaElement} */ (box).selectionEnd,
    ),
  );
  assert.equal(chosen, "cost = 400");
  await assertAccessible(page);
  // What is wrong begins no game.
  await page.getByRole("button", { name: "Medium Rosa" }).click();
  assert.equal(new URL(page.url()).pathname, "/");
  await page.getByRole("button", { name: "An example" }).click();
  await page.getByText("Will be added: Tea House.").waitFor();
  await page.getByRole("button", { name: "Medium Rosa" }).click();
  await page.locator("#market-tea_house, [id^=market-]", { hasText: "Tea House" }).first().waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("the SET of the day is one board, for time, and is tried once", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Today's puzzle" }).first().click();
  await untilAsked(page);
  const table = page.url();
  await page.goto("/");
  await page.getByRole("button", { name: "Today's puzzle" }).first().click();
  await untilAsked(page);
  assert.equal(page.url(), table, "it is the same board");
  assert.equal(await page.locator("[id^=card-]").count(), 12);
  await page.getByText("of 6 Sets").waitFor();
  for (const claim of await claimsOf((await look(page)).deal)) {
    await untilAsked(page);
    const cells = claim.split(" ").slice(1);
    const state = await page.locator(".table").getAttribute("data-state");
    for (const cell of cells) await page.locator(`#card-${cell}`).click();
    await page.locator(`.table.is-drawn:not([data-state="${state}"])`).waitFor();
  }
  await page.getByRole("heading", { name: /^All 6 Sets found in \d+:\d\d$/ }).waitFor();
  // One time is told: the server's, whatever this browser thought.
  const told = (await page.locator(".over .ranking li span").first().textContent()) ?? "";
  await page.getByRole("heading", { name: `All 6 Sets found in ${told}`, exact: true }).waitFor();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("tercet.daily") ?? "{}");
    const [day] = Object.keys(kept.set);
    localStorage.setItem("tercet.daily", JSON.stringify({ set: { [day]: kept.set[day] + 7 } }));
  });
  await page.reload();
  await page.getByRole("heading", { name: `All 6 Sets found in ${told}`, exact: true }).waitFor();
  assert.equal(await page.getByRole("timer").count(), 0, "no clock runs at a table that is over");
  assert.equal(await page.getByRole("button", { name: "Play again" }).count(), 0);
  await page.goto("/");
  await page.getByRole("button", { name: /^Today: \d+:\d\d$/ }).waitFor();
  await page.getByText("1 day in a row").waitFor();
  const { results } = await at.server.api("daily?game=set");
  assert.equal(results.length, 1);
  assertNoErrors(page);
  await page.context().close();
});

/**
 * The Sets of a puzzle. They are listed at a table where nothing counts.
 * @param {string} deal
 * @returns {Promise<string[]>}
 */
async function claimsOf(deal) {
  const { table, tokens } = await at.server.api("tables", { game: "set", deal, options: { variant: "puzzle" } });
  const headers = { Authorization: `Bearer ${tokens[0].token}` };
  const { legal } = await (await fetch(`${at.server.address}/api/tables/${table}`, { headers })).json();
  return legal[0];
}
