"""Sections made of the pieces of a document, and claims made of its tables and quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..model import Block, NoteClaim, Passage, Section, Span
from ..text import Lines, language
from .base import ends_abruptly
from .flow import Flow

_CLAIM = re.compile(r"主张|论点|论断|断言|\bclaims?\b", re.IGNORECASE)
_EVIDENCE = re.compile(r"证据|依据|支撑|原文|引文|evidence|quot(?:e|ation)|support", re.IGNORECASE)
_BAR = re.compile(r"(?<!\\)\|")
_QUOTED = re.compile(r"[“\"「]([^“”]{2,20000})[”\"」]")
_PAGE = re.compile(r"\bp(?:age|\.)\s?(\w{1,8})|第\s?(\d{1,5})\s?页", re.IGNORECASE)


@dataclass(slots=True, kw_only=True)
class Part:
    """A section under construction: what it is, where it begins, and its pieces."""

    kind: str
    start: int
    end: int
    heading: str = ""
    flows: list[Flow] = field(default_factory=list)

    def add(self, flow: Flow) -> None:
        """Take one more piece."""
        self.flows.append(flow)
        self.end = max(self.end, flow.span.end)

    @property
    def text(self) -> str:
        """The words of its pieces."""
        return "\n".join(flow.text for flow in self.flows if flow.text).strip()

    def section(self, lines: Lines) -> Section:
        """The section over whole lines; an abstract is of the language it is in."""
        first, last = lines.where(self.start)[0] - 1, lines.where(max(self.start, self.end - 1))[0] - 1
        text, blocks = self.text, tuple(block for flow in self.flows for block in flow.blocks)
        kind = self.kind
        if kind == "abstract":
            kind = f"abstract_{language(text)}"
        if not text and kind != "metadata":
            kind = "boilerplate"
        return Section(
            kind=kind,
            heading=self.heading,
            span=lines.span(first, last),
            text=text,
            blocks=blocks,
            cut=kind.startswith("abstract_") and ends_abruptly(text),
        )


def passage(source: str, text: str, span: Span) -> Passage:
    """Text with the raw characters it stands for: just its own where they are there unchanged, else all of `span`."""
    at = source.find(text, span.start, span.end) if text else -1
    return Passage(text=text, span=span if at < 0 else Span(start=at, end=at + len(text)))


# Tables


def claim_columns(table: Block) -> tuple[int, int] | None:
    """The columns of the claims and of their evidence, where the header names both."""
    heads = ["".join(run.text for run in cell) for cell in table.rows[0]]
    claims = [index for index, head in enumerate(heads) if _CLAIM.search(head)]
    evidence = [index for index, head in enumerate(heads) if _EVIDENCE.search(head) and index not in claims[:1]]
    return (claims[0], evidence[0]) if claims and evidence else None


def row_lines(lines: Lines, table: Block) -> Iterator[int]:
    """0-based lines of a table's rows, its header first; the line of dashes below it has no row."""
    first = lines.where(table.span.start)[0] - 1
    yield first
    yield from range(first + 2, first + 1 + len(table.rows))


def cell_span(lines: Lines, line: int, column: int) -> Span:
    """The raw characters of a cell, without its bars and the space around it."""
    raw, span = lines[line], lines.spans[line]
    bars = [-1, *(match.start() for match in _BAR.finditer(raw)), len(raw)]
    if raw.lstrip(" \t>").startswith("|"):
        del bars[0]
    if column + 1 >= len(bars):
        return span
    start, end = bars[column] + 1, bars[column + 1]
    text = raw[start:end]
    start += len(text) - len(text.lstrip())
    return Span(start=span.start + start, end=span.start + max(start, start + len(text.strip())))


def table_claims(lines: Lines, table: Block, number: int) -> Iterator[NoteClaim]:
    """One claim a row, numbered from `number`; the further columns are remarks."""
    columns = claim_columns(table)
    if columns is None:
        return
    heads = ["".join(run.text for run in cell) for cell in table.rows[0]]
    for line, row in zip(list(row_lines(lines, table))[1:], table.rows[1:], strict=True):
        texts = ["".join(run.text for run in cell) for cell in row]
        passages = [passage(lines.text, texts[c], cell_span(lines, line, c)) for c in columns]
        rest = [(heads[c], text) for c, text in enumerate(texts) if c not in columns and text]
        if not passages[0].text:
            continue
        quote = passages[1] if passages[1].text else None
        yield NoteClaim(
            number=number,
            text=passages[0],
            quote=quote,
            origin="quoted" if quote else "note",
            remarks=tuple(rest),
        )
        number += 1


# Quotations


def is_claim_callout(flow: Flow) -> bool:
    """A quotation marked as a claim; the other colours of a reader's pen are highlights."""
    return is_quote_callout(flow) and bool(_CLAIM.search(flow.label.removeprefix("quote")))


def is_quote_callout(flow: Flow) -> bool:
    """A callout of the type `quote`."""
    return flow.kind == "quote" and flow.label.split(" ", 1)[0] == "quote"


def callout_claim(lines: Lines, flow: Flow, number: int) -> NoteClaim | None:
    """The marked sentence with the remark written below it; without one the sentence is the claim itself."""
    quoted = _QUOTED.search(flow.text)
    sentence = (quoted[1] if quoted else flow.text).strip()
    if not sentence:
        return None
    comment = (flow.text[: quoted.start()] + flow.text[quoted.end() :]).strip() if quoted else ""
    quote = passage(lines.text, sentence, flow.span)
    page = _PAGE.search(flow.label)
    remarks = (("page", page[1] or page[2]),) if page else ()
    if comment:
        text = passage(lines.text, comment, flow.span)
        return NoteClaim(number=number, text=text, quote=quote, remarks=remarks)
    return NoteClaim(number=number, text=quote, quote=quote, origin="own-words", remarks=remarks)


def claims_of(lines: Lines, flows: Sequence[Flow]) -> Iterator[NoteClaim]:
    """All claims of a document in order, numbered from 1."""
    number = 1
    for flow in flows:
        found: list[NoteClaim] = []
        if is_claim_callout(flow) and (claim := callout_claim(lines, flow, number)):
            found = [claim]
        elif flow.kind == "table":
            found = list(table_claims(lines, flow.blocks[0], number))
        yield from found
        number += len(found)


def is_claim_table(flow: Flow) -> bool:
    """A table of claims beside their evidence."""
    return flow.kind == "table" and claim_columns(flow.blocks[0]) is not None
