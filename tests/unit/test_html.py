"""HTML: the flow of a page, hostile pages in bounded time, and agreement with BeautifulSoup."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimbook.readers import html_flow, read
from claimbook.readers.accounting import account
from claimbook.readers.html_tokens import attributes_of, tokens, unescape
from support import SHARED, ends, long_text, source

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
INPUTS = SHARED / "inputs"


def shown(text: str) -> list[tuple[str, str]]:
    return [(flow.kind, flow.text) for flow in html_flow.flows(text)]


@pytest.mark.parametrize(
    ("page", "flows"),
    [
        ("<p>one<p>two", [("paragraph", "one"), ("paragraph", "two")]),
        ("<h2>a <b>b</b>\n c</h2>", [("heading", "a b c")]),
        ("<h2>never closed<p>text", [("heading", "never closed"), ("paragraph", "text")]),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", [("list", "a\nb\nc")]),
        ("<ol><li><p>a</p><p>b</p></li></ol>", [("list", "a\nb")]),
        ("<table><tr><td>a<td><p>b</p><p>c</p><tr><td></table>", [("table", "a\tb\nc\n\t")]),
        ("<blockquote><p>a</p><p>b</p></blockquote>", [("quote", "a\nb")]),
        ("<pre>a\n  b</pre>", [("preformatted", "a\n  b")]),
        ("<details><summary>s</summary>t</details>", [("heading", "s"), ("paragraph", "t")]),
        ("a<br>b<br/>c", [("paragraph", "a\nb\nc")]),
        ("10<sup>5</sup> x<sup>th</sup>", [("paragraph", "10^5 xth")]),
        ("&lt;p&gt; &amp;amp; &#20013; &#x4e2d; &bogus; &#0;", [("paragraph", "<p> &amp; 中 中 &bogus; \ufffd")]),
        ("a < b, c<d, e <1 GB, <think>x</think>", [("paragraph", "a < b, c<d, e <1 GB, <think>x</think>")]),
        ("<nav>n</nav><script>s</script><style>p</style>t<!-- c --><!doctype x>u", [("paragraph", "tu")]),
        ("<script>alert(1)</script", []),
        ("<script>never closed", [("paragraph", "never closed")]),
        ("<nav>never closed<p>x", [("paragraph", "never closed"), ("paragraph", "x")]),
        ("x <!-- never closed", [("paragraph", "x <!-- never closed")]),
        ("x --> y", [("paragraph", "x --> y")]),
        ("<!-->a", [("paragraph", "a")]),
        ("<p title=\"a > b\" x='<p>'>c", [("paragraph", "c")]),
        ("<p>a</b></div>b</p>c", [("paragraph", "ab"), ("paragraph", "c")]),
        ("<main><header>h</header></main><header>H</header>", [("paragraph", "h")]),
    ],
)
def test_the_flow_of_a_page(page: str, flows: list[tuple[str, str]]) -> None:
    assert shown(page) == flows


def test_bold_and_code_are_runs_and_addresses_are_kept() -> None:
    (flow,) = html_flow.flows('<p>a <b>b <code>c</code></b><a href=" x?a&amp;b ">d</a></p>')
    runs = flow.blocks[0].rows[0][0]
    assert [(run.text, run.style) for run in runs] == [("a ", "plain"), ("b ", "strong"), ("c", "code"), ("d", "plain")]
    assert flow.hrefs == ("x?a&b",)


def test_an_open_bold_ends_with_its_paragraph() -> None:
    first, second = html_flow.flows("<p>a<b>b</p><p>c</p>")
    assert [run.style for run in second.blocks[0].rows[0][0]] == ["plain"]
    assert first.text == "ab"


def test_spans_and_offsets_hold_the_raw_characters() -> None:
    text = "<ul>\r\n<li> a&lt;b </li>\r<li>c</li></ul><p>  d <b>e</b> </p>"
    listed, paragraph = html_flow.page(text).flows
    assert [text[part.start : part.end] for part in listed.parts] == ["a&lt;b", "c"]
    assert text[paragraph.span.start : paragraph.span.end] == "d <b>e"
    assert text[paragraph.start :].startswith("<p>")
    (moved,) = html_flow.flows("<p>x</p>", 7)
    assert (moved.span.start, moved.blocks[0].span.start) == (10, 10)


def test_the_first_of_repeated_attributes_counts() -> None:
    assert attributes_of(" A=1 b='x y' c=\"&lt;\" d a=2 /") == {"a": "1", "b": "x y", "c": "<", "d": ""}


def test_a_number_without_end_is_no_error() -> None:
    assert unescape("&#" + "9" * 5000 + ";").endswith("9;")


# Against another parser


def wholly_html(path: Path) -> bool:
    """Not a half-rendered page, which holds raw Markdown: that is parsed too, so its words differ by their marks."""
    return not html_flow.HEXO_TAG.search(path.read_text(encoding="utf-8"))


PAGES = [*sorted(GOLDEN.glob("d*/complete.html")), *filter(wholly_html, sorted(INPUTS.glob("*.html")))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_word_that_beautifulsoup_finds_is_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    page = html_flow.page(text)
    soup = BeautifulSoup(text, "html.parser")
    for gone in soup.select("td.gutter, script, style, nav"):
        gone.decompose()
    theirs = "".join("".join(article.get_text().split()) for article in soup.find_all("article"))
    ours = "".join("".join(f.text.split()) for f in page.flows if f.article >= 0)
    assert ours.replace("^", "") == theirs.replace("^", "")


# Hostile pages

FRAGMENTS = (
    *("<!--", "-->", "<div>", "</div>", "<p>", "<b>", "</b>", "<a b='", '<a b="', "<a ", "</a ", "<?", "<![", "<"),
    *("<![CDATA[", "&", "&#", "</", "<!", "<script>", "</script>", "<script></SCRIPT", '<a b="x"', "<a =", "="),
    *("<table>", "<tr>", "<td>", "<ul>", "<li>", "<blockquote>", "<h3>", "<details><summary>", "<pre>", "<br>"),
    *(
        "<article>",
        "</article>",
        "<nav>",
        "<aside>",
        "{% hideToggle ",
        "{%",
        "%}",
        "**",
        "<hr>",
        "<title>",
        "<td class=gutter>",
    ),
    *("<h3>1. <a href='http://x'>t</a></h3>", "<p><b>PDF URL</b>: x</p>", "<p>Authors: a</p>", "Novelty：", "\n", " "),
)
PAPER = '<!doctype html><h2>Latest Papers</h2><h3>1. <a href="https://arxiv.org/abs/2603.00001">T</a></h3><p>Abstract:x'


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_a_hostile_page_is_read_to_its_end(fragment: str) -> None:
    with ends():
        reading = read(source(PAPER + long_text(fragment) + "\"'>", "2026-03-01.html"))
    assert reading.notes or reading.problems


def test_a_million_nested_elements_are_read_and_reported() -> None:
    text = PAPER + "<div>" * 700_000 + "deep" + "</div>" * 100_000
    with ends():
        reading = read(source(text, "2026-03-01.html"))
    assert "page-limit" in {problem.code for problem in reading.problems}
    assert len(reading.notes) == 1


def test_a_line_of_fifty_megabytes_is_read_in_bounded_memory() -> None:
    text = PAPER + "水" * 25_000_000 + "<b>x</b>" * 20_000 + "y" * 24_000_000
    tracemalloc.start()
    with ends():
        page = html_flow.page(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(page.flows[-1].text) > 49_000_000
    assert peak < 12 * len(text)


def test_more_tags_than_the_limit_are_reported() -> None:
    page = html_flow.page("<b>x</b>" * (html_flow.MAX_TOKENS // 2))
    assert "tags" in page.limit


@settings(max_examples=300)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=40).map("".join))
@example("<p><![CDATA[<h3>")
@example("<table><td><table><td>x<hr></table><li>y")
def test_any_page_gives_flows_in_order_and_tokens_that_hold_the_text(text: str) -> None:
    at = 0
    for token in tokens(text):
        assert at <= token.start < token.end <= len(text)
        assert not re.search(r"[^<!?\s]", text[at : token.start][:1])
        at = token.end
    last = 0
    for flow in html_flow.page(text).flows:
        assert last <= flow.start <= flow.span.start <= flow.span.end <= len(text)
        assert all(flow.span.start <= b.span.start <= b.span.end <= flow.span.end for b in flow.blocks)
        last = flow.span.start
    for start in ("<!doctype html>", "<!doctype html><article class='paper-card'>", PAPER):
        reading = read(source(start + text, "2026-03-01.html"))
        assert account(reading).contested == ()
