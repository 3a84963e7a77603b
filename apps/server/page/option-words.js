// The options of games in words for people.

import { sentence } from "./log.js";

/** Options whose names are for programs. @type {Record<string, string>} */
const OPTION_NAMES = {
  call_ms: "Time for a call (ms)",
  capacity: "Cards on the board",
  exhausted: "No Set after all redeals",
  guarantee: "A Set for sure",
  min_line: "Shortest line",
  limit: "Longest game (plays)",
  slots: "Shapes on offer",
  spare: "Spare shapes",
};

/** @param {string} name */
export function optionName(name) {
  return OPTION_NAMES[name] ?? sentence(name.replaceAll("_", " "));
}

/** What an option is set to: words of programs as people write them, numbers and lists as they are. @param {string} value */
export function optionValue(value) {
  return /^[a-z_]+$/.test(value) ? value.replaceAll("_", " ") : value.replaceAll("_", " ").replaceAll(",", ", ");
}
