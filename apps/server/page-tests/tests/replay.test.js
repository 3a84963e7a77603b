// Games that are over: the replay, going on from a moment; tournaments and statistics.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertReadable, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, DESKTOP, newPage, PHONE } from "../src/browser.js";
import { look, moving, openTable, playOn, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

test("a game is replayed by buttons, keys and the scrubber, shared and gone on with", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 51", options: { grid: "hexagon 2" } });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  const { at: inputs, over, scores } = await look(page);
  await page.getByRole("link", { name: "Replay" }).click();
  await page.waitForURL(/\/r\/\d+\?at=3$/);
  await assertAccessible(page);
  assert.equal(await page.locator(".place").textContent(), `3 of ${inputs}`);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(`.replay[data-at="${inputs}"]`).waitFor();
  assert.equal(await page.locator(".player .points").textContent(), String(scores[0]));
  await page.getByRole("slider", { name: "Move" }).fill("5");
  await page.locator('.replay[data-at="5"]').waitFor();
  await page.goto(`/r/${over.game}?at=4`);
  await page.locator('.replay[data-at="4"]').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.locator('.replay[data-at="4"]').waitFor();
  await page.getByLabel("Speed").selectOption("120");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(`.replay[data-at="${inputs}"]`).waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "Next move" }).click();
  await page.locator('.replay[data-at="4"]').waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/t\//);
  await untilAsked(page);
  const again = await look(page);
  assert.equal(again.over, null);
  await moving(page, () => typeMove(page, again.legal[0][0]));
  assertNoErrors(page);
  await page.context().close();
});

test("a tournament is started, watched and studied", async () => {
  const page = await newPage(at);
  await page.goto("/tournaments");
  await assertAccessible(page);
  await page.getByLabel("Games a pairing").fill("2");
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/tournaments\/\d+$/);
  await page.getByText(/finished\.$/).waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".standings tbody tr").count(), 4);
  await page.getByRole("table", { name: "Head to head" }).waitFor();
  await assertAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  assert.equal((await download).suggestedFilename(), "games.csv");
  assertNoErrors(page);
  await page.context().close();
});

test("tournaments wait in line; one that was stopped goes on", async () => {
  const page = await newPage(at);
  const start = { game: "machi", entrants: ["random", "ev"], format: "round-robin", games: 20_000, seed: 1 };
  const long = await at.server.api("tournaments", start);
  const short = await at.server.api("tournaments", { ...start, games: 1 });
  await page.goto(`/tournaments/${short.tournament}`);
  await page.getByText(/, waiting for another\.$/).waitFor();
  await page.goto(`/tournaments/${long.tournament}`);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/, stopped\.$/).waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/, stopped\.$/).waitFor();
  await page.goto(`/tournaments/${short.tournament}`);
  await page.getByText(/, finished\.$/).waitFor({ timeout: 60_000 });
  assertNoErrors(page);
  await page.context().close();
});

for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`statistics on a ${size}`, async () => {
    const page = await newPage(at, { ...screen, colorScheme: "dark" });
    await page.goto("/stats");
    await page.getByRole("heading", { name: "Everything as a file" }).waitFor();
    await page.getByRole("table", { name: "Players" }).first().waitFor();
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    assertNoErrors(page);
    await page.context().close();
  });
}

for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`the insight of Machi Koro tells income, turns and chances on a ${size}`, async () => {
    const page = await newPage(at, screen);
    const seats = [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "random" },
    ];
    await openTable(page, at.server, { game: "machi", deal: "stream 52", seats });
    await untilAsked(page);
    await page.getByText("Insight").click();
    await page.getByRole("table", { name: "What Ana can build now" }).waitFor();
    assert.equal(await page.locator(".insight-player .chart").count(), 2);
    await page.getByText(/Income: by the seed model\.$/).waitFor();
    await page.getByLabel("Income").selectOption("exact");
    await page.getByText(/Income: exact, under the rules\.$/).waitFor();
    await page.reload();
    await page.getByText(/Income: exact, under the rules\.$/).waitFor();
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    assertNoErrors(page);
    await page.context().close();
  });
}

