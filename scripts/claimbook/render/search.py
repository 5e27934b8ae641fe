"""What the search index is made of: a document a paper, with the words and the anchors of its page, and a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import Claim, Entry, Facts, File, Note, Section, SiteInfo, TagDefinition
from ..text import escape, language
from ..tokens import BREAK, letters, spread
from . import claims_data
from .outline import CLAIMS, Group, outline
from .papers import REVIEW_LABEL, other_titles, own_title
from .ui import Words, words

TABLE = "papers.json"
TITLE_ZONE = 64
"""Words at the start of a document that are its title and names, filled up; docs/assets/js/results.js counts on it."""
END = "cb-end"
"""Anchor behind the page's own text; what follows is found but never shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a page under one anchor, block by block; a section's first block is its heading."""

    anchor: str
    blocks: tuple[str, ...]


def documents(entries: Sequence[Entry], vocabulary: Sequence[TagDefinition], site: SiteInfo) -> Iterator[File]:
    """A small HTML document a paper at the paper's own address, and the table of all papers, newest first."""
    t = words(site.language)
    labels = {tag.id: tag.zh if site.language == "zh" else tag.en for tag in vocabulary}
    rows, places = [], {}
    for entry in entries:
        parts = [*_head(entry, labels, t), *_body(entry, t)]
        rows.append(_row(entry, parts[0]))
        places[entry.paper.id] = _places(parts)
        yield File(path=f"{entry.paper.url}index.html", text=_document(parts), place="index")
    table = {"tags": {tag.id: labels.get(tag.id, tag.id) for e in entries for tag in e.facts.tags}, "papers": rows}
    yield File(path=TABLE, text=json.dumps(table, ensure_ascii=False, separators=(",", ":")), place="index")
    yield from claims_data.table(entries, places)


def _places(parts: Sequence[Part]) -> dict[str, tuple[int, int]]:
    """First word and number of words of each part of a document, by anchor: a hit's place tells its claim."""
    found, end = {}, 0
    for part in parts:
        length = len(_flow(part.blocks).split())
        found[part.anchor] = (end, length)
        end += length if part.anchor else max(length, TITLE_ZONE)
    return found


def _row(entry: Entry, title: Part) -> dict[str, Any]:
    """What a result list needs to know of a paper before its text is loaded."""
    paper, naming = entry.paper, entry.facts.naming
    return {
        "url": paper.url,
        "id": next((note.metadata.arxiv_id for note in paper.notes if note.metadata.arxiv_id), ""),
        "title": naming.title,
        "names": [name for name in (naming.name, *naming.other_names) if name],
        "words": _words(" ".join(title.blocks[:2] if naming.subtitle else title.blocks[:1])),
        "date": paper.date,
        "first": claims_data.first_day(paper),
        "kind": paper.notes[0].kind,
        "tags": [tag.id for tag in entry.facts.tags],
        "benchmarks": [[benchmark.slug, benchmark.name] for benchmark in entry.facts.benchmarks.reported],
    }


def _words(text: str) -> int:
    """Tokens of a text that a query can ask for: not the signs that stand alone."""
    return sum(any(c.isalnum() or c in "%_" for c in word) for word in spread(text).split(" "))


def _document(parts: Sequence[Part]) -> str:
    """One inline flow: a block element would have a period added to its last word."""
    title, *rest = parts
    flow = [_flow(title.blocks)]
    flow.append(f"{BREAK} " * max(0, TITLE_ZONE - len(flow[0].split())))
    flow += [f'<a id="{escape(part.anchor)}"></a>{_flow(part.blocks)}' for part in rest]
    # Quotes and claims are found by any two letters; this line finds a page by one.
    single = letters("".join(block for part in parts for block in part.blocks))
    flow.append(f'<a id="{END}"></a>{single}')
    # In an unknown language Pagefind neither cuts words apart nor drops their endings. Its own weight of a word is
    # not the one it leaves out of the index for being the usual one; this is.
    body = f'<body data-pagefind-weight="1.05">{"".join(flow)}</body>'
    return f'<!doctype html>\n<html lang="unknown"><meta charset="utf-8">{body}</html>\n'


