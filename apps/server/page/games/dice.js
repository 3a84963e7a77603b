// Dice: as they lie, and as they roll for half a second before they lie there. A click or a key ends it.

import { h } from "../dom.js";
import { isMoving } from "../settings.js";
import { sound } from "../sound.js";

const FACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const STEP = 75;
const STEPS = 9;

/** A die that shows a face; 0 is a die that has not been rolled. @param {number} face */
export function dieOf(face) {
  const pips = Array.from({ length: 9 }, (_, nth) => h("i", { class: FACES[face].includes(nth) ? "on" : "" }));
  return h("span", { class: "die", "aria-hidden": "true" }, pips);
}

/**
 * Rolls dice where they lie.
 * @param {HTMLElement} place
 * @param {number[]} faces What they show in the end.
 * @returns {Promise<void>} Done when they lie still.
 */
export function rollDice(place, faces) {
  if (!isMoving() || faces.length === 0) return Promise.resolve();
  const dice = faces.map(() => dieOf(1));
  place.replaceChildren(...dice);
  place.classList.add("is-rolling");
  sound("roll");
  return new Promise((resolve) => {
    let step = 0;
    const finish = () => {
      clearInterval(timer);
      removeEventListener("pointerdown", finish, true);
      removeEventListener("keydown", finish, true);
      place.classList.remove("is-rolling");
      place.replaceChildren(...faces.map((face) => dieOf(face)));
      resolve();
    };
    const timer = setInterval(() => {
      step += 1;
      if (step > STEPS) finish();
      else dice.forEach((die, nth) => turn(die, step === STEPS ? faces[nth] : tumbled(step, nth, faces[nth]), step));
    }, STEP);
    addEventListener("pointerdown", finish, true);
    addEventListener("keydown", finish, true);
    dice.forEach((die, nth) => turn(die, tumbled(0, nth, faces[nth]), 0));
  });
}

/**
 * Any face but the last one seen.
 * @param {number} step
 * @param {number} nth
 * @param {number} face
 */
function tumbled(step, nth, face) {
  return ((step * 5 + nth * 3 + face) % 6) + 1;
}

/**
 * @param {HTMLElement} die
 * @param {number} face
 * @param {number} step
 */
function turn(die, face, step) {
  [...die.children].forEach((pip, nth) => pip.classList.toggle("on", FACES[face].includes(nth)));
  const left = STEPS - step;
  die.style.transform =
    left <= 0
      ? "none"
      : `translateY(${-Math.abs(Math.sin(step)) * left * 2}px) rotate(${(step % 2 ? 1 : -1) * left * 11}deg)`;
}