test("who goes on from a moment meets the same bots, under the same names", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "machi",
    deal: "stream 71",
    options: { turn_limit: "4" },
    seats: [
      { kind: "bot", bot: "ev" },
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "mcts:playouts=20" },
    ],
  });
  await playOn(page, (view) => typeMove(page, view.legal[1][0]));
  const { over } = await look(page);
  await page.goto(`/r/${over.game}?at=3`);
  await page.locator(".replay[data-at]").waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/t\//);
  await page.locator(".stage svg").first().waitFor();
  const { seats } = await look(page);
  assert.deepEqual(
    seats.map((/** @type {any} */ { name, bot }) => bot ?? name),
    ["ev", "Ana", "mcts:playouts=20"],
  );
  assertNoErrors(page);
  await page.context().close();
});

test("a game that is over has its bots by the names that they had at the table", async () => {
  const page = await newPage(at);
  const bot = { kind: "bot", bot: "thoughtful" };
  await openTable(page, at.server, {
    game: "machi",
    deal: "stream 72",
    options: { turn_limit: "4" },
    seats: [
      { kind: "me", name: "Zoe" },
      { ...bot, name: "Rosa" },
      { ...bot, name: "Hugo" },
    ],
  });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  const { over } = await look(page);
  await page.goto("/");
  const recent = page.locator(`.tables a[href="/r/${over.game}"]`);
  assert.match((await recent.textContent()) ?? "", /Zoe.*Rosa.*Hugo/);
  await recent.click();
  await page.locator(".replay[data-at]").waitFor();
  assert.deepEqual(await page.locator(".player strong").allTextContents(), ["Zoe", "Rosa", "Hugo"]);
  assert.deepEqual(await page.locator(".player small").nth(1).textContent(), "medium bot");
  await page.getByRole("button", { name: "Review" }).click();
  const legend = page.locator(".review-legend .name");
  await legend.nth(2).waitFor({ timeout: 120_000 });
  assert.deepEqual(await legend.allTextContents(), ["Zoe", "Rosa (thoughtful)", "Hugo (thoughtful)"]);
  assertNoErrors(page);
  await page.context().close();
});

for (const bots of [1, 2]) {
  test(`a replay on a laptop shows the cities of ${bots + 1}`, async () => {
    const page = await newPage(at, SIZES.laptop);
    const seats = [{ kind: "me", name: "Zoe" }, ...Array(bots).fill({ kind: "bot", bot: "random" })];
    await openTable(page, at.server, { game: "machi", deal: "stream 73", options: { turn_limit: "3" }, seats });
    await playOn(page, (view) => typeMove(page, view.legal[0][0]));
    const { over } = await look(page);
    await page.goto(`/r/${over.game}`);
    await page.locator(".replay[data-at]").waitFor();
    await page.getByRole("button", { name: "Next move" }).click();
    await page.locator('.replay[data-at="2"]').waitFor();
    const hidden = await page.locator(".city-head").evaluateAll((heads) => {
      const bottom = document.querySelector(".stage")?.getBoundingClientRect().bottom ?? 0;
      return heads.filter((head) => head.getBoundingClientRect().bottom > bottom).map(({ id }) => id);
    });
    assert.deepEqual(hidden, []);
    assertNoErrors(page);
    await page.context().close();
  });
}

for (const [size, screen] of Object.entries(SIZES)) {
  test(`a replay on a ${size} has its board and its buttons in sight together`, async () => {
    const { tournament } = await at.server.api("tournaments", {
      game: "machi",
      entrants: ["random", "ev"],
      format: "round-robin",
      games: 1,
      seed: 5,
    });
    while ((await at.server.api(`tournaments/${tournament}`)).running)
      await new Promise((done) => setTimeout(done, 50));
    const { games } = await at.server.api(`games?tournament=${tournament}`);
    const page = await newPage(at, screen);
    await page.goto(`/r/${games[0].id}?at=30`);
    await page.locator('.replay[data-at="30"]').waitFor();
    for (const name of ["To the start", "Next move", "Play", "All games"]) {
      const control = page.getByRole("button", { name, exact: true }).or(page.getByRole("link", { name, exact: true }));
      const box = await control.boundingBox();
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      assert.ok(
        box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width,
        `${name}: ${JSON.stringify(box)}`,
      );
    }
    const board = await page.locator(".stage").boundingBox();
    assert.ok(board && board.y < 170, JSON.stringify(board));
    await assertNoSidewaysScroll(page);
    await assertReadable(page);
    await assertAccessible(page);
    assertNoErrors(page);
    await page.context().close();
  });
}
