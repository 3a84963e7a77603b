// How a picture of the puzzle and what happened in it are shown, at a table and in a replay.

/** Above the board, in the picture's units. */
const MARGIN = 140;

/** An event in the log; `null` for those that have words of their own. @param {Record<string, any> | undefined} data */
export function placementWords(data) {
  const count = data?.cells?.length;
  if (data?.type === "placed")
    return document.createTextNode(count === 1 ? "Placed a triangle" : `Placed ${count} triangles`);
  return data?.type === "cleared" ? document.createTextNode(`Cleared ${count} triangles`) : null;
}

/** The counts above the board stand in the page, larger. @param {SVGSVGElement} picture @param {number} top */
export function crop(picture, top) {
  const [x, , width, height] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const from = Math.max(0, top - MARGIN);
  picture.setAttribute("viewBox", `${x} ${from} ${width} ${height - from}`);
}
