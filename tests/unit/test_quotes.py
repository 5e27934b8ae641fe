"""Quotes are shown clean and lose nothing; formulas become MathML, money stays money."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook.enrich.doubles import doubles
from claimbook.enrich.formulas import formula, key_of
from claimbook.enrich.quotes import clean, math_pieces, place
from claimbook.model import CleanQuote, QuotePiece, Source
from claimbook.readers import read
from claimbook.text import Lines
from support import ends, long_text

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "quotes"
CASES: list[dict[str, str]] = json.loads((GOLDEN / "cases.json").read_text(encoding="utf-8"))


def dump(pieces: tuple[QuotePiece, ...]) -> list[dict[str, Any]]:
    """The pieces as data, without fields that are empty."""
    return [
        {name: value for name, value in dataclasses.asdict(piece).items() if value or name == "start"}
        for piece in pieces
    ]


def test_golden(request: pytest.FixtureRequest) -> None:
    result = {
        case["name"]: dump(
            math_pieces(case["abstract"]) if "abstract" in case else clean(case["quote"], case.get("claim", "")).pieces
        )
        for case in CASES
    }
    target = GOLDEN / "pieces.json"
    text = json.dumps(result, ensure_ascii=False, indent=1) + "\n"
    if request.config.getoption("--regen"):
        target.write_text(text, encoding="utf-8")
    assert json.loads(target.read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("gains + 2.5 +2.5 points", "gains +2.5 points"),
        ("shifts by − 3.1 -3.1 points", "shifts by −3.1 points"),
        ("from 41.20 41.20 to .635 .635 .", "from 41.20 to .635."),
        ("all 12 12 ponds, 1,200 1{,}200 fish", "all 12 ponds, 1,200 fish"),
        ("closing 71 % 71\\% of it", "closing 71% of it"),
        ("with N = 4 N=4 and M = 2 M{=}2", "with N = 4 and M=2"),
        ("2.5 × 2.5\\times , at 3 × 7 3\\times 7 cells", "2.5×, at 3 × 7 cells"),
        ("about ∼ \\sim 300 × \\times faster", "about ∼300× faster"),
        ("0.5 ± 0.1 \\bf{0.5\\pm 0.1}", "0.5 ± 0.1"),
        ("in H H , at τ \\tau = 1", "in H, at τ = 1"),
        ("( A , B ) (A,B) by ( + 0.1 , + 0.2 ) (+0.1,+0.2)", "(A, B) by (+0.1, +0.2)"),
        ("near 3.5 × 10 4 3.5\\times 10^{4} and ∼ 10 − 5 {\\sim}10^{-5} steps", "near 3.5 × 10⁴ and ∼10⁻⁵ steps"),
        ("a score of : 0 14\\!:\\!0 in all", "a score of 14:0 in all"),
        ("at ψ A \\psi_{\\mathrm{A}} , it decays", "at ψ_A, it decays"),
        ("as O  ( 1 / max  ( m , n ) ) O(1/\\max(m,n)) .", "as O(1/max(m, n))."),
        ("5 5, then 6 6.", "5, then 6."),
    ],
)  # fmt: skip
def test_the_second_copy_goes(quote: str, shown: str) -> None:
    assert clean(quote).text == shown


@pytest.mark.parametrize(
    "quote",
    [
        "it had had that that effect",
        "1 2 12 ponds",
        "12 12 14 of the ponds",
        "used every day everyday objects",
        "GPT-4 GPT-4 pairs",
        "a a a pattern",
        "C:\\new\\data and \\unknown{x}",
        "broken \\frac{1 and x_{",
        "costs $2.5M and $0.9M, or $3",
        "run with -v or rm -rf",
        "drops to .635 of it",
        "a ratio of 3 : 1",
    ],
)
def test_what_is_no_copy_stays(quote: str) -> None:
    assert clean(quote).text == quote


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        ("Otter [ 5 ] and Heron [ 6 , 7 ] ( Table 3 , § 2.1 ) .", "Otter [5] and Heron [6, 7] (Table 3, § 2.1)."),
        ("Otter ’s pond, Otter -guided , 30 30 -point", "Otter’s pond, Otter-guided, 30-point"),
        ("in Figure 2 : most  of it", "in Figure 2: most of it"),
        ("128 —the smallest", "128—the smallest"),
    ],
)
def test_spaces_of_the_web_page_go(quote: str, shown: str) -> None:
    assert clean(quote).text == shown


def test_one_equal_neighbour_in_a_flattened_table_may_be_the_next_label() -> None:
    assert clean("1 | ✓ | 2 2 | ✓ | 3").text == "1 | ✓ | 2 2 | ✓ | 3"


def test_a_table_keeps_cells_and_says_whether_it_has_a_header() -> None:
    (piece,) = clean("Otter [ 3 ] | 0.5 0.5 | 7.1 7.1 Heron | 0.6 0.6 | 7.3 7.3").pieces
    assert piece.rows == (("Otter [3]", "0.5", "7.1"), ("Heron", "0.6", "7.3"))
    assert not piece.header
    cells = [[piece.text[start:end] for start, end in row] for row in piece.cells]
    assert cells == [list(row) for row in piece.rows]


@pytest.mark.parametrize(
    ("quote", "raw", "shown"),
    [
        ("untouched 41.2 text", "41.2", "41.2"),
        ("rises + 2.5 +2.5 points", "+ 2.5", "+2.5"),
        ("rises + 2.5 +2.5 points", "+2.5", "+2.5"),
        ("from 1,200 1{,}200 to 3", "1{,}200", "1,200"),
        ("(Table 6 ), 84 % 84\\% of", "84 %", "84%"),
        ("steps 2.1 × 10 4 2.1\\times 10^{4} , 5", "10^{4}", "10⁴"),
        ("Otter | 41.2 | 39.0 Heron | 40.1 | 38.7", "40.1", "40.1"),
        ("at M 0 M_{0} it", "M 0", "M₀"),
    ],
)
def test_raw_ranges_lead_to_what_is_shown(quote: str, raw: str, shown: str) -> None:
    cleaned = clean(quote)
    found = place(cleaned, quote.index(raw), quote.index(raw) + len(raw))
    assert found
    index, start, end = found
    assert cleaned.pieces[index].text[start:end] == shown


def test_a_range_that_is_not_shown_or_spans_pieces_has_no_place() -> None:
    quote = "at M 0 M_{0} it is 5 ."
    assert place(clean(quote), 0, len(quote)) is None
    assert place(clean(quote), 3, 3) is None
    assert place(clean("a | b"), 50, 60) is None


@pytest.mark.parametrize(
    ("text", "shown", "markup"),
    [
        ("a $V \\to L \\to A$ path", "a V → L → A path", 0),
        ("$\\pi\\mathbf{R}^2$可用", "π𝐑²可用", 1),
        ("within $25$Hz, $4\\times$ faster, 69.8 $\\pm$ 0.5", "within 25Hz, 4× faster, 69.8 ± 0.5", 0),
        ("84\\% and R\\&D of \\textbf{Otter 2}, \\emph{fast}", "84% and R&D of Otter 2, fast", 0),
        ("SP$^3$O", "SP³O", 0),
        ("$n$ fish, $x_i = 3$", "n fish, xᵢ = 3".replace("ᵢ", "_i"), 1),
    ],
)
def test_math_of_an_abstract_is_set(text: str, shown: str, markup: int) -> None:
    pieces = math_pieces(text)
    assert "".join(piece.text for piece in pieces) == shown
    assert sum(bool(piece.markup) for piece in pieces) == markup


@pytest.mark.parametrize(
    "text",
    [
        "$2.6M and $0.9M",
        "costs $0.50/run，$0.54/safe",
        "$5-$10 a day",
        "从 $100 到 $200，共 $40 毫秒，30%$。",
        "$V o L o A$",
        "$V + L o A$",
        "$ x $ and $x $",
        "$A=$B",
        "$\\unknown{x}$ or $x^{2$",
    ],
)
def test_money_and_damaged_formulas_stay_text(text: str) -> None:
    assert math_pieces(text) == (QuotePiece(text=text, start=0, end=len(text)),)


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{position:fixed}{x}",
        r"\class{a}{x}",
        r"\text{<script>alert(1)</script>}_{x}",
        r"\text{</math><img src=x onerror=alert(1)>}_2",
        r"\unknown{x}",
        r"x^",
        r"\frac{1}",
        "x_{" * 50 + "}" * 50,
    ],
)
def test_a_formula_that_is_not_whole_or_not_harmless_is_none(latex: str) -> None:
    assert formula(latex) is None


@pytest.mark.parametrize("latex", [r"a_{1}<b_{2}", r"\sqrt{x}", r"\frac{a+1}{b}", r"\hat{y}", r"\color{red}{x_1}"])
def test_markup_is_well_formed_and_has_known_attributes_only(latex: str) -> None:
    found = formula(latex)
    assert found
    tree = ElementTree.fromstring(found.markup)
    assert {name for node in tree.iter() for name in node.attrib} <= {
        "mathvariant",
        "stretchy",
        "accent",
        "fence",
        "form",
    }


TOKENS = st.sampled_from(
    [
        *("otter", "5", "+ 5", "+5", "5%", "H", "( 5 )", "[ 3 ]", ",", ".", ";", "−", "|", "’s", "—the", "  ", "é"),
        *("84\\%", "\\times", "M_{0}", "M 0", "x_{", "}", "$", "$x$", "\\", "1{,}000", "1,000", "10^{4}", "10 4"),
        *("ψ", "\\psi", "\u2061"),
    ]
)
QUOTES = st.one_of(
    st.lists(TOKENS, max_size=25).map(" ".join), st.lists(TOKENS, max_size=25).map("".join), st.text(max_size=60)
)


def assert_covered(text: str, pieces: tuple[QuotePiece, ...]) -> None:
    """In order, without overlap, nothing visible outside; what runs map is the same on both sides."""
    end = 0
    for piece in pieces:
        assert end <= piece.start <= piece.end <= len(text)
        assert not text[end : piece.start].strip()
        end = piece.end
        for shown, raw, length in piece.runs or ((0, piece.start, len(piece.text)),) * (not piece.markup):
            assert piece.start <= raw
            assert raw + length <= piece.end
            assert key_of(piece.text[shown : shown + length]) == key_of(text[raw : raw + length])
    assert not text[end:].strip()


@given(QUOTES)
def test_pieces_cover_a_quote(quote: str) -> None:
    assert_covered(quote, clean(quote).pieces)


@given(QUOTES)
def test_pieces_cover_an_abstract(text: str) -> None:
    assert_covered(text, math_pieces(text))


def kept(quote: str, cleaned: CleanQuote) -> bool:
    """Whether all that is visible is shown: of a double one copy, of a table all but its bars, else each letter."""
    rest, last = "", 0
    for double in doubles(quote):
        rest += quote[last : double.start] + double.formula.text
        last = double.end
    visible = [key_of(text).replace("|", "") for text in (rest + quote[last:], cleaned.text)]
    return visible[0] == visible[1]


@given(QUOTES.filter(lambda quote: not set("\\{}$^") & set(quote)))
def test_no_letter_is_lost(quote: str) -> None:
    assert kept(quote, clean(quote))


UNITS = [
    *("|", "| ", "a | ", "1 a | ", "( ", " ,", " ", "0", "1,", "1 ", "= ", "$", "$a "),
    *("{", "}", "\\", "\\a ", "\\alpha ", "x_{ ", "\\frac{", "\\emph{", "^{"),
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("function", [clean, math_pieces])
def test_a_hostile_quote_ends(unit: str, function: Callable[[str], object]) -> None:
    with ends():
        function(long_text(unit))


# Real notes, where they are: what a careful reader counted in them.

TABLES = {
    "2026-09-27": {
        13: "3×6 header", 49: "5×11", 53: "3×11", 57: "2×11", 75: "1×7", 83: "1×7", 87: "1×7", 99: "7×2", 103: "4×2",
        107: "4×2", 249: "7×4", 265: "5×5", 269: "6×12", 323: "1×7", 327: "1×7", 339: "1×3", 343: "1×5", 347: "1×5",
    },
    "2026-10-11": {
        137: "4×13", 141: "3×5", 145: "3×5", 157: "5×6", 161: "3×7", 165: "4×4", 177: "3×3", 273: "1×8", 297: "1×13",
        427: "5×4 header", 447: "3×5 header",
    },
}  # fmt: skip
DOUBLED = {"2026-09-27": 44, "2026-10-11": 17}


def real_quotes(notes: Path, stem: str) -> Iterator[tuple[int, str, str]]:
    """Line, quote and claim of each claim in a file of notes."""
    text = (notes / f"{stem}.txt").read_bytes().decode("utf-8")
    lines = Lines(text)
    for note in read(Source(path=f"{stem}.txt", text=text, sha256="")).notes:
        for claim in note.claims:
            if claim.quote:
                yield lines.where(claim.quote.span.start)[0], claim.quote.text, claim.text.text


@pytest.mark.parametrize("stem", TABLES)
def test_real_tables_have_the_rows_and_columns_of_the_paper(real_notes: Path, stem: str) -> None:
    found = {}
    for line, quote, claim in real_quotes(real_notes, stem):
        for piece in clean(quote, claim).pieces:
            if piece.rows:
                found[line] = f"{len(piece.rows)}×{len(piece.rows[0])}" + " header" * piece.header
    print(f"{stem}: {len(found)} tables of {len(TABLES[stem])}: {found}")
    assert found == TABLES[stem]


@pytest.mark.parametrize("stem", TABLES)
def test_real_quotes_lose_copies_only(real_notes: Path, stem: str) -> None:
    doubled = left = 0
    for _, quote, claim in real_quotes(real_notes, stem):
        cleaned = clean(quote, claim)
        assert_covered(quote, cleaned.pieces)
        assert kept(quote, cleaned)
        doubled += bool(doubles(quote))
        left += bool(re.search(r"[\\{}]", cleaned.text))
    print(f"{stem}: {doubled} quotes with doubled formulas, {left} with LaTeX left")
    assert left == 0
    assert doubled >= DOUBLED[stem]
