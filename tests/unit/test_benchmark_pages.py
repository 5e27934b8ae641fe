"""Pages of benchmarks: every claim newest first, its figures and verdict beside it, disagreements on top, in parts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from claimbook.model import File, SiteInfo
from claimbook.pipeline import Library
from claimbook.render import benchmarks
from support import library_of

BASE = "benchmarks/swebenchverified/"


def paper(name: str, *claims: tuple[str, str]) -> str:
    """A paper in the deep-read format that was tested on SWE-bench Verified."""
    parts = [
        f"{name} 是一个给水獭筑坝做规划的编码智能体，{name} 先写计划再搬木头。",
        f"过去的智能体边想边搬，{name} 的作者认为这样太慢，也容易出错。",
        f"{name} 先看一遍河道，再写出一份逐段的计划，最后按计划逐步施工。",
        f"{name} 在 SWE-bench Verified 上跑了五遍，解决率 50.5%，与公开基线逐项比较。",
    ]
    for number, (claim, quote) in enumerate(claims, 1):
        parts += [f"{number}. {claim}", f"   {quote}"]
    parts += [
        "Novelty：中等，部件都是现成的。 Soundness：对照充分。 Significance：给养獭人省下时间。",
        f"{name} 只看过一条河，别的河一条也没有看，因此外推时要小心。",
        f"后续可以把 {name} 搬到更长的河上，再看看预算如何变化。",
    ]
    return "\n\n".join(parts)


FILLER = (("木头共有二百一十根。", "There are 210 logs."), ("河道长三百米。", "The river is 300 m long."))
OLD = paper(
    "DamPlan",
    (
        "DamPlan 在 SWE-bench Verified 上的解决率为 61.4%，高于 MudNet-7B 的 52.3%。",
        "On SWE-bench Verified, DamPlan resolves 61.4%, against 52.3% for MudNet-7B.",
    ),
    *FILLER,
)
NEW = paper(
    "LodgeKit",
    (
        "LodgeKit 在 SWE-bench Verified 上的解决率为 63.0%，高于 MudNet-7B 的 49.9%。",
        "LodgeKit resolves 63.0% of SWE-bench Verified; MudNet-7B resolves some.",
    ),
    ("在 SWE-bench Verified 上，<b>两百</b>个任务用了 12.5 小时。", "On SWE-bench Verified, tasks took 12.5 hours."),
    *FILLER,
)
SILENT = paper("ReedBot", *FILLER, ("芦苇共有七十捆。", "There are 70 bundles of reed."))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    notes = tmp_path_factory.mktemp("notes")
    (notes / "2026-03-01.txt").write_text(f"2026-03-01\n\n{OLD}\n\n{SILENT}\n", encoding="utf-8")
    (notes / "2026-03-02.txt").write_text(f"2026-03-02\n\n{NEW}\n", encoding="utf-8")
    return library_of(notes)


def pages(library: Library, language: str = "en") -> dict[str, File]:
    info = SiteInfo(language=language)  # type: ignore[arg-type]
    return {file.path: file for file in benchmarks.pages(library.entries, library.settings.tags, info)}


def parsed(files: dict[str, File], url: str = BASE) -> BeautifulSoup:
    return BeautifulSoup(files[f"{url}index.md"].text, "html.parser")


@pytest.fixture(scope="module")
def page(library: Library) -> BeautifulSoup:
    return parsed(pages(library))


def texts(found: Sequence[Tag]) -> list[str]:
    return [tag.get_text() for tag in found]


def test_papers_stand_newest_first_with_day_and_kind(page: BeautifulSoup) -> None:
    assert texts(page.select(".cb-list > li .cb-title a"))[0].startswith("LodgeKit")
    assert texts(page.select(".cb-list time")) == ["2026-03-02", "2026-03-01", "2026-03-01"]
    assert all("Deep read" in line for line in texts(page.select(".cb-list .cb-meta")))


def test_only_claims_on_the_benchmark_are_shown_and_each_leads_to_its_anchor(page: BeautifulSoup) -> None:
    links = [str(link["href"]) for link in page.select(".cb-claim .cb-go")]
    assert [link.rpartition("/")[2] for link in links] == ["#claim-1", "#claim-2", "#claim-1"]
    assert all(link.startswith("../../papers/") for link in links)


def test_a_paper_without_a_claim_that_names_the_benchmark_is_listed_all_the_same(page: BeautifulSoup) -> None:
    silent = next(item for item in page.select(".cb-list > li") if "ReedBot" in item.get_text())
    assert not silent.select("table")
    assert "no claim names it" in silent.get_text()


def test_figures_are_marked_by_their_verdict_and_named_where_that_is_certain(page: BeautifulSoup) -> None:
    first = page.select(".cb-figures")[0]
    assert texts(first.select("li")) == ["LodgeKit · 解决率 63.0%", "MudNet-7B · 解决率 49.9%"]
    assert [mark["class"] for mark in first.select("mark")] == [["cb-ok"], ["cb-miss"]]


def test_where_there_is_no_quote_no_figure_is_marked(tmp_path: Path) -> None:
    text = NEW.replace("   LodgeKit resolves 63.0% of SWE-bench Verified; MudNet-7B resolves some.\n\n", "")
    assert text != NEW
    (tmp_path / "2026-03-01.txt").write_text(f"2026-03-01\n\n{text}\n", encoding="utf-8")
    figures = parsed(pages(library_of(tmp_path))).select(".cb-figures")[0]
    assert texts(figures.select("b")) == ["63.0%", "49.9%"]
    assert not figures.select("mark")


def test_the_verdict_stands_there_in_words(page: BeautifulSoup) -> None:
    verdicts = texts(page.select(".cb-check .cb-verdict"))
    assert "1 of 2 numbers not in the quote" in verdicts[0]
    assert "All 2 numbers are in the quote" in verdicts[2]


def test_markup_of_a_claim_stays_text(page: BeautifulSoup) -> None:
    claim = page.select(".cb-claim")[1]
    assert "<b>两百</b>" in claim.get_text()
    assert not claim.select("b")


def test_what_papers_report_differently_stands_on_top_side_by_side(page: BeautifulSoup) -> None:
    block = page.select_one(".cb-apart")
    assert block is not None
    assert texts(block.select("h3")) == ["MudNet-7B"]
    assert texts(block.select(".cb-value mark")) == ["49.9%", "52.3%"]
    links = [str(link["href"]) for link in block.select(".cb-meta a")]
    assert [link.rpartition("#")[2] for link in links] == ["claim-1", "claim-1"]
    assert len(set(links)) == 2
    assert "nothing here says which is right" in block.get_text()


def test_the_index_counts_claims_and_papers(library: Library) -> None:
    index = parsed(pages(library), "benchmarks/")
    assert "SWE-bench Verified 3 claims · 3 papers" in texts(index.select(".cb-index li"))


def test_the_page_has_both_languages(library: Library) -> None:
    assert "各家报告不同" in parsed(pages(library, "zh")).get_text()


def test_no_part_holds_more_than_its_share_and_together_they_hold_all(tmp_path: Path) -> None:
    claims = [
        (f"Otter{n} 在 SWE-bench Verified 上的解决率为 {n}.5%。", f"Otter{n} resolves {n}.5%.") for n in range(1, 61)
    ]
    days = [paper(f"DamPlan{day}", *claims[:30]) for day in range(1, 5)]
    (tmp_path / "2026-03-01.txt").write_text("2026-03-01\n\n" + "\n\n".join(days) + "\n", encoding="utf-8")
    files = pages(library_of(tmp_path))
    urls = [BASE, f"{BASE}page/2/", f"{BASE}page/3/"]
    parts = [parsed(files, url) for url in urls]
    counts = [len(part.select(".cb-claim")) for part in parts]
    assert counts == [50, 50, 20]
    links = [
        f"{item.select_one('.cb-title a')['href']}#{link['href']}"  # type: ignore[index]
        for part in parts
        for item in part.select(".cb-list > li")
        for link in item.select(".cb-go")
    ]
    assert len(set(links)) == 120
    assert f"{BASE}page/4/index.md" not in files
    assert [len(part.select(".cb-pager a")) for part in parts] == [1, 2, 1]
