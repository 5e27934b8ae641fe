"""Numbers in a text as typed values, told from the digits of names, labels and dates.

A text is scanned once for these classes, first come first served:

| class   | examples                                          | is                   |
|---------|---------------------------------------------------|----------------------|
| LaTeX   | `\\times`, `\\pi_{0.5}`                             | passed over          |
| word    | `Foo-4o`, `Data-10/100`, `pass@8`, `F1`, `M_{0}` | a name               |
| label   | `[ 5 ]`, `1.2.3`, `2607.01232`, `2026-10-11`      | passed over          |
| numeral | `1,266`, `.5`, `2.1×10^4`, `7.5k`, `± 1.3`, `3.4 倍` | a value, unless     |
| share   | `百分之九十`, `三分之二`, `八成`, `一半`, `翻倍`        | a value              |
| Chinese | `三十一`, `零点三二兆`, `两个`                         | a value, or soft     |
| English | `six`, `two thirds`, `both`                       | a value, or soft     |

A numeral is none where a name, a label or a date claims it: before it (`Table 6`, `第 3 节`, `Foo 5`), after it
(`3D`, `10k-Foo`, `2026 年`) or around it (`O(1/n)`). Of these `Name 5` is the hard one: see `labels.is_version`.
"""

from __future__ import annotations

import re

from ..model import Number
from ..text import HAN
from .arabic import numeral, unit_at
from .labels import is_version, points
from .numerals import ENGLISH, FIRST_WORDS, HAN_DIGITS, NUMERAL, english, han, han_decimals
from .units import UNITS, Quantity, Unit

SOFT_MOST = 12
"""A spelled count up to this is soft."""
_LETTER = "A-Za-zÀ-ÖØ-öø-ɏͰ-Ͽ"
_DIGIT = "[零〇一二三四五六七八九两]"
_TOKEN = re.compile(
    r"(?P<link>https?://[^\s，。）]+)"
    rf"|(?P<latex>\\[A-Za-z]+(?:_\{{[^{{}}]{{0,40}}\}}|_[A-Za-z0-9])?)"
    rf"|(?P<word>(?<!\d)[{_LETTER}_@#](?:[{_LETTER}0-9†]|[-.'’+@](?=[{_LETTER}0-9])|_\{{?|\^\{{?(?=\w))*"
    r"(?:(?<=\d)(?:/\d{1,4}(?![\d.,%]))+)?)"
    r"|(?P<label>\[ ?[1-9]\d{0,2}(?: ?[,–-] ?[1-9]\d{0,2})* ?\]|\d+(?:\.\d+){2,}|\d{4}\.\d{5}(?!\d)"
    r"|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2})"
    r"|(?P<number>(?:\d{1,3}(?:(?:,|\{,\})\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)"
    rf"|(?P<share>[百千]分之[{NUMERAL}点]+|[{NUMERAL}]{{1,6}}分之[{NUMERAL}]+"
    rf"|{_DIGIT}成(?:{_DIGIT}(?!{_DIGIT}))?(?![为功就立分本熟长员果绩对])"
    rf"|[一过近]半(?![{NUMERAL}])|半数|翻了?(?:[一两]?番|[一两]?倍)|加倍|减半)"
    rf"|(?P<han>[{NUMERAL}](?:[{NUMERAL}]|点(?=[{NUMERAL}]))*|单(?=[块张台卡个]))"
)
_IDIOM = re.compile(
    "[二三四]维|二[元值进分阶次项者]|三[角者次样元]|四[元舍周肢足旋季处]|五[入官]|十[分足]|两[者侧端边极难两位]"
    "|一(?:次性|对一|个个)|[一二三四五六七八九十]+[月日号、．.]"
)
_BOUND = frozenset("第之其几")
_BOUND_ONE = frozenset("唯同统单任逐专进某惟归")
_VAGUE = frozenset("数上近成好")
_ROUND = frozenset("十百千万亿兆")
_NEARLY = re.compile("(?:几乎|接近|趋近?于?|近乎|不含|不为|非|从)[为于到是]?\\Z")
_NOUN = re.compile(f" ?[{HAN}A-Za-z]")
_PLAIN = {"\\%": "%", "％": "%", "\\times": "×"}
_CHINESE = ("han", "share")
_FRACTION = Unit("fraction", "fraction")
_HALVES = {
    "加倍": (2.0, "倍"),
    "减半": (0.5, ""),
    "半数": (0.5, ""),
    "一半": (0.5, ""),
    "过半": (0.5, ""),
    "近半": (0.5, ""),
}


def numbers(text: str) -> tuple[Number, ...]:
    """The quantities of a text in the order they stand, without overlap; spans are offsets in the text."""
    return tuple(record(text, q) for q in quantities(text) if not q.weak)


