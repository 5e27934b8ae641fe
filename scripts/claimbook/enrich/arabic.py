"""Arabic numerals: sign, multiplier, exponent and unit around the digits, and whether a name or label claims them."""

from __future__ import annotations

import re
from math import isfinite

from ..text import HAN
from .numerals import SCALES
from .units import NONE, UNITS, Quantity, Unit, han_unit

_LONGEST = 300
_MULTIPLIERS = {
    "k": 3,
    "K": 3,
    "M": 6,
    "B": 9,
    "T": 12,
    "百": 2,
    "千": 3,
    "万": 4,
    "百万": 6,
    "兆": 6,
    "千万": 7,
    "亿": 8,
    "万亿": 12,
}
_EXPONENT = {word: len(str(scale)) - 1 for word, scale in SCALES.items()} | _MULTIPLIERS
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_POWER = r"\^ ?\{? ?(?P<power>[-−+]? ?\d{1,3}) ?\}?|(?P<super>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})"
# The plain copy of a formula loses what raises an exponent: "2.1 × 10 4", "10 − 4 10^{-4}".
_TEN = rf" ?(?:[×xX*·]|\\times|\\cdot) ?10(?: ?{_POWER}|(?P<lost> (?:[-−] ?)?\d{{1,2}})(?![\d.,%]))"
_TAIL = re.compile(
    rf"(?:[eE](?P<e>[-+]?\d{{1,3}})(?![\dA-Za-z.])|{_TEN}"
    rf"|(?P<bare>{_POWER.replace('power', 'up').replace('super', 'sup')})"
    r"|(?P<damaged> [-−] \d{1,2}(?= \S{0,8}10\^\{)))?"
    r"(?P<scale>[kKMBT](?![A-Za-z0-9])| [MB](?![A-Za-z0-9+])| ?(?:万亿|百万|千万|[万亿兆]|[百千](?![克米瓦]))"
    r"| (?:hundred|thousand|million|billion|trillion)\b)?"
    r"(?P<more>[余多](?!样|元|模|轮|步)|\+(?![\dA-Za-z]))?"
)
_UNIT = re.compile(
    rf"(?P<gap>\}}? ?-?)(?:(?P<latin>\\?%|[％‰×✕°]|\\times|percentage[ -]points?|[A-Za-zμµ]+)|(?P<han>[{HAN}]{{1,4}}))"
)
# A factor ends its phrase; a product goes on with a number or a thing: `6×5`, `8×A100`.
_PRODUCT = re.compile(r"(?:\\[!,;])?[ {]?[\d.]| ?[A-Z]")
_VERSUS = re.compile(r" ?[-+−$\dA-Za-z]")
_RATE = re.compile(r" (?:an?|per|each|every|in)\b")
_CROSS = frozenset(("×", "✕", "\\times", "x", "X"))
_RUN = re.compile(r"[A-Za-z0-9_%]+(?:[-.][A-Za-z0-9_]+)*")
_NAMED = re.compile(r"-(?!(?:[GCT]PU))[A-Z]|-(?:shot|best|gram|to|of|th)\b|[@_]")
_GLUED = re.compile(r"[xX]\d+(?![\dA-Za-z])|[a-z]{4,}")
_NO_TAIL = frozenset(".,;，。；、）)|/:：")
_SIGNS = {"+": 1, "＋": 1, "±": 1, "-": -1, "−": -1}
_MONEY = {"$": UNITS["$"], "€": UNITS["€"], "£": UNITS["£"], "¥": UNITS["¥"], "￥": UNITS["￥"]}
_DATE = re.compile(r" ?(?:年|月(?!球)|[日号](?!志|常|均|程))")


