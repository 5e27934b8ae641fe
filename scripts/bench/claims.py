"""Measure the claims browser at any number of claims in a headless browser, and print the figures.

Usage: python scripts/bench/claims.py --site SITE [--notes DIR] [--claims N]
Takes the pages of a built site and the claims of a folder of notes, repeated under new addresses, names and days until
there are as many as wanted; scripts/bench/corpus.py makes a folder of many different papers. Needs the packages of the
tests.
"""

import argparse
import dataclasses
import datetime
import json
import re
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "browser")]

from find_browser import find_browser  # noqa: E402 - the paths come first
from playwright.sync_api import CDPSession, Page, sync_playwright  # noqa: E402

from claimbook.cli import Folders, load  # noqa: E402
from claimbook.model import Entry  # noqa: E402
from claimbook.render import claims_data  # noqa: E402
from claimbook.site import pagefind  # noqa: E402

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info")
YEARS_BACK = 4
RUNS = 5
COLD = """() => {
  const entries = performance.getEntriesByType("resource").filter(({ name }) => /pagefind|data|assets.js/.test(name));
  return [entries.length, entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
}"""
APPLY = """([name, value]) => {
  const box = document.querySelector(`input[name="${name}"][value="${value}"]`);
  const began = performance.now();
  box.click();
  document.body.offsetHeight;
  return performance.now() - began;
}"""
SORT = """(value) => {
  const select = document.querySelector(".cb-order select");
  const began = performance.now();
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  document.body.offsetHeight;
  return performance.now() - began;
}"""


def many(entries: Sequence[Entry], count: int) -> list[Entry]:
    """So many claims or a few more, newest paper first; papers with few claims are left out, as the rest is enough."""
    full = [entry for entry in entries if len(entry.paper.claims) >= 8] or [e for e in entries if e.paper.claims]
    found: list[Entry] = []
    total = 0
    while total < count:
        for entry in full:
            made = _other(entry, len(found))
            found.append(made)
            total += len(made.paper.claims)
            if total >= count:
                break
    return sorted(found, key=lambda entry: entry.paper.date, reverse=True)


def _other(entry: Entry, at: int) -> Entry:
    """The same claims under another address, name and day."""
    day = datetime.date(2026, 1, 1) - datetime.timedelta(days=at * 7919 % (365 * YEARS_BACK))
    notes = {id(note): dataclasses.replace(note, date=day.isoformat()) for note in entry.paper.notes}
    claims = tuple(dataclasses.replace(claim, note=notes[id(claim.note)]) for claim in entry.paper.claims)
    url = f"papers/{2301 + at % 48}.{at:05}/"
    paper = dataclasses.replace(
        entry.paper, id=f"p{at}", url=url, notes=tuple(notes.values()), claims=claims, repeats=()
    )
    naming = dataclasses.replace(entry.facts.naming, name=f"{entry.facts.naming.name or 'Paper'}-{at}")
    return Entry(paper=paper, facts=dataclasses.replace(entry.facts, naming=naming))


def tables(entries: Sequence[Entry]) -> dict[str, bytes]:
    """The tables that the search index has, without the index itself."""
    places = {entry.paper.id: dict(_places(entry)) for entry in entries}
    tags = {tag.id: tag.id for entry in entries for tag in entry.facts.tags}
    data: dict[str, Any] = {"papers": {"tags": tags, "papers": [_row(entry) for entry in entries]}}
    for file in claims_data.table(entries, places):
        data["claims"] = json.loads(file.text)
    ids = {entry.paper.url: f"s0_{at:07x}" for at, entry in enumerate(entries)}
    return pagefind._tables(data, [pagefind.Shard(name="0" * 12, packed=Path(), ids=ids)])


def _places(entry: Entry) -> Iterator[tuple[str, tuple[int, int]]]:
    at = 700
    for claim in entry.paper.claims:
        quote = claim.claim.quote.text if claim.claim.quote else ""
        length = len(claim.claim.text.text) + len(quote.split()) + 3
        yield claim.anchor, (at, length)
        at += length


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "url": entry.paper.url,
        "id": "",
        "title": entry.facts.naming.title,
        "names": [entry.facts.naming.name, *entry.facts.naming.other_names],
        "words": 6,
        "date": entry.paper.date,
        "first": entry.paper.date,
        "kind": entry.paper.notes[0].kind,
        "tags": [tag.id for tag in entry.facts.tags],
        "benchmarks": [[b.slug, b.name] for b in entry.facts.benchmarks.reported],
    }


