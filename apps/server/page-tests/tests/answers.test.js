// The types that the page is checked against, compared with what a real server answers: the checker reads both.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Server } from "../src/server.js";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const PAGE = resolve(HOME, "../page");

/** @type {Server} */
let server;

before(async () => {
  server = await Server.start();
});
after(() => server?.stop());

test("answers.d.ts is what the server answers", async () => {
  const { errors } = await compare(await answers());
  assert.equal(errors, "");
});

test("an answer that differs is found", async () => {
  const { errors } = await compare({ best: ["{ best: BestRow[] }", { best: [{ game: 1, name: "Ana", score: 2 }] }] });
  assert.match(errors, /"score"' does not exist in type 'BestRow'/);
});

/** Each answer with its type. @returns {Promise<Record<string, [type: string, answer: unknown]>>} */
async function answers() {
  const tournament = await played();
  const seats = [{ kind: "me" }, { kind: "bot", bot: "ev" }];
  const machi = await server.api("tables", { game: "machi", seats, seed: 1 });
  const puzzle = await finished();
  const get = (/** @type {string} */ path) => server.api(path);
  const { games } = await get("games");
  return {
    catalog: ["Catalog", await get("catalog")],
    insight: ["Loose<InsightView>", await get(`tables/${machi.table}/insight`)],
    games: ["{ games: ArchivedGame[] }", { games }],
    replay: ["ReplayView", await get(`replay/${games[0].id}?at=3`)],
    log: ["{ log: ReplayLine[]; next: number | null }", await get(`replay/${games[0].id}/log`)],
    tournaments: ["{ tournaments: TournamentView[] }", await get("tournaments")],
    tournament: ["Loose<TournamentView>", await get(`tournaments/${tournament}`)],
    ratings: ["{ strengths: StrengthRow[]; ratings: Loose<RatingRow>[] }", await get("ratings")],
    stats: ["{ stats: Loose<GameStatistics>[] }", await get("stats")],
    best: ["{ best: BestRow[] }", await get(`tables/${puzzle}/best`)],
    times: ["{ times: TimeView[]; next: number | null }", await get(`tables/${puzzle}/times`)],
    daily: ["DailyView", await get("daily?game=triangle")],
    table: ["TableView", await get(`tables/${puzzle}?words=true`)],
  };
}

/** Of statistics the page reads a part: more may be told, but nothing that it reads may be missing or of another type. */
const LOOSE = `type Loose<T> = T extends (infer U)[]
  ? Loose<U>[]
  : T extends object
    ? { [K in keyof T]: Loose<T[K]> } & { [other: string]: unknown }
    : T;`;

/** A tournament that is over. */
async function played() {
  const start = { game: "set", entrants: ["first", "random"], format: "swiss", games: 1, seed: 1 };
  const { tournament } = await server.api("tournaments", start);
  for (;;) {
    const { finished, running } = await server.api(`tournaments/${tournament}`);
    if (finished && !running) return tournament;
  }
}

/** A puzzle that is played to its end. */
async function finished() {
  const { table, tokens } = await server.api("tables", { game: "triangle", options: { grid: "hexagon 2" } });
  for (;;) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${tokens[0].token}` };
    const look = await fetch(new URL(`/api/tables/${table}`, server.address), { headers });
    const { state, legal, over } = /** @type {any} */ (await look.json());
    if (over) return table;
    const body = JSON.stringify({ state, action: legal[0][0] });
    await fetch(new URL(`/api/tables/${table}/act`, server.address), { method: "POST", headers, body });
  }
}

/**
 * Writes the answers as constants of their types, and has the checker read them.
 * @param {Record<string, [type: string, answer: unknown]>} all
 */
async function compare(all) {
  const directory = await mkdtemp(join(tmpdir(), "tercet-answers-"));
  try {
    const constants = Object.entries(all).map(
      ([name, [type, answer]]) => `export const ${name}: ${type} = ${JSON.stringify(answer)};`,
    );
    const types = Object.entries({ answers: ANSWERS, wire: WIRE }).map(
      ([file, names]) => `import type { ${names.join(", ")} } from ${JSON.stringify(join(PAGE, `${file}.js`))};`,
    );
    await writeFile(join(directory, "answers.mts"), [...types, LOOSE, ...constants].join("\n"));
    const options = { noEmit: true, strict: true, module: "nodenext", target: "es2022", types: [], skipLibCheck: true };
    await writeFile(
      join(directory, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["answers.mts"] }),
    );
    return await check(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const ANSWERS = [
  "ArchivedGame",
  "BestRow",
  "Catalog",
  "DailyView",
  "GameStatistics",
  "InsightView",
  "RatingRow",
  "ReplayLine",
  "ReplayView",
  "StrengthRow",
  "TournamentView",
];
const WIRE = ["TableView", "TimeView"];

/** @param {string} directory */
async function check(directory) {
  const checker = join(HOME, "node_modules/.bin/tsc");
  try {
    await promisify(execFile)(checker, ["-p", directory], { cwd: directory });
    return { errors: "" };
  } catch (error) {
    return { errors: String(/** @type {{ stdout?: string }} */ (error).stdout) };
  }
}
