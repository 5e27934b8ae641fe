"""A built site as its tests read it: the pages parsed, and beside them what the notes say."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from bs4 import BeautifulSoup, Tag

from claimbook.cli import main
from claimbook.model import Entry, Note, Passage, Section
from claimbook.pipeline import Library
from claimbook.render.ui import TEXTS
from claimbook.screening import mask
from claimbook.structure import visible_key
from claimbook.text import escape, fold, squeeze
from support import library_of

INTERFACE = (
    ".headerlink, .cb-source, .cb-mentioned, .cb-related, .cb-data, .cb-neighbours, .cb-warning, .cb-cut, "
    ".cb-absent, .cb-owntitle, .cb-nocolumns, .cb-translation > b, .cb-review h4 span"
)
"""What the pages add to a note's words, and what tests look at by itself."""
NOT_A_SECTION = {"title", "claims", "metadata", "boilerplate"}
PLAIN = {"deep-text", "digest-text"}
"""Formats without markup of their own, whose raw lines are the words a reader sees."""
LABEL = re.compile(r"(?:Abstract|摘要)[:：]|Q\d*[:：].*\n")
REVIEW_LABEL = re.compile(r"(Novelty|Soundness|Significance)[:：]")
JOINTS = re.compile(r" — |: |; |\s")
"""What parts the words of a claim that is composed of a heading and an item, or of the cells of a row."""


