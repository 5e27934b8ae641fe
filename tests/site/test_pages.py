"""The built pages, parsed: what a note says stands there as it is, and nothing is lost or added."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from html import unescape
from itertools import groupby

import pytest
from bs4 import BeautifulSoup
from pages import PLAIN, Built, key, listed, one, said, shown, signs, told, verbatim, walk, words

from claimbook.model import Claim, Note, Passage
from claimbook.render.ui import TEXTS
from claimbook.screening import mask
from claimbook.text import fold


def test_every_section_of_a_note_stands_under_its_heading_word_for_word(built: Built) -> None:
    for entry in built.library.entries:
        assert shown(built.article(entry.paper.url)) == said(entry, built), entry.paper.url


def test_every_claim_stands_in_its_row_beside_its_quote_or_translation_word_for_word(built: Built) -> None:
    for entry in built.library.entries:
        rows = built.article(entry.paper.url).select(".cb-claims > tbody > tr")
        assert [(row["id"], key(words(row, ".cb-claim")), key(verbatim(row))) for row in rows] == [
            (item.anchor, told(item.note, text, item.claim.text), told(item.note, text, beside(item)))
            for item in entry.paper.claims
            for text in (built.text(item.note),)
        ], entry.paper.url


def beside(item: Claim) -> Passage | None:
    return item.claim.quote or item.claim.translation


def test_what_else_a_note_says_of_a_claim_stands_beside_it(built: Built) -> None:
    for entry in built.library.entries:
        article = built.article(entry.paper.url)
        for item in entry.paper.claims:
            said = [element.get_text() for element in article.select(f"tr[id='{item.anchor}'] .cb-said")]
            own = [(TEXTS["page"][0] if name == "page" else name, text) for name, text in item.claim.remarks]
            assert [key(text) for text in said] == [key(f"{name}: {text}") for name, text in own]


def test_a_further_note_with_another_title_says_so(built: Built) -> None:
    for entry in built.library.entries:
        known = {"", fold(entry.facts.naming.title)}
        data = [note.metadata for note in entry.paper.notes[1:]]
        others = [[title for title in (one.title, *one.other_titles) if fold(title) not in known] for one in data]
        found = built.article(entry.paper.url).select(".cb-owntitle")
        assert [key(title.get_text()) for title in found] == [key(titles[0]) for titles in others if titles]


SENTENCE = re.compile(r"[^。！？.\n：:“”\"]{8,}(?:。|！|\.(?=\s|$))")
BLOCKS = ["p", "div", "section", "article", "summary", "li", "td", "th", *(f"h{level}" for level in range(1, 7))]


@pytest.mark.parametrize("folder", ["kin", "real"])
def test_every_sentence_that_a_browser_shows_of_an_html_note_is_on_its_page(
    folder: str, request: pytest.FixtureRequest
) -> None:
    built: Built = request.getfixturevalue(folder)
    told = 0
    for entry in built.library.entries:
        page = letters(built.article(entry.paper.url).get_text())
        for note in (note for note in entry.paper.notes if note.format in ("deep-html", "digest-html")):
            sentences = SENTENCE.findall(rendered(built.text(note), note))
            told += len(sentences)
            assert [sentence for sentence in sentences if letters(sentence) not in page] == [], entry.paper.url
    assert told > 20


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", mask(text)))


def rendered(text: str, note: Note) -> str:
    """A note's HTML as text, a line a block, without what a skin adds to every paper."""
    parts, at = [], note.span.start
    for section in note.sections:
        if section.kind in ("metadata", "boilerplate"):
            parts.append(text[at : section.span.start])
            at = section.span.end
    soup = BeautifulSoup("\n".join([*parts, text[at : note.span.end]]), "html.parser")
    for block in soup.find_all(BLOCKS):
        block.append("\n")
    return soup.get_text()


def test_the_number_of_a_claim_links_to_its_own_row(built: Built) -> None:
    for entry in built.library.entries:
        article = built.article(entry.paper.url)
        for item in entry.paper.claims:
            link = one(article, f"tr[id='{item.anchor}'] th a.cb-anchor")
            assert (link["href"], link.get_text()) == (f"#{item.anchor}", str(item.claim.number or "–"))


def test_a_title_of_a_note_is_the_heading_of_its_page(built: Built) -> None:
    for entry in (entry for entry in built.library.entries if entry.facts.naming.title_source == "note"):
        heading = key(one(built.article(entry.paper.url), "h1 > span[lang]").get_text())
        assert heading in {key(title) for note in entry.paper.all_notes for title in titles(built.text(note), note)}


def titles(text: str, note: Note) -> list[str]:
    """What a note says its paper is called; in plain text that is its first line behind the number."""
    section = note.section("title")
    if section is None or note.format not in PLAIN:
        return [note.metadata.title]
    return [text[section.span.start : section.span.end].partition(". ")[2]]


def test_the_window_is_named_after_the_paper(built: Built) -> None:
    for entry in built.library.entries:
        title = built.page(entry.paper.url).select("head title")
        assert [key(element.get_text()) for element in title] == [key(f"{entry.facts.naming.title} - Claimbook")]


def test_the_description_is_the_beginning_of_a_part_of_the_newest_note(built: Built) -> None:
    for entry in built.library.entries:
        description = key(str(one(built.page(entry.paper.url), "head meta[name=description]")["content"]))
        sections = entry.paper.notes[0].sections
        parts = [key("".join(s.text for s in sections[index:])) for index in range(len(sections))]
        assert description
        assert any(part.startswith(description) for part in parts), entry.paper.url


def test_all_authors_are_named_and_the_first_six_are_seen(built: Built) -> None:
    for entry in built.library.entries:
        authors = next((note.metadata.authors for note in entry.paper.notes if note.metadata.authors), ())
        names = built.article(entry.paper.url).select(".cb-ident span")
        assert [unescape(str(name["title"])) for name in names] == ([signs(", ".join(authors))] if authors else [])
        assert all(name.get_text().startswith(signs(", ".join(authors[:6]))) for name in names)


def test_every_day_lists_its_papers_once_in_the_order_of_its_notes(built: Built) -> None:
    addresses = {id(note): entry.paper.url for entry in built.library.entries for note in entry.paper.all_notes}
    files: dict[str, list[list[str]]] = defaultdict(list)
    for reading in built.library.readings:
        for day, notes in groupby(sorted(reading.notes, key=lambda note: note.date), key=lambda note: note.date):
            files[day].append([addresses[id(note)] for note in notes])
    for day, parts in files.items():
        papers = [paper for url in walk(built, f"days/{day}/", "next") for paper in listed(built, url)]
        noted = [url for part in parts for url in part]
        assert Counter(papers) == Counter(set(noted)), day
        for part in parts:
            # A paper that two notes of a day speak of has its place from one of them.
            own = [url for url in part if noted.count(url) == 1]
            assert [url for url in papers if url in own] == own, day
