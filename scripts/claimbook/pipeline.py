"""The order of everything, as data: steps make facts, outputs make files; each sees only what it declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import identity, readers, settings
from .enrich.benchmarks import benchmarks
from .enrich.names import naming
from .enrich.related import related
from .enrich.tags import tags
from .identity import ledger as ledgers
from .model import Entry, Facts, File, Note, Override, Paper, Problem, Reading, Settings, SiteInfo, Source
from .render import data, lists, moved, papers
from .store import LEDGER, SETTINGS


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


PAPER_STEPS = (
    Step(makes="naming", needs=("paper", "override"), run=naming),
    Step(makes="tags", needs=("paper", "naming", "tag_vocabulary", "override"), run=tags),
    Step(makes="benchmarks", needs=("paper", "naming", "known_benchmarks", "override"), run=benchmarks),
)
"""For each paper by itself."""

CORPUS_STEPS = (Step(makes="related", needs=("tags_and_benchmarks",), run=related),)
"""For all papers at once, after the others; each makes a mapping by paper id."""

OUTPUTS = (
    Output(name="papers", needs=("entries", "tag_vocabulary", "site"), run=papers.pages),
    Output(name="lists", needs=("entries", "tag_vocabulary", "site"), run=lists.pages),
    Output(name="moved", needs=("redirects", "retired", "site"), run=moved.pages),
    Output(name="data", needs=("entries", "sources", "site"), run=data.files),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """All that the notes give before anything is written."""

    readings: tuple[Reading, ...]
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


def assemble(sources: Sequence[Source], texts: Mapping[str, str]) -> Library:
    """From the texts of notes, settings and ledger to papers with their facts. Touches no disk."""
    chosen, problems = parse_settings(texts)
    old, bad_ledger = ledgers.parse(LEDGER, texts[LEDGER])
    readings = tuple(readers.read(source) for source in sources)
    notes = [note for reading in readings for note in reading.notes]
    resolution = identity.resolve(notes, old, chosen.overrides, _name_for_address, LEDGER)
    found = [*problems, *bad_ledger, *(p for reading in readings for p in reading.problems), *resolution.problems]
    shown = {paper.url for paper in resolution.papers}
    hidden = [entry.url for entry in resolution.ledger.papers.values() if entry.url not in shown]
    return Library(
        readings=readings,
        entries=_entries(resolution, chosen),
        ledger=resolution.ledger,
        settings=chosen,
        hidden=tuple(hidden),
        problems=tuple(found),
    )


def _name_for_address(note: Note) -> str:
    """Word for the address of a paper that gets its first; later and better names do not change it."""
    found = naming(Paper(id="", url="", notes=(note,), claims=()), Override())
    return found.name or found.title


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
    values = {"tags_and_benchmarks": {key: (made["tags"], made["benchmarks"]) for key, made in facts.items()}}
    for step in CORPUS_STEPS:
        result = values[step.makes] = _run(step, values)
        for key, value in result.items():
            facts[key][step.makes] = value
    return tuple(Entry(paper=paper, facts=Facts(**facts[paper.id])) for paper in resolution.papers)


def render(library: Library, site: SiteInfo) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """All files of the site, in memory; two outputs that claim one path are a refusal."""
    values: dict[str, Any] = {
        "entries": library.entries,
        "tag_vocabulary": library.settings.tags,
        "sources": tuple(reading.source for reading in library.readings),
        "site": site,
        "redirects": tuple(library.ledger.redirects.values()),
        "retired": (*(entry.url for entry in library.ledger.retired.values()), *library.hidden),
    }
    files: dict[tuple[str, str], File] = {}
    problems = []
    for output in OUTPUTS:
        for file in _run(output, values):
            if files.setdefault((file.place, file.path), file) is not file:
                message = (
                    f"two pages claim this address, the second from “{output.name}”; rename one paper or benchmark"
                )
                problems.append(
                    Problem(
                        path=file.path, line=1, column=1, code="colliding-urls", severity="refusal", message=message
                    )
                )
    return tuple(files.values()), tuple(problems)


def newest_day(library: Library) -> str:
    """ISO date of the newest note, or empty."""
    return max((entry.paper.date for entry in library.entries), default="")


def dump_ledger(library: Library) -> str:
    """Text of the new permalink ledger."""
    return ledgers.dump(library.ledger)
