"""Looking benchmark names up in running text: whole names only, the longest one, spelled as a name is spelled."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..model import BenchmarkDefinition
from ..text import HAN, fold

# A text is read atom by atom: a run of letters and digits with its decimals and marks, so that neither
# "AIME 25" is found in "AIME 2026" nor a score of 25.3 makes a version; a Han letter parts names.
LETTER = rf"[^\W_{HAN}]"
MARKS = "+*†‡"
DASH = "\\-‐‑–—_"
_ATOM = re.compile(rf"{LETTER}+(?:\.\d+)*[{MARKS}]*")
_JOINT = re.compile(rf"['’]? ?[{DASH}/&^]? ?")
_GOES_ON = re.compile("[-‑][A-Z0-9]")
_ATOMS_MOST = 7
_UNHEARD = re.compile(r"['’/&^ ]")
_PLAIN = re.compile(r"[A-Z]+|[A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""Initials and plain words, which need their case: `MATH`, `Spider`, `Rush Hour`."""

Mention = tuple[str, int, int]
"""Key of the canonical name, start and end."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Canonical names by the key of each spelling."""

    names: Mapping[str, str]
    canonical: Mapping[str, str]
    """By the name's own key."""
    starts: frozenset[str]
    """All beginnings of keys: where to stop looking."""
    exact: Mapping[str, set[str]]
    """Spellings of a key as they were given."""
    plain: frozenset[str]
    """Keys whose case counts."""


@lru_cache(maxsize=1 << 16)
def name_key(text: str) -> str:
    """Key under which two spellings are one benchmark."""
    return text.lower() if text.isascii() and text.isalnum() else _UNHEARD.sub("", fold(text))


@lru_cache(maxsize=8)
def listed(known: tuple[BenchmarkDefinition, ...]) -> Lexicon:
    """Lexicon of the known benchmarks."""
    return build((spelling, entry.name) for entry in known for spelling in (entry.name, *entry.aliases))


def build(spellings: Iterable[tuple[str, str]]) -> Lexicon:
    """Lexicon of pairs of a spelling and the name it stands for; the first name that takes a key keeps it."""
    names: dict[str, str] = {}
    exact: dict[str, set[str]] = defaultdict(set)
    shaped: set[str] = set()
    for spelling, name in spellings:
        key = name_key(spelling)
        names.setdefault(key, name)
        exact[key].add(_bare(spelling))
        if not _PLAIN.fullmatch(spelling):
            shaped.add(key)
    starts = frozenset(key[:end] for key in names for end in range(1, len(key) + 1))
    canonical = {name_key(name): name for name in names.values()}
    return Lexicon(names, canonical, starts, exact, frozenset(names.keys() - shaped))


def _bare(spelling: str) -> str:
    return "".join(_ATOM.findall(spelling))


def mentions(text: str, *lexicons: Lexicon) -> Iterator[Mention]:
    """The longest name at each place of a text."""
    atoms = [(match.start(), match.end(), name_key(match.group())) for match in _ATOM.finditer(text)]
    taken = -1
    for index, (start, _, head) in enumerate(atoms):
        if index <= taken or not any(head.rstrip(MARKS) in known.starts for known in lexicons):
            continue
        hits = [hit for known in lexicons if (hit := _longest(text, atoms, index, known))]
        if hits:
            key, taken = max(hits, key=lambda hit: (hit[1], len(hit[0])))
            yield key, start, atoms[taken][1]


def _longest(text: str, atoms: list[tuple[int, int, str]], index: int, known: Lexicon) -> tuple[str, int] | None:
    start, end, joined = atoms[index][0], 0, ""
    if start and text[start - 1] in "-‑":
        return None  # the tail of a longer name is another name
    best = None
    for place in range(index, min(index + _ATOMS_MOST, len(atoms))):
        begin, stop, key = atoms[place]
        if joined and not _JOINT.fullmatch(text, end, begin):
            break
        for ending in (key, key.rstrip(MARKS)):
            if joined + ending in known.names and _stands(text, start, stop, joined + ending, known):
                best = (name_key(known.names[joined + ending]), place)
                break
        joined, end = joined + key, stop
        if joined not in known.starts:
            break
    return best


def _stands(text: str, start: int, stop: int, key: str, known: Lexicon) -> bool:
    """Whether a spelling is a name of its own: not the head of a longer one, nor plain words that happen to agree."""
    if _GOES_ON.match(text, stop):
        return False
    spelling = text[start:stop]
    if _bare(spelling).rstrip(MARKS) in known.exact[key] or "bench" in spelling.lower():
        return True
    shaped = sum(map(str.isupper, spelling)) > 1 or any(map(str.isdigit, spelling))
    return shaped and key not in known.plain
