"""What was taken from which file, as pages of the site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from .. import paths
from ..model import Entry, File, FileReport, Problem, SiteInfo
from ..text import escape
from . import html
from .lists import pager
from .ui import Words, words

PAGE_SIZE = 50
"""Files on one page."""
_BASE = "status/"
_MOST_FINDINGS = 20
"""Findings of one file that are shown; a file in which everything is wrong needs no longer list."""


def pages(files: Sequence[FileReport], entries: Sequence[Entry], site: SiteInfo) -> Iterator[File]:
    """The state of every file of the notes folder; the last path comes first, as the newest day does elsewhere."""
    t = words(site.language)
    taken: dict[str, dict[int, Entry]] = defaultdict(dict)
    for entry in entries:
        for note in entry.paper.all_notes:
            taken[note.source][note.position] = entry
    files = files[::-1]
    last = max(1, -(-len(files) // PAGE_SIZE))
    for number in range(1, last + 1):
        page = paths.page_url(_BASE, number)
        part = files[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        rows = "\n".join(_file(file, taken[file.path], page, t) for file in part)
        body = html.html_block(
            html.breadcrumbs([("", t("home"))], page, t("breadcrumb")),
            f"<h1>{escape(t('status'))}</h1>",
            f'<p class="cb-lead">{escape(t("status_lead"))}</p>',
            f'<p class="cb-count">{escape(_totals(files, t))}</p>',
            f'<ul class="cb-status">{rows}</ul>',
            pager(_BASE, number, last, t),
        )
        title = t("status") if number == 1 else f"{t('status')} ({number})"
        yield File(path=paths.markdown_path(page), text=html.front_matter(title, hide=("navigation", "toc")) + body)


def _totals(files: Sequence[FileReport], t: Words) -> str:
    skipped = sum(bool(file.skipped) for file in files)
    findings = sum(len(file.problems) for file in files)
    return t("status_totals", files=len(files), papers=sum(f.papers for f in files), skipped=skipped, found=findings)


def _file(file: FileReport, taken: Mapping[int, Entry], page: str, t: Words) -> str:
    facts = [file.format, file.encoding.upper()]
    if file.lines:
        facts.append(t("status_lines", papers=file.in_papers, all=file.lines, lost=file.unclaimed))
    parts = [f"<p><code>{escape(file.path)}</code></p>", f'<p class="cb-meta">{_joined(facts)}</p>']
    if file.skipped:
        parts.append(f'<p lang="en">{escape(t("status_skipped"))} {escape(file.skipped)}</p>')
    else:
        count = t("paper_count", n=file.papers) + (t("status_merged", n=file.merged) if file.merged else "")
        parts.append(f"<details><summary>{escape(count)}</summary>{_papers(taken, page)}</details>")
    found = [problem for problem in file.problems if problem.message != file.skipped]
    if found:
        parts.append(_findings(found, page, t))
    return f"<li>{''.join(parts)}</li>"


def _joined(facts: Sequence[str]) -> str:
    return " · ".join(escape(fact) for fact in facts if fact)


def _papers(taken: Mapping[int, Entry], page: str) -> str:
    items = []
    for _, entry in sorted(taken.items()):
        title = entry.facts.naming.title
        items.append(f"<li{html.lang(title)}>{html.link(entry.paper.url, page, escape(title))}</li>")
    return f"<ol>{''.join(items)}</ol>"


def _findings(problems: Sequence[Problem], page: str, t: Words) -> str:
    items = "".join(_finding(problem, page, t) for problem in problems[:_MOST_FINDINGS])
    more = len(problems) - _MOST_FINDINGS
    rest = f"<li>{escape(t('status_more', n=more))}</li>" if more > 0 else ""
    return f'<ul class="cb-findings">{items}{rest}</ul>'


def _finding(problem: Problem, page: str, t: Words) -> str:
    code = html.link(f"guide/problems/#{problem.code}", page, escape(problem.code))
    place = escape(t("line", n=problem.line))
    level = escape(t(f"severity_{problem.severity}"))
    message = f'<span lang="en">{escape(problem.message)}</span>'
    return f'<li data-severity="{problem.severity}">{level} · {place} · {code}: {message}</li>'
