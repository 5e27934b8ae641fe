"""The real notes against what a careful reader found in them; skipped where they are not there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claimbook.cli import Folders, load
from claimbook.model import Note, Reading, Source
from claimbook.pipeline import Library
from claimbook.readers import read
from claimbook.readers.accounting import account
from claimbook.render.data import records
from claimbook.text import Lines

Gold = dict[str, dict[str, Any]]
Place = tuple[str, str, int, int]
KINDS = {"deep": "deep", "shallow": "brief", "digest": "digest"}
STATUSES = {"complete": "complete", "truncated": "cut", "failed": "failed", "complete_but_damaged": "damaged"}
# What the page leaves out, by the reader's name for it: marks above a text, the failure's message, advert, a link.
LEFT_OUT = {
    "zh_marker": "中文摘要",
    "analysis_marker": "LLM Analysis",
    "analysis_failed": "LLM Analysis Failed",
    "q_more": "想要进一步了解论文",
    "coolpaper_url": "CoolPaper URL",
}
FIELDS = ("authors", "categories", "pdf_url", "arxiv_url", "arxiv_id", "published", "updated")


@pytest.fixture(scope="module")
def notes(real_library: Library) -> dict[str, Note]:
    """Notes by file and first line, as the gold data has them."""
    return {f"{note.source}:{note.start_line}": note for reading in real_library.readings for note in reading.notes}


@pytest.fixture(scope="module")
def lines(real_library: Library) -> dict[str, Lines]:
    return {reading.source.path: Lines(reading.source.text) for reading in real_library.readings}


def rows(lines: Lines, start: int, end: int) -> tuple[int, int]:
    return lines.where(start)[0], lines.where(max(start, end - 1))[0]


def expected_sections(paper: dict[str, Any]) -> Iterator[Place]:
    """Kind, heading of what is left out, first and last line; neighbouring fields are one section here."""
    fields: list[tuple[int, int]] = []
    for name, (start, end) in paper["sections"].items():
        if name in FIELDS:
            fields.append((start, end))
            continue
        if fields:
            yield "metadata", "", fields[0][0], fields[-1][1]
            fields = []
        if name in LEFT_OUT:
            yield "boilerplate", LEFT_OUT[name], start, end
        else:
            yield name.replace("q_", "analysis_"), "", start, end
    if fields:
        yield "metadata", "", fields[0][0], fields[-1][1]


def test_all_36_papers_start_and_end_where_they_do(gold: Gold, notes: dict[str, Note]) -> None:
    assert len(gold) == 36
    assert {key: note.end_line for key, note in notes.items()} == {key: p["end_line"] for key, p in gold.items()}


def test_the_kind_of_each_paper(gold: Gold, notes: dict[str, Note]) -> None:
    assert {key: note.kind for key, note in notes.items()} == {key: KINDS[p["kind"]] for key, p in gold.items()}


def test_each_section_has_its_lines(gold: Gold, notes: dict[str, Note], lines: dict[str, Lines]) -> None:
    for key, paper in gold.items():
        found = [
            (
                s.kind,
                s.heading if s.kind == "boilerplate" else "",
                *rows(lines[paper["file"]], s.span.start, s.span.end),
            )
            for s in notes[key].sections
        ]
        assert found == list(expected_sections(paper)), key


def test_each_claim_has_its_line_and_its_quotes_line(
    gold: Gold, notes: dict[str, Note], lines: dict[str, Lines]
) -> None:
    total = 0
    for key, paper in gold.items():
        where = lines[paper["file"]].where
        # The gold lists what a note calls a claim; those found in a digest's sentences have tests of their own.
        found = [
            (c.number, where(c.text.span.start)[0], c.quote and where(c.quote.span.start)[0])
            for c in notes[key].claims
            if c.origin == "quoted"
        ]
        assert found == [(c["n"], c["claim_line"], c["quote_line"]) for c in paper["claims"]], key
        total += len(found)
    assert total == 172


def test_titles_ids_and_numbers_of_authors_of_digests(gold: Gold, notes: dict[str, Note]) -> None:
    for key, paper in gold.items():
        metadata = notes[key].metadata
        stated = (
            (paper["title"], paper["arxiv_id"], paper["authors_count"]) if paper["kind"] == "digest" else ("", "", 0)
        )
        assert (metadata.title, metadata.arxiv_id, len(metadata.authors)) == stated, key


def test_the_status_of_each_paper_and_the_section_that_is_cut(
    gold: Gold, notes: dict[str, Note], lines: dict[str, Lines]
) -> None:
    for key, paper in gold.items():
        cut = "truncated" if paper.get("abstract_truncated") else "complete"
        assert notes[key].status == STATUSES[paper.get("analysis_status", cut)], key
        ends = [lines[paper["file"]].where(s.span.end - 1)[0] for s in notes[key].sections if s.cut]
        assert ends == [at["line"] for at in (paper.get("truncated_at"),) if at], key


def test_only_the_head_of_a_file_is_outside_of_papers_and_no_line_is_lost(real_library: Library) -> None:
    outside = {}
    for reading in real_library.readings:
        where = Lines(reading.source.text).where
        outside[reading.source.path] = [(region.kind, where(region.span.start)[0]) for region in reading.regions]
        assert (account(reading).unclaimed, account(reading).contested) == ((), ())
    assert outside == {
        "2026-07-31.txt": [("header", 1), ("header", 3), ("Latest Papers", 5)],
        "2026-09-27.txt": [("header", 1)],
        "2026-10-11.txt": [("header", 1)],
    }


def test_the_one_problem_is_the_question_that_was_swallowed(real_library: Library) -> None:
    found = [p for reading in real_library.readings for p in reading.problems]
    assert [(p.code, p.line) for p in found if p.severity == "problem"] == [("swallowed-question", 4744)]
    assert sorted({p.code for p in found if p.severity == "notice"}) == ["cut-text", "failed-analysis"]


# Damage done to real notes


def told(note: Note) -> object:
    """What a note says, wherever in its file."""
    return note.kind, note.status, note.sha256, [(s.kind, s.text) for s in note.sections], len(note.claims)


def damaged(reading: Reading, keep: Iterable[tuple[int, int]]) -> Reading:
    text = "".join(reading.source.text[start:end] for start, end in keep)
    return read(Source(path=reading.source.path, text=text, sha256=""))


def deep_readings(library: Library) -> list[Reading]:
    return [reading for reading in library.readings if reading.format == "deep-text"]


def test_one_paragraph_lost_costs_only_its_own_paper(real_library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    tried, exact = 0, 0
    for reading in deep_readings(real_library):
        for note in reading.notes:
            for lost in (s for s in note.sections if s.kind not in ("claims", "review", "disclaimer")):
                after = damaged(reading, [(0, lost.span.start), (lost.span.end + 2, len(reading.source.text))])
                others = [told(other) for other in reading.notes if other is not note]
                tried += 1
                exact += [told(other) for other in after.notes if other.position != note.position] == others and [
                    p.severity for p in after.problems
                ] == ["problem"]
    with capsys.disabled():
        print(f"\n  one paragraph lost: {exact} of {tried} times one problem and all other papers as before")
    assert (exact, tried) == (91, 91)


def test_a_file_cut_above_the_claims_costs_only_its_last_paper(
    real_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    tried, exact = 0, 0
    for reading in deep_readings(real_library):
        for note in reading.notes[1:]:
            for last in note.sections[:4] if note.kind == "deep" else ():
                after = damaged(reading, [(0, last.span.end)])
                before = [told(other) for other in reading.notes[: note.position - 1]]
                tried += 1
                exact += [told(other) for other in after.notes][:-1] == before and [p.code for p in after.problems] == [
                    "stray-text"
                ]
    with capsys.disabled():
        print(f"\n  file cut above the claims: {exact} of {tried} times one problem and all other papers as before")
    assert (exact, tried) == (52, 52)


# Names, tags and benchmarks


def spelling(name: str) -> str:
    """Spelling without case, space, dash, dot, colon and superscript mark."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in plain if unicodedata.category(c) not in ("Zs", "Pd", "Pc", "Cc") and c not in ".:^·")


