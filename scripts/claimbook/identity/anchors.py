"""Lasting anchors: which claim of today is which claim of the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import paths
from ..model import Note, NoteClaim
from . import sketch
from .ledger import ClaimPrint, LedgerNote

_SAME = 0.5
"""Similarity from which two texts of a claim are one claim, edited."""
_MOST_PAIRS = 40_000
"""Claims beyond this many pairs are only matched when unchanged; no real note comes near."""


def claim_print(claim: NoteClaim) -> ClaimPrint:
    """What the ledger keeps of a claim."""
    return ClaimPrint(
        text=sketch.of_claim(claim.text.text),
        quote=sketch.of_claim(claim.quote.text if claim.quote else ""),
    )


def assign(note: Note, old: LedgerNote | None, prefix: str) -> tuple[tuple[str, ...], LedgerNote]:
    """Anchors for the claims of a note, and its new record, given what the ledger says of it."""
    prints = [claim_print(claim) for claim in note.claims]
    known = dict(old.claims) if old else {}
    anchors = _match(prints, [claim.number for claim in note.claims], known)
    taken = set(known)
    for index, claim in enumerate(note.claims):
        if index not in anchors:
            anchors[index] = _mint(prefix, claim.number, taken)
            taken.add(anchors[index])
    known.update((anchors[index], prints[index]) for index in range(len(prints)))
    given = tuple(anchors[index] for index in range(len(prints)))
    print_ = old.print if old else ()
    return given, LedgerNote(source=note.source, prefix=prefix, print=print_, claims=known)


def shared(note: Note, old: LedgerNote) -> int:
    """How many claims of a note the record of a note holds."""
    prints = [claim_print(claim) for claim in note.claims]
    return len(_match(prints, [claim.number for claim in note.claims], old.claims))


def _mint(prefix: str, number: int, taken: set[str]) -> str:
    anchor = first = paths.claim_anchor(prefix, number)
    again = 2
    while anchor in taken:
        anchor = f"{first}-{again}"
        again += 1
    return anchor


def _match(prints: Sequence[ClaimPrint], numbers: Sequence[int], known: Mapping[str, ClaimPrint]) -> dict[int, str]:
    """Anchor of each claim that the ledger knows, by index; the likest pairs first."""
    matched: dict[int, str] = {}
    free = dict(known)
    for index, print_ in enumerate(prints):
        same = [anchor for anchor, old in free.items() if old == print_] if len(free) < 500 else []
        if same:
            # Of two claims with the same words, the one whose number its anchor carries.
            same.sort(key=lambda anchor: not anchor.endswith(f"claim-{numbers[index]}"))
            matched[index] = same[0]
            del free[same[0]]
    rest = [index for index in range(len(prints)) if index not in matched]
    if len(rest) * len(free) > _MOST_PAIRS:
        return matched
    pairs = sorted(
        ((_likeness(prints[i], old), i, anchor) for i in rest for anchor, old in free.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    for likeness, index, anchor in pairs:
        if likeness >= _SAME and index not in matched and anchor in free:
            matched[index] = anchor
            del free[anchor]
    return matched


def _likeness(one: ClaimPrint, other: ClaimPrint) -> float:
    """A claim is itself when its words are, or when the evidence given for it is."""
    text = sketch.similarity(one.text, other.text)
    quote = sketch.similarity(one.quote, other.quote)
    return max(text, 0.9 * quote) + 0.1 * min(text, quote)
