"""One row a claim, for a spreadsheet and for programs: claims.csv and claims.jsonl."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..model import Claim, Entry, File
from .claims import UNCHECKED
from .data import as_json

COLUMNS = (
    "id",
    "url",
    "title",
    "date",
    "kind",
    "number",
    "verdict",
    "numbers",
    "supported",
    "missing",
    "differs",
    "benchmarks",
    "tags",
    "text",
    "quote_clean",
    "quote",
)
_BOM = "\ufeff"
"""Excel takes a CSV without it for the system's old encoding, and shows Chinese as rubbish."""
_JOINT = "; "
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?%?")
_FORMULA = re.compile(r"(^|[;\t\r\n])([\s\"]*)(?=[=+\-@＝＋－＠])")
"""Where a spreadsheet could take what follows for a formula.

That is the beginning of a cell, and behind a semicolon, tab or line end, where some cut a cell whatever the quotes.
"""


def files(entries: Sequence[Entry]) -> Iterator[File]:
    """Both files; papers newest first, their claims in the order of their pages."""
    rows = [_row(entry, claim) for entry in entries for claim in entry.paper.claims]
    lines = "".join(as_json(row, separators=(",", ":")) + "\n" for row in rows)
    yield File(path="data/claims.jsonl", text=lines, place="site")
    yield File(path="data/claims.csv", text=_csv(rows), place="site")


def _row(entry: Entry, item: Claim) -> dict[str, Any]:
    facts, claim = entry.facts, item.claim
    check, shown = facts.checks.get(item.anchor, UNCHECKED), facts.quotes.get(item.anchor)
    counts = Counter(value.verdict for value in check.values)
    return {
        "id": entry.paper.id,
        "url": f"{entry.paper.url}#{item.anchor}",
        "title": facts.naming.title,
        "date": item.note.date or None,
        "kind": item.note.kind,
        "number": claim.number,
        "verdict": check.verdict,
        "numbers": len(check.values),
        "supported": counts["supported"],
        "missing": counts["missing"],
        "differs": counts["differs"],
        "benchmarks": [b.name for b in facts.benchmarks.by_anchor.get(item.anchor, ())],
        "tags": [tag.id for tag in facts.tags],
        "text": claim.text.text,
        "quote_clean": shown.clean.text if shown else None,
        "quote": claim.quote.text if claim.quote else None,
    }


def _csv(rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    out.write(_BOM)
    # Every cell quoted: where a list separator other than the comma is set, a line then stays one cell and harmless.
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(row[column]) for column in COLUMNS] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> str:
    """A value as the text of a cell that no spreadsheet runs; a plain number stays one."""
    if value is None:
        return ""
    text = _JOINT.join(value) if isinstance(value, list) else str(value)
    if _NUMBER.fullmatch(text):
        return text
    # Programs refuse a file with a NUL in it.
    return _FORMULA.sub(r"\1\2'", text.replace("\0", "\u2400"))
