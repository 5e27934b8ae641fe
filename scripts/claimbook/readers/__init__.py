"""From one file to its notes: the table of formats, and the choice among them."""

from __future__ import annotations

import dataclasses

from ..model import Problem, Reading, Source
from ..text import Lines, problem
from . import deep_text, digest_text
from .accounting import unclaimed_problems
from .base import Reader

READERS: tuple[Reader, ...] = (deep_text.READER, digest_text.READER)


def identify(source: Source, lines: Lines) -> tuple[Reader, ...]:
    """The readers that take this file; one, when all is well."""
    return tuple(reader for reader in READERS if reader.accepts(source, lines))


def read(source: Source) -> Reading:
    """Read one file. Never raises for bad input: what is wrong with it is in `problems`."""
    lines = Lines(source.text)
    if not source.text.strip():
        return _nothing(source, problem(source, 1, "empty-file", "the file is empty; fill it or delete it"))
    readers = identify(source, lines)
    if len(readers) != 1:
        return _nothing(source, _unidentified(source, lines, readers))
    reading = readers[0].read(source, lines)
    found = unclaimed_problems(reading)
    if not reading.notes and not reading.problems:
        message = "the file has the head of a note but no paper below it; add one or delete the file"
        found += (problem(source, 1, "no-paper", message),)
    return dataclasses.replace(reading, problems=reading.problems + found)


def _unidentified(source: Source, lines: Lines, readers: tuple[Reader, ...]) -> Problem:
    first = next(i for i in range(len(lines)) if lines[i].strip())
    if readers:
        names = " and ".join(reader.name for reader in readers)
        return problem(source, first + 1, "ambiguous-format", f"both {names} take this file; split it by format")
    known = ", ".join(reader.name for reader in READERS)
    start = lines[first].strip()[:40]
    message = (
        f"no known format ({known}) has a file that begins “{start}” and holds such parts; see docs/guide/formats.md"
    )
    return problem(source, first + 1, "unknown-format", message)


def _nothing(source: Source, found: Problem) -> Reading:
    return Reading(source=source, format="", problems=(found,))
