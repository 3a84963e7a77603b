// Runs before anything is painted, so that a page in dark colours never flashes white. The rest is in settings.js.
(function () {
  var theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("tercet.settings") || "{}").theme || "auto";
  } catch (_) {
    // Nothing is kept here, or nothing that can be read.
  }
  if (theme === "auto") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-theme", theme);

  // Every screen needs the list of games; a link with the server's token is handled first.
  if (location.hash.indexOf("#access=") === 0) return;
  var link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "anonymous";
  link.href = "/api/catalog";
  document.head.appendChild(link);
})();
