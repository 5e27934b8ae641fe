"""Records as HTML and Markdown: escaped, marked by language, and the same shape whatever a note says."""

from __future__ import annotations

import re
import string
from html import unescape

import pytest
import yaml
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from claimbook import paths
from claimbook.model import Block, Redirect, Run, SiteInfo, Span
from claimbook.render import html, lists, moved
from claimbook.render.ui import TEXTS, words
from claimbook.text import HAN, escape

NOWHERE = Span(start=0, end=0)
MARKUP = st.sampled_from(
    ["<b>", "</p>", "&lt;", "&", '"', "'", "<!--", "-->", "]]>", "中文", "one two three four five six"]
)
TEXT_LIKE_NOTES = st.lists(MARKUP | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)).map("".join)


def parsed(markup: str) -> BeautifulSoup:
    return BeautifulSoup(markup, "html.parser")


def table(*rows: tuple[str, ...]) -> Block:
    return Block(kind="table", span=NOWHERE, rows=tuple(tuple((Run(text=text),) for text in row) for row in rows))


def block(kind: str, *texts: str) -> Block:
    return Block(kind=kind, span=NOWHERE, rows=tuple(((Run(text=text),),) for text in texts))  # type: ignore[arg-type]


# Passages


@given(TEXT_LIKE_NOTES, st.sampled_from(["zh", "en"]))
def test_a_passage_shows_its_text_and_holds_no_element_but_language_marks(text: str, outer: str) -> None:
    found = parsed(html.passage(text, outer))
    assert found.get_text() == unescape(escape(text))
    assert {(element.name, *element.attrs) for element in found.find_all(True)} <= {("span", "lang")}


@pytest.mark.parametrize(
    ("text", "outer", "marked"),
    [
        ("它说 the model was trained on twenty tasks 而已", "zh", ["the model was trained on twenty tasks"]),
        ("用 in-context learning 训练", "zh", []),
        ("甲 one two three four 乙", "zh", []),
        (
            "甲 one two three four five 乙 six seven eight nine ten",
            "zh",
            ["one two three four five", "six seven eight nine ten"],
        ),
        ("The label 一个标签，两个字 stays", "en", ["一个标签，两个字"]),
        ("All English words of a long sentence here", "en", []),
        ("", "zh", []),
    ],
)
def test_a_run_in_the_other_language_is_marked(text: str, outer: str, marked: list[str]) -> None:
    spans = parsed(html.passage(text, outer)).select("span")
    assert [span.get_text() for span in spans] == marked
    assert {span["lang"] for span in spans} <= {"en" if outer == "zh" else "zh"}


@pytest.mark.parametrize(("control", "sign"), [("\0", "␀"), ("\x07", "␇"), ("\x1b", "␛"), ("\x0b", "␋"), ("\x7f", "␡")])
def test_a_control_character_becomes_a_visible_sign(control: str, sign: str) -> None:
    assert html.passage(f"a{control}b", "en") == f"a{sign}b"


# Blocks


def test_the_first_row_of_a_table_is_its_header() -> None:
    found = parsed(html.blocks([table(("名", "值"), ("甲", "1"))]))
    assert [cell.get_text() for cell in found.select("thead th[scope=col]")] == ["名", "值"]
    assert [cell.get_text() for cell in found.select("tbody td")] == ["甲", "1"]


def test_a_wide_table_can_be_scrolled_by_keyboard() -> None:
    assert parsed(html.blocks([table(("a", "b"))])).select("div.cb-scroll[tabindex='0'] > table")


@pytest.mark.parametrize(
    ("made", "markup"),
    [
        (block("paragraph", "一段"), '<p lang="zh">一段</p>'),
        (block("heading", "1. A head"), '<h3 lang="en">1. A head</h3>'),
        (block("list", "one", "two"), '<ul lang="en"><li>one</li><li>two</li></ul>'),
        (block("preformatted", "a  <b"), '<pre lang="en">a  &lt;b</pre>'),
    ],
)
def test_each_kind_of_block_is_an_element_of_its_own(made: Block, markup: str) -> None:
    assert html.blocks([made]) == markup


@pytest.mark.parametrize(
    ("run", "markup"),
    [
        (Run(text="<b>", style="strong"), "<strong>&lt;b&gt;</strong>"),
        (Run(text="`x`", style="code"), "<code>`x`</code>"),
        (Run(text="3, 4", style="citation"), '<sup class="cb-cite">3, 4</sup>'),
    ],
)
def test_a_style_surrounds_escaped_text(run: Run, markup: str) -> None:
    assert html.cell((run,), "en") == markup


