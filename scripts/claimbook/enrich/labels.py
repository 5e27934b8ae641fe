"""Numerals that only name a thing: `Table 6`, `第 3 节`, `Foo 5`, `Foo-Bench 2.1`."""

from __future__ import annotations

import re

from ..text import HAN
from .units import Quantity

_POINTERS = frozenset(
    re.findall(
        r"\S+",
        "table tables tab fig figs figure figures sec secs section sections app appendix appendices eq eqs equation "
        "equations theorem theorems lemma lemmas definition definitions algorithm algorithms alg chapter chapters "
        "proposition corollary stage stages phase phases part parts claim claims panel panels opening openings version "
        "versions vol no ref refs level levels task rq question hypothesis row rows column columns line lines footnote "
        "footnotes listing top",
    )
)
_MONTHS = frozenset(
    re.findall(
        r"\S+",
        "january february march april may june july august september october november december jan feb mar apr jun jul "
        "aug sep sept oct nov dec",
    )
)
_HAN_POINTER = re.compile(
    r"(?:(?<![代列词图])表|(?<![每各均地截视])图|(?:公|^|[^一-鿿])式|算法|定理|引理|命题|附录|[章节§]|阶段|版本|文献)"
    r" ?[(（]? ?\Z"
)
_POINTER_ENDS = frozenset("表图式法理题录章节段本献§")
_ORDINAL = re.compile(r"(?: ?[–—~至到-] ?\d+)? ?(?:[步轮层代天次名位周]|epoch|step|iter)")
_LINKS = frozenset((" and ", " & ", "–", "-", "、", "和", "与", "及", "/", " – "))
_METRIC = re.compile(
    r"(?i)(?:acc(?:uracy)?|auc|auroc|ppl|perplexity|epe|fid|m?iou|map|ap|mse|rmse|mae|bleu|rouge(?:-l)?|psnr|ssim|lpips|cider|"
    r"wer|cer|em|f1|mrr|ndcg|elo|r|p|n|k|kl|roi|sr|ci|mos|score|mean|avg|average|median|std|pearson|spearman|kendall|recall|"
    r"precision|loss|rate|reward|success|top|tau|rho|gain|delta)\Z|.*(?:mse|acc|auc|iou|score|rate|loss|sim)\Z"
)
_NOMINAL = re.compile(rf" ?(?:(?!总|参|激)[{HAN}]|[A-Za-z(（]|、)| \d")
_VALUED = re.compile(r" ?(?:对(?!应|齐|比)|vs|/ ?\d|→|[（(] ?[-+−±↑↓\d])")
_REMARK = re.compile(r" ?[（(]")
_NEXT_NAMED = re.compile(r"[、，,和与及/ ]+(?:[A-Z][\w.+-]* ){1,3}\d")
_AFTER_PREPOSITION = re.compile(
    r"(?:[在于用由与和比对如是的过超] ?|\b(?:on|for|with|by|using|of|from|and|than|to|over|in) )[\w.+\- ]{0,40}\Z"
)


def points(text: str, start: int, end: int, word: tuple[int, int], label: int) -> bool:
    """Whether the numeral `text[start:end]` is the number of a table, section, step of a list, or a date.

    `word` is the last Latin word before it and `label` the end of the last numeral that was one.
    """
    if label >= 0 and text[label:start] in _LINKS:
        return True
    last = text[start - 1 : start]
    if last == "@" or text[start - 2 : start] == "O(":
        return True
    before = text[max(0, start - 8) : start].rstrip(" (（")
    if before[-1:] == "第":
        return _ORDINAL.match(text, end) is None
    if before[-1:] in _POINTER_ENDS and before:
        return _HAN_POINTER.search(before) is not None
    if word[1] <= start - 4 or text[word[1] : start].strip(" .("):
        return False
    lowered = text[word[0] : word[1]].lower()
    return lowered in _POINTERS or (lowered in _MONTHS and end - start <= 4)


def is_version(text: str, word: tuple[int, int], digits: str, found: Quantity) -> bool:
    """Whether a numeral one space behind a capitalised word is part of its name.

    A value has a unit, a sign, two decimals or a metric before it. What is left (`Name 5`, `Name 2.1`, `Name 7B`) is a
    version where the sentence goes on with a noun or particle, and a value where a comparison or a list of the same
    form (`A 9.8、B 7.6`) goes on.
    """
    name = text[word[0] : word[1]]
    if not any(letter.isupper() for letter in name) or "," in digits or found.value < 0 or "@" in name:
        return False
    scale = text[found.start + len(digits) : found.end].strip()
    sized = scale == "B"
    if (scale and not sized) or _METRIC.match(name) or text[found.start] in "+±$":
        return False
    whole, _, decimals = digits.partition(".")
    if len(decimals) > 1 or (decimals and int(whole) > SMALL_VERSION):
        return False
    return _goes_on_as_name(text, word, digits, found.end, sized)


SMALL_VERSION = 12
"""Versions with a point rarely count higher."""


def _goes_on_as_name(text: str, word: tuple[int, int], digits: str, end: int, sized: bool) -> bool:
    name = text[word[0] : word[1]]
    if name.isupper() and (len(digits) == 4 or (len(digits) == 2 and digits[0] == "2")):
        return True  # a contest or conference of a year, or a product's number: RTX 4090
    listed = _NEXT_NAMED.match(text, end)
    if _VALUED.match(text, end) or (listed and f"{name} " not in listed[0]):
        return False
    if digits.isdigit() and len(digits) > 1 and _REMARK.match(text, end):
        return False
    if re.search(r"\d[Bb]\Z" if sized else r"\d\Z", name):
        return False  # the name has its number: Foo3 5, Foo-7B 5.7B
    if _NOMINAL.match(text, end):
        return True
    return (
        sized
        or len(digits) == 1
        or ("." in digits and _AFTER_PREPOSITION.search(text[max(0, word[0] - 48) : word[0]]) is not None)
    )
