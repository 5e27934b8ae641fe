"""Deep-read days as saved pages: a card a paper, with title, badges, seven named sections, claims and quotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from .. import structure
from ..model import Block, Metadata, Note, NoteClaim, Problem, Reading, Section, Source, Span, Status
from ..text import Lines, problem
from .base import Reader, ends_abruptly, find_date, make_note, make_reading, skin_of
from .deep_cards import BRIEF, KINDS, Card, cards_of, claims_of, evidence, metadata_of
from .html_flow import Page, Piece, page
from .html_tokens import unescape

FORMAT = "deep-html"
_Report = Callable[[int, str, str], None]
_COUNT = re.compile(r"(\d+)\s*篇(深读|简读)")
_CARD = re.compile(r"<article\b[^<>]*\bpaper-card\b|<details\b[^<>]*\bpaper-section\b", re.IGNORECASE)
_EMPTY = re.compile(r"<[a-z]+\b[^<>]*\b(?:papers-edition|papers-main)\b", re.IGNORECASE)


def _accepts(source: Source, lines: Lines) -> bool:
    """A page with a paper's card, or with the frame of such a day and no card."""
    return skin_of(source) == "html" and bool(_CARD.search(source.text) or _EMPTY.search(source.text))


def _sections(source: Source, card: Card, ends: dict[int, int]) -> list[Section]:
    """The head as title and metadata, then the named sections; claims are parted from the experiments."""
    sections: list[Section] = []
    titles = [piece for piece in card.head if piece.kind == "heading"][:1]
    for piece in card.head:
        kind = "title" if piece in titles else "metadata"
        if sections and kind == sections[-1].kind == "metadata":
            last = sections.pop()
            span = Span(start=last.span.start, end=ends[piece.start])
            sections.append(replace(last, span=span, text=f"{last.text}\n{piece.text}"))
        else:
            sections.append(Section(kind=kind, heading="", span=_span(piece, ends), text=piece.text))
    for part in card.parts:
        kind = BRIEF.get(part.kind, part.kind) if card.brief else part.kind
        start, end = evidence(part)
        for name, heading, pieces in (
            (kind, part.heading, part.pieces[:start]),
            ("claims", "", part.pieces[start:end]),
            (kind, "", part.pieces[end:]),
        ):
            if pieces:
                sections.append(_section(name, heading, pieces, ends, source))
    return sections


def _span(piece: Piece, ends: dict[int, int]) -> Span:
    return Span(start=piece.start, end=ends[piece.start])


def _section(kind: str, heading: str, pieces: Sequence[Piece], ends: dict[int, int], source: Source) -> Section:
    """A section whose first piece is its summary, unless it has no heading."""
    body = pieces[1:] if heading else pieces
    text = "\n".join(piece.text for piece in body)
    shown = () if kind in ("claims", "disclaimer") else structure.marked_blocks(_prose(piece, source) for piece in body)
    span = Span(start=pieces[0].start, end=ends[pieces[-1].start])
    cut = kind == "abstract" and ends_abruptly(text)
    return Section(kind=kind, heading=heading, span=span, text=text, blocks=shown, cut=cut)


def _prose(piece: Piece, source: Source) -> tuple[Block, ...]:
    """The paragraphs of a `p` without elements of its own: such pages break them by newlines or by one space."""
    raw = source.text[piece.span.start : piece.span.end]
    if piece.kind != "paragraph" or "<" in raw:
        return piece.blocks
    text = unescape(raw)
    blocks = structure.prose_blocks(text, Span(start=0, end=len(text)))
    return tuple(replace(block, span=piece.span) for block in blocks)


def _complain(source: Source, lines: Lines, card: Card, claims: Sequence[NoteClaim], metadata: Metadata) -> None:
    """Add what is wrong with one paper to its card, each fault once."""

    def report(offset: int, code: str, message: str) -> None:
        line, column = lines.where(offset)
        card.problems.append(problem(source, line, code, message, column=column))

    pieces = [*card.head, *(piece for part in card.parts for piece in part.pieces)]
    start = pieces[0].span.start
    if not metadata.title:
        report(start, "missing-title", "this card has no heading with the paper's title; add it")
    if not metadata.arxiv_id:
        report(start, "missing-arxiv-id", "no link of this card leads to arXiv; add it, or set the id in overrides.yml")
    _complain_of_sections(card, pieces, bool(claims), report)
    for claim in claims:
        if not claim.number and claim.quote:
            report(claim.quote.span.start, "quote-without-claim", "no claim stands above this quotation; add it")
        elif not claim.quote:
            report(claim.text.span.start, "claim-without-quote", "no quotation stands below this claim; add it")


