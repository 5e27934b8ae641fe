"""The search index holds what the pages show, under the anchors of the pages."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from claimbook.model import File, SiteInfo
from claimbook.pipeline import INDEX, Library
from claimbook.render.search import END, TABLE, TITLE_ZONE
from claimbook.tokens import BREAK, gather
from support import rendered

CHROME = (
    "nav, caption, h1, summary, .cb-claims > thead, .cb-claims > tbody > tr > th, .cb-ident, .cb-chips, .cb-balance, "
    ".cb-check, .cb-absent, .cb-nocolumns, .cb-translation b, .cb-warning, .cb-cut, .cb-source, .cb-mentioned, "
    ".cb-related, .cb-data, .headerlink"
)
"""What is not of the notes, and the head of the page, which has a test of its own."""


def stretches(file: File) -> dict[str, str]:
    """The words of a document by the anchor they stand behind."""
    body = BeautifulSoup(file.text, "html.parser").body
    assert body is not None
    found, anchor = {"": ""}, ""
    for node in body.children:
        if isinstance(node, Tag):
            assert node.name == "a"
            anchor = str(node["id"])
            assert anchor not in found, "an anchor stands twice"
            found[anchor] = ""
        else:
            found[anchor] += str(node)
    return found


def plain(text: str) -> str:
    """Letters and signs without white space, in which words of the index and of a page are compared."""
    return unicodedata.normalize("NFKC", "".join(text.split()))


def shown(words: str) -> str:
    return " ".join(gather(block.strip()) for block in words.split(BREAK))


def documents(library: Library) -> Iterator[tuple[str, dict[str, str]]]:
    for file in rendered(library, SiteInfo(language="zh"), [INDEX]):
        if file.path.endswith(".html"):
            yield file.path, stretches(file)


def article(site: Path, path: str) -> Tag:
    found = BeautifulSoup((site / path).read_text(encoding="utf-8"), "html.parser").find("article")
    assert isinstance(found, Tag)
    return found


def test_text_is_that_of_the_page(corpus_library: Library, built_site: Path) -> None:
    count = 0
    for path, found in documents(corpus_library):
        page = article(built_site, path)
        for chrome in page.select(CHROME):
            chrome.decompose()
        text = "".join(words for anchor, words in found.items() if anchor not in ("", "cb-top", END))
        assert plain(shown(text)) == plain(page.get_text()), path
        count += 1
    assert count == len(corpus_library.entries) > 10


def test_head_of_the_page_is_found(corpus_library: Library, built_site: Path) -> None:
    for path, found in documents(corpus_library):
        page = article(built_site, path)
        words = plain(shown(found[""] + found["cb-top"]))
        for part in page.select("h1 > span:first-child, h1 > small, .cb-chips li, .cb-ident a[href*='arxiv.org/abs']"):
            assert plain(part.get_text()) in words, (path, part)


def test_anchors_are_those_of_the_page(corpus_library: Library, built_site: Path) -> None:
    for path, found in documents(corpus_library):
        ids = {str(tag["id"]) for tag in article(built_site, path).find_all(id=True)}
        assert set(found) - {"", "cb-top", END} <= ids, path


def test_sections_and_claims_begin_under_their_own_anchor(corpus_library: Library, built_site: Path) -> None:
    checked = 0
    for path, found in documents(corpus_library):
        page = article(built_site, path)
        for row in page.select("tr[id^=claim-]"):
            for chrome in row.select(CHROME):
                chrome.decompose()
            text = "".join(part.get_text() for part in row.select(".cb-claim, .cb-evidence"))
            assert plain(shown(found[str(row["id"])])) == plain(text)
            checked += 1
    assert checked > 20


def test_title_zone_is_filled_up(corpus_library: Library) -> None:
    for path, found in documents(corpus_library):
        assert len(found[""].split()) >= TITLE_ZONE, path


def test_one_letter_is_found_in_a_line_of_its_own(corpus_library: Library) -> None:
    path, found = next(documents(corpus_library))
    text = shown("".join(words for anchor, words in found.items() if anchor != END))
    assert set(found[END].split()) == {f"{c}_" for c in text if "\u4e00" <= c <= "\u9fff"}, path


def test_table_has_a_row_a_paper_newest_first(corpus_library: Library) -> None:
    (table,) = [file for file in rendered(corpus_library, SiteInfo(language="zh"), [INDEX]) if file.path == TABLE]
    rows = json.loads(table.text)["papers"]
    assert [row["url"] for row in rows] == [entry.paper.url for entry in corpus_library.entries]
    assert all(row["first"] <= row["date"] for row in rows)


def test_markup_in_a_note_stays_text(corpus_library: Library) -> None:
    for file in rendered(corpus_library, SiteInfo(language="zh"), [INDEX]):
        assert "<script" not in file.text
        assert "<img" not in file.text


@pytest.mark.parametrize("language", ["zh", "en"])
def test_real_notes_are_covered(real_library: Library, language: str) -> None:
    files = list(rendered(real_library, SiteInfo(language="zh" if language == "zh" else "en"), [INDEX]))
    assert sum(file.path.endswith(".html") for file in files) == len(real_library.entries)
