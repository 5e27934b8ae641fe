"""Records of what a file says: sources, notes, their sections and claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["notice", "problem", "refusal"]
NoteKind = Literal["deep", "brief", "digest", "note"]
Status = Literal["complete", "cut", "failed", "damaged"]
BlockKind = Literal["paragraph", "heading", "list", "table", "preformatted"]
RunStyle = Literal["plain", "strong", "code", "citation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Half-open range of characters, `source.text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One note file, decoded once; every span indexes `text`, which keeps its own newlines."""

    path: str
    """POSIX path below the notes folder."""
    text: str
    sha256: str
    """Of the bytes on disk."""
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A finding that a person can act on; printed as `path:line:column code message`."""

    path: str
    line: int
    column: int
    code: str
    severity: Severity
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.code} {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Text as a reader extracted it, and the raw characters it stands for."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of text in one style."""

    text: str
    style: RunStyle = "plain"


Cell = tuple[Run, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A piece of a section: `rows` of cells, one by one but for lists (n by 1) and tables (n by k).

    The first row of a table is its header. `span` covers the raw lines the block stands for.
    """

    kind: BlockKind
    span: Span
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def text(self) -> str:
        """The block's words; cells are parted by a tab, rows by a newline."""
        return "\n".join("\t".join("".join(run.text for run in cell) for cell in row) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a note. `text` has neither heading nor label; `span` covers the whole lines of both."""

    kind: str
    heading: str
    span: Span
    text: str
    blocks: tuple[Block, ...] = ()
    cut: bool = False
    """The text ends in the middle of a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteClaim:
    """A numbered claim and the verbatim sentence of the paper given for it."""

    number: int
    text: Passage
    quote: Passage | None
    origin: Literal["quoted", "own-words", "note"] = "quoted"
    """`own-words`: the claim is the paper's own sentence; `note`: the note's words without a quote."""
    translation: Passage | None = None
    """What the note's translation has for a claim in the paper's own words, where that is certain."""
    translation_differs: bool = False
    """The translation's figures are not those of the claim."""
    remarks: tuple[tuple[str, str], ...] = ()
    """What else the note says of this claim, as a name and a text: further columns of a table, the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What a note states about its paper; an empty value was not stated."""

    title: str = ""
    arxiv_id: str = ""
    """Without the version."""
    doi: str = ""
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    pdf_url: str = ""
    abs_url: str = ""
    group: str = ""
    """The heading of the day under which the paper stood, such as `Agent`."""
    badges: tuple[str, ...] = ()
    """What the day's page put beside the title: who made it, votes, topics."""
    other_titles: tuple[str, ...] = ()
    """The title in another language, or the heading that the note's writer gave it."""
    keywords: tuple[str, ...] = ()
    """Free tags of the note; not those of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What one file says about one paper."""

    source: str
    sha256: str
    """Of the note's own text, `source.text[span]`."""
    format: str
    kind: NoteKind
    date: str
    """ISO date of the day the note was taken, or empty."""
    status: Status
    span: Span
    start_line: int
    end_line: int
    position: int
    """1-based place among the notes of its file."""
    metadata: Metadata
    sections: tuple[Section, ...]
    claims: tuple[NoteClaim, ...]

    def section(self, kind: str) -> Section | None:
        """The first section of that kind."""
        return next((s for s in self.sections if s.kind == kind), None)

    def text_of(self, *kinds: str) -> str:
        """The texts of all sections of these kinds, in source order."""
        return "\n".join(s.text for s in self.sections if s.kind in kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Lines of a file that belong to no paper, and why."""

    kind: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that a reader found in one file."""

    source: Source
    format: str
    notes: tuple[Note, ...] = ()
    regions: tuple[Region, ...] = ()
    problems: tuple[Problem, ...] = ()
