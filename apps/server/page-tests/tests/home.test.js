// The first page: what it weighs, dialogs, settings, puzzles of the day, tables to go on with; the debug mode.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertApart, assertReadable, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, DESKTOP, newPage, PHONE } from "../src/browser.js";
import { hintOf, look, openTable, playOn, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [size, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    test(`the first page and its dialogs on a ${size} in ${colorScheme}`, async () => {
      const page = await newPage(at, { ...screen, colorScheme });
      await page.goto("/");
      await page.locator(".game-picture svg").nth(2).waitFor();
      assert.equal(await page.locator("html").getAttribute("data-theme"), colorScheme);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
      await page.getByRole("button", { name: "Play Machi Koro" }).click();
      await page.getByText("Expert: seats, options and seed").click();
      await assertAccessible(page);
      assertNoErrors(page);
      await page.context().close();
    });
  }
}

for (const theme of ["colorblind", "contrast"]) {
  test(`every screen can be read in the theme ${theme}`, async () => {
    const page = await newPage(at);
    await page.addInitScript((name) => localStorage.setItem("tercet.settings", JSON.stringify({ theme: name })), theme);
    await page.goto("/");
    await page.locator(".game-picture svg").nth(2).waitFor();
    assert.equal(await page.locator("html").getAttribute("data-theme"), theme);
    await assertAccessible(page);
    for (const table of [
      { game: "triangle", deal: "stream 51" },
      { game: "set", deal: "stream 52" },
      {
        game: "machi",
        deal: "stream 53",
        seats: [
          { kind: "me", name: "Ana" },
          { kind: "bot", bot: "ev" },
        ],
      },
    ]) {
      await openTable(page, at.server, table);
      await untilAsked(page);
      await assertAccessible(page);
    }
    for (const path of ["/tournaments", "/stats", "/debug/triangle"]) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      await assertAccessible(page);
    }
    assertNoErrors(page);
    await page.context().close();
  });
}

test("a browser without WebSockets is told so", async () => {
  const page = await newPage(at);
  await page.addInitScript(() => Reflect.deleteProperty(window, "WebSocket"));
  for (const path of ["/", "/t/abcdefghijklmnop"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "This browser is too old" }).waitFor();
    await page.getByText("Please use a recent Firefox, Chrome, Edge or Safari: the page needs WebSockets.").waitFor();
  }
  await assertAccessible(page);
  assertNoErrors(page);
  await page.context().close();
});

test("a browser without modules is told so", async () => {
  const page = await newPage(at);
  // What such a browser runs of the page: not the modules, but what is for those who know none.
  await page.route("**/", async (route) => {
    const answer = await route.fetch();
    const shell = (await answer.text()).replace(/<script type="module".*?<\/script>/, "").replace("nomodule ", "");
    await route.fulfill({ response: answer, body: shell });
  });
  await page.goto("/");
  await page.getByText("This page needs a browser that knows ES modules and WebSockets").waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("settings are remembered", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Your name").fill("Ana");
  await page.getByLabel("Colours").selectOption("colorblind");
  await page.getByLabel("Motion").selectOption("none");
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "colorblind");
  assert.equal(await page.locator("html").getAttribute("data-motion"), "none");
  await page.getByRole("button", { name: "Play SET" }).click();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ana");
  assertNoErrors(page);
  await page.context().close();
});

test("a game is set up in the dialog, with options that the server may refuse", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByLabel("Your name").fill("Ana");
  await page.getByText("Expert: seats, options and seed").click();
  await page.getByLabel("Turn limit").fill("0");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Turn limit").fill("50");
  await page.getByLabel("Seed").fill("42");
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByLabel("Seat 3", { exact: true }).selectOption("ev");
  await page.getByRole("button", { name: "Start" }).click();
  await untilAsked(page);
  const view = await look(page);
  assert.equal(view.deal, "stream 42");
  assert.equal(view.options.turn_limit, "50");
  assert.deepEqual(
    view.seats.map((/** @type {any} */ seat) => seat.bot),
    [null, "thoughtful", "ev"],
  );
  await page.goto("/");
  await page.getByRole("heading", { name: "Continue" }).waitFor();
  await page.locator(".tables a").first().click();
  await untilAsked(page);
  assertNoErrors(page, /status of 422/);
  await page.context().close();
});

