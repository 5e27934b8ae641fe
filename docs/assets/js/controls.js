// What narrows and orders the hits: papers or claims, filters with counts, the order.

import { h, say } from "./elements.js";
import { FACETS, SORTS } from "./state.js";

const FIRST = 8;
const MOST = 60;

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
    const sorted = [...values].sort((a, b) => chosen.includes(b[0]) - chosen.includes(a[0]));
    const rows = sorted.map((value) => check(facet, value, chosen, change));
    const rest = rows.length > FIRST + 1 ? rows.splice(FIRST) : [];
    const more = rest.length > 0 && h("details", { "data-key": `more ${facet}` },
      h("summary", {}, say("more_values", { n: rest.length })), h("ul", {}, rest));
    return h("fieldset", {}, h("legend", {}, say(`facet_${facet}`)), h("ul", {}, rows), more);
  });
}
