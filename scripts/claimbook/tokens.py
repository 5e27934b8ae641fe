"""The words of the search index: one token a word, so that Chinese is found at every letter and shown as written.

A token is an overlapping pair of Han letters (a lone one as itself), or a run of other letters and digits
in NFKC form, or a per-cent sign, or an underscore. ASCII punctuation, also full-width, sticks to the word before it;
every other sign is a word of its own, which no phrase can cross. `JOINT` ends a word that the source does not part from
the next, `WHOLE` a token that could be the beginning of another.
docs/assets/js/tokens.js is the same for queries; tests/web/tokens.json holds both to one table of cases.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

JOINT = "~"
"""ASCII punctuation, which Pagefind drops: with any other mark it would index each word twice, once with the mark."""
WHOLE = "_"
"""Asked for a word, Pagefind counts all that begin with it; with this at its end a word begins no other."""
BREAK = "\u241e"
"""A word of its own after each block of text: a phrase cannot cross it."""
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Pagefind keeps underscores whatever it is told, so they cannot stick to a word; a tilde must not look like a joint.
# Full-width forms count as the ASCII they stand for, since queries are typed either way.
_UNIT = re.compile(
    rf"(?P<han>[{_HAN}]+)|(?P<word>[%_\uff05\uff3f]|(?:[^\W_{_HAN}][\u0300-\u036f]*)+)|(?P<space>\s+)"
    r"|(?P<mark>[!-}\uff01-\uff5d])|(?P<sign>.)",
    re.DOTALL,
)
_LETTER = re.compile(f"[{_HAN}]")
_OVERLAP = re.compile(rf"(?<=([{_HAN}])){JOINT} \1")
_JOINED = re.compile(rf"(?<=[^ ]){JOINT} ")
_WHOLE = re.compile(rf"(?:(?<=[^\W_])|(?<=[{_HAN}\u0300-\u036f])){WHOLE}")


def spread(text: str) -> str:
    """Text as words parted by one space; `gather` is its inverse but for the width of white space and NFKC."""
    words: list[str] = []
    pending = ""
    """Punctuation that waits for the word behind it."""
    before = "space"
    for unit in _UNIT.finditer(text.replace(BREAK, "")):
        kind, piece = str(unit.lastgroup), unit.group()
        if kind == "space":
            words += [pending] if pending else []
            if words and not pending:
                words[-1] = words[-1].removesuffix(JOINT)
            pending = ""
        elif kind == "mark" and before not in ("space", "han", "sign") and not pending:
            words[-1] = words[-1].removesuffix(JOINT) + piece + JOINT
        elif kind == "mark" and before != "han":
            pending += piece
        else:
            # Next to a Han letter a mark stands alone: no phrase crosses it, here as in a query.
            if kind == "sign" and pending:
                words.append(pending + JOINT)
                pending = ""
            words += [word + JOINT for word in _tokens(kind, piece, pending)]
            pending = ""
        before = kind
    if pending:
        return " ".join([*words, pending])
    return " ".join(words) if before == "space" else " ".join(words).removesuffix(JOINT)


def _tokens(kind: str, piece: str, pending: str) -> Iterator[str]:
    if kind == "han" and len(piece) > 1:
        yield pending + piece[:2]
        yield from (piece[i : i + 2] for i in range(1, len(piece) - 1))
    elif kind in ("mark", "sign"):
        yield pending + piece
    else:
        word = unicodedata.normalize("NFKC", piece) if kind == "word" else piece
        yield pending + word + ("" if word in ("%", "_") else WHOLE)


def gather(words: str) -> str:
    """The text that `spread` took apart."""
    return _JOINED.sub("", _OVERLAP.sub("", _WHOLE.sub("", words)))


def letters(text: str) -> str:
    """Each Han letter of a text once, as words: what finds a page by one letter, which pairs alone do not."""
    return " ".join(letter + WHOLE for letter in sorted(set(_LETTER.findall(text))))
