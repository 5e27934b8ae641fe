"""Digest days as text: numbered titles, abstract in two languages, answers to fixed questions, metadata."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .. import structure
from ..model import Metadata, Note, Problem, Reading, Section, Source, Status
from ..text import Lines, problem
from .base import ARXIV_ID, Reader, ends_abruptly, find_date, make_note, make_reading, make_section

FORMAT = "digest-text"
_Report = Callable[..., None]
QUESTIONS = {
    "这篇论文试图解决什么问题": "analysis_problem",
    "有哪些相关研究": "analysis_related",
    "论文如何解决这个问题": "analysis_method",
    "论文做了哪些实验": "analysis_experiments",
    "有什么可以进一步探索的点": "analysis_future",
    "总结一下论文的主要内容": "analysis_summary",
}
ADVERT = "想要进一步了解论文"
_FIELDS = ("Authors", "Categories", "PDF URL", "Arxiv URL", "Arxiv ID", "CoolPaper URL", "Published", "Updated")
_REQUIRED = ("Authors", "PDF URL", "Arxiv URL", "Arxiv ID", "Published", "Updated")
_TITLE = re.compile(r"\d+\. (?=\S)")
_FIELD = re.compile(rf"({'|'.join(_FIELDS)})[:：]\s*")
_QUESTION = re.compile(r"Q\d*[:：]\s*(\S.*)")
_SWALLOWED = re.compile(rf"Q\d*[:：]\s*({'|'.join([*QUESTIONS, ADVERT])})")
_MARKERS = re.compile(
    r"(Abstract[:：]\s*)|(中文摘要\s*$)|(摘要[:：]\s*)|(LLM Analysis Failed[:：]?\s*)|(LLM Analysis\s*$)"
)
_MARKED = ("abstract_en", "zh_marker", "abstract_zh", "failed", "llm_marker")
_HEADER = re.compile(r"(HuggingFace|ArXiv|Arxiv|arXiv)\b.*Papers?\b|数据来源[:：]|Latest Papers\s*$")


@dataclass(slots=True)
class _Part:
    """A section under construction: 0-based lines, and where its text begins on the first."""

    kind: str
    first: int
    last: int
    label: int
    heading: str = ""


@dataclass(slots=True)
class _Draft:
    """A paper under construction."""

    parts: list[_Part] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def kinds(self) -> set[str]:
        return {part.kind for part in self.parts}


def _next_filled(lines: Lines, index: int, step: int) -> int | None:
    index += step
    while 0 <= index < len(lines):
        if lines[index].strip():
            return index
        index += step
    return None


def _starts(lines: Lines) -> list[int]:
    """Lines that begin a paper.

    A number alone proves nothing, since the analyses number their headings too: the abstract must
    follow, or the line must stand where only a title can, after the last field or the header.
    """
    starts = []
    for index in range(len(lines)):
        if not _TITLE.match(lines[index]):
            continue
        after, before = _next_filled(lines, index, 1), _next_filled(lines, index, -1)
        abstract = after is not None and lines[after].startswith(("Abstract:", "Abstract："))
        free = before is not None and bool(re.match(r"Updated[:：]|Latest Papers\s*$", lines[before]))
        if abstract or free:
            starts.append(index)
    return starts


def _accepts(source: Source, lines: Lines) -> bool:
    """A paper starts somewhere with its abstract, or the file is nothing but a digest's header."""
    for index in _starts(lines):
        after = _next_filled(lines, index, 1)
        if after is not None and _MARKERS.match(lines[after]):
            return True
    filled = [line for line in lines if line.strip()]
    return all(_HEADER.match(line) for line in filled)


def _split(lines: Lines, first: int, end: int) -> Iterator[_Part]:
    """The parts of one paper, from its title line up to `end` (exclusive)."""
    part = _Part(kind="title", first=first, last=first, label=len(_match(_TITLE, lines[first])))
    in_fields = False
    for index in range(first + 1, end):
        line = lines[index]
        if not line.strip():
            continue
        begun = _begin(lines, index, in_fields)
        if begun is None:
            # A field is one line: what stands below the fields belongs to nobody, and is reported.
            if not in_fields:
                part.last = index
            continue
        yield part
        part = begun
        in_fields = in_fields or part.kind in ("metadata", "coolpaper")
    yield part


def _match(pattern: re.Pattern[str], line: str) -> str:
    found = pattern.match(line)
    return found.group() if found else ""


