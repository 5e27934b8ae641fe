// The table of all papers, and the order of those that a search found: the same however the index is cut into shards.

import { fold } from "./tokens.js";

const TITLE_ZONE = 64; // scripts/claimbook/render/search.py
const TITLE_WEIGHT = 24;
const SATURATION = 6;
const EQUAL = 1e6;

/** The columns of pagefind/papers.bin; `at` gives the row of one of Pagefind's ids. */
export function papers(columns) {
  const ids = columns.ids ? columns.ids.split(" ") : [];
  return {
    count: ids.length,
    shards: columns.shards,
    at: new Map(ids.map((id, row) => [id, row])),
    ids,
    urls: columns.urls.split("\n"),
    arxiv: columns.arxiv,
    dates: columns.dates.split(" "),
    kinds: columns.kinds.split(" "),
    names: columns.names.split("\n").map((names) => names.split("\t")),
    words: columns.words,
  };
}

export const address = (table, row) => `papers/${table.urls[row]}/`;

/** Row of the paper with an arXiv id, or -1. */
export function rowOfArxiv(table, id) {
  return id ? (table.arxiv[id] ?? table.urls.indexOf(id)) : -1;
}

/** Where a phrase of `length` tokens starts, from the places of all its tokens. */
export function starts(places, length) {
  if (length === 1) return places;
  const held = new Set(places);
  return places.filter((place) => {
    for (let step = 1; step < length; step++) if (!held.has(place + step)) return false;
    return true;
  });
}

/** How much a paper is about a phrase that starts at these places. */
function strength(places) {
  const sum = places.reduce((total, place) => total + (place < TITLE_ZONE ? TITLE_WEIGHT : 1), 0);
  return sum / (sum + SATURATION);
}

/** Weight of a phrase that so many of all papers hold. */
export const rarity = (all, some) => Math.log(1 + (all - some + 0.5) / (some + 0.5));

/**
 * Rows that hold all phrases, best first; of equals the newer paper. `found` has for each phrase
 * `{length, rows: Map(row → places)}`; how rare a phrase is counts over all papers, so shards do not matter.
 */
export function rank(table, found, folded) {
  if (!found.length) return [];
  const [first, ...others] = [...found].sort((a, b) => a.rows.size - b.rows.size);
  const rows = [...first.rows.keys()].filter((row) => others.every((unit) => unit.rows.has(row)));
  const weights = found.map((unit) => rarity(table.count, unit.rows.size));
  const asked = found.reduce((sum, unit) => sum + unit.length, 0);
  const scores = new Map(rows.map((row) => {
    let score = 0;
    let titled = 0;
    found.forEach((unit, at) => {
      const places = unit.rows.get(row);
      score += weights[at] * strength(places);
      if (places.some((place) => place < TITLE_ZONE)) titled += unit.length;
    });
    const whole = titled === asked && (asked === table.words[row] || table.names[row].some((name) => fold(name) === folded));
    return [row, score + (whole ? EQUAL : 0)];
  }));
  return rows.sort((a, b) => scores.get(b) - scores.get(a) || a - b);
}

/** Papers that hold some of the phrases, those with the rarest first; for want of any that holds all. */
export function nearest(table, found, most) {
  const scores = new Map();
  for (const { rows } of found) {
    const weight = rarity(table.count, rows.size);
    for (const row of rows.keys()) scores.set(row, (scores.get(row) ?? 0) + weight);
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most).map(([row]) => row);
}

/** Newest first, or oldest; papers without a date come last. */
export function byDate(table, rows, oldest = false) {
  const way = oldest ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [table.dates[a], table.dates[b]];
    if (!x || !y) return Boolean(y) - Boolean(x) || a - b;
    return x === y ? a - b : (x < y ? 1 : -1) * way;
  });
}

/** The values of one facet that a paper has. */
export function valuesOf(table, facets, row, facet) {
  if (facet === "year") return table.dates[row] ? [table.dates[row].slice(0, 4)] : [];
  if (facet === "kind") return [table.kinds[row]];
  const column = { tag: 0, benchmark: 1 }[facet];
  if (column === undefined || !facets) return [];
  const names = column ? facets.benchmarks : facets.tags;
  return facets.papers[row][column].map((index) => names[index][0]);
}

/** Wanted values by facet, as sets; a value may be given alone. */
export function wanted(filters = {}) {
  return Object.entries(filters)
    .map(([facet, values]) => [facet, new Set([values].flat().filter((value) => value !== "" && value != null).map(String))])
    .filter(([, values]) => values.size);
}

/** Rows with one of the wanted values of every facet. */
export function filter(table, facets, rows, demands) {
  return rows.filter((row) => demands.every(([facet, values]) => valuesOf(table, facets, row, facet).some((v) => values.has(v))));
}

/** How often each value occurs among items. */
export function tally(items, values) {
  const sums = new Map();
  for (const item of items) for (const value of values(item)) sums.set(value, (sums.get(value) ?? 0) + 1);
  return sums;
}

/** Sums as `[value, label, count]`, most first. */
export const counted = (sums, labels) =>
  [...sums]
    .map(([value, sum]) => [value, labels?.get(value) ?? value, sum])
    .sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? 1 : -1));

/** How many rows have each value, each facet under the filters of the others: `{facet: [[value, label, count]]}`. */
export function counts(table, facets, rows, demands) {
  const labels = { tag: new Map(facets.tags), benchmark: new Map(facets.benchmarks) };
  return Object.fromEntries(["tag", "benchmark", "kind", "year"].map((facet) => {
    const under = filter(table, facets, rows, demands.filter(([other]) => other !== facet));
    return [facet, counted(tally(under, (row) => valuesOf(table, facets, row, facet)), labels[facet])];
  }));
}
