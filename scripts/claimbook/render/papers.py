"""One page a paper: what it is, its claims beside their evidence, and the sections of every note on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import paths
from ..model import Claim, Entry, File, Note, Section, SiteInfo, TagDefinition
from ..text import escape, language, squeeze
from . import claims as claims_table
from . import html
from .ui import Words, words

# The experiments end where the claims begin, since their text may point at “the pairs below”.
DEEP_ORDER = ("positioning", "experiments", "claims", "background", "method", "review", "limitations", "followup")
DIGEST_ORDER = (
    "abstract",
    "analysis_problem",
    "analysis_method",
    "analysis_experiments",
    "claims",
    "analysis_related",
    "analysis_future",
    "analysis_summary",
    "analysis_other",
)
ORDER = {"deep": DEEP_ORDER, "brief": ("abstract", "claims"), "digest": DIGEST_ORDER, "note": DEEP_ORDER}
_QUESTIONS = DIGEST_ORDER[1:4] + DIGEST_ORDER[5:8]
REVIEW_LABEL = re.compile(r"(?:^|(?<=\s))(Novelty|Soundness|Significance)[:：]\s*")


@dataclass(frozen=True, slots=True)
class _Page:
    """What the parts of one page need to know."""

    entry: Entry
    t: Words
    labels: Mapping[str, str]
    """Tag ids and how they are shown."""
    prefix: str = ""
    """Before the section ids of a note that is not the newest."""

    @property
    def url(self) -> str:
        return self.entry.paper.url


def pages(entries: Sequence[Entry], vocabulary: Sequence[TagDefinition], site: SiteInfo) -> Iterator[File]:
    """The page of every paper, in the order of the site: newest first."""
    t = words(site.language)
    labels = {tag.id: tag.zh if site.language == "zh" else tag.en for tag in vocabulary}
    titles = {entry.paper.id: entry for entry in entries}
    sizes = Counter(note.source for entry in entries for note in entry.paper.notes)
    for index, entry in enumerate(entries):
        page = _Page(entry, t, labels)
        parts = [
            html.front_matter(entry.facts.naming.title, description=_description(entry)),
            html.html_block(_top(page, sizes)),
            *_body(page),
            html.html_block(_related(page, titles), _foot(page, entries, index)),
        ]
        yield File(path=paths.markdown_path(entry.paper.url), text="".join(parts))


def _description(entry: Entry) -> str:
    note = entry.paper.notes[0]
    text = note.text_of("positioning") or note.text_of("abstract", "abstract_zh") or note.text_of("abstract_en")
    return squeeze(text)[:150]


def _top(page: _Page, sizes: Mapping[str, int]) -> str:
    t, paper, naming = page.t, page.entry.paper, page.entry.facts.naming
    note = paper.notes[0]
    crumbs = [("", t("home"))]
    if note.date:
        crumbs += [(paths.month_url(note.date), note.date[:7]), (paths.day_url(note.date), note.date[5:])]
    place = f"{t(note.kind)} · {t('place', n=note.position, all=max(sizes[note.source], note.position))}"
    main = naming.head
    small = f"<small{html.lang(naming.subtitle)}>{escape(naming.subtitle)}</small>" if naming.subtitle else ""
    meaning = html.link("guide/verdicts/", page.url, escape(t("meaning")))
    mark = ""
    if naming.title_source == "derived":
        mark = f' <span class="cb-derived" title="{escape(t("derived_title"))}">{escape(t("derived_mark"))}</span>'
    return "\n".join(
        part
        for part in (
            html.breadcrumbs(crumbs, page.url, t("breadcrumb"), place),
            f"<h1><span{html.lang(main)}>{escape(main)}</span>{mark}{small}</h1>",
            _identification(page),
            _chips(page),
            claims_table.balance(paper.claims, page.entry.facts, t, meaning),
            *(_warnings(page, note)),
        )
        if part
    )


def _identification(page: _Page) -> str:
    """Other names, authors, links: all that finds the paper elsewhere."""
    t, paper, naming = page.t, page.entry.paper, page.entry.facts.naming
    rows = []
    if paper.claims:
        rows.append(f'<a href="#{escape(paper.claims[0].anchor)}">{escape(t("claim_count", n=len(paper.claims)))}</a>')
    if naming.other_names:
        rows.append(f"{escape(t('also'))} {escape(' · '.join(naming.other_names))}")
    if authors := next((n.metadata.authors for n in paper.notes if n.metadata.authors), ()):
        shown = ", ".join(authors[:6]) + (f" +{len(authors) - 6}" if len(authors) > 6 else "")
        rows.append(f'<span title="{escape(", ".join(authors))}">{escape(shown)}</span>')
    links = []
    for note in paper.notes:
        data = note.metadata
        if data.arxiv_id:
            # The versionless address is made here: what a note states may be a mirror, or http.
            links.append(("https://arxiv.org/abs/" + data.arxiv_id, f"arXiv:{data.arxiv_id}"))
            links.append(("https://arxiv.org/pdf/" + data.arxiv_id, "PDF"))
        elif data.abs_url or data.pdf_url:
            links += [(url, name) for url, name in ((data.abs_url, "URL"), (data.pdf_url, "PDF")) if url]
        if data.doi:
            links.append(("https://doi.org/" + data.doi, f"doi:{data.doi}"))
    rows += [f'<a href="{escape(url)}" rel="noopener">{escape(name)}</a>' for url, name in dict.fromkeys(links)]
    days = list(dict.fromkeys(note.date for note in paper.notes if note.date))
    if len(days) > 1:
        rows.append(f"{escape(t('seen'))} {', '.join(html.link(paths.day_url(d), page.url, d) for d in days)}")
    return f'<p class="cb-ident">{" · ".join(rows)}</p>' if rows else ""


def _chips(page: _Page) -> str:
    t, facts = page.t, page.entry.facts
    items = []
    for tag in facts.tags:
        given = t("terms", terms=t("comma").join(tag.terms)) if tag.terms else t("by_hand")
        label = escape(page.labels.get(tag.id, tag.id))
        items.append(html.link(paths.tag_url(tag.id), page.url, label, attributes=f' title="{escape(given)}"'))
    for benchmark in facts.benchmarks.reported:
        target = paths.benchmark_url(benchmark.slug)
        items.append(html.link(target, page.url, escape(benchmark.name), attributes=' class="cb-b"'))
    if not items:
        return ""
    return '<ul class="cb-chips">' + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def _warnings(page: _Page, note: Note) -> Iterator[str]:
    """What the reader must know before he trusts the page."""
    t = page.t
    if note.status == "failed":
        yield _warning(t("failed"))
    elif note.kind == "digest":
        missing = [kind for kind in _QUESTIONS if note.section(kind) is None]
        if missing:
            yield _warning(t("missing_answers", names=t("comma").join(map(t, missing))))
    if note.status == "damaged":
        yield _warning(t("damaged"))


def _warning(text: str) -> str:
    return f'<p class="cb-warning" role="note">{escape(text)}</p>'


def _body(page: _Page) -> Iterator[str]:
    """All notes, newest first; a further note has its own heading and section ids."""
    notes = page.entry.paper.notes
    for index, note in enumerate(notes):
        if index:
            page = _Page(page.entry, page.t, page.labels, prefix=f"note-{len(notes) - index}-")
            title = f"{page.t('also_noted')} · {note.date or page.t('undated')} · {page.t(note.kind)}"
            yield html.heading(title, page.prefix.rstrip("-"))
            yield html.html_block(*_warnings(page, note))
        level = 3 if index else 2
        claims = [claim for claim in page.entry.paper.claims if claim.note is note]
        for kind in (*ORDER[note.kind], "unplaced"):
            yield from _section(page, note, kind, claims, level)
        yield html.html_block(_source(page, note))


def _section(page: _Page, note: Note, kind: str, claims: Sequence[Claim], level: int) -> Iterator[str]:
    if kind == "claims":
        if claims:
            yield html.heading(page.t("claims"), f"{page.prefix}claims", level)
            yield html.html_block(claims_table.table(claims, page.entry.facts, page.t))
        return
    kinds = ("abstract_en", "abstract_zh") if kind == "abstract" and note.kind == "digest" else (kind,)
    sections = [section for section in note.sections if section.kind in kinds and section.text]
    if not sections:
        return
    yield html.heading(page.t(kind), f"{page.prefix}{kind.replace('_', '-')}", level)
    bodies = [_prose(page, section, level) for section in sections]
    if kind == "abstract" and note.section("disclaimer"):
        remark = note.text_of("disclaimer")
        bodies.append(f'<p class="cb-remark"{html.lang(remark)}>{html.passage(remark, language(remark))}</p>')
    if len(bodies) > 1 and note.kind == "digest":
        yield html.html_block('<div class="cb-two">', *[f"<div>{body}</div>" for body in bodies], "</div>")
    else:
        yield html.html_block(*bodies)


def _prose(page: _Page, section: Section, level: int) -> str:
    body = _review(page, section) if section.kind == "review" else html.blocks(section.blocks, level=level + 1)
    if section.cut:
        key = "cut_answer" if section.kind.startswith("analysis_") else "cut_abstract"
        body += f'\n<p class="cb-cut" role="note">{escape(page.t(key))}</p>'
    return body


def _review(page: _Page, section: Section) -> str:
    """The reviewer's three judgements as three cards; text before the first label stays a paragraph."""
    pieces = REVIEW_LABEL.split(section.text)
    outer = language(section.text)
    cards = [f'<p lang="{outer}">{html.passage(pieces[0], outer)}</p>'] if pieces[0].strip() else []
    for label, text in zip(pieces[1::2], pieces[2::2], strict=True):
        title = page.t(label.lower())
        name = escape(label) if title == label else f"{escape(label)}<span>{escape(title)}</span>"
        cards.append(f'<section><h4>{name}</h4><p lang="{outer}">{html.passage(text.strip(), outer)}</p></section>')
    return f'<div class="cb-review">{"".join(cards)}</div>'


