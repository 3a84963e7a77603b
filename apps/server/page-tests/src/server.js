// A real server for a test: its own data directory, a free port of the loopback.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.TERCET ?? "target/debug/tercet";

export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  address = "";
  /** The link that it printed. */
  link = "";
  /** @type {string[]} */
  options = [];

  /** @param {string} data */
  constructor(data) {
    this.data = data;
  }

  /** @param {string[]} options Of the command line. */
  static async start(options = []) {
    const server = new Server(await mkdtemp(join(tmpdir(), "tercet-page-")));
    server.options = options;
    await server.begin("0");
    return server;
  }

  /**
   * Starts it, also once more on the same data.
   * @param {string} [port]
   */
  async begin(port = new URL(this.address).port) {
    const child = spawn(
      PROGRAM,
      ["serve", "--port", port, "--metrics-port", "off", "--data", this.data, ...this.options],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    this.#process = child;
    const failed = new Promise((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it said where it is`)));
    });
    this.link = await Promise.race([linkOf(child), failed]);
    this.address = new URL(this.link).origin;
  }

  /** Ends it as a power cut would, or as who restarts it does. @param {"SIGKILL" | "SIGTERM"} [signal] */
  async kill(signal = "SIGKILL") {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  /**
   * Asks the server without the page.
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async api(path, body) {
    const init =
      body === undefined
        ? {}
        : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(new URL(`/api/${path}`, this.address), init);
    return answer.json();
  }
}

/**
 * The first line says where it is.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<string>}
 */
function linkOf(child) {
  return new Promise((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /http:\/\/[\d.]+:\d+\/\S*/.exec(line);
      if (found) resolve(found[0]);
    });
  });
}
