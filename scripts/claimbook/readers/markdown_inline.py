"""Markdown inside of a block: bold, code, links, formulas and stray tags as runs of visible text, in linear time.

CommonMark's rules for emphasis fail on Chinese (`**数（字）**的` stays literal) and eat formulas, and its brackets
are slow on hostile text. Notes need less: what a reader sees, with bold and code kept.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from ..model import Cell, Run, RunStyle
from ..text import HAN

_SPECIAL = re.compile(r"[\\`$\[\]<&*_\n^]|!(?=\[)|~~|==|h(?=ttps?://)")
_FORMULA = (
    r"\$\$[^$]{1,5000}\$\$|\$(?![\s$])[^$]{0,999}(?<![\s\\])\$(?!\d)"
    r"|\\\((?=[^()\n]{0,99}?[=^_{}<>+|]|[^\\]{1,3}\\\))[^()\n]{1,999}\\\)"
    r"|\\\[(?=[^\[\]]{0,99}?[=^_{}<>+|])[^\[\]]{1,4999}\\\]"
)
"""Escaped brackets (`\\[small\\]`) are formulas only with a sign of mathematics between them."""
_BLOCK_ID = r"(?:(?<=\s)\^(?=[\w-]*[A-Za-z])[\w-]{2,40}|(?<=[*”\"\])])\^[0-9a-z]{6})(?=[ \t]*(?:\n|\Z))"
_TOKEN = re.compile(
    rf"(?P<ticks>`+)|(?P<formula>{_FORMULA})|\\(?P<escaped>[!-/:-@\[-`{{-~])|(?P<line>\\?\n[ \t]*)"
    r"|(?P<wiki>!?\[\[[^\[\]\n]{1,500}\]\])|(?P<open>!?\[)|(?P<close>\])"
    r"|<(?P<auto>https?://[^\s<>]{1,2000})>|(?P<url>https?://[^\s<>()\[\]\"'`*，。；：、（）【】《》“”]{1,2000})"
    r"|(?P<comment><!--)|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9]{0,15})(?P<rest>(?:[\s/][^<>]{0,1000})?)>"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    rf"|(?P<mark>\*+|_+|~~|==)|(?P<block>{_BLOCK_ID})"
)
_ADDRESS = r"[^\s<>()]{0,2000}(?:\([^\s<>()]{0,500}\)[^\s<>()]{0,500}){0,3}"
_TARGET = re.compile(rf"\(\s*<?(?P<href>{_ADDRESS})>?(?:\s+(?:\"[^\"\n]{{0,500}}\"|'[^'\n]{{0,500}}'))?\s*\)")
_LIKE_AN_ADDRESS = re.compile(r"[/.#:%]")
_ATTRIBUTE = r"\b{}\s*=\s*[\"']([^\"']*)[\"']"
_ALT, _LINK = re.compile(_ATTRIBUTE.format("alt")), re.compile(_ATTRIBUTE.format("href"))
_TAG = re.compile(
    r"(?:abbr?|a|b|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption"
    r"|figure|font|h[1-6r]|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|section|small|source|span|strike|strong|su[bp]"
    r"|summary|table|tbody|td|tfoot|th|thead|time|tr|tt|ul?|var|video|wbr)\Z"
)
"""Tags that shape text. All others (`<think>`, `<answer>`) are words of the note."""
_BREAKING = re.compile(r"(?:br|p|div|li|tr|summary|details|h[1-6]|dt|dd|table|ul|ol|blockquote|figcaption)\Z")
_BEGINS_LINE = re.compile(r"(?:\d{1,2}[.)、]|[-*+•])[ \t]|\*\*[^*\n]{1,40}(?:[:：]\*\*|\*\*\s?[:：])")
"""A new item or label: the author does not go on with the line above."""
_WIDE = re.compile(f"[{HAN}\u3000-\u303f\uff00-\uffef“”‘’…—]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a block as a reader sees it; `hard` where the author ends the line on purpose."""

    runs: Cell
    hard: bool

    @property
    def text(self) -> str:
        """The words of the line."""
        return "".join(run.text for run in self.runs)


@dataclass(slots=True)
class _Piece:
    """Text in one style, or the end of a line."""

    text: str
    style: RunStyle = "plain"
    end: Literal["", "soft", "hard"] = ""


