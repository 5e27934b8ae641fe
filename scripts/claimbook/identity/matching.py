"""Which note of today is which note of the ledger, when the paper has no public id."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..model import Note
from . import sketch
from .ledger import Ledger, LedgerNote

_IN_PLACE, _MOVED = 0.25, 0.6
"""Share of text that makes an edited note itself again: in its own file, and in another, or under another public id."""
_FIXED = ("disclaimer", "boilerplate")
_OPAQUE = re.compile("n[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Known:
    """A note of the ledger with the id of its paper."""

    paper: str
    note: LedgerNote


def public_id(note: Note) -> str:
    """What the note states: an arXiv id, else a DOI, else nothing."""
    return note.metadata.arxiv_id or note.metadata.doi


def is_public(identity: str) -> bool:
    """The id of a paper is one that anyone may know, and not one that this project made up."""
    return not _OPAQUE.fullmatch(identity)


def note_print(note: Note) -> sketch.Sketch:
    """Print of all that a note says itself; fixed phrases would make short notes alike."""
    return sketch.of_note("\n".join(section.text for section in note.sections if section.kind not in _FIXED))


def match(
    notes: Sequence[tuple[Note, sketch.Sketch]], ledger: Ledger, spoken: Mapping[str, Sequence[str]]
) -> dict[int, Known]:
    """For each index of `notes` that the ledger knows, its record there.

    `spoken` has, by public id, the files of those notes that state one which the ledger has: their records are
    taken. Unchanged notes first, wherever they are now; then, in each file, the likest pairs; at last notes that
    moved to another file and were edited too.
    """
    known = _known(ledger, spoken)
    found: dict[int, Known] = {}
    by_print = defaultdict(list)
    for record in known:
        by_print[record.note.print].append(record)
    for index, (note, print_) in enumerate(notes):
        if same := by_print.get(print_):
            same.sort(key=lambda record: record.note.source != note.source)
            found[index] = same.pop(0)
    for least, same_file in ((_IN_PLACE, True), (_MOVED, False)):
        used = {id(record) for record in found.values()}
        _likest(notes, [record for record in known if id(record) not in used], found, least, same_file=same_file)
    return found


def _known(ledger: Ledger, spoken: Mapping[str, Sequence[str]]) -> list[Known]:
    return [
        Known(paper, note)
        for part in (ledger.papers, ledger.retired)
        for paper, entry in part.items()
        if len(spoken.get(paper, ())) < len(entry.notes)
        for note in entry.notes
        if note.print and note.source not in spoken.get(paper, ())
    ]


def _likest(
    notes: Sequence[tuple[Note, sketch.Sketch]],
    free: list[Known],
    found: dict[int, Known],
    least: float,
    *,
    same_file: bool,
) -> None:
    """Add to `found` the likest pairs of what is left on both sides."""
    index_of = defaultdict(list)
    for place, record in enumerate(free):
        for key in [record.note.source] if same_file else record.note.print:
            index_of[key].append(place)
    pairs = []
    for index, (note, print_) in enumerate(notes):
        if index in found:
            continue
        keys = [note.source] if same_file else print_
        for place in {place for key in keys for place in index_of.get(key, ())}:
            likeness = sketch.similarity(print_, free[place].note.print)
            # Two public ids are two papers, unless nearly all of the text says that one of them was a slip.
            if likeness >= (_MOVED if public_id(note) and is_public(free[place].paper) else least):
                pairs.append((-likeness, index, place))
    used = set()
    for _, index, place in sorted(pairs):
        if index not in found and place not in used:
            found[index] = free[place]
            used.add(place)
