"""Sentences of an abstract, which part of the translation stands for each, and whether their figures agree."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from itertools import accumulate, pairwise
from math import isclose, log

from ..model import Number
from ..text import HAN
from .numbers import numbers
from .units import UNITS

Range = tuple[int, int]

_END = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[^\sa-z]|[a-z]{1,8}\d)|\n[ \t]*\r?\n")
_ABBREVIATION = re.compile(
    r"(?i)(?<![a-z])(?:e\.g|i\.e|al|vs|cf|approx|resp|ca|dr|mr|mrs|prof|w\.r\.t|a\.k\.a|(?<!\d)[a-z])\Z"
)
_POINTER = re.compile(r"(?i)(?<![a-z])(?:figs?|tabs?|eqs?|secs?|nos?|vol|chap|app|v)\Z")
_ITEM = re.compile(r"\s*\(?\d{1,2}\Z")
_HAN_END = re.compile(r"[。！？；;][”’」』）)]*|\n[ \t]*\r?\n")
_HAN = re.compile(f"[{HAN}]")
_MATH = re.compile(rf"\$(?![\s$])([^$\n{HAN}]{{1,200}})(?<!\s)\$(?!\d)")
"""Inline mathematics by the rule of Pandoc, which prices do not meet; none has Han letters."""
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.+][A-Za-z0-9]+)*")
_DIGITS = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_MOST_PAIRS = 10_000
"""Sentences times segments; beyond it nothing is paired. No real abstract comes near."""
_WIDEST = 6
"""Segments that one sentence may become."""
_SKIPPED, _TORN, _UNEVEN = 1.5, 1.0, 0.8
"""What it costs to pair nothing, to cut a sentence or join two, and to differ in length by a factor of e."""
_EVEN = 0.6
"""The least share of the length expected of it that a certain counterpart has."""
_FOREIGN = 3
"""Of so many marks of a translation, at most one is not in the original."""
_ALIKE = (frozenset(("percent", "points")), frozenset(("count", "points")), frozenset(("count", "factor")))
"""Kinds that two languages do not keep apart: `5 times` and 5 次, `3 points` and 3 个点."""


def sentences(text: str) -> list[Range]:
    """The sentences of an English text, without the white space around them; mathematics is never cut."""
    masked = _MATH.sub(lambda found: f"${'x' * len(found[1])}$", text)
    cuts, start = [], 0
    for found in _END.finditer(masked):
        if found[0][0] != "." or not _goes_on(masked, start, found):
            cuts.append((start, found.end()))
            start = found.end()
    return _bare(text, [*cuts, (start, len(text))])


def _goes_on(text: str, start: int, point: re.Match[str]) -> bool:
    """Whether the point belongs to an abbreviation, an initial or the number of an item, not to the sentence's end."""
    before = text[max(start, point.start() - 8) : point.start()]
    if _ABBREVIATION.search(before) or _ITEM.match(text, start, point.start()):
        return True
    return text[point.end()] in "(0123456789" and bool(_POINTER.search(before))


def segments(text: str) -> list[Range]:
    """The parts of a Chinese text up to each `。`, `！`, `？` and semicolon, without the white space around them."""
    ends = [found.end() for found in _HAN_END.finditer(text)]
    return _bare(text, list(zip([0, *ends], [*ends, len(text)], strict=True)))


def _bare(text: str, ranges: list[Range]) -> list[Range]:
    result = []
    for start, end in ranges:
        if bare := text[start:end].strip():
            start = text.index(bare[0], start)
            result.append((start, start + len(bare)))
    return result


# Figures


def figures(text: str) -> tuple[Number, ...]:
    """The numbers of a text whose mathematics stands between `$`, in which a sign before a unit is no price."""
    plain = _MATH.sub(lambda found: f" {found[1]} ", text)
    return tuple(_without_price(number) for number in numbers(plain))


def _without_price(number: Number) -> Number:
    """`$40 ms` has lost its closing sign."""
    if number.text[0] == "$" and (inner := numbers(number.text[1:])) and inner[0].unit:
        return dataclasses.replace(number, unit=inner[0].unit, kind=inner[0].kind)
    return number


def differ(original: str, translation: str) -> bool:
    """Whether a figure written in digits in one of the two texts is not in the other.

    A figure is there as a value in whatever spelling and unit of its dimension, or as the same digits in what is a
    name there. A unit that only one states is not compared, nor is a sign.
    """
    one, other = figures(original), figures(translation)
    return _lacks(one, other, translation) or _lacks(other, one, original)


