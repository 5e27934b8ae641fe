"""The real files in other skins hold what their index says; each is named, and skipped only where it is absent."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from claimbook.model import Note, Reading, Section, Source
from claimbook.readers import read
from claimbook.readers.accounting import account
from claimbook.structure import visible_key
from claimbook.text import decode

SHARED = Path(__file__).resolve().parents[3] / "shared"
INPUTS = SHARED / "inputs"
PAGE, DAY = "01_wdndev_hf_2026-07-31.html", SHARED / "notes" / "2026-07-31.txt"
FULL = ("authors", "pdf_url", "abs_url", "arxiv_id", "title")
# File: format, day, notes, distinct ids, fields that each note states.
DIGESTS = {
    PAGE: ("digest-html", "2026-07-31", 20, 20, FULL),
    "02_wdndev_hf_2026-06-05_one_failed.html": ("digest-html", "2026-06-05", 1, 1, FULL),
    "07_wdndev_domain_2026-06-11_raw_hexo_tags.html": ("digest-html", "2026-06-11", 40, 30, (*FULL, "categories")),
    "08_wdndev_hf_2025-07-06.md": ("digest-markdown", "2025-07-06", 17, 17, (*FULL, "categories")),
    "09_wdndev_arxiv_domain_2025-07-06.md": ("digest-markdown", "2025-07-06", 40, 38, (*FULL, "categories")),
    "D1_bom_crlf_wdndev_hf.md": ("digest-markdown", "2025-07-06", 17, 17, (*FULL, "categories")),
}
DEEP = {
    "D4_ai_lunwen_shendu_fixture.html": ("deep-html", "2026-09-01"),
    "D5_ai_lunwen_shendu_fixture_as_text.txt": ("deep-text", "2026-09-01"),
}
STATUSES = {
    PAGE: {"complete": 10, "failed": 5, "cut": 4, "damaged": 1},
    "02_wdndev_hf_2026-06-05_one_failed.html": {"failed": 1},
    "07_wdndev_domain_2026-06-11_raw_hexo_tags.html": {"cut": 32, "failed": 7, "complete": 1},
}
GROUPS = {
    "07_wdndev_domain_2026-06-11_raw_hexo_tags.html": {"LLM": 10, "Agent": 10, "Evaluation": 10, "VLM": 10},
    "09_wdndev_arxiv_domain_2025-07-06.md": {"LLM": 10, "Agent": 10, "NLP": 10, "AI": 10},
}


def reading_of(path: Path) -> Reading:
    if not path.exists():
        pytest.skip(f"the real file is not there: {path}")
    return read(Source(path=path.name, text=decode(path.read_bytes())[0], sha256=""))


def stated(name: str) -> tuple[int, int]:
    """Entries and distinct papers by the index of the inputs."""
    entry = next(e for e in json.loads((INPUTS / "index.json").read_text(encoding="utf-8")) if e["file"] == name)
    numbers = [int(n) for n in re.findall(r"\d+(?! (?:deep|short))", str(entry["papers"]).partition("(")[0])]
    return numbers[0], numbers[-1]


@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_holds_what_the_index_says(name: str) -> None:
    reading = reading_of(INPUTS / name)
    form, day, count, distinct, fields = DIGESTS[name]
    assert (count, distinct) == stated(name)
    assert (reading.format, len(reading.notes)) == (form, count)
    assert len({note.metadata.arxiv_id for note in reading.notes}) == distinct
    for position, note in enumerate(reading.notes, 1):
        assert (note.position, note.date, note.kind) == (position, day, "digest")
        assert all(getattr(note.metadata, field) for field in fields), note.metadata
        assert note.section("abstract_en")
    assert account(reading).unclaimed == account(reading).contested == ()
    # The one problem is a question that the export itself swallowed.
    expected = {"swallowed-question": 1} if name == PAGE else {}
    assert Counter(p.code for p in reading.problems if p.severity != "notice") == expected
    assert Counter(note.status for note in reading.notes) == STATUSES.get(name, {"complete": count})
    if name in GROUPS:
        assert Counter(note.metadata.group for note in reading.notes) == GROUPS[name]


def test_a_versioned_address_gives_an_id_without_version() -> None:
    notes = reading_of(INPUTS / "09_wdndev_arxiv_domain_2025-07-06.md").notes
    assert all(re.search(r"v\d+$", note.metadata.abs_url) for note in notes)
    assert not any("v" in note.metadata.arxiv_id for note in notes)


def test_half_rendered_pages_give_their_answers_as_blocks() -> None:
    notes = reading_of(INPUTS / "07_wdndev_domain_2026-06-11_raw_hexo_tags.html").notes
    blocks = [block for note in notes for section in note.sections for block in section.blocks]
    kinds = Counter(block.kind for block in blocks)
    assert all(kinds[kind] > 3 for kind in ("paragraph", "heading", "list", "preformatted"))
    words = [run for block in blocks for row in block.rows for cell in row for run in cell]
    assert sum(run.style == "strong" for run in words) > 200
    assert not any("hideToggle" in run.text or "<p style" in run.text or "1\\." in run.text for run in words)
    # The file itself escapes these marks; what was meant is not certain.
    assert sum("**" in run.text for run in words) <= 11


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_read_day_holds_what_the_index_says(name: str) -> None:
    reading = reading_of(INPUTS / name)
    deep, brief = reading.notes
    assert stated(name)[0] == 2
    assert (reading.format, deep.date) == DEEP[name]
    assert (deep.kind, brief.kind, deep.status, brief.status) == ("deep", "brief", "complete", "complete")
    assert [claim.number for claim in deep.claims] == [1, 2]
    assert all(claim.quote for claim in deep.claims)
    assert {s.kind for s in deep.sections} >= {"positioning", "method", "experiments", "claims", "review", "followup"}
    assert [s.kind for s in brief.sections if s.kind not in ("title", "metadata")] == ["abstract", "disclaimer"]
    assert reading.problems == account(reading).unclaimed == ()


def test_a_deep_read_page_says_all_that_its_text_says_and_names_its_papers() -> None:
    page, text = (reading_of(INPUTS / name) for name in DEEP)
    for one, other in zip(page.notes, text.notes, strict=True):
        assert [(claim.text.text, claim.quote and claim.quote.text) for claim in one.claims] == [
            (claim.text.text, claim.quote and claim.quote.text) for claim in other.claims
        ]
        for section in other.sections:
            same = one.section(section.kind)
            assert same
            if section.kind != "claims":  # There the text has the numbers too.
                assert visible_key(same.text) == visible_key(section.text)
    for note, badges in zip(page.notes, (5, 2), strict=True):
        assert note.metadata.title
        assert note.metadata.authors
        assert re.fullmatch(r"2609\.0000\d", note.metadata.arxiv_id)
        assert len(note.metadata.badges) == badges


# One day as a page and as the text that was exported from it


def text_key(section: Section) -> str:
    """Key of a section of the text, without the line numbers that the export put before a listing's code."""
    return visible_key(re.sub(r"(?m)^\d{1,3}(?: \d{1,3})*\t(?=\D)", "", section.text))


