"""Proof that a reading lost nothing: every line that is not blank belongs to exactly one part."""

from __future__ import annotations

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


def account(reading: Reading) -> Account:
    """Count where the lines of a file went."""
    lines = Lines(reading.source.text)
    owners: list[str] = [""] * len(lines)
    contested = set()

    def claim(span: Span, owner: str) -> None:
        first, last = lines.where(span.start)[0] - 1, lines.where(max(span.start, span.end - 1))[0] - 1
        for index in range(first, last + 1):
            if owners[index] and lines[index].strip():
                contested.add(index + 1)
            owners[index] = owner

    for region in reading.regions:
        claim(region.span, "header" if region.kind == "header" else "boilerplate")
    for note in reading.notes:
        for section in note.sections:
            claim(section.span, "boilerplate" if section.kind == "boilerplate" else "paper")
    used = [owners[index] for index in range(len(lines)) if lines[index].strip()]
    return Account(
        papers=used.count("paper"),
        header=used.count("header"),
        boilerplate=used.count("boilerplate"),
        unclaimed=tuple(i + 1 for i in range(len(lines)) if lines[i].strip() and not owners[i]),
        contested=tuple(sorted(contested)),
    )


def unclaimed_problems(reading: Reading) -> tuple[Problem, ...]:
    """One problem for each run of lines that belong to no paper and no named boilerplate."""
    numbers = account(reading).unclaimed
    starts = [n for i, n in enumerate(numbers) if i == 0 or numbers[i - 1] < n - 1]
    message = "this text belongs to no paper and is not published; move it into a paper or delete it"
    return tuple(problem(reading.source, line, "unclaimed-text", message) for line in starts)
