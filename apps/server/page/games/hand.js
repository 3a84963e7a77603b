// The shape that is picked up: by pointer, touch or keys, from its slot to the board.

import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { boardData } from "./board-data.js";
import { Ghost } from "./ghost.js";
import { Lattice } from "./lattice.js";

/** @typedef {import("./lattice.js").Point} Point */
/** @typedef {import("./lattice.js").Triangle} Triangle */
/** @typedef {import("../table.js").TableScreen} TableScreen */

/** How far above a finger the lower edge of a dragged shape floats, in pixels: a finger hides what is under it. */
const LIFT = 34;
const SHORTEST_DRAG = 6;
/** How far a shape snaps, in halves of a triangle's side: to a place where it may lie, and to any other. */
const REACH = { legal: 1.9, any: 2.4 };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{ slot: number, at: [number, number], ghost: Ghost | null }} Placed */

/** The shape that is picked up, and where it would lie. */
export class Hand {
  /** The slot, from 1; 0 for none. */
  slot = 0;
  /** @type {Lattice | null} */
  lattice = null;
  /** @type {import("./board-data.js").BoardData | null} */
  #data = null;
  /** @type {Ghost | null} */
  #ghost = null;
  /** The row and column where it would lie. @type {[number, number] | null} */
  #at = null;
  /** @type {{ slot: number, x: number, y: number, isMoving: boolean, isTouch: boolean } | null} */
  #drag = null;
  #wasDragged = false;
  /** Shapes that lie on the board although the server has not answered yet. @type {Placed[]} */
  #placed = [];

  /** @param {TableScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  listen() {
    const stage = this.screen.stage.element;
    stage.addEventListener("pointerdown", this.#down);
    stage.addEventListener("click", this.#click, { capture: true });
    // A drag may leave the stage: there is no place then, and who lets go lays the shape back.
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#cancel);
  }

  leave() {
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#cancel);
  }

  /** Lays it back. A drag that goes on keeps its shape: the table may say something meanwhile. */
  drop() {
    this.slot = 0;
    this.#at = null;
    this.#ghost?.remove();
    this.#ghost = null;
    this.#mark();
  }

  /** @param {SVGSVGElement} picture */
  drawn(picture) {
    const { view, seat } = this.screen;
    if (!view?.layout) return;
    this.#data = boardData(view, seat);
    const least = Number(view.options.min_line ?? 2);
    nameSlots(picture, this.#data.hand);
    this.lattice = new Lattice(picture, this.#data.layout, this.#data.board, least);
    const { slot } = this;
    const at = this.#at;
    const [, ...waiting] = this.#takeUp();
    this.drop();
    for (const next of waiting) this.#again(next);
    // What is held stays in the hand, if the slot still has it.
    if (slot && this.#data.hand[slot - 1]) {
      this.pick(slot);
      if (at) this.#lay(at);
    }
  }

  /** What lay on the board before the server had answered lies there no more. */
  #takeUp() {
    const placed = this.#placed;
    this.#placed = [];
    for (const { ghost } of placed) ghost?.remove();
    return placed;
  }

  /** What was laid down while the one before was on its way is laid down now, if it still can be. @param {Placed} placed */
  #again({ slot, at }) {
    this.pick(slot);
    this.#lay(at);
    this.#place();
    this.drop();
  }

  /** @param {number} slot */
  pick(slot) {
    this.drop();
    const triangles = this.#data?.hand[slot - 1];
    if (!this.lattice || !triangles || this.#isOnBoard(slot) || this.screen.view?.over) return;
    this.slot = slot;
    this.#ghost = new Ghost(this.lattice, triangles, paintOf(this.screen.stage.group(`slot-${slot}`)));
    if (settings.legal) this.#ghost.dot(this.#places());
    this.#mark();
    sound("pick");
  }

  /** @param {number} slot */
  #isOnBoard(slot) {
    return this.#placed.some((placed) => placed.slot === slot);
  }

  /** The slot that is held shows it. */
  #mark() {
    for (const group of this.screen.stage.picture?.querySelectorAll("[id^='slot-']") ?? []) {
      const isHeld = group.id === `slot-${this.slot}`;
      group.classList.toggle("is-picked", isHeld);
      const isLifted = (isHeld && this.#drag?.isMoving === true) || this.#isOnBoard(slotOf(group));
      group.classList.toggle("is-lifted", isLifted);
      if (group.hasAttribute("data-part")) group.setAttribute("aria-pressed", String(isHeld));
    }
    this.screen.ask();
  }

