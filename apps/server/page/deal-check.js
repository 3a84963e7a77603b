// Was the deal changed? The commitment that this browser saw first is compared with the key that is revealed at the end.

import { h } from "./dom.js";

const KEY = "tercet.commitment.";
/** What could not be kept elsewhere. @type {Map<string, string>} */
const noted = new Map();

/**
 * Notes what a table promised, the first time.
 * @param {string} table
 * @param {string | null} commitment
 */
export function noteCommitment(table, commitment) {
  if (!commitment || promised(table)) return;
  noted.set(table, commitment);
  try {
    sessionStorage.setItem(KEY + table, commitment);
  } catch {
    // It is known for as long as the page is open.
  }
}

/** @param {string} table */
function promised(table) {
  try {
    return noted.get(table) ?? sessionStorage.getItem(KEY + table);
  } catch {
    return undefined;
  }
}

/**
 * What is said of the deal at the end.
 * @param {string} table
 * @param {string} deal
 * @param {string} commitment
 */
export function dealCheck(table, deal, commitment) {
  const before = promised(table) ?? commitment;
  const verdict = h("p", { role: "status" });
  hashOf(deal).then((hash) => (verdict.textContent = verdictOn(hash, before)));
  return h(
    "details",
    { class: "deal-check" },
    h("summary", {}, "Was the deal fair?"),
    verdict,
    h("p", { class: "faint" }, "Promised before the game (SHA-256): ", h("code", {}, before)),
    h("p", { class: "faint" }, "Dealt: ", h("code", {}, deal)),
  );
}

/**
 * @param {string | null} hash
 * @param {string} before
 */
function verdictOn(hash, before) {
  if (!hash) return "This browser can't check it at this address; any program for SHA-256 can.";
  return hash === before
    ? "It is the deal that was promised before the game."
    : "It is not the deal that was promised before the game!";
}

/**
 * The SHA-256 of a text; browsers have it for safe addresses only.
 * @param {string} text
 */
async function hashOf(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
