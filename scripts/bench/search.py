"""Measure the search of a built site in a headless browser, and print the figures as a table.

Usage: python scripts/bench/search.py [--papers N] [--seed N] [--notes DIR] [--site DIR] [--queries FILE] [--theme]
Without --papers the notes at hand are measured, with it a corpus made of them. Needs the packages of the tests.
Recall counts a page when every part of the query stands in its visible text on word boundaries; precision is against
plain substrings. A ranking probe is right when a paper that has the words in its title, or else the one that holds
them most often, is among the first three.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "tests" / "browser")]

import queries as sampling  # noqa: E402 - the paths come first
from find_browser import find_browser  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import bench  # noqa: E402

REAL_NOTES = ROOT.parent / "shared" / "notes"
REAL_QUERIES = ROOT.parent / "shared" / "search" / "queries.json"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
RUNS = 5
KEY = 60
"""Milliseconds between two keys of somebody who types fast."""
COLD = 12
"""Queries that each get a browser of their own, to count what a first search fetches."""
Figures = list[float]
ASK = """async ([query, five]) => {
  const began = performance.now();
  const answer = await claimbook.search(query, { ...(five && { loaded: five }) });
  const list = document.createElement("ol");
  for (const result of answer.results.slice(0, 5)) {
    const item = list.appendChild(document.createElement("li"));
    item.textContent = result.title;
    for (const section of result.sections) item.appendChild(document.createElement("p")).textContent = section.excerpt;
  }
  document.body.append(list);
  const took = performance.now() - began;
  list.remove();
  return { took, approximate: answer.approximate, urls: answer.results.map((result) => result.url) };
}"""
THEME = """async ([query]) => {
  const input = document.querySelector("[data-md-component=search-query]");
  input.focus();
  input.value = query;
  input.dispatchEvent(new Event("keyup", { bubbles: true }));
  await new Promise((done) => setTimeout(done, 600));
  const links = [...document.querySelectorAll(".md-search-result__list a")].map((link) => new URL(link.href).pathname);
  return { took: NaN, approximate: false, urls: [...new Set(links)].filter((path) => path.startsWith("/papers/")) };
}"""
"""The theme's own search: it has no interface for programs, so it is typed into, and given time to show its list."""


