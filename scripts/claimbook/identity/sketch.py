"""Small prints of texts that tell, without the texts, how much two of them share."""

from __future__ import annotations

import heapq
import zlib

from ..text import fold

_NOTE_SIZE, _CLAIM_SIZE = 24, 8
_NOTE_GRAM, _CLAIM_GRAM = 8, 3

Sketch = tuple[int, ...]
"""The smallest hashes of a text's character n-grams, ascending: a bottom-k MinHash
(Broder 1997, "On the resemblance and containment of documents")."""


def _sketch(text: str, gram: int, size: int, mask: int) -> Sketch:
    data = fold(text).encode("utf-32-le", "surrogatepass")
    width = gram * 4
    hashes = {zlib.crc32(data[i : i + width]) & mask for i in range(0, max(1, len(data) - width + 4), 4)}
    return tuple(heapq.nsmallest(size, hashes))


def of_note(text: str) -> Sketch:
    """Print of a whole note."""
    return _sketch(text, _NOTE_GRAM, _NOTE_SIZE, 0xFFFFFFFF)


def of_claim(text: str) -> Sketch:
    """Print of a claim or a quote; empty for an empty text."""
    return _sketch(text, _CLAIM_GRAM, _CLAIM_SIZE, 0xFFFF) if text.strip() else ()


def similarity(one: Sketch, other: Sketch) -> float:
    """Estimated Jaccard similarity of two texts' n-grams, 0 to 1."""
    size = min(max(len(one), len(other)), len(set(one) | set(other)))
    if not one or not other:
        return 0.0
    union = heapq.nsmallest(size, set(one) | set(other))
    shared = set(one) & set(other)
    return sum(value in shared for value in union) / size


def dump(sketch: Sketch, digits: int) -> str:
    """Sketch as hexadecimal digits, `digits` a hash."""
    return "".join(f"{value:0{digits}x}" for value in sketch)


def load(text: str, digits: int) -> Sketch:
    """Inverse of `dump`; raises ValueError for what is not hexadecimal."""
    return tuple(int(text[i : i + digits], 16) for i in range(0, len(text), digits))
