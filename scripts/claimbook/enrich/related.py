"""Nearest papers: those that share the rarest tags and reported benchmarks."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log

from ..model import BenchmarkFindings, Tag

POOL = 300
"""Candidates compared with one paper, which bounds its work however many papers share a tag."""

_Feature = tuple[str, str]
_Key = tuple[_Feature, ...]


def related(
    entries: Mapping[str, tuple[tuple[Tag, ...], BenchmarkFindings]], limit: int = 5
) -> dict[str, tuple[str, ...]]:
    """For each paper the ids of at most `limit` others, nearest first, equally near ones by id.

    Nearness is the sum, over what both have, of log((papers + 1) / papers that have it). Where more than `POOL` papers
    share something, candidates come from the rarest things first, pairs of tags included.
    """
    ids = sorted(entries)
    features = [_features(*entries[paper]) for paper in ids]
    index: dict[_Key, list[int]] = defaultdict(list)
    for number, own in enumerate(features):
        for key in _keys(own):
            index[key].append(number)
    weights = {key[0]: log((len(ids) + 1) / len(holders)) for key, holders in index.items() if len(key) == 1}
    result = {}
    for number, own in enumerate(features):
        candidates = _candidates(number, [index[key] for key in _keys(own)])
        nearness = {other: sum(weights[f] for f in own if f in features[other]) for other in candidates}
        nearest = sorted(candidates, key=lambda other: (-nearness[other], other))[: max(0, limit)]
        result[ids[number]] = tuple(ids[other] for other in nearest)
    return result


def _features(tags: tuple[Tag, ...], benchmarks: BenchmarkFindings) -> dict[_Feature, None]:
    """What a paper can share, each thing once, in the paper's order."""
    shared = [("tag", tag.id) for tag in tags] + [("benchmark", found.slug) for found in benchmarks.reported]
    return dict.fromkeys(shared)


def _keys(features: Mapping[_Feature, None]) -> list[_Key]:
    """Keys of the index: every feature, and every pair of tags, since two common tags together are rarer."""
    tags = sorted(feature for feature in features if feature[0] == "tag")
    return [(feature,) for feature in features] + list(combinations(tags, 2))


def _candidates(number: int, postings: Sequence[Sequence[int]]) -> set[int]:
    """At most `POOL` other papers, from the shortest posting first; of one too long, those next to the paper's id."""
    found: set[int] = set()
    for posting in sorted(postings, key=len):
        room = POOL - len(found)
        if room <= 0:
            break
        if len(posting) > room + 1:
            # Ids sort by date of appearance, mostly: neighbours are of the same weeks.
            first = min(max(0, bisect_left(posting, number) - room // 2), len(posting) - room - 1)
            posting = posting[first : first + room + 1]
        found.update(other for other in posting if other != number)
    return found
