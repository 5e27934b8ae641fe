"""Slugs, addresses and links between pages."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claimbook import paths
from claimbook.text import fold

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
DEPTHS = ("", "tags/", "papers/2601.01230/", "tags/bees/page/2/", "papers/2026-01-02-蜜蜂/", "a b/c:d/?%/")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("BeeBench", "beebench"),
        ("Bee-Bench", "beebench"),
        ("bee bench", "beebench"),
        ("Ｂｅｅ_Bench", "beebench"),
        ("BeeBench v1.1", "beebenchv1.1"),
        ("蜜蜂基准", "蜜蜂基准"),
        ("蜜蜂 Bench", "蜜蜂bench"),
    ],
)
def test_a_slug_is_the_name_without_case_space_and_hyphens(name: str, slug: str) -> None:
    assert paths.slug(name) == slug


@pytest.mark.parametrize("name", ["", " ", "-", "+", "..", ".", "/", "../..", "？", "\x00", "🐝", "．．"])
def test_a_slug_is_never_empty_and_never_a_step(name: str) -> None:
    assert paths.slug(name).strip(".-")


@pytest.mark.parametrize(
    ("one", "other"),
    [("C++", "C"), ("C++", "C#"), (".bee", "bee"), ("bee/2", "bee2"), ("𠮷", "𠮸"), ("x" * 70, "x" * 71), ("é", "e")],
)
def test_names_that_differ_have_slugs_that_differ(one: str, other: str) -> None:
    assert paths.slug(one) != paths.slug(other)


@given(names, names)
@example("a+", "a-+")
def test_slugs_are_equal_when_the_folded_names_are(one: str, other: str) -> None:
    assert (paths.slug(one) == paths.slug(other)) is (fold(one) == fold(other))


@given(names)
def test_a_slug_is_one_short_path_segment(name: str) -> None:
    slug = paths.slug(name)
    assert 0 < len(slug) < 80
    assert len(slug.encode()) < 255
    assert not set(slug) & set('/\\?#%:*"<>| \x00')
    assert slug == slug.lower() == paths.slug(name)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("On Bees: A Survey", "on-bees-a-survey"),
        ("研究蜜蜂 的舞蹈", "研究蜜蜂-的舞蹈"),
        ("Bee v1.1", "bee-v1.1"),
        ("？！…", ""),
        ("one two three four five six seven eight nine ten", "one-two-three-four-five-six-seven-eight"),
        ("x" * 50, "x" * 40),
    ],
)
def test_a_title_becomes_words_cut_between_words(title: str, words: str) -> None:
    assert paths.readable_slug(title) == words


@given(names)
def test_words_of_a_title_are_a_path_segment(title: str) -> None:
    words = paths.readable_slug(title)
    assert len(words) <= 40
    assert words.strip("-.") == words
    assert "/" not in words


@pytest.mark.parametrize(
    ("identity", "url"),
    [("2601.01230", "papers/2601.01230/"), ("n0f3a", "papers/n0f3a/"), ("蜜蜂", "papers/蜜蜂/")],
)
def test_a_public_id_is_its_address(identity: str, url: str) -> None:
    assert paths.paper_url(identity) == url


@pytest.mark.parametrize("identity", ["cs/0112017", "10.1145/3292500.3330701", "..", "a/../b", "x" * 300])
def test_any_id_is_one_segment_below_the_papers(identity: str) -> None:
    folder, segment, end = paths.paper_url(identity).split("/")
    assert (folder, end) == ("papers", "")
    assert segment.strip(".")
    assert len(segment) < 80


@pytest.mark.parametrize(
    ("date", "name", "url"),
    [
        ("2026-01-02", "BeeBench", "papers/2026-01-02-beebench/"),
        ("", "BeeBench", "papers/beebench/"),
        ("2026-01-02", "？", "papers/2026-01-02-n1/"),
        ("", "", "papers/n1/"),
    ],
)
def test_a_minted_address_is_the_day_and_the_name_or_else_the_id(date: str, name: str, url: str) -> None:
    assert paths.minted_url(date, name, "n1") == url


def test_the_first_part_of_a_list_is_its_own_address() -> None:
    assert [paths.page_url("tags/bees/", number) for number in (1, 2)] == ["tags/bees/", "tags/bees/page/2/"]


@pytest.mark.parametrize("page", DEPTHS)
@pytest.mark.parametrize("target", [*DEPTHS, "data/papers.jsonl", "assets/蜂.css"])
def test_a_link_leads_from_any_depth_to_any_other(page: str, target: str) -> None:
    link = paths.relative(target, page)
    assert not link.startswith("/")
    assert not set(link) & set(" :?#")
    reached = posixpath.normpath(posixpath.join("/", page, unquote(link)))
    assert reached == posixpath.normpath(f"/{target}")
    assert link.endswith("/") is (target.endswith("/") or not target)


def test_a_link_keeps_its_fragment() -> None:
    assert paths.relative("papers/a/#claim-3", "tags/bees/") == "../../papers/a/#claim-3"
    assert paths.relative("papers/a/#claim-3", "papers/a/") == "#claim-3"
    assert paths.relative("papers/a/#主张 3", "papers/a/") == "#%E4%B8%BB%E5%BC%A0%203"


def test_links_stay_links_where_the_site_is_in_a_folder_of_its_host() -> None:
    assert paths.relative("tags/", "papers/a/") == "../../tags/"
    assert paths.relative("", "papers/a/") == "../../"
    assert paths.relative("", "") == "./"