def page_key(section: Section, text: str) -> str:
    """Key of a section of the page, without blocks of which the text has no trace: the export lost them.

    That is one heading of 264 sections. No other difference is allowed: neither brackets nor marks nor space but
    white space and pairs of `**`.
    """
    if not section.blocks:
        return visible_key(section.text)
    keys = [visible_key(block.text) for block in section.blocks]
    return visible_key("".join(key for key in keys if key in text))


def pairs() -> list[tuple[Note, Note]]:
    page, text = reading_of(INPUTS / PAGE), reading_of(DAY)
    return list(zip(page.notes, text.notes, strict=True))


def test_page_and_text_of_one_day_have_the_same_papers() -> None:
    for page, text in pairs():
        assert page.metadata == text.metadata
        assert (page.date, page.status, page.position) == (text.date, text.status, text.position)
        assert [(s.kind, s.heading, s.cut) for s in page.sections] == [
            (s.kind, s.heading, s.cut) for s in text.sections
        ]


def test_page_and_text_of_one_day_have_the_same_words_in_every_section() -> None:
    equal = []
    for page, text in pairs():
        for one, other in zip(page.sections, text.sections, strict=True):
            equal.append(visible_key(one.text) == visible_key(other.text))
            key = text_key(other)
            assert page_key(one, key) == key, (page.position, one.kind)
    print(f"{sum(equal)} of {len(equal)} sections have the same words without any normalisation")
    assert len(equal) - sum(equal) <= 2


def test_a_page_knows_more_than_its_text() -> None:
    def count(notes: list[Note], wanted: str) -> int:
        blocks = [block for note in notes for section in note.sections for block in section.blocks]
        runs = [run for block in blocks for row in block.rows for cell in row for run in cell]
        return sum(block.kind == wanted for block in blocks) + sum(run.style == wanted for run in runs)

    pages, texts = zip(*pairs(), strict=True)
    figures = {
        kind: (count(list(pages), kind), count(list(texts), kind)) for kind in ("strong", "list", "table", "code")
    }
    print(figures)
    assert figures["table"] == (15, 15)
    assert figures["strong"][0] > 5 * figures["strong"][1] > 0
    assert figures["list"][0] > figures["list"][1]
    assert figures["code"][0] > 30 > figures["code"][1]
