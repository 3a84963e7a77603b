// What only the owner of the server may do, and the form that asks for a token.

import { api, Refusal } from "./api.js";
import { field, h, openDialog } from "./dom.js";
import { sentence } from "./log.js";

/**
 * Does something that may be the owner's alone. Whoever is refused is asked for the owner's token; `null` if they have none.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>}
 */
export async function asOwner(work) {
  for (let words = ""; ; words = "That was not the owner's token.") {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "owner") throw error;
    }
    if (!(await askOwner(words))) return null;
  }
}

/**
 * Asks for the owner's token; whether one was given that lets in.
 * @param {string} words What was wrong before.
 * @returns {Promise<boolean>}
 */
function askOwner(words) {
  return new Promise((resolve) => {
    let isIn = false;
    const dialog = openDialog("Only the owner may do that", (close) => [
      h("p", {}, "The server keeps the owner's token in its data directory, in the file owner-token."),
      tokenForm("The owner's token", words, () => {
        isIn = true;
        close();
      }),
    ]);
    dialog.addEventListener("close", () => resolve(isIn));
  });
}

/**
 * A form that lets in who knows a token.
 * @param {string} label
 * @param {string} words What was wrong before.
 * @param {() => void} entered
 */
export function tokenForm(label, words, entered) {
  const input = h("input", { type: "password", autocomplete: "current-password", required: true });
  const error = h("p", { class: "error", role: "alert", hidden: !words }, words);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await api("enter", { body: { token: input.value.trim() } });
      entered();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      error.textContent = sentence(problem.message);
      error.hidden = false;
      input.select();
    }
  };
  return h(
    "form",
    { class: "stack", onsubmit: submit },
    field(label, input),
    error,
    h("div", {}, h("button", { class: "primary" }, "Enter")),
  );
}

/**
 * A link to a file that only the owner may have.
 * @param {string} address
 * @param {string} words
 * @param {Record<string, unknown>} props
 */
export function ownersFile(address, words, props) {
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if ((await asOwner(() => api("owner").then(() => true))) === null) return;
    h("a", { href: address, download: true }).click();
  };
  return h("a", { href: address, download: true, onclick: open, ...props }, words);
}
