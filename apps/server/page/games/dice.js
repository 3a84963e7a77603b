// Dice that roll for half a second over the picture's own. A click or a key ends it.

import { h } from "../dom.js";
import { isMoving } from "../settings.js";

const FACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const STEP = 75;
const STEPS = 7;

/** A die that shows a face; 0 is a die that has not been rolled. @param {number} face */
export function dieOf(face) {
  const pips = Array.from({ length: 9 }, (_, nth) => h("i", { class: FACES[face].includes(nth) ? "on" : "" }));
  return h("span", { class: "die small-die", "aria-hidden": "true" }, pips);
}

/**
 * @param {Element} place Where the dice lie in the picture.
 * @param {number[]} faces What they show in the end.
 */
export function rollDice(place, faces) {
  if (!isMoving()) return;
  const box = place.getBoundingClientRect();
  const side = box.height;
  const dice = faces.map((_, nth) => {
    const die = h(
      "span",
      { class: "die" },
      FACES[6].concat(1, 4, 7).map(() => h("i", {})),
    );
    die.style.width = die.style.height = `${side}px`;
    // Not in percent: that would be of the whole window.
    die.style.padding = `${side * 0.14}px`;
    die.style.left = `${box.left + nth * side * 1.13}px`;
    die.style.top = `${box.top}px`;
    return die;
  });
  const tray = h("div", { class: "dice-tray", "aria-hidden": "true" }, dice);
  document.body.append(tray);
  let step = 0;
  const finish = () => {
    clearInterval(timer);
    tray.remove();
    removeEventListener("pointerdown", finish, true);
    removeEventListener("keydown", finish, true);
  };
  const timer = setInterval(() => {
    step += 1;
    if (step > STEPS) finish();
    else
      dice.forEach((die, nth) =>
        turn(die, step === STEPS ? faces[nth] : ((step * 5 + nth * 3 + faces[nth]) % 6) + 1, step),
      );
  }, STEP);
  addEventListener("pointerdown", finish, true);
  addEventListener("keydown", finish, true);
  dice.forEach((die, nth) => turn(die, ((faces[nth] + 2) % 6) + 1, 1));
}

/**
 * @param {HTMLElement} die
 * @param {number} face
 * @param {number} step
 */
function turn(die, face, step) {
  [...die.children].forEach((pip, nth) => pip.classList.toggle("on", FACES[face].includes(nth)));
  die.style.transform = step === STEPS ? "none" : `rotate(${(step % 2 ? 1 : -1) * (STEPS - step) * 9}deg)`;
}
