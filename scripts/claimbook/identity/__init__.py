"""From notes to papers: a pure function of the old ledger and the notes gives papers and the new ledger."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .. import paths
from ..model import Claim, Note, Override, Paper, Problem, Redirect
from . import anchors
from .ledger import Ledger, LedgerEntry, LedgerNote
from .matching import Known, match, note_print
from .sketch import Sketch

__all__ = ["Ledger", "Resolution", "resolve"]

_NO_OVERRIDE = Override()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Papers, newest first, with the ledger that holds them; `overrides` is by paper id."""

    papers: tuple[Paper, ...]
    overrides: Mapping[str, Override]
    ledger: Ledger
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class _Seen:
    """A note on its way to a paper; `old` is the id under which the ledger has it, or empty."""

    note: Note
    print: Sketch
    id: str
    old: str
    known: Known | None
    override: Override


@dataclass(slots=True)
class _Work:
    """The ledger while it is rewritten."""

    papers: dict[str, LedgerEntry]
    redirects: dict[str, Redirect]
    retired: dict[str, LedgerEntry]
    problems: list[Problem] = field(default_factory=list)

    def urls(self) -> set[str]:
        return {e.url for part in (self.papers, self.retired) for e in part.values()} | set(self.redirects)


def resolve(
    notes: Sequence[Note],
    ledger: Ledger,
    overrides: Mapping[str, Override],
    name_of: Callable[[Note], str],
    ledger_path: str,
) -> Resolution:
    """Group notes into papers and give each the address and anchors it had, or new ones.

    `name_of` gives the word for a new paper's address where it has no public id. A paper that the
    ledger knows and no note speaks of any more is a refusal, unless its line is under `retired`.
    """
    work = _Work(dict(ledger.papers), dict(ledger.redirects), dict(ledger.retired))
    seen = _identify(notes, ledger, overrides)
    _join(seen, work)
    groups: dict[str, list[_Seen]] = defaultdict(list)
    for one in seen:
        groups[one.id].append(one)
    _carry_over(groups, work)
    papers, by_id = [], {}
    for identity, group in groups.items():
        by_id[identity] = next((one.override for one in group if one.override != _NO_OVERRIDE), _NO_OVERRIDE)
        paper = _paper(identity, group, work, name_of)
        if not by_id[identity].hide:
            papers.append(paper)
    _report_unknown(overrides, seen, work)
    for identity, entry in work.papers.items():
        if identity not in groups:
            work.problems.append(_lost(identity, entry, ledger_path))
    papers.sort(key=lambda p: (p.notes[0].source, p.notes[0].position))
    papers.sort(key=lambda p: p.date, reverse=True)
    new = Ledger(papers=work.papers, redirects=work.redirects, retired=work.retired)
    return Resolution(papers=tuple(papers), overrides=by_id, ledger=new, problems=tuple(work.problems))


def _public_id(note: Note) -> str:
    return note.metadata.arxiv_id or note.metadata.doi


def _identify(notes: Sequence[Note], ledger: Ledger, overrides: Mapping[str, Override]) -> list[_Seen]:
    """Give each note the id it has by itself: public, known from the ledger, or new."""
    unknown = [i for i, note in enumerate(notes) if _public_id(note) not in ledger.papers]
    prints = {index: note_print(notes[index]) for index in unknown}
    found = match([(notes[index], prints[index]) for index in unknown], ledger)
    known = {unknown[index]: record for index, record in found.items()}
    names = _names(ledger, {_public_id(note) for note in notes})
    asked = {key.rstrip("/"): override for key, override in overrides.items()}
    seen = []
    for index, note in enumerate(notes):
        record, public, place = known.get(index), _public_id(note), f"{note.source}:{note.start_line}"
        if record and set(names[record.paper]) & set(asked.get(place, _NO_OVERRIDE).not_same_as):
            record = None
        own = record.paper if record else f"n{paths.digest(note.sha256)}"
        keys = (public, *names.get(public, ()), own, *names.get(own, ()), place)
        override = next((asked[key] for key in keys if key in asked), _NO_OVERRIDE)
        identity = override.id or override.arxiv_id or public or own
        old = record.paper if record else public if public in names else ""
        seen.append(_Seen(note, () if public else prints[index], identity, old, record, override))
    return seen