def _lacks(ours: tuple[Number, ...], theirs: tuple[Number, ...], text: str) -> bool:
    names: set[str] | None = None
    for number in ours:
        if not _DIGITS.search(number.text) or any(_equal(number, other) for other in theirs):
            continue
        if names is None:
            names = _digits_of_names(text, theirs)
        if names.isdisjoint(_plain_digits(number.text)):
            return True
    return False


def _equal(one: Number, other: Number) -> bool:
    kinds = {one.kind, other.kind}
    if "number" in kinds or kinds in _ALIKE:
        return isclose(abs(one.value), abs(other.value), rel_tol=1e-6)
    return len(kinds) == 1 and isclose(_base(one), _base(other), rel_tol=1e-6)


def _base(number: Number) -> float:
    unit = UNITS.get(number.unit)
    return abs(number.value) * (unit.factor if unit else 1)


def _digits_of_names(text: str, values: tuple[Number, ...]) -> set[str]:
    """The numerals of a text that stand in none of its values."""
    letters = list(text)
    for value in values:
        letters[value.start : value.end] = " " * (value.end - value.start)
    return set(_plain_digits("".join(letters)))


def _plain_digits(text: str) -> list[str]:
    return [found.replace(",", "") for found in _DIGITS.findall(text)]


# Counterparts


def counterparts(original: str, translation: str) -> dict[Range, Range]:
    """Ranges of the translation by the sentence each certainly stands for.

    Sentences and segments are paired in order, so that what they share (figures, however spelled, and Latin words),
    the rarer the more, and their lengths agree best. A pair is certain when the two share what no other sentence and no
    other segment has, with at most a third as much against it (such a mark of one that stands in another's pair); and
    where between two such pairs, or one and an end of the text, as many sentences stand as whole sentences of the
    translation, each about as long as its own, and none of the two with a numeral and the other without.
    """
    ours, theirs = sentences(original), segments(translation)
    if not ours or not theirs or len(ours) * len(theirs) > _MOST_PAIRS:
        return {}
    table = _Table(original, ours, translation, theirs)
    if not table.is_translation():
        return {}
    beads = table.best()
    sure = table.sure(beads)
    return {ours[i]: (theirs[a][0], theirs[b - 1][1]) for i, (a, b) in beads.items() if i in sure}


def _marks(text: str) -> set[str]:
    """What survives a translation: values, numerals and Latin words."""
    values = {f"={_base(number):.6g}" for number in figures(text) if abs(number.value) != 1 or not number.soft}
    return values | set(_plain_digits(text)) | {word.casefold().rstrip("s") for word in _LATIN.findall(text)}


def _length(text: str) -> int:
    """Letters, of which a Han letter carries about three."""
    return len(text) + 2 * len(_HAN.findall(text))


