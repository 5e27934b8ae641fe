"""Any list of papers by heading or in a table, labelled in Chinese or English; asked when no other reader takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..model import Block, Metadata, Note, Problem, Reading, Run, Source, Span
from ..text import Lines, fold, problem
from . import labels
from .base import Reader, find_date, make_note, make_reading, skin_of
from .entries import entry_heads
from .flow import Flow
from .front_matter import FrontMatter, day, read_front_matter
from .markdown_flow import document, flows
from .parts import Part, row_lines

FORMAT = "digest-generic"
_PLAUSIBLE = re.compile(r"^[ ]{0,3}(?:#{1,6}[ ]|\|.*\|[ \t]*$)", re.MULTILINE)
_BOLD = re.compile(
    r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?[^\w\s*\[]{0,4}[ \t]*\*\*(?P<name>[^*\n]{1,40}?)[ \t]*"
    r"(?:[:：][ \t]*\*\*|\*\*[ \t]*[:：]|\*\*[ \t]*$)[ \t]*",
    re.MULTILINE,
)
_ITEM = re.compile(r"[ ]{0,3}(?:[-*+•]|\d{1,3}[.)])[ \t]")
_MARKUP = " \t*_-+•[]【】:：>#"
_PROSE = 80
_NEAR = 200
_TITLE_COLUMN = re.compile(r"(?:论文)?(?:标题|题目|名称)|(?:paper )?title|paper", re.IGNORECASE)


@dataclass(slots=True)
class _Draft:
    """A paper under construction."""

    parts: list[Part] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    addresses: list[str] = field(default_factory=list)

    def note_field(self, name: str, value: str, flow: Flow) -> None:
        """Keep the first value of a field; addresses of its line are the paper's."""
        self.fields.setdefault(name, value)
        if name in ("link", "title"):
            self.addresses += flow.hrefs

    def begin(self, kind: str, heading: str, flow: Flow, inside: Sequence[Flow]) -> None:
        """A new part that begins with this piece."""
        part = Part(kind=kind, heading=heading, start=flow.span.start, end=flow.span.end, flows=list(inside))
        self.parts.append(part)


def _accepts(source: Source, lines: Lines) -> bool:
    if skin_of(source) == "html" or not _PLAUSIBLE.search(source.text):
        return False
    pieces = document(source.text)
    return bool(entry_heads(pieces) or _paper_table(pieces))


# Papers by heading


def _drafts(text: str, pieces: Sequence[Flow], heads: Sequence[int]) -> Iterator[tuple[_Draft, int, int]]:
    """Each paper with the indexes of its first piece and of the one after its last."""
    level = pieces[heads[0]].level if heads else 0
    for head in heads:
        end = head + 1
        while end < len(pieces) and not (pieces[end].kind == "heading" and pieces[end].level <= level):
            end += 1
        while pieces[end - 1].kind == "rule":
            end -= 1
        yield _draft(text, pieces[head:end]), head, end


def _draft(text: str, pieces: Sequence[Flow]) -> _Draft:
    draft = _Draft()
    head = pieces[0]
    title = labels.unnumbered(head.text)
    block = Block(kind="heading", span=head.span, rows=(((Run(text=title),),),))
    draft.begin("title", "", head, [replace(head, text=title, blocks=(block,))])
    draft.fields["heading"] = title
    draft.addresses += head.hrefs
    for flow in pieces[1:]:
        if flow.kind == "heading":
            draft.begin(labels.section_kind(flow.text), flow.text, flow, [])
        elif flow.label and labels.section_kind(flow.label) != "other" and not flow.text.startswith(flow.label):
            draft.begin(labels.section_kind(flow.label), flow.label, flow, [flow])
        else:
            pieces_of = list(_units(text, flow))
            for piece in pieces_of:
                _place(text, draft, piece, labelled=len(pieces_of) > 1 or flow.kind != "list")
    return draft


def _units(text: str, flow: Flow) -> Iterator[Flow]:
    """A piece whose lines or items are labelled, one label a piece; any other whole."""
    lines = Lines(text[flow.span.start : flow.span.end])
    if flow.kind == "list":
        starts = [i for i in range(len(lines)) if _ITEM.match(lines[i])]
        cuts = starts if _is_labelled([lines[i] for i in starts]) else []
    elif flow.kind in ("paragraph", "quote"):
        cuts = [i for i in range(len(lines)) if labels.field_of(lines[i]) or _section_label(lines[i])]
    else:
        cuts = []
    for first, following in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        if cuts in ([], [0]):
            yield flow
            return
        if first < following:
            span = lines.span(first, following - 1)
            start = flow.span.start + span.start
            yield from flows(text[start : flow.span.start + span.end], start)


