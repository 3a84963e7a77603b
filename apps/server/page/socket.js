// The one WebSocket of the page: questions with answers, news, and coming back after a break.

import { Refusal } from "./api.js";

/** @typedef {import("./wire.js").Ask} Ask */
/** @typedef {import("./wire.js").Tell} Tell */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Connection {
  #socket = /** @type {WebSocket | null} */ (null);
  #last = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;
  /** @type {Map<number, { resolve: (tell: Tell) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {object} listener
   * @param {() => void} listener.opened Each time that there is a connection.
   * @param {() => void} listener.lost Each time that it breaks.
   * @param {(tell: Tell) => void} listener.told What nobody asked for.
   */
  constructor(listener) {
    this.listener = listener;
    this.#open();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /**
   * Asks, and waits for the answer.
   * @param {Ask} ask
   * @returns {Promise<Tell>}
   */
  ask(ask) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal("away", "there is no connection to the server now; it comes back by itself"));
    }
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ ...ask, id }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
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
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT;
      this.listener.opened();
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lose());
  }

  /** @param {Tell} tell */
  #hear(tell) {
    const asked = "id" in tell ? this.#waiting.get(tell.id) : undefined;
    if (!asked || !("id" in tell)) {
      this.listener.told(tell);
      return;
    }
    this.#waiting.delete(tell.id);
    if (tell.type === "refused") asked.reject(new Refusal(tell.code, tell.why));
    else asked.resolve(tell);
  }

  #lose() {
    for (const { reject } of this.#waiting.values()) {
      reject(new Refusal("away", "the connection broke before the server answered"));
    }
    this.#waiting.clear();
    if (this.#closed) return;
    this.listener.lost();
    this.#timer = window.setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** Whoever comes back to the page should not wait for the longest wait. */
  #hurry = () => {
    if (this.#closed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  };
}