class Counted(SimpleHTTPRequestHandler):
    """Serves a folder and notes the size of each answer."""

    log: ClassVar[list[int]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file and note its size."""
        data = source.read()
        Counted.log.append(len(data))
        outputfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Keep the output free of requests."""


def serve(folder: Path) -> str:
    """Serve a folder on a free port and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counted, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def build(notes: Path, work: Path, theme: bool) -> tuple[Path, bench.Cost]:
    """Build the site in a copy of the project, with the theme's own search if asked; return it and what it cost."""
    workspace = bench.lay_out(work, notes)
    config = workspace.root / "mkdocs.yml"
    if theme:
        settings = config.read_text(encoding="utf-8").replace("plugins: []", "plugins: [search]")
        config.write_text(re.sub(r"\n *custom_dir: .*", "", settings), encoding="utf-8")
    return workspace.root / "site", workspace.build("site")


def open_page(browser: Browser, base: str) -> Page:
    """A page of the site in a browser without any cache."""
    opened = browser.new_context().new_page()
    opened.goto(f"{base}404.html")
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    return opened


def ask(page: Page, query: str) -> None:
    """Ask as a program does."""
    page.evaluate(ASK, [query, None])


def type_in(page: Page, query: str) -> None:
    """Ask as a person does, in the header's box, and wait for the first hit; the box loads several, and counts."""
    field = page.locator(".md-header .cb-input")
    field.click()
    field.press_sequentially(query, delay=KEY)
    page.locator(".cb-panel [role=option]").first.wait_for()


def cold(browser: Browser, base: str, asked: list[str], how: Callable[[Page, str], None]) -> tuple[Figures, Figures]:
    """Requests and kilobytes until the first results are there, median and most, each query in a fresh browser."""
    requests, sizes = [], []
    for query in asked:
        page = open_page(browser, base)
        Counted.log.clear()
        how(page, query)
        requests.append(len(Counted.log))
        sizes.append(sum(Counted.log) / 1e3)
        page.context.close()
    return [statistics.median(requests), max(requests)], [statistics.median(sizes), max(sizes)]


def warm(browser: Browser, base: str, asked: list[str], script: str) -> tuple[dict[str, Any], list[float], float]:
    """Answers, times of each query, and bytes per query, all in one browser."""
    page = open_page(browser, base)
    page.evaluate(ASK, ["the", 5])
    Counted.log.clear()
    answers = {query: page.evaluate(script, [query, 5]) for query in asked}
    size = sum(Counted.log) / max(1, len(asked))
    page.context.close()
    return answers, [answer["took"] for answer in answers.values()], size


def judge(texts: sampling.Texts, asked: list[dict[str, str]], answers: dict[str, Any]) -> dict[str, Any]:
    """Recall, precision and top three, over all and by class."""
    totals: dict[str, Counter[str]] = {"all": Counter()}
    for row in asked:
        answer = answers[row["q"]]
        hits = [] if answer["approximate"] else answer["urls"]
        must, may = texts.holding(row["q"])
        for name in ("all", row["class"]):
            sums = totals.setdefault(name, Counter())
            sums += Counter(must=len(must), found=len(must & set(hits)), hits=len(hits), good=len(may & set(hits)))
        if row["class"] == "g" and (right := texts.right(row["q"])):
            totals["all"] += Counter(probes=1, top=int(bool(right & set(answer["urls"][:3]))))
    return {
        name: {
            "recall": sums["found"] / max(1, sums["must"]),
            "precision": sums["good"] / max(1, sums["hits"]),
            **({"top 3": sums["top"] / sums["probes"]} if sums["probes"] else {}),
        }
        for name, sums in totals.items()
    }


def measure(site: Path, file: Path | None, seed: int) -> dict[str, Any]:
    """All figures of a built site."""
    texts, asked = questions(site, file, seed)
    words = [row["q"] for row in asked]
    chosen = random.Random(seed).sample(words, min(COLD, len(words)))
    base = serve(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        requests, sizes = cold(browser, base, chosen, ask)
        box_requests, box_sizes = cold(browser, base, chosen, type_in)
        answers, first, per_query = warm(browser, base, words, ASK)
        runs = [first, *(warm(browser, base, words[::4], ASK)[1] for _ in range(RUNS - 1))]
        browser.close()
    took = sorted(first)
    bundles = sum(path.stat().st_size for path in (site / "pagefind").rglob("*") if path.is_file())
    return {
        "papers": len(texts.pages),
        "queries": len(words),
        **judge(texts, asked, answers),
        "requests to first result": requests,
        "KB to first result": sizes,
        "requests, typed into the box": box_requests,
        "KB, typed into the box": box_sizes,
        "KB per query after that": per_query / 1e3,
        "ms, five rendered results": [statistics.median(map(statistics.median, runs)), took[int(len(took) * 0.95)]],
        "index MB": bundles / 1e6,
    }


def measure_theme(site: Path, file: Path | None, seed: int) -> dict[str, Any]:
    """What the theme's own search finds, for comparison; every third query, since each takes its time."""
    texts, asked = questions(site, file, seed)
    asked = asked[::3]
    base = serve(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        page = browser.new_page()
        Counted.log.clear()
        page.goto(base)
        page.evaluate(THEME, ["the", 5])
        size = sum(Counted.log)
        answers = {row["q"]: page.evaluate(THEME, [row["q"], 5]) for row in asked}
        browser.close()
    figures = judge(texts, asked, answers)
    return {
        "papers": len(texts.pages),
        "queries": len(asked),
        **figures,
        "KB to first result": [size / 1e3, size / 1e3],
    }


def questions(site: Path, file: Path | None, seed: int) -> tuple[sampling.Texts, list[dict[str, str]]]:
    """The truth, and the queries: drawn from it, and those of the file."""
    texts = sampling.Texts(site)
    asked = sampling.sample(texts, seed)
    known = {row["q"] for row in asked}
    more = json.loads(file.read_text(encoding="utf-8")) if file else []
    return texts, asked + [row for row in more if row["q"] not in known]


def show(figures: dict[str, Any]) -> None:
    """Print one figure a line."""
    for name, value in figures.items():
        if isinstance(value, dict):
            print(f"{name:30}" + "  ".join(f"{key} {number:.3f}" for key, number in value.items()))
        elif isinstance(value, list):
            print(f"{name:30}median {value[0]:.0f}, {'p95' if name.startswith('ms') else 'most'} {value[1]:.0f}")
        else:
            print(f"{name:30}{value:.1f}" if isinstance(value, float) else f"{name:30}{value}")


def main() -> None:
    """Build, measure and print."""
    parser = argparse.ArgumentParser(description="Measure the search of a site.")
    default = REAL_NOTES if REAL_NOTES.is_dir() else ROOT / "tests" / "corpus"
    parser.add_argument("--notes", type=Path, default=default, help="the notes to measure, or to make a corpus of")
    parser.add_argument("--papers", type=int, default=0, help="size of a corpus; 0 measures the notes as they are")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--site", type=Path, help="a site that is built already")
    parser.add_argument("--queries", type=Path, default=REAL_QUERIES, help="more queries, as JSON")
    parser.add_argument("--theme", action="store_true", help="ask the theme's own search, of a site that has it")
    arguments = parser.parse_args()
    file = arguments.queries if arguments.queries.is_file() else None
    with tempfile.TemporaryDirectory(prefix="claimbook-search-") as folder:
        work, notes, costs = Path(folder), arguments.notes, {}
        site = arguments.site
        if arguments.papers and not site:
            notes = work / "corpus"
            options = ["--out", str(notes), "--papers", str(arguments.papers), "--seed", str(arguments.seed)]
            corpus = [sys.executable, str(Path(__file__).with_name("corpus.py")), "--notes", str(arguments.notes)]
            subprocess.run([*corpus, *options], check=True)
        if not site:
            site, cost = build(notes, work, arguments.theme)
            # The peak is that of the largest process: the index is built in shards, one at a time.
            costs = {"processor s": cost.processor, "clock s": cost.clock, "peak MB": cost.peak / 1e6}
        show({**(measure_theme if arguments.theme else measure)(site, file, arguments.seed), **costs})


if __name__ == "__main__":
    main()
