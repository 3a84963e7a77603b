// The dialog for a new game: the seats, the options, a seed.

import { api, catalog } from "./api.js";
import { CustomCards } from "./custom-cards.js";
import { field, fill, h, openDialog, select, toast } from "./dom.js";
import { keepTable } from "./kept.js";
import { sentence } from "./log.js";
import { botTitle, levelsOf, nameOfBot } from "./opponents.js";
import { optionName } from "./option-words.js";
import { quickStart } from "./quick.js";
import { change, GUEST, keep, read, settings } from "./settings.js";

/** @typedef {import("./answers.js").GameInfo} GameInfo */
/** @typedef {import("./wire.js").NewTable} NewTable */
/** @typedef {import("./wire.js").NewSeat} NewSeat */

const LAST = "tercet.new";
/** What is usual on a screen, where the rules' own way is another: a card keeps its place, and more come only where
 * there is no Set. @type {Record<string, Record<string, string>>} */
const PREFERRED = { set: { refill: "in_place", deal_rule: "only_if_no_set" } };
/** Who sits opposite if nobody was chosen yet. @type {Record<string, string>} */
const USUAL = { set: "racer:1", machi: "thoughtful" };

/**
 * Makes a table and goes there.
 * @param {NewTable} newTable
 * @param {string} [query] Behind the address.
 */
export async function openTable(newTable, query = "") {
  const made = /** @type {import("./wire.js").MadeTable} */ (await api("tables", { body: newTable }));
  const daily = newTable.daily ? { daily: newTable.daily } : {};
  keepTable({ table: made.table, game: newTable.game, tokens: made.tokens, ...daily });
  location.assign(`/t/${made.table}${query}`);
}

/** The bot that sits opposite if nobody chooses. @param {GameInfo} game */
export function opponentOf(game) {
  return USUAL[game.id] ?? game.bots[0]?.name ?? "random";
}

/**
 * @param {string} gameId
 * @param {{ options?: Record<string, string>, deal?: string }} [given]
 */
export async function openNewTable(gameId, given = {}) {
  const game = (await catalog()).games.find(({ id }) => id === gameId);
  if (!game) {
    toast(`There is no game «${gameId}»`, "bad");
    return;
  }
  const form = new NewTableForm(game, given);
  openDialog(`New game: ${sentence(game.title.replace(/^the /, ""))}`, () => [form.element], { class: "wide" });
}

class NewTableForm {
  /** @type {string[]} Each is `me`, `open`, or a bot's name. */
  #seats = [];
  #list = h("ol", { class: "seat-list" });
  #addButton = h("button", { type: "button", class: "quiet", onclick: () => this.#add() }, "Add a seat");
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  #options = new Map();

  /**
   * @param {GameInfo} game
   * @param {{ options?: Record<string, string>, deal?: string }} given
   */
  constructor(game, given) {
    this.game = game;
    this.given = given;
    this.#seats = this.#firstSeats();
    this.name = h("input", { value: settings.name, maxlength: 40, placeholder: "Guest", autocomplete: "nickname" });
    this.seed = h("input", {
      value: given.deal ?? "",
      placeholder: "drawn by the server, secret until the end",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.cards = game.options.some(({ name }) => name === "cards")
      ? new CustomCards((value) => this.#setOption("cards", value))
      : null;
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    this.element = this.#form();
    this.#showSeats();
  }

  #form() {
    const [, most] = this.game.seats;
    return h(
      "form",
      { class: "stack", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      quickStart(
        this.game,
        {
          option: (name, value) => this.#setOption(name, value),
          start: (seats, isPublic) => this.#start(seats, isPublic),
        },
        this.given.options,
      ),
      field("Your name", this.name),
      this.cards?.element,
      this.#optionFields(most > 1 && h("fieldset", {}, h("legend", {}, "Seats"), this.#list, this.#addButton)),
      this.error,
    );
  }

  /** @param {string} name */
  #valueOf(name) {
    return this.#options.get(name)?.value ?? "";
  }

  /** @param {string} name @param {string} value */
  #setOption(name, value) {
    const control = this.#options.get(name);
    if (control) control.value = value;
  }

  /** @param {import("./dom.js").Child} seats */
  #optionFields(seats) {
    const shown = this.game.options.filter(({ name }) => name !== "seats" && name !== "players");
    const isGiven = Object.keys(this.given.options ?? {}).length > 0 || this.given.deal;
    return h(
      "details",
      { open: isGiven ? true : null },
      h("summary", {}, this.game.seats[1] > 1 ? "Expert: seats, options and seed" : "Expert: options and seed"),
      seats,
      h(
        "div",
        { class: "options" },
        shown.map((option) => field(optionName(option.name), this.#control(option), sentence(option.about))),
        field("Seed", this.seed, "A whole number gives everybody the same deal; such a game is unrated."),
      ),
      h("div", { class: "row end" }, h("button", { class: "primary" }, "Start")),
    );
  }

  /** A choice where an option has a list of values, else a line of text. @param {import("./answers.js").Option} option */
  #control({ name, values, default: usual }) {
    const value = this.given.options?.[name] ?? PREFERRED[this.game.id]?.[name] ?? usual;
    const words = values.split(", ");
    const isList = words.length > 1 && words.every((word) => /^[a-z_]+$/.test(word));
    const control =
      isList && words.includes(value)
        ? select(
            words.map((word) => [word, word.replaceAll("_", " ")]),
            value,
          )
        : h("input", { value, title: values, autocomplete: "off", spellcheck: "false" });
    control.dataset.option = name;
    control.dataset.usual = usual;
    this.#options.set(name, control);
    return control;
  }

  /** As the last time, if there was one. */
  #firstSeats() {
    const [least, most] = this.game.seats;
    const last = read(LAST, /** @type {Record<string, string[]>} */ ({}))[this.game.id];
    if (last && last.length >= least && last.length <= most) return last;
    const count = this.game.id === "machi" ? Math.max(least, 2) : least;
    return Array.from({ length: count }, (_, nth) => (nth === 0 ? "me" : opponentOf(this.game)));
  }

