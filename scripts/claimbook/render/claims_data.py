"""All claims as data for the browser: columns to find, count and sort them by, and their words in small files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model import Check, Claim, Entry, File, Paper, Value

ROWS = 64
"""Claims in one file of words: about 10 KB as a host sends it, so that a page of 20 rows stays small."""
_TABLE = "claims.json"
_MARKS = ("supported", "missing", "differs", "soft")
"""docs/assets/js/claimrows.js has their classes in this order."""
_VERDICTS = ("unchecked", "supported", "partial", "differs", "no-numbers", "no-quote", "own-words")


def first_day(paper: Paper) -> str:
    """Day of the oldest note, or empty: the order in which the index is cut into shards."""
    return min((note.date for note in paper.notes if note.date), default="")


def oldest_first(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """Papers with their rows in the table of papers. A new one comes last, so that old files stay as they are."""
    return sorted(enumerate(entries), key=lambda item: (first_day(item[1].paper), item[1].paper.url))


def rows(entries: Sequence[Entry]) -> Iterator[File]:
    """The words of the claims, `ROWS` in a file: `[[claim, quote, marks], …]`, some with a translation at the end."""
    claims = [(entry, claim) for _, entry in oldest_first(entries) for claim in entry.paper.claims]
    for start in range(0, len(claims), ROWS):
        part = [_words(entry, claim) for entry, claim in claims[start : start + ROWS]]
        yield File(path=f"data/claims/{start // ROWS}.json", text=_dump(part), place="site")


def table(entries: Sequence[Entry], places: Mapping[str, Mapping[str, tuple[int, int]]]) -> Iterator[File]:
    """The columns, with the places of the claims' words in the documents; docs/assets/js/claims.js reads them."""
    papers = [(row, entry) for row, entry in oldest_first(entries) if entry.paper.claims]
    claims = [(entry, claim) for _, entry in papers for claim in entry.paper.claims]
    gaps, lengths = _stretches(papers, places)
    on = (entry.facts.benchmarks.by_anchor.get(claim.anchor, ()) for entry, claim in claims)
    benchmarks, names = _coded([(b.slug, b.name) for b in found] for found in on)
    systems, system_names = _coded(
        [(n, n) for n in entry.facts.systems.get(claim.anchor, ())] for entry, claim in claims
    )
    columns = {
        "rows": ROWS,
        "papers": [row for row, _ in papers],
        "counts": [len(entry.paper.claims) for _, entry in papers],
        "anchors": dict(_unlike(claims, lambda entry, claim, at: (claim.anchor, f"claim-{at}"))),
        # Of a paper noted twice, the claims of the older note.
        "dates": dict(_unlike(claims, lambda entry, claim, at: (claim.note.date, entry.paper.date))),
        "kinds": dict(_unlike(claims, lambda entry, claim, at: (claim.note.kind, entry.paper.notes[0].kind))),
        "names": names,
        "benchmarks": benchmarks,
        "system_names": [name for name, _ in system_names],
        "systems": systems,
        "verdicts": "".join(str(_VERDICTS.index(verdict(entry, claim))) for entry, claim in claims),
        "verdict_names": _VERDICTS,
        "gaps": gaps,
        "lengths": lengths,
    }
    yield File(path=_TABLE, text=_dump(columns), place="index")


def _stretches(
    papers: Sequence[tuple[int, Entry]], places: Mapping[str, Mapping[str, tuple[int, int]]]
) -> tuple[list[int], list[int]]:
    """For each claim the words between it and the one before, and its own."""
    gaps, lengths = [], []
    for _, entry in papers:
        end = 0
        for claim in entry.paper.claims:
            start, length = places[entry.paper.id][claim.anchor]
            gaps.append(start - end)
            lengths.append(length)
            end = start + length
    return gaps, lengths


def _coded(found: Iterable[Sequence[tuple[str, str]]]) -> tuple[list[int | list[int]], list[tuple[str, str]]]:
    """For each claim the place of its value in the list of values, a list of places, or -1 for none; and that list."""
    values: dict[str, tuple[int, str]] = {}
    codes = [[values.setdefault(key, (len(values), label))[0] for key, label in pairs] for pairs in found]
    short: list[int | list[int]] = [code[0] if len(code) == 1 else code or -1 for code in codes]
    return short, [(key, label) for key, (_, label) in values.items()]


def _unlike(
    claims: Sequence[tuple[Entry, Claim]], pair: Callable[[Entry, Claim, int], tuple[str, str]]
) -> Iterator[tuple[int, str]]:
    """Claims, by number, whose value is not the usual one; `pair` gives both."""
    at, last = 0, ""
    for number, (entry, claim) in enumerate(claims):
        at = at + 1 if entry.paper.id == last else 1
        last = entry.paper.id
        value, usual = pair(entry, claim, at)
        if value != usual:
            yield number, value


def verdict(entry: Entry, claim: Claim) -> str:
    """The verdict on a claim; until verdicts are computed, that it was not checked."""
    check = entry.facts.checks.get(claim.anchor)
    return check.verdict if check else "unchecked"


def _words(entry: Entry, item: Claim) -> list[Any]:
    claim, marks = item.claim, _marks(entry.facts.checks.get(item.anchor))
    if claim.quote is None and claim.translation and claim.origin == "own-words":
        return [claim.text.text, "", marks, claim.translation.text]
    return [claim.text.text, claim.quote.text if claim.quote else "", marks]


def _marks(check: Check | None) -> list[int]:
    """Start, end and mark of each number of a claim, one after the other; offsets count characters, as Python does."""
    marks: list[int] = []
    values = check.values if check and check.verdict != "no-quote" else ()
    for value in sorted(values, key=lambda value: value.number.start):
        if not marks or value.number.start >= marks[-2]:
            marks += [value.number.start, value.number.end, _MARKS.index(_mark(value))]
    return marks


def _mark(value: Value) -> str:
    return "soft" if value.number.soft and value.verdict == "missing" else value.verdict


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
