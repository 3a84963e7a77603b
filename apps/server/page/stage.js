// Where a table's picture stands. It turns clicks, touches and keys on the picture into touched groups, keeps the
// keyboard's place when the picture changes, and shows what a card says.

import { h } from "./dom.js";
import { loadPicture, middleOf } from "./picture.js";

const TOUCHABLE = "[data-action], [data-part]";
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{ before: SVGSVGElement | null, after: SVGSVGElement }} Shown */

export class Stage {
  /** @type {SVGSVGElement | null} */
  picture = null;
  #address = "";
  /** @type {Promise<Shown | null>} */
  #showing = Promise.resolve(null);
  #loading = /** @type {AbortController | null} */ (null);

  /**
   * @param {object} listener
   * @param {(group: SVGElement) => void} listener.touched
   * @param {(group: SVGElement) => void} [listener.looked] Something was touched that only has a description.
   * @param {(key: string, place: string) => boolean} listener.key Says whether the game takes it.
   */
  constructor(listener) {
    this.listener = listener;
    this.bubble = h("div", { class: "bubble", role: "tooltip", hidden: true });
    this.element = h("div", { class: "stage" });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    for (const kind of ["pointerover", "focusin"])
      this.element.addEventListener(kind, (event) => this.#point(event.target));
    for (const kind of ["pointerleave", "focusout"]) this.element.addEventListener(kind, () => this.#point(null));
    addEventListener("scroll", this.#hide, { passive: true });
  }

  leave() {
    removeEventListener("scroll", this.#hide);
    this.#loading?.abort();
  }

  /**
   * Shows the picture of this address. Of several that are asked for at once, only the last is shown.
   * @param {string} address
   * @returns {Promise<Shown | null>} `null` if another was asked for since.
   */
  show(address) {
    if (address !== this.#address) {
      this.#loading?.abort();
      this.#address = address;
      this.#loading = new AbortController();
      this.#showing = this.#load(address, this.#loading.signal);
    }
    return this.#showing;
  }

  /**
   * @param {string} address
   * @param {AbortSignal} signal
   */
  async #load(address, signal) {
    try {
      const after = await loadPicture(address, signal);
      return signal.aborted ? null : this.#swap(after);
    } catch (error) {
      if (signal.aborted) return null;
      this.#address = "";
      throw error;
    }
  }

  /** What is shown in place of pictures. @type {HTMLElement | null} */
  #board = null;

  /** Shows this from now on; pictures are only read. @param {HTMLElement} board */
  setBoard(board) {
    this.#board = board;
    this.element.prepend(board);
  }

  /** All that can be touched. @returns {SVGElement[]} */
  touchable() {
    return [...this.element.querySelectorAll(TOUCHABLE)].map(toSvg);
  }

  /** @param {string} id */
  group(id) {
    const found = this.element.querySelector(`#${CSS.escape(id)}`);
    return found ? toSvg(found) : null;
  }

  /** @param {SVGSVGElement} after */
  #swap(after) {
    const before = this.picture;
    if (this.#board) {
      this.picture = after;
      return { before, after };
    }
    const focused = before?.contains(document.activeElement) ? document.activeElement : null;
    const place = focused && middleOf(focused);
    this.picture = after;
    if (before) before.replaceWith(after);
    else this.element.prepend(after);
    if (focused && place) this.#refocus(focused.id, place);
    this.#hide();
    return { before, after };
  }

  /**
   * The same thing has the focus again, or what is nearest to where it was.
   * @param {string} id
   * @param {{ x: number, y: number }} place
   */
  #refocus(id, place) {
    const same = id ? this.group(id) : null;
    const target = same?.matches(TOUCHABLE) ? same : nearest(this.touchable(), place);
    if (target) target.focus({ preventScroll: true });
    else this.element.closest("main")?.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const group = touchedGroup(event.target);
    if (group) this.listener.touched(group);
    const about =
      group || !(event.target instanceof Element) ? null : event.target.closest("[data-about], [data-name]");
    if (about) this.listener.looked?.(toSvg(about));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const group = touchedGroup(event.target);
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (this.listener.key(event.key, event.code)) event.preventDefault();
    else if (event.key === "Enter" || event.key === " ") this.listener.touched(group);
    else if (arrow) this.step(group, arrow);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves the focus to what lies next in a direction.
   * @param {SVGElement} from
   * @param {[number, number]} direction
   */
  step(from, [dx, dy]) {
    const start = middleOf(from);
    const ahead = this.touchable().filter((group) => {
      const { x, y } = middleOf(group);
      return (x - start.x) * dx + (y - start.y) * dy > 2;
    });
    const target = ahead
      .map((group) => {
        const { x, y } = middleOf(group);
        const along = (x - start.x) * dx + (y - start.y) * dy;
        const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
        return { group, cost: along + 2 * aside };
      })
      .sort((a, b) => a.cost - b.cost)[0];
    target?.group.focus();
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const about = target instanceof Element ? target.closest("[data-about]") : null;
    if (about) this.#showBubble(toSvg(about));
    else this.#hide();
  }

  /** @param {SVGElement} group */
  #showBubble(group) {
    this.bubble.textContent = group.dataset.about ?? "";
    this.bubble.hidden = false;
    if (!this.bubble.isConnected) document.body.append(this.bubble);
    const box = group.getBoundingClientRect();
    const own = this.bubble.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 8;
    this.bubble.style.left = `${left}px`;
    this.bubble.style.top = `${above > 8 ? above : box.bottom + 8}px`;
  }

  #hide = () => {
    this.bubble.hidden = true;
  };
}

/** @param {EventTarget | null} target */
function touchedGroup(target) {
  const group = target instanceof Element ? target.closest(TOUCHABLE) : null;
  return group ? toSvg(group) : null;
}

/**
 * @param {SVGElement[]} groups
 * @param {{ x: number, y: number }} place
 */
function nearest(groups, place) {
  const far = (/** @type {SVGElement} */ group) => {
    const { x, y } = middleOf(group);
    return Math.hypot(x - place.x, y - place.y);
  };
  return groups.map((group) => ({ group, far: far(group) })).sort((a, b) => a.far - b.far)[0]?.group;
}

/** @param {Element} element */
function toSvg(element) {
  return /** @type {SVGElement} */ (element);
}
