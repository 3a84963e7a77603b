// What the page costs: node src/latency.js [loads]. How long the first page takes until it can be used, over a slow line too, and
// what goes over the line then, later and while nothing is done; then, at real tables, how long it takes from a click until something
// changes, in percentiles, and how many requests picking and dragging make.

import { SIZES } from "./boxes.js";
import { launch, newPage } from "./browser.js";
import { hintOf, openTable, untilAsked } from "./play.js";
import { Server } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const CLICKS = 40;
const ANA = { kind: "me", name: "Ana" };

/**
 * Clicks, and waits for the first frame after something has changed within an element.
 * @param {Page} page
 * @param {string} target What is clicked.
 * @param {string} watched What changes.
 */
function clickToChange(page, target, watched) {
  return page.evaluate(
    ([target, watched]) =>
      new Promise((resolve, reject) => {
        const box = document.querySelector(watched);
        const clicked = document.querySelector(target);
        if (!box || !clicked) return reject(new Error(`${target} or ${watched} is not there`));
        let began = 0;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - began));
        });
        observer.observe(box, { childList: true, subtree: true, attributes: true, characterData: true });
        began = performance.now();
        clicked.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
      }),
    /** @type {const} */ ([target, watched]),
  );
}

/** @param {number[]} times @param {number} share */
function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** @param {string} what @param {number[]} times */
function report(what, times) {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
  console.log(`${what}: ${times.length} clicks, p50 ${half} ms, p95 ${most} ms`);
}

/** Lighthouse's slow 3G. */
const SLOW_3G = { latency: 400, downloadThroughput: (400 * 1000) / 8, uploadThroughput: (400 * 1000) / 8 };
/** How long nothing is done, in milliseconds. */
const IDLE = 60_000;

/**
 * Counts what goes over the line from now on; what the browser has in its cache does not.
 * @param {Page} page
 * @param {typeof SLOW_3G} [line]
 */
async function metered(page, line) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  if (line) await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
  const count = { requests: 0, bytes: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) count.requests += 1;
    count.bytes += encodedDataLength;
  });
  return count;
}

/** When a game can be begun, in milliseconds since the address was opened. @param {Page} page */
async function untilUsable(page) {
  await page.goto("/", { waitUntil: "commit" });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector('button[aria-label="Play SET"]')
            ? requestAnimationFrame(() => resolve(performance.now()))
            : setTimeout(look, 2);
        look();
      }),
  );
}

/** Loads the first page again and again, each time as somebody who was never here. */
async function reportLoads() {
  for (const [name, line] of /** @type {const} */ ([
    ["here", undefined],
    ["over slow 3G", SLOW_3G],
  ])) {
    const times = [];
    for (let nth = 0; nth < LOADS; nth += 1) {
      const page = await newPage({ server, browser }, SIZES.laptop);
      const count = await metered(page, line);
      times.push(await untilUsable(page));
      await page.waitForLoadState("networkidle");
      await page.locator(".game-picture svg").nth(2).waitFor();
      if (nth === 0) {
        console.log(`first visit ${name}: ${count.requests} requests, ${(count.bytes / 1024).toFixed(1)} KiB`);
        Object.assign(count, { requests: 0, bytes: 0 });
        await page.goto("about:blank");
        await page.goto("/", { waitUntil: "networkidle" });
        await page.locator(".game-picture svg").nth(2).waitFor();
        console.log(`second visit ${name}: ${count.requests} requests, ${(count.bytes / 1024).toFixed(1)} KiB`);
      }
      await page.context().close();
    }
    const [half, most] = [percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0));
    console.log(`usable ${name}: ${times.length} first visits, p50 ${half} ms, slowest ${most} ms`);
  }
}

/** The first page, and a table at which it is nobody's turn but one's own, while nothing is done. */
async function reportIdle() {
  const pages = await Promise.all([1, 2].map(() => newPage({ server, browser }, SIZES.laptop)));
  await pages[0].goto("/", { waitUntil: "networkidle" });
  await openTable(pages[1], server, { game: "triangle", deal: "stream 7" });
  await pages[1].waitForLoadState("networkidle");
  const counts = await Promise.all(pages.map((page) => metered(page)));
  await pages[0].waitForTimeout(IDLE);
  console.log(`idle for a minute: ${counts[0].requests} requests of the first page, ${counts[1].requests} of a table`);
  for (const page of pages) await page.context().close();
}

/**
 * How many requests the page makes while something is done.
 * @param {Page} page
 * @param {() => Promise<unknown>} work
 */
async function requestsOf(page, work) {
  let count = 0;
  const heard = () => (count += 1);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.webSocketFrameSent", heard);
  page.on("request", heard);
  await work();
  page.off("request", heard);
  await session.detach();
  return count;
}

const LOADS = Number(process.argv[2] ?? 10);
const server = await Server.start();
const browser = await launch();
try {
  if (LOADS > 0) {
    await reportLoads();
    await reportIdle();
  }
  const page = await newPage({ server, browser }, { ...SIZES.laptop, reducedMotion: "no-preference" });
  await openTable(page, server, { game: "set", deal: "stream 3", options: { refill: "in_place" }, seats: [ANA] });
  /** @type {number[]} */
  const picks = [];
  const claims = [];
  let asked = 0;
  while (claims.length < CLICKS / 2 && (await untilAsked(page))) {
    const [kind, ...cards] = (await hintOf(page)).split(" ");
    if (kind !== "claim") break;
    asked += await requestsOf(page, async () => {
      for (const nth of cards.slice(0, 2)) picks.push(await clickToChange(page, `#card-${nth}`, `#card-${nth}`));
    });
    claims.push(await clickToChange(page, `#card-${cards[2]}`, ".log"));
  }
  report("SET, picking a card", picks);
  console.log(`SET, picking ${picks.length} cards: ${asked} requests`);
  report("SET, taking a Set", claims);

  const bot = { kind: "bot", bot: "random" };
  const options = { starting_coins: "99" };
  await openTable(page, server, { game: "machi", deal: "stream 3", options, seats: [ANA, bot], pace_ms: 0 });
  const builds = [];
  while (builds.length < CLICKS) {
    await page.locator(".choice").first().waitFor();
    const choice = await page.locator(".choice").last().getAttribute("data-choice");
    const target = `[data-choice="${choice}"]`;
    builds.push(await clickToChange(page, target, ".play"));
    await page.locator(".play:has(.choice)").waitFor();
  }
  report("Machi Koro, a choice", builds);

  await openTable(page, server, { game: "triangle", deal: "stream 7" });
  const places = [];
  while (places.length < CLICKS && (await untilAsked(page))) {
    const action = await hintOf(page);
    await page.keyboard.press("/");
    const box = page.getByLabel("Type a move");
    await box.fill(action);
    places.push(await clickToChange(page, ".command button", ".score"));
  }
  report("the puzzle, a placement", places);

  await openTable(page, server, { game: "triangle", deal: "stream 8" });
  await untilAsked(page);
  const drags = await requestsOf(page, async () => {
    for (const slot of [1, 2, 3]) {
      const from = await page.locator(`#slot-${slot}`).boundingBox();
      const board = await page.locator(".stage svg").boundingBox();
      if (!from || !board) throw new Error("there is no shape to drag");
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(board.x + board.width / 2, board.y + board.height / 3, { steps: 20 });
      await page.locator(".ghost").first().waitFor({ state: "attached" });
      await page.mouse.move(4, 4, { steps: 5 });
      await page.mouse.up();
    }
  });
  console.log(`the puzzle, dragging three shapes over the board and back: ${drags} requests`);
} finally {
  await browser.close();
  await server.stop();
}
