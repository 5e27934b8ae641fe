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
    """A note on its way to a paper."""

    note: Note
    id: str
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
    _join(seen, overrides, work)
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
    found = match([(notes[i], note_print(notes[i])) for i in unknown], ledger)
    known = {unknown[index]: record for index, record in found.items()}
    seen = []
    for index, note in enumerate(notes):
        record = known.get(index)
        own = record.paper if record else f"n{paths.digest(note.sha256)}"
        url = next((part[own].url for part in (ledger.papers, ledger.retired) if own in part), "")
        place = f"{note.source}:{note.start_line}"
        keys = (_public_id(note) or own, own, url, url.rstrip("/"), place)
        override = next((overrides[key] for key in keys if key in overrides), _NO_OVERRIDE)
        identity = override.id or override.arxiv_id or _public_id(note) or own
        seen.append(_Seen(note, identity, record, override))
    return seen


def _join(seen: list[_Seen], overrides: Mapping[str, Override], work: _Work) -> None:
    """Follow `same-as`, which may name a paper by its id, its address, or the place of a note."""
    names = {entry.url.rstrip("/"): identity for identity, entry in work.papers.items()}
    names |= {f"{one.note.source}:{one.note.start_line}": one.id for one in seen}
    names |= {one.id: one.id for one in seen}
    for one in seen:
        if one.override.same_as is None:
            continue
        target = names.get(one.override.same_as.rstrip("/"))
        if target is None:
            message = f"same-as names “{one.override.same_as}”, which is no paper's id, address or file:line"
            work.problems.append(_override_problem(message))
        else:
            one.id = target


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
            old = one.known.paper if one.known else identity
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
    work.papers[new] = LedgerEntry(url=url, notes=(*(target.notes if target else ()), *moved))
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
        print_ = () if _public_id(one.note) else note_print(one.note)
        records.append(dataclasses.replace(record, print=print_))
        claims.append(
            tuple(Claim(anchor=a, note=one.note, claim=c) for a, c in zip(given, one.note.claims, strict=True))
        )
    gone = [note for note in free if note.prefix not in {record.prefix for record in records}]
    work.papers[identity] = LedgerEntry(url=url, notes=tuple(sorted([*records, *gone], key=lambda note: note.prefix)))
    newest_first = [one.note for one in reversed(group)]
    return Paper(
        id=identity, url=url, notes=tuple(newest_first), claims=tuple(c for part in reversed(claims) for c in part)
    )


def _records(group: list[_Seen], free: list[LedgerNote]) -> list[LedgerNote | None]:
    """The ledger's record of each note: the one it was known by, else that of its file, else one whose file is gone."""
    left = list(free)
    found: list[LedgerNote | None] = [None] * len(group)

    def take(index: int, candidates: list[LedgerNote]) -> None:
        if found[index] is None and candidates:
            found[index] = candidates[0]
            left.remove(candidates[0])

    for index, one in enumerate(group):
        if one.known:
            claims = list(one.known.note.claims.values())
            take(index, [n for n in left if n.source == one.known.note.source and list(n.claims.values()) == claims])
    for index, one in enumerate(group):
        take(index, [note for note in left if note.source == one.note.source])
    sources = {one.note.source for one in group}
    for index in range(len(group)):
        take(index, [note for note in left if note.source not in sources])
    return found


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
