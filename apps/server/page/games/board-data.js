// What the puzzle's screen has to know of a position.

const CELLS = ["f-cell", "f-blocked", "f-by-hand"];

/** @typedef {import("./lattice.js").Triangle} Triangle */
/** @typedef {{ layout: import("./lattice.js").Layout, board: string[], hand: (Triangle[] | null)[], places: [number, number][][] }} BoardData */

/**
 * @param {{ view: import("../wire.js").TableView | null, seat: number | undefined }} at
 * @param {SVGSVGElement} picture
 * @returns {BoardData}
 */
export function boardData({ view, seat }, picture) {
  const found = boardPaths(picture).flatMap(({ triangles, isFilled, isOpen }) =>
    triangles.map((corners) => ({ corners, isFilled, isOpen })),
  );
  const lows = found.map(({ corners }) => Math.min(...corners.map(([x]) => x)));
  const tops = found.map(({ corners }) => Math.min(...corners.map(([, y]) => y)));
  const [left, top] = [Math.min(...lows), Math.min(...tops)];
  const half = extent(found[0].corners, 0) / 2;
  const height = extent(found[0].corners, 1);
  const rows = Math.round((Math.max(...tops) - top) / height) + 1;
  const cols = Math.round((Math.max(...lows) - left) / half) + 1;
  const points = Array.from({ length: rows }, () => Array(cols).fill("D"));
  const board = Array.from({ length: rows }, () => Array(cols).fill(" "));
  found.forEach(({ corners, isFilled, isOpen }, nth) => {
    const [row, col] = [Math.round((tops[nth] - top) / height), Math.round((lows[nth] - left) / half)];
    points[row][col] = pointsUp(corners) ? "U" : "D";
    board[row][col] = isFilled ? "#" : isOpen ? "." : " ";
  });
  const legal = (view && seat !== undefined && view.legal[seat]) || [];
  const slots = [...picture.querySelectorAll("[id^='slot-']")];
  return {
    layout: { left, top, half, height, cells: points.map((row) => row.join("")) },
    board: board.map((row) => row.join("")),
    hand: slots.map((slot) => shapeOf(slot.getAttribute("aria-label") ?? "")),
    places: slots.map((_, nth) =>
      legal
        .map((action) => action.split(" "))
        .filter(([, slot]) => Number(slot) === nth + 1)
        .map(([, , row, col]) => /** @type {[number, number]} */ ([Number(row), Number(col)])),
    ),
  };
}

/** @param {string} label @returns {Triangle[] | null} */
function shapeOf(label) {
  const found = [...label.matchAll(/([UD])(-?\d+),(-?\d+)/g)];
  if (found.length === 0) return null;
  return found.map(([, way, row, col]) => ({ row: Number(row), col: Number(col), isUp: way === "U" }));
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
    found.push({
      triangles: trianglesOf(path),
      isFilled: isPiece || paint === "f-by-hand",
      isOpen: paint !== "f-blocked",
    });
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
