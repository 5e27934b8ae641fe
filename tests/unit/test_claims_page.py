"""The claims browser's page, its lists by month, and the columns and words that its script reads."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import pytest
from bs4 import BeautifulSoup

from claimbook.enrich.systems import systems
from claimbook.model import (
    Benchmark,
    BenchmarkDefinition,
    BenchmarkFindings,
    Check,
    Claim,
    Entry,
    Facts,
    Metadata,
    Naming,
    Note,
    NoteClaim,
    Number,
    Paper,
    Passage,
    Span,
    Value,
)
from claimbook.model import SiteInfo as Site
from claimbook.pipeline import Library
from claimbook.render import claims_data, claims_page

NOWHERE = Span(start=0, end=0)
ZH, EN = Site(language="zh"), Site(language="en")


def passage(text: str) -> Passage:
    return Passage(text=text, span=NOWHERE)


def note(date: str, kind: Any = "deep") -> Note:
    return Note(
        source="a.txt",
        sha256="",
        format="deep-text",
        kind=kind,
        date=date,
        status="complete",
        span=NOWHERE,
        start_line=1,
        end_line=1,
        position=1,
        metadata=Metadata(),
        sections=(),
        claims=(),
    )


def claim(of: Note, number: int, text: str, quote: str = "so", prefix: str = "") -> Claim:
    stated = NoteClaim(number=number, text=passage(text), quote=passage(quote) if quote else None)
    return Claim(anchor=f"{prefix}claim-{number}", note=of, claim=stated)


def entry(url: str, claims: tuple[Claim, ...], **facts: Any) -> Entry:
    notes = tuple(dict.fromkeys(item.note for item in claims))
    naming = facts.pop("naming", Naming(title=url, title_source="derived"))
    benchmarks = facts.pop("benchmarks", BenchmarkFindings())
    paper = Paper(id=url, url=f"papers/{url}/", notes=notes, claims=claims)
    return Entry(paper=paper, facts=Facts(naming=naming, tags=(), benchmarks=benchmarks, **facts))


def rows(text: str) -> Iterator[tuple[str, str]]:
    for row in BeautifulSoup(text, "html.parser").select(".cb-browse tbody tr"):
        link = row.select_one(".cb-go")
        assert link is not None
        yield str(link["href"]), link.get_text()


def long_ago_and_now() -> Entry:
    """A paper noted twice, once without a day."""
    new, old = note("2026-03-02"), note("", "digest")
    return entry("twice", (claim(new, 1, "new"), claim(old, 1, "", "only a quote", prefix="n2-")))


def test_a_month_is_paged_and_keeps_the_order() -> None:
    day = note("2026-03-01")
    many = entry("many", tuple(claim(day, at, f"claim {at}") for at in range(1, 121)))
    files = {file.path: file.text for file in claims_page.pages([many], ZH)}
    assert set(files) == {
        "claims/index.md",
        "claims/2026-03/index.md",
        "claims/2026-03/page/2/index.md",
        "claims/2026-03/page/3/index.md",
    }
    pages = [list(rows(files[f"claims/2026-03/{part}index.md"])) for part in ("", "page/2/", "page/3/")]
    assert [len(page) for page in pages] == [50, 50, 20]
    assert [text for page in pages for _, text in page] == [f"claim {at}" for at in range(1, 121)]
    assert pages[1][0][0] == "../../../../papers/many/#claim-51"
    assert next(rows(files["claims/index.md"])) == ("../papers/many/#claim-1", "claim 1")
    assert len(list(rows(files["claims/index.md"]))) == 50


def test_a_claim_stands_in_the_month_of_its_note() -> None:
    files = {file.path: file.text for file in claims_page.pages([long_ago_and_now()], EN)}
    assert [text for _, text in rows(files["claims/2026-03/index.md"])] == ["new"]
    assert list(rows(files["claims/undated/index.md"])) == [("../../papers/twice/#n2-claim-1", "only a quote")]
    assert [text for _, text in rows(files["claims/index.md"])] == ["new", "only a quote"]


def test_nothing_at_all_is_a_page_too() -> None:
    (file,) = claims_page.pages([], EN)
    assert file.path == "claims/index.md"


@pytest.mark.parametrize("site", [ZH, EN], ids=["zh", "en"])
def test_the_script_finds_its_words_and_controls(site: Site) -> None:
    page = next(iter(claims_page.pages([long_ago_and_now()], site)))
    soup = BeautifulSoup(page.text, "html.parser")
    browser = soup.select_one(".cb-browser")
    assert browser is not None
    said = json.loads(str(browser["data-words"]))
    assert all(said[f"verdict_{verdict}"] and said[f"sign_{verdict}"] for verdict in claims_data._VERDICTS)
    assert "{n}" in said["shown_of"]
    assert "{shown}" in said["shown_of"]
    facets = [group["data-facet"] for group in soup.select("form fieldset")]
    assert sorted(map(str, facets)) == ["benchmark", "kind", "system", "tag", "verdict", "year"]
    assert soup.select_one("form")["hidden"] == ""  # type: ignore[index]
    assert soup.select_one("script")["src"] == "../assets/js/claimsbrowser.js"  # type: ignore[index]


def test_words_of_a_note_are_escaped() -> None:
    odd = "</div>\n\n<script>alert(1)</script> & \u202e"
    item = claim(note("2026-03-01"), 1, odd, odd)
    named = Naming(title=odd, title_source="note", name=odd)
    on = BenchmarkFindings(by_anchor={"claim-1": (Benchmark(name=odd, slug="odd"),)})
    for file in claims_page.pages([entry("odd", (item,), naming=named, benchmarks=on)], ZH):
        assert "<script>" not in file.text
        assert "\u202e" not in file.text


def columns(entries: list[Entry]) -> Any:
    places = {e.paper.id: {c.anchor: (at, 1) for at, c in enumerate(e.paper.claims)} for e in entries}
    (file,) = claims_data.table(entries, places)
    return json.loads(file.text)


def test_columns_say_what_is_unlike_the_paper() -> None:
    found = columns([long_ago_and_now(), entry("none", ())])
    assert found["papers"] == [0]
    assert found["counts"] == [2]
    assert found["anchors"] == {"1": "n2-claim-1"}
    assert found["dates"] == {"1": ""}
    assert found["kinds"] == {"1": "digest"}


def test_columns_code_none_one_and_several() -> None:
    day = note("2026-03-01")
    one, two = Benchmark(name="One", slug="one"), Benchmark(name="Two", slug="two")
    on = BenchmarkFindings(by_anchor={"claim-2": (two,), "claim-3": (one, two)})
    claims = tuple(claim(day, at, "x") for at in (1, 2, 3))
    found = columns([entry("p", claims, benchmarks=on, systems={"claim-1": ("SysA",)})])
    assert found["benchmarks"] == [-1, 0, [1, 0]]
    assert found["names"] == [["two", "Two"], ["one", "One"]]
    assert (found["systems"], found["system_names"]) == ([0, -1, -1], ["SysA"])


def test_words_come_with_the_marks_of_their_numbers() -> None:
    day = note("2026-03-01")
    number = Number(text="7", value=7, unit="", start=4, end=5)
    soft = dataclasses.replace(number, start=6, end=9, soft=True)
    values = (
        Value(number=soft, verdict="missing", how="absent"),
        Value(number=number, verdict="supported", how="exact"),
    )
    items = tuple(claim(day, at, "has 7 two", "" if at == 2 else "7") for at in (1, 2))
    checks = {"claim-1": Check(verdict="supported", values=values), "claim-2": Check(verdict="no-quote", values=values)}
    (file,) = claims_data.rows([entry("p", items, checks=checks)])
    assert file.path == "data/claims/0.json"
    assert json.loads(file.text) == [["has 7 two", "7", [4, 5, 0, 6, 9, 3]], ["has 7 two", "", []]]


def test_a_translation_comes_where_the_page_shows_it() -> None:
    found = claim(note("2026-03-01"), 1, "It flies.", "")
    stated = dataclasses.replace(found.claim, origin="own-words", translation=passage("它会飞。"))
    quoted = dataclasses.replace(stated, quote=passage("flies"))
    items = tuple(dataclasses.replace(found, claim=one) for one in (stated, quoted, found.claim))
    (file,) = claims_data.rows([entry("p", items)])
    assert json.loads(file.text) == [
        ["It flies.", "", [], "它会飞。"],
        ["It flies.", "flies", []],
        ["It flies.", "", []],
    ]


def test_the_words_of_the_corpus_are_in_their_parts(corpus_library: Library) -> None:
    parts = [json.loads(file.text) for file in claims_data.rows(corpus_library.entries)]
    assert all(len(part) == claims_data.ROWS for part in parts[:-1])
    assert sum(map(len, parts)) == sum(len(e.paper.claims) for e in corpus_library.entries) > 50


def named(text: str, name: str = "", others: tuple[Entry, ...] = (), known: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The systems that a claim of a paper of that name has, its scores told apart as numbers."""
    item = claim(note("2026-03-01"), 1, text)
    start = text.find("61.5")
    values = ()
    if start >= 0:
        number = Number(text="61.5", value=61.5, unit="", start=start, end=start + 4)
        values = (Value(number=number, verdict="supported", how="exact"),)
    naming = Naming(title="t", title_source="derived", name=name)
    own = entry("own", (item,), naming=naming, checks={"claim-1": Check(verdict="supported", values=values)})
    findings = {
        e.paper.id: (e.paper, e.facts.naming, e.facts.benchmarks, e.facts.checks, e.facts.results)
        for e in (own, *others)
    }
    definitions = tuple(BenchmarkDefinition(name=benchmark) for benchmark in known)
    return systems(findings, definitions)["own"].get("claim-1", ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ZetaNav 在该任务上优于 KiteVLA-7B 与 OriginNet", ("ZetaNav", "KiteVLA-7B", "OriginNet")),
        ("KiteVLA 61.5，OriginNet 次之", ("KiteVLA", "OriginNet")),
        ("KITE 3.5 Pro beats OriginNet", ("KITE 3.5 Pro", "OriginNet")),
        ("在 A100 GPU 上用 CPU 训练，占 48 GB", ()),
        ("Price-Weighted 均值，以 USD 计", ()),
        ("没有任何名字", ()),
        ("", ()),
    ],
)
def test_names_of_systems(text: str, found: tuple[str, ...]) -> None:
    assert named(text) == found


def test_a_plain_word_is_a_name_in_its_papers_own_claims() -> None:
    assert named("Lantern 达到最优") == ()
    assert named("Lantern 达到最优", "Lantern") == ("Lantern",)


def test_a_benchmark_is_no_system() -> None:
    assert named("KiteVLA 在 NavBench 上", known=("NavBench",)) == ("KiteVLA",)


def test_one_system_has_one_spelling() -> None:
    other = entry("other", (), naming=Naming(title="t", title_source="derived", name="Kite-VLA"))
    assert named("KiteVLA 达到最优", others=(other,)) == ("Kite-VLA",)


def test_a_hostile_claim_takes_no_time() -> None:
    assert named("KiteVLA " * 1_200) == ()
    assert named("Lantern " * 1_200, "Lantern") == ("Lantern",)
    assert named("A-" * 5_000) == ()
