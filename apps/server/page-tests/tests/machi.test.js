// Machi Koro by mouse, keys and touch, to a real end; dice and coins that move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, DESKTOP, newPage, PHONE } from "../src/browser.js";
import { SIZES } from "../src/boxes.js";
import { FIRST_ROLL, hintOf, look, moving, openTable, playOn, untilAsked } from "../src/play.js";
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
async function chosenAction(page, view) {
  const landmarks = ["build train_station", "build shopping_mall", "build amusement_park", "build radio_tower"];
  return view.legal[0].find((/** @type {string} */ action) => landmarks.includes(action)) ?? hintOf(page);
}

test("a game by mouse in the picture is won", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...RICH, deal: "stream 31" });
  await assertAccessible(page);
  await playOn(page, async (view) => {
    const action = await chosenAction(page, view);
    if (!action.startsWith("build ")) return page.locator(`[data-choice="${action}"]`).click();
    // A card is shown large before it is built, with its price.
    await page.locator(`.stage [data-action="${action}"]`).first().click();
    const build = page.locator(`dialog [data-build="${action}"]`);
    assert.match((await build.textContent()) ?? "", /^Build \(\d+\)$/);
    return build.click();
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
    const action = await chosenAction(page, view);
    const nth = view.legal[0].indexOf(action);
    if (nth < 9) return page.keyboard.press(String(nth + 1));
    const isThere = () =>
      page.evaluate((action) => document.activeElement?.getAttribute("data-choice") === action, action);
    for (let tabs = 0; tabs < 80 && !(await isThere()); tabs += 1) await page.keyboard.press("Tab");
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
  assert.match((await page.locator("#market-ranch").textContent()) ?? "", /on anyone's roll: 1 coin from the bank/);
  const landmark = page.locator("#city-1-shopping_mall");
  await landmark.hover();
  await page.locator(".bubble").waitFor();
  assert.equal(await page.locator(".bubble").textContent(), "Shopping Mall: your bread and cup cards pay 1 more");
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
      for (const { target, addedNodes } of changes) {
        if (target instanceof Element && target.matches(".is-rolling")) seen.add("dice");
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches(".flying-coin")) seen.add("coin");
          if (node.matches(".flash .gain, .flash .loss")) seen.add(node.textContent ?? "");
        }
      }
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  // Where the rules roll by themselves, who plays rolls all the same: nothing of it is shown before.
  const wanted = page.locator('[data-choice=""], [data-choice="build ranch"], [data-choice="pass"]').first();
  const hasSeen = (/** @type {string} */ what) =>
    page.evaluate((what) => /** @type {Set<string>} */ (Reflect.get(window, "seen")).has(what), what);
  for (let nth = 0; nth < 30 && !((await hasSeen("dice")) && (await hasSeen("coin"))); nth += 1) {
    await wanted.click();
    await page.locator(".table:not(.is-tumbling) .choice").first().waitFor();
  }
  assert.ok(await hasSeen("dice"), "dice rolled");
  assert.ok(await hasSeen("coin"), "coins moved");
  const seen = await page.evaluate(() => [.../** @type {Set<string>} */ (Reflect.get(window, "seen"))]);
  assert.ok(
    seen.some((words) => /^[+−]\d+ \S/.test(words)),
    `with their reason: ${seen}`,
  );
  assertNoErrors(page);
  await page.context().close();
});

test("a hot seat: two people at one screen", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByText("Expert: seats, options and seed").click();
  await page.getByLabel("Seat 2", { exact: true }).selectOption("me");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".stage svg").first().waitFor();
  for (let nth = 0; nth < 4; nth += 1) {
    await untilAsked(page);
    await moving(page, () => page.locator(".choice").last().click());
  }
  await page.locator(".player", { hasText: "you" }).nth(1).waitFor({ state: "attached" });
  assert.ok(await page.getByRole("region", { name: "Chat" }).isHidden(), "who sits side by side can talk");
  await page.setViewportSize({ width: 390, height: 844 });
  for (let nth = 0; nth < 2; nth += 1) {
    await untilAsked(page);
    await moving(page, () => page.locator(".choice").last().click());
    await untilAsked(page);
    assert.match((await page.locator(".city").first().getAttribute("class")) ?? "", /is-turn/);
  }
  assertNoErrors(page);
  await page.context().close();
});

test("nothing of a roll is shown before the dice lie still", async () => {
  const page = await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" });
  await openTable(page, at.server, { ...RICH, deal: "stream 36" });
  await untilAsked(page);
  await page.locator('[data-choice="pass"]').click();
  const roll = page.locator(`[data-choice=""]`);
  await roll.waitFor();
  await page.getByText("Your turn", { exact: true }).first().waitFor();
  const state = await page.locator(".table").getAttribute("data-state");
  assert.ok((await look(page)).state > Number(state), "the server has rolled, and the screen waits");
  await page.keyboard.press("1");
  await page.locator(".table.is-asked").waitFor();
  assert.notEqual(await page.locator(".table").getAttribute("data-state"), state);
  assertNoErrors(page);
  await page.context().close();
});

