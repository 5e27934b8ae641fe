"""From the items of a digest to its notes."""

from __future__ import annotations

import bisect
import dataclasses
import re
from collections.abc import Iterable, Sequence

from ..model import Block, Metadata, Problem, Reading, Section, Source, Span, Status
from ..text import Lines, problem
from .base import ends_abruptly, find_date, make_note, make_reading
from .digest import ADVERT, GROUP, HEADER, QUESTIONS, Draft, Item, Part, Skin, drafts, split
from .digest_checks import Expected, chosen_id, complain, expected_of, notices

_BOILERPLATE = {
    "zh_marker": "中文摘要",
    "llm_marker": "LLM Analysis",
    "failed": "LLM Analysis Failed",
    "untranslated": "翻译失败",
    "advert": ADVERT,
    "coolpaper": "CoolPaper URL",
}


def _sections(source: Source, items: Sequence[Item], parts: Sequence[Part], skin: Skin) -> list[Section]:
    """Sections of a paper; fields with nothing between them are one."""
    merged: list[Part] = []
    for part in parts:
        if merged and part.kind == "metadata" == merged[-1].kind and part.first - 1 == merged[-1].last:
            merged[-1].last = part.last
        else:
            merged.append(dataclasses.replace(part))
    return [_section(source, items, part, skin) for part in merged]


def _section(source: Source, items: Sequence[Item], part: Part, skin: Skin) -> Section:
    if part.kind == "metadata":
        part = dataclasses.replace(part, label=0, heading="")
    text, blocks = skin.content(source, items, part)
    return Section(
        kind="boilerplate" if part.kind in _BOILERPLATE else part.kind,
        heading=_BOILERPLATE.get(part.kind, part.heading),
        span=Span(start=items[part.first].span.start, end=items[part.last].span.end),
        text=text,
        blocks=blocks,
        cut=bool(blocks) and _is_cut(text, blocks),
    )


def _is_cut(text: str, blocks: Sequence[Block]) -> bool:
    """Ends in mid-sentence; the last cell of a table may end as it likes."""
    return ends_abruptly(text) and blocks[-1].kind != "table"


def _metadata(items: Sequence[Item], draft: Draft, title: str) -> Metadata:
    values: dict[str, str] = {}
    for part in draft.parts:
        if part.kind in ("metadata", "coolpaper"):
            item = items[part.first]
            value = item.text[part.label :].strip().partition("\n")[0]
            values[part.heading] = next(filter(None, map(_web, item.hrefs)), value) if not _web(value) else value
    heading = items[draft.parts[0].first].hrefs if draft.parts[0].kind == "title" else ()
    return Metadata(
        title=title,
        arxiv_id=chosen_id(items, draft.parts),
        authors=tuple(a.strip() for a in values.get("Authors", "").split(",") if a.strip()),
        categories=tuple(c.strip() for c in values.get("Categories", "").split(",") if c.strip()),
        pdf_url=_web(values.get("PDF URL", "")),
        abs_url=_web(values.get("Arxiv URL", "")) or next((h for h in heading if "arxiv.org/abs/" in h), ""),
        group=draft.group,
    )


def _web(url: str) -> str:
    return url if re.match(r"https?://[^\s\"'<>]+$", url) else ""


def _status(draft: Draft, sections: Sequence[Section], expected: Expected) -> Status:
    if draft.problems:
        return "damaged"
    if "failed" in draft.kinds():
        return "failed"
    answered = draft.kinds() & set(QUESTIONS.values())
    short = expected.analysis and len(answered) < len(QUESTIONS)
    return "cut" if short or any(section.cut for section in sections) else "complete"


def _group_of(items: Sequence[Item], groups: Sequence[int], start: int) -> str:
    above = bisect.bisect(groups, start)
    name = items[groups[above - 1]].text.strip() if above else ""
    match = GROUP.match(name)
    return match[1] if match else name


def read_items(
    source: Source,
    lines: Lines,
    skin: Skin,
    items: Sequence[Item],
    *,
    date: str = "",
    regions: Iterable[tuple[str, Span]] = (),
    faults: Iterable[Problem] = (),
) -> Reading:
    """The notes of a digest; the rest is what its skin tells beside the items."""
    ranges, groups = drafts(items, skin)
    header = range(ranges[0][0] if ranges else len(items))
    known = {i for i in header if HEADER.match(items[i].text) or find_date(items[i].text)}
    claimed = [*regions]
    for index in sorted(known.union(groups)):
        first = items[index]
        kind = "group" if index in groups else "Latest Papers" if first.text.startswith("Latest") else "header"
        claimed.append((kind, first.span))
    date = date or next((d for i in header if (d := find_date(items[i].text))), "") or find_date(source.path)
    problems = [*faults]
    if not date:
        message = "no date in the header or in the file's name; name the file YYYY-MM-DD.txt"
        problems.append(problem(source, 1, "missing-date", message))
    papers = [Draft(parts=list(split(items, start, end, skin))) for start, end in ranges]
    for draft, (start, _) in zip(papers, ranges, strict=True):
        draft.group = _group_of(items, groups, start)
    expected = expected_of(papers) if skin.marked or groups else Expected()
    notes = []
    for position, draft in enumerate(papers, 1):
        complain(source, lines, items, draft, expected)
        sections = _sections(source, items, draft.parts, skin)
        note = make_note(
            source,
            lines,
            format_name=skin.format,
            kind="digest",
            date=date,
            status=_status(draft, sections, expected),
            position=position,
            sections=sections,
            metadata=_metadata(items, draft, sections[0].text if sections[0].kind == "title" else ""),
        )
        notes.append(note)
        problems += [*draft.problems, *notices(source, note, lines)]
    return make_reading(source, skin.format, notes, claimed, problems)
