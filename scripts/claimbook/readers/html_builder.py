"""From the tags and texts of a page to its fragments: inline content between two borders of blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from ..model import Cell, Run, RunStyle, Span
from .html_tokens import BLOCKS, Token, attributes_of, unescape

MAX_DEPTH = 200
"""Blocks inside of blocks; deeper ones count as text of the last."""
# fmt: off
_FRAMES = frozenset((
    "nav", "aside", "script", "style", "noscript", "template", "iframe", "svg", "canvas", "button", "select", "form",
    "object", "textarea", "xmp", "dialog",
))
# fmt: on
_STRONG, _CODE = frozenset(("strong", "b")), frozenset(("code", "kbd", "samp", "tt"))
_LISTS, _ITEMS, _CELLS = frozenset(("ul", "ol", "dl")), frozenset(("li", "dt", "dd")), frozenset(("td", "th"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_SOFT = frozenset(("p", "div", "section"))
_SPACE = re.compile(r"[ \t\n\r\f]+")
_Context = Literal["", "heading", "summary", "item", "cell", "quote", "preformatted"]
_Chunk = tuple[str, RunStyle, int, int]
"""Text of a run and its raw range; a line break is `\\n` of no length."""


@dataclass(frozen=True, slots=True)
class Element:
    """An open block."""

    name: str
    classes: str
    context: _Context
    level: int
    group: int
    """Number of the outermost list, or of the table."""
    owner: int
    """Number of the list item or of the table row."""
    styles: tuple[int, int]
    """How many elements make text strong, and code, outside of this one."""
    article: int


@dataclass(frozen=True, slots=True)
class Fragment:
    """Inline content between two borders of blocks."""

    element: Element
    lines: tuple[tuple[Cell, Span], ...]
    start: int
    hrefs: tuple[str, ...]


@dataclass(slots=True)
class Builder:
    """Takes tokens, gives fragments."""

    text: str
    fragments: list[Fragment] = field(default_factory=list)
    spans: dict[str, list[list[int]]] = field(default_factory=dict)
    title: str = ""
    deep: bool = False
    _open: list[Element] = field(default_factory=list)
    _names: Counter[str] = field(default_factory=Counter)
    _ignored: int = 0
    _frame: str = ""
    _frames: int = 0
    _strong: int = 0
    _code: int = 0
    _count: int = 0
    _chunks: list[_Chunk] = field(default_factory=list)
    _hrefs: list[str] = field(default_factory=list)
    _start: int = -1
    _at: int = 0
    _endless: set[str] = field(default_factory=set)

    @property
    def _top(self) -> Element:
        return self._open[-1] if self._open else Element("", "", "", 0, 0, 0, (0, 0), -1)

    def take(self, token: Token) -> None:
        """The next tag or text."""
        self._at = token.start
        if self._frame:
            if token.name == self._frame and not token.raw:
                self._frames += 1 if token.kind == "open" else -1
                self._frame = self._frame if self._frames else ""
        elif token.kind == "text":
            self._take_text(token)
        elif token.name == "br":
            self._chunks.append(("\n", "plain", token.end, token.end))
        elif token.name not in BLOCKS and token.name not in _FRAMES:
            self._take_inline(token)
        elif token.kind == "open":
            self._open_block(token)
        else:
            self._close_block(token)

    def _take_text(self, token: Token) -> None:
        if token.name == "title":
            self.title = self.title or " ".join(unescape(self.text[token.start : token.end]).split())
        elif not token.raw:
            style: RunStyle = "code" if self._code else "strong" if self._strong else "plain"
            self._chunks.append((self.text[token.start : token.end], style, token.start, token.end))
            if self._start < 0 and not self._chunks[-1][0].isspace():
                self._start = token.start

    def _take_inline(self, token: Token) -> None:
        step = 1 if token.kind == "open" else -1
        if token.name in _STRONG:
            self._strong = max(0, self._strong + step)
        elif token.name in _CODE:
            self._code = max(0, self._code + step)
        elif token.name == "sup" and token.kind == "open":
            self._raise(token)
        elif token.name == "a" and token.kind == "open":
            self._hrefs.append(attributes_of(token.attributes).get("href", "").strip())
        if self._start < 0 and token.kind == "open":
            self._start = token.start

    def _raise(self, token: Token) -> None:
        """A number above a number is a power: 10<sup>5</sup> must not become 105."""
        before = self._chunks[-1][0][-1:] if self._chunks else ""
        if before.isdigit() and re.match(r"[\d+−-]", self.text[token.end : token.end + 1]):
            self._chunks.append(("^", self._chunks[-1][1], token.start, token.end))

    def _open_block(self, token: Token) -> None:
        name, found = token.name, attributes_of(token.attributes)
        classes = found.get("class", "")
        outside = name in ("header", "footer") and not self._names["main"] + self._names["article"]
        if name in _FRAMES or outside or (name == "td" and "gutter" in classes.split()):
            # One that never ends would swallow the page.
            if name not in self._endless and self.text.find(f"</{name}", token.end) < 0:
                self._endless.add(name)
            elif name not in self._endless:
                self._border(name)
                self._frame, self._frames, self._start = name, 1, -1
            return
        self._close_implied(name)
        self._border(name)
        if self._start < 0:
            self._start = token.start
        if name == "hr" and self._top.context:
            return
        if name == "hr":
            self._push(token, classes)
            self._flush(rule=True)
            self._pop()
        elif len(self._open) >= MAX_DEPTH:
            self._ignored, self.deep = self._ignored + 1, True
        else:
            self._push(token, classes)

    def _close_implied(self, name: str) -> None:
        """End what HTML ends without a tag: a paragraph, the item before an item, the cell before a cell."""
        # A heading holds no other block but a `div`: one that lost its end would swallow the page.
        if self._top.name == "p" or (self._top.context == "heading" and name not in ("div", "section")):
            while self._top.name == "p" or self._top.context == "heading":
                self._close(self._top.name)
        for names, stops in ((_ITEMS, _LISTS), (_CELLS | {"tr"}, frozenset(("table",)))):
            if name not in names:
                continue
            for element in reversed(self._open):
                if element.name in stops:
                    break
                if element.name in names and not (name in _CELLS and element.name == "tr"):
                    self._close(element.name)
                    break

    def _push(self, token: Token, classes: str) -> None:
        name, top = token.name, self._top
        self._count += 1
        context, level, group, owner = self._place(name, top)
        if name in ("article", "main", "body"):
            self.spans.setdefault(name, []).append([token.start, len(self.text)])
        article = len(self.spans["article"]) - 1 if name == "article" else top.article
        classes = classes or (top.classes if name in ("p", "blockquote", "div", "li") else "")
        styles = (self._strong, self._code)
        self._open.append(Element(name, classes, context, level, group, owner, styles, article))
        self._names[name] += 1

    def _place(self, name: str, top: Element) -> tuple[_Context, int, int, int]:
        """Context, level, group and owner of a new element inside of the top one."""
        context, level, group, owner = top.context, top.level, top.group, top.owner
        if name == "pre":
            context = "preformatted"
        elif name in _CELLS:
            context = "cell"
        elif name == "tr":
            owner = self._count
        elif top.context == "cell":
            pass
        elif name in _HEADINGS:
            context, level = "heading", int(name[1])
        elif name == "summary":
            context = "summary"
        elif name in _ITEMS:
            context, owner = "item", self._count
        elif name in _LISTS or name == "table":
            group = group if context == "item" and name in _LISTS else self._count
            context = ""
        elif name == "blockquote":
            context, level, group = "quote", level + 1 if context == "quote" else 1, group or self._count
        return context, level, group, owner

    def _close_block(self, token: Token) -> None:
        if self._ignored and (len(self._open) >= MAX_DEPTH or not self._names[token.name]):
            self._ignored -= 1
            self._border(token.name)
        elif self._names[token.name]:
            self._close(token.name)
            if token.name in self.spans and not self._names[token.name]:
                self.spans[token.name][-1][1] = token.end

    def _close(self, name: str) -> None:
        while self._open:
            last = self._top.name
            self._border(last)
            self._pop()
            if last == name:
                return

    def _pop(self) -> None:
        element = self._open.pop()
        self._names[element.name] -= 1
        self._strong, self._code = element.styles

    def _border(self, name: str) -> None:
        """A block begins or ends: inside of a cell, and for paragraphs of an item, that is a line break."""
        context = self._top.context
        soft = name not in (*_CELLS, "tr", "table", "pre") if context == "cell" else context == "item" and name in _SOFT
        if soft and self._chunks:
            self._chunks.append(("\n", "plain", self._chunks[-1][3], self._chunks[-1][3]))
        elif not soft:
            self._flush()

    def _flush(self, *, rule: bool = False) -> None:
        element = self._top
        lines = _lines(self._chunks, keep=element.context == "preformatted")
        if lines or rule or (element.context == "cell" and element.name in _CELLS):
            lines = lines or (((), Span(start=self._at, end=self._at)),)
            start = min(self._start, lines[0][1].start) if self._start >= 0 else lines[0][1].start
            self.fragments.append(Fragment(element, lines, start, tuple(filter(None, self._hrefs))))
            self._start = -1
        elif not self._open or element.name in ("", "body", "html", "head"):
            self._start = -1
        self._chunks.clear()
        self._hrefs.clear()

    def finish(self) -> None:
        """The end of the page."""
        while self._open:
            self._close(self._top.name)
        self._flush()


def _lines(chunks: Sequence[_Chunk], *, keep: bool) -> tuple[tuple[Cell, Span], ...]:
    """Chunks as lines of runs with their raw ranges, white space collapsed; with `keep`, one line as it is."""
    if keep:
        text = unescape("".join(chunk[0] for chunk in chunks)).strip("\r\n").rstrip()
        return (((Run(text=text),), Span(start=chunks[0][2], end=chunks[-1][3])),) if text.strip() else ()
    found = []
    for is_break, group in groupby(chunks, key=lambda chunk: chunk[0] == "\n" and chunk[2] == chunk[3]):
        line = None if is_break else _line(list(group))
        if line:
            found.append(line)
    return tuple(found)


def _line(chunks: Sequence[_Chunk]) -> tuple[Cell, Span] | None:
    filled = [chunk for chunk in chunks if not chunk[0].isspace()]
    if not filled:
        return None
    runs: list[Run] = []
    spaced = True
    for style, group in groupby(chunks, key=lambda chunk: chunk[1]):
        text = _SPACE.sub(" ", unescape("".join(chunk[0] for chunk in group)))
        text = text[1:] if spaced and text.startswith(" ") else text
        if text:
            runs.append(Run(text=text, style=style))
            spaced = text.endswith(" ")
    runs[-1] = Run(text=runs[-1].text.rstrip(), style=runs[-1].style)
    first, last = filled[0], filled[-1]
    start = first[2] + len(first[0]) - len(first[0].lstrip())
    end = last[3] - (len(last[0]) - len(last[0].rstrip()))
    return tuple(run for run in runs if run.text), Span(start=start, end=end)