def scan(content: str) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """The visible lines of a block's content, and the addresses of its links in order."""
    scanner = _Scanner(content)
    scanner.run()
    return tuple(_lines(scanner.styled())), tuple(scanner.hrefs)


def joined(lines: tuple[Line, ...]) -> Cell:
    """Lines as one; a space between them unless both sides are Chinese."""
    runs: list[Run] = []
    for line in lines:
        if runs and line.runs:
            tight = _WIDE.match(runs[-1].text[-1]) and _WIDE.match(line.runs[0].text[0])
            runs += [] if tight else [Run(text=" ")]
        runs += line.runs
    return _glued(runs)


def _glued(runs: list[Run]) -> Cell:
    glued: list[list[str]] = []
    styles: list[RunStyle] = []
    for run in runs:
        if styles and styles[-1] == run.style:
            glued[-1].append(run.text)
        else:
            glued.append([run.text])
            styles.append(run.style)
    return tuple(Run(text="".join(texts), style=style) for texts, style in zip(glued, styles, strict=True))


def _lines(pieces: list[_Piece]) -> list[Line]:
    lines: list[Line] = []
    runs: list[Run] = []
    for piece in [*pieces, _Piece("", end="soft")]:
        if not piece.end:
            runs.append(Run(text=piece.text, style=piece.style))
            continue
        stripped = _stripped(runs)
        if stripped or piece.end == "hard":
            lines.append(Line(runs=stripped, hard=piece.end == "hard"))
        runs = []
    return [line for line in lines if line.runs]


def _stripped(runs: list[Run]) -> Cell:
    """Without white space at either end."""
    glued = list(_glued([run for run in runs if run.text]))
    while glued and not glued[0].text.strip():
        del glued[0]
    while glued and not glued[-1].text.strip():
        del glued[-1]
    if glued:
        glued[0] = Run(text=glued[0].text.lstrip(), style=glued[0].style)
        glued[-1] = Run(text=glued[-1].text.rstrip(), style=glued[-1].style)
    return tuple(glued)


