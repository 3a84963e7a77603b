// Cards of SET as small pictures, for the log and lessons: the same symbols and colours as the board has.

/** @typedef {{ number: number, color: number, shape: string, shading: string }} Card */

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [2200, 3200];
/** The box of a symbol, and how far one lies from the next. */
const [WIDE, HIGH, STEP] = [1408, 704, 896];
const STRIPE = 176;
/** @type {Record<string, string>} */
const OUTLINES = {
  diamond: "M0 352L704 0L1408 352L704 704Z",
  oval: "M352 0H1056A352 352 0 0 1 1056 704H352A352 352 0 0 1 352 0Z",
  squiggle:
    "M0 462C0 211 155 31 383 31C598 31 704 166 898 166C1049 166 1112 0 1236 0C1340 0 1408 99 1408 242" +
    "C1408 493 1253 673 1025 673C810 673 704 538 510 538C359 538 296 704 172 704C68 704 0 605 0 462Z",
};

/**
 * A card, as high as its text.
 * @param {Card} card
 */
export function cardPicture({ number, color, shape, shading }) {
  const picture = made("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "tercet mini-card", "aria-hidden": "true" });
  const face = { x: 30, y: 30, width: WIDTH - 60, height: HEIGHT - 60, rx: 240 };
  picture.append(made("rect", { class: "f-card s-card-edge", "stroke-width": 60, ...face }));
  const left = (WIDTH - WIDE) / 2;
  const top = (HEIGHT - HIGH - STEP * (number - 1)) / 2;
  for (let nth = 0; nth < number; nth += 1) {
    const symbol = made("g", { transform: `translate(${left} ${top + nth * STEP})` });
    if (shading === "striped") symbol.append(stripes(OUTLINES[shape], color));
    const fill = shading === "solid" ? `f-symbol-${color}` : "hollow";
    symbol.append(made("path", { d: OUTLINES[shape], class: `s-symbol-${color} ${fill}`, "stroke-width": 110 }));
    picture.append(symbol);
  }
  return picture;
}

let clips = 0;

/**
 * Upright lines within an outline.
 * @param {string} outline
 * @param {number} color
 */
function stripes(outline, color) {
  const id = `stripes-${++clips}`;
  const clip = made("clipPath", { id });
  clip.append(made("path", { d: outline }));
  const lines = Array.from({ length: WIDE / STRIPE }, (_, nth) => `M${(nth + 0.5) * STRIPE} 0V${HIGH}`).join("");
  const all = made("g", {});
  all.append(
    clip,
    made("path", { d: lines, class: `s-symbol-${color}`, "stroke-width": 70, "clip-path": `url(#${id})` }),
  );
  return all;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
