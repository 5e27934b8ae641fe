"""Verdicts: how a quote supports a number, how it fails to, and numbers given to the wrong arm."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimbook.enrich.verdicts import check, checks
from claimbook.model import Check, Claim, NoteClaim, Paper, Passage, Span
from support import ends, long_text

NOWHERE = Span(start=0, end=0)

SINGLE = (
    # claim, quote, verdict and how of the first number
    ("得 45.5 分", "It scores 45.5 .", "supported", "exact"),
    ("得 45.5 分", "It scores 45.5 45.5 .", "supported", "exact"),
    ("共 12,345 个", "holds 12,345 12{,}345 items", "supported", "exact"),
    ("约 3.2×10^4", "about 3.2 × 10 4 3.2\\times 10^{4}", "supported", "exact"),
    ("误差 1e-4", "down to ∼ 10 − 4 {\\sim}10^{-4}", "supported", "converted"),
    ("6 种语言", "in six languages", "supported", "word"),
    ("二十次试验", "over 20 trials", "supported", "converted"),
    ("约三分之二", "about two thirds of it", "supported", "word"),
    ("占八成", "about 80% of them", "supported", "converted"),
    ("花费 360 万美元", "spending $3.6M", "supported", "converted"),
    ("0.45 的比例", "a share of 45%", "supported", "converted"),
    ("占 45%", "a share of 0.45", "supported", "converted"),
    ("用 60 小时", "lasting 2.5 days", "supported", "converted"),
    ("用 48 小时", "within 2 days", "supported", "converted"),
    ("用 250 ms", "in 0.25 s", "supported", "converted"),
    ("一半的系统", "5 of 10 systems", "supported", "converted"),
    ("约 18.3 万条", "182,844 rows", "supported", "rounded"),
    ("三千余条", "3,412 rows", "supported", "rounded"),
    ("超过 60%", "up to 61.8%", "supported", "rounded"),
    ("得 45.6 分", "scores 45.57", "supported", "rounded"),
    ("46 个任务", "45.7 on average", "missing", "absent"),
    ("共 150 条", "40 gaps (26.7%), 60 checks (40.0%) and 50 errors (33.3%)", "missing", "computed"),
    ("低 5.5 分", "Foo | 70.5 Bar | 65.0", "missing", "computed"),
    ("快 4.0 倍", "8 s against 2 s", "missing", "computed"),
    ("得 71.5 分", "The model is better.", "missing", "absent"),
    ("六个模型", "from 11.5% on Foo-6 to 82.5% on Bar 6", "missing", "absent"),
    ("达到 5", "[ 5 ] and Table 5 and pass@5 on Foo-5", "missing", "absent"),
    ("用时 0.25 秒", "in 0.25 d", "differs", ""),
    ("快 3.5 倍", "gains 3.5%", "differs", ""),
    ("成本 2.5 美元", "costs €2.5", "differs", ""),
    ("约 300 帧", "need 300 and 42 times this budget, respectively", "differs", ""),
    ("跑 5 次", "run 5 times", "supported", "exact"),
    ("每秒 7.5k 步", "steps 7.5k times a second", "supported", "exact"),
    ("高 2.5 个百分点", "by 2.5%", "supported", "exact"),
)


@pytest.mark.parametrize(("claim", "quote", "verdict", "how"), SINGLE, ids=[f"{c} | {q}" for c, q, _, _ in SINGLE])
def test_one_value(claim: str, quote: str, verdict: str, how: str) -> None:
    value = check(claim, quote).values[0]
    assert (value.verdict, value.how) == (verdict, how)


def test_arithmetic_is_shown() -> None:
    assert check("共 150 条", "40 gaps, 60 checks and 50 errors").values[0].note == "40+60+50"
    assert check("低 5.5 分", "Foo | 70.5 Bar | 65.0").values[0].note == "70.5-65"
    assert check("三倍以上", "0.05 | 0.16").values[0].note == "0.16/0.05"
    assert check("四个系统", "totals of 120, 340, 560 and 780 steps").values[0].note == "120 · 340 · 560 · 780"


def test_place_in_the_quote() -> None:
    quote = "It scores + 45.5 +45.5 points."
    (value,) = check("得 45.5 分", quote).values
    assert value.quote is not None
    assert quote[slice(*value.quote)] == "+ 45.5 +45.5 points"


CLAIMS = (
    ("得 45.5 分", None, "no-quote"),
    ("得 45.5 分", "  ", "no-quote"),
    ("效果更好", "It is better than Foo 5 by 45.5.", "no-numbers"),
    ("得 45.5 与 46.5", "45.5 and 46.5", "supported"),
    ("得 45.5 与 46.5", "45.5 and 47.5", "partial"),
    ("两个模型都好", "All are good.", "no-numbers"),
    ("两个模型都好", "Both are good.", "supported"),
    ("两个模型得 45.5", "scores 45.5", "supported"),
)


@pytest.mark.parametrize(("claim", "quote", "verdict"), CLAIMS)
def test_one_claim(claim: str, quote: str | None, verdict: str) -> None:
    assert check(claim, quote).verdict == verdict


BOUND = (
    # prose: name before, name behind, from-to, lists
    ("Foo 从 58.4 升到 72.6，Bar 从 48.7 升到 65.7", "Foo improves from 58.4 to 72.6 and Bar from 48.7 to 65.7"),
    ("Foo 为 33.3%，高于 Bar 的 29.9%", "Foo reaches 33.3%, compared with 29.9% for Bar"),
    ("在 Foo、Bar 上分别提升 3.5、5.5 点", "gains of 3.5 and 5.5 points on Foo and Bar"),
    ("Foo 上 0.503，Bar 上 0.372", "0.503 on Foo, 0.372 on Bar"),
    ("18,000 对训练、2,000 对测试", "with 18,000 pairs to train on and 2,000 pairs to test on"),
    ("Pro 花 260 万美元，Mini 花 90 万美元", "$2.6M and $0.9M for Foo-Pro and Foo-Mini, respectively"),
    ("得分从 45.5 升至 61.5", "rises from 45.5 to 61.5"),
    # tables: rows by label, columns by order
    ("Foo 得 76.9，Bar 得 65.8", "Foo | 76.9 | 33.6 Bar | 65.8 | 36.0"),
    ("Foo 分别为 59.3、52.8、28.1", "Foo [ 5 ] | 88.6M | 59.3 | 52.8 | 28.1"),
    ("Foo 12.5 对 33.6，Bar 22.5 对 36.5，Baz 32.5 对 55.5", "Foo | 12.5 | 33.6 Bar | 22.5 | 36.5 Baz | 32.5 | 55.5"),
)


@pytest.mark.parametrize(("claim", "quote"), BOUND, ids=[c for c, _ in BOUND])
def test_an_exchange_is_found_and_the_original_is_not(claim: str, quote: str) -> None:
    good = check(claim, quote)
    assert good.verdict == "supported"
    first, second = good.values[0].number, good.values[-1].number
    if first.start == second.start:
        pytest.fail("no pair")
    swapped = claim[: first.start] + second.text + claim[first.end : second.start] + first.text + claim[second.end :]
    bad = check(swapped, quote)
    assert bad.verdict == "differs"
    assert {v.number.text for v in bad.values if v.verdict == "differs"} >= {first.text, second.text}
    assert all(v.note for v in bad.values if v.verdict == "differs")


UNBOUND = (
    ("Foo 得 76.9，Bar 得 65.8", "65.8 and 76.9"),
    ("Bar 得 65.8，Foo 得 76.9", "Foo | 76.9 Bar | 65.8"),
    ("Foo 0.94 对 0.26", "score | 0.66 | 0.26 | 0.75 | 0.94"),
    ("0.44 的增益中 0.03 来自工具", "attributes 0.03 of a 0.44 gain to tools"),
)


@pytest.mark.parametrize(("claim", "quote"), UNBOUND)
def test_another_order_alone_is_no_contradiction(claim: str, quote: str) -> None:
    assert check(claim, quote).verdict == "supported"


def test_by_anchor() -> None:
    def claim(anchor: str, text: str, quote: str | None) -> Claim:
        passage = Passage(text=quote, span=NOWHERE) if quote else None
        pair = NoteClaim(number=1, text=Passage(text=text, span=NOWHERE), quote=passage)
        return Claim(anchor=anchor, note=None, claim=pair)  # type: ignore[arg-type]

    claims = (claim("claim-1", "得 5.5", "5.5"), claim("claim-2", "得 5.5", None))
    found: dict[str, Check] = checks(Paper(id="x", url="x/", notes=(), claims=claims))
    assert {anchor: c.verdict for anchor, c in found.items()} == {"claim-1": "supported", "claim-2": "no-quote"}


@settings(max_examples=200)
@given(st.text(max_size=150), st.text(max_size=150))
def test_any_text_gets_a_verdict(claim: str, quote: str) -> None:
    for value in check(claim, quote).values:
        assert claim[value.number.start : value.number.end] == value.number.text
        assert value.quote is None or 0 <= value.quote[0] < value.quote[1] <= len(quote)


NUMERIC = st.lists(
    st.sampled_from(["5", "5.5", " ", "%", "Foo", "Bar", "、", " to ", "|", "从", "到", "两个", "×", ","]), max_size=40
)


@settings(max_examples=200)
@given(NUMERIC.map("".join))
def test_a_claim_that_quotes_itself_is_never_contradicted(text: str) -> None:
    assert all(v.verdict == "supported" or v.number.soft for v in check(text, text).values if text.strip())


HOSTILE = ("1,111,", "1/", "A 5 ", "两个", "1.5% ", "[1,", "0.5 A、", "from 5 to 6 ", "A, ", "\u200f5\u200e%", "5 | ")


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize(
    "quote", [None, " ".join(f"{i}.5" for i in range(10)), long_text("7")], ids=["the claim", "numbers", "a number"]
)
def test_a_hostile_claim_ends(unit: str, quote: str | None) -> None:
    claim = long_text(unit, 100_000)
    with ends():
        check(claim, quote or claim)
