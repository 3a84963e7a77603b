// Words of a picture that can be read at the size at which it is shown: small ones become a little larger in their place, and
// what would still be too small is left out. The card itself tells it, in large, to who touches it.

/** The smallest words, in pixels. */
const SMALLEST = 10;
/** Words that are smaller than this have no room to grow: rules of cards are lines as long as the card, names are short. */
const GROWS_FROM = { rule: 8.5, name: 6 };
/** Lines whose sizes differ by less are lines of one name. */
const ALIKE = 1.3;
/** Words are outlines in the units of their font. */
const EM = 2048;
/**
 * @param {SVGSVGElement} picture
 * @param {HTMLElement} stage
 * @param {number} [leastScale] Below so many pixels a unit, a picture is scrolled rather than shown smaller.
 */
export function makeLegible(picture, stage, leastScale = 0) {
  const { width, height } = picture.viewBox.baseVal;
  if (!width || !height || !stage.clientWidth) return;
  picture.style.width = picture.style.height = "";
  const box = picture.getBoundingClientRect();
  const fitted = Math.min(box.width / width, box.height / height);
  const scale = Math.max(fitted, leastScale);
  stage.classList.toggle("is-scrolled", fitted < leastScale);
  if (fitted < leastScale) {
    picture.style.width = `${Math.ceil(width * scale)}px`;
    picture.style.height = `${Math.ceil(height * scale)}px`;
  }
  const all = [...picture.querySelectorAll("[transform*='scale(']")];
  for (const words of all) resize(words, scale);
  for (const words of all) hideWithOthers(words);
}

/** Half a name is worse than none: its lines are left out together; what something costs stays. @param {Element} words */
function hideWithOthers(words) {
  if (!(words instanceof SVGElement) || words.style.display !== "none") return;
  const size = Number(words.dataset.size);
  const paint = words.getAttribute("class");
  for (const other of words.parentElement?.children ?? []) {
    if (!(other instanceof SVGElement) || other.getAttribute("class") !== paint) continue;
    if (Number(other.dataset.size) < size * ALIKE) other.style.display = "none";
  }
}

/**
 * @param {Element} words
 * @param {number} scale Pixels a unit of the picture.
 */
function resize(words, scale) {
  if (!(words instanceof SVGGraphicsElement)) return;
  const transform = (words.dataset.transform ??= words.getAttribute("transform") ?? "");
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)$/.exec(transform);
  if (!found) return;
  const [x, y, own] = found.slice(1).map(Number);
  const size = own * EM * scale;
  words.dataset.size = String(size);
  words.style.display = "";
  const least = hasRoom(words, own * (SMALLEST / size)) ? GROWS_FROM.name : GROWS_FROM.rule;
  words.style.display = size < least ? "none" : "";
  const grown = size >= least && size < SMALLEST ? (own * SMALLEST) / size : own;
  // About their middle, so that they stay where they are.
  const box = words.style.display ? { x: 0, y: 0, width: 0, height: 0 } : words.getBBox();
  const aside = (box.x + box.width / 2) * (own - grown);
  const down = (box.y + box.height / 2) * (own - grown);
  words.setAttribute("transform", `translate(${x + aside} ${y + down}) scale(${grown})`);
}

/**
 * Cards of the market have lines of a rule, and landmarks a name beside a picture: neither can grow much. On the flat cards of a
 * full city a line may be as long as the card.
 * @param {Element} words
 * @param {number} grown The scale at which they would be large enough.
 */
function hasRoom(words, grown) {
  const card = words.closest("[id^='market-'], [id^='city-']");
  if (!(card instanceof SVGGraphicsElement)) return true;
  if (card.id.startsWith("market-")) return false;
  const { width, height } = card.getBBox();
  if (height > width * 0.45) return true;
  const face = card.querySelector(":scope > .f-card");
  const fits = words instanceof SVGGraphicsElement && words.getBBox().width * grown <= width;
  return face !== null && fits;
}
