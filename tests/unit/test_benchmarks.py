"""Benchmarks: what counts as reported, which names are found without a list, and how well both do on real notes."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import pytest
import yaml

from claimbook.enrich.benchmarks import benchmarks
from claimbook.model import (
    BenchmarkDefinition,
    BenchmarkFindings,
    Claim,
    Metadata,
    Naming,
    Note,
    NoteClaim,
    Override,
    Paper,
    Passage,
    Section,
    Span,
)
from support import ROOT, SHARED, ends, long_text

HERE = Span(start=0, end=0)
WANTED_F1, WANTED_F1_UNLISTED = 0.9, 0.8
KNOWN = (
    BenchmarkDefinition(name="Quiz"),
    BenchmarkDefinition(name="Rock Pool"),
    BenchmarkDefinition(name="WOMBAT"),
    BenchmarkDefinition(name="TideBench"),
    BenchmarkDefinition(name="TideBench Verified"),
    BenchmarkDefinition(name="KELP 25", aliases=("KELP 2025",)),
    BenchmarkDefinition(name="KELP 26"),
    BenchmarkDefinition(name="Shell-QA", aliases=("Great Shell Quiz",)),
    BenchmarkDefinition(name="FISH-10"),
    BenchmarkDefinition(name="FISH-100"),
)  # fmt: skip


def passage(text: str) -> Passage:
    return Passage(text=text, span=HERE)


def paper(*claims: tuple[str, str], **sections: str) -> Paper:
    made = tuple(
        NoteClaim(number=n, text=passage(claim), quote=passage(quote) if quote else None)
        for n, (claim, quote) in enumerate(claims, 1)
    )
    note = Note(
        source="day.txt", sha256="", format="", kind="note", date="", status="complete", span=HERE, start_line=1,
        end_line=1, position=1, metadata=Metadata(), claims=made,
        sections=tuple(Section(kind=kind, heading="", span=HERE, text=text) for kind, text in sections.items()),
    )  # fmt: skip
    anchored = tuple(Claim(anchor=f"claim-{claim.number}", note=note, claim=claim) for claim in made)
    return Paper(id="p", url="papers/p/", notes=(note,), claims=anchored)


def find(
    *claims: tuple[str, str],
    known: tuple[BenchmarkDefinition, ...] = KNOWN,
    name: str = "",
    override: tuple[str, ...] | None = None,
    **sections: str,
) -> BenchmarkFindings:
    naming = Naming(title="", title_source="note", name=name)
    return benchmarks(paper(*claims, **sections), naming, known, Override(benchmarks=override))


def reported(*claims: tuple[str, str], **more: Any) -> list[str]:
    return [benchmark.name for benchmark in find(*claims, **more).reported]


def mentioned(*claims: tuple[str, str], **more: Any) -> list[str]:
    return [benchmark.name for benchmark in find(*claims, **more).mentioned]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("On tidebench it gains 3 points.", ["TideBench"]),
        ("On Tide-Bench it gains 3 points.", ["TideBench"]),
        ("On Tide bench it gains 3 points.", ["TideBench"]),
        ("它在TideBench上升了3点。", ["TideBench"]),
        ("On TideBench-verified it gains 3 points.", ["TideBench Verified"]),
        ("On KELP 2025 it gains 3 points.", ["KELP 25"]),
        ("On KELP25 it gains 3 points.", ["KELP 25"]),
        ("KELP 25.3 and KELP 2500 are 3 numbers.", []),
        ("It scores 60 on the Great Shell Quiz.", ["Shell-QA"]),
        ("Shell-QA† | 60", ["Shell-QA"]),
        ("FISH-100 | 60", ["FISH-100"]),
        ("Many TideBenches of 3 points.", []),
        ("On Tiger-TideBench it gains 3 points.", ["Tiger-TideBench"]),
    ],
)
def test_spellings_of_a_name(text: str, names: list[str]) -> None:
    assert reported((text, "")) == names


@pytest.mark.parametrize("text", ["a quiz of 3", "a wombat of 3", "WomBat 3", "each rock pool, 3", "a Quizmaster, 3"])
def test_plain_words_need_their_case(text: str) -> None:
    assert reported((text, "")) == []


def test_plain_words_in_their_case() -> None:
    assert reported(("Quiz, WOMBAT and Rock Pool: 3", "")) == ["Quiz", "WOMBAT", "Rock Pool"]


def test_number_may_stand_in_claim_or_quote() -> None:
    assert reported(("它在 TideBench 上更好。", "It reaches 61.2.")) == ["TideBench"]
    assert reported(("它更好。", "TideBench | 61.2 | 58.0")) == ["TideBench"]
    assert reported(("百分之六十一，TideBench。", "")) == ["TideBench"]
    assert mentioned(("It suits TideBench.", "")) == ["TideBench"]


def test_number_in_the_name_is_no_result() -> None:
    assert reported(("It suits KELP 25.", "")) == []


def test_sentences_of_abstract_and_experiments_answer() -> None:
    text = "Shell-QA is hard. On TideBench, we gain 3.1 points. WOMBAT has 100 questions."
    found = find(abstract_en=text)
    assert [b.name for b in found.reported] == ["TideBench"]
    assert [b.name for b in found.mentioned] == ["Shell-QA", "WOMBAT"]
    assert reported(analysis_experiments="1. TideBench 主结果（表 2）\n达到 61.2%。") == ["TideBench"]
    assert reported(analysis_experiments="评测基准：TideBench、WOMBAT。\n其余见附录。") == ["TideBench", "WOMBAT"]


def test_sentence_that_points_back() -> None:
    assert reported(abstract_en="We test on TideBench and WOMBAT. It gains 3.8% on the respective benchmarks.") == [
        "TideBench", "WOMBAT"
    ]  # fmt: skip


def test_experiments_of_a_deep_note_name_what_was_tested() -> None:
    assert reported(experiments="用 TideBench 衡量。", background="有 WOMBAT。") == ["TideBench"]


def test_background_only_mentions() -> None:
    found = find(("它快 3 倍。", ""), background="TideBench 有 300 题，前人达到 61.2%。")
    assert not found.reported
    assert [b.name for b in found.mentioned] == ["TideBench"]


def test_reported_is_never_mentioned_too() -> None:
    found = find(("在 TideBench 上达到 61.2。", ""), background="TideBench 与 WOMBAT。")
    assert [b.name for b in found.reported] == ["TideBench"]
    assert [b.name for b in found.mentioned] == ["WOMBAT"]


def test_ground_of_the_whole_paper() -> None:
    parts = dict.fromkeys(("positioning", "background", "method", "review", "limitations"), "它建在 WOMBAT 上。")
    assert reported(("它快 3 倍。", ""), **parts) == ["WOMBAT"]


def test_short_form_stands_for_the_version_that_is_reported() -> None:
    found = find(("TideBench Verified: 61.2", ""), ("TideBench: 60.1", ""), background="TideBench")
    assert [b.name for b in found.reported] == ["TideBench Verified"]
    assert not found.mentioned
    assert [b.name for b in found.by_anchor["claim-2"]] == ["TideBench Verified"]


def test_short_form_beside_its_version_in_one_enumeration() -> None:
    assert reported(("在 TideBench、TideBench Verified 上为 60.1、61.2。", "")) == ["TideBench", "TideBench Verified"]


def test_marked_name_is_another_only_beside_the_bare_one() -> None:
    assert reported(("在 WOMBAT、WOMBAT† 上为 60.1、61.2。", "")) == ["WOMBAT", "WOMBAT†"]
    assert reported(("在 OTR9、OTR9† 两个基准上为 60.1、61.2。", "")) == ["OTR9", "OTR9†"]
    assert reported(("在 WOMBAT† 上为 61.2。", "")) == ["WOMBAT"]


def test_numbers_of_a_name_are_not_shortened() -> None:
    assert reported(("FISH-10 93.4", ""), ("FISH-100 70.7", "")) == ["FISH-10", "FISH-100"]


def test_versions_stay_apart() -> None:
    assert reported(("KELP 25 为 84.2。", ""), ("KELP 26 为 86.5。", "")) == ["KELP 25", "KELP 26"]
    claims = (("在 OtterBench v2 上升 3 点。", ""), ("在 OtterBench v3 上升 3 点。", ""))
    assert reported(*claims, *claims) == ["OtterBench v2", "OtterBench v3"]
    assert reported(("OtterBench-V 61.2", ""), ("OtterBench-Hard 60.1", "")) == ["OtterBench-V", "OtterBench-Hard"]


def test_score_behind_an_unlisted_name_is_no_version() -> None:
    assert reported(("OtterBench 2.4", ""), ("OtterBench 5.1", "")) == ["OtterBench"]


@pytest.mark.parametrize(
    ("claim", "names"),
    [
        ("OtterBench 61.2", ["OtterBench"]),
        ("Otter-Bench 61.2", ["Otter-Bench"]),
        ("Otter Arena 61.2", ["Otter Arena"]),
        ("OtterEval 61.2", ["OtterEval"]),
        ("OTR 2025 Challenge：61.2", ["OTR 2025 Challenge"]),
        ("在 OTR 数据集上为 61.2。", ["OTR"]),
        ("在 OTR、Salmon9 两个基准上为 61.2。", ["OTR", "Salmon9"]),
        ("Scores on the OTR dataset rise by 3.", ["OTR"]),
        ("Benchmarks such as OTR: no; benchmarks such as OTR and Salmon9 rise by 3.", ["OTR", "Salmon9"]),
        ("在 OTR 上由 58 升至 61。", ["OTR"]),
        ("将 OTR 从 58 提高到 61。", ["OTR"]),
        ("On OTR, the policy gains 3.", ["OTR"]),
        ("Across Salmon, Trout, and River Bed, Zeal gains 3.", ["Salmon", "Trout", "River Bed"]),
        ("WOMBAT、Salmon9 为 61.2。", ["WOMBAT", "Salmon9"]),
    ],
)
def test_names_that_nobody_listed(claim: str, names: list[str]) -> None:
    assert reported((claim, "")) == names


@pytest.mark.parametrize(
    "claim",
    [
        "在 Zeal-7B 上为 61.2。",
        "在 GPU 上快 3 倍。",
        "在 EPE 上为 1.2。",
        "在 Plan Success 上为 61.2。",
        "Zeal9 优于 Zest9，为 61.2。",
        "在 Zeal9、Zest9 三个模型上为 61.2。",
        "It gains 3 over Zest9 and 4 with Zeal9.",
        "The benches and arenas gain 3.",
        "Bench 3",
    ],
)
def test_models_measures_and_machines_are_none(claim: str) -> None:
    assert reported((claim, "")) == []


def test_most_frequent_spelling_of_an_unlisted_name() -> None:
    found = find(("Otter-Bench: 3", ""), ("OtterBench: 3", ""), ("OtterBench: 4", ""))
    assert [(b.name, b.slug) for b in found.reported] == [("OtterBench", "otterbench")]


def test_own_benchmark_counts_as_soon_as_there_is_a_number() -> None:
    text = "Otter9 是一个钓鱼基准。"
    assert reported(("共 300 题。", ""), name="Otter9", positioning=text) == ["Otter9"]
    assert reported(name="Otter9", positioning=text) == []
    assert reported(abstract="We introduce OtterBench. No system solves a third of its 300 tasks.") == ["OtterBench"]


def test_own_method_is_no_benchmark() -> None:
    claims = (("Otter9 在 WOMBAT 上由 58 升至 61。", ""), ("在 Otter9 上降 3 点。", ""))
    assert reported(*claims, name="Otter9") == ["WOMBAT"]
    assert reported(("Quiz 在 WOMBAT 上为 61。", ""), name="Quiz") == ["WOMBAT"]


def test_claims_hold_the_reported_ones_they_name() -> None:
    found = find(("在 WOMBAT 上为 61。", "Quiz | 3"), ("快 3 倍。", ""))
    assert list(found.by_anchor) == ["claim-1"]
    assert [b.name for b in found.by_anchor["claim-1"]] == ["WOMBAT", "Quiz"]


def test_override_replaces_what_is_reported() -> None:
    found = find(("WOMBAT: 61", ""), ("Quiz: 3", ""), override=("quiz", "great shell quiz", "My Own"))
    assert [b.name for b in found.reported] == ["Quiz", "Shell-QA", "My Own"]
    assert [b.name for b in found.mentioned] == ["WOMBAT"]
    assert set(found.by_anchor) == {"claim-2"}
    assert find(("WOMBAT: 61", ""), override=()).reported == ()


def test_empty_paper_and_empty_list() -> None:
    assert find() == BenchmarkFindings()
    assert reported(("OtterBench 61.2", ""), known=()) == ["OtterBench"]
    assert reported(("WOMBAT 61.2", ""), known=()) == []


HOSTILE = ("A1、", "Bench-", "Xy ", "a", "上", "on ", "1.", " ", "Bench", "A（", "A and ", "ab-", "A+*")


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("part", ["abstract", "experiments", "background", "claim"])
def test_a_hostile_text_ends(unit: str, part: str) -> None:
    text = ". " + long_text(unit)
    one = paper((text, text)) if part == "claim" else paper(**{part: text})
    with ends():
        benchmarks(one, Naming(title="", title_source="note"), KNOWN, Override())


def load() -> tuple[BenchmarkDefinition, ...]:
    entries = yaml.safe_load((ROOT / "source_notes" / "benchmarks.yml").read_text(encoding="utf-8"))
    return tuple(BenchmarkDefinition(name=e["name"], aliases=tuple(e.get("aliases", ()))) for e in entries)


def test_list_is_broad_and_finds_each_of_its_names() -> None:
    known = load()
    assert len(known) >= 250
    for definition in known:
        for spelling in (definition.name, *definition.aliases):
            found = reported((f"在 {spelling} 上为 61.2。", ""), known=known)
            assert found == [definition.name], spelling


def real_papers() -> list[tuple[Paper, Naming, set[str]]]:
    gold = json.loads((SHARED / "gold" / "papers.json").read_text(encoding="utf-8"))
    papers = []
    for name, file in gold["files"].items():
        lines = (SHARED / "notes" / name).read_text(encoding="utf-8").split("\n")
        for entry in file["papers"]:
            papers.append((real_paper(entry, lines), real_naming(entry), {loose(b) for b in entry["benchmarks"]}))
    return papers


def real_paper(entry: dict[str, Any], lines: list[str]) -> Paper:
    parts = {} if entry["kind"] != "shallow" else {"abstract": lines[entry["start_line"] - 1]}
    for kind, (first, last) in entry.get("sections", {}).items():
        if re.match(r"q_(?!more)|abstract|title|[a-z]+$", kind) and entry["kind"] != "shallow" and kind not in (
            "authors", "published", "updated", "claims"
        ):  # fmt: skip
            text = "\n".join(lines[first - 1 : last])
            parts[kind.replace("q_", "analysis_")] = text.partition("\n")[2] if kind.startswith("q_") else text
    pairs = ((lines[c["claim_line"] - 1], lines[c["quote_line"] - 1]) for c in entry.get("claims", []))
    claims = [(claim.partition(" ")[2], quote) for claim, quote in pairs]
    return paper(*claims, **parts)


def real_naming(entry: dict[str, Any]) -> Naming:
    names = tuple(entry["other_names"])
    return Naming(title=entry["title"] or "", title_source="note", name=entry["short_name"] or "", other_names=names)


def loose(name: str) -> str:
    return re.sub(r"[\s\-_^.·:：]+", "", unicodedata.normalize("NFKC", name).casefold())


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real notes (../shared) are not beside the checkout")
@pytest.mark.parametrize(("listed", "wanted"), [(True, WANTED_F1), (False, WANTED_F1_UNLISTED)])
def test_real_notes(listed: bool, wanted: float, capsys: pytest.CaptureFixture[str]) -> None:
    known = load() if listed else ()
    right = wrong = missed = 0
    for one, naming, gold in real_papers():
        got = {loose(b.name) for b in benchmarks(one, naming, known, Override()).reported}
        right, wrong, missed = right + len(got & gold), wrong + len(got - gold), missed + len(gold - got)
    score = 2 * right / (2 * right + wrong + missed)
    with capsys.disabled():
        print(
            f"\nbenchmarks {'with the list' if listed else 'with an empty list'}: F1 {score:.2f}, "
            f"precision {right / (right + wrong):.2f}, recall {right / (right + missed):.2f}"
        )
    assert score >= wanted
