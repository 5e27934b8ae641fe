"""The search box in the header: by keys, by mouse, on a phone, with whatever is typed into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from test_browsing import LOW_CONTRAST
from test_search import HOSTILE

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "docs" / "assets" / "js"
DEEP, DIGEST = "papers/2026-10-11-hebero/", "papers/2607.27205/"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
CALL = "async ([module, name, values]) => (await import(module))[name](...values)"
SEARCH = "([query, options]) => claimbook.search(query, options)"

Call = Callable[..., Any]
OpenPage = Callable[..., Page]
Serve = Callable[..., str]


@pytest.fixture(scope="module")
def base(built_site: Path, site_server: Serve) -> str:
    return site_server(built_site)


@pytest.fixture
def call(site_server: Serve, page: OpenPage) -> Call:
    """`call(module, function, *values)` gives what the exported function returns."""
    assets = site_server(ROOT / "docs" / "assets")
    opened = page(assets)
    return lambda module, name, *values: opened.evaluate(CALL, [f"{assets}js/{module}", name, list(values)])


def type_in(opened: Page, text: str) -> None:
    """Type into the header's box, as somebody does who came by the key."""
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    if not opened.locator(".md-header .cb-input").is_visible():
        opened.locator(".cb-opener").click()
    else:
        opened.keyboard.press("/")
    opened.keyboard.insert_text(text)


PUT_IN = """([place, text]) => {
  const field = document.querySelector(place);
  const status = document.querySelector(":is(.cb-panel, .cb-searchpage) [role=status]");
  window.told = false;
  new MutationObserver(() => { window.told = true; }).observe(status, { childList: true });
  field.value = text;
  field.dispatchEvent(new InputEvent("input"));
}"""


def put_in(opened: Page, place: str, text: str) -> None:
    """Put any text into a field, also what no keyboard gives, and wait for what is said to it."""
    opened.evaluate(PUT_IN, [place, text])
    opened.wait_for_function("window.told")


def answered(opened: Page) -> None:
    expect(opened.locator(".cb-panel [role=option]").first).to_be_visible()


def options(opened: Page) -> list[str]:
    return [str(href) for href in opened.locator(".cb-panel [role=option]").evaluate_all("all => all.map(a => a.href)")]


# Pure functions


def test_which_keys_ask_for_the_box(call: Call) -> None:
    key = {"key": "k", "ctrlKey": False, "metaKey": False, "altKey": False, "shiftKey": False, "isComposing": False}
    asks = {
        ("/", False): True,
        ("/", True): False,
        ("k", False): False,
    }
    for (name, typing), wanted in asks.items():
        assert call("box.js", "asksForSearch", {**key, "key": name}, typing) is wanted, name
    for held in ("ctrlKey", "metaKey"):
        assert call("box.js", "asksForSearch", {**key, held: True}, True)
        assert call("box.js", "asksForSearch", {**key, held: True, "key": "K"}, False)
        assert not call("box.js", "asksForSearch", {**key, held: True, "shiftKey": True}, False)
        assert not call("box.js", "asksForSearch", {**key, held: True, "key": "/"}, False)
    assert not call("box.js", "asksForSearch", {**key, "key": "/", "isComposing": True}, False)


def test_arrows_go_round_by_way_of_the_field(call: Call) -> None:
    down = [call("panel.js", "moved", "ArrowDown", at, 3) for at in (-1, 0, 1, 2)]
    up = [call("panel.js", "moved", "ArrowUp", at, 3) for at in (-1, 0, 1, 2)]
    assert (down, up) == ([0, 1, 2, -1], [2, -1, 0, 1])
    assert call("panel.js", "moved", "x", 1, 3) == 1


def test_text_is_cut_where_its_marks_are(call: Call) -> None:
    assert call("elements.js", "segments", "abcde", [[1, 2], [4, 5]]) == [
        ["a", False],
        ["b", True],
        ["cd", False],
        ["e", True],
    ]
    assert call("elements.js", "segments", "", []) == []


def test_marks_of_a_joined_text_are_found_in_its_pieces(call: Call) -> None:
    assert call("highlight.js", "pieces", [3, 0, 2], [[1, 4], [4, 5]]) == [[2, 1, 2], [2, 0, 1], [0, 1, 3]]
    assert call("highlight.js", "pieces", [2], []) == []


