"""Which note of today is which note of the ledger, when the paper has no public id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Note
from . import sketch
from .ledger import Ledger, LedgerNote

_IN_PLACE, _MOVED = 0.25, 0.6
"""Share of text that makes an edited note itself again: in its own file, and in another."""


@dataclass(frozen=True, slots=True)
class Known:
    """A note of the ledger with the id of its paper and its place among those of its file."""

    paper: str
    note: LedgerNote
    position: int


def note_print(note: Note) -> sketch.Sketch:
    """Print of all that a note says."""
    return sketch.of_note("\n".join(section.text for section in note.sections))


def match(notes: Sequence[tuple[Note, sketch.Sketch]], ledger: Ledger) -> dict[int, Known]:
    """For each index of `notes` that the ledger knows, its record there.

    Unchanged notes first, wherever they are now; then, in each file, the likest pairs, of equals
    those at the same place; at last notes that moved to another file and were edited too.
    """
    known = _known(ledger)
    found: dict[int, Known] = {}
    by_print = defaultdict(list)
    for record in known:
        by_print[record.note.print].append(record)
    for index, (note, print_) in enumerate(notes):
        if same := by_print.get(print_):
            same.sort(key=lambda record: record.note.source != note.source)
            found[index] = same.pop(0)
    _likest(notes, [r for r in known if r not in found.values()], found, _IN_PLACE, same_file=True)
    _likest(notes, [r for r in known if r not in found.values()], found, _MOVED, same_file=False)
    return found


def _known(ledger: Ledger) -> list[Known]:
    places: dict[str, int] = defaultdict(int)
    known = []
    for part in (ledger.papers, ledger.retired):
        for paper, entry in part.items():
            for note in entry.notes:
                if note.print:
                    places[note.source] += 1
                    known.append(Known(paper, note, places[note.source]))
    return known


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
            if likeness >= least:
                pairs.append((-likeness, abs(note.position - free[place].position), index, place))
    used = set()
    for _, _, index, place in sorted(pairs):
        if index not in found and place not in used:
            found[index] = free[place]
            used.add(place)
