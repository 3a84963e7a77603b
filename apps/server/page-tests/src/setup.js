// A server and a browser for the tests of a file.

import { after, before } from "node:test";
import { launch } from "./browser.js";
import { Server } from "./server.js";

/**
 * Starts both before the tests and ends both after them.
 * @param {string[]} [options] Of the server.
 */
export function setup(options = []) {
  const started = /** @type {{ server: Server, browser: import("playwright-core").Browser }} */ ({});
  before(async () => {
    started.server = await Server.start(options);
    started.browser = await launch();
  });
  after(async () => {
    await started.browser?.close();
    await started.server?.stop();
  });
  return started;
}
