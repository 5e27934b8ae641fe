"""Where two papers report different values for one system on one benchmark."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..model import Disagreement, Result
from ..text import fold

# The measures that notes name in either language.
_SAME = re.compile("平均|average|mean|rate|率|得?分数?$|score")
_ENGLISH = {
    "成功": "success",
    "准确": "accuracy",
    "正确": "accuracy",
    "通过": "pass",
    "解决": "resolve",
    "召回": "recall",
}

_Reports = list[tuple[str, Result]]


def disagreements(results: Mapping[str, Sequence[Result]]) -> dict[str, tuple[Disagreement, ...]]:
    """By paper id, for results by paper id, newest paper first.

    Two papers disagree where none of the values of one is one of the other's, rounded or not. A measure or a unit that
    only one of them states is no reason to keep them apart; two that both state and that differ are.
    """
    groups: dict[tuple[str, str], _Reports] = defaultdict(list)
    for paper, found in results.items():
        for result in found:
            groups[result.benchmark, fold(result.system)].append((paper, result))
    made: dict[str, list[Disagreement]] = {paper: [] for paper in results}
    for (benchmark, _), reports in groups.items():
        apart = _apart(reports)
        if apart:
            entry = Disagreement(benchmark=benchmark, system=apart[0][1].system, reports=tuple(apart))
            for paper in dict.fromkeys(paper for paper, _ in apart):
                made[paper].append(entry)
    return {paper: tuple(entries) for paper, entries in made.items()}


def _apart(reports: _Reports) -> _Reports:
    """The reports that another paper contradicts, once for each paper, measure and value."""
    by_paper: dict[str, list[Result]] = defaultdict(list)
    for paper, result in reports:
        by_paper[paper].append(result)
    if len(by_paper) < 2:
        return []
    shown: dict[tuple[str, str, str], tuple[str, Result]] = {}
    for paper, result in reports:
        if any(_contradicts(result, by_paper[paper], others) for other, others in by_paper.items() if other != paper):
            shown.setdefault((paper, _measure(result), result.text), (paper, result))
    return list(shown.values()) if len({paper for paper, _ in shown.values()}) > 1 else []


def _contradicts(result: Result, same: Sequence[Result], others: Sequence[Result]) -> bool:
    """Whether another paper has only other values of what this result may have measured."""
    comparable = [other for other in others if _comparable(result, other)]
    if not comparable:
        return False
    ours = [mine for mine in same if any(_comparable(mine, other) for other in comparable)]
    return not any(_equal(mine, other) for mine in ours for other in comparable)


def _comparable(first: Result, second: Result) -> bool:
    pairs = ((_measure(first), _measure(second)), (first.unit, second.unit))
    return all(not a or not b or a == b for a, b in pairs)


def _measure(result: Result) -> str:
    """Key of the measure, one for both languages; a bare `score` or `average` is none."""
    key = _SAME.sub("", fold(result.metric))
    return _ENGLISH.get(key, key)


def _equal(first: Result, second: Result) -> bool:
    """Whether one value is the other, or the other rounded; a share may be written as a part of one."""
    if (first.unit == "%") != (second.unit == "%"):
        part, share = (second, first) if first.unit == "%" else (first, second)
        if abs(part.value) <= 1 and abs(part.value * 100 - share.value) <= max(_half(part) * 100, _half(share)):
            return True
    return abs(first.value - second.value) <= max(_half(first), _half(second))


def _half(result: Result) -> float:
    """Half of the last digit stated, and a little for how numbers are kept."""
    digits = result.text.partition(".")[2]
    places = next((at for at, sign in enumerate(digits) if not sign.isdigit()), len(digits))
    return float(10.0**-places / 2 * (1 + 1e-9))
