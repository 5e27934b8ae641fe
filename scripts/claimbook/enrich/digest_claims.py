"""Claims of notes that list none: the abstract's sentences with figures, and what the answer on experiments reports."""

from __future__ import annotations

import bisect
import dataclasses
import re
from collections.abc import Iterator
from functools import cached_property

from ..model import Block, Note, NoteClaim, Passage, Section, Span
from ..text import language
from .counterparts import Range, counterparts, differ, sentences
from .outcomes import (
    announces_results,
    bare_heading,
    has_figure,
    is_count,
    is_generic,
    is_result_cell,
    is_setting,
    reports_result,
)

_KINDS = frozenset(("digest", "note"))
_HAN_SENTENCE = re.compile(r"[^。！？]+(?:[。！？]+[”’」』）)]*)?")
_LABEL = re.compile(r"\s*([^：:，。；]{1,24})[：:]")
_EMPTY_CELL = re.compile(r"[\s—–-]*\Z")
_PRICE = re.compile(r"\$\d")
_SHORT = 48
"""An item below this length says too little by itself."""
_LEAD = range(10, 61)
"""Length of a sentence that leads to a list and says more than that one follows."""
_STOPS = "。！？；.!?;”）)"


def with_claims(note: Note) -> Note:
    """The note with claims numbered from 1, where it is a digest (or of a kin format) and lists none itself.

    First come the sentences of the English abstract that carry a figure, as the paper's own words, each with its
    counterpart in the translation where that is certain; then what the answer on the experiments reports, as the
    note's words: sentences and list items with a result, and rows of tables. A brief note, which is but an abstract,
    stays as it is.

    The text of a claim is not always a slice of the source. A row is composed of its cells and the header's, `row —
    column: value; column: value`, and a short item stands behind the heading or sentence it belongs to, `heading —
    item`; their spans hold the row's or the item's line alone.
    """
    if note.kind not in _KINDS or note.claims:
        return note
    claims = [*_own_words(note), *_reported(note)]
    numbered = (dataclasses.replace(claim, number=number) for number, claim in enumerate(claims, 1))
    return dataclasses.replace(note, claims=tuple(numbered)) if claims else note


# The abstract


class _Words:
    """A section's text and where its parts stand in the source.

    A text that is a slice of the source is one piece; else each block is one, exact where it is as long as its span.
    """

    def __init__(self, section: Section) -> None:
        self.text = section.text
        blocks = section.blocks
        self._starts, self._spans, self._exact = [0], [section.span], [False]
        if blocks and blocks[-1].span.end - blocks[0].span.start == len(section.text):
            self._spans = [Span(start=blocks[0].span.start, end=blocks[-1].span.end)]
            self._exact = [True]
        elif blocks:
            texts = [block.text for block in blocks]
            self.text = "\n\n".join(texts)
            self._starts = [0]
            for text in texts[:-1]:
                self._starts.append(self._starts[-1] + len(text) + 2)
            self._spans = [block.span for block in blocks]
            self._exact = [len(t) == s.end - s.start for t, s in zip(texts, self._spans, strict=True)]

    def passage(self, place: Range) -> Passage:
        """A range of the text, with its exact place or that of the piece that holds it."""
        first, last = (bisect.bisect_right(self._starts, at) - 1 for at in (place[0], place[1] - 1))
        start, end = self._spans[first].start, self._spans[last].end
        if self._exact[first]:
            start += place[0] - self._starts[first]
        if self._exact[last]:
            end = self._spans[last].start + place[1] - self._starts[last]
        return Passage(text=self.text[slice(*place)], span=Span(start=start, end=end))


def _own_words(note: Note) -> Iterator[NoteClaim]:
    english = note.section("abstract_en")
    if english is None or language(english.text) != "en":
        return
    words = _Words(english)
    places = sentences(words.text)
    found = [place for place in (places[:-1] if english.cut else places) if has_figure(words.text[slice(*place)])]
    chinese = note.section("abstract_zh") if found else None
    translation = _Words(chinese) if chinese else None
    pairs = counterparts(words.text, translation.text) if translation else {}
    for place in found:
        claim = NoteClaim(number=0, text=words.passage(place), quote=None, origin="own-words")
        if translation and place in pairs:
            there = translation.passage(pairs[place])
            changed = differ(claim.text.text, there.text)
            claim = dataclasses.replace(claim, translation=there, translation_differs=changed)
        yield claim


# The answer on experiments


def _reported(note: Note) -> Iterator[NoteClaim]:
    section = note.section("analysis_experiments")
    seen = set()
    for passage in _reports(section) if section else ():
        if passage.text not in seen:
            seen.add(passage.text)
            yield NoteClaim(number=0, text=passage, quote=None, origin="note")


def _reports(section: Section) -> Iterator[Passage]:
    """The results of a section, but for what stands below the heading or the label of a setting."""
    heading, before = "", ""
    for index, block in enumerate(section.blocks):
        if block.kind == "heading":
            heading = bare_heading(block.text)
        elif not is_setting(heading) and block.kind != "preformatted":
            part = _Part(section, block, cut=section.cut and index == len(section.blocks) - 1)
            if block.kind == "table":
                yield from part.rows(heading)
            elif not (block.kind == "list" and _announces_setting(before)):
                lead = _lead(before) if block.kind == "list" else ""
                yield from part.items(lead or ("" if is_generic(heading) else heading), before)
        before = block.text if block.kind == "paragraph" else ""


