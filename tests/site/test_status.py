"""What `check` tells of each file, as text and as JSON, and the pages of the site that tell readers the same."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from claimbook.model import FileReport, Problem, SiteInfo
from claimbook.render import status
from support import ROOT, build

DEEP = "\n\n".join(
    [
        "2026-03-02",
        "Fogbank 是一个给灯塔排班的框架。",
        "过去的排班靠纸笔。",
        "Fogbank 先预测雾，再把班次排成一张表。",
        "Fogbank 在三座灯塔上测试，准确率 86.42%，延迟 137 毫秒。",
        "1. 准确率为 86.42%，延迟 137 毫秒。",
        "  Fogbank reaches 86.42% at 137 ms.",
        "Novelty：一般。 Soundness：好。 Significance：省人。",
        "没在极夜里测过。",
        "可用到航标上。\n",
    ]
)
DIGEST = """HuggingFace Papers 2026-03-04
1. Fogbank: Rostering Lighthouse Keepers
Abstract:We introduce Fogbank, a framework for rosters of lighthouses. Fogbank reaches 86.42% at 137 ms.
摘要：我们提出 Fogbank，准确率 86.42%，延迟 137 ms。
LLM Analysis
Q: 这篇论文试图解决什么问题？
Fogbank 解决灯塔排班的问题。
Authors: Ada Reef, Bo Shoal
PDF URL: https://arxiv.org/pdf/2603.00417
Arxiv URL: https://arxiv.org/abs/2603.00417
Arxiv ID: 2603.00417
Published: 2026-03-04
Updated: 2026-03-04
"""
EMPTY_DAY = "# 2026-03-05\n\n今日无新论文。\n"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built site of two files on one paper, an empty day, a file that is no note, and one that cannot be read."""
    work = tmp_path_factory.mktemp("desk")
    notes = work / "notes"
    notes.mkdir()
    for name, text in (("a.txt", DEEP), ("b.txt", DIGEST), ("c.md", EMPTY_DAY), ("fog <1>.pdf", "")):
        (notes / name).write_text(text, encoding="utf-8")
    (notes / "d.txt").write_bytes(b"\xff\xff")
    done = build(notes, work, "site")
    assert done.returncode == 0, done.stderr
    return work


@pytest.fixture
def fresh(desk: Path, tmp_path: Path) -> Path:
    """The notes of the desk without its ledger."""
    shutil.copytree(desk / "notes", tmp_path / "notes", ignore=shutil.ignore_patterns("permalinks.yml"))
    return tmp_path / "notes"


def test_check_tells_one_line_a_file_then_the_findings_then_the_totals(fresh: Path) -> None:
    done = build(fresh, fresh.parent, "check")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in lines[:5]] == [
        f"{fresh}/{name}" for name in ("a.txt", "b.txt", "c.md", "d.txt", "fog <1>.pdf")
    ]
    assert "deep-text in utf-8, 1 papers (1 new, 0 merged), 10 lines: 9 in papers, 1 header, 0 boil" in lines[0]
    assert "digest-text in utf-8, 1 papers (0 new, 1 merged), 13 lines: " in lines[1]
    assert re.search(r"skipped \(utf-8\): this is no note but an empty day", lines[2])
    assert "skipped: byte 0 is neither" in lines[3]
    assert [re.sub(":.*", "", line) for line in lines[5:-1]] == ["notice", "problem", "notice"]
    assert lines[-1].startswith("5 files, 1 papers, 2 claims, ")


def test_check_on_a_built_desk_finds_nothing_new(desk: Path) -> None:
    assert "1 papers (0 new, 0 merged)" in build(desk / "notes", desk, "check").stdout


