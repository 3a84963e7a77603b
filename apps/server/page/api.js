// What is asked of the server once. Refusals become errors with the server's code and words.

export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} why
   */
  constructor(code, why) {
    super(why);
    this.code = code;
  }
}

/**
 * Asks for JSON below `/api`. Without a body it is a GET.
 * @template T
 * @param {string} path
 * @param {{ body?: unknown, token?: string }} [how]
 * @returns {Promise<T>}
 */
export async function api(path, { body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  const answer = await reach(`/api/${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return answer.status === 204 ? /** @type {T} */ (null) : answer.json();
}

/**
 * Asks for a long list, page by page.
 * @template T
 * @param {string} path
 * @param {string} name The list's name in each answer.
 * @returns {Promise<T[]>}
 */
export async function pages(path, name) {
  /** @type {T[]} */
  const all = [];
  for (let after = 0; after !== null;) {
    const page = await api(`${path}?after=${after}`);
    all.push(.../** @type {Record<string, T[]>} */ (page)[name]);
    after = /** @type {{ next: number }} */ (page).next;
  }
  return all;
}

/**
 * Asks for text, as pictures and records are.
 * @param {string} address
 * @param {{ signal?: AbortSignal, token?: string }} [how]
 */
export async function text(address, { signal, token } = {}) {
  const answer = await reach(address, { signal, headers: token ? { Authorization: `Bearer ${token}` } : {} });
  return answer.text();
}

/**
 * @param {string} address
 * @param {RequestInit} init
 */
async function reach(address, init) {
  let answer;
  try {
    answer = await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("away", "the server can't be reached");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.code ?? "http", said.why ?? `the server answered ${answer.status}`);
}

/** @type {Promise<import("./answers.js").Catalog> | null} */
let known = null;

/** Games with their options and bots; asked for once. */
export function catalog() {
  known ??= api("catalog").then(
    (found) => /** @type {import("./answers.js").Catalog} */ (found),
    (error) => {
      known = null;
      throw error;
    },
  );
  return known;
}

/** A link with `#access=TOKEN` opens a server that wants its token; the token leaves the address at once. */
export async function enterByLink() {
  const found = /^#access=(.+)$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname + location.search);
  await api("enter", { body: { token: decodeURIComponent(found[1]) } });
}
