// Plays at a table as a person would: by what the screen shows.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./server.js").Server} Server */

/**
 * Makes a table over HTTP and opens it in the page by its link.
 * @param {Page} page
 * @param {Server} server
 * @param {unknown} table
 * @returns {Promise<string>} The table.
 */
export async function openTable(page, server, table) {
  const made = await server.api("tables", table);
  await page.goto(`/t/${made.table}#${made.tokens[0].token}`);
  await page.locator(".stage svg").first().waitFor();
  return made.table;
}

/** What the server says of the page's table, with the page's own token. @param {Page} page @returns {Promise<any>} */
export function look(page) {
  return ask(page, "", null);
}

/** What a bot would do. @param {Page} page @returns {Promise<string>} */
export function hintOf(page) {
  return ask(page, "/hint", {}).then(({ action }) => action);
}

/**
 * @param {Page} page
 * @param {string} path
 * @param {unknown} body
 */
function ask(page, path, body) {
  return page.evaluate(async ([path, body]) => {
    const table = location.pathname.split("/")[2];
    const kept = JSON.parse(localStorage.getItem("tercet.tables") ?? "[]").find(
      (/** @type {any} */ each) => each.table === table,
    );
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${kept.tokens[0].token}` };
    const init = body === null ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`/api/tables/${table}${path}`, init)).json();
  }, /** @type {const} */ ([path, body]));
}

/** The state number that the screen shows. @param {Page} page */
export function stateOf(page) {
  return page.locator(".table").getAttribute("data-state").then(Number);
}

/** Where things move, a game of Machi Koro begins with a roll. */
export const FIRST_ROLL = '.table[data-state="0"] [data-choice=""]';

/** Waits until it is this person's turn and its picture is there; `false` once the game is over. @param {Page} page */
export async function untilAsked(page) {
  const asked = page.locator(".table.is-asked.is-drawn, .table.is-over.is-drawn").first();
  const roll = page.locator(FIRST_ROLL);
  await asked.or(roll).first().waitFor();
  if (await roll.isVisible()) await roll.click();
  await asked.waitFor();
  return (await page.locator(".table.is-over").count()) === 0;
}

/**
 * Waits until the table shows another state.
 * @param {Page} page
 * @param {number} state
 */
export async function untilChanged(page, state) {
  await page.locator(`.table.is-drawn:not([data-state="${state}"])`).waitFor();
}

/**
 * Does something that changes the table, and waits until it has.
 * @param {Page} page
 * @param {() => Promise<unknown>} move
 */
export async function moving(page, move) {
  const state = await stateOf(page);
  await move();
  await untilChanged(page, state);
}

/**
 * Plays a whole game, or some moves of it.
 * @param {Page} page
 * @param {(view: any) => Promise<unknown>} move
 * @param {number} [most]
 */
export async function playOn(page, move, most = 2000) {
  for (let nth = 0; nth < most && (await untilAsked(page)); nth += 1) {
    const view = await look(page);
    await moving(page, () => move(view));
  }
}

/**
 * @param {Page} page
 * @param {string} action
 */
export async function typeMove(page, action) {
  const box = page.getByLabel("Type a move");
  if (!(await box.isVisible())) await page.keyboard.press("/");
  await box.fill(action);
  await box.press("Enter");
}
