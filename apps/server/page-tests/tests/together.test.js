// Several browsers at one table: friends, spectators, names that are not markup, and a server that dies.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES } from "../src/boxes.js";
import { assertNoErrors, newPage } from "../src/browser.js";
import { look, moving, openTable, playOn, stateOf, typeMove, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

// Nobody's patience is tried for long here.
const at = setup(["--patience", "0"]);

const NAME = "<img src=x onerror=alert(1)>";

test("a friend sits down by link, a spectator looks on, and both see each move", async () => {
  const [ana, ben, eve] = await Promise.all([newPage(at), newPage(at), newPage(at)]);
  const table = await openTable(ana, at.server, {
    game: "machi",
    deal: "stream 41",
    options: { turn_limit: "4" },
    seats: [{ kind: "me", name: NAME }, { kind: "open" }],
  });
  await ben.goto(`/t/${table}`);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.locator(".player", { hasText: "Ben" }).getByText("you").waitFor();
  await eve.goto(`/t/${table}`);
  await eve.getByText("you are watching").waitFor();
  await ana.getByText("1 watching").waitFor();
  for (const page of [ana, ben, eve]) {
    assert.equal(await page.locator(".player strong").first().textContent(), NAME);
    assert.equal(await page.locator(".player img").count(), 0);
    assert.equal(await page.locator(".stage svg img, .stage svg image").count(), 0);
    assert.match((await page.locator("#seat-1").getAttribute("aria-label")) ?? "", /^<img src=x onerror=alert\(1\)>/);
  }
  await untilAsked(ana);
  await moving(ana, () => ana.locator('[data-choice="pass"]').click());
  const state = await stateOf(ana);
  await Promise.all([ben, eve].map((page) => page.locator(`.table[data-state="${state}"]`).waitFor()));
  assert.equal(await eve.locator(".choice").count(), 0);
  assert.equal(await eve.locator(".stage [data-action]").count(), 0);
  for (let nth = 0; nth < 4; nth += 1) {
    const page = nth % 2 ? ana : ben;
    if (!(await untilAsked(page))) break;
    await moving(page, () => page.locator('[data-choice="pass"], .choice').last().click());
  }
  await Promise.all([ana, ben, eve].map((page) => page.getByRole("region", { name: "Result" }).waitFor()));
  await ana.getByRole("button", { name: "Rematch" }).click();
  await ben.getByRole("link", { name: "Go to the rematch" }).click();
  await eve.getByRole("link", { name: "Go to the rematch" }).waitFor();
  await untilAsked(ana);
  await ben.locator(".player", { hasText: "Ben" }).getByText("you").waitFor();
  assert.equal(new URL(ana.url()).pathname, new URL(ben.url()).pathname);
  assert.notEqual(new URL(ana.url()).pathname, `/t/${table}`);
  for (const page of [ana, ben, eve]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("who is away and keeps the others waiting is replaced by a bot, and may come back", async () => {
  const [ana, ben] = await Promise.all([newPage(at), newPage(at)]);
  const table = await openTable(ana, at.server, {
    game: "machi",
    deal: "stream 44",
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await ben.goto(`/t/${table}`);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.locator(".player", { hasText: "Ben" }).getByText("you").waitFor();
  await ana.locator('#seat-2[aria-label^="Ben, "]').waitFor();
  await untilAsked(ana);
  await moving(ana, () => ana.locator('[data-choice="pass"]').click());
  await ben.goto("about:blank");
  const seat = ana.locator(".player", { hasText: "Ben" });
  await seat.getByText("away").waitFor();
  await seat.getByRole("button", { name: "Let a bot play" }).click();
  await seat.getByText(/plays for them/).waitFor();
  await untilAsked(ana);
  // Ben comes back and takes his seat.
  await ben.goto(`/t/${table}`);
  const own = ben.locator(".player", { hasText: "Ben" });
  await own.getByRole("button", { name: "Take back" }).click();
  await ana
    .locator(".player", { hasText: "Ben" })
    .getByText(/plays for them/)
    .waitFor({ state: "detached" });
  for (const page of [ana, ben]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("on a phone, who has to go has a bot play by the menu, and takes the seat back", async () => {
  const [ana, ben] = await Promise.all([newPage(at, SIZES.phone), newPage(at)]);
  const table = await openTable(ana, at.server, {
    game: "machi",
    deal: "stream 44",
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await ben.goto(`/t/${table}`);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down" }).click();
  await untilAsked(ana);
  assert.equal(
    await ana.locator(".players button").count(),
    0,
    "nothing stands beside a name that is tapped by mistake",
  );
  await ana.locator(".menu > summary").tap();
  await ana.getByRole("button", { name: "Let a bot play for me" }).tap();
  await ben
    .locator(".player", { hasText: "Ana" })
    .getByText(/plays for them/)
    .waitFor();
  await ana.getByRole("button", { name: "Take back" }).tap();
  await ben
    .locator(".player", { hasText: "Ana" })
    .getByText(/plays for them/)
    .waitFor({ state: "detached" });
  for (const page of [ana, ben]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("a move for a state that is over is refused, and the table is shown as it is", async () => {
  const page = await newPage(at);
  // News of the other window come late: this one still sees the old state.
  let isHeld = false;
  /** @type {(() => void)[]} */
  const held = [];
  await page.routeWebSocket(/\/ws$/, (own) => {
    const server = own.connectToServer();
    server.onMessage((message) =>
      isHeld && String(message).includes('"moved"') ? held.push(() => own.send(message)) : own.send(message),
    );
  });
  await openTable(page, at.server, { game: "triangle", deal: "stream 42" });
  await untilAsked(page);
  const { legal, state } = await look(page);
  isHeld = true;
  await actElsewhere(page, state, legal[0][0]);
  await typeMove(page, legal[0][1]);
  await page.getByText("The game has moved on; have another look").waitFor();
  isHeld = false;
  for (const send of held) send();
  await page.locator(`.table.is-drawn[data-state="${state + 1}"]`).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

/**
 * Acts in another window of the same person.
 * @param {import("playwright-core").Page} page
 * @param {number} state
 * @param {string} action
 */
async function actElsewhere(page, state, action) {
  await page.evaluate(async ([action, state]) => {
    const table = location.pathname.split("/")[2];
    const tables = JSON.parse(localStorage.getItem("tercet.tables") ?? "[]");
    const kept = tables.find((/** @type {any} */ each) => each.table === table);
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${kept.tokens[0].token}` };
    await fetch(`/api/tables/${table}/act`, { method: "POST", headers, body: JSON.stringify({ state, action }) });
  }, /** @type {const} */ ([action, state]));
}

test("the server is killed and started again: the page comes back, and no move is lost", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 43" });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]), 3);
  const before = await look(page);
  await at.server.kill();
  await page.getByText("The connection is lost").waitFor();
  await at.server.begin();
  await page.getByText("The connection is lost").waitFor({ state: "hidden" });
  const after = await look(page);
  assert.deepEqual([after.state, after.at, after.position], [before.state, before.at, before.position]);
  await playOn(page, (view) => typeMove(page, view.legal[0][0]), 1);
  assert.equal((await look(page)).state, before.state + 1);
  // The browser itself reports the connections that failed in between; nothing else may be wrong.
  assertNoErrors(page, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection/);
  await page.context().close();
});

test("a short restart is not noticed: no banner, no message, and what was asked meanwhile is done", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 44" });
  await playOn(page, (view) => typeMove(page, view.legal[0][0]), 2);
  const before = await look(page);
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(".toast, .banner:not([hidden])"))
        seen.push(element.textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await moving(page, async () => {
    await at.server.kill("SIGTERM");
    await typeMove(page, before.legal[0][0]);
    await at.server.begin();
  });
  assert.equal(await stateOf(page), before.state + 1);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).seen), []);
  assertNoErrors(page, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection/);
  await page.context().close();
});

test("names in any script are written as text", async () => {
  const page = await newPage(at);
  for (const name of ["花子", "ليلى", "🦊 Fox"]) {
    const { table } = await at.server.api("tables", {
      game: "machi",
      deal: "stream 43",
      seats: [
        { kind: "me", name },
        { kind: "bot", bot: "ev" },
      ],
    });
    // Who looks on reads the name; a player is called «You».
    await page.goto(`/t/${table}`);
    const words = page.locator("#seat-1 bdi");
    assert.equal((await words.textContent())?.replace(/[\u2068\u2069]/g, ""), name);
    const box = await words.boundingBox();
    const plate = await page.locator("#city-1").boundingBox();
    assert.ok(box && plate && box.x >= plate.x && box.width > 0 && box.width < 160, name);
  }
  assertNoErrors(page);
  await page.context().close();
});

test("a room: nobody sees the board before everybody is ready; then it begins after a countdown", async () => {
  const [ana, ben] = await Promise.all([newPage(at), newPage(at)]);
  const table = await at.server.api("tables", {
    game: "set",
    waits: true,
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await ana.goto(`/t/${table.table}#${table.tokens[0].token}`);
  await ana.getByRole("region", { name: "Waiting room" }).waitFor();
  assert.match(await ana.getByLabel("Link of this table").inputValue(), new RegExp(`/t/${table.table}$`));
  assert.equal((await fetch(`${at.server.address}/t/${table.table}/0.svg`)).status >= 400, true);
  await ben.goto(`/t/${table.table}`);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.getByRole("button", { name: "I am ready" }).click();
  await ana.locator(".room-seats .is-ready", { hasText: "Ben" }).waitFor();
  assert.equal(await ana.locator(".stage svg").count(), 0);
  await ana.getByRole("button", { name: "I am ready" }).click();
  await ben.locator(".room-words.is-counting").waitFor();
  for (const page of [ana, ben]) await untilAsked(page);
  assert.equal(await ana.locator(".stage [id^=card-]").count(), 12);
  await ana.getByLabel("Say something").fill("<b>good luck</b>");
  await ana.getByRole("button", { name: "Say it" }).click();
  await ben.locator(".chat-lines").getByText("<b>good luck</b>").waitFor();
  assert.equal(await ben.locator(".chat-lines b").count(), 0);
  // Who is quicker than the server takes it is not refused: what is said waits its turn.
  for (const sign of [0, 1]) await ana.locator(".sign-button").nth(sign).click();
  await ben.locator(".chat-lines .emote").nth(1).waitFor();
  assert.equal(await ana.locator(".toast.bad").count(), 0);
  for (const page of [ana, ben]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("in a race nobody who is away keeps the others from new cards", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, {
    game: "set",
    deal: "stream 26",
    options: { deal_rule: "free" },
    seats: [{ kind: "me", name: "Ana" }, { kind: "open" }],
  });
  await untilAsked(page);
  assert.equal(await page.locator(".stage [id^=card-]").count(), 12);
  await page.getByRole("button", { name: "No Set? Ask for three more" }).click();
  await page.getByLabel("Time left").waitFor();
  await page.locator("#card-15").waitFor();
  assertNoErrors(page);
  await page.context().close();
});
