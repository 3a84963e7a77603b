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

  /** @param {string} data */
  constructor(data) {
    this.data = data;
  }

  static async start() {
    const server = new Server(await mkdtemp(join(tmpdir(), "tercet-page-")));
    await server.begin("0");
    return server;
  }

  /**
   * Starts it, also once more on the same data.
   * @param {string} [port]
   */
  async begin(port = new URL(this.address).port) {
    const child = spawn(PROGRAM, ["serve", "--port", port, "--data", this.data], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = child;
    const failed = new Promise((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it said where it is`)));
    });
    this.address = await Promise.race([addressOf(child), failed]);
  }

  /** Ends it as a power cut would. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
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
function addressOf(child) {
  return new Promise((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /http:\/\/[\d.]+:\d+/.exec(line);
      if (found) resolve(found[0]);
    });
  });
}
