// Movement that explains: where a card went, who was paid. Nothing here changes what is shown in the end, and all of it
// is left out where a person wants no motion.

import { h } from "./dom.js";
import { isMoving } from "./settings.js";

/**
 * A layer above everything, for things on their way.
 * @returns {HTMLElement}
 */
function sky() {
  const known = document.querySelector(".sky");
  if (known instanceof HTMLElement) return known;
  const made = h("div", { class: "sky", "aria-hidden": "true" });
  document.body.append(made);
  return made;
}

/** How near words may float to others, in pixels: what is older gives way. */
const NEAR = 70;

/** @param {number} x @param {number} y */
function clearAround(x, y) {
  for (const old of sky().querySelectorAll(".floating")) {
    const { left, top } = /** @type {HTMLElement} */ (old).style;
    if (Math.hypot(parseFloat(left) - x, parseFloat(top) - y) < NEAR) old.remove();
  }
}

/**
 * Lets words float up from a place and fade.
 * @param {{ x: number, y: number }} place
 * @param {string | Element} words
 * @param {"gain" | "loss"} tone
 * @param {number} delay In milliseconds.
 * @param {boolean} [isGreat]
 */
export function floatWords({ x, y }, words, tone, delay, isGreat = false) {
  if (!isMoving()) return;
  const item = h("span", { class: `floating ${tone}${isGreat ? " great" : ""}` }, words);
  item.style.left = `${x}px`;
  item.style.top = `${y}px`;
  clearAround(x, y);
  sky().append(item);
  const frames = [
    { opacity: 0, transform: "translate(-50%, 8px)" },
    { opacity: 1, transform: "translate(-50%, -6px)", offset: 0.15 },
    { opacity: 1, transform: "translate(-50%, -22px)", offset: 0.75 },
    { opacity: 0, transform: "translate(-50%, -34px)" },
  ];
  item.animate(frames, { duration: 1700, delay, fill: "backwards", easing: "ease-out" }).finished.then(
    () => item.remove(),
    () => item.remove(),
  );
}

/**
 * Lets a coin fly from one place to another.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {number} delay
 */
export function flyCoin(from, to, delay) {
  if (!isMoving()) return;
  const coin = h("span", { class: "flying-coin" });
  sky().append(coin);
  const at = (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {number} */ scale) =>
    `translate(${x - 9}px, ${y - 9}px) scale(${scale})`;
  const middle = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 30 };
  coin
    .animate([{ transform: at(from, 0.6) }, { transform: at(middle, 1.2) }, { transform: at(to, 0.8) }], {
      duration: 650,
      delay,
      fill: "backwards",
      easing: "ease-in-out",
    })
    .finished.then(
      () => coin.remove(),
      () => coin.remove(),
    );
}

/**
 * Lets a copy of something in a picture that is gone fly to a place and vanish there.
 * @param {SVGElement} group
 * @param {SVGSVGElement} picture The picture that is there now; it lies where the old one lay.
 * @param {{ x: number, y: number } | null} to
 * @param {number} delay
 */
export function flyAway(group, picture, to, delay) {
  if (!isMoving()) return;
  const ghost = /** @type {SVGElement} */ (group.cloneNode(true));
  ghost.removeAttribute("id");
  ghost.removeAttribute("tabindex");
  ghost.removeAttribute("role");
  ghost.setAttribute("class", "flying");
  ghost.setAttribute("aria-hidden", "true");
  for (const name of ["data-part", "data-action", "data-rank", "data-about"]) ghost.removeAttribute(name);
  picture.append(ghost);
  const box = ghost.getBoundingClientRect();
  const scale = (picture.viewBox.baseVal.width || 1) / (picture.getBoundingClientRect().width || 1);
  const dx = to ? (to.x - box.left - box.width / 2) * scale : 0;
  const dy = to ? (to.y - box.top - box.height / 2) * scale : -box.height * scale * 0.4;
  const own = /** @type {SVGGraphicsElement} */ (group).transform.baseVal.consolidate()?.matrix;
  const start = own ? `translate(${own.e}px, ${own.f}px)` : "";
  ghost
    .animate(
      [
        { transform: start, opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) ${start} scale(0.4)`, opacity: 0 },
      ],
      { duration: 480, delay, fill: "both", easing: "cubic-bezier(.4,0,.8,.4)" },
    )
    .finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
}

/**
 * Lets something come from where it lay before.
 * @param {Element} element
 * @param {DOMRect} from
 */
export function flyCopy(element, from) {
  if (!isMoving()) return;
  const to = element.getBoundingClientRect();
  const frames = [
    {
      transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / (to.width || 1)})`,
      opacity: 0.4,
      zIndex: 5,
    },
    { transform: "none", opacity: 1, zIndex: 5 },
  ];
  element.animate(frames, { duration: 550, easing: "cubic-bezier(.2,.7,.3,1)" });
}

/**
 * Lets something come in.
 * @param {Element} element
 * @param {number} delay
 */
export function fadeIn(element, delay) {
  if (!isMoving()) return;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320, delay, fill: "backwards", easing: "ease-out" });
}
