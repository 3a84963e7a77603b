// A card of Machi Koro, large enough to read, with what can be done with it.

import { h, openDialog } from "../dom.js";

/**
 * @param {HTMLElement | SVGElement} card As it lies on the table.
 * @param {{ words: string, act: () => void } | null} build What building it is called; `null` where it can't be built now.
 */
export function openCard(card, build) {
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const { name } of [...copy.attributes]) if (name !== "class") copy.removeAttribute(name);
  const large = h("div", { class: `${copy.className} card-large`, "aria-hidden": "true" }, ...copy.childNodes);
  openDialog(
    card.dataset.name ?? "",
    (close) => [
      large,
      h("p", {}, card.dataset.effect ?? ""),
      build
        ? h(
            "button",
            {
              type: "button",
              class: "primary big",
              "data-build": card.dataset.action,
              onclick: () => {
                close();
                build.act();
              },
            },
            build.words,
          )
        : h("p", { class: "faint" }, "It can't be built now."),
    ],
    { class: "card-dialog" },
  );
}
