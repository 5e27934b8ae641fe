"""A Markdown document as a flow of pieces, with the raw lines each stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from ..model import Block, BlockKind, Cell, Run, Span
from ..text import Lines
from .flow import Flow, FlowKind
from .markdown_inline import Line, joined, scan

_NESTING = 20
_MATH_LINES = 200
_CALLOUT = re.compile(r"\[!([\w-]{1,40})\][+-]?\s*(.*)")
_YAML_KEY = re.compile(r"\s*(?:#|[\"']?[\w][^:]{0,200}[\"']?\s*:(?:\s|\Z))")
_MARKERS = re.compile(r"(?:[\s>*+-]|\d{1,9}[.)])*")
_LABEL = 40


def flows(text: str, offset: int = 0) -> tuple[Flow, ...]:
    """The pieces of a Markdown text; `offset` is added to all spans.

    Lines of a paragraph stay lines in `text`; in `blocks` only hard breaks part them. A bold run-in label
    (`**Authors**: …`) stays in `text` and stands in `label` too; a callout's type and title and the summary
    of a `details` element, which labels the first piece inside, stand in `label` alone.
    """
    front = front_matter(text)
    start = front.span.end if front else 0
    lines = Lines(text[start:])
    found = ([front] if front else []) + list(_labelled(_body(lines, start)))
    return tuple(_shifted(flow, offset) for flow in found) if offset else tuple(found)


@lru_cache(maxsize=2)
def document(text: str) -> tuple[Flow, ...]:
    """The pieces of a whole file, which several readers look at one after the other."""
    return flows(text)


def front_matter(text: str) -> Flow | None:
    """YAML between two lines `---` before anything else; a rule with no key below it is none."""
    lines = Lines(text)
    filled = (index for index in range(len(lines)) if lines[index].strip())
    first = next(filled, None)
    if first is None or lines[first].rstrip() != "---":
        return None
    key = next(filled, None)
    if key is None or not _YAML_KEY.match(lines[key]):
        return None
    for index in range(key, len(lines)):
        if lines[index].rstrip() in ("---", "..."):
            inside = lines.span(first + 1, index - 1)
            return Flow(kind="front-matter", span=lines.span(first, index), text=text[inside.start : inside.end])
    return None


def _shifted(flow: Flow, offset: int) -> Flow:
    def moved(span: Span) -> Span:
        return Span(start=span.start + offset, end=span.end + offset)

    blocks = tuple(replace(block, span=moved(block.span)) for block in flow.blocks)
    return replace(flow, span=moved(flow.span), blocks=blocks)


# The parser


def _formula_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Lines from `$$` or `\\[` to its closing sign, whose `-`, `=` and `#` are no Markdown."""
    first = _line_of(state, start)
    closing = {"$$": "$$", "\\[": "\\]"}.get(first[:2])
    if closing is None or closing in first[2:]:
        return False
    for line in range(start + 1, min(end, start + _MATH_LINES)):
        content = _line_of(state, line)
        if not content or state.sCount[line] < state.blkIndent:
            return False
        if content.rstrip().endswith(closing):
            if not silent:
                token = state.push("formula", "", 0)
                token.map = [start, line + 1]
                token.content = "\n".join(_line_of(state, n) for n in range(start, line + 1))
                state.line = line + 1
            return True
    return False


_DETAILS = re.compile(
    r"\s*<details(?:\s[^<>]{0,300})?>\s*(?:<summary(?:\s[^<>]{0,300})?>(?P<one>.{0,500}?)</summary>\s*)?\Z"
    r"|\s*<summary(?:\s[^<>]{0,300})?>(?P<two>.{0,500}?)</summary>\s*\Z|\s*(?:</details>\s*)+\Z"
)


