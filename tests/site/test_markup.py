"""Nothing of a note becomes markup of a page; languages, headings and ids are marked as they are."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from pages import Built, generated, key, one, target

from claimbook.enrich.formulas import ATTRIBUTES, ELEMENTS
from claimbook.text import HAN

HAZARDS = (
    "<script>alert(1)</script>",
    "</title><script>alert(2)</script>",
    '</div></td></table><h1 id="stolen">Stolen</h1>',
    "<img src=x onerror=alert(3)>",
    "<a href=\"javascript:alert(4)\" onclick='alert(5)'>press</a>",
    "<svg/onload=alert(6)>",
    '" onmouseover="alert(7)',
    "' autofocus onfocus='alert(8)",
    "{{ config.site_name }} and {% raw %}{{ 7*7 }}{% endraw %} and {#x#}",
    "# heading {#stolen-id}",
    "## heading {: .x #id }",
    "--- 实验段以横线开头",
    "text {: .x #id } text",
    "[a](b) and ![](x.png) and [[wiki]] and <https://example.org>",
    "<!-- hidden --> and --> and <!-- open",
    "]]> and <![CDATA[ x ]]> and <?php echo 1 ?>",
    "<!DOCTYPE html><html><head>",
    "&lt; &amp;lt; &#60; &#x3c; &copy &nbsp;",
    r"C\new\table \* \_ \| \{ \\ \n",
    r"$2.6M and $0.9M, $x^2$, \(y\), $$z$$",
    "| a | b | and a||b",
    "four spaces in front",
    "```python and ~~~ and `code`",
    "<think>plan</think> and sit<h> and x_<t,f_<t) and <1 GB and a<b>c",
    "*one* _two_ ~~three~~ ==four== ++five++ ^six^ :smile: !!! note",
    "bell\u2407, escape\u241b[31m, delete\u2421, next",
    "\u202eright to left, \u200bzero width, \ufeffmark, \ufffe, \U0001f600",
    "W" * 400,
    "1. one 2. two",
    "1. 局限也以数字开头：<iframe src=x> 2. 还有 ]]>",
    "- item, + item, * item",
    "> quoted > text",
    '*[HTML]: a definition, [^1]: a note, [x]: http://example.org "t"',
)
ALLOWED = {
    "a": "class href rel title",
    "details": "class",
    "mark": "class title",
    "q": "lang",
    "summary": "",
    "b": "",
    "blockquote": "lang",
    "caption": "class",
    "code": "",
    "div": "class lang tabindex",
    "em": "class",
    "h1": "lang",
    "h2": "id",
    "h3": "id lang",
    "h4": "lang",
    "li": "data-severity lang",
    "nav": "aria-label class",
    "ol": "class",
    "p": "class lang role",
    "pre": "lang",
    "section": "class",
    "small": "lang",
    "span": "aria-label class data-verdict lang role style title",
    "strong": "",
    "sup": "class",
    "table": "class data-cb-copied data-cb-copy",
    "tbody": "",
    "td": "class lang",
    "th": "scope",
    "thead": "",
    "time": "datetime",
    "tr": "data-verdict id",
    "ul": "aria-label class lang",
}
"""Elements of generated pages, and their attributes."""
CONTROLS = {
    "button": "data-do hidden type",
    "details": "open",
    "div": "data-words hidden",
    "fieldset": "data-facet",
    "form": "action aria-label class hidden method role",
    "input": "aria-label autocapitalize autocomplete autocorrect class enterkeyhint id name placeholder spellcheck "
    "type",
    "kbd": "aria-hidden",
    "label": "class for",
    "legend": "",
    "noscript": "",
    "option": "value",
    "script": "src type",
    "select": "",
    "ul": "hidden",
}
"""What the two pages with controls have besides."""
HEADING_ID = re.compile(
    r"(?:note-\d+-)?(?:positioning|background|method|experiments|claims|review|limitations|followup|unplaced|abstract"
    r"|other|highlights|analysis-(?:problem|related|method|experiments|future|summary|other))(?:-\d+)?|note-\d+"
)
OUR_NAMES = re.compile(
    rf"{HEADING_ID.pattern}|cb-[a-z]+(?:-[a-z]+)?|headerlink|tags|benchmarks|latest|months|\d{{4}}-\d\d|(?:n\d-)?claim-\d+"
)


@pytest.fixture(scope="module")
def all_that_is_said(hostile: Built) -> str:
    return " ".join(key(hostile.article(entry.paper.url).get_text()) for entry in hostile.library.entries)


@pytest.mark.parametrize("hazard", HAZARDS)
def test_a_hazard_is_shown_as_the_text_it_is(hazard: str, all_that_is_said: str) -> None:
    assert key(hazard) in all_that_is_said


def test_no_element_or_attribute_comes_from_a_note(hostile: Built) -> None:
    # MathML is made by a library from a quote's LaTeX; the cleaner lets these through, and its own tests say why.
    allowed = pairs(ALLOWED) | {(name, attribute) for name in ELEMENTS for attribute in ("", *ATTRIBUTES)}
    for url in generated(hostile.urls()):
        elements = hostile.article(url).find_all(True)
        found = {(element.name, attribute) for element in elements for attribute in ("", *element.attrs)}
        assert found <= (allowed | pairs(CONTROLS) if url in ("claims/", "search/") else allowed), url


def pairs(elements: dict[str, str]) -> set[tuple[str, str]]:
    return {(name, attribute) for name, listed in elements.items() for attribute in ("", *listed.split())}


def test_a_script_of_a_page_is_a_file_of_the_site(hostile: Built) -> None:
    for url in generated(hostile.urls()):
        for script in hostile.article(url).select("script"):
            assert script.get_text() == ""
            assert (hostile.site / target(url, script, "src")).is_file()


def test_no_id_or_class_comes_from_a_note(hostile: Built) -> None:
    elements = [element for url in generated(hostile.urls()) for element in hostile.article(url).find_all(True)]
    named = {name for element in elements for name in (element.get("id"), *element.get_attribute_list("class")) if name}
    assert {name for name in named if not OUR_NAMES.fullmatch(str(name))} == set()


def test_the_head_and_the_frame_of_a_page_are_the_same_whatever_the_note_says(ours: Built, hostile: Built) -> None:
    def frame(page: BeautifulSoup) -> list[str]:
        for element in page.select("article, nav, link[rel=prev], link[rel=next], [data-md-component=skip], svg"):
            element.decompose()
        return [element.name for element in page.find_all(True)]

    friendly = {tuple(frame(ours.page(entry.paper.url))) for entry in ours.library.entries}
    assert {tuple(frame(hostile.page(entry.paper.url))) for entry in hostile.library.entries} <= friendly


def test_a_link_leads_into_the_site_or_to_the_web(hostile: Built) -> None:
    links = [link for url in generated(hostile.urls()) for link in hostile.page(url).select("[href], [src]")]
    addresses = [str(link.get("href") or link.get("src")) for link in links]
    assert {urlsplit(address).scheme for address in addresses} == {"", "https"}


def test_a_page_is_only_where_an_address_of_the_site_leads(hostile: Built) -> None:
    rooms = {url.split("/")[0] for url in hostile.urls()}
    assert rooms == {".", "benchmarks", "claims", "days", "guide", "papers", "search", "status", "tags"}


# Languages and headings


@pytest.fixture(scope="module")
def deep_page(ours: Built) -> Tag:
    return ours.article("papers/2026-10-11-hebero/")


def test_the_page_is_in_the_language_of_the_interface(ours: Built) -> None:
    assert {one(ours.page(url), "html")["lang"] for url in ours.urls()} == {"zh"}


def test_chinese_claims_are_marked_as_chinese(deep_page: Tag) -> None:
    assert [cell["lang"] for cell in deep_page.select(".cb-claim")] == ["zh"] * 5


def test_english_quotes_are_marked_as_english(deep_page: Tag) -> None:
    assert [quote["lang"] for quote in deep_page.select(".cb-evidence blockquote")] == ["en"] * 5


def test_name_and_subtitle_have_their_own_languages(deep_page: Tag) -> None:
    heading = one(deep_page, "h1")
    assert (one(heading, "span[lang]")["lang"], one(heading, "small")["lang"]) == ("en", "zh")


def test_text_in_the_other_language_is_marked_wherever_it_stands(built: Built) -> None:
    """Within a Chinese element no unmarked run of many English words, within an English one no Chinese letter."""
    for entry in built.library.entries:
        for text in built.article(entry.paper.url).select("[lang]"):
            own = "".join(str(piece) for piece in text.find_all(string=True) if nearest_language(piece) == text["lang"])
            if text["lang"] == "en":
                assert not re.search(f"[{HAN}]", own), (entry.paper.url, own)
            else:
                assert not re.search(r"(?:[A-Za-z]+ ){7}", own), (entry.paper.url, own)


def nearest_language(piece: Any) -> Any:
    return next(parent["lang"] for parent in piece.parents if parent.has_attr("lang"))


def test_every_section_heading_has_a_fixed_id_and_is_in_the_contents(built: Built) -> None:
    for entry in built.library.entries:
        page = built.page(entry.paper.url)
        headings = [str(link.parent["id"]) for link in page.select("article .headerlink") if link.parent]
        contents = [str(link["href"]) for link in page.select(".md-nav--secondary a.md-nav__link")]
        assert contents == [f"#{anchor}" for anchor in headings]
        assert all(HEADING_ID.fullmatch(anchor) for anchor in headings)


def test_an_id_stands_once_on_a_page(built: Built) -> None:
    for url in built.urls():
        ids = [element["id"] for element in built.page(url).select("[id]")]
        assert len(ids) == len(set(ids)), url
