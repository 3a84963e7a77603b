// How each game likes to be played on a screen: which layers its picture shows, what its keys do, how its moves move. No
// rule of a game is here or below; what is legal and what happens, the server says.

/** @typedef {import("../table.js").TableScreen} TableScreen */
/** @typedef {import("../stage.js").Shown} Shown */
/** @typedef {import("../wire.js").ActionView} ActionView */

/**
 * @typedef {object} GameUi
 * @property {[key: string, does: string][]} keys
 * @property {boolean} isOneOfEachRank Does a picked part take the place of another of its rank?
 * @property {() => string[]} layers
 * @property {HTMLElement} [board] Shown in place of the server's picture.
 * @property {(moved: import("../wire.js").Moved) => Promise<void> | null} [hold] What a person does before it is shown what happened.
 * @property {(view: import("../wire.js").TableView) => Promise<void> | null} [open] What a person does before a new table is shown as it is.
 * @property {boolean} [thinks] Is a choice that is pointed at shown in the picture?
 * @property {HTMLElement} [panel] Stands at the side.
 * @property {HTMLElement} [under] Stands under the picture.
 * @property {HTMLElement} [aside] Stands beside what is asked.
 * @property {() => (string | HTMLElement)[]} [facts] Stand in the bar: a clock, what is left in the deck.
 * @property {() => string | null} [question] Where it is not the server's.
 * @property {(seat: number) => { words: string, count: number, isCoins?: boolean } | null} [purse] What the own seat has.
 * @property {(count: number, seat: number) => string} [points] What a seat has at the end; points, if nothing is said.
 * @property {(actions: ActionView[]) => import("../decision.js").Choice[]} [choices]
 * @property {(action: string) => boolean} [chosen] A choice was taken; says whether that was all.
 * @property {(group: SVGElement) => boolean} [touched] Says whether that was all.
 * @property {(group: SVGElement) => unknown} [looked] Something that has a description, but can't be played, was touched.
 * @property {(key: string, place: string) => boolean} [key] What is printed on it, and where it lies; says whether that was all.
 * @property {(why: string, events: import("../wire.js").EventView[]) => string | null} [reason] A bot's reason, in words; `null` where it is not worth showing.
 * @property {() => string | null} [waiting] Why this player has nothing to decide; `null` where it is as usual.
 * @property {(event: import("../wire.js").EventView, turn: number | null) => Node | null} [eventView] An event as the log shows it in the line of a turn, where that is not its words.
 * @property {(ids: string[]) => void} [picked] Marks what is picked, at once; otherwise the server's picture does.
 * @property {(picture: SVGSVGElement | null) => void} [drawn] The picture is there; `null` where the game has a board of its own.
 * @property {(moved: import("../wire.js").Moved) => void} [heard] Something happened; its picture comes later.
 * @property {(moved: import("../wire.js").Moved, shown: Shown | null) => void} [moved] Its picture is there.
 * @property {(hint: import("../wire.js").HintView) => boolean} [hinted] Says whether that was all.
 * @property {(hint: import("../wire.js").HintView) => string} [hintWords] A hint that the picture shows, in words.
 * @property {() => boolean} [hintMore] Says whether there was more of the last hint to show.
 * @property {() => void} [begun]
 * @property {() => void} [refresh]
 * @property {() => void} [forget] What was thought of is over.
 * @property {() => HTMLElement | null} [summary] For the end of a game.
 * @property {() => string | null} [headline] What the end says first; `null` where it is as usual.
 * @property {() => number | null} [result] What a puzzle of the day is compared by; points, if nothing is said.
 * @property {() => number | null} [seconds] How long a whole game alone took, where the shortest time is kept.
 * @property {() => void} [leave]
 */

/** Of a game that nothing is known of. @type {GameUi} */
export const PLAIN = { keys: [], isOneOfEachRank: true, layers: () => ["labels", "last"], choices: plainChoices };

/**
 * Who plays one game loads nothing of the others.
 * @param {string} game
 * @param {TableScreen} screen
 * @returns {Promise<GameUi>}
 */
export async function gameUi(game, screen) {
  if (game === "triangle") return (await import("./triangle.js")).triangleUi(screen);
  if (game === "set") return (await import("./set.js")).setUi(screen);
  if (game === "machi") return (await import("./machi.js")).machiUi(screen);
  return PLAIN;
}

/**
 * Every action with what it does.
 * @param {ActionView[]} actions
 */
function plainChoices(actions) {
  return actions.map(({ action, words }) => ({ action, title: action, words }));
}
