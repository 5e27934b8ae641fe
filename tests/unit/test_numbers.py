"""Numbers in claims and quotes: each class of quantity in both languages, and what only looks like one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimbook.enrich.numbers import numbers
from claimbook.model import Number
from support import ends, long_text


def read(text: str) -> list[tuple[float, str]]:
    """Value and unit of what is not soft."""
    return [(n.value, n.unit) for n in numbers(text) if not n.soft]


VALUES: tuple[tuple[str, list[tuple[float, str]]], ...] = (
    # Arabic: thousands, decimals, signs, exponents
    ("共 12,345 个样本", [(12345, "个")]),
    ("误差 .25 与 0.5", [(0.25, ""), (0.5, "")]),
    ("变化 -0.5、−1.5、+2.5", [(-0.5, ""), (-1.5, ""), (2.5, "")]),
    ("a drop of − 3.5 -3.5 points", [(-3.5, ""), (-3.5, "points")]),
    ("得 41.5±0.7 分", [(41.5, ""), (0.7, "分")]),
    ("学习率 3e-5，容差 10^-6 与 10⁻³", [(3e-5, ""), (1e-6, ""), (1e-3, "")]),
    ("约 3.2×10^4 帧", [(32000, "帧")]),
    ("cost of 3.2 × 10 4 3.2\\times 10^{4}", [(32000, ""), (32000, "")]),
    ("near 10 − 5 {\\sim}10^{-5}", [(1e-5, ""), (1e-5, "")]),
    ("54,321 54{,}321 steps", [(54321, ""), (54321, "")]),
    ("全角 １２３ 个、４５％", [(123, "个"), (45, "%")]),
    # multipliers
    ("12k 条、3.5M 参数、7B、1.2T token", [(12000, "条"), (3.5e6, ""), (7e9, ""), (1.2e12, "")]),
    ("3.6 万步、1.5 亿、0.4兆、2.3万亿", [(36000, "步"), (1.5e8, ""), (4e5, ""), (2.3e12, "")]),
    ("6 million hours and 2.5 billion tokens", [(6e6, "hours"), (2.5e9, "")]),
    # per cent, points, factors
    ("占 34.5%，即 34.5 %", [(34.5, "%"), (34.5, "%")]),
    ("rises 12.5 % 12.5\\%", [(12.5, "%"), (12.5, "%")]),
    ("高 2.5 个百分点、3 点、1.5 pp", [(2.5, "个百分点"), (3, "点"), (1.5, "pp")]),
    ("快 3.5 倍、2.5×", [(3.5, "倍"), (2.5, "×")]),
    ("a 3-fold rise, 2.5 times the rate, 1.5x", [(3, "fold"), (2.5, "times"), (1.5, "x")]),
    # ranges, products, ratios: one value a number
    ("从 3.5–4.5% 到 5-6 天", [(3.5, ""), (4.5, "%"), (5, ""), (6, "天")]),
    ("6×5 与 8x4 的网格，7/10，3:1", [(6, ""), (5, ""), (8, ""), (4, ""), (7, ""), (10, ""), (3, ""), (1, "")]),
    ("区间 [0.5, 1.5] 与 [+0.2,+0.9]", [(0.5, ""), (1.5, ""), (0.2, ""), (0.9, "")]),
    # money, durations, sizes
    ("花费 $3.50、¥20、120 万美元、5 欧元", [(3.5, "$"), (20, "¥"), (1.2e6, "美元"), (5, "欧元")]),
    ("0.4 秒、12 分钟、3 小时、2 天、5 年", [(0.4, "秒"), (12, "分钟"), (3, "小时"), (2, "天"), (5, "年")]),
    ("120 ms, 5 s, 3 hours, 2 days", [(120, "ms"), (5, "s"), (3, "hours"), (2, "days")]),
    ("显存 24 GB、1.5 GiB", [(24, "GB"), (1.5, "GiB")]),
    # settings
    ("K=4、t=0 时 r=0.62", [(4, ""), (0, ""), (0.62, "")]),
    ("第 40 步与第 5–6 轮", [(40, "步"), (5, ""), (6, "轮")]),
    # Chinese
    ("百分之八十一点五与百分之四十", [(81.5, "%"), (40, "%")]),
    ("零点四五兆参数，三万次，两千个，五百二十万", [(450000, ""), (30000, "次"), (2000, "个"), (5.2e6, "")]),
    ("三千余条、五十多个、四十五项", [(3000, "条"), (50, "个"), (45, "项")]),
    ("十三点五个百分点，二点五倍", [(13.5, "个百分点"), (2.5, "倍")]),
    ("三分之二、一半、七成、七成五", [(0.6667, "fraction"), (0.5, "fraction"), (70, "%"), (75, "%")]),
    ("错误率全部为零", [(0, "")]),
    # English words
    (
        "forty-two runs, two thirds, a tenth, half",
        [(42, ""), (0.6667, "fraction"), (0.1, "fraction"), (0.5, "fraction")],
    ),
    ("one hundred and twenty tasks", [(120, "")]),
)


@pytest.mark.parametrize(("text", "expected"), VALUES, ids=[v[0] for v in VALUES])
def test_values(text: str, expected: list[tuple[float, str]]) -> None:
    found = read(text)
    assert [unit for _, unit in found] == [unit for _, unit in expected]
    assert [value for value, _ in found] == pytest.approx([value for value, _ in expected])


SOFT = (
    ("两个模型、三种方法与四项指标", [2, 3, 4]),
    ("五家族、六任务、两 actor", [5, 6, 2]),
    ("单块 GPU，翻倍", [1, 2]),
    ("both arms, six tasks and twelve runs", [2, 6, 12]),
    ("it doubles", [2]),
)


@pytest.mark.parametrize(("text", "expected"), SOFT, ids=[v[0] for v in SOFT])
def test_small_spelled_counts_are_soft(text: str, expected: list[float]) -> None:
    found = numbers(text)
    assert [n.value for n in found] == expected
    assert all(n.soft for n in found)


NAMES = (
    "on an RTX 4090, beside a GTX 1080",
    "Foo-4.5-Air、Foo3-8B、v2.1、Foo-7B、Data-100、Data-1k、H9000、3D、2D、L2",
    "pass@8、Acc@5、average@3、F1、Top-1、Data-10/100",
    "M0 与 K3，x_1，M 0 M_{0}",
    "Table 6 , Fig. 3 , § 5.2 and Section 4.1, Appendix 2",
    "见表 3、图 5、第 3 节、式 (2)",
    "[ 5 ] 与 [12, 14]",
    "2026 年 10 月 11 日，2026-10-11，2024年",
    "as of September 23",
    "https://example.org/abs/2601.12345v2 与 2601.12345、1.2.3",
    "在 Foo 5 上优于 Bar 4.6 的",
    "Foo-Bench 2.1 与 Bar-Bench 中",
    "比 Foo 5 高",
    "用 Foo 3.1 70B 与 Foo3 8B 上",
    "MATHS 25、MATHS 26 上领先",
    "10%-Foo 与 10k-Foo、7B-Instruct",
    "O(1/n)，8x7B，5-shot",
    "一致、统一、第二阶段、二维、十分、两者、其三",
    "数十、上百、几千",
    "几乎为零，零样本",
)


@pytest.mark.parametrize("text", NAMES)
def test_names_labels_and_dates_are_no_values(text: str) -> None:
    assert [n.text for n in numbers(text)] == []


def test_a_value_after_a_name_is_one() -> None:
    assert read("Foo 76.9 对 33.6，低于 Bar 23.28；Baz 1,234、Foo 98%") == [
        (76.9, ""),
        (33.6, ""),
        (23.28, ""),
        (1234, ""),
        (98, "%"),
    ]
    assert read("高于 Foo 9.8、Bar 7.6") == [(9.8, ""), (7.6, "")]


def test_kinds() -> None:
    kinds = [n.kind for n in numbers("42%，3 点，2.5 倍，$5，3 天，4 GB，7 个，一半，0.5")]
    assert kinds == ["percent", "points", "factor", "money", "time", "data", "count", "fraction", "number"]


def check_shape(text: str) -> tuple[Number, ...]:
    found = numbers(text)
    end = 0
    for number in found:
        assert end <= number.start < number.end <= len(text)
        assert number.text == text[number.start : number.end]
        assert math.isfinite(number.value)
        end = number.end
    return found


PIECES = st.sampled_from(
    [
        *"0123456789.,-+−±%×/ ()[]{}$@^_:：、，。|零一两三十百千万亿点分之成半倍翻第年月日个次层",
        "\\times",
        "10^{",
        "Foo",
        "six ",
        "\u200f",
    ]
)


@settings(max_examples=400)
@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=60).map("".join)))
def test_spans_are_ordered_and_hold_their_text(text: str) -> None:
    check_shape(text)


HOSTILE = (
    "1",
    "1,111,",
    "1.",
    "一",
    "百分之九十点一",
    "A",
    "A, ",
    "[1,",
    "\\times ",
    "10^{99} 1e999 ",
    "Foo 5 ",
    "two ",
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_text_ends(unit: str) -> None:
    with ends():
        check_shape(long_text(unit))


def test_a_number_too_long_for_a_float_is_text() -> None:
    assert numbers("得 " + "9" * 400 + " 分") == ()
    assert [n.value for n in numbers("9" * 300)] == [pytest.approx(1e300)]
    assert numbers("1e999 与 10^{999}") == ()
