// Pictures of every state of every screen, to look at: node src/shots.js DIRECTORY [scenes] [sizes] [themes], each a list with
// commas or `all`. Without more: all scenes at four sizes in light, dark and colour-blind safe colours.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { SIZES } from "./boxes.js";
import { launch, newPage } from "./browser.js";
import { SCENES } from "./scenes.js";
import { Server } from "./server.js";

const THEMES = ["light", "dark", "colorblind"];
const [directory = "shots", scenes = "all", sizes = "all", themes = "all"] = process.argv.slice(2);

/**
 * Those of a list that were asked for.
 * @param {string} asked
 * @param {string[]} all
 */
function among(asked, all) {
  return asked === "all" ? all : all.filter((name) => asked.split(",").includes(name));
}

await mkdir(directory, { recursive: true });
const server = await Server.start();
const browser = await launch();
for (const theme of among(themes, THEMES)) {
  for (const size of among(sizes, Object.keys(SIZES))) {
    for (const name of among(scenes, Object.keys(SCENES))) {
      /** @type {string[]} */
      const errors = [];
      const open = async (isMoving = false) => {
        const page = await newPage(
          { server, browser },
          { ...SIZES[size], reducedMotion: isMoving ? "no-preference" : "reduce" },
        );
        await page.addInitScript((theme) => {
          if (!localStorage.getItem("tercet.settings"))
            localStorage.setItem("tercet.settings", JSON.stringify({ theme, pace: 0, name: "Ana" }));
        }, theme);
        errors.push = (...more) => Array.prototype.push.apply(errors, more);
        page.errors = errors;
        return page;
      };
      const shoot = async (/** @type {import("playwright-core").Page} */ page, /** @type {string} */ state) => {
        await page.screenshot({ path: join(directory, `${name}-${state}-${size}-${theme}.png`) });
      };
      await SCENES[name]({ server, open, shoot }).catch((error) => console.log(name, size, theme, String(error)));
      for (const context of browser.contexts()) await context.close();
      if (errors.length) console.log(name, size, theme, errors);
    }
  }
}
await browser.close();
await server.stop();
