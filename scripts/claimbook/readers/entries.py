"""Which headings of a document stand above a paper each: never a guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from . import labels
from .flow import Flow

_NEAR = 6
_SHORT = 200
_LINES = 30


def entry_heads(pieces: Sequence[Flow]) -> tuple[int, ...]:
    """Indexes of the headings that are titles of papers, all of one level.

    A heading is one where, before the next heading, a label of a paper (authors, link, abstract) or a short line
    with the address of just one paper stands, or where a heading of an abstract follows at once.
    """
    found = [index for index, flow in enumerate(pieces) if flow.kind == "heading" and _is_head(pieces, index)]
    if not found:
        return ()
    count = Counter(pieces[index].level for index in found)
    level = max(count, key=lambda one: (count[one], one))
    return tuple(index for index in found if pieces[index].level == level)


def _is_head(pieces: Sequence[Flow], index: int) -> bool:
    head = pieces[index]
    if not any(letter.isalpha() for letter in head.text) or labels.QUESTION.match(head.text):
        return False
    linked = any(map(labels.PAPER_PAGE.match, head.hrefs))
    named = labels.section_kind(head.text) in ("metadata", "abstract") and not linked
    if named:
        return False
    if linked:
        return True
    for flow in pieces[index + 1 : index + 1 + _NEAR]:
        if flow.kind == "heading":
            return labels.section_kind(flow.text) == "abstract" and flow.level > head.level
        if _labels_paper(flow) or _links_paper(flow):
            return True
    return False


def _labels_paper(flow: Flow) -> bool:
    """A line with the label of something that only a paper has, and a value for it."""
    if flow.kind not in ("paragraph", "list", "quote", "table"):
        return False
    lines = flow.text.split("\n")
    for number, line in enumerate(lines[:_LINES]):
        if flow.kind == "table":
            line = line.replace("\t", ": ", 1) if line.count("\t") == 1 else ""
        label = labels.field_of(line)
        if label is None:
            continue
        name, end = label
        if name in ("authors", "abstract") and (line[end:].strip() or name == "abstract" or number + 1 < len(lines)):
            return True
        if name == "link" and (
            labels.arxiv_id(line) or labels.doi(line) or any(map(labels.PAPER_PAGE.match, flow.hrefs))
        ):
            return True
    return False


def _links_paper(flow: Flow) -> bool:
    """Hardly more than one address of a paper."""
    if flow.kind in ("heading", "table") or len(flow.text) > _SHORT:
        return False
    pages = {labels.arxiv_id(href) or href for href in flow.hrefs if labels.PAPER_PAGE.match(href)}
    return len(pages) == 1
