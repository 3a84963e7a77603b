// Where the triangles of a board lie in its picture, which are free, and which lines a placement would complete.

/** @typedef {{ row: number, col: number, isUp: boolean, x: number, y: number, isFilled: boolean, isOpen: boolean }} Cell */
/** Rows and columns from the anchor. @typedef {{ row: number, col: number, isUp: boolean }} Triangle */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, top: number, half: number, height: number, cells: string[] }} Layout Which way each cell points. */

/** The three ways in which lines run, in degrees. */
const WAYS = [0, 60, 120];

export class Lattice {
  /** @type {Cell[]} */
  cells = [];
  /** @type {Map<string, Cell>} */
  #byPlace = new Map();
  /** @type {Cell[][] | null} */
  #lines = null;

  /**
   * @param {SVGSVGElement} picture
   * @param {Layout} layout
   * @param {string[]} board A letter a cell: a space where there is none to play on, `#` where it is filled.
   * @param {number} leastLine
   */
  constructor(picture, layout, board, leastLine) {
    this.picture = picture;
    this.layout = layout;
    this.half = layout.half;
    this.leastLine = leastLine;
    layout.cells.forEach((letters, nth) =>
      [...letters].forEach((letter, column) => {
        const state = board[nth]?.[column] ?? " ";
        const place = { row: nth + 1, col: column + 1, isUp: letter === "U" };
        const cell = { ...place, ...this.#middle(place), isFilled: state === "#", isOpen: state !== " " };
        this.cells.push(cell);
        this.#byPlace.set(`${cell.row},${cell.col}`, cell);
      }),
    );
  }

  /** @param {Triangle} place From the first row and column. @returns {Point} */
  #middle({ row, col, isUp }) {
    const { left, top, half, height } = this.layout;
    return { x: left + col * half, y: top + (row - 1 + (isUp ? 2 : 1) / 3) * height };
  }

  /**
   * The outline of triangles about an anchor that lies in the first row and column.
   * @param {Triangle[]} triangles
   */
  path(triangles) {
    const { left, top, half, height } = this.layout;
    const corners = triangles.map(({ row, col, isUp }) => {
      const [x, above, below] = [left + col * half, top + row * height, top + (row + 1) * height];
      const [flat, tip] = isUp ? [below, above] : [above, below];
      return `M${x} ${flat}L${x + half} ${tip}L${x + 2 * half} ${flat}Z`;
    });
    return corners.join("");
  }

  /**
   * How far an anchor lies from the first row and column.
   * @param {[number, number]} place
   * @returns {Point}
   */
  shift([row, col]) {
    return { x: (col - 1) * this.half, y: (row - 1) * this.layout.height };
  }

  /**
   * A point of the screen in the picture's units.
   * @param {Point} point
   */
  toPicture({ x, y }) {
    const matrix = this.picture.getScreenCTM()?.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  at(row, col) {
    return this.#byPlace.get(`${row},${col}`) ?? null;
  }

  /**
   * The cell whose middle is nearest to a point of the picture; `null` if none is near.
   * @param {Point} point
   */
  nearest({ x, y }) {
    const far = (/** @type {Cell} */ cell) => Math.hypot(cell.x - x, cell.y - y);
    const [first] = [...this.cells].sort((a, b) => far(a) - far(b));
    return first && far(first) < this.half ? first : null;
  }

  /**
   * The lines that would be complete with these triangles at a place.
   * @param {Triangle[]} triangles
   * @param {[number, number]} place
   */
  completed(triangles, [row, col]) {
    const own = new Set(triangles.flatMap((each) => this.at(row + each.row, col + each.col) ?? []));
    const isFull = (/** @type {Cell} */ cell) => cell.isFilled || own.has(cell);
    return this.lines().filter((line) => line.every(isFull) && line.some((cell) => own.has(cell)));
  }

  /** The lines of the board. */
  lines() {
    this.#lines ??= WAYS.flatMap((way) => this.#linesAlong((way * Math.PI) / 180));
    return this.#lines;
  }

  /** @param {number} angle */
  #linesAlong(angle) {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    /** @type {Map<number, { cell: Cell, along: number }[]>} */
    const strips = new Map();
    for (const cell of this.cells.filter(({ isOpen }) => isOpen)) {
      // All triangles between two lines of the net: their middles lie a third or two thirds between them.
      const first = this.cells[0].isUp ? this.half : 0;
      const [x, y] = [cell.x - this.layout.left - first, cell.y - this.layout.top];
      const strip = Math.floor((y * dx - x * dy) / this.layout.height);
      const along = (x * dx + y * dy) / this.half;
      strips.set(strip, [...(strips.get(strip) ?? []), { cell, along }]);
    }
    const runs = [...strips.values()].flatMap((strip) => runsOf(strip.sort((a, b) => a.along - b.along)));
    return runs.filter((run) => run.length >= this.leastLine);
  }
}

/**
 * Parts without a gap.
 * @param {{ cell: Cell, along: number }[]} strip
 */
function runsOf(strip) {
  /** @type {Cell[][]} */
  const runs = [];
  strip.forEach(({ cell, along }, nth) => {
    const isNext = nth > 0 && along - strip[nth - 1].along < 1.5;
    if (isNext) runs[runs.length - 1].push(cell);
    else runs.push([cell]);
  });
  return runs;
}
