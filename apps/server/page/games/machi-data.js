// What the screen of Machi Koro has to know of a position.

/** @typedef {{ id: string, name: string, color: string, rolls: string, cost: number, effect: string, left: number }} Ware */
/** @typedef {{ id: string, name: string, color: string, rolls: string, effect: string, count: number }} Owned */
/** @typedef {{ id: string, name: string, cost: number, effect: string, isBuilt: boolean }} Landmark */
/** @typedef {{ coins: number, cards: Owned[], landmarks: Landmark[] }} City */
/** @typedef {{ dice: number[], market: Ware[], cities: City[] }} MachiData */

/**
 * @param {SVGSVGElement} picture
 * @returns {MachiData}
 */
export function machiData(picture) {
  const cities = [...picture.querySelectorAll("[id^='seat-']")].map((seat, nth) => cityOf(picture, seat, nth + 1));
  const dice = labelOf(picture.querySelector("#dice"));
  return {
    dice: [...dice].filter((letter) => letter >= "1" && letter <= "6").map(Number),
    market: [...picture.querySelectorAll("[id^='market-']")].map(wareOf),
    cities,
  };
}

/** @param {Element} group @returns {Ware} */
function wareOf(group) {
  const [name, ...facts] = labelOf(group).split(/: |, /);
  const fact = (/** @type {string} */ word) => facts.find((each) => each.includes(word))?.replace(word, "").trim() ?? "";
  return {
    id: group.id.replace("market-", ""),
    name,
    color: facts[0],
    rolls: fact("rolls"),
    cost: Number(fact("costs")),
    effect: aboutOf(group),
    left: Number(fact("left")),
  };
}

/**
 * @param {SVGSVGElement} picture
 * @param {Element} seat
 * @param {number} number
 * @returns {City}
 */
function cityOf(picture, seat, number) {
  const groups = [...picture.querySelectorAll(`[id^='city-${number}-']`)];
  const isLandmark = (/** @type {Element} */ group) => labelOf(group).includes("built");
  return {
    coins: Number(labelOf(seat).split(", ").at(-1)?.split(" ")[0]),
    cards: groups.filter((group) => !isLandmark(group)).map((group) => ownedOf(group, number)),
    landmarks: groups.filter(isLandmark).map((group) => ({
      id: group.id.replace(`city-${number}-`, ""),
      name: labelOf(group).split(":")[0],
      cost: Number(/\((\d+)\)/.exec(group.getAttribute("data-about") ?? "")?.[1] ?? 0),
      effect: aboutOf(group),
      isBuilt: !labelOf(group).includes("not built"),
    })),
  };
}

/** @param {Element} group @param {number} number @returns {Owned} */
function ownedOf(group, number) {
  const [name, count] = labelOf(group).split(" ×");
  const color = [...(group.querySelector("rect")?.classList ?? [])].find((each) => each.startsWith("f-kind-")) ?? "";
  return {
    id: group.id.replace(`city-${number}-`, ""),
    name,
    color: color.replace("f-kind-", ""),
    rolls: "",
    effect: aboutOf(group),
    count: Number.parseInt(count, 10) || 1,
  };
}

/** @param {Element | null} group */
function labelOf(group) {
  return group?.getAttribute("aria-label") ?? "";
}

/** @param {Element} group */
function aboutOf(group) {
  const about = group.getAttribute("data-about") ?? "";
  return about.slice(about.indexOf(": ") + 2);
}
