"""The grammar of digest days in every skin: titles, abstracts in two languages, answers to fixed questions, fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..model import Block, Problem, Source, Span
from ..text import language
from .base import ARXIV_ID
from .flow import Flow

QUESTIONS = {
    "这篇论文试图解决什么问题": "analysis_problem",
    "有哪些相关研究": "analysis_related",
    "论文如何解决这个问题": "analysis_method",
    "论文做了哪些实验": "analysis_experiments",
    "有什么可以进一步探索的点": "analysis_future",
    "总结一下论文的主要内容": "analysis_summary",
}
ADVERT = "想要进一步了解论文"
FIELDS = ("Authors", "Categories", "PDF URL", "Arxiv URL", "Arxiv ID", "CoolPaper URL", "Published", "Updated")
TITLE = re.compile(r"\d+\. (?=\S)")
FIELD = re.compile(rf"({'|'.join(FIELDS)})[:：]\s*")
HEADER = re.compile(r"(HuggingFace|ArXiv|Arxiv|arXiv)\b.*Papers?\b|数据来源[:：]|Latest Papers\s*$")
GROUP = re.compile(r"(\S.{0,40}?) Domain Papers\s*$")
_QUESTION = re.compile(r"Q\d*[:：]\s*(\S.*)")
_MARKERS = re.compile(
    r"(Abstract[:：]\s*)|(中文摘要\s*$)|(摘要[:：]\s*)|(LLM Analysis Failed[:：]?\s*)|(LLM Analysis\s*$)"
    r"|(翻译失败[:：]\s*)"
)
_ABSTRACT = re.compile(r"Abstract[:：]")
_MARKED = ("abstract_en", "zh_marker", "abstract_zh", "failed", "llm_marker", "untranslated")
_ABOVE = ("abstract_en", "zh_marker", "abstract_zh", "untranslated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of a text, or a piece of a page: what a part begins with or goes on with."""

    text: str
    """As a reader sees it."""
    span: Span
    """All raw characters that it stands for, with the markup around."""
    body: Span
    """Those of its content."""
    level: int = 0
    """Of a heading that the skin marks as one."""
    hrefs: tuple[str, ...] = ()
    parted: bool = False
    """A rule stands above."""
    inert: bool = False
    """A list, a table or code: no part begins here."""
    flow: Flow | None = None
    """What the page's parser made of it; None for a line whose skin is parsed section by section."""


@dataclass(slots=True)
class Part:
    """A section under construction: indexes of its items, and where its text begins on the first."""

    kind: str
    first: int
    last: int
    label: int
    heading: str = ""