def record(text: str, found: Quantity) -> Number:
    """A found quantity as others see it."""
    return Number(
        text=text[found.start : found.end],
        value=found.value,
        unit=_PLAIN.get(found.unit.text, found.unit.text),
        kind=found.unit.dimension.partition(":")[0] or "number",
        start=found.start,
        end=found.end,
        soft=found.soft,
    )


def quantities(text: str) -> list[Quantity]:
    """All quantities of a text, weak ones too."""
    found: list[Quantity] = []
    word, label, end = (0, -9), -9, 0
    for match in _TOKEN.finditer(text):
        start, stop = match.span()
        if start < end:
            continue
        kind = match.lastgroup
        item: Quantity | int | None = None
        if kind == "word":
            word = start, stop
            item = _english(text, match)
        elif kind == "number":
            if points(text, start, stop, word, label):
                label = item = stop
            else:
                item = _arabic(text, match, word, found)
        elif kind in _CHINESE:
            item = _han(text, match) if kind == "han" else _share(match)
        if isinstance(item, Quantity):
            # A sign may stand where the last value ended.
            found.append(item if item.start >= end else item._replace(start=start))
            end = item.end
        elif item is not None:
            end = item
    return found


def _arabic(text: str, match: re.Match[str], word: tuple[int, int], found: list[Quantity]) -> Quantity | int:
    start, stop = match.span()
    item = numeral(text, start, stop)
    if isinstance(item, int):
        return item
    if start - word[1] == 1 and text[word[1]] == " ":
        return item._replace(weak=True) if is_version(text, word, match[0], item) else item
    if found and found[-1].weak and start - found[-1].end == 1 and text[stop : item.end] == "B":
        return item._replace(weak=True)  # the size behind a version, as in `Foo 3.1 70B`
    return item


def _share(match: re.Match[str]) -> Quantity | None:
    """百分之, 分之, 成, 半 and 翻倍."""
    token = match[0]
    low, _, high = token.partition("分之")
    value: float | None
    unit, place = _FRACTION, 0.01
    if token in _HALVES:
        value, spelled = _HALVES[token]
        unit = UNITS.get(spelled, _FRACTION)
    elif token[0] == "翻":
        value, unit = (4.0 if "两番" in token else 3.0 if "两倍" in token else 2.0), UNITS["倍"]
    elif high:
        top, bottom = han(high), han(low)
        percent = low == "百"
        # A fraction is kept to the four places that readers write it with.
        value = (top if low == "百" else round(top / bottom, 4)) if top is not None and bottom else None
        unit = Unit("%", "percent") if percent else _FRACTION
        place = 10.0 ** -han_decimals(high) if percent else place
    else:
        digits = [HAN_DIGITS[d] for d in token if d != "成"]
        value, unit, place = 10.0 * digits[0] + sum(digits[1:]), Unit("%", "percent"), 10.0
    if value is None:
        return None
    return Quantity(match.start(), match.end(), value, unit, place, soft=unit.dimension == "factor", spelled=True)


def _han(text: str, match: re.Match[str]) -> Quantity | None:
    """A Chinese numeral, unless it is vague (数十, 上百), bound into a word (第二, 统一) or an idiom (二维, 十分)."""
    token, (start, end) = match[0], match.span()
    before = text[start - 1 : start]
    value = 1.0 if token == "单" else han(token)
    if value is None or (before and before in _BOUND) or _IDIOM.match(text, start):
        return None
    if (before in _VAGUE and token[0] in _ROUND) or (before in _BOUND_ONE and token == "一"):
        return None
    unit, after = unit_at(text, end + (text[end : end + 1] in ("余", "多")))
    if token == "零":
        return _zero(text, start, unit, after)
    if token != "十" and _ROUND.issuperset(token) and before != "每" and not unit.text:
        return None
    soft = value <= SOFT_MOST and "点" not in token
    if soft and (not unit.text if token == "一" else not _NOUN.match(text, end)):
        return None
    return Quantity(start, after, value, unit, 10.0 ** -han_decimals(token), soft=soft, spelled=True, plain=False)


def _zero(text: str, start: int, unit: Unit, after: int) -> Quantity | None:
    """零 is a value only as what something is or falls to: 全部为零, but not 几乎为零 or 零样本."""
    if text[start - 1 : start] not in tuple("为是至到达于") or _NEARLY.search(text[max(0, start - 4) : start]):
        return None
    return Quantity(start, after, 0.0, unit, 1.0, spelled=True)


def _english(text: str, word: re.Match[str]) -> Quantity | None:
    token = word[0]
    if (token.partition("-")[0] if "-" in token else token).lower() not in FIRST_WORDS:
        return None
    match = ENGLISH.match(text, word.start())
    read = match and english(match)
    if match is None or read is None:
        return None
    value, named = read
    unit, end = (_FRACTION if named == "fraction" else UNITS["x"], match.end()) if named else unit_at(text, match.end())
    soft = value <= SOFT_MOST and named != "fraction"
    return Quantity(word.start(), end, value, unit, 0.01 if named == "fraction" else 1.0, soft=soft, spelled=True)