def test_every_word_that_the_scripts_say_is_given(built_site: Path) -> None:
    words = (built_site / "assets" / "js" / "words.js").read_text(encoding="utf-8")
    said = {
        key
        for name in ("panel", "resultlist", "searchpage")
        for key in re.findall(r'say\("([a-z_]+)"', (SCRIPTS / f"{name}.js").read_text(encoding="utf-8"))
    }
    assert len(said) > 10
    assert [key for key in said if f'"{key}": ' not in words] == []


# By keys


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k"])
def test_a_key_leads_to_the_box_and_escape_away(key: str, base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    field, panel = opened.locator(".md-header .cb-input"), opened.locator(".cb-panel")
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    opened.keyboard.press(key)
    expect(field).to_be_focused()
    expect(panel).to_be_visible()
    opened.keyboard.type("a/b")
    assert field.input_value() == "a/b"
    opened.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    expect(panel).to_be_hidden()
    assert field.input_value() == "a/b"
    opened.keyboard.press(key)
    expect(panel).to_be_visible()


def test_arrows_move_through_hits_and_their_parts_and_enter_opens(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    field = opened.locator(".md-header .cb-input")
    type_in(opened, "成功率")
    answered(opened)
    expect(field).to_have_attribute("aria-expanded", "true")
    seen = []
    for _ in range(3):
        active = field.get_attribute("aria-activedescendant")
        chosen = opened.locator("[role=option][aria-selected=true]")
        assert chosen.count() == 1
        assert chosen.get_attribute("id") == active
        seen.append(chosen.evaluate("option => option.href"))
        opened.keyboard.press("ArrowDown")
    expect(field).to_be_focused()
    assert seen == options(opened)[:3]
    opened.keyboard.press("ArrowUp")
    opened.keyboard.press("ArrowUp")
    opened.keyboard.press("Enter")
    opened.wait_for_url(seen[1])
    assert "?q=%E6%88%90%E5%8A%9F%E7%8E%87#" in seen[1]
    assert opened.locator(":target mark.cb-hit, :target ~ * mark.cb-hit").first.inner_text() == "成功率"


def test_above_the_first_hit_enter_leads_to_the_search_page(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    opened.keyboard.press("ArrowUp")
    expect(opened.locator(".md-header .cb-input")).not_to_have_attribute("aria-activedescendant", re.compile("."))
    opened.keyboard.press("Enter")
    opened.wait_for_url(f"{base}search/?q=%E6%88%90%E5%8A%9F%E7%8E%87")


@pytest.mark.parametrize("text", ["2607.27205", "https://arxiv.org/abs/2607.27205v2"])
def test_an_arxiv_id_goes_straight_to_its_page_however_fast_enter_comes(text: str, base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, text)
    opened.keyboard.press("Enter")
    opened.wait_for_url(re.compile(re.escape(base + DIGEST)))


def test_enter_that_ends_a_word_of_an_input_method_opens_nothing(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    held = opened.locator(".md-header .cb-input").evaluate(
        "(field, how) => field.dispatchEvent(new KeyboardEvent('keydown', how))",
        {"key": "Enter", "isComposing": True, "cancelable": True},
    )
    assert held
    assert opened.url == base


# What it shows


def test_hits_have_date_kind_tags_and_places_that_hold_the_query(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    answer = opened.evaluate(SEARCH, ["成功率", {"facets": True}])
    for hit, result in zip(opened.locator(".cb-panel .cb-hit").all(), answer["results"], strict=False):
        said = hit.locator(".cb-meta").inner_text()
        assert result["date"] in said
        assert ("速览" if result["kind"] == "digest" else "深读") in said
        assert all(tag in said for tag in result["tags"][:3])
        assert hit.locator(".cb-part").count() >= 1
    for part in opened.locator(".cb-panel .cb-part").all():
        assert "成功率" in part.locator("mark").all_inner_texts()
        target = str(part.evaluate("link => link.href"))
        anchor = target.partition("#")[2]
        assert f'id="{anchor}"' in opened.request.get(target.partition("#")[0]).text()
    assert opened.locator(".cb-panel [role=status]").inner_text() == f"{answer['total']} 篇论文"
    assert opened.locator(".cb-all").inner_text() == f"查看全部 {answer['total']} 篇论文"


def test_claims_instead_of_papers_filtered_by_verdict(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    opened.locator(".cb-scopes button", has_text="论断").click()
    everything = opened.evaluate(SEARCH, ["成功率", {"scope": "claims", "facets": True}])
    status = opened.locator(".cb-panel [role=status]")
    expect(status).to_have_text(f"{everything['total']} 条论断")
    value, _, count = everything["facets"]["verdict"][-1]
    opened.locator("select[data-key=verdict]").focus()
    opened.locator("select[data-key=verdict]").select_option(value)
    expect(status).to_have_text(f"{count} 条论断")
    expect(opened.locator("select[data-key=verdict]")).to_be_focused()
    shown = opened.locator(".cb-panel .cb-verdict").evaluate_all("all => all.map(each => each.dataset.verdict)")
    assert set(shown) == {value}
    assert opened.locator(".cb-all").get_attribute("href") == (
        f"{base}search/?q=%E6%88%90%E5%8A%9F%E7%8E%87&scope=claims&verdict={value}"
    )


def test_a_choice_of_filters_and_order_goes_along_to_the_search_page(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    opened.locator("select[data-key=kind]").select_option("deep")
    opened.locator("select[data-key=sort]").select_option("oldest")
    expect(opened.locator(".cb-all")).to_have_attribute("href", re.compile("kind=deep&sort=oldest$"))
    found = opened.evaluate(SEARCH, ["成功率", {"filters": {"kind": "deep"}, "sort": "oldest"}])
    expect(opened.locator(".cb-panel [role=status]")).to_have_text(f"{found['total']} 篇论文")
    assert options(opened)[0].partition("?")[0] == base.rstrip("/") + found["results"][0]["url"]


def test_nothing_found_says_so_and_what_to_change(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, 'zzzqqq "xqxq wvwv"')
    status, advice = opened.locator(".cb-panel [role=status]"), opened.locator(".cb-panel .cb-advice li")
    expect(status).to_have_text(re.compile("^没有找到“zzzqqq"))
    assert advice.all_inner_texts() == ["去掉引号", "少用几个词", "检查拼写，或换一种说法"]
    expect(opened.locator(".md-header .cb-input")).to_have_attribute("aria-expanded", "false")


def test_near_hits_are_called_so_and_not_opened_unseen(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率 zzzqqq")
    expect(opened.locator(".cb-panel [role=status]")).to_have_text(re.compile("完全相符.*近似"))
    assert opened.locator(".cb-panel .cb-hit").count() >= 1
    assert opened.locator("[role=option][aria-selected=true]").count() == 0


def test_a_joined_mix_is_found_apart_and_said_so(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "LIBERO成功率")
    expect(opened.locator(".cb-panel [role=status]")).to_have_text(re.compile("没有连写的“LIBERO成功率”"))
    assert {text.lower() for text in opened.locator(".cb-panel mark").all_inner_texts()} >= {"libero", "成功率"}


def test_the_button_that_removes_filters_does(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    opened.locator("select[data-key=kind]").select_option("deep")
    opened.locator(".md-header .cb-input").fill("TurboVLA DINOv3")
    button = opened.locator(".cb-panel button[data-key=unfilter]")
    button.click()
    expect(opened.locator(".cb-panel .cb-what").first).to_contain_text("TurboVLA")


def test_hostile_queries_stay_text(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    status = opened.locator(".cb-panel [role=status]")
    type_in(opened, "成功率")
    expect(status).to_have_text(re.compile("^[0-9]+ 篇论文"))
    for query in HOSTILE:
        put_in(opened, ".md-header .cb-input", query)
        expect(status).to_have_text(re.compile("篇论文|没有|空格|近似|开头"))
        assert opened.locator(".cb-panel :is(img, script)").count() == 0
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_index_that_cannot_be_read_says_so_and_is_tried_again(base: str, page: OpenPage) -> None:
    opened = page(base, allow="pagefind", viewport=DESK)
    opened.route("**/pagefind/**", lambda route: route.abort())
    type_in(opened, "成功率")
    status = opened.locator(".cb-panel [role=status]")
    expect(status).to_have_text(re.compile("没能读取"))
    opened.unroute("**/pagefind/**")
    status.locator("button").click()
    answered(opened)


# For everyone


def test_the_box_is_a_labelled_combobox(base: str, page: OpenPage) -> None:
    opened = page(base, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    field = opened.get_by_role("combobox", name="搜索", exact=True)
    expect(field).to_be_focused()
    assert field.get_attribute("aria-controls") == opened.get_by_role("listbox", name="搜索结果").get_attribute("id")
    assert opened.locator("[role=listbox] > [role=group] > :not([role=option])").evaluate_all(
        "all => all.every(element => element.className === 'cb-left')"
    )
    assert opened.locator(".cb-panel select:not([aria-label])").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_all_text_of_the_open_box_has_a_contrast_of_at_least_4_5(
    viewport: dict[str, int], scheme: str, base: str, page: OpenPage
) -> None:
    opened = page(base, viewport=viewport, color_scheme=scheme)
    opened.add_style_tag(content="* { transition: none !important }")
    for query in ("成功率", "成功率 zzzqqq"):
        type_in(opened, query)
        answered(opened)
        assert opened.evaluate(LOW_CONTRAST)["bad"] == {}
        opened.keyboard.press("Escape")


def test_on_a_phone_an_icon_opens_a_sheet(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=PHONE, has_touch=True)
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    field = opened.locator(".md-header .cb-input")
    expect(field).to_be_hidden()
    opened.locator(".cb-opener").tap()
    expect(field).to_be_focused()
    sheet = opened.locator(".md-header .cb-box").bounding_box()
    assert sheet == {"x": 0, "y": 0, **PHONE}
    opened.keyboard.insert_text("成功率")
    answered(opened)
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.locator(".cb-close").tap()
    expect(field).to_be_hidden()
    expect(opened.locator(".cb-opener")).to_be_focused()


def test_a_click_elsewhere_closes_the_panel(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    type_in(opened, "成功率")
    answered(opened)
    opened.mouse.click(200, 500)
    expect(opened.locator(".cb-panel")).to_be_hidden()


def test_nothing_moves_while_results_come(base: str, page: OpenPage) -> None:
    opened = page(base + DEEP, viewport=DESK)
    opened.evaluate("""() => {
      window.shifts = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shifts += value; }))
        .observe({ type: "layout-shift", buffered: true });
    }""")
    type_in(opened, "成功率")
    answered(opened)
    opened.wait_for_timeout(300)
    assert opened.evaluate("window.shifts") < 0.01


def test_without_scripts_a_link_leads_to_a_page_that_says_what_to_do(base: str, page: OpenPage) -> None:
    for viewport in (PHONE, DESK):
        opened = page(base + DEEP, java_script_enabled=False, viewport=viewport)
        expect(opened.locator(".md-header .cb-input")).to_be_hidden()
        opened.locator(".cb-opener").click()
        assert opened.url == f"{base}search/"
        warning = opened.locator(".cb-warning")
        expect(warning).to_contain_text("JavaScript")
        assert warning.locator("a").evaluate_all("links => links.map(link => link.href)") == [
            f"{base}{name}/" for name in ("days", "tags", "benchmarks")
        ]
        expect(opened.locator(".cb-searchpage form")).to_be_hidden()


@pytest.mark.parametrize("place", ["index.html", "search/index.html"])
def test_from_a_file_the_page_says_why_and_what_to_type(place: str, built_site: Path, page: OpenPage) -> None:
    opened = page((built_site / place).as_uri(), allow=".", viewport=DESK)
    why = opened.locator(".cb-why >> visible=true")
    if place == "index.html":
        expect(why).to_have_count(0)
        opened.locator(".md-header .cb-input").focus()
    expect(why).to_contain_text("作为文件直接打开")
    assert why.locator("code").inner_text() == f'python3 -m http.server 8000 --directory "{built_site}"'
    assert why.locator("a").get_attribute("href") == "http://localhost:8000/"
