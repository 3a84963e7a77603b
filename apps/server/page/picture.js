// The server's pictures as elements of the page.

import { text } from "./api.js";

/**
 * What a picture is asked to show.
 * @typedef {object} PictureOptions
 * @property {number} [seat]
 * @property {string[]} [show]
 * @property {string[]} [pick]
 * @property {string} [hint]
 * @property {string} [ghost]
 * @property {string[]} [names] What the seats are called; an empty name is the seat's number.
 */

/**
 * @param {string} base As in `/t/TABLE/17` or `/r/12/40`.
 * @param {PictureOptions} options
 */
export function pictureAddress(base, { seat, show, pick = [], hint, ghost, names = [] }) {
  const query = new URLSearchParams();
  if (seat !== undefined) query.set("seat", String(seat));
  if (show) query.set("show", show.join(","));
  for (const id of pick) query.append("pick", id);
  if (hint) query.set("hint", hint);
  if (ghost) query.set("ghost", ghost);
  for (const name of names) query.append("name", name);
  const words = query.toString();
  return `${base}.svg${words && "?"}${words}`;
}

/**
 * @param {string} address
 * @param {AbortSignal} [signal]
 */
export async function loadPicture(address, signal) {
  return parsePicture(await text(address, { signal }));
}

/**
 * An SVG text as an element. The titles become descriptions: the page shows them itself, also to the keyboard.
 * @param {string} source
 * @returns {SVGSVGElement}
 */
export function parsePicture(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
  const svg = /** @type {unknown} */ (document.importNode(parsed.documentElement, true));
  const picture = /** @type {SVGSVGElement} */ (svg);
  // The page gives it its size, whatever part of it is looked at.
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const title of picture.querySelectorAll("title")) {
    const group = title.parentElement;
    if (group && title.textContent) {
      group.dataset.about = title.textContent;
      group.setAttribute("aria-description", title.textContent);
    }
    title.remove();
  }
  return picture;
}

/**
 * Where something of a picture lies on the screen.
 * @param {Element} element
 */
export function middleOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
