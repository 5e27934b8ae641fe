"""How many papers a file says it holds, against how many were found in it."""

from __future__ import annotations

import re

from ..model import Problem, Reading
from ..text import Lines, problem
from .base import skin_of

_HEADER = 4000
_STATED = re.compile(
    r"\b(?:papers?\s+found|total\s+papers?|number\s+of\s+papers?|papers?\s+count)\s*[:：*]{1,4}\s*(?P<a>\d{1,4})\b"
    r"|(?:论文总数|推荐总数|论文数量?|收录数量?|篇数)\s*[:：*]{1,4}\s*(?P<b>\d{1,4})(?!\d)"
    r"|(?:精选|收录|共计?|合计|推荐|更新|整理|解读)了?\s*(?P<c>\d{1,4})\s*篇"
    r"|(?<![\d第前./-])(?P<d>\d{1,4})[ \t]?(?:篇(?:论文|文章|深读|精读|简读|速读)|papers\b)",
    re.IGNORECASE,
)


def stated_count(reading: Reading) -> tuple[Problem, ...]:
    """One problem where the numbers stated above the papers, alone or added up, are not what was found."""
    if skin_of(reading.source) == "html":
        return ()  # What stands around the papers of a page counts other things.
    found = len(reading.notes)
    end = min(reading.notes[0].span.start if reading.notes else len(reading.source.text), _HEADER)
    stated = [(int(m[m.lastgroup or 0]), m.start()) for m in _STATED.finditer(reading.source.text, 0, end)]
    numbers = {number for number, _ in stated}
    if not stated or found in numbers or found == sum(numbers):
        return ()
    number, at = max(stated)
    line, column = Lines(reading.source.text).where(at)
    message = f"the file states {number} papers and {found} were found in it; look for what is missing"
    return (problem(reading.source, line, "stated-count", message, column=column),)
