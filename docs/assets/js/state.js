// What is asked, and the address that says it: search/?q=…&scope=claims&tag=…&sort=date. Only what differs from the
// usual is written, so an address stays short enough to send.

import { LONGEST } from "./query.js";

export const FACETS = { papers: ["tag", "benchmark", "kind", "year"], claims: ["verdict", "benchmark", "tag", "kind", "year", "system"] };
export const SORTS = ["relevance", "date", "oldest"];

/** The state that the query part of an address gives: `{q, scope, sort, filters}`. */
export function read(query) {
  const given = new URLSearchParams(query);
  const scope = given.get("scope") === "claims" ? "claims" : "papers";
  const sort = SORTS.includes(given.get("sort")) ? given.get("sort") : SORTS[0];
  const filters = FACETS[scope].map((facet) => [facet, [...new Set(given.getAll(facet).filter(Boolean))]]);
  return { q: given.get("q") ?? "", scope, sort, filters: Object.fromEntries(filters.filter(([, values]) => values.length)) };
}

/** The query part of an address for a state, without the question mark. */
export function write({ q, scope, sort, filters }) {
  const given = new URLSearchParams();
  if (q.trim()) given.set("q", asked(q));
  if (scope !== "papers") given.set("scope", scope);
  for (const facet of FACETS[scope]) for (const value of filters[facet] ?? []) given.append(facet, value);
  if (sort !== SORTS[0]) given.set("sort", sort);
  return given.toString();
}

/** A result's address that carries the query, for the page to mark it. */
export function carrying(url, q) {
  const [page, anchor] = url.split("#");
  const query = q.trim() ? `?${new URLSearchParams({ q: asked(q) })}` : "";
  return page + query + (anchor === undefined ? "" : `#${anchor}`);
}

/** What of a query the engine reads; a whole pasted page would be more than servers take. */
const asked = (q) => q.trim().slice(0, LONGEST);

/** With one value of a facet taken or let go. */
export function toggled(state, facet, value) {
  const values = state.filters[facet] ?? [];
  const kept = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return withFilter(state, facet, kept);
}

/** With these values of a facet alone. */
export function withFilter(state, facet, values) {
  const { [facet]: _, ...others } = state.filters;
  return { ...state, filters: values.length ? { ...others, [facet]: values } : others };
}

/** In the other scope, with the filters that it has. */
export function inScope(state, scope) {
  const kept = Object.entries(state.filters).filter(([facet]) => FACETS[scope].includes(facet));
  return { ...state, scope, filters: Object.fromEntries(kept) };
}

export const isFiltered = ({ filters }) => Object.keys(filters).length > 0;

/** What to change after a search that found nothing for certain, most promising first. */
export function advice({ q, scope, filters }) {
  const found = [];
  if (isFiltered({ filters })) found.push("unfilter");
  if (/["“”„‟＂]/.test(q)) found.push("unquote");
  if (/\S\s+\S/.test(q.trim())) found.push("fewer");
  found.push("spelling");
  if (scope === "claims") found.push("papers");
  return found;
}
