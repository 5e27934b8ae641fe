"""The choice of a reader, what `read` does for all of them, and the parts that readers are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from claimbook import readers
from claimbook.model import Metadata, Note, Reading, Region, Section, Source, Span
from claimbook.readers import READERS, identify, read
from claimbook.readers.accounting import account, unclaimed_problems
from claimbook.readers.base import ARXIV_ID, Reader, ends_abruptly, find_date, make_note, make_reading, make_section
from claimbook.text import Lines, decode, problem

TESTS = Path(__file__).resolve().parents[1]
FOLDERS = [TESTS / "corpus", *(TESTS / "golden" / one.name.replace("-", "_") for one in READERS)]
SAMPLES = sorted(path for folder in FOLDERS for path in folder.glob("*.*") if path.suffix != ".json")
DEEP = "2026-03-01\n\n甲。\n\n乙。\n\n丙。\n\n丁。\n\n1. 戊。\n\n   Five.\n\nNovelty：己。\n\n庚。\n\n辛。"
DIGEST = "Latest Papers\n\n1. A: B\n\nAbstract:Words.\n\n中文摘要\n\n摘要：字。\n\nUpdated: now"


def source(text: str, path: str = "2026-03-01.txt") -> Source:
    return Source(path=path, text=text, sha256="")


def names(text: str) -> list[str]:
    return [reader.name for reader in identify(source(text), Lines(text))]


def reader(name: str, read_it: Callable[[Source, Lines], Reading] | None = None, *, takes: bool = True) -> Reader:
    """A reader that takes all files, or none."""
    return Reader(
        name=name,
        accepts=lambda _source, _lines: takes,
        read=read_it or (lambda given, _lines: Reading(source=given, format=name)),
    )


# The choice


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_exactly_one_reader_takes_each_sample(path: Path) -> None:
    assert len(names(decode(path.read_bytes())[0])) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DEEP, ["deep-text"]),
        (DIGEST, ["digest-text"]),
        ("2026-03-01", ["deep-text"]),
        ("2026年3月1日\n", ["deep-text"]),
        ("HuggingFace Papers 2026-03-01\n\n数据来源：HuggingFace Papers", ["digest-text"]),
        ("甲。\n\n乙。", []),
        ("# 日记\n\n今天下雨。", []),
        ("1. 买菜\n\n2. 做饭", []),
        ("1. 苹果\n   一斤\n\n2. 梨", ["deep-text"]),
        ("1. A plan\n\nThe Abstract: of it.", []),
        ("2026-13-45", []),
    ],
)
def test_a_file_is_known_by_its_parts(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_file_that_two_readers_take_is_an_error_that_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "READERS", (reader("left"), reader("none", takes=False), reader("right")))
    reading = read(source("\n\nsome text"))
    assert [(p.code, p.line, p.severity) for p in reading.problems] == [("ambiguous-format", 3, "problem")]
    assert "left and right" in reading.problems[0].message
    assert (reading.format, reading.notes) == ("", ())


def test_parts_of_two_formats_in_one_file_are_such_an_error() -> None:
    reading = read(source(f"{DEEP}\n\n{DIGEST}"))
    assert [p.code for p in reading.problems] == ["ambiguous-format"]
    assert all(name in reading.problems[0].message for name in ("deep-text", "digest-text"))


def test_a_file_that_no_reader_takes_is_an_error_that_names_all_formats_and_shows_its_first_words() -> None:
    (found,) = read(source("\n\n  今天下雨，没有读论文。")).problems
    assert (found.code, found.line, found.severity) == ("unknown-format", 3, "problem")
    assert "“今天下雨，没有读论文。”" in found.message
    assert all(one.name in found.message for one in READERS)


def test_an_empty_file_is_offered_to_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(given: Source, lines: Lines) -> bool:
        raise AssertionError

    monkeypatch.setattr(readers, "READERS", (Reader(name="any", accepts=fail, read=reader("any").read),))
    assert [p.code for p in read(source(" \n")).problems] == ["empty-file"]


def test_names_of_readers_are_distinct() -> None:
    assert len({one.name for one in READERS}) == len(READERS)


# What `read` adds to a reading


def test_a_reading_without_note_or_problem_says_that_there_is_no_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        readers,
        "READERS",
        (reader("any", lambda s, lines: make_reading(s, "any", (), [("header", lines.span(0, 0))], ())),),
    )
    assert [p.code for p in read(source("head")).problems] == ["no-paper"]


def test_what_a_reader_leaves_is_reported_among_its_own_findings_in_the_order_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def careless(given: Source, lines: Lines) -> Reading:
        found = (problem(given, 1, "early", "x"), problem(given, 9, "late", "x"))
        return make_reading(given, "any", (), [("header", lines.span(0, 0))], found)

    monkeypatch.setattr(readers, "READERS", (reader("any", careless),))
    found = read(source("head\n\nleft\n\nover\n\n\n\nend")).problems
    assert [(p.code, p.line) for p in found] == [("early", 1), ("unclaimed-text", 3), ("late", 9)]


# The account


def section(lines: Lines, kind: str, first: int, last: int) -> Section:
    return make_section(lines, kind, first, last)


def note_of(given: Source, lines: Lines, *sections: Section) -> Note:
    return make_note(
        given, lines, format_name="any", kind="note", date="", status="complete", position=1, sections=sections
    )


def test_each_line_that_is_not_blank_is_counted_once() -> None:
    given = source("head\n\nLatest\n\ntitle\n\nadvert\nadvert\n\nnobody\n\n")
    lines = Lines(given.text)
    note = note_of(given, lines, section(lines, "title", 4, 4), section(lines, "boilerplate", 6, 7))
    regions = [("header", lines.span(0, 0)), ("Latest", lines.span(2, 2))]
    found = account(make_reading(given, "any", [note], regions, ()))
    assert (found.papers, found.header, found.boilerplate, found.unclaimed) == (1, 1, 3, (10,))
    assert (found.total, found.contested) == (6, ())


def test_a_line_of_two_parts_is_contested() -> None:
    given = source("one\ntwo\nthree")
    lines = Lines(given.text)
    note = note_of(given, lines, section(lines, "title", 0, 1), section(lines, "abstract", 1, 2))
    assert account(make_reading(given, "any", [note], (), ())).contested == (2,)


def test_unclaimed_lines_are_one_problem_a_run_and_blank_lines_do_not_part_runs() -> None:
    given = source("a\n\nb\nHEAD\nc\n\n\nd")
    lines = Lines(given.text)
    reading = make_reading(given, "any", (), [("header", lines.span(3, 3))], ())
    assert [(p.line, p.code) for p in unclaimed_problems(reading)] == [(1, "unclaimed-text"), (5, "unclaimed-text")]


# The parts of readers


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-03-01", "2026-03-01"),
        ("2026/3/1 的笔记", "2026-03-01"),
        ("2026年03月01日", "2026-03-01"),
        ("2026 年 3 月 1 日", "2026-03-01"),
        ("notes/2026.03.01_hf.txt", "2026-03-01"),
        ("2026-02-30 then 2026-03-01", "2026-03-01"),
        ("12026-03-011", ""),
        ("2603.00001", ""),
        ("2026-3", ""),
        ("0000-01-01", ""),
        ("", ""),
    ],
)
def test_the_first_day_that_the_calendar_has(text: str, date: str) -> None:
    assert find_date(text) == date


@pytest.mark.parametrize(
    ("text", "arxiv_id"),
    [
        ("2603.00001", "2603.00001"),
        ("https://arxiv.org/abs/2603.00001v12", "2603.00001"),
        ("https://arxiv.org/pdf/2603.00001.pdf", "2603.00001"),
        ("0704.0001", "0704.0001"),
        ("https://arxiv.org/abs/math.GT/0309136", "math.GT/0309136"),
        ("hep-th/9901001v3", "hep-th/9901001"),
        ("12603.000012", None),
        ("2603.000012", None),
        ("hep-th/99010012", None),
        ("2603.00001.5", None),
        ("v1.2603.00001", None),
        ("none", None),
    ],
)
def test_an_arxiv_id_without_its_version(text: str, arxiv_id: str | None) -> None:
    found = ARXIV_ID.search(text)
    assert (found and found.group(1)) == arxiv_id


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("A sentence.", False),
        ("一句话。", False),
        ("He said “no”", False),
        ("(an aside)", False),
        ("See https://example.org/a", False),
        ("code at this https URL", False),
        ("A sentence. And then the", True),
        ("一句话，但是", True),
        ("ends in a number 12", True),
        ("", False),
    ],
)
def test_a_text_that_stops_in_mid_sentence(text: str, cut: bool) -> None:
    assert ends_abruptly(text) == cut


def test_a_label_is_part_of_a_sections_lines_and_not_of_its_text() -> None:
    lines = Lines("x\nAbstract: Words.  \ny")
    made = make_section(lines, "abstract_en", 1, 1, label=len("Abstract:"))
    assert (made.text, made.span) == ("Words.", Span(start=2, end=20))


def test_a_note_covers_its_sections_and_is_known_by_its_own_text() -> None:
    given = source("head\r\n\r\ntitle\r\n\r\nbody\r\n")
    lines = Lines(given.text)
    note = note_of(given, lines, section(lines, "title", 2, 2), section(lines, "body", 4, 4))
    assert (note.start_line, note.end_line) == (3, 5)
    assert note.sha256 == hashlib.sha256(b"title\r\n\r\nbody").hexdigest()
    assert note.metadata == Metadata()


def test_a_reading_has_its_findings_in_the_order_of_the_file() -> None:
    given = source("a\nb")
    found = [problem(given, 2, "b", ""), problem(given, 1, "a2", "", column=5), problem(given, 1, "a1", "")]
    reading = make_reading(given, "any", (), [("header", Span(start=0, end=1))], found)
    assert [p.code for p in reading.problems] == ["a1", "a2", "b"]
    assert reading.regions == (Region(kind="header", span=Span(start=0, end=1)),)
