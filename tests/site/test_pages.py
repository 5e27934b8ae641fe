"""The built pages, parsed: what a note says stands there as it is, and nothing of it becomes markup."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

from claimbook.cli import Folders, main
from claimbook.enrich.formulas import ATTRIBUTES, ELEMENTS
from claimbook.model import Entry, Note
from claimbook.pipeline import Library
from claimbook.render.ui import TEXTS
from claimbook.structure import visible_key
from claimbook.text import HAN, escape
from support import library_of

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ROOT / "tests" / "hostile"
INTERFACE = (
    ".headerlink, .cb-source, .cb-mentioned, .cb-related, .cb-data, .cb-neighbours, .cb-warning, .cb-cut, "
    ".cb-absent, .cb-review h4 span"
)
"""What the pages add to a note's words."""
NOT_A_SECTION = {"title", "claims", "metadata", "boilerplate"}
LABEL = re.compile(r"(?:Abstract|摘要)[:：]|Q\d*[:：].*\n")
REVIEW_LABEL = re.compile(r"(Novelty|Soundness|Significance)[:：]")


@dataclass(frozen=True, kw_only=True)
class Built:
    """A site, and the library it was made from."""

    site: Path
    library: Library

    def text(self, note: Note) -> str:
        return next(r.source.text for r in self.library.readings if r.source.path == note.source)

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


