// The search page: the same hits at full width, filters beside them, and all of what is asked in the address.

import { asker, h, later, redraw, say } from "./elements.js";
import { checks, help, items, notes, order, scopes } from "./resultlist.js";
import { carrying, inScope, isFiltered, read, toggled, write } from "./state.js";

const SHOWN = 10;
const MORE = 20;

const CHANGES = {
  scope: inScope,
  sort: (state, sort) => ({ ...state, sort }),
  toggle: toggled,
  unfilter: (state) => ({ ...state, filters: {} }),
};

/** Bring the page to life: `search` and `load` are the engine's. */
export function attachPage(page, { search, load }) {
  const form = page.querySelector("form");
  const input = form.querySelector("input");
  const title = document.title;
  const tools = h("div", { class: "cb-tools" });
  const status = h("div", { class: "cb-status", role: "status" });
  const advice = h("div");
  const list = h("ol", { class: "cb-hits" });
  const more = h("p", { class: "cb-further" });
  const count = h("span");
  const filters = h("div");
  const aside = h("details", { class: "cb-filters" }, h("summary", {}, say("filters"), count), filters);
  const body = h("div", { class: "cb-columns", hidden: true }, aside, h("div", {}, tools, status, advice, list, more));
  let state = read(location.search);
  let straight = true; // an arXiv id that somebody came with leads to its paper, one being typed does not

  const change = (action, ...values) => ask(CHANGES[action](state, ...values), "pushState");
  const show = (answer) => {
    body.hidden = false;
    if (answer?.direct && straight) {
      location.replace(carrying(answer.results[0].url, ""));
      return;
    }
    redraw(tools, scopes(state, change), answer && order(state, change));
    aside.hidden = !answer;
    count.textContent = isFiltered(state) ? ` (${Object.values(state.filters).flat().length})` : "";
    const clear = h("button", { type: "button", class: "cb-do", "data-key": "unfilter" }, say("advice_unfilter"));
    clear.addEventListener("click", () => change("unfilter"));
    const helping = help(answer, state, change);
    redraw(filters, checks(answer?.facets, state, change), isFiltered(state) && !helping.length && clear);
    status.textContent = notes(answer, state);
    redraw(advice, helping);
    list.replaceChildren();
    if (answer) extend(answer, SHOWN);
    else more.replaceChildren();
  };
  const extend = (answer, to) => {
    const from = list.childElementCount;
    list.append(...items(answer.results.slice(from, to), answer, state));
    const left = Math.min(MORE, answer.total - to);
    const button = h("button", { type: "button", class: "cb-do" }, say("more", { n: left }));
    button.addEventListener("click", async () => {
      button.disabled = true;
      await Promise.all(answer.results.slice(to, to + MORE).map((result) => load(result).catch(() => result)));
      if (!button.isConnected) return;
      extend(answer, to + MORE);
      list.children[to].querySelector("a").focus();
    });
    more.replaceChildren(...(left > 0 ? [button] : []));
  };
  const failed = () => {
    body.hidden = false;
    aside.hidden = true;
    advice.replaceChildren();
    list.replaceChildren();
    more.replaceChildren();
    const retry = h("button", { type: "button", class: "cb-do" }, say("retry"));
    retry.addEventListener("click", () => ask(state));
    status.replaceChildren(say("failed"), " ", retry);
  };
  const query = asker(search, { show, failed, busy: (on) => page.toggleAttribute("data-busy", on) });
  const ask = (next, record) => {
    state = next;
    const address = write(state);
    if (record && `?${address}` !== location.search) history[record](null, "", `${location.pathname}${address && `?${address}`}`);
    document.title = state.q.trim() ? `${state.q.trim().slice(0, 80)} - ${title}` : title;
    if (state.q.trim() || state.scope === "claims") query(state, SHOWN);
    else {
      query.drop();
      show(null);
    }
  };
  const typed = later(() => {
    straight = false;
    ask({ ...state, q: input.value }, "replaceState");
  });

  input.addEventListener("input", (event) => {
    if (!event.isComposing) typed();
  });
  input.addEventListener("compositionend", () => typed());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    typed.cancel();
    straight = true;
    ask({ ...state, q: input.value }, "pushState");
  });
  addEventListener("popstate", () => {
    straight = false;
    input.value = read(location.search).q;
    ask(read(location.search));
  });
  aside.open = matchMedia("(min-width: 60em)").matches;
  page.append(body);
  // What somebody typed before this script was there stays.
  straight = !input.value;
  input.value ||= state.q;
  if (!location.search && matchMedia("(hover: hover)").matches) input.focus();
  ask({ ...state, q: input.value }, "replaceState");
}
