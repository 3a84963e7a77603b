// The puzzle by mouse, by keys and by touch, each to the end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage, PHONE } from "../src/browser.js";
import { look, moving, openTable, playOn, stateOf, typeMove, untilAsked, untilChanged } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();

/** Small, so that a game ends after some moves. */
const SMALL = { game: "triangle", deal: "stream 11", options: { grid: "hexagon 2" } };

/** The shape that is picked up, where it would lie and may. */
const LAID = ".stage .ghost:not(.floating-shape, .is-illegal)[visibility=visible] > path";

/**
 * Where the ghost lies on the screen. It is looked for and measured in one go: a drag brings a new picture at any moment.
 * @param {import("playwright-core").Page} page
 */
async function ghostPlace(page) {
  const place = await page.waitForFunction((laid) => {
    const box = document.querySelector(laid)?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, LAID);
  return /** @type {{ x: number, y: number }} */ (await place.jsonValue());
}

/** @param {any} view */
function firstLegal(view) {
  return view.legal[0][0];
}

test("a game by clicks of the mouse", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, SMALL);
  await assertAccessible(page);
  await playOn(page, async (view) => {
    await page.locator(`#slot-${firstLegal(view).split(" ")[1]}`).click();
    await page.locator(LAID).first().waitFor();
    const { x, y } = await ghostPlace(page);
    await page.mouse.click(x, y);
  });
  await page.getByRole("heading", { name: /points$/ }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a game by keys alone", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...SMALL, deal: "stream 12" });
  await playOn(page, async (view) => {
    await page.keyboard.press(firstLegal(view).split(" ")[1]);
    await page.locator(LAID).first().waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
  });
  await page.getByRole("button", { name: "Play again" }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a game by touch on a phone", async () => {
  const page = await newPage(at, PHONE);
  await openTable(page, at.server, { ...SMALL, deal: "stream 13" });
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  await playOn(page, async (view) => {
    await page.locator(`#slot-${firstLegal(view).split(" ")[1]}`).tap();
    await page.locator(LAID).first().waitFor();
    const { x, y } = await ghostPlace(page);
    await page.touchscreen.tap(x, y);
  });
  await page.getByRole("heading", { name: /points$/ }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("a shape is dragged to its place; undo takes it back; a hint points", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 14" });
  await untilAsked(page);
  const slot = await page.locator("#slot-1").boundingBox();
  const board = await page.locator(".stage").boundingBox();
  assert.ok(slot && board);
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  await page.mouse.move(slot.x + slot.width / 2, slot.y - 40, { steps: 4 });
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2, { steps: 6 });
  await page.locator(LAID).first().waitFor();
  await moving(page, () => page.mouse.up());
  assert.equal((await look(page)).at > 3, true);
  await moving(page, () => page.getByRole("button", { name: "Undo" }).click());
  const view = await look(page);
  assert.equal(view.at, 3);
  assert.equal(view.assisted, true);
  await page.getByText("With help", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".stage .s-hint").first().waitFor();
  const said = (await page.locator("#toasts").textContent()) ?? "";
  assert.match(said, /^Try the (first|second|third) shape on the marked place$/);
  assertNoErrors(page);
  await page.context().close();
});

test("a shape is dragged by touch, above the finger, and a drag to nowhere lays it back", async () => {
  const page = await newPage(at, PHONE);
  await openTable(page, at.server, { game: "triangle", deal: "stream 16" });
  await untilAsked(page);
  const state = await stateOf(page);
  const finger = await Finger.of(page);
  const slot = await page.locator("#slot-1").boundingBox();
  const board = await page.locator(".stage svg").boundingBox();
  assert.ok(slot && board);
  const from = { x: slot.x + slot.width / 2, y: slot.y + slot.height / 2 };
  const middle = { x: board.x + board.width / 2, y: board.y + board.width * 0.35 };
  await finger.down(from);
  await finger.move(from, middle);
  await page.locator(LAID).first().waitFor();
  await page.waitForFunction(([laid, finger]) => {
    const box = document.querySelector(laid)?.getBoundingClientRect();
    return box && box.y + box.height / 2 < finger - 20;
  }, /** @type {const} */ ([LAID, middle.y]));
  // To below the picture, where no cell is near: nothing is placed.
  await finger.move(middle, { x: middle.x, y: board.y + board.height + 120 });
  await page.locator(LAID).first().waitFor({ state: "detached" });
  await finger.up();
  await page.locator(".stage.is-dragging").waitFor({ state: "detached" });
  assert.equal(await stateOf(page), state);
  await finger.down(from);
  await finger.move(from, middle);
  await page.locator(LAID).first().waitFor();
  await moving(page, () => finger.up());
  assert.equal(await stateOf(page), state + 1);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page stayed where it was");
  assertNoErrors(page);
  await page.context().close();
});

/** A finger on the screen: playwright's own can only tap. */
class Finger {
  /** @param {import("playwright-core").CDPSession} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {import("playwright-core").Page} page */
  static async of(page) {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** @param {{ x: number, y: number }} point */
  async down(point) {
    await this.#touch("touchStart", [point]);
  }

  /**
   * @param {{ x: number, y: number }} from
   * @param {{ x: number, y: number }} to
   */
  async move(from, to) {
    for (let step = 1; step <= 8; step += 1)
      await this.#touch("touchMove", [
        { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
      ]);
  }

  async up() {
    await this.#touch("touchEnd", []);
  }

  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {{ x: number, y: number }[]} touchPoints
   */
  async #touch(type, touchPoints) {
    await this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

test("best scores are shown by name, and those of this browser", async () => {
  const play = async (/** @type {string} */ name) => {
    const page = await newPage(at);
    await openTable(page, at.server, { game: "triangle", options: SMALL.options, seats: [{ kind: "me", name }] });
    await playOn(page, (view) => typeMove(page, firstLegal(view)));
    await page.getByRole("heading", { name: /points$/ }).waitFor();
    return page;
  };
  const ana = await play("Ana");
  const { scores } = await look(ana);
  await ana.getByText(`Your best: ${scores[0]} · Best here: ${scores[0]} by Ana`, { exact: true }).waitFor();
  const ben = await newPage(at);
  await openTable(ben, at.server, { game: "triangle", options: SMALL.options });
  await ben.getByText(`Best here: ${scores[0]} by Ana`, { exact: true }).waitFor();
  for (const page of [ana, ben]) {
    assertNoErrors(page);
    await page.context().close();
  }
});

test("an illegal place is shown as one, and refused with the reason", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 15" });
  await untilAsked(page);
  const state = await stateOf(page);
  await typeMove(page, "place 1 1 1");
  await page.locator(".toast.bad").waitFor();
  assert.equal(await stateOf(page), state);
  await typeMove(page, (await look(page)).legal[0][0]);
  await untilChanged(page, state);
  assertNoErrors(page);
  await page.context().close();
});

test("a picked shape moves without asking the server, and is red where it can't go", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...SMALL, deal: "stream 16" });
  const view = await look(page);
  await page.locator(`#slot-${firstLegal(view).split(" ")[1]}`).click();
  const { x, y } = await ghostPlace(page);
  let requests = 0;
  page.on("request", () => (requests += 1));
  const slot = await page.locator(`#slot-${firstLegal(view).split(" ")[1]}`).boundingBox();
  assert.ok(slot);
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  for (let nth = 0; nth <= 20; nth += 1) await page.mouse.move(x + 3 * nth, y + 2 * nth);
  await page.mouse.move(x, y);
  const floating = page.locator(".floating-shape[visibility=visible]");
  await floating.waitFor();
  await page.mouse.move(2, 200);
  await page.locator(".floating-shape.is-illegal[visibility=visible]").waitFor();
  const paint = await page.locator(".floating-shape > path").evaluate((path) => getComputedStyle(path).fill);
  const red = await page.evaluate(() => {
    const probe = document.createElement("i");
    probe.style.color = "var(--tercet-illegal)";
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  assert.equal(paint, red);
  assert.equal(requests, 0, "the server was asked while the shape moved");
  await page.mouse.up();
  assertNoErrors(page);
  await page.context().close();
});

test("a quick drag is no slower where the server is far away", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 14" });
  await untilAsked(page);
  // Pictures take longer than the whole drag: nothing of it may wait for one.
  await page.route("**/*.svg*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  const state = await stateOf(page);
  const slot = await page.locator("#slot-1").boundingBox();
  const board = await page.locator(".stage svg").boundingBox();
  assert.ok(slot && board);
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  await page.mouse.move(slot.x + slot.width / 2, slot.y - 40);
  await page.mouse.move(board.x + board.width / 2, board.y + board.height * 0.4);
  await page.mouse.up();
  await page.locator(".stage .ghost.is-placed").waitFor();
  await untilChanged(page, state);
  assert.equal(await stateOf(page), state + 1);
  assertNoErrors(page);
  await page.context().close();
});

test("what would be cleared lights up before the shape is let go", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { ...SMALL, deal: "stream 11" });
  for (let nth = 0; nth < 60 && (await untilAsked(page)); nth += 1) {
    const marks = page.locator(".stage .would-clear");
    const { legal } = await look(page);
    for (const slot of new Set(legal[0].map((/** @type {string} */ action) => action.split(" ")[1]))) {
      await page.keyboard.press(/** @type {string} */ (slot));
      if ((await marks.count()) > 0) {
        const before = (await look(page)).position;
        await moving(page, () => page.keyboard.press("Enter"));
        assert.match((await page.locator(".log").textContent()) ?? "", /cleared/i, before);
        assertNoErrors(page);
        await page.context().close();
        return;
      }
      await page.keyboard.press("Escape");
    }
    await moving(page, () => typeMove(page, legal[0][0]));
    await page.keyboard.press("Escape");
  }
  assert.fail("no placement of this game completes a line");
});

