// A server that wants its token: the link opens it, nothing else does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertNoErrors, newPage } from "../src/browser.js";
import { untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup(["--token", "open sesame, please", "--owner-token", "mine, and nobody else's"]);

test("without the link the page says what is wanted", async () => {
  const page = await newPage(at);
  await page.goto("/");
  await page.getByRole("heading", { name: "This server wants its token" }).waitFor();
  await page.getByText("Open the link that you were given, or enter the token.").waitFor();
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

test("a link with the token opens the page, the token leaves the address, and the browser stays let in", async () => {
  const page = await newPage(at);
  assert.equal(at.server.link, `${at.server.address}/`, "what goes into a log has no token");
  await page.goto("/#access=open%20sesame%2C%20please");
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

test("the token opens the page when it is typed, and what is the owner's is asked for", async () => {
  const page = await newPage(at);
  await page.goto("/tournaments");
  await page.getByLabel("Token").fill("open says me, too");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("alert").getByText("This server wants its token").waitFor();
  await page.getByLabel("Token").fill("open sesame, please");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "Only the owner may do that" }).waitFor();
  await assertAccessible(page);
  await page.getByLabel("The owner's token").fill("open sesame, please");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByText("That was not the owner's token.").waitFor();
  await page.getByLabel("The owner's token").fill("mine, and nobody else's");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("heading", { name: /^Tournament \d+$/ }).waitFor();
  assertNoErrors(page, /status of 40[13]/);
  await page.context().close();
});
