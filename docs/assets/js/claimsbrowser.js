// The claims browser: filters with counts, an order, fifty rows at a time, all of it in the address.

import { claims } from "./claims.js";
import { csvFile, fill as fillRow, row, words } from "./claimrows.js";
import { fill, h, redraw } from "./elements.js";
import { asked, index, narrow, offered, ordered, query } from "./facets.js";
import { papers } from "./results.js";
import { ROOT, table } from "./search.js";
import { toggled } from "./state.js";

const PAGE = 50; // scripts/claimbook/render/claims_page.py
const FIRST = 8;
const MOST = 60;
const UNCOUNTED = ["year"]; // sorted by value, not by how many claims it has

/** All that is known of the claims but their words. */
async function open() {
  const [columns, list, more] = await Promise.all(["claims", "papers", "facets"].map(table));
  const data = claims(columns, papers(list), more);
  const facets = index(data);
  const orders = new Map();
  const order = (sort) => orders.get(sort) ?? orders.set(sort, ordered(data, sort)).get(sort);
  return { data, facets, order, labels: labels(facets) };
}

const labels = (facets) => Object.fromEntries(Object.entries(facets).map(([name, { values }]) => [name, new Map(values)]));

/** Bring the page to life. */
export async function attach(root) {
  const said = JSON.parse(root.dataset.words);
  const say = (key, values = {}) => {
    const text = said[values.n === 1 && said[`${key}_one`] ? `${key}_one` : key] ?? "";
    return fill(text, { ...values, n: values.n?.toLocaleString(), shown: values.shown?.toLocaleString() });
  };
  const browser = new Browser(root, say);
  await browser.start();
  return browser;
}

class Browser {
  constructor(root, say) {
    Object.assign(this, { root, say, turn: 0, texts: {}, open: new Set(), first: true });
    this.find = (selector) => root.querySelector(selector);
    this.form = this.find("form");
    this.status = this.find("[role=status]");
    this.body = this.find("tbody");
    this.sort = this.find(".cb-order select");
    this.more = this.find("[data-do=more]");
    this.download = this.find("[data-do=csv]");
  }

  async start() {
    this.form.hidden = this.find(".cb-order").hidden = false;
    this.form.querySelector("details").open = matchMedia("(min-width: 60em)").matches;
    root(this).querySelector(".cb-unfiltered").hidden = true;
    this.state = asked(location.search);
    this.root.setAttribute("aria-busy", "true");
    try {
      Object.assign(this, await open());
    } catch {
      return this.failed(() => this.start());
    }
    this.root.removeAttribute("aria-busy");
    this.listen();
    this.show(history.state?.shown ?? PAGE);
  }

  /** Say that something did not arrive, and offer to try again. */
  failed(again) {
    this.root.removeAttribute("aria-busy");
    const button = h("button", { type: "button" }, this.say("search_retry"));
    button.addEventListener("click", again, { once: true });
    this.status.replaceChildren(this.say("not_loaded"), " ", button);
  }

