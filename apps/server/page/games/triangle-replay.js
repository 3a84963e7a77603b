// A puzzle that is looked at again: its board without the counts above it.

import { crop, placementWords } from "./triangle-view.js";

/** @returns {import("./replay-ui.js").ReplayUi} */
export function triangleReplay() {
  return {
    layers: ["last"],
    drawn: (picture, { layout }) => crop(picture, layout?.top ?? 0),
    eventView: (_, { data }) => placementWords(data),
  };
}