class _Scanner:
    """One pass over a block's content; each token's method returns where to go on."""

    def __init__(self, content: str) -> None:
        self.content = content
        self.pieces: list[_Piece] = []
        self.hrefs: list[str] = []
        self._brackets: list[int] = []
        self._marks: dict[str, int] = {}
        self._bold: list[tuple[int, int]] = []
        self._ticks: dict[int, list[int]] | None = None
        self._absent: set[str] = set()

    def run(self) -> None:
        """Take the whole content apart."""
        content, at, start = self.content, 0, 0
        while found := _SPECIAL.search(content, at):
            at = found.start()
            token = _TOKEN.match(content, at)
            if token is None or token.lastgroup is None:
                at = found.end()
                continue
            self._text(content[start:at])
            handler = getattr(self, f"_on_{token.lastgroup}")
            start = at = handler(token)
        self._text(content[start:])

    def styled(self) -> list[_Piece]:
        """The pieces, those between two marks of bold strong."""
        for first, last in self._bold:
            for piece in self.pieces[first:last]:
                if piece.style == "plain":
                    piece.style = "strong"
        return self.pieces

    def _text(self, text: str, style: RunStyle = "plain") -> None:
        if text:
            self.pieces.append(_Piece(text, style))

    def _on_ticks(self, token: re.Match[str]) -> int:
        if self._ticks is None:
            self._ticks = defaultdict(list)
            for run in re.finditer("`+", self.content):
                self._ticks[len(run.group())].append(run.start())
        width = len(token.group())
        starts = self._ticks[width]
        index = bisect_left(starts, token.end())
        if index == len(starts):
            self._text(token.group())
            return token.end()
        code = self.content[token.end() : starts[index]].replace("\n", " ")
        self._text(code.strip() or code, "code")
        return starts[index] + width

    def _on_formula(self, token: re.Match[str]) -> int:
        self._text(token.group().replace("\n", " "))
        return token.end()

    def _on_escaped(self, token: re.Match[str]) -> int:
        self._text(token.group("escaped"))
        return token.end()

    def _on_line(self, token: re.Match[str]) -> int:
        hard = token.group()[0] == "\\" or self.content[max(0, token.start() - 2) : token.start()] == "  "
        hard = hard or bool(_BEGINS_LINE.match(self.content, token.end()))
        self.pieces.append(_Piece("", end="hard" if hard else "soft"))
        return token.end()

    def _on_wiki(self, token: re.Match[str]) -> int:
        if token.group()[0] == "!":
            return token.end()
        target = self._target(token.end())
        self._text(token.group()[1:-1] if target else token.group()[2:-2].rpartition("|")[2])
        return target.end() if target else token.end()

    def _on_open(self, token: re.Match[str]) -> int:
        self._brackets.append(len(self.pieces))
        self._text(token.group())
        return token.end()

    def _on_close(self, token: re.Match[str]) -> int:
        opened = self._brackets.pop() if self._brackets else None
        target = None if opened is None else self._target(token.end(), image=self.pieces[opened].text[0] == "!")
        if opened is None or target is None:
            self._text("]")
            return token.end()
        self.pieces[opened].text = ""
        return target.end()

    def _target(self, at: int, *, image: bool = False) -> re.Match[str] | None:
        """The address behind a link's text, taken down unless it is an image's."""
        target = _TARGET.match(self.content, at)
        if target is None or not _LIKE_AN_ADDRESS.search(target["href"]):
            return None
        if not image:
            self.hrefs.append(target["href"])
        return target

    def _on_auto(self, token: re.Match[str]) -> int:
        self.hrefs.append(token["auto"])
        self._text(token["auto"])
        return token.end()

    def _on_url(self, token: re.Match[str]) -> int:
        url = token["url"].rstrip(".,;:!?")
        self.hrefs.append(url)
        self._text(url)
        return token.start() + len(url)

    def _on_comment(self, token: re.Match[str]) -> int:
        return self._hidden("-->", token)

    def _hidden(self, closing: str, token: re.Match[str]) -> int:
        """Behind what a browser does not show; text that is never closed is shown."""
        end = -1 if closing in self._absent else self.content.find(closing, token.end())
        if end < 0:
            self._absent.add(closing)
            self._text(token.group())
            return token.end()
        return end + len(closing)

    def _on_rest(self, token: re.Match[str]) -> int:
        tag, closes = token["tag"].lower(), bool(token["end"])
        if tag in ("script", "style") and not closes:
            return self._hidden(f"</{token['tag']}>", token)
        if not _TAG.match(tag):
            self._text(token.group())
        elif _BREAKING.match(tag):
            self.pieces.append(_Piece("", end="hard"))
        elif tag in ("td", "th") and closes:
            self._text("\t")
        elif tag in ("b", "strong"):
            self._pair("<b>", "", opens=not closes, closes=closes)
        elif tag in ("img", "a"):
            self._attribute(tag, token["rest"])
        elif tag == "sup" and not closes and re.match(r"[\d+−-]", self.content[token.end() : token.end() + 1]):
            # 10<sup>5</sup> must not become 105.
            self._text("^" if self.content[token.start() - 1 : token.start()].isdigit() else "")
        return token.end()

    def _attribute(self, tag: str, rest: str) -> None:
        found = (_ALT if tag == "img" else _LINK).search(rest)
        if found and tag == "img":
            self._text(html.unescape(found[1]))
        elif found:
            self.hrefs.append(html.unescape(found[1]))

    def _on_entity(self, token: re.Match[str]) -> int:
        self._text(html.unescape(token.group()))
        return token.end()

    def _on_block(self, token: re.Match[str]) -> int:
        return token.end()

    def _on_mark(self, token: re.Match[str]) -> int:
        mark = token.group()
        before = self.content[token.start() - 1 : token.start()] or " "
        after = self.content[token.end() : token.end() + 1] or " "
        word = mark[0] == "_"
        # In 3*4 and snake_case the mark is part of the word.
        inside = before.isalnum() and after.isalnum() and (word or (mark == "*" and (before + after).isascii()))
        if inside or len(mark) > 3:
            self._text(mark)
            return token.end()
        opens = not after.isspace() and not (word and before.isalnum())
        closes = not before.isspace() and not (word and after.isalnum())
        self._pair(mark, mark, opens=opens, closes=closes)
        return token.end()

    def _pair(self, key: str, shown: str, *, opens: bool, closes: bool) -> None:
        """Both marks of a pair vanish; one without a partner is text."""
        if closes and key in self._marks:
            first = self._marks.pop(key)
            self.pieces[first].text = ""
            if key in ("**", "__", "***", "___", "<b>"):
                self._bold.append((first, len(self.pieces)))
        elif opens:
            self._marks[key] = len(self.pieces)
            self.pieces.append(_Piece(shown))
        else:
            self._text(shown)
