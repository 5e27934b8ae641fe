"""Which named arm a number belongs to, in a claim and in its quote, and where the two say otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from .arms import Arm, concepts, names
from .columns import disordered
from .evidence import Evidence, Finding
from .units import Quantity

_MOST = 64
"""Numbers of a claim that are compared pair by pair."""
_FAR = 160
_NOBODY: frozenset[str] = frozenset()
LINK = re.compile(r"[\s(（|{}\\]*(?:、|，|,|/|和|与|及|以及|and|&|,\s?and)[\s)）{}+−-]*\Z|\s*vs\.?\s*\Z|\s*对\s*\Z")
"""Between two members of a list."""
_COST = re.compile(r"[,、，;；。)）]|(?<!vs)\. |\b(?:and|while|whereas|but)\b|[和与及并而]")
_WEIGHT = {";": 4, "；": 4, "。": 6, ". ": 6, ",": 2, "，": 2, "while": 3, "whereas": 3, "but": 3}
_FORWARD = re.compile(r"[\s)\\{}a-z%-]{0,24}?\b(?:on|for|in|under|against|by|with|of|at|over|to)(?: the| a)? *\Z")
_FROM = re.compile(r"(?:从|由|from)[^，。；,;]{0,12}\Z")
_TO = re.compile(r"[^，。；;\d]{0,16}(?:到|至|升|降|增|跌|减|涨|变|→|->|\bto\b)[^，。；;\d]{0,8}\Z")
_TO_THERE = re.compile(r"[^.;,|\d]{0,24}(?:\bto\b|→|->|到|至)[^.;,|\d]{0,8}\Z")


def crossed(claim: str, found: list[Quantity], findings: list[Finding], evidence: Evidence) -> dict[int, str]:
    """The numbers of the claim that the quote gives to another arm or in the opposite order, with the exchanged pair.

    Only an exchange counts: what the claim says of A the quote says of B, what it says of B the quote says of A, and
    nowhere as the claim has it. A quote that does not name the arms says nothing against the claim.
    """
    known = [i for i, f in enumerate(findings) if f[0] == "supported" and not found[i].soft][:_MOST]
    if len({abs(found[i].value) for i in known}) < 2:
        return {}
    places: dict[float, list[int]] = {}
    for index, item in enumerate(evidence.items):
        places.setdefault(abs(item.value), []).append(index)
    # Where the quote has each number: with many occurrences a value says nothing of an arm.
    at = {i: places.get(abs(found[i].value), [])[:8] for i in known}
    pairs = [*_turned(claim, found, known, evidence), *disordered(claim, found, at, evidence)]
    for search in (names, concepts):
        here, there = search(claim, found, evidence.quote, evidence.items)
        if len(here) > 1 and there:
            close = search is concepts
            ours = Binder(claim, found, here, close=close)
            theirs = Binder(evidence.quote, evidence.items, there, close=close, generous=not close)
            pairs += _exchanges(known, at, ours, theirs)
    wrong: dict[int, str] = {}
    for pair in pairs:
        swap = " ⇄ ".join(claim[found[i].start : found[i].end] for i in pair)
        for index in pair:
            wrong.setdefault(index, swap)
    return wrong


def _turned(claim: str, found: list[Quantity], known: list[int], evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Pairs that the claim gives from the first to the second, and the quote from the second to the first."""
    quote = evidence.quote
    steps: set[tuple[float, float]] | None = None
    for first, second in pairwise(known):
        low, high = found[first], found[second]
        if not _FROM.search(claim[max(0, low.start - 16) : low.start]) or not _TO.match(claim[low.end : high.start]):
            continue
        if steps is None:
            steps = {
                (abs(a.value), abs(b.value))
                for a, b in pairwise(evidence.items)
                if _TO_THERE.match(quote[a.end : b.start])
            }
        pair = abs(low.value), abs(high.value)
        if pair[0] != pair[1] and pair not in steps and (pair[1], pair[0]) in steps:
            yield first, second


def _exchanges(known: list[int], at: dict[int, list[int]], ours: Binder, theirs: Binder) -> Iterator[tuple[int, int]]:
    arms = {i: ours.arm(i) for i in known}
    said = {i: [theirs.arm(p) for p in at[i]] for i in known}
    for i, j in combinations(known, 2):
        a, b = arms[i] - arms[j], arms[j] - arms[i]
        if not a or not b or any(a & s for s in said[i]) or any(b & s for s in said[j]):
            continue
        if any(b & s for s in said[i]) and any(a & s for s in said[j]):
            yield i, j