def _announces_setting(line: str) -> bool:
    label = _LABEL.match(line)
    return bool(label and label.end() == len(line) and is_setting(label[1]))


def _lead(line: str) -> str:
    """The last sentence of a line that leads to a list, where it says what the list is of and is no claim itself."""
    if line[-1:] not in "：:" or not line:
        return ""
    last = bare_heading(_HAN_SENTENCE.findall(line)[-1].strip(" ：:"))
    return last if len(last) in _LEAD and not reports_result(last) else ""


class _Part:
    """A block of an answer whose lines may hold results."""

    def __init__(self, section: Section, block: Block, cut: bool) -> None:
        self._section, self._block, self._cut = section, block, cut

    @cached_property
    def _places(self) -> list[int]:
        """Offset in the source of each character of the block's text; none where the source is spelled otherwise.

        The text may lack asterisks and have other white space, as `structure` makes it.
        """
        words, span, blocks = self._block.text, self._block.span, self._section.blocks
        if len(words) == span.end - span.start:
            return list(range(span.start, span.end))
        if blocks[-1].span.end - blocks[0].span.start != len(self._section.text):
            return []
        raw = self._section.text[span.start - blocks[0].span.start : span.end - blocks[0].span.start]
        places, at = [], 0
        for letter in words:
            while at < len(raw) and raw[at] != letter and (raw[at].isspace() or raw[at] == "*"):
                at += 1
            if letter.isspace():
                places.append(span.start + at)
                continue
            if at == len(raw) or raw[at] != letter:
                return []
            places.append(span.start + at)
            at += 1
        return places

    def _span(self, start: int, end: int) -> Span:
        """Where `[start:end]` of the block's text stands; the whole block where that cannot be told."""
        places = self._places
        return Span(start=places[start], end=places[end - 1] + 1) if places else self._block.span

    def rows(self, heading: str) -> Iterator[Passage]:
        """The rows of a table that hold a figure, each with the names of its columns.

        A table of bare counts tells results only below a heading that says so; else it tells what was tried.
        """
        table = [["".join(run.text for run in cell) for cell in row] for row in self._block.rows]
        cells = (cell for row in table[1:] for cell in row[1:])
        if not announces_results(heading) and all(is_count(cell) or not is_result_cell(cell) for cell in cells):
            return
        head, at = table[0], 0
        for index, row in enumerate(table):
            line = "\t".join(row)
            start, at = at + len(line) - len(line.lstrip()), at + len(line) + 1
            is_cut = self._cut and index == len(table) - 1
            if index and not is_cut and any(is_result_cell(cell) for cell in row[1:]):
                yield Passage(
                    text=_row_text(head, row), span=self._span(start, at - 1 - len(line) + len(line.rstrip()))
                )

    def items(self, context: str, before: str) -> Iterator[Passage]:
        """The sentences of a paragraph or of the items of a list that report a result; `before` is the line above."""
        at = 0
        for index, row in enumerate(self._block.rows):
            text = "".join(run.text for run in row[0])
            label = _LABEL.match(text)
            if not (label and is_setting(label[1])) and not self._is_torn(text, before):
                for start, end in _units(text, self._cut and index == len(self._block.rows) - 1):
                    if reports_result(text[start:end]):
                        readable = _readable(context, text[start:end])
                        yield Passage(text=readable, span=self._span(at + start, at + end))
            at += len(text) + 1

    def _is_torn(self, text: str, before: str) -> bool:
        """A line cut out of a formula or behind a price: its `$` has no partner, or a figure begins it though the
        paragraph above has not ended."""
        if text.count("$") % 2 and not _PRICE.search(text):
            return True
        return self._block.kind == "paragraph" and text[:1].isdigit() and before[-1:].isalnum()


def _row_text(head: list[str], row: list[str]) -> str:
    """`row — column: value; column: value`, without empty cells; a row named by a number has its column's name."""
    first = f"{head[0]} {row[0]}" if row[0][:1].isdigit() else row[0].removeprefix("- ")
    named = zip(head[1:], row[1:], strict=True)
    rest = "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if not _EMPTY_CELL.match(cell))
    return f"{first} — {rest}" if first.strip() else rest


def _units(text: str, cut: bool) -> Iterator[Range]:
    """The sentences of a line, without colons and semicolons at their ends, and without a last one that is cut."""
    chinese = language(text) == "zh"
    places = [found.span() for found in _HAN_SENTENCE.finditer(text)] if chinese else sentences(text)
    for start, end in places:
        piece = text[start:end]
        if cut and end == len(text) and piece.rstrip()[-1:] not in _STOPS:
            return
        start += len(piece) - len(piece.lstrip())
        end = start + len(piece.strip().rstrip("；：;: "))
        if start < end:
            yield start, end


def _readable(context: str, text: str) -> str:
    """A short item, or one that begins with a figure, behind what says what it is about."""
    lone = len(text) < _SHORT or text[0].isdigit()
    return f"{context} — {text}" if lone and context and context not in text else text
