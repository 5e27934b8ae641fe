"""The order of everything, as data: steps make facts, outputs make files; each sees only what it declares."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import identity, readers, screening, settings
from .enrich.benchmarks import benchmarks
from .enrich.claims import checked, shown_quotes
from .enrich.digest_claims import with_claims
from .enrich.disagreements import disagreements
from .enrich.figures import figures
from .enrich.names import naming
from .enrich.related import related
from .enrich.results import results
from .enrich.systems import systems
from .enrich.tags import tags
from .identity import ledger as ledgers
from .model import (
    Database,
    Entry,
    Facts,
    File,
    FileReport,
    Naming,
    Note,
    Override,
    Paper,
    Problem,
    Reading,
    Settings,
    SiteInfo,
    Source,
)
from .render import benchmarks as benchmark_pages
from .render import claims_data, claims_page, data, database, exports, lists, moved, papers, search, search_page, status
from .reports import report, reports
from .store import LEDGER, SETTINGS
from .text import Lines, LineTable, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Makes one fact from the values it names in `needs`; a step after another may need its fact."""

    makes: str
    needs: tuple[str, ...]
    run: Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Makes files from the values it names in `needs`."""

    name: str
    needs: tuple[str, ...]
    run: Callable[..., Iterable[File]]


NOTE_STEPS: tuple[Callable[[Note], Note], ...] = (with_claims,)
"""For each note by itself, before papers are made of the notes: what they add gets lasting anchors."""

PAPER_STEPS = (
    Step(makes="naming", needs=("paper", "override"), run=naming),
    Step(makes="tags", needs=("paper", "naming", "tag_vocabulary", "override"), run=tags),
    Step(makes="checks", needs=("paper", "override"), run=checked),
    Step(makes="quotes", needs=("paper", "checks"), run=shown_quotes),
    Step(makes="benchmarks", needs=("paper", "naming", "known_benchmarks", "override"), run=benchmarks),
    Step(makes="results", needs=("paper", "naming", "benchmarks", "checks", "known_benchmarks"), run=results),
)
"""For each paper by itself."""

CORPUS_STEPS = (
    Step(makes="related", needs=("tags_and_benchmarks",), run=related),
    Step(makes="disagreements", needs=("all_results",), run=disagreements),
    Step(makes="systems", needs=("findings", "known_benchmarks"), run=systems),
)
"""For all papers at once, after the others; each makes a mapping by paper id."""

OUTPUTS = (
    Output(name="papers", needs=("entries", "tag_vocabulary", "site"), run=papers.pages),
    Output(name="lists", needs=("entries", "tag_vocabulary", "site"), run=lists.pages),
    Output(name="benchmarks", needs=("entries", "tag_vocabulary", "site"), run=benchmark_pages.pages),
    Output(name="status", needs=("files", "entries", "site"), run=status.pages),
    Output(name="moved", needs=("redirects", "retired", "site"), run=moved.pages),
    Output(name="data", needs=("entries", "lines", "site"), run=data.files),
    Output(name="exports", needs=("entries",), run=exports.files),
    Output(name="claims", needs=("entries",), run=claims_data.rows),
    Output(name="claims browser", needs=("entries", "site"), run=claims_page.pages),
    Output(name="search page", needs=("site",), run=search_page.pages),
)

INDEX = Output(name="search", needs=("entries", "tag_vocabulary", "site"), run=search.documents)
"""Apart from the others, since `check` has no use for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """All that the notes give before anything is written."""

    readings: tuple[Reading, ...]
    """Without the texts of their sources: `source.text` is empty."""
    lines: Mapping[str, LineTable]
    """Where the lines of each file begin, by its path."""
    files: tuple[FileReport, ...]
    """What was taken from each file, by path."""
    entries: tuple[Entry, ...]
    ledger: ledgers.Ledger
    settings: Settings
    hidden: tuple[str, ...]
    problems: tuple[Problem, ...]


def _run(step: Step | Output, values: Mapping[str, Any]) -> Any:
    return step.run(*(values[name] for name in step.needs))


def parse_settings(texts: Mapping[str, str]) -> tuple[Settings, tuple[Problem, ...]]:
    """Settings from the texts of their files, by name."""
    names = dict(zip(("tags", "benchmarks", "overrides"), SETTINGS, strict=True))
    vocabulary, bad_tags = settings.parse_tags(names["tags"], texts[names["tags"]])
    known, bad_benchmarks = settings.parse_benchmarks(names["benchmarks"], texts[names["benchmarks"]])
    overrides, bad_overrides = settings.parse_overrides(names["overrides"], texts[names["overrides"]])
    parsed = Settings(tags=vocabulary, benchmarks=known, overrides=overrides)
    return parsed, (*bad_tags, *bad_benchmarks, *bad_overrides)


def read(source: Source) -> Reading:
    """Read one file, take out what is not for the public, and give its notes what every note has."""
    reading = screening.screen(readers.read(source))
    notes = reading.notes
    for step in NOTE_STEPS:
        notes = tuple(map(step, notes))
    return dataclasses.replace(reading, notes=notes)