def test_check_as_json_tells_programs_the_same(fresh: Path) -> None:
    done = build(fresh, fresh.parent, "check", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    report: dict[str, Any] = json.loads(done.stdout)
    assert (report["version"], list(report)) == (1, ["version", "files", "findings", "totals"])
    files = {Path(file["path"]).name: file for file in report["files"]}
    assert all(file["path"].startswith(f"{fresh}/") for file in report["files"])
    assert files["a.txt"] | {"path": ""} == {
        "path": "",
        "format": "deep-text",
        "encoding": "utf-8",
        "skipped": None,
        "papers": 1,
        "new": 1,
        "merged": 0,
        "lines": {"all": 10, "papers": 9, "header": 1, "boilerplate": 0, "unclaimed": 0},
    }
    assert (files["d.txt"]["format"], files["d.txt"]["encoding"]) == (None, None)
    assert [file["skipped"] is None for file in report["files"]] == [True, True, False, False, False]
    assert {f["code"] for f in report["findings"]} == {"not-a-note", "bad-encoding", "other-file"}
    assert all(f["path"].startswith(f"{fresh}/") for f in report["findings"])
    totals = report["totals"]
    assert (totals["files"], totals["papers"], totals["claims"]) == (5, 1, 2)
    assert (totals["notices"], totals["problems"], totals["refusals"]) == (2, 1, 0)


def test_every_field_of_the_json_is_in_the_guide(fresh: Path) -> None:
    text = (ROOT / "docs" / "guide" / "problems.md").read_text(encoding="utf-8").partition("## Files")[0]
    report = json.loads(build(fresh, fresh.parent, "check", "--json").stdout)
    names = {*report, *report["files"][0], *report["files"][0]["lines"], *report["findings"][0], *report["totals"]}
    assert {name for name in names if f"`{name}`" not in text} == set()


def page(desk: Path, name: str = "status") -> BeautifulSoup:
    return BeautifulSoup((desk / "site" / name / "index.html").read_text(encoding="utf-8"), "html.parser")


def rows(desk: Path) -> dict[str, Tag]:
    return {row.select("code")[0].get_text(): row for row in page(desk).select(".cb-status > li")}


def test_the_status_page_says_what_was_taken_from_which_file(desk: Path) -> None:
    found = rows(desk)
    assert list(found) == ["fog <1>.pdf", "d.txt", "c.md", "b.txt", "a.txt"]
    for name in ("a.txt", "b.txt"):
        assert [link["href"] for link in found[name].select("details a")] == ["../papers/2603.00417/"]
    assert "并入" in found["b.txt"].get_text()
    assert "并入" not in found["a.txt"].get_text()
    assert "this is no note but an empty day" in found["c.md"].get_text()
    assert "UTF-8" in found["c.md"].get_text()


def test_the_status_page_is_linked_from_home_and_guide(desk: Path) -> None:
    for name in ("", "guide"):
        links = {str(link.get("href")) for link in page(desk, name).select("article a")}
        assert links & {"status/", "../status/"}


def test_a_finding_leads_to_its_explanation(desk: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text(DEEP.replace("Novelty", "N0velty"), encoding="utf-8")
    assert build(tmp_path / "notes", tmp_path, "site").returncode == 0
    findings = rows(tmp_path)["a.txt"].select(".cb-findings a")
    assert {str(link["href"]) for link in findings} >= {"../guide/problems/#missing-review"}


def test_the_status_does_not_change_with_the_ledger_or_the_clock(desk: Path) -> None:
    before = (desk / "docs" / "status" / "index.md").read_bytes()
    assert build(desk / "notes", desk, "site").returncode == 0
    assert (desk / "docs" / "status" / "index.md").read_bytes() == before
    assert not re.search(rb"\d\d:\d\d", before)


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (50, 1), (51, 2), (1000, 20)])
def test_files_are_told_of_fifty_a_page(count: int, pages: int) -> None:
    files = [FileReport(path=f"{n:04}.txt", skipped="empty") for n in range(count)]
    made = list(status.pages(files, (), SiteInfo(language="en")))
    assert [file.path for file in made] == [
        "status/index.md" if n == 1 else f"status/page/{n}/index.md" for n in range(1, pages + 1)
    ]
    assert sum(file.text.count("<code>") for file in made) == count
    assert all(len(file.text) < 20_000 for file in made)


