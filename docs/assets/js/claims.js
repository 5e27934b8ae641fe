// Claims by themselves: found by where the words of a query stand in their papers, filtered, counted and sorted one by
// one. docs/decisions/0010-claims-scope.md says why so; scripts/claimbook/render/claims_data.py makes the columns.

import { counted, rarity, tally } from "./results.js";
import { excerptOf, patterns } from "./query.js";

const FACETS = ["benchmark", "verdict", "tag", "kind", "year", "system"];

/** The columns of pagefind/claims.bin beside the table of papers: claims are numbered oldest paper first. */
export function claims(columns, papers, facets) {
  const count = columns.lengths.length;
  const [starts, ends, rows] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  const first = new Map();
  let claim = 0;
  columns.papers.forEach((row, at) => {
    first.set(row, [claim, claim + columns.counts[at]]);
    for (let end = 0, stop = claim + columns.counts[at]; claim < stop; claim++) {
      starts[claim] = end + columns.gaps[claim];
      end = ends[claim] = starts[claim] + columns.lengths[claim];
      rows[claim] = row;
    }
  });
  return { count, starts, ends, rows, first, columns, papers, facets };
}

/** Anchor of a claim on its paper's page. */
export function anchor(data, claim) {
  return data.columns.anchors[claim] ?? `claim-${claim - data.first.get(data.rows[claim])[0] + 1}`;
}

export const verdict = (data, claim) => data.columns.verdict_names[Number(data.columns.verdicts[claim])];

export const benchmarks = (data, claim) =>
  [data.columns.benchmarks[claim]].flat().filter((at) => at >= 0).map((at) => data.columns.names[at]);

export const systems = (data, claim) =>
  [data.columns.systems[claim]].flat().filter((at) => at >= 0).map((at) => data.columns.system_names[at]);

/** Day and kind of the note that a claim is from: of a paper noted twice, the older one has its own. */
export const date = (data, claim) => data.columns.dates[claim] ?? data.papers.dates[data.rows[claim]];
export const kind = (data, claim) => data.columns.kinds[claim] ?? data.papers.kinds[data.rows[claim]];

/** The values of one facet that a claim has: its own, or its paper's. */
export function valuesOf(data, claim, facet) {
  const { facets } = data;
  const row = data.rows[claim];
  switch (facet) {
    case "benchmark": return benchmarks(data, claim).map(([slug]) => slug);
    case "verdict": return [verdict(data, claim)];
    case "tag": return facets.papers[row][0].map((at) => facets.tags[at][0]);
    case "kind": return [kind(data, claim)];
    case "year": return date(data, claim) ? [date(data, claim).slice(0, 4)] : [];
    case "system": return systems(data, claim);
    default: return [];
  }
}

export const filter = (data, list, demands) =>
  list.filter((claim) => demands.every(([facet, values]) => valuesOf(data, claim, facet).some((value) => values.has(value))));

/** How many claims have each value, each facet under the filters of the others: `{facet: [[value, label, count]]}`. */
export function counts(data, list, demands) {
  const labels = { tag: new Map(data.facets.tags), benchmark: new Map(data.columns.names) };
  const under = Object.fromEntries(FACETS.map((facet) => [facet, []]));
  for (const claim of list) {
    const failed = demands.filter(([facet, values]) => !valuesOf(data, claim, facet).some((value) => values.has(value)));
    if (failed.length > 1) continue;
    for (const facet of failed.length ? [failed[0][0]] : FACETS) under[facet]?.push(claim);
  }
  return Object.fromEntries(FACETS.map((facet) =>
    [facet, counted(tally(under[facet], (claim) => valuesOf(data, claim, facet)), labels[facet])]));
}

/** Claims that hold all phrases, or with `some` any, best first; of equals that of the newer paper, in its order. */
export function hits(data, found, some = false) {
  const scores = new Map();
  for (const { rows } of found) {
    const weight = rarity(data.papers.count, rows.size);
    for (const [row, places] of rows) {
      const [from, to] = data.first.get(row) ?? [0, 0];
      for (let claim = from; claim < to; claim++) {
        const held = places.filter((place) => place >= data.starts[claim] && place < data.ends[claim]).length;
        if (held) add(scores, claim, (weight * held) / (held + 1));
      }
    }
  }
  const list = [...scores].filter(([, [phrases]]) => some || phrases === found.length);
  return list.sort((a, b) => b[1][1] - a[1][1] || order(data, a[0], b[0])).map(([claim]) => claim);
}

function add(scores, claim, score) {
  const [phrases, sum] = scores.get(claim) ?? [0, 0];
  scores.set(claim, [phrases + 1, sum + score]);
}

const order = (data, a, b) => data.rows[a] - data.rows[b] || a - b;

/** Newest paper first, or oldest, each paper's claims in their order. */
export const byDate = (data, list, oldest = false) =>
  [...list].sort((a, b) => (oldest ? data.rows[b] - data.rows[a] : data.rows[a] - data.rows[b]) || a - b);

/** Rows as a CSV file, or what goes on one; a cell that a spreadsheet would take for a formula is kept from that. */
export function csv(rows, titled = true) {
  const head = ["url", "paper", "date", "kind", "verdict", "benchmarks", "systems", "claim", "quote"];
  const cell = (value) => `"${safe(String(value ?? "")).replaceAll('"', '""')}"`;
  return [...(titled ? [head] : []), ...rows.map((row) => head.map((name) => [row[name]].flat().join("; ")))]
    .map((line) => line.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** As scripts/claimbook/render/exports.py does it: behind a semicolon too, and a plain number stays one. */
function safe(text) {
  if (/^[+-]?\d{1,15}(?:\.\d{1,15})?%?$/.test(text)) return text;
  return text.replaceAll("\0", "\u2400").replace(/(^|[;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g, "$1$2'");
}

/** What the list shows of a claim before its words are there. */
export function result(data, claim, root) {
  const row = data.rows[claim];
  return {
    url: `${root}papers/${data.papers.urls[row]}/#${anchor(data, claim)}`,
    title: data.papers.names[row][0],
    paper: data.papers.names[row][0],
    date: date(data, claim),
    kind: kind(data, claim),
    verdict: verdict(data, claim),
    benchmarks: benchmarks(data, claim).map(([, name]) => name),
    systems: systems(data, claim),
    sections: [],
  };
}

/** What a page shows of a claim, from its row of words. */
export const shownOf = ([claim, quote, , translation = ""]) => ({ claim, quote, translation });

/** Fill a result with the words of its claim, and what of them holds the query. */
export function fill(result, row, parts) {
  const held = patterns(parts).flat();
  const words = shownOf(row);
  const shown = Object.entries(words).filter(([, text]) => text)
    .map(([of, text]) => ({ url: result.url, title: "", of, ...excerptOf(text, held) }));
  const marked = shown.filter(({ marks }) => marks.length);
  return Object.assign(result, { ...words, sections: marked.length ? marked : shown.slice(0, 1) });
}
