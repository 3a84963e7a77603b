// What a placement does to the eye: the cells of a line go one after another, in the line's direction.

import { isMoving } from "../settings.js";
import { path } from "./ghost.js";

/** @typedef {[row: number, col: number]} Place */
/** @typedef {import("./lattice.js").Lattice} Lattice */

const STEP = 28;
const LONG = 520;

/** The cells that were freed. @param {import("../wire.js").EventView[]} events @returns {Place[]} */
export function clearedOf(events) {
  return events.flatMap(({ data }) => (data?.type === "cleared" ? data.cells : []));
}

/** The cells that were filled; `null` where nothing was placed. @param {import("../wire.js").EventView[]} events */
export function scored(events) {
  const placed = events.find(({ data }) => data?.type === "placed")?.data;
  return placed ? { cells: /** @type {Place[]} */ (placed.cells) } : null;
}

/**
 * @param {SVGSVGElement} picture
 * @param {Lattice} lattice
 * @param {Place[]} places
 * @param {boolean} isCleared
 * @returns {{ x: number, y: number } | null} Their middle on the screen.
 */
export function burst(picture, lattice, places, isCleared) {
  const cells = places.flatMap(([row, col]) => lattice.at(row, col) ?? []);
  if (cells.length === 0) return null;
  const box = { x: 0, y: 0 };
  for (const { x, y } of cells) {
    box.x += x / cells.length;
    box.y += y / cells.length;
  }
  if (isCleared && isMoving())
    [...cells]
      .sort((a, b) => a.x - b.x || a.y - b.y)
      .forEach((cell, nth) => vanish(picture, lattice, cell, nth * STEP));
  const matrix = picture.getScreenCTM();
  return matrix ? new DOMPoint(box.x, box.y).matrixTransform(matrix) : null;
}

/**
 * @param {SVGSVGElement} picture
 * @param {Lattice} lattice
 * @param {import("./lattice.js").Cell} cell
 * @param {number} delay
 */
function vanish(picture, lattice, cell, delay) {
  const shape = path(lattice.path([{ row: cell.row - 1, col: cell.col - 1, isUp: cell.isUp }]), "bursting");
  shape.style.transformOrigin = `${cell.x}px ${cell.y}px`;
  picture.append(shape);
  const frames = [
    { opacity: 1, transform: "scale(1)" },
    { opacity: 1, transform: "scale(1.35)", offset: 0.3 },
    { opacity: 0, transform: "scale(0.1) rotate(60deg)" },
  ];
  const gone = () => shape.remove();
  shape.animate(frames, { duration: LONG, delay, fill: "backwards", easing: "ease-out" }).finished.then(gone, gone);
}
