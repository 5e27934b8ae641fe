"""Records of papers and of what was computed about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .claims import Check, ShownQuote
from .notes import Note, NoteClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim of a paper under its lasting anchor."""

    anchor: str
    note: Note
    claim: NoteClaim
    also: tuple[str, ...] = ()
    """Anchors that the same claim was given where a repeated note has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One identity and the notes that speak of it, newest first."""

    id: str
    url: str
    """Relative to the site's root, with a trailing slash."""
    notes: tuple[Note, ...]
    claims: tuple[Claim, ...]
    repeats: tuple[tuple[Note, ...], ...] = ()
    """For each of `notes` the further notes with the same text, which are told of and not shown; empty for none."""

    @property
    def all_notes(self) -> tuple[Note, ...]:
        """The notes and their repeats, newest first."""
        notes = (*self.notes, *(note for part in self.repeats for note in part))
        return tuple(sorted(notes, key=lambda note: note.date, reverse=True))

    @property
    def date(self) -> str:
        """Day of the newest note."""
        return self.all_notes[0].date

    def repeats_of(self, note: Note) -> tuple[Note, ...]:
        """The further notes with the text of a shown one."""
        return next((part for shown, part in zip(self.notes, self.repeats, strict=False) if shown is note), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """How a paper is called, and where the title comes from."""

    title: str
    title_source: Literal["note", "derived", "override"]
    name: str = ""
    other_names: tuple[str, ...] = ()
    subtitle: str = ""
    """What the named thing is, in the note's language; empty where the note does not say it shortly."""

    @property
    def head(self) -> str:
        """The title without its subtitle."""
        if self.subtitle and self.title.endswith(self.subtitle):
            return self.title.removesuffix(self.subtitle).rstrip(" ：:") or self.title
        return self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag of a paper with the terms that gave it, strongest first."""

    id: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A benchmark or data set under its canonical name; `slug` is its identity."""

    name: str
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkFindings:
    """The benchmarks a note reports numbers on, those it only mentions, and those of each claim."""

    reported: tuple[Benchmark, ...] = ()
    mentioned: tuple[Benchmark, ...] = ()
    by_anchor: Mapping[str, tuple[Benchmark, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a claim says a named system scores on a benchmark; `text` is the value as the claim writes it."""

    benchmark: str
    """Slug."""
    system: str
    value: float
    text: str
    unit: str
    anchor: str
    start: int
    """Where the number begins in the text of the claim."""
    metric: str = ""
    """The words the claim gives for what was measured; often none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Different values that papers report for one system on one benchmark, as `(paper id, result)`, newest first."""

    benchmark: str
    system: str
    reports: tuple[tuple[str, Result], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What was computed about a paper."""

    naming: Naming
    tags: tuple[Tag, ...]
    benchmarks: BenchmarkFindings
    checks: Mapping[str, Check] = field(default_factory=dict)
    """By claim anchor."""
    quotes: Mapping[str, ShownQuote] = field(default_factory=dict)
    """By claim anchor, for claims with a quote."""
    results: tuple[Result, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    """Where other papers report other values than this one."""
    systems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What each claim names, by its anchor."""
    related: tuple[str, ...] = ()
    """Ids of the nearest papers, nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A paper beside its facts, as the renderers get it."""

    paper: Paper
    facts: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """An address that moved: the old one, the new one, and what to put before a claim's anchor."""

    url: str
    to: str
    prefix: str = ""
