// A game that has no picture and no module of its own: `OWN_GAME` is its name, and `TERCET` a program that has it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertReadable, SIZES } from "../src/boxes.js";
import { assertAccessible, assertNoErrors, assertNoSidewaysScroll, newPage } from "../src/browser.js";
import { hintOf, look, moving, openTable, untilAsked } from "../src/play.js";
import { setup } from "../src/setup.js";

const at = setup();
const game = process.env.OWN_GAME ?? "";
const SEATS = [
  { kind: "me", name: "Ana" },
  { kind: "bot", bot: "random", name: "Rosa" },
];

const THEMES = { desktop: "light", laptop: "dark", phone: "colorblind", small: "contrast" };
for (const [size, screen] of Object.entries(SIZES)) {
  const theme = THEMES[/** @type {keyof typeof THEMES} */ (size)];
  test(`it is played to its end on a ${size}, ${theme}, and every picture passes axe`, async () => {
    const page = await newPage(at, screen);
    await page.addInitScript((theme) => {
      localStorage.setItem("tercet.settings", JSON.stringify({ theme, name: "Ana" }));
    }, theme);
    await openTable(page, at.server, { game, deal: "stream 7", seats: SEATS });
    for (let move = 0; await untilAsked(page); move++) {
      if (move < 2) {
        await assertAccessible(page);
        await assertReadable(page);
        await assertNoSidewaysScroll(page);
      }
      const { legal } = await look(page);
      const action = legal["0"][move % legal["0"].length];
      await moving(page, () => page.locator(`[data-choice="${action}"]`).click());
    }
    await assertAccessible(page);
    const end = await look(page);
    assert.notEqual(end.over, null);
    assertNoErrors(page);
    await page.context().close();
  });
}

test("it stands on the first page, and a hint is one of the choices", async () => {
  const page = await newPage(at);
  const { games } = await at.server.api("catalog");
  const { title } = games.find((/** @type {any} */ each) => each.id === game);
  await page.goto("/");
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await assertAccessible(page);
  await openTable(page, at.server, { game, deal: "stream 7", seats: SEATS });
  await untilAsked(page);
  const choice = page.locator(`[data-choice="${await hintOf(page)}"]`);
  await moving(page, () => choice.click());
  assertNoErrors(page);
  await page.context().close();
});
