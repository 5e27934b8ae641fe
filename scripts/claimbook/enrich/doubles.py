"""Formulas that a web page gave twice, as plain text and then as LaTeX: where each pair lies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .formulas import LONGEST, Formula, balanced, formula, key_of

_TOKEN = re.compile(r"\S+")
_LATEX = re.compile(r"[\\{}^_]")
_REPEAT = re.compile(r"(?=\s)(?:(?<=([^\sa-z]))\s++\S*\1|(?<=\s([a-z]))\s++\2)(?![^\s.,;:)])")
"""What each quote is asked first, since few have doubles: an ending or a small letter that comes twice."""
_MACRO_LAST = re.compile(r"\\[A-Za-z]*\Z")
_CLOSERS = ".,;:)]"
_OPENERS = "([{“‘\"'"
_MOST_TOKENS = 6
"""LaTeX of a web page has spaces only after macros and in braces, so a copy is few tokens long."""
_NUMBER = re.compile(r"\d*\.\d+|\d+")
_NUMERAL = re.compile(r"[+−–-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)%?")
_LETTER = re.compile(r"[A-Za-zΑ-Ωα-ω]")
_OPERATOR = ":=<>≤≥×·/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """A plain copy from `start`, and the LaTeX copy `[latex, end)` that stands for the same formula."""

    start: int
    latex: int
    end: int
    formula: Formula


def doubles(quote: str) -> tuple[Double, ...]:
    """The doubled formulas of a quote, in order; only pairs whose copies are equal, or could be nothing else."""
    if not _LATEX.search(quote) and not _REPEAT.search(f" {quote}"):
        return ()
    finder = _Finder(quote)
    found: list[Double] = []
    floor = index = 0
    while index < len(finder.tokens):
        double = finder.at(index, floor)
        index += 1
        if double:
            found.append(double)
            floor = double.end
            while index < len(finder.tokens) and finder.tokens[index][0] < floor:
                index += 1
    return tuple(found) if finder.repeats_are_copies(found) else tuple(d for d in found if not finder.is_repeat(d))


class _Finder:
    """The tokens of one quote, and whether a LaTeX copy starts at one of them."""

    def __init__(self, quote: str) -> None:
        self.quote = quote
        self.tokens = [match.span() for match in _TOKEN.finditer(quote)]

    def at(self, index: int, floor: int) -> Double | None:
        """The pair whose LaTeX copy starts with this token and whose plain copy starts at `floor` or later."""
        start, end = self.tokens[index]
        if index == 0 or self.tokens[index - 1][0] < floor:
            return None
        if _LATEX.search(self.quote, start, end):
            return self._latex_at(index, floor)
        return self._plain_at(index, floor)

    def _latex_at(self, index: int, floor: int) -> Double | None:
        start = self.tokens[index][0]
        half: Double | None = None
        for end in self._ends(index):
            found = formula(self.quote[start:end])
            if not found:
                continue
            plain, left = self._walk_back(start, found.key, floor)
            if plain < 0:
                continue
            double = Double(start=plain, latex=start, end=end, formula=found)
            if not left and self._same_numbers(double):
                return double
            if left and self._lost_its_left(double, left):
                half = half or double
        return half

    def _plain_at(self, index: int, floor: int) -> Double | None:
        start, end = self.tokens[index]
        last = self.quote[self.tokens[index - 1][1] - 1]
        token = self.quote[start:end]
        for copy in (token, token.rstrip(_CLOSERS)) if token[-1] in _CLOSERS else (token,):
            if not copy.endswith(last):
                continue
            found = formula(copy)
            plain, left = self._walk_back(start, key_of(copy), floor) if found else (-1, 0)
            if not found or plain < 0 or left:
                continue
            double = Double(start=plain, latex=start, end=start + len(copy), formula=found)
            if self._same_numbers(double) and self._is_sure(double, index):
                return double
        return None

    def _ends(self, index: int) -> list[int]:
        """Where a copy that starts with this token may end, longest first."""
        start = self.tokens[index][0]
        ends: list[int] = []
        for _, end in self.tokens[index : index + _MOST_TOKENS]:
            if end - start > LONGEST:
                break
            copy = self.quote[start:end]
            whole = balanced(copy)
            if whole:
                bare = start + len(copy.rstrip(_CLOSERS + " "))
                ends += [bare, end] if bare < end else [end]
            if whole and not _MACRO_LAST.search(copy):
                break
        return ends[::-1]

    def _walk_back(self, end: int, key: str, floor: int) -> tuple[int, int]:
        """Start of the text before `end` that reads as `key`, and how much of `key` it lacks; -1 if none does."""
        left = len(key)
        start = place = end
        while left and place > floor:
            place -= 1
            seen = _key_of_one(self.quote[place])
            if not key.endswith(seen, 0, left):
                break
            left -= len(seen)
            start = place if seen else start
        at_edge = start == 0 or self.quote[start - 1].isspace() or self.quote[start - 1] in _OPENERS
        return (start, left) if at_edge and start < end else (-1, left)

    def _same_numbers(self, double: Double) -> bool:
        """Spaces must not glue numbers: `1 2` is no copy of 12, yet `10 4` is one of 10^{4}."""
        plain = _NUMBER.findall(self.quote, double.start, double.latex)
        return plain == _NUMBER.findall(self.quote, double.latex, double.end)

    def _lost_its_left(self, double: Double, left: int) -> bool:
        """A plain copy that begins with an operator: what stood before it, a number or letter, is in the LaTeX only."""
        return self.quote[double.start] in _OPERATOR and left <= 12 and double.formula.key[left - 1].isalnum()

    def _is_sure(self, double: Double, index: int) -> bool:
        """Whether two equal copies without LaTeX signs are a formula, not words or cells that happen to be equal."""
        plain = self.quote[double.start : double.latex].split()
        if len(plain) > 1:
            letters_only = double.formula.key.isalpha()
            return not letters_only or (len(plain) <= 3 and all(len(part) == 1 for part in plain))
        kind = next((kind for kind in (_NUMERAL, _LETTER) if kind.fullmatch(plain[0])), None)
        if not kind:
            return False
        around = (*self.tokens[max(index - 2, 0) : index - 1], *self.tokens[index + 1 : index + 2])
        return not any(kind.fullmatch(self.quote[start:end]) for start, end in around)

    def is_repeat(self, double: Double) -> bool:
        """Whether nothing but being equal makes a pair of the two."""
        return self.quote[double.start : double.latex].strip() == self.quote[double.latex : double.end]

    def repeats_are_copies(self, found: list[Double]) -> bool:
        """In a flattened table a value may stand beside an equal label, so there one repeat alone proves nothing."""
        repeats = sum(self.is_repeat(double) for double in found)
        return repeats != 1 or len(found) > 1 or " | " not in self.quote


@lru_cache(maxsize=4096)
def _key_of_one(character: str) -> str:
    return key_of(character)