def _begin(lines: Lines, index: int, in_fields: bool) -> _Part | None:
    """The part that a line begins, or None where it goes on with the one before."""
    line = lines[index]
    if label := _FIELD.match(line):
        # An answer may start a line with such a word; the list of fields starts with the authors, then a URL.
        after = _next_filled(lines, index, 1)
        follows = after is None or _FIELD.match(lines[after]) or _TITLE.match(lines[after])
        if in_fields or (label.group(1) != "Published" and follows):
            kind = "coolpaper" if label.group(1) == "CoolPaper URL" else "metadata"
            return _Part(kind=kind, first=index, last=index, label=label.end(), heading=label.group(1))
    if marker := _MARKERS.match(line):
        kind = next(k for k, text in zip(_MARKED, marker.groups(), strict=True) if text is not None)
        return _Part(kind=kind, first=index, last=index, label=marker.end())
    if question := _QUESTION.match(line):
        words = question.group(1).strip().rstrip("？?")
        if words == ADVERT:
            return _Part(kind="advert", first=index, last=index, label=len(line), heading=line)
        if words in QUESTIONS or question.group(1).rstrip().endswith(("？", "?")):
            kind = QUESTIONS.get(words, "analysis_other")
            return _Part(kind=kind, first=index, last=index, label=len(line), heading=question.group(1).strip())
    return None


_BOILERPLATE = {
    "zh_marker": "中文摘要",
    "llm_marker": "LLM Analysis",
    "failed": "LLM Analysis Failed",
    "advert": ADVERT,
    "coolpaper": "CoolPaper URL",
}


def _sections(lines: Lines, parts: list[_Part]) -> list[Section]:
    """Sections of a paper; neighbouring fields are one."""
    sections = []
    merged: list[_Part] = []
    for part in parts:
        if merged and part.kind == "metadata" == merged[-1].kind:
            merged[-1].last = part.last
        else:
            merged.append(_Part(part.kind, part.first, part.last, part.label, part.heading))
    for part in merged:
        blocks = None
        if part.kind.startswith("analysis_"):
            blocks = structure.digest_blocks
        elif part.kind.startswith("abstract_"):
            blocks = structure.prose_blocks
        kind = "boilerplate" if part.kind in _BOILERPLATE else part.kind
        label = 0 if part.kind == "metadata" else part.label
        heading = _BOILERPLATE.get(part.kind, "" if part.kind == "metadata" else part.heading)
        section = make_section(lines, kind, part.first, part.last, heading=heading, label=label, blocks=blocks)
        sections.append(dataclasses.replace(section, cut=bool(blocks) and _is_cut(section)))
    return sections


def _is_cut(section: Section) -> bool:
    """Ends in mid-sentence; the last cell of a table may end as it likes."""
    return ends_abruptly(section.text) and not (section.blocks and section.blocks[-1].kind == "table")


def _metadata(lines: Lines, parts: list[_Part], title: str) -> Metadata:
    values = {p.heading: lines[p.first][p.label :].strip() for p in parts if p.kind in ("metadata", "coolpaper")}
    ids = [
        m.group(1)
        for f in ("Arxiv ID", "Arxiv URL", "PDF URL", "CoolPaper URL")
        if (m := ARXIV_ID.search(values.get(f, "")))
    ]
    return Metadata(
        title=title,
        arxiv_id=ids[0] if ids else "",
        authors=tuple(a.strip() for a in values.get("Authors", "").split(",") if a.strip()),
        categories=tuple(c.strip() for c in values.get("Categories", "").split(",") if c.strip()),
        pdf_url=_web(values.get("PDF URL", "")),
        abs_url=_web(values.get("Arxiv URL", "")),
    )


def _web(url: str) -> str:
    return url if re.match(r"https?://[^\s\"'<>]+$", url) else ""


def _complaints(source: Source, lines: Lines, draft: _Draft) -> None:
    """What is wrong with one paper, each fault once."""
    parts, kinds = draft.parts, draft.kinds()
    title = parts[0].first + 1

    def report(line: int, code: str, message: str, column: int = 1) -> None:
        draft.problems.append(problem(source, line, code, message, column=column))

    if "abstract_en" not in kinds:
        report(title, "missing-abstract", "no “Abstract:” follows this title; the page has none")
    if "abstract_zh" not in kinds:
        report(title, "missing-chinese-abstract", "no “摘要：” in this paper; the page has none")
    if not any(k.startswith("analysis_") for k in kinds) and "failed" not in kinds:
        report(title, "missing-analysis", "no “LLM Analysis” in this paper; the page has none")
    fields = [p.heading for p in parts if p.kind in ("metadata", "coolpaper")]
    if missing := [name for name in _REQUIRED if name not in fields]:
        report(parts[-1].last + 1, "missing-field", f"the paper ends here without {', '.join(missing)}; add the lines")
    for name in _REQUIRED:
        if fields.count(name) > 1:
            again = [p for p in parts if p.heading == name][1]
            report(again.first + 1, "repeated-field", f"a second “{name}” in one paper; a title may be lost above it")
    _complain_of_ids(lines, parts, report)
    _complain_of_questions(lines, draft, report)


