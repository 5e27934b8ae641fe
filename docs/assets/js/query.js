// What a query asks for, and where a paper's text holds it.

import { BREAK, HAN, fold, gather, isHan, isLetter, phrases } from "./tokens.js";

/** A pasted page must not fetch half of the index. */
export const LONGEST = 400;
const MOST_TOKENS = 40;
const EXCERPT = 120;
// Anchors that scripts/claimbook/render/search.py adds: the head of a page, and what is found but never shown.
const TOP = "cb-top";
const END = "cb-end";
const ARXIV = /^(?:\S*[/:]|arxiv\s+)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?\/?(?:[?#]\S*)?$/;
const GAP = "[\\s!-/:-@\\[-`{-~]*";
const LETTER = `(?:(?![${HAN}])[\\p{L}\\p{N}])`;

/**
 * Parts, all of which a paper must hold: quoted ones, else parted by spaces. `units` are the phrases of all parts;
 * `letters` are Han letters at an end of a phrase: what stands beside them in a text makes another token of them.
 */
export function parse(text) {
  const trimmed = text.slice(0, LONGEST).replace(/[“”„‟＂]/g, '"').trim();
  const parts = [];
  let left = MOST_TOKENS;
  for (const [, quoted, plain] of trimmed.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const words = quoted ?? plain;
    const found = phrases(words).map((phrase) => shorten(phrase, left));
    left -= found.reduce((sum, phrase) => sum + phrase.tokens.length, 0);
    if (found.length && left >= 0) parts.push({ text: words, quoted: quoted !== undefined, phrases: found });
  }
  return { ...demands(parts), parts, folded: fold(trimmed), arxiv: arxivId(trimmed), capped: text.length > LONGEST || left < 0 };
}

function shorten(phrase, left) {
  return phrase.tokens.length > left ? { ...phrase, tokens: phrase.tokens.slice(0, Math.max(1, left)) } : phrase;
}

function demands(parts) {
  const units = new Map();
  const letters = new Set();
  for (const { tokens } of parts.flatMap((part) => part.phrases)) {
    const inner = [...tokens];
    if (inner.length && isLetter(inner[0])) letters.add(inner.shift());
    if (inner.length && isLetter(inner.at(-1))) letters.add(inner.pop());
    if (inner.length) units.set(inner.join(" "), inner);
  }
  return { units: [...units.values()], letters: [...letters] };
}

function arxivId(text) {
  return ARXIV.exec(fold(text))?.[1] ?? "";
}

/** The parts of a query cut where Han meets other letters, or null where that changes nothing. */
export function split(text) {
  const cut = fold(text.slice(0, LONGEST)).replace(
    new RegExp(`(?<=[${HAN}])(?=${LETTER})|(?<=${LETTER})(?=[${HAN}])`, "gu"), " ");
  return cut === fold(text.slice(0, LONGEST)) || text.includes('"') ? null : cut;
}

/** A regular expression for each part's phrases, strict about the ends of words. */
export function patterns(parts, strict = true) {
  return parts.map((part) => part.phrases.map(({ pieces }) => {
    const body = pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join(GAP);
    const first = isHan(pieces[0]) ? "" : `(?<!${LETTER})`;
    const last = isHan(pieces.at(-1)) ? "" : `(?!${LETTER})`;
    return new RegExp(strict ? `${first}(?:${body})${last}` : body, "iu");
  }));
}

/** The stretches of an indexed document: `{id, blocks}` for each anchor; the first is the title with its names. */
export function stretches({ content, anchors }) {
  const words = content.split(" ");
  const starts = [{ id: "", location: 0 }, ...[...anchors].sort((a, b) => a.location - b.location)];
  return starts.map(({ id, location }, at) => ({
    id,
    blocks: words.slice(location, starts[at + 1]?.location).join(" ").split(BREAK).map((block) => gather(block.trim())).filter(Boolean),
  })).filter(({ id }) => id !== END);
}

/**
 * The claims and sections of a document that hold the query, those with most of its parts first:
 * `{id, claim, title, excerpt, marks}`, where `marks` are the ranges of the excerpt that match.
 */
export function sections(document, parts) {
  const [, ...rest] = stretches(document);
  const strict = matching(rest, patterns(parts));
  const found = strict.length ? strict : matching(rest, patterns(parts, false));
  // What stands above the sections has no anchor, and nothing to add where a section holds the query too.
  const below = found.filter(({ id }) => id !== TOP);
  return (below.length ? below : found).sort((a, b) => b.parts - a.parts).map(({ id, blocks, held }) => {
    const claim = /(?:^|-)claim-\d+$/.test(id);
    const block = best(blocks, held);
    return { id: id === TOP ? "" : id, claim, title: claim || id === TOP ? "" : blocks[0], ...excerptOf(block, held) };
  });
}

function matching(all, expressions) {
  const found = [];
  for (const { id, blocks } of all) {
    const text = blocks.join("\n");
    const held = expressions.filter((part) => part.every((expression) => has(expression, text)));
    if (held.length) found.push({ id, blocks, held: held.flat(), parts: held.length });
  }
  return found;
}

const has = (expression, text) => expression.test(text) || expression.test(text.normalize("NFKC"));

/** Whether a text holds all parts of a query, on the ends of words. */
export const holds = (text, parts) => patterns(parts).flat().every((expression) => has(expression, text));

function best(blocks, expressions) {
  const held = (block) => expressions.filter((expression) => has(expression, block)).length;
  return blocks.reduce((a, b) => (held(b) > held(a) ? b : a));
}

/** The words around what matches first in a text: `{excerpt, marks}`. */
export function excerptOf(block, expressions) {
  const raw = expressions.some((expression) => block.search(expression) >= 0);
  const text = raw ? block : block.normalize("NFKC");
  const ranges = expressions
    .flatMap((expression) => [...text.matchAll(new RegExp(expression, "giu"))])
    .map((match) => [match.index, match.index + match[0].length])
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const from = start(text, Math.max(0, (ranges[0]?.[0] ?? 0) - EXCERPT / 4));
  const to = Math.min(text.length, Math.max(from + EXCERPT, ranges[0]?.[1] ?? 0));
  const before = from ? "…" : "";
  const marks = [];
  for (const [a, b] of ranges) {
    if (a >= from && b <= to && a >= (marks.at(-1)?.[1] ?? 0) - before.length + from) {
      marks.push([a - from + before.length, b - from + before.length]);
    }
  }
  return { excerpt: before + text.slice(from, to) + (to < text.length ? "…" : ""), marks };
}

/** Not inside of a word, nor of a surrogate pair. */
function start(text, at) {
  const back = text.slice(Math.max(0, at - 12), at).search(/[\p{L}\p{N}]*$/u);
  const cut = at ? Math.max(0, at - 12) + back : 0;
  return at - cut < 12 && /[A-Za-z0-9]/.test(text[at] ?? "") ? cut : at && /[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at;
}

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

/** The expressions of a query: strict about the ends of words where that finds something in the text. */
export function expressionsFor(query, text) {
  const { parts } = parse(query);
  const strict = patterns(parts).flat();
  return strict.some((expression) => ranges(text, [expression]).length) ? strict : patterns(parts, false).flat();
}
