"""One paper over several notes, files, days and formats: what joins, what stays apart, what is shown once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from claimbook import pipeline, settings
from claimbook.identity import ledger as ledgers
from claimbook.model import Problem, Source
from claimbook.pipeline import Library
from support import library_of

NO_SETTINGS = dict.fromkeys(("tags.yml", "benchmarks.yml", "overrides.yml", "permalinks.yml"), "")


def deep(name: str, figures: str = "86.42%，延迟 137 毫秒", *, quote: str = "", tail: str = "") -> str:
    """A deep-read paper without title or id."""
    return "\n\n".join(
        [
            f"{name} 是一个给灯塔排班的框架，{name} 让看守人不必整夜守着。",
            f"过去的排班靠纸笔，{name} 的作者认为这样容易漏掉雾天。",
            f"{name} 先预测雾的到来，再把班次排成一张表。{tail}",
            f"{name} 在三座灯塔上测试，准确率 {figures}。",
            f"1. {name} 的准确率为 {figures}。",
            f"  {quote or f'{name} reaches {figures} on three lighthouses.'}",
            "Novelty：一般。 Soundness：三座灯塔。 Significance：省人。",
            f"{name} 没有在极夜里测过。",
            f"可以把 {name} 用到航标上。",
        ]
    )


def day(date: str, *papers: str) -> str:
    return "\n\n".join([date, *papers]) + "\n"


def digest(
    name: str,
    arxiv: str,
    figures: str = "86.42% at 137 ms",
    date: str = "2026-03-04",
    number: int = 1,
    version: str = "",
) -> str:
    """A digest of one paper with its id."""
    return "\n".join(
        [
            f"HuggingFace Papers {date}",
            f"{number}. {name}: Rostering Lighthouse Keepers",
            f"Abstract:We introduce {name}, a framework for rosters of lighthouses. {name} reaches {figures}.",
            f"摘要：我们提出 {name}，它达到 {figures}。",
            "LLM Analysis",
            "Q: 这篇论文试图解决什么问题？",
            f"{name} 解决灯塔排班的问题。",
            "Authors: Ada Reef, Bo Shoal",
            f"PDF URL: https://arxiv.org/pdf/{arxiv}{version}",
            f"Arxiv URL: https://arxiv.org/abs/{arxiv}{version}",
            f"Arxiv ID: {arxiv}{version}",
            f"Published: {date}",
            f"Updated: {date}",
            "",
        ]
    )


class Desk:
    """Notes as texts by path, and the ledger between builds."""

    def __init__(self, notes: Mapping[str, str], overrides: str = "") -> None:
        self.notes, self.overrides, self.ledger = dict(notes), overrides, ""

    def build(self) -> Library:
        texts = {**NO_SETTINGS, "overrides.yml": self.overrides, "permalinks.yml": self.ledger}
        sources = [Source(path=path, text=text, sha256="") for path, text in sorted(self.notes.items())]
        library = pipeline.assemble(sources, texts)
        self.ledger = pipeline.dump_ledger(library)
        return library


def urls(library: Library) -> list[str]:
    return [entry.paper.url for entry in library.entries]


def told(library: Library, code: str) -> list[Problem]:
    return [problem for problem in library.problems if problem.code == code]


def test_versions_of_one_arxiv_id_are_one_paper_seen_on_two_days() -> None:
    desk = Desk(
        {
            "a.txt": digest("Fogbank", "2603.00417", version="v1"),
            "b.txt": digest("Fogbank", "2603.00417", "91.55% at 120 ms", "2026-03-09", version="v2"),
        }
    )
    (entry,) = desk.build().entries
    assert entry.paper.id == "2603.00417"
    assert [note.date for note in entry.paper.notes] == ["2026-03-09", "2026-03-04"]


@pytest.mark.parametrize("order", [("text", "digest"), ("digest", "text"), ("both",)])
def test_a_text_without_an_id_joins_the_paper_of_its_name_and_figures(order: tuple[str, ...]) -> None:
    """Whichever comes first; its old address leads on."""
    notes = {"a.txt": day("2026-03-02", deep("Fogbank")), "b.txt": digest("Fogbank", "2603.00417")}
    wanted = {"text": {"a.txt"}, "digest": {"b.txt"}, "both": {"a.txt", "b.txt"}}
    desk = Desk({})
    for step in order:
        desk.notes |= {path: notes[path] for path in wanted[step]}
        library = desk.build()
    assert urls(library) == ["papers/2603.00417/"]
    assert [note.source for note in library.entries[0].paper.notes] == ["b.txt", "a.txt"]
    assert not library.problems
    moved = {redirect.url: redirect.to for redirect in library.ledger.redirects.values()}
    assert moved == ({"papers/2026-03-02-fogbank/": "papers/2603.00417/"} if order[0] == "text" else {})
    assert urls(desk.build()) == urls(library)


def test_two_texts_without_ids_join_the_older_one() -> None:
    desk = Desk({"a.txt": day("2026-03-02", deep("Fogbank"))})
    first = urls(desk.build())
    desk.notes["0.txt"] = day("2026-02-20", deep("Fogbank", tail="此外还会备一份纸表。"))
    assert urls(desk.build()) == first


@pytest.mark.parametrize(
    ("name", "figures", "asked"),
    [
        ("Fogbank", "71.3%，延迟 250 毫秒", True),  # other figures
        ("Fogbank", "86.42%，延迟 9 毫秒", True),  # one figure is no proof
        ("Fogbank", "2026 年 100%", True),  # a year and a round number tell nothing
        ("Lampwick", "86.42%，延迟 137 毫秒", False),  # another name
    ],
)
def test_where_names_or_figures_do_not_agree_papers_stay_apart(name: str, figures: str, asked: bool) -> None:
    desk = Desk({"a.txt": day("2026-03-02", deep(name, figures)), "b.txt": digest("Fogbank", "2603.00417")})
    library = desk.build()
    assert len(library.entries) == 2
    found = told(library, "possible-same-paper")
    assert [(p.path, p.line, p.severity) for p in found] == ([("a.txt", 3, "notice")] if asked else [])


@pytest.mark.parametrize(("choice", "papers"), [("same-as", 1), ("not-same-as", 2)])
def test_the_suggested_line_can_be_pasted_and_answers_the_question(choice: str, papers: int) -> None:
    desk = Desk({"a.txt": day("2026-03-02", deep("Fogbank", "71.3%")), "b.txt": digest("Fogbank", "2603.00417")})
    (found,) = told(desk.build(), "possible-same-paper")
    line = re.search(rf'\{{"[^"]+": \{{{choice}: .*?\}}\}}', found.message)
    assert line is not None
    desk.overrides = line.group()
    assert settings.parse_overrides("overrides.yml", desk.overrides)[1] == ()
    assert list(yaml.safe_load(desk.overrides)) == ["a.txt:3"]
    for _ in range(2):
        library = desk.build()
        assert len(library.entries) == papers
        assert not library.problems


def test_not_same_as_keeps_apart_what_names_and_figures_would_join() -> None:
    notes = {"a.txt": day("2026-03-02", deep("Fogbank")), "b.txt": digest("Fogbank", "2603.00417")}
    desk = Desk(notes, '{"a.txt:3": {not-same-as: ["2603.00417"]}}')
    assert len(desk.build().entries) == 2
    assert not desk.build().problems


def test_two_papers_of_one_file_are_not_joined_but_asked_about() -> None:
    desk = Desk({"a.txt": day("2026-03-02", deep("Fogbank"), deep("Fogbank", tail="夜里另有一班。"))})
    library = desk.build()
    assert len(library.entries) == 2
    assert len(told(library, "possible-same-paper")) == 1


def test_a_name_that_many_papers_have_tells_nothing() -> None:
    papers = {f"{n}.txt": digest("Fogbank", f"2603.0{n:04d}") for n in range(12)}
    library = Desk({"a.txt": day("2026-03-02", deep("Fogbank")), **papers}).build()
    assert len(library.entries) == 13
    assert not library.problems


def test_the_same_text_in_two_files_is_shown_once_with_the_anchors_of_both() -> None:
    text = digest("Fogbank", "2603.00417") + "\nLatest Papers\n"
    desk = Desk({"a.txt": digest("Fogbank", "2603.00417"), "b.txt": text.replace("Fogbank:", "Fogbank :")})
    (entry,) = desk.build().entries
    paper = entry.paper
    assert (len(paper.notes), len(paper.all_notes)) == (1, 2)
    assert paper.repeats_of(paper.notes[0]) == tuple(n for n in paper.all_notes if n is not paper.notes[0])


def test_a_repeated_note_keeps_the_anchors_it_was_given() -> None:
    """A note that is edited into the text of another one, and back."""
    one, other = day("2026-03-02", deep("Fogbank")), day("2026-03-05", deep("Fogbank", tail="另备纸表。"))
    desk = Desk({"a.txt": one, "b.txt": other})
    first = {claim.anchor for claim in desk.build().entries[0].paper.claims}
    assert first == {"claim-1", "n2-claim-1"}
    desk.notes["b.txt"] = day("2026-03-05", deep("Fogbank"))
    (claim,) = desk.build().entries[0].paper.claims
    assert (claim.anchor, claim.also) == ("claim-1", ("n2-claim-1",))
    desk.notes["b.txt"] = other
    assert {claim.anchor for claim in desk.build().entries[0].paper.claims} == first


def test_of_two_notes_with_the_same_text_the_one_that_knows_more_is_shown() -> None:
    plain = digest("Fogbank", "2603.00417")
    fuller = plain.replace("PDF URL", "Categories: cs.AI\nPDF URL")
    for names in (("a.txt", "b.txt"), ("b.txt", "a.txt")):
        library = Desk(dict(zip(names, (plain, fuller), strict=True))).build()
        assert [note.source for note in library.entries[0].paper.notes] == [names[1]]


@pytest.mark.parametrize("change", ["lost", "corrected"])
def test_a_note_whose_arxiv_id_is_lost_or_corrected_keeps_its_page(change: str) -> None:
    old, other = digest("Fogbank", "2603.00417"), digest("Lampwick", "2603.00999", "55.1%", number=2)
    desk = Desk({"a.txt": old + other.split("\n", 1)[1]})
    desk.build()
    if change == "lost":
        fields = re.compile(r"^(?:PDF URL|Arxiv URL|Arxiv ID): .*00417\n", re.MULTILINE)
        desk.notes["a.txt"] = fields.sub("", desk.notes["a.txt"])
    else:
        desk.notes["a.txt"] = desk.notes["a.txt"].replace("2603.00417", "2603.00471")
    library = desk.build()
    assert not told(library, "lost-permalink")
    moved = {redirect.url: redirect.to for redirect in library.ledger.redirects.values()}
    if change == "lost":
        assert set(urls(library)) == {"papers/2603.00417/", "papers/2603.00999/"}
    else:
        assert moved == {"papers/2603.00417/": "papers/2603.00471/"}


def test_another_paper_in_the_place_of_one_is_another_paper() -> None:
    desk = Desk({"a.txt": digest("Fogbank", "2603.00417")})
    desk.build()
    desk.notes["a.txt"] = digest("Lampwick", "2603.00999", "55.1%, unlike any other")
    assert [p.code for p in desk.build().problems if p.severity == "refusal"] == ["lost-permalink"]


def test_a_ledger_without_prints_of_public_papers_gets_them() -> None:
    """As earlier versions wrote it."""
    desk = Desk({"a.txt": digest("Fogbank", "2603.00417")})
    desk.build()
    whole = desk.ledger
    ledger, _ = ledgers.parse("permalinks.yml", whole)
    entry = ledger.papers["2603.00417"]
    bare = replace(entry, notes=tuple(replace(note, print=()) for note in entry.notes))
    desk.ledger = ledgers.dump(replace(ledger, papers={"2603.00417": bare}))
    desk.build()
    assert desk.ledger == whole


def test_overrides_that_lead_nowhere_are_reported_at_their_line() -> None:
    desk = Desk(
        {"a.txt": digest("Fogbank", "2603.00417")}, '\n"2603.00417":\n  same-as: nobody\n\nnobody:\n  name: X\n'
    )
    assert [(p.code, p.line) for p in desk.build().problems] == [("bad-override", 2), ("bad-override", 5)]


def test_every_format_of_one_day_gives_one_page_a_paper(shared: Path, tmp_path: Path) -> None:
    """A saved page, the text made from it, the same file in other bytes, and a pair in two languages."""
    for part in ("notes", "inputs"):
        for path in (shared / part).iterdir():
            if path.suffix in (".txt", ".md", ".html"):
                (tmp_path / path.name).write_bytes(path.read_bytes())
    library = library_of(tmp_path)
    stated = [note.metadata.arxiv_id for entry in library.entries for note in entry.paper.all_notes]
    ids = [entry.paper.id for entry in library.entries if entry.paper.id in stated]
    assert len(ids) == len(set(ids)) == len({one for one in stated if one})
    on = {entry.paper.id: {note.source[:3] for note in entry.paper.all_notes} for entry in library.entries}
    assert on["2608.06714"] == {"42_", "43_"}
    twins = [entry.paper for entry in library.entries if {"01_", "202"} <= on[entry.paper.id]]
    assert len(twins) == 20
    assert sum(len(paper.notes) == 1 for paper in twins) >= 18
    again = [entry.paper for entry in library.entries if "D1_" in on[entry.paper.id]]
    assert all(len({note.sha256 for note in paper.notes}) == len(paper.notes) for paper in again)
    assert not told(library, "possible-same-paper")
