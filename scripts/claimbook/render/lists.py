"""The pages that lead to papers: home, days, months, tags, benchmarks; long lists come in parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .. import paths
from ..model import Benchmark, Entry, File, SiteInfo, TagDefinition
from ..text import escape
from . import html
from .ui import Words, words

PAGE_SIZE = 50
"""Papers on one part of a list: about 40 KB of HTML."""
_LATEST = 20


def pages(entries: Sequence[Entry], vocabulary: Sequence[TagDefinition], site: SiteInfo) -> Iterator[File]:
    """All list pages and their indexes."""
    t = words(site.language)
    tags = {tag.id: tag.zh if site.language == "zh" else tag.en for tag in vocabulary}
    by_tag: dict[str, list[Entry]] = {tag: [] for tag in tags}
    by_benchmark: dict[Benchmark, list[Entry]] = {}
    by_day: dict[str, list[Entry]] = defaultdict(list)
    names: dict[str, Benchmark] = {}
    for entry in entries:
        for tag in entry.facts.tags:
            by_tag.setdefault(tag.id, []).append(entry)
        for benchmark in entry.facts.benchmarks.reported:
            # One slug is one page; the spelling of the newest paper names it.
            by_benchmark.setdefault(names.setdefault(benchmark.slug, benchmark), []).append(entry)
        for day in dict.fromkeys(note.date for note in entry.paper.notes):
            by_day[day].append(entry)
    by_day = {day: by_day[day] for day in sorted(by_day, reverse=True)}
    used = {tag: found for tag, found in by_tag.items() if found}
    yield _home(entries, used, tags, by_benchmark, by_day, t, site.name)
    yield from _day_pages(by_day, tags, t)
    for key, found in used.items():
        crumbs = [("", t("home")), ("tags/", t("tags"))]
        yield from _parts(paths.tag_url(key), tags.get(key, key), found, crumbs, tags, t)
    for benchmark, found in by_benchmark.items():
        crumbs = [("", t("home")), ("benchmarks/", t("benchmarks"))]
        yield from _parts(paths.benchmark_url(benchmark.slug), benchmark.name, found, crumbs, tags, t, claims=benchmark)
    tag_rows = [(paths.tag_url(key), tags.get(key, key), len(found)) for key, found in used.items()]
    yield _index("tags/", t("all_tags"), sorted(tag_rows, key=lambda row: (-row[2], row[1])), t)
    rows = [(paths.benchmark_url(b.slug), b.name, len(found)) for b, found in by_benchmark.items()]
    yield _index("benchmarks/", t("all_benchmarks"), sorted(rows, key=lambda row: (-row[2], row[1].casefold())), t)


def _item(entry: Entry, page: str, tags: Mapping[str, str], t: Words, extra: str = "") -> str:
    """A paper in a list: title, what kind of note, how many claims, its tags."""
    naming, paper = entry.facts.naming, entry.paper
    main = naming.name if naming.subtitle and naming.name else naming.title
    sub = f"<small{html.lang(naming.subtitle)}>{escape(naming.subtitle)}</small>" if naming.subtitle else ""
    title = html.link(paper.url, page, f"<span{html.lang(main)}>{escape(main)}</span>{sub}")
    facts = [escape(t(paper.notes[0].kind))]
    if paper.date:
        facts.insert(0, f'<time datetime="{paper.date}">{paper.date}</time>')
    if paper.claims:
        facts.append(escape(t("claim_count", n=len(paper.claims))))
    shown = [html.link(paths.tag_url(tag.id), page, escape(tags.get(tag.id, tag.id))) for tag in entry.facts.tags[:3]]
    line = " · ".join([*facts, *shown])
    return f'<li><p class="cb-title">{title}</p><p class="cb-meta">{line}</p>{extra}</li>'


def _items(entries: Iterable[Entry], page: str, tags: Mapping[str, str], t: Words) -> str:
    return '<ol class="cb-list">' + "\n".join(_item(entry, page, tags, t) for entry in entries) + "</ol>"


def _parts(
    base: str,
    title: str,
    entries: Sequence[Entry],
    crumbs: Sequence[tuple[str, str]],
    tags: Mapping[str, str],
    t: Words,
    claims: Benchmark | None = None,
) -> Iterator[File]:
    """A list of papers in parts of `PAGE_SIZE`; with `claims`, below each paper its claims on that benchmark."""
    last = max(1, -(-len(entries) // PAGE_SIZE))
    for number in range(1, last + 1):
        page = paths.page_url(base, number)
        part = entries[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        items = "\n".join(
            _item(entry, page, tags, t, _claims(entry, claims, page, t) if claims else "") for entry in part
        )
        count = t("paper_count", n=len(entries))
        body = html.html_block(
            html.breadcrumbs(crumbs, page, t("breadcrumb")),
            f"<h1{html.lang(title)}>{escape(title)}</h1>",
            f'<p class="cb-count">{escape(count)}</p>',
            f'<ol class="cb-list">{items}</ol>',
            _pager(base, number, last, t),
        )
        name = title if number == 1 else f"{title} ({number})"
        yield File(path=paths.markdown_path(page), text=html.front_matter(name, hide=("navigation", "toc")) + body)


def _claims(entry: Entry, benchmark: Benchmark, page: str, t: Words) -> str:
    rows = []
    for item in entry.paper.claims:
        if any(b.slug == benchmark.slug for b in entry.facts.benchmarks.by_anchor.get(item.anchor, ())):
            text = item.claim.text.text or (item.claim.quote.text if item.claim.quote else "")
            target = f"{entry.paper.url}#{item.anchor}"
            words_ = html.link(target, page, html.passage(text, "zh" if html.lang(text) == ' lang="zh"' else "en"))
            rows.append(f"<li{html.lang(text)}>{words_}</li>")
    return f'<ul class="cb-claimlist" aria-label="{escape(t("benchmark_claims"))}">{"".join(rows)}</ul>' if rows else ""


def _pager(base: str, number: int, last: int, t: Words) -> str:
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
    yield _index_page("days/", t("all_days"), groups, t)


def _in_file_order(entries: Sequence[Entry], day: str) -> list[Entry]:
    """Papers of a day in the order of its notes, whatever other days say of them."""

    def place(entry: Entry) -> tuple[str, int]:
        return min((note.source, note.position) for note in entry.paper.notes if note.date == day)

    return sorted(entries, key=place)


def _row(target: str, name: str, count: int, page: str, t: Words) -> str:
    return f"<li>{html.link(target, page, escape(name))} <span>{escape(t('paper_count', n=count))}</span></li>"


def _index(base: str, title: str, rows: Sequence[tuple[str, str, int]], t: Words) -> File:
    items = "".join(_row(target, name, count, base, t) for target, name, count in rows)
    return _index_page(base, title, f'<ul class="cb-index">{items}</ul>', t)


def _index_page(base: str, title: str, content: str, t: Words) -> File:
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
        empty = html.html_block(f"<h1>{escape(name)}</h1>", f"<p>{escape(t('empty'))}</p>")
        return File(path="index.md", text=head + empty)
    stats = (
        (len(entries), t("papers"), "days/"),
        (sum(len(entry.paper.claims) for entry in entries), t("stat_claims"), "benchmarks/"),
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
        f'<p class="cb-more">{html.link("days/", "", escape(t("all_days")))}</p>',
    )
    return File(path="index.md", text=head + body)
