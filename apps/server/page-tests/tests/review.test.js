// Finished games looked at again: the curve, its turning points, and trying again from one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage } from "../src/browser.js";
import { look, openTable, playOn, typeMove } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** A game of bots that is over. */
async function finishedGame() {
  const start = { game: "machi", entrants: ["random", "ev"], format: "round-robin", games: 1, seed: 5 };
  const { tournament } = await at.server.api("tournaments", start);
  for (;;) {
    const { running } = await at.server.api(`tournaments/${tournament}`);
    if (!running) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  const { games } = await at.server.api(`games?tournament=${tournament}`);
  return games[0];
}

/** @param {import("playwright-core").Page} page @param {string} what */
function isInSight(page, what) {
  return page
    .locator(what)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= -1 && Math.min(bottom, top + 40) <= innerHeight;
    });
}

test("a game of Machi Koro is looked at again, gone through by its curve, and tried again", async () => {
  const game = await finishedGame();
  const page = await newPage(at);
  await page.goto(`/r/${game.id}`);
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("region", { name: "Review", exact: true });
  await review.locator("svg").waitFor({ timeout: 120_000 });
  assert.equal(await review.locator(".turning-points > li").count(), 3);
  assert.ok((await review.locator("polyline.curve").count()) >= 2);
  await review.getByRole("heading", { name: "Luck and skill" }).waitFor();
  await assertAccessible(page);
  const answer = await at.server.api(`replay/${game.id}/review`);
  assert.equal(answer.progress, 1);
  const [first] = answer.review.turning_points;
  await review.locator(".turning-points a").first().click();
  await page.locator(`.replay[data-at="${first.at}"]`).waitFor();
  assert.ok(await isInSight(page, ".replay .stage"), "the board of the moment is in sight");
  // The left end of the curve is the game's beginning.
  await review.locator("svg").click({ position: { x: 41, y: 60 } });
  await page.locator(`.replay[data-at="${answer.review.curve.points[0].at}"]`).waitFor();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await assertNoSidewaysScroll(page);
    const sizes = await review
      .locator("text, p, td, th, li, button")
      .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
    assert.ok(Math.min(...sizes) >= 10, `text of ${Math.min(...sizes)} px at ${size.width}`);
  }
  await page.setViewportSize(SIZES[0]);
  await review.getByRole("button", { name: "Try it from here" }).first().click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/t\//);
  assert.equal((await look(page)).over, null);
  assertNoErrors(page);
  await page.context().close();
});

test("the end of a puzzle leads to its review", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 51", options: { grid: "hexagon 2" } });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  await page.getByRole("link", { name: "Review" }).click();
  await page.waitForURL(/\/r\/\d+/);
  const review = page.getByRole("region", { name: "Review", exact: true });
  await review.getByRole("heading", { name: "The hand that ended it" }).waitFor({ timeout: 60_000 });
  assert.ok(await isInSight(page, ".review h2"), "who asks for the review sees it");
  assertNoErrors(page);
  await page.context().close();
});

test("the end of a game of SET leads to its review: what was there and what was taken, and how quickly", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 12", options: { variant: "puzzle" } });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  await page.getByRole("link", { name: "Review" }).click();
  const review = page.getByRole("region", { name: "Review", exact: true });
  const table = (/** @type {string} */ name) =>
    review.getByRole("table").and(review.locator(`[aria-label="${name}"] table`));
  await table("What was there").waitFor({ timeout: 60_000 });
  const rows = await table("What was there").locator("tbody tr").allTextContents();
  assert.ok(rows.length > 0 && rows.every((row) => /attribute/.test(row)), rows.join());
  // Six Sets lie on the board of a puzzle, and all of them were taken.
  const taken = await table("What was there").locator("tbody td:nth-child(3)").allTextContents();
  assert.equal(
    taken.reduce((sum, count) => sum + Number(count), 0),
    6,
  );
  const [player] = await table("Players").locator("tbody tr").allTextContents();
  assert.match(player, /\d s|\d\.\d/);
  assertNoErrors(page);
  await page.context().close();
});

test("a game that is not over has no review", async () => {
  const made = await at.server.api("tables", { game: "set", seats: [{ kind: "me" }] });
  assert.ok((await at.server.api(`replay/${made.table}/review`)).code);
  assert.equal((await at.server.api("replay/999999/review")).code, "game");
});
