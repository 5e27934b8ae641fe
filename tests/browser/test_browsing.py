"""The site as readers use it: on a phone and a desk, by link, by keyboard, without scripts, at any address."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Dialog, Page, expect

from support import build

HOSTILE = Path(__file__).resolve().parents[1] / "hostile"
DEEP, DIGEST, LONG = "papers/2026-10-11-hebero/", "papers/2607.27205/", "papers/2026-10-11-remory/"
KINDS_OF_PAGE = (
    "",
    DEEP,
    DIGEST,
    LONG,
    "tags/",
    "tags/post-training-rl/",
    "benchmarks/",
    "benchmarks/browsecomp/",
    "days/",
    "days/2026-10-11/",
    "days/2026-10/",
)
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
WIDTHS = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])

OpenPage = Callable[..., Page]
Serve = Callable[..., str]


@pytest.fixture(scope="module")
def base(built_site: Path, site_server: Serve) -> str:
    return site_server(built_site)


def pages_of(site: Path) -> list[str]:
    return sorted(path.parent.relative_to(site).as_posix() + "/" for path in site.rglob("index.html"))


def overflows(opened: Page) -> bool:
    return bool(opened.evaluate("document.documentElement.scrollWidth > innerWidth"))


def style(opened: Page, selector: str, name: str) -> str:
    return str(opened.locator(selector).first.evaluate("(element, name) => getComputedStyle(element)[name]", name))


# The shape of a page


@WIDTHS
def test_no_page_is_wider_than_the_screen(viewport: dict[str, int], base: str, page: OpenPage) -> None:
    opened = page(base, viewport=viewport)
    wide = []
    for url in KINDS_OF_PAGE:
        opened.goto(base + url)
        wide += [url] * overflows(opened)
    assert wide == []


@WIDTHS
def test_no_word_of_a_hostile_note_makes_a_page_wider(
    viewport: dict[str, int], hostile_site: Path, site_server: Serve, page: OpenPage
) -> None:
    base = site_server(hostile_site)
    opened = page(base, viewport=viewport)
    wide = []
    for url in pages_of(hostile_site):
        opened.goto(base + url)
        wide += [url] * overflows(opened)
    assert wide == []


@pytest.mark.parametrize(
    ("viewport", "displays"),
    [(PHONE, ["block", "block", "grid", "block"]), (DESK, ["table", "table-row-group", "table-row", "table-cell"])],
    ids=["phone", "desk"],
)
def test_claims_are_a_table_on_a_desk_and_cards_on_a_phone(
    viewport: dict[str, int], displays: list[str], base: str, page: OpenPage
) -> None:
    opened = page(base + DEEP, viewport=viewport)
    parts = (".cb-claims", ".cb-claims tbody", ".cb-claims tbody tr", ".cb-claims tbody td")
    assert [style(opened, part, "display") for part in parts] == displays


@WIDTHS
def test_a_claim_stands_before_its_quote(viewport: dict[str, int], base: str, page: OpenPage) -> None:
    row = page(base + DEEP, viewport=viewport).locator("#claim-1")
    claim, quote = row.locator(".cb-claim").bounding_box(), row.locator(".cb-evidence").bounding_box()
    assert claim
    assert quote
    assert quote["x"] >= claim["x"] + claim["width"] or quote["y"] >= claim["y"] + claim["height"]


# Ways through the site


def test_a_tag_leads_from_a_paper_to_its_like_and_back(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP)
    opened.locator(".cb-chips a:not(.cb-b)").first.click()
    assert opened.url == f"{base}tags/post-training-rl/"
    opened.locator(".cb-title a", has_text="Hebero").click()
    assert opened.url == base + DEEP


def test_a_benchmark_leads_to_the_claim_made_on_it(base: str, page: OpenPage) -> None:
    opened = page(base + "benchmarks/browsecomp/")
    claim = opened.locator(".cb-go").first
    text = claim.inner_text()
    claim.click()
    anchor = opened.evaluate("location.hash")
    assert re.fullmatch(r"#claim-\d+", anchor)
    assert opened.locator(f"{anchor} .cb-claim").inner_text() == text


def test_next_and_previous_lead_there_and_back(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP)
    opened.locator(".cb-neighbours a[rel=next]").click()
    assert opened.url != base + DEEP
    opened.locator(".cb-neighbours a[rel=prev]").click()
    assert opened.url == base + DEEP


def test_breadcrumbs_lead_up_by_day_and_month_to_the_home_page(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP)
    visited = []
    while (crumbs := opened.locator(".cb-crumbs a")).count():
        crumbs.last.click()
        visited.append(opened.url.removeprefix(base))
    assert visited == ["days/2026-10-11/", "days/2026-10/", "days/", ""]


def test_every_kind_of_list_can_be_reached_from_the_home_page(base: str, page: OpenPage) -> None:
    opened = page(base)
    links = opened.locator("article a").evaluate_all("links => links.map(link => link.href)")
    assert {base + "days/", base + "benchmarks/", base + "tags/post-training-rl/"} <= set(links)


@WIDTHS
@pytest.mark.parametrize("url", ["", DEEP, "tags/post-training-rl/", "days/"])
def test_the_main_rooms_are_in_the_head_of_every_page(
    viewport: dict[str, int], url: str, base: str, page: OpenPage
) -> None:
    opened = page(base + url, viewport=viewport)
    if viewport is PHONE:
        opened.locator("label[for=__drawer]:visible").first.click()
    for name in ("日期", "标签", "基准", "指南"):
        expect(opened.locator("nav a:visible", has_text=re.compile(rf"^\s*{name}\s*$")).first).to_be_in_viewport()


# A link to one claim


@WIDTHS
@pytest.mark.parametrize("anchor", ["#claim-1", "#claim-9"])
def test_the_claim_of_a_link_is_marked_and_in_view_below_the_header(
    viewport: dict[str, int], anchor: str, base: str, page: OpenPage
) -> None:
    opened = page(base + LONG + anchor, viewport=viewport)
    header = opened.locator(".md-header").bounding_box()
    assert header
    opened.wait_for_function(
        "([anchor, top]) => document.querySelector(anchor).getBoundingClientRect().top >= top - 1",
        arg=[anchor, header["height"]],
    )
    row = opened.locator(anchor).bounding_box()
    assert row
    assert row["y"] + row["height"] <= viewport["height"]
    assert style(opened, anchor, "backgroundColor") != style(opened, f"tbody tr:not({anchor})", "backgroundColor")


def test_the_number_of_a_claim_is_its_link(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP)
    opened.locator("#claim-3 .cb-anchor").click()
    assert opened.url == f"{base}{DEEP}#claim-3"


def test_the_button_copies_the_full_link_of_its_claim(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP + "#claim-1", permissions=["clipboard-read", "clipboard-write"])
    button = opened.locator("#claim-3 .cb-copy")
    button.click()
    opened.wait_for_function("document.querySelector('#claim-3 .cb-copy').textContent === '已复制'")
    assert opened.evaluate("navigator.clipboard.readText()") == f"{base}{DEEP}#claim-3"


# Addresses that moved


@pytest.fixture(scope="module")
def moved_base(built_site: Path, site_server: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The corpus after one paper got its arXiv id, one was joined to another, and one was hidden."""
    work = tmp_path_factory.mktemp("moved")
    shutil.copytree(built_site.parent, work, dirs_exist_ok=True)
    overrides = (
        'papers/2026-10-11-hebero/:\n  arxiv-id: "2610.01234"\n'
        "papers/2026-10-11-remory/:\n  same-as: papers/2026-10-11-opera/\n"
        "papers/2026-10-11-worldguide/:\n  hide: true\n"
    )
    (work / "notes" / "overrides.yml").write_text(overrides, encoding="utf-8")
    assert build(work / "notes", work, "site").returncode == 0
    return site_server(work / "site", "/some/where/")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (DEEP, "papers/2610.01234/"),
        (f"{DEEP}#claim-3", "papers/2610.01234/#claim-3"),
        (f"{DEEP}?from=mail&x=%E4%B8%AD#claim-3", "papers/2610.01234/?from=mail&x=%E4%B8%AD#claim-3"),
        (f"{DEEP}#limitations", "papers/2610.01234/#limitations"),
        (f"{LONG}#claim-3", "papers/2026-10-11-opera/#n2-claim-3"),
    ],
)
def test_an_old_address_leads_to_the_new_one_with_query_and_fragment(
    old: str, new: str, moved_base: str, page: OpenPage
) -> None:
    opened = page(moved_base + old)
    opened.wait_for_url(moved_base + new)
    anchor = opened.evaluate("location.hash")
    assert not anchor or opened.locator(anchor).count() == 1


