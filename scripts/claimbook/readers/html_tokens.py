"""An HTML text cut into tags and text, each with its place; linear in time on any input."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

# No pattern here can read the same characters in two ways, so none ever goes back over them. Single characters are
# possessive; groups are kept apart by what they begin with, since possessive groups are broken before Python 3.11.5.
_NAME = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]*+)(?=[\s/>])")
_VALUE = r"=\s*+(?:\"[^\"]*+\"|'[^']*+')"
_REST = re.compile(rf"((?:{_VALUE}|[^>=]++|=(?!{_VALUE[1:]}))*)>")
_ATTRIBUTE = re.compile(r"([^\s=>\"'/]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>]*+)))?")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
# fmt: off
BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "section",
    "select", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))
_RAW = frozenset(("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"))
_INLINE = frozenset((
    "a", "abbr", "acronym", "annotation", "applet", "area", "audio", "b", "base", "basefont", "bdi", "bdo", "big", "br",
    "button", "canvas", "cite", "code", "col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font",
    "frame", "frameset", "i", "img", "input", "ins", "kbd", "label", "link", "map", "mark", "marquee", "math", "meta",
    "meter", "mfrac", "mi", "mn", "mo", "mover", "mrow", "msqrt", "msub", "msubsup", "msup", "mtext", "munder",
    "noscript", "object", "optgroup", "output", "param", "picture", "progress", "q", "rp", "rt", "ruby", "s", "samp",
    "semantics", "slot", "small", "source", "span", "strike", "strong", "sub", "sup", "svg", "g", "path", "template",
    "time", "track", "tt", "u", "var", "video", "wbr",
))
# fmt: on
_KNOWN = BLOCKS | _RAW | _INLINE


class Token(NamedTuple):
    """A tag, or text between tags, at `text[start:end]`."""

    kind: Literal["open", "close", "text"]
    name: str
    """Of a tag, in small letters."""
    attributes: str
    """Of a tag, as they stand there."""
    start: int
    end: int
    raw: bool = False
    """Content of an element such as `script`: not a word of it is markup."""


def attributes_of(raw: str) -> dict[str, str]:
    """The attributes of a tag; of a repeated one the first."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(raw):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        found.setdefault(match[1].lower(), unescape(value))
    return found


def unescape(text: str) -> str:
    """Text with its character references resolved.

    `html.unescape` alone raises an error for a number of more than 4,300 digits.
    """
    return _REFERENCE.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def tokens(text: str) -> Iterator[Token]:
    """All of a text but comments and declarations.

    What is no HTML stays text: a `<` before anything but a tag, an element that HTML does not have (`<think>`), a
    comment that never ends. So does the content of a `script` without an end, tag by tag.
    """
    at, never = 0, set[str]()
    while at < len(text):
        opening = text.find("<", at)
        opening = opening if opening >= 0 else len(text)
        if opening > at:
            yield Token("text", "", "", at, opening)
        if opening == len(text):
            return
        declaration = text.startswith(("<!", "<?"), opening)
        at = _past_declaration(text, opening, never) if declaration else opening
        if at > opening:
            continue
        token = None if declaration else _tag(text, at)
        token = token or Token("text", "", "", at, at + 1)
        yield token
        at = token.end
        if token.kind == "open" and token.name in _RAW:
            end = _find(text, f"</{token.name}", at, never)
            if end > at:
                yield Token("text", token.name, "", at, end, raw=True)
                at = end


def _tag(text: str, at: int) -> Token | None:
    """The tag that begins here, if one does; of an element that HTML does not have, as text."""
    begin = _NAME.match(text, at)
    if begin is None:
        return None
    rest = _REST.match(text, begin.end())
    if rest is None:
        # A tag that the end of the file cuts; looking for another one behind it could take quadratic time.
        return Token("text", "", "", at, len(text))
    name = begin[2].lower()
    if name not in _KNOWN and "-" not in name:
        return Token("text", "", "", at, rest.end())
    return Token("close" if begin[1] else "open", name, rest[1], at, rest.end())


def _past_declaration(text: str, at: int, never: set[str]) -> int:
    """End of the comment or declaration that begins here, or its start where it has no end."""
    comment = text.startswith("<!--", at)
    mark = "-->" if comment else ">"
    end = _find(text, mark, at + 2, never)
    return at if end < 0 else end + len(mark)


def _find(text: str, mark: str, at: int, never: set[str]) -> int:
    """Place of a mark in letters of any case, or -1; what was once not found is not looked for again."""
    if mark in never:
        return -1
    match = re.compile(re.escape(mark), re.IGNORECASE).search(text, at)
    if match is None:
        never.add(mark)
        return -1
    return match.start()
