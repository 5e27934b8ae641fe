// The search engine: opens the index when first asked, and answers `search` for the box, for programs and for our bench.

import { holds, parse, sections, split, stretches } from "./query.js";
import { opening } from "./tokens.js";
import { address, byDate, counts, filter, nearest, papers, rank, rowOfArxiv, starts, wanted } from "./results.js";

export const ROOT = new URL("../../", import.meta.url);
const LOADED = 1;
const NEAR = 20;
const READ = 12; // files of claims' words, of some 10 KB each, that a search may read to be sure
const waiting = new WeakMap();
const kept = new Map();

/** What a function made once; after a failure it is tried again. */
function once(name, make) {
  if (!kept.has(name)) {
    kept.set(name, make().catch((error) => {
      kept.delete(name);
      throw error;
    }));
  }
  return kept.get(name);
}

export async function fetched(path) {
  const response = await fetch(new URL(path, ROOT));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** A file that we compressed ourselves; some hosts take that off on the way. */
export const table = (name) => once(`${name}.bin`, async () => {
  const bytes = new Uint8Array(await (await fetched(`pagefind/${name}.bin`)).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return JSON.parse(new TextDecoder().decode(bytes));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
});

const open = () => once("engine", async () => {
  const list = papers(await table("papers"));
  return { list, shards: await openShards(Object.entries(list.shards)), texts: new Map() };
});

/** An instance of Pagefind a shard. Its own way to merge indexes fetches what each is called, which our table tells. */
async function openShards(entries) {
  if (!entries.length) return [];
  const folder = (name) => `${ROOT.pathname}pagefind/${name}/`;
  const { PagefindInstance } = await import(`${folder(entries[0][0])}pagefind.js`);
  let wasm = null;
  class Shard extends PagefindInstance {
    loadEntry() {
      [this.languages, this.includeCharacters] = [this.entry.languages, this.entry.include_characters];
    }

    loadWasm(...names) {
      return (wasm ??= super.loadWasm(...names));
    }
  }
  return Promise.all(entries.map(async ([name, entry]) => {
    // Accents count, else a phrase is lost on a page that has one of its words with and without, as formulas do.
    const shard = Object.assign(new Shard({ basePath: folder(name), exactDiacritics: true }), { entry });
    // In a language that it knows, Pagefind would cut our tokens apart again.
    await shard.init("unknown", { load_wasm: true });
    return shard;
  }));
}

/** Places of tokens by row. Quoted, Pagefind gives the papers that hold them one after another; else all places. */
async function ask({ list, shards, texts }, tokens, quoted) {
  const words = quoted ? `"${tokens.join(" ")}"` : tokens.join(" ");
  const answers = await Promise.all(shards.map((shard) => shard.search(words)));
  return new Map(answers.flatMap(({ results }) => results).map(({ id, words: places, data }) => {
    const row = list.at.get(id);
    texts.set(row, data);
    return [row, places];
  }));
}

/** For each phrase of a query `{length, tokens, rows}`, with the first place in each row that holds it. */
const askAll = (engine, { units, letters }) => Promise.all([
  ...units.map(async (tokens) => ({ tokens, length: tokens.length, rows: await ask(engine, tokens, true) })),
  ...letters.map(async (letter) => ({ length: 0, rows: await ask(engine, [letter], true) })),
]);

/** With all places of each phrase, in the rows of which `held` is true. */
const withPlaces = (engine, found, held) => Promise.all(found.map(async (unit) => {
  const rows = [...unit.rows].filter(([row]) => held(row));
  if (!unit.tokens || !rows.length) return unit;
  const places = await ask(engine, unit.tokens, false);
  const all = rows.map(([row, first]) => {
    const found = starts(places.get(row) ?? [], unit.length);
    return [row, found.length ? found : first.slice(0, 1)];
  });
  return { ...unit, rows: new Map([...unit.rows, ...all]) };
}));

const inAll = (found) => (row) => found.every(({ rows }) => rows.has(row));

async function exact(engine, query) {
  const found = await askAll(engine, query);
  return { found, rows: rank(engine.list, await withPlaces(engine, found, inAll(found)), query.folded) };
}

/** Rows for a query, and whether they are but near hits: `{rows, approximate, query}`. */
async function find(engine, text) {
  const asked = parse(text);
  const paper = rowOfArxiv(engine.list, asked.arxiv);
  const query = paper < 0 ? asked : parse(asked.arxiv);
  const { rows, found } = await exact(engine, query);
  if (paper >= 0) return { rows: [paper, ...rows.filter((row) => row !== paper)], query, approximate: false, direct: true };
  if (rows.length || !found.length) return { rows, query, approximate: false };
  const cut = split(text);
  if (cut) {
    const parted = parse(cut);
    const again = await exact(engine, parted);
    if (again.rows.length) return { rows: again.rows, query: parted, approximate: true, split: cut };
  }
  return { rows: await near(engine, query, found), query, approximate: true };
}

/** What holds some phrases of a query, or else some words, or else words that begin alike. */
async function near(engine, query, found) {
  const tokens = [...new Set(query.units.flat())];
  const each = (words, quoted) => Promise.all(words.map(async (word) => ({ rows: await ask(engine, [word], quoted) })));
  for (const some of [() => found, () => each(tokens, true), () => each(tokens.map(opening), false)]) {
    const rows = nearest(engine.list, await some(), NEAR);
    if (rows.length) return rows;
  }
  return [];
}

/**
 * Papers for a query: `{total, approximate, capped, results, facets?, split?}`.
 * `filters` are values by facet (tag, benchmark, kind, year), `sort` is "relevance", "date" or "oldest"; `facets: true`
 * adds counts, and to each paper the names of its tags; `direct` says that the query is the arXiv id of the first one.
 * Every hit is in `results`, `{url, title, sections, …}`; the first `loaded` ones have their sections.
 * With `scope: "claims"` all of it is about claims; there are the facets `verdict` and `system` too. `loose` says that
 * claims were found by a letter of their paper, and that there are too many to read which of them have it.
 */
export async function search(text, { scope = "papers", filters, sort = "relevance", facets = false, loaded = LOADED } = {}) {
  const options = { demands: wanted(filters), sort, facets };
  const answer = await (scope === "claims" ? searchClaims : searchPapers)(String(text ?? ""), options);
  await Promise.all(answer.results.slice(0, loaded).map(load));
  return { total: answer.results.length, ...answer };
}

async function searchPapers(text, { demands, sort, facets }) {
  const engine = await open();
  const { rows, query, approximate, split, direct } = await find(engine, text);
  const counting = facets || demands.some(([facet]) => facet !== "kind" && facet !== "year");
  const columns = counting ? await table("facets") : null;
  const held = filter(engine.list, columns, rows, demands);
  const sorted = sort === "relevance" ? held : byDate(engine.list, held, sort === "oldest");
  return {
    approximate,
    capped: query.capped,
    ...(split && { split }),
    ...(direct && { direct }),
    ...(facets && { facets: counts(engine.list, columns, rows, demands) }),
    results: sorted.map((row) => paperResult(engine, row, query, columns)),
  };
}

function paperResult(engine, row, { parts }, columns) {
  const { list } = engine;
  const result = {
    url: ROOT.pathname + address(list, row),
    title: list.names[row][0],
    name: list.names[row][0],
    date: list.dates[row],
    kind: list.kinds[row],
    ...(columns && { tags: columns.papers[row][0].map((at) => columns.tags[at][1]) }),
    sections: [],
  };
  waiting.set(result, () => fillPaper(result, engine, row, parts));
  return result;
}

async function fillPaper(result, { list, texts }, row, parts) {
  const text = await texts.get(row)?.();
  if (!text) return;
  const [title, ...names] = stretches(text)[0].blocks;
  const subtitle = names.find((name) => !list.names[row].includes(name));
  result.title = [title, subtitle].filter(Boolean).join("：");
  const place = (id) => (id ? `${result.url}#${id}` : result.url);
  result.sections = sections(text, parts).map(({ id, ...rest }) => ({ url: place(id), ...rest }));
}

/** Fill in the title and the sections of a result that has none yet. */
export async function load(result) {
  const fill = waiting.get(result);
  waiting.delete(result);
  await fill?.();
  return result;
}

async function searchClaims(text, { demands, sort, facets }) {
  const claims = await import("./claims.js");
  const [engine, columns, more] = await Promise.all([open(), table("claims"), table("facets")]);
  const data = await once("claims", async () => claims.claims(columns, engine.list, more));
  const asked = parse(text);
  const { found, query = asked, ...how } = await findClaims(engine, claims, data, asked, text);
  const held = claims.filter(data, found, demands);
  const sorted = sort === "relevance" ? held : claims.byDate(data, held, sort === "oldest");
  return {
    ...how,
    capped: asked.capped,
    ...(facets && { facets: claims.counts(data, found, demands) }),
    results: sorted.map((claim) => claimResult(claims, data, claim, query.parts)),
  };
}

/** Claims for a query; an empty one is for all claims. */
async function findClaims(engine, claims, data, query, text) {
  const all = () => claims.byDate(data, [...data.rows.keys()]);
  if (!text.trim()) return { found: all(), approximate: false };
  const hold = async (asked, some) => {
    const found = await askAll(engine, asked);
    const held = some ? () => true : inAll(found);
    const phrases = found.filter(({ tokens }) => tokens);
    if (!phrases.length) return found.length ? all().filter((claim) => held(data.rows[claim])) : [];
    return claims.hits(data, await withPlaces(engine, phrases, held), some).filter((claim) => held(data.rows[claim]));
  };
  const exact = await hold(query, false);
  if (exact.length && query.letters.length) return withLetters(claims, data, exact, query);
  if (exact.length || !query.units.length) return { found: exact, approximate: false };
  const cut = split(text);
  const parted = cut && { query: parse(cut), found: await hold(parse(cut), false) };
  if (parted?.found.length) return { ...parted, approximate: true, split: cut };
  return { found: (await hold(query, true)).slice(0, NEAR), approximate: true };
}

/** A letter by itself has no place of its own in the index, only a paper: which claims have it is read in their words. */
async function withLetters(claims, data, found, query) {
  const files = new Set(found.map((claim) => Math.floor(claim / data.columns.rows)));
  if (files.size > READ) return { found, approximate: true, loose: true };
  const words = await Promise.all(found.map((claim) => wordsOf(data, claim)));
  const sure = found.filter((_, at) => holds(Object.values(claims.shownOf(words[at])).join("\n"), query.parts));
  return sure.length ? { found: sure, approximate: false } : { found: found.slice(0, NEAR), approximate: true };
}

/** A claim's row of words. */
async function wordsOf({ columns }, claim) {
  const name = `data/claims/${Math.floor(claim / columns.rows)}.json`;
  return (await once(name, async () => (await fetched(name)).json()))[claim % columns.rows];
}

function claimResult(claims, data, claim, parts) {
  const result = claims.result(data, claim, ROOT.pathname);
  waiting.set(result, async () => claims.fill(result, await wordsOf(data, claim), parts));
  return result;
}