def assemble(found: Iterable[Source | Problem], texts: Mapping[str, str]) -> Library:
    """From notes, one by one, and the texts of settings and ledger to papers with their facts. Touches no disk.

    What could not be read comes as a problem. The text of a file is let go when it was read.
    """
    chosen, problems = parse_settings(texts)
    old, bad_ledger = ledgers.parse(LEDGER, texts[LEDGER])
    shelf = _Shelf()
    for item in found:
        shelf.add(item)
    notes = [note for reading in shelf.readings for note in reading.notes]
    names = _Names()
    marks = identity.Marks(names=names.keys, figures=figures)
    resolution = identity.resolve(notes, old, chosen.overrides, names.for_address, LEDGER, marks)
    of_files = [*shelf.problems, *resolution.problems]
    shown = {paper.url for paper in resolution.papers}
    hidden = [entry.url for entry in resolution.ledger.papers.values() if entry.url not in shown]
    return Library(
        readings=tuple(shelf.readings),
        lines=shelf.lines,
        files=reports(shelf.drafts.values(), resolution.standing, of_files),
        entries=_entries(resolution, chosen),
        ledger=resolution.ledger,
        settings=chosen,
        hidden=tuple(hidden),
        problems=(*problems, *bad_ledger, *of_files),
    )


class _Shelf:
    """The files read so far, without their texts."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.lines: dict[str, LineTable] = {}
        self.drafts: dict[str, FileReport] = {}
        self.problems: list[Problem] = []

    def add(self, item: Source | Problem) -> None:
        """Read a file, or note down that it could not be read."""
        if isinstance(item, Problem):
            self.problems.append(item)
            self.drafts.setdefault(item.path, FileReport(path=item.path))
            return
        reading = read(item)
        self.lines[item.path] = LineTable(Lines(item.text).starts)
        self.drafts[item.path] = report(reading)
        self.problems += reading.problems
        self.readings.append(dataclasses.replace(reading, source=dataclasses.replace(item, text="")))


class _Names:
    """How single notes call their papers, which takes as long to find as a note to read."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], Naming] = {}

    def of(self, note: Note) -> Naming:
        """Naming of a paper that has this note alone."""
        place = note.source, note.position
        if place not in self._known:
            self._known[place] = naming(Paper(id="", url="", notes=(note,), claims=()), Override())
        return self._known[place]

    def for_address(self, note: Note) -> str:
        """Word for the address of a paper that gets its first; later and better names do not change it."""
        return self.of(note).name or self.of(note).title

    def keys(self, note: Note) -> tuple[str, ...]:
        """Folded names of what a note's paper brings; two letters are hardly a name."""
        found = self.of(note)
        return tuple(key for name in (found.name, *found.other_names) if len(key := fold(name)) > 2)


def _entries(resolution: identity.Resolution, chosen: Settings) -> tuple[Entry, ...]:
    facts: dict[str, dict[str, Any]] = {}
    for paper in resolution.papers:
        values: dict[str, Any] = {
            "paper": paper,
            "override": resolution.overrides[paper.id],
            "tag_vocabulary": chosen.tags,
            "known_benchmarks": chosen.benchmarks,
        }
        made = facts[paper.id] = {}
        for step in PAPER_STEPS:
            made[step.makes] = values[step.makes] = _run(step, values)
    values = {
        "tags_and_benchmarks": {key: (made["tags"], made["benchmarks"]) for key, made in facts.items()},
        "all_results": {key: made["results"] for key, made in facts.items()},
        "known_benchmarks": chosen.benchmarks,
        "findings": {
            paper.id: (paper, *(facts[paper.id][fact] for fact in ("naming", "benchmarks", "checks", "results")))
            for paper in resolution.papers
        },
    }
    for step in CORPUS_STEPS:
        result = values[step.makes] = _run(step, values)
        for key, value in result.items():
            facts[key][step.makes] = value
    return tuple(Entry(paper=paper, facts=Facts(**facts[paper.id])) for paper in resolution.papers)


def render(library: Library, site: SiteInfo, outputs: Sequence[Output] = OUTPUTS) -> Iterator[File | Problem]:
    """The files of the site one at a time, since together they are larger than the papers; a refusal where two outputs
    claim one path."""
    values = {
        "entries": library.entries,
        "tag_vocabulary": library.settings.tags,
        "lines": library.lines,
        "files": library.files,
        "site": site,
        "redirects": tuple(library.ledger.redirects.values()),
        "retired": (*(entry.url for entry in library.ledger.retired.values()), *library.hidden),
    }
    taken = set()
    for output in outputs:
        for file in _run(output, values):
            if (file.place, file.path) not in taken:
                taken.add((file.place, file.path))
                yield file
                continue
            message = f"two pages claim this address, the second from “{output.name}”; rename one paper or benchmark"
            yield Problem(path=file.path, line=1, column=1, code="colliding-urls", severity="refusal", message=message)


def tables(library: Library) -> Database:
    """The records as a database."""
    return database.database(library.entries, library.lines)


def newest_day(library: Library) -> str:
    """ISO date of the newest note, or empty."""
    return max((entry.paper.date for entry in library.entries), default="")


def dump_ledger(library: Library) -> str:
    """Text of the new permalink ledger."""
    return ledgers.dump(library.ledger)
