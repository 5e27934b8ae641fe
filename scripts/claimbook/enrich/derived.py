"""Numbers that a quote does not state but that can be counted or computed from those it does."""

from __future__ import annotations

import re
from itertools import accumulate, groupby

from .units import Quantity

_MOST = 48
"""Numbers of a quote that arithmetic is tried on: in a longer table sums agree by chance."""
_NAME = r"[A-Z][\w.+@-]*(?: (?:[A-Z][\w.+@-]*|\d[\d.]*)){0,5}"
_LISTED = re.compile(rf"(?<![\w.+@-]){_NAME}(?:(?:, and |, | and |、|和|与){_NAME})+")
_LINK = re.compile(r", and |, | and |、|和|与")
_NUMBER_LINK = re.compile(r"[^A-Za-z|]{0,4}(?:, and |, | and |、|和|与|/)[^A-Za-z|]{0,4}\Z")


def listed(quote: str, items: list[Quantity]) -> list[list[str]]:
    """The enumerations of names and of numbers in a quote, and the rows of its table."""
    return [_LINK.split(match[0]) for match in _LISTED.finditer(quote)] + _number_lists(quote, items)


def counted(lists: list[list[str]], number: Quantity) -> str:
    """The listed things whose count a soft number is, joined by ` · `; empty when no list has that length."""
    if not number.soft or number.value < 2 or number.unit.dimension not in ("", "count"):
        return ""
    return next((" · ".join(entries) for entries in lists if len(entries) == number.value), "")


def _number_lists(quote: str, items: list[Quantity]) -> list[list[str]]:
    """Numbers that commas or bars join: an enumeration, or the cells of a row."""
    lists: list[list[str]] = []
    for index, item in enumerate(items):
        gap = quote[items[index - 1].end : item.start] if index else ""
        words = quote[item.start : item.end]
        if index and (gap.strip() == "|" or _NUMBER_LINK.match(gap)):
            lists[-1].append(words)
        else:
            lists.append([words])
    return lists


def computed(items: list[Quantity], number: Quantity, loose: bool) -> str:
    """The sum, difference or ratio of the quote's numbers that gives the number, as `99+143+44`; else empty."""
    known = [q for q in items if not q.weak][:_MOST]
    return _sum(known, number) or _difference(known, number) or _ratio(known, number, loose)


def _plain(value: float) -> str:
    return f"{value:.10g}"


def _sum(items: list[Quantity], number: Quantity) -> str:
    """Of neighbours that measure the same to the same digit."""
    for _, same in groupby(sorted(items, key=_measure), key=_measure):
        values = [abs(q.value) for q in sorted(same, key=lambda q: q.start)]
        sums = [0.0, *accumulate(values)]
        for first in range(len(values) - 1):
            for last in range(first + 2, len(sums)):
                if abs(sums[last] - sums[first] - abs(number.value)) < number.place * 1e-3:
                    return "+".join(map(_plain, values[first:last]))
    return ""


def _measure(item: Quantity) -> tuple[str, float]:
    return item.unit.dimension, item.place


def _difference(items: list[Quantity], number: Quantity) -> str:
    if number.unit.dimension not in ("", "percent", "points") or number.place > 0.1:
        return ""
    for index, first in enumerate(items):
        for second in items[index + 1 :]:
            if _measure(first) == _measure(second) and first.place <= number.place:
                high, low = max(abs(first.value), abs(second.value)), min(abs(first.value), abs(second.value))
                if abs(high - low - abs(number.value)) < number.place * 1e-3:
                    return f"{_plain(high)}-{_plain(low)}"
    return ""


def _ratio(items: list[Quantity], number: Quantity, loose: bool) -> str:
    if number.unit.dimension not in ("factor", "percent", "fraction") or not number.value:
        return ""
    share = 100 if number.unit.dimension == "percent" else 1
    tolerance = number.place if loose or number.soft else number.place / 2
    for first in items:
        for second in items:
            if second.value and _measure(first)[0] == _measure(second)[0] and first is not second:
                over = abs(first.value / second.value) * share - number.value
                if (over >= 0 if number.soft else -tolerance <= over) and over < tolerance:
                    return f"{_plain(first.value)}/{_plain(second.value)}"
    return ""
