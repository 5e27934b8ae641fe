"""Paths of the writer's machine: found, replaced wherever a note's words go, reported; formulas and URLs stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook import pipeline
from claimbook.model import File, Reading, SiteInfo
from claimbook.readers import read
from claimbook.screening import HIDDEN, mask, screen
from support import ROOT, SHARED, ends, long_text, rendered, source

LEAK = re.compile(r"/Users/\w|/home/\w|[A-Za-z]:\\\\?Users|\\\\\\\\?nas\d|\b(?:zotero|file|obsidian)://", re.IGNORECASE)
"""What no file of a site may hold; coarser than the rule it checks."""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("见 /Users/ada/灯塔/a.pdf。然后", "见 […]。然后"),
        ("保存在/Users/ada/a.pdf里", "保存在[…]"),
        ("(/home/bo/My Papers/fog.pdf)", "([…])"),
        ("in /mnt/c/Users/ada/fog, then", "in […], then"),
        ("C:\\Users\\Ada Reef\\Documents\\fog.pdf, ok", "[…], ok"),
        ("C:\\\\Users\\\\ada\\\\fog", "[…]"),
        ("D:/Users/ada/fog", "[…]"),
        ("E:\\papers\\fog.pdf", "[…]"),
        ("\\\\nas01\\papers$\\fog", "[…]"),
        ("[p. 3](zotero://open-pdf/library/items/ABC?page=3)", "[p. 3]([…])"),
        ("ZOTERO://select/items/1", "[…]"),
        ("<file:///C:/Users/ada/a%20b.pdf>", "<[…]>"),
        ("obsidian://open?vault=reef&file=fog next", "[…] next"),
    ],
)
def test_a_private_path_is_replaced_and_nothing_beside_it(text: str, shown: str) -> None:
    assert mask(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "https://lamp.example/home/fog and http://lamp.example/Users/7",
        "the /home/ page, and/or a/b",
        r"f:\mathbb{R}^n \to \mathbb{R}",
        r"$F:\Omega\to\Gamma$",
        r"a \\ \hline\hline b \\\alpha\beta",
        r"\begin{cases} x\\y\end{cases}",
        "profile://lamp, ratio 3:/4",
        "Q:\\n",
    ],
)
def test_what_only_looks_like_a_path_stays(text: str) -> None:
    assert mask(text) == text


@given(st.text(alphabet="/\\:.~ aUsershomefilzt{}$C\n，", max_size=200))
def test_masking_is_idempotent_and_never_longer_than_it_must_be(text: str) -> None:
    once = mask(text)
    assert mask(once) == once
    assert len(once) <= len(text) + len(HIDDEN)


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("/Users/a", " b", ""),
        ("", "/Users/", ""),
        ("", "\\\\ab", ""),
        ("", "C:\\" + "a" * 39 + " ", ""),
        ("", "a:\\", ""),
        ("/Users/x ", "y" * 39 + " ", "/"),
        ("file://", "x", ""),
    ],
)
def test_a_hostile_text_ends(before: str, unit: str, after: str) -> None:
    with ends():
        mask(before + long_text(unit, 1_000_000) + after)


NOTE = """---
title: "Fogbank: Rostering Lighthouse Keepers"
arxiv_id: "2603.00417"
date: 2026-03-04
pdf_path: /Users/ada/Reef Papers/fog.pdf
abs_url: file:///Users/ada/fog.html
pdf_url: https://arxiv.org/pdf/2603.00417
---

# Fogbank: Rostering Lighthouse Keepers

## 一句话总结

Fogbank 排班，数据在 /home/ada/fog，模型在 C:\\Users\\ada\\models\\fog.bin。

## Q&A 论文解读

### Q1: 这篇论文试图解决什么问题？

见 [笔记](obsidian://open?vault=reef&file=fog) 与 [原文](zotero://select/items/1_ABCD)。

> [!quote] 原文
> All code is at \\\\nas01\\reef\\fog, and it reaches 86.42% on three lighthouses.
"""


def texts(value: Any) -> Iterator[str]:
    """Every text in a record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def test_no_record_of_a_note_holds_a_path_and_spans_stay() -> None:
    before = read(source(NOTE, "fog.md"))
    after = screen(before)
    assert before.notes
    assert not [text for text in texts(after.notes) if LEAK.search(text)]
    assert HIDDEN in "".join(texts(after.notes))
    assert [s.span for n in after.notes for s in n.sections] == [s.span for n in before.notes for s in n.sections]
    assert [n.sha256 for n in after.notes] == [n.sha256 for n in before.notes]
    assert after.source is before.source


def test_the_notice_has_the_number_and_the_place_of_the_first() -> None:
    (found,) = [p for p in screen(read(source(NOTE, "fog.md"))).problems if p.code == "private-path"]
    assert (found.line, found.column, found.severity) == (5, 11, "notice")
    assert found.message.startswith("7 private paths")


def test_a_path_spelled_with_markup_is_found_in_what_was_read() -> None:
    reading = read(source(NOTE, "fog.md"))
    hidden = replace(
        reading, source=source(NOTE.replace("/", "&#47;").replace(":", "&#58;").replace("\\", ""), "fog.md")
    )
    found = screen(hidden)
    assert not [text for text in texts(found.notes) if LEAK.search(text)]
    assert [p.line for p in found.problems if p.code == "private-path"] == [1]


def test_a_reading_without_paths_is_returned_as_it_is() -> None:
    reading = read(source((ROOT / "tests" / "corpus" / "2026-09-27.txt").read_text(encoding="utf-8")))
    assert screen(reading) is reading


def built(notes: dict[str, str]) -> Iterator[File]:
    """All that a site publishes of some notes, the documents of its search index too."""
    names = ("tags.yml", "benchmarks.yml", "overrides.yml", "permalinks.yml")
    library = pipeline.assemble([source(text, path) for path, text in notes.items()], dict.fromkeys(names, ""))
    site = SiteInfo(language="zh", url="https://reef.example/")
    yield from rendered(library, site, (*pipeline.OUTPUTS, pipeline.INDEX))


def leaks(notes: dict[str, str]) -> list[tuple[str, str]]:
    found = []
    for file in built(notes):
        text = json.dumps(file.text) + file.text
        found += [(file.path, text[max(0, m.start() - 40) : m.end() + 40]) for m in LEAK.finditer(text)]
    return found


def test_no_file_of_a_site_holds_a_path_of_a_hostile_note() -> None:
    assert leaks({"fog.md": NOTE, "bare.txt": "nothing but file:///Users/ada/x here\n"}) == []


def test_no_file_of_a_site_holds_a_path_of_a_real_note() -> None:
    if not SHARED.is_dir():
        pytest.skip(f"the real notes are not there: {SHARED}")
    notes = {}
    for path in sorted((SHARED / "inputs").iterdir()):
        if path.suffix in (".md", ".txt", ".html"):
            notes[path.name] = path.read_bytes().decode("utf-8-sig", "replace")
    assert sum(bool(LEAK.search(text)) for text in notes.values()) >= 2
    assert leaks(notes) == []


def test_a_link_that_is_no_web_address_is_not_published() -> None:
    pages = {file.path: file.text for file in built({"fog.md": NOTE})}
    assert 'href="[' not in pages["papers/2603.00417/index.md"]


def test_the_example_is_read_as_a_note() -> None:
    reading: Reading = read(source(NOTE, "fog.md"))
    assert [note.metadata.arxiv_id for note in reading.notes] == ["2603.00417"]
