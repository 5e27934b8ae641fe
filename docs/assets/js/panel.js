// What opens under the header's box: a listbox of hits whose active one the arrows move while the field keeps the focus.

import { asker, h, later, redraw, say } from "./elements.js";
import { actives, help, notes, options, order, scopes, selects } from "./resultlist.js";
import { inScope, read, withFilter, write } from "./state.js";

const SHOWN = 4;

/** Which option an arrow key makes active, of so many; -1 is none, which is the field itself. */
export function moved(key, active, count) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step ? ((active + 1 + step + count + 1) % (count + 1)) - 1 : active;
}

/** Make the panel of a box; `leave` closes it. */
export function attachPanel(form, search, leave) {
  const input = form.querySelector("input");
  const list = h("div", { id: "cb-hits", class: "cb-hits", role: "listbox", "aria-label": say("results") });
  const tools = h("div", { class: "cb-tools" });
  const status = h("div", { class: "cb-status", role: "status" });
  const advice = h("div");
  const panel = h("div", { class: "cb-panel" }, tools, status, advice, list);
  let state = read("");
  let active = -1;

  const choose = (at, scroll = true) => {
    const all = actives(list);
    all.forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    active = at;
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", all[at].id);
    if (scroll) all[at]?.scrollIntoView({ block: "nearest" });
  };
  const show = (answer) => {
    redraw(tools, scopes(state, change), selects(answer?.facets, state, change), answer && order(state, change));
    status.textContent = notes(answer, state);
    redraw(advice, help(answer, state, change));
    list.replaceChildren(...options(answer, state, SHOWN, `${form.action}?${write(state)}`));
    input.setAttribute("aria-expanded", String(Boolean(list.childElementCount)));
    panel.scrollTop = 0;
    choose(answer?.total && !answer.approximate ? 0 : -1, false);
  };
  const failed = () => {
    list.replaceChildren();
    advice.replaceChildren();
    choose(-1);
    const retry = h("button", { type: "button", class: "cb-do" }, say("retry"));
    retry.addEventListener("click", () => ask(state));
    status.replaceChildren(say("failed"), " ", retry);
  };
  const query = asker(search, { show, failed, busy: (on) => panel.toggleAttribute("data-busy", on) });
  const ask = (next) => {
    state = next;
    if (state.q.trim()) query(state, SHOWN);
    else {
      query.drop();
      show(null);
    }
  };
  const change = (action, ...values) => ask(CHANGES[action](state, ...values));
  const typed = later(() => ask({ ...state, q: input.value }));

  input.addEventListener("input", (event) => {
    if (!event.isComposing) typed();
  });
  input.addEventListener("compositionend", () => typed());
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const count = actives(list).length;
    if (count && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      choose(moved(event.key, active, count));
    } else if (event.key === "Enter" && active >= 0 && input.value === state.q && !panel.hasAttribute("data-busy")) {
      event.preventDefault();
      actives(list)[active].click();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(`${form.action}?${write({ ...state, q: input.value })}`);
  });
  // The page that a hit is on may be this one.
  list.addEventListener("click", (event) => {
    if (event.target.closest("a") && !event.ctrlKey && !event.metaKey) leave();
  });
  form.querySelector(".cb-box").append(panel);
  show(null);
  if (input.value) ask({ ...state, q: input.value });
  else search("").catch(() => {}); // opens the index while the query is being typed
}

const CHANGES = {
  scope: inScope,
  sort: (state, sort) => ({ ...state, sort }),
  filter: withFilter,
  unfilter: (state) => ({ ...state, filters: {} }),
};
