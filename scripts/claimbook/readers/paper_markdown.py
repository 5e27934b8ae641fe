"""One paper a Markdown file, with front matter or Obsidian metadata above its sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..model import Block, Metadata, Problem, Reading, Run, Source, Span
from ..text import Lines, fold, language, problem
from . import labels
from .base import Reader, find_date, make_note, make_reading, skin_of
from .entries import entry_heads
from .flow import Flow
from .front_matter import FrontMatter, day, read_front_matter
from .markdown_flow import document, flows, front_matter
from .parts import Part, claims_of, is_claim_callout, is_claim_table, is_quote_callout

FORMAT = "paper-markdown"
_IDS = ("arxiv_id", "source_arxiv_id", "arxiv", "arxivid", "eprint", "paper_id", "id")
_LINKS = ("arxiv_url", "abs_url", "paper_url", "pdf_url", "pdf", "url", "link", "paper", "source_url", "abs", "doi_url")
_TITLES = ("original_title", "paper_title", "title_en", "english_title", "title")
_OTHER_TITLES = ("title", "title_zh", "chinese_title", "title_cn", "zh_title")
_TAKEN = ("created", "saved_at", "added", "date_added", "completed", "read_date", "date", "modified", "updated")
_PUBLISHED = ("publish_date", "published", "date_published", "pubdate", "year")
_TEXTS = {
    "tldr": "positioning",
    "one_sentence_summary": "positioning",
    "abstract": "abstract",
    "abstract_en": "abstract",
    "abstract_zh": "abstract",
    "motivation": "background",
    "method": "method",
    "result": "experiments",
    "results": "experiments",
    "limitation": "limitations",
    "limitations": "limitations",
    "conclusion": "analysis_summary",
}
"""Keys of front matter that are sections of the note."""
_CALLOUTS = {"cite": "metadata", "abstract": "abstract", "summary": "positioning", "tldr": "positioning"}
_OBSIDIAN = re.compile(r"^[ ]{0,3}>[ ]?\[!", re.MULTILINE)
_METADATA = re.compile(r"^#{1,3}[ ].{0,20}(?:元数据|基本信息|论文信息|metadata)", re.MULTILINE | re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{3,2000}\Z")
_LONG = 120


@dataclass(slots=True)
class _Facts:
    """What the note's own lines say of its paper."""

    fields: dict[str, str] = field(default_factory=dict)
    addresses: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def _accepts(source: Source, lines: Lines) -> bool:
    """The file names one paper: by an id, an address, or a title with authors; and it is no list of papers."""
    if skin_of(source) == "html":
        return False
    front = front_matter(source.text)
    known = read_front_matter(front.text) if front else FrontMatter()
    named = bool(_identified(known) or (known.text(*_TITLES) and known.texts("authors")))
    if not named and not (_OBSIDIAN.search(source.text) or _METADATA.search(source.text)):
        return False
    pieces = document(source.text)
    if len(entry_heads(pieces)) > 1:
        return False
    if named:
        return True
    facts = _facts(_parts(source, pieces))
    fields = facts.fields
    return bool(_id_of(facts) or (fields.get("title") and fields.get("authors")))


def _identified(known: FrontMatter) -> str:
    links = [known.text(key) for key in _LINKS]
    return labels.arxiv_id(*(known.text(key) for key in _IDS), *links) or labels.doi(known.text("doi"), *links)


def _id_of(facts: _Facts) -> str:
    places = (facts.fields.get("link", ""), *facts.addresses, *facts.texts)
    return labels.arxiv_id(*places) or labels.doi(*places)


# Parts


def _parts(source: Source, pieces: Sequence[Flow]) -> list[Part]:
    """The body's sections in order; every piece is in one."""
    body = [flow for flow in _questions(source.text, pieces) if flow.kind != "front-matter"]
    title = _title_heading(body)
    starts = _section_starts(body, title)
    parts: list[Part] = []
    kind, heading = "metadata", ""
    for flow in body:
        if flow is title:
            parts.append(Part(kind="title", start=flow.span.start, end=flow.span.end, flows=[flow]))
            continue
        if id(flow) in starts:
            kind, heading = labels.section_kind(flow.text), flow.text
            parts.append(Part(kind=kind, heading=heading, start=flow.span.start, end=flow.span.end))
            continue
        _place(parts, flow, kind, preamble=not heading)
    return parts