test("today's puzzle, and the link that gives the same deal", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Today's puzzle" }).last().click();
  await untilAsked(page);
  const view = await look(page);
  assert.match(view.daily, /^\d{4}-\d\d-\d\d$/);
  await page.locator("summary", { hasText: "Menu" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Same deal link").inputValue();
  await page.goto(link);
  await page.getByRole("button", { name: "Start" }).click();
  await untilAsked(page);
  const again = await look(page);
  assert.deepEqual([again.deal, again.position], [view.deal, view.position]);
  assertNoErrors(page);
  await page.context().close();
});

test("the debug mode edits cells and shapes, counts, exports and imports", async () => {
  const page = await newPage(at, { ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/debug/triangle");
  await page.locator(".stage svg").first().waitFor();
  const board = await page.locator(".stage .f-cell").first().boundingBox();
  assert.ok(board);
  await page.mouse.click(board.x + board.width / 2, board.y + board.height * 0.4);
  await page.locator(".stage .f-by-hand").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".stage .f-by-hand").waitFor({ state: "detached" });
  await page.getByLabel("Type a move or an edit").fill("toggle 4 5");
  await page.getByLabel("Type a move or an edit").press("Enter");
  await page.locator(".stage .f-by-hand").waitFor();
  await page.getByLabel("Shapes").fill("5:2 - 3:0");
  await page.getByRole("button", { name: "Set shapes" }).click();
  await page.getByText(/slot 1: \d+, slot 3: \d+/).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("Position copied").waitFor();
  const exported = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(JSON.parse(exported), { cells: [[4, 5]], shapes: "5:2 - 3:0" });
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("A position or a record, as it was exported").fill('{"cells":[[1,4],[1,5]],"shapes":""}');
  await page.getByRole("button", { name: "Take" }).click();
  await page.waitForFunction(
    () => (document.querySelector(".stage .f-by-hand")?.getAttribute("d")?.match(/Z/g) ?? []).length === 2,
  );
  await assertAccessible(page);
  assertNoErrors(page);
  await page.context().close();
});

test("a first page that lies idle asks nothing", async () => {
  const page = await newPage(at, { ...DESKTOP, reducedMotion: "no-preference" });
  const { table, tokens } = await at.server.api("tables", { game: "triangle", options: { grid: "hexagon 1" } });
  await page.goto(`/t/${table}#${tokens[0].token}`);
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  await page.goto("/", { waitUntil: "networkidle" });
  await page.locator(".game-picture svg").nth(2).waitFor();
  await page.getByRole("heading", { name: "Recent games" }).waitFor();
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => asked.push(request.url()));
  // Longer than any picture was ever shown for.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 6000)));
  assert.deepEqual(asked, []);
  assertNoErrors(page);
  await page.context().close();
});

test("recent games stay in the list when a tournament has been played since", async () => {
  const page = await newPage(at);
  const { table, tokens } = await at.server.api("tables", {
    game: "triangle",
    options: { grid: "hexagon 1" },
    seats: [{ kind: "me", name: "ليلى" }],
  });
  await page.goto(`/t/${table}#${tokens[0].token}`);
  await playOn(page, (view) => typeMove(page, view.legal[0][0]));
  const { tournament } = await at.server.api("tournaments", {
    game: "machi",
    format: "round-robin",
    entrants: ["random", "ev"],
    games: 60,
    seed: 1,
  });
  await page.goto(`/tournaments/${tournament}`);
  await page.getByText(/finished\.$/).waitFor({ timeout: 60_000 });
  await page.goto("/");
  await page.getByRole("heading", { name: "Recent games" }).waitFor();
  const own = page.locator(".tables a[href^='/r/']", { hasText: "puzzle" }).first();
  // A name that is written from right to left does not take the points with it.
  assert.match((await own.locator("span").textContent()) ?? "", /^\u2068ليلى\u2069, \d+$/);
  assertNoErrors(page);
  await page.context().close();
});

test("a dialog begins at what it is for, not at the way out", async () => {
  const page = await newPage(at);
  await page.goto("/");
  for (const name of ["Settings", "Play SET", "Play Machi Koro"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("dialog").waitFor();
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    assert.notEqual(focused, "Close", name);
    assert.ok(await page.evaluate(() => document.activeElement?.closest("dialog") !== null), name);
    await assertAccessible(page);
    await page.keyboard.press("Escape");
  }
  assertNoErrors(page);
  await page.context().close();
});

test("a game against a bot begins with one click after the game is chosen", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByRole("radio", { name: "Harbor", exact: true }).check();
  await page.getByRole("button", { name: "Hard Otis" }).click();
  await untilAsked(page);
  const view = await look(page);
  assert.equal(view.options.expansions, "harbor");
  assert.deepEqual(
    view.seats.map((/** @type {any} */ { name, bot }) => [name, bot]),
    [
      ["Guest", null],
      ["Otis", "tuv"],
    ],
  );
  assertNoErrors(page);
  await page.context().close();
});

test("what an address needs comes in one script", async () => {
  const page = await newPage(at);
  const scripts = () =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      return loaded.filter((name) => /\/page\/.*\.js$/.test(name) && !name.endsWith("early.js"));
    });
  await page.goto("/");
  await page.locator(".game-picture svg").nth(2).waitFor();
  assert.match((await scripts()).join(), /^\/page\/~\w+\/join\/app\+home\.js$/);
  for (const game of ["triangle", "set", "machi"]) {
    const seats = game === "machi" ? [{ kind: "me" }, { kind: "bot", bot: "random" }] : [{ kind: "me" }];
    const { table, tokens } = await at.server.api("tables", { game, deal: "stream 7", seats });
    await page.goto(`/t/${table}#${tokens[0].token}`);
    await untilAsked(page);
    assert.match((await scripts()).join(), new RegExp(`^/page/~\\w+/join/app\\+table\\+games/${game}\\.js$`));
  }
  await page.context().close();
});

