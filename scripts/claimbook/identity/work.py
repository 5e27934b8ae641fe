"""The notes and the ledger while papers are made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..model import Note, Override, Problem, Redirect
from .ledger import Ledger, LedgerEntry
from .matching import Known
from .sketch import Sketch

NO_OVERRIDE = Override()


@dataclass(slots=True)
class Seen:
    """A note on its way to a paper; `old` is the id under which the ledger has it, or empty."""

    note: Note
    print: Sketch
    id: str
    old: str
    known: Known | None
    override: Override


@dataclass(slots=True)
class Work:
    """The ledger while it is rewritten."""

    papers: dict[str, LedgerEntry]
    redirects: dict[str, Redirect]
    retired: dict[str, LedgerEntry]
    problems: list[Problem] = field(default_factory=list)

    def urls(self) -> set[str]:
        """Every address that is taken."""
        return {e.url for part in (self.papers, self.retired) for e in part.values()} | set(self.redirects)


def grouped(seen: Iterable[Seen]) -> dict[str, list[Seen]]:
    """Notes by the id they have so far."""
    groups: dict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        groups[one.id].append(one)
    return groups


def age(one: Seen) -> tuple[str, str, int]:
    """Sorts notes from the oldest day on; within one day as files and places go."""
    return one.note.date, one.note.source, one.note.position


def names_of_papers(ledger: Ledger, public: set[str]) -> dict[str, tuple[str, ...]]:
    """By paper: its id and address, and those it had before, unless another paper has them now."""
    entries = {**ledger.retired, **ledger.papers}
    moved: dict[str, list[str]] = defaultdict(list)
    for redirect in ledger.redirects.values():
        moved[redirect.to].append(redirect.url.rstrip("/"))
    return {
        key: (key, entry.url.rstrip("/"), *moved[entry.url], *(n for n in entry.was if n not in {*entries, *public}))
        for key, entry in entries.items()
    }