def _complain_of_ids(lines: Lines, parts: list[_Part], report: _Report) -> None:
    seen: dict[str, str] = {}
    for part in parts:
        if part.heading in ("Arxiv ID", "Arxiv URL", "PDF URL"):
            found = ARXIV_ID.search(lines[part.first])
            if found is None:
                report(
                    part.first + 1,
                    "bad-arxiv-id",
                    f"“{part.heading}” holds no arXiv id such as 2607.01234",
                    part.label + 1,
                )
            else:
                seen.setdefault(found.group(1), part.heading)
                if len(seen) == 2:
                    names = " and ".join(seen)
                    report(
                        part.first + 1, "contradicting-ids", f"the fields name two papers, {names}; the first is used"
                    )


def _complain_of_questions(lines: Lines, draft: _Draft, report: _Report) -> None:
    """A question that is missing although a later one was answered, or that stands inside of an answer."""
    answered = [p for p in draft.parts if p.kind.startswith("analysis_")]
    kinds = [p.kind for p in answered]
    order = list(QUESTIONS.values())
    last = max((order.index(k) for k in kinds if k in order), default=0)
    missing = [k for k in order[:last] if k not in kinds]
    for part in answered:
        for index in range(part.first + 1, part.last + 1):
            for found in _SWALLOWED.finditer(lines[index]):
                kind = QUESTIONS.get(found.group(1), "")
                message = f"the question “{found.group(1)}” stands inside a line; give it a line of its own"
                report(index + 1, "swallowed-question", message, found.start() + 1)
                missing = [k for k in missing if k != kind]
    for kind in missing:
        words = next(w for w, k in QUESTIONS.items() if k == kind)
        report(
            answered[0].first + 1, "missing-question", f"the question “{words}” is not answered though later ones are"
        )


def _status(draft: _Draft, sections: list[Section]) -> Status:
    if draft.problems:
        return "damaged"
    if "failed" in draft.kinds():
        return "failed"
    answered = draft.kinds() & set(QUESTIONS.values())
    return "cut" if any(s.cut for s in sections) or len(answered) < len(QUESTIONS) else "complete"


def _notices(source: Source, note: Note, lines: Lines) -> Iterator[Problem]:
    for section in note.sections:
        line = lines.where(section.span.end - 1)[0]
        if section.heading == "LLM Analysis Failed":
            yield problem(source, line, "failed-analysis", "the analysis of this paper failed", severity="notice")
        elif section.cut:
            message = "this text stops in the middle of a sentence; the page says so"
            yield problem(source, line, "cut-text", message, severity="notice")


def _read(source: Source, lines: Lines) -> Reading:
    starts = _starts(lines)
    ends = [*starts[1:], len(lines)]
    first = starts[0] if starts else len(lines)
    header = [i for i in range(first) if lines[i].strip()]
    known = [i for i in header if _HEADER.match(lines[i]) or find_date(lines[i])]
    regions = [("header" if not lines[i].startswith("Latest") else "Latest Papers", lines.span(i, i)) for i in known]
    date = next((d for i in header if (d := find_date(lines[i]))), "") or find_date(source.path)
    problems: list[Problem] = []
    if not date:
        message = "no date in the header or in the file's name; name the file YYYY-MM-DD.txt"
        problems.append(problem(source, 1, "missing-date", message))
    notes = []
    for position, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        parts = list(_split(lines, start, end))
        draft = _Draft(parts=parts)
        _complaints(source, lines, draft)
        sections = _sections(lines, parts)
        note = make_note(
            source,
            lines,
            format_name=FORMAT,
            kind="digest",
            date=date,
            status=_status(draft, sections),
            position=position,
            sections=sections,
            metadata=_metadata(lines, parts, sections[0].text),
        )
        notes.append(note)
        problems += [*draft.problems, *_notices(source, note, lines)]
    return make_reading(source, FORMAT, notes, regions, problems)


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