def _names(ledger: Ledger, public: set[str]) -> dict[str, tuple[str, ...]]:
    """By paper: its id and address, and those it had before, unless another paper has them now."""
    entries = {**ledger.retired, **ledger.papers}
    moved: dict[str, list[str]] = defaultdict(list)
    for redirect in ledger.redirects.values():
        moved[redirect.to].append(redirect.url.rstrip("/"))
    return {
        key: (key, entry.url.rstrip("/"), *moved[entry.url], *(n for n in entry.was if n not in {*entries, *public}))
        for key, entry in entries.items()
    }


def _join(seen: list[_Seen], work: _Work) -> None:
    """Follow `same-as`, which may name a paper by its id, its address, or the place of a note."""
    known = _names(Ledger(papers=work.papers, redirects=work.redirects), set())
    targets = {name: identity for identity, names in known.items() for name in names}
    targets |= {name: one.id for one in seen for name in (one.id, f"{one.note.source}:{one.note.start_line}")}
    leads: dict[str, str] = {}
    for one in seen:
        if (wanted := one.override.same_as) is None:
            continue
        target = targets.get(wanted.rstrip("/"))
        if target is None:
            message = f"same-as names “{wanted}”, which is no paper's id, address or file:line"
            work.problems.append(_override_problem(message))
        elif one.id in _path(leads, target) and target != one.id:
            message = f"same-as of “{one.id}” and “{wanted}” lead in a circle; keep the one on the paper to give up"
            work.problems.append(_override_problem(message))
        elif target != one.id:
            leads[one.id] = target
    for one in seen:
        if one.override.same_as is not None:
            one.id = _path(leads, one.id)[-1]


def _path(leads: Mapping[str, str], start: str) -> list[str]:
    path = [start]
    while path[-1] in leads:
        path.append(leads[path[-1]])
    return path


def _override_problem(message: str) -> Problem:
    return Problem(path="overrides.yml", line=1, column=1, code="bad-override", severity="problem", message=message)


def _report_unknown(overrides: Mapping[str, Override], seen: Iterable[_Seen], work: _Work) -> None:
    used = {id(one.override) for one in seen}
    for key, override in overrides.items():
        if id(override) not in used:
            message = f"“{key}” is no paper's id, address or file:line; correct or delete the entry"
            work.problems.append(_override_problem(message))


def _carry_over(groups: Mapping[str, list[_Seen]], work: _Work) -> None:
    """Where notes of a known paper now have another id, move its record there and leave a redirect."""
    for identity, group in groups.items():
        if identity in work.retired and identity not in work.papers:
            work.papers[identity] = work.retired.pop(identity)
        for one in group:
            old = one.old or identity
            if old in work.retired and old not in work.papers:
                work.papers[old] = work.retired.pop(old)
            if old != identity and old not in groups and old in work.papers:
                _move(old, identity, work)


def _move(old: str, new: str, work: _Work) -> None:
    entry = work.papers.pop(old)
    target = work.papers.get(new)
    prefix = _free_prefix(target.notes) if target else ""
    moved = tuple(
        dataclasses.replace(
            note,
            prefix=prefix + note.prefix,
            claims={prefix + anchor: claim for anchor, claim in note.claims.items()},
        )
        for note in entry.notes
    )
    url = target.url if target else paths.paper_url(new)
    notes, was = (target.notes, target.was) if target else ((), ())
    work.papers[new] = LedgerEntry(url=url, notes=(*notes, *moved), was=(*was, *entry.was, old))
    for source, redirect in work.redirects.items():
        if redirect.to == entry.url:
            work.redirects[source] = Redirect(url=source, to=url, prefix=prefix + redirect.prefix)
    if entry.url != url:
        work.redirects[entry.url] = Redirect(url=entry.url, to=url, prefix=prefix)
        work.redirects.pop(url, None)


