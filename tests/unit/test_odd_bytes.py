"""Bytes that no note should hold: reported once a file, shown safely, and never the end of a build."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook import pipeline, store
from claimbook.model import File, Problem, SiteInfo
from claimbook.readers import read
from claimbook.screening import screen
from claimbook.text import ODD, escape, signs
from support import library_of, rendered, source

REORDERING = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
PARAGRAPHS = (
    "2026-03-02",
    "Fogbank 是灯塔的框架。",
    "过去靠纸笔。",
    "先预测，后排班。",
    "在三座灯塔上测试。",
    "1. 准确率为 86.42%。\n  Fogbank reaches 86.42%.",
    "Novelty：一般。 Soundness：好。 Significance：省人。",
    "没测过极夜。",
    "可用到航标上。\n",
)
NOTE = "\n\n".join(PARAGRAPHS)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a\0b\x01", 2),
        ("lost \ufffd here", 1),
        ("zero\u200bwidth\u2060\ufeff", 3),
        ("\u202eabc\u202c \u2066x\u2069", 4),
        ("\x85\x9f\x7f", 3),
        ("tag\U000e0041", 1),
        ("a\u200db", 1),
        ("👩\u200d💻 क्\u200dष می\u200cخواهم", 0),
        ("line\r\nnext\ttab 中文，“”…— é ñ 𝟙 ⊃", 0),
    ],
)
def test_odd_characters_are_told_from_those_that_texts_need(text: str, count: int) -> None:
    assert len(ODD.findall(text)) == count


def odd(text: str) -> list[Problem]:
    return [p for p in screen(read(source(text))).problems if p.code == "odd-characters"]


def test_one_notice_a_file_has_the_number_and_the_place_of_the_first() -> None:
    (found,) = odd(NOTE.replace("过去靠", "过\u202e去\0靠"))
    assert (found.line, found.column, found.severity) == (5, 2, "notice")
    assert found.message.startswith("2 characters, the first U+202E,")
    assert odd(NOTE) == []


@given(st.text(alphabet=st.characters(), max_size=50))
def test_what_a_page_shows_has_no_control_and_reorders_nothing(text: str) -> None:
    shown = escape(text)
    assert not [c for c in shown if (c < " " and c not in "\t\n\r") or "\x7f" <= c < "\xa0" or c in REORDERING]


def test_signs_tell_which_character_stood_there() -> None:
    assert signs("a\0\u202eb\x9f") == "a␀[U+202E]b\ufffd"


def published(text: str) -> Iterator[File]:
    names = ("tags.yml", "benchmarks.yml", "overrides.yml", "permalinks.yml")
    library = pipeline.assemble([source(text)], dict.fromkeys(names, ""))
    yield from rendered(library, SiteInfo(language="en"))


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x9f", *REORDERING])
def test_no_published_file_holds_the_character_itself(character: str) -> None:
    """In data it stands as an escape, which is the same to a program."""
    text = NOTE
    for word in ("Fogbank", "纸笔", "准确率", "reaches", "Novelty：", "极夜"):
        text = text.replace(word, f"{word}{character}x")
    pages = [file for file in published(text) if file.place == "docs" or file.path.endswith((".json", ".jsonl", ".md"))]
    assert pages
    assert [file.path for file in pages if character in file.text and "claims/" not in file.path] == []


@pytest.mark.parametrize(
    "name",
    ["a b $HOME `x`.txt", "灯塔　2026-03-02.txt", "é" * 100 + ".txt", "x" * 200 + ".txt", "100%.txt", "'\"&<>.txt"],
)
def test_any_file_name_is_read_and_its_papers_have_plain_addresses(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(NOTE, encoding="utf-8")
    library = library_of(tmp_path)
    assert [entry.paper.url for entry in library.entries] == ["papers/2026-03-02-fogbank/"]
    assert [file.path for file in library.files] == [name]
    files = list(rendered(library, SiteInfo(language="zh")))
    assert all(len(part.encode()) < 200 for file in files for part in file.path.split("/"))


def test_a_title_of_300_characters_makes_sane_names(tmp_path: Path) -> None:
    title = "Fogbank " + "lighthouse " * 28
    body = f"## 摘要\n\n{'灯塔的排班。' * 20}\n\n## 方法\n\n先预测，后排班。\n"
    text = f"---\ntitle: {title}\ndate: 2026-03-02\n---\n\n# {title}\n\n{body}"
    (tmp_path / "fog.md").write_text(text, encoding="utf-8")
    library = library_of(tmp_path)
    files = list(rendered(library, SiteInfo(language="zh")))
    assert [len(entry.facts.naming.title) > 290 for entry in library.entries] == [True]
    assert max(len(part.encode()) for file in files for part in file.path.split("/")) < 120


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert changing(tmp_path, monkeypatch, times=1) == (NOTE + "more", [])


def test_a_file_that_changes_again_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert changing(tmp_path, monkeypatch, times=2) == ("", ["changing-file"])


def changing(folder: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> tuple[str, list[str]]:
    """What is read of a file to which something is added in the middle of the first readings."""
    path, left = folder / "a.txt", [times]
    path.write_text(NOTE, encoding="utf-8")
    honest = Path.read_bytes

    def slow(self: Path) -> bytes:
        data = honest(self)
        if left[0]:
            left[0] -= 1
            with path.open("a", encoding="utf-8") as stream:
                stream.write("more")
        return data

    monkeypatch.setattr(Path, "read_bytes", slow)
    sources, problems = store.read_notes(folder)
    return "".join(s.text for s in sources), [p.code for p in problems]


def test_what_a_killed_build_left_beside_the_notes_is_removed_when_it_is_old(tmp_path: Path) -> None:
    old, young = tmp_path / ".writing-old", tmp_path / "sub" / ".writing-young"
    young.parent.mkdir()
    for path in (old, young):
        path.write_text("half", encoding="utf-8")
    os.utime(old, (time.time() - 86400,) * 2)
    assert store.read_notes(tmp_path) == ((), ())
    store.clear_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob(".*")) == [".writing-young"]


def test_the_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(NOTE.encode("gb18030"))
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe" + NOTE.replace("Fogbank", "Lampwick").encode("utf-16-le"))
    (tmp_path / "c.txt").write_bytes(b"\xff\xff\xff")
    found = {file.path: (file.encoding, file.papers, bool(file.skipped)) for file in library_of(tmp_path).files}
    assert found == {"a.txt": ("gb18030", 1, False), "b.txt": ("utf-16-le", 1, False), "c.txt": ("", 0, True)}
