// Where the triangles of a board lie, read off its picture. Cells of a board, free, filled or blocked, are the
// triangles of the first paths that are painted as cells; rows and columns follow from where they lie.

/** @typedef {{ row: number, col: number, isUp: boolean, x: number, y: number, isFilled: boolean }} Cell */

const CELLS = ["f-cell", "f-blocked", "f-by-hand"];

export class Lattice {
  /** @type {Cell[]} */
  cells = [];
  /** Half a triangle's side. */
  half = 1;

  /** @param {SVGSVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    const found = boardPaths(picture).flatMap(({ triangles, isFilled }) =>
      triangles.map((corners) => ({ corners, isFilled })),
    );
    if (found.length === 0) return;
    const lows = found.map(({ corners }) => Math.min(...corners.map(([x]) => x)));
    const tops = found.map(({ corners }) => Math.min(...corners.map(([, y]) => y)));
    const left = Math.min(...lows);
    const top = Math.min(...tops);
    const [first] = found;
    const side = extent(first.corners, 0);
    const height = extent(first.corners, 1);
    this.half = side / 2;
    this.cells = found.map(({ corners, isFilled }, nth) => ({
      row: Math.round((tops[nth] - top) / height) + 1,
      col: Math.round((lows[nth] - left) / this.half) + 1,
      isUp: pointsUp(corners),
      x: corners.reduce((sum, [x]) => sum + x, 0) / 3,
      y: corners.reduce((sum, [, y]) => sum + y, 0) / 3,
      isFilled,
    }));
  }

  /**
   * A point of the screen in the picture's units.
   * @param {{ x: number, y: number }} point
   */
  toPicture({ x, y }) {
    const matrix = this.picture.getScreenCTM()?.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  /**
   * The cell nearest to a point of the picture, of those that fit; `null` if none is near.
   * @param {{ x: number, y: number }} point
   * @param {(cell: Cell) => boolean} [fits]
   * @param {number} [reach] In halves of a side.
   */
  nearest(point, fits = () => true, reach = 1.6) {
    let best = null;
    let least = reach * this.half;
    for (const cell of this.cells) {
      const far = Math.hypot(cell.x - point.x, cell.y - point.y);
      if (far < least && fits(cell)) [best, least] = [cell, far];
    }
    return best;
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  at(row, col) {
    return this.cells.find((cell) => cell.row === row && cell.col === col) ?? null;
  }
}

/** @param {SVGSVGElement} picture */
function boardPaths(picture) {
  const found = [];
  for (const path of picture.querySelectorAll(":scope > path")) {
    const paint =
      path
        .getAttribute("class")
        ?.split(" ")
        .find((name) => name.startsWith("f-")) ?? "";
    const isPiece = paint.startsWith("f-piece-");
    if (path.hasAttribute("fill-opacity") || !(isPiece || CELLS.includes(paint))) continue;
    found.push({ triangles: trianglesOf(path), isFilled: isPiece || paint === "f-by-hand" });
  }
  return found;
}

/**
 * @param {Element} path
 * @returns {[number, number][][]}
 */
function trianglesOf(path) {
  const parts = (path.getAttribute("d") ?? "").split("Z").filter(Boolean);
  const corners = (/** @type {string} */ part) =>
    [...part.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
      ([, x, y]) => /** @type {[number, number]} */ ([Number(x), Number(y)]),
    );
  return parts.map(corners).filter((found) => found.length === 3);
}

/**
 * @param {[number, number][]} corners
 * @param {0 | 1} axis
 */
function extent(corners, axis) {
  const values = corners.map((corner) => corner[axis]);
  return Math.max(...values) - Math.min(...values);
}

/** @param {[number, number][]} corners */
function pointsUp(corners) {
  const tops = corners.map(([, y]) => y);
  return tops.filter((y) => y === Math.min(...tops)).length === 1;
}
