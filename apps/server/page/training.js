// Values that are being learned by playing, or were: how far each run has come, its curve, and its best game.

import { api, catalog, Refusal } from "./api.js";
import { course } from "./charts.js";
import { fill, h } from "./dom.js";
import { sentence } from "./log.js";

/** @typedef {import("./answers.js").TrainingRun} TrainingRun */

/** How often runs that go on are looked at, in milliseconds. */
const PACE = 5000;

/** @param {HTMLElement} main */
export async function showTraining(main) {
  const { games } = await catalog();
  const list = h("div", { class: "stack" });
  fill(main, h("div", { class: "study" }, h("h1", {}, "Training"), list));
  let seen = "";
  let goesOn = true;
  const look = async () => {
    if (!list.isConnected) return;
    try {
      const { runs } = /** @type {{ runs: TrainingRun[] }} */ (await api("runs"));
      // What is as it was stays, so that nobody loses his place.
      const now = JSON.stringify(runs);
      if (now !== seen) fill(list, runs.length === 0 ? none() : runs.map((run) => section(run, games)));
      seen = now;
      goesOn = runs.some(({ is_over: isOver }) => !isOver);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    // What is done changes no more.
    if (goesOn) setTimeout(look, PACE);
  };
  await look();
}

function none() {
  return h(
    "p",
    {},
    "Nothing has been trained here yet. Start a run in a terminal: ",
    h("code", {}, "tercet train triangle --minutes 10 --run first --keep"),
    ". This page shows the runs in the directory that the server was started with: ",
    h("code", {}, "--runs"),
    ".",
  );
}

/**
 * @param {TrainingRun} run
 * @param {import("./answers.js").GameInfo[]} games
 */
function section(run, games) {
  const title = sentence(games.find((game) => game.id === run.game)?.title ?? run.game);
  const last = run.curve[run.curve.length - 1];
  return h(
    "section",
    { class: "panel stack", "aria-label": `Run ${run.name}` },
    h("h2", {}, `${run.name}: ${title}`),
    h(
      "p",
      {},
      `${run.is_over ? "Done" : "Not finished"}: ${run.games.toLocaleString()} games, ${run.moves.toLocaleString()} moves, ` +
        `${(run.cpu_seconds / 60).toFixed(1)} minutes of computing time.`,
    ),
    last && h("p", {}, `${sentence(run.measure)} now: ${last.score.toFixed(1)} ± ${last.error.toFixed(1)}.`),
    run.curve.length > 1 &&
      h(
        "div",
        { class: "scroll", tabindex: "0", "aria-label": "Chart" },
        course(
          run.curve.map(({ cpu_seconds, score, error }) => ({ at: cpu_seconds / 60, value: score, error })),
          `${sentence(run.measure)} after minutes of computing time`,
        ),
      ),
    best(run),
    h("p", { class: "faint" }, `${run.about}; seed ${run.seed}.`),
  );
}

/** @param {TrainingRun} run */
function best({ best }) {
  if (!best) return null;
  const words = `The best game scored ${best.score.toFixed(1)}`;
  return h("p", {}, best.game === null ? `${words}.` : h("a", { href: `/r/${best.game}` }, `${words}: look at it`));
}
