"""Structure recovered from flattened text: by example, by property, and on the real notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook.model import Block, Span
from claimbook.structure import digest_blocks, prose_blocks, visible_key
from support import ends, long_text

NOTES = Path(__file__).resolve().parents[2].parent / "shared" / "notes"
Splitter = Callable[[str, Span], tuple[Block, ...]]


def blocks_of(text: str, split: Splitter = digest_blocks) -> tuple[Block, ...]:
    return split(text, Span(start=0, end=len(text)))


def shapes(text: str, split: Splitter = digest_blocks) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks_of(text, split)]


def styled(text: str, style: str, split: Splitter = digest_blocks) -> list[str]:
    rows = [row for block in blocks_of(text, split) for row in block.rows]
    return [run.text for row in rows for cell in row for run in cell if run.style == style]


def check(text: str, span: Span, split: Splitter) -> tuple[Block, ...]:
    """Nothing lost or reordered; spans inside, in order and apart; each visible character in one block."""
    blocks = split(text, span)
    assert visible_key(text[span.start : span.end]) == visible_key("\n".join(block.text for block in blocks))
    at = span.start
    for block in blocks:
        assert at <= block.span.start < block.span.end <= span.end
        assert not text[at : block.span.start].strip()
        assert visible_key(block.text) == visible_key(text[block.span.start : block.span.end])
        assert block.rows
        assert len({len(row) for row in block.rows}) == 1
        at = block.span.end
    assert not text[at : span.end].strip()
    return blocks


# Headings


@pytest.mark.parametrize(
    "line",
    [
        "1. 茶壶的选择",
        "10. Tea as a Tool",
        "3.2 水温与时间（Table 4）",
        "（2）杯子",
        "(b) 茶叶的产地",
        "二、冲泡方法",
        "总结",
        "方法：先洗后泡",
    ],
)
def test_heading(line: str) -> None:
    assert shapes(f"开头一句话。\n\n{line}\n\n后面有正文。")[1] == ("heading", line)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("1. 茶壶很重要。", "后面有正文。"),
        ("1. 茶壶 泡茶时应选紫砂壶。因为它保温", "后面有正文。"),
        ("总分定义为", "S = a + b"),
        ("这些茶壶都不能保温", "后面有正文。"),
        ("所有用过的茶壶在第二天早上都没有能够保住温度的", "后面有正文。"),
        ("(1) / (N) ∑ x_i", "后面有正文。"),
        ("总结", ""),
        ("总结\n茶很好。", "后面有正文。"),
        ("12 tea pots", "后面有正文。"),
        ("Tea pots", "后面有正文。"),
    ],
)
def test_no_heading(line: str, after: str) -> None:
    assert "heading" not in dict(shapes(f"开头一句话。\n\n{line}\n\n{after}"))


def test_item_after_a_colon_is_no_heading() -> None:
    assert shapes("结果优于：\n\n绿茶\n\n这说明问题。")[1] == ("paragraph", "绿茶")


# Lists


@pytest.mark.parametrize(
    "items",
    [
        ["绿茶：味淡", "红茶（发酵）：味浓", "花茶：香"],
        ["先烧水；", "再泡茶；", "最后喝。"],
        ["绿茶（80 °C）", "红茶（95 °C）"],
        ["N=2 ：93.5%", "N=4 ：95.0%"],
    ],
)
def test_list(items: list[str]) -> None:
    assert shapes("\n".join(items)) == [("list", "\n".join(items))]


@pytest.mark.parametrize(
    "lines",
    [
        ["水温不够", "水温低时茶叶里的东西出不来。", "时间不够", "时间短也一样。"],
        ["先看定义：", "之后再说。", "第三句"],
        ["绿茶", "0.2, 0.4", "红茶"],
        ["绿茶", "、红茶"],
        ["流程：", "1. 烧水：先做"],
        ["价格 $a", "数量"],
        ["只有一行；"],
    ],
)
def test_lines_of_mixed_shape_stay(lines: list[str]) -> None:
    assert shapes("\n".join(lines)) == [("paragraph", line) for line in lines]


def test_formulas_between_labelled_items() -> None:
    text = "茶香：由下式给出\nA_i = b_i + c\n茶色：由另一式给出\nQ = R + 1\n茶味：不计。"
    assert [kind for kind, _ in shapes(text)] == ["list", "preformatted", "list", "preformatted", "list"]


def test_text_after_a_formula_makes_no_list() -> None:
    text = "茶香：由下式给出\nA_i = b_i + c\n其中：b 为常数。\n茶色：不计。"
    assert [kind for kind, _ in shapes(text)] == ["paragraph", "preformatted", "paragraph", "paragraph"]


def test_strong_labels() -> None:
    assert styled("茶香浓郁：人人喜欢。\n茶色清亮：也有人喜欢；", "strong") == ["茶香浓郁", "茶色清亮"]
    assert styled("茶香浓郁：人人喜欢\n茶色清亮：也有人喜欢", "strong") == []
    assert styled("茶香（aroma）：人人喜欢。\n茶色：也有人喜欢。", "strong") == []


# Tables


def test_table() -> None:
    (block,) = blocks_of("茶\t价\t量\n绿茶\t3\t\n红茶\t5\t7")
    assert block.kind == "table"
    assert [len(row) for row in block.rows] == [3, 3, 3]
    assert block.text == "茶\t价\t量\n绿茶\t3\t\n红茶\t5\t7"


def test_text_beside_a_table() -> None:
    assert [kind for kind, _ in shapes("\t价\t量\n绿茶\t3\t7\n* 脚注")] == ["table", "paragraph"]


@pytest.mark.parametrize("text", ["1 2\tpour the water", "1\tpour\n2\tdrink", "a\tb\nc\td\te"])
def test_no_table(text: str) -> None:
    assert {kind for kind, _ in shapes(text)} == {"paragraph"}


# Torn lines


def test_torn_formula() -> None:
    assert shapes("取值为 $x ∈\n0,1\n$ 的权重。") == [("paragraph", "取值为 $x ∈ 0,1 $ 的权重。")]
    assert shapes("其中 $\na, b\n为杯数 n$ 的两端。") == [("paragraph", "其中 $ a, b 为杯数 n$ 的两端。")]
    assert len(blocks_of("绿茶 $5\n红茶 $6")) == 2


def test_citations() -> None:
    text = "茶经\n12\n、茶谱\n3, 14\n：两本老书。\n大观茶论\n7\n则是一本新书。"
    assert shapes(text) == [("list", "茶经 12、茶谱 3, 14：两本老书。\n大观茶论 7 则是一本新书。")]
    assert styled(text, "citation") == ["12", "3, 14", "7"]


def test_authors_and_cited_label() -> None:
    assert styled("茶经\nLu et al. 0760\n是老书。", "citation") == []
    assert styled("茶经\nLu et al. 2024b\n是老书。", "citation") == ["Lu et al. 2024b"]
    assert shapes("茶经\n9 ：老书。\n茶谱\n10 ：新书。") == [("list", "茶经 9：老书。\n茶谱 10：新书。")]


@pytest.mark.parametrize(
    "text", ["得分\n12\n高度\n14", "12\n14\n15", "+1 ：好；\n0 ：平；", "茶经。\n12\n茶谱。", "茶\n12"]
)
def test_numbers_that_are_no_citations(text: str) -> None:
    assert styled(text, "citation") == []


# Formulas and bold


def test_formula() -> None:
    assert shapes("L = | A_n - B_n |_1") == [("preformatted", "L = | A_n - B_n |_1")]
    assert shapes("We brew with K=4 cups because more would never fit.")[0][0] == "paragraph"


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("这是**紫砂壶（clay pot）**的优点。", ["紫砂壶（clay pot）"]),
        ("提升**+7 pp**（共 9），又**+8 pp**（共 3）", ["+7 pp", "+8 pp"]),
        ("这是**“先洗后泡”**的做法", ["“先洗后泡”"]),
        ("**温杯。**先温杯", ["温杯。"]),
        ("这是**紫砂壶（pot）做法，以及白瓷杯（cup）**的优点", []),
        ("这是**“先洗 + 后泡”的做法，不是别的**", []),
        ("这是** 紫砂壶 **的优点", []),
        ("只有**一个", []),
        ("****空****", []),
    ],
)
def test_bold(text: str, bold: list[str]) -> None:
    assert styled(text, "strong") == bold
    assert styled(text, "strong", prose_blocks) == bold


# Prose


def test_prose_breaks_after_a_stop_and_one_space() -> None:
    text = "先烧水。 泡茶细节。水要开。 Tea 也可以。\n第二段。"
    pieces = ["先烧水。", "泡茶细节。水要开。", "Tea 也可以。", "第二段。"]
    assert shapes(text, prose_blocks) == [("paragraph", piece) for piece in pieces]
    assert styled(text, "strong", prose_blocks) == ["泡茶细节。"]


@pytest.mark.parametrize(
    "text",
    [
        "先烧水。再泡。",
        "先烧水。  再泡",
        "（先烧水。 再泡）",
        "「先烧水。 再泡」",
        "常数。 x 为杯数",
        "常数。 W 为杯数",
        "(1) 烧水；(2) 泡茶",
        "末尾。 ",
    ],
)
def test_prose_without_break(text: str) -> None:
    assert len(blocks_of(text, prose_blocks)) == 1


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("【茶具】先说。 【水】再说。", ["【茶具】", "【水】"]),
        ("Novelty：新。 Soundness：稳。", ["Novelty：", "Soundness："]),
        ("开头。 一、茶具（核心）。先说。 第二层：后说。", ["一、茶具（核心）。", "第二层："]),
        ("开头。 茶具是关键。后说。 过程分两步：一和二。 末句。", []),
    ],
)
def test_run_in_heads(text: str, heads: list[str]) -> None:
    assert styled(text, "strong", prose_blocks) == heads


# Properties

LETTERS = list("茶水壶，、。；：！？（）“”「」【】$*=_^|#aB19.,-[] \t\n\r\u3000\x0b\x85")
WORDS = ["**", "\n\n", "\r\n", "1. ", "一、", "12, 3", " ：", "。 ", "$x =", "A = b", "标签：文字。\n", "a\tb\n"]
TEXTS = st.lists(st.sampled_from([*LETTERS, *WORDS, "Lu et al. 2024"]), max_size=60).map("".join)


@pytest.mark.parametrize("split", [digest_blocks, prose_blocks])
@given(before=TEXTS, text=TEXTS, after=TEXTS)
def test_nothing_is_lost(split: Splitter, before: str, text: str, after: str) -> None:
    check(before + text + after, Span(start=len(before), end=len(before) + len(text)), split)


@given(text=TEXTS)
def test_each_line_is_in_one_digest_block(text: str) -> None:
    blocks = blocks_of(text)
    at = 0
    for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text):
        if line.strip():
            start, end = at + len(line) - len(line.lstrip()), at + len(line.rstrip())
            assert sum(block.span.start < end and start < block.span.end for block in blocks) == 1
        at += len(line)


LONG_LINES = [
    "茶",
    "a",
    "*",
    "$",
    "（",
    "“",
    "。",
    " 。",
    "：",
    "1",
    "、",
    "=",
    "\t",
    "**茶**",
    "。 茶",
    "12, ",
    "茶 ",
    "A ",
]
MANY_LINES = [
    "茶。\n",
    "茶\n\n",
    "茶\n12\n、",
    "a\t1\n",
    "$x =\n",
    "标签：文字。\n",
    "A = b\n",
    "a\n1 ：",
    "Lu et al. 2024\n",
    "茶（\n",
]


@pytest.mark.parametrize("unit", LONG_LINES + MANY_LINES)
@pytest.mark.parametrize("split", [digest_blocks, prose_blocks])
def test_a_hostile_text_ends(split: Splitter, unit: str) -> None:
    text = long_text(unit, 100_000 if "\n" in unit else 500_000)
    with ends():
        split(text, Span(start=0, end=len(text)))


# Real notes


def notes() -> Iterator[tuple[str, str]]:
    if not NOTES.is_dir():
        pytest.skip("the real notes are not beside this checkout")
    for path in sorted(NOTES.glob("*.txt")):
        yield path.name, path.read_bytes().decode("utf-8")


def answers(text: str) -> Iterator[Span]:
    after = re.compile(r"(?m)^(?:Q: |Authors:)|\Z")
    for question in re.finditer(r"(?m)^Q: .*$", text):
        end = after.search(text, question.end())
        assert end
        yield Span(start=question.end(), end=end.start())


def count(blocks: tuple[Block, ...], counts: Counter[str]) -> None:
    for block in blocks:
        counts[block.kind] += 1
        counts["items"] += len(block.rows) if block.kind == "list" else 0
        runs = [run for row in block.rows for cell in row for run in cell]
        where = "strong in lists" if block.kind == "list" else "strong elsewhere"
        counts[where] += sum(run.style == "strong" for run in runs)
        counts["citations rejoined"] += sum(run.style == "citation" for run in runs)
        counts["runs with ** left"] += sum("**" in run.text for run in runs)


def test_real_digests() -> None:
    for name, text in notes():
        counts: Counter[str] = Counter()
        for span in answers(text):
            blocks = check(text, span, digest_blocks)
            count(blocks, counts)
            before = 0
            for block in blocks:
                lines = sum(bool(line.strip()) for line in text[block.span.start : block.span.end].splitlines())
                counts["lines joined to another"] += lines - len(block.rows)
                assert block.kind not in ("heading", "table", "preformatted") or lines == len(block.rows)
                beside = text[before : block.span.start].count("\n") == 1
                counts["neighbour lines left as paragraphs"] += beside and block.kind == "paragraph"
                before = block.span.end
        if counts:
            print(name, dict(sorted(counts.items())))


def test_real_prose() -> None:
    for name, text in notes():
        counts: Counter[str] = Counter()
        blocks = check(text, Span(start=0, end=len(text)), prose_blocks)
        count(blocks, counts)
        lines = sum(bool(line.strip()) for line in text.splitlines())
        print(name, dict(sorted(counts.items())), "breaks", len(blocks) - lines)
