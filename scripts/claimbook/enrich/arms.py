"""Named arms that a claim and its quote share: Latin names, and words of the field in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .units import UNITS, Quantity

_WORD = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z#][A-Za-z0-9#+.†]*(?:[-_/@][A-Za-z0-9.]+)*|[α-ωΑ-Ω]"
    r"|(?<![\w.])\d[\w.]{0,40}%?-[A-Za-z][\w-]*"
)
_PART = re.compile(r"[-_/]")
_LONGEST = 60
_MOST = 40
"""Occurrences of one word in a quote; a word more frequent tells no arms apart."""
_STOP = frozenset(
    re.findall(
        r"\S+",
        "a an the of to and or with from for in on by at as is are was were be it its than that this which while "
        "whereas but over under against per each all both vs e.g i.e respectively s not no only more less up down "
        "points point percent times also we our their has have had after before respectively table figure section",
    )
) | {u.lower() for u in UNITS if u.isascii()}
# Chinese words and the English ones they translate; each pair stands for one arm of a usual comparison.
_PAIRS = (
    ("训练", "training train trained"),
    ("测试", "testing test"),
    ("验证", "validation"),
    ("基线", "baseline baselines"),
    ("基础", "base"),
    ("原始", "original raw"),
    ("摘要", "summary"),
    ("记忆", "memory"),
    ("人类", "human people"),
    ("较大", "larger"),
    ("较小", "smaller"),
    ("有效", "valid"),
    ("无效", "invalid"),
    ("胜", "win wins won"),
    ("负", "loss losses lost"),
    ("平局", "tie ties"),
    ("最大", "largest maximum"),
    ("最小", "smallest minimum"),
    ("最高", "highest best"),
    ("最低", "lowest worst"),
    ("平均|均值", "mean average averaging"),
    ("中位", "median"),
    ("准确率", "accuracy"),
    ("召回", "recall"),
    ("精确率|查准", "precision"),
    ("成本|开销|花费", "cost costs"),
    ("延迟|时延", "latency"),
    ("吞吐", "throughput"),
    ("显存|内存", "memory"),
    ("参数", "parameters parameter params"),
    ("激活", "active activated"),
    ("图像|图片", "image images"),
    ("视频", "video videos clips"),
    ("文本", "text"),
    ("音频", "audio"),
    ("任务", "task tasks"),
    ("样本|样例", "sample samples examples"),
    ("类别", "categories classes category"),
    ("覆盖", "coverage"),
    ("自主", "autonomous"),
    ("固定", "fixed"),
    ("随机", "random"),
    ("教师", "teacher"),
    ("学生", "student"),
    ("开环", "open-loop"),
    ("闭环", "closed-loop"),
    ("投影", "projection"),
    ("分数|得分", "score scores"),
    ("奖励", "reward"),
    ("成功率", "success"),
    ("错误", "errors error"),
    ("重复", "repeats repeated"),
    ("响应", "responses response"),
    ("仓库|项目", "repositories projects"),
    ("语言", "languages"),
    ("简单|容易", "easy"),
    ("困难", "hard"),
    ("离线", "offline"),
    ("在线", "online"),
    ("短程", "short-horizon short"),
    ("长程", "long-horizon long"),
    ("编码", "coding"),
    ("检索|搜索", "search retrieval"),
    ("推理", "inference reasoning"),
    ("预训练", "pretraining pre-training"),
)
_CONCEPTS = tuple((word, tuple(en.split())) for zh, en in _PAIRS for word in zh.split("|"))


class Arm(NamedTuple):
    """A name, or several that stand side by side, as a set of comparable words."""

    start: int
    end: int
    words: frozenset[str]


Arms = tuple[list[Arm], list[Arm]]


def names(claim: str, found: list[Quantity], quote: str, items: list[Quantity]) -> Arms:
    """The Latin names that both texts hold, in each text in order."""
    here: list[Arm] = []
    spellings: dict[str, str] = {}
    for match in _WORD.finditer(claim):
        lowered = match[0].lower().rstrip(".")
        if lowered in _STOP:
            continue
        words = {lowered}
        spellings[lowered] = lowered
        if "-" in lowered or "/" in lowered:
            # A part with a capital may stand for a composed name: Pro for Foo-Pro, but no `multi` of `multi-turn`.
            for part in _PART.split(match[0]):
                if part and not part[0].islower() and part.lower() not in _STOP:
                    words.add(part.lower())
                    spellings.setdefault(part, part.lower())
        here.append(Arm(match.start(), match.end(), frozenset(words)))
    return _shared(claim, here, found, quote, items, spellings)


def concepts(claim: str, found: list[Quantity], quote: str, items: list[Quantity]) -> Arms:
    """The words of the field that the claim has in Chinese and the quote in English."""
    here: list[Arm] = []
    spellings: dict[str, str] = {}
    for chinese, english in _CONCEPTS:
        if chinese in claim:
            here += [Arm(at, at + len(chinese), frozenset((english[0],))) for at in _occurrences(claim, chinese)]
            spellings |= dict.fromkeys(english, english[0])
    here.sort()
    return _shared(claim, here, found, quote, items, spellings)


def _shared(
    claim: str, here: list[Arm], found: list[Quantity], quote: str, items: list[Quantity], spellings: dict[str, str]
) -> Arms:
    """Both texts' arms, of the words (by their spelling in the quote) that both have."""
    lowered = quote.lower()
    there = sorted(
        Arm(*_whole(quote, at, at + len(spelling)), frozenset((word,)))
        for spelling, word in spellings.items()
        # A spelling with capitals is found only so.
        for at in _occurrences(lowered if spelling.islower() else quote, spelling)
    )
    if len(there) < 2:
        return [], []
    known = frozenset().union(*(arm.words for arm in there))
    return _merged(claim, here, known, found), _merged(quote, there, known, items)


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The composed name around a part of it, so that nothing of the name lies between it and its neighbours."""
    while text[start - 1 : start] == "-" and end - start < _LONGEST:
        start -= 1
        while start and text[start - 1].isalnum():
            start -= 1
    return start, end


def _occurrences(text: str, word: str) -> Iterator[int]:
    """Where a word stands by itself; a hyphen may join it to others, a letter or digit may not."""
    at = text.find(word)
    seen = 0
    while at >= 0 and seen < _MOST:
        before, after = text[at - 1 : at], text[at + len(word) : at + len(word) + 1]
        if not (before.isalnum() and before.isascii()) and not (after.isalnum() and after.isascii()):
            seen += 1
            yield at
        at = text.find(word, at + len(word))


def _merged(text: str, arms: list[Arm], known: frozenset[str], items: list[Quantity]) -> list[Arm]:
    """Arms of known words, those with nothing but a space between them as one; none lies in a number."""
    merged: list[Arm] = []
    at = 0
    for start, end, words in arms:
        words = words & known
        while at < len(items) and items[at].end <= start:
            at += 1
        if not words or (at < len(items) and items[at].start < end and not items[at].weak):
            continue
        last = merged[-1] if merged else None
        if last and (start <= last.end or (start - last.end == 1 and text[last.end] in " -_")):
            merged[-1] = Arm(last.start, max(end, last.end), last.words | words)
        else:
            merged.append(Arm(start, end, words))
    return merged
