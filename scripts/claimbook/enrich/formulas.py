"""One LaTeX formula as plain text and, where text cannot say it, as MathML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree

from latex2mathml.converter import convert

from ..text import escape

LONGEST = 400
_DEEPEST = 12
"""A formula beyond these is no formula of a sentence; the bounds keep hostile input cheap."""

_SIGNS = {
    "times": "×",
    "pm": "±",
    "mp": "∓",
    "sim": "∼",
    "approx": "≈",
    "leq": "≤",
    "le": "≤",
    "geq": "≥",
    "ge": "≥",
    "to": "→",
    "rightarrow": "→",
    "cdot": "·",
    "%": "%",
    "&": "&",
    "#": "#",
    "$": "$",
    "_": "_",
    "!": "",
    ",": "",
}
_SIGN = re.compile(r"\{?\\([A-Za-z]+|[%&#$_!,])(?: +|(?![A-Za-z]))\}?")
_TIGHT = re.compile(r"\{([,=:/<>+-])\}")
_MARKED = re.compile(r"[\\{}^_~]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_KEY = str.maketrans("−‐‑‒∼˜∣∗⋅·‖∶′⋯", "----~~|***∥:'…")
_UNSEEN = re.compile(r"[\s\u200b-\u200d\u2060-\u2064]+")

_ARITY = {"msub": 2, "msup": 2, "mfrac": 2, "mover": 2, "munder": 2, "mroot": 2, "msubsup": 3, "munderover": 3}
_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "mspace"})
ELEMENTS = _LEAVES | _ARITY.keys() | {"math", "mrow", "mstyle", "msqrt", "mtable", "mtr", "mtd", "mpadded"}
_FLAT = _LEAVES | {"math", "mrow", "mstyle"}
ATTRIBUTES = {
    "mathvariant": re.compile("normal"),
    "stretchy": re.compile("true|false"),
    "fence": re.compile("true|false"),
    "accent": re.compile("true|false"),
    "form": re.compile("prefix|postfix|infix"),
    "width": re.compile(r"-?[\d.]{1,6}em"),
}
"""What our MathML may hold: a quote is not ours, and a macro could smuggle in links and styles."""

_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_INTEGER = re.compile(r"[+−-]?\d+")
_OPERAND = r"[^\0\s=<>≤≥≈∈→×±∓({\[,]"
_BINARY = re.compile(rf"(?<={_OPERAND})\s*([=<>≤≥≈∈→×±∓])\s*(?=[^\0\s)\]}},])")
_COMMA = re.compile(r"(?<![\d\0]),(?=\S)|,(?=[^\s\d\0])|(?<=\d),(?=\d{1,2}(?!\d)|\d{4})")
_MINUS = re.compile(r"(?<![A-Za-z])-(?=[\d.])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A formula on one line; `markup` is MathML where sub- and superscripts, roots or fractions need it, else empty.

    `key` is what `key_of` makes of the formula as a browser draws it.
    """

    text: str
    key: str
    markup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    tag: str
    text: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[_Node, ...] = ()

    def walk(self) -> Iterator[_Node]:
        yield self
        for child in self.children:
            yield from child.walk()


class _NotWholeError(ValueError):
    """What the library made of a formula is not fit to be shown."""


