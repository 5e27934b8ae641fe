"""Digest days as saved pages, rendered or with raw Markdown between their elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..model import Reading, Source, Span
from ..text import Lines, problem
from .base import Reader, find_date, skin_of
from .digest import FIELD, FIELDS, Item, Skin
from .digest_markup import content, markdown_items
from .digest_reading import read_items
from .html_flow import Page, Piece, page

FORMAT = "digest-html"
SKIN = Skin(format=FORMAT, marked=True, content=content)
_FIELD = re.compile(rf"(?:{'|'.join(FIELDS[2:6])})(?:</(?:strong|b)>)?\s{{0,5}}[:：]")
_HEADING = re.compile(r">(?:Latest|[^<>\r\n]{1,40} Domain) Papers</h[1-4]>")


def _accepts(source: Source, lines: Lines) -> bool:
    """The labels or the fixed headings of such a day, in a page."""
    if skin_of(source) != "html":
        return False
    return bool(_HEADING.search(source.text) or _FIELD.search(source.text))


def _items(found: Page, text: str) -> list[Item]:
    """The pieces of the page's content; together they hold every character of it."""
    items: list[Item] = []
    for area in found.content:
        inside: list[Item] = []
        parted = False
        for piece in found.flows:
            if not area.start <= piece.span.start < area.end:
                continue
            if piece.kind == "rule":
                parted = True
                continue
            for item in _of_piece(piece, text):
                inside.append(replace(item, parted=item.parted or parted))
                parted = False
        starts = [area.start, *(item.span.start for item in inside[1:]), area.end]
        for item, (start, end) in zip(inside, pairwise(starts), strict=False):
            items.append(replace(item, span=_trimmed(text, start, end)))
    return items


def _trimmed(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start=start, end=end)


def _of_piece(piece: Piece, text: str) -> Iterator[Item]:
    span = Span(start=piece.start, end=piece.span.end)
    if piece.label == "markdown":
        yield from markdown_items(text, piece.span)
        return
    if any(FIELD.match(block.text) for block in piece.blocks[1:]) and piece.kind == "paragraph":
        for block in piece.blocks:
            flow = replace(piece, span=block.span, text=block.text, blocks=(block,))
            yield Item(text=block.text, span=block.span, body=block.span, flow=flow)
        return
    yield Item(
        text=piece.text,
        span=span,
        body=piece.span,
        level=piece.level if piece.kind == "heading" else 0,
        hrefs=piece.hrefs,
        inert=piece.kind in ("list", "table", "preformatted"),
        flow=piece,
    )


def _regions(found: Page, text: str, items: Sequence[Item]) -> tuple[list[tuple[str, Span]], str]:
    """What stands around the content, and the day in the page's own headline.

    Dates of the page's metadata and of its frame are those of the site's template.
    """
    heads = [p for p in found.flows if p.kind == "heading" and p.level == 1 and p.article < 0]
    filled = [area for area in found.content if any(area.start <= item.span.start < area.end for item in items)]
    heads = [p for p in heads if not any(area.start <= p.span.start < area.end for area in filled)]
    taken = [(area.start, area.end) for area in filled] + [(p.start, p.span.end) for p in heads]
    regions = [("header", _trimmed(text, p.start, p.span.end)) for p in heads]
    at = 0
    for start, end in [*sorted(taken), (len(text), len(text))]:
        while at < start and text[at].isspace():
            at += 1
        frame = _trimmed(text, at, start)
        if frame.end > frame.start:
            regions.append(("page frame", frame))
        at = max(at, end)
    return regions, next(filter(None, map(find_date, [*(p.text for p in heads), found.title])), "")


def _read(source: Source, lines: Lines) -> Reading:
    found = page(source.text)
    items = _items(found, source.text)
    regions, date = _regions(found, source.text, items)
    faults = []
    if found.limit:
        message = f"the page was read in part, since {found.limit}; save it as text"
        faults.append(problem(source, 1, "page-limit", message))
    return read_items(source, lines, SKIN, items, date=date, regions=regions, faults=faults)


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