def test_an_old_address_leads_on_without_scripts(moved_base: str, page: OpenPage) -> None:
    opened = page(moved_base + DEEP, java_script_enabled=False)
    opened.wait_for_url(f"{moved_base}papers/2610.01234/")


def test_the_way_back_from_a_new_address_does_not_meet_the_old_one(moved_base: str, page: OpenPage) -> None:
    opened = page(moved_base)
    opened.goto(moved_base + DEEP)
    opened.wait_for_url(f"{moved_base}papers/2610.01234/")
    opened.go_back()
    assert opened.url == moved_base


def test_the_address_of_a_hidden_paper_says_that_it_is_gone(moved_base: str, page: OpenPage) -> None:
    opened = page(f"{moved_base}papers/2026-10-11-worldguide/#claim-1")
    assert opened.locator("h1").inner_text() == "此页的笔记已移除"


# Wherever and however it is read


def test_the_site_works_below_any_path(built_site: Path, site_server: Serve, page: OpenPage) -> None:
    base = site_server(built_site, "/~someone/book/")
    opened = page(base + DEEP)
    assert style(opened, ".cb-claims", "tableLayout") == "fixed"
    broken = []
    for link in opened.locator("a[href]").evaluate_all("links => links.map(link => link.href)"):
        if link.startswith(base.split("/~")[0]):
            broken += [link] * (opened.request.get(link).status != 200)
    assert broken == []


