// What a person has chosen for this page, kept in the browser.

import { field, h, openDialog, select } from "./dom.js";

const KEY = "tercet.settings";

/** What somebody is called who gave no name. */
export const GUEST = "Guest";

/**
 * @typedef {object} Settings
 * @property {string} name
 * @property {"auto" | "light" | "dark" | "colorblind" | "contrast"} theme
 * @property {"auto" | "full" | "none"} motion
 * @property {number} pace How many milliseconds a bot takes at least.
 * @property {boolean} labels Are cards numbered?
 * @property {"auto" | "qwerty" | "qwertz" | "azerty"} keys What is printed on the keys.
 * @property {boolean} sound Is anything heard?
 * @property {boolean} chat Is what others say shown?
 * @property {boolean} legal Are the legal anchors of a picked shape marked?
 */

/** @type {Settings} */
const DEFAULTS = {
  name: "",
  theme: "auto",
  motion: "auto",
  pace: 600,
  labels: false,
  legal: false,
  keys: "auto",
  sound: false,
  chat: true,
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(KEY, {}) };

/** @type {Set<() => void>} */
const listeners = new Set();
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
prefersDark.addEventListener("change", apply);
prefersStill.addEventListener("change", apply);

/**
 * Something that was kept in the browser; the other value where there is nothing, or nothing that can be read.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function read(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keeps something in the browser. A browser that keeps nothing is no reason to stop.
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page then forgets when it is closed.
  }
}

/**
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  Object.assign(settings, changes);
  keep(KEY, settings);
  apply();
  for (const listener of listeners) listener();
}

/**
 * Calls back on every change, until the returned function is called.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Does the page move things? */
export function isMoving() {
  return settings.motion === "full" || (settings.motion === "auto" && !prefersStill.matches);
}

/** Gives the document its theme and motion. */
export function apply() {
  const auto = prefersDark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = settings.theme === "auto" ? auto : settings.theme;
  document.documentElement.dataset.motion = isMoving() ? "full" : "none";
}

/** Shows the settings. */
export function openSettings() {
  openDialog(
    "Settings",
    (close) => [
      h(
        "form",
        { method: "dialog", class: "stack", onsubmit: close },
        h("div", { class: "options" }, nameField(), themeField(), motionField(), paceField(), keysField()),
        h(
          "div",
          {},
          tick("sound", "Sound"),
          tick("labels", "Number the cards of SET"),
          tick("legal", "Mark the places where a picked shape fits"),
        ),
        h("button", { class: "primary" }, "Done"),
      ),
    ],
    { class: "wide" },
  );
}

function nameField() {
  const input = h("input", { value: settings.name, maxlength: 40, autocomplete: "nickname", placeholder: "Guest" });
  input.addEventListener("input", () => change({ name: input.value }));
  return field("Your name", input);
}

function themeField() {
  /** @type {[string, string][]} */
  const themes = [
    ["auto", "Same as the system"],
    ["light", "Light"],
    ["dark", "Dark"],
    ["colorblind", "Colour-blind safe"],
    ["contrast", "High contrast"],
  ];
  const box = select(themes, settings.theme);
  box.addEventListener("change", () => change({ theme: /** @type {Settings["theme"]} */ (box.value) }));
  return field("Colours", box);
}

function motionField() {
  const box = select(
    [
      ["auto", "Same as the system"],
      ["full", "On"],
      ["none", "Off"],
    ],
    settings.motion,
  );
  box.addEventListener("change", () => change({ motion: /** @type {Settings["motion"]} */ (box.value) }));
  return field("Motion", box);
}

function keysField() {
  const box = select(
    [
      ["auto", "Detect automatically"],
      ["qwerty", "QWERTY"],
      ["qwertz", "QWERTZ"],
      ["azerty", "AZERTY"],
    ],
    settings.keys,
  );
  box.addEventListener("change", () => change({ keys: /** @type {Settings["keys"]} */ (box.value) }));
  return field(
    "Keys for the cards of SET",
    box,
    "The keys are laid out like the cards; choose what is printed on yours.",
  );
}

function paceField() {
  const box = select(
    [
      ["0", "At once"],
      ["300", "Quick"],
      ["600", "Easy to follow"],
      ["1500", "Slow"],
    ],
    String(settings.pace),
  );
  box.addEventListener("change", () => change({ pace: Number(box.value) }));
  return field("Bots move", box, "For the next game you start.");
}

/**
 * @param {"labels" | "legal" | "sound"} name
 * @param {string} label
 */
function tick(name, label) {
  const box = h("input", { type: "checkbox", checked: settings[name] });
  box.addEventListener("change", () => change({ [name]: box.checked }));
  return h("label", { class: "tick" }, box, h("span", {}, label));
}
