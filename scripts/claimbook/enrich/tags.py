"""Tags of a paper: the vocabulary's terms, counted where a paper says what it is about."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from ..model import Naming, Override, Paper, Tag, TagDefinition
from ..text import HAN

MOST_TAGS = 5
MOST_TERMS = 6
BEST_TERMS = 5
"""Only so many terms add to a score, so that a tag with a long list in the vocabulary has no advantage."""
RELATIVE = 0.35
CERTAIN = 8.0
"""A tag needs this share of the strongest tag's score; above `CERTAIN` a score says nothing more and raises no bar."""
ABSOLUTE = 1.25
"""And this score: about one strong term, said once in an abstract of some length."""

_Counts = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """Sections that count alike; `usual` is their usual length, which occurrences are measured by.

    Lengths are in bytes of UTF-8: a Han letter has three, and says about as much as three Latin ones.
    """

    weight: float
    usual: int


_TITLE = _Field(weight=2, usual=60)
_LEAD = _Field(weight=1, usual=500)
_BODY = _Field(weight=0.1, usual=8000)
_LEADS = frozenset({"positioning", "abstract", "abstract_en", "abstract_zh"})
_SILENT = frozenset(
    {"title", "analysis_related", "analysis_future", "limitations", "followup", "disclaimer", "boilerplate", "metadata"}
)
"""Related work speaks of other papers, an outlook of what this one did not do; a title is counted apart."""

