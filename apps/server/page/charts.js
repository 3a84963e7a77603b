// Small charts, drawn from numbers: bars of a distribution, lines of ratings, dots with their intervals. Each says in words what it shows.

const NAMESPACE = "http://www.w3.org/2000/svg";

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
 * How likely each amount is.
 * @param {Record<string, number>} chances By amount.
 * @param {string} label
 */
export function bars(chances, label) {
  const all = Object.entries(chances)
    .map(([value, chance]) => ({ value: Number(value), chance }))
    .sort((a, b) => a.value - b.value);
  const shown = all.filter(({ chance }) => chance >= 0.005);
  const least = Math.min(...shown.map(({ value }) => value));
  const most = Math.max(...shown.map(({ value }) => value), least + 5);
  const top = Math.max(...shown.map(({ chance }) => chance));
  const svg = shape("svg", { viewBox: "0 0 300 84", class: "chart", role: "img", "aria-label": label });
  const width = 296 / (most - least + 1);
  for (const { value, chance } of shown) {
    const height = Math.max(1.5, (chance / top) * 62);
    const x = 2 + (value - least) * width;
    const bar = shape("rect", {
      x: x + width * 0.1,
      y: 66 - height,
      width: width * 0.8,
      height,
      rx: Math.min(3, width * 0.3),
      class: value < 0 ? "loss" : "gain",
    });
    bar.append(shape("title", {}, `${value}: ${percent(chance)}`));
    svg.append(bar);
  }
  const step = Math.max(1, Math.ceil((most - least) / 8));
  for (let value = least; value <= most; value += step) {
    svg.append(shape("text", { x: 2 + (value - least + 0.5) * width, y: 80, "text-anchor": "middle" }, String(value)));
  }
  return svg;
}

/**
 * Lines over rounds, one for each name. Names stand at the lines' ends; nothing depends on colour alone.
 * @param {{ name: string, values: number[] }[]} series
 * @param {string} label
 */
export function lines(series, label) {
  const values = series.flatMap((each) => each.values);
  const least = Math.min(...values);
  const most = Math.max(...values, least + 1);
  const rounds = Math.max(...series.map((each) => each.values.length), 2);
  const x = (/** @type {number} */ nth) => 44 + (nth / (rounds - 1)) * 430;
  const y = (/** @type {number} */ value) => 190 - ((value - least) / (most - least)) * 175;
  const svg = shape("svg", { viewBox: "0 0 600 210", class: "chart", role: "img", "aria-label": label });
  for (const value of [least, (least + most) / 2, most]) {
    svg.append(
      shape("line", { x1: 44, x2: 474, y1: y(value), y2: y(value), class: "rule" }),
      shape("text", { x: 38, y: y(value) + 4, "text-anchor": "end" }, Math.round(value).toString()),
    );
  }
  const ends = apart(series.map((each) => y(each.values[each.values.length - 1])));
  series.forEach((each, nth) => {
    const points = each.values.map((value, round) => `${x(round).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    svg.append(
      shape("polyline", { points, class: `series series-${nth % 6}`, "stroke-dasharray": nth < 6 ? "none" : "6 4" }),
    );
    svg.append(
      shape("text", { x: 482, y: ends[nth] + 4, class: `series-name series-${nth % 6}` }, each.name.slice(0, 18)),
    );
  });
  return svg;
}

/**
 * How a measured value went over time, with where it lies with 95 % confidence.
 * @param {{ at: number, value: number, error: number }[]} points `error` is a standard error.
 * @param {string} label
 */
export function course(points, label) {
  const low = Math.min(...points.map(({ value, error }) => value - 1.96 * error));
  const high = Math.max(...points.map(({ value, error }) => value + 1.96 * error), low + 1);
  const end = Math.max(...points.map(({ at }) => at), 1e-9);
  const x = (/** @type {number} */ at) => 44 + (at / end) * 530;
  const y = (/** @type {number} */ value) => 186 - ((value - low) / (high - low)) * 170;
  const svg = shape("svg", { viewBox: "0 0 600 216", class: "chart", role: "img", "aria-label": label });
  for (const value of [low, (low + high) / 2, high]) {
    svg.append(
      shape("line", { x1: 44, x2: 574, y1: y(value), y2: y(value), class: "rule" }),
      shape("text", { x: 38, y: y(value) + 4, "text-anchor": "end" }, Math.round(value).toString()),
    );
  }
  for (const at of [0, end / 2, end]) {
    svg.append(shape("text", { x: x(at), y: 206, "text-anchor": "middle" }, `${at.toFixed(1)} min`));
  }
  const line = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const group = shape("g", { class: "series series-0" });
  for (const { at, value, error } of points) {
    const [from, to] = [value - 1.96 * error, value + 1.96 * error];
    const whisker = shape("line", { x1: x(at), x2: x(at), y1: y(from), y2: y(to) });
    whisker.append(shape("title", {}, `${Math.round(value)}, ${Math.round(from)} to ${Math.round(to)}`));
    group.append(whisker);
  }
  svg.append(group, shape("polyline", { points: line, class: "series series-0" }));
  return svg;
}

/**
 * Values as dots, with whiskers where they may lie; one row for each.
 * @param {{ name: string, value: number, interval: [number, number] }[]} rows
 * @param {string} label
 */
export function whiskers(rows, label) {
  const least = Math.min(...rows.map(({ interval }) => interval[0]));
  const most = Math.max(...rows.map(({ interval }) => interval[1]), least + 1);
  const bottom = 12 + rows.length * 20;
  const x = (/** @type {number} */ value) => 150 + ((value - least) / (most - least)) * 390;
  const svg = shape("svg", { viewBox: `0 0 600 ${bottom + 24}`, class: "chart", role: "img", "aria-label": label });
  for (const value of [least, (least + most) / 2, most]) {
    svg.append(
      shape("line", { x1: x(value), x2: x(value), y1: 6, y2: bottom, class: "rule" }),
      shape("text", { x: x(value), y: bottom + 16, "text-anchor": "middle" }, Math.round(value).toString()),
    );
  }
  rows.forEach(({ name, value, interval }, nth) => {
    const y = 22 + nth * 20;
    const [low, high] = interval;
    const row = shape("g", { class: "series series-0" });
    row.append(
      shape("title", {}, `${name}: ${Math.round(value)}, ${Math.round(low)} to ${Math.round(high)}`),
      shape("line", { x1: x(low), x2: x(high), y1: y, y2: y }),
      shape("circle", { cx: x(value), cy: y, r: 4.5, class: "gain" }),
    );
    svg.append(shape("text", { x: 142, y: y + 4, "text-anchor": "end" }, name.slice(0, 24)), row);
  });
  return svg;
}

/**
 * Moves labels apart that would lie upon each other.
 * @param {number[]} places
 */
function apart(places) {
  const order = places.map((place, nth) => ({ place, nth })).sort((a, b) => a.place - b.place);
  order.forEach((each, nth) => {
    if (nth > 0) each.place = Math.max(each.place, order[nth - 1].place + 13);
  });
  const over = Math.max(0, (order[order.length - 1]?.place ?? 0) - 204);
  const moved = new Array(places.length).fill(0);
  for (const { place, nth } of order) moved[nth] = place - over;
  return moved;
}

/** @param {number} share */
export function percent(share) {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}
