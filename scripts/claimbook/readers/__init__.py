"""From one file to its notes: the table of formats, and the choice among them."""

from __future__ import annotations

import dataclasses

from ..model import Problem, Reading, Source
from ..text import Lines, problem
from . import deep_html, deep_text, digest_generic, digest_html, digest_markdown, digest_text, paper_markdown
from .accounting import unclaimed_problems
from .base import Reader, skin_of
from .counts import stated_count
from .not_notes import LIKELY, SURE, not_a_note

READERS: tuple[Reader, ...] = (
    deep_text.READER,
    deep_html.READER,
    digest_text.READER,
    digest_html.READER,
    digest_markdown.READER,
    paper_markdown.READER,
    digest_generic.READER,
)
GENERIC = digest_generic.READER


def identify(source: Source, lines: Lines) -> tuple[Reader, ...]:
    """The readers that take this file; one, when all is well. The generic one is asked when no other does."""
    specific = tuple(reader for reader in READERS if reader is not GENERIC and reader.accepts(source, lines))
    return specific or ((GENERIC,) if GENERIC.accepts(source, lines) else ())


def read(source: Source) -> Reading:
    """Read one file. Never raises for bad input: what is wrong with it is in `problems`."""
    lines = Lines(source.text)
    if not source.text.strip():
        return _nothing(source, problem(source, 1, "empty-file", "the file is empty; fill it or delete it"))
    readers = identify(source, lines)
    if readers in ((), (GENERIC,)) and (nothing := not_a_note(source, lines, SURE if readers else SURE + LIKELY)):
        return nothing
    if len(readers) != 1:
        return _nothing(source, _unidentified(source, lines, readers))
    reading = readers[0].read(source, lines)
    found = unclaimed_problems(reading, lines)
    if readers[0] is not paper_markdown.READER:
        found += stated_count(reading)
    if not reading.notes and not reading.problems:
        found += (_no_paper(source),)
    problems = sorted((*reading.problems, *found), key=lambda p: (p.line, p.column))
    return dataclasses.replace(reading, problems=tuple(problems))


def _no_paper(source: Source) -> Problem:
    """A whole page, or Markdown, with the frame of a day and nothing in it is an empty day; a text may be cut."""
    skin = skin_of(source)
    if skin == "markdown" or (skin == "html" and "</html" in source.text.lower()):
        message = "this is no note but an empty day: it has the head of a day and no paper"
        return problem(source, 1, "not-a-note", message, severity="notice")
    message = "the file has the head of a note but no paper below it; add one or delete the file"
    return problem(source, 1, "no-paper", message)


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
