"""What a paper of a digest should have, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..model import Note, Problem, Source
from ..text import Lines, problem
from .digest import ADVERT, FIELDS, QUESTIONS, Draft, Item, Part, ids_of

_FULL = ("Authors", "PDF URL", "Arxiv URL", "Arxiv ID", "Published", "Updated")
_ALWAYS = ("Authors", "PDF URL", "Published")
_WITH_ID = ("Arxiv ID", "Arxiv URL", "PDF URL", "CoolPaper URL")
_SWALLOWED = re.compile(rf"Q\d*[:：]\s*({'|'.join([*QUESTIONS, ADVERT])})")
_Report = Callable[..., None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What each paper of a file has."""

    fields: tuple[str, ...] = _FULL
    chinese: bool = True
    analysis: bool = True


def expected_of(drafts: Sequence[Draft]) -> Expected:
    """What at least half of a file's papers have; days differ in their fields, and early ones have no analysis."""

    def usual(has: Callable[[Draft], bool]) -> bool:
        return 2 * sum(map(has, drafts)) >= len(drafts)

    return Expected(
        fields=tuple(
            name
            for name in FIELDS
            if name != "CoolPaper URL" and (name in _ALWAYS or usual(lambda draft, name=name: name in draft.fields()))  # type: ignore[misc]
        ),
        chinese=usual(lambda draft: bool(draft.kinds() & {"zh_marker", "abstract_zh"})),
        analysis=usual(_is_analysed),
    )


def _is_analysed(draft: Draft) -> bool:
    kinds = draft.kinds()
    return "failed" in kinds or any(kind.startswith("analysis_") for kind in kinds)


def _parts_due(draft: Draft, expected: Expected) -> Iterator[tuple[str, str, bool]]:
    """What each paper has: the code of its lack, its name, and whether it is there."""
    kinds = draft.kinds()
    yield "missing-title", "numbered title", "title" in kinds
    yield "missing-abstract", "“Abstract:”", "abstract_en" in kinds
    if expected.chinese:
        yield "missing-chinese-abstract", "“摘要：”", bool(kinds & {"abstract_zh", "untranslated"})
    if expected.analysis:
        yield "missing-analysis", "“LLM Analysis”", _is_analysed(draft)


def complain(source: Source, lines: Lines, items: Sequence[Item], draft: Draft, expected: Expected) -> None:
    """Add what is wrong with one paper to its draft, each fault once."""
    parts = draft.parts

    def report(item: int, code: str, message: str, offset: int = 0) -> None:
        # A piece of a page has no columns of its own.
        line, column = lines.where(items[item].body.start + (0 if items[item].flow else offset))
        draft.problems.append(problem(source, line, code, message, column=column))

    fields = draft.fields()
    missing = [name for name in expected.fields if name not in fields]
    absent = {code: what for code, what, there in _parts_due(draft, expected) if not there}
    if not fields:
        lost = ", ".join([*absent.values(), *missing])
        report(parts[-1].last, "cut-paper", f"the paper stops here, without {lost}")
    else:
        for code, what in absent.items():
            report(parts[0].first, code, f"no {what} in this paper; add it")
        if missing:
            lost = ", ".join(missing)
            report(parts[-1].last, "missing-field", f"the paper ends here without {lost}; add the lines")
    for name in expected.fields:
        if fields.count(name) > 1:
            again = [p for p in parts if p.heading == name][1]
            report(again.first, "repeated-field", f"a second “{name}” in one paper; a title may be lost above it")
    _complain_of_ids(items, parts, report)
    _complain_of_questions(items, draft, report)


def _complain_of_ids(items: Sequence[Item], parts: list[Part], report: _Report) -> None:
    chosen = chosen_id(items, parts)
    first = ""
    for part in parts:
        if part.heading not in _WITH_ID and part.kind != "title":
            continue
        found = ids_of(items, part)
        # A last field without its id is one that the file's end cut; what is missing then is told already.
        if not found and part is not parts[-1] and part.kind not in ("coolpaper", "title"):
            message = f"“{part.heading}” holds no arXiv id such as 2607.01234"
            report(part.first, "bad-arxiv-id", message, part.label)
        elif first and found and found != first:
            message = f"the fields name two papers, {first} and {found}; {chosen} is used"
            report(part.first, "contradicting-ids", message)
            return
        first = first or found


def chosen_id(items: Sequence[Item], parts: Sequence[Part]) -> str:
    """The id that most fields name; among equals the one of “Arxiv ID”, last that of the title's link."""
    fields = sorted((p for p in parts if p.heading in _WITH_ID), key=lambda p: _WITH_ID.index(p.heading))
    titles = [part for part in parts if part.kind == "title"]
    ids = [ids_of(items, part) for part in [*fields, *titles]]
    return max(filter(None, ids), key=ids.count, default="")


def _complain_of_questions(items: Sequence[Item], draft: Draft, report: _Report) -> None:
    """A question that is missing although a later one was answered, or that stands inside of an answer."""
    answered = [p for p in draft.parts if p.kind.startswith("analysis_")]
    kinds = [p.kind for p in answered]
    order = list(QUESTIONS.values())
    last = max((order.index(k) for k in kinds if k in order), default=0)
    missing = [k for k in order[:last] if k not in kinds]
    for part in answered:
        for index in range(part.first + 1, part.last + 1):
            for found in _SWALLOWED.finditer(items[index].text):
                kind = QUESTIONS.get(found.group(1), "")
                message = f"the question “{found.group(1)}” stands inside a line; give it a line of its own"
                report(index, "swallowed-question", message, found.start())
                missing = [k for k in missing if k != kind]
    for kind in missing:
        words = next(w for w, k in QUESTIONS.items() if k == kind)
        report(answered[0].first, "missing-question", f"the question “{words}” is not answered though later ones are")


def notices(source: Source, note: Note, lines: Lines) -> Iterator[Problem]:
    """What a digest itself admits of a paper."""
    for section in note.sections:
        line = lines.where(section.span.end - 1)[0]
        if section.heading == "LLM Analysis Failed":
            yield problem(source, line, "failed-analysis", "the analysis of this paper failed", severity="notice")
        elif section.heading == "翻译失败":
            message = "the translation of this abstract failed"
            yield problem(source, line, "failed-translation", message, severity="notice")
        elif section.cut:
            message = "this text stops in the middle of a sentence; the page says so"
            yield problem(source, line, "cut-text", message, severity="notice")
