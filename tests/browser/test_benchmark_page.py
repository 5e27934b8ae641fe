"""The page of a benchmark as readers use it: on a phone and a desk, with and without scripts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support import CORPUS, build

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
WIDTHS = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
URL = "benchmarks/browsecomp/"
OTHER_DAY = """2026-10-12

Wigeon 是一个给检索任务做规划的智能体，Wigeon 先列提纲再去搜索。

过去的智能体边想边搜，Wigeon 的作者认为这样太慢，也容易走偏。

Wigeon 先读题目，再写出一份逐步的提纲，最后按提纲逐条搜索。

Wigeon 在 BrowseComp 上跑了五遍，与公开基线逐项比较。

1. Wigeon 在 BrowseComp 上的准确率为 {wigeon}%，高于 TealNet-9B 的 {teal}%。

   On BrowseComp, Wigeon reaches {wigeon}% accuracy, against {teal}% for TealNet-9B.

2. Wigeon 一共读了二百一十页。

   Wigeon reads 210 pages.

3. 提纲平均有三十条。

   An outline has 30 items on average.

Novelty：中等，部件都是现成的。 Soundness：对照充分。 Significance：给检索的人省下时间。

Wigeon 只看过一种语言的网页，别的语言一页也没有看，因此外推时要小心。

后续可以把 Wigeon 搬到更长的任务上，再看看预算如何变化。
"""

OpenPage = Callable[..., Page]
Serve = Callable[..., str]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, site_server: Serve) -> str:
    """The frozen corpus, and two papers that report different values for one system."""
    work = tmp_path_factory.mktemp("benchmarks")
    shutil.copytree(CORPUS, work / "notes")
    first = OTHER_DAY.format(wigeon="51.5", teal="44.0")
    second = (
        OTHER_DAY.replace("2026-10-12", "2026-10-13").replace("Wigeon", "Gadwall").format(wigeon="53.0", teal="40.2")
    )
    (work / "notes" / "2026-10-12.txt").write_text(first, encoding="utf-8")
    (work / "notes" / "2026-10-13.txt").write_text(second, encoding="utf-8")
    done = build(work / "notes", work, "site")
    assert done.returncode == 0, done.stderr
    return site_server(Path(work / "site"))


@WIDTHS
@SCRIPTS
def test_the_page_fits_the_screen_and_needs_no_scripts(
    viewport: dict[str, int], scripts: bool, base: str, page: OpenPage
) -> None:
    opened = page(base + URL, viewport=viewport, java_script_enabled=scripts)
    expect(opened.locator(".cb-onbench").first).to_be_visible()
    expect(opened.locator(".cb-apart")).to_be_visible()
    widths = opened.locator("article *").evaluate_all(
        "all => Math.max(...all.map(e => e.getBoundingClientRect().right))"
    )
    assert widths <= viewport["width"]


@WIDTHS
def test_figures_stand_beside_the_claim_on_a_desk_and_below_it_on_a_phone(
    viewport: dict[str, int], base: str, page: OpenPage
) -> None:
    row = page(base + URL, viewport=viewport).locator(".cb-onbench tbody tr").first
    claim, figures, check = (row.locator(f".cb-{part}").bounding_box() for part in ("claim", "figures", "check"))
    assert claim
    assert figures
    assert check
    if viewport is DESK:
        assert figures["x"] >= claim["x"] + claim["width"]
        assert check["x"] >= figures["x"] + figures["width"]
    else:
        assert figures["y"] >= claim["y"] + claim["height"]
        assert check["y"] >= figures["y"] + figures["height"]


def test_a_claim_takes_most_of_the_width_on_a_desk(base: str, page: OpenPage) -> None:
    row = page(base + URL, viewport=DESK).locator(".cb-onbench tbody tr").first
    claim, whole = row.locator(".cb-claim").bounding_box(), row.bounding_box()
    assert claim
    assert whole
    assert claim["width"] > 0.4 * whole["width"]


@WIDTHS
def test_two_values_for_one_system_stand_side_by_side_where_there_is_room(
    viewport: dict[str, int], base: str, page: OpenPage
) -> None:
    opened = page(base + URL, viewport=viewport)
    assert opened.locator(".cb-apart h3").all_inner_texts() == ["TealNet-9B"]
    assert opened.locator(".cb-value mark").all_inner_texts() == ["40.2%", "44.0%"]
    boxes = [side.bounding_box() for side in opened.locator(".cb-sides li").all()]
    assert boxes[0]
    assert boxes[1]
    assert (boxes[0]["y"] == boxes[1]["y"]) == (viewport is DESK)


def test_a_report_leads_to_the_claim_that_makes_it(base: str, page: OpenPage) -> None:
    opened = page(base + URL)
    opened.locator(".cb-sides a").first.click()
    assert re.fullmatch(r".*/papers/[^/]+/#claim-1", opened.url)
    expect(opened.locator("#claim-1 .cb-claim")).to_contain_text("40.2%")


def test_a_claim_leads_to_its_anchor_by_keyboard(base: str, page: OpenPage) -> None:
    opened = page(base + URL)
    link = opened.locator(".cb-go").first
    text = link.inner_text()
    link.focus()
    opened.keyboard.press("Enter")
    opened.wait_for_url("**/papers/**")
    anchor = opened.evaluate("location.hash")
    assert opened.locator(f"{anchor} .cb-claim").inner_text() == text
