// The states that are looked at, game by game: each scene brings a screen to them as a person would, and has them taken.

import { FIRST_ROLL, hintOf, look, moving, openTable, playOn, stateOf, typeMove, untilAsked } from "./play.js";

/** @typedef {import("playwright-core").Page} Page */
/**
 * @typedef {object} Studio
 * @property {import("./server.js").Server} server
 * @property {(isMoving?: boolean) => Promise<Page>} open A page of its own.
 * @property {(page: Page, state: string) => Promise<void>} shoot
 */

const ANA = { kind: "me", name: "Ana" };
/** @param {string} bot @param {string} name */
const bot = (bot, name) => ({ kind: "bot", bot, name });
const IN_PLACE = { refill: "in_place", deal_rule: "only_if_no_set" };
const RACE = {
  game: "set",
  deal: "stream 3",
  options: IN_PLACE,
  seats: [ANA, bot("racer:1", "Pim"), bot("racer:1", "Lola")],
};
const MACHI = {
  game: "machi",
  deal: "stream 5",
  seats: [ANA, bot("thoughtful", "Rosa"), bot("tuv", "Otis")],
};
const FIVE = {
  game: "machi",
  deal: "stream 5",
  options: { expansions: "harbor,millionaires_row" },
  seats: [ANA, bot("ev", "Rosa"), bot("ev", "Wilhelmina von Hohenstein"), bot("ev", "محمد"), bot("ev", "さくら")],
};

/** @param {Page} page @param {number} [most] */
const asHinted = (page, most) => playOn(page, async () => typeMove(page, await hintOf(page)), most);