  #add() {
    this.#seats.push(opponentOf(this.game));
    this.#showSeats();
  }

  #showSeats() {
    const [least, most] = this.game.seats;
    this.#addButton.hidden = this.#seats.length >= most;
    fill(
      this.#list,
      this.#seats.map((seat, nth) => this.#seatRow(seat, nth, this.#seats.length > least)),
    );
  }

  /**
   * @param {string} seat
   * @param {number} nth
   * @param {boolean} canGo
   */
  #seatRow(seat, nth, canGo) {
    const levels = levelsOf(this.game.id);
    const option = (/** @type {string} */ value, /** @type {string} */ words) =>
      h("option", { value, selected: value === seat }, words);
    const others = this.#bots().filter((name) => !levels.some(({ bot }) => bot === name));
    const box = h(
      "select",
      { "aria-label": `Seat ${nth + 1}` },
      option("me", nth === 0 ? "Me" : "Me, too (one screen)"),
      option("open", "A friend, by link"),
      levels.map(({ bot }) => option(bot, botTitle(this.game.id, bot))),
      others.length > 0 &&
        h(
          "optgroup",
          { label: "Other bots" },
          others.map((name) => option(name, botTitle(this.game.id, name))),
        ),
    );
    const about = h("small", {}, this.#aboutSeat(seat));
    box.addEventListener("change", () => {
      this.#seats[nth] = box.value;
      about.textContent = this.#aboutSeat(box.value);
    });
    const leave = h(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": `Remove seat ${nth + 1}`,
        onclick: () => {
          this.#seats.splice(nth, 1);
          this.#showSeats();
        },
      },
      "×",
    );
    return h("li", {}, box, canGo && nth > 0 && leave, about);
  }

  /** The bots by name and level: a bot's sentence names its levels, as in `racer:2`. */
  #bots() {
    return this.game.bots.flatMap(({ name, about }) => {
      const levels = [...about.matchAll(/`(\w+:\w+)`/g)]
        .map(([, level]) => level)
        .filter((level) => level.startsWith(`${name}:`));
      return levels.length ? levels : [name];
    });
  }

  /** @param {string} seat */
  #aboutSeat(seat) {
    if (seat === "me") return "Plays on this screen.";
    if (seat === "open") return "Joins by a link that you send.";
    return sentence(this.game.bots.find(({ name }) => name === seat.split(":")[0])?.about.replaceAll("`", "") ?? "");
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    keep(LAST, { ...read(LAST, {}), [this.game.id]: this.#seats });
    await this.#open();
  }

  /**
   * Begins with these seats, whatever the list says.
   * @param {string[]} seats
   * @param {boolean} isPublic
   */
  async #start(seats, isPublic) {
    this.#seats = seats;
    this.#showSeats();
    await this.#open(isPublic);
  }

  /** @param {boolean} [isPublic] May anybody sit down? */
  async #open(isPublic = false) {
    change({ name: this.name.value });
    try {
      if (!(await (this.cards?.read(this.#valueOf("expansions")) ?? true))) return;
      await openTable({ ...this.#newTable(), ...(isPublic ? { public: true } : {}) });
    } catch (error) {
      this.error.textContent = sentence(error instanceof Error ? error.message : String(error));
      this.error.hidden = false;
    }
  }

  /** @returns {NewTable} */
  #newTable() {
    const changed = [...this.#options].filter(([, control]) => control.value !== control.dataset.usual);
    const options = Object.fromEntries(changed.map(([name, control]) => [name, control.value]));
    const seats = this.#seats.map((seat, nth) => this.#seat(seat, this.#seats.slice(0, nth)));
    const seed = this.seed.value.trim();
    const dealt = seed === "" ? {} : /^\d+$/.test(seed) ? { deal: `stream ${seed}` } : { deal: seed };
    const waits = seats.some(({ kind }) => kind === "open");
    return { game: this.game.id, options, seats, pace_ms: settings.pace, waits, ...dealt };
  }

  /**
   * @param {string} seat
   * @param {string[]} before Who sits before it: whoever shares this screen has a number behind the name.
   * @returns {NewSeat}
   */
  #seat(seat, before) {
    const nth = before.filter((other) => other === "me").length;
    const own = this.name.value.trim() || GUEST;
    if (seat === "me") return { kind: "me", name: nth ? `${own} ${nth + 1}` : own };
    if (seat === "open") return { kind: "open" };
    const twin = before.filter((other) => other === seat).length;
    const name = nameOfBot(this.game.id, seat, twin);
    return { kind: "bot", bot: seat, ...(name ? { name } : {}) };
  }
}
