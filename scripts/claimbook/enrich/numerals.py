"""Spelled numerals, Chinese and English, as numbers."""

from __future__ import annotations

import re

HAN_DIGITS = {d: i for i, d in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000}
# The notes write 兆 for mega, the sense it has in 兆参数 and 兆字节, not for 10^12.
_BIG = {"万": 10**4, "兆": 10**6, "亿": 10**8}
_LONGEST = 24
NUMERAL = "零〇一二三四五六七八九两十百千万兆亿"
"""Inside of a character class: the letters of a Chinese numeral."""

_ONES = re.findall(
    r"\S+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
)
_TENS = {
    w: 20 + 10 * i for i, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
}
_CARDINALS: dict[str, int] = {w: i for i, w in enumerate(_ONES)} | _TENS
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
"""English words that multiply what stands before them."""
_COLLECTIVES = {"both": 2, "twice": 2, "thrice": 3, "single": 1, "once": 1, "dozen": 12, "pair": 2, "sole": 1}
FACTORS = {"double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twofold": 2, "twice": 2, "thrice": 3}
FACTORS |= {"triple": 3, "triples": 3, "tripled": 3, "tripling": 3, "threefold": 3, "quadruple": 4, "quadruples": 4}
"""English words for a factor."""
_PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
_PARTS |= {"eighth": 8, "ninth": 9, "tenth": 10, "twentieth": 20, "hundredth": 100}

_CARDINAL = "|".join(sorted(_CARDINALS, key=len, reverse=True))
_SCALE = "|".join(SCALES)
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
ENGLISH = re.compile(
    rf"\b(?:(?:(?P<count>{_CARDINAL}|an?)[ -])?(?:(?P<part>{_PART})s?)|(?P<collective>{'|'.join(_COLLECTIVES)})"
    rf"|(?P<factor>{'|'.join(FACTORS)})"
    rf"|(?P<cardinal>(?:{_CARDINAL})(?:(?:[ -]| and )(?:{_CARDINAL}|{_SCALE})){{0,8}}))\b",
    re.IGNORECASE,
)
"""One spelled number of English prose."""
FIRST_WORDS = frozenset((*_CARDINALS, *_COLLECTIVES, *FACTORS, *_PARTS, "a", "an"))
"""Lower-case words with which one can begin."""


def han(text: str) -> float | None:
    """Value of a Chinese numeral such as 三十一, 零点三二兆 or 二零; None when the letters are in no order."""
    if len(text) > _LONGEST:
        return None
    whole, point, decimals = text.partition("点")
    if not point:
        return _whole(whole)
    # A multiplier after the decimals scales the whole number: 零点三二兆.
    scale = 1
    while decimals and decimals[-1] in _BIG:
        scale, decimals = scale * _BIG[decimals[-1]], decimals[:-1]
    digits = [HAN_DIGITS.get(d) for d in decimals]
    before = _whole(whole)
    if before is None or None in digits or not digits:
        return None
    return float(f"{int(before)}.{''.join(map(str, digits))}") * scale


def _whole(text: str) -> float | None:
    if not text:
        return None
    if len(text) > 1 and all(d in HAN_DIGITS for d in text):
        return float("".join(str(HAN_DIGITS[d]) for d in text)) if text[0] not in "两" else None
    total = section = digit = 0
    for letter in text:
        if letter in HAN_DIGITS:
            digit = HAN_DIGITS[letter]
        elif letter in _SMALL:
            section, digit = section + (digit or 1) * _SMALL[letter], 0
        elif letter in _BIG:
            total, section, digit = (total + section + digit or 1) * _BIG[letter], 0, 0
        else:
            return None
    return float(total + section + digit)


def han_decimals(text: str) -> int:
    """How many decimals a Chinese numeral states."""
    return sum(d in HAN_DIGITS for d in text.partition("点")[2])


def english(match: re.Match[str]) -> tuple[float, str] | None:
    """Value and unit (`x` for a factor, `fraction`, or none) of a match of ENGLISH; None for an ordinal."""
    kind = str(match.lastgroup)
    word = match[0].lower()
    if kind == "factor":
        return float(FACTORS[word]), "x"
    if kind == "collective":
        return float(_COLLECTIVES[word]), ""
    if kind == "cardinal":
        return _cardinal(re.split(r"[ -]", word)), ""
    count, part = match["count"], match["part"].lower()
    if not count:
        # Without a count "third" is an ordinal; only the half needs none.
        return (0.5, "fraction") if part == "half" else None
    number = 1 if count.lower() in ("a", "an") else _CARDINALS[count.lower()]
    return round(number / _PARTS[part], 4), "fraction"


def _cardinal(words: list[str]) -> float:
    total = current = 0
    for word in words:
        scale = SCALES.get(word)
        if scale == 100:
            current = (current or 1) * 100
        elif scale:
            total, current = total + (current or 1) * scale, 0
        else:
            current += _CARDINALS.get(word, 0)
    return float(total + current)
