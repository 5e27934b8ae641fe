"""The structure that an export flattened: headings, lists, tables, formulas, torn lines, run-in heads, bold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .model import Block, BlockKind, Cell, Run, Span
from .text import HAN, Lines

_STOPS = "。；;！？!?"
_UNFINISHED = "：:，,、"
_CONTINUES = "，、：；。）,/"
_TIGHT = _CONTINUES.rstrip("/")
_CHAIN = 50
_HAN = re.compile(f"[{HAN}]")
_NUMBERS = r"\d{1,3}(?:, \d{1,3})*"
_AUTHORS = r"[A-Z][\w'’.-]*(?: et al\.?| (?:and|&) [A-Z][\w'’.-]*),? (?:19|20)\d\d[a-z]?"
_CITATION = re.compile(rf"(?:{_NUMBERS}|{_AUTHORS}(?:; {_AUTHORS})*)\Z")
_CITED = re.compile(rf"({_NUMBERS}) ?(?=[：，、。])")
_FRAGMENT = re.compile(rf"[{_CONTINUES}$]|[\d.,\s-]+\Z")
_ORDINAL = re.compile(r"\d{1,2}\. ")
_LABEL = re.compile(rf"[^：，{_STOPS}]{{1,40}}：")
_PURE_LABEL = re.compile(rf"(?=[^：]*[{HAN}])(?!\d)[^：，:$=*（）()“”\"{_STOPS}]{{2,16}}(?=：\S)")
_AFTERTHOUGHT = re.compile(r"其中|这里|此处|即|where")
_HAN_ORDINAL = "[一二三四五六七八九十]{1,3}、"
_NUMBERED = re.compile(
    rf"(?:\d{{1,2}}\. |\d{{1,2}}(?:\.\d{{1,2}})+ |[（(](?:\d{{1,2}}|[a-z])[）)] ?|{_HAN_ORDINAL})(?=\S)"
)
_POINTING = re.compile("[这那该其此]|因此|综上|例如")
_MATH = re.compile(r"[=≈≠≤≥∈∼∝≡^_∑∏√]|\bsim\b")
_RELATION = re.compile(r"[=≈≠≤≥∈∼∝≡]| (?:sim|arrow|equiv|propto) ")
_WORD = re.compile(r"(?<![A-Za-z])[a-z]{4,}(?![A-Za-z])")
_MARK = re.compile(r"(?<!\*)\*\*(?!\*)")
_INSIDE = r"[^\s*（“”’」』》】）)\]%％：:。；;，,！!？?、…]"
_BOLD = re.compile(rf"(?:{_INSIDE}(?:[ ]?{_INSIDE})*(?:（[^（）“”*]*）|[）)%％：:。；;，,！!？?、…])?|“[^“”*]*”)\Z")
_PROSE_MARK = re.compile(r"[（「『“]|[）」』”]|[。！？；](?= [^\s])")
_SYMBOL = re.compile(r"[^A-Z0-9【（《「“\-—*#" + HAN + r"]|[A-Za-z0-9](?= )")
_NAME = rf"[^，、：:{_STOPS}（）()“”\"\-*$=]"
_HEAD = re.compile(r"【[^【】]{1,30}】|[A-Z][a-z]+：")
_RUN_IN = re.compile(rf"{_NAME}{{2,7}}：|(?:{_HAN_ORDINAL})?{_NAME}{{2,15}}(?:（[^（）*]{{1,10}}）)?。(?=\S)")
_PREDICATE = re.compile("[是有为被把将使]|分[成一二两三四五六七八九十]|包[括含]|采用|通过|表明|显示|提出|优于|如下")


def visible_key(text: str) -> str:
    """What must survive every rebuilding: the text without white space and then without each pair `**`.

    A run of asterisks so shrinks to its parity, which taking bold marks off does not change;
    hence the key of a raw slice equals that of its blocks.
    """
    return "".join(text.split()).replace("**", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One physical line, or several that an export tore apart."""

    span: Span
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


_Stretch = list[_Line]


def digest_blocks(text: str, span: Span) -> tuple[Block, ...]:
    """The blocks of a digest answer; `span` lies in `text` and excludes the question.

    Each non-blank line is in one block; of what is not certain, each line is a paragraph. `visible_key` of the slice
    and of the joined block texts agree.
    """
    stretches = list(_stretches(text, span))
    blocks: list[Block] = []
    for index, lines in enumerate(stretches):
        after = stretches[index + 1] if index + 1 < len(stretches) else None
        before = stretches[index - 1] if index else None
        if _is_heading(lines, before, after):
            blocks.append(_block("heading", lines))
        else:
            blocks.extend(_stretch_blocks(text, lines))
    return tuple(blocks)


