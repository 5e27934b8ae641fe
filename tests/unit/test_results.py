"""Which system scores what on which benchmark: only where a claim leaves no doubt; and where papers disagree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook.enrich.disagreements import disagreements
from claimbook.enrich.result_forms import BENCHMARK, SCORE, SYSTEM
from claimbook.enrich.results import results
from claimbook.model import (
    Benchmark,
    BenchmarkDefinition,
    BenchmarkFindings,
    Claim,
    Metadata,
    Naming,
    Note,
    NoteClaim,
    Paper,
    Passage,
    Result,
    Span,
)
from claimbook.paths import slug
from claimbook.pipeline import Library
from support import ends, long_text

KNOWN = tuple(BenchmarkDefinition(name=name) for name in ("PondBench", "ReedQA", "Heron v2", "MARSH-100"))
NOWHERE = Span(start=0, end=0)
NOTE = Note(
    source="a.txt",
    sha256="",
    format="",
    kind="deep",
    date="2026-03-01",
    status="complete",
    span=NOWHERE,
    start_line=1,
    end_line=1,
    position=1,
    metadata=Metadata(),
    sections=(),
    claims=(),
)


def found(text: str, own: str = "Otter", origin: str = "quoted") -> list[tuple[str, str, str, str]]:
    """What one claim of a paper called `own` gives, as system, benchmark, measure and value."""
    claim = NoteClaim(number=1, text=Passage(text=text, span=NOWHERE), quote=None, origin=origin)  # type: ignore[arg-type]
    paper = Paper(id="a", url="papers/a/", notes=(NOTE,), claims=(Claim(anchor="claim-1", note=NOTE, claim=claim),))
    named = tuple(Benchmark(name=b.name, slug=slug(b.name)) for b in KNOWN)
    made = results(
        paper,
        Naming(title=own, title_source="derived", name=own),
        BenchmarkFindings(reported=named, by_anchor={"claim-1": named}),
        {},
        KNOWN,
    )
    assert all(text.startswith(r.text, r.start) for r in made)
    return [(r.system, r.benchmark, r.metric, r.text) for r in made]


# What is bound


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Otter 在 PondBench 上达到 61.5%。", [("Otter", "pondbench", "", "61.5%")]),
        ("Otter 在 PondBench 上的成功率为 61.5%。", [("Otter", "pondbench", "成功率", "61.5%")]),
        ("在 PondBench 上，MudNet-7B 的准确率为 58.2%。", [("MudNet-7B", "pondbench", "准确率", "58.2%")]),
        ("Otter 在 PondBench 的 EPE 为 3.41。", [("Otter", "pondbench", "EPE", "3.41")]),
        (
            "Otter 在 PondBench、ReedQA 和 Heron v2 上分别达到 61.5、70.2 和 33.8 mIoU。",
            [
                ("Otter", "pondbench", "mIoU", "61.5"),
                ("Otter", "reedqa", "mIoU", "70.2"),
                ("Otter", "heronv2", "mIoU", "33.8"),
            ],
        ),
        (
            "MudNet-7B 和 SiltFormer 在 PondBench 上分别为 58.2% 和 60.1%。",
            [("MudNet-7B", "pondbench", "", "58.2%"), ("SiltFormer", "pondbench", "", "60.1%")],
        ),
        (
            "Otter 在 PondBench 上达到 61.5%，高于 MudNet-7B 的 58.2% 和 SiltFormer 的 60.1%。",
            [
                ("Otter", "pondbench", "", "61.5%"),
                ("MudNet-7B", "pondbench", "", "58.2%"),
                ("SiltFormer", "pondbench", "", "60.1%"),
            ],
        ),
        (
            "Otter 在 PondBench 上达到 61.5%、ReedQA 上 70.2%。",
            [("Otter", "pondbench", "", "61.5%"), ("Otter", "reedqa", "", "70.2%")],
        ),
        (
            "在 PondBench 上，Otter (61.5%) 与 MudNet-7B (61.2%) 持平，高于 SiltFormer (55.0%)。",
            [
                ("Otter", "pondbench", "", "61.5%"),
                ("MudNet-7B", "pondbench", "", "61.2%"),
                ("SiltFormer", "pondbench", "", "55.0%"),
            ],
        ),
        ("Otter 在 PondBench 上的成功率从 40.1% 提升到 61.5%。", [("Otter", "pondbench", "成功率", "61.5%")]),
        ("Otter 在 PondBench 上以 61.5% 的准确率领先。", [("Otter", "pondbench", "准确率", "61.5%")]),
        ("Otter 把 PondBench 的错误率从 40.1% 降到 12.5%。", [("Otter", "pondbench", "错误率", "12.5%")]),
        ("Otter 将 PondBench 从 50.1 提升到 61.5。", [("Otter", "pondbench", "", "61.5")]),
        ("Otter 在 MARSH-100 上的得分为 88。", [("Otter", "marsh100", "得分", "88")]),
        ("Otter 在 PondBench 上达到 61.5 ± 0.4%。", [("Otter", "pondbench", "", "61.5")]),
        ("Otter achieves 61.5% accuracy on PondBench.", [("Otter", "pondbench", "accuracy", "61.5%")]),
        ("On PondBench, Otter reaches 61.5% average success.", [("Otter", "pondbench", "success", "61.5%")]),
        (
            "We show that Otter scores 61.5% and 70.2% on PondBench and ReedQA.",
            [("Otter", "pondbench", "", "61.5%"), ("Otter", "reedqa", "", "70.2%")],
        ),
        (
            "On PondBench, Otter reaches 61.5%, compared with MudNet-7B at 58.2%.",
            [("Otter", "pondbench", "", "61.5%"), ("MudNet-7B", "pondbench", "", "58.2%")],
        ),
    ],
)
def test_a_plain_statement_binds_system_benchmark_and_score(
    text: str, expected: list[tuple[str, str, str, str]]
) -> None:
    assert sorted(found(text)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "PondBench — 领域: 水; 基线: 40.0%; Otter-7B: 61.5%; 提升: +21.5",
            [("Otter-7B", "pondbench", "", "61.5%")],
        ),
        (
            "MudNet-7B — PondBench: 58.2; ReedQA: 66.0",
            [("MudNet-7B", "pondbench", "", "58.2"), ("MudNet-7B", "reedqa", "", "66.0")],
        ),
        ("PondBench — EPE: 3.41; SPICE: 20.1", []),
        ("PondBench (+T) — Otter-7B: 61.5%", []),
    ],
)
def test_a_row_of_a_table_binds_its_cells(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert found(text, origin="note") == expected


@pytest.mark.parametrize(
    "text",
    [
        # gains and differences
        "Otter 在 PondBench 上提升 5.3%。",
        "Otter 在 PondBench 上提升了 5.3 个百分点。",
        "Otter 在 PondBench 上比 MudNet-7B 高 5.3%。",
        "Otter 在 PondBench 上带来 5.3% 的提升。",
        "Otter achieves 5.3% higher accuracy on PondBench.",
        "Otter improves by 5.3% on PondBench.",
        "Otter 在 PondBench 上达到 +5.3%。",
        "Otter 将 MudNet-7B 在 PondBench 上的准确率从 40.1% 提升到 61.5%。",
        "On PondBench, Otter improves MudNet-7B from 40.1% to 61.5%.",
        "Otter 在 PondBench 上从 40.1% 开始提升。",
        "Otter 在 PondBench 上达到 MudNet-7B 的 95.5%。",
        "Otter achieves 61.5% of its full performance on PondBench.",
        "Otter retains 95.5% of MudNet-7B accuracy on PondBench.",
        "Otter 在 PondBench 上的 95% 置信区间为 60.1–62.9。",
        "Otter 在 PondBench 上超过 61.5% 的基线。",
        # costs and sizes
        "Otter 在 PondBench 上学习率为 0.001。",
        "Otter 在 PondBench 上仅用 10% 的数据就达到 61.5%。",
        "Otter 在 PondBench 上覆盖 45.5% 的任务。",
        "Otter 在 PondBench 上的成本为 3.21。",
        "Otter 在 PondBench 上的延迟为 31.2 ms。",
        "Otter 在 PondBench 上的参数为 0.2。",
        "PondBench 含 1,200 个任务。",
        "Otter 在 PondBench 上为 1266。",
        # somebody else's, or something else's
        "去掉记忆后，Otter 在 PondBench 上为 55.1%。",
        "Without memory, Otter achieves 55.1% on PondBench.",
        "微调后的 MudNet-7B 在 PondBench 上达到 61.5%。",
        "基于 MudNet-7B 的 Otter 在 PondBench 上达到 61.5%。",
        "MudNet-7B fine-tuned with Otter achieves 61.5% on PondBench.",
        "No model achieves 61.5% on PondBench.",
        "同样适配的 MudNet-7B 在 PondBench 上达到 61.5%。",
        "在 PondBench 上微调的 MudNet-7B 达到 61.5%。",
        "最终模型在 PondBench 上达到 61.5%。",
        "Otter 的一个变体在 PondBench 上达到 61.5%。",
        "Otter 不到 MudNet-7B 在 PondBench 上的 61.5%。",
        # no telling which
        "PondBench 61.5 对 58.2。",
        "Otter 在 PondBench 的 AUC@5/10/20 为 54.2/68.8/78.2。",
        "Otter 在 PondBench 和 ReedQA 上达到 61.5%。",
        "Otter 在 PondBench（61.5% 与 58.2%）上领先。",
        "Otter 与 MudNet-7B 在 PondBench 和 ReedQA 上分别为 61.5% 与 58.2%。",
        # a word is no system, a measure is none
        "Training achieves 61.5% on PondBench.",
        "在 PondBench 上，EPE 为 3.41。",
        "在 PondBench 上，Task Success 为 33.3%。",
        "SFT 在 PondBench 上达到 61.5%。",
        # another version or split
        "Otter 在 Heron 上达到 33.8%。",
        "Otter 在 PondBench-Hard 上达到 33.8%。",
        "",
    ],
)
def test_what_is_not_certain_is_left_out(text: str) -> None:
    assert found(text) == []


def test_letters_of_the_skeleton_in_a_note_are_no_parts() -> None:
    assert found(f"{SYSTEM} 在 {BENCHMARK} 上达到 {SCORE}，Otter 在 PondBench 上达到 61.5%。") == [
        ("Otter", "pondbench", "", "61.5%")
    ]


@given(
    st.lists(
        st.sampled_from(
            ["Otter", "MudNet-7B", "PondBench", "ReedQA", "61.5%", "3.4", "在", "上", "为", "，", " ", "on", "、"]
        )
        | st.text(max_size=3),
        max_size=30,
    ).map(" ".join)
)
def test_any_text_gives_results_that_stand_in_it(text: str) -> None:
    found(text)
    found(text, origin="note")


@pytest.mark.parametrize(
    "unit",
    ["Otter 在 PondBench ", "PondBench、", "61.5、", "Otter 61.5% on ", "A B-1 ", "，高于 Otter 的 5.1", "5.1。"],
)
def test_a_hostile_claim_ends(unit: str) -> None:
    with ends():
        found(long_text(unit, 600_000))


# Where papers disagree


def result(value: str, system: str = "MudNet-7B", benchmark: str = "pondbench", metric: str = "") -> Result:
    number, unit = (value.removesuffix("%"), "%") if value.endswith("%") else (value, "")
    return Result(
        benchmark=benchmark,
        system=system,
        value=float(number),
        text=value,
        unit=unit,
        anchor="claim-1",
        start=0,
        metric=metric,
    )


def differing(first: list[Result], second: list[Result]) -> list[list[tuple[str, str]]]:
    made = disagreements({"new": first, "old": second})
    assert made["new"] == made["old"]
    return [[(paper, r.text) for paper, r in d.reports] for d in made["new"]]


def test_two_papers_with_two_values_for_one_system_disagree() -> None:
    assert differing([result("58.2%")], [result("55.0%", system="mudnet 7b")]) == [[("new", "58.2%"), ("old", "55.0%")]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([result("58.2%")], [result("58.2%")]),
        ([result("58.24%")], [result("58.2%")]),
        ([result("58%")], [result("58.2%")]),
        ([result("0.582")], [result("58.2%")]),
        ([result("58.2%")], [result("55.0%", system="SiltFormer")]),
        ([result("58.2%")], [result("55.0%", benchmark="reedqa")]),
        ([result("3.41", metric="EPE")], [result("55.0", metric="AUC")]),
        ([result("58.2%"), result("55.0%")], [result("55.0%")]),
        ([result("58.2%"), result("55.0%")], []),
    ],
)
def test_what_may_be_the_same_or_something_else_is_no_disagreement(first: list[Result], second: list[Result]) -> None:
    assert differing(first, second) == []


@pytest.mark.parametrize(
    ("first", "second"), [("success rate", "成功率"), ("accuracy", "准确率"), ("", "mIoU"), ("Average", "pass@1")]
)
def test_a_measure_in_the_other_language_or_not_stated_is_compared(first: str, second: str) -> None:
    assert differing([result("58.2%", metric=first)], [result("55.0%", metric=second)]) != []


# On real notes

JUDGED_RIGHT = {
    ("FreeMatching", "eth3d", "10.23"),
    ("FreeMatching", "scannet1500", "8.56"),
    ("WorldGuide", "worldguidebench", "33.33%"),
    ("WorldGuide", "worldguidebench", "49.36"),
    ("IF RL", "ifeval", "94.5"),
    ("IF RL", "ifbench", "77.8"),
    ("IF RL", "multichallenge", "55.8"),
    ("IF RL", "advancedif", "62.9"),
    ("SPF", "nyuv2", "60.5"),
    ("SPF", "sunrgbd", "55.0"),
    ("SPF", "sunrgbd-29681d16", "62.2"),
    ("SPF", "rgbd20k", "46.3"),
    ("TurboVLA", "libero", "97.7%"),
    ("CAST", "alfworld", "37.9%"),
    ("CAST", "webshop", "22.7%"),
    ("SkillRise", "alfworld", "85.9%"),
    ("RetroAgent", "alfworld", "85.9%"),
    ("SkillRL", "alfworld", "73.4%"),
    ("MindForge-27B", "repozeroc2rust", "78.00%"),
    ("MindForge-27B", "deepswe", "15.92%"),
    ("MindForge-27B", "swebenchpro", "51.34%"),
    ("MindForge-27B", "swebenchverified", "73.84%"),
    ("MindForge-27B", "swebenchmultilingual", "67.77%"),
    ("MindForge-27B", "featbench", "55.05%"),
}
"""Every one looked up in its claim by a person."""


def test_results_of_the_real_notes_are_those_a_person_found_right(real_library: Library) -> None:
    made = {(r.system, r.benchmark, r.text) for entry in real_library.entries for r in entry.facts.results}
    claims = sum(len(entry.facts.benchmarks.by_anchor) for entry in real_library.entries)
    bound = len({(e.paper.id, r.anchor) for e in real_library.entries for r in e.facts.results})
    print(
        f"\n{len(made)} results from {bound} of {claims} claims that name a benchmark; unjudged: {made - JUDGED_RIGHT}"
    )
    assert len(made & JUDGED_RIGHT) >= 0.95 * len(made)
    assert len(made) >= 20
