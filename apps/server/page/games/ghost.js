// The shape that is thought of, at the size of the board. The server draws it once, where it may lie; from then on it moves
// here, without asking: a placement has the same triangles everywhere.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{ x: number, y: number }} Point */

export class Ghost {
  #snapped;
  #floating;

  /**
   * @param {SVGSVGElement} picture
   * @param {Point} anchor Where the server's ghost lies.
   * @param {Point} middle Its middle.
   * @param {Element} fill
   * @param {Element | null} edge
   */
  constructor(picture, anchor, middle, fill, edge) {
    this.anchor = anchor;
    this.offset = { x: middle.x - anchor.x, y: middle.y - anchor.y };
    this.#snapped = group("ghost", fill, edge);
    this.#floating = group("ghost floating-shape", fill, edge);
    picture.append(this.#snapped, this.#floating);
    fill.remove();
    edge?.remove();
  }

  /**
   * Takes over the ghost that a picture shows.
   * @param {SVGSVGElement} picture
   * @param {Point} anchor
   */
  static read(picture, anchor) {
    const fill = [...picture.querySelectorAll(":scope > path:is(.f-legal, .f-illegal)[fill-opacity]")].find(
      (path) => path.getAttribute("fill-opacity") !== "0",
    );
    if (!(fill instanceof SVGGraphicsElement)) return null;
    const next = fill.nextElementSibling;
    const edge = next?.matches(":is(.s-legal, .s-illegal)") ? next : null;
    const box = fill.getBBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return new Ghost(picture, anchor, middle, fill, edge);
  }

  /**
   * Lays it on the cell of an anchor, or on none.
   * @param {Point | null} anchor
   * @param {boolean} isLegal
   */
  lay(anchor, isLegal) {
    this.#move(this.#snapped, anchor && { x: anchor.x - this.anchor.x, y: anchor.y - this.anchor.y }, isLegal);
  }

  /**
   * Lets it float with its middle at a point of the picture.
   * @param {Point | null} point
   * @param {boolean} isLegal Would it lie somewhere if it were let go?
   */
  float(point, isLegal) {
    const { anchor, offset } = this;
    const by = point && { x: point.x - anchor.x - offset.x, y: point.y - anchor.y - offset.y };
    this.#move(this.#floating, by, isLegal);
  }

  remove() {
    this.#snapped.remove();
    this.#floating.remove();
  }

  /**
   * @param {SVGGElement} shape
   * @param {Point | null} by
   * @param {boolean} isLegal
   */
  #move(shape, by, isLegal) {
    shape.setAttribute("visibility", by ? "visible" : "hidden");
    shape.classList.toggle("is-illegal", !isLegal);
    if (by) shape.setAttribute("transform", `translate(${by.x} ${by.y})`);
    const [fill, edge] = shape.children;
    fill.setAttribute("class", isLegal ? "f-legal" : "f-illegal");
    edge?.setAttribute("class", isLegal ? "s-legal" : "s-illegal");
  }
}

/**
 * @param {string} name
 * @param {Element} fill
 * @param {Element | null} edge
 */
function group(name, fill, edge) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  made.setAttribute("visibility", "hidden");
  made.append(...[fill, edge].flatMap((path) => path?.cloneNode(true) ?? []));
  for (const path of made.querySelectorAll("path")) path.removeAttribute("stroke-dasharray");
  return made;
}