def _complain_of_sections(card: Card, pieces: Sequence[Piece], claimed: bool, report: _Report) -> None:
    due = list(BRIEF) if card.brief else list(KINDS)
    missing = [kind for kind in due if kind not in card.kinds]
    cut = bool(missing) and missing == due[-len(missing) :] and len(missing) > 1
    if cut:
        report(pieces[-1].span.start, "cut-paper", f"the paper stops here, without {', '.join(missing)}")
    else:
        for kind in missing:
            report(pieces[0].span.start, "missing-section", f"no section “{kind}” in this card; add it")
    for index, part in enumerate(card.parts):
        if part.kind in card.kinds[:index] and part.kind != "unplaced":
            report(part.pieces[0].span.start, "repeated-section", f"a second section “{part.heading}” in one card")
    # Where the paper stops before the claims could come, that it stops says it all.
    if not claimed and "experiments" in card.kinds and not (cut and card.kinds[-1] == "experiments"):
        at = next(part for part in card.parts if part.kind == "experiments").pieces[0].span.start
        report(at, "missing-claims", "this section has no list of claims with quotations; add it")


def _stated(source: Source, lines: Lines, found: Page, cards: Sequence[Card]) -> Iterator[Problem]:
    """The page says how many papers it has; a difference is a paper that was lost."""
    for piece in found.flows:
        stated = {word: int(number) for number, word in _COUNT.findall(piece.text)} if piece.article < 0 else {}
        if stated:
            brief = sum(card.brief for card in cards)
            there = {"深读": len(cards) - brief, "简读": brief}
            if any(there[word] != number for word, number in stated.items()):
                line, column = lines.where(piece.span.start)
                message = f"the page states “{piece.text}” and holds {there['深读']} 篇深读 and {there['简读']} 篇简读"
                yield problem(source, line, "stated-count", message, column=column)
            return


def _ends(found: Page, text: str) -> dict[int, int]:
    """Where each piece ends with the tags behind it: at the next piece, or at its article's end."""
    inside = [piece for piece in found.flows if piece.article >= 0]
    areas = sorted(area.end for area in found.content)
    ends, index = {}, 0
    for piece, following in zip_longest(inside, inside[1:]):
        while index < len(areas) - 1 and areas[index] < piece.span.end:
            index += 1
        end = min(following.start if following else len(text), max(areas[index], piece.span.end))
        while text[end - 1].isspace():
            end -= 1
        ends[piece.start] = end
    return ends


def _read(source: Source, lines: Lines) -> Reading:
    found = page(source.text)
    ends = _ends(found, source.text)
    cards = list(cards_of(found))
    heads = [piece for piece in found.flows if piece.article < 0 and piece.kind == "heading" and piece.level == 1]
    date = next(filter(None, map(find_date, [*(p.text for p in heads), found.title, source.path])), "")
    problems = list(_stated(source, lines, found, cards))
    if not date:
        problems.append(problem(source, 1, "missing-date", "no date in the headline or the file's name; name it so"))
    if found.limit:
        problems.append(problem(source, 1, "page-limit", f"the page was read in part, since {found.limit}"))
    notes: list[Note] = []
    for position, card in enumerate(cards, 1):
        claims, metadata = claims_of(card), metadata_of(source, card)
        _complain(source, lines, card, claims, metadata)
        sections = _sections(source, card, ends)
        cut = [section for section in sections if section.cut]
        for section in cut:
            line = lines.where(section.span.end - 1)[0]
            message = "this abstract stops in the middle of a sentence; the page says so"
            problems.append(problem(source, line, "cut-text", message, severity="notice"))
        status: Status = "damaged" if card.problems else "cut" if cut else "complete"
        notes.append(
            make_note(
                source,
                lines,
                format_name=FORMAT,
                kind="brief" if card.brief else "deep",
                date=date,
                status=status,
                position=position,
                sections=sections,
                claims=claims,
                metadata=metadata,
            )
        )
        problems += card.problems
    return make_reading(source, FORMAT, notes, _frames(source.text, notes), problems)


def _frames(text: str, notes: Sequence[Note]) -> Iterator[tuple[str, Span]]:
    """What stands around the cards."""
    at = 0
    for start, end in [*((note.span.start, note.span.end) for note in notes), (len(text), len(text))]:
        raw = text[at:start]
        if raw.strip():
            first = at + len(raw) - len(raw.lstrip())
            yield "page frame", Span(start=first, end=at + len(raw.rstrip()))
        at = end


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
