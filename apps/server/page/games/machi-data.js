// What the screen of Machi Koro has to know of a position, as the server's messages have it.

/** @typedef {{ name: string, color: string, rolls: string, cost: number, effect: string }} Printed */
/** @typedef {{ id: string, left: number } & Printed} Item */
/** @typedef {{ id: string, count: number, closed: number } & Printed} Owned */
/** @typedef {{ id: string, name: string, cost: number, effect: string, isBuilt: boolean }} Landmark */
/** @typedef {{ coins: number, cards: Owned[], landmarks: Landmark[] }} City */
/** @typedef {{ dice: number[], market: Item[], cities: City[] }} MachiData */

/**
 * @param {import("../wire.js").TableView} view
 * @returns {MachiData}
 */
export function machiData({ board = {}, layout = {} }) {
  const printed = /** @type {Record<string, Printed>} */ (layout.cards ?? {});
  const market = entries(board.market).map(([id, left]) => ({ id, left, ...printed[id] }));
  return {
    dice: board.dice ?? [],
    market: market.sort(byRolls),
    cities: (board.cities ?? []).map((/** @type {any} */ city, /** @type {number} */ seat) => ({
      coins: board.coins[seat],
      cards: entries(city.cards)
        .map(([id, count]) => ({ id, count, closed: city.closed[id] ?? 0, ...printed[id] }))
        .sort(byRolls),
      landmarks: Object.entries(layout.landmarks ?? {})
        .map(([id, facts]) => ({ id, ...facts, isBuilt: city.landmarks.includes(id) }))
        .sort((one, other) => one.cost - other.cost),
    })),
  };
}

/** @param {Record<string, number> | undefined} counts */
function entries(counts) {
  return Object.entries(counts ?? {});
}

/** As the dice count; cards of one roll by what they cost. @param {Printed} one @param {Printed} other */
function byRolls(one, other) {
  return Number.parseInt(one.rolls, 10) - Number.parseInt(other.rolls, 10) || one.cost - other.cost;
}

/** The name in actions of what is called so. @param {import("../wire.js").TableView} view @param {string} name */
export function idOf({ layout = {} }, name) {
  const all = /** @type {[string, { name: string }][]} */ (Object.entries({ ...layout.cards, ...layout.landmarks }));
  return all.find(([, printed]) => printed.name === name)?.[0] ?? "";
}
