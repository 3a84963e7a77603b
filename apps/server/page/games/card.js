// A card of Machi Koro, large enough to read, with what can be done with it.

import { h, openDialog } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {SVGElement} group The card in the picture.
 * @param {{ words: string, act: () => void } | null} build What building it is called; `null` where it can't be built now.
 */
export function openCard(group, build) {
  const name = (group.getAttribute("aria-label") ?? "").split(/[:,]| ×/)[0];
  openDialog(
    name,
    (close) => [
      h("div", { class: "card-large", "aria-hidden": "true" }, enlarged(group)),
      h("p", {}, group.dataset.about ?? ""),
      build
        ? h(
            "button",
            {
              type: "button",
              class: "primary big",
              "data-build": group.dataset.action,
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

/** A picture of the group alone. @param {SVGElement} group */
function enlarged(group) {
  const box = /** @type {SVGGraphicsElement} */ (group).getBBox();
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "tercet");
  picture.setAttribute("viewBox", [box.x - 40, box.y - 40, box.width + 80, box.height + 80].join(" "));
  picture.setAttribute("stroke-linejoin", "round");
  const copy = /** @type {SVGElement} */ (group.cloneNode(true));
  for (const { name } of [...copy.attributes]) if (name !== "class") copy.removeAttribute(name);
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  // What was too small to read in the picture is not too small here.
  for (const words of copy.querySelectorAll("[data-transform]")) {
    words.setAttribute("transform", words.getAttribute("data-transform") ?? "");
    words.removeAttribute("style");
  }
  copy.setAttribute("fill", "none");
  picture.append(copy);
  return picture;
}
