"""The same records for programs: papers.jsonl, and a JSON and a Markdown twin beside each page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model import Claim, Entry, File, Note, Paper, SiteInfo, Value
from ..text import LineTable, language, signs, squeeze
from .claims import remarks
from .outline import CLAIMS, Group, outline
from .papers import other_titles
from .ui import Words, words

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|$~&])")
_MARKDOWN_START = re.compile(r"^(?:\d{1,9}(?=[.)](?:\s|$))|(?=[-+=]))")
"""Where a line would begin a list, a rule or an underlined heading."""
_RAW = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What JSON allows inside of a string, but at which many programs cut a file into lines, or reorder a line."""


def records(entries: Sequence[Entry], lines: Mapping[str, LineTable]) -> Iterator[dict[str, Any]]:
    """One record a paper, as the data contract in docs/guide/data.md describes it; `lines` are those of each file."""
    for entry in entries:
        yield _record(entry, lines)


def files(entries: Sequence[Entry], lines: Mapping[str, LineTable], site: SiteInfo) -> Iterator[File]:
    """All data files of the built site."""
    t = words(site.language)
    rows = []
    for entry, record in zip(entries, records(entries, lines), strict=True):
        rows.append(as_json(record, separators=(",", ":")))
        pretty = as_json(record, indent=1) + "\n"
        yield File(path=f"{entry.paper.url}paper.json", text=pretty, place="site")
        yield File(path=f"{entry.paper.url}index.md", text=_markdown(entry, t), place="site")
    yield File(path="data/papers.jsonl", text="".join(f"{row}\n" for row in rows), place="site")


def as_json(record: Mapping[str, Any], **how: Any) -> str:
    """A record as JSON that stays on the lines it is given, whatever signs its texts hold."""
    text = json.dumps(record, ensure_ascii=False, **how)
    return _RAW.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def _record(entry: Entry, lines: Mapping[str, LineTable]) -> dict[str, Any]:
    paper, facts = entry.paper, entry.facts
    newest = paper.notes[0]
    metadata = [note.metadata for note in paper.notes]
    return {
        "id": paper.id,
        "url": paper.url,
        "title": facts.naming.title,
        "title_source": facts.naming.title_source,
        "other_titles": list(other_titles(entry)),
        "name": facts.naming.name or None,
        "other_names": list(facts.naming.other_names),
        "lang": language("\n".join(s.text for s in newest.sections if s.kind not in ("metadata", "boilerplate"))),
        "dates": sorted({note.date for note in paper.all_notes if note.date}, reverse=True),
        "kind": newest.kind,
        "arxiv_id": next((m.arxiv_id for m in metadata if m.arxiv_id), None),
        "doi": next((m.doi for m in metadata if m.doi), None),
        "authors": list(next((m.authors for m in metadata if m.authors), ())),
        "abstract": _abstract(paper.notes),
        "tags": [{"id": tag.id, "terms": list(tag.terms)} for tag in facts.tags],
        "benchmarks": [{"name": b.name, "slug": b.slug} for b in facts.benchmarks.reported],
        "mentioned": [{"name": b.name, "slug": b.slug} for b in facts.benchmarks.mentioned],
        "related": list(facts.related),
        "notes": [_note(note, lines[note.source], paper) for note in paper.all_notes],
        "claims": [_claim(entry, claim, lines[claim.note.source]) for claim in paper.claims],
    }


def _abstract(notes: Sequence[Note]) -> dict[str, Any]:
    found: dict[str, Any] = {"en": None, "zh": None, "cut": False}
    for note in notes:
        for section in note.sections:
            if section.kind.startswith("abstract") and section.text:
                key = section.kind[9:] or language(section.text)
                if found[key] is None:
                    found[key] = section.text
                    found["cut"] = found["cut"] or section.cut
    return found


def _note(note: Note, lines: LineTable, paper: Paper) -> dict[str, Any]:
    sections = [
        {
            "kind": section.kind,
            "heading": section.heading,
            "start_line": lines.where(section.span.start)[0],
            "end_line": lines.where(max(section.span.start, section.span.end - 1))[0],
        }
        for section in note.sections
    ]
    return {
        "source": note.source,
        "start_line": note.start_line,
        "end_line": note.end_line,
        "sha256": note.sha256,
        "kind": note.kind,
        "date": note.date or None,
        "status": note.status,
        "repeat": all(note is not shown for shown in paper.notes),
        "sections": sections,
    }


