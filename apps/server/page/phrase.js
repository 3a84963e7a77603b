// Actions that are put together from parts of a picture: three cards, a shape and a place. The picture says how many
// parts there are and which verb; nothing here knows what they mean.

/** @typedef {{ id: string, part: string, rank: number }} Part */

export class Phrase {
  /** @type {Part[]} */
  #parts = [];

  /** @param {boolean} isOneOfEachRank Does another part of a rank take the place of the one before? */
  constructor(isOneOfEachRank) {
    this.isOneOfEachRank = isOneOfEachRank;
  }

  /** The ids of what is picked. */
  get ids() {
    return this.#parts.map(({ id }) => id);
  }

  clear() {
    this.#parts = [];
  }

  /**
   * Picks a part, or lays it back.
   * @param {SVGElement} group
   * @param {SVGSVGElement} picture
   * @returns {string | null} The action, once all parts are there.
   */
  touch(group, picture) {
    const part = { id: group.id, part: group.dataset.part ?? "", rank: Number(group.dataset.rank) };
    const wasPicked = this.ids.includes(part.id);
    const stays = (/** @type {Part} */ other) =>
      other.id !== part.id && !(this.isOneOfEachRank && other.rank === part.rank);
    this.#parts = this.#parts.filter(stays);
    if (wasPicked) return null;
    this.#parts.push(part);
    if (this.#parts.length < Number(picture.dataset.parts)) return null;
    const inOrder = [...this.#parts].sort((a, b) => a.rank - b.rank);
    return [picture.dataset.verb, ...inOrder.map((each) => each.part)].join(" ");
  }
}
