// Elements and words of the interface. Text gets into the page as text, never as markup.

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
