// Starts what a page needs; each part works alone, and the page works without any.
import { attachBox, listenForKeys } from "./box.js";
import { offerCopies } from "./copy.js";

offerCopies(document);

// The engine is fetched when somebody first searches.
const engine = () => import("./search.js");
window.claimbook = {
  ...window.claimbook,
  search: async (query, options) => (await engine()).search(query, options),
  load: async (result) => (await engine()).load(result),
};

const box = document.querySelector(".md-header .cb-search");
const page = document.querySelector(".cb-searchpage");
if (page) {
  listenForKeys(() => {
    page.querySelector("input").focus();
    page.querySelector("input").select();
  });
  if (!window.claimbook.whyNot()) import("./searchpage.js").then(({ attachPage }) => attachPage(page, window.claimbook));
} else {
  if (box) attachBox(box, window.claimbook.search);
  // A page that a search led to shows what was searched for.
  if (new URLSearchParams(location.search).has("q")) {
    import("./highlight.js").then(({ highlight }) => highlight(location.href, document.querySelector("article")));
  }
}
