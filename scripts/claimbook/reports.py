"""What is said of each file: its format, how many papers it gave, where its lines went, what was found in it."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .identity import Standing
from .model import FileReport, Problem, Reading
from .readers.accounting import account

_FINDING = ("path", "line", "column", "code", "severity", "message")


def report(reading: Reading) -> FileReport:
    """What one reading tells; whether its papers are new only all files together tell."""
    lines = account(reading)
    return FileReport(
        path=reading.source.path,
        format="" if reading.format == "none" else reading.format,
        encoding=reading.source.encoding,
        papers=len(reading.notes),
        lines=lines.total,
        in_papers=lines.papers,
        header=lines.header,
        boilerplate=lines.boilerplate,
        unclaimed=len(lines.unclaimed),
    )


def reports(
    drafts: Iterable[FileReport], standing: Mapping[tuple[str, int], Standing], problems: Iterable[Problem]
) -> tuple[FileReport, ...]:
    """One report a file, in the order of the drafts, with what was found in it in the order of its lines."""
    counts = Counter((path, state) for (path, _), state in standing.items())
    found: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        found[problem.path].append(problem)
    return tuple(
        dataclasses.replace(
            draft,
            new=counts[draft.path, "new"],
            merged=counts[draft.path, "merged"],
            skipped="" if draft.papers else _reason(found[draft.path]),
            problems=tuple(sorted(found[draft.path], key=lambda p: (p.line, p.column))),
        )
        for draft in drafts
    )


def _reason(problems: Sequence[Problem]) -> str:
    """Why a file gave no paper: the gravest of what was found says it, and of these the first."""
    order = ("refusal", "problem", "notice")
    return min(problems, key=lambda p: order.index(p.severity)).message if problems else "no paper"


def as_line(report: FileReport) -> str:
    """One line of text for a person."""
    if report.skipped:
        read = ", ".join(filter(None, (report.format, report.encoding)))
        return f"{report.path}: skipped{f' ({read})' if read else ''}: {report.skipped}"
    return (
        f"{report.path}: {report.format} in {report.encoding}, {report.papers} papers "
        f"({report.new} new, {report.merged} merged), {report.lines} lines: {report.in_papers} in papers, "
        f"{report.header} header, {report.boilerplate} boilerplate, {report.unclaimed} unclaimed"
    )


def as_data(reports: Iterable[FileReport], problems: Iterable[Problem], totals: Mapping[str, int]) -> str:
    """The same for programs, as docs/guide/problems.md describes it."""
    findings = [{name: getattr(p, name) for name in _FINDING} for p in problems]
    counts = Counter(finding["severity"] for finding in findings)
    return json.dumps(
        {
            "version": 1,
            "files": [_file(report) for report in reports],
            "findings": findings,
            "totals": {**totals, **{f"{s}s": counts[s] for s in ("notice", "problem", "refusal")}},
        },
        ensure_ascii=False,
        indent=1,
    )


def _file(report: FileReport) -> dict[str, Any]:
    return {
        "path": report.path,
        "format": report.format or None,
        "encoding": report.encoding or None,
        "skipped": report.skipped or None,
        "papers": report.papers,
        "new": report.new,
        "merged": report.merged,
        "lines": {
            "all": report.lines,
            "papers": report.in_papers,
            "header": report.header,
            "boilerplate": report.boilerplate,
            "unclaimed": report.unclaimed,
        },
    }
