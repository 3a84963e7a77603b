// How likely dice show a total.

/**
 * The share of rolls with a total within a card's range.
 * @param {string} rolls As printed: `6`, `11-12`.
 * @param {1 | 2} dice
 */
export function chanceOf(rolls, dice) {
  const [low, high = low] = rolls.split("-").map(Number);
  const faces = [1, 2, 3, 4, 5, 6];
  const totals = dice === 1 ? faces : faces.flatMap((one) => faces.map((other) => one + other));
  return totals.filter((total) => total >= low && total <= high).length / totals.length;
}

/** The chances with one die and with two, in words. @param {string} rolls */
export function chanceWords(rolls) {
  const percent = (/** @type {number} */ share) => (share === 0 ? "never" : `${Math.round(share * 100)} %`);
  return { one: percent(chanceOf(rolls, 1)), two: percent(chanceOf(rolls, 2)) };
}
