"""Names and titles: what each signal gives, what each trap must not give, and the real notes where they are."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimbook.enrich.names import naming
from claimbook.model import Metadata, Naming, Note, NoteClaim, NoteKind, Override, Paper, Passage, Section, Source, Span
from claimbook.readers import read
from support import ends, long_text

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
NOWHERE = Span(start=0, end=0)


def note(
    kind: NoteKind, sections: dict[str, str], *pairs: tuple[str, str], title: str = "", date: str = "2026-01-02"
) -> Note:
    return Note(
        source="n.txt",
        sha256="",
        format="test",
        kind=kind,
        date=date,
        status="complete",
        span=NOWHERE,
        start_line=1,
        end_line=1,
        position=1,
        metadata=Metadata(title=title),
        sections=tuple(Section(kind=k, heading="", span=NOWHERE, text=t) for k, t in sections.items()),
        claims=tuple(
            NoteClaim(number=i, text=Passage(text=c, span=NOWHERE), quote=Passage(text=q, span=NOWHERE) if q else None)
            for i, (c, q) in enumerate(pairs, 1)
        ),
    )


def named(*notes: Note, override: Override | None = None) -> Naming:
    return naming(Paper(id="2601-x", url="papers/2601-x/", notes=notes, claims=()), override or Override())


def deep(positioning: str, *pairs: tuple[str, str], **sections: str) -> Naming:
    return named(note("deep", {"positioning": positioning, **sections}, *pairs))


def brief(text: str) -> Naming:
    return named(note("brief", {"abstract": text, "disclaimer": "只读了摘要。"}))


# Definitions.


@pytest.mark.parametrize(
    "name",
    [
        "Tidemark",
        "QuillDB",
        "Lantern-2.5",
        "Fern-V3",
        "R2D-Net",
        "ηFlow^2",
        "Glass Harbor",
        "Maps as Memory",
        "nanoHeron",
        "OTTER",
    ],
)
@pytest.mark.parametrize(
    ("text", "subtitle"),
    [
        ("{} 是一个面向仓库机器人的排班框架：先估时再派单。", "面向仓库机器人的排班框架"),
        (
            "在 Transformer 与 GPU 都已普及的当下，本文提出 {}，把批量排班改写为在线匹配问题。",
            "把批量排班改写为在线匹配问题",
        ),
        ("文章介绍一个给仓库机器人排班的在线框架 {}。它不需要历史数据。", "给仓库机器人排班的在线框架"),
        ("论文的核心定位是 {}——用队列长度代替绝对时间来排班，训练时不动主干。", "用队列长度代替绝对时间来排班"),
    ],
)
def test_definition_in_chinese(name: str, text: str, subtitle: str) -> None:
    got = deep(text.format(name))
    assert (got.name, got.subtitle, got.title_source) == (name, subtitle, "derived")
    assert got.title == f"{name}：{subtitle}"


@pytest.mark.parametrize("name", ["Tidemark", "Lantern-2.5", "Glass Harbor", "OTTER", "Pelican 2"])
@pytest.mark.parametrize(
    "text",
    [
        "Warehouse robots waste time. We introduce {}, a scheduler that learns from queues. Others fail.",
        "Robots wait for Kiva-style planners. In this work, we propose a new scheduler called {}. It is fast.",
        "Large language models (LLMs) plan poorly. This paper presents {}, a scheduler for robots.",
    ],
)
def test_definition_in_english(name: str, text: str) -> None:
    assert brief(text.format(name)).name == name


@pytest.mark.parametrize(
    "text",
    [
        "本文提出基于 GRPO 的排班框架 Tidemark，训练只用夜班数据。",
        "作者构建面向 GUI 智能体的评测基准 Tidemark，含 40 个仓库。",
        "文章给出一种名为 Tidemark 的方法，训练只用夜班数据。",
        "本文提出 GRPO 的一个变体，称其为「Tidemark」。",
        "为此，作者设计了一套排班流程——Tidemark，训练只用夜班数据。",
    ],
)
def test_definition_around_the_names_of_others(text: str) -> None:
    assert deep(text).name == "Tidemark"


def test_name_written_as_a_formula() -> None:
    got = brief("Robots wait. We propose QP$^3$O, an optimizer that learns from queues. QP$^3$O is fast.")
    assert got.title == "QP^3O: optimizer that learns from queues"


def test_abbreviation_and_expansion_are_one_name() -> None:
    zh = deep("本文提出 Queue Aware Routing（QAR），以队列长度代替时间。QAR 不需要训练。")
    en = brief("We propose Queue-Aware Routing (QAR), a scheduler for robots. QAR is fast.")
    assert (zh.name, zh.other_names) == ("QAR", ("Queue Aware Routing",))
    assert (en.name, en.other_names) == ("QAR", ("Queue-Aware Routing",))


def test_english_title_has_an_ascii_colon() -> None:
    got = brief("We introduce Tidemark, a scheduler that learns from queues. It needs no history.")
    assert got.title == "Tidemark: scheduler that learns from queues"


# Without a definition.


def test_name_that_the_positioning_does_not_hold() -> None:
    got = deep(
        "本文是一份仓库排班系统的工程记录，起点是 Kiva-Base-12B。目标是写清流程。",
        ("相对官方 Kiva，最终 Tidemark 在 ShiftBench 上更快。", "Kiva [ 4 ] | 61.0 Tidemark (Ours) | 72.5"),
        ("Tidemark 在夜班也更稳。", "Tidemark improves over Kiva at night."),
        method="语料按原样使用，Tidemark 自身不再生成数据。",
        experiments="在 ShiftBench 与 NightSet 上，Tidemark 均领先 Kiva。",
    )
    assert got.name == "Tidemark"
    assert got.subtitle == "仓库排班系统的工程记录"


def test_subject_of_claims_beats_a_cited_baseline_and_the_benchmark() -> None:
    got = deep(
        "与 Kiva 等集中式方案不同，Tidemark 让每台机器人自己出价，中心只做结算。",
        ("在 ShiftBench 上，Tidemark 比 Kiva 快。", "Kiva [ 4 ] | 61.0 Auctioneer [ 7 ] | 63.0 Tidemark (ours) | 72.5"),
        ("Kiva 在 ShiftBench 上耗时 61 秒。", "On ShiftBench , Kiva [ 4 ] takes 61 s."),
        ("Kiva 扩容后仍不及 Tidemark。", "Even a larger Kiva [ 4 ] trails on ShiftBench ."),
        background="Kiva、Auctioneer、HiveMindX 都依赖中心调度。",
    )
    assert got.name == "Tidemark"


def test_own_name_beats_the_family_and_the_team() -> None:
    got = deep(
        "这份来自 Harbor AI-Lab 团队的报告推出 Heron-V4 系列（Max 与 Nano 两档）。相对此前 Heron 系列，训练量翻倍。",
        ("Heron-V4-Max 更强。", "Heron-V4-Max beats Heron-V3 on ShiftBench ."),
        ("Heron-V4-Nano 更快。", "Heron-V4-Nano runs at 90 fps."),
    )
    assert got.name == "Heron-V4"


def test_two_systems_defined_together() -> None:
    got = deep(
        "其一，ShiftBench 是一个排班基准，含 40 个仓库；其二，Tidemark 是一个在线调度器，作为该基准的参考。",
        ("Tidemark 领先。", "Tidemark | 72.5"),
    )
    assert (got.name, got.other_names) == ("ShiftBench", ("Tidemark",))


@pytest.mark.parametrize(
    "text",
    [
        "本文研究仓库机器人在夜班的排队现象，比较了 GPU 与 CPU 上的四种策略，没有给出新的系统。",
        "文章考察 LLM 能否排班。RL 与 SFT 各有长短，作者用 Kiva 和 Auctioneer 做了对照。",
        "本文复现 Kiva、Auctioneer 与 HiveMindX，指出三者都高估了吞吐。",
    ],
)
def test_no_name_rather_than_a_wrong_one(text: str) -> None:
    got = deep(text, ("Kiva 慢于 Auctioneer。", "Kiva | 1.0 Auctioneer | 2.0"))
    assert (got.name, got.subtitle) == ("", "")
    assert text.startswith(("本文", "文章"))
    assert got.title in text


@pytest.mark.parametrize(
    "text",
    [
        "Berlin 等人提出 Kiva，后来被广泛采用；作者重新测量了它的吞吐，并讨论误差来自何处。",
        "视觉语言模型（VLM）和专家混合（MoE）是本文比较的两类骨干，结论是差别不大。",
        "公开发表的仓库论文中，NightConf 2026 的投稿大多不报误差，作者据此做了一次统计。",
    ],
)
def test_names_of_others_and_of_the_field(text: str) -> None:
    assert deep(text).name == ""


# Titles.


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "本文把排班从离线规划重新表述为「边走边谈的市场」，再由中心结算。Tidemark 是其实现。",
            "把排班从离线规划重新表述为「边走边谈的市场」",
        ),
        ("本文定位为“让机器人自己排班的最小方案”，没有起名。", "让机器人自己排班的最小方案"),
        ("这是一篇给仓库机器人排班的综述：方法很多，结论很少。", "给仓库机器人排班的综述"),
        (
            "Robots that wait cost money, and warehouses know it well. We measure how long they wait.",
            "Robots that wait cost money, and warehouses know it well",
        ),
        ("Can robots schedule themselves? We ask forty of them.", "Can robots schedule themselves?"),
        (
            "In this paper, we study queues of idle warehouse robots that were left without any central plan "
            "over the whole winter season.",
            "Queues of idle warehouse robots that were left without any central plan",
        ),
    ],
)
def test_title_without_a_name_is_the_first_clause(text: str, title: str) -> None:
    note_of = brief if text.isascii() else deep
    got = note_of(text)
    assert got.title.endswith(title)
    assert got.name in ("", "Tidemark")


def test_description_does_not_end_in_the_middle() -> None:
    got = deep(
        "Tidemark 通过多轮报价，把结算推迟到夜里。"
        "本文的定位是：把排班从受班次、工种、楼层与节假日等条条框框支配的离线规划，"
        "扩展到随叫随到的在线市场。"
    )
    assert got.title == "Tidemark：把排班扩展到随叫随到的在线市场"


def test_no_description_leaves_the_name() -> None:
    got = deep("仓库里的机器人越来越多。为此提出 Tidemark。", ("Tidemark 更快。", "Tidemark is faster."))
    assert (got.title, got.subtitle) == ("Tidemark", "")


# A title in the note.


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("Tidemark: Queues as Clocks", "We present Tidemark, a scheduler.", "Tidemark"),
        ("Glass Harbor: Queues as Clocks", "We present Glass Harbor, a scheduler.", "Glass Harbor"),
        ("Glass Harbor for Night Shifts", "We present Glass Harbor, a scheduler.", "Glass Harbor"),
        ("Tidemark：以队列为钟", "We present Tidemark, a scheduler.", "Tidemark"),
        ("ηR^2: Queues as Clocks", "We present $\\eta\\mathbf{R}^2$, a scheduler.", "ηR^2"),
        ("Counting the Idle: A Ledger for Robots", "We keep a ledger of idle robots.", ""),
        ("Large Robot Fleets: A Survey", "Large robot fleets (LRFs) are common. We survey them.", ""),
        ("Counting the Idle: An Abacus-Like Framework", "We propose the Abacus-Like framework for idle robots.", ""),
        ("RL: A Survey", "Reinforcement learning (RL) is common.", ""),
        ("Do robots wait? Evidence from two sites", "We ran IdleWatch on two sites.", ""),
        ("Explicit Queues for Night Shifts", "We introduce ShiftBench, a data set.", ""),
    ],
)
def test_name_in_a_stated_title(title: str, abstract: str, name: str) -> None:
    got = named(note("digest", {"abstract_en": abstract}, title=title))
    assert (got.title, got.title_source, got.name) == (title, "note", name)


def test_a_note_with_a_title_wins_and_else_the_newest_deep_one() -> None:
    old = note("digest", {"abstract_en": "We present Tidemark, a scheduler."}, title="Tidemark: Queues as Clocks")
    short = note("brief", {"abstract": "Robots wait for hours on end."})
    long = note("deep", {"positioning": "Tidemark 是一个给仓库机器人排班的框架。"})
    assert named(long, old).title_source == "note"
    assert named(short, long).title == "Tidemark：给仓库机器人排班的框架"


def test_overrides() -> None:
    paper = note("deep", {"positioning": "Tidemark 是一个给仓库机器人排班的框架。"})
    titled = named(paper, override=Override(title="Tidemark：队列即时钟"))
    assert (titled.title, titled.title_source) == ("Tidemark：队列即时钟", "override")
    assert (titled.name, titled.subtitle) == ("Tidemark", "队列即时钟")
    assert named(paper, override=Override(title="队列即时钟")).subtitle == ""
    renamed = named(paper, override=Override(name="Tide Mark II"))
    assert (renamed.name, renamed.title_source) == ("Tide Mark II", "derived")
    assert named(paper, override=Override(name="")).name == ""


def test_a_note_without_text_still_has_a_title() -> None:
    assert named(note("note", {})).title == "2601-x"


# Hostile text.


@settings(max_examples=150)
@given(st.text(alphabet='AaBb1-.^ ,，。：“”"（）()《提出把从到是一个基准', max_size=200))
def test_any_text_gets_a_title(text: str) -> None:
    got = deep(text)
    assert got.title
    if got.subtitle:
        assert got.title.endswith(got.subtitle)
        assert got.subtitle.count("（") == got.subtitle.count("）")
        assert got.subtitle.count("“") == got.subtitle.count("”")


@pytest.mark.parametrize("unit", ["A-", "提出", "（", "Ab ", "把从"])
def test_a_hostile_text_ends(unit: str) -> None:
    with ends():
        assert deep(long_text(unit)).title


# The real notes, where this checkout has them beside it.


def key(name: str) -> str:
    return re.sub(r"[\s\-_^.·:：]+", "", unicodedata.normalize("NFKC", name).casefold())


def test_real_notes(capsys: pytest.CaptureFixture[str]) -> None:
    gold_file = SHARED / "gold" / "papers.json"
    if not gold_file.exists():
        pytest.skip(f"no gold data at {gold_file}")
    gold = {
        (paper["file"], paper["start_line"]): paper
        for file in json.loads(gold_file.read_text(encoding="utf-8"))["files"].values()
        for paper in file["papers"]
    }
    right, expected, wrong, rows = 0, 0, [], []
    for path in sorted((SHARED / "notes").glob("*.txt")):
        source = Source(path=path.name, text=path.read_bytes().decode("utf-8"), sha256="")
        for one in read(source).notes:
            paper, got = gold[path.name, one.start_line], named(one)
            accepted = {key(name) for name in (paper["short_name"], *paper["other_names"]) if name}
            if paper["kind"] != "digest" and paper["short_name"]:
                expected += 1
                right += key(got.name) in accepted
            if got.name and key(got.name) not in accepted:
                wrong.append(f"{path.name}:{one.start_line} {got.name}")
            rows.append(f"{path.name}:{one.start_line:<5} {got.title_source:8} {got.name or '-':20} {got.title}")
    with capsys.disabled():
        print("\n" + "\n".join(rows) + f"\nnames {right}/{expected}, wrong {len(wrong)}")
    assert (right, wrong) == (expected, [])
    assert expected == 15
