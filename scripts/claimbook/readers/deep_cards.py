"""The cards of a deep-read page: head, sections, claims with quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..model import Metadata, NoteClaim, Passage, Problem, Source, Span
from .base import ARXIV_ID
from .html_flow import Page, Piece
from .html_tokens import tokens, unescape

_SECTIONS = (
    ("positioning", "①", "定位|positioning"),
    ("background", "②", "背景|动机|background|motivation"),
    ("method", "③", "方法|机制|method"),
    ("experiments", "④", "实验|证据|experiment|evidence"),
    ("review", "⑤", "审稿|评审|review"),
    ("limitations", "⑥", "局限|保留|limitation"),
    ("followup", "⑦", "跟进|后续|follow"),
)
KINDS = tuple(kind for kind, _, _ in _SECTIONS)
BRIEF = {"positioning": "abstract", "review": "disclaimer"}
_DISCLAIMER = re.compile(r"仅依据摘要.{0,60}为准。?\s*$")
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+$")


@dataclass(slots=True)
class Part:
    """A section under construction, with its pieces from its summary on."""

    kind: str
    heading: str
    pieces: list[Piece]


@dataclass(slots=True)
class Card:
    """A paper under construction: what stands above its sections, and these."""

    head: list[Piece] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        """Kinds of its sections, in order."""
        return [part.kind for part in self.parts]

    @property
    def brief(self) -> bool:
        """Told by its fixed sentence or its headings, and by no section that only a deep paper has."""
        if set(self.kinds) - {*BRIEF, "unplaced"}:
            return False
        texts = [piece.text for part in self.parts for piece in part.pieces[1:]]
        return any(_DISCLAIMER.search(text) for text in texts) or any("简读" in part.heading for part in self.parts)


def _kind(summary: str) -> str:
    """Kind of a section by the sign of its number, else by the words of its heading."""
    for kind, sign, _ in _SECTIONS:
        if sign in summary:
            return kind
    return next((kind for kind, _, words in _SECTIONS if re.search(words, summary, re.IGNORECASE)), "unplaced")


def cards_of(found: Page) -> Iterator[Card]:
    """The papers of a page: by `article`, and within one by titles, since a card may have lost its end."""
    card, article = None, -1
    for piece in found.flows:
        if piece.article < 0:
            continue
        title = piece.kind == "heading" and piece.level > 0 and card is not None and bool(card.parts)
        if card is None or piece.article != article or title:
            if card:
                yield card
            card, article = Card(), piece.article
        if piece.label == "summary":
            card.parts.append(Part(_kind(piece.text), piece.text, [piece]))
        elif card.parts:
            card.parts[-1].pieces.append(piece)
        else:
            card.head.append(piece)
    if card:
        yield card


def evidence(part: Part) -> tuple[int, int]:
    """The pieces that hold the claims and quotations: from the list that is marked so, or has a quotation below."""
    pieces = part.pieces
    if part.kind == "experiments":
        named = [i for i, p in enumerate(pieces) if p.kind == "list" and re.search("evidence|claim", p.classes)]
        quoted = [i for i, p in enumerate(pieces) if p.kind == "quote"]
        first = min([*named, *(i - 1 if pieces[i - 1].kind == "list" else i for i in quoted)], default=len(pieces))
        last = max((i for i, p in enumerate(pieces) if p.kind in ("list", "quote")), default=first)
        if first <= last < len(pieces):
            return first, last + 1
    return len(pieces), len(pieces)


def claims_of(card: Card) -> list[NoteClaim]:
    """Each item of the list of evidence with the quotation below it; a quotation below none has the number 0."""
    claims: list[NoteClaim] = []
    number = 0
    for piece in (p for part in card.parts for p in part.pieces[slice(*evidence(part))]):
        if piece.kind == "list":
            for row, span in zip(piece.blocks[0].rows, piece.parts, strict=True):
                number += 1
                text = "".join(run.text for run in row[0])
                claims.append(NoteClaim(number=number, text=Passage(text=text, span=span), quote=None))
        elif piece.kind == "quote":
            quote = Passage(text=piece.text, span=piece.span)
            if claims and claims[-1].quote is None:
                claims[-1] = replace(claims[-1], quote=quote)
            else:
                nothing = Passage(text="", span=Span(start=piece.span.start, end=piece.span.start))
                claims.append(NoteClaim(number=0, text=nothing, quote=quote))
    return claims


def metadata_of(source: Source, card: Card) -> Metadata:
    """What stands above the sections of a card."""
    title = next((piece for piece in card.head if piece.kind == "heading"), None)
    badges: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    hrefs: list[str] = []
    for piece in card.head:
        named = piece.classes.lower()
        if "badge" in named:
            badges = (*badges, *_words(source, piece))
        elif "author" in named:
            authors = tuple(name.strip() for name in re.split("[,，、;；]", piece.text) if name.strip())
        hrefs += (href for href in piece.hrefs if _ADDRESS.match(href))
    arxiv = [(href, match[1]) for href in hrefs if (match := ARXIV_ID.search(href))]
    own = [pair for pair in arxiv if "arxiv.org/" in pair[0]] or arxiv
    return Metadata(
        title=title.text if title else "",
        arxiv_id=own[0][1] if own else "",
        authors=authors,
        pdf_url=next((href for href, _ in own if "/pdf/" in href), ""),
        abs_url=next((href for href, _ in own if "/abs/" in href), ""),
        badges=badges,
    )


def _words(source: Source, piece: Piece) -> tuple[str, ...]:
    """The texts of a piece's elements, one by one."""
    raw = source.text[piece.span.start : piece.span.end]
    texts = (unescape(raw[token.start : token.end]) for token in tokens(raw) if token.kind == "text")
    return tuple(" ".join(text.split()) for text in texts if text.strip())
