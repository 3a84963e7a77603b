// Only browsers that know no modules run this.
var main = document.getElementById("main");
if (main) {
  main.textContent =
    "This page needs a browser that knows ES modules and WebSockets: Firefox, Chrome, Edge or Safari of the last years.";
}