def _place(parts: list[Part], flow: Flow, kind: str, *, preamble: bool) -> None:
    """Add a piece to the part it belongs to, which may be one of its own."""
    own = _own_kind(flow)
    if not own and preamble and len(flow.text) > _LONG and flow.kind in ("paragraph", "quote") and not flow.hrefs:
        own = "other"
    last = parts[-1] if parts else None
    wanted = own or kind
    if last and not flow.text and not own:
        last.add(flow)
    elif last and not last.flows and last.kind != "title" and (own in ("", "claims", "highlights")):
        # A heading right above a table of claims is theirs.
        last.kind = own or last.kind
        last.add(flow)
    elif last and last.kind == wanted and (not own or own in ("claims", "highlights", "metadata")):
        last.add(flow)
    else:
        heading = flow.label.partition(" ")[2] if own and flow.kind == "quote" and not is_quote_callout(flow) else ""
        parts.append(Part(kind=wanted, heading=heading, start=flow.span.start, end=flow.span.end, flows=[flow]))


def _own_kind(flow: Flow) -> str:
    """The kind of a piece that tells it itself: a callout, a table of claims."""
    if is_claim_table(flow) or (is_claim_callout(flow) and flow.text):
        return "claims"
    if is_quote_callout(flow):
        return "highlights"
    if flow.kind == "quote" and flow.label:
        name, _, title = flow.label.partition(" ")
        kind = labels.section_kind(title) if title else "other"
        return _CALLOUTS.get(name, "") if kind == "other" else kind
    return ""


def _title_heading(body: Sequence[Flow]) -> Flow | None:
    """The first heading, where it is the only one of the first level."""
    headings = [flow for flow in body if flow.kind == "heading"]
    first = [flow for flow in headings if flow.level == 1]
    return first[0] if len(first) == 1 and first[0] is headings[0] else None


def _section_starts(body: Sequence[Flow], title: Flow | None) -> set[int]:
    """Headings that begin a section: those of the highest level, and those below one that only gathers others."""
    headings = [flow for flow in body if flow.kind == "heading" and flow is not title]
    top = min((flow.level for flow in headings), default=0)
    starts: set[int] = set()
    below: list[Flow] = []
    for flow in [*headings, None]:
        if flow is None or flow.level <= top:
            known = [child for child in below[1:] if labels.section_kind(child.text) != "other"]
            if below and labels.section_kind(below[0].text) in ("other", "analysis_summary") and len(known) > 1:
                starts |= {id(child) for child in below[1:]}
            below = []
        if flow is not None and flow.level <= top:
            starts.add(id(flow))
            below = [flow]
        elif flow is not None and (flow.level == top + 1 or labels.QUESTION.match(flow.text)):
            below.append(flow)
    # A question is never part of what stands above it, whatever the levels say.
    return starts | {id(flow) for flow in headings if labels.QUESTION.match(flow.text)}


def _questions(text: str, pieces: Sequence[Flow]) -> Iterator[Flow]:
    """Paragraphs that begin with `Q1: …` become headings of the level that sections have."""
    level = min((flow.level for flow in pieces if flow.kind == "heading" and flow.level > 1), default=2)
    for flow in pieces:
        first, _, rest = flow.text.partition("\n")
        match = labels.QUESTION.match(first) if flow.kind == "paragraph" else None
        if match is None or not _asks(match[1]):
            yield flow
            continue
        end = flow.span.end
        if rest:
            end = flow.span.start + Lines(text[flow.span.start : end]).spans[0].end
        span = Span(start=flow.span.start, end=end)
        yield Flow(kind="heading", span=span, text=first, level=level, hrefs=flow.hrefs)
        if rest:
            yield from flows(text[end : flow.span.end], end)


def _asks(words: str) -> bool:
    return words.rstrip("* ").endswith(("？", "?")) or any(known in words for known in labels.QUESTIONS)


# Facts


def _facts(parts: Sequence[Part]) -> _Facts:
    """Labels, addresses and words of the metadata, never of the text: that speaks of other papers too."""
    facts = _Facts()
    for part in parts:
        if part.kind != "metadata":
            continue
        for flow in part.flows:
            facts.addresses += flow.hrefs
            facts.texts.append(flow.text)
            for line in flow.text.split("\n"):
                if label := labels.field_of(line):
                    facts.fields.setdefault(label[0], line[label[1] :].strip())
    return facts


def _metadata(known: FrontMatter, facts: _Facts, heading: str) -> Metadata:
    addresses = [known.text(key) for key in _LINKS] + [facts.fields.get("link", ""), *facts.addresses]
    ids = [known.text(key) for key in _IDS]
    web = [address for address in (*addresses[: len(_LINKS)], *facts.addresses) if _ADDRESS.match(address)]
    named = known.text(*_TITLES[:-1]) or facts.fields.get("title", "")
    title = named or known.text("title") or heading
    others = [*(known.text(key) for key in _OTHER_TITLES), heading]
    people = known.values.get("authors", known.values.get("author", facts.fields.get("authors", "")))
    identity = labels.arxiv_id(*ids, *addresses) or labels.arxiv_id(*facts.texts)
    return Metadata(
        title=title,
        arxiv_id=identity,
        doi=labels.doi(known.text("doi"), *addresses),
        authors=labels.people(people) if isinstance(people, str) else people,
        categories=known.texts("categories", "category") or labels.listed(facts.fields.get("categories", "")),
        pdf_url=next((a for a in web if "/pdf" in a or a.endswith(".pdf")), ""),
        abs_url=next((a for a in web if labels.PAPER_PAGE.match(a) and "/pdf" not in a), ""),
        other_titles=tuple({fold(t): t for t in others if t and fold(t) != fold(title)}.values()),
        keywords=known.texts("tags", "keywords") or labels.listed(facts.fields.get("keywords", "")),
    )


