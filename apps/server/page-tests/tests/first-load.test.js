// What the page costs on the line: the first visit, the next one, and a page that lies idle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, newPage } from "../src/browser.js";
import { setup } from "../src/setup.js";

const at = setup();

/**
 * Counts what goes over the line. A request that the browser answers from its own cache is none.
 * @param {import("playwright-core").Page} page
 */
async function meter(page) {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const count = { requests: 0, bytes: 0 };
  line.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) count.requests += 1;
    count.bytes += encodedDataLength;
  });
  return { line, count };
}

test("the first visit is small, the second asks for what may have changed, an idle page for nothing", async () => {
  const page = await newPage(at);
  const { count } = await meter(page);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.locator(".game-picture svg").nth(2).waitFor();
  assert.ok(count.bytes > 0 && count.bytes <= 80 * 1024, `${count.bytes} bytes`);
  assert.ok(count.requests <= 14, `${count.requests} requests`);
  assert.equal(await page.evaluate(() => document.fonts.check("16px Figtree")), true);
  Object.assign(count, { requests: 0, bytes: 0 });
  await page.goto("about:blank");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.locator(".game-picture svg").nth(2).waitFor();
  assert.ok(count.requests <= 5, `${count.requests} requests of who was here before`);
  count.requests = 0;
  // A second is long enough for anything that asks again and again.
  await page.waitForTimeout(1000);
  assert.equal(count.requests, 0);
  assertNoErrors(page);
  await page.context().close();
});

test("on a slow line the first page can be used after what fits through it", async () => {
  const page = await newPage(at);
  const { line, count } = await meter(page);
  // Lighthouse's slow 3G: 400 kbit/s, 400 ms until an answer begins.
  const throughput = (400 * 1000) / 8;
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Play SET" }).waitFor();
  const shown = await page.evaluate(() => performance.now());
  // Machines under test are slow in other ways: what must go over the line first is what counts, and it is two rounds.
  assert.ok(count.bytes < 60_000, `${count.bytes} bytes before it could be used`);
  assert.ok(shown < 2500 || process.env.CI, `${shown} ms`);
  await page.context().close();
});

test("each file of a version is kept for good; another version's name brings what there is now", async () => {
  const html = await (await fetch(`${at.server.address}/`)).text();
  const [, version] = /"\/page\/~([0-9a-f]{16})\/join\/app\+home\.js"/.exec(html) ?? [];
  assert.ok(version);
  const fixed = await fetch(`${at.server.address}/page/~${version}/join/app+home.js`);
  assert.match(fixed.headers.get("cache-control") ?? "", /immutable/);
  const other = await fetch(`${at.server.address}/page/~0000000000000000/join/app+home.js`);
  assert.deepEqual([other.status, other.headers.get("cache-control")], [200, "no-cache"]);
  assert.equal(await other.text(), await fixed.text());
  assert.equal((await fetch(`${at.server.address}/page/join/nothing.js`)).status, 404);
});
