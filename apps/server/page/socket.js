// The one WebSocket of the page: questions with answers, news, and coming back after a break.

import { Refusal } from "./api.js";

/** @typedef {import("./wire.js").ClientMessage} ClientMessage */
/** @typedef {import("./wire.js").ServerMessage} ServerMessage */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** The close code of a server that restarts; it wants its clients back after a second, and not all at once. */
const RESTART = 1012;
const RESTART_WAIT = 1000;
const RESTART_SPREAD = 500;
/** How long a restart may take before it counts as a broken connection. */
const LONGEST_RESTART = 8000;

export class Connection {
  #socket = /** @type {WebSocket | null} */ (null);
  #last = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;
  /** @type {Map<number, { ask: ClientMessage, resolve: (message: ServerMessage) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** While the server restarts: what is asked waits for this. @type {{ over: Promise<void>, end: () => void } | null} */
  #restart = null;

  /**
   * @param {object} listener
   * @param {() => void | Promise<void>} listener.opened Each time that there is a connection.
   * @param {() => void} listener.lost Each time that it breaks, or a restart takes too long.
   * @param {(message: ServerMessage) => void} listener.received What nobody asked for.
   */
  constructor(listener) {
    this.listener = listener;
    this.#open();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /**
   * Asks, and waits for the answer.
   * @param {ClientMessage} ask
   * @returns {Promise<ServerMessage>}
   */
  ask(ask) {
    if (this.#restart && ask.type !== "watch") return this.#restart.over.then(() => this.ask(ask));
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal("away", "there is no connection to the server now; it comes back by itself"));
    }
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ ...ask, id }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { ask, resolve, reject }));
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #open() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", async () => {
      this.#wait = FIRST_WAIT;
      await this.listener.opened();
      this.#restart?.end();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lose(event.code === RESTART));
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    const asked = "id" in message ? this.#waiting.get(message.id) : undefined;
    if (!asked || !("id" in message)) {
      this.listener.received(message);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.type === "refused") asked.reject(new Refusal(message.code, message.why));
    else asked.resolve(message);
  }

  /** @param {boolean} isRestart */
  #lose(isRestart) {
    if (isRestart && !this.#closed && !this.#restart) this.#beginRestart();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { ask, resolve, reject } of waiting) {
      // What was taken already is refused as repeated, so it is safe to ask again.
      if (this.#restart && ask.type !== "watch") this.ask(ask).then(resolve, reject);
      else if (!this.#restart) reject(new Refusal("away", "the connection broke before the server answered"));
    }
    if (this.#closed) return;
    if (!this.#restart) this.listener.lost();
    const wait = isRestart ? RESTART_WAIT + Math.random() * RESTART_SPREAD : this.#wait;
    this.#timer = window.setTimeout(() => this.#open(), wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** A short restart is no error: nothing is said of it unless it takes too long. */
  #beginRestart() {
    let end = () => {};
    const over = new Promise((/** @type {(value: void) => void} */ resolve) => {
      const late = window.setTimeout(() => {
        if (!this.#closed) this.listener.lost();
        end();
      }, LONGEST_RESTART);
      end = () => {
        clearTimeout(late);
        this.#restart = null;
        resolve();
      };
    });
    this.#restart = { over, end };
  }

  /** Whoever comes back to the page should not wait for the longest wait. */
  #hurry = () => {
    if (this.#closed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  };
}