/** Waits until letters and pictures are there. @param {Page} page */
async function settled(page) {
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** What the server knows of a SET table's claims: they are listed where nothing counts. @param {Page} page */
async function aSet(page) {
  const { legal } = await look(page);
  return (
    (legal[0] ?? [])
      .find((/** @type {string} */ each) => each.startsWith("claim"))
      ?.split(" ")
      .slice(1) ?? []
  );
}

/** @type {Record<string, (studio: Studio) => Promise<void>>} */
export const SCENES = {
  async home({ open, shoot }) {
    const page = await open();
    await page.goto("/");
    await page.locator(".game-picture svg").nth(2).waitFor();
    await shoot(page, "first");
    for (const [name, button] of Object.entries({
      set: "Play SET",
      machi: "Play Machi Koro",
      triangle: "Other boards and shapes",
    })) {
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.locator("dialog").waitFor();
      await shoot(page, `new-${name}`);
      await page.getByText("Expert:").click();
      await page.locator("dialog").evaluate((dialog) => dialog.scrollTo(0, 420));
      await shoot(page, `expert-${name}`);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Settings" }).click();
    await shoot(page, "settings");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Me", exact: true }).click();
    await page.locator("dialog").waitFor();
    await shoot(page, "me");
  },
  async cards({ open, shoot }) {
    const page = await open();
    await page.goto("/");
    await page.getByRole("button", { name: "Play Machi Koro" }).click();
    await page.getByText("Cards of your own").click();
    await page.getByLabel("Cards as TOML or JSON").fill('[[card]]\nname = "Tea House"\ncolor = "green"\ncost = 400\n');
    await page.locator(".card-errors li").first().waitFor();
    await page.locator(".card-errors").scrollIntoViewIfNeeded();
    await shoot(page, "wrong");
    await page.getByRole("button", { name: "An example" }).click();
    await page.getByText("Will be added").waitFor();
    await page.getByText("Will be added").scrollIntoViewIfNeeded();
    await shoot(page, "right");
  },
  async lessons({ open, shoot }) {
    for (const [game, name] of Object.entries({ set: "SET", machi: "Machi Koro", triangle: "the triangle puzzle" })) {
      const page = await open();
      await page.goto("/");
      await page.getByRole("button", { name: `Learn ${name}`, exact: true }).click();
      await page.locator(".lesson").waitFor();
      await untilAsked(page);
      await shoot(page, `${game}-1`);
      await asHinted(page, 1);
      await untilAsked(page);
      await settled(page);
      await shoot(page, `${game}-2`);
    }
  },
  async set({ server, open, shoot }) {
    const page = await open();
    await openTable(page, server, RACE);
    await untilAsked(page);
    await shoot(page, "race");
    await page.locator("#card-1").click();
    await page.locator("#card-2").click();
    await shoot(page, "picked");
    await page.locator("#card-3").click();
    await page.waitForTimeout(150);
    await shoot(page, "wrong");
    await openTable(page, server, { ...RACE, seats: [ANA] });
    await asHinted(page, 4);
    await settled(page);
    await shoot(page, "alone");
    await page.keyboard.press(".");
    await page.waitForTimeout(300);
    await shoot(page, "hint");
    await page.locator(".menu > summary").click();
    await shoot(page, "menu");
    await asHinted(page);
    await settled(page);
    await page.waitForTimeout(300);
    await shoot(page, "over");
  },
  async variants({ server, open, shoot }) {
    const page = await open();
    for (const variant of ["junior", "chain", "ultra", "puzzle"]) {
      await openTable(page, server, { ...RACE, seats: [ANA], options: { variant } });
      await asHinted(page, 1);
      await settled(page);
      await shoot(page, variant);
    }
    await openTable(page, server, { ...RACE, options: { ...IN_PLACE, call_ms: "5000" } });
    await untilAsked(page);
    await shoot(page, "call");
    await page.keyboard.press("Space");
    await page.locator(".clock").waitFor();
    await shoot(page, "called");
  },
  async flying({ server, open, shoot }) {
    const page = await open(true);
    await openTable(page, server, { ...RACE, seats: [ANA] });
    await untilAsked(page);
    await page.waitForTimeout(900);
    const claim = (await hintOf(page)).split(" ").slice(1);
    for (const nth of claim) await page.locator(`#card-${nth}`).click();
    await page.waitForTimeout(260);
    await shoot(page, "set");
  },
  async daily({ open, shoot }) {
    const page = await open();
    await page.goto("/");
    await page.getByRole("button", { name: "Today's puzzle" }).first().click();
    await untilAsked(page);
    await shoot(page, "set");
    await page.evaluate(() => {
      const day = (/** @type {number} */ ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const set = Object.fromEntries([0, 1, 2, 5, 6, 8, 12].map((ago) => [day(ago), 60 + ago * 9]));
      const triangle = Object.fromEntries([1, 2].map((ago) => [day(ago), 300 + ago]));
      localStorage.setItem("tercet.daily", JSON.stringify({ set, triangle }));
    });
    await page.goto("/");
    await page.locator(".game-picture svg").nth(2).waitFor();
    await shoot(page, "calendar");
  },
  async machi({ server, open, shoot }) {
    const page = await open();
    await openTable(page, server, MACHI);
    await untilAsked(page);
    await shoot(page, "begin");
    await page.locator("[id^=market-][data-action]").first().click();
    await page.locator("dialog .card-large").waitFor();
    await page.waitForTimeout(300);
    await shoot(page, "card");
    await page.keyboard.press("Escape");
    await page.locator("#city-1-station, #city-1-train_station").first().click();
    await page.waitForTimeout(200);
    await shoot(page, "landmark");
    await page.keyboard.press("Escape");
    await asHinted(page, 14);
    await settled(page);
    await shoot(page, "middle");
    await page.getByText("Insight").click();
    await page.locator(".insight-player .chart").first().waitFor();
    await shoot(page, "insight");
    await asHinted(page);
    await settled(page);
    await page.waitForTimeout(300);
    await shoot(page, "over");
  },
  async five({ server, open, shoot }) {
    const page = await open();
    await openTable(page, server, { ...FIVE, options: { ...FIVE.options, starting_coins: "30" } });
    await untilAsked(page);
    await shoot(page, "begin");
    await asHinted(page, 10);
    await settled(page);
    await shoot(page, "middle");
    await page.locator(".stage").evaluate((stage) => stage.scrollTo(0, 9999));
    await page.evaluate(() => scrollTo(0, 900));
    await shoot(page, "below");
    await asHinted(page, 16);
    await settled(page);
    await shoot(page, "late");
  },
  async rolling({ server, open, shoot }) {
    const page = await open(true);
    await openTable(page, server, MACHI);
    await page.locator(FIRST_ROLL).waitFor();
    await shoot(page, "first");
    await untilAsked(page);
    await page.locator('[data-choice="pass"]').click();
    await page.locator('[data-choice=""]').waitFor();
    await shoot(page, "roll");
    await page.locator('[data-choice=""]').click();
    await page.waitForTimeout(280);
    await shoot(page, "tumble");
    await page.waitForTimeout(700);
    await shoot(page, "income");
  },
  async choices({ server, open, shoot }) {
    const page = await open();
    const options = { expansions: "harbor,millionaires_row", starting_coins: "40" };
    await openTable(page, server, { ...FIVE, options, deal: "stream 11" });
    const seen = new Set(["build", "pass"]);
    for (let nth = 0; nth < 120 && seen.size < 9 && (await untilAsked(page)); nth += 1) {
      const { data } = (await look(page)).actions?.[0]?.[0] ?? {};
      const kinds = await page
        .locator(".choice")
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-choice") ?? ""));
      const kind = (kinds[0] ?? "").split(" ")[0] || data?.type;
      if (kind && !seen.has(kind)) {
        seen.add(kind);
        await settled(page);
        await shoot(page, kind);
      }
      const wanted = kinds.find((each) =>
        /radio_tower|train_station|stadium|tv_station|business|publisher|tax|moving|renovation|demolition|harbor|cleaning|tech|station$/.test(
          each,
        ),
      );
      await moving(page, async () => typeMove(page, wanted ?? (await hintOf(page))));
    }
  },
  async triangle({ server, open, shoot }) {
    const page = await open(true);
    await openTable(page, server, { game: "triangle", deal: "stream 7" });
    await untilAsked(page);
    await shoot(page, "begin");
    await asHinted(page, 14);
    await settled(page);
    await shoot(page, "middle");
    const slot = await page.locator("[id^=slot-][data-part]").first().boundingBox();
    const board = await page.locator(".stage svg").boundingBox();
    if (slot && board) {
      await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
      await page.mouse.down();
      for (const [nth, [x, y]] of [
        [0.3, 0.3],
        [0.5, 0.5],
        [0.62, 0.35],
      ].entries()) {
        await page.mouse.move(board.x + board.width * x, board.y + board.height * y, { steps: 5 });
        await shoot(page, `drag-${nth}`);
      }
      await page.mouse.move(2, 2);
      await page.mouse.up();
    }
    for (let nth = 0; nth < 60; nth += 1) {
      if (!(await untilAsked(page))) break;
      const before = await stateOf(page);
      await typeMove(page, await hintOf(page));
      await page.locator(`.table:not([data-state="${before}"])`).waitFor();
      if ((await page.locator(".bursting").count()) > 0) {
        await page.waitForTimeout(120);
        await shoot(page, "burst");
        break;
      }
    }
  },
  async ended({ server, open, shoot }) {
    const page = await open();
    await openTable(page, server, { game: "triangle", deal: "stream 51" });
    await playOn(page, (view) => typeMove(page, view.legal[0][0]));
    await settled(page);
    await page.waitForTimeout(300);
    await shoot(page, "triangle");
  },
  async room({ open, shoot }) {
    const [ana, ben] = [await open(), await open()];
    await ana.goto("/");
    await ana.getByRole("button", { name: "Play SET" }).click();
    await ana.getByRole("button", { name: "Anybody in the lobby" }).click();
    await ana.getByText("A seat is still free").waitFor();
    await shoot(ana, "waiting");
    await ben.goto("/");
    await ben.getByRole("region", { name: "Open tables" }).getByText("Ana").first().waitFor();
    await ben.getByRole("region", { name: "Open tables" }).scrollIntoViewIfNeeded();
    await shoot(ben, "lobby");
    await ben.getByRole("link", { name: "Join" }).first().click();
    await ben.getByLabel("Your name").fill("Ben");
    await shoot(ben, "form");
    await ben.getByRole("button", { name: "Sit down" }).click();
    await ana.getByRole("button", { name: "I am ready" }).click();
    await shoot(ben, "ready");
    await ben.getByRole("button", { name: "I am ready" }).click();
    await ben.waitForTimeout(300);
    await shoot(ana, "countdown");
    await Promise.all([untilAsked(ana), untilAsked(ben)]);
    await ana
      .getByRole("textbox", { name: /say/i })
      .fill("Good luck, and have fun! 🎲")
      .catch(() => {});
    await ana.keyboard.press("Enter");
    await ana
      .locator(".sign-button")
      .first()
      .click()
      .catch(() => {});
    await ben.waitForTimeout(400);
    await shoot(ben, "chat");
    await shoot(ana, "said");
  },
  async review({ server, open, shoot }) {
    for (const [game, entrants] of Object.entries({ machi: ["random", "ev"], set: ["racer:1", "racer:2"] })) {
      const { tournament } = await server.api("tournaments", {
        game,
        entrants,
        format: "round-robin",
        games: 1,
        seed: 5,
      });
      while ((await server.api(`tournaments/${tournament}`)).running) await new Promise((done) => setTimeout(done, 50));
      const { games } = await server.api(`games?tournament=${tournament}`);
      const page = await open();
      await page.goto(`/r/${games[0].id}?at=30`);
      await page.locator(".replay[data-at]").waitFor();
      await page.waitForTimeout(200);
      await shoot(page, `${game}-replay`);
      await page.getByRole("button", { name: "Review" }).click();
      await page.locator(".review svg").waitFor({ timeout: 120_000 });
      await page.locator(".review").scrollIntoViewIfNeeded();
      await shoot(page, `${game}-curve`);
      await page
        .locator(".turning-points")
        .scrollIntoViewIfNeeded()
        .catch(() => {});
      await shoot(page, `${game}-turns`);
      await page
        .locator(".review-table")
        .last()
        .scrollIntoViewIfNeeded()
        .catch(() => {});
      await shoot(page, `${game}-tables`);
    }
    const page = await open();
    await openTable(page, server, { game: "triangle", deal: "stream 51" });
    await playOn(page, (view) => typeMove(page, view.legal[0][0]));
    await page.getByRole("link", { name: "Review" }).click();
    await page.locator(".review svg").waitFor({ timeout: 120_000 });
    await shoot(page, "triangle-curve");
    await page
      .locator(".review-table")
      .last()
      .scrollIntoViewIfNeeded()
      .catch(() => {});
    await shoot(page, "triangle-tables");
  },
  async studies({ server, open, shoot }) {
    const entrants = ["ev", "tuv", "fromage", "random"];
    const start = { game: "machi", format: "swiss", entrants, games: 6, seed: 1 };
    const { tournament } = await server.api("tournaments", start);
    const page = await open();
    await page.goto("/tournaments");
    await page.getByRole("button", { name: "Start" }).waitFor();
    await shoot(page, "tournaments");
    await page.goto(`/tournaments/${tournament}`);
    await page.getByRole("table", { name: "Head to head" }).waitFor();
    await shoot(page, "tournament");
    await page.goto("/stats");
    await page.getByText("Everything as a file").waitFor();
    await shoot(page, "stats");
    await page.goto("/debug/triangle");
    await page.locator(".stage svg").first().waitFor();
    await shoot(page, "debug");
    await page.goto("/nothing-here");
    await shoot(page, "nothing");
    await page.goto("/t/nothing-here");
    await page.waitForTimeout(300);
    await shoot(page, "no-table");
  },
};