def _free_prefix(notes: Iterable[LedgerNote]) -> str:
    """Empty for the first note of a paper, then `n2-`, `n3-`, as recorded."""
    taken = {note.prefix for note in notes}
    if "" not in taken:
        return ""
    number = 2
    while f"n{number}-" in taken:
        number += 1
    return f"n{number}-"


def _paper(identity: str, group: list[_Seen], work: _Work, name_of: Callable[[Note], str]) -> Paper:
    """The paper of a group of notes; its ledger entry is renewed."""
    group = sorted(group, key=lambda one: (one.note.date, one.note.source, one.note.position))
    entry = work.papers.get(identity)
    url = entry.url if entry else _mint(identity, group[0], work, name_of)
    free = list(entry.notes) if entry else []
    records: list[LedgerNote] = []
    claims: list[tuple[Claim, ...]] = []
    for one, old in zip(group, _records(group, free), strict=True):
        prefix = old.prefix if old else _free_prefix([*free, *records])
        given, record = anchors.assign(one.note, old, prefix)
        records.append(dataclasses.replace(record, print=one.print))
        claims.append(
            tuple(Claim(anchor=a, note=one.note, claim=c) for a, c in zip(given, one.note.claims, strict=True))
        )
    gone = [note for note in free if note.prefix not in {record.prefix for record in records}]
    kept = tuple(sorted([*records, *gone], key=lambda note: note.prefix))
    work.papers[identity] = LedgerEntry(url=url, notes=kept, was=entry.was if entry else ())
    newest_first = [one.note for one in reversed(group)]
    return Paper(
        id=identity, url=url, notes=tuple(newest_first), claims=tuple(c for part in reversed(claims) for c in part)
    )


def _records(group: Sequence[_Seen], free: Sequence[LedgerNote]) -> list[LedgerNote | None]:
    """The ledger's record of each note of a paper; the surest pairs first."""
    sources = {one.note.source for one in group}
    pairs = [
        (rank, index, place)
        for index, one in enumerate(group)
        for place, record in enumerate(free)
        if (rank := _rank(one, record, sources)) is not None
    ]
    found: list[LedgerNote | None] = [None] * len(group)
    used = set()
    for _, index, place in sorted(pairs):
        if found[index] is None and place not in used:
            found[index] = free[place]
            used.add(place)
    return found


def _rank(one: _Seen, record: LedgerNote, sources: set[str]) -> tuple[int, int] | None:
    """How surely a record is that of a note: known by its text, by its claims, by its file, or by a file now gone."""
    here = record.source == one.note.source
    known = one.known.note if one.known else None
    if known and known.source == record.source and list(known.claims.values()) == list(record.claims.values()):
        return 0, 0
    if claims := anchors.shared(one.note, record):
        return (1 if here else 2), -claims
    if here:
        return 3, 0
    return None if record.source in sources else (4, 0)


def _mint(identity: str, first: _Seen, work: _Work, name_of: Callable[[Note], str]) -> str:
    if _public_id(first.note) or first.override.arxiv_id or first.override.id:
        url = paths.paper_url(identity)
    else:
        url = paths.minted_url(first.note.date, name_of(first.note), identity)
    return url if url not in work.urls() else f"{url.rstrip('/')}-{paths.digest(identity, 6)}/"


def _lost(identity: str, entry: LedgerEntry, path: str) -> Problem:
    files = ", ".join(sorted({note.source for note in entry.notes}))
    message = (
        f"no note speaks of “{identity}” any more ({entry.url}, last in {files}): "
        "restore the note, or move this paper's line from papers to retired"
    )
    return Problem(path=path, line=1, column=1, code="lost-permalink", severity="refusal", message=message)
