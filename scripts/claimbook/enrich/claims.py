"""Claims as a page shows them: verdicts, a person's above a computed one, and quotes with their numbers marked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from ..model import Check, Mark, Override, Paper, ShownQuote
from .quotes import clean, place
from .verdicts import checks


def checked(paper: Paper, override: Override) -> dict[str, Check]:
    """The verdict on each claim by its anchor; what a person found stands above what was computed."""
    found = checks(paper)
    for item in paper.claims:
        if item.claim.origin == "own-words":
            found[item.anchor] = _own_words(found[item.anchor])
    for anchor, given in override.verdicts.items():
        if anchor in found:
            found[anchor] = dataclasses.replace(given, values=found[anchor].values)
    return found


def _own_words(check: Check) -> Check:
    """A sentence of the paper itself: its numbers are where they come from."""
    values = (dataclasses.replace(v, verdict="supported", how="exact") for v in check.values)
    return Check(verdict="own-words", values=tuple(values))


def shown_quotes(paper: Paper, checks: Mapping[str, Check]) -> dict[str, ShownQuote]:
    """The quote of each claim by its anchor; claims without one are left out."""
    shown = {}
    for item in paper.claims:
        if item.claim.quote is None:
            continue
        cleaned = clean(item.claim.quote.text, item.claim.text.text)
        marks: list[Mark] = []
        for value in checks[item.anchor].values:
            found = place(cleaned, *value.quote) if value.quote else None
            if found is not None:
                piece, start, end = found
                marks.append(Mark(piece=piece, start=start, end=end, verdict=value.verdict))
        shown[item.anchor] = ShownQuote(clean=cleaned, marks=_apart(marks))
    return shown


def _apart(marks: list[Mark]) -> tuple[Mark, ...]:
    """Marks in order; of two that overlap the first stays, as one place can carry one line only."""
    result: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.piece, m.start, -m.end)):
        if not result or (mark.piece, mark.start) >= (result[-1].piece, result[-1].end):
            result.append(mark)
    return tuple(result)