def unit_at(text: str, position: int) -> tuple[Unit, int]:
    """The unit that follows a numeral, and where it ends; NONE ends where it was looked for."""
    match = _UNIT.match(text, position)
    if match is None:
        return NONE, position
    latin = match["latin"]
    if latin is None:
        unit = han_unit(match["han"]) if "-" not in match["gap"] else NONE
        if unit.text == "对" and _VERSUS.match(text, match.start("han") + 1):
            return NONE, position
        return (unit, match.start("han") + len(unit.text)) if unit.text else (NONE, position)
    end = match.end()
    unit = UNITS.get(latin, NONE)
    if not unit.text or text[end : end + 1].isdigit():
        return NONE, position
    if (latin in _CROSS and _PRODUCT.match(text, end)) or (latin == "times" and _RATE.match(text, end)):
        return NONE, position
    return unit, end


def numeral(text: str, start: int, end: int) -> Quantity | int:
    """The quantity whose digits are `text[start:end]`, or the end of the name, date or overlong run they belong to."""
    digits = text[start:end].replace("{,}", "").replace(",", "")
    if len(digits) > _LONGEST or _is_date(digits, text, end):
        return end
    exponent, stop = 0, end
    if text[end : end + 1] not in _NO_TAIL:
        tail = _TAIL.match(text, end)
        if tail is not None and tail.end() > end:
            exponent, stop = _exponent(tail, digits), tail.end()
    unit, after = unit_at(text, stop)
    if _in_name(text, stop, after):
        run = _RUN.match(text, start)
        return max(run.end() if run else end, after)
    value = float(f"{digits}e{exponent}")
    if not isfinite(value):
        return after
    sign, money, begin = _prefix(text, start)
    place = 10.0 ** (min(exponent, _LONGEST) - len(digits.partition(".")[2]))
    return Quantity(begin, after, sign * value, money or unit, place, plain=exponent == 0)


def _in_name(text: str, stop: int, after: int) -> bool:
    """Whether letters go on where digits, multiplier and unit end: `3D`, `10%-PW`, `7B-Instruct`."""
    if after == stop and text[after : after + 1].isascii() and text[after : after + 1].isalpha():
        # `6x5` is a product but `8x7B` a name; a word that has lost its space (`2layer`) is no suffix (`3D`, `4o`).
        return _GLUED.match(text, after) is None
    return _NAMED.match(text, after) is not None


def _is_date(digits: str, text: str, end: int) -> bool:
    if not digits.isdigit() or len(digits) > 4 or not (match := _DATE.match(text, end)):
        return False
    number = int(digits)
    return 1900 <= number <= 2100 if match[0].strip() == "年" else number <= 31


def _exponent(tail: re.Match[str], digits: str) -> int:
    """Power of ten by which exponent and multiplier raise the digits."""
    scale = tail["scale"]
    exponent = _EXPONENT[scale.strip()] if scale else 0
    raised = tail["e"] or tail["power"] or tail["super"] or tail["lost"]
    if raised:
        return exponent + int(_plain(raised))
    raised = tail["up"] or tail["sup"] or tail["damaged"]
    # Powers of another base than ten are no measurements that a quote spells in two ways.
    return exponent + int(_plain(raised)) - 1 if raised and digits == "10" else exponent


def _plain(exponent: str) -> str:
    return exponent.translate(_SUPERSCRIPT).replace(" ", "")


def _prefix(text: str, start: int) -> tuple[int, Unit | None, int]:
    """Sign, currency and beginning, of a numeral that begins at `start`."""
    begin, money, sign = start, None, 1
    if begin and text[begin - 1] in _MONEY:
        begin -= 1
        money = _MONEY[text[begin]]
    at = begin - 1
    spaced = at > 0 and text[at] == " " and text[at - 1] in "+−±"
    at -= spaced
    if at >= 0 and text[at] in _SIGNS and (text[at] not in "-−" or not _joins(text, at)):
        return _SIGNS[text[at]], money, at
    return sign, money, begin


def _joins(text: str, at: int) -> bool:
    """Whether the dash at a place stands between two things: a range, a subtraction, a composed name."""
    before = text[at - 1 : at]
    if before == " ":
        return text[at + 1 : at + 2] == " " and text[at - 2 : at - 1] in tuple("0123456789%)}]")
    return before != "" and (before in "%)}]^" or (before.isascii() and before.isalnum()))