def _date(source: Source, known: FrontMatter) -> str:
    """The day the note was taken; what is left is the day its paper was published."""
    taken = next(filter(None, (day(known.text(key)) for key in _TAKEN)), "")
    return taken or find_date(source.path) or next(filter(None, (day(known.text(key)) for key in _PUBLISHED)), "")


# Front matter


def _front_parts(front: Flow, known: FrontMatter, lines: Lines, body: Sequence[Part]) -> list[Part]:
    """The texts in the front matter as sections, and the lines between them as metadata."""
    first = lines.where(front.span.start)[0] - 1
    last = lines.where(front.span.end - 1)[0] - 1
    there = {language(part.text) for part in body if part.kind == "abstract"}
    texts: list[tuple[int, int, str, str]] = []
    for key, (begin, end) in known.places.items():
        kind, text = _TEXTS.get(key, ""), known.text(key)
        if text and kind and not (kind == "abstract" and language(text) in there):
            texts.append((first + 1 + begin, first + 1 + end, kind, text))
    parts: list[Part] = []
    at = first
    for begin, end, kind, text in sorted(texts):
        while end > begin and not lines[end].strip():
            end -= 1
        if any(lines[line].strip() for line in range(at, begin)):
            parts.append(_lines_part(lines, "metadata", at, begin - 1))
        part = _lines_part(lines, kind, begin, end)
        span = Span(start=part.start, end=part.end)
        block = Block(kind="paragraph", span=span, rows=((_one_run(text),),))
        part.flows = [Flow(kind="paragraph", span=span, text=text, blocks=(block,))]
        parts.append(part)
        at = end + 1
    if at <= last:
        parts.append(_lines_part(lines, "metadata", at, last))
    return parts


def _one_run(text: str) -> tuple[Run, ...]:
    return (Run(text=text),)


def _lines_part(lines: Lines, kind: str, first: int, last: int) -> Part:
    span = lines.span(first, last)
    return Part(kind=kind, start=span.start, end=span.end)


# Reading


def _read(source: Source, lines: Lines) -> Reading:
    pieces = document(source.text)
    front = pieces[0] if pieces and pieces[0].kind == "front-matter" else None
    known = read_front_matter(front.text) if front else FrontMatter()
    body = _parts(source, pieces)
    heading = next((part.text for part in body if part.kind == "title"), "")
    parts = (_front_parts(front, known, lines, body) if front else []) + body
    sections = [part.section(lines) for part in parts]
    metadata = _metadata(known, _facts(body), heading)
    problems = list(_problems(source, lines, front, known, metadata))
    problems += [
        problem(
            source,
            lines.where(s.span.end - 1)[0],
            "cut-text",
            "this text stops in the middle of a sentence",
            severity="notice",
        )
        for s in sections
        if s.cut
    ]
    if not any(s.text for s in sections if s.kind not in ("title", "metadata", "boilerplate")):
        message = "this note names a paper and says nothing of it; add the text"
        problems.append(problem(source, len(lines), "no-text", message))
    note = make_note(
        source,
        lines,
        format_name=FORMAT,
        kind="note",
        date=_date(source, known),
        status="cut" if any(s.cut for s in sections) else "complete",
        position=1,
        sections=sections,
        claims=claims_of(lines, pieces),
        metadata=metadata,
    )
    return make_reading(source, FORMAT, [note], [], problems)


def _problems(
    source: Source, lines: Lines, front: Flow | None, known: FrontMatter, metadata: Metadata
) -> Iterator[Problem]:
    first = lines.where(front.span.start)[0] + 1 if front else 1
    for line, message in known.complaints:
        yield problem(source, first + line, "lenient-front-matter", f"{message}; put quotation marks around the value")
    if not metadata.title:
        yield problem(source, 1, "missing-title", "no title stands in this note; add `title:` above it")
    ids = {found for key in (*_IDS[:5], *_LINKS) if (found := labels.arxiv_id(known.text(key)))}
    if len(ids) > 1:
        message = f"the front matter names {len(ids)} papers, {' and '.join(sorted(ids))}; {metadata.arxiv_id} is used"
        yield problem(source, first, "contradicting-ids", message)


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