@dataclass(frozen=True, kw_only=True)
class Built:
    """A site, and the library it was made from."""

    site: Path
    library: Library

    def text(self, note: Note) -> str:
        return next(r.source.text for r in self.library.readings if r.source.path == note.source)

    def lines(self, source: str) -> list[str]:
        """Lines of a file as its notes are published; none is without its number in the file."""
        text = next(r.source.text for r in self.library.readings if r.source.path == source)
        return [mask(line) for line in re.split(r"\r\n|\r|\n", text)]

    def page(self, url: str) -> BeautifulSoup:
        return BeautifulSoup((self.site / url / "index.html").read_text(encoding="utf-8"), "html.parser")

    def article(self, url: str) -> Tag:
        return one(self.page(url), "article")

    def urls(self) -> list[str]:
        """Addresses of all pages."""
        return sorted(f"{path.parent.relative_to(self.site).as_posix()}/" for path in self.site.rglob("index.html"))

    def records(self) -> list[dict[str, Any]]:
        lines = (self.site / "data" / "papers.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


def publish(work: Path, *folders: Path, only: Sequence[str] = ("*",)) -> Built:
    """The site of a copy of the notes in some folders, beside which the ledger is kept."""
    notes = work / "notes"
    for folder in folders:
        for path in sorted(path for pattern in only for path in folder.rglob(pattern) if path.is_file()):
            target = notes / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    site = work / "site"
    assert main(["site", "--notes", str(notes), "--docs", str(work / "docs"), "--site", str(site)]) == 0
    return Built(site=site, library=library_of(notes))


def one(root: Tag, selector: str) -> Tag:
    found = root.select(selector)
    assert len(found) == 1, f"{len(found)} elements for {selector}"
    return found[0]


def signs(text: str) -> str:
    """Control characters as a page shows them."""
    return unescape(escape(text))


def key(text: str) -> str:
    """The one normalisation, for both sides: no white space, no pairs `**`, since the page shows them as bold.

    Private paths are masked, odd characters stand there as their signs, and the reviewer's three labels, as headings,
    have no colon.
    """
    return visible_key(REVIEW_LABEL.sub(r"\1", signs(mask(text))))


def notes_with_prefix(entry: Entry) -> Iterator[tuple[Note, str]]:
    """The notes of a paper, newest first, with what stands before the section ids of each."""
    notes = entry.paper.notes
    for index, note in enumerate(notes):
        yield note, f"note-{len(notes) - index}-" if index else ""


def words(row: Tag, selector: str) -> str:
    """The words of a note in one cell, without its remarks."""
    cell = one(row, selector)
    for label in cell.select(f"{INTERFACE}, .cb-said"):
        label.decompose()
    return cell.get_text()


# What a note says. Of a format with markup the words are those that its reader found: tests of the readers hold
# them to the file, and test_texts holds the page to what a browser shows of the file.


def said(entry: Entry, built: Built) -> dict[str, str]:
    """The words of each section without its label, by the id of the heading it belongs under."""
    found: dict[str, str] = defaultdict(str)
    for note, prefix in notes_with_prefix(entry):
        for anchor, section in anchored(note):
            found[prefix + anchor] += _own_heading(note, section) + _words(built.text(note), note, section)
    return {anchor: key(text) for anchor, text in found.items() if key(text)}


def anchored(note: Note) -> Iterator[tuple[str, Section]]:
    """Each section under the id of its heading: one a kind, but in a note that keeps an order of its own one a run."""
    seen: dict[str, int] = defaultdict(int)
    sections = [section for section in note.sections if section.kind not in NOT_A_SECTION and section.text]
    for kind, group in groupby(sections, _heading):
        seen[kind] += 1
        number = f"-{seen[kind]}" if note.kind == "note" and seen[kind] > 1 else ""
        for section in group:
            yield kind.replace("_", "-") + number, section


def _heading(section: Section) -> str:
    return "abstract" if section.kind in ("abstract_en", "abstract_zh", "disclaimer") else section.kind


def _own_heading(note: Note, section: Section) -> str:
    """What the note of one paper calls a section, unless it is what the page calls it."""
    heading = squeeze(section.heading)
    return "" if note.kind != "note" or fold(heading) == fold(TEXTS[section.kind][0]) else heading


def _words(text: str, note: Note, section: Section) -> str:
    if note.format not in PLAIN:
        return section.text
    return LABEL.sub("", text[section.span.start : section.span.end] + "\n", count=1)


def told(note: Note, text: str, passage: Passage | None) -> str:
    """The words of a claim, a quote or a translation, as the note has them.

    A claim composed of a row's cells and their columns, or of a heading and its item, is no slice of the note: the item
    must stand whole in the claim, and each word of the claim in the note.
    """
    if passage is None:
        return ""
    raw, words = text[passage.span.start : passage.span.end], key(passage.text)
    if note.format not in PLAIN or key(raw) == words:
        return words
    known = key(text[note.span.start : note.span.end])
    whole = "\t" in raw or key(raw) in words
    return words if whole and all(key(word) in known for word in JOINTS.split(passage.text)) else key(raw)


# What a page shows


def shown(article: Tag) -> dict[str, str]:
    """The visible text below each heading with an id, up to the next; without labels and the claims' table."""
    for element in article.select(f"{INTERFACE}, .cb-claims"):
        element.decompose()
    found: dict[str, str] = {}
    anchor = ""
    for element in article.find_all(recursive=False):
        if element.name in ("h2", "h3"):
            anchor = str(element["id"])
        elif anchor:
            found[anchor] = found.get(anchor, "") + element.get_text()
    return {anchor: key(text) for anchor, text in found.items() if key(text)}


def verbatim(row: Tag) -> str:
    """The quote as the note has it: one click away where it is shown clean."""
    return words(row, ".cb-raw q" if row.select(".cb-raw q") else ".cb-evidence")


def listed(built: Built, url: str) -> list[str]:
    """Addresses of the papers on a list page."""
    return [target(url, link) for link in built.article(url).select(".cb-list .cb-title a")]


def walk(built: Built, first: str, rel: str) -> list[str]:
    """Addresses of a list's parts, as the links between them lead."""
    urls = [first]
    while links := built.article(urls[-1]).select(f".cb-pager a[rel={rel}]"):
        urls.append(target(urls[-1], links[0]))
    return urls


def target(url: str, link: Tag, attribute: str = "href") -> str:
    """Where a link of a page leads, from the site's root."""
    return unquote(urljoin(f"/{url}", str(link[attribute]))).removeprefix("/")


def twins(built: Built) -> Iterator[tuple[Entry, str]]:
    """Each paper with its page as Markdown."""
    for entry in built.library.entries:
        yield entry, (built.site / entry.paper.url / "index.md").read_text(encoding="utf-8")


def plain(markdown: str) -> str:
    """Markdown without its backslash escapes."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)


def generated(urls: Iterable[str]) -> list[str]:
    """Pages that are made from notes."""
    return [url for url in urls if not url.startswith("guide/")]
