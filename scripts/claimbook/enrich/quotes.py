"""A verbatim quote as a page shows it: copies dropped, spaces tidied, formulas and tables set; nothing of it lost."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..model import CELL_BREAK, ROW_BREAK, CleanQuote, QuotePiece
from ..text import HAN
from .doubles import doubles
from .formulas import LONGEST, Formula, formula, key_of, same_signs
from .pipes import Grid, grid

_NOWHERE = -2
"""Not -1, which would seem to go on to 0."""

_WHITE = r"[\s\u200b\u2060-\u2064]"
_RUN = rf"(?<!{_WHITE}){_WHITE}++"
_LOOSE = re.compile(
    rf"(?={_WHITE})(?:(?:(?<=[(\[∼])|(?<=\w@)){_WHITE}++(?=\S)"  # after a bracket, as in reference marks
    rf"|{_RUN}(?=[)\],;]|\.(?![\w.])|[?!](?:\s|\Z)|[’'](?:s|t|re|ve|ll|d)\b|[—–][\w§])"
    rf"|(?<=[\w)\]]){_WHITE}++(?=:(?:\s+[^\s\d]|\Z)|-(?:[A-Za-z]{{3}}|th\b))"  # no ratio, no negative number
    rf"|(?<=\d){_WHITE}++(?=×(?:\s+[A-Za-z]|\Z))"
    rf"|(?<!(?s:.)){_WHITE}++|{_RUN}\Z"
    rf"|{_WHITE}(?={_WHITE}))"  # all but the last of a run
)
_STRAY = re.compile(r"\\[A-Za-z%&#$]|\{,\}|(?<![A-Za-z])[A-Za-z]?[\^_]\{|\d\^\{")
_AROUND = re.compile(r"([(\[{“\"']*)(.*?)([.,;:)\]}”\"']*)", re.DOTALL)
_WRAPPED = re.compile(r"(\\(?:text(?:bf|it|tt|sc|rm|sf|up|md|normal)?|emph|underline)\{)[^{}\\$]*(\})")
_ESCAPED = re.compile(r"\\(?=[%&#$_])")
_DOLLAR = re.compile(r"(?<!\\)\$")
_WORDS = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{4,}|(?<![\\A-Za-z])[A-Za-z] +[A-Za-z](?![A-Za-z])")
_STRUCTURE = re.compile(r"\\[A-Za-z]|[\^_]")
_AMOUNT = re.compile(r"\d[\d.,]*(?:\\?%)?|[A-Za-z]{1,2}")
_RELATION = re.compile(r"[=<>≤≥≈+*/|(×±∈→-]")
_DANGLING = re.compile(r"[=<>≤≥≈+*/|(\[{×±∈→,;:-]\Z")
_FOREIGN = re.compile(rf"[{HAN}\u3000-\u303f\uff00-\uffef\r\n]")
_TOKEN = re.compile(r"\S+")
_PART = re.compile(r"\d+|[^\W\d]+|\S")
_MACRO = re.compile(r"\\[A-Za-z]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edit:
    """Raw characters and what is shown for them; from `latex` on they are a LaTeX copy of those before."""

    start: int
    end: int
    text: str = ""
    markup: str = ""
    latex: int = 0


def clean(quote: str, claim: str = "") -> CleanQuote:
    """A quote without damage; `claim` is the sentence it speaks for, which may name the columns of a table."""
    edits = [
        _Edit(start=d.start, end=d.end, text=d.formula.text, markup=d.formula.markup, latex=d.latex)
        for d in doubles(quote)
    ]
    if "\\" in quote or "{" in quote or "$" in quote:
        edits = _merged(edits, _dollars(quote), _wrappers(quote), _strays(quote), _escapes(quote))
    if not edits and not _LOOSE.search(quote) and "|" not in quote:
        return CleanQuote(pieces=(QuotePiece(text=quote, start=0, end=len(quote)),) if quote else ())
    draft = _Draft.of(quote, edits).tidied()
    table = grid(draft.text, claim) if "|" in draft.text else None
    pieces = (draft.table(table),) if table else tuple(draft.pieces())
    return CleanQuote(pieces=pieces)


def math_pieces(text: str) -> tuple[QuotePiece, ...]:
    """An abstract with its `$…$` and LaTeX escapes resolved; money stays money, and a damaged formula text."""
    edits = _merged([], _dollars(text), _wrappers(text), _escapes(text)) if "$" in text or "\\" in text else []
    if not edits:
        return (QuotePiece(text=text, start=0, end=len(text)),) if text else ()
    return tuple(_Draft.of(text, edits).pieces())


def place(clean: CleanQuote, start: int, end: int) -> tuple[int, int, int] | None:
    """Where raw characters are shown: index of the piece, and the range within its text; None where they are not.

    Both copies of a doubled formula lead to what is shown for them. A formula set as MathML is one whole.
    """
    index = bisect_right([piece.start for piece in clean.pieces], start) - 1
    if index < 0 or start >= end or end > clean.pieces[index].end:
        return None
    piece = clean.pieces[index]
    if piece.markup:
        return index, 0, len(piece.text)
    runs = piece.runs or ((0, piece.start, len(piece.text)),)
    shown = [
        (text + max(start - raw, 0), text + min(end - raw, length))
        for text, raw, length in runs
        if raw < end and start < raw + length
    ]
    return (index, min(a for a, _ in shown), max(b for _, b in shown)) if shown else None


class _Draft:
    """What is shown so far; `at[i]` is the place in `text` that raw character i went to, or `_NOWHERE`."""

    def __init__(self, raw: str, text: str, at: list[int], marks: list[tuple[int, int, _Edit]]) -> None:
        self.raw = raw
        self.text = text
        self.at = at
        self.marks = marks
        """Ranges of `text` that MathML stands for."""

    @classmethod
    def of(cls, raw: str, edits: Iterable[_Edit]) -> _Draft:
        parts: list[str] = []
        at: list[int] = []
        marks: list[tuple[int, int, _Edit]] = []
        length = 0
        for edit in (*edits, _Edit(start=len(raw), end=len(raw))):
            parts += raw[len(at) : edit.start], edit.text
            kept = edit.start - len(at)
            at.extend(range(length, length + kept))
            length += kept
            for start, end in ((edit.start, edit.latex), (max(edit.start, edit.latex), edit.end)):
                at.extend(_aligned(edit.text, raw[start:end], length))
            if edit.markup:
                marks.append((length, length + len(edit.text), edit))
            length += len(edit.text)
        return cls(raw, "".join(parts), at, marks)

    def tidied(self) -> _Draft:
        """Without the spaces that the web page put before punctuation and into brackets."""
        formulas = [start for start, _, _ in self.marks]
        parts: list[str] = []
        moved: list[int] = []
        last = length = 0
        for match in _LOOSE.finditer(self.text):
            inside = bisect_right(formulas, match.start()) - 1
            if inside >= 0 and match.start() < self.marks[inside][1]:
                continue
            kept = match.start() - last
            parts.append(self.text[last : match.start()])
            moved.extend(range(length, length + kept))
            moved.extend([_NOWHERE] * len(match.group()))
            last, length = match.end(), length + kept
        parts.append(self.text[last:])
        moved.extend(range(length, length + len(self.text) - last + 1))
        at = [moved[i] if i >= 0 else _NOWHERE for i in self.at]
        marks = [(moved[start], moved[end - 1] + 1, edit) for start, end, edit in self.marks]
        return _Draft(self.raw, re.sub(_WHITE, " ", "".join(parts)), at, marks)

    def pieces(self) -> Iterator[QuotePiece]:
        """Text and formulas in turn."""
        text_start = raw_start = 0
        for start, end, edit in self.marks:
            yield from self._piece(text_start, start, raw_start, edit.start)
            text = self.text[start:end]
            yield QuotePiece(text=text, start=edit.start, end=edit.end, markup=edit.markup)
            text_start, raw_start = end, edit.end
        yield from self._piece(text_start, len(self.text), raw_start, len(self.raw))

    def _piece(self, start: int, end: int, raw_start: int, raw_end: int) -> Iterator[QuotePiece]:
        text = self.text[start:end]
        if not text and not self.raw[raw_start:raw_end].strip():
            return
        same = text == self.raw[raw_start:raw_end]
        runs = () if same else _runs(self.at[raw_start:raw_end], raw_start, start)
        yield QuotePiece(text=text, start=raw_start, end=raw_end, runs=runs)

    def table(self, table: Grid) -> QuotePiece:
        """The whole quote as one table."""
        moved = [_NOWHERE] * len(self.text)
        rows = tuple(tuple(self.text[start:end] for start, end in row) for row in table.rows)
        text = ROW_BREAK.join(CELL_BREAK.join(row) for row in rows)
        piece = QuotePiece(text=text, start=0, end=len(self.raw), rows=rows, header=table.header)
        for row, places in zip(table.rows, piece.cells, strict=True):
            for (start, end), (to, _) in zip(row, places, strict=True):
                moved[start:end] = range(to, to + end - start)
        runs = _runs([moved[i] if i >= 0 else _NOWHERE for i in self.at], 0)
        return QuotePiece(text=text, start=0, end=len(self.raw), rows=rows, header=table.header, runs=runs)


def _runs(at: Sequence[int], raw_start: int, text_start: int = 0) -> tuple[tuple[int, int, int], ...]:
    """The stretches in which raw characters and their places in the text go on side by side."""
    cuts = [0, *(i for i in range(1, len(at)) if at[i] != at[i - 1] + 1), len(at)]
    runs = tuple((at[a] - text_start, raw_start + a, b - a) for a, b in pairwise(cuts) if a < b and at[a] >= 0)
    return runs or ((0, raw_start, 0),)


def _aligned(text: str, raw: str, offset: int) -> list[int]:
    """Place of each raw character of a formula in its shown text, which begins at `offset`."""
    at = [_NOWHERE] * len(raw)
    seen = same_signs(_MACRO.sub(lambda macro: "\0" * len(macro.group()), raw))
    position = 0
    for part in _PART.finditer(text):
        name = key_of(part.group())
        found = seen.find(name, position)
        if found < 0 or len(name) != len(part.group()):
            continue
        position = found + len(name)
        at[found:position] = range(offset + part.start(), offset + part.end())
    return at


def _merged(first: Sequence[_Edit], *others: Iterable[_Edit]) -> list[_Edit]:
    """The edits in order; one that overlaps an edit of an earlier list gives way."""
    merged = list(first)
    for edits in others:
        starts = [edit.start for edit in merged]
        ends = [edit.end for edit in merged]
        fitting: list[_Edit] = []
        for edit in edits:
            before = bisect_right(starts, edit.start)
            free_before = not before or ends[before - 1] <= edit.start
            if free_before and (before == len(starts) or edit.end <= starts[before]):
                fitting.append(edit)
        merged = sorted([*merged, *fitting], key=lambda edit: edit.start)
    return merged


def _dollars(text: str) -> Iterator[_Edit]:
    """`$…$` that is math: no space inside of the dollars, no digit after them, and what they hold looks like math."""
    marks = [match.start() for match in _DOLLAR.finditer(text)]
    index = 0
    while index + 1 < len(marks):
        start, end = marks[index], marks[index + 1]
        found = None if text[end + 1 : end + 2].isdecimal() else _math(text[start + 1 : end])
        if found:
            yield _Edit(start=start, end=end + 1, text=found.text, markup=found.markup)
        index += 2 if found else 1


def _math(content: str) -> Formula | None:
    if not content or len(content) > LONGEST or content != content.strip() or _FOREIGN.search(content):
        return None
    if _WORDS.search(content) or _DANGLING.search(content):
        return None
    relation = _RELATION.search(content) and not content[0].isdecimal()
    looks = _STRUCTURE.search(content) or _AMOUNT.fullmatch(content) or relation
    return formula(content) if looks else None


def _wrappers(text: str) -> Iterator[_Edit]:
    r"""`\emph{…}` and its kin: the words stay."""
    for match in _WRAPPED.finditer(text):
        yield _Edit(start=match.start(1), end=match.end(1))
        yield _Edit(start=match.start(2), end=match.end(2))


def _escapes(text: str) -> Iterator[_Edit]:
    r"""The backslash of `\%`."""
    for match in _ESCAPED.finditer(text):
        yield _Edit(start=match.start(), end=match.end())


def _strays(text: str) -> Iterator[_Edit]:
    """LaTeX without a plain copy, where it is whole by itself."""
    for token in _TOKEN.finditer(text):
        if not _STRAY.search(token.group()):
            continue
        inner = _AROUND.fullmatch(token.group())
        start = token.start()
        spans = [(0, len(token.group())), *([inner.span(2)] if inner else [])]
        whole = ((start + a, start + b, formula(text[start + a : start + b])) for a, b in spans)
        if edit := next((_Edit(start=a, end=b, text=f.text, markup=f.markup) for a, b, f in whole if f), None):
            yield edit
