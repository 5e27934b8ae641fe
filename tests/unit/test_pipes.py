"""Flattened rows become tables where the line itself proves the cut, and stay text everywhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook.enrich.pipes import grid


def rows(text: str, claim: str = "") -> list[list[str]] | None:
    found = grid(text, claim)
    return found and [[text[start:end] for start, end in row] for row in found.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Otter | 41.2 | 39.0 Heron | 40.1 | 38.7", [["Otter", "41.2", "39.0"], ["Heron", "40.1", "38.7"]]),
        (
            "Full | 41.2 without Gate | 40.1 (-1.1) without Memory | 39.7 (-1.5)",
            [["Full", "41.2"], ["without Gate", "40.1 (-1.1)"], ["without Memory", "39.7 (-1.5)"]],
        ),
        (
            "Otter | 0.61 | 3 ms #Size | 0.52 | — Heron | 0.49 | 71 s",
            [["Otter", "0.61", "3 ms"], ["#Size", "0.52", "—"], ["Heron", "0.49", "71 s"]],
        ),
        (
            "1 | | | 40.3 2 | ✓ | | 41.8 3 | ✓ | ✓ | 44.0",
            [["1", "", "", "40.3"], ["2", "✓", "", "41.8"], ["3", "✓", "✓", "44.0"]],
        ),
        (
            "Pond | $0.40 | 12.5% Lake | – | 13.1% 2nd Lake | $1.20 | – River | $0.90 | 9.9%",
            [
                ["Pond", "$0.40", "12.5%"],
                ["Lake", "–", "13.1%"],
                ["2nd Lake", "$1.20", "–"],
                ["River", "$0.90", "9.9%"],
            ],
        ),
        (
            "Otter | 7 B | 33.1 | 52.5 3 × 3 Otter | 7 B | 34.8 | 53.6 Heron | 9 B | 35.0 | 54.1",
            [
                ["Otter", "7 B", "33.1", "52.5"],
                ["3 × 3 Otter", "7 B", "34.8", "53.6"],
                ["Heron", "9 B", "35.0", "54.1"],
            ],
        ),
        (
            "accuracy | 0.61 | 0.52 | 0.44 cost | 12% | 9% | 31%",
            [["accuracy", "0.61", "0.52", "0.44"], ["cost", "12%", "9%", "31%"]],
        ),
        ("Otter | 0.6 | 9.5 w/o Pond | 0.5 | 9.1", [["Otter", "0.6", "9.5"], ["w/o Pond", "0.5", "9.1"]]),
        (
            "Otter | 0.6 | 9.5 M Pond | 0.5 | 9.1 M Lake | 0.4 | 9.3",
            [["Otter", "0.6", "9.5"], ["M Pond", "0.5", "9.1"], ["M Lake", "0.4", "9.3"]],
        ),
        (
            "None | 41.2 | 39.0 Fog | 40.1 | 38.7 Tbd | 39.8 | 38.1",
            [["None", "41.2", "39.0"], ["Fog", "40.1", "38.7"], ["Tbd", "39.8", "38.1"]],
        ),
        ("Otter [ 3 ] | ViT-B | 86M | 41.2", [["Otter [ 3 ]", "ViT-B", "86M", "41.2"]]),
        ("4 | ✓ | ✓ | 52.5 | 60.1", [["4", "✓", "✓", "52.5", "60.1"]]),
    ],
)
def test_rows_are_found(text: str, expected: list[list[str]]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize(
    ("text", "claim", "cut"),
    [
        (
            "| Maze | Chess 24 | Chess 25 Otter 9B | 41.0 | 33.5 | 30.2 Heron | 43.0 | 35.1 | 31.7",
            "",
            ("Chess 25", "Otter 9B"),
        ),
        (
            "Kind | Gain | Cost | Gain | Cost no memory | 1.5 | 2.5 | 3.5 | 4.5 memory | 1.6 | 2.6 | 3.6 | 4.6",
            "",
            ("Cost", "no memory"),
        ),
        (
            "Kind | Recall | Pair score Plain text | 72.1 | 43.0 Notes | 67.0 | 39.8 Notes++ | 67.5 | 39.7",
            "pair score 最高",
            ("Pair score", "Plain text"),
        ),
        ("Kind | Recall | Score Otter | 72.1 | 43.0 Heron | 67.0 | 39.8", "", ("Score", "Otter")),
    ],
    ids=["a name repeats but for its digits", "a name repeats", "the claim has the name", "one space only"],
)
def test_a_header_is_cut_where_that_is_certain(text: str, claim: str, cut: tuple[str, str]) -> None:
    found = grid(text, claim)
    assert found
    assert found.header
    table = rows(text, claim) or []
    assert (table[0][-1], table[1][0]) == cut


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "Kind | Recall | Pair score Plain text | 72.1 | 43.0 Notes | 67.0 | 39.8",
            "nothing tells where the name ends",
        ),
        ("Model | Acc | F1 Otter | 83.1 | 72.4", "a header and one row, or one row"),
        ("Otter | 41.2 | 12.5 tokens | 39.0 | 38.7", "a noun, not a label"),
        ("Otter | 45 | 12 layers | 44 | 67", "whole numbers only"),
        ("Otter | 41.2 Heron | 40.1", "two by two, of names that the claim does not know"),
        ("Otter | 12.5 epochs | 15 layers | 18.2", "the column is not written alike"),
        ("Otter | 41.2 | 39.0 Heron | 40.1", "the last row is cut"),
        ("41.2 | 39.0 Heron | 40.1 | 38.7", "the first row is cut"),
        ("– | 41.2 | 39.0 Fog | 40.1 | 38.7 Rain | 39.8 | 38.1", "the first label is a sign"),
        ("39.0 Heron | 40.1 Crane | 38.7", "the first label is a value with a label"),
        ("Otter | 41.2 | 39.0 Heron | 40.1 | 38.7 which is best", "words follow the last cell"),
        (
            "Otter | w/o | 41.2 | 39.0 | w/ | 40.1 | 38.7 Heron | w/o | 51.2 | 49.0 | w/ | 50.1 | 48.7",
            "a spanning label",
        ),
        ("| | Maze | Chess Actor | Gain | Cost | Gain | Cost Otter | 1.5 | 2.5 | 3.5 | 4.5", "a spanning header"),
        ("the bound p ( y | x ) ≤ 0.5 | 0.7 holds", "bars of a formula"),
        ("| Otter | 41.2 | 39.0 |", "bars at the ends"),
        ("Otter | 41.2", "one bar"),
        ("Otter 41.2 39.0 Heron 40.1 38.7", "no bars"),
    ],
)
def test_the_rest_stays_text(text: str, why: str) -> None:
    assert grid(text) is None, why


def test_the_claim_can_vouch_for_a_row_of_two() -> None:
    assert rows("Otter | 41.2 Heron | 40.1", "Heron 低 1.1") == [["Otter", "41.2"], ["Heron", "40.1"]]


word = st.from_regex(r"[A-Z][a-z]{2,8}(-[0-9])?", fullmatch=True)
value = st.floats(0, 99).map(lambda number: f"{number:.1f}")


@given(st.data(), st.integers(3, 7), st.integers(3, 8))
def test_a_table_of_values_survives_flattening(data: st.DataObject, height: int, width: int) -> None:
    table = [[data.draw(word), *(data.draw(value) for _ in range(width - 1))] for _ in range(height)]
    assert rows(" ".join(" | ".join(row) for row in table)) == table


@given(st.lists(st.sampled_from(["|", " ", "1", "4.5", "Otter", "–", "(", "±", "%", "✓"]), max_size=60).map("".join))
def test_any_table_is_rectangular_and_holds_the_whole_line(text: str) -> None:
    table = rows(text)
    if table:
        assert len({len(row) for row in table}) == 1
        assert "".join("".join(row) for row in table).replace(" ", "") == text.replace("|", "").replace(" ", "")
