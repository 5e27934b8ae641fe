"""What every reader is made of: the record in the table of readers, and the makers of dates, sections and notes."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..model import Block, Metadata, Note, NoteClaim, NoteKind, Problem, Reading, Region, Section, Source, Span, Status
from ..text import Lines

_DATE = re.compile(r"(?<!\d)(\d{4})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})(?!\d)")
ARXIV_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5}(?!\d)|[a-z][a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?!\.?\d)")
"""A new or old arXiv id; group 1 is without the version (https://info.arxiv.org/help/arxiv_identifier.html)."""
_LINK = re.compile(r"(?:https?://\S+|\bhttps? URL)$")
"""A link at the end of a text, or what the arXiv listing puts in its place."""
_HTML = re.compile(r"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_MARKDOWN = re.compile(r"\s*(?:---[ \t]*[\r\n]|#{1,6} )")
_ENDS = "。！？.!?…”’\"'）)】]」』》>；;"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """One format: whether a file is of it, and how to read it."""

    name: str
    accepts: Callable[[Source, Lines], bool]
    read: Callable[[Source, Lines], Reading]


def skin_of(source: Source) -> Literal["html", "markdown", "text"]:
    """What a file is dressed in, by how it begins or, for a page without its head, by its name."""
    if source.path.lower().endswith((".html", ".htm", ".xhtml")) or _HTML.match(source.text):
        return "html"
    return "markdown" if _MARKDOWN.match(source.text) else "text"


def find_date(text: str) -> str:
    """First valid calendar day of a text as an ISO date, or empty."""
    for match in _DATE.finditer(text):
        try:
            return datetime.date(*map(int, match.groups())).isoformat()
        except ValueError:
            continue
    return ""


def ends_abruptly(text: str) -> bool:
    """The text stops without a mark that ends a sentence or closes a bracket, and not at a link."""
    text = text.rstrip()
    return bool(text) and text[-1] not in _ENDS and not _LINK.search(text[-200:])


def make_section(
    lines: Lines,
    kind: str,
    first: int,
    last: int,
    *,
    heading: str = "",
    label: int = 0,
    blocks: Callable[[str, Span], tuple[Block, ...]] | None = None,
    cut: bool = False,
) -> Section:
    """Section over the lines `first` to `last` (0-based, inclusive).

    `label` characters at its start (a label, or a heading with its newline) are not part of its text.
    """
    span = lines.span(first, last)
    body = Span(start=min(span.start + label, span.end), end=span.end)
    return Section(
        kind=kind,
        heading=heading,
        span=span,
        text=lines.text[body.start : body.end].strip(),
        blocks=blocks(lines.text, body) if blocks else (),
        cut=cut,
    )


def make_note(
    source: Source,
    lines: Lines,
    *,
    format_name: str,
    kind: NoteKind,
    date: str,
    status: Status,
    position: int,
    sections: Sequence[Section],
    claims: Iterable[NoteClaim] = (),
    metadata: Metadata | None = None,
) -> Note:
    """Note over its sections, which are in source order."""
    span = Span(start=sections[0].span.start, end=max(section.span.end for section in sections))
    return Note(
        source=source.path,
        sha256=hashlib.sha256(source.text[span.start : span.end].encode("utf-8", "surrogatepass")).hexdigest(),
        format=format_name,
        kind=kind,
        date=date,
        status=status,
        span=span,
        start_line=lines.where(span.start)[0],
        end_line=lines.where(max(span.start, span.end - 1))[0],
        position=position,
        metadata=metadata or Metadata(),
        sections=tuple(sections),
        claims=tuple(claims),
    )


def make_reading(
    source: Source,
    format_name: str,
    notes: Iterable[Note],
    regions: Iterable[tuple[str, Span]],
    problems: Iterable[Problem],
) -> Reading:
    """Reading with its findings in the order of the file."""
    return Reading(
        source=source,
        format=format_name,
        notes=tuple(notes),
        regions=tuple(Region(kind=kind, span=span) for kind, span in regions),
        problems=tuple(sorted(problems, key=lambda p: (p.line, p.column))),
    )