def lay_out(site: Path, entries: Sequence[Entry], target: Path) -> None:
    """A site whose claims browser has these claims; its static rows stay those of the built one."""
    shutil.copytree(site, target, ignore=shutil.ignore_patterns("papers", "days", "tags", "benchmarks", "*.jsonl"))
    shutil.rmtree(target / "data" / "claims")
    for file in claims_data.rows(entries):
        path = target / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    for name, data in tables(entries).items():
        (target / "pagefind" / name).write_bytes(data)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and keeps the output free of requests."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


def memory(session: CDPSession) -> float:
    """Megabytes of the heap after a collection."""
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


def ready(page: Page, url: str) -> float:
    """Open the browser and wait until it has counted; milliseconds."""
    page.goto(url)
    page.wait_for_selector(".cb-narrow li input", state="attached")
    return float(page.evaluate("performance.now()"))


def settled(page: Page) -> None:
    """Wait for the words of all rows."""
    page.wait_for_function("[...document.querySelectorAll('.cb-go')].every((link) => link.textContent !== '…')")


def measure(base: str, page: Page) -> Iterator[tuple[str, str]]:
    """Figures, one after the other."""
    session = page.context.new_cdp_session(page)
    took = ready(page, f"{base}claims/")
    requests, size = page.evaluate(COLD)
    yield "to the first counts", f"{took:.0f} ms, {requests} requests, {size / 1e3:.0f} KB"
    yield "claims", re.sub(r"\D*([\d,]+).*", r"\1", page.locator("[role=status]").inner_text())
    yield "heap", f"{memory(session):.0f} MB"
    for facet in ("verdict", "benchmark", "system", "tag", "kind", "year"):
        box = page.locator(f'input[name="{facet}"]').first
        times = [page.evaluate(APPLY, [facet, box.get_attribute("value")]) for _ in range(2 * RUNS)]
        yield f"apply or lift a {facet}", f"median {statistics.median(times):.0f} ms, most {max(times):.0f} ms"
    for sort in ("oldest", "verdict", "paper", "newest", "verdict"):
        yield f"sort: {sort}", f"{page.evaluate(SORT, sort):.0f} ms"
    settled(page)
    yield "nodes on the page", str(page.evaluate("document.querySelectorAll('*').length"))
    yield "heap after that", f"{memory(session):.0f} MB"
    ready(page, f"{base}claims/?verdict=partial")
    settled(page)
    requests, size = page.evaluate(COLD)
    yield (
        "from a filtered address to its rows",
        (f"{page.evaluate('performance.now()'):.0f} ms, {requests} requests, {size / 1e3:.0f} KB"),
    )
    with page.expect_download(timeout=600_000) as download:
        page.evaluate("window.began = performance.now()")
        page.locator("[data-do=csv]").click()
    seconds = page.evaluate("performance.now() - began") / 1e3
    rows = download.value.path().read_bytes().count(b"\r\n") - 1
    yield "CSV of these", f"{rows} rows in {seconds:.1f} s, {download.value.path().stat().st_size / 1e6:.1f} MB"


def main() -> None:
    """Print one figure a line."""
    parser = argparse.ArgumentParser(description="Measure the claims browser.")
    parser.add_argument("--site", type=Path, required=True, help="a built site, whose pages are taken")
    parser.add_argument("--notes", type=Path, default=ROOT / "tests" / "corpus")
    parser.add_argument("--claims", type=int, default=120_000)
    arguments = parser.parse_args()
    notes = arguments.notes
    entries = many(load(Folders(notes=notes, docs=notes, site=notes))[0].entries, arguments.claims)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        lay_out(arguments.site, entries, site)
        for name in ("claims", "papers", "facets"):
            print(f"{name + '.bin':40}{(site / 'pagefind' / f'{name}.bin').stat().st_size / 1e3:.0f} KB")
        print(f"{'papers':40}{len(entries)}")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        for name, figure in measure(f"http://127.0.0.1:{server.server_port}/", browser.new_page()):
            print(f"{name:40}{figure}", flush=True)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
