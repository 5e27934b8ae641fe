"""One page a paper: what it is, its claims beside their evidence, and the sections of every note on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import paths
from ..model import Claim, Entry, File, Note, Section, SiteInfo, TagDefinition
from ..text import escape, fold, language, squeeze
from . import claims as claims_table
from . import html
from .outline import CLAIMS, QUESTIONS, Group, outline
from .ui import Words, words

_WEB = re.compile(r"https?://[^\s\"'<>]+")
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
    sizes = Counter(note.source for entry in entries for note in entry.paper.all_notes)
    for index, entry in enumerate(entries):
        page = _Page(entry, t, labels)
        parts = [
            html.front_matter(entry.facts.naming.title, description=_description(entry)),
            html.html_block(_top(page, sizes)),
            *_body(page),
            html.html_block(_related(page, titles), _foot(page, entries, index)),
        ]
        yield File(path=paths.markdown_path(entry.paper.url), text="".join(parts))


def other_titles(entry: Entry) -> tuple[str, ...]:
    """What notes call the paper besides its title, as in another language; newest first."""
    data = [note.metadata for note in entry.paper.all_notes]
    titles = [squeeze(title) for one in data for title in (one.title, *one.other_titles)]
    known = {fold(text) for text in (entry.facts.naming.title, entry.facts.naming.name)}
    return tuple({fold(title): title for title in reversed(titles) if fold(title) not in {"", *known}}.values())[::-1]


def _description(entry: Entry) -> str:
    note = entry.paper.notes[0]
    text = note.text_of("positioning") or note.text_of("abstract", "abstract_zh") or note.text_of("abstract_en")
    first = (section.text for group in outline(note) for section in group.sections)
    return squeeze(text or next(first, ""))[:150]


def _top(page: _Page, sizes: Mapping[str, int]) -> str:
    t, paper, naming = page.t, page.entry.paper, page.entry.facts.naming
    note = paper.notes[0]
    crumbs = [("", t("home"))]
    if note.date:
        crumbs += [(paths.month_url(note.date), note.date[:7]), (paths.day_url(note.date), note.date[5:])]
    place = f"{t(note.kind)} · {t('place', n=note.position, all=max(sizes[note.source], note.position))}"
    main = naming.head
    below = naming.subtitle or next((o for o in other_titles(page.entry) if language(o) != language(main)), "")
    small = f"<small{html.lang(below)}>{escape(below)}</small>" if below else ""
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
            named = ((data.abs_url, "URL"), (data.pdf_url, "PDF"))
            links += [(url, name) for url, name in named if _WEB.fullmatch(url)]
        if data.doi:
            links.append(("https://doi.org/" + data.doi, f"doi:{data.doi}"))
    rows += [f'<a href="{escape(url)}" rel="noopener">{escape(name)}</a>' for url, name in dict.fromkeys(links)]
    days = list(dict.fromkeys(note.date for note in paper.all_notes if note.date))
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
        missing = [kind for kind in QUESTIONS if note.section(kind) is None]
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
            yield html.html_block(_own_title(page, note), *_warnings(page, note))
        level = 3 if index else 2
        claims = [claim for claim in page.entry.paper.claims if claim.note is note]
        for group in outline(note):
            yield from _group(page, note, group, claims, level)
        yield html.html_block(_source(page, note))


def own_title(entry: Entry, note: Note) -> str:
    """What a further note calls the paper where the page has another title."""
    titles = map(squeeze, (note.metadata.title, *note.metadata.other_titles))
    return next((title for title in titles if fold(title) not in ("", fold(entry.facts.naming.title))), "")


def _own_title(page: _Page, note: Note) -> str:
    """As HTML, for a heading is Markdown."""
    title = own_title(page.entry, note)
    return f'<p class="cb-owntitle"{html.lang(title)}>{escape(title)}</p>' if title else ""


def _group(page: _Page, note: Note, group: Group, claims: Sequence[Claim], level: int) -> Iterator[str]:
    if group.kind == CLAIMS and not claims:
        return
    yield html.heading(page.t(group.kind), page.prefix + group.anchor, level)
    if group.kind == CLAIMS:
        yield html.html_block(claims_table.table(claims, page.entry.facts, page.t))
        return
    bodies = [_own_heading(page, note, s) + _prose(page, s, level) for s in group.sections if s.kind != "disclaimer"]
    remarks = [
        f'<p class="cb-remark"{html.lang(s.text)}>{html.passage(s.text, language(s.text))}</p>'
        for s in group.sections
        if s.kind == "disclaimer"
    ]
    if group.kind == "abstract" and len({s.kind for s in group.sections} & {"abstract_en", "abstract_zh"}) == 2:
        bodies = ['<div class="cb-two">', *[f"<div>{body}</div>" for body in bodies], "</div>"]
    yield html.html_block(*bodies, *remarks)


def _own_heading(page: _Page, note: Note, section: Section) -> str:
    """What the note itself calls a section, where the heading above does not say the same."""
    heading = squeeze(section.heading)
    if note.kind != "note" or not heading or fold(heading) == fold(page.t(section.kind)):
        return ""
    return f"<h3{html.lang(heading)}>{html.passage(heading, language(heading))}</h3>\n"


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
    """Where a note stands, and where its text stands again."""
    places = [
        f"<code>{escape(one.source)}</code> {escape(page.t('lines', first=one.start_line, last=one.end_line))}"
        for one in (note, *page.entry.paper.repeats_of(note))
    ]
    return f'<p class="cb-source">{escape(page.t("source"))} {" · ".join(places)}</p>'


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
