"""The order of a note's parts on a page: one plan for the page, its text twin and the search index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from ..model import Note, Section

CLAIMS = "claims"
# The experiments end where the claims begin, since their text may point at “the pairs below”.
_DEEP = ("positioning", "experiments", CLAIMS, "background", "method", "review", "limitations", "followup")
QUESTIONS = (
    "analysis_problem",
    "analysis_method",
    "analysis_experiments",
    "analysis_related",
    "analysis_future",
    "analysis_summary",
)
_ORDER = {"deep": _DEEP, "brief": ("abstract", CLAIMS), "digest": ("abstract", CLAIMS, *QUESTIONS, "analysis_other")}
_SILENT = frozenset(("title", "metadata", "boilerplate"))
_LEADS = frozenset(("abstract", "positioning"))
"""What a note of one paper says before its claims, where it has no place of its own for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Sections that stand under one heading of the interface; `kind` names the heading, `anchor` is its id."""

    kind: str
    anchor: str
    sections: tuple[Section, ...]


def outline(note: Note) -> Iterator[Group]:
    """All parts of a note that a page shows, in its order; the claims are a group without sections.

    The fixed formats have an order of their own; a note of one paper keeps the order its writer chose.
    """
    sections = [section for section in note.sections if section.kind not in _SILENT and section.text]
    seen: Counter[str] = Counter()
    for kind, found in _written(sections) if note.kind == "note" else _ordered(note, sections):
        seen[kind] += 1
        anchor = kind.replace("_", "-") + (f"-{seen[kind]}" if seen[kind] > 1 else "")
        yield Group(kind=kind, anchor=anchor, sections=tuple(s for s in found if s.kind != CLAIMS))


def _heading(section: Section) -> str:
    return "abstract" if section.kind.startswith("abstract") or section.kind == "disclaimer" else section.kind


def _ordered(note: Note, sections: list[Section]) -> Iterator[tuple[str, list[Section]]]:
    order = _ORDER[note.kind]
    # What no reader was expected to give comes last, and is not lost.
    for kind in dict.fromkeys((*order, *map(_heading, sections))):
        found = [section for section in sections if _heading(section) == kind]
        if found or kind == CLAIMS:
            yield kind, found


def _written(sections: list[Section]) -> Iterator[tuple[str, list[Section]]]:
    groups = [(kind, list(found)) for kind, found in groupby(sections, _heading)]
    if not any(kind == CLAIMS for kind, _ in groups):
        lead = next((i + 1 for i, (kind, _) in enumerate(groups) if kind in _LEADS), 0)
        groups.insert(lead, (CLAIMS, []))
    return iter(groups)