# Heads of pages


@given(TEXT_LIKE_NOTES.filter(bool), TEXT_LIKE_NOTES.filter(bool))
def test_yaml_gives_back_title_and_description_escaped(title: str, description: str) -> None:
    text = html.front_matter(title, description=description)
    assert text.startswith("---\n")
    assert text.endswith("\n---\n")
    found = yaml.safe_load(text.removeprefix("---\n").removesuffix("---\n"))
    assert found == {"title": escape(title), "description": escape(description), "hide": ["navigation"]}


@pytest.mark.parametrize("strange", ["\x85", "\x9b", "\u2028", "\u2029", "\ufeff", "\ufffe", "\U0001f600"])
def test_a_title_stays_on_its_line_whatever_character_it_holds(strange: str) -> None:
    assert len(html.front_matter(f"a{strange}b").splitlines()) == len(html.front_matter("ab").splitlines())


# Links


@pytest.mark.parametrize(
    ("target", "page", "href"),
    [
        ("", "", "./"),
        ("tags/", "papers/x/", "../../tags/"),
        ("papers/x/#claim-3", "papers/x/", "#claim-3"),
        ("papers/x/#claim-3", "benchmarks/y/", "../../papers/x/#claim-3"),
        ("tags/安全/", "", "tags/%E5%AE%89%E5%85%A8/"),
        ("papers/a?b#c", "", "papers/a%3Fb#c"),
    ],
)
def test_a_link_is_relative_and_encoded(target: str, page: str, href: str) -> None:
    assert parsed(html.link(target, page, "x")).a["href"] == href  # type: ignore[index]


def test_the_last_breadcrumb_is_text() -> None:
    found = parsed(html.breadcrumbs([("", "Home"), ("days/", "<Days>")], "days/2026-05/", "Path", "1 & 2"))
    assert found.get_text() == "Home › <Days> · 1 & 2"
    assert [link["href"] for link in found.select("a")] == ["../../", "../"]


@pytest.mark.parametrize("tag", ["../../outside", "..", "/outside", "a/b", "#x", "?x", ""])
def test_a_tag_set_by_hand_cannot_lead_out_of_the_folder_of_tags(tag: str) -> None:
    address = paths.tag_url(tag)
    assert re.fullmatch(r"tags/[^/#?]+/", address)
    assert address != "tags/../"


@pytest.mark.parametrize("tag", ["agent-benchmark", "moe", "安全"])
def test_a_tag_of_plain_letters_is_its_own_address(tag: str) -> None:
    assert paths.tag_url(tag) == f"tags/{tag}/"


# Moved and retired addresses


def moved_page(redirect: Redirect) -> str:
    return next(iter(moved.pages([redirect], [], SiteInfo(language="en")))).text


def test_a_moved_page_names_its_new_address_where_no_script_runs() -> None:
    found = parsed(moved_page(Redirect(url="papers/old/", to="papers/new/")))
    assert found.select_one("noscript meta")["content"] == "0; url=../new/"  # type: ignore[index]
    assert found.a["href"] == "../new/"  # type: ignore[index]


def test_an_address_cannot_end_the_script_of_a_moved_page() -> None:
    page = moved_page(Redirect(url="papers/old/", to="papers/new/", prefix="</script><script>alert(1)//"))
    assert len(parsed(page).select("script")) == 1


def test_a_retired_address_has_a_page_that_says_so() -> None:
    page = next(iter(moved.pages([], ["papers/gone/"], SiteInfo(language="en"))))
    assert page.path == "papers/gone/index.md"
    assert "The note of this page was removed" in page.text


# Without papers


@pytest.mark.parametrize(("language", "said"), [("zh", "还没有笔记"), ("en", "No notes yet")])
def test_an_empty_folder_gives_a_home_that_says_what_to_do(language: str, said: str) -> None:
    home = next(iter(lists.pages([], [], SiteInfo(language=language))))  # type: ignore[arg-type]
    assert home.path == "index.md"
    assert said in home.text


# The words of the interface


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_have_the_same_gaps_to_fill(name: str) -> None:
    chinese, english = TEXTS[name]
    assert gaps(chinese) == gaps(english)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", TEXTS)
def test_the_english_words_have_no_chinese_letter_or_mark(name: str) -> None:
    assert not re.search(f"[{HAN}、，。：；（）]", TEXTS[name][1])


@pytest.mark.parametrize(("count", "said"), [(0, "0 claims"), (1, "1 claim"), (2, "2 claims")])
def test_one_is_singular(count: int, said: str) -> None:
    assert words("en")("claim_count", n=count) == said