def _claim(entry: Entry, item: Claim, lines: LineTable) -> dict[str, Any]:
    claim, quote, facts = item.claim, item.claim.quote, entry.facts
    check, shown = facts.checks.get(item.anchor), facts.quotes.get(item.anchor)
    return {
        "anchor": item.anchor,
        "also": list(item.also),
        "number": claim.number,
        "text": claim.text.text,
        "quote": quote.text if quote else None,
        "quote_clean": shown.clean.text if shown else None,
        "origin": claim.origin,
        "remarks": [{"name": name, "text": text} for name, text in claim.remarks],
        "translation": claim.translation.text if claim.translation else None,
        "translation_differs": claim.translation_differs,
        "source": item.note.source,
        "line": lines.where(claim.text.span.start)[0],
        "quote_line": lines.where(quote.span.start)[0] if quote else None,
        "verdict": check.verdict if check else "unchecked",
        "checked_by": check.by or None if check else None,
        "checked_why": check.why or None if check else None,
        "values": [_value(value) for value in check.values] if check else [],
        "benchmarks": [b.name for b in facts.benchmarks.by_anchor.get(item.anchor, ())],
    }


def _value(value: Value) -> dict[str, Any]:
    number = value.number
    return {
        "text": number.text,
        "value": int(number.value) if number.value.is_integer() and abs(number.value) < 1e15 else number.value,
        "unit": number.unit or None,
        "verdict": value.verdict,
        "how": value.how,
        "soft": number.soft,
        "start": number.start,
        "end": number.end,
    }


def _markdown(entry: Entry, t: Words) -> str:
    """The page as plain Markdown, for people and programs that want no HTML."""
    paper, naming = entry.paper, entry.facts.naming
    lines = [f"# {_escape(naming.title)}", "", f"- {t('source')}: " + ", ".join(map(_place, paper.all_notes))]
    for note in paper.notes:
        if note.metadata.arxiv_id:
            lines.append(f"- arXiv: <https://arxiv.org/abs/{note.metadata.arxiv_id}>")
            break
    if names := [b.name for b in entry.facts.benchmarks.reported]:
        lines.append(f"- {t('benchmarks')}: {_escape(', '.join(names))}")
    for index, note in enumerate(paper.notes):
        if index:
            lines += ["", f"# {t('also_noted')} · {note.date}"]
        for group in outline(note):
            lines += _markdown_group(entry, note, group, t)
    return "\n".join(lines) + "\n"


def _place(note: Note) -> str:
    return f"`{note.source.replace('`', '')}` {note.start_line}–{note.end_line}"


def _markdown_group(entry: Entry, note: Note, group: Group, t: Words) -> list[str]:
    if group.kind == CLAIMS:
        claims = [claim for claim in entry.paper.claims if claim.note is note]
        head = ["", f"## {t('claims')}", "", f"| # | {t('claim')} | {t('evidence')} |", "| --- | --- | --- |"]
        said = [f"- {item.claim.number}, {_escape(squeeze(remark))}" for item in claims for remark in remarks(item, t)]
        return [*head, *map(_markdown_claim, claims), *([""] if said else []), *said] if claims else []
    lines = ["", f"## {t(group.kind)}"]
    for section in group.sections:
        if note.kind == "note" and section.heading:
            lines += ["", f"### {_escape(squeeze(section.heading))}"]
        for paragraph in section.text.splitlines():
            if paragraph.strip():
                lines += ["", _MARKDOWN_START.sub(r"\g<0>\\", _escape(paragraph.strip()))]
        if section.cut:
            lines += ["", f"*({t('cut_answer' if section.kind.startswith('analysis_') else 'cut_abstract')})*"]
    return lines


def _markdown_claim(item: Claim) -> str:
    claim = item.claim
    quote = _escape(squeeze(claim.quote.text)) if claim.quote else ""
    return f"| {claim.number or '–'} | {_escape(squeeze(claim.text.text))} | {quote} |"


def _escape(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", signs(text))