test("a shape that is being dragged stays in the hand while the table answers", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 7" });
  await untilAsked(page);
  const board = await page.locator(".stage svg").first().boundingBox();
  const box = await page.locator("#slot-2").boundingBox();
  assert.ok(board && box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(board.x + board.width * 0.5, board.y + board.height * 0.5, { steps: 3 });
  // Another of the own pages plays meanwhile, and the picture is another one.
  const { legal, state } = await look(page);
  const first = legal[0].find((/** @type {string} */ action) => action.startsWith("place 1 "));
  await moving(page, () =>
    page.evaluate(async ([action, state]) => {
      const [kept] = JSON.parse(localStorage.getItem("tercet.tables") ?? "[]");
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${kept.tokens[0].token}` };
      const body = JSON.stringify({ action, state });
      await fetch(`/api/tables/${kept.table}/act`, { method: "POST", headers, body });
    }, /** @type {const} */ ([first, state])),
  );
  await page.mouse.move(board.x + board.width * 0.58, board.y + board.height * 0.6, { steps: 3 });
  await page.mouse.up();
  await page.locator("#slot-2:not([data-part])").waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test("shapes that are dragged faster than the line answers all lie where they were laid", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 7" });
  await untilAsked(page);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const slow = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send("Network.emulateNetworkConditions", slow);
  const board = await page.locator(".stage svg").first().boundingBox();
  assert.ok(board);
  for (const slot of [1, 2]) {
    const box = await page.locator(`#slot-${slot}`).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    const x = board.x + board.width * (slot === 1 ? 0.42 : 0.58);
    await page.mouse.move(x, board.y + board.height * 0.3, { steps: 3 });
    await page.mouse.up();
  }
  await page.locator("#slot-2:not([data-part])").waitFor();
  const { position } = await look(page);
  assert.ok(position, "both were taken");
  assert.equal(await page.locator("#slot-1[data-part], #slot-2[data-part]").count(), 0);
  assertNoErrors(page);
  await page.context().close();
});

test("the log shows each shape that was placed, and tells it to who hears", async () => {
  const page = await newPage(at);
  await openTable(page, at.server, { game: "triangle", deal: "stream 7" });
  for (let nth = 1; nth <= 3; nth += 1) {
    const { legal, position } = await look(page);
    const name = await page.locator(".stage [id^=slot-][data-part]").first().getAttribute("aria-label");
    assert.match(name ?? "", /^shape \d of 3: (1 triangle|\d triangles)$/, "it is named without notation");
    const state = await stateOf(page);
    await typeMove(page, legal[0][0]);
    await untilChanged(page, state);
    const shapes = page.locator(".log .mini-shape");
    assert.equal(await shapes.count(), nth, position);
    // As many triangles as the words tell.
    const drawn = ((await shapes.last().locator("path").getAttribute("d")) ?? "").split("Z").length - 1;
    const words = (await page.locator(".log .event .visually-hidden").last().textContent()) ?? "";
    assert.equal(words, drawn === 1 ? "Placed a triangle" : `Placed ${drawn} triangles`);
    const box = await shapes.last().boundingBox();
    assert.ok(box && box.height >= 10 && box.height <= 60, JSON.stringify(box));
  }
  assertNoErrors(page);
  await page.context().close();
});