def prose_blocks(text: str, span: Span) -> tuple[Block, ...]:
    """The paragraphs of a deep-read section or an abstract, split where the export left one space for a break."""
    blocks: list[Block] = []
    for lines in _stretches(text, span):
        for line in lines:
            blocks.extend(_line_paragraphs(text, line))
    return tuple(blocks)


def marked_blocks(flows: Iterable[Sequence[Block]]) -> tuple[Block, ...]:
    """The blocks of an answer whose skin kept paragraphs, lists and tables, each flow the lines of one paragraph.

    What such a skin leaves to the words are headings without a mark, formulas, and bold that was not rendered.
    """
    found = [blocks for blocks in flows if blocks]
    stretches = [[_Line(span=b.span, runs=row[0]) for b in blocks for row in b.rows if b.text] for blocks in found]
    result: list[Block] = []
    for index, (blocks, lines) in enumerate(zip(found, stretches, strict=True)):
        before = stretches[index - 1] if index else None
        after = stretches[index + 1] if index + 1 < len(found) else None
        for block in blocks:
            plain = block.kind == "paragraph" and bool(block.text)
            if plain and _is_heading(lines, before or None, after or None):
                result.append(_block("heading", lines))
            elif plain:
                line = _Line(span=block.span, runs=block.rows[0][0])
                result.append(_block("preformatted" if _is_formula(block.text) else "paragraph", [line]))
            else:
                result.append(block)
    return tuple(result)


def _stretches(text: str, span: Span) -> Iterator[_Stretch]:
    """The runs of lines between blank lines; spans are without the white space around a line."""
    stretch: _Stretch = []
    lines = Lines(text[span.start : span.end])
    for place, content in zip(lines.spans, lines, strict=True):
        bare = content.strip()
        if bare:
            if "\t" in bare:  # Outer tabs stand for empty cells.
                bare = content.strip(" \u3000")
            start = span.start + place.start + content.index(bare)
            stretch.append(_Line(span=Span(start=start, end=start + len(bare)), runs=(Run(text=bare),)))
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _stretch_blocks(text: str, lines: _Stretch) -> Iterator[Block]:
    """Tables where lines have tabs, then lists, formulas and paragraphs."""
    for tabbed, group in groupby(lines, key=lambda line: "\t" in line.text):
        part = list(group)
        if not tabbed:
            yield from _text_blocks(_rejoin(part))
        elif rows := _table(part):
            yield Block(kind="table", span=_cover(part), rows=rows)
        else:
            yield from (_block("paragraph", [line]) for line in part)


def _text_blocks(lines: _Stretch) -> Iterator[Block]:
    """One list, a list with formulas between its items, or each line for itself."""
    formulas = [_may_be_formula(line.text) for line in lines]
    listed = _is_list_around(lines, formulas) if any(formulas) else _is_list(lines)
    for formula, group in groupby(zip(lines, formulas, strict=True), key=lambda pair: pair[1]):
        part = [line for line, _ in group]
        if listed and not formula:
            yield _list(part)
        else:
            yield from (_block("preformatted" if _is_formula(line.text) else "paragraph", [line]) for line in part)


# Headings


def _is_heading(lines: _Stretch, before: _Stretch | None, after: _Stretch | None) -> bool:
    """A line alone, with text after it and no end of a sentence, that is numbered or short and not beside a formula.

    The last line of an answer may be a cut sentence. After a colon a short line alone is an item, and
    before a formula it is the name of the formula or a piece of the sentence around it. A word that points
    back or more than 20 characters in one piece make it a sentence without its stop.
    """
    text = lines[0].text
    if len(lines) > 1 or after is None or len(text) > 100 or text[-1] in _STOPS + _UNFINISHED or "\t" in text:
        return False
    if any(stop in text for stop in _STOPS) or _may_be_formula(text):
        return False
    if _NUMBERED.match(text):
        return True
    if len(text) > 30 or not _HAN.search(text) or _MATH.search(text) or _POINTING.match(text):
        return False
    if len(re.split("[：（]", text, maxsplit=1)[0]) > 20 or "，" in text or "**" in text:
        return False
    if before and (before[-1].text[-1] in _UNFINISHED or _may_be_formula(before[-1].text)):
        return False
    return not (_may_be_formula(after[0].text) or after[0].text[0] in _CONTINUES)


# Tables


