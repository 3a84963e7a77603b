// SET alone, against bots, with calls: by mouse, keys and touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertApart, assertInReach, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage, PHONE } from "../src/browser.js";
import { hintOf, look, moving, openTable, playOn, stateOf, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

/** @param {string} action */
function cellsOf(action) {
  const [verb, ...cells] = action.split(" ");
  return verb === "claim" ? cells : [];
}

test("a game alone by mouse to the end, with the times at the end", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 21", options: { variant: "junior" } });
  await assertAccessible(page);
  await page.getByLabel("Goal").first().selectOption("3");
  await playOn(page, async (view) => {
    const claim = view.legal[0].find((/** @type {string} */ action) => action.startsWith("claim"));
    if (!claim) return page.getByRole("button", { name: "Deal three more" }).click();
    for (const cell of cellsOf(claim)) await page.locator(`#card-${cell}`).click();
  });
  await page.getByRole("heading", { name: /^\d+ Sets found in \d+:\d\d$/ }).waitFor();
  await page.getByText(/^Reached: \d+ Sets\.$/).waitFor();
  await page.getByRole("table", { name: "How long it took to find them" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("the shortest time of a whole game alone is kept, and told in Me", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 21", options: { deal_rule: "only_if_no_set" } });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  await page.getByText(/^\d+:\d\d: your fastest so far$/).waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("tercet.fastest") ?? "{}"));
  assert.ok(kept.set >= 0 && kept.set < 600, JSON.stringify(kept));
  await page.goto("/");
  await page.getByRole("button", { name: "Me", exact: true }).click();
  await page.getByText(/fastest whole game \d+:\d\d/).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a goal has a time of its own, which ends nothing", async () => {
  const page = await newPage(at);
  await page.clock.install();
  await openTable(page, at.server, { game: "set", deal: "stream 27", options: { guarantee: "initial" } });
  await untilAsked(page);
  await page.getByText("No goal: take your time.").waitFor();
  await page.getByLabel("Goal").first().selectOption("3");
  await page.getByLabel("Time for it").selectOption("1");
  await page.getByText("0 of 3 Sets", { exact: true }).waitFor();
  await page.clock.fastForward(20_000);
  await page.getByText("Left: 0:40", { exact: true }).waitFor();
  await moving(page, async () => typeMove(page, await hintOf(page)));
  await page.getByText("1 of 3 Sets", { exact: true }).waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText("Time is up: 1 of 3 Sets", { exact: true }).waitFor();
  await untilAsked(page);
  await moving(page, async () => typeMove(page, await hintOf(page)));
  await page.getByText("Time is up: 1 of 3 Sets", { exact: true }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("the hint shows one card, then two, then three", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 22", options: { guarantee: "initial" } });
  await untilAsked(page);
  const hint = page.getByRole("button", { name: "Hint" });
  for (const shown of [1, 2, 3]) {
    await hint.click();
    await page.waitForFunction((count) => document.querySelectorAll(".stage .is-hinted").length === count, shown);
  }
  assertNoErrors(page);
  await page.context().close();
});

test("a race against a bot by keys to the end", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 23",
    options: { variant: "junior", capacity: "9" },
    seats: [
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "racer:1" },
    ],
  });
  await untilAsked(page);
  await playOn(page, async () => {
    const action = await hintOf(page);
    if (action === "deal") return page.keyboard.press("=");
    const state = await stateOf(page);
    for (const cell of cellsOf(action)) {
      if ((await stateOf(page)) !== state) return undefined;
      const key = await page.locator(`#card-${cell} .key`).textContent();
      await page.keyboard.press(key ?? "");
    }
    return undefined;
  });
  await page.getByRole("region", { name: "Result" }).waitFor();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a puzzle by touch on a phone to the end", async () => {
  const page = await newPage(at, PHONE);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 24",
    options: { variant: "puzzle", puzzle_sets: "4" },
  });
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  await playOn(page, async (view) => {
    const claim = view.legal[0].find((/** @type {string} */ action) => action.startsWith("claim"));
    for (const cell of cellsOf(claim)) await page.locator(`#card-${cell}`).tap();
  });
  await page.getByRole("region", { name: "Result" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a wrong claim in a race costs a point", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 26",
    hints: true,
    options: { guarantee: "initial" },
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await untilAsked(page);
  // Two cards of a Set have one third only, so another third is wrong.
  const [first, second, third] = cellsOf(await hintOf(page));
  const other = ["1", "2", "3", "4"].find((cell) => ![first, second, third].includes(cell));
  await moving(page, () => typeMove(page, `claim ${first} ${second} ${other}`));
  assert.equal((await look(page)).scores[0], -1);
  await page.locator(".log").getByText("You").first().waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("with calls, only who called may claim, and the time runs", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 25",
    options: { call_ms: "30000", guarantee: "initial" },
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await untilAsked(page);
  await moving(page, () => page.getByRole("button", { name: "Call" }).click());
  await page.getByLabel("Time left").waitFor();
  const view = await look(page);
  assert.ok(view.window_ms > 0);
  assert.deepEqual(view.turn, [0]);
  assertNoErrors(page);
  await page.context().close();
});

test("UltraSet asks for four cards", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 3", options: { variant: "ultra" } });
  await untilAsked(page);
  assert.equal(await page.locator(".question").textContent(), "Which four cards are an UltraSet?");
  await page.context().close();
});

test("a picked card is marked at once, without asking the server; a wrong claim says what is wrong", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 61" });
  await untilAsked(page);
  const { legal } = await look(page);
  const sets = legal[0].filter((/** @type {string} */ action) => action.startsWith("claim "));
  const [first, second] = sets[0].split(" ").slice(1);
  const third = Array.from({ length: 12 }, (_, nth) => String(nth + 1)).find(
    (cell) =>
      !sets.some((/** @type {string} */ set) => [first, second, cell].every((one) => set.split(" ").includes(one))),
  );
  let requests = 0;
  page.on("request", () => (requests += 1));
  await page.locator(`#card-${first}`).click();
  await page.locator(`#card-${first}.is-picked`).waitFor();
  await page.locator(`#card-${second}`).click();
  assert.equal(await page.locator(".stage .is-picked").count(), 2);
  assert.equal(requests, 0);
  await page.locator(`#card-${third}`).click();
  await page
    .locator(".toast.bad")
    .getByText(/^These cards are no Set: (number|colour|shading|shape): /)
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".stage .is-picked").length === 0);
  assertNoErrors(page);
  await page.context().close();
});

