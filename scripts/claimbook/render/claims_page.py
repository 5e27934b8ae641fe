"""All claims in one place: the page that browses them, and for readers without scripts a list a month."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import paths
from ..model import Claim, ClaimVerdict, Entry, File, SiteInfo
from ..text import escape, language
from . import claims, html, lists
from .ui import TEXTS, Words, words

PAGE_SIZE = 50
"""Claims on one part of a list, about 60 KB of HTML; docs/assets/js/claimsbrowser.js lists as many at a time."""
BASE = "claims/"
_SCRIPT = "assets/js/claimsbrowser.js"
_FACETS = ("verdict", "benchmark", "system", "tag", "kind", "year")
_LONG = ("benchmark", "system", "tag")
"""Facets with so many values that a field to find one is worth its place."""
_SORTS = ("search_sort_date", "search_sort_oldest", "sort_verdict", "sort_paper")
"""The names of the orders; docs/assets/js/facets.js has their values, in this order."""
_ORDERS = ("newest", "oldest", "verdict", "paper")
_VERDICTS: tuple[ClaimVerdict, ...] = (
    "supported",
    "partial",
    "differs",
    "no-numbers",
    "no-quote",
    "own-words",
    "unchecked",
)
_KINDS = ("deep", "brief", "digest", "note")
_SAID = (
    "claim_count",
    "claim_count_one",
    "shown_of",
    "remove",
    "fewer_values",
    "download_csv",
    "downloading",
    "downloaded",
    "no_claims_left",
    "not_loaded",
    "search_more",
    "search_more_values",
    "search_retry",
    "search_advice_unfilter",
)
"""Words of the interface that the script needs."""
_BENCHMARKS = 60
"""Links to benchmarks on the page; the rest is one link further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    entry: Entry
    claim: Claim


def pages(entries: Sequence[Entry], site: SiteInfo) -> Iterator[File]:
    """The browser with the newest claims in it, and the lists by month."""
    t = words(site.language)
    rows = [_Row(entry=entry, claim=claim) for entry in entries for claim in entry.paper.claims]
    # A paper noted twice stands by the day of each note; the sort keeps the order within a day.
    rows.sort(key=lambda row: row.claim.note.date, reverse=True)
    months: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        months[row.claim.note.date[:7]].append(row)
    yield _browser(rows, months, entries, t)
    for month, found in months.items():
        yield from _month(month, found, t)


