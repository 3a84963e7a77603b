// How long it takes from a click until something changes, at a real table: node src/latency.js. It prints percentiles, and how
// many requests there were while nothing was played.

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
function tell(what, times) {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
  console.log(`${what}: ${times.length} clicks, p50 ${half} ms, p95 ${most} ms`);
}

const server = await Server.start();
const browser = await launch();
try {
  const page = await newPage({ server, browser }, { ...SIZES.laptop, reducedMotion: "no-preference" });
  await openTable(page, server, { game: "set", deal: "stream 3", options: { refill: "in_place" }, seats: [ANA] });
  const picks = [];
  const claims = [];
  while (claims.length < CLICKS / 2 && (await untilAsked(page))) {
    const [kind, ...cards] = (await hintOf(page)).split(" ");
    if (kind !== "claim") break;
    for (const nth of cards.slice(0, 2)) picks.push(await clickToChange(page, `#card-${nth}`, `#card-${nth}`));
    claims.push(await clickToChange(page, `#card-${cards[2]}`, ".log"));
  }
  tell("SET, picking a card", picks);
  tell("SET, taking a Set", claims);

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
  tell("Machi Koro, a choice", builds);

  await openTable(page, server, { game: "triangle", deal: "stream 7" });
  const places = [];
  while (places.length < CLICKS && (await untilAsked(page))) {
    const action = await hintOf(page);
    await page.keyboard.press("/");
    const box = page.getByLabel("Type a move");
    await box.fill(action);
    places.push(await clickToChange(page, ".command button", ".score"));
  }
  tell("the puzzle, a placement", places);
} finally {
  await browser.close();
  await server.stop();
}
