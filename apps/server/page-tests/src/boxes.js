// What a screen looks like, by its boxes: nothing too small, nothing outside, nothing on top of another.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** The four sizes that a table must work at. @type {Record<string, import("playwright-core").BrowserContextOptions>} */
export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  small: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** No words that are seen are under ten pixels, neither the page's nor a picture's. @param {Page} page */
export async function assertReadable(page) {
  const small = await page.evaluate(() => {
    const isSeen = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !isSeen(element) || element.closest("svg")) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < 10) found.push(`${node.textContent.slice(0, 30)}: ${size}`);
    }
    // Words of a picture are outlines: a unit of their font times the scale that they have on the screen.
    for (const words of document.querySelectorAll(".stage svg [transform*='scale(']")) {
      // A group that is not displayed still counts as visible for `checkVisibility`.
      if (!(words instanceof SVGGraphicsElement) || !isSeen(words) || words.style.display === "none") continue;
      const size = (words.getScreenCTM()?.a ?? 0) * 2048;
      if (size < 9.9) found.push(`${words.closest("[id]")?.id}: ${size.toFixed(1)}`);
    }
    return found;
  });
  assert.deepEqual(small.slice(0, 5), []);
}

/** No two things that can be used lie on each other, and none lies beside the window. @param {Page} page */
export async function assertApart(page) {
  const wrong = await page.evaluate(() => {
    /** The part of an element that is not cut off by what scrolls around it. @param {Element} element */
    const seenBox = (element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const box = around.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return { left, top, right, bottom };
    };
    const root = document.querySelector("dialog[open]") ?? document.body;
    const all = [...root.querySelectorAll("button, a[href], input, select, textarea, summary, [data-part]")];
    const used = all.filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        getComputedStyle(element).pointerEvents !== "none" &&
        !element.closest(".visually-hidden, .skip"),
    );
    const boxes = used.map((element) => ({ element, ...seenBox(element) }));
    const shown = boxes.filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2);
    /** What is fixed lies over what scrolls under it, and that is no fault. @param {Element} element */
    const layer = (element) =>
      element.closest(".menu-sheet") ?? element.closest(".decision") ?? element.closest(".bar") ?? null;
    const name = (/** @type {Element} */ element) =>
      element.getAttribute("aria-label") ?? element.id ?? element.textContent?.slice(0, 20);
    const found = shown
      .filter(({ left, right }) => left < -0.5 || right > innerWidth + 0.5)
      .map(({ element }) => `outside: ${name(element)}`);
    shown.forEach((one, nth) => {
      for (const other of shown.slice(nth + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const isInside = one.element.contains(other.element) || other.element.contains(one.element);
        if (wide > 1.5 && high > 1.5 && !isInside && layer(one.element) === layer(other.element))
          found.push(`${name(one.element)} and ${name(other.element)}`);
      }
    });
    return found;
  });
  assert.deepEqual(wrong.slice(0, 5), []);
}

/** No words are cut off by the box that holds them. @param {Page} page */
export async function assertUncut(page) {
  const cut = await page.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll("button, .question, .badge, .purse, h1, h2, dd, dt, .owned, .estate *"),
    ];
    const isCut = (/** @type {Element} */ box) =>
      box instanceof HTMLElement &&
      box.checkVisibility({ visibilityProperty: true }) &&
      !box.closest(".visually-hidden") &&
      getComputedStyle(box).textOverflow !== "ellipsis" &&
      getComputedStyle(box).display !== "inline" &&
      (box.scrollWidth > box.clientWidth + 1.5 || (box.matches("button") && box.scrollHeight > box.clientHeight + 3));
    return boxes.filter(isCut).map((box) => `${box.className}: ${box.textContent?.slice(0, 30)}`);
  });
  assert.deepEqual(cut.slice(0, 5), []);
}

/**
 * What is asked and every choice lie in the window without scrolling, and no control lies on another.
 * @param {Page} page
 */
export async function assertInReach(page) {
  const wrong = await page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll(".play :is(.question, .purse, .decision button, .bar a, .bar button, .bar summary)"),
    ];
    const seen = shown.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const found = [];
    for (const element of seen) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const words = element.textContent?.slice(0, 30);
      if (!isInside || right - left < 2 || bottom - top < 2) found.push(`outside: ${words}`);
      else if (!hit || !(element.contains(hit) || hit.contains(element))) found.push(`covered: ${words}`);
    }
    return found;
  });
  assert.deepEqual(wrong, []);
}