def _table(lines: _Stretch) -> tuple[tuple[Cell, ...], ...]:
    """Two or more lines with equally many tabs, the first a header; a first cell of figures means numbered code."""
    rows = [line.text.split("\t") for line in lines]
    if len(rows) < 2 or len({len(row) for row in rows}) > 1 or re.fullmatch(r"\s*\d[\d\s.]*", rows[0][0]):
        return ()
    return tuple(tuple(_strong((Run(text=cell.strip()),)) for cell in row) for row in rows)


# Torn lines


def _rejoin(lines: _Stretch) -> _Stretch:
    """Lines torn at square brackets, first at those of formulas, then at those of citations."""
    return _join_citations(_join_formulas(lines))


def _join_formulas(lines: _Stretch) -> _Stretch:
    """A line that opens `$` with nothing or a relation behind it takes the lines up to the closing `$`.

    Prices (`$5`) have a figure behind the sign. At most five lines, none of them the end of a sentence before the
    closing sign.
    """
    joined: _Stretch = []
    index = 0
    while index < len(lines):
        end = _formula_end(lines, index)
        whole = lines[index]
        for line in lines[index + 1 : end]:
            whole = _merge(whole, line)
        joined.append(whole)
        index = end
    return joined


def _formula_end(lines: _Stretch, index: int) -> int:
    """The index after the last line of the torn formula that starts here, or the next index."""
    text = lines[index].text
    tail = text.rpartition("$")[2].strip()
    if text.count("$") % 2 and (not tail or (not tail[0].isdigit() and _RELATION.search(tail))):
        for at in range(index + 1, min(index + 6, len(lines))):
            if lines[at].text.count("$") % 2:
                return at + 1
            if lines[at].text[-1] in _STOPS:
                break
    return index + 1


def _join_citations(lines: _Stretch) -> _Stretch:
    """A line of citation numbers or author and year joins the unfinished line before it and the line after it.

    The line after must begin with a mark that continues a sentence, or with a Han letter where the stretch
    ends as sentences do: then the unfinished line is no item of its own. A number at the start of a line,
    before a colon or comma, joins a line before it that has no punctuation at all.
    """
    sentences = bool(lines) and lines[-1].text[-1] in _STOPS
    joined: _Stretch = []
    index = 0
    while index < len(lines):
        line, last = lines[index], joined[-1] if joined else None
        cited = _CITED.match(line.text)
        if last is None or len(last.runs) > _CHAIN or last.text[-1] in _STOPS + "：":
            joined.append(line)
        elif _CITATION.match(line.text) and index + 1 < len(lines) and _goes_on(last, lines[index + 1], sentences):
            index += 1
            joined[-1] = _merge(_merge(last, line, "citation"), lines[index])
        elif cited and _unpunctuated(last.text):
            rest = line.text[cited.end() :]
            runs = (*last.runs, Run(text=" "), Run(text=cited[1], style="citation"), Run(text=rest))
            joined[-1] = _Line(span=_cover([last, line]), runs=_glued(runs))
        else:
            joined.append(line)
        index += 1
    return joined


def _goes_on(last: _Line, following: _Line, sentences: bool) -> bool:
    first = following.text[0]
    named = any(character.isalpha() for character in last.text)
    return named and (first in _CONTINUES or (sentences and (first == "（" or bool(_HAN.match(first)))))


def _unpunctuated(text: str) -> bool:
    return not any(mark in text for mark in _STOPS + _UNFINISHED) and not text[0].isdigit()


def _merge(first: _Line, second: _Line, style: str = "plain") -> _Line:
    """Both lines as one, with a space between them unless a mark follows."""
    space = () if second.text[0] in _TIGHT else (Run(text=" "),)
    added = tuple(Run(text=run.text, style="citation") for run in second.runs) if style == "citation" else second.runs
    return _Line(span=_cover([first, second]), runs=_glued((*first.runs, *space, *added)))


