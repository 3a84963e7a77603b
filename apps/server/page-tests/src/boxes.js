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

/**
 * What is asked and every choice lie in the window without scrolling, and no control lies on another.
 * @param {Page} page
 */
export async function assertInReach(page) {
  const wrong = await page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll(".play :is(.question, .purse, .choice, .bar a, .bar button, .bar summary)"),
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
