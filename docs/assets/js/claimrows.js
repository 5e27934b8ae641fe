// Rows of the claims browser, as scripts/claimbook/render/claims_page.py makes them, and a CSV of many claims.

import { csv, result } from "./claims.js";
import { h } from "./elements.js";
import { fetched } from "./search.js";

/** In the order of the marks of scripts/claimbook/render/claims_data.py. */
const MARKS = ["cb-ok", "cb-miss", "cb-diff", "cb-soft"];
const AT_ONCE = 6;
const KEPT = 200;
const HAN = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g;
const LETTER = /[A-Za-z\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g;

/** Language of a text: a Han letter carries about a word. */
export function language(text) {
  const letters = text.match(LETTER)?.length ?? 0;
  return letters && (text.match(HAN)?.length ?? 0) * 5 >= letters ? "zh" : "en";
}

/** A text cut at its marks, `[[text, class], …]`; places count characters, of which some are two units long here. */
export function pieces(text, marks) {
  const letters = marks.length ? [...text] : [];
  const found = [];
  let end = 0;
  for (let at = 0; at < marks.length; at += 3) {
    const [from, to, mark] = marks.slice(at, at + 3);
    found.push([letters.slice(end, from).join(""), ""], [letters.slice(from, to).join(""), MARKS[mark] ?? ""]);
    end = to;
  }
  return [...found, [marks.length ? letters.slice(end).join("") : text, ""]].filter(([piece]) => piece);
}

/** A row of the table, its words left out; `fill` puts them in. */
export function row(data, claim, root, say) {
  const found = result(data, claim, root.pathname);
  const [paper] = found.url.split("#");
  const benchmarks = [data.columns.benchmarks[claim]].flat().filter((at) => at >= 0).map((at) => data.columns.names[at]);
  const on = benchmarks.map(([slug, name]) => h("li", {}, h("a", { href: `${root.pathname}benchmarks/${slug}/` }, name)));
  const date = found.date && h("time", { datetime: found.date }, found.date);
  return h("tr", {},
    h("td", { class: "cb-claim" }, h("a", { class: "cb-go", href: found.url }, "…")),
    h("td", { class: "cb-of" },
      h("a", { href: paper }, h("span", { lang: language(found.paper) }, found.paper)),
      h("small", {}, date, found.date && " · ", say(`kind_${found.kind}`))),
    h("td", { class: "cb-on" }, on.length > 0 && h("ul", {}, on)),
    h("td", { class: "cb-check" }, h("span", { class: "cb-verdict", "data-verdict": found.verdict },
      `${say(`sign_${found.verdict}`)} ${say(`verdict_${found.verdict}`)}`)));
}

/** Put the words of a claim into its row; a quote without a claim speaks for itself. */
export function fill(element, [claim, quote, marks = []]) {
  const cell = element.querySelector(".cb-claim");
  cell.lang = language(claim || quote);
  const words = claim ? pieces(claim, marks) : [[quote, ""]];
  cell.firstChild.replaceChildren(...words.map(([text, mark]) => (mark ? h("mark", { class: mark }, text) : text)));
}

/** Run something for each item, a few at a time, until `stopped()`. */
export async function each(items, run, stopped = () => false) {
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      if (stopped()) return;
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const shelf = new Map();
const load = async (part) => (await fetched(`data/claims/${part}.json`)).json();

/** The words of some claims, which lie in parts of so many; `show(claim, words)` gets them as they come. */
export async function words(data, claims, show, stopped) {
  const { rows } = data.columns;
  await each([...grouped(claims, rows)], async ([part, found]) => {
    if (shelf.size > KEPT) shelf.clear();
    if (!shelf.has(part)) shelf.set(part, load(part).catch((error) => (shelf.delete(part), Promise.reject(error))));
    const all = await shelf.get(part);
    for (const claim of found) show(claim, all[claim % rows]);
  }, stopped);
}

function grouped(claims, rows) {
  const parts = new Map();
  for (const claim of claims) {
    const part = Math.floor(claim / rows);
    if (parts.has(part)) parts.get(part).push(claim);
    else parts.set(part, [claim]);
  }
  return parts;
}

/**
 * The claims as a CSV file in their order, or null once `stopped()`. Each part is fetched once and let go; `progress`
 * gets the share that is done.
 */
export async function csvFile(data, claims, root, progress, stopped) {
  const { rows } = data.columns;
  const places = new Map([...claims].map((claim, at) => [claim, at]));
  const parts = [...grouped(claims, rows).keys()];
  const lines = new Array(claims.length);
  let done = 0;
  await each(parts, async (part) => {
    const all = await load(part);
    all.forEach(([claim, quote], at) => {
      const place = places.get(part * rows + at);
      if (place === undefined) return;
      const found = result(data, part * rows + at, root.pathname);
      lines[place] = csv([{ ...found, url: new URL(found.url, root).href, claim, quote }], false);
    });
    progress(++done / parts.length);
  }, stopped);
  // Excel takes a CSV without the mark for the system's old encoding.
  return stopped() ? null : new Blob(["\ufeff", csv([]), ...lines], { type: "text/csv" });
}