def _details_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line of nothing but the tags that fold a text away; its summary labels what is inside."""
    first = _line_of(state, start)
    match = _DETAILS.match(first) if first.startswith("<") else None
    if match and not silent:
        token = state.push("details", "", 0)
        token.map = [start, start + 1]
        token.content = match["one"] or match["two"] or ""
        token.info = "end" if first.startswith("</") else ""
        state.line = start + 1
    return match is not None


def _line_of(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _parser() -> MarkdownIt:
    """CommonMark blocks and tables. HTML, references and indented code are text: notes indent without meaning it."""
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table")
    parser.disable(["html_block", "reference", "code", "inline", "text_join"])
    stops: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}
    parser.block.ruler.before("fence", "formula", _formula_rule, stops)
    parser.block.ruler.before("fence", "details", _details_rule, stops)
    return parser


_PARSER = _parser()
_KINDS: dict[str, FlowKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "blockquote_open": "quote",
    "fence": "preformatted",
    "formula": "preformatted",
    "hr": "rule",
}


# Tokens to pieces


@dataclass(frozen=True, slots=True)
class _Fold:
    """A line that begins or ends a text to fold away."""

    span: Span
    summary: str
    ends: bool


def _labelled(pieces: Iterator[Flow | _Fold]) -> Iterator[Flow]:
    """A fold's summary labels the first piece inside; its lines belong to the pieces beside them."""
    last: Flow | None = None
    fold: _Fold | None = None
    for piece in pieces:
        if isinstance(piece, Flow):
            if last:
                yield last
            last = replace(piece, label=fold.summary or piece.label, span=_cover(fold, piece)) if fold else piece
            fold = None
        elif fold and piece.ends:
            if last:
                yield last
            last, fold = _empty(_cover(fold, piece), fold.summary), None
        elif last and piece.ends:
            last = replace(last, span=_cover(last, piece))
        else:
            summary = " ".join(filter(None, (fold.summary if fold else "", piece.summary)))
            fold = _Fold(_cover(fold or piece, piece), summary, ends=False)
    if last:
        yield last
    if fold:
        yield _empty(fold.span, fold.summary)


def _empty(span: Span, summary: str) -> Flow:
    return Flow(kind="paragraph", span=span, text=summary)


def _cover(first: Flow | _Fold, last: Flow | _Fold) -> Span:
    return Span(start=first.span.start, end=last.span.end)


def _body(lines: Lines, start: int) -> Iterator[Flow | _Fold]:
    for group in _groups(_PARSER.parse(lines.text)):
        yield from _pieces(group, lines, start)


