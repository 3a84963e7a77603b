// The puzzle: tap a shape and tap a place, drag it there, or use the keys. A shape that is picked up has the size of the
// board and snaps to the places that the server's message has as legal; it is red where it can't go.

import { h } from "../dom.js";
import { bestWords } from "../best.js";
import { settings } from "../settings.js";
import { Ghost } from "./ghost.js";
import { Lattice } from "./lattice.js";
import { makeLegible } from "./legible.js";

/** @typedef {import("./manner.js").Manner} Manner */
/** @typedef {import("./lattice.js").Cell} Cell */

/** How far above a finger a dragged shape floats, in pixels: a finger hides what is under it. */
const LIFT = 56;
const SHORTEST_DRAG = 6;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {import("../table.js").TableScreen} screen
 * @returns {Manner}
 */
export function triangleManner(screen) {
  const hand = new Hand(screen);
  const best = h("p", { class: "best" });
  /** Was the game over when the best scores were last asked for? @type {boolean | null} */
  let told = null;
  return {
    keys: [
      ["1 to 9", "pick up a shape, or lay it back"],
      ["arrows", "move it"],
      ["Enter", "place it"],
      ["Escape", "lay it back"],
    ],
    isOneOfEachRank: true,
    // What was cleared last is shown once: a picture of a thought would show it again.
    layers: () => ["labels", ...(hand.slot ? [] : ["last"]), ...(settings.legal ? ["legal"] : [])],
    under: best,
    question: () => (hand.slot ? "Where does it go?" : "Which shape goes where?"),
    key: (key) => hand.key(key),
    purse: (seat) => ({ count: screen.view?.scores[seat] ?? 0, words: "points" }),
    drawn: (picture) => {
      makeLegible(picture, screen.stage.element);
      hand.drawn(picture);
    },
    forget: () => hand.drop(),
    begun: () => hand.listen(),
    refresh: () => {
      // It changes only when a game is over.
      const isOver = screen.view ? screen.view.over !== null : null;
      if (!screen.view || isOver === told) return;
      told = isOver;
      bestWords(screen.view).then(
        (words) => (best.textContent = words),
        () => {},
      );
    },
    leave: () => hand.leave(),
  };
}

/** The shape that is picked up, and where it would lie. */
class Hand {
  /** The slot, from 1; 0 for none. */
  slot = 0;
  /** @type {Lattice | null} */
  #lattice = null;
  /** @type {Ghost | null} */
  #ghost = null;
  /** The row and column where it would lie. @type {[number, number] | null} */
  #at = null;
  /** Which way the anchors of the shape point. */
  #isUp = true;
  /** @typedef {{ x: number, y: number }} Point */
  /** @type {{ slot: number, x: number, y: number, isMoving: boolean, at: Point, lift: number } | null} */
  #drag = null;
  #wasDragged = false;

  /** @param {import("../table.js").TableScreen} screen */
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

  drop() {
    this.slot = 0;
    this.#at = null;
    this.#ghost?.remove();
    this.#ghost = null;
    this.screen.ghost = undefined;
  }

  /** @param {SVGSVGElement} picture */
  drawn(picture) {
    this.#lattice = new Lattice(picture);
    const slot = this.screen.phrase.ids.map((id) => Number(id.replace("slot-", "")))[0] ?? 0;
    if (slot !== this.slot) this.#pickedUp(slot);
    else this.#measure(picture);
  }

  /** Asks for a ghost, once: to learn how the shape lies about its anchor. @param {number} slot */
  #pickedUp(slot) {
    this.drop();
    this.slot = slot;
    const [place] = this.#places();
    if (!place || !this.#lattice) return;
    this.#isUp = this.#lattice.at(...place)?.isUp ?? true;
    this.screen.ghost = `place ${slot} ${place[0]} ${place[1]}`;
    this.screen.draw();
  }

  /** @param {SVGSVGElement} picture */
  #measure(picture) {
    const asked = readPlace(this.screen.ghost);
    const anchor = asked && this.#lattice?.at(...asked);
    if (!asked || !anchor) return;
    this.#ghost = Ghost.read(picture, anchor);
    // The pointer may have gone on meanwhile, and rest now.
    if (this.#drag?.isMoving) this.#follow(this.#drag.at);
    else this.#lay(this.#at ?? asked);
  }