@dataclass(slots=True)
class Draft:
    """A paper under construction."""

    parts: list[Part] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    group: str = ""

    def kinds(self) -> set[str]:
        """What the paper has."""
        return {part.kind for part in self.parts}

    def fields(self) -> list[str]:
        """The labels of its fields, in order."""
        return [part.heading for part in self.parts if part.kind in ("metadata", "coolpaper")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skin:
    """How digests of one format are dressed."""

    format: str
    marked: bool
    """Headings and labels are marked, so that an abstract needs no label; in plain text only words and order tell."""
    content: Callable[[Source, Sequence[Item], Part], tuple[str, tuple[Block, ...]]]
    """Text and blocks of a part."""


def ids_of(items: Sequence[Item], part: Part) -> str:
    """The arXiv id of a field or of a title's link, without its version, or empty."""
    item = items[part.first]
    if part.kind == "title":
        found = next(filter(None, map(ARXIV_ID.search, item.hrefs)), None)
    else:
        found = ARXIV_ID.search(item.text, part.label)
    return found.group(1) if found else ""


def drafts(items: Sequence[Item], skin: Skin) -> tuple[list[tuple[int, int]], list[int]]:
    """Papers as ranges of items (end excluded), and the headings of groups between them."""
    starts = _starts(items, skin)
    known = set(starts)
    groups = [i for i in range(len(items)) if i not in known and _is_group(items, i, skin)]
    borders = sorted([*starts, *(i for i in groups if starts and i > starts[0])])
    ends = dict(pairwise([*borders, len(items)]))
    return [(start, ends[start]) for start in starts], groups


def _is_group(items: Sequence[Item], index: int, skin: Skin) -> bool:
    """The heading above some of a day's papers; `Latest Papers` is above all."""
    item = items[index]
    if GROUP.match(item.text) and (not skin.marked or item.level):
        return True
    above = index == 0 or bool(FIELD.match(items[index - 1].text))
    return skin.marked and item.level in (1, 2) and above and not HEADER.match(item.text)


def _starts(items: Sequence[Item], skin: Skin) -> list[int]:
    """Items that begin a paper.

    A number alone proves nothing, since the analyses number their headings too: an abstract and its translation
    must follow, or the line must stand where only a title can, after the last field or the header; a heading with
    an address is a title anywhere. An abstract right below a field begins a paper that lost its title.
    """
    last = "Updated" if any(item.text.startswith("Updated") for item in items) else "Published"
    before_title = re.compile(rf"{last}[:：]|Latest Papers\s*$|{GROUP.pattern}")
    starts = []
    for index, item in enumerate(items):
        before = items[index - 1] if index else None
        if item.inert:
            continue
        if item.level and not FIELD.match(item.text) and any(href.startswith("http") for href in item.hrefs):
            starts.append(index)
        elif TITLE.match(item.text):
            if before is None or before_title.match(before.text) or _has_abstract(items, index):
                starts.append(index)
        elif before is not None and FIELD.match(before.text) and _is_abstract(items, index, skin):
            starts.append(index)
    return starts


def _is_abstract(items: Sequence[Item], index: int, skin: Skin) -> bool:
    """An abstract by its label; in a skin that parts papers by rules, by the rule above and a field below."""
    item = items[index]
    if _ABSTRACT.match(item.text):
        return True
    if not skin.marked or not item.parted or item.level or FIELD.match(item.text):
        return False
    for following in (items[at] for at in range(index + 1, len(items))):
        if following.parted or following.level:
            return False
        if FIELD.match(following.text):
            return True
    return False


def _has_abstract(items: Sequence[Item], title: int) -> bool:
    """An abstract follows at once, and one of the marks behind an abstract soon after."""
    following = items[title + 1 : title + 7]
    if not following or not _ABSTRACT.match(following[0].text):
        return False
    return any(_MARKERS.match(item.text) for item in following[1:])


def looks_like_digest(items: Sequence[Item], skin: Skin) -> bool:
    """A paper starts somewhere with its abstract, or the file is nothing but a digest's header."""
    for index in _starts(items, skin):
        if index + 1 < len(items) and _MARKERS.match(items[index + 1].text):
            return True
    return all(HEADER.match(item.text) for item in items)


def split(items: Sequence[Item], first: int, end: int, skin: Skin) -> Iterator[Part]:
    """The parts of one paper, from its title up to `end` (exclusive)."""
    part = _begin(items, first, in_fields=False)
    if part is None or TITLE.match(items[first].text):
        part = _headless(items, first) if skin.marked and not items[first].level else _titled(items, first)
    in_fields = False
    for index in range(first + 1, end):
        begun = _begin(items, index, in_fields)
        if begun is None and skin.marked and not in_fields:
            begun = _bare(items, index, part)
        # An answer may have a line with such a label; the paper's own abstract stands above all answers.
        if begun is None or (begun.kind in _ABOVE and part.kind.startswith("analysis_")):
            # A field is one line: what stands below the fields belongs to nobody, and is reported.
            if not in_fields:
                part.last = index
            continue
        yield part
        part = begun
        in_fields = in_fields or part.kind in ("metadata", "coolpaper")
    yield part


def _titled(items: Sequence[Item], first: int) -> Part:
    number = TITLE.match(items[first].text)
    return Part(kind="title", first=first, last=first, label=number.end() if number else 0)


def _headless(items: Sequence[Item], first: int) -> Part:
    """A paper that begins without a heading: with a title all the same, or with the abstract."""
    if TITLE.match(items[first].text):
        return _titled(items, first)
    return Part(kind=_abstract_kind(items[first]), first=first, last=first, label=0)


def _abstract_kind(item: Item) -> str:
    return "abstract_zh" if language(item.text) == "zh" else "abstract_en"


def _bare(items: Sequence[Item], index: int, part: Part) -> Part | None:
    """Text without a label right below a title or a mark."""
    kind = {"title": _abstract_kind(items[index]), "zh_marker": "abstract_zh", "llm_marker": "analysis_other"}
    return Part(kind=kind[part.kind], first=index, last=index, label=0) if part.kind in kind else None


def _begin(items: Sequence[Item], index: int, in_fields: bool) -> Part | None:
    """The part that an item begins, or None where it goes on with the one before."""
    line = items[index].text
    if items[index].inert:
        return None
    label = FIELD.match(line)
    if label and (in_fields or (label.group(1) != "Published" and _fields_follow(items, index))):
        kind = "coolpaper" if label.group(1) == "CoolPaper URL" else "metadata"
        return Part(kind=kind, first=index, last=index, label=label.end(), heading=label.group(1))
    if marker := _MARKERS.match(line):
        kind = next(k for k, text in zip(_MARKED, marker.groups(), strict=True) if text is not None)
        return Part(kind=kind, first=index, last=index, label=marker.end())
    if question := _QUESTION.match(line):
        words = question.group(1).strip().rstrip("？?")
        if words == ADVERT:
            return Part(kind="advert", first=index, last=index, label=len(line), heading=line)
        if words in QUESTIONS or question.group(1).rstrip().endswith(("？", "?")):
            kind = QUESTIONS.get(words, "analysis_other")
            return Part(kind=kind, first=index, last=index, label=len(line), heading=question.group(1).strip())
    return None


def _fields_follow(items: Sequence[Item], index: int) -> bool:
    """An answer may start a line with the word of a field; a field has others near it, or ends the paper."""
    if index + 1 == len(items):
        return True
    after = items[index + 1]
    if FIELD.match(after.text) or TITLE.match(after.text) or after.level:
        return True
    # A long list of authors may be wrapped, or text may have slipped below it.
    wrapped = items[index].text.startswith("Authors") and index + 2 < len(items)
    return wrapped and bool(FIELD.match(items[index + 2].text))