def _flow(blocks: Iterable[str]) -> str:
    return "".join(f"{escape(spread(block))} {BREAK} " for block in blocks if block.strip())


def _head(entry: Entry, labels: Mapping[str, str], t: Words) -> Iterator[Part]:
    """Title and names first, so that their places tell them; then the rest of what stands above the sections."""
    naming, notes = entry.facts.naming, entry.paper.all_notes
    below = naming.subtitle or next((t for t in other_titles(entry) if language(t) != language(naming.head)), "")
    names = (*naming.other_names, *(title for title in other_titles(entry) if title != below))
    yield Part(anchor="", blocks=(naming.head, below, *names))
    authors = next((note.metadata.authors for note in notes if note.metadata.authors), ())
    ids = [f"arXiv:{note.metadata.arxiv_id}" for note in notes if note.metadata.arxiv_id]
    ids += [f"doi:{note.metadata.doi}" for note in notes if note.metadata.doi]
    tags = [labels.get(tag.id, tag.id) for tag in entry.facts.tags]
    marks = [benchmark.name for benchmark in (*entry.facts.benchmarks.reported, *entry.facts.benchmarks.mentioned)]
    yield Part(anchor="cb-top", blocks=(*authors, *dict.fromkeys(ids), *tags, *marks))


def _body(entry: Entry, t: Words) -> Iterator[Part]:
    """All notes in the order of the page, newest first."""
    notes = entry.paper.notes
    for index, note in enumerate(notes):
        prefix = f"note-{len(notes) - index}-" if index else ""
        if index:
            title = f"{t('also_noted')} · {note.date or t('undated')} · {t(note.kind)}"
            yield Part(anchor=prefix.rstrip("-"), blocks=(title, own_title(entry, note)))
        claims = [claim for claim in entry.paper.claims if claim.note is note]
        for group in outline(note):
            if group.kind == CLAIMS:
                yield from _claims(claims, entry.facts, prefix, t)
            else:
                yield _group(note, group, prefix, t)


def _claims(claims: Sequence[Claim], facts: Facts, prefix: str, t: Words) -> Iterator[Part]:
    if claims:
        yield Part(anchor=f"{prefix}claims", blocks=(t("claims"),))
    for item in claims:
        yield Part(anchor=item.anchor, blocks=(item.claim.text.text, *_evidence(item, facts)))


def _evidence(item: Claim, facts: Facts) -> Iterator[str]:
    """What stands beside a claim: the quote as it is shown, and, where that differs, as the note has it."""
    quote, translation = item.claim.quote, item.claim.translation
    if quote is None:
        yield translation.text if translation and item.claim.origin == "own-words" else ""
        return
    shown = facts.quotes.get(item.anchor)
    words = ""
    for piece in shown.clean.pieces if shown else ():
        words += "" if piece.rows else piece.text
        if piece.rows:
            yield words
            words = ""
            yield from (cell for row in piece.rows for cell in row)
    yield words
    if (
        shown is None
        or shown.clean.text != quote.text
        or any(piece.markup or piece.rows for piece in shown.clean.pieces)
    ):
        yield quote.text


def _group(note: Note, group: Group, prefix: str, t: Words) -> Part:
    blocks = [
        block
        for section in group.sections
        for block in (section.heading if note.kind == "note" else "", *_blocks(section, t))
    ]
    return Part(anchor=prefix + group.anchor, blocks=(t(group.kind), *blocks))


def _blocks(section: Section, t: Words) -> Iterator[str]:
    """Every paragraph, list item and cell by itself: no phrase runs from one into the next."""
    if section.kind == "review":
        yield from _review(section.text, t)
        return
    # A section whose reader made no blocks, as the fixed sentence of a brief note, is one.
    if not section.blocks:
        yield section.text
    for block in section.blocks:
        for row in block.rows:
            yield from ("".join(run.text for run in cell) for cell in row)


def _review(text: str, t: Words) -> Iterator[str]:
    before, *labelled = REVIEW_LABEL.split(text)
    yield before
    for label, judgement in zip(labelled[::2], labelled[1::2], strict=True):
        title = t(label.lower())
        yield label if title == label else f"{label}{title}"
        yield judgement