def test_what_a_file_name_or_a_finding_says_is_text() -> None:
    hazard = '<script>alert(1)</script>"{{ 1 }}\u202e'
    found = Problem(path=hazard, line=1, column=1, code="odd-characters", severity="notice", message=hazard)
    file = FileReport(path=hazard, format="deep-text", encoding="utf-8", papers=1, problems=(found,) * 30)
    (made,) = status.pages([file], (), SiteInfo(language="en"))
    assert "<script" not in made.text
    assert "\u202e" not in made.text
    assert "10 more" in made.text


def test_a_thousand_files_stay_readable(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(1000):
        (notes / f"{number:04}.md").write_text(EMPTY_DAY, encoding="utf-8")
    done = build(notes, tmp_path, "check")
    lines = done.stdout.splitlines()
    assert len(lines) == 2001
    assert lines[-1].startswith("1000 files, 0 papers, ")


def test_a_refused_build_leaves_the_index_that_is_kept_between_builds(desk: Path, tmp_path: Path) -> None:
    shutil.copytree(desk, tmp_path, dirs_exist_ok=True)
    kept = sorted(path.name for path in (tmp_path / "docs").glob(".claimbook-search-*"))
    assert kept
    (tmp_path / "notes" / "e.txt").write_text(DEEP.replace("Fogbank", "Lampwick"), encoding="utf-8")
    (tmp_path / "notes" / "a.txt").unlink()
    (tmp_path / "notes" / "b.txt").unlink()
    assert build(tmp_path / "notes", tmp_path, "site").returncode == 2
    assert sorted(path.name for path in (tmp_path / "docs").glob(".claimbook-search-*")) == kept


def test_an_older_note_and_a_repeated_one_are_told_on_the_page(desk: Path) -> None:
    article = page(desk, "papers/2603.00417")
    text = article.get_text()
    assert "收录于" in text
    assert [code.get_text() for code in article.select(".cb-source code")] == ["b.txt", "a.txt"]


def test_a_repeat_is_named_in_the_source_line_and_its_anchor_stays(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(DEEP, encoding="utf-8")
    (notes / "b.txt").write_text(DEEP.replace("纸笔。", "纸笔，还有铃。"), encoding="utf-8")
    (notes / "overrides.yml").write_text('"b.txt:3": {same-as: "a.txt:3"}\n', encoding="utf-8")
    assert build(notes, tmp_path, "site").returncode == 0
    url = "papers/2026-03-02-fogbank"
    assert [row["id"] for row in page(tmp_path, url).select("tr[id]")] == ["n2-claim-1", "claim-1"]
    (notes / "b.txt").write_text(DEEP, encoding="utf-8")
    assert build(notes, tmp_path, "site").returncode == 0
    article = page(tmp_path, url)
    assert [row["id"] for row in article.select("tr[id]")] == ["claim-1"]
    assert article.select("tr#claim-1 a#n2-claim-1")
    assert [code.get_text() for code in article.select(".cb-source code")] == ["a.txt", "b.txt"]


def test_the_title_of_an_older_note_stands_below_its_heading(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    newer = DIGEST.replace("2026-03-04", "2026-03-09").replace("Rostering", "How to Roster")
    (notes / "a.txt").write_text(DIGEST, encoding="utf-8")
    (notes / "b.txt").write_text(newer.replace("86.42% at 137 ms", "91.5%"), encoding="utf-8")
    assert build(notes, tmp_path, "site").returncode == 0
    article = page(tmp_path, "papers/2603.00417")
    assert "How to Roster" in article.select("h1")[0].get_text()
    assert [p.get_text() for p in article.select(".cb-owntitle")] == ["Fogbank: Rostering Lighthouse Keepers"]