def _source(page: _Page, note: Note) -> str:
    lines = page.t("lines", first=note.start_line, last=note.end_line)
    return f'<p class="cb-source">{escape(page.t("source"))} <code>{escape(note.source)}</code> {escape(lines)}</p>'


def _related(page: _Page, entries: Mapping[str, Entry]) -> str:
    t, facts = page.t, page.entry.facts
    parts = []
    if facts.benchmarks.mentioned:
        names = t("comma").join(benchmark.name for benchmark in facts.benchmarks.mentioned)
        parts.append(f'<p class="cb-mentioned">{escape(t("mentioned", names=names))}</p>')
    near = [entries[identity] for identity in facts.related if identity in entries]
    if near:
        items = "".join(f"<li>{html.link(e.paper.url, page.url, escape(e.facts.naming.title))}</li>" for e in near)
        parts.append(f'<section class="cb-related"><h4>{escape(t("related"))}</h4><ul>{items}</ul></section>')
    return "\n".join(parts)


def _foot(page: _Page, entries: Sequence[Entry], index: int) -> str:
    t = page.t
    links = []
    for offset, key in ((-1, "previous"), (1, "next")):
        if 0 <= index + offset < len(entries):
            other = entries[index + offset]
            way = f"← {escape(t(key))}" if offset < 0 else f"{escape(t(key))} →"
            text = f"<span>{way}</span>{escape(other.facts.naming.title)}"
            rel = "prev" if offset < 0 else "next"
            links.append(html.link(other.paper.url, page.url, text, attributes=f' rel="{rel}" class="cb-{rel}"'))
    data = " · ".join(
        f'<a href="{name}">{escape(t(key))}</a>' for name, key in (("paper.json", "as_data"), ("index.md", "as_text"))
    )
    return (
        f'<p class="cb-data">{data}</p>\n'
        f'<nav class="cb-neighbours" aria-label="{escape(t("neighbours"))}">{"".join(links)}</nav>'
    )
