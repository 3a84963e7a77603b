// Fair play as people see it: help is asked for and marked, and a secret deal is held against what was promised.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage, PHONE } from "../src/browser.js";
import { look, openTable, playOn, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

test("insight in a game that counts is asked for, and marks the seat", async () => {
  const page = await newPage(at);
  const seats = [
    { kind: "me", name: "Ana" },
    { kind: "bot", bot: "random" },
  ];
  await openTable(page, at.server, { game: "machi", seats });
  await untilAsked(page);
  await page.getByText("Insight").click();
  const agree = page.getByRole("button", { name: "Show them" });
  await agree.waitFor();
  assert.equal((await look(page)).seats[0].assisted, false);
  await agree.click();
  await page.getByRole("table", { name: "What Ana can build now" }).waitFor();
  await page.locator(".badges").getByText("With help").waitFor();
  assert.equal((await look(page)).seats[0].assisted, true);
  await assertAccessible(page);
  assertNoErrors(page);
  await page.context().close();
});

test("a secret deal is held against what was promised before the game", async () => {
  const page = await newPage(at, PHONE);
  await openTable(page, at.server, { game: "triangle", options: { grid: "hexagon 2" } });
  const { commitment, deal } = await look(page);
  assert.equal(deal, null);
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  await page.getByText("Was the deal fair?").click();
  await page.getByText("It is the deal that was promised before the game.").waitFor();
  await page.getByText(commitment).waitFor();
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  assertNoErrors(page);
  await page.context().close();
});
