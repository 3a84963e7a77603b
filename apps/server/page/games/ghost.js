// The shape that is picked up, at the size of the board: where it would lie, and what hangs at the pointer. It is drawn here,
// so that it moves as fast as a hand does.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {import("./lattice.js").Point} Point */
/** @typedef {import("./lattice.js").Triangle} Triangle */
/** @typedef {import("./lattice.js").Cell} Cell */

export class Ghost {
  #marked = group("marked");
  #dots = group("marked");
  #snapped = group("ghost");
  #floating = group("ghost floating-shape");

  /**
   * @param {import("./lattice.js").Lattice} lattice
   * @param {Triangle[]} triangles
   * @param {string} paint The class of the shape's colour.
   */
  constructor(lattice, triangles, paint) {
    this.lattice = lattice;
    this.triangles = triangles;
    const outline = lattice.path(triangles);
    this.#snapped.append(path(outline, paint));
    this.#floating.append(path(outline, paint));
    lattice.picture.append(this.#dots, this.#marked, this.#snapped, this.#floating);
    const box = this.#floating.getBBox();
    /** The middle of the shape when its anchor is the first cell. @type {Point} */
    this.middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.bottom = box.y + box.height;
    this.lay(null, false);
    this.float(null, false);
  }

  /**
   * Lays it on a cell, or on none; what it would clear lights up.
   * @param {[number, number] | null} place
   * @param {boolean} isLegal
   */
  lay(place, isLegal) {
    show(this.#snapped, place && this.lattice.shift(place), isLegal);
    const lines = place && isLegal ? this.lattice.completed(this.triangles, place) : [];
    const outline = lines.map((line) => this.lattice.path(line.map(cellAsTriangle))).join("");
    this.#marked.replaceChildren(...(outline ? [path(outline, "would-clear")] : []));
  }

  /**
   * Lets it float with its middle at a point of the picture.
   * @param {Point | null} point
   * @param {boolean} isLegal Would it lie somewhere if it were let go?
   */
  float(point, isLegal) {
    show(this.#floating, point && { x: point.x - this.middle.x, y: point.y - this.middle.y }, isLegal);
  }

  /** Marks where its anchor may lie. @param {[number, number][]} places */
  dot(places) {
    const { left, top, half, height } = this.lattice.layout;
    for (const { x, y } of places.map((place) => this.lattice.shift(place))) {
      const dot = document.createElementNS(SVG, "circle");
      dot.setAttribute("cx", String(left + x + half));
      dot.setAttribute("cy", String(top + y + height / 2));
      dot.setAttribute("r", String(half / 6));
      dot.setAttribute("class", "legal-anchor");
      this.#dots.append(dot);
    }
  }

  /** It lies there now, whatever the server will say. */
  settle() {
    this.#marked.replaceChildren();
    this.float(null, true);
    this.#snapped.classList.add("is-placed");
  }

  remove() {
    for (const each of [this.#dots, this.#marked, this.#snapped, this.#floating]) each.remove();
  }
}

/** @param {Cell} cell @returns {Triangle} */
function cellAsTriangle({ row, col, isUp }) {
  return { row: row - 1, col: col - 1, isUp };
}

/**
 * @param {SVGGElement} shape
 * @param {Point | null} by
 * @param {boolean} isLegal
 */
function show(shape, by, isLegal) {
  shape.setAttribute("visibility", by ? "visible" : "hidden");
  shape.classList.toggle("is-illegal", !isLegal);
  if (by) shape.setAttribute("transform", `translate(${by.x} ${by.y})`);
}

/** @param {string} name */
function group(name) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  return made;
}

/** @param {string} outline @param {string} paint */
export function path(outline, paint) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("d", outline);
  made.setAttribute("class", paint);
  return made;
}
