"""The pages that lead to papers: home, days, months, tags; long lists come in parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .. import paths
from ..model import Benchmark, Entry, File, Note, SiteInfo, TagDefinition
from ..text import escape
from . import html
from .ui import Words, words

PAGE_SIZE = 50
"""Papers on one part of a list: about 40 KB of HTML."""
_LATEST = 20


def pages(entries: Sequence[Entry], vocabulary: Sequence[TagDefinition], site: SiteInfo) -> Iterator[File]:
    """All list pages and their indexes, but those of benchmarks."""
    t = words(site.language)
    tags = tag_names(vocabulary, site)
    by_tag: dict[str, list[Entry]] = {tag: [] for tag in tags}
    by_day: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for tag in entry.facts.tags:
            by_tag.setdefault(tag.id, []).append(entry)
        for day in dict.fromkeys(note.date for note in entry.paper.all_notes):
            by_day[day].append(entry)
    by_day = {day: by_day[day] for day in sorted(by_day, reverse=True)}
    used = {tag: found for tag, found in by_tag.items() if found}
    yield _home(entries, used, tags, by_benchmark(entries), by_day, t, site.name)
    yield from _day_pages(by_day, tags, t)
    for key, found in used.items():
        crumbs = [("", t("home")), ("tags/", t("tags"))]
        yield from _parts(paths.tag_url(key), tags.get(key, key), found, crumbs, tags, t)
    tag_rows = [(paths.tag_url(key), tags.get(key, key), len(found)) for key, found in used.items()]
    yield _index("tags/", t("all_tags"), sorted(tag_rows, key=lambda row: (-row[2], row[1])), t)


def tag_names(vocabulary: Sequence[TagDefinition], site: SiteInfo) -> dict[str, str]:
    """What the tags are called in the language of the site, by id."""
    return {tag.id: tag.zh if site.language == "zh" else tag.en for tag in vocabulary}


def by_benchmark(entries: Sequence[Entry]) -> dict[Benchmark, list[Entry]]:
    """The papers that report on each benchmark. One slug is one page; the spelling of the newest paper names it."""
    found: dict[Benchmark, list[Entry]] = {}
    names: dict[str, Benchmark] = {}
    for entry in entries:
        for benchmark in entry.facts.benchmarks.reported:
            found.setdefault(names.setdefault(benchmark.slug, benchmark), []).append(entry)
    return found


def item(entry: Entry, note: Note, page: str, tags: Mapping[str, str], t: Words, extra: str = "") -> str:
    """A paper in a list: title, day and kind of one of its notes, how many claims, its tags."""
    naming, paper = entry.facts.naming, entry.paper
    main = naming.name if naming.subtitle and naming.name else naming.title
    sub = f"<small{html.lang(naming.subtitle)}>{escape(naming.subtitle)}</small>" if naming.subtitle else ""
    title = html.link(paper.url, page, f"<span{html.lang(main)}>{escape(main)}</span>{sub}")
    facts = [escape(t(note.kind))]
    if note.date:
        facts.insert(0, f'<time datetime="{note.date}">{note.date}</time>')
    if paper.claims:
        facts.append(escape(t("claim_count", n=len(paper.claims))))
    shown = [html.link(paths.tag_url(tag.id), page, escape(tags.get(tag.id, tag.id))) for tag in entry.facts.tags[:3]]
    line = " · ".join([*facts, *shown])
    return f'<li><p class="cb-title">{title}</p><p class="cb-meta">{line}</p>{extra}</li>'


def _items(entries: Iterable[Entry], page: str, tags: Mapping[str, str], t: Words) -> str:
    return (
        '<ol class="cb-list">'
        + "\n".join(item(entry, entry.paper.notes[0], page, tags, t) for entry in entries)
        + "</ol>"
    )


def _parts(
    base: str,
    title: str,
    entries: Sequence[Entry],
    crumbs: Sequence[tuple[str, str]],
    tags: Mapping[str, str],
    t: Words,
) -> Iterator[File]:
    """A list of papers in parts of `PAGE_SIZE`."""
    last = max(1, -(-len(entries) // PAGE_SIZE))
    for number in range(1, last + 1):
        page = paths.page_url(base, number)
        part = entries[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        content = (
            f'<p class="cb-count">{escape(t("paper_count", n=len(entries)))}</p>',
            _items(part, page, tags, t),
        )
        yield list_part(base, title, number, last, crumbs, content, t)


def list_part(
    base: str, title: str, number: int, last: int, crumbs: Sequence[tuple[str, str]], content: Iterable[str], t: Words
) -> File:
    """One part of a long list, with the way to its neighbours; `content` is HTML."""
    page = paths.page_url(base, number)
    body = html.html_block(
        html.breadcrumbs(crumbs, page, t("breadcrumb")),
        f"<h1{html.lang(title)}>{escape(title)}</h1>",
        *content,
        pager(base, number, last, t),
    )
    name = title if number == 1 else f"{title} ({number})"
    return File(path=paths.markdown_path(page), text=html.front_matter(name, hide=("navigation", "toc")) + body)


def pager(base: str, number: int, last: int, t: Words) -> str:
    """Links from one part of a paged list to its neighbours; empty where there is one part."""
    if last == 1:
        return ""
    page = paths.page_url(base, number)
    links = []
    if number > 1:
        links.append(
            html.link(paths.page_url(base, number - 1), page, f"← {escape(t('newer'))}", attributes=' rel="prev"')
        )
    links.append(f"<span>{escape(t('page_of', n=number, all=last))}</span>")
    if number < last:
        links.append(
            html.link(paths.page_url(base, number + 1), page, f"{escape(t('older'))} →", attributes=' rel="next"')
        )
    return f'<nav class="cb-pager" aria-label="{escape(t("pages"))}">{"".join(links)}</nav>'


def _day_pages(by_day: Mapping[str, Sequence[Entry]], tags: Mapping[str, str], t: Words) -> Iterator[File]:
    """A page a day and a month, and their index; the days of a month stand together on its page."""
    months: dict[str, dict[str, Sequence[Entry]]] = defaultdict(dict)
    for day, found in by_day.items():
        if day:
            months[day[:7]][day] = found
            crumbs = [("", t("home")), ("days/", t("days")), (paths.month_url(day), day[:7])]
            yield from _parts(paths.day_url(day), day, _in_file_order(found, day), crumbs, tags, t)
    for month, days in months.items():
        crumbs = [("", t("home")), ("days/", t("days"))]
        once = list({entry.paper.id: entry for found in days.values() for entry in found}.values())
        yield from _parts(paths.month_url(month), month, once, crumbs, tags, t)
    groups = "".join(
        f'<section><h2 id="{month}">{html.link(paths.month_url(month), "days/", month)}</h2><ul class="cb-index">'
        + "".join(_row(paths.day_url(day), day, len(found), "days/", t) for day, found in days.items())
        + "</ul></section>"
        for month, days in months.items()
    )
    yield index_page("days/", t("all_days"), groups, t)


def _in_file_order(entries: Sequence[Entry], day: str) -> list[Entry]:
    """Papers of a day in the order of its notes, whatever other days say of them."""

    def place(entry: Entry) -> tuple[str, int]:
        return min((note.source, note.position) for note in entry.paper.all_notes if note.date == day)

    return sorted(entries, key=place)


def _row(target: str, name: str, count: int, page: str, t: Words) -> str:
    return f"<li>{html.link(target, page, escape(name))} <span>{escape(t('paper_count', n=count))}</span></li>"


def _index(base: str, title: str, rows: Sequence[tuple[str, str, int]], t: Words) -> File:
    items = "".join(_row(target, name, count, base, t) for target, name, count in rows)
    return index_page(base, title, f'<ul class="cb-index">{items}</ul>', t)


def index_page(base: str, title: str, content: str, t: Words) -> File:
    """The page that leads to all lists of one kind; `content` is HTML."""
    body = html.html_block(
        html.breadcrumbs([("", t("home"))], base, t("breadcrumb")), f"<h1>{escape(title)}</h1>", content
    )
    return File(path=paths.markdown_path(base), text=html.front_matter(title, hide=("navigation", "toc")) + body)


def _home(
    entries: Sequence[Entry],
    by_tag: Mapping[str, Sequence[Entry]],
    tags: Mapping[str, str],
    by_benchmark: Mapping[Benchmark, Sequence[Entry]],
    by_day: Mapping[str, Sequence[Entry]],
    t: Words,
    name: str,
) -> File:
    head = html.front_matter("", description=t("lead"), hide=("navigation", "toc"))
    if not entries:
        status = html.link("status/", "", escape(t("status")))
        empty = html.html_block(f"<h1>{escape(name)}</h1>", f"<p>{escape(t('empty'))}</p>", f"<p>{status}</p>")
        return File(path="index.md", text=head + empty)
    stats = (
        (len(entries), t("papers"), "days/"),
        (sum(len(entry.paper.claims) for entry in entries), t("stat_claims"), "claims/"),
        (len(by_benchmark), t("benchmarks"), "benchmarks/"),
        (sum(bool(day) for day in by_day), t("stat_days"), "days/"),
    )
    numbers = "".join(f"<li>{html.link(to, '', f'<b>{count:,}</b> {escape(name)}')}</li>" for count, name, to in stats)
    top_tags = sorted(by_tag.items(), key=lambda item: (-len(item[1]), item[0]))[:24]
    cloud = "".join(
        f"<li>{html.link(paths.tag_url(tag), '', f'{escape(tags.get(tag, tag))} <span>{len(found)}</span>')}</li>"
        for tag, found in top_tags
    )
    top_benchmarks = sorted(by_benchmark.items(), key=lambda item: (-len(item[1]), item[0].name.casefold()))[:24]
    marks = "".join(
        "<li>"
        + html.link(
            paths.benchmark_url(b.slug), "", f"{escape(b.name)} <span>{len(found)}</span>", attributes=' class="cb-b"'
        )
        + "</li>"
        for b, found in top_benchmarks
    )
    body = html.html_block(
        f"<h1>{escape(name)}</h1>",
        f'<p class="cb-lead">{escape(t("lead"))}</p>',
        f'<ul class="cb-stats">{numbers}</ul>',
        f'<h2 id="tags">{escape(t("tags"))}</h2><ul class="cb-chips">{cloud}</ul>',
        f'<h2 id="benchmarks">{escape(t("benchmarks"))}</h2><ul class="cb-chips">{marks}</ul>',
        f'<p class="cb-more">{html.link("benchmarks/", "", escape(t("all_benchmarks")))}</p>',
        f'<h2 id="latest">{escape(t("latest"))}</h2>',
        _items(entries[:_LATEST], "", tags, t),
        f'<p class="cb-more">{html.link("days/", "", escape(t("all_days")))}'
        f" · {html.link('status/', '', escape(t('status')))}</p>",
    )
    return File(path="index.md", text=head + body)
