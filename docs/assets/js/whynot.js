// Not a module, since modules do not load from a file: that is what it has to tell.
window.claimbook = {
  ...window.claimbook,
  /** Why this page cannot search: "file" (opened without a server), "browser" (too old), or "" when it can. */
  whyNot() {
    if (location.protocol === "file:") return "file";
    return typeof WebAssembly === "object" && typeof DecompressionStream === "function" ? "" : "browser";
  },
};

(() => {
  const why = window.claimbook.whyNot();
  if (!why) return;
  const address = "http://localhost:8000/";
  const [before, after] = ((window.claimbook.words || {})[`why_${why}`] || "").split("{address}");
  const site = decodeURIComponent(new URL("../../", document.currentScript.src).pathname).replace(/^\/(?=[A-Z]:)/i, "");
  // A folder's address shows the folder there, and not its page.
  if (why === "file") for (const form of document.querySelectorAll(".md-header .cb-search")) form.action += "index.html";
  for (const place of document.querySelectorAll(".cb-why")) {
    place.append(before);
    if (after !== undefined) {
      const link = document.createElement("a");
      link.href = link.textContent = address;
      const command = document.createElement("code");
      command.textContent = `python3 -m http.server 8000 --directory "${site.replace(/\/$/, "")}"`;
      place.append(link, after, command);
    }
    place.hidden = false;
  }
})();
