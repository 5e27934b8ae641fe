"""From notes to papers: a pure function of the old ledger and the notes gives papers and the new ledger."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .. import paths
from ..model import Claim, Note, Override, Paper, Problem, Redirect
from . import anchors, repeats
from .joining import join, join_kin, report_lost_verdicts, report_unknown
from .kinship import Marks
from .ledger import Ledger, LedgerEntry, LedgerNote
from .matching import is_public, match, note_print, public_id
from .work import NO_OVERRIDE, Seen, Work, age, grouped, names_of_papers

__all__ = ["Ledger", "Marks", "Resolution", "Standing", "resolve"]

Standing = Literal["new", "known", "merged"]
"""What a note is: the oldest on a paper that the ledger did not have, or had, or one that joined the oldest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Papers, newest first, with the ledger that holds them; `overrides` is by paper id."""

    papers: tuple[Paper, ...]
    overrides: Mapping[str, Override]
    ledger: Ledger
    standing: Mapping[tuple[str, int], Standing]
    """By the file of a note and its position there."""
    problems: tuple[Problem, ...]


def resolve(
    notes: Sequence[Note],
    ledger: Ledger,
    overrides: Mapping[str, Override],
    name_of: Callable[[Note], str],
    ledger_path: str,
    marks: Marks | None = None,
) -> Resolution:
    """Group notes into papers and give each the address and anchors it had, or new ones.

    `name_of` gives the word for a new paper's address where it has no public id. By `marks` a note without such an
    id joins the paper it speaks of. A paper that the ledger knows and no note speaks of any more is a refusal,
    unless its line is under `retired`.
    """
    work = Work(dict(ledger.papers), dict(ledger.redirects), dict(ledger.retired))
    seen = _identify(notes, ledger, overrides)
    join(seen, work)
    if marks:
        join_kin(seen, work, marks)
    groups = grouped(seen)
    _carry_over(groups, work)
    papers, by_id = [], {}
    standing: dict[tuple[str, int], Standing] = {}
    for identity, group in groups.items():
        group.sort(key=age)
        by_id[identity] = next((one.override for one in group if one.override != NO_OVERRIDE), NO_OVERRIDE)
        first: Standing = "known" if identity in work.papers else "new"
        for one in group:
            standing[one.note.source, one.note.position] = "merged" if one is not group[0] else first
        paper = _paper(identity, group, work, name_of)
        if not by_id[identity].hide:
            papers.append(paper)
    report_unknown(overrides, seen, work)
    report_lost_verdicts(papers, by_id, work)
    for identity, entry in work.papers.items():
        if identity not in groups:
            work.problems.append(_lost(identity, entry, ledger_path))
    papers.sort(key=lambda p: (p.all_notes[0].source, p.all_notes[0].position))
    papers.sort(key=lambda p: p.date, reverse=True)
    new = Ledger(papers=work.papers, redirects=work.redirects, retired=work.retired)
    return Resolution(
        papers=tuple(papers), overrides=by_id, ledger=new, standing=standing, problems=tuple(work.problems)
    )


def _identify(notes: Sequence[Note], ledger: Ledger, overrides: Mapping[str, Override]) -> list[Seen]:
    """Give each note the id it has by itself: public, known from the ledger, or new."""
    unknown = [i for i, note in enumerate(notes) if public_id(note) not in ledger.papers]
    prints = {index: note_print(notes[index]) for index in unknown}
    spoken: dict[str, list[str]] = defaultdict(list)
    for note in notes:
        spoken[public_id(note)].append(note.source)
    found = match([(notes[index], prints[index]) for index in unknown], ledger, spoken)
    known = {unknown[index]: record for index, record in found.items()}
    names = names_of_papers(ledger, {public_id(note) for note in notes})
    asked = {key.rstrip("/"): override for key, override in overrides.items()}
    seen = []
    for index, note in enumerate(notes):
        record, public, place = known.get(index), public_id(note), f"{note.source}:{note.start_line}"
        if record and set(names[record.paper]) & set(asked.get(place, NO_OVERRIDE).not_same_as):
            record = None
        own = record.paper if record else f"n{paths.digest(note.sha256)}"
        # The place names this very note, so what is said of it counts before what is said of its paper.
        keys = (place, public, *names.get(public, ()), own, *names.get(own, ()))
        override = next((asked[key] for key in keys if key in asked), NO_OVERRIDE)
        identity = override.id or override.arxiv_id or public or own
        old = record.paper if record else public if public in names else ""
        seen.append(Seen(note, prints.get(index, ()), identity, old, record, override))
    return seen


def _carry_over(groups: Mapping[str, list[Seen]], work: Work) -> None:
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


def _move(old: str, new: str, work: Work) -> None:
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


def _paper(identity: str, group: list[Seen], work: Work, name_of: Callable[[Note], str]) -> Paper:
    """The paper of a group of notes, oldest first; its ledger entry is renewed."""
    entry = work.papers.get(identity)
    url = entry.url if entry else _mint(identity, group[0], work, name_of)
    free = list(entry.notes) if entry else []
    records: list[LedgerNote] = []
    claims: list[tuple[Claim, ...]] = []
    for one, old in zip(group, _records(group, free), strict=True):
        prefix = old.prefix if old else _free_prefix([*free, *records])
        given, record = anchors.assign(one.note, old, prefix)
        # That of a note with a known public id is kept as it is: it takes as long to make as the note to read.
        print_ = one.print or record.print or note_print(one.note)
        records.append(dataclasses.replace(record, print=print_))
        claims.append(
            tuple(Claim(anchor=a, note=one.note, claim=c) for a, c in zip(given, one.note.claims, strict=True))
        )
    gone = [note for note in free if note.prefix not in {record.prefix for record in records}]
    kept = tuple(sorted([*records, *gone], key=lambda note: note.prefix))
    work.papers[identity] = LedgerEntry(url=url, notes=kept, was=entry.was if entry else ())
    told = list(zip([one.note for one in reversed(group)], reversed(claims), strict=True))
    shown = repeats.once(told)
    return Paper(
        id=identity,
        url=url,
        notes=tuple(note for (note, _), _ in shown),
        claims=tuple(claim for (_, part), _ in shown for claim in part),
        repeats=tuple(again for _, again in shown) if len(shown) < len(told) else (),
    )


def _records(group: Sequence[Seen], free: Sequence[LedgerNote]) -> list[LedgerNote | None]:
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


def _rank(one: Seen, record: LedgerNote, sources: set[str]) -> tuple[int, int] | None:
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


def _mint(identity: str, first: Seen, work: Work, name_of: Callable[[Note], str]) -> str:
    if is_public(identity):
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