def _glued(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Neighbours of one style as one run."""
    return tuple(
        Run(text="".join(run.text for run in group), style=style)
        for style, group in groupby(runs, key=lambda run: run.style)
    )


# Formulas


def _may_be_formula(text: str) -> bool:
    """A mathematical sign, no Han letter and no full-width colon, which parts a setting from its result."""
    return bool(_MATH.search(text)) and "：" not in text and not _HAN.search(text)


def _is_formula(text: str) -> bool:
    """A relation, no Han letter and at most three plain words."""
    return _may_be_formula(text) and bool(_RELATION.search(text)) and len(_WORD.findall(text[:400])) <= 3


# Lists


def _is_list(lines: _Stretch) -> bool:
    """Several lines of one shape: all `label：text`, all ended by a stop, or none ended by any mark.

    Not where a line is a piece of another one (a bare number, a citation, a mark in front), or only some are numbered.
    """
    texts = [line.text for line in lines]
    if len(texts) < 2 or any(_is_piece(text) for text in texts):
        return False
    if len({bool(_ORDINAL.match(text)) for text in texts}) > 1:
        return False
    if all(_LABEL.match(text) for text in texts) or all(text[-1] in _STOPS for text in texts):
        return True
    return not any(text[-1] in _STOPS + _UNFINISHED + "." for text in texts)


def _is_list_around(lines: _Stretch, formulas: list[bool]) -> bool:
    """Two or more lines, all `label：text`, with formulas between; a line that explains the formula has no label."""
    texts = [line.text for line, formula in zip(lines, formulas, strict=True) if not formula]
    return (
        len(texts) > 1
        and not formulas[0]
        and all((m := _LABEL.match(text)) and m.end() < len(text) for text in texts)
        and not any(_is_piece(text) or _ORDINAL.match(text) or _AFTERTHOUGHT.match(text) for text in texts)
    )


def _is_piece(text: str) -> bool:
    return bool(_FRAGMENT.match(text) or _CITATION.match(text)) or text.count("$") % 2 == 1


def _list(lines: _Stretch) -> Block:
    """Items one by one; labels are strong where all have a plain one with Han letters and end with `。` or `；`."""
    labels = [_PURE_LABEL.match(line.runs[0].text) for line in lines]
    strong = len(lines) > 1 and all(labels) and all(line.text[-1] in "。；" for line in lines)
    ends = [label.end() if strong and label else 0 for label in labels]
    rows = tuple((_labelled(line, end),) for line, end in zip(lines, ends, strict=True))
    return Block(kind="list", span=_cover(lines), rows=rows)


def _labelled(line: _Line, end: int) -> Cell:
    """The line's runs, the first `end` characters strong."""
    if not end:
        return _strong(line.runs)
    first = line.runs[0].text
    return (Run(text=first[:end], style="strong"), *_strong((Run(text=first[end:]), *line.runs[1:])))


# Bold


def _strong(runs: tuple[Run, ...]) -> Cell:
    """Pairs of `**` as strong runs where all marks of a run pair up and no pair can belong to two bolds.

    Markdown leaves a pair as text when a mark stands between punctuation and a letter; if such a mark is inside of a
    pair, an eaten bold began or ended there. So only the last character inside may be closing punctuation.
    """
    cells: list[Run] = []
    for run in runs:
        parts = _MARK.split(run.text) if run.style == "plain" else [run.text]
        if len(parts) % 2 and all(_BOLD.match(part) for part in parts[1::2]):
            styled = (Run(text=part, style="strong" if at % 2 else run.style) for at, part in enumerate(parts))
            cells.extend(part for part in styled if part.text)
        else:
            cells.append(run)
    return tuple(cells)


# Prose


def _line_paragraphs(text: str, line: _Line) -> Iterator[Block]:
    """The line cut after each stop before one space, outside of brackets and quotes.

    No cut before a lone symbol or a small letter: there the spaces stand around inline mathematics.
    """
    raw, start, depth = line.runs[0].text, 0, 0
    for mark in _PROSE_MARK.finditer(raw):
        if mark[0] in "（「『“":
            depth += 1
        elif mark[0] in "）」』”":
            depth = max(0, depth - 1)
        elif not depth and not _SYMBOL.match(raw, mark.end() + 1):
            yield _prose_paragraph(raw[start : mark.end()], line.span.start + start, first=start == 0)
            start = mark.end() + 1
    yield _prose_paragraph(raw[start:], line.span.start + start, first=start == 0)


def _prose_paragraph(piece: str, start: int, *, first: bool) -> Block:
    """A paragraph with its run-in head strong.

    A head is `【…】` or one capitalised Latin word before `：`; after a cut also a phrase without a predicate, of up to
    7 characters before `：` or 15 before `。`.
    """
    head = _HEAD.match(piece) or (None if first else _RUN_IN.match(piece))
    end = head.end() if head and not (head.re is _RUN_IN and _PREDICATE.search(head[0])) else 0
    line = _Line(span=Span(start=start, end=start + len(piece)), runs=(Run(text=piece),))
    return Block(kind="paragraph", span=line.span, rows=((_labelled(line, end),),))


# Blocks


def _cover(lines: _Stretch) -> Span:
    return Span(start=lines[0].span.start, end=lines[-1].span.end)


def _block(kind: BlockKind, lines: _Stretch) -> Block:
    runs = lines[0].runs if kind == "preformatted" else _strong(lines[0].runs)
    return Block(kind=kind, span=_cover(lines), rows=((runs,),))
