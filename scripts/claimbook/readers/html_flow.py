"""An HTML page as a flow: headings, paragraphs, lists, tables and quotes, without what frames them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from ..model import Block, Cell, Run, Span
from .flow import Flow
from .html_builder import MAX_DEPTH, Builder, Fragment
from .html_tokens import tokens

MAX_TOKENS = 1_000_000
"""Tags and texts of a page; a page of 570 KB has 25,000."""
HEXO_TAG = re.compile(r"\{%[ \t]*(\w+)[ \t]*([^%\r\n]*)%\}")
"""A tag that Hexo left unrendered: its name, and its argument with the space behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece(Flow):
    """A flow of a page. A `summary` has that label; Markdown that stood between elements, `markdown`."""

    start: int
    """Where the tags that open it begin."""
    article: int = -1
    """Index of the innermost `article` that it is in."""
    classes: str = ""
    """Of the element that holds its first word."""
    parts: tuple[Span, ...] = ()
    """The raw characters of each row of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a page holds."""

    title: str
    flows: tuple[Piece, ...]
    content: tuple[Span, ...]
    """The outermost `article` elements, else `main`, else `body`, else everything."""
    limit: str = ""
    """Which limit the page exceeds, or empty."""


def page(text: str) -> Page:
    """Read an HTML page, whatever its faults; what exceeds a limit is in `limit`."""
    builder = Builder(text=text)
    markdown = bool(HEXO_TAG.search(text))
    limit = ""
    for number, token in enumerate(tokens(text)):
        if number >= MAX_TOKENS:
            limit = f"it has more than {MAX_TOKENS:,} tags"
            break
        builder.take(token)
    builder.finish()
    limit = limit or (f"its elements are nested more than {MAX_DEPTH} deep" if builder.deep else "")
    found = next((builder.spans[name] for name in ("article", "main", "body") if name in builder.spans), [])
    content: list[Span] = []
    for start, end in found:
        if not content or start >= content[-1].end:
            content.append(Span(start=start, end=end))
    whole = (Span(start=0, end=len(text)),)
    return Page(
        title=builder.title,
        flows=tuple(_pieces(builder.fragments, markdown=markdown)),
        content=tuple(content) or whole,
        limit=limit,
    )


def _pieces(fragments: Sequence[Fragment], *, markdown: bool) -> Iterator[Piece]:
    """Fragments as flows: neighbours of one list, table or quotation are one."""

    def key(pair: tuple[int, Fragment]) -> tuple[str, int]:
        number, fragment = pair
        context = fragment.element.context
        return context, fragment.element.group if context in ("item", "cell", "quote") else -number

    for (context, _), group in groupby(enumerate(fragments), key=key):
        part = [fragment for _, fragment in group]
        if context == "item":
            yield _list(part)
        elif context == "cell":
            yield from _table(part)
        else:
            lines = tuple(line for fragment in part for line in fragment.lines)
            hrefs = tuple(href for fragment in part for href in fragment.hrefs)
            yield _single(replace(part[0], lines=lines, hrefs=hrefs), markdown=markdown)


def _single(fragment: Fragment, *, markdown: bool) -> Piece:
    element, (first, *_) = fragment.element, fragment.lines
    span = Span(start=first[1].start, end=fragment.lines[-1][1].end)
    if element.name == "hr":
        return Piece(kind="rule", span=span, text="", start=fragment.start, article=element.article)
    context = element.context
    block_kind: Literal["heading", "preformatted", "paragraph"] = (
        "heading" if context in ("heading", "summary") else "preformatted" if context == "preformatted" else "paragraph"
    )
    lines = fragment.lines
    if block_kind == "heading":
        lines = ((_joined([runs for runs, _ in lines], " "), span),)
    blocks = tuple(Block(kind=block_kind, span=place, rows=((runs,),)) for runs, place in lines)
    loose = markdown and context == "" and element.name != "p"
    return Piece(
        kind="quote" if context == "quote" else block_kind,
        span=span,
        text="\n".join(block.text for block in blocks),
        level=element.level if context in ("heading", "quote") else 0,
        blocks=blocks,
        hrefs=fragment.hrefs,
        label="summary" if context == "summary" else "markdown" if loose else "",
        start=fragment.start,
        article=element.article,
        classes=element.classes,
    )


def _list(fragments: Sequence[Fragment]) -> Piece:
    rows, parts = [], []
    for _, group in groupby(fragments, key=lambda fragment: fragment.element.owner):
        lines = [line for fragment in group for line in fragment.lines]
        rows.append((_joined([runs for runs, _ in lines], "\n"),))
        parts.append(Span(start=lines[0][1].start, end=lines[-1][1].end))
    return _grouped(fragments, "list", rows, parts)


def _table(fragments: Sequence[Fragment]) -> Iterator[Piece]:
    """A table, its rows filled up to one length; nothing where all cells are empty."""
    rows = [
        [_joined([runs for runs, _ in fragment.lines], "\n") for fragment in group]
        for _, group in groupby(fragments, key=lambda fragment: fragment.element.owner)
    ]
    if any(cell for row in rows for cell in row):
        width = max(map(len, rows))
        # A row far longer than the others would fill memory with empty cells.
        if width * len(rows) > 10 * len(fragments) + 1000:
            rows = [[cell] for row in rows for cell in row]
            width = 1
        yield _grouped(fragments, "table", [tuple(row + [()] * (width - len(row))) for row in rows], ())


def _grouped(
    fragments: Sequence[Fragment],
    kind: Literal["list", "table"],
    rows: Sequence[tuple[Cell, ...]],
    parts: Sequence[Span],
) -> Piece:
    places = [line[1] for fragment in fragments for line in fragment.lines]
    span = Span(start=min(place.start for place in places), end=max(place.end for place in places))
    block = Block(kind=kind, span=span, rows=tuple(rows))
    return Piece(
        kind=kind,
        span=span,
        text=block.text,
        blocks=(block,),
        hrefs=tuple(href for fragment in fragments for href in fragment.hrefs),
        start=fragments[0].start,
        article=fragments[0].element.article,
        classes=fragments[0].element.classes,
        parts=tuple(parts),
    )


def _joined(cells: Sequence[Cell], mark: str) -> Cell:
    runs: list[Run] = []
    for cell in filter(None, cells):
        runs += [Run(text=mark), *cell] if runs else cell
    return tuple(runs)


def flows(text: str, offset: int = 0) -> tuple[Flow, ...]:
    """The flows of an HTML text that begins at `offset` of a file."""
    found: Sequence[Flow] = page(" " * offset + text).flows
    return tuple(found)
