"""Digest days as text: a line is an item, and only words and order tell what it is."""

from __future__ import annotations

from collections.abc import Sequence

from .. import structure
from ..model import Block, Reading, Source, Span
from ..text import Lines
from .base import Reader, skin_of
from .digest import Item, Part, Skin, looks_like_digest
from .digest_reading import read_items

FORMAT = "digest-text"


def _content(source: Source, items: Sequence[Item], part: Part) -> tuple[str, tuple[Block, ...]]:
    start, end = items[part.first].span.start, items[part.last].span.end
    body = Span(start=min(start + part.label, end), end=end)
    blocks: tuple[Block, ...] = ()
    if part.kind.startswith("analysis_"):
        blocks = structure.digest_blocks(source.text, body)
    elif part.kind.startswith("abstract_"):
        blocks = structure.prose_blocks(source.text, body)
    return source.text[body.start : body.end].strip(), blocks


SKIN = Skin(format=FORMAT, marked=False, content=_content)


def _items(lines: Lines) -> list[Item]:
    return [
        Item(text=line, span=span, body=span) for span, line in zip(lines.spans, lines, strict=True) if line.strip()
    ]


def _accepts(source: Source, lines: Lines) -> bool:
    return skin_of(source) != "html" and looks_like_digest(_items(lines), SKIN)


def _read(source: Source, lines: Lines) -> Reading:
    return read_items(source, lines, SKIN, _items(lines))


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
