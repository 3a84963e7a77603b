// Elements from plain calls. Text always becomes text nodes, so a name can never be markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element: `h("button", { class: "quiet", onclick: save }, "Save")`. A property whose name begins with `on`
 * is a listener; `true` sets an empty attribute, and `false`, `null` and `undefined` set none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function" && name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function append(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Puts new children in place of all that an element has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * The element of this id, which the shell has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * A labelled field: the label's words stand above what it labels.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [note]
 */
export function field(label, control, note) {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), control, note && h("small", {}, note));
}

/**
 * A choice of several.
 * @param {[value: string, label: string][]} choices
 * @param {string} chosen
 * @param {Record<string, unknown>} [props]
 */
export function select(choices, chosen, props = {}) {
  const options = choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  return h("select", props, options);
}

let dialogs = 0;

/**
 * Shows a dialog until it is closed; the keyboard's focus goes back to where it was.
 * @param {string} title
 * @param {(close: () => void) => Child[]} content
 * @param {Record<string, unknown>} [props]
 */
export function openDialog(title, content, props = {}) {
  const close = () => dialog.close();
  const heading = h("h2", { id: `dialog-${++dialogs}` }, title);
  const dialog = h("dialog", { "aria-labelledby": heading.id, ...props });
  const leave = h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: close }, "×");
  append(dialog, [h("header", {}, heading, leave), ...content(close)]);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // Who opens a dialog wants to do what it is for; the way out is the last thing to begin with.
  const controls = [...dialog.querySelectorAll("input, select, textarea, button, a[href], summary")];
  const first = controls.find((control) => control !== leave);
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}

let shown = 0;

/**
 * Shows a short message for a moment, and announces it to screen readers.
 * @param {string} words
 * @param {"note" | "bad"} [tone]
 */
export function toast(words, tone = "note") {
  const box = byId("toasts");
  const item = h("p", { class: `toast ${tone}` }, words);
  const number = ++shown;
  box.replaceChildren(item);
  setTimeout(() => number === shown && item.remove(), 5000);
}

/** What was wrong before is wrong no more. */
export function forgetComplaints() {
  for (const item of document.querySelectorAll("#toasts .bad")) item.remove();
}

/**
 * Copies text, and says so; without the right to, it shows what to copy.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    openDialog(what, () => [
      h("p", {}, "Copy it from here:"),
      h("input", { value: text, readonly: true, "aria-label": what }),
    ]);
  }
}
