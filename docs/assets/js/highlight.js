// Marks on a page what a search led here for: the query is in the address. Elements may part a phrase, so the text of
// a whole block is read and the marks are then put into each of its text nodes.

import { expressionsFor, ranges } from "./query.js";

const BLOCK = "p, li, td, th, dd, dt, q, pre, blockquote, figcaption, summary, h1, h2, h3, h4, h5, h6";
const NOT_TEXT = "script, style, math, svg, button, .cb-crumbs, .cb-neighbours, .cb-hidden, .headerlink";
const MOST = 500;

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
