// The curve of a review: lines with the bands of their intervals. A touch goes to the moment below it.

const NAMESPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 220;
const LEFT = 40;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 34;
const TICKS = 4;

/** @typedef {import("./answers.js").Review} Review */
/** @typedef {import("./answers.js").ReviewEstimate} ReviewEstimate */

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [words]
 */
function shape(tag, attributes, words) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (words !== undefined) element.textContent = words;
  return element;
}

/**
 * A value as people read it.
 * @param {ReviewEstimate} estimate
 * @param {Review["curve"]["unit"]} unit
 */
export function shown({ value, interval }, unit) {
  const scale = unit === "percent" ? 100 : 1;
  const digits = unit === "percent" ? 0 : 1;
  const number = (/** @type {number} */ each) => (each * scale).toFixed(digits);
  const sign = unit === "percent" ? " %" : unit === "seconds" ? " s" : "";
  const range = interval ? ` (${number(interval[0])}–${number(interval[1])})` : "";
  return `${number(value)}${sign}${range}`;
}

/**
 * @param {Review} review
 * @param {{ at: number, width: number, go: (at: number) => void }} how
 */
export function drawCurve(review, { at, width, go }) {
  const { curve } = review;
  const scale = scales(curve, Math.max(width, 240));
  const svg = shape("svg", {
    width: scale.width,
    height: HEIGHT,
    viewBox: `0 0 ${scale.width} ${HEIGHT}`,
    role: "img",
    "aria-label": words(review),
  });
  svg.append(...grid(curve, scale));
  curve.series.forEach((_, nth) => svg.append(...lineOf(curve, nth, scale)));
  const here = nearest(curve.points, (point) => Math.abs(point.at - at));
  if (here) {
    const x = scale.x(here.along);
    svg.append(shape("line", { class: "here", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }));
  }
  for (const { at: turned, title } of review.turning_points) {
    const point = nearest(curve.points, (each) => Math.abs(each.at - turned));
    if (!point) continue;
    const y = scale.y(Math.max(...point.values.map(({ value }) => value)));
    const mark = shape("circle", { class: "turned", cx: scale.x(point.along), cy: y, r: 5 });
    mark.append(shape("title", {}, title));
    svg.append(mark);
  }
  svg.addEventListener("click", (event) => {
    const across = event.clientX - svg.getBoundingClientRect().left;
    const point = nearest(curve.points, (each) => Math.abs(scale.x(each.along) - across));
    if (point) go(point.at);
  });
  return svg;
}

/**
 * @param {Review["curve"]} curve
 * @param {number} width
 */
function scales(curve, width) {
  const values = curve.points.flatMap((point) => point.values.map(({ value }) => value));
  const isShare = curve.unit === "percent";
  const low = isShare ? 0 : Math.min(0, ...values);
  const high = isShare ? 1 : Math.max(...values, low + 1);
  const first = curve.points[0]?.along ?? 0;
  const last = Math.max(curve.points[curve.points.length - 1]?.along ?? 1, first + 1);
  return {
    width,
    low,
    high,
    first,
    last,
    x: (/** @type {number} */ along) => LEFT + ((along - first) / (last - first)) * (width - LEFT - RIGHT),
    y: (/** @type {number} */ value) => {
      const within = Math.min(high, Math.max(low, value));
      return TOP + (1 - (within - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
    },
  };
}

/**
 * @param {Review["curve"]} curve
 * @param {ReturnType<typeof scales>} scale
 */
function grid(curve, scale) {
  const parts = [];
  for (let tick = 0; tick <= TICKS; tick += 1) {
    const value = scale.low + (tick / TICKS) * (scale.high - scale.low);
    const y = scale.y(value);
    const label = curve.unit === "percent" ? `${Math.round(value * 100)}` : value.toFixed(scale.high < 10 ? 1 : 0);
    parts.push(
      shape("line", { class: "rule", x1: LEFT, x2: scale.width - RIGHT, y1: y, y2: y }),
      shape("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, label),
    );
  }
  const bottom = HEIGHT - BOTTOM + 15;
  parts.push(
    shape("text", { x: LEFT, y: bottom }, String(scale.first)),
    shape("text", { x: scale.width - RIGHT, y: bottom, "text-anchor": "end" }, String(scale.last)),
    shape("text", { x: (LEFT + scale.width - RIGHT) / 2, y: bottom + 12, "text-anchor": "middle" }, axis(curve)),
  );
  return parts;
}

/** @param {Review["curve"]} curve */
function axis(curve) {
  const unit = { percent: " in percent", seconds: " in seconds", number: "" }[curve.unit];
  return `${curve.measure}${unit}, by ${curve.along}`;
}

/**
 * @param {Review["curve"]} curve
 * @param {number} nth
 * @param {ReturnType<typeof scales>} scale
 */
function lineOf(curve, nth, scale) {
  const place = (/** @type {number} */ along, /** @type {number} */ value) =>
    `${scale.x(along).toFixed(1)},${scale.y(value).toFixed(1)}`;
  const seat = curve.series[nth].seat ?? nth;
  const points = curve.points.map((point) => place(point.along, point.values[nth].value)).join(" ");
  const line = shape("polyline", { class: "curve", "data-seat": seat, points });
  const banded = curve.points.filter((point) => point.values[nth].interval);
  if (banded.length < 2) return [line];
  const edge = (/** @type {0 | 1} */ end) =>
    banded.map((point) => place(point.along, point.values[nth].interval?.[end] ?? 0));
  const band = [...edge(1), ...edge(0).reverse()].join(" ");
  return [shape("polygon", { class: "band", "data-seat": seat, points: band }), line];
}

/** What the chart shows. @param {Review} review */
function words({ curve }) {
  const last = curve.points[curve.points.length - 1];
  const ends = curve.series.map((series, nth) => last && `${series.label} ${shown(last.values[nth], curve.unit)}`);
  return `${axis(curve)}; at the end: ${ends.filter(Boolean).join(", ")}`;
}

/**
 * @template T
 * @param {T[]} all
 * @param {(each: T) => number} distance
 * @returns {T | undefined}
 */
function nearest(all, distance) {
  return all.reduce(
    (/** @type {T | undefined} */ best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  );
}
