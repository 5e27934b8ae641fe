"""Records of what a run reports and writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from .notes import Problem

Place = Literal["docs", "site", "index"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """What was taken from one file of the notes folder, and what is to be said of it."""

    path: str
    format: str = ""
    """Empty where no reader took it."""
    encoding: str = ""
    """Empty where it was not read."""
    skipped: str = ""
    """Why no paper was taken from it; empty where one was."""
    papers: int = 0
    """Notes found in it, each on one paper."""
    new: int = 0
    """Those whose paper the ledger did not have."""
    merged: int = 0
    """Those that joined the page of an older note."""
    lines: int = 0
    """Lines that are not blank; the next four are where they went."""
    in_papers: int = 0
    header: int = 0
    boilerplate: int = 0
    unclaimed: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to write: a page source for MkDocs below `docs`, a finished one below `site`, or one for the `index`."""

    path: str
    text: str
    place: Place = "docs"
    """What is for the search index alone is not published as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """A database to write: SQL that makes its tables, rows by the name of their table, SQL to run when all are in."""

    schema: str
    rows: Iterable[tuple[str, tuple[Any, ...]]]
    finish: str = ""