class _Table:
    """How well each sentence goes with each run of segments."""

    def __init__(self, original: str, ours: list[Range], translation: str, theirs: list[Range]) -> None:
        self.ours = [_marks(original[start:end]) for start, end in ours]
        self.theirs = [_marks(translation[start:end]) for start, end in theirs]
        self.lengths = [_length(original[start:end]) for start, end in ours]
        self.sizes = [0, *accumulate(_length(translation[start:end]) for start, end in theirs)]
        # A sentence ends at a stop; a semicolon may stand inside of one.
        self.whole = [True, *(translation[end - 1] not in "；;" for _, end in theirs)]
        self.breaks = [0, *accumulate(map(int, self.whole[1:]))]
        self.count = Counter(mark for marks in self.ours for mark in marks)
        self.gains = [[0.0, *accumulate(self._gain(mine, marks) for marks in self.theirs)] for mine in self.ours]
        self.ratio = self.sizes[-1] / sum(self.lengths)

    def is_translation(self) -> bool:
        """Whether most values and Latin words of the one text are in the other."""
        marks = set().union(*self.theirs)
        return len(marks - self.count.keys()) * _FOREIGN <= len(marks)

    def _gain(self, mine: set[str], marks: set[str]) -> float:
        shared = sum(1 / self.count[mark] for mark in marks & mine)
        return shared - 0.5 * sum(1 / self.count[mark] for mark in marks - mine if mark in self.count)

    def _score(self, i: int, a: int, b: int) -> float:
        """Of the sentence `i` for the segments from `a` up to `b`."""
        uneven = abs(log((self.sizes[b] - self.sizes[a]) / (self.lengths[i] * self.ratio)))
        torn = self.breaks[b] - self.breaks[a] - self.whole[b] + (not self.whole[b])
        return self.gains[i][b] - self.gains[i][a] - _UNEVEN * uneven - _TORN * torn

    def best(self) -> dict[int, Range]:
        """The run of segments for each sentence that has one, by the path through the table with the best score."""
        rows, columns = len(self.ours), len(self.theirs)
        score = [[0.0 - _SKIPPED * b for b in range(columns + 1)]]
        steps: list[list[int]] = []
        for i in range(rows):
            line, step = [score[i][0] - _SKIPPED], [0]
            for b in range(1, columns + 1):
                options = [(score[i][b] - _SKIPPED, 0), (line[b - 1] - _SKIPPED, -1)]
                runs = range(1, min(_WIDEST, b) + 1)
                options += [(score[i][b - run] + self._score(i, b - run, b), run) for run in runs]
                best = max(options)
                line.append(best[0])
                step.append(best[1])
            score.append(line)
            steps.append(step)
        return self._path(steps)

    def _path(self, steps: list[list[int]]) -> dict[int, Range]:
        beads = {}
        i, b = len(steps) - 1, len(self.theirs)
        while i >= 0:
            step = steps[i][b]
            if step > 0:
                beads[i] = (b - step, b)
            b -= abs(step)
            i -= step >= 0
        return beads

    def sure(self, beads: dict[int, Range]) -> set[int]:
        """The sentences whose pair is certain, by the rule of `counterparts`."""
        seen = Counter(mark for marks in self.theirs for mark in marks)
        own = {i for i, run in beads.items() if self._is_own(i, run, seen)}
        sure = set(own)
        edges = [-1, *sorted(own), len(self.ours)]
        spans = {-1: (0, 0), **beads, len(self.ours): (len(self.theirs), len(self.theirs))}
        for left, right in pairwise(edges) if own else ():
            between = range(left + 1, right)
            if all(i in beads for i in between) and self._in_step([spans[i] for i in range(left, right + 1)]):
                sure |= {i for i in between if self._is_alike(i, beads[i])}
        return sure

    def _is_own(self, i: int, run: Range, seen: Counter[str]) -> bool:
        """Whether the pair shares more marks of its own than thrice those that speak against it."""
        here = Counter(mark for marks in self.theirs[run[0] : run[1]] for mark in marks)
        only = {mark for mark in self.ours[i] if self.count[mark] == 1}
        shared = {mark for mark in only if 0 < here[mark] == seen[mark]}
        against = {mark for mark in only if here[mark] < seen[mark]}
        against |= {mark for mark in here if self.count[mark] == 1 and mark not in only}
        return len(shared) > 3 * len(against) and self._is_even(i, run) and self._is_woven(run, shared)

    def _is_woven(self, run: Range, shared: set[str]) -> bool:
        """Whether a run is of whole sentences that each have some of the shared marks."""
        stops = [at for at in range(run[0], run[1] + 1) if self.whole[at]]
        parts = [set().union(*self.theirs[a:b]) for a, b in pairwise(stops)]
        return stops[0] == run[0] and stops[-1] == run[1] and all(part & shared for part in parts)

    def _in_step(self, runs: list[Range]) -> bool:
        """Runs that follow each other without a gap, those between the outer two of one sentence each."""
        close = all(one[1] == other[0] for one, other in pairwise(runs))
        return close and all(self.whole[b] and self.breaks[b] - self.breaks[a] == 1 for a, b in runs[1:-1])

    def _is_alike(self, i: int, run: Range) -> bool:
        """Whether both are about equally long, and both or neither have numerals."""
        with_numerals = any(_DIGITS.match(mark) for marks in self.theirs[run[0] : run[1]] for mark in marks)
        return self._is_even(i, run) and with_numerals == any(map(_DIGITS.match, self.ours[i]))

    def _is_even(self, i: int, run: Range) -> bool:
        return _EVEN < (self.sizes[run[1]] - self.sizes[run[0]]) / (self.lengths[i] * self.ratio) < 1 / _EVEN
