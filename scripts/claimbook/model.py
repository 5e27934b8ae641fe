"""Every record that crosses from one room to another: frozen, slotted, keyword-only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

CELL_BREAK, ROW_BREAK = " | ", "\n"
"""What parts the cells and the rows in the text of a quote's table."""

Severity = Literal["notice", "problem", "refusal"]
NoteKind = Literal["deep", "brief", "digest", "note"]
Status = Literal["complete", "cut", "failed", "damaged"]
BlockKind = Literal["paragraph", "heading", "list", "table", "preformatted"]
RunStyle = Literal["plain", "strong", "code", "citation"]
ValueVerdict = Literal["supported", "missing", "differs"]
How = Literal["", "exact", "word", "converted", "rounded", "absent", "counted", "computed"]
ClaimVerdict = Literal["unchecked", "supported", "partial", "differs", "no-numbers", "no-quote", "own-words"]


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
class Number:
    """A quantity in a text, `text[start:end]`.

    `value` is in base units (万, k, M multiplied out; 42% is 42 with the unit `%`). A soft one is a small
    count (两个, four) that a reader would not ask evidence for. `kind` is the dimension of the unit, as percent,
    points, factor, money, time, data or count; `number` without one.
    """

    text: str
    value: float
    unit: str
    start: int
    end: int
    soft: bool = False
    kind: str = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number of a claim, and what the quote says of it."""

    number: Number
    verdict: ValueVerdict
    how: How
    note: str = ""
    """The arithmetic of a computed or counted value, or what the quote has instead; language-neutral."""
    quote: tuple[int, int] | None = None
    """Where the quote, as the note has it, holds the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Verdict on one claim."""

    verdict: ClaimVerdict
    values: tuple[Value, ...] = ()
    by: str = ""
    """Who corrected the verdict by hand; empty for a computed one."""
    why: str = ""


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
class CleanQuote:
    """A quote as a page shows it: text, MathML and tables in order, each with the raw range it stands for."""

    pieces: tuple[QuotePiece, ...]

    @property
    def text(self) -> str:
        """The cleaned words, cells of a table parted by ` | ` and rows by newlines."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotePiece:
    """A stretch of a cleaned quote. `markup` is MathML that our own code made; `rows` are the cells of a table."""

    text: str
    start: int
    end: int
    markup: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    header: bool = False
    """The first row names the columns."""
    runs: tuple[tuple[int, int, int], ...] = ()
    """Stretches (offset in `text`, raw offset, length) that agree; empty when all of `text` is the raw slice."""

    @property
    def cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Where each cell of `rows` lies in `text`, as `(start, end)`."""
        ranges: list[tuple[tuple[int, int], ...]] = []
        at = 0
        for row in self.rows:
            cells = []
            for cell in row:
                cells.append((at, at + len(cell)))
                at += len(cell) + len(CELL_BREAK)
            at += len(ROW_BREAK) - len(CELL_BREAK)
            ranges.append(tuple(cells))
        return tuple(ranges)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where a cleaned quote holds a number of its claim: `pieces[piece].text[start:end]`."""

    piece: int
    start: int
    end: int
    verdict: ValueVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownQuote:
    """A cleaned quote with the numbers of its claim marked, in order."""

    clean: CleanQuote
    marks: tuple[Mark, ...] = ()


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
class SiteInfo:
    """What the renderers need to know of mkdocs.yml."""

    language: Literal["zh", "en"]
    url: str = ""
    name: str = "Claimbook"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to write: a page source for MkDocs below `docs`, a finished one below `site`, or one for the `index`."""

    path: str
    text: str
    place: Literal["docs", "site", "index"] = "docs"
    """What is for the search index alone is not published as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """A database to write: SQL that makes its tables, rows by the name of their table, SQL to run when all are in."""

    schema: str
    rows: Iterable[tuple[str, tuple[Any, ...]]]
    finish: str = ""
