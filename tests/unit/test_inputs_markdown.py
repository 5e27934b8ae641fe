"""Real notes in Markdown, one by one: each gives what its index says it holds, and no line is lost."""

from __future__ import annotations

import json
from functools import cache

import pytest

from claimbook.model import Note, Reading, Source
from claimbook.readers import read
from claimbook.readers.accounting import account
from claimbook.text import decode
from support import SHARED

INPUTS = SHARED / "inputs"
pytestmark = pytest.mark.skipif(not INPUTS.is_dir(), reason=f"the real notes are not there: {INPUTS}")
QUESTIONS = [f"analysis_{word}" for word in ("problem", "related", "method", "experiments", "future", "summary")]


@cache
def reading_of(start: str) -> Reading:
    (path,) = INPUTS.glob(f"{start}_*.md")
    text, _ = decode(path.read_bytes())
    return read(Source(path=path.name, text=text, sha256=""))


def note_of(start: str) -> Note:
    (note,) = reading_of(start).notes
    return note


def kinds(note: Note) -> list[str]:
    return [s.kind for s in note.sections if s.kind not in ("title", "metadata", "boilerplate")]


STATED = {"10": 1, "11": 0, "13": 1, "20": 8, "22": 3, "24": 1, "31": 0, "37": 1, "42": 1, "43": 1, "52": 1, "53": 1}
STATED |= {"55": 1, "D2": 3}


@pytest.mark.parametrize(("start", "papers"), STATED.items())
def test_a_file_holds_as_many_papers_as_its_index_says_and_loses_no_line(start: str, papers: int) -> None:
    index = json.loads((INPUTS / "index.json").read_text(encoding="utf-8"))
    assert next(entry["papers"] for entry in index if entry["file"].startswith(f"{start}_")) == papers
    reading = reading_of(start)
    assert len(reading.notes) == papers
    assert account(reading).unclaimed == account(reading).contested == ()
    assert [p for p in reading.problems if p.severity != "notice"] == []
    assert {note.status for note in reading.notes} <= {"complete"}


def test_10_a_summary_with_front_matter_texts() -> None:
    note = note_of("10")
    data = note.metadata
    assert (data.title, data.other_titles) == ("Attention Is All You Need", ("注意力即一切",))
    assert (data.arxiv_id, note.date, len(data.authors)) == ("1706.03762", "2017-06-12", 8)
    assert data.keywords == ("query:transformer", "query:attention")
    assert kinds(note)[:6] == [
        *("positioning", "background", "method", "experiments", "analysis_summary"),  # of the front matter
        "abstract_en",
    ]
    inner = [s.heading for s in note.sections if s.heading[:1].isdigit()]
    assert [heading.split(".")[0] for heading in inner] == list("12345678")
    assert len(note.text_of("abstract_en")) > 1000
    assert "\\sqrt{d_k}" in note.text_of("method")


@pytest.mark.parametrize(("start", "reason"), [("11", "says that there are no papers"), ("31", "a table without rows")])
def test_11_and_31_are_no_notes(start: str, reason: str) -> None:
    reading = reading_of(start)
    assert reading.format == "none"
    assert [(p.code, p.severity) for p in reading.problems] == [("not-a-note", "notice")]
    assert reason in reading.problems[0].message


def test_13_has_formulas_in_its_title_and_both_abstracts() -> None:
    note = note_of("13")
    assert note.metadata.title.startswith("$D^{2}R^{2}$: Discrete Diffusion")
    assert note.metadata.other_titles[0].startswith("$D^{2}R^{2}$：")
    assert (note.metadata.arxiv_id, note.date) == ("2608.15288", "2026-08-15")
    assert {"abstract_zh", "abstract_en", "limitations"} <= set(kinds(note))
    assert len([s for s in note.sections if s.heading[:1].isdigit()]) == 8
    assert any(block.kind == "preformatted" for s in note.sections for block in s.blocks)
    assert not any("figures" in s.text for s in note.sections)


def test_20_has_eight_papers_with_labels() -> None:
    reading = reading_of("20")
    assert reading.format == "digest-generic"
    for note in reading.notes:
        assert note.metadata.arxiv_id.startswith("2603.")
        assert note.metadata.authors
        assert note.metadata.categories
        assert "method" in kinds(note)
        assert note.date == "2026-03-13"
    first = reading.notes[0]
    assert first.metadata.title == "IsoCompute Playbook: Optimally Scaling Sampling Compute for LLM RL"
    assert [s.heading for s in first.sections if s.heading] == ["核心创新", "实验结果"]
    assert any(block.kind == "list" for s in first.sections for block in s.blocks)
    assert {region.kind for region in reading.regions} == {"header", "outside of papers"}


