// Marks on a page what a search led here for: the query is in the address. Elements may part a phrase, so the text of
// a whole block is read and the marks are then put into each of its text nodes.

import { parse, patterns } from "./query.js";

const BLOCK = "p, li, td, th, dd, dt, q, pre, blockquote, figcaption, summary, h1, h2, h3, h4, h5, h6";
const NOT_TEXT = "script, style, math, svg, button, .cb-crumbs, .cb-neighbours, .cb-hidden, .headerlink";
const MOST = 500;

/** Where a text holds any of the expressions, `[[start, end], …]` in order and apart from each other. */
export function ranges(text, expressions) {
  const folded = text.normalize("NFKC");
  const read = folded.length === text.length ? folded : text;
  const found = expressions
    .flatMap((expression) => [...read.matchAll(new RegExp(expression, "giu"))])
    .map((match) => [match.index, match.index + match[0].length])
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const kept = [];
  for (const range of found) {
    const last = kept.at(-1);
    if (!last || range[0] >= last[1]) kept.push([...range]);
    else last[1] = Math.max(last[1], range[1]);
  }
  return kept;
}

/** Ranges of a joined text as ranges of its pieces: `[[piece, start, end], …]`, last ones first. */
export function pieces(lengths, all) {
  const found = [];
  let offset = 0;
  lengths.forEach((length, at) => {
    for (const [start, end] of all) {
      const [from, to] = [Math.max(0, start - offset), Math.min(length, end - offset)];
      if (from < to) found.push([at, from, to]);
    }
    offset += length;
  });
  return found.reverse();
}

/** The expressions of a query: strict about the ends of words where that finds something in the text. */
export function expressionsFor(query, text) {
  const { parts } = parse(query);
  const strict = patterns(parts).flat();
  return strict.some((expression) => ranges(text, [expression]).length) ? strict : patterns(parts, false).flat();
}

/** Text nodes below an element by the block that they stand in. */
function blocks(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Map();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest(NOT_TEXT)) continue;
    const block = parent.closest(BLOCK) ?? root;
    if (!found.has(block)) found.set(block, []);
    found.get(block).push(walker.currentNode);
  }
  return [...found.values()];
}

function mark(nodes, expressions) {
  const text = nodes.map((node) => node.data).join("");
  const found = pieces(nodes.map((node) => node.data.length), ranges(text, expressions));
  for (const [at, from, to] of found) {
    nodes[at].splitText(to);
    const element = document.createElement("mark");
    element.className = "cb-hit";
    const held = nodes[at].splitText(from);
    held.replaceWith(element);
    element.append(held);
  }
  return found.length;
}

/** Mark the query of an address in the page and show the first mark; an anchor in the address wins. */
export function highlight(address, root) {
  const query = new URL(address).searchParams.get("q") ?? "";
  const expressions = query.trim() ? expressionsFor(query, root.textContent) : [];
  if (!expressions.length) return;
  let marks = 0;
  for (const nodes of blocks(root)) if (marks < MOST) marks += mark(nodes, expressions);
  reveal(root.querySelector(":target") ?? root);
  if (!new URL(address).hash) root.querySelector("mark.cb-hit")?.scrollIntoView({ block: "center" });
}

/** Open what hides the only marks of the place that was linked to. */
function reveal(place) {
  const marks = [...place.querySelectorAll("mark.cb-hit")];
  const closed = (element) => element.closest("details:not([open])");
  if (marks.length && marks.every(closed)) closed(marks[0]).open = true;
}
