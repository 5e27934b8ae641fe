"""Records of what a person set beside the notes, and of the site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .claims import Check


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word or phrase of the field that speaks for a tag."""

    text: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TagDefinition:
    """One tag of the vocabulary."""

    id: str
    zh: str
    en: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkDefinition:
    """A known benchmark or data set."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What a person set for one paper; None leaves the computed value."""

    title: str | None = None
    name: str | None = None
    tags: tuple[str, ...] | None = None
    benchmarks: tuple[str, ...] | None = None
    id: str | None = None
    arxiv_id: str | None = None
    same_as: str | None = None
    not_same_as: tuple[str, ...] = ()
    hide: bool = False
    verdicts: Mapping[str, Check] = field(default_factory=dict)
    """By claim anchor; `by` and `why` are always given."""
    line: int = field(default=1, compare=False)
    """Where it stands in the file of overrides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The vocabularies and hand corrections beside the notes."""

    tags: tuple[TagDefinition, ...] = ()
    benchmarks: tuple[BenchmarkDefinition, ...] = ()
    overrides: Mapping[str, Override] = field(default_factory=dict)
    """By paper id, `source:line` of the note's first line, or URL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteInfo:
    """What the renderers need to know of mkdocs.yml."""

    language: Literal["zh", "en"]
    url: str = ""
    name: str = "Claimbook"
