"""The pages of benchmarks: every claim on one, newest first, its figures and its verdict beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .. import paths
from ..model import Benchmark, Check, Claim, Disagreement, Entry, File, Note, Result, SiteInfo, TagDefinition, Value
from ..text import escape, language
from . import html, lists
from .claims import UNCHECKED, claim_text, figure, verdict
from .ui import Words, words

PAGE_SIZE = 50
"""Claims on one part of a page: about 60 KB of HTML."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A claim on a benchmark, or a note that reports on it without a claim that names it."""

    entry: Entry
    note: Note
    claim: Claim | None


def pages(entries: Sequence[Entry], vocabulary: Sequence[TagDefinition], site: SiteInfo) -> Iterator[File]:
    """A page a benchmark, in parts, and their index."""
    t, tags = words(site.language), lists.tag_names(vocabulary, site)
    by_id = {entry.paper.id: entry for entry in entries}
    index = []
    for benchmark, found in lists.by_benchmark(entries).items():
        rows = _rows(benchmark, found)
        count = t("paper_count", n=len(found))
        if claims := sum(row.claim is not None for row in rows):
            count = f"{t('claim_count', n=claims)} · {count}"
        index.append((-len(found), benchmark.name.casefold(), benchmark, count))
        yield from _parts(benchmark, rows, count, _differing(benchmark, found, by_id, t), tags, t)
    items = "".join(
        f"<li>{html.link(paths.benchmark_url(b.slug), 'benchmarks/', escape(b.name))} <span>{escape(count)}</span></li>"
        for *_, b, count in sorted(index, key=lambda row: row[:2])
    )
    yield lists.index_page("benchmarks/", t("all_benchmarks"), f'<ul class="cb-index">{items}</ul>', t)


def _rows(benchmark: Benchmark, entries: Sequence[Entry]) -> list[_Row]:
    rows = []
    for entry in entries:
        named = [
            claim
            for claim in entry.paper.claims
            if any(b.slug == benchmark.slug for b in entry.facts.benchmarks.by_anchor.get(claim.anchor, ()))
        ]
        rows += [_Row(entry=entry, note=claim.note, claim=claim) for claim in named]
        if not named:
            rows.append(_Row(entry=entry, note=entry.paper.notes[0], claim=None))
    # A paper noted twice stands by the day of each note; the sort keeps the order within a day.
    return sorted(rows, key=lambda row: row.note.date, reverse=True)


