"""Helpers that several kinds of tests share; fixtures are in conftest.py."""

from __future__ import annotations

import dataclasses
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from claimbook import pipeline, store
from claimbook.cli import Folders, load
from claimbook.model import File, SiteInfo, Source
from claimbook.pipeline import Library

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "tests" / "corpus"
SHARED = ROOT.parent / "shared"
"""Real notes and what a careful reader found in them: not part of the project, used where it is there."""


def build(notes: Path, work: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user does; docs and site go below `work`."""
    command = [sys.executable, str(ROOT / "scripts" / "build.py"), *arguments]
    folders = ["--notes", str(notes), "--docs", str(work / "docs"), "--site", str(work / "site")]
    return subprocess.run([*command, *folders], capture_output=True, text=True, encoding="utf-8", check=False)


def library_of(notes: Path) -> Library:
    """Everything the notes of a folder give, without building a site; readings have the texts of their files again."""
    library = load(Folders(notes=notes, docs=notes, site=notes))[0]
    texts = {found.path: found for found in store.notes(notes) if isinstance(found, Source)}
    whole = tuple(dataclasses.replace(reading, source=texts[reading.source.path]) for reading in library.readings)
    return dataclasses.replace(library, readings=whole)


def rendered(library: Library, site: SiteInfo, outputs: Sequence[pipeline.Output] = pipeline.OUTPUTS) -> Iterator[File]:
    """All files of a site in which no two claim one path."""
    for made in pipeline.render(library, site, outputs):
        assert isinstance(made, File), made
        yield made


def source(text: str, path: str = "2026-03-01.txt") -> Source:
    """A note from a text, for tests of readers."""
    return Source(path=path, text=text, sha256="")


def long_text(unit: str, length: int = 200_000) -> str:
    """A unit over and over, so long that steps in the square of the length do not end within what `ends` grants."""
    return unit * (length // len(unit))


@contextmanager
def ends(within: float = 300) -> Iterator[None]:
    """Fail a test whose code has not ended by then, in seconds: a guard against what never ends, no speed limit.

    Code that is right takes about a hundredth of the time on an idle machine, so no other load makes it fail. A loop
    without end, a pattern that backtracks, or a square of a large input takes minutes to years wherever it runs; the
    guard makes that a failure with a traceback into the code instead of a run that hangs. What code costs is a matter
    of `make bench`.
    """

    def stop(*_: object) -> None:
        pytest.fail(f"no end after {within:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, within)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
