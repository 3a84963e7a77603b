// A puzzle that is looked at again: its board without the counts above it.

import { crop, placementView } from "./triangle-view.js";

/** @returns {import("./replay-ui.js").ReplayUi} */
export function triangleReplay() {
  return {
    layers: ["last"],
    drawn: (picture, { layout }) => crop(picture, layout?.top ?? 0),
    eventView: ({ layout }, { data }) =>
      placementView(/** @type {import("./lattice.js").Layout | undefined} */ (layout ?? undefined), data),
  };
}
