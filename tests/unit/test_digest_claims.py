"""Claims of digests: which sentences and rows become one, their places, and what the translation says of them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimbook.enrich.counterparts import counterparts, differ, segments, sentences
from claimbook.enrich.digest_claims import with_claims
from claimbook.enrich.outcomes import bare_heading, has_figure, is_setting, reports_result
from claimbook.model import Metadata, Note, NoteClaim, Passage, Section, Source, Span
from claimbook.readers import read
from claimbook.structure import digest_blocks, prose_blocks
from support import ends, long_text

ROOT = Path(__file__).resolve().parents[2]
REAL = ROOT.parent / "shared" / "notes" / "2026-07-31.txt"
ENGLISH = (
    "Rivers that dry up in summer are hard to map. We present OtterNet, a mapper with a small memory. On PondBench, "
    "OtterNet finds 71.5% of all fords, up from 60.2%, in 2.5 million samples. It needs no extra labels. Code is "
    "available at this https URL."
)
CHINESE = (
    "夏季干涸的河流很难绘制成图。我们提出 OtterNet，一种带小型记忆的绘图器。在 PondBench 上，"
    "OtterNet 用 250 万个样本找到 71.5% 的浅滩，高于此前的 60.2%。它不需要额外标签。代码可在此 https URL 获取。"
)
ANSWER = "\n\n".join(
    [
        "论文做了三类实验。",
        "1. 实验设置",
        "训练用 8 块显卡，学习率 0.003，批次大小 64，准确率门限 90%。",
        "2. 主要结果",
        "在 PondBench 上，OtterNet 的召回率从 60.2% 提升至 71.5%。每张图取 40 个样本。",
        "模型\t规模\t召回率\t耗时\nOtterNet\t中\t71.5%\t3.2 s\nHeronNet\t大\t60.2%\t—",
        "3. 记忆长度的影响（表 4）",
        "L=2 ：66.0%\nL=4 ：71.5%",
        "4. 开销",
        "在相同显卡上比较两种部署方式：",
        "云端：0.45 美元\n本地：0.12 美元",
    ]
)


def note(answer: str = "", english: str = ENGLISH, chinese: str = CHINESE, cut: str = "") -> tuple[Note, str]:
    """A digest note over a source that holds just these sections, and the source."""
    parts = [("abstract_en", english), ("abstract_zh", chinese), ("analysis_experiments", answer)]
    source, sections = "", []
    for kind, text in parts:
        if not text:
            continue
        span = Span(start=len(source), end=len(source) + len(text))
        source += f"{text}\n\n"
        blocks = (digest_blocks if kind.startswith("analysis") else prose_blocks)(source, span)
        sections.append(Section(kind=kind, heading="", span=span, text=text, blocks=blocks, cut=kind == cut))
    made = Note(
        source="2026-03-01.txt",
        sha256="",
        format="digest-text",
        kind="digest",
        date="2026-03-01",
        status="complete",
        span=Span(start=0, end=len(source)),
        start_line=1,
        end_line=1,
        position=1,
        metadata=Metadata(),
        sections=tuple(sections),
        claims=(),
    )
    return made, source


def reported(answer: str) -> list[str]:
    return [claim.text.text for claim in with_claims(note(answer, "", "")[0]).claims]


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def pairs(english: str, chinese: str) -> dict[str, str]:
    return {english[slice(*a)]: chinese[slice(*b)] for a, b in counterparts(english, chinese).items()}


# Sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "Birds, e.g. Otters in disguise, i.e. None, are counted.",
        "We follow Heron et al. 2024 and Pond et al. (2023) here.",
        "It wins vs. Heron on Fig. 3, Eq. (2), Sec. 4 and No. 7.",
        "OtterNet v2.1 runs at 32 Hz with 0.5 s, or .5 s, of delay.",
        "Code is available at this https URL.",
        "The bound $x. Y > 3$ holds for all ponds.",
        "J. R. Heron found it in approx. 30 ponds.",
        "1. First we dig.",
    ],
)
def test_a_sentence_is_not_cut_inside(sentence: str) -> None:
    assert pieces(f"{sentence} Then all is well.") == [sentence, "Then all is well."]


def test_sentences_end_at_stops_and_empty_lines() -> None:
    text = "Is it so? Yes! It costs $4. And so\non. i2 is next.\n\nlast"
    assert pieces(text) == ["Is it so?", "Yes!", "It costs $4.", "And so\non.", "i2 is next.", "last"]


def test_chinese_segments_end_at_stops_and_semicolons() -> None:
    text = "一；二。“三！” 四;五"
    assert [text[start:end] for start, end in segments(text)] == ["一；", "二。", "“三！”", "四;", "五"]


# Which sentences of an abstract


@pytest.mark.parametrize(
    "text",
    [
        "It gains 4.5 points.",
        "It is 3x faster.",
        "It scores 0.61 on Pond.",
        "It costs $3 a day.",
        "It takes 40 ms.",
        "We collect 40 tasks.",
        "We collect 2000 tasks.",
        "It holds up to $23\\%$ of them.",
        "We label 1.2 million ponds.",
        "Two thirds of the ponds dry up.",
        "It has 7B parameters.",
    ],
)
def test_a_figure_makes_a_claim(text: str) -> None:
    assert has_figure(text)


@pytest.mark.parametrize(
    "text",
    [
        "We study three tasks.",
        "We use 5 seeds.",
        "It was found in 2024.",
        "Since 2019, ponds matter.",
        "It beats GPT-4o and Otter-13B.",
        "It runs on an RTX 4090, alone.",
        "We introduce a third way.",
        "The space $R^2$ is enough.",
        "It builds on Otter (7B) and on 7B LLMs.",
    ],
)
def test_small_counts_years_and_names_make_none(text: str) -> None:
    assert not has_figure(text)


# Counterparts


def test_sentences_are_paired_with_what_stands_for_them() -> None:
    found = pairs(ENGLISH, CHINESE)
    assert len(found) == 5
    assert found["It needs no extra labels."] == "它不需要额外标签。"


def test_one_sentence_may_become_two() -> None:
    split = CHINESE.replace("的浅滩，高于", "的浅滩。这高于")
    found = pairs(ENGLISH, split)
    result = next(text for text in found if "71.5%" in text)
    assert found[result].endswith("高于此前的 60.2%。")
    assert len(found) == 5


def test_semicolons_do_not_part_a_pair() -> None:
    found = pairs(ENGLISH, CHINESE.replace("的浅滩，高于", "的浅滩；高于"))
    assert any(chinese.endswith("高于此前的 60.2%。") and "；" in chinese for chinese in found.values())


def test_a_lost_sentence_costs_only_what_is_uncertain() -> None:
    found = pairs(ENGLISH, CHINESE.replace("它不需要额外标签。", ""))
    assert "It needs no extra labels." not in found
    assert all("71.5%" in chinese for english, chinese in found.items() if "71.5%" in english)


def test_another_text_is_no_translation() -> None:
    other = "我们研究 HeronBench 上的 12 种鸟。结果显示 Flock-3 达到 88.8%。代码见 GitLab。"
    assert pairs(ENGLISH, other) == {}


def test_nothing_is_paired_without_a_mark() -> None:
    assert pairs("Ponds are wet. Birds fly.", "池塘是湿的。鸟会飞。") == {}


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("It gains 30%.", "提升 30％。"),
        ("a 0.5B student", "一个 5亿 参数的学生"),
        ("2.8 million ponds", "280万个池塘"),
        ("It ran for 24 hours.", "运行了 1440 分钟。"),
        ("11 ponds of 1,200", "1200 个中的十一个池塘"),
        ("six ponds", "6 个池塘"),
        ("a gain of 5.2 points", "提升 5.2%"),
        ("on an RTX 4090, alone", "仅用 RTX 4090 显卡"),
        ("falls by -3.5 dB", "下降 3.5 dB"),
        ("every $40$ms", "每 $40 毫秒"),
        ("repeated 15 times", "重复 15 次"),
    ],
)
def test_figures_agree_in_another_spelling(english: str, chinese: str) -> None:
    assert not differ(english, chinese)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("up to $23\\%$ more", "最多 23 美元"),
        ("a 0.5B student", "一个 0.5亿 参数的学生"),
        ("It gains 16.8%.", "提升 18.6%。"),
        ("It gains 16.8%.", "有所提升。"),
        ("It gains much.", "提升 16.8%。"),
        ("It takes 40 ms.", "耗时 40 秒。"),
    ],
)
def test_figures_that_differ_are_found(english: str, chinese: str) -> None:
    assert differ(english, chinese)


# Which sentences of an answer


@pytest.mark.parametrize(
    "text",
    [
        "召回率从 60.2% 提升至 71.5%",
        "耗时为对手的 6.0×",
        "落后约 3 个百分点",
        "距离为 0.97 ± 0.02",
        "单次成本仅 $0.22",
        "在 200 个池塘中，154 个的覆盖更高",
        "总体得分：2/6",
        "种子稳定性高约 4 倍",
        "Recall improves to 71 on 40 ponds",
    ],
)
def test_results_are_reported(text: str) -> None:
    assert reports_result(text)


@pytest.mark.parametrize(
    "text",
    [
        "每张图取 40 个样本",
        "学习率 0.003，批次大小 64",
        "折扣因子 γ = 0.6；推理温度 0.7",
        "对比 α ∈ 0.01, 0.1, 0.3",
        "dropout 10% 与 warmup 3%",
        "采用 Otter-4.5/4.6 与 Heron (1.5B)",
        "在三个池塘上均优于对手",
        "深度 N=8 时略有下降",
        "API 预算：$3,000",
    ],
)
def test_settings_are_not(text: str) -> None:
    assert not reports_result(text)


@pytest.mark.parametrize(
    "head", ["实验设置", "评测指标", "对比方法", "超参数", "Experimental Setup", "Implementation details"]
)
def test_headings_of_settings(head: str) -> None:
    assert is_setting(head)


@pytest.mark.parametrize(
    "head", ["主要结果", "超参数敏感性", "零样本设置", "PondBench 基准", "Ablation on training settings"]
)
def test_other_headings(head: str) -> None:
    assert not is_setting(head)


def test_a_heading_is_bared() -> None:
    assert [bare_heading(h) for h in ["3.2 开销（表 4）", "(1) 开销", "二、开销", "2D 开销"]] == ["开销"] * 3 + [
        "2D 开销"
    ]


# Claims of a note


def test_the_abstract_comes_first_then_the_answer() -> None:
    made, source = note(ANSWER)
    claims = with_claims(made).claims
    assert [claim.number for claim in claims] == list(range(1, len(claims) + 1))
    assert [claim.origin for claim in claims] == ["own-words"] + ["note"] * 7
    assert all(claim.quote is None for claim in claims)
    first = claims[0]
    assert first.text.text.startswith("On PondBench")
    assert source[first.text.span.start : first.text.span.end] == first.text.text
    assert first.translation is not None
    assert not first.translation_differs
    place = first.translation.span
    assert source[place.start : place.end] == first.translation.text


def test_what_an_answer_reports() -> None:
    assert reported(ANSWER) == [
        "在 PondBench 上，OtterNet 的召回率从 60.2% 提升至 71.5%。",
        "OtterNet — 规模: 中; 召回率: 71.5%; 耗时: 3.2 s",
        "HeronNet — 规模: 大; 召回率: 60.2%",
        "记忆长度的影响 — L=2 ：66.0%",
        "记忆长度的影响 — L=4 ：71.5%",
        "在相同显卡上比较两种部署方式 — 云端：0.45 美元",
        "在相同显卡上比较两种部署方式 — 本地：0.12 美元",
    ]


def test_each_claim_knows_its_line() -> None:
    made, source = note(ANSWER)
    raw = [source[c.text.span.start : c.text.span.end] for c in with_claims(made).claims]
    assert raw[2:5] == ["OtterNet\t中\t71.5%\t3.2 s", "HeronNet\t大\t60.2%\t—", "L=2 ：66.0%"]


def test_bold_marks_are_not_in_the_text_but_in_the_span() -> None:
    made, source = note("共 **9 成**。\n\n召回率为 **71.5%** 左右，提升明显。", "", "")
    (claim,) = (c for c in with_claims(made).claims if "71.5%" in c.text.text)
    assert claim.text.text == "召回率为 71.5% 左右，提升明显。"
    assert source[claim.text.span.start : claim.text.span.end] == "召回率为 **71.5%** 左右，提升明显。"


def test_a_translation_that_differs_is_marked() -> None:
    (claim,) = with_claims(note(chinese=CHINESE.replace("71.5%", "17.5%"))[0]).claims
    assert claim.translation is not None
    assert claim.translation_differs


def test_without_a_translation_there_is_none() -> None:
    (claim,) = with_claims(note(chinese="")[0]).claims
    assert claim.translation is None
    assert not claim.translation_differs


def test_a_cut_sentence_makes_no_claim() -> None:
    cut = "It gains 5.5%. On Pond it gains 7"
    claims = with_claims(note("甲提升 4.5%。乙提升 3.1% 后达到", cut, "", "abstract_en")[0]).claims
    assert next(c.text.text for c in claims) == "It gains 5.5%."
    ended = with_claims(note("甲提升 4.5%。乙提升 3.1% 后达到", "", "", "analysis_experiments")[0]).claims
    assert [c.text.text for c in ended] == ["甲提升 4.5%。"]
    table = "名\t率\n甲\t4.5%\n乙\t3."
    assert len(with_claims(note(table, "", "", "analysis_experiments")[0]).claims) == 1


def test_lists_and_paragraphs_labelled_as_settings_are_left_out() -> None:
    assert reported("实验设置：\n\n甲：误差 5.5%；\n乙：误差 6.5%；") == []
    assert reported("训练配置：误差 5.5%。\n\n结果：误差 5.5%。") == ["结果：误差 5.5%。"]


def test_torn_lines_are_left_out() -> None:
    assert reported("甲改成\n0.50$；乙买了\n100+ 个并标价 0.50 ；完成。") == []


def test_a_table_of_counts_tells_results_only_below_such_a_heading() -> None:
    table = "模型\t运行数\n甲\t117\n乙\t99\n\n完。"
    assert reported(f"1. 执行\n\n{table}") == []
    assert reported(f"1. 执行结果\n\n{table}") == ["甲 — 运行数: 117", "乙 — 运行数: 99"]


def test_rows_of_words_make_no_claim_and_numbered_rows_keep_their_column() -> None:
    table = "层数\t做法\t误差\n2\t甲\t5.5%\n4\t乙\t无"
    assert reported(table) == ["层数 2 — 做法: 甲; 误差: 5.5%"]


def test_the_same_words_make_one_claim() -> None:
    assert reported("甲提升 5.5%。\n\n甲提升 5.5%。") == ["甲提升 5.5%。"]


def test_an_english_answer_is_read_too() -> None:
    assert reported("Recall rises to 71.5%, e.g. On ponds. We use 40 maps.") == [
        "Recall rises to 71.5%, e.g. On ponds."
    ]


def test_other_notes_stay_as_they_are() -> None:
    made, _ = note(ANSWER)
    place = Span(start=0, end=1)
    own = dataclasses.replace(made, claims=(NoteClaim(number=1, text=Passage(text="R", span=place), quote=None),))
    deep = dataclasses.replace(made, kind="deep")
    brief = dataclasses.replace(made, kind="brief")
    empty = note("", "Ponds are wet.", "池塘是湿的。")[0]
    for other in (own, deep, brief, empty):
        assert with_claims(other) is other
    done = with_claims(made)
    assert with_claims(done) is done


def test_a_text_that_is_no_slice_of_the_source_has_the_places_of_its_blocks() -> None:
    made, _ = note("")
    english = made.sections[0]
    wide = Span(start=english.span.start, end=english.span.end + 7)
    blocks = (dataclasses.replace(english.blocks[0], span=wide),)
    other = dataclasses.replace(made, sections=(dataclasses.replace(english, blocks=blocks, span=wide),))
    assert with_claims(other).claims[0].text.span == wide


# Bad input


@given(st.text(alphabet="a1. 。%$至从；：\n\t*—（）=B", max_size=200), st.text(alphabet="a1. 。%$亿；", max_size=80))
@settings(max_examples=150)
def test_any_text_gives_claims_that_stand_in_it(answer: str, chinese: str) -> None:
    made, source = note(answer, "It gains 5.5% of it. " + answer, chinese)
    for claim in with_claims(made).claims:
        assert claim.text.text.strip()
        assert 0 <= claim.text.span.start < claim.text.span.end <= len(source)


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("", "It gains 5.5%. ", ""),
        ("", "从1至", ""),
        ("", "$", ""),
        ("a. ", " ", "B 5%"),
        ("", "9", "%"),
        ("", "ty", ""),
    ],
    ids=["sentences", "ranges", "dollars", "spaces", "digits", "letters"],
)
def test_a_hostile_text_ends(before: str, unit: str, after: str) -> None:
    text = before + long_text(unit) + after
    with ends():
        with_claims(note(text, text, text)[0])


# The real digest


@pytest.fixture(scope="module")
def real() -> tuple[Note, ...]:
    if not REAL.is_file():
        pytest.skip(f"the real notes are not there: {REAL}")
    text = REAL.read_bytes().decode("utf-8")
    return tuple(map(with_claims, read(Source(path=REAL.name, text=text, sha256="")).notes))


def test_real_claims_are_counted(real: tuple[Note, ...]) -> None:
    claims = [claim for one in real for claim in one.claims]
    origins = Counter(claim.origin for claim in claims)
    paired = sum(claim.translation is not None for claim in claims)
    print(f"\n{len(real)} papers: {dict(origins)}; {paired} of {origins['own-words']} with their counterpart")
    assert origins["own-words"] >= 24
    assert origins["note"] >= 130
    assert paired >= 0.9 * origins["own-words"]


def test_real_abstracts_are_paired(real: tuple[Note, ...]) -> None:
    total = found = 0
    for one in real:
        english, chinese = one.section("abstract_en"), one.section("abstract_zh")
        if english and chinese:
            total += len(sentences(english.text))
            found += len(counterparts(english.text, chinese.text))
    print(f"\n{found} of {total} sentences have a certain counterpart")
    assert found >= 0.95 * total


def test_real_translations_that_differ(real: tuple[Note, ...]) -> None:
    """The two that a careful reader found, and no other."""
    differing = [c.text.text for one in real for c in one.claims if c.translation_differs]
    print("\n" + "\n".join(differing))
    assert len(differing) == 2
    assert any("0.5B" in text for text in differing)
    assert any("$23\\%$" in text for text in differing)