  listen() {
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", ({ target }) => {
      if (target.name) this.ask(toggled(this.state, target.name, target.value));
    });
    for (const field of this.form.querySelectorAll("input[type=search]")) {
      field.addEventListener("input", () => {
        this.texts[field.closest("fieldset").dataset.facet] = field.value;
        this.drawFacets();
      });
    }
    this.sort.addEventListener("change", () => this.ask({ ...this.state, sort: this.sort.value }));
    this.more.addEventListener("click", () => this.showMore());
    this.download.addEventListener("click", () => this.csv());
    addEventListener("popstate", () => {
      this.state = asked(location.search);
      this.show(history.state?.shown ?? PAGE);
    });
  }

  /** Go to another state, with an entry of its own in the browser's history. */
  ask(state) {
    this.state = state;
    history.pushState({}, "", `${location.pathname}${query(state) && `?${query(state)}`}`);
    this.show(PAGE);
  }

  show(shown) {
    const { claims: left, counts } = narrow(this.facets, this.state.filters, this.order(this.state.sort));
    Object.assign(this, { left, counts, shown: 0 });
    this.turn += 1;
    this.sort.value = this.state.sort;
    this.drawFacets();
    this.drawChosen();
    // The page comes with the rows of the first state.
    const same = this.first && !query(this.state) && shown === PAGE;
    this.first = false;
    if (same) this.shown = Math.min(PAGE, left.length);
    else {
      this.body.replaceChildren();
      this.add(shown);
    }
    this.drawStatus();
  }

  /** List so many more claims; their words come later. */
  add(count) {
    const { turn } = this;
    const part = this.left.slice(this.shown, this.shown + count);
    const rows = new Map([...part].map((claim) => [claim, row(this.data, claim, ROOT, this.say)]));
    this.body.append(...rows.values());
    this.shown += part.length;
    const show = (claim, found) => fillRow(rows.get(claim), found);
    words(this.data, part, show, () => turn !== this.turn).catch(() => {
      if (turn === this.turn) this.failed(() => this.show(this.shown));
    });
    return rows.values().next().value;
  }

  showMore() {
    const first = this.add(PAGE);
    history.replaceState({ shown: this.shown }, "");
    this.drawStatus();
    first?.querySelector("a").focus();
  }

  drawStatus() {
    const { length } = this.left;
    const key = !length ? "no_claims_left" : this.shown < length ? "shown_of" : "claim_count";
    this.status.textContent = this.say(key, { n: length, shown: this.shown });
    this.more.hidden = this.shown >= length;
    this.more.textContent = this.say("search_more", { n: Math.min(PAGE, length - this.shown) });
    this.download.disabled = !length;
    this.body.closest("table").hidden = !length;
  }

  called(facet, value) {
    return this.say(`${facet}_${value}`) || (this.labels[facet].get(value) ?? value);
  }

  drawFacets() {
    for (const group of this.form.querySelectorAll("fieldset")) {
      const { facet } = group.dataset;
      const chosen = this.state.filters[facet] ?? [];
      const all = this.open.has(facet) || UNCOUNTED.includes(facet);
      const { total, list } = offered(this.facets[facet], this.counts[facet], {
        chosen,
        text: this.texts[facet] ?? "",
        most: all ? MOST : FIRST,
        label: (value, name) => this.say(`${facet}_${value}`) || name,
      });
      if (UNCOUNTED.includes(facet)) list.sort((a, b) => (a[0] < b[0] ? 1 : -1));
      const field = group.querySelector("input[type=search]");
      if (field) field.hidden = total <= FIRST && !field.value;
      group.hidden = total < 2 && !chosen.length && !field?.value;
      redraw(group.querySelector("ul"), ...list.map((value) => choice(facet, value, chosen)), this.rest(facet, total, list.length));
    }
  }

  /** The way to further values of a facet, and back. */
  rest(facet, total, listed) {
    const open = this.open.has(facet);
    if (!open && total <= listed) return false;
    const text = open ? this.say("fewer_values") : this.say("search_more_values", { n: total - listed });
    const button = h("button", { type: "button", "data-key": `more ${facet}`, "aria-expanded": String(open) }, text);
    button.addEventListener("click", () => {
      if (!this.open.delete(facet)) this.open.add(facet);
      this.drawFacets();
    });
    return h("li", {}, button);
  }

  /** What was chosen, each to be let go. */
  drawChosen() {
    const chosen = Object.entries(this.state.filters).flatMap(([facet, values]) => values.map((value) => [facet, value]));
    const list = this.find(".cb-chosen");
    const items = chosen.map(([facet, value]) => {
      const name = this.called(facet, value);
      return this.chip(`${name} ×`, this.say("remove", { name }), () => toggled(this.state, facet, value));
    });
    if (items.length > 1) items.push(this.chip(this.say("search_advice_unfilter"), null, () => ({ ...this.state, filters: {} })));
    list.replaceChildren(...items);
    list.hidden = !items.length;
    this.form.querySelector("summary span").textContent = chosen.length ? `(${chosen.length})` : "";
  }

  chip(text, label, next) {
    const button = h("button", { type: "button", "aria-label": label }, text);
    button.addEventListener("click", () => {
      this.ask(next());
      (this.find(".cb-chosen button") ?? this.sort).focus();
    });
    return h("li", {}, button);
  }

  /** Download what the filters show; a second press stops it. */
  async csv() {
    if (this.downloading) {
      this.downloading = false;
      return;
    }
    const { left } = this;
    this.downloading = true;
    const progress = (share) => {
      if (this.downloading) this.download.textContent = this.say("downloading", { n: Math.floor(share * 100) });
    };
    progress(0);
    try {
      const file = await csvFile(this.data, left, ROOT, progress, () => !this.downloading);
      if (file) {
        save(file, "claims.csv");
        this.status.textContent = this.say("downloaded", { n: left.length });
      }
    } catch {
      this.failed(() => this.csv());
    }
    this.downloading = false;
    this.download.textContent = this.say("download_csv");
  }
}

const root = ({ root: element }) => element.ownerDocument;

function choice(facet, [value, label, count], chosen) {
  const checked = chosen.includes(value);
  const box = h("input", { type: "checkbox", name: facet, value, checked, "data-key": `${facet} ${value}` });
  return h("li", {}, h("label", {}, box, h("span", {}, label), h("small", {}, count.toLocaleString())));
}

function save(file, name) {
  const href = URL.createObjectURL(file);
  const link = h("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

const found = document.querySelector(".cb-browser");
if (found) attach(found);