test("against how many one plays is chosen at the start; opponents have names and faces", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Machi Koro" }).click();
  await page.getByRole("radio", { name: "3", exact: true }).check();
  await page.getByRole("button", { name: /^Medium/ }).click();
  await untilAsked(page);
  const { seats } = await look(page);
  assert.deepEqual(
    seats.map((/** @type {any} */ { name, bot }) => [name, bot]),
    [
      ["Guest", null],
      ["Rosa", "thoughtful"],
      ["Hugo", "thoughtful"],
      ["Ida", "thoughtful"],
    ],
  );
  assertNoErrors(page);
  await page.context().close();
});

test("a lesson leads through a real game, step by step", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("button", { name: "Learn SET" }).click();
  const lesson = page.locator(".lesson");
  await lesson.getByText("1 of 3").waitFor();
  for (const next of ["2 of 3", "3 of 3"]) {
    await untilAsked(page);
    await typeMove(page, await hintOf(page));
    await lesson.getByText(next).waitFor();
  }
  await untilAsked(page);
  await typeMove(page, await hintOf(page));
  await lesson.getByRole("link", { name: "A game of your own" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("sound is off until somebody switches it on, and the switch is remembered", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "set", deal: "stream 7" });
  const button = page.getByRole("button", { name: "Sound" });
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await page.reload();
  assert.equal(await page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
  assertNoErrors(page);
  await page.context().close();
});

test("it can be installed: a manifest, and icons that are there", async () => {
  const page = await newPage(at);
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const { icons } = await (await page.request.get(href ?? "")).json();
  assert.ok(icons.length >= 3);
  for (const { src } of icons) assert.equal((await page.request.get(src)).status(), 200, src);
  await page.context().close();
});

test("the days in a row are counted, and who plays here takes all of it along as a file", async () => {
  const page = await newPage(at);
  await page.addInitScript(() => {
    const day = (/** @type {number} */ ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const days = { [day(1)]: 40, [day(2)]: 50, [day(4)]: 60 };
    localStorage.setItem("tercet.daily", JSON.stringify({ triangle: days }));
  });
  await page.goto("/");
  await page.getByText("2 days in a row").waitFor();
  assert.equal(await page.locator(".calendar .is-played").count(), 3);
  await page.getByRole("button", { name: "Me" }).click();
  await page.getByText(/3 puzzles of the day · the best .* · 2 in a row/).waitFor();
  await assertAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save to a file" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "tercet-me.json");
  assertNoErrors(page);
  await page.context().close();
});

for (const size of ["laptop", "small"]) {
  test(`on a ${size} the calendar tells each day's result; an earlier puzzle is played for fun`, async () => {
    const page = await newPage(at, SIZES[size]);
    await page.addInitScript(() => {
      const day = (/** @type {number} */ ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      localStorage.setItem("tercet.daily", JSON.stringify({ set: { [day(0)]: 75, [day(1)]: 1260, [day(40)]: 61 } }));
    });
    await page.goto("/");
    await page.getByRole("button", { name: "2 days in a row" }).click();
    const today = page.locator(".day.is-today");
    assert.match((await today.getAttribute("aria-label")) ?? "", /^[A-Z][a-z]+ \d+: 1:15$/);
    await page.getByText("2 days in a row · 3 played · best 1:01").waitFor();
    await assertReadable(page);
    await assertApart(page);
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    const cut = await page
      .locator(".day")
      .evaluateAll((days) => days.filter((day) => day.scrollWidth > day.clientWidth + 1).map((day) => day.textContent));
    assert.deepEqual(cut, []);
    assert.ok(await page.getByRole("button", { name: "The month after" }).isDisabled());
    await page.getByRole("button", { name: "The month before" }).click();
    const count = await page.locator(".day").count();
    assert.ok(count >= 28 && count <= 31, `${count} days`);
    await page.locator(".day:not(.is-played)").nth(20).click();
    await untilAsked(page);
    const { daily, options } = await look(page);
    assert.deepEqual([daily, options.variant], [null, "puzzle"]);
    assertNoErrors(page);
    await page.context().close();
  });
}

test("the page of training asks again only while something is being learned", async () => {
  const page = await newPage(at);
  let asked = 0;
  let isOver = false;
  await page.clock.install();
  await page.route("/api/runs", (route) => {
    asked += 1;
    const run = {
      name: "first",
      game: "triangle",
      is_over: isOver,
      games: 5,
      moves: 90,
      cpu_seconds: 3,
      measure: "points",
      curve: [],
      best: null,
      about: "a test",
      seed: 1,
    };
    return route.fulfill({ json: { runs: [run] } });
  });
  await page.goto("/training");
  await page.getByText(/^Not finished: 5 games/).waitFor();
  isOver = true;
  await page.clock.fastForward(6000);
  await page.getByText(/^Done: 5 games/).waitFor();
  assert.equal(asked, 2);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => fetch("/api/catalog").then(() => {}));
  assert.equal(asked, 2, "what is done is asked for no more");
  assertNoErrors(page);
  await page.context().close();
});
