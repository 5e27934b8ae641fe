"""Proof that a reading lost nothing: every line that is not blank belongs to exactly one part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model import Problem, Reading, Span
from ..text import Lines, problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Lines of a file that are not blank, by where they went."""

    papers: int
    header: int
    boilerplate: int
    unclaimed: tuple[int, ...]
    """1-based numbers of the lines that no part holds."""
    contested: tuple[int, ...]
    """1-based numbers of the lines that two parts hold; a reader's bug."""

    @property
    def total(self) -> int:
        """All lines that are not blank."""
        return self.papers + self.header + self.boilerplate + len(self.unclaimed)


def account(reading: Reading, lines: Lines | None = None) -> Account:
    """Count where the lines of a file went; of a line that several parts share, the first counts."""
    text = reading.source.text
    lines = lines or Lines(text)
    owners: list[str] = [""] * len(lines)
    lost, contested = set[int](), set[int]()

    def check(start: int, end: int, found: set[int]) -> None:
        """Add the lines with words between two places."""
        first, last = lines.where(start)[0] - 1, lines.where(max(start, end - 1))[0] - 1
        for index in range(first, min(last + 1, len(lines))):
            place = lines.spans[index]
            if text[max(start, place.start) : min(end, place.end)].strip():
                found.add(index + 1)

    at = 0
    for span, owner in sorted(_owned(reading), key=lambda pair: (pair[0].start, pair[0].end)):
        if span.start > at:
            check(at, span.start, lost)
        elif span.start < at:
            check(span.start, min(span.end, at), contested)
        for index in range(lines.where(span.start)[0] - 1, lines.where(max(span.start, span.end - 1))[0]):
            owners[index] = owners[index] or owner
        at = max(at, span.end)
    if at < len(text):
        check(at, len(text), lost)
    used = [owners[i] for i in range(len(lines)) if lines[i].strip() and i + 1 not in lost]
    return Account(
        papers=used.count("paper"),
        header=used.count("header"),
        boilerplate=used.count("boilerplate"),
        unclaimed=tuple(sorted(lost)),
        contested=tuple(sorted(contested)),
    )


def _owned(reading: Reading) -> Iterator[tuple[Span, str]]:
    for region in reading.regions:
        yield region.span, "header" if region.kind == "header" else "boilerplate"
    for note in reading.notes:
        for section in note.sections:
            yield section.span, "boilerplate" if section.kind == "boilerplate" else "paper"


def unclaimed_problems(reading: Reading, lines: Lines | None = None) -> tuple[Problem, ...]:
    """One problem for each run of lines, blank ones aside, that belong to no paper and no named boilerplate."""
    lines = lines or Lines(reading.source.text)
    starts, last = [], 0
    for number in account(reading, lines).unclaimed:
        if not last or any(lines[i].strip() for i in range(last, number - 1)):
            starts.append(number)
        last = number
    message = "this text belongs to no paper and is not published; move it into a paper or delete it"
    return tuple(problem(reading.source, line, "unclaimed-text", message) for line in starts)