  /** @param {SVGElement} group */
  touched(group) {
    const slot = slotOf(group);
    if (!slot) return false;
    if (slot === this.slot) this.drop();
    else {
      this.pick(slot);
      this.#lay(this.#places()[0] ?? null);
    }
    return true;
  }

  /** @param {[number, number] | null} place */
  #lay(place) {
    this.#at = place;
    this.#ghost?.lay(place, this.#isLegal(place));
  }

  /** @param {[number, number] | null} place */
  #isLegal(place) {
    return place !== null && this.#places().some(([row, col]) => row === place[0] && col === place[1]);
  }

  /** Where the shape may lie, as the server says. */
  #places() {
    return this.#data?.places[this.slot - 1] ?? [];
  }

  /**
   * The anchor for a shape whose middle is at a point of the picture: one where it may lie, if there is one near; else any.
   * @param {Point} middle
   * @returns {[number, number] | null}
   */
  #anchorAt(middle) {
    const { lattice } = this;
    const ghost = this.#ghost;
    if (!lattice || !ghost) return null;
    const from = { x: middle.x - ghost.middle.x, y: middle.y - ghost.middle.y };
    const far = (/** @type {[number, number]} */ place) => {
      const { x, y } = lattice.shift(place);
      return Math.hypot(x - from.x, y - from.y) / lattice.half;
    };
    const nearest = (/** @type {[number, number][]} */ places, /** @type {number} */ reach) => {
      const near = places.map((place) => ({ place, far: far(place) })).filter((each) => each.far < reach);
      return near.sort((a, b) => a.far - b.far)[0]?.place ?? null;
    };
    const fits = lattice.cells.filter(({ isUp }) => isUp === ghost.triangles[0].isUp);
    const anchors = fits.map(({ row, col }) => anchorFor(row, col, ghost.triangles[0]));
    return nearest(this.#places(), REACH.legal) ?? nearest(anchors, REACH.any);
  }

  #down = (/** @type {PointerEvent} */ event) => {
    this.#wasDragged = false;
    const target = event.target instanceof Element ? event.target : null;
    const slot = slotOf(target?.closest("[data-part]"));
    if (!slot || event.button !== 0) return;
    const isTouch = event.pointerType !== "mouse";
    if (isTouch) target?.releasePointerCapture?.(event.pointerId);
    this.#drag = { slot, x: event.clientX, y: event.clientY, isMoving: false, isTouch };
  };

  #move = (/** @type {PointerEvent} */ event) => {
    if (this.#drag && !this.#drag.isMoving) this.#begin(event);
    const isFloating = this.#drag?.isMoving || (this.slot > 0 && event.pointerType === "mouse");
    if (isFloating) this.#follow({ x: event.clientX, y: event.clientY });
  };

  /** The shape goes to a point of the screen, and its ghost to the place that is near. @param {Point} point */
  #follow(point) {
    const { lattice } = this;
    // The table may have said something meanwhile: what is dragged is still held.
    if (this.#drag?.isMoving && !this.#ghost) this.pick(this.#drag.slot);
    if (!lattice || !this.#ghost) return;
    const middle = this.#liftedFrom(lattice.toPicture(point));
    this.#lay(this.#anchorAt(middle));
    this.#ghost.float(this.#drag?.isMoving ? middle : null, this.#isLegal(this.#at));
  }

  /** Above the finger, all of it. @param {Point} point @returns {Point} */
  #liftedFrom({ x, y }) {
    if (!this.#drag?.isTouch || !this.#ghost || !this.lattice) return { x, y };
    const unit = this.lattice.picture.getScreenCTM()?.a ?? 1;
    return { x, y: y - LIFT / unit - (this.#ghost.bottom - this.#ghost.middle.y) };
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const drag = this.#drag;
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SHORTEST_DRAG) return;
    drag.isMoving = true;
    this.screen.stage.element.classList.add("is-dragging");
    this.pick(drag.slot);
  }

  #up = (/** @type {PointerEvent} */ event) => {
    const drag = this.#drag;
    if (drag?.isMoving) this.#follow({ x: event.clientX, y: event.clientY });
    this.#cancel();
    if (!drag?.isMoving) return;
    this.#wasDragged = true;
    if (this.#isLegal(this.#at)) this.#place();
    else {
      if (this.#at) sound("wrong");
      this.drop();
    }
  };

  #cancel = () => {
    this.#drag = null;
    this.#ghost?.float(null, true);
    this.screen.stage.element.classList.remove("is-dragging");
    for (const group of this.screen.stage.picture?.querySelectorAll(".is-lifted") ?? [])
      group.classList.toggle("is-lifted", this.#isOnBoard(slotOf(group)));
  };

  /** A click after a drag is no click; one beside the slots goes to where the ghost is. @param {MouseEvent} event */
  #click = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isSlot = target?.closest("[data-part]");
    if (this.#wasDragged || (this.slot && !isSlot)) {
      event.stopPropagation();
      if (!this.#wasDragged) this.#tapped({ x: event.clientX, y: event.clientY });
    }
    this.#wasDragged = false;
  };

  /** @param {Point} point */
  #tapped(point) {
    const place = this.lattice && this.#anchorAt(this.lattice.toPicture(point));
    if (!place) {
      this.drop();
      return;
    }
    this.#lay(place);
    this.#place();
  }

  /** It lies there at once; what the server refuses comes back to the hand. So a quick player need not wait for the server. */
  async #place() {
    if (!this.#at || !this.#isLegal(this.#at)) return;
    const { slot } = this;
    const [row, col] = this.#at;
    this.#ghost?.settle();
    this.#placed.push({ slot, at: this.#at, ghost: this.#ghost });
    this.#ghost = null;
    this.drop();
    if (this.#placed.length > 1 || (await this.screen.act(`place ${slot} ${row} ${col}`))) return;
    this.#takeUp();
    this.drop();
    this.screen.draw();
  }

  /** @param {string} key */
  key(key) {
    const group = this.screen.stage.group(`slot-${key}`);
    const arrow = ARROWS[key];
    if (group?.dataset.part) this.touched(group);
    else if (arrow && this.slot) this.#step(arrow);
    else if ((key === "Enter" || key === " ") && this.slot && this.#at && !isOnOtherSlot(this.slot)) this.#place();
    else return false;
    return true;
  }

  /** To the next place in a direction where the shape may lie. @param {[number, number]} direction */
  #step([dx, dy]) {
    const { lattice } = this;
    const from = this.#at ?? this.#places()[0];
    if (!lattice || !from) return;
    const start = lattice.shift(from);
    const ahead = this.#places()
      .map((place) => {
        const { x, y } = lattice.shift(place);
        const along = (x - start.x) * dx + (y - start.y) * dy;
        const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
        return { place, along, cost: along + 2 * aside };
      })
      .filter(({ along }) => along > lattice.half / 2)
      .sort((a, b) => a.cost - b.cost);
    if (ahead[0]) this.#lay(ahead[0].place);
  }
}

/**
 * What readers of the screen hear of the shapes.
 * @param {SVGSVGElement} picture
 * @param {(Triangle[] | null)[]} hand
 */
function nameSlots(picture, hand) {
  hand.forEach((triangles, nth) => {
    const count = triangles?.length === 1 ? "1 triangle" : `${triangles?.length} triangles`;
    const words = `shape ${nth + 1} of ${hand.length}: ${triangles ? count : "placed"}`;
    picture.querySelector(`#slot-${nth + 1}[aria-label]`)?.setAttribute("aria-label", words);
  });
}

/** The number of a slot's group; 0 for what is none. @param {Element | null | undefined} group */
function slotOf(group) {
  const [kind, number] = group?.id.split("-") ?? [];
  return kind === "slot" ? Number(number) : 0;
}

/** The class that paints a slot's shape. @param {Element | null} group */
function paintOf(group) {
  return group?.querySelector("path")?.getAttribute("class") ?? "";
}

/**
 * Where the anchor lies if this triangle of a shape lies there.
 * @param {number} row
 * @param {number} col
 * @param {import("./lattice.js").Triangle} triangle
 * @returns {[number, number]}
 */
function anchorFor(row, col, triangle) {
  return [row - triangle.row, col - triangle.col];
}

/** Does the keyboard's focus lie on another shape than the one that is picked up? @param {number} slot */
function isOnOtherSlot(slot) {
  const focused = document.activeElement?.closest("[data-part], button, a");
  return focused !== null && focused !== undefined && focused.id !== `slot-${slot}`;
}