def _groups(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each piece of the outermost level."""
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _pieces(group: list[Token], lines: Lines, start: int) -> Iterator[Flow | _Fold]:
    token = group[0]
    first, last = token.map or (0, 1)
    if token.type == "details":
        yield _Fold(_span(lines, start, first, last), token.content, token.info == "end")
    elif token.type == "heading_open" and token.markup == "-" and len(lines[last - 1].strip()) < 4:
        # A rule right below a text is meant as a rule, though Markdown makes the text a heading.
        token.type = "paragraph_open"
        yield _Content(lines, start, first, last - 1).flow(group)
        yield Flow(kind="rule", span=_span(lines, start, last - 1, last), text="")
    else:
        yield _Content(lines, start, first, last).flow(group)


def _span(lines: Lines, start: int, first: int, last: int) -> Span:
    """The whole lines, `last` excluded, without blank ones at the end."""
    while last > first + 1 and not lines[last - 1].strip():
        last -= 1
    span = lines.span(first, max(first, last - 1))
    return Span(start=span.start + start, end=span.end + start)


class _Content:
    """What one piece of the outermost level holds, however deep, as blocks in order."""

    def __init__(self, lines: Lines, start: int, first: int, last: int) -> None:
        self._lines, self._start, self._first, self._last = lines, start, first, last
        self._blocks: list[Block] = []
        self._texts: list[str] = []
        self._hrefs: list[str] = []
        self._label = ""
        self._items: list[tuple[Cell, ...]] = []
        self._items_at = (0, 0)
        self._rows: list[list[Cell]] = []
        self._ordinal = ""
        self._open: list[str] = []
        self._seen: set[int] = set()

    def flow(self, group: list[Token]) -> Flow:
        """The piece; what Markdown nests too deep for its parser is added as it is."""
        kind = _KINDS[group[0].type]
        for token in group:
            self._take(token)
        self._end_list()
        self._add_lost(kind)
        return Flow(
            kind=kind,
            span=_span(self._lines, self._start, self._first, self._last),
            text="\n".join(self._texts),
            level={"heading": int(group[0].tag[1:] or 0) if kind == "heading" else 0, "quote": 1}.get(kind, 0),
            blocks=tuple(self._blocks),
            hrefs=tuple(self._hrefs),
            label=self._label,
        )

    def _take(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        if token.nesting == 0 and "tr_open" not in self._open:
            self._seen.update(range(first, last))
        if token.type == "list_item_open":
            self._ordinal = f"{token.info}{token.markup} " if token.info else ""
        elif token.type == "inline":
            self._inline(token, first, last)
        elif token.type in ("fence", "formula", "details"):
            self._end_list()
            self._add("preformatted" if token.type != "details" else "paragraph", first, last, token.content.rstrip())
        elif token.type == "tr_open":
            self._end_list()
            self._rows.append([])
        elif token.type == "table_close":
            self._table()
        elif token.type == "table_open":
            self._items_at = (first, last)
            self._seen.update(range(first, last))
        if token.nesting == 1:
            self._open.append(token.type)
        elif token.nesting == -1:
            self._open.pop()

    def _inline(self, token: Token, first: int, last: int) -> None:
        lines, hrefs = scan(token.content)
        self._hrefs += hrefs
        inside = self._open[-1] if self._open else ""
        if inside in ("th_open", "td_open"):
            self._rows[-1].append(joined(lines))
        elif inside == "heading_open":
            self._end_list()
            self._block("heading", first, last, joined(lines))
        elif "list_item_open" in self._open:
            self._item(lines, first, last)
        else:
            self._end_list()
            self._paragraph(lines, first, last)

    def _item(self, lines: tuple[Line, ...], first: int, last: int) -> None:
        cell = joined(lines)
        if self._ordinal:
            cell = (Run(text=self._ordinal), *cell)
        self._ordinal = ""
        self._items_at = (self._items_at[0] if self._items else first, last)
        self._items.append((cell,))

    def _end_list(self) -> None:
        if self._items:
            span = _span(self._lines, self._start, *self._items_at)
            block = Block(kind="list", span=span, rows=tuple(self._items))
            self._blocks.append(block)
            self._texts.append(block.text)
            self._items = []

    def _table(self) -> None:
        width = len(self._rows[0])
        rows = tuple(tuple(row[:width]) for row in self._rows)
        block = Block(kind="table", span=_span(self._lines, self._start, *self._items_at), rows=rows)
        self._blocks.append(block)
        self._texts.append(block.text)
        self._rows = []

    def _paragraph(self, lines: tuple[Line, ...], first: int, last: int) -> None:
        if self._open and self._open[0] == "blockquote_open" and not self._texts and lines:
            callout = _CALLOUT.match(lines[0].text)
            if callout:
                self._label = f"{callout[1].lower()} {callout[2]}".strip()
                lines = lines[1:]
        elif lines and not self._texts:
            self._label = _run_in(lines[0])
        if lines:
            self._texts.append("\n".join(line.text for line in lines))
        part: list[Line] = []
        for line in lines:
            part.append(line)
            if line.hard or line is lines[-1]:
                span = _span(self._lines, self._start, first, last)
                self._blocks.append(Block(kind="paragraph", span=span, rows=((joined(tuple(part)),),)))
                part = []

    def _block(self, kind: BlockKind, first: int, last: int, runs: Cell) -> None:
        block = Block(kind=kind, span=_span(self._lines, self._start, first, last), rows=((runs,),))
        self._blocks.append(block)
        self._texts.append(block.text)

    def _add(self, kind: BlockKind, first: int, last: int, text: str) -> None:
        if text:
            self._block(kind, first, last, (Run(text=text),))

    def _add_lost(self, kind: FlowKind) -> None:
        if kind not in ("list", "quote"):
            return
        for index in range(self._first, self._last):
            line = self._lines[index]
            if index not in self._seen and _MARKERS.sub("", line, count=1):
                self._add("paragraph", index, index + 1, line.strip())


def _run_in(line: Line) -> str:
    """The bold label that a line begins with, its colon inside or outside of the bold."""
    head = line.runs[0]
    if head.style != "strong":
        return ""
    name = head.text.strip()
    after = line.runs[1].text.lstrip() if len(line.runs) > 1 else ""
    if not name.endswith((":", "：")) and not after.startswith((":", "：")):
        return ""
    return name.rstrip(":： ") if len(name) <= _LABEL else ""
