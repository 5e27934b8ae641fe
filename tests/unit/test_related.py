"""Related papers: shared and rare things count, with bounded work and a fixed order."""

from __future__ import annotations

import random

import pytest

from claimbook.enrich import related as module
from claimbook.enrich.related import related
from claimbook.model import Benchmark, BenchmarkFindings, Tag

Entry = tuple[tuple[Tag, ...], BenchmarkFindings]


def entry(tags: str = "", reported: str = "", mentioned: str = "") -> Entry:
    def benchmarks(slugs: str) -> tuple[Benchmark, ...]:
        return tuple(Benchmark(name=slug, slug=slug) for slug in slugs.split())

    return (
        tuple(Tag(id=tag, terms=()) for tag in tags.split()),
        BenchmarkFindings(reported=benchmarks(reported), mentioned=benchmarks(mentioned)),
    )


def test_the_rarer_shared_tag_is_nearer_and_the_paper_itself_is_not_listed() -> None:
    entries = {"a": entry("common rare"), "b": entry("common"), "c": entry("common"), "d": entry("rare")}
    assert related(entries)["a"] == ("d", "b", "c")


def test_reported_benchmarks_count_and_mentioned_ones_do_not() -> None:
    entries = {"a": entry("", "maze"), "b": entry("", "maze"), "c": entry("", "", "maze"), "d": entry("maze")}
    assert related(entries) == {"a": ("b",), "b": ("a",), "c": (), "d": ()}


def test_more_in_common_is_nearer_and_equals_go_by_id() -> None:
    entries = {"z": entry("x y"), "b": entry("x"), "a": entry("y"), "c": entry("x y")}
    assert related(entries)["z"] == ("c", "a", "b")


def test_limit_and_empty_input() -> None:
    entries = {str(i): entry("same") for i in range(9)}
    assert related(entries)["4"] == ("0", "1", "2", "3", "5")
    assert related(entries, limit=2)["0"] == ("1", "2")
    assert related(entries, limit=0)["0"] == ()
    assert related({}) == {}
    assert related({"only": entry("x", "y")}) == {"only": ()}


def test_the_order_of_the_input_does_not_matter() -> None:
    chance = random.Random(7)
    entries = {f"p{i:03}": entry(" ".join(chance.sample("abcdefg", 3)), chance.choice("uvw")) for i in range(80)}
    shuffled = dict(chance.sample(sorted(entries.items()), len(entries)))
    assert related(shuffled) == related(entries)


def test_a_tag_that_thousands_share_costs_a_bounded_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    original = module._candidates

    def watched(number: int, postings: list[list[int]]) -> set[int]:
        found = original(number, postings)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(module, "_candidates", watched)
    entries = {f"p{i:04}": entry("same other" if i % 1000 == 0 else "same") for i in range(3000)}
    found = related(entries)
    assert max(sizes) <= module.POOL
    assert found["p0000"][:2] == ("p1000", "p2000")
    assert all(len(others) == 5 for others in found.values())
