// The end of a game: who won and why, and where to go from here.

import { api } from "./api.js";
import { dealCheck } from "./deal-check.js";
import { h } from "./dom.js";
import { clockWords, correctDaily, dailyWords, isTimed } from "./kept.js";
import { sentence } from "./log.js";
import { nameOf, ordinal } from "./players.js";
import { dayWords, hadHelp } from "./table-words.js";

/**
 * @param {import("./wire.js").TableView} view
 * @param {import("./table.js").TableScreen} screen
 */
export function overPanel(view, screen) {
  const { over } = view;
  if (!over) return null;
  const again = over.next
    ? h("a", { class: "button primary", href: `/t/${over.next}` }, "Go to the rematch")
    : view.you.length > 0 &&
      view.daily === null &&
      h(
        "button",
        { type: "button", class: "primary", onclick: () => screen.client.rematch() },
        view.seats.length > 1 ? "Rematch" : "Play again",
      );
  return h(
    "section",
    { class: "panel over", "aria-label": "Result" },
    h("h2", {}, screen.ui.headline?.() ?? headline(view)),
    h(
      "p",
      {},
      `${sentence(over.why)}.${hadHelp(view) ? " You had help, so it doesn't count for ratings, best scores or the daily list." : ""}`,
    ),
    view.seats.length > 1 && ranking(view, screen.ui.points),
    screen.ui.summary?.() ?? null,
    view.deal && view.commitment && dealCheck(view.table, view.deal, view.commitment),
    view.daily && dailyResults(view, view.daily, () => screen.panels.refresh(view)),
    h(
      "div",
      { class: "row" },
      again,
      over.game !== null && h("a", { class: "button", href: `/r/${over.game}?review` }, "Review"),
      over.game !== null && h("a", { class: "button", href: `/r/${over.game}` }, "Replay"),
      h("a", { class: "button", href: "/" }, "All games"),
    ),
  );
}

/** @param {import("./wire.js").TableView} view */
function headline(view) {
  const places = view.over?.places ?? [];
  if (view.seats.length === 1) return `${view.scores[0]} points`;
  const first = view.seats.filter(({ seat }) => places[seat] === 1);
  if (first.length > 1) return "A draw";
  return view.you.includes(first[0].seat) && view.you.length === 1 ? "You win" : `${nameOf(first[0])} wins`;
}

/**
 * @param {import("./wire.js").TableView} view
 * @param {(count: number, seat: number) => string} [words] What a seat has.
 */
function ranking(view, words = (count) => `${count} points`) {
  const places = view.over?.places ?? [];
  const seats = [...view.seats].sort((a, b) => places[a.seat] - places[b.seat]);
  return h(
    "ol",
    { class: "ranking" },
    seats.map((seat) =>
      h(
        "li",
        {},
        h("span", {}, ordinal(places[seat.seat])),
        h("strong", {}, h("bdi", {}, nameOf(seat))),
        h("span", {}, words(view.scores[seat.seat], seat.seat)),
      ),
    ),
  );
}

/**
 * Who else has played the puzzle of the day.
 * @param {import("./wire.js").TableView} view
 * @param {string} day
 * @param {() => void} corrected The own time is not what it was thought to be.
 */
function dailyResults({ game, over }, day, corrected) {
  const list = h("ol", { class: "ranking" });
  api(`daily?game=${game}&day=${day}`).then((found) => {
    const { results } = /** @type {import("./answers.js").DailyView} */ (found);
    const timed = isTimed(game);
    const own = results.find((each) => each.game === over?.game);
    if (timed && own && correctDaily(game, day, own.seconds)) return corrected();
    const best = timed ? results : [...results].sort((a, b) => b.points - a.points);
    list.replaceChildren(
      ...best
        .slice(0, 10)
        .map(({ name, points, seconds }) =>
          h(
            "li",
            {},
            h("span", {}, dailyWords(game, timed ? seconds : points)),
            h("strong", {}, h("bdi", {}, name)),
            h("span", {}, timed ? "" : clockWords(seconds * 1000)),
          ),
        ),
    );
  });
  return h("div", {}, h("h3", {}, `The puzzle of ${dayWords(day)}`), list);
}
