// Tables at four sizes, by boxes: what is asked is in sight, nothing is too small, nothing covers anything else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertApart, assertInReach, assertReadable, assertUncut, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage } from "../src/browser.js";
import { hintOf, look, moving, openTable, playOn, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

const ANA = { kind: "me", name: "Ana" };
const EV = { kind: "bot", bot: "ev" };
const RACER = { kind: "bot", bot: "racer:1" };
const FIVE = {
  game: "machi",
  deal: "stream 5",
  options: { expansions: "harbor", starting_coins: "30" },
  seats: [ANA, EV, EV, EV, EV],
};
const LONG = [
  { ...EV, name: "Wilhelmina von Hohenstein" },
  { ...EV, name: "محمد" },
  { ...EV, name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW" },
];
const TABLES = {
  "Machi Koro for five": FIVE,
  "long names": {
    ...FIVE,
    options: { expansions: "harbor,millionaires_row", starting_coins: "30" },
    seats: [ANA, EV, ...LONG],
  },
  "Machi Koro for two": { ...FIVE, options: {}, seats: [ANA, EV] },
  "a race at SET": { game: "set", deal: "stream 3", seats: [ANA, { kind: "bot", bot: "racer:1" }] },
  "a race of long names": {
    game: "set",
    deal: "stream 3",
    seats: [ANA, ...LONG.map((seat) => ({ ...seat, bot: "racer:1" }))],
  },
  UltraSet: { game: "set", deal: "stream 3", options: { variant: "ultra" } },
  "a chain": { game: "set", deal: "stream 3", options: { variant: "chain", refill: "in_place" } },
  "a junior game": { game: "set", deal: "stream 3", options: { variant: "junior" } },
  "a race of four with calls": {
    game: "set",
    deal: "stream 3",
    options: { call_ms: "5000" },
    seats: [ANA, RACER, RACER, RACER],
  },
  "the puzzle": { game: "triangle", deal: "stream 7" },
};

for (const [size, screen] of Object.entries(SIZES)) {
  test(`every table on a ${size}: asked in sight, readable, nothing covered`, async () => {
    const page = await newPage(at, screen);
    for (const [name, table] of Object.entries(TABLES)) {
      await openTable(page, at.server, table);
      await untilAsked(page);
      await assertInReach(page).catch((error) => assert.fail(`${name}: ${error.message}`));
      await assertReadable(page).catch((error) => assert.fail(`${name}: ${error.message}`));
      await assertApart(page).catch((error) => assert.fail(`${name}: ${error.message}`));
      await assertUncut(page).catch((error) => assert.fail(`${name}: ${error.message}`));
      await assertNoSidewaysScroll(page);
      const seats = await page.locator(".play .players").evaluate((box) => [box.scrollWidth, box.clientWidth]);
      assert.ok(
        name !== "a race of long names" || size === "small" || seats[0] <= seats[1] + 1,
        `${name}: seats ${seats}`,
      );
      const [tall, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.ok(size !== "desktop" || tall <= window, `${name}: ${tall} pixels high in a window of ${window}`);
    }
    assertNoErrors(page);
    await page.context().close();
  });
}

for (const size of ["phone", "small"]) {
  test(`the bar of a ${size} tells all of what is played`, async () => {
    const page = await newPage(at, SIZES[size]);
    const daily = new Date().toISOString().slice(0, 10);
    for (const table of [{ game: "set", daily, seats: [ANA] }, TABLES["a chain"], TABLES["the puzzle"]]) {
      await openTable(page, at.server, table);
      await untilAsked(page);
      const cut = await page
        .locator(".table-title, .badges")
        .evaluateAll((boxes) =>
          boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent),
        );
      assert.deepEqual(cut, []);
    }
    assertNoErrors(page);
    await page.context().close();
  });
}

test("a name that has room is not cut, and a lesson leaves the whole market in sight", async () => {
  const page = await newPage(at, SIZES.laptop);
  await openTable(page, at.server, { ...FIVE, seats: [ANA, EV, EV, EV, { ...EV, name: "Wilhelmina Hohen" }] });
  await untilAsked(page);
  const name = page.locator("#seat-5 strong");
  assert.ok(await name.evaluate((box) => box.scrollWidth <= box.clientWidth + 1));
  await page.goto("/");
  await page.getByRole("button", { name: "Learn Machi Koro" }).click();
  await page.locator(".lesson").waitFor();
  await untilAsked(page);
  const below = await page.locator("[id^=market-]").evaluateAll((cards) => {
    const stage = document.querySelector(".stage")?.getBoundingClientRect();
    return cards.filter((card) => card.getBoundingClientRect().bottom > (stage?.bottom ?? 0)).map(({ id }) => id);
  });
  assert.deepEqual(below, []);
  await page.context().close();
});

test("the menu tells options and deal in words", async () => {
  const page = await newPage(at, SIZES.laptop);
  await openTable(page, at.server, TABLES["a chain"]);
  await untilAsked(page);
  await page.locator(".menu > summary").click();
  const names = await page.locator(".expert dt").allTextContents();
  assert.ok(names.includes("Deal rule") && names.includes("Cards on the board"), names.join());
  const words = await page.locator(".expert .facts").textContent();
  assert.ok(!words?.includes("_"), words ?? "");
  await page.context().close();
});

test("a phone's first screen of Machi Koro has the question, the own coins and the choices; a card is read large", async () => {
  const page = await newPage(at, SIZES.phone);
  await openTable(page, at.server, FIVE);
  await untilAsked(page);
  assert.equal(await page.locator(".purse").textContent(), "30coins");
  const market = page.locator(".stage #market-ranch, .stage [id^=market-][data-action]").first();
  await market.tap();
  const build = page.locator("dialog [data-build]");
  assert.match((await build.textContent()) ?? "", /^Build \(\d+\)$/);
  assert.ok(await build.evaluate((button) => button === document.activeElement), "it has the focus");
  const large = await page.locator("dialog .card-large").boundingBox();
  assert.ok(large && large.width > 150, "it is large");
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  // Every city is there, with its coins, and the price of each landmark that is not built.
  assert.deepEqual(await page.locator(".city .coins-large").allTextContents(), ["30", "30", "30", "30", "30"]);
  await page.locator("#seat-2").tap();
  assert.deepEqual(await page.locator("#city-2 .landmark .cost").allTextContents(), ["2", "4", "10", "16", "22", "30"]);
  await assertReadable(page);
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  assertNoErrors(page);
  await page.context().close();
});

test("dice that roll have the size of dice, and cover nothing else", async () => {
  const page = await newPage(at, { ...SIZES.laptop, reducedMotion: "no-preference" });
  await openTable(page, at.server, { ...FIVE, options: {}, seats: [ANA, EV], deal: "stream 9" });
  await untilAsked(page);
  await page.evaluate(() => {
    const sides = /** @type {number[]} */ ([]);
    Object.assign(window, { sides });
    new MutationObserver(() => {
      for (const die of document.querySelectorAll(".dice.is-rolling .die")) {
        const { offsetWidth, offsetHeight } = /** @type {HTMLElement} */ (die);
        sides.push(offsetWidth, offsetHeight);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('[data-choice="pass"]').click();
  await page.locator(`[data-choice=""]`).click();
  await page.waitForFunction(() => /** @type {number[]} */ (Reflect.get(window, "sides")).length > 0);
  const sides = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "sides")));
  assert.ok(Math.max(...sides) < 90, `a die has ${Math.max(...sides)} pixels`);
  assertNoErrors(page);
  await page.context().close();
});

test("the choices of cards are told by name and price, and those of players by name", async () => {
  const page = await newPage(at, SIZES.laptop);
  await openTable(page, at.server, FIVE);
  await untilAsked(page);
  const chips = await page.locator(".choice.chip").allTextContents();
  assert.ok(chips.length > 5 && chips.some((words) => /Ranch|Bakery|Cafe/.test(words)), chips.join());
  assert.ok(!chips.some((words) => /[a-z]_[a-z]/.test(words)), "no internal names");
  await page.context().close();
});

/**
 * Plays at a table of one's own seats alone until something is asked that has many answers.
 * @param {string} kind What is answered: `give`, `move`.
 * @param {string} card Which has that asked.
 * @param {string} deal
 */
async function untilMany(kind, card, deal) {
  const options = { expansions: "harbor,millionaires_row", starting_coins: "90", market: "total" };
  const seats = ["Ana", "Ben", "Cleo"].map((name) => ({ kind: "me", name }));
  const made = await at.server.api("tables", { game: "machi", deal, options, seats });
  const ask = async (/** @type {string} */ path, /** @type {number} */ seat, /** @type {unknown} */ body) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${made.tokens[seat].token}` };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(new URL(`/api/tables/${made.table}${path}`, at.server.address), init)).json();
  };
  for (let nth = 0; nth < 150; nth += 1) {
    const { turn } = await ask("", 0, undefined);
    const { legal, state } = await ask("", turn[0], undefined);
    const can = /** @type {string[]} */ (legal[turn[0]]);
    if (can[0].startsWith(`${kind} `) && can.length > 8) return made;
    const wanted = [`build ${card}`, "build train_station", "roll 2", "exchange 2", "exchange 1"].find((each) =>
      can.includes(each),
    );
    const cards = can.filter((each) => each.startsWith("build ")).slice(0, 16);
    const action = wanted ?? cards[(nth * 5) % cards.length] ?? can[0];
    await ask("/act", turn[0], { state, action });
  }
  throw new Error(`nobody was asked to ${kind}`);
}
for (const [kind, card, deal] of /** @type {const} */ ([
  ["give", "business_center", "stream 1"],
  ["move", "moving_company", "stream 1"],
])) {
  test(`all that may be answered to «${kind}» is in sight at every size`, async () => {
    const { table, tokens } = await untilMany(kind, card, deal);
    for (const [size, screen] of Object.entries(SIZES)) {
      const page = await newPage(at, screen);
      await page.addInitScript(
        ([table, tokens]) => localStorage.setItem("tercet.tables", JSON.stringify([{ table, tokens, game: "machi" }])),
        /** @type {const} */ ([table, tokens]),
      );
      await page.goto(`/t/${table}`);
      await untilAsked(page);
      const check = async () => {
        assert.ok((await page.locator(".choice").count()) > 1);
        await assertInReach(page).catch((error) => assert.fail(`${size}: ${error.message}`));
        await assertReadable(page);
        await assertApart(page);
        await assertUncut(page);
      };
      await check();
      if (kind === "move") {
        // First which card, then to whom; a card that was chosen by mistake is laid back.
        const count = await page.locator(".choice").count();
        await page.locator(".choice").first().click();
        await check();
        await page.getByRole("button", { name: "Another card" }).click();
        assert.equal(await page.locator(".choice").count(), count);
        if (size === "small") {
          await page.locator(".choice").first().click();
          await moving(page, () => page.keyboard.press("1"));
        }
      }
      assertNoErrors(page);
      await page.context().close();
    }
  });
}

test("on a laptop five cities stand side by side, and all that anybody has is in sight", async () => {
  const page = await newPage(at, SIZES.laptop);
  await openTable(page, at.server, TABLES["long names"]);
  await untilAsked(page);
  const cities = await page.locator(".city").evaluateAll((all) => all.map((city) => city.getBoundingClientRect().top));
  assert.equal(cities.length, 5);
  assert.ok(Math.max(...cities) - Math.min(...cities) < 1, `cities at ${cities}`);
  const below = await page.locator(".city .landmark, .city .owned").evaluateAll((all) => {
    const stage = document.querySelector(".stage")?.getBoundingClientRect();
    return all.filter((each) => each.getBoundingClientRect().bottom > (stage?.bottom ?? 0)).map(({ id }) => id);
  });
  assert.deepEqual(below, []);
  // What is not written out is still told to who hears the page.
  assert.match((await page.locator("#city-2 .owned").first().textContent()) ?? "", /Wheat Field/);
  await assertReadable(page);
  await assertApart(page);
  assertNoErrors(page);
  await page.context().close();
});

test("on a laptop the first page shows all that can be done with each game", async () => {
  const page = await newPage(at, SIZES.laptop);
  await page.goto("/");
  await page.locator(".game-picture svg").nth(2).waitFor();
  const below = await page
    .locator(".game button, .game a")
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().bottom > innerHeight).map((each) => each.textContent),
    );
  assert.deepEqual(below, []);
  await page.context().close();
});

test("on a laptop the landmarks of three cities stay in one row as they are built", async () => {
  const page = await newPage(at, SIZES.laptop);
  const seats = [ANA, { ...EV, bot: "random" }, EV];
  await openTable(page, at.server, { game: "machi", deal: "stream 5", options: { starting_coins: "60" }, seats });
  for (const landmark of ["shopping_mall", "radio_tower"]) {
    await untilAsked(page);
    await moving(page, () => typeMove(page, `build ${landmark}`));
    await playOn(page, () => typeMove(page, "keep"), (await page.locator('[data-choice="keep"]').count()) > 0 ? 1 : 0);
  }
  assert.ok((await page.locator("#city-1 .landmark.is-built").count()) >= 2);
  const tops = await page
    .locator("#city-1 .landmark")
    .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))]);
  assert.equal(tops.length, 1, `rows at ${tops}`);
  assertNoErrors(page);
  await page.context().close();
});

test("on a laptop the numbers of Insight have room to be read", async () => {
  const page = await newPage(at, SIZES.laptop);
  await openTable(page, at.server, { ...FIVE, options: {}, seats: [ANA, EV, EV] });
  await untilAsked(page);
  await page.getByText("Insight").click();
  await page.locator(".insight-player .chart").first().waitFor();
  const high = await page.locator(".extra").evaluate((box) => box.clientHeight);
  assert.ok(high >= 200, `${high} pixels`);
  await assertApart(page);
  assertNoErrors(page);
  await page.context().close();
});

test("variants are chosen by pictures of the page's own, boards of the puzzle too", async () => {
  const page = await newPage(at, SIZES.small);
  await page.goto("/");
  for (const [button, count] of /** @type {const} */ ([
    ["Play SET", 5],
    ["Play Machi Koro", 4],
    ["Other boards and shapes", 5],
  ])) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.locator(".pictogram svg").first().waitFor();
    const pictures = await page.locator(".pictogram").evaluateAll((all) =>
      all.map((picture) => {
        const room = picture.parentElement?.getBoundingClientRect();
        const boxes = [...picture.querySelectorAll("svg")].map((each) => each.getBoundingClientRect());
        const isInside = boxes.every(({ left, right }) => left >= (room?.left ?? 0) && right <= (room?.right ?? 0));
        return boxes.length > 0 && boxes.every(({ width }) => width > 8) && isInside;
      }),
    );
    assert.deepEqual(pictures, Array(count).fill(true), button);
    if (button !== "Other boards and shapes") await page.keyboard.press("Escape");
  }
  await page.locator('[name="grid"][value="hexagon 3"]').check();
  await page.locator('[name="slots"][value="2"]').check();
  await page.getByRole("button", { name: "Play as far as you get" }).click();
  await untilAsked(page);
  const { options } = await look(page);
  assert.deepEqual([options.grid, options.slots], ["hexagon 3", "2"]);
  assert.equal(await page.locator("[id^=slot-]").count(), 2);
  assertNoErrors(page);
  await page.context().close();
});

for (const [size, screen] of Object.entries(SIZES)) {
  test(`the end of a race on a ${size} is in sight, and its names are whole`, async () => {
    const page = await newPage(at, screen);
    const seats = [{ ...ANA, name: "さくら山田" }, ...LONG.map((seat) => ({ ...seat, bot: "racer:1" }))];
    const options = { variant: "puzzle", puzzle_sets: "1" };
    await openTable(page, at.server, { game: "set", deal: "stream 3", options, seats });
    await playOn(page, async () => typeMove(page, await hintOf(page)));
    await page.getByRole("region", { name: "Result" }).waitFor();
    const panel = await page.locator(".over").boundingBox();
    const { width } = page.viewportSize() ?? { width: 0 };
    assert.ok(panel && panel.x >= 0 && panel.x + panel.width <= width, JSON.stringify(panel));
    const high = await page
      .locator(".ranking bdi")
      .first()
      .evaluate((name) => name.getClientRects().length);
    assert.equal(high, 1, "a short name has one line");
    await assertNoSidewaysScroll(page);
    await assertReadable(page);
    assertNoErrors(page);
    await page.context().close();
  });
}
