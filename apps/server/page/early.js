// Runs before anything is painted, so that a page in dark colours never flashes white. The rest is in settings.js. It also asks
// for what the screen of this address needs, all at once: modules would ask for each other one after another.
(function () {
  var theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("tercet.settings") || "{}").theme || "auto";
  } catch (_) {
    // Nothing is kept here, or nothing that can be read.
  }
  if (theme === "auto") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-theme", theme);

  var home = "best home learn new-table quick";
  var table =
    "chat deal-check decision frame games/dice games/manner icons invite lesson motion over phrase players room share socket sound stage table-words table wishes";
  /** @type {Record<string, string>} */
  var games = {
    machi:
      "charts games/card games/insight games/machi-board games/machi-data games/machi-events games/machi-icons games/machi-words games/machi",
    set: "games/find-times games/goal games/set-board games/set-card games/set-claims games/set",
    triangle: "best games/board-data games/bursts games/ghost games/hand games/lattice games/triangle",
  };
  var wanted = location.pathname === "/" ? home : "";
  if (location.pathname.indexOf("/t/") === 0) wanted = table + " " + (games[gameOf(location.pathname.slice(3))] || "");
  wanted.split(" ").forEach(function (name) {
    if (!name) return;
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = "/page/" + name + ".js";
    document.head.appendChild(link);
  });

  /** Which game is played at an own table. @param {string} table */
  function gameOf(table) {
    try {
      var tables = JSON.parse(localStorage.getItem("tercet.tables") || "[]");
      return tables.filter(function (/** @type {{ table: string }} */ kept) {
        return kept.table === table;
      })[0].game;
    } catch (_) {
      return "";
    }
  }
})();