def publish(notes: Path, work: Path) -> Built:
    """The site of a copy of some notes, beside which the ledger is kept."""
    shutil.copytree(notes, work / "notes")
    folders = Folders(notes=work / "notes", docs=work / "docs", site=work / "site")
    status = main(
        ["site", "--notes", str(folders.notes), "--docs", str(folders.docs), "--site", str(folders.site)],
    )
    assert status == 0
    return Built(site=folders.site, library=library_of(folders.notes))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Built:
    return publish(corpus, tmp_path_factory.mktemp("ours"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return publish(HOSTILE, tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, real_notes: Path) -> Built:
    return publish(real_notes, tmp_path_factory.mktemp("real"))


@pytest.fixture(params=["ours", "hostile", "real"])
def built(request: pytest.FixtureRequest) -> Built:
    """The rules hold for friendly notes, hostile ones and real ones alike."""
    site: Built = request.getfixturevalue(request.param)
    return site


def one(root: Tag, selector: str) -> Tag:
    found = root.select(selector)
    assert len(found) == 1, f"{len(found)} elements for {selector}"
    return found[0]


def key(text: str) -> str:
    """The one normalisation, for both sides: no white space, no pairs `**`, since the page shows them as bold.

    Control characters stand there as their signs, and the reviewer's three labels, as headings, have no colon.
    """
    return visible_key(REVIEW_LABEL.sub(r"\1", unescape(escape(text))))


def notes_with_prefix(entry: Entry) -> Iterator[tuple[Note, str]]:
    """The notes of a paper, newest first, with what stands before the section ids of each."""
    notes = entry.paper.notes
    for index, note in enumerate(notes):
        yield note, f"note-{len(notes) - index}-" if index else ""


# What a note says


def said(entry: Entry, built: Built) -> dict[str, str]:
    """The raw text of each section without its label, by the id of the heading it belongs under."""
    found: dict[str, str] = defaultdict(str)
    for note, prefix in notes_with_prefix(entry):
        for section in note.sections:
            if section.kind not in NOT_A_SECTION:
                raw = built.text(note)[section.span.start : section.span.end]
                kind = "abstract" if section.kind in ("abstract_en", "abstract_zh", "disclaimer") else section.kind
                found[prefix + kind.replace("_", "-")] += LABEL.sub("", raw + "\n", count=1)
    return {anchor: key(text) for anchor, text in found.items() if key(text)}


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


def test_every_section_of_a_note_stands_under_its_heading_word_for_word(built: Built) -> None:
    for entry in built.library.entries:
        assert shown(built.article(entry.paper.url)) == said(entry, built), entry.paper.url


def test_every_claim_stands_in_its_row_beside_its_quote_word_for_word(built: Built) -> None:
    for entry in built.library.entries:
        claims = [(item.anchor, built.text(item.note), item.claim) for item in entry.paper.claims]
        rows = built.article(entry.paper.url).select(".cb-claims > tbody > tr")
        assert [(row["id"], key(words(row, ".cb-claim")), key(verbatim(row))) for row in rows] == [
            (
                anchor,
                key(text[claim.text.span.start : claim.text.span.end]),
                key(text[claim.quote.span.start : claim.quote.span.end] if claim.quote else ""),
            )
            for anchor, text, claim in claims
        ], entry.paper.url


def verbatim(row: Tag) -> str:
    """The quote as the note has it: one click away where it is shown clean."""
    return words(row, ".cb-raw q" if row.select(".cb-raw q") else ".cb-evidence")


def words(row: Tag, selector: str) -> str:
    cell = one(row, selector)
    for label in cell.select(INTERFACE):
        label.decompose()
    return cell.get_text()


def test_the_number_of_a_claim_links_to_its_own_row(built: Built) -> None:
    for entry in built.library.entries:
        article = built.article(entry.paper.url)
        for item in entry.paper.claims:
            link = one(article, f"tr[id='{item.anchor}'] th a")
            assert (link["href"], link.get_text()) == (f"#{item.anchor}", str(item.claim.number))


def test_a_title_of_a_note_is_the_heading_of_its_page(built: Built) -> None:
    titled = [e for e in built.library.entries if e.facts.naming.title_source == "note"]
    for entry in titled:
        section = entry.paper.notes[0].section("title")
        if section is None or entry.facts.naming.subtitle:
            continue
        raw = built.text(entry.paper.notes[0])[section.span.start : section.span.end].partition(". ")[2]
        assert key(one(built.article(entry.paper.url), "h1 > span[lang]").get_text()) == key(raw)


def test_the_window_is_named_after_the_paper(built: Built) -> None:
    for entry in built.library.entries:
        title = built.page(entry.paper.url).select("head title")
        assert [key(element.get_text()) for element in title] == [key(f"{entry.facts.naming.title} - Claimbook")]


def test_the_description_is_the_beginning_of_what_the_note_says(built: Built) -> None:
    for entry in built.library.entries:
        description = str(one(built.page(entry.paper.url), "head meta[name=description]")["content"])
        assert description.strip()
        assert any(
            text.startswith(key(description)) or key(description) in text for text in said(entry, built).values()
        )


def test_all_authors_are_named_and_the_first_six_are_seen(built: Built) -> None:
    for entry in built.library.entries:
        authors = next((note.metadata.authors for note in entry.paper.notes if note.metadata.authors), ())
        names = built.article(entry.paper.url).select(".cb-ident span")
        assert [unescape(str(name["title"])) for name in names] == ([signs(", ".join(authors))] if authors else [])
        assert all(name.get_text().startswith(signs(", ".join(authors[:6]))) for name in names)


def signs(text: str) -> str:
    """Control characters as a page shows them."""
    return unescape(escape(text))


def test_every_day_lists_its_papers_once_in_the_order_of_its_notes(built: Built) -> None:
    addresses = {id(note): entry.paper.url for entry in built.library.entries for note in entry.paper.notes}
    days: dict[str, list[str]] = defaultdict(list)
    for reading in built.library.readings:
        for note in reading.notes:
            days[note.date].append(addresses[id(note)])
    assert {day: listed(built, f"days/{day}/") for day in days} == days


def listed(built: Built, url: str) -> list[str]:
    """Addresses of the papers on a list page."""
    return [target(url, link) for link in built.article(url).select(".cb-list .cb-title a")]


def target(url: str, link: Tag) -> str:
    return unquote(urljoin(f"/{url}", str(link["href"]))).removeprefix("/")


# Nothing of a note becomes markup

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
    r"C:\new\table \* \_ \| \{ \\ \n",
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
    "li": "lang",
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
HEADING_ID = re.compile(
    r"(?:note-\d+-)?(?:positioning|background|method|experiments|claims|review|limitations|followup|unplaced|abstract"
    r"|analysis-(?:problem|related|method|experiments|future|summary|other))|note-\d+"
)
OUR_NAMES = re.compile(
    rf"{HEADING_ID.pattern}|cb-[a-z]+|headerlink|tags|benchmarks|latest|\d{{4}}-\d\d|(?:n\d-)?claim-\d+"
)


@pytest.fixture(scope="module")
def all_that_is_said(hostile: Built) -> str:
    return " ".join(key(hostile.article(entry.paper.url).get_text()) for entry in hostile.library.entries)


@pytest.mark.parametrize("hazard", HAZARDS)
def test_a_hazard_is_shown_as_the_text_it_is(hazard: str, all_that_is_said: str) -> None:
    assert key(hazard) in all_that_is_said


def generated(built: Built) -> list[str]:
    return [url for url in built.urls() if not url.startswith("guide/")]


def test_no_element_or_attribute_comes_from_a_note(hostile: Built) -> None:
    found = {
        (element.name, attribute)
        for url in generated(hostile)
        for element in hostile.article(url).find_all(True)
        for attribute in ("", *element.attrs)
    }
    allowed = {(name, attribute) for name, listed in ALLOWED.items() for attribute in ("", *listed.split())}
    # MathML is made by a library from a quote's LaTeX; the cleaner lets these through, and its own tests say why.
    allowed |= {(name, attribute) for name in ELEMENTS for attribute in ("", *ATTRIBUTES)}
    assert found <= allowed


def test_no_id_or_class_comes_from_a_note(hostile: Built) -> None:
    elements = [element for url in generated(hostile) for element in hostile.article(url).find_all(True)]
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
    links = [link for url in hostile.urls() for link in hostile.page(url).select("[href], [src]")]
    addresses = [str(link.get("href") or link.get("src")) for link in links]
    assert {urlsplit(address).scheme for address in addresses} == {"", "https"}


def test_a_page_is_only_where_an_address_of_the_site_leads(hostile: Built) -> None:
    rooms = {url.split("/")[0] for url in hostile.urls()}
    assert rooms == {".", "benchmarks", "days", "guide", "papers", "tags"}


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


# The same for programs

TEXT, NUMBER, MAYBE = (str,), (int, float), (str, type(None))
NAMED = {"name": TEXT, "slug": TEXT}
SHAPE: dict[str, Any] = {
    "id": TEXT,
    "url": TEXT,
    "title": TEXT,
    "title_source": TEXT,
    "other_titles": [TEXT],
    "name": MAYBE,
    "other_names": [TEXT],
    "lang": TEXT,
    "dates": [TEXT],
    "kind": TEXT,
    "arxiv_id": MAYBE,
    "doi": MAYBE,
    "authors": [TEXT],
    "abstract": {"en": MAYBE, "zh": MAYBE, "cut": (bool,)},
    "tags": [{"id": TEXT, "terms": [TEXT]}],
    "benchmarks": [NAMED],
    "mentioned": [NAMED],
    "related": [TEXT],
    "notes": [
        {
            "source": TEXT,
            "start_line": (int,),
            "end_line": (int,),
            "sha256": TEXT,
            "kind": TEXT,
            "date": MAYBE,
            "status": TEXT,
            "repeat": (bool,),
            "sections": [{"kind": TEXT, "heading": TEXT, "start_line": (int,), "end_line": (int,)}],
        }
    ],
    "claims": [
        {
            "anchor": TEXT,
            "also": [TEXT],
            "number": (int,),
            "text": TEXT,
            "quote": MAYBE,
            "quote_clean": MAYBE,
            "translation": MAYBE,
            "source": TEXT,
            "line": (int,),
            "quote_line": (int, type(None)),
            "verdict": TEXT,
            "values": [
                {
                    "text": TEXT,
                    "value": NUMBER,
                    "unit": MAYBE,
                    "verdict": TEXT,
                    "how": MAYBE,
                    "soft": (bool,),
                    "start": (int,),
                    "end": (int,),
                }
            ],
            "benchmarks": [TEXT],
        }
    ],
}
KINDS = {"deep", "brief", "digest", "note"}
STATUSES = {"complete", "cut", "failed", "damaged"}
VERDICTS = {"supported", "partial", "differs", "no-numbers", "no-quote", "own-words", "unchecked"}


def misfits(value: Any, shape: Any, place: str = "record") -> Iterator[str]:
    """Where a value has not the keys and types of a shape."""
    if isinstance(shape, tuple):
        if type(value) not in shape:
            yield f"{place} is {value!r}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        for index, item in enumerate(value):
            yield from misfits(item, shape[0], f"{place}[{index}]")
    elif list(value) != list(shape):
        yield f"{place} has the keys {list(value)}"
    else:
        for name, inner in shape.items():
            yield from misfits(value[name], inner, f"{place}.{name}")


def test_every_record_has_the_keys_and_types_of_the_contract(built: Built) -> None:
    records = built.records()
    assert records
    assert [misfit for record in records for misfit in misfits(record, SHAPE)] == []


def test_records_use_the_words_of_the_contract(built: Built) -> None:
    for record in built.records():
        assert record["title_source"] in ("note", "derived", "override")
        assert record["lang"] in ("zh", "en")
        assert {record["kind"], *(note["kind"] for note in record["notes"])} <= KINDS
        assert {note["status"] for note in record["notes"]} <= STATUSES
        assert {claim["verdict"] for claim in record["claims"]} <= VERDICTS


def test_records_come_in_the_order_of_the_site_one_a_paper(built: Built) -> None:
    assert [record["id"] for record in built.records()] == [entry.paper.id for entry in built.library.entries]


def test_an_address_in_a_record_is_relative_to_the_root_and_leads_to_a_page(built: Built) -> None:
    for record in built.records():
        assert record["url"].endswith("/")
        assert (built.site / record["url"] / "index.html").is_file()


def test_lines_of_a_record_are_1_based_and_run_from_first_to_last_filled_line(built: Built) -> None:
    lines = {r.source.path: re.split(r"\r\n|\r|\n", r.source.text) for r in built.library.readings}
    for record in built.records():
        for note in record["notes"]:
            text = lines[note["source"]]
            for part in (note, *note["sections"]):
                first, last = part["start_line"], part["end_line"]
                assert note["start_line"] <= first <= last <= note["end_line"]
                assert text[first - 1].strip()
                assert text[last - 1].strip()


def test_a_claim_and_its_quote_stand_in_the_lines_that_the_record_names(built: Built) -> None:
    lines = {r.source.path: re.split(r"\r\n|\r|\n", r.source.text) for r in built.library.readings}
    for record in built.records():
        for claim in record["claims"]:
            text = lines[claim["source"]]
            if claim["text"]:
                assert text[claim["line"] - 1].rstrip() == f"{claim['number']}. {claim['text']}"
            if claim["quote"] is not None:
                assert text[claim["quote_line"] - 1].strip() == claim["quote"]


def test_each_page_has_its_own_record_beside_it(built: Built) -> None:
    for record in built.records():
        assert json.loads((built.site / record["url"] / "paper.json").read_text(encoding="utf-8")) == record


def twins(built: Built) -> Iterator[tuple[Entry, str]]:
    """Each paper with its page as Markdown."""
    for entry in built.library.entries:
        yield entry, (built.site / entry.paper.url / "index.md").read_text(encoding="utf-8")


def plain(markdown: str) -> str:
    """Markdown without its backslash escapes."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)


def test_the_markdown_twin_says_what_the_note_says(built: Built) -> None:
    for entry, markdown in twins(built):
        text = key(plain(markdown))
        for note, _ in notes_with_prefix(entry):
            for section in note.sections:
                if section.kind not in NOT_A_SECTION:
                    assert key(section.text) in text, (entry.paper.url, section.kind)
        for item in entry.paper.claims:
            quote = item.claim.quote.text if item.claim.quote else ""
            assert key(f"| {item.claim.number} | {item.claim.text.text} | {quote} |") in text


INTERFACE_WORDS = "|".join(re.escape(chinese) for chinese, _ in TEXTS.values())
TWIN_STRUCTURE = re.compile(
    r"\A# |^# 另一份笔记 · [\d-]+$|^- (?:来源: .*|arXiv: <https://arxiv\.org/abs/[\d.]+>$|基准: )"
    rf"|^## (?:{INTERFACE_WORDS})$|^\*\((?:{INTERFACE_WORDS})\)\*$|^\| (?:# \| 论断 \| 论文原文|--- \| --- \| ---) \|$",
    re.MULTILINE,
)


def test_no_word_of_a_note_is_markup_in_the_markdown_twin(hostile: Built) -> None:
    for entry, markdown in twins(hostile):
        bare = TWIN_STRUCTURE.sub("", re.sub(r"\\[!-/:-@\[-`{-~]", "x", markdown))
        bare = re.sub(r"^\| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", r"x \1 \2 \3", bare, flags=re.MULTILINE)
        assert re.findall(r"[<&*_`\[\]#|$~]|^(?: {4}|\t|[-+=>]|\d+[.)]\s)", bare, flags=re.MULTILINE) == [], (
            entry.paper.url
        )


# Long lists


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """120 papers of one month under one tag, 60 a day."""
    notes = tmp_path_factory.mktemp("many") / "notes"
    notes.mkdir()
    tags = "- id: common\n  zh: 常见\n  en: Common\n  terms: {kitchen: 9}\n"
    (notes / "tags.yml").write_text(tags, encoding="utf-8")
    for day in (1, 2):
        papers = "".join(tiny_paper(number, day) for number in range(1, 61))
        (notes / f"2026-05-0{day}.txt").write_text(
            f"ArXiv Papers 2026-05-0{day}\n\nLatest Papers\n\n{papers}", encoding="utf-8"
        )
    return publish(notes, tmp_path_factory.mktemp("many-built"))


def tiny_paper(number: int, day: int) -> str:
    return (
        f"{number}. Kitchen robot {day}-{number}\n\nAbstract:A kitchen is swept.\n\n摘要：扫了厨房。\n\n"
        f"Authors: A. Cook\nPDF URL: https://arxiv.org/pdf/2605.{day}{number:04}\n"
        f"Arxiv URL: https://arxiv.org/abs/2605.{day}{number:04}\nArxiv ID: 2605.{day}{number:04}\n"
        f"Published: 2026-05-01\nUpdated: 2026-05-01\n\n"
    )


def walk(built: Built, first: str, rel: str) -> list[str]:
    """Addresses of a list's parts, as the links between them lead."""
    urls = [first]
    while links := built.article(urls[-1]).select(f".cb-pager a[rel={rel}]"):
        urls.append(target(urls[-1], links[0]))
    return urls


@pytest.mark.parametrize(
    ("first", "sizes"),
    [("tags/common/", [50, 50, 20]), ("days/2026-05/", [50, 50, 20]), ("days/2026-05-01/", [50, 10])],
)
def test_a_long_list_comes_in_parts_that_together_hold_every_paper_once(
    many: Built, first: str, sizes: list[int]
) -> None:
    parts = [listed(many, url) for url in walk(many, first, "next")]
    assert [len(part) for part in parts] == sizes
    assert len({paper for part in parts for paper in part}) == sum(sizes)


@pytest.mark.parametrize("first", ["tags/common/", "days/2026-05/"])
def test_the_way_back_through_a_long_list_is_the_way_there(many: Built, first: str) -> None:
    there = walk(many, first, "next")
    assert walk(many, there[-1], "prev") == there[::-1]


def test_the_neighbour_links_of_papers_lead_through_all_of_them(many: Built) -> None:
    urls = [many.library.entries[0].paper.url]
    while links := many.article(urls[-1]).select(".cb-neighbours a[rel=next]"):
        urls.append(target(urls[-1], links[0]))
    assert urls == [entry.paper.url for entry in many.library.entries]
    assert len(urls) == 120


# The whole site


def test_two_builds_of_the_same_notes_are_the_same_to_the_byte(ours: Built, corpus: Path, tmp_path: Path) -> None:
    again = publish(corpus, tmp_path)
    assert contents(again.site) == contents(ours.site)


def contents(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of an English note, by a copy of the project whose theme speaks English."""
    project = tmp_path_factory.mktemp("english")
    shutil.copytree(ROOT / "scripts", project / "scripts", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copytree(ROOT / "docs", project / "docs")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    (project / "mkdocs.yml").write_text(config.replace("language: zh", "language: en"), encoding="utf-8")
    notes = project / "notes"
    notes.mkdir()
    shutil.copy(ROOT / "source_notes" / "tags.yml", notes)
    (notes / "2026-05-01.txt").write_text(ENGLISH, encoding="utf-8")
    command = [sys.executable, str(project / "scripts" / "build.py"), "site"]
    folders = ["--notes", str(notes), "--docs", str(project / "made"), "--site", str(project / "site")]
    done = subprocess.run([*command, *folders], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return project / "site"


ENGLISH = """ArXiv Domain Papers 2026-05-01

Latest Papers

1. Sweeping robots learn to cook on ALFWorld

Abstract:A reinforcement learning agent sweeps the floor and then cooks; on ALFWorld it reaches 71.5%, on WebShop none.

LLM Analysis

Q: 这篇论文试图解决什么问题？

Sweeping and cooking were two robots so far.

Q: 论文如何解决这个问题？

One robot does both, and then stops in the mid

Authors: A. Cook, B. Baker
PDF URL: https://arxiv.org/pdf/2605.00001
Arxiv URL: https://arxiv.org/abs/2605.00001
Arxiv ID: 2605.00001
Published: 2026-05-01
Updated: 2026-05-01
"""


def test_an_english_site_of_english_notes_has_no_chinese_word(english: Path) -> None:
    pages = [path for path in english.rglob("index.html") if "guide" not in path.parts]
    assert len(pages) > 6
    for path in pages:
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        assert one(page, "html")["lang"] == "en"
        assert re.findall(f"[{HAN}、，。；：（）]", str(one(page, "article")) + str(page.title)) == [], path


def test_an_english_markdown_twin_has_no_chinese_word(english: Path) -> None:
    text = (english / "papers" / "2605.00001" / "index.md").read_text(encoding="utf-8")
    assert re.findall(f"[{HAN}、，。；：（）]", text) == []