@pytest.mark.parametrize("start", ["22", "D2"])
def test_22_and_its_gb18030_twin_have_chinese_titles_with_formulas(start: str) -> None:
    notes = reading_of(start).notes
    assert notes[0].metadata.title.startswith("从$P(y|x)$到$P(y)$：")
    assert [note.metadata.arxiv_id for note in notes] == ["2604.14142", "2604.14137", "2604.14128"]
    assert all(len(note.text_of("abstract_zh")) > 300 for note in notes)
    assert {note.date for note in notes} == {"2026-04-17"}


def test_22_and_its_twin_say_the_same() -> None:
    first, second = ([(n.metadata, n.sections) for n in reading_of(start).notes] for start in ("22", "D2"))
    assert first == second


def test_24_has_bare_questions_and_keeps_private_paths_to_itself() -> None:
    note = note_of("24")
    data = note.metadata
    assert (data.arxiv_id, note.date) == ("2607.01232", "2026-07-02")
    assert len(data.authors) == 7
    assert data.categories == ("cs.LG", "cs.CL")
    assert len(data.keywords) == 4
    asked = [s.heading for s in note.sections if s.heading.startswith("Q")]
    assert [heading[:2] for heading in asked] == [f"Q{n}" for n in range(1, 8)]
    assert {*QUESTIONS, "analysis_other", "positioning", "abstract_en"} <= set(kinds(note))
    assert note.text_of("other").startswith("★★★☆☆")
    assert "/Users/" not in repr((data, note.sections))
    assert "\\(\\text{layer-aware training}\\)" in note.text_of("analysis_method")


def test_37_has_claims_beside_evidence_and_no_scores_among_them() -> None:
    note = note_of("37")
    assert note.metadata.arxiv_id == "2608.05948"
    assert note.metadata.title.startswith("GAUGE: A Measurement-Grounded")
    assert [claim.number for claim in note.claims] == [1, 2, 3, 4, 5, 6]
    assert all(claim.quote and claim.origin == "quoted" for claim in note.claims)
    assert all([name for name, _ in claim.remarks] == ["审计结论", "可信度"] for claim in note.claims)
    fourth = note.claims[3]
    assert fourth.quote
    assert "2.57/2.67 m/s²" in fourth.quote.text
    assert "p.12" in fourth.quote.text
    assert [s.kind for s in note.sections].count("claims") == 1
    assert {"positioning", "background", "method", "experiments", "limitations"} <= set(kinds(note))


def test_37_claims_point_at_their_cells() -> None:
    reading = reading_of("37")
    for claim in reading.notes[0].claims:
        assert claim.quote
        for passage in (claim.text, claim.quote):
            assert reading.source.text[passage.span.start : passage.span.end] == passage.text


def test_42_and_43_are_one_paper_in_two_languages() -> None:
    english, chinese = note_of("42"), note_of("43")
    assert english.metadata.arxiv_id == chinese.metadata.arxiv_id == "2608.06714"
    assert english.metadata.title == chinese.metadata.title
    assert english.metadata.authors == chinese.metadata.authors
    assert english.metadata.pdf_url == chinese.metadata.pdf_url == "https://arxiv.org/pdf/2608.06714"
    assert english.metadata.other_titles == ("Letting the Agent Control the Optimization Search",)
    assert chinese.metadata.other_titles == ("让 Agent 接管优化搜索策略",)
    assert kinds(english) == kinds(chinese)
    assert {"positioning", "background", "method", "experiments", "limitations", "analysis_related"} <= set(
        kinds(english)
    )


@pytest.mark.parametrize("start", ["52", "53"])
def test_52_and_53_have_an_abstract_and_six_answers(start: str) -> None:
    note = note_of(start)
    assert kinds(note) == ["abstract_en", *QUESTIONS]
    assert note.metadata.authors
    assert note.metadata.categories[0].startswith("cs.")
    assert note.metadata.keywords
    assert note.metadata.pdf_url.startswith("https://arxiv.org/pdf/")


def test_53_keeps_tags_that_are_words() -> None:
    note = note_of("53")
    assert "（带<think>标签）" in note.text_of("analysis_experiments")
    styles = {run.style for s in note.sections for b in s.blocks for row in b.rows for cell in row for run in cell}
    assert "code" in styles
    assert "Qwen2.5-7B平均EM 0.391" in note.text_of("analysis_experiments")


def test_55_has_one_claim_in_the_words_of_the_paper_and_a_highlight() -> None:
    note = note_of("55")
    data = note.metadata
    assert (data.title, data.arxiv_id) == ("Transformer Feed-Forward Layers Are Key-Value Memories", "2012.14913")
    assert (len(data.authors), note.date) == (4, "2024-07-23")
    (claim,) = note.claims
    assert claim.origin == "own-words"
    assert claim.quote == claim.text
    assert claim.text.text.startswith("We conjecture that each")
    assert claim.text.text.endswith("(Section 4).")
    assert claim.remarks == (("page", "2"),)
    assert note.text_of("highlights").startswith("“We further analyze")
    assert note.text_of("abstract_en")
    assert "zotero://" not in repr((data, note.sections))
    assert "^" not in note.text_of("claims", "highlights")
