"""The fault matrix of Markdown lists and one-paper files: one finding, its line, and neighbours as if nothing were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from claimbook.model import Note, Reading
from claimbook.readers import read
from claimbook.readers.accounting import account
from support import source

Lines = list[str]
Edit = Callable[[Lines], Lines]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What is done to a paper's lines; the finding due, as a code and a line of the damaged paper from 0, or none."""

    name: str
    edit: Edit
    finds: tuple[str, int] | None
    notes: int = 1
    """How many notes the damaged lines still give."""


def without(*places: int) -> Edit:
    return lambda lines: [line for i, line in enumerate(lines) if i not in places]


def instead(place: int, *new: str) -> Edit:
    return lambda lines: [*lines[:place], *new, *lines[place + 1 :]]


def reading_of(lines: Lines) -> Reading:
    return read(source("\n".join(lines) + "\n", "list.md"))


def view(note: Note) -> object:
    """All of a note but where in its file it stands."""
    return note.metadata, note.date, note.status, [(s.kind, s.heading, s.text, s.cut) for s in note.sections]


# Lists of papers

HEAD = ["# 论文速递 2026-03-14", ""]


def paper(number: int) -> Lines:
    return [
        f"## {number}. Kettle {number}: Boiling as a Clock",
        "",
        f"**作者**: Ada Verin {number}  ",
        f"**链接**: https://arxiv.org/abs/2603.0{number:04}",
        "",
        "**摘要**: A kettle is a clock, and we show this for three hundred of them.",
        "",
        "**实验结果**:",
        "误差 2%。",
        "",
    ]


FAULTS = (
    Fault(name="nothing", edit=lambda lines: lines, finds=None),
    Fault(name="no number", edit=instead(0, "## Kettle: Boiling as a Clock"), finds=None),
    Fault(name="no link", edit=without(3), finds=None),
    Fault(name="no author", edit=without(2), finds=None),
    Fault(name="a half-width colon in full width", edit=instead(2, "**作者**：Ada Verin"), finds=None),
    Fault(
        name="no label at all",
        edit=lambda lines: [lines[0], "", "一壶水。", ""],
        finds=("unclear-paper", 0),
        notes=0,
    ),
    Fault(
        name="a cut abstract",
        edit=instead(5, "**摘要**: A kettle is a clock, and we show this for three hund"),
        finds=("cut-text", 5),
    ),
    Fault(name="nothing but data", edit=lambda lines: lines[:5], finds=("no-text", 0)),
    Fault(name="an unclosed fold", edit=instead(7, "<details><summary>实验结果</summary>", ""), finds=None),
    Fault(name="an unclosed comment", edit=instead(8, "<!-- 误差 2%。"), finds=None),
    Fault(name="a tag in the text", edit=instead(8, "误差 <think> 2%。"), finds=None),
    Fault(name="Markdown that nests too deep", edit=instead(8, "> " * 40 + "误差 2%。"), finds=None),
)


