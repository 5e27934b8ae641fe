"""Markdown as a flow of pieces, and the YAML above it: what a reader sees, where it stands, in bounded time."""

from __future__ import annotations

import tracemalloc

import pytest

from claimbook.readers import read
from claimbook.readers.flow import Flow
from claimbook.readers.front_matter import day, read_front_matter
from claimbook.readers.markdown_flow import flows
from support import ends, long_text, source

KEYS = "\n".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]" for i in range(20))


def one(text: str) -> Flow:
    (flow,) = flows(text)
    return flow


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a **bold（x）**的 and `x_y*`", "a bold（x）的 and x_y*"),
        ("snake_case, 3*4*5, _em_ and ~~gone~~", "snake_case, 3*4*5, em and gone"),
        ("**open and **closed**", "**open and closed"),
        ("带<think>标签，<b>粗</b> <mark style='x'>Claim</mark> a<br>b", "带<think>标签，粗 Claim a\nb"),
        ("x <!-- hidden --> y <!-- open", "x  y <!-- open"),
        ("a <script>alert(1)</script> b <script>", "a  b <script>"),
        ("10<sup>5</sup> and x<sup>th</sup> &lt;1 GB &amp; &nope", "10^5 and xth <1 GB & &nope"),
        ("$a_{*}b*$ \\(x_1\\) \\[small\\] 3\\% 1\\. $5 and $6", "$a_{*}b*$ \\(x_1\\) [small] 3% 1. $5 and $6"),
        ("[[note|shown]] [[plain]] ![[image.png]] ![alt](a.png) [t [x]](u.v)", "shown plain  alt t [x]"),
        ("[[1]](https://a.b) 矩阵[i](其中) note[^1]", "[1] 矩阵[i](其中) note[^1]"),
        ("text ^block-1", "text"),
        ("one  \ntwo\\\nthree\nfour", "one\ntwo\nthree\nfour"),
    ],
)
def test_text_is_what_a_reader_sees(text: str, shown: str) -> None:
    assert one(text).text == shown


def test_bold_and_code_are_runs_and_hard_breaks_part_paragraphs() -> None:
    flow = one("**Label**: `x`  \n中文\n换行 and\nmore")
    runs = [[(run.text, run.style) for run in block.rows[0][0]] for block in flow.blocks]
    assert runs == [
        [("Label", "strong"), (": ", "plain"), ("x", "code")],
        [("中文换行 and more", "plain")],
    ]
    assert flow.label == "Label"


def test_pieces_have_kinds_levels_labels_links_and_places() -> None:
    text = (
        "---\na: b\n---\n\n# T\ntext\n- a\n  - b\n2. c\n\n|x|y|\n|-|-|\n|1|2|\n\n> [!quote] My title\n> q [z](https://a.b)\n"
        "\n```py\ncode\n```\n\nprose\n---\n<details>\n<summary>S</summary>\n\nin\n\n</details>\n\n$$\na\n- b\n$$"
    )
    found = flows(text, 100)
    assert [(f.kind, f.level) for f in found] == [
        *[("front-matter", 0), ("heading", 1), ("paragraph", 0), ("list", 0), ("list", 0), ("table", 0), ("quote", 1)],
        *[("preformatted", 0), ("paragraph", 0), ("rule", 0), ("paragraph", 0), ("preformatted", 0)],
    ]
    assert found[3].text == "a\nb"
    assert found[4].text == "2. c"
    assert [[cell[0].text for cell in row] for row in found[5].blocks[0].rows] == [["x", "y"], ["1", "2"]]
    assert (found[6].label, found[6].text, found[6].hrefs) == ("quote My title", "q z", ("https://a.b",))
    assert (found[10].label, found[10].text) == ("S", "in")
    assert text[found[10].span.start - 100 : found[10].span.end - 100].startswith("<details>")
    assert text[found[10].span.start - 100 : found[10].span.end - 100].endswith("</details>")
    assert found[11].text == "$$\na\n- b\n$$"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_spans_hold_for_every_newline(newline: str) -> None:
    text = newline.join(["# T", "", "a", "b", "", "- c"])
    assert [text[f.span.start : f.span.end] for f in flows(text)] == ["# T", f"a{newline}b", "- c"]


