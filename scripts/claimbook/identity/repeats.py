"""Notes of one paper that are the same text, as when two files hold one page: shown once, every anchor kept."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Sequence

from ..model import Claim, Note
from ..paths import digest
from ..structure import visible_key
from ..text import fold

_NOT_TOLD = ("title", "metadata", "boilerplate", "claims")
"""Sections whose words are of the file's dress; claims are compared one by one."""
Told = tuple[Note, tuple[Claim, ...]]


def once(told: Sequence[Told]) -> list[tuple[Told, tuple[Note, ...]]]:
    """Of notes with their claims, newest first: those to show, in the place of their newest, each with its repeats."""
    alike: dict[str, list[Told]] = defaultdict(list)
    for item in told:
        alike[_text_key(item[0]) if len(told) > 1 else ""].append(item)
    shown = [(_united(group), [note for note, _ in group]) for group in alike.values()]
    return [(one, tuple(note for note in notes if note is not one[0])) for one, notes in shown]


def _text_key(note: Note) -> str:
    # In no certain order: one dress of a page has its parts in another.
    parts = sorted(f"{s.kind}\t{_key(s.text)}" for s in note.sections if s.kind not in _NOT_TOLD and s.text.strip())
    parts += [f"{_key(c.text.text)}\t{_key(c.quote.text if c.quote else '')}" for c in note.claims]
    # A note without any text is like no other.
    return digest("\n".join(parts) or f"{note.source}\t{note.position}", 64)


def _key(text: str) -> str:
    """What two dresses of a page have in common: where one has bold type another has asterisks."""
    return fold(visible_key(text))


def _united(group: Sequence[Told]) -> Told:
    """The fullest of notes with the same text; each claim has the anchors of all, the first one foremost."""
    note, claims = max(reversed(group), key=lambda item: _fullness(item[0]))
    if len(group) == 1:
        return note, claims
    given = [sorted({row[i].anchor for _, row in group}, key=lambda a: (len(a), a)) for i in range(len(claims))]
    return note, tuple(
        dataclasses.replace(claim, anchor=anchors[0], also=tuple(anchors[1:]))
        for claim, anchors in zip(claims, given, strict=True)
    )


def _fullness(note: Note) -> tuple[int, int]:
    """How much a note knows beyond its words: fields of its head, then lists, tables and styled words."""
    stated = sum(bool(getattr(note.metadata, field.name)) for field in dataclasses.fields(note.metadata))
    blocks = [block for section in note.sections for block in section.blocks]
    runs = sum(run.style != "plain" for block in blocks for row in block.rows for cell in row for run in cell)
    return stated, sum(block.kind != "paragraph" for block in blocks) + runs
