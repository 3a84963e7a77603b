// A real browser, and pages that remember every error and every request to elsewhere.

import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/**
 * A page of its own browser profile.
 * @param {{ server: import("./server.js").Server, browser: import("playwright-core").Browser }} at
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function newPage({ server, browser }, options = DESKTOP) {
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const watched = /** @type {WatchedPage} */ (page);
  watched.errors = [];
  page.on("console", (message) => message.type() === "error" && watched.errors.push(message.text()));
  page.on("pageerror", (error) => watched.errors.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.host !== new URL(server.address).host)
      watched.errors.push(`a request to ${url.host}`);
  });
  return watched;
}

/** @typedef {Page & { errors: string[] }} WatchedPage */

/**
 * @param {WatchedPage} page
 * @param {RegExp} [expected] What the browser itself reports of something that the test wanted to go wrong.
 */
export function assertNoErrors(page, expected) {
  assert.deepEqual(
    page.errors.filter((error) => !expected?.test(error)),
    [],
  );
}

/**
 * No problem of accessibility that axe calls serious or critical.
 * @param {Page} page
 */
export async function assertAccessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    bad.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`)
          .join(" | ")}`,
    ),
    [],
  );
}

/** Nothing is wider than the screen. @param {Page} page */
export async function assertNoSidewaysScroll(page) {
  const [wide, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(wide <= screen, `the page is ${wide} pixels wide on a screen of ${screen}`);
}