def _month(month: str, rows: Sequence[_Row], t: Words) -> Iterator[File]:
    base = paths.claims_month_url(month)
    crumbs = [("", t("home")), (BASE, t("all_claims"))]
    last = -(-len(rows) // PAGE_SIZE)
    for number in range(1, last + 1):
        part = rows[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        content = (
            f'<p class="cb-count">{escape(t("claim_count", n=len(rows)))}</p>',
            _table(part, paths.page_url(base, number), t),
        )
        yield lists.list_part(base, t("claims_of_month", month=month or t("undated")), number, last, crumbs, content, t)


def _table(rows: Sequence[_Row], page: str, t: Words) -> str:
    names = ("claim", "papers", "benchmarks", "check")
    heads = "".join(f'<th scope="col">{escape(t(name))}</th>' for name in names)
    body = "\n".join(_row(row, page, t) for row in rows)
    return (
        f'<table class="cb-claims cb-browse"><caption class="cb-hidden">{escape(t("all_claims"))}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    )


def _row(row: _Row, page: str, t: Words) -> str:
    entry, item = row.entry, row.claim
    check = entry.facts.checks.get(item.anchor, claims.UNCHECKED)
    text = item.claim.text.text
    # A quote without a claim speaks for itself.
    shown = text or (item.claim.quote.text if item.claim.quote else "")
    outer = language(shown)
    content = claims.claim_text(shown, check if text else claims.UNCHECKED, outer, t)
    link = html.link(f"{entry.paper.url}#{item.anchor}", page, content, attributes=' class="cb-go"')
    named = entry.facts.benchmarks.by_anchor.get(item.anchor, ())
    on = "".join(f"<li>{html.link(paths.benchmark_url(b.slug), page, escape(b.name))}</li>" for b in named)
    return (
        f'<tr><td class="cb-claim" lang="{outer}">{link}</td><td class="cb-of">{_paper(row, page, t)}</td>'
        f'<td class="cb-on">{f"<ul>{on}</ul>" if on else ""}</td>'
        f'<td class="cb-check">{_verdict(check.verdict, t)}</td></tr>'
    )


def _paper(row: _Row, page: str, t: Words) -> str:
    naming, note = row.entry.facts.naming, row.claim.note
    name = naming.name or naming.title
    link = html.link(row.entry.paper.url, page, f"<span{html.lang(name)}>{escape(name)}</span>")
    date = f'<time datetime="{note.date}">{note.date}</time> · ' if note.date else ""
    return f"{link}<small>{date}{escape(t(note.kind))}</small>"


def _verdict(verdict: ClaimVerdict, t: Words) -> str:
    name = escape(_called(verdict, t))
    return f'<span class="cb-verdict" data-verdict="{verdict}">{claims.SIGNS[verdict]} {name}</span>'


def _called(verdict: ClaimVerdict, t: Words) -> str:
    """A verdict in words that hold for any claim with it, without the counts that the paper's page has."""
    key = f"search_verdict_{verdict}"
    return t(key if key in TEXTS else verdict)


def _browser(rows: Sequence[_Row], months: Mapping[str, Sequence[_Row]], entries: Sequence[Entry], t: Words) -> File:
    script = f'<script type="module" src="{escape(paths.relative(_SCRIPT, BASE))}"></script>'
    body = html.html_block(
        html.breadcrumbs([("", t("home"))], BASE, t("breadcrumb")),
        f"<h1>{escape(t('all_claims'))}</h1>",
        f'<p class="cb-lead">{escape(t("claims_lead"))}</p>',
        f'<div class="cb-browser" data-words="{escape(_said(t))}">',
        _filters(t),
        '<div class="cb-found">',
        f'<div class="cb-overview"><p class="cb-count" role="status">{escape(t("claim_count", n=len(rows)))}</p>',
        _tools(t),
        '<ul class="cb-chips cb-chosen" hidden></ul>',
        _table(rows[:PAGE_SIZE], BASE, t),
        '<p class="cb-rest"><button type="button" data-do="more" hidden></button></p>',
        "</div></div>",
        script,
        _static(months, entries, t),
    )
    head = html.front_matter(t("all_claims"), description=t("claims_lead"), hide=("navigation", "toc"))
    return File(path=paths.markdown_path(BASE), text=head + body)


def _said(t: Words) -> str:
    """The words of the interface that the script needs; `{n}` and the like stay for it to fill in."""
    blanks = {name: f"{{{name}}}" for name in ("n", "shown", "name")}
    said = {key: t(key, **blanks) for key in _SAID}
    said |= {f"verdict_{verdict}": _called(verdict, t) for verdict in _VERDICTS}
    said |= {f"kind_{kind}": t(kind) for kind in _KINDS}
    said |= {f"sign_{verdict}": claims.SIGNS[verdict] for verdict in _VERDICTS}
    return json.dumps(said, ensure_ascii=False)


def _filters(t: Words) -> str:
    """Real controls, which the script fills with values; without it none of them is shown."""
    groups = []
    for facet in _FACETS:
        name = t(f"search_facet_{facet}")
        find = escape(t("find_value", name=name))
        field = f'<input type="search" placeholder="{find}" aria-label="{find}">' if facet in _LONG else ""
        groups.append(f'<fieldset data-facet="{facet}"><legend>{escape(name)}</legend>{field}<ul></ul></fieldset>')
    title = escape(t("search_filters"))
    return (
        f'<form class="cb-narrow" method="get" aria-label="{title}" hidden>'
        f"<details open><summary>{title} <span></span></summary>{''.join(groups)}</details></form>"
    )


def _tools(t: Words) -> str:
    options = "".join(
        f'<option value="{value}">{escape(t(name))}</option>' for value, name in zip(_ORDERS, _SORTS, strict=True)
    )
    return (
        '<div class="cb-order" hidden>'
        f"<label>{escape(t('search_sort'))} <select>{options}</select></label>"
        f'<button type="button" data-do="csv">{escape(t("download_csv"))}</button>'
        f'<a href="{escape(paths.relative("search/", BASE))}?scope=claims">{escape(t("claims_search"))}</a></div></div>'
    )


def _static(months: Mapping[str, Sequence[_Row]], entries: Sequence[Entry], t: Words) -> str:
    """The ways to all claims that need no script."""
    by_month = "".join(
        f"<li>{html.link(paths.claims_month_url(month), BASE, escape(month or t('undated')))}"
        f" <span>{escape(t('claim_count', n=len(found)))}</span></li>"
        for month, found in months.items()
    )
    ranked = sorted(lists.by_benchmark(entries).items(), key=lambda item: (-len(item[1]), item[0].name.casefold()))
    by_benchmark = "".join(
        f"<li>{html.link(paths.benchmark_url(b.slug), BASE, escape(b.name))}"
        f" <span>{escape(t('paper_count', n=len(found)))}</span></li>"
        for b, found in ranked[:_BENCHMARKS]
    )
    return (
        f'<p class="cb-remark cb-unfiltered">{escape(t("without_filters"))}</p>'
        f'<h2 id="cb-months">{escape(t("by_month"))}</h2><ul class="cb-index">{by_month}</ul>'
        f'<h2 id="benchmarks">{escape(t("by_benchmark"))}</h2><ul class="cb-index">{by_benchmark}</ul>'
        f'<p class="cb-more">{html.link("benchmarks/", BASE, escape(t("all_benchmarks")))}</p>'
    )
