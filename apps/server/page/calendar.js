// The puzzles of the day, month by month: which were played, and how it went. Earlier ones can still be played, for fun.

import { openDaily } from "./daily.js";
import { fill, h, openDialog } from "./dom.js";
import { icon } from "./icons.js";
import { clockWords, dailies, dailyWords, dayBefore, isTimed, streakWords } from "./kept.js";
import { dayWords } from "./table-words.js";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/** How many months one can look back. */
const MONTHS = 12;

/**
 * @param {string} game
 * @param {string} title
 */
export function openCalendar(game, title) {
  const calendar = new Calendar(game);
  openDialog(`Daily puzzles: ${title}`, () => [calendar.element], { class: "calendar-dialog" });
}

class Calendar {
  /** How many months before this one are shown. */
  #ago = 0;
  #title = h("h3", { role: "status" });
  #days = h("div", { class: "days" });
  #earlier = this.#turn(1, "The month before");
  #later = this.#turn(-1, "The month after");

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.element = h(
      "div",
      { class: "stack" },
      h("div", { class: "month" }, this.#earlier, this.#title, this.#later),
      this.#days,
      h("p", { class: "faint" }, resultsWords(game)),
      h(
        "p",
        { class: "faint" },
        "You have one try at today's puzzle. Earlier ones are still there to play, just for fun.",
      ),
    );
    this.#show();
  }

  /**
   * @param {1 | -1} step
   * @param {string} words
   */
  #turn(step, words) {
    const onclick = () => {
      this.#ago += step;
      this.#show();
    };
    return h(
      "button",
      { type: "button", class: "icon", "aria-label": words, onclick },
      icon(step > 0 ? "back" : "next"),
    );
  }

  #show() {
    const { name, offset, days } = monthOf(this.#ago);
    this.#title.textContent = name;
    this.#earlier.disabled = this.#ago >= MONTHS - 1;
    this.#later.disabled = this.#ago === 0;
    fill(
      this.#days,
      WEEKDAYS.map((day) => h("small", { "aria-hidden": "true" }, day)),
      days.map((day, nth) => this.#day(day, nth === 0 ? offset + 1 : null)),
    );
  }

  /**
   * @param {string} day
   * @param {number | null} column Where the first of a month stands.
   */
  #day(day, column) {
    const { game } = this;
    const result = dailies(game)[day];
    const today = dayBefore(0);
    const brief = result === undefined ? "" : isTimed(game) ? clockWords(result * 1000) : String(result);
    const words = result === undefined ? (day > today ? "not out yet" : "not played") : dailyWords(game, result);
    const button = h(
      "button",
      {
        type: "button",
        class: `day${result === undefined ? "" : " is-played"}${day === today ? " is-today" : ""}`,
        disabled: day > today,
        "aria-label": `${dayWords(day)}: ${words}`,
        onclick: () => openDaily(game, day),
      },
      h("span", {}, Number(day.slice(8))),
      h("small", {}, brief),
    );
    if (column) button.style.gridColumn = String(column);
    return button;
  }
}

/** A month before this one: its name, how many weekdays come before its first, its days. @param {number} ago */
function monthOf(ago) {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - ago];
  const first = new Date(Date.UTC(year, month, 1));
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return {
    name: first.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" }),
    offset: (first.getUTCDay() + 6) % 7,
    days: Array.from({ length: count }, (_, nth) =>
      new Date(Date.UTC(year, month, nth + 1)).toISOString().slice(0, 10),
    ),
  };
}

/** How many were played, how many days in a row, and the best. @param {string} game */
function resultsWords(game) {
  const results = Object.values(dailies(game));
  if (results.length === 0) return "None played yet.";
  const best = isTimed(game) ? Math.min(...results) : Math.max(...results);
  return `${streakWords(game)} · ${results.length} played · best ${dailyWords(game, best)}`;
}
