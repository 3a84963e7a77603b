// How a picture of the puzzle and what happened in it are shown, at a table and in a replay.

import { h } from "../dom.js";

/** Above the board, in the picture's units. */
const MARGIN = 140;

const SVG = "http://www.w3.org/2000/svg";
/** How high a triangle is in the log, and half as wide, in pixels. */
const MINI = { high: 13, half: 7.5 };

/**
 * An event in the log; `null` for those that have words of their own.
 * @param {import("./lattice.js").Layout | undefined} layout
 * @param {Record<string, any> | undefined} data
 */
export function placementView(layout, data) {
  const count = data?.cells?.length;
  if (data?.type === "cleared") return h("span", { class: "log-cleared" }, `Cleared ${count} triangles`);
  if (data?.type !== "placed") return null;
  const words = count === 1 ? "Placed a triangle" : `Placed ${count} triangles`;
  return h("span", {}, layout && miniShape(layout, data.cells), h("span", { class: "visually-hidden" }, words));
}

/**
 * A shape as small as a letter.
 * @param {import("./lattice.js").Layout} layout
 * @param {[row: number, col: number][]} cells Counted from one.
 */
function miniShape(layout, cells) {
  const { high, half } = MINI;
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, col]) => col));
  const corners = cells.map(([row, col]) => {
    const [x, y] = [(col - left) * half, (row - top) * high];
    const [flat, tip] = layout.cells[row - 1]?.[col - 1] === "U" ? [y + high, y] : [y, y + high];
    return `M${x} ${flat}L${x + half} ${tip}L${x + 2 * half} ${flat}Z`;
  });
  const width = (Math.max(...cells.map(([, col]) => col)) - left + 2) * half;
  const height = (Math.max(...cells.map(([row]) => row)) - top + 1) * high;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "mini-shape");
  picture.setAttribute("viewBox", `-1 -1 ${width + 2} ${height + 2}`);
  picture.setAttribute("width", String(width + 2));
  picture.setAttribute("height", String(height + 2));
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", corners.join(""));
  picture.append(path);
  return picture;
}

/** The counts above the board stand in the page, larger. @param {SVGSVGElement} picture @param {number} top */
export function crop(picture, top) {
  const [x, , width, height] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const from = Math.max(0, top - MARGIN);
  picture.setAttribute("viewBox", `${x} ${from} ${width} ${height - from}`);
}