_SEPARATORS = re.compile(r"[\s\-_‐‑‒–—]+")
_BESIDE_HAN = re.compile(f"(?<=[{HAN}]) | (?=[{HAN}])")
_WORD = re.compile(r"[a-z0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matcher:
    """The terms of a vocabulary as one pattern, and for each spelling the (tag, term, length) that it stands for."""

    pattern: re.Pattern[str]
    meanings: Mapping[str, tuple[tuple[int, int, int], ...]]


def tags(paper: Paper, naming: Naming, vocabulary: tuple[TagDefinition, ...], override: Override) -> tuple[Tag, ...]:
    """At most five tags, strongest first, each with the terms that gave it; a person's choice has no terms."""
    if override.tags is not None:
        return tuple(Tag(id=tag, terms=()) for tag in override.tags)
    strengths = _strengths(paper, naming, _matcher(vocabulary))
    found = [_tag(definition, strengths.get(index, {})) for index, definition in enumerate(vocabulary)]
    found.sort(key=lambda scored: -scored[0])
    least = max(ABSOLUTE, RELATIVE * min(CERTAIN, found[0][0])) if found else 0.0
    return tuple(tag for score, tag in found[:MOST_TAGS] if score >= least)


def _tag(definition: TagDefinition, strengths: Mapping[int, float]) -> tuple[float, Tag]:
    """The score of a tag, and the tag with its strongest terms."""
    # Saturation: the first occurrence says most, so that one word, often repeated, does not outweigh several.
    gains = {term: definition.terms[term].weight * x / (1 + x) for term, x in strengths.items()}
    best = sorted((term for term, gain in gains.items() if gain > 0), key=lambda term: (-gains[term], term))
    score = sum(gains[term] for term in best[:BEST_TERMS])
    return score, Tag(id=definition.id, terms=tuple(definition.terms[term].text for term in best[:MOST_TERMS]))


def _strengths(paper: Paper, naming: Naming, matcher: _Matcher) -> dict[int, dict[int, float]]:
    """For each tag and term how often it is said, weighted by where and relative to the length of the text."""
    result: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for field, text in _texts(paper, naming).items():
        plain = _normalise(text)
        share = field.weight / (0.5 + 0.5 * len(plain.encode()) / field.usual)
        for (tag, term), count in _count(matcher, plain).items():
            result[tag][term] += count * share
    return result


def _texts(paper: Paper, naming: Naming) -> dict[_Field, str]:
    """The text of each field, over all notes; where no section says what the paper is about, all of them do."""
    sections = [section for note in paper.notes for section in note.sections if section.kind not in _SILENT]
    lead = "\n".join(section.text for section in sections if section.kind in _LEADS)
    body = "\n".join(section.text for section in sections if section.kind not in _LEADS)
    return {_TITLE: naming.title, _LEAD: lead or body, _BODY: body}


def _normalise(text: str) -> str:
    """Lower case, hyphens as spaces, no space beside a Han letter (`LLM 智能体` is `llm智能体`)."""
    text = _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return _BESIDE_HAN.sub("", text).strip()


def _count(matcher: _Matcher, text: str) -> _Counts:
    """Occurrences by (tag, term); within a tag, one inside a longer one is none."""
    counts: dict[tuple[int, int], int] = defaultdict(int)
    ends: dict[int, int] = defaultdict(int)
    match = matcher.pattern.search(text)
    while match:
        start = match.start()
        for tag, term, length in matcher.meanings[match.group()]:
            if start + length > ends[tag]:
                ends[tag] = start + length
                counts[tag, term] += 1
        # Terms of different tags may overlap, so the search goes on one character later.
        match = matcher.pattern.search(text, start + 1)
    return counts


@lru_cache(maxsize=4)
def _matcher(vocabulary: tuple[TagDefinition, ...]) -> _Matcher:
    """The compiled vocabulary."""
    owners: dict[str, dict[int, int]] = defaultdict(dict)
    for tag, definition in enumerate(vocabulary):
        for term, entry in enumerate(definition.terms):
            for spelling in _spellings(_normalise(entry.text)):
                owners[spelling].setdefault(tag, term)
    meanings = {}
    for spelling in owners:
        longest: dict[int, tuple[int, int, int]] = {}
        for length in range(1, len(spelling) + 1):
            if not _joined(spelling[length - 1 : length + 1]):
                longest |= {tag: (tag, term, length) for tag, term in owners.get(spelling[:length], {}).items()}
        meanings[spelling] = tuple(longest.values())
    return _Matcher(pattern=re.compile(_pattern(sorted(owners))), meanings=meanings)


def _spellings(term: str) -> Iterable[str]:
    """A term as it is and, of a Latin one, its plural."""
    if not term:
        return ()
    if not ("a" <= term[-1] <= "z"):
        return (term,)
    if term.endswith("y") and term[-2:-1] not in "aeiou":
        return (term, term[:-1] + "ies")
    return (term, term + ("es" if term.endswith(("s", "x", "ch", "sh")) else "s"))


def _joined(pair: str) -> bool:
    """Whether two neighbours are letters of one Latin word."""
    return len(pair) == 2 and all(_WORD.match(letter) for letter in pair)


def _pattern(spellings: Sequence[str]) -> str:
    """A pattern for the longest of some sorted spellings; one that begins like a Latin word begins a word."""
    if not spellings:
        return "(?!)"
    branches = []
    for letter, group in groupby(spellings, key=lambda spelling: spelling[0]):
        # Literals stay first in the pattern: the search then skips all characters that begin no term.
        before = f"(?<![a-z0-9]{letter})" if _WORD.match(letter) else ""
        branches.append(re.escape(letter) + before + _trie(tuple(group), 1))
    return "|".join(branches)


def _trie(spellings: Sequence[str], depth: int) -> str:
    """What follows the first `depth` characters, which the sorted spellings have in common."""
    first, last = spellings[0], spellings[-1]
    fork = next((i for i in range(depth, len(first)) if first[i] != last[i]), len(first))
    end = ["(?![a-z0-9])" if _WORD.match(first[-1]) else ""] if fork == len(first) else []
    groups = groupby(spellings[len(end) :], key=lambda spelling: spelling[fork])
    branches = [_trie(tuple(group), fork) for _, group in groups]
    return re.escape(first[depth:fork]) + f"(?:{'|'.join(branches + end)})"
