"""Numbers whose names a quote leaves out: the order of a list, and of a table's columns, binds them all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from .evidence import Evidence
from .units import Quantity

_LINK = re.compile(r"[\s,，、/和与及&]{0,4}(?:以及|and )?[\s+−-]*\Z")
_NAMED_LINK = re.compile(r" ?[、,] ?[^、，,。；;（(]{1,40}\Z")
_ROW = re.compile(r"[^|]*[A-Za-z#]")
_NEW_ROW = re.compile(r"[^|]*[A-Za-z#][^|]*\||(?:[^|]*\|)* ?[–—-] +[A-Za-z#]")

Cell = tuple[int, int]
"""Row and column."""


def disordered(
    claim: str, found: list[Quantity], at: dict[int, list[int]], evidence: Evidence
) -> Iterator[tuple[int, int]]:
    """Pairs of numbers that the claim lists in one order and a list or row of the quote in the other.

    Rows of a table are read in one order of their columns: where two rows disagree, one of the two is exchanged.
    """
    cells = _cells(evidence)
    yield from _lists(claim, found, at, cells, evidence)
    if "|" in evidence.quote or _ruled(evidence):
        yield from _rows(at, cells)
        yield from _named_lists(claim, found, at, cells)


def _ruled(evidence: Evidence) -> bool:
    """Whether numbers with nothing but spaces between them make up the quote: a table that lost its bars."""
    bare = sum(evidence.quote[a.end : b.start] == " " for a, b in pairwise(evidence.items))
    return bare >= 4 and bare * 2 > len(evidence.items)


def _cells(evidence: Evidence) -> list[Cell]:
    cells: list[Cell] = []
    row = column = 0
    for index, item in enumerate(evidence.items):
        gap = evidence.quote[evidence.items[index - 1].end : item.start] if index else ""
        if "|" in gap:
            new = _NEW_ROW.match(gap) is not None
            row, column = (row + 1, 1) if new else (row, column + gap.count("|"))
        elif index:
            new = _ROW.match(gap) is not None
            row, column = (row + 1, 1) if new else (row, column + 1)
        cells.append((row, column))
    return cells


def _lists(
    claim: str, found: list[Quantity], at: dict[int, list[int]], cells: list[Cell], evidence: Evidence
) -> Iterator[tuple[int, int]]:
    for first, second in pairwise(at):
        gap = claim[found[first].end : found[second].start]
        if second - first != 1 or not gap.strip() or not _LINK.match(gap):
            continue
        one, two = at[first], at[second]
        if len(one) == len(two) == 1 and one[0] > two[0] and cells[one[0]][0] == cells[two[0]][0]:
            yield first, second


def _named_lists(
    claim: str, found: list[Quantity], at: dict[int, list[int]], cells: list[Cell]
) -> Iterator[tuple[int, int]]:
    """In `A 1、B 2、C 3、D 4` with all in one row, two that are exchanged where the others keep the row's order."""
    chain: list[int] = []
    for index in [*at, -1]:
        joined = (
            chain and index == chain[-1] + 1 and _NAMED_LINK.match(claim[found[chain[-1]].end : found[index].start])
        )
        if joined and len(at[index]) == 1 and cells[at[index][0]][0] == cells[at[chain[0]][0]][0]:
            chain.append(index)
            continue
        order = [at[i][0] for i in chain]
        moved = [i for i, place, sorted_place in zip(chain, order, sorted(order), strict=True) if place != sorted_place]
        if len(chain) > 2 and len(moved) == 2:
            yield moved[0], moved[1]
        chain = [index] if index >= 0 and len(at[index]) == 1 else []


def _rows(at: dict[int, list[int]], cells: list[Cell]) -> Iterator[tuple[int, int]]:
    rows: dict[int, list[tuple[int, int]]] = {}
    last = -1
    for index, places in at.items():
        # A value of several rows is read in the row of the one before it.
        near = [p for p in places if cells[p][0] == last] if len(places) > 1 else places
        if len(near) == 1:
            last, column = cells[near[0]]
            rows.setdefault(last, []).append((column, index))
    orders = [{column: (turn, index) for turn, (column, index) in enumerate(r)} for r in rows.values() if len(r) > 1]
    for one, two in combinations(orders[:12], 2):
        common = sorted(one.keys() & two.keys())
        for low, high in pairwise(common):
            if (one[low][0] < one[high][0]) != (two[low][0] < two[high][0]):
                # The row that runs against the table's own order is the exchanged one.
                odd = one if one[low][0] > one[high][0] else two
                yield odd[low][1], odd[high][1]