class Binder:
    """The arm of each number of a text: of its list where names and numbers are listed alike, else the nearest.

    With `generous`, names at equal distance on both sides count, as in `A reaches 5 on B`.
    """

    def __init__(
        self, text: str, items: Sequence[Quantity], named: list[Arm], *, close: bool = False, generous: bool = False
    ) -> None:
        self.text, self.items, self.named, self.close, self.generous = text, items, named, close, generous
        self._after: list[int] = []
        at = 0
        for item in items:
            while at < len(named) and named[at].start < item.start:
                at += 1
            self._after.append(at)
        self._arms: dict[int, frozenset[str]] = {}

    def arm(self, index: int) -> frozenset[str]:
        """Words of the arm that a number belongs to."""
        if index not in self._arms:
            self._bind_list(index)
        return self._arms[index]

    def _bind_list(self, index: int) -> None:
        """In `A, B and C ... x, y and z` the first number is of the first name, in either order of the two lists."""
        first = last = index
        while first and self._linked(first - 1):
            first -= 1
        while last + 1 < len(self.items) and self._linked(last):
            last += 1
        size, at = last - first + 1, self._after[index]
        behind = self._names(at - 1, size, -1) if size > 1 else []
        listed = behind or (self._names(at, size, 1) if size > 1 else [])
        arms = [arm.words for arm in listed] or [self._nearest(first, last)] * size
        if behind and self.generous and at < len(self.named):
            # In `68% and 95% against A` the list has an arm of its own beside those it is paired with.
            right = self.named[at]
            if _leads(self.text, self.items[last].end, right.start):
                arms = [words | right.words for words in arms]
        self._arms.update(zip(range(first, last + 1), arms, strict=True))

    def _nearest(self, first: int, last: int) -> frozenset[str]:
        """Of a list of numbers, or one."""
        text, at = self.text, self._after[first]
        start, end = self.items[first].start, self.items[last].end
        left = self.named[at - 1] if at else None
        right = self.named[at] if at < len(self.named) else None
        if left is None or right is None:
            arm = left or right
            return arm.words if arm else _NOBODY
        if self.close and right.start - end < 2 and not text[end : right.start].strip():
            return right.words  # a counted thing follows its number
        if "|" in text[end : end + 3] or "|" in text[max(0, start - 3) : start]:
            return left.words  # the cells of a row follow its name
        cost, other = _cost(text, left.end, start), _cost(text, end, right.start)
        follows = _leads(text, end, right.start)
        if other < cost or (other == cost and follows and self._taken(first, left)):
            return right.words
        if self.generous and cost == other < 2 and self._alone(first, last):
            return left.words | right.words
        return right.words if other == cost and follows else left.words

    def _taken(self, first: int, left: Arm) -> bool:
        """Whether the name before a number belongs to the number before that: `5 on A to 7 on B`."""
        if not first or self._after[first - 1] != self._after[first] - 1:
            return False
        return _leads(self.text, self.items[first - 1].end, left.start)

    def _alone(self, first: int, last: int) -> bool:
        """Whether no other number stands between the same two names."""
        at = self._after[first]
        return (not first or self._after[first - 1] < at) and (
            last + 1 >= len(self.items) or self._after[last + 1] > at
        )

    def _linked(self, index: int) -> bool:
        first, second = self.items[index], self.items[index + 1]
        return (
            self._after[index] == self._after[index + 1] and LINK.match(self.text[first.end : second.start]) is not None
        )

    def _names(self, start: int, size: int, step: int) -> list[Arm]:
        """A list of exactly so many names that ends (step -1) or begins (step 1) at one of them; else nothing."""
        listed: list[Arm] = []
        at = start
        while 0 <= at < len(self.named) and len(listed) <= size:
            if listed:
                low, high = (self.named[at], listed[-1]) if step < 0 else (listed[-1], self.named[at])
                if not LINK.match(self.text[low.end : high.start]):
                    break
            listed.append(self.named[at])
            at += step
        return listed[::step] if len(listed) == size else []


def _cost(text: str, start: int, end: int) -> int:
    """How strongly punctuation and conjunctions part the two sides of a gap."""
    return 99 if end - start > _FAR else sum(_WEIGHT.get(sign, 1) for sign in _COST.findall(text, start, end))


def _leads(text: str, start: int, end: int) -> bool:
    """Whether a preposition joins a number to the name behind it."""
    return end - start <= _FAR and _FORWARD.match(text, start, end) is not None
