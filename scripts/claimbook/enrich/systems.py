"""Which systems a claim names: its paper's own, and what else bears a name of their kind and is no benchmark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..model import BenchmarkDefinition, BenchmarkFindings, Check, Claim, Naming, Paper, Result
from ..text import fold
from .result_forms import NAME, system

Findings = tuple[Paper, Naming, BenchmarkFindings, Mapping[str, Check], Sequence[Result]]

_NO_SYSTEM = re.compile(
    # Up to three capitals are an abbreviation as a rule, two plain words with a hyphen an adjective.
    r"[A-Z]{1,3}s?|[A-Z][a-z]*-[A-Z]?[a-z]+|(?:.*[ -])?[CGTN]PUs?\b.*|[KMGTP]i?Bs?|.*FLOPS?|VRAM|.*-(?:MSE|MAE|RMSE)"
)
_LONGEST = 60
"""Characters of a name."""
_MODIFIER = re.compile(r"[A-Z][a-z]+-[a-z]+ ")


def systems(
    findings: Mapping[str, Findings], known: Sequence[BenchmarkDefinition]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Names by paper id and claim anchor, in the order of the claim; one spelling a system, the newest paper's."""
    benchmarks = {fold(name) for benchmark in known for name in (benchmark.name, *benchmark.aliases)}
    spelling: dict[str, str] = {}
    for _, naming, found, *_ in findings.values():
        benchmarks.update(fold(benchmark.name) for benchmark in (*found.reported, *found.mentioned))
        for name in filter(None, (naming.name, *naming.other_names)):
            spelling.setdefault(fold(name), naming.name or name)
    presented = frozenset(spelling)
    made: dict[str, dict[str, tuple[str, ...]]] = {}
    for key, (paper, naming, _, checks, results) in findings.items():
        own = frozenset(fold(name) for name in (naming.name, *naming.other_names) if name)
        made[key] = {}
        for claim in paper.claims:
            named = [name for name in _named(claim, checks.get(claim.anchor), own) if fold(name) not in benchmarks]
            sure = [name for name in named if fold(name) in presented or not _NO_SYSTEM.fullmatch(name)]
            scored = [result.system for result in results if result.anchor == claim.anchor]
            if names := dict.fromkeys(spelling.setdefault(fold(name), name) for name in (*sure, *scored)):
                made[key][claim.anchor] = tuple(names)
    return made


def _named(claim: Claim, check: Check | None, own: frozenset[str]) -> Iterator[str]:
    text = claim.claim.text.text
    for value in check.values if check else ():
        # `A 1.39` is a name and its score, `GPT 5.6` a name; the numbers of a claim tell them apart.
        start, end = value.number.start, value.number.end
        text = f"{text[:start]}{',' * (end - start)}{text[end:]}"
    for match in NAME.finditer(text):
        phrase = match[0]
        while phrase:
            name, rest = system(_MODIFIER.sub("", phrase, count=1), own)
            if name and len(name) <= _LONGEST:
                yield name
            # The paper's own name ends a phrase early; another may follow it.
            phrase = rest.strip() if name else ""
