"""The claims browser as readers use it, with and without scripts, and the pure parts of it on columns of our own."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from claimbook.pipeline import Library

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
WIDTHS = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
ROWS = ".cb-browse tbody tr"
HOSTILE = '<img src=x onerror="window.hit=1">'

ASSETS = Path(__file__).resolve().parents[2] / "docs" / "assets"
CALL = "async ([module, name, values]) => (await import(module))[name](...values)"
SUB_PATH = "/some/where/"

OpenPage = Callable[..., Page]
Serve = Callable[..., str]
Browse = Callable[..., Page]
Claims = list[dict[str, Any]]


@pytest.fixture(scope="module")
def all_claims(corpus_library: Library) -> Claims:
    """Every claim of the corpus with what it is filtered by, papers newest first."""
    found = []
    for entry in corpus_library.entries:
        for item in entry.paper.claims:
            check = entry.facts.checks[item.anchor]
            on = entry.facts.benchmarks.by_anchor.get(item.anchor, ())
            found.append(
                {
                    "url": f"{entry.paper.url}#{item.anchor}",
                    "text": item.claim.text.text,
                    "quote": item.claim.quote.text if item.claim.quote else "",
                    "verdict": check.verdict,
                    "values": [{"text": value.number.text} for value in check.values],
                    "benchmarks": [benchmark.name for benchmark in on],
                    "slugs": [benchmark.slug for benchmark in on],
                    "systems": entry.facts.systems.get(item.anchor, ()),
                    "tags": [tag.id for tag in entry.facts.tags],
                    "kind": item.note.kind,
                    "date": item.note.date,
                }
            )
    return found


@pytest.fixture
def browse(built_site: Path, site_server: Serve, page: OpenPage) -> Browse:
    """Open the claims browser at an address below a sub-path, and wait until it has counted."""

    def open_page(query: str = "", **options: Any) -> Page:
        opened = page(f"{site_server(built_site, SUB_PATH)}claims/{query}", **options)
        opened.wait_for_selector(".cb-narrow li input", state="attached")
        return opened

    return open_page


def settled(opened: Page) -> Page:
    """Wait for the words of all rows."""
    opened.wait_for_function(
        "(rows) => [...document.querySelectorAll(rows)].every((link) => link.textContent !== '…')", arg=f"{ROWS} .cb-go"
    )
    return opened


def addresses(opened: Page) -> list[str]:
    found = opened.locator(f"{ROWS} .cb-go").evaluate_all("links => links.map((link) => link.href)")
    return [address.split(SUB_PATH)[1] for address in found]


def status(opened: Page) -> int:
    """How many claims the page says that there are."""
    found = re.search(r"[\d,]+", opened.locator(".cb-browser [role=status]").inner_text())
    assert found
    return int(found[0].replace(",", ""))


def box(opened: Page, facet: str, value: str) -> Any:
    return opened.locator(f'.cb-narrow input[name="{facet}"][value="{value}"]')


def newest_first(claims: Claims) -> list[str]:
    return [claim["url"] for claim in sorted(claims, key=lambda claim: claim["date"] or "", reverse=True)]


def test_each_filter_leaves_its_claims_and_tells_their_number_before(all_claims: Claims, browse: Browse) -> None:
    opened = browse()
    of = {
        "verdict": lambda claim: [claim["verdict"]],
        "benchmark": lambda claim: claim["slugs"],
        "tag": lambda claim: claim["tags"],
        "kind": lambda claim: [claim["kind"]],
        "year": lambda claim: [claim["date"][:4]],
        "system": lambda claim: claim["systems"],
    }
    address = opened.url
    for facet, values in of.items():
        opened.goto(address)
        opened.wait_for_selector(".cb-narrow li input", state="attached")
        counts = Counter(value for claim in all_claims for value in values(claim))
        for choice in opened.locator(f'[data-facet="{facet}"] li label').all():
            value = choice.locator("input").get_attribute("value")
            assert choice.locator("small").text_content() == str(counts[str(value)]), (facet, value)
        value = counts.most_common(1)[0][0]
        opened.goto(f"{address}?{urlencode({facet: value})}")
        expect(box(opened, facet, value)).to_be_checked()
        wanted = [claim for claim in all_claims if value in values(claim)]
        assert status(opened) == len(wanted) > 0
        assert addresses(opened) == newest_first(wanted)[:50], facet


def test_values_of_one_filter_add_up_and_filters_cut_down(all_claims: Claims, browse: Browse) -> None:
    opened = browse()
    one, two = (verdict for verdict, _ in Counter(claim["verdict"] for claim in all_claims).most_common(2))
    box(opened, "verdict", one).check()
    box(opened, "verdict", two).check()
    either = [claim for claim in all_claims if claim["verdict"] in (one, two)]
    assert status(opened) == len(either)
    tag = Counter(tag for claim in either for tag in claim["tags"]).most_common(1)[0][0]
    box(opened, "tag", tag).check()
    both = [claim for claim in either if tag in claim["tags"]]
    assert addresses(settled(opened)) == newest_first(both)[:50]
    count = sum(claim["verdict"] == one and tag in claim["tags"] for claim in all_claims)
    assert box(opened, "verdict", one).locator("xpath=../small").inner_text() == str(count)
    opened.locator(".cb-chosen button").last.click()
    assert status(opened) == len(all_claims)


def test_the_address_holds_the_state_and_the_way_back(all_claims: Claims, browse: Browse) -> None:
    opened = browse()
    verdict = Counter(claim["verdict"] for claim in all_claims).most_common(1)[0][0]
    box(opened, "verdict", verdict).check()
    opened.locator(".cb-order select").select_option("oldest")
    assert opened.url.endswith(f"claims/?verdict={verdict}&sort=oldest")
    shown = addresses(opened)
    dates = {claim["url"]: claim["date"] for claim in all_claims}
    assert [dates[url] for url in shown] == sorted(dates[url] for url in shown)
    opened.reload()
    expect(box(opened, "verdict", verdict)).to_be_checked()
    assert addresses(opened) == shown
    opened.go_back()
    expect(opened.locator(".cb-order select")).to_have_value("newest")
    opened.go_back()
    expect(box(opened, "verdict", verdict)).not_to_be_checked()
    assert status(opened) == len(all_claims)
    opened.go_forward()
    expect(box(opened, "verdict", verdict)).to_be_checked()


def test_nonsense_in_the_address_is_harmless(all_claims: Claims, browse: Browse) -> None:
    opened = browse("?sort=%00&x=1&scope=papers&q=zz")
    assert status(opened) == len(all_claims)
    opened = browse(f"?{urlencode({'benchmark': HOSTILE})}")
    assert opened.locator(ROWS).count() == 0
    assert opened.locator(".cb-chosen button").first.inner_text() == f"{HOSTILE} ×"
    assert not opened.evaluate("window.hit")


def test_rows_come_fifty_at_a_time_and_more_moves_the_focus(all_claims: Claims, browse: Browse) -> None:
    opened = browse()
    assert opened.locator(ROWS).count() == 50 < len(all_claims)
    opened.locator("[data-do=more]").press("Enter")
    assert opened.evaluate("document.activeElement.closest('tr').rowIndex") == 51
    while opened.locator("[data-do=more]").is_visible():
        opened.locator("[data-do=more]").click()
    assert addresses(settled(opened)) == newest_first(all_claims)
    opened.locator(f"{ROWS} .cb-go").last.click()
    opened.wait_for_selector("tr:target")
    opened.go_back()
    opened.wait_for_selector(".cb-narrow li input", state="attached")
    assert opened.locator(ROWS).count() == len(all_claims)


def test_a_row_has_the_claim_its_paper_its_verdict_and_its_marks(all_claims: Claims, browse: Browse) -> None:
    opened = settled(browse("?sort=oldest"))
    shown = {claim["url"]: claim for claim in all_claims}
    for row, url in zip(opened.locator(ROWS).all(), addresses(opened), strict=True):
        claim = shown[url]
        assert row.locator(".cb-go").text_content() == (claim["text"] or claim["quote"])
        assert row.locator(".cb-verdict").get_attribute("data-verdict") == claim["verdict"]
        assert row.locator(".cb-on li").all_text_contents() == claim["benchmarks"]
        if claim["verdict"] != "no-quote":
            marks = row.locator(".cb-go mark").all_text_contents()
            assert set(marks) <= {value["text"] for value in claim["values"]}
            assert bool(marks) == bool(claim["values"])


def test_rows_of_the_script_are_those_of_the_page(browse: Browse) -> None:
    read = f"""() => [...document.querySelectorAll("{ROWS}")].map((row) => [
      ...[...row.querySelectorAll("a")].map((link) => link.href), row.innerText, row.querySelector(".cb-claim").lang,
      ...[...row.querySelectorAll("mark")].map((mark) => mark.className + mark.textContent)])"""
    opened = browse()
    made = opened.evaluate(read)
    opened.locator(".cb-order select").select_option("oldest")
    opened.locator(".cb-order select").select_option("newest")
    assert settled(opened).evaluate(read) == made


def test_a_row_leads_to_the_claim_on_its_page(browse: Browse) -> None:
    opened = settled(browse("?sort=paper"))
    link = opened.locator(f"{ROWS} .cb-go").first
    words = link.inner_text()
    link.click()
    assert words in opened.locator("tr:target .cb-claim").inner_text()


def test_csv_holds_what_the_filters_show(all_claims: Claims, browse: Browse) -> None:
    verdict = Counter(claim["verdict"] for claim in all_claims).most_common(1)[0][0]
    opened = browse(f"?verdict={verdict}&sort=oldest")
    with opened.expect_download() as download:
        opened.locator("[data-do=csv]").click()
    assert download.value.suggested_filename == "claims.csv"
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    shown = {claim["url"]: claim for claim in all_claims}
    urls = [row["url"].split(SUB_PATH)[1] for row in rows]
    assert urls[:50] == addresses(opened)
    assert set(urls) == {claim["url"] for claim in all_claims if claim["verdict"] == verdict}
    for row, url in zip(rows, urls, strict=True):
        assert row["verdict"] == verdict
        assert row["claim"].replace("'", "") == shown[url]["text"].replace("'", "")
    assert str(len(rows)) in opened.locator("[role=status]").inner_text()


def test_by_keyboard_alone(all_claims: Claims, browse: Browse) -> None:
    opened = browse(viewport=PHONE)
    opened.locator(".cb-narrow summary").focus()
    opened.keyboard.press("Enter")
    opened.keyboard.press("Tab")
    before = opened.evaluate("document.activeElement.value")
    opened.keyboard.press("Space")
    assert opened.evaluate("[document.activeElement.value, document.activeElement.checked]") == [before, True]
    assert status(opened) == sum(claim["verdict"] == before for claim in all_claims)
    chip = opened.locator(".cb-chosen button").first
    chip.focus()
    opened.keyboard.press("Enter")
    assert opened.evaluate("document.activeElement.tagName") == "SELECT"
    assert status(opened) == len(all_claims)


def test_a_long_facet_is_searched_and_opened(browse: Browse) -> None:
    opened = browse()
    group = opened.locator('[data-facet="system"]')
    first = group.locator("li label").count()
    group.locator("li button").click()
    assert group.locator("li label").count() > first
    name = group.locator("li label span").nth(first).inner_text()
    group.locator("input[type=search]").fill(name[:4].upper())
    labels = group.locator("li label span").all_inner_texts()
    assert name in labels
    assert all(name[:4].lower() in label.lower() for label in labels)


def test_only_the_words_of_shown_rows_are_fetched(browse: Browse) -> None:
    opened = browse()
    parts = "performance.getEntriesByType('resource').filter(({ name }) => /data.claims/.test(name)).length"
    assert opened.evaluate(parts) == 0
    opened.locator(".cb-order select").select_option("oldest")
    assert 0 < settled(opened).evaluate(parts) <= 2


def test_words_from_the_data_stay_text(built_site: Path, site_server: Serve, page: OpenPage) -> None:
    opened = page(site_server(built_site))
    parts = [[HOSTILE, "", [0, 4, 0]]] * 64
    opened.route("**/data/claims/*.json", lambda route: route.fulfill(json=parts))
    opened.goto(f"{site_server(built_site)}claims/?sort=oldest")
    opened.wait_for_selector(".cb-narrow li input", state="attached")
    assert settled(opened).locator(f"{ROWS} .cb-go").first.inner_text() == HOSTILE
    assert opened.locator(f"{ROWS} img").count() == 0
    assert not opened.evaluate("window.hit")


def test_what_does_not_arrive_is_said_and_tried_again(
    all_claims: Claims, built_site: Path, site_server: Serve, page: OpenPage
) -> None:
    opened = page(site_server(built_site), allow="ERR_FAILED|404")
    opened.route("**/claims.bin", lambda route: route.abort())
    opened.goto(f"{site_server(built_site)}claims/")
    retry = opened.locator("[role=status] button")
    retry.wait_for()
    assert opened.locator(ROWS).count() == 50
    opened.unroute("**/claims.bin")
    retry.click()
    opened.wait_for_selector(".cb-narrow li input", state="attached")
    assert status(opened) == len(all_claims)


@WIDTHS
def test_it_fits_the_screen(viewport: dict[str, int], browse: Browse) -> None:
    opened = browse("?sort=verdict", viewport=viewport)
    assert not opened.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert opened.locator(".cb-narrow details").get_attribute("open") == (None if viewport is PHONE else "")
    display = opened.locator(ROWS).first.evaluate("row => getComputedStyle(row).display")
    assert display == ("grid" if viewport is PHONE else "table-row")


# Without scripts


def test_without_scripts_the_months_hold_every_claim_once(
    all_claims: Claims, built_site: Path, site_server: Serve, page: OpenPage
) -> None:
    opened = page(f"{site_server(built_site, SUB_PATH)}claims/", java_script_enabled=False)
    assert addresses(opened) == newest_first(all_claims)[:50]
    expect(opened.locator(".cb-narrow")).to_be_hidden()
    expect(opened.locator(".cb-order")).to_be_hidden()
    expect(opened.locator(".cb-unfiltered")).to_be_visible()
    found: list[str] = []
    for month in opened.locator("#cb-months + ul a").evaluate_all("links => links.map((link) => link.href)"):
        opened.goto(month)
        found += addresses(opened)
        while opened.locator("a[rel=next]").count():
            opened.locator("a[rel=next]").click()
            found += addresses(opened)
    assert found == newest_first(all_claims)


def test_without_scripts_a_claim_and_a_benchmark_are_one_step_away(
    built_site: Path, site_server: Serve, page: OpenPage
) -> None:
    opened = page(f"{site_server(built_site, SUB_PATH)}claims/", java_script_enabled=False)
    opened.locator("#benchmarks + ul a").first.click()
    assert "/benchmarks/" in opened.url
    opened.go_back()
    opened.locator(f"{ROWS} .cb-go").first.click()
    assert opened.locator("tr:target").count() == 1


# Pure functions


@pytest.fixture
def call(site_server: Serve, page: OpenPage) -> Callable[..., Any]:
    """`call(module, function, *values)` gives what the exported function returns."""
    opened = page(site_server(ASSETS))
    return lambda module, name, *values: opened.evaluate(
        CALL, [f"{site_server(ASSETS)}js/{module}", name, list(values)]
    )


def test_marks_count_characters_not_units(call: Callable[..., Any]) -> None:
    assert call("claimrows.js", "pieces", "😀 from 7 to 9", [7, 8, 0, 12, 13, 3]) == [
        ["😀 from ", ""],
        ["7", "cb-ok"],
        [" to ", ""],
        ["9", "cb-soft"],
    ]
    assert call("claimrows.js", "pieces", "none", []) == [["none", ""]]


def test_the_state_and_its_address(call: Callable[..., Any]) -> None:
    state = {"filters": {"verdict": ["partial"], "benchmark": ["a b", "中"]}, "sort": "paper"}
    assert call("facets.js", "asked", call("facets.js", "query", state)) == state
    assert call("facets.js", "query", {"filters": {}, "sort": "newest"}) == ""
    assert call("facets.js", "asked", "sort=up&tag=&tag=x&tag=x")["filters"] == {"tag": ["x"]}


def test_cells_that_a_spreadsheet_would_run(call: Callable[..., Any]) -> None:
    row = {"claim": '=1+1 "x"', "quote": "-5%", "paper": "a; @b", "benchmarks": ["x", "=y"]}
    (cells,) = csv.reader(io.StringIO(call("claims.js", "csv", [row], False)))
    assert cells == ["", "a; '@b", "", "", "", "x; '=y", "", '\'=1+1 "x"', "-5%"]
