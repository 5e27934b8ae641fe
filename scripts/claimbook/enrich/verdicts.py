"""Verdicts: whether the quote of a claim supports each of its numbers."""

from __future__ import annotations

from ..model import Check, ClaimVerdict, Paper, Value
from ..text import squeeze
from .bindings import crossed
from .evidence import Evidence
from .numbers import quantities, record
from .units import Quantity


def checks(paper: Paper) -> dict[str, Check]:
    """Verdict on each claim of a paper, by anchor."""
    return {c.anchor: check(c.claim.text.text, c.claim.quote.text if c.claim.quote else None) for c in paper.claims}


def check(claim: str, quote: str | None) -> Check:
    """Verdict on one claim and its numbers with its quote, both verbatim. Spans of values index the two texts."""
    found = [q for q in quantities(claim) if not q.weak]
    if quote is None or not quote.strip():
        return Check(verdict="no-quote", values=tuple(_unfound(claim, q) for q in found))
    if not found:
        return Check(verdict="no-numbers")
    evidence = Evidence(quote)
    findings = [evidence.find(claim, q) for q in found]
    swapped = crossed(claim, found, findings, evidence) if len(found) > 1 else {}
    if swapped and squeeze(claim) in squeeze(quote):
        # A claim that the quote holds word for word binds its numbers as the quote does.
        swapped = {}
    values = []
    for index, (number, (verdict, how, note, place)) in enumerate(zip(found, findings, strict=True)):
        if index in swapped:
            verdict, how, note = "differs", "", swapped[index]
        values.append(Value(number=record(claim, number), verdict=verdict, how=how, note=note, quote=place))
    return Check(verdict=_overall(values), values=tuple(values))


def _unfound(claim: str, number: Quantity) -> Value:
    return Value(number=record(claim, number), verdict="missing", how="absent")


def _overall(values: list[Value]) -> ClaimVerdict:
    """Soft counts decide only where nothing else does, and then a missing one is no reproach."""
    if any(v.verdict == "differs" for v in values):
        return "differs"
    hard = [v for v in values if not v.number.soft]
    if all(v.verdict == "supported" for v in hard or values):
        return "supported"
    return "partial" if hard else "no-numbers"
