"""Benchmarks and data sets: which ones a note reports numbers on, and which it only mentions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set

from ..model import Benchmark, BenchmarkDefinition, BenchmarkFindings, Naming, Override, Paper, Section
from ..paths import slug
from .benchmark_names import Mention, listed, mentions, name_key
from .benchmark_signs import ANY_FIGURE, SPLIT_WORD, Passage, Signs, accepted, gather, looks_like_test

_RESULT_SECTIONS = frozenset({"abstract", "abstract_en", "abstract_zh", "analysis_experiments", "analysis_summary"})
_OUTSIDE = frozenset({"claims", "boilerplate", "metadata", "disclaimer"})
_RESULT_HEADING = re.compile(r"实验|结果|评测|摘要|experiment|result|evaluation|abstract", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[。！？])|\n|(?<=[.!?])\s+(?=\S)")
_HEADING_LONGEST = 60
_HEADING_COVERS = 3
_THROUGHOUT = 5
"""Sections that must name a benchmark for it to count as the ground the whole paper stands on."""

# Numbers that say how well something did; sizes, years and versions are none.
_RESULT = re.compile(
    r"\d\s?(?:\\?%|％|个?百分点|pp\b|(?:absolute )?points?\b|[×倍点])|百分之|\d\s?(?:→|±|对|vs\.?)\s?\d"
    r"|(?<![\w.\-–/])(?<!Table )(?<!Section )\d+\.\d+(?![\w.\-])"
)
_TOLD = re.compile(
    r"上[^。；]{0,80}(?:优于|最佳|最优|最高|领先|超越)|\b[Oo]n\b.{0,80}\b(?:outperform|best|state-of-the-art)"
    r"|(?:评估|评测|测试)(?:基准|数据集|环境)[：:]|\b[Bb]enchmarks?[:：]"
)
_BACK = re.compile(
    r"\b(?:respective|these|both|all) benchmarks\b|(?:这些|上述|各个?|[两三四五六七八]个|所有|全部)(?:基准|数据集)"
)
_SHORTENED = re.compile(rf"v?\d+(?:\.\d+)*|{SPLIT_WORD.lower()}|[†‡]")


def benchmarks(
    paper: Paper, naming: Naming, known: tuple[BenchmarkDefinition, ...], override: Override
) -> BenchmarkFindings:
    """Benchmarks under their listed name, or their most frequent spelling where the list has none.

    `by_anchor` holds the reported ones that a claim or its quote names. An override replaces what is reported.
    """
    lexicon = listed(known)
    passages = list(_passages(paper))
    signs = gather(passages, lexicon)
    own = {name_key(name) for name in (naming.name, *naming.other_names) if name}
    found_here = accepted(signs, own, lexicon)
    tests = {key for key in own if looks_like_test(key, signs, lexicon)}
    rows = (mentions(passage.text, lexicon, found_here) for passage in passages)
    found = [[mention for mention in row if mention[0] not in own - tests] for row in rows]
    names = {key: lexicon.canonical.get(key) or found_here.canonical[key] for row in found for key, _, _ in row}
    shown = _reported(passages, found, names.keys() & (tests | signs.introduced))
    longer = {key: forms for key in names if (forms := _longer_forms(key, shown, signs))}
    if override.benchmarks is not None:
        chosen = [lexicon.names.get(name_key(name), name) for name in override.benchmarks]
        names = {**{name_key(name): name for name in chosen}, **names}
        shown, longer = {name_key(name) for name in chosen}, {}
    made = {key: Benchmark(name=name, slug=slug(name)) for key, name in names.items() if key not in longer}
    reported = {key: benchmark for key, benchmark in made.items() if key in shown}
    stands_for = reported | {key: made[form] for key, (form, *others) in longer.items() if form in made and not others}
    return BenchmarkFindings(
        reported=tuple(reported.values()),
        mentioned=tuple(benchmark for key, benchmark in made.items() if key not in shown),
        by_anchor=_by_anchor(passages, found, stands_for),
    )


def _by_anchor(
    passages: list[Passage], found: list[list[Mention]], stands_for: Mapping[str, Benchmark]
) -> dict[str, tuple[Benchmark, ...]]:
    named: dict[str, dict[Benchmark, None]] = defaultdict(dict)
    for passage, row in zip(passages, found, strict=True):
        if passage.anchor:
            named[passage.anchor].update((stands_for[key], None) for key, _, _ in row if key in stands_for)
    return {anchor: tuple(benchmarks) for anchor, benchmarks in named.items() if benchmarks}


def _passages(paper: Paper) -> Iterator[Passage]:
    """Claims first: a claim and its quote are one statement, and so is each sentence of the parts that tell results."""
    for claim in paper.claims:
        quote = claim.claim.quote
        yield Passage(f"{claim.claim.text.text}\n{quote.text if quote else ''}", "claim", "claims", anchor=claim.anchor)
    for section in (section for note in paper.notes for section in note.sections if section.kind not in _OUTSIDE):
        if section.kind == "experiments":
            yield Passage(section.text, "test", section.kind)
        elif section.kind in _RESULT_SECTIONS or _RESULT_HEADING.search(section.heading):
            yield from _sentences(section)
        else:
            yield Passage(section.text, "other", section.kind)


def _sentences(section: Section) -> Iterator[Passage]:
    pieces = [piece for piece in _SENTENCE.split(section.text) if piece.strip()]
    for index, piece in enumerate(pieces):
        end = piece.rstrip()[-1]
        heads = end in "：:" or (len(piece) <= _HEADING_LONGEST and end not in "。.")
        covered = pieces[index + 1 : index + 1 + _HEADING_COVERS] if heads else []
        yield Passage(piece, "result", section.kind, follow="\n".join(covered))


def _reported(passages: list[Passage], found: list[list[Mention]], own: Set[str]) -> set[str]:
    """Keys with numbers; the paper's `own` benchmarks are, as soon as the note has any number to tell."""
    shown: set[str] = set()
    sections: dict[str, set[str]] = defaultdict(set)
    before: set[str] = set()
    has_numbers = False
    for passage, row in zip(passages, found, strict=True):
        keys = {key for key, _, _ in row}
        rest = _without(passage.text, row) + passage.follow
        numbers = passage.role in ("claim", "result") and bool(ANY_FIGURE.search(rest))
        told = passage.role == "result" and bool(_RESULT.search(rest) or _TOLD.search(rest))
        has_numbers |= numbers
        if told or passage.role == "test" or (passage.role == "claim" and numbers):
            shown |= keys
            if not keys and _BACK.search(rest):
                shown |= before
        before = keys if passage.role == "result" else set()
        for key in keys:
            sections[key].add(passage.section)
    shown |= {key for key, kinds in sections.items() if len(kinds) >= _THROUGHOUT}
    return shown | own if has_numbers else shown


def _without(text: str, row: list[Mention]) -> str:
    edges = [0, *(edge for _, start, stop in row for edge in (start, stop)), len(text)]
    return " ".join(text[start:stop] for start, stop in zip(edges[::2], edges[1::2], strict=True))


def _longer_forms(key: str, shown: Set[str], signs: Signs) -> list[str]:
    """Reported versions or splits that a bare name stands for ("SWE-bench" beside "SWE-bench Verified").

    None where both stand in one enumeration, nor for `CIFAR-10` beside `CIFAR-100`.
    """
    return [
        other
        for other in shown
        if other.startswith(key)
        and _SHORTENED.fullmatch(other[len(key) :])
        and not (key[-1].isdigit() and other[len(key)].isdigit())
        and (key, other) not in signs.together
    ]
