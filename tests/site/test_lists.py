"""Long lists come in parts, and the site as a whole is repeatable and speaks one language."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from pages import Built, listed, one, publish, target, walk

from claimbook.text import HAN
from support import ROOT

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
    return publish(tmp_path_factory.mktemp("many-built"), notes)


def tiny_paper(number: int, day: int) -> str:
    return (
        f"{number}. Kitchen robot {day}-{number}\n\nAbstract:A kitchen is swept.\n\n摘要：扫了厨房。\n\n"
        f"Authors: A. Cook\nPDF URL: https://arxiv.org/pdf/2605.{day}{number:04}\n"
        f"Arxiv URL: https://arxiv.org/abs/2605.{day}{number:04}\nArxiv ID: 2605.{day}{number:04}\n"
        f"Published: 2026-05-01\nUpdated: 2026-05-01\n\n"
    )


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
    again = publish(tmp_path, corpus)
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
        for message in page.select(".cb-findings span"):
            # It names a label that the format asks for, which may be Chinese.
            message.decompose()
        assert re.findall(f"[{HAN}、，。；：（）]", str(one(page, "article")) + str(page.title)) == [], path


def test_an_english_markdown_twin_has_no_chinese_word(english: Path) -> None:
    text = (english / "papers" / "2605.00001" / "index.md").read_text(encoding="utf-8")
    assert re.findall(f"[{HAN}、，。；：（）]", text) == []