def key_of(text: str) -> str:
    """Visible characters of a formula, without the differences that the way it was typed makes."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", same_signs(text)).translate(_KEY))


def same_signs(text: str) -> str:
    """The text with one character for each sign that has several; offsets stay."""
    return text.translate(_KEY)


def balanced(latex: str) -> bool:
    """Whether each brace has its partner, and none lies too deep."""
    depth = 0
    for brace in re.findall(r"\\.|[{}]", latex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if not 0 <= depth <= _DEEPEST:
            return False
    return depth == 0


@lru_cache(maxsize=4096)
def formula(latex: str) -> Formula | None:
    """A formula without its dollars; None where it is not whole: unbalanced, unknown macros, nothing to see."""
    if len(latex) > LONGEST or _CONTROL.search(latex) or not balanced(latex):
        return None
    plain = _TIGHT.sub("\0\\1\0", _SIGN.sub(_sign, latex))
    if not _MARKED.search(plain):
        key = key_of(plain.replace("\0", ""))
        return Formula(text=_spaced(plain), key=key) if key else None
    try:
        tree = _sound(ElementTree.fromstring(convert(latex)))
    except Exception:
        # The library raises many kinds, its own, RecursionError and IndexError among them, for what it cannot read.
        return None
    nodes = tuple(tree.walk())
    key = key_of("".join(node.text for node in nodes))
    text = _spaced(_line(tree))
    if not key or not text:
        return None
    plain_enough = all(node.tag in _FLAT or _is_power(node) for node in nodes)
    return Formula(text=text, key=key, markup="" if plain_enough else _markup(tree))


def _sign(match: re.Match[str]) -> str:
    whole, name = match.group(), match.group(1)
    if name not in _SIGNS or whole.startswith("{") != whole.endswith("}"):
        return whole
    return _SIGNS[name]


def _spaced(text: str) -> str:
    """With a space where print has one; `\\0` marks a sign that its author wanted tight."""
    text = _MINUS.sub("−", text)
    text = _BINARY.sub(r" \1 ", _COMMA.sub(", ", text))
    return " ".join(text.replace("\0", "").split())


def _sound(element: ElementTree.Element) -> _Node:
    """Our own copy of the library's tree: known elements and attributes only, letters of one word joined."""
    tag = element.tag.rpartition("}")[2]
    text = element.text or ""
    if tag not in ELEMENTS or "\\" in text or (element.tail or "").strip():
        raise _NotWholeError(tag)
    children = tuple(_joined(_sound(child) for child in element))
    if len(children) != _ARITY.get(tag, len(children)) or (children and text.strip()):
        raise _NotWholeError(tag)
    if {"href", "style", "class", "id"} & element.attrib.keys():
        raise _NotWholeError("attribute")
    attributes = tuple((n, v) for n, v in element.attrib.items() if n in ATTRIBUTES and ATTRIBUTES[n].fullmatch(v))
    if tag == "mi" and unicodedata.category(text[:1] or "x") == "Sm" and text != "∞":
        # The library takes signs in bold or tight groups for identifiers; browsers would set them in italics.
        tag, attributes = "mo", ()
    text = "∼" if (tag, text) == ("mo", "~") else text
    return _Node(tag=tag, text=text, attributes=attributes, children=children)


def _joined(nodes: Iterable[_Node]) -> Iterator[_Node]:
    """Upright letters in a row as one word, so that it is read and set as a word."""
    word: _Node | None = None
    upright = (("mathvariant", "normal"),)
    for node in nodes:
        if node.tag == "mi" and node.attributes == upright:
            word = _Node(tag="mi", text=(word.text if word else "") + node.text, attributes=upright)
            continue
        if word:
            yield word
            word = None
        yield node
    if word:
        yield word


def _markup(node: _Node) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    inner = escape(node.text) + "".join(map(_markup, node.children))
    return f"<{node.tag}{attributes}>{inner}</{node.tag}>"


def _is_power(node: _Node) -> bool:
    """Such as 10⁴, or ³ alone, which text can say."""
    if node.tag != "msup" or not _INTEGER.fullmatch(_line(node.children[1])):
        return False
    base = node.children[0]
    return base.tag == "mn" or not _line(base)


def _line(node: _Node) -> str:
    """The formula on one line; scripts that are no digits keep their `_` and `^`."""
    parts = [_line(child) for child in node.children]
    match node.tag:
        case "mover" if not parts[1].isalnum():
            return "".join(parts)
        case "msub" | "munder":
            return parts[0] + _script("_", parts[1])
        case "msup" | "mover":
            return parts[0] + _script("^", parts[1])
        case "msubsup" | "munderover":
            return parts[0] + _script("_", parts[1]) + _script("^", parts[2])
        case "mfrac":
            return "/".join(_grouped(part) for part in parts)
        case "msqrt":
            return "√" + _grouped("".join(parts))
        case "mtr" | "mtd":
            return "".join(parts) + " "
    return node.text.replace("\N{NO-BREAK SPACE}", " ") + "".join(parts)


def _script(mark: str, text: str) -> str:
    if mark == "^" and _INTEGER.fullmatch(text):
        return text.translate(_SUPERSCRIPT)
    if mark == "_" and text.isdecimal() and text.isascii():
        return text.translate(_SUBSCRIPT)
    return mark + _grouped(text)


def _grouped(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+|[^\w\s]", text) else f"({text})"