def _parts(
    benchmark: Benchmark, rows: Sequence[_Row], count: str, differing: str, tags: Mapping[str, str], t: Words
) -> Iterator[File]:
    base = paths.benchmark_url(benchmark.slug)
    crumbs = [("", t("home")), ("benchmarks/", t("benchmarks"))]
    last = max(1, -(-len(rows) // PAGE_SIZE))
    for number in range(1, last + 1):
        page = paths.page_url(base, number)
        part = rows[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        groups = groupby(part, key=lambda row: (row.entry.paper.id, row.note.source, row.note.position))
        items = "\n".join(_group(benchmark, list(group), page, tags, t) for _, group in groups)
        content = (
            f'<p class="cb-count">{escape(count)}</p>',
            differing if number == 1 else "",
            f'<ol class="cb-list">{items}</ol>',
        )
        yield lists.list_part(base, benchmark.name, number, last, crumbs, content, t)


def _group(benchmark: Benchmark, rows: Sequence[_Row], page: str, tags: Mapping[str, str], t: Words) -> str:
    """A paper, as in any list, and below it what its note claims on the benchmark."""
    entry, note = rows[0].entry, rows[0].note
    claims = "\n".join(_claim(benchmark, entry, row.claim, page, t) for row in rows if row.claim)
    if not claims:
        return lists.item(entry, note, page, tags, t, f'<p class="cb-remark">{escape(t("unnamed_by_claims"))}</p>')
    heads = "".join(f'<th scope="col">{escape(t(key))}</th>' for key in ("number", "claim", "figures", "check"))
    table = (
        f'<table class="cb-claims cb-onbench"><caption class="cb-hidden">{escape(t("benchmark_claims"))}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{claims}\n</tbody></table>"
    )
    return lists.item(entry, note, page, tags, t, table)


def _claim(benchmark: Benchmark, entry: Entry, item: Claim, page: str, t: Words) -> str:
    check = entry.facts.checks.get(item.anchor, UNCHECKED)
    text = item.claim.text.text
    # A quote without a claim speaks for itself.
    shown = text or (item.claim.quote.text if item.claim.quote else "")
    outer = language(shown)
    content = claim_text(shown, check if text else UNCHECKED, outer, t)
    target = html.link(f"{entry.paper.url}#{item.anchor}", page, content, attributes=' class="cb-go"')
    return (
        f'<tr><th scope="row">{item.claim.number or "–"}</th><td class="cb-claim" lang="{outer}">{target}</td>'
        f'<td class="cb-figures">{_figures(benchmark, entry, item, check, t)}</td>'
        f'<td class="cb-check">{verdict(check, t)}</td></tr>'
    )


def _figures(benchmark: Benchmark, entry: Entry, item: Claim, check: Check, t: Words) -> str:
    """The numbers of a claim that may speak of this benchmark; where it is certain, with the system they belong to."""
    bound: dict[int, list[Result]] = {}
    for result in entry.facts.results:
        if result.anchor == item.anchor:
            bound.setdefault(result.start, []).append(result)
    rows = []
    for value in sorted(check.values, key=lambda v: v.number.start):
        found = bound.get(value.number.start, [])
        here = next((r for r in found if r.benchmark == benchmark.slug), None)
        if value.number.soft or (found and here is None):
            continue
        label = f"<span>{escape(_named(here))}</span> " if here else ""
        rows.append(f"<li>{label}{_figure(value, check, t)}</li>")
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def _figure(value: Value, check: Check, t: Words) -> str:
    """A number marked by its verdict; plain where there is no quote to look in."""
    if check.verdict == "no-quote":
        return f"<b>{escape(value.number.text)}</b>"
    return figure(value, language(value.number.text), t)


def _named(result: Result) -> str:
    return f"{result.system} · {result.metric}" if result.metric else result.system


def _differing(benchmark: Benchmark, entries: Sequence[Entry], by_id: Mapping[str, Entry], t: Words) -> str:
    """Where papers report different values for one system, side by side. Which of them is right, nobody says."""
    page = paths.benchmark_url(benchmark.slug)
    found = dict.fromkeys(d for entry in entries for d in entry.facts.disagreements if d.benchmark == benchmark.slug)
    if not found:
        return ""
    blocks = "".join(_sides(disagreement, by_id, page, t) for disagreement in found)
    return (
        f'<section class="cb-apart"><h2>{escape(t("reported_differently"))}</h2>'
        f'<p class="cb-remark">{escape(t("reported_differently_note"))}</p>{blocks}</section>'
    )


def _sides(disagreement: Disagreement, by_id: Mapping[str, Entry], page: str, t: Words) -> str:
    sides = []
    for paper, result in disagreement.reports:
        entry = by_id[paper]
        check = entry.facts.checks.get(result.anchor, UNCHECKED)
        value = next((v for v in check.values if v.number.start == result.start), None)
        shown = _figure(value, check, t) if value else escape(result.text)
        metric = f" <small>{escape(result.metric)}</small>" if result.metric else ""
        claim = next(c for c in entry.paper.claims if c.anchor == result.anchor)
        title = entry.facts.naming.name or entry.facts.naming.title
        source = html.link(
            f"{entry.paper.url}#{result.anchor}", page, f"<span{html.lang(title)}>{escape(title)}</span>"
        )
        facts = " · ".join(filter(None, (claim.note.date, t(claim.note.kind))))
        sides.append(
            f'<li><p class="cb-value">{shown}{metric}</p><p class="cb-meta">{source} · {escape(facts)}</p></li>'
        )
    system = disagreement.system
    return f'<h3{html.lang(system)}>{escape(system)}</h3><ul class="cb-sides">{"".join(sides)}</ul>'
