"""The distinctive figures of a note: those that two texts hardly share by chance."""

from __future__ import annotations

import re

from ..model import Note, Number
from .numbers import numbers

_SILENT = ("title", "metadata", "boilerplate", "disclaimer", "analysis_related")
"""Sections that are not the note's own words on this paper; related work has the figures of others."""
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def figures(note: Note) -> frozenset[str]:
    """Values, each with its dimension, that have decimals or three digits and are neither round nor a year."""
    return frozenset(
        f"{number.value:.10g} {number.kind}"
        for section in note.sections
        if section.kind not in _SILENT
        for number in numbers(section.text)
        if _is_distinctive(number)
    )


def _is_distinctive(number: Number) -> bool:
    found = _DIGITS.search(number.text)
    digits = found[0].replace(",", "") if found else ""
    is_year = digits.isdigit() and 1900 <= int(digits) <= 2100 and number.kind == "number"
    many = "." in digits or len(digits) > 2
    return many and not is_year and len(digits.replace(".", "").strip("0")) > 1