def _is_labelled(items: Sequence[str]) -> bool:
    """A list of fields, not one of findings with bold heads."""
    if any(labels.field_of(item) for item in items):
        return True
    bold = [match["name"] for item in items if (match := _BOLD.match(item, 0, _NEAR))]
    kinds = {labels.section_kind(name) for name in bold}
    return len(bold) == len(items) and len(kinds - {"other"}) > 1


def _section_label(line: str) -> re.Match[str] | None:
    """A bold label that begins a section: alone in its line, or the name of a known one."""
    match = _BOLD.match(line, 0, _NEAR)
    if match is None:
        return None
    known = labels.section_kind(match["name"]) != "other" and len(match["name"]) <= 20
    return match if known or match.end() == len(line.rstrip()) else None


def _place(text: str, draft: _Draft, flow: Flow, *, labelled: bool) -> None:
    """Add a piece to the paper, as a field, as the start of a section or as more of the one before.

    The items of a list that is not `labelled` are findings with bold heads.
    """
    raw = text[flow.span.start : flow.span.end]
    first = Lines(raw)[0] if raw else ""
    last = draft.parts[-1]
    if flow.kind == "table" and _fields_of_table(draft, flow):
        _add_metadata(draft, flow)
    elif flow.kind in ("paragraph", "list", "quote") and (found := labels.field_of(first)):
        name, end = found
        value = [] if not raw[end:].strip() else list(flows(raw[end:], flow.span.start + end))
        if name == "abstract":
            draft.begin("abstract", first[:end].strip(_MARKUP), flow, value)
        else:
            draft.note_field(name, "\n".join(piece.text for piece in value), flow)
            _add_metadata(draft, flow)
    elif flow.kind in ("paragraph", "list") and labelled and (label := _section_label(first)):
        inside = (
            [] if not raw[label.end() :].strip() else list(flows(raw[label.end() :], flow.span.start + label.end()))
        )
        draft.begin(labels.section_kind(label["name"]), label["name"].strip(), flow, inside)
    elif last.kind in ("title", "metadata") and flow.text and flow.kind != "rule":
        known = any(part.kind == "abstract" for part in draft.parts)
        prose = flow.kind in ("paragraph", "quote") and len(flow.text) >= _PROSE
        if not prose and flow.hrefs and len(flow.text) < _PROSE:
            draft.addresses += flow.hrefs
            _add_metadata(draft, flow)
        else:
            draft.begin("abstract" if prose and not known else "other", "", flow, [flow])
    else:
        last.add(flow)


def _add_metadata(draft: _Draft, flow: Flow) -> None:
    if draft.parts[-1].kind == "metadata":
        draft.parts[-1].add(flow)
    else:
        draft.begin("metadata", "", flow, [flow])


def _fields_of_table(draft: _Draft, flow: Flow) -> bool:
    """A table of two columns, the first of which names fields."""
    rows = [line.split("\t", 1) for line in flow.text.split("\n")]
    found = [(labels.field_of(row[0] + ":"), row[1]) for row in rows if len(row) == 2]
    named = [(label[0], value) for label, value in found if label]
    for name, value in named:
        draft.note_field(name, value, flow)
    return bool(named)


# Papers by row of a table


def _paper_table(pieces: Sequence[Flow]) -> Flow | None:
    """The first table with papers in its rows: a column of titles beside one of authors, abstracts or links."""
    for flow in pieces:
        if flow.kind == "table" and len(flow.blocks) == 1 and len(flow.blocks[0].rows) > 1 and _columns(flow):
            return flow
    return None


def _columns(flow: Flow) -> dict[str, int]:
    heads = ["".join(run.text for run in cell).strip() for cell in flow.blocks[0].rows[0]]
    columns: dict[str, int] = {}
    for index, head in enumerate(heads):
        if "title" not in columns and _TITLE_COLUMN.fullmatch(head):
            columns["title"] = index
        elif found := labels.field_of(head + ":"):
            columns.setdefault(found[0], index)
    useful = {"authors", "abstract", "link"} & set(columns)
    return columns if "title" in columns and useful else {}


def _row_drafts(lines: Lines, table: Flow) -> Iterator[_Draft]:
    """A paper a row; a row is one line, so all its words are one section."""
    columns = _columns(table)
    numbers = list(row_lines(lines, table.blocks[0]))
    for line, row in list(zip(numbers, table.blocks[0].rows, strict=True))[1:]:
        texts = {name: "".join(run.text for run in row[column]).strip() for name, column in columns.items()}
        if not texts["title"]:
            continue
        span = lines.spans[line]
        draft = _Draft(fields={"heading": labels.unnumbered(texts.pop("title")), **texts})
        draft.addresses = [href for flow in flows(lines[line].replace("|", " ")) for href in flow.hrefs]
        runs = row[columns["abstract"]] if "abstract" in columns else (Run(text=draft.fields["heading"]),)
        block = Block(kind="paragraph", span=span, rows=((runs,),))
        flow = Flow(kind="paragraph", span=span, text=block.text, blocks=(block,))
        draft.begin("abstract" if texts.get("abstract") else "title", "", flow, [flow])
        yield draft