def test_a_wrong_address_gets_the_page_of_the_site(base: str, page: OpenPage) -> None:
    opened = page(base + "papers/none/", allow="404")
    assert "404" in opened.locator("h1").inner_text()


@pytest.mark.parametrize("url", ["", DEEP, DIGEST, "benchmarks/browsecomp/"])
def test_the_page_reads_the_same_without_scripts(url: str, base: str, page: OpenPage) -> None:
    def text(opened: Page) -> str:
        opened.locator(".cb-copy").evaluate_all("buttons => buttons.forEach(button => button.remove())")
        return " ".join(opened.locator("article").inner_text().split())

    assert text(page(base + url)) == text(page(base + url, java_script_enabled=False))


LOW_CONTRAST = """() => {
  const colour = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], ground) => [r, g, b].map((value, i) => value * a + ground[i] * (1 - a));
  const linear = value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const lineage = element => element ? [...lineage(element.parentElement), element] : [];
  const seen = {}, bad = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, .md-skip")) continue;
    if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    let ground = [255, 255, 255], opacity = 1;
    for (const layer of lineage(element).map(layer => getComputedStyle(layer))) {
      ground = over(colour(layer.backgroundColor), ground);
      opacity *= Number(layer.opacity);
    }
    const [r, g, b, a] = colour(getComputedStyle(element).color);
    const [low, high] = [over([r, g, b, a * opacity], ground), ground].map(luminance).sort((x, y) => x - y);
    const ratio = (high + .05) / (low + .05), name = `${element.tagName}.${element.className}`;
    seen[name] = ratio;
    if (ratio < 4.5) bad[name] = ratio;
  }
  return {seen, bad};
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_a_contrast_of_at_least_4_5(scheme: str, base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK, color_scheme=scheme)
    for url in (*KINDS_OF_PAGE, f"{DEEP}#claim-2"):
        opened.goto(base + url)
        opened.add_style_tag(content="* { transition: none !important }")
        found = opened.evaluate(LOW_CONTRAST)
        assert len(found["seen"]) >= 5, url
        assert found["bad"] == {}, url


def test_the_two_palettes_differ(base: str, page: OpenPage) -> None:
    grounds = {style(page(base, color_scheme=scheme), "body", "backgroundColor") for scheme in ("light", "dark")}
    assert len(grounds) == 2


def test_the_first_stop_of_the_keyboard_skips_to_the_content(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.classList[0]") == "md-skip"
    opened.keyboard.press("Enter")
    assert opened.evaluate("location.hash") == "#positioning"


def test_the_keyboard_reaches_the_first_claim_in_reading_order(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    stops: list[str] = []
    while "cb-anchor" not in stops:
        opened.keyboard.press("Tab")
        stops.append(opened.evaluate("document.activeElement.closest('[class^=cb-], [class^=md-]').classList[0]"))
        assert len(stops) < 60, stops
    ours = [stop for stop in stops if stop.startswith("cb-")]
    order = ("input", "crumbs", "ident", "chips", "b", "balance", "anchor")
    assert list(dict.fromkeys(ours)) == [f"cb-{name}" for name in order]


def test_the_focused_claim_link_is_seen(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP)
    opened.locator("#claim-1 .cb-anchor").focus()
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")
    assert style(opened, "#claim-1 .cb-anchor", "outlineStyle") != "none"


# Hostile notes


def test_no_script_of_a_note_runs(hostile_site: Path, site_server: Serve, page: OpenPage) -> None:
    base = site_server(hostile_site)
    opened = page(base + "assets/claimbook.css")  # a page without scripts, to listen before the first one that might
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    opened.on("dialog", note)
    for url in pages_of(hostile_site):
        opened.goto(base + url)
        opened.mouse.move(300, 300)
    assert dialogs == []


def test_a_browser_sees_the_elements_that_were_written(hostile_site: Path, site_server: Serve, page: OpenPage) -> None:
    """A browser's parser mends and moves what is wrong; here it finds nothing to mend."""
    base = site_server(hostile_site)
    opened = page(base, java_script_enabled=False)
    for url in pages_of(hostile_site):
        opened.goto(urljoin(base, url))
        article = BeautifulSoup((hostile_site / url / "index.html").read_text(encoding="utf-8"), "html.parser").article
        assert article
        seen = opened.locator("article *").evaluate_all("elements => elements.map(element => element.localName)")
        assert seen == [element.name for element in article.find_all(True)], url
        text = str(opened.locator("article").evaluate("article => article.textContent"))
        assert text.split() == article.get_text().split(), url