test("the first dice are rolled by who plays first, and stand in the log", async () => {
  const page = await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" });
  const table = await openTable(page, at.server, { ...RICH, options: { starting_coins: "3" }, deal: "stream 36" });
  const roll = page.locator(FIRST_ROLL);
  await roll.waitFor();
  const { board } = await at.server.api(`tables/${table}?data=true`);
  assert.equal(board.dice.length, 1);
  // Neither the dice nor what they bring is shown, and nothing can be built before.
  assert.deepEqual(await page.locator("#dice .die").count(), 0);
  assert.equal(await page.locator("#city-1 .coins-large").textContent(), "3");
  assert.equal(await page.locator(".purse strong").textContent(), "3");
  assert.equal(await page.locator(".estate.is-legal, .log .mini-dice").count(), 0);
  await assertAccessible(page);
  await page.keyboard.press("1");
  await page.locator(".table.is-asked").waitFor();
  await page.locator(".question", { hasText: "What do you build?" }).waitFor();
  assert.equal(await page.locator("#dice .die").count(), 1);
  assert.equal(await page.locator("#city-1 .coins-large").textContent(), String(board.coins[0]));
  assert.equal(await page.locator(".log li .mini-dice").count(), 1);
  await page.locator('[data-choice="pass"]').click();
  await page.locator(".log li:first-child", { hasText: "build nothing" }).waitFor();
  // Who comes back later rolls nothing again.
  await page.reload();
  await page.locator(".table.is-drawn").waitFor();
  assert.notEqual(await page.locator(".table").getAttribute("data-state"), "0");
  assertNoErrors(page);
  await page.context().close();

  // In a room the game begins later, and all the same.
  const [ana, ben] = [await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" }), await newPage(at)];
  const open = {
    game: "machi",
    deal: "stream 36",
    waits: true,
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  };
  const made = await at.server.api("tables", open);
  await ana.goto(`/t/${made.table}#${made.tokens[0].token}`);
  await ben.goto(`/t/${made.table}`);
  await ben.getByRole("button", { name: "Sit down" }).click();
  for (const each of [ana, ben]) await each.getByRole("button", { name: "I am ready" }).click();
  await ana.locator(FIRST_ROLL).click();
  await ana.locator(".question", { hasText: "What do you build?" }).waitFor();
  await ben.locator(".question", { hasText: "Waiting for Ana" }).waitFor();
  for (const each of [ana, ben]) {
    assert.equal(await each.locator(".log li .mini-dice").count(), 1);
    assertNoErrors(each);
    await each.context().close();
  }

  const still = await newPage(at);
  await openTable(still, at.server, { ...RICH, deal: "stream 36" });
  await untilAsked(still);
  assert.equal(await still.locator(".log li .mini-dice").count(), 1);
  await still.context().close();
});

test("what was built before a roll stands there at once; log, coins and question wait for the dice", async () => {
  const page = await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" });
  await openTable(page, at.server, { ...RICH, options: { starting_coins: "3" }, deal: "stream 36", pace_ms: 600 });
  await untilAsked(page);
  await page.evaluate(() => {
    /** @type {string[]} */
    const early = [];
    Object.assign(window, { early });
    new MutationObserver(() => {
      if (!document.querySelector(".dice.is-rolling")) return;
      early.push(`${document.querySelectorAll(".log li:last-child .mini-dice").length}`);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.locator('[data-choice="build ranch"]').click();
  await page.locator("#city-1-ranch").waitFor();
  assert.equal(await page.locator("#city-1 .coins-large").textContent(), "2");
  assert.equal(await page.locator(".purse strong").textContent(), "2");
  await page.locator(".dice.is-rolling").waitFor();
  await page.locator(`[data-choice=""]`).click();
  await page.locator(".table.is-asked").waitFor();
  const early = await page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, "early")));
  assert.ok(early.length > 0 && early.every((dice) => dice === "0"), `dice in the log: ${early}`);
  assert.equal(await page.locator(".log li:last-child .mini-dice").count(), 1);
  assertNoErrors(page);
  await page.context().close();
});

test("the log has a line a turn: whose it is, the dice, coins with their source, what was built", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    ...RICH,
    deal: "stream 34",
    options: { starting_coins: "3" },
    seats: [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "ev", name: "محمد" },
    ],
  });
  await untilAsked(page);
  for (let nth = 0; nth < 3; nth += 1) {
    await untilAsked(page);
    await moving(page, () => page.locator('[data-choice="build wheat_field"], [data-choice="pass"]').first().click());
  }
  await untilAsked(page);
  const lines = page.locator('.log li[data-seat="1"]');
  assert.ok((await lines.count()) >= 3);
  const line = lines.first();
  assert.equal(await line.locator("bdi.by").first().textContent(), "\u2068محمد\u2069");
  assert.ok((await line.locator(".mini-dice .die").count()) >= 1);
  assert.match((await line.textContent()) ?? "", /because it brings the most coins/);
  assert.ok((await page.locator(".log .log-flow .gain").count()) > 0, "income with its sign");
  assert.ok((await page.locator(".log .log-built").count()) > 0, "what was built");
  assertNoErrors(page);
  await page.context().close();
});

test("a market's cards can be read at every size, and those that can be built stand out", async () => {
  for (const size of Object.values(SIZES)) {
    const page = await newPage(at, size);
    await openTable(page, at.server, { ...RICH, options: { starting_coins: "3" }, deal: "stream 37" });
    await untilAsked(page);
    const cards = await page.locator(".estate").evaluateAll((all) =>
      all.map((card) => {
        const words = card.querySelector("small");
        const { width, height } = words?.getBoundingClientRect() ?? new DOMRect();
        const size = words ? parseFloat(getComputedStyle(words).fontSize) : 0;
        return { isRead: width > 0 && height > 0 && size >= 10, isLegal: card.matches(".is-legal") };
      }),
    );
    assert.equal(cards.length, 15);
    assert.ok(cards.every(({ isRead }) => isRead));
    assert.ok(cards.some(({ isLegal }) => isLegal) && cards.some(({ isLegal }) => !isLegal));
    assertNoErrors(page);
    await page.context().close();
  }
});