# Reading


def _read(source: Source, lines: Lines) -> Reading:
    pieces = document(source.text)
    heads = entry_heads(pieces)
    known = read_front_matter(pieces[0].text) if pieces and pieces[0].kind == "front-matter" else FrontMatter()
    date = _date(source, pieces, known)
    drafts: list[_Draft] = []
    outside: list[Span] = []
    if heads:
        at = 0
        for draft, head, end in _drafts(source.text, pieces, heads):
            outside += [flow.span for flow in pieces[at:head]]
            drafts.append(draft)
            at = end
        outside += [flow.span for flow in pieces[at:]]
    elif table := _paper_table(pieces):
        drafts = list(_row_drafts(lines, table))
        rows = {lines.where(part.start)[0] for draft in drafts for part in draft.parts}
        outside = [flow.span for flow in pieces if flow is not table]
        first, last = lines.where(table.span.start)[0], lines.where(table.span.end - 1)[0]
        outside += [lines.spans[line - 1] for line in range(first, last + 1) if line not in rows]
    notes = [_note(source, lines, draft, date, number) for number, draft in enumerate(drafts, 1)]
    start = notes[0].span.start if notes else len(source.text)
    regions = [("header" if span.start < start else "outside of papers", span) for span in sorted(outside, key=_start)]
    problems = [*_problems(source, lines, pieces, heads, known), *_note_problems(source, lines, notes)]
    return make_reading(source, FORMAT, notes, regions, problems)


def _start(span: Span) -> int:
    return span.start


def _date(source: Source, pieces: Sequence[Flow], known: FrontMatter) -> str:
    """The day of the list: of its name, its first heading or its front matter."""
    headings = [flow.text for flow in pieces if flow.kind == "heading"][:1]
    places = (known.text("title"), *headings, known.text("date"))
    return next(filter(None, map(day, places)), "") or find_date(source.path)


def _note(source: Source, lines: Lines, draft: _Draft, date: str, position: int) -> Note:
    sections = [part.section(lines) for part in draft.parts]
    fields = draft.fields
    heading = fields["heading"]
    title = fields.get("title") or heading
    places = (*draft.addresses, fields.get("link", ""))
    web = [address for address in draft.addresses if re.match(r"https?://\S{3,2000}\Z", address)]
    return make_note(
        source,
        lines,
        format_name=FORMAT,
        kind="note",
        date=date,
        status="cut" if any(section.cut for section in sections) else "complete",
        position=position,
        sections=sections,
        metadata=Metadata(
            title=title,
            arxiv_id=labels.arxiv_id(*places),
            doi=labels.doi(*places),
            authors=labels.people(fields.get("authors", "")),
            categories=labels.listed(fields.get("categories", "")),
            pdf_url=next((a for a in web if "/pdf" in a or a.endswith(".pdf")), ""),
            abs_url=next((a for a in web if labels.PAPER_PAGE.match(a) and "/pdf" not in a), ""),
            other_titles=(heading,) if fold(heading) != fold(title) else (),
            keywords=labels.listed(fields.get("keywords", "")),
        ),
    )


def _problems(
    source: Source, lines: Lines, pieces: Sequence[Flow], heads: Sequence[int], known: FrontMatter
) -> Iterator[Problem]:
    for line, message in known.complaints:
        yield problem(source, line + 2, "lenient-front-matter", f"{message}; put quotation marks around the value")
    papers, level = set(heads), pieces[heads[0]].level if heads else 0
    for index, flow in enumerate(pieces):
        numbered = flow.kind == "heading" and flow.level == level and labels.unnumbered(flow.text) != flow.text
        if numbered and index not in papers and heads[0] < index:
            line = lines.where(flow.span.start)[0]
            message = "no author, link or abstract stands below this heading; it is not published as a paper"
            yield problem(source, line, "unclear-paper", message)


def _note_problems(source: Source, lines: Lines, notes: Sequence[Note]) -> Iterator[Problem]:
    for note in notes:
        for section in note.sections:
            if section.cut:
                line = lines.where(section.span.end - 1)[0]
                message = "this text stops in the middle of a sentence; the page says so"
                yield problem(source, line, "cut-text", message, severity="notice")
        if not any(section.text for section in note.sections if section.kind not in ("title", "metadata")):
            message = "nothing but a title and its data stands here; the page is empty"
            yield problem(source, note.start_line, "no-text", message, severity="notice")


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
