"""Notes without a public id that speak of a paper which other notes speak of: names agree and figures are shared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model import Note

LEAST_FIGURES = 2
"""Distinctive figures that two notes must share beside a name; one may be chance."""
_MOST_NAMESAKES = 8
"""Papers under one name from which the name tells nothing, as that of a model that everyone uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What tells a paper from others, computed from a note when it is asked for."""

    names: Callable[[Note], Iterable[str]]
    """Folded names of what the paper brings."""
    figures: Callable[[Note], frozenset[str]]
    """Its distinctive figures."""


@dataclass(frozen=True, slots=True)
class Group:
    """The notes of one paper so far. An open one has no public id; the older of two open ones is joined."""

    id: str
    notes: Sequence[Note]
    open: bool

    @property
    def sources(self) -> set[str]:
        """Files that speak of it."""
        return {note.source for note in self.notes}


@dataclass(frozen=True, slots=True)
class Pair:
    """An open group and the one it may belong to, with how many figures they share."""

    id: str
    other: str
    shared: int
    sure: bool


def pairs(groups: Sequence[Group], marks: Marks, apart: Callable[[str, str], bool]) -> list[Pair]:
    """For each open group at most one other group, which is closed or stands before it in `groups`.

    `apart` tells the pairs that a person keeps apart. No two open groups of one file are sure to be one paper:
    a file speaks of a paper once.
    """
    if not any(group.open for group in groups):
        return []
    names = [_names(group, marks) for group in groups]
    namesakes: dict[str, list[int]] = defaultdict(list)
    for place, found in enumerate(names):
        for name in found:
            namesakes[name].append(place)
    figures: dict[int, frozenset[str]] = {}

    def shared(one: int, other: int) -> int:
        for place in (one, other):
            if place not in figures:
                figures[place] = frozenset().union(*map(marks.figures, groups[place].notes))
        return len(figures[one] & figures[other])

    result = []
    for place, group in enumerate(groups):
        if group.open:
            others = {other for name in names[place] for other in _few(namesakes[name])} - {place}
            likely = [
                (shared(place, other), -other)
                for other in others
                if (not groups[other].open or other < place) and not apart(group.id, groups[other].id)
            ]
            if likely:
                result.append(_best(group, groups, sorted(likely, reverse=True)))
    return result


def _names(group: Group, marks: Marks) -> dict[str, None]:
    return {name: None for note in group.notes for name in marks.names(note)}


def _few(places: Sequence[int]) -> Sequence[int]:
    return places if len(places) <= _MOST_NAMESAKES else ()


def _best(group: Group, groups: Sequence[Group], found: Sequence[tuple[int, int]]) -> Pair:
    """The likest; sure where it shares enough, and more than the next."""
    count, place = found[0][0], -found[0][1]
    other = groups[place]
    alone = len(found) == 1 or found[1][0] < count
    elsewhere = not other.open or not group.sources & other.sources
    return Pair(group.id, other.id, count, count >= LEAST_FIGURES and alone and elsewhere)


def leads(found: Iterable[Pair]) -> Mapping[str, str]:
    """Where each group that is sure to be another's notes goes; chains end at the group that stays."""
    to: dict[str, str] = {}
    for pair in found:
        if pair.sure:
            to[pair.id] = to.get(pair.other, pair.other)
    return {group: to.get(target, target) for group, target in to.items()}
