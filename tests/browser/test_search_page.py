"""The search page, the addresses that carry a search, and the marks on the page that it leads to."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect
from test_browsing import LOW_CONTRAST
from test_search import HOSTILE
from test_search_box import put_in

from claimbook.model import SiteInfo
from claimbook.render import search_page
from claimbook.text import HAN
from support import CORPUS, build

ROOT = Path(__file__).resolve().parents[2]
DEEP, DIGEST = "papers/2026-10-11-hebero/", "papers/2607.27205/"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
CALL = "async ([module, name, values]) => (await import(module))[name](...values)"
HIGHLIGHT = """async ([module, query]) => {
  const address = `https://a.example/?${new URLSearchParams({ q: query })}`;
  (await import(module)).highlight(address, document.querySelector("article"));
}"""
SEARCH = "([query, options]) => claimbook.search(query, options)"

Call = Callable[..., Any]
OpenPage = Callable[..., Page]
Serve = Callable[..., str]


@pytest.fixture(scope="module")
def base(built_site: Path, site_server: Serve) -> str:
    return site_server(built_site)


@pytest.fixture
def call(site_server: Serve, page: OpenPage) -> Call:
    """`call(module, function, *values)` gives what the exported function returns."""
    assets = site_server(ROOT / "docs" / "assets")
    opened = page(assets)
    return lambda module, name, *values: opened.evaluate(CALL, [f"{assets}js/{module}", name, list(values)])


def shown(opened: Page) -> list[str]:
    """Addresses of the hits, without the query that they carry."""
    expect(opened.locator(".cb-searchpage .cb-main").first).to_be_visible()
    links = opened.locator(".cb-searchpage .cb-main").evaluate_all("links => links.map(a => a.pathname + a.hash)")
    return [str(link) for link in links]


def status(opened: Page) -> Any:
    return opened.locator(".cb-searchpage [role=status]")


# Addresses


def test_a_state_comes_back_from_its_address(call: Call) -> None:
    states = {
        "": {"q": "", "scope": "papers", "sort": "relevance", "filters": {}},
        "q=a+b&tag=x&tag=y&sort=date": {
            "q": "a b",
            "scope": "papers",
            "sort": "date",
            "filters": {"tag": ["x", "y"]},
        },
        "q=%E6%88%90%22%3C&scope=claims&verdict=differs&kind=deep&year=2026": {
            "q": '成"<',
            "scope": "claims",
            "sort": "relevance",
            "filters": {"verdict": ["differs"], "kind": ["deep"], "year": ["2026"]},
        },
    }
    for address, state in states.items():
        assert call("state.js", "read", f"?{address}") == state
        assert call("state.js", "write", state) == address


def test_an_address_made_up_by_somebody_is_read_as_far_as_it_goes(call: Call) -> None:
    state = call("state.js", "read", "?q=%E0%A4%A&scope=all&sort=up&verdict=x&tag=&tag=a&tag=a&__proto__=1")
    assert state == {"q": "\ufffd%A", "scope": "papers", "sort": "relevance", "filters": {"tag": ["a"]}}


def test_an_address_stays_short_enough_to_send(call: Call) -> None:
    state = {"q": "成" * 10_000, "scope": "papers", "sort": "relevance", "filters": {}}
    assert len(call("state.js", "write", state)) < 4000


def test_a_link_carries_the_query_before_its_anchor(call: Call) -> None:
    assert call("state.js", "carrying", "/p/x/#claim-3", ' 成 "b ') == "/p/x/?q=%E6%88%90+%22b#claim-3"
    assert call("state.js", "carrying", "/p/x/", "a") == "/p/x/?q=a"
    assert call("state.js", "carrying", "/p/x/#claim-3", " ") == "/p/x/#claim-3"


def test_filters_are_taken_let_go_and_left_behind(call: Call) -> None:
    state = call("state.js", "read", "?q=a&scope=claims&verdict=differs&tag=x")
    assert call("state.js", "toggled", state, "tag", "y")["filters"] == {"verdict": ["differs"], "tag": ["x", "y"]}
    assert call("state.js", "toggled", state, "tag", "x")["filters"] == {"verdict": ["differs"]}
    assert call("state.js", "inScope", state, "papers")["filters"] == {"tag": ["x"]}


def test_advice_depends_on_what_was_asked(call: Call) -> None:
    def advice(query: str) -> Any:
        return call("state.js", "advice", call("state.js", "read", query))

    assert advice("?q=a") == ["spelling"]
    assert advice("?q=a+b") == ["fewer", "spelling"]
    assert advice('?q="a+b"&tag=x&scope=claims') == ["unfilter", "unquote", "fewer", "spelling", "papers"]


# The page


def test_an_address_gives_its_results_to_a_colleague(base: str, page: OpenPage) -> None:
    opened = page(base + "search/", viewport=DESK)
    expect(status(opened)).to_have_text(re.compile("arXiv"))
    opened.locator("#cb-query").fill("成功率")
    expect(status(opened)).to_have_text(re.compile("^[0-9]+ 篇论文$"))
    assert opened.url == f"{base}search/?q=%E6%88%90%E5%8A%9F%E7%8E%87"
    opened.locator("input[data-key='kind deep']").check()
    expect(opened).to_have_url(re.compile("kind=deep$"))
    opened.locator("select[data-key=sort]").select_option("oldest")
    expect(opened).to_have_url(re.compile("kind=deep&sort=oldest$"))
    found = opened.evaluate(SEARCH, ["成功率", {"filters": {"kind": "deep"}, "sort": "oldest"}])
    expect(status(opened)).to_have_text(f"{found['total']} 篇论文")
    mine = shown(opened)
    assert mine == [result["url"] for result in found["results"]][: len(mine)]
    colleague = page(opened.url, viewport=PHONE)
    assert shown(colleague) == mine
    assert colleague.locator("#cb-query").input_value() == "成功率"


def test_back_and_forward_go_through_the_choices(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?q=成功率", viewport=DESK)
    first = shown(opened)
    opened.locator(".cb-scopes button", has_text="论断").click()
    expect(status(opened)).to_have_text(re.compile("条论断$"))
    opened.locator("#cb-query").fill("IFBench")
    opened.locator("#cb-query").press("Enter")
    expect(opened).to_have_url(re.compile("q=IFBench&scope=claims$"))
    opened.go_back()
    expect(status(opened)).to_have_text(re.compile("条论断$"))
    assert opened.locator("#cb-query").input_value() == "成功率"
    opened.go_back()
    expect(status(opened)).to_have_text(re.compile("篇论文$"))
    assert shown(opened) == first
    opened.go_forward()
    opened.go_forward()
    expect(opened.locator("#cb-query")).to_have_value("IFBench")
    expect(status(opened)).to_have_text(re.compile("论断$|^没有"))


def test_filters_have_counts_that_come_true(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?q=的", viewport=DESK)
    shown(opened)
    for facet in ("tag", "benchmark", "kind"):
        row = opened.locator(f".cb-filters li:has(input[data-key^='{facet} '])").first
        count = row.locator("small").inner_text()
        row.locator("input").check()
        expect(status(opened)).to_have_text(f"{count} 篇论文")
        expect(opened.locator(".cb-filters input:checked")).to_be_focused()
        opened.locator(".cb-filters button[data-key=unfilter]").click()
        expect(opened.locator(".cb-filters input:checked")).to_have_count(0)


def test_claims_are_filtered_by_verdict_and_listed_without_a_query(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?scope=claims", viewport=DESK)
    everything = opened.evaluate(SEARCH, ["", {"scope": "claims", "facets": True}])
    expect(status(opened)).to_have_text(f"{everything['total']} 条论断")
    value, _, count = everything["facets"]["verdict"][0]
    opened.locator(f"input[data-key='verdict {value}']").check()
    expect(status(opened)).to_have_text(f"{count} 条论断")
    assert set(opened.locator(".cb-hits .cb-verdict").evaluate_all("all => all.map(v => v.dataset.verdict)")) == {value}
    found = opened.evaluate(SEARCH, ["", {"scope": "claims", "filters": {"verdict": value}}])
    assert shown(opened) == [result["url"] for result in found["results"]][:10]


def test_more_hits_come_when_asked_for_in_their_order(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?scope=claims", viewport=DESK)
    found = opened.evaluate(SEARCH, ["", {"scope": "claims"}])
    wanted = [result["url"] for result in found["results"]]
    assert len(wanted) > 12
    assert shown(opened) == wanted[:10]
    opened.locator(".cb-further button").click()
    expect(opened.locator(".cb-main").nth(10)).to_be_focused()
    assert shown(opened) == wanted[:30]
    assert "" not in opened.locator(".cb-what").all_inner_texts()


def test_nothing_found_offers_to_remove_the_filters(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?q=TurboVLA&kind=brief", viewport=DESK)
    expect(status(opened)).to_have_text(re.compile("^没有找到“TurboVLA”"))
    opened.locator(".cb-advice button").click()
    assert DIGEST in shown(opened)[0]
    assert opened.url == f"{base}search/?q=TurboVLA"


@pytest.mark.parametrize("text", ["2607.27205", "arXiv:2607.27205v3", "https://arxiv.org/pdf/2607.27205v1.pdf"])
def test_an_arxiv_id_from_the_browsers_bar_goes_straight_to_its_page(text: str, base: str, page: OpenPage) -> None:
    opened = page(base)
    opened.goto(f"{base}search/?q={text}")
    opened.wait_for_url(base + DIGEST)
    opened.go_back()
    assert opened.url == base


def test_an_arxiv_id_being_typed_stays_until_enter(base: str, page: OpenPage) -> None:
    opened = page(base + "search/")
    opened.locator("#cb-query").fill("2607.27205")
    assert DIGEST in shown(opened)[0]
    opened.locator("#cb-query").press("Enter")
    opened.wait_for_url(base + DIGEST)


def stays_text(opened: Page) -> None:
    expect(status(opened)).to_have_text(re.compile("篇论文|条论断|没有|空格|近似|开头"))
    assert opened.locator("article :is(img, script)").count() == 0
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_queries_stay_text(base: str, page: OpenPage) -> None:
    opened = page(base + "search/", viewport=PHONE)
    stays_text(opened)
    for query in HOSTILE:
        put_in(opened, "#cb-query", query)
        stays_text(opened)


def test_hostile_queries_stay_text_in_the_address(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?scope=claims", viewport=PHONE)
    stays_text(opened)
    for query in HOSTILE:
        put_in(opened, "#cb-query", query)
        opened.reload()
        stays_text(opened)


def test_what_is_typed_before_the_scripts_are_there_is_asked(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    opened.route("**/searchpage.js", lambda route: (opened.locator("#cb-query").fill("TurboVLA"), route.continue_()))
    opened.goto(base + "search/?kind=digest")
    assert DIGEST in shown(opened)[0]
    assert opened.url == f"{base}search/?q=TurboVLA&kind=digest"


def test_the_key_leads_to_the_one_box_of_the_page(base: str, page: OpenPage) -> None:
    opened = page(base + "search/", viewport=DESK)
    expect(status(opened)).to_have_text(re.compile("arXiv"))
    opened.keyboard.press("/")
    expect(opened.locator("#cb-query")).to_be_focused()
    assert opened.locator("input[type=search]:visible").count() == 1


def test_on_a_phone_the_filters_are_folded(base: str, page: OpenPage) -> None:
    opened = page(base + "search/?q=成功率&kind=deep", viewport=PHONE)
    shown(opened)
    summary = opened.locator(".cb-filters > summary")
    assert summary.inner_text() == "筛选 (1)"
    expect(opened.locator(".cb-filters input").first).to_be_hidden()
    summary.click()
    expect(opened.locator(".cb-filters input:checked")).to_be_visible()
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_all_text_has_a_contrast_of_at_least_4_5(
    viewport: dict[str, int], scheme: str, base: str, page: OpenPage
) -> None:
    opened = page(base, viewport=viewport, color_scheme=scheme)
    for query in ("q=成功率&kind=deep", "q=成功率&scope=claims", "q=成功率+zzzqqq"):
        opened.goto(f"{base}search/?{query}")
        opened.add_style_tag(content="* { transition: none !important }")
        shown(opened)
        assert opened.evaluate(LOW_CONTRAST)["bad"] == {}, query


def test_it_works_below_any_path(built_site: Path, site_server: Serve, page: OpenPage) -> None:
    base = site_server(built_site, "/~someone/book/")
    opened = page(base + "search/?q=TurboVLA", viewport=DESK)
    assert shown(opened)[0] == f"/~someone/book/{DIGEST}"
    opened.locator(".cb-main").first.click()
    opened.wait_for_url(f"{base}{DIGEST}?q=TurboVLA")


# The page that a hit leads to


def marks(opened: Page) -> list[str]:
    expect(opened.locator("mark.cb-hit").first).to_be_attached()
    return [str(text) for text in opened.locator("mark.cb-hit").all_inner_texts()]


def test_the_query_is_marked_and_the_anchor_wins(base: str, page: OpenPage) -> None:
    opened = page(f"{base}{DEEP}?q=成功率#claim-5", viewport=DESK)
    assert set(marks(opened)) == {"成功率"}
    expect(opened.locator("#claim-5")).to_be_in_viewport()
    header = opened.locator(".md-header").bounding_box()
    row = opened.locator("#claim-5").bounding_box()
    assert header
    assert row
    assert row["y"] >= header["height"] - 1


def test_without_an_anchor_the_first_mark_is_shown(base: str, page: OpenPage) -> None:
    opened = page(f"{base}{DEEP}?q=局限 FAMO-ABC", viewport=DESK)
    assert {"FAMO-ABC"} <= set(marks(opened))
    expect(opened.locator("mark.cb-hit").first).to_be_in_viewport()


def test_a_phrase_is_marked_across_elements(base: str, page: OpenPage) -> None:
    opened = page(base + "assets/claimbook.css")
    body = "<p>平均<em>成功</em>率为 <b>A</b> b</p><p>平均</p><p>成功率</p><p>a</p>"
    opened.set_content(f"<article>{body}</article>")
    opened.evaluate(HIGHLIGHT, [f"{base}assets/js/highlight.js", '平均成功率 "a b"'])
    assert opened.locator("mark.cb-hit").all_text_contents() == ["平均", "成功", "率", "A", " b"]


def test_a_hit_in_folded_words_unfolds_them(base: str, page: OpenPage) -> None:
    opened = page(base + "assets/claimbook.css")
    body = "<p>x</p><details><summary>raw</summary><q>one needle</q></details><details><q>none</q></details>"
    opened.set_content(f"<article>{body}</article>")
    opened.evaluate(HIGHLIGHT, [f"{base}assets/js/highlight.js", "needle"])
    assert opened.locator("details").evaluate_all("all => all.map(details => details.open)") == [True, False]


def test_marks_of_hostile_queries_change_no_text(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    plain = opened.locator("article").text_content()
    for query in HOSTILE:
        opened.evaluate(HIGHLIGHT, [f"{base}assets/js/highlight.js", query])
        assert opened.locator("article").text_content() == plain


def test_hits_on_the_real_notes_lead_to_where_their_words_are(
    real_site: Path, shared: Path, site_server: Serve, page: OpenPage
) -> None:
    base = site_server(real_site)
    opened = page(base + "search/", viewport=DESK)
    followed = 0
    for row in json.loads((shared / "search" / "queries.json").read_text(encoding="utf-8"))[::5]:
        opened.goto(f"{base}search/?{urlencode({'q': row['q']})}")
        expect(status(opened)).to_have_text(re.compile("."))
        part = opened.locator(".cb-hit").first.locator(".cb-part").first
        if not part.count() or "近似" in status(opened).inner_text():
            continue
        opened.goto(str(part.evaluate("link => link.href")))
        expect(opened.locator("mark.cb-hit").first, row["q"]).to_be_attached()
        followed += 1
    assert followed > 10


# In other words, and from the browser's own bar


def test_the_words_follow_the_language_of_the_site() -> None:
    for language in ("zh", "en"):
        files = {file.path: file.text for file in search_page.pages(SiteInfo(language=language))}
        assert set(files) == {"search/index.md", "assets/js/words.js"}
        for text in files.values():
            assert bool(re.search(f"[{HAN}]", text)) is (language == "zh")


def test_a_browser_can_use_the_page_as_a_search_engine() -> None:
    site = SiteInfo(language="en", url="https://a.example/some/where?a&b", name="A & B <very long name>")
    text = next(file.text for file in search_page.pages(site) if file.path == "opensearch.xml")
    root = ElementTree.fromstring(text)
    space = {"o": "http://a9.com/-/spec/opensearch/1.1/"}
    assert len(str(root.findtext("o:ShortName", namespaces=space))) <= 16
    address = root.find("o:Url", space)
    assert address is not None
    assert address.get("template") == "https://a.example/some/where?a&b/search/?q={searchTerms}"


def test_the_site_names_its_search_engine_where_its_address_is_known(
    built_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "opensearch" not in (built_site / "index.html").read_text(encoding="utf-8")
    monkeypatch.setitem(os.environ, "SITE_URL", "https://a.example/book/")
    shutil.copytree(CORPUS, tmp_path / "notes")
    done = build(tmp_path / "notes", tmp_path, "site")
    assert done.returncode == 0, done.stderr
    assert "broken-link" not in done.stderr
    for page_path in ("", DEEP):
        html = (tmp_path / "site" / page_path / "index.html").read_text(encoding="utf-8")
        link = BeautifulSoup(html, "html.parser").find("link", rel="search")
        assert link is not None
        assert (tmp_path / "site" / page_path / str(link["href"])).resolve() == tmp_path / "site" / "opensearch.xml"
    text = (tmp_path / "site" / "opensearch.xml").read_text(encoding="utf-8")
    assert 'template="https://a.example/book/search/?q={searchTerms}"' in text
