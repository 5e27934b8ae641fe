"""Which system scores what on which benchmark, where a claim says it in a form that leaves no doubt.

A sentence of a claim is reduced to a skeleton of benchmarks, systems and scores, in which a few forms are looked for
(`S 在 B 上达到 V`, `S achieves V on B`). What no form holds is left out: gains, costs, ablations, qualified systems.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..model import Benchmark, BenchmarkDefinition, BenchmarkFindings, Check, Claim, Naming, Number, Paper, Result
from ..text import fold
from .benchmark_names import Lexicon, build, listed, mentions, name_key
from .numbers import numbers
from .result_forms import (
    ALSO,
    AND,
    BENCHMARK,
    CELL,
    FORMS,
    LETTERS,
    NAME,
    ROW,
    SCORE,
    SENTENCE,
    SYSTEM,
    counts,
    is_gain,
    is_start,
    metric,
    metric_behind,
    says_more,
    system,
    unconditional,
)

_LONGEST = 2000
"""Characters of a sentence; what is longer is no sentence."""
_ROW_NAME = 80
"""Characters in which the name of a row ends."""
_WIDTH = re.compile(r"\s?±\s?[\d.]+%?")
_WIDTH_OF = re.compile(r"±\s*")
"""What stands before the width of a score."""
_LISTED = re.compile(f"{AND}{SCORE}")
_TO_SPACE = dict.fromkeys(map(ord, LETTERS), " ")


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """A sentence with one letter for each part, and the parts in the order of their letters."""

    text: str
    benchmarks: Sequence[Benchmark]
    systems: Sequence[str]
    scores: Sequence[Number]

    def parts(self, letter: str, span: tuple[int, int]) -> range:
        """Indexes of the parts of one kind within a stretch of the text."""
        first = self.text.count(letter, 0, span[0])
        return range(first, first + self.text.count(letter, *span))


def results(
    paper: Paper,
    naming: Naming,
    benchmarks: BenchmarkFindings,
    checks: Mapping[str, Check],
    known: tuple[BenchmarkDefinition, ...],
) -> tuple[Result, ...]:
    """The scores that the claims of a paper state, claim by claim."""
    own = frozenset(fold(name) for name in (naming.name, *naming.other_names) if name)
    spelled = {b.name: None for named in benchmarks.by_anchor.values() for b in named}
    lexicons = (listed(known), build((name, name) for name in spelled))
    found: dict[tuple[str, int], Result] = {}
    for item in paper.claims:
        if named := benchmarks.by_anchor.get(item.anchor):
            for result in _of_claim(item, named, checks.get(item.anchor), lexicons, own):
                found.setdefault((result.anchor, result.start), result)
    return tuple(found.values())


def _of_claim(
    item: Claim, named: Sequence[Benchmark], check: Check | None, lexicons: Sequence[Lexicon], own: frozenset[str]
) -> Iterator[Result]:
    text = item.claim.text.text
    values = [v.number for v in check.values] if check and check.values else list(numbers(text))
    widths = {match.end() for match in _WIDTH_OF.finditer(text)}
    scores = [n for n in values if n.start not in widths and _may_be_score(n)]
    if not scores:
        return
    by_key = {name_key(b.name): b for b in named}
    places = [(at, end, by_key[key]) for key, at, end in mentions(text, *lexicons) if key in by_key]
    if item.claim.origin == "note" and " — " in text[:_ROW_NAME]:
        yield from _of_row(_reduce(text, 0, len(text), places, scores, own), item.anchor)
    ends = [*(match.start() for match in SENTENCE.finditer(text)), len(text)]
    here: dict[int, list[tuple[int, int, Benchmark]]] = defaultdict(list)
    stated: dict[int, list[Number]] = defaultdict(list)
    for place in places:
        here[bisect_right(ends, place[0])].append(place)
    for number in scores:
        stated[bisect_right(ends, number.start)].append(number)
    for index, (start, end) in enumerate(pairwise([0, *ends])):
        if index in here and index in stated and end - start <= _LONGEST:
            yield from _of_sentence(_reduce(text, start, end, here[index], stated[index], own), item.anchor)


def _may_be_score(number: Number) -> bool:
    """A share or plain number; a sign makes it a gain."""
    return number.kind in ("percent", "number") and not number.soft and number.text[0] not in "+-−±$"


def _reduce(
    text: str,
    start: int,
    end: int,
    places: Sequence[tuple[int, int, Benchmark]],
    scores: Sequence[Number],
    own: frozenset[str],
) -> _Skeleton:
    parts: list[tuple[int, int, Benchmark | Number]] = [*places, *((n.start, n.end, n) for n in scores)]
    pieces: list[str] = []
    kept: list[Benchmark | Number] = []
    at = start
    for first, last, part in sorted(parts, key=lambda row: row[:2]):
        if first >= at:  # else it is the number of a name
            # A letter of ours in the note's text would be taken for a part.
            letter = BENCHMARK if isinstance(part, Benchmark) else SCORE
            pieces += [text[at:first].translate(_TO_SPACE), letter]
            kept.append(part)
            at = last
    pieces.append(text[at:end].translate(_TO_SPACE))
    systems: list[str] = []

    def letter_for(match: re.Match[str]) -> str:
        name, rest = system(match[0], own)
        if not name:
            return match[0]
        systems.append(name)
        return f"{match[0][: len(match[0]) - len(name) - len(rest)]}{SYSTEM}{rest}"

    return _Skeleton(
        text=_WIDTH.sub("", NAME.sub(letter_for, "".join(pieces))),
        benchmarks=[part for part in kept if isinstance(part, Benchmark)],
        systems=systems,
        scores=[part for part in kept if isinstance(part, Number)],
    )


def _of_sentence(skeleton: _Skeleton, anchor: str) -> Iterator[Result]:
    for form in FORMS:
        for match in form.finditer(skeleton.text):
            measure = metric(match["m"])
            behind = match.groupdict().get("t") or ""
            moved = skeleton.text.count(SCORE, match.end("m"), match.start("v")) > 0
            if measure is None or is_start(match["m"], moved) or says_more(behind):
                continue
            if is_gain(skeleton.text, match.end("v")):
                continue
            if unconditional(skeleton.text[: match.start()], match[0][0] in LETTERS):
                yield from _bound(skeleton, match, measure or metric_behind(skeleton.text, match.end("v")), anchor)


def _of_row(skeleton: _Skeleton, anchor: str) -> Iterator[Result]:
    """The cells of a benchmark's row below systems, or of a system's row below benchmarks."""
    if not ROW.match(skeleton.text):
        return
    for cell in CELL.finditer(skeleton.text):
        if cell["column"] != skeleton.text[0]:
            column, value = (
                skeleton.parts(cell["column"], cell.span("column"))[0],
                skeleton.parts(SCORE, cell.span("v"))[0],
            )
            of, on = (column, 0) if cell["column"] == SYSTEM else (0, column)
            # Of a column named in capitals nobody knows whether it is a system or a measure; measures have no digits.
            if cell["column"] == BENCHMARK or any(map(str.isdigit, skeleton.systems[of])):
                yield from _result(skeleton, of, on, value, "", anchor)


def _bound(skeleton: _Skeleton, match: re.Match[str], measure: str, anchor: str) -> Iterator[Result]:
    """Parts of a form paired by their order: several benchmarks of one system, or several systems on one."""
    systems, places = skeleton.parts(SYSTEM, match.span("s")), skeleton.parts(BENCHMARK, match.span("b"))
    values = skeleton.parts(SCORE, match.span("v"))
    size = len(values)
    if size != max(len(systems), len(places)) or min(len(systems), len(places)) != 1:
        return
    pairs = zip(list(systems) * (size // len(systems)), list(places) * (size // len(places)), values, strict=True)
    for of, on, value in pairs:
        yield from _result(skeleton, of, on, value, measure, anchor)
    if size == 1:
        yield from _chained(skeleton, match.end(), (systems[0], places[0], values[0]), measure, anchor)


def _chained(skeleton: _Skeleton, at: int, first: tuple[int, int, int], measure: str, anchor: str) -> Iterator[Result]:
    """Other systems on the same benchmark, or the same system on others; not both, or it is unclear who is where."""
    text, on = skeleton.text, first[1]
    while match := ALSO.match(text, at):
        value = skeleton.parts(SCORE, match.span("v" if match["s"] else "w"))[0]
        other_unit = skeleton.scores[value].unit != skeleton.scores[first[2]].unit
        if other_unit or is_gain(text, match.end()) or _LISTED.match(text, match.end()):
            return
        if match["s"] and on == first[1]:
            of = skeleton.parts(SYSTEM, match.span("s"))[0]
        elif match["b"] and metric(match["m"]) in ("", measure):
            of, on = first[0], skeleton.parts(BENCHMARK, match.span("b"))[0]
        else:
            return
        yield from _result(skeleton, of, on, value, measure, anchor)
        at = match.end()


def _result(skeleton: _Skeleton, of: int, on: int, value: int, measure: str, anchor: str) -> Iterator[Result]:
    number = skeleton.scores[value]
    # A bare whole number is a score only where a measure says so: it may be a size.
    if number.unit or "." in number.text or counts(measure):
        yield Result(
            benchmark=skeleton.benchmarks[on].slug,
            system=skeleton.systems[of],
            value=number.value,
            text=number.text,
            unit=number.unit,
            anchor=anchor,
            start=number.start,
            metric=measure,
        )
