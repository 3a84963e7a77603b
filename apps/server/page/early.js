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

  var home = "home";
  var table =
    "charts chat deal-check decision frame games/board-data games/bursts games/card games/dice games/find-times games/ghost games/goal games/hand games/insight games/lattice games/machi-board games/machi-data games/machi-events games/machi-icons games/machi-words games/machi games/manner games/set-board " +
    "games/set-card games/set-claims games/set games/triangle icons invite motion over phrase players room share socket sound stage table-words table wishes";
  var wanted = location.pathname === "/" ? home : location.pathname.indexOf("/t/") === 0 ? table : "";
  wanted.split(" ").forEach(function (name) {
    if (!name) return;
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = "/page/" + name + ".js";
    document.head.appendChild(link);
  });
})();
