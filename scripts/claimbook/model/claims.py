"""Records of what was checked: numbers, verdicts, cleaned quotes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CELL_BREAK, ROW_BREAK = " | ", "\n"
"""What parts the cells and the rows in the text of a quote's table."""

ValueVerdict = Literal["supported", "missing", "differs"]
How = Literal["", "exact", "word", "converted", "rounded", "absent", "counted", "computed"]
ClaimVerdict = Literal["unchecked", "supported", "partial", "differs", "no-numbers", "no-quote", "own-words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A quantity in a text, `text[start:end]`.

    `value` is in base units (万, k, M multiplied out; 42% is 42 with the unit `%`). A soft one is a small
    count (两个, four) that a reader would not ask evidence for. `kind` is the dimension of the unit, as percent,
    points, factor, money, time, data or count; `number` without one.
    """

    text: str
    value: float
    unit: str
    start: int
    end: int
    soft: bool = False
    kind: str = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number of a claim, and what the quote says of it."""

    number: Number
    verdict: ValueVerdict
    how: How
    note: str = ""
    """The arithmetic of a computed or counted value, or what the quote has instead; language-neutral."""
    quote: tuple[int, int] | None = None
    """Where the quote, as the note has it, holds the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Verdict on one claim."""

    verdict: ClaimVerdict
    values: tuple[Value, ...] = ()
    by: str = ""
    """Who corrected the verdict by hand; empty for a computed one."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanQuote:
    """A quote as a page shows it: text, MathML and tables in order, each with the raw range it stands for."""

    pieces: tuple[QuotePiece, ...]

    @property
    def text(self) -> str:
        """The cleaned words, cells of a table parted by ` | ` and rows by newlines."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotePiece:
    """A stretch of a cleaned quote. `markup` is MathML that our own code made; `rows` are the cells of a table."""

    text: str
    start: int
    end: int
    markup: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    header: bool = False
    """The first row names the columns."""
    runs: tuple[tuple[int, int, int], ...] = ()
    """Stretches (offset in `text`, raw offset, length) that agree; empty when all of `text` is the raw slice."""

    @property
    def cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Where each cell of `rows` lies in `text`, as `(start, end)`."""
        ranges: list[tuple[tuple[int, int], ...]] = []
        at = 0
        for row in self.rows:
            cells = []
            for cell in row:
                cells.append((at, at + len(cell)))
                at += len(cell) + len(CELL_BREAK)
            at += len(ROW_BREAK) - len(CELL_BREAK)
            ranges.append(tuple(cells))
        return tuple(ranges)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where a cleaned quote holds a number of its claim: `pieces[piece].text[start:end]`."""

    piece: int
    start: int
    end: int
    verdict: ValueVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownQuote:
    """A cleaned quote with the numbers of its claim marked, in order."""

    clean: CleanQuote
    marks: tuple[Mark, ...] = ()
