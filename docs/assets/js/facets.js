// Which claims a choice of filters leaves, in which order, and how many each further value would: one pass over all
// claims, whatever is chosen. docs/decisions/0011-claims-browser.md says why so.

import { date, kind } from "./claims.js";
import { FACETS, read } from "./state.js";

export const SORTS = ["newest", "oldest", "verdict", "paper"];
/** For sorting by verdict: what a reader should look at first. */
const GRAVITY = ["differs", "partial", "supported", "no-numbers", "no-quote", "own-words", "note-words", "unchecked"];
const MANY = -2;
const LAST_DAY = 99999999;

/** The values of one facet: `codes[starts[claim]]` and what follows, up to the next start, are places in `values`. */
function pack(count, codesOf, values) {
  const starts = new Uint32Array(count + 1);
  const codes = [];
  for (let claim = 0; claim < count; claim++) {
    const found = codesOf(claim);
    if (typeof found === "object") codes.push(...found);
    else if (found >= 0) codes.push(found);
    starts[claim + 1] = codes.length;
  }
  return { starts, codes: Uint32Array.from(codes), values };
}

/** A facet whose values are told by name, one a claim; an empty one is none. */
function named(count, valueOf) {
  const places = new Map();
  const values = [];
  return pack(count, (claim) => {
    const value = valueOf(claim);
    if (value && !places.has(value)) places.set(value, values.push([value, value]) - 1);
    return value ? places.get(value) : -1;
  }, values);
}

/** All facets of the claims that `claims()` made of the columns, by name. */
export function index(data) {
  const { columns, facets, count, rows } = data;
  const same = (names) => names.map((name) => [name, name]);
  const made = {
    verdict: pack(count, (claim) => columns.verdicts.charCodeAt(claim) - 48, same(columns.verdict_names)),
    benchmark: pack(count, (claim) => columns.benchmarks[claim], columns.names),
    tag: pack(count, (claim) => facets.papers[rows[claim]][0], facets.tags),
    kind: named(count, (claim) => kind(data, claim)),
    year: named(count, (claim) => date(data, claim).slice(0, 4)),
    system: pack(count, (claim) => columns.systems[claim], same(columns.system_names)),
  };
  return Object.fromEntries(FACETS.claims.map((name) => [name, made[name]]));
}

function holds({ starts, codes }, claim, wanted) {
  for (let at = starts[claim]; at < starts[claim + 1]; at++) if (wanted[codes[at]]) return true;
  return false;
}

/**
 * `{claims, counts}`: the claims of `order` with one of the chosen values of every facet, and by facet how many have
 * each value, that facet's own choice aside. `filters` are lists of values by facet.
 */
export function narrow(facets, filters, order) {
  const all = Object.entries(facets);
  const wanted = all.map(([name, { values }]) => {
    const chosen = new Set(filters[name] ?? []);
    return chosen.size ? Uint8Array.from(values, ([value]) => chosen.has(value)) : null;
  });
  const counts = all.map(([, { values }]) => new Uint32Array(values.length));
  const kept = new Uint32Array(order.length);
  let total = 0;
  for (const claim of order) {
    let failed = -1;
    for (let at = 0; at < all.length && failed !== MANY; at++) {
      if (wanted[at] && !holds(all[at][1], claim, wanted[at])) failed = failed < 0 ? at : MANY;
    }
    if (failed === MANY) continue;
    if (failed < 0) kept[total++] = claim;
    for (let at = 0; at < all.length; at++) {
      if (failed < 0 || failed === at) count(all[at][1], claim, counts[at]);
    }
  }
  return { claims: kept.subarray(0, total), counts: Object.fromEntries(all.map(([name], at) => [name, counts[at]])) };
}

function count({ starts, codes }, claim, sums) {
  for (let at = starts[claim]; at < starts[claim + 1]; at++) sums[codes[at]]++;
}

/** All claims in one of the orders of `SORTS`; of equals that of the newer paper, each paper's in their order. */
export function ordered(data, sort) {
  const { rows, columns, papers } = data;
  if (sort === "paper") {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const titles = papers.names.map(([name]) => name);
    const places = new Uint32Array(papers.count);
    [...titles.keys()].sort((a, b) => compare(titles[a], titles[b])).forEach((row, at) => (places[row] = at));
    return sorted(plain(data), (claim) => places[rows[claim]]);
  }
  const number = (day) => Number(day.replaceAll("-", ""));
  const days = papers.dates.map(number);
  const day = (claim) => (columns.dates[claim] === undefined ? days[rows[claim]] : number(columns.dates[claim]));
  if (sort === "oldest") return sorted(plain(data), (claim) => day(claim) || LAST_DAY);
  const newest = sorted(plain(data), (claim) => LAST_DAY - day(claim));
  if (sort !== "verdict") return newest;
  const ranks = columns.verdict_names.map((name) => GRAVITY.indexOf(name) + 1 || GRAVITY.length + 1);
  return sorted(newest, (claim) => ranks[columns.verdicts.charCodeAt(claim) - 48]);
}

/** The claims of the newest paper first. */
function plain({ first, count }) {
  const claims = new Uint32Array(count);
  let at = 0;
  for (const [, [from, to]] of [...first].sort(([a], [b]) => a - b)) for (let claim = from; claim < to; claim++) claims[at++] = claim;
  return claims;
}

/** Claims by a whole number, of equals in the order given. Numbers alone sort ten times faster than by comparison. */
function sorted(claims, keyOf) {
  const size = claims.length;
  const keys = Float64Array.from(claims, (claim, at) => keyOf(claim) * size + at).sort();
  return Uint32Array.from(keys, (key) => claims[key % size]);
}

/**
 * What a facet offers, most claims first: `[[value, label, count], …]`, at most `most` of those that hold `text`, but
 * all that are `chosen`; and how many there are. `label` gives a value's name.
 */
export function offered({ values }, sums, { chosen = [], text = "", most = Infinity, label = (value, name) => name }) {
  const asked = text.trim().toLowerCase();
  const has = new Set(chosen);
  const found = [];
  values.forEach(([value, name], code) => {
    if (!sums[code] && !has.has(value)) return;
    const shown = label(value, name);
    if (!asked || shown.toLowerCase().includes(asked)) found.push([value, shown, sums[code]]);
  });
  found.sort((a, b) => b[2] - a[2]);
  const rest = found.slice(most).filter(([value]) => has.has(value));
  return { total: found.length, list: [...found.slice(0, most), ...rest] };
}

/** What the address of the page asks for: `{filters, sort}`; what nobody knows is left out. */
export function asked(query) {
  const given = new URLSearchParams(query);
  given.set("scope", "claims");
  const sort = given.get("sort");
  return { filters: read(given.toString()).filters, sort: SORTS.includes(sort) ? sort : SORTS[0] };
}

/** The query part of an address for a state, without the question mark; empty for all claims, newest first. */
export function query({ filters, sort }) {
  const given = new URLSearchParams();
  for (const facet of FACETS.claims) for (const value of filters[facet] ?? []) given.append(facet, value);
  if (sort !== SORTS[0]) given.set("sort", sort);
  return given.toString();
}
