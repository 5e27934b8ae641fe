"""What a quote says of one number: where it holds it, in which other notation, or how it follows from others."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from math import isclose

from ..model import How, ValueVerdict
from .derived import computed, counted, listed
from .numbers import quantities
from .units import Quantity

Finding = tuple[ValueVerdict, How, str, tuple[int, int] | None]
"""Verdict, how, note, and where in the quote."""

_MOST = 200
"""Numbers of a quote that are tried in another notation; no sentence has more."""
_EFFORTS = 40
"""Missing numbers of a claim for which arithmetic is tried."""
# What may stand between the plain and the LaTeX copy of one number.
_COPY = re.compile(r"(?:[\s%×±∼~+\-−–≤≥$\\{}]|\\[A-Za-z]+){0,24}\Z")
_SHARED_UNIT = frozenset((" and ", " to ", "–", "-", "/", " – ", " or "))
_ALIKE = frozenset((("percent", "points"), ("points", "percent"), ("points", "count"), ("count", "points")))
_TIMES = ({"次", "times"}, {"遍", "times"}, {"回", "times"})
_MARK = re.compile(
    r"(?P<more>超过?|逾|多于|大于|高于|over|more than|above|at least|[>≥])"
    r"|(?P<less>近|接近|不到|不足|低于|少于|小于|nearly|almost|under|below|less than|at most|[<≤])"
    r"|(?P<about>约|大约|大概|about|around|roughly|approximately|some|[~∼≈])"
)
_MARK_BEFORE = re.compile(rf"(?:{_MARK.pattern}) ?\Z")
_MARK_AFTER = re.compile(r" ?[\u4e00-\u9fff]{0,2}?(?:(?P<more>以上|多|余)|(?P<less>以下|以内)|(?P<about>左右|上下))")
_MORE_INSIDE = re.compile(r"[余多]|(?<=[\dkKMBT万亿])\+")
_OF = re.compile(r" ?(?:of|out of|/|of the|of all) \Z|/\Z")


class Evidence:
    """The numbers of one quote, found by value."""

    def __init__(self, quote: str) -> None:
        self.quote = quote
        self.items = _shared_units(quote, _single(quote, quantities(quote)))
        self.by_value: dict[float, list[Quantity]] = {}
        for item in self.items:
            self.by_value.setdefault(abs(item.value), []).append(item)
        self._efforts = _EFFORTS

    def find(self, claim: str, number: Quantity) -> Finding:
        """What the quote says of a number of the claim."""
        same = self.same(number)
        for item in same:
            if compatible(number, item):
                return "supported", _how(number, item), "", (item.start, item.end)
        finding = self._near(claim, number) or self._share(number)
        if finding:
            return finding
        if same and not number.soft and not same[0].weak:
            item = same[0]
            return "differs", "", self.quote[item.start : item.end], (item.start, item.end)
        return self._missing(claim, number)

    def _missing(self, claim: str, number: Quantity) -> Finding:
        self._efforts -= 1
        if self._efforts > 0:
            note = counted(self._lists, number)
            if note:
                return "missing", "counted", note, None
            note = computed(self.items, number, marked(claim, number) != "")
            if note:
                return "missing", "computed", note, None
        return "missing", "absent", "", None

    @cached_property
    def _lists(self) -> list[list[str]]:
        return listed(self.quote, self.items)

    def same(self, number: Quantity) -> list[Quantity]:
        """The numbers of the quote with this value; a soft one takes only counts, and no digit of a name."""
        found = self.by_value.get(abs(number.value), [])
        return [q for q in found if _countable(q)] if number.soft else found

    def _near(self, claim: str, number: Quantity) -> Finding | None:
        """In another unit, or with more digits than the claim states."""
        if number.soft and number.unit.dimension in ("", "count"):
            return None
        mark = marked(claim, number)
        base = _base(number)
        for item in self.items[:_MOST]:
            if item.weak:
                continue
            other = _base(item)
            if base and other and base[0] == other[0] and number.unit.text != item.unit.text:
                if isclose(base[1], other[1], rel_tol=1e-9):
                    return "supported", "converted", "", (item.start, item.end)
                if _rounds(base[1:], other[1:], mark):
                    return "supported", "rounded", self.quote[item.start : item.end], (item.start, item.end)
            if _roundable(number, item, mark) and _rounds(
                (abs(number.value), number.place), (abs(item.value), item.place), mark
            ):
                return "supported", "rounded", self.quote[item.start : item.end], (item.start, item.end)
        return None

    def _share(self, number: Quantity) -> Finding | None:
        """A fraction or percentage that the quote states as `5 of 10`."""
        if number.unit.dimension not in ("fraction", "percent"):
            return None
        share = number.value / (100 if number.unit.dimension == "percent" else 1)
        wholes: set[float] = set()
        for low, high in pairwise(self.items[:_MOST]):
            if high.value and _OF.match(self.quote[low.end : high.start]):
                wholes.add(high.value)
                if isclose(low.value / high.value, share, rel_tol=1e-3):
                    return "supported", "converted", self.quote[low.start : high.end], (low.start, high.end)
        # `7 of 10 systems, and 5 of them`: the whole is said once.
        for part in self.items[:_MOST] if number.unit.dimension == "fraction" else ():
            whole = next((w for w in wholes if isclose(part.value / w, share, rel_tol=1e-3)), None)
            if whole and not part.unit.text and not part.weak:
                return "supported", "converted", f"{part.value:g}/{whole:g}", (part.start, part.end)
        return None


def _how(number: Quantity, item: Quantity) -> How:
    if item.spelled:
        return "word"
    alike = (number.plain and item.plain) or (number.plain == item.plain and isclose(number.place, item.place))
    return "exact" if alike and not number.spelled else "converted"


def compatible(number: Quantity, item: Quantity) -> bool:
    """Whether two numbers of one value can be the same: no stated unit contradicts the other."""
    first, second = number.unit, item.unit
    if not first.dimension or not second.dimension:
        return True
    if first.dimension == second.dimension:
        return first.factor == second.factor
    # 5 次 are 5 times.
    return (first.dimension, second.dimension) in _ALIKE or {first.text, second.text} in _TIMES


def _roundable(number: Quantity, item: Quantity, mark: str) -> bool:
    """Whether an item may be the number before rounding: a bare whole number is a count, and no count is rounded."""
    if not compatible(number, item):
        return False
    bare = number.place >= 1 and number.plain and not mark
    same = number.unit.dimension == item.unit.dimension
    return not bare or (same and number.unit.dimension not in ("", "count"))


def marked(claim: str, number: Quantity) -> str:
    """`more`, `less` or `about` where the claim says that it does not give the number itself; else empty."""
    match = _MARK_BEFORE.search(claim[max(0, number.start - 16) : number.start]) or _MARK_AFTER.match(claim, number.end)
    if match:
        return str(match.lastgroup)
    return "more" if _MORE_INSIDE.search(claim, number.start + 1, number.end) else ""


def _countable(item: Quantity) -> bool:
    return (
        not item.weak
        and (item.spelled or item.place >= 1)
        and item.unit.dimension not in ("percent", "points", "level")
    )


def _base(item: Quantity) -> tuple[str, float, float] | None:
    """What is measured, and value and place in the base unit, where notations differ."""
    unit, value = item.unit, abs(item.value)
    if unit.dimension == "percent":
        return "share", value / 100, item.place / 100
    if unit.dimension in ("fraction", "factor"):
        return "share", value, item.place
    if not unit.dimension:
        return ("share", value, item.place) if value <= 1 and item.place < 1 else None
    if unit.dimension in ("count", "points"):
        return None
    return unit.dimension, value * unit.factor, item.place * unit.factor


def _rounds(number: tuple[float, float], item: tuple[float, float], mark: str) -> bool:
    """Whether the item's value, stated to more digits, is the number when rounded to its own."""
    (value, place), (other, finer) = number, item
    if mark:
        while place >= 1 and value and value % (place * 10) == 0 and place < value:
            place *= 10
    elif finer > place * 0.5 or value < 9.5 * place:
        return False
    over = other - value
    if mark == "more":
        return 0 <= over < place
    if mark == "less":
        return -place < over <= 0
    return abs(over) <= place / 2 * (1 + 1e-9)


def _single(quote: str, items: list[Quantity]) -> list[Quantity]:
    """The numbers without the plain copy that a web page sets before each LaTeX one."""
    kept: list[Quantity] = []
    for item in items:
        last = kept[-1] if kept else None
        if last and abs(last.value) == abs(item.value) and item.start - last.end < 24 and _is_copy(quote, last, item):
            unit = item.unit if item.unit.text else last.unit
            kept[-1] = item._replace(start=last.start, unit=unit, weak=False)
        else:
            kept.append(item)
    return kept


def _is_copy(quote: str, first: Quantity, second: Quantity) -> bool:
    return _COPY.match(quote[first.end : second.start]) is not None


def _shared_units(quote: str, items: list[Quantity]) -> list[Quantity]:
    """In `2.1 and 42 times` the unit is that of both numbers."""
    for index in range(len(items) - 2, -1, -1):
        item, after = items[index], items[index + 1]
        if (
            not item.unit.text
            and after.unit.dimension not in ("", "count")
            and quote[item.end : after.start] in _SHARED_UNIT
        ):
            items[index] = item._replace(unit=after.unit)
    return items
