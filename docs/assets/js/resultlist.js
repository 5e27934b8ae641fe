// Hits as elements, a listbox under the header's box and a list on the search page; what is said of them; and what
// narrows and orders them.

import { h, marked, say } from "./elements.js";
import { expressionsFor, ranges } from "./query.js";
import { FACETS, SORTS, advice, carrying } from "./state.js";

const PARTS = { listbox: 2, list: 3 };
const FIRST = 8; // values of a facet that are not folded away
const MOST = 60; // and that are there at all

/** What was really searched for: a joined mix may have been split. */
const query = (answer, state) => answer.split ?? state.q;

const markedBy = (text, q) => marked(text, ranges(text, expressionsFor(q, text)));

const joined = (nodes) => nodes.filter(Boolean).flatMap((node, at) => (at ? [" · ", node] : [node]));

/** The number of a claim, from its address. */
const claimNumber = (url) => /(?:#|-)claim-(\d+)$/.exec(url)?.[1] ?? "";

function meta(result, scope) {
  const date = result.date && h("time", { datetime: result.date }, result.date);
  const kind = say(`kind_${result.kind}`);
  if (scope === "papers") return joined([date, kind, ...(result.tags ?? []).slice(0, 3)]);
  const verdict = h("span", { class: "cb-verdict", "data-verdict": result.verdict }, say(`verdict_${result.verdict}`));
  return joined([h("b", {}, result.paper), date, kind, verdict, ...result.benchmarks.slice(0, 2)]);
}

function part(section, q, option) {
  const title = section.claim ? say("claim_number", { number: claimNumber(section.url) }) : section.title;
  return h("a", { class: "cb-part", href: carrying(section.url, q), ...option },
    h("span", { class: "cb-clip" }, title && h("b", {}, title), marked(section.excerpt, section.marks)));
}

function paperParts(result, q, most, option) {
  const shown = result.sections.slice(0, most).map((section) => part(section, q, option()));
  const left = result.sections.length - shown.length;
  return left > 0 ? [...shown, h("span", { class: "cb-left" }, say("left", { n: left }))] : shown;
}

/** The quote or the translation of a claim, where the query is in it and not in the claim's own words. */
function besideParts(result, q, option) {
  const own = ranges(result.claim ?? "", expressionsFor(q, result.claim ?? "")).length;
  const beside = result.sections.filter(({ of, marks }) => marks.length && of !== "claim");
  return own ? [] : beside.slice(0, 1).map((section) => part({ ...section, claim: false, title: say(section.of) }, q, option()));
}

/** One hit in an element of its own; `option` gives the attributes of its next link. */
function hit(result, answer, state, { tag, most, option }) {
  const q = query(answer, state);
  const text = state.scope === "claims" ? result.claim || result.quote || result.title : result.title;
  const main = h("a", { class: "cb-main", href: carrying(result.url, q), ...option() },
    h("span", { class: "cb-what" }, markedBy(text, q)), h("span", { class: "cb-meta" }, meta(result, state.scope)));
  const parts = state.scope === "claims" ? besideParts(result, q, option) : paperParts(result, q, most, option);
  const group = tag === "div" ? { role: "group", "aria-label": result.title } : {};
  return h(tag, { class: "cb-hit", "data-scope": state.scope, ...group }, main, parts);
}

/** The options of the listbox, the last of which leads to all hits. */
export function options(answer, state, shown, all) {
  if (!answer?.total) return [];
  let count = 0;
  const option = () => ({ role: "option", id: `cb-option-${count++}`, tabindex: -1, "aria-selected": "false" });
  const hits = answer.results.slice(0, shown).map((result) =>
    hit(result, answer, state, { tag: "div", most: PARTS.listbox, option }));
  return [...hits, h("a", { class: "cb-all", href: all, ...option() }, say(`all_${state.scope}`, { n: answer.total }))];
}

export const actives = (list) => [...list.querySelectorAll("[role=option]")];

/** The items of the list on the search page. */
export const items = (results, answer, state) =>
  results.map((result) => hit(result, answer, state, { tag: "li", most: PARTS.list, option: () => ({}) }));

/** What is said of an answer; of none, how to ask. */
export function notes(answer, state) {
  if (!answer) return say("tips");
  const q = state.q.trim().length > 60 ? `${[...state.q.trim()].slice(0, 60).join("")}…` : state.q.trim();
  const values = { q, n: answer.total, split: answer.split };
  const capped = answer.capped ? ` ${say("capped")}` : "";
  if (!answer.total) return say(q ? "none" : "none_bare", values) + capped;
  if (answer.split) return say("split", values) + capped;
  if (answer.loose) return say("loose", values) + capped;
  return say(answer.approximate ? "approximate" : `count_${state.scope}`, values) + capped;
}

/** What to change where nothing was found for certain; what a button can do has one. */
export function help(answer, state, change) {
  if (!answer || (answer.total && !answer.approximate) || answer.split || answer.loose) return [];
  const items = advice(state).map((name) => {
    const action = { unfilter: ["unfilter"], papers: ["scope", "papers"] }[name];
    if (!action) return h("li", {}, say(`advice_${name}`));
    const button = h("button", { type: "button", class: "cb-do", "data-key": name }, say(`advice_${name}`));
    button.addEventListener("click", () => change(...action));
    return h("li", {}, button);
  });
  return [h("ul", { class: "cb-advice" }, items)];
}

/** What a value is called: kinds and verdicts are words of the interface. */
const called = (facet, value, label) => say(`${facet}_${value}`) || label;

/** Values of a facet to choose from, `[value, label, count]`: the chosen ones too, where nothing has them now. */
export function choices(facet, counts, chosen) {
  const known = new Set(counts.map(([value]) => value));
  const lost = chosen.filter((value) => !known.has(value)).map((value) => [value, value, 0]);
  return [...lost, ...counts.filter(([value], at) => at < MOST || chosen.includes(value))];
}

/** The facets worth a control: where there is a choice, or one was made. */
function offered(facets, state) {
  const all = FACETS[state.scope].map((facet) => [facet, choices(facet, facets?.[facet] ?? [], state.filters[facet] ?? [])]);
  return all.filter(([facet, values]) => values.length > 1 || state.filters[facet]);
}

/** The switch between papers and claims. */
export function scopes(state, change) {
  const buttons = Object.keys(FACETS).map((scope) => {
    const button = h("button", { type: "button", "aria-pressed": String(scope === state.scope), "data-key": scope }, say(scope));
    button.addEventListener("click", () => change("scope", scope));
    return button;
  });
  return h("div", { class: "cb-scopes", role: "group", "aria-label": say("scope") }, buttons);
}

function select(name, label, options, run) {
  const element = h("select", { "aria-label": label, "data-key": name }, options);
  element.addEventListener("change", () => run(element.value));
  return element;
}

/** The order of the hits. */
export function order(state, change) {
  const options = SORTS.map((sort) => h("option", { value: sort, selected: sort === state.sort }, say(`sort_${sort}`)));
  return select("sort", say("sort"), options, (sort) => change("sort", sort));
}

/** A small control a facet, for one value each. */
export function selects(facets, state, change) {
  return offered(facets, state).map(([facet, values]) => {
    const chosen = state.filters[facet] ?? [];
    const some = values.map(([value, label, count]) =>
      h("option", { value, selected: chosen[0] === value }, `${called(facet, value, label)} (${count})`));
    const any = h("option", { value: "" }, say(`facet_${facet}`));
    const element = select(facet, say(`facet_${facet}`), [any, ...some], (value) => change("filter", facet, value ? [value] : []));
    element.toggleAttribute("data-chosen", chosen.length > 0);
    return element;
  });
}

function check(facet, [value, label, count], chosen, change) {
  const box = h("input", { type: "checkbox", checked: chosen.includes(value), "data-key": `${facet} ${value}` });
  box.addEventListener("change", () => change("toggle", facet, value));
  return h("li", {}, h("label", {}, box, h("span", {}, called(facet, value, label)), h("small", {}, String(count))));
}

/** A group of check boxes a facet, for as many values as wanted. */
export function checks(facets, state, change) {
  return offered(facets, state).map(([facet, values]) => {
    const chosen = state.filters[facet] ?? [];
    const shown = ([value], at) => at < FIRST || chosen.includes(value);
    const rows = values.filter(shown).map((value) => check(facet, value, chosen, change));
    const rest = values.filter((value, at) => !shown(value, at)).map((value) => check(facet, value, chosen, change));
    const more = rest.length > 0 && h("details", { "data-key": `more ${facet}` },
      h("summary", {}, say("more_values", { n: rest.length })), h("ul", {}, rest));
    return h("fieldset", {}, h("legend", {}, say(`facet_${facet}`)), h("ul", {}, rows), more);
  });
}