test("what is taken back leaves the log and the table of the end", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 62",
    options: { variant: "puzzle", puzzle_sets: "2" },
  });
  const claim = async () => {
    const { legal } = await look(page);
    await moving(page, () =>
      typeMove(
        page,
        legal[0].find((/** @type {string} */ one) => one.startsWith("claim ")),
      ),
    );
  };
  await untilAsked(page);
  await claim();
  assert.equal(await page.locator(".log .event", { hasText: "took" }).count(), 1);
  await page.keyboard.press("Escape");
  await moving(page, () => page.getByRole("button", { name: "Undo" }).click());
  assert.equal(await page.locator(".log .event", { hasText: "took" }).count(), 0);
  await claim();
  await claim();
  await page.getByRole("region", { name: "Result" }).waitFor();
  const sets = page.getByRole("table", { name: "How long it took to find them" }).locator("tbody td").first();
  assert.equal(await sets.textContent(), "2");
  assertNoErrors(page);
  await page.context().close();
});

test("a card keeps its place: what is taken is filled up there, and three more are a new column", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 63",
    options: { guarantee: "initial", refill: "in_place" },
  });
  await untilAsked(page);
  const places = () =>
    page.locator(".stage [id^=card-]").evaluateAll((cards) =>
      Object.fromEntries(
        cards.map((card) => {
          const { x, y } = card.getBoundingClientRect();
          return [`${Reflect.get(card, "dataset").card}`, { column: Reflect.get(card, "dataset").column, x, y }];
        }),
      ),
    );
  const before = await places();
  const claim = await hintOf(page);
  await moving(page, async () => {
    for (const cell of cellsOf(claim)) await page.locator(`#card-${cell}`).click();
  });
  const after = await places();
  const stayed = Object.keys(before).filter((card) => card in after);
  assert.equal(stayed.length, 9);
  for (const card of stayed) assert.deepEqual(after[card], before[card], card);
  await untilAsked(page);
  await moving(page, () => page.getByRole("button", { name: "Deal three more" }).click());
  const more = await places();
  const fresh = Object.keys(more).filter((card) => !(card in after));
  assert.deepEqual(new Set(fresh.map((card) => more[card].column)), new Set(["4"]));
  for (const card of Object.keys(after)) assert.equal(more[card].column, after[card].column, card);
  assertNoErrors(page);
  await page.context().close();
});

for (const size of ["desktop", "laptop", "phone", "small"]) {
  test(`the board of a race on a ${size} lies still while cards are asked for, and the button is in sight`, async () => {
    const page = await newPage(at, SIZES[size]);
    const bot = { kind: "bot", bot: "racer:1" };
    const seats = [{ kind: "me", name: "Ana" }, bot, { ...bot, name: "Lola" }];
    await openTable(page, at.server, { game: "set", deal: "stream 3", options: { deal_rule: "free" }, seats });
    await untilAsked(page);
    const where = () => page.locator(".stage svg").boundingBox();
    const before = await where();
    await assertInReach(page);
    await assertApart(page);
    await page.getByRole("button", { name: "No Set? Ask for three more" }).click();
    await page.getByLabel("Time left").waitFor();
    assert.deepEqual(await where(), before);
    await assertInReach(page);
    const seen = await page
      .locator(".player")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    assert.ok(Math.max(...seen) <= (SIZES[size].viewport?.width ?? 0), `a seat ends at ${Math.max(...seen)}`);
    await assertAccessible(page);
    assertNoErrors(page);
    await page.context().close();
  });
}

test("a wrong claim in a race says why, and that one waits; a found Set stands in the log as cards", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 26",
    hints: true,
    options: { guarantee: "initial" },
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await untilAsked(page);
  const [first, second, third] = cellsOf(await hintOf(page));
  const other = ["1", "2", "3", "4"].find((cell) => ![first, second, third].includes(cell));
  await moving(page, async () => {
    for (const cell of [first, second, other]) await page.locator(`#card-${cell}`).click();
  });
  await page
    .locator(".toast.bad")
    .getByText(/^Not a Set: .*(number|colour|shading|shape)/)
    .waitFor();
  await page.getByText("Not a Set: wait until the board changes").first().waitFor();
  await page.locator(".stage.is-locked").waitFor();
  assert.equal(await page.locator(".log .mini-card").count(), 3);
  assertNoErrors(page);
  await page.context().close();
});

test("the keys are told by where they lie, and named as they are printed", async () => {
  const page = await newPage(at);
  await page.addInitScript(() => localStorage.setItem("tercet.settings", JSON.stringify({ keys: "azerty" })));
  await openTable(page, at.server, { game: "set", deal: "stream 64" });
  await untilAsked(page);
  assert.equal(await page.locator("#card-1 .key").textContent(), "a");
  // What lies where Q lies on other keyboards.
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: "KeyQ" })));
  await page.locator("#card-1.is-picked").waitFor();
  assertNoErrors(page);
  await page.context().close();
});
