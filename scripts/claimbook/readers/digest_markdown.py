"""Digest days as Hexo Markdown: headings with links, bold labels, texts to fold away."""

from __future__ import annotations

import re

from ..model import Reading, Source, Span
from ..text import Lines
from .base import Reader, find_date, skin_of
from .digest import FIELDS, Skin
from .digest_markup import content, markdown_items
from .digest_reading import read_items
from .html_flow import HEXO_TAG

FORMAT = "digest-markdown"
SKIN = Skin(format=FORMAT, marked=True, content=content)
_FIELD = re.compile(rf"\*\*(?:{'|'.join(FIELDS[2:6])})(?::\*\*|：\*\*|\*\*\s*[:：])")
_HEADING = re.compile(r"#{1,3} +(?:Latest Papers|\S.{0,40}? Domain Papers)\s*\Z")
_ANY_HEADING = re.compile(r"#{2,4} +\S")
_ORIGIN = re.compile(r">? ?数据来源[:：]")


def _accepts(source: Source, lines: Lines) -> bool:
    """The labels or the fixed headings of such a day, in a file that is no page."""
    if skin_of(source) == "html":
        return False

    def has(pattern: re.Pattern[str]) -> bool:
        return any(pattern.match(line) for line in lines)

    if has(_HEADING) and has(_ORIGIN):
        return True
    folded = any(tag[1] == "hideToggle" for tag in HEXO_TAG.finditer(source.text))
    return has(_FIELD) and (folded or has(_ANY_HEADING))


def _front(lines: Lines) -> tuple[int, str]:
    """How many lines the front matter has, and the day in its title; its `date` is that of the site's template."""
    first = next((i for i in range(len(lines)) if lines[i].strip()), len(lines))
    if first == len(lines) or lines[first].strip() != "---":
        return 0, ""
    for index in range(first + 1, min(len(lines), first + 200)):
        if lines[index].strip() == "---":
            titles = (lines[i] for i in range(first, index) if lines[i].lower().startswith("title:"))
            return index + 1, find_date(next(titles, ""))
        if lines[index].startswith("#"):
            break
    return 0, ""


def _read(source: Source, lines: Lines) -> Reading:
    count, date = _front(lines)
    regions = []
    start = 0
    if count:
        regions.append(("header", lines.span(0, count - 1)))
        start = lines.spans[count - 1].end
    items = markdown_items(source.text, Span(start=start, end=len(source.text)))
    return read_items(source, lines, SKIN, items, date=date, regions=regions)


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
