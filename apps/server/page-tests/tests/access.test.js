// A server that wants its token: the link opens it, nothing else does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, newPage } from "../src/browser.js";
import { untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup(["--token", "open sesame"]);

test("without the link the page says what is wanted", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("heading", { name: "This server wants its token" }).waitFor();
  await page.getByText("Open the link that the server printed when it was started.").waitFor();
  await assertAccessible(page);
  assertNoErrors(page, /status of 401/);
  await page.context().close();
});

test("a wrong token opens nothing", async () => {
  const page = await newPage(at);
  await page.goto("/#access=open%20says%20me");
  await page.getByRole("heading", { name: "This server wants its token" }).waitFor();
  assertNoErrors(page, /status of 401/);
  await page.context().close();
});

test("the printed link opens the page, the token leaves the address, and the browser stays let in", async () => {
  const page = await newPage(at);
  assert.equal(at.server.link, `${at.server.address}/#access=open%20sesame`);
  await page.goto(at.server.link);
  await page.locator(".game-picture svg").nth(2).waitFor();
  assert.equal(page.url(), `${at.server.address}/`);
  await page.reload();
  await page.getByRole("button", { name: "Today's puzzle" }).last().click();
  await untilAsked(page);
  const cookies = await page.context().cookies();
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
    [{ name: "tercet_access", httpOnly: true, sameSite: "Strict" }],
  );
  assertNoErrors(page);
  await page.context().close();
});
