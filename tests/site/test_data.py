"""The same for programs: records, and the Markdown beside each page."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from typing import Any

from pages import NOT_A_SECTION, Built, key, notes_with_prefix, plain, twins

from claimbook.model import Note
from claimbook.readers import READERS
from claimbook.render.ui import TEXTS

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
            "origin": TEXT,
            "remarks": [{"name": TEXT, "text": TEXT}],
            "translation": MAYBE,
            "translation_differs": (bool,),
            "source": TEXT,
            "line": (int,),
            "quote_line": (int, type(None)),
            "verdict": TEXT,
            "checked_by": MAYBE,
            "checked_why": MAYBE,
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
ALL = {reader.name for reader in READERS}
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
    for record in built.records():
        for note in record["notes"]:
            text = built.lines(note["source"])
            for part in (note, *note["sections"]):
                first, last = part["start_line"], part["end_line"]
                assert note["start_line"] <= first <= last <= note["end_line"]
                assert text[first - 1].strip()
                assert text[last - 1].strip()


def test_a_claim_that_a_note_lists_and_its_quote_are_the_lines_that_the_record_names(built: Built) -> None:
    for note, claim in claims(built, {"deep-text"}):
        text = built.lines(note.source)
        if claim["text"]:
            assert text[claim["line"] - 1].rstrip() == f"{claim['number']}. {claim['text']}"
        if claim["quote"] is not None:
            assert text[claim["quote_line"] - 1].strip() == claim["quote"]


def test_a_claim_found_in_a_digest_stands_in_the_line_that_the_record_names(built: Built) -> None:
    for note, claim in claims(built, {"digest-text"}):
        line = key(built.lines(note.source)[claim["line"] - 1])
        item = claim["text"].rpartition(" — ")[2]
        # A row's values are cells of their line; the columns that they stand behind are cells of its table's head.
        values = [cell.rpartition(": ")[2] for cell in item.split("; ")]
        assert key(item) in line or all(key(value) in line for value in values), claim["anchor"]


def test_a_claim_of_any_note_begins_within_its_note(built: Built) -> None:
    for note, claim in claims(built):
        assert note.start_line <= claim["line"] <= note.end_line
        if claim["quote"] is not None:
            assert note.start_line <= claim["quote_line"] <= note.end_line


def claims(built: Built, formats: Container[str] = ALL) -> Iterator[tuple[Note, dict[str, Any]]]:
    """Each claim's record beside the note it is of."""
    for entry, record in zip(built.library.entries, built.records(), strict=True):
        for item, claim in zip(entry.paper.claims, record["claims"], strict=True):
            if item.note.format in formats:
                yield item.note, claim


def test_each_page_has_its_own_record_beside_it(built: Built) -> None:
    for record in built.records():
        assert json.loads((built.site / record["url"] / "paper.json").read_text(encoding="utf-8")) == record


def test_the_markdown_twin_says_what_the_note_says(built: Built) -> None:
    for entry, markdown in twins(built):
        text = key(plain(markdown))
        for note, _ in notes_with_prefix(entry):
            for section in note.sections:
                if section.kind not in NOT_A_SECTION:
                    assert key(section.text) in text, (entry.paper.url, section.kind)
        for item in entry.paper.claims:
            quote = item.claim.quote.text if item.claim.quote else ""
            assert key(f"| {item.claim.number or '–'} | {item.claim.text.text} | {quote} |") in text


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