def test_nothing_is_lost_below_the_deepest_nesting() -> None:
    assert "deep" in one("> " * 60 + "deep").text
    assert "deep" in one("- " * 60 + "deep").text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20170612", "2017-06-12"),
        ("2024-12-04 14:08 PM +07:00", "2024-12-04"),
        ("2026-07-02T14:16:00", "2026-07-02"),
        ("Sept. 5, 2021", "2021-09-05"),
        ("12 Aug 2026", "2026-08-12"),
        ("2026年3月1日", "2026-03-01"),
        ("20261399", ""),
        ("soon", ""),
    ],
)
def test_days_are_read_as_people_write_them(text: str, expected: str) -> None:
    assert day(text) == expected


def test_yaml_is_text_and_loses_no_zero() -> None:
    known = read_front_matter('id: 2603.01230\non: yes\nlist: [a, "b, c"]\nmap:\n  x: 1\n  y: [2]\nlong: |\n  a\n  b\n')
    assert known.text("id") == "2603.01230"
    assert known.values["list"] == ("a", "b, c")
    assert known.values["map"] == "1\n2"
    assert known.text("long") == "a\nb"
    assert known.places["long"] == (6, 8)
    assert known.complaints == ()


@pytest.mark.parametrize(
    "yaml",
    [
        f"a: &a [x, x]\n{KEYS}",
        "a: &a [*a]",
        "a: " + "[" * 50_000,
        "a: " + "{a: " * 30_000,
        "a: !!python/object/apply:os.system [ls]",
        "a: b: c",
        "a:\tb\n\tc",
        "x" * 90_000,
        "a: b\n" * 40_000,
        "? [a]\n: b",
        "%YAML 9\n---\na",
        "- a\n- b",
        "\ud800: a\x00\x07",
    ],
)
def test_yaml_that_is_none_is_read_by_its_lines_and_reported(yaml: str) -> None:
    with ends():
        assert read_front_matter(yaml).complaints


HEAD = {
    "paper": "---\narxiv_id: 2603.00001\ntitle: a\n---\n",
    "claims": "---\narxiv_id: 2603.00001\ntitle: a\n---\n|主张|证据|\n|-|-|\n",
    "list": "# 2026-03-01\n\n## 1. T\n\n**作者**: A\n\n",
}
LETTERS = ("[", "[a](", "![", "[[", "*a **b ", "_a __b ", "$a ", "\\(", "\\[", "<a ", "<!-- ", "<script>", "&a", "`a")
LETTERS += ("标题（", "“", "字", ">", "- ", "\t", " ")
LINES = ("$$\nx\n", "<details>\n", "|x|y|\n", "## 1. T\n\n**作者**: A\n\n", "Q1: a？\nb\n\n", "a\n---\n")
LINES += ("> [!quote] Claim\n> “a”\n\n",)
HOSTILE = {unit: long_text(unit, 100_000) + " x|" for unit in LETTERS} | {
    unit: long_text(unit, 30_000) for unit in LINES
}
HOSTILE |= {"label": "**摘要**" + long_text(" ", 100_000), "rule": "|" * 50_000 + "\n" + long_text("|-", 100_000)}


@pytest.mark.parametrize("head", HEAD.values(), ids=HEAD)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=map(repr, HOSTILE))
def test_hostile_markdown_is_read_to_its_end(text: str, head: str) -> None:
    with ends():
        assert read(source(head + text, "a.md")).notes


@pytest.mark.parametrize("text", ["[" * 50_000, "| a | b |\n" * 2_000, "字" * 1_000_000], ids=["open", "rows", "long"])
def test_hostile_markdown_is_read_in_bounded_memory(text: str) -> None:
    tracemalloc.start()
    read(source(HEAD["list"] + text, "a.md"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400 * (len(text) + 100_000)
