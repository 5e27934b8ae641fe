"""What digests in HTML and in Markdown share: Markdown lines as items, and the content of a part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from .. import structure
from ..model import Block, Cell, Run, RunStyle, Source, Span
from ..text import Lines
from . import markdown_flow
from .digest import Item, Part
from .html_flow import HEXO_TAG
from .markdown_inline import scan

_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+(?=\S)")
_RULE = re.compile(r"[ ]{0,3}(?:-[ \t]*){3,}\Z|[ ]{0,3}(?:\*[ \t]*){3,}\Z|[ ]{0,3}(?:_[ \t]*){3,}\Z")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MARKS = re.compile(r"\A[ ]{0,3}>[ \t]?")
_INERT = re.compile(r"[ ]{4,}|\t|[ ]{0,3}(?:[-+*]|\d{1,3}[.)])[ \t]+(?!\[)|[ ]{0,3}\|")
_BOLD = re.compile(r"(?<!\*)\*\*(?!\*)")
_STYLES: tuple[RunStyle, ...] = ("plain", "strong", "plain")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")


def markdown_items(text: str, inside: Span) -> list[Item]:
    """The lines of a Markdown text that lies inside of a file, without rules and tags that only open or close.

    A tag's line belongs to the item that it opens or closes, and a rule to the item above.
    """
    items: list[Item] = []
    lines = Lines(text[inside.start : inside.end])
    opening, parted, fence = -1, False, ""
    for place, raw in zip(lines.spans, lines, strict=True):
        line = raw.strip()
        if not line:
            continue
        body = Span(start=inside.start + place.start, end=inside.start + place.end)
        mark = _FENCE.match(raw)
        seen, level, hrefs = ("", 0, ()) if fence or mark else _seen(raw)
        rule = not fence and bool(_RULE.match(raw))
        if fence or mark or (seen and not rule):
            start = opening if opening >= 0 else body.start
            inert = bool(fence or mark) or (not level and bool(_INERT.match(raw)))
            items.append(
                Item(
                    text=raw if fence or mark else seen,
                    span=Span(start=start, end=body.end),
                    body=body,
                    level=level,
                    hrefs=hrefs,
                    parted=parted,
                    inert=inert,
                )
            )
            opening, parted = -1, False
        elif items and opening < 0 and (rule or _closes(line)):
            items[-1] = replace(items[-1], span=Span(start=items[-1].span.start, end=body.end))
            parted = parted or rule
        else:
            opening, parted = (opening if opening >= 0 else body.start), parted or rule
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
    if opening >= 0 and items:
        items[-1] = replace(items[-1], span=Span(start=items[-1].span.start, end=inside.end))
    return items


def _closes(line: str) -> bool:
    return line.startswith("</") or bool(re.match(r"\{%[ \t]*end", line))


def _seen(raw: str) -> tuple[str, int, tuple[str, ...]]:
    """What a reader sees of a line, the level of a heading, and the addresses of links."""
    tags = list(HEXO_TAG.finditer(raw))
    if tags and not HEXO_TAG.sub("", raw).strip():
        return " ".join(tag[2].strip() for tag in tags if not tag[1].startswith("end")).strip(), 0, ()
    bare = _MARKS.sub("", raw, count=1)
    heading = _HEADING.match(bare)
    bare = bare[heading.end() :] if heading else bare
    if bare.lstrip().startswith("<"):
        bare = _TAG.sub("", bare)
    found, hrefs = scan(bare.strip())
    return "".join(line.text for line in found).strip(), len(heading[1]) if heading else 0, tuple(hrefs)


def content(source: Source, items: Sequence[Item], part: Part) -> tuple[str, tuple[Block, ...]]:
    """Text and blocks of a part of a page or of Markdown; fields and titles have no blocks."""
    chosen, label = items[part.first : part.last + 1], part.label
    if label and label >= len(chosen[0].text.rstrip()):
        chosen, label = chosen[1:], 0
    prose = part.kind.startswith(("analysis_", "abstract_"))
    if not prose:
        return "\n".join(item.text for item in chosen)[label:].strip(), ()
    flows = list(_flows(source, chosen))
    if label and flows:
        flows[0] = _without(flows[0], chosen[0].text[:label], source.text)
    blocks = structure.marked_blocks([_paired(block) for block in blocks] for blocks in flows)
    return "\n".join(block.text for block in blocks), blocks


def _flows(source: Source, items: Sequence[Item]) -> Iterator[tuple[Block, ...]]:
    """The blocks of each flow; neighbouring lines of Markdown are parsed together."""
    for marked, group in groupby(items, key=lambda item: item.flow is None):
        part = list(group)
        if marked:
            start, end = part[0].body.start, part[-1].body.end
            yield from (flow.blocks for flow in markdown_flow.flows(source.text[start:end], start))
        else:
            # A quote mark that stands alone was an empty line of a quotation.
            yield from (item.flow.blocks for item in part if item.flow and item.text not in (">", "＞"))


def _without(blocks: tuple[Block, ...], label: str, text: str) -> tuple[Block, ...]:
    """Blocks without the label that their first cell begins with."""
    if not blocks:
        return blocks
    span, left = blocks[0].span, len(label)
    if text.startswith(label, span.start):
        span = Span(start=span.start + len(label), end=span.end)
    rest: list[Run] = []
    for run in blocks[0].rows[0][0]:
        kept = run.text[left:]
        left = max(0, left - len(run.text))
        if kept:
            rest.append(replace(run, text=kept))
    rows = ((tuple(rest), *blocks[0].rows[0][1:]), *blocks[0].rows[1:])
    return (replace(blocks[0], rows=rows, span=span), *blocks[1:]) if rest else blocks[1:]


def _paired(block: Block) -> Block:
    """The block with the two marks of a run as bold: where other bold was rendered, it parts marks that are no pair."""
    if block.kind == "preformatted" or "**" not in block.text:
        return block
    return replace(block, rows=tuple(tuple(_paired_runs(cell) for cell in row) for row in block.rows))


def _paired_runs(cell: Cell) -> Cell:
    runs: list[Run] = []
    for run in cell:
        parts = _BOLD.split(run.text) if run.style == "plain" else []
        if len(parts) == 3 and parts[1].strip():
            runs += (Run(text=part, style=style) for part, style in zip(parts, _STYLES, strict=True) if part)
        else:
            runs.append(run)
    return tuple(runs)