  /** @param {[number, number] | null} place */
  #lay(place) {
    this.#at = place;
    const cell = place && this.#lattice?.at(...place);
    this.#ghost?.lay(cell ?? null, this.#isLegal(place));
  }

  /** @param {[number, number] | null} place */
  #isLegal(place) {
    return place !== null && this.#places().some(([row, col]) => row === place[0] && col === place[1]);
  }

  /** Where the shape may lie, as the server says. @returns {[number, number][]} */
  #places() {
    const { view, seat } = this.screen;
    const legal = (view && seat !== undefined && view.legal[seat]) || [];
    const own = legal.filter((action) => action.startsWith(`place ${this.slot} `));
    return own.map((action) => /** @type {[number, number]} */ (readPlace(action)));
  }

  /**
   * The anchor for a shape whose middle is at a point: one where it may lie, if there is one near; else any near one.
   * @param {{ x: number, y: number }} point
   */
  #anchorAt(point) {
    const lattice = this.#lattice;
    if (!lattice || !this.#ghost) return null;
    const { x, y } = lattice.toPicture(point);
    const target = { x: x - this.#ghost.offset.x, y: y - this.#ghost.offset.y };
    const legal = new Set(this.#places().map(String));
    return (
      lattice.nearest(target, (cell) => legal.has(`${cell.row},${cell.col}`), 1.7) ??
      lattice.nearest(target, (cell) => cell.isUp === this.#isUp, 2.4)
    );
  }

  #down = (/** @type {PointerEvent} */ event) => {
    this.#wasDragged = false;
    const target = event.target instanceof Element ? event.target : null;
    const slot = Number(target?.closest("[data-part]")?.id.replace("slot-", ""));
    if (!slot || event.button !== 0) return;
    if (event.pointerType !== "mouse") target?.releasePointerCapture?.(event.pointerId);
    this.#drag = {
      slot,
      x: event.clientX,
      y: event.clientY,
      isMoving: false,
      at: { x: event.clientX, y: event.clientY },
      lift: event.pointerType === "mouse" ? 0 : LIFT,
    };
  };

  #move = (/** @type {PointerEvent} */ event) => {
    if (this.#drag && !this.#drag.isMoving) this.#begin(event);
    const isFloating = this.#drag?.isMoving || (this.slot > 0 && event.pointerType === "mouse");
    const at = { x: event.clientX, y: event.clientY - (this.#drag?.lift ?? 0) };
    if (this.#drag) this.#drag.at = at;
    if (isFloating) this.#follow(at);
  };

  /** The shape goes to a point of the screen, and its ghost to the place that is near. @param {{ x: number, y: number }} point */
  #follow(point) {
    const cell = this.#anchorAt(point);
    this.#lay(cell && [cell.row, cell.col]);
    const isLifted = this.#drag?.isMoving && this.#lattice;
    this.#ghost?.float(isLifted ? isLifted.toPicture(point) : null, this.#isLegal(this.#at));
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const drag = this.#drag;
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SHORTEST_DRAG) return;
    drag.isMoving = true;
    this.screen.stage.element.classList.add("is-dragging");
    const group = this.screen.stage.group(`slot-${drag.slot}`);
    if (this.slot !== drag.slot && group && this.screen.stage.picture) {
      this.screen.phrase.touch(group, this.screen.stage.picture);
      this.screen.draw();
    }
  }

  #up = () => {
    const drag = this.#drag;
    this.#cancel();
    if (!drag?.isMoving) return;
    this.#wasDragged = true;
    this.#ghost?.float(null, true);
    if (this.#isLegal(this.#at)) this.#place();
    else this.screen.drop();
  };

  #cancel = () => {
    this.#drag = null;
    this.screen.stage.element.classList.remove("is-dragging");
  };

  /** A click after a drag is no click; one beside the legal cells goes to where the ghost is. @param {MouseEvent} event */
  #click = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isSlot = target?.closest("[data-part]");
    if (this.#wasDragged || (this.slot && !isSlot)) {
      event.stopPropagation();
      if (!this.#wasDragged) this.#tapped({ x: event.clientX, y: event.clientY });
    }
    this.#wasDragged = false;
  };

  /** @param {{ x: number, y: number }} point */
  #tapped(point) {
    const cell = this.#anchorAt(point);
    if (!cell) {
      this.screen.drop();
      return;
    }
    this.#lay([cell.row, cell.col]);
    this.#place();
  }

  async #place() {
    if (!this.#at) return;
    const [row, col] = this.#at;
    if (!(await this.screen.act(`place ${this.slot} ${row} ${col}`))) this.screen.drop();
  }

  /** @param {string} key */
  key(key) {
    const group = /^[1-9]$/.test(key) ? this.screen.stage.group(`slot-${key}`) : null;
    const arrow = ARROWS[key];
    if (group?.dataset.part && this.screen.stage.picture) {
      this.screen.phrase.touch(group, this.screen.stage.picture);
      this.screen.ghost = undefined;
      this.screen.draw();
    } else if (arrow && this.slot) {
      this.#step(arrow);
    } else if ((key === "Enter" || key === " ") && this.slot && this.#at && !isOnOtherSlot(this.slot)) {
      this.#place();
    } else {
      return false;
    }
    return true;
  }

  /** To the next place in a direction where the shape may lie. @param {[number, number]} direction */
  #step([dx, dy]) {
    const lattice = this.#lattice;
    const places = this.#places();
    const from = this.#at ?? places[0];
    const start = from && lattice?.at(...from);
    if (!lattice || !start) return;
    const ahead = places
      .flatMap((place) => lattice.at(...place) ?? [])
      .map((cell) => {
        const along = (cell.x - start.x) * dx + (cell.y - start.y) * dy;
        const aside = Math.abs((cell.x - start.x) * dy) + Math.abs((cell.y - start.y) * dx);
        return { cell, along, cost: along + 2 * aside };
      })
      .filter(({ along }) => along > lattice.half / 2)
      .sort((a, b) => a.cost - b.cost);
    if (ahead[0]) this.#lay([ahead[0].cell.row, ahead[0].cell.col]);
  }
}

/** Does the keyboard's focus lie on another shape than the one that is picked up? @param {number} slot */
function isOnOtherSlot(slot) {
  const focused = document.activeElement?.closest("[data-part], button, a");
  return focused !== null && focused !== undefined && focused.id !== `slot-${slot}`;
}

/**
 * Row and column of a placement.
 * @param {string | undefined} action
 * @returns {[number, number] | null}
 */
function readPlace(action) {
  const found = /^place \d+ (\d+) (\d+)$/.exec(action ?? "");
  return found && [Number(found[1]), Number(found[2])];
}