def f1(pairs: Iterable[tuple[set[str], set[str]]]) -> float:
    """Of what was found and what was due, counted over all papers together."""
    both = found = due = 0
    for got, want in pairs:
        both, found, due = both + len(got & want), found + len(got), due + len(want)
    return 2 * both / (found + due)


def by_gold(library: Library, gold: Gold) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each record of the built data beside the paper of the gold data, by file and first line."""
    built = records(library.entries, library.lines)
    at = {f"{note['source']}:{note['start_line']}": record for record in built for note in record["notes"]}
    return [(at[place], paper) for place, paper in gold.items()]


def benchmark_f1(library: Library, gold: Gold) -> float:
    return f1(
        ({spelling(b["name"]) for b in record["benchmarks"]}, {spelling(name) for name in paper["benchmarks"]})
        for record, paper in by_gold(library, gold)
    )


def test_every_deep_paper_has_its_name_and_none_a_wrong_one(
    real_library: Library, gold: Gold, capsys: pytest.CaptureFixture[str]
) -> None:
    named, due, wrong = 0, 0, []
    for record, paper in by_gold(real_library, gold):
        right = {spelling(name) for name in (paper["short_name"], *paper["other_names"]) if name}
        if record["name"] and spelling(record["name"]) not in right:
            wrong.append((paper["file"], paper["start_line"], record["name"]))
        if paper["kind"] != "digest" and paper["short_name"]:
            due += 1
            named += bool(record["name"]) and spelling(record["name"]) in right
    with capsys.disabled():
        print(f"\n  names: {named} of {due}, wrong: {wrong or 'none'}")
    assert (named, due, wrong) == (15, 15, [])


def test_tags_agree_with_the_careful_reader(
    real_library: Library, gold: Gold, capsys: pytest.CaptureFixture[str]
) -> None:
    score = f1(
        ({tag["id"] for tag in record["tags"]}, set(paper["topics"])) for record, paper in by_gold(real_library, gold)
    )
    with capsys.disabled():
        print(f"\n  tags: F1 {score:.2f}")
    assert score >= 0.75


def test_benchmarks_agree_with_the_careful_reader(
    real_library: Library, gold: Gold, capsys: pytest.CaptureFixture[str]
) -> None:
    score = benchmark_f1(real_library, gold)
    with capsys.disabled():
        print(f"\n  benchmarks: F1 {score:.2f}")
    assert score >= 0.8


def test_benchmarks_are_found_without_a_list_of_known_ones(
    real_notes: Path, gold: Gold, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for note in real_notes.glob("*.txt"):
        (tmp_path / note.name).write_bytes(note.read_bytes())
    (tmp_path / "benchmarks.yml").write_text("", encoding="utf-8")
    library, _ = load(Folders(notes=tmp_path, docs=tmp_path, site=tmp_path))
    assert library.settings.benchmarks == ()
    score = benchmark_f1(library, gold)
    with capsys.disabled():
        print(f"\n  benchmarks without the list: F1 {score:.2f}")
    assert score >= 0.6