@pytest.mark.parametrize("followed", [True, False], ids=["followed", "last"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_in_a_list_costs_no_neighbour(fault: Fault, followed: bool) -> None:
    before, following = paper(1), paper(3) if followed else []
    healthy = [view(note) for note in reading_of([*HEAD, *before, *paper(2), *following]).notes]
    reading = reading_of([*HEAD, *before, *fault.edit(paper(2)), *following])
    due = [(fault.finds[0], len(HEAD) + len(before) + 1 + fault.finds[1])] if fault.finds else []
    assert [(p.code, p.line) for p in reading.problems] == due
    views = [view(note) for note in reading.notes]
    assert len(views) == 1 + fault.notes + followed
    assert views[0] == healthy[0]
    assert views[-1] == healthy[-1] if followed else True
    assert account(reading).unclaimed == account(reading).contested == ()


def test_a_stated_count_that_is_not_the_number_found_is_reported_with_its_place() -> None:
    reading = reading_of(["# 论文速递", "", "今日精选 3 篇论文。", "", *paper(1), *paper(2)])
    assert [(p.code, p.line, p.column) for p in reading.problems] == [("stated-count", 3, 3)]
    assert "3 papers and 2 were found" in reading.problems[0].message
    assert reading_of(["# 论文速递", "", "2 篇深读，1 篇简读", "", *paper(1), *paper(2), *paper(3)]).problems == ()


# One paper a file

FRONT = ["---", 'title: "Small Hammers"', "authors: [Ada Verin]", "arxiv_id: 2603.06780", "date: 2026-03-12", "---", ""]
BODY = ["# 小锤子", "", "## 摘要", "", "我们敲打。", "", "## 方法", "", "敲。"]


@pytest.mark.parametrize(
    ("edit", "finds"),
    [
        (lambda lines: lines, None),
        (instead(1, "title: Small: Hammers"), ("lenient-front-matter", 2)),
        (instead(4, "date: 2026-03-12", "date: 2026-03-13"), ("lenient-front-matter", 6)),
        (instead(4, "date:\t2026-03-12"), ("lenient-front-matter", 5)),
        (instead(4, "date: 2026-03-12", "x: !!python/object/apply:os.system [ls]"), ("lenient-front-matter", 6)),
        (instead(4, "date: 2026-03-12", "arxiv_url: https://arxiv.org/abs/2603.09999"), ("contradicting-ids", 2)),
        (without(1, 2, 7, 8), ("missing-title", 1)),
        (lambda lines: lines[:8], ("no-text", 8)),
        (instead(11, "我们敲打"), ("cut-text", 12)),
    ],
)
def test_a_fault_in_a_file_of_one_paper_is_one_finding(edit: Edit, finds: tuple[str, int] | None) -> None:
    reading = reading_of(edit([*FRONT, *BODY]))
    assert reading.format == "paper-markdown"
    assert [(p.code, p.line) for p in reading.problems] == ([finds] if finds else [])
    (note,) = reading.notes
    assert (note.metadata.arxiv_id, note.date) == ("2603.06780", "2026-03-12")
    assert account(reading).unclaimed == account(reading).contested == ()


# What is no note


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("a.md", "# 日报 · 2026-03-14\n\n- 当次推荐总数：0\n\n## 精读区\n- 本次无精读推荐。\n", "an empty day"),
        ("a.md", "# Daily\n\nNo new papers today.\n", "an empty day"),
        ("a.md", "## Papers for 2026-03-14\n\n| Title | Authors | Summary |\n|---|---|---|\n", "a table without rows"),
        ("a.html", "<html><head><title>404 Not Found</title></head><body>nginx</body></html>", "a failed download"),
        ("a.html", "<html><head><title>Just a moment...</title></head><body></body></html>", "a failed download"),
        ("a.md", "HTTP Error 503: Service Unavailable\n", "a failed download"),
        ("a.md", "# Notes\n\nTODO\n", "a placeholder"),
        ("a.md", "---\ntitle: {{title}}\n---\n\n## 摘要\n\n待补充\n", "a placeholder"),
        ("a.md", "# Archive\n\n## March\n\n## April\n", "headings without any text"),
        ("a.md", "# 目录\n\n- [一](2026-03-01.md)\n- [二](2026-03-02.md)\n- [[2026-03-03|三]]\n", "an index"),
        ("README.md", "# Kettle reader\n\nReads papers.\n", "a description of a project"),
        ("a.md", "# Tool\n\n## Installation\n\nRun it.\n\n## License\n\nMIT\n", "a description of a project"),
    ],
)
def test_a_file_that_is_no_note_is_told_with_the_reason(path: str, text: str, reason: str) -> None:
    reading = read(source(text, path))
    assert (reading.format, reading.notes) == ("none", ())
    (found,) = reading.problems
    assert (found.code, found.severity) == ("not-a-note", "notice")
    assert reason in found.message
    assert account(reading).unclaimed == ()


@pytest.mark.parametrize(
    "body",
    [
        "We study pages that answer 404 Not Found, and agents that give up then.",
        "今日无人值守的水壶也能当钟用：本次没有失败，全部三百次都准。",
        "TODO lists help agents; the placeholder {{name}} is filled in later.",
    ],
)
def test_words_of_such_files_do_not_hide_a_paper(body: str) -> None:
    text = (
        f"# 2026-03-14\n\n## 1. Kettles\n\n**作者**: Ada Verin\n**链接**: https://arxiv.org/abs/2603.00001\n\n{body}\n"
    )
    assert [note.metadata.title for note in read(source(text, "a.md")).notes] == ["Kettles"]


@pytest.mark.parametrize(
    "text",
    [
        "# 日记\n\n今天下雨。\n",
        "# RAG\n\n- [A](https://arxiv.org/abs/2603.00001) 好\n- [B](https://arxiv.org/abs/2603.00002) 好\n\n其他。\n",
        "## 1. 买菜\n\n苹果一斤。\n\n## 2. 做饭\n\n炒。\n",
    ],
)
def test_headings_without_sign_of_a_paper_are_refused(text: str) -> None:
    reading = read(source(text, "a.md"))
    assert reading.notes == ()
    assert [p.code for p in reading.problems] in (["unknown-format"], ["not-a-note"])
