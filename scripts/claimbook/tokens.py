"""The words of the search index: one token a word, so that Chinese is found at every letter and shown as written.

A token is an overlapping pair of Han letters (a lone one as itself), or a run of other letters and digits
in NFKC form, or a per-cent sign. ASCII punctuation sticks to the word before it; every other sign is a word
of its own, which no phrase can cross. `JOINT` ends a word that the source does not part from the next.
docs/assets/js/tokens.js is the same for queries; tests/web/tokens.json holds both to one table of cases.
"""

from __future__ import annotations

import re
import unicodedata

JOINT = "\u241f"
BREAK = "\u241e"
"""A word of its own after each block of text: a phrase cannot cross it."""
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_UNIT = re.compile(
    rf"(?P<han>[{_HAN}]+)|(?P<word>%|[^\W_{_HAN}]+)|(?P<space>\s+)|(?P<mark>[!-~])|(?P<sign>.)", re.DOTALL
)
_OVERLAP = re.compile(rf"(?<=([{_HAN}])){JOINT} \1")


def spread(text: str) -> str:
    """Text as words parted by one space; `gather` is its inverse but for the width of white space and NFKC."""
    words: list[str] = []
    pending = ""
    """Punctuation that waits for the word behind it."""
    before = "space"
    for unit in _UNIT.finditer(text.replace(JOINT, "").replace(BREAK, "")):
        kind, piece = str(unit.lastgroup), unit.group()
        if kind == "space":
            words += [pending] if pending else []
            if words:
                words[-1] = words[-1].removesuffix(JOINT)
            pending = ""
        elif kind == "mark" and before not in ("space", "han") and not pending:
            words[-1] = words[-1].removesuffix(JOINT) + piece + JOINT
        elif kind == "mark" and before != "han":
            pending += piece
        else:
            # Next to a Han letter a mark stands alone: no phrase crosses it, here as in a query.
            words += [word + JOINT for word in _tokens(kind, piece, pending)]
            pending = ""
        before = kind
    return " ".join([*words, *([pending] if pending else [])]).removesuffix(JOINT)


def _tokens(kind: str, piece: str, pending: str) -> list[str]:
    if kind == "han" and len(piece) > 1:
        pairs = [piece[i : i + 2] for i in range(len(piece) - 1)]
        return [pending + pairs[0], *pairs[1:]]
    return [pending + (unicodedata.normalize("NFKC", piece) if kind == "word" else piece)]


def gather(words: str) -> str:
    """The text that `spread` took apart."""
    return _OVERLAP.sub("", words).replace(f"{JOINT} ", "").replace(JOINT, "")
