// What all parts of the interface share: its elements and words, and how it asks the engine. Text gets into the page as
// text, never as markup.

const SLOW = 200; // milliseconds until it is worth to say that something is under way
const PAUSE = 120; // between two key strokes, for those who type fast

/** An element with its attributes and children; an attribute that is false or null is left out, so is an empty child. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== "" && child !== false && child != null));
  return element;
}

/** A template with its `{names}` filled in. */
export const fill = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A word of the interface (scripts/claimbook/render/search_page.py gives them); a count of one has its own form. */
export function say(key, values = {}) {
  const words = window.claimbook.words ?? {};
  const one = values.n === 1 && Object.hasOwn(words, `${key}_one`) ? `${key}_one` : key;
  return Object.hasOwn(words, one) ? fill(words[one], values) : "";
}

/** A text cut where its marks begin and end: `[[text, isMarked], …]`. */
export function segments(text, marks) {
  const found = [];
  let end = 0;
  for (const [from, to] of marks) {
    found.push([text.slice(end, from), false], [text.slice(from, to), true]);
    end = to;
  }
  return [...found, [text.slice(end), false]].filter(([piece]) => piece);
}

export const marked = (text, marks) => segments(text, marks).map(([piece, hit]) => (hit ? h("mark", {}, piece) : piece));

/** Put new children into an element; what of the old ones had the focus gives it to its like among the new. */
export function redraw(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const open = new Set([...element.querySelectorAll("details[open][data-key]")].map(({ dataset }) => dataset.key));
  element.replaceChildren(...children.flat().filter(Boolean));
  for (const details of element.querySelectorAll("details[data-key]")) details.open ||= open.has(details.dataset.key);
  if (key) [...element.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === key)?.focus();
}

/** Asks for the newest question only: answers of older ones are dropped, however late they come. `show`, `failed` and `busy` do the showing. */
export function asker(search, { show, failed, busy }) {
  let newest = 0;
  const ask = async (state, loaded) => {
    const mine = ++newest;
    const slow = setTimeout(() => mine === newest && busy(true), SLOW);
    try {
      const { q, scope, sort, filters } = state;
      const answer = await search(q, { scope, sort, filters, facets: true, loaded });
      if (mine === newest) show(answer);
    } catch {
      if (mine === newest) failed();
    }
    clearTimeout(slow);
    if (mine === newest) busy(false);
  };
  ask.drop = () => {
    newest += 1;
    busy(false);
  };
  return ask;
}

/** Calls a function once the calls for it pause. */
export function later(run) {
  let timer = 0;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
