"""Arguments, progress, printing and exit status."""

from __future__ import annotations

import argparse
import dataclasses
import io
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from . import pipeline, store
from .model import Problem
from .readers.accounting import account
from .site import links, mkdocs, pagefind
from .site.serve import serve

PROJECT = Path(__file__).resolve().parents[2]
_STATUS = {"notice": 0, "problem": 1, "refusal": 2}
_FAILURES = (store.StoreError, mkdocs.MkDocsError, pagefind.PagefindError, OSError)
"""What the machine does not allow, as against a bug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where a run reads and writes."""

    notes: Path
    docs: Path
    site: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1 (problems, `check` only) or 2 (nothing was published)."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name or an output in another encoding must not stop a build, as it does not for stderr.
        sys.stdout.reconfigure(errors="backslashreplace")
    folders = Folders(notes=options.notes, docs=options.docs, site=options.site)
    try:
        if options.command == "check":
            return _check(folders)
        if options.command == "site":
            return _site(folders)
        return _serve(folders, options.port)
    except _FAILURES as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Exception:
        # Python's own status for a crash is 1, which here means that the notes have problems.
        traceback.print_exc()
        return 70


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Turn a folder of paper notes into a static site.")
    parser.add_argument(
        "command",
        choices=("site", "serve", "check"),
        help="site: build it; serve: build, serve and rebuild on changes; check: report on the notes, write nothing",
    )
    for name, default, what in (
        ("notes", "source_notes", "folder of notes, settings and ledger"),
        ("docs", "docs", "folder of page sources; generated pages are written here"),
        ("site", "site", "folder of the built site, replaced as a whole"),
    ):
        parser.add_argument(f"--{name}", type=Path, default=PROJECT / default, metavar="DIR", help=what)
    parser.add_argument("--port", type=int, default=8000, help="port of `serve` on 127.0.0.1 (default 8000)")
    return parser


def load(folders: Folders) -> tuple[pipeline.Library, list[Problem]]:
    """Read notes and settings; a folder without vocabularies has the project's, one without the rest has none."""
    sources, found = store.read_notes(folders.notes)
    texts = {name: store.read_optional(folders.notes / name) for name in (*store.SETTINGS, store.LEDGER)}
    for name in ("tags.yml", "benchmarks.yml"):
        if not (folders.notes / name).exists():
            texts[name] = store.read_optional(PROJECT / "source_notes" / name)
    library = pipeline.assemble(sources, texts)
    # As the person typed the folder, so that an editor or a CI annotation finds the file.
    folder = folders.notes.relative_to(Path.cwd()) if folders.notes.is_relative_to(Path.cwd()) else folders.notes
    return library, [dataclasses.replace(p, path=(folder / p.path).as_posix()) for p in (*found, *library.problems)]


def _check(folders: Folders) -> int:
    library, problems = load(folders)
    files, collisions = pipeline.render(library, mkdocs.site_info(PROJECT / "mkdocs.yml"))
    problems += collisions
    for problem in sorted(problems, key=lambda p: (p.path, p.line, p.column)):
        print(f"{problem.severity}: {problem}")
    for reading in library.readings:
        lines = account(reading)
        print(
            f"{reading.source.path}: {reading.format or 'no known format'}, {len(reading.notes)} papers, "
            f"{lines.total} lines: {lines.papers} in papers, {lines.header} header, "
            f"{lines.boilerplate} boilerplate, {len(lines.unclaimed)} unclaimed"
        )
    claims = sum(len(entry.paper.claims) for entry in library.entries)
    print(f"{len(library.entries)} papers, {claims} claims, {len(files)} files to publish; {_count(problems)}")
    return max((_STATUS[problem.severity] for problem in problems), default=0)


def _count(problems: Sequence[Problem]) -> str:
    return ", ".join(f"{sum(p.severity == s for p in problems)} {s}s" for s in ("refusal", "problem", "notice"))


def _site(folders: Folders) -> int:
    library, problems = load(folders)
    info = mkdocs.site_info(PROJECT / "mkdocs.yml")
    files, collisions = pipeline.render(library, info)
    pages = [file for file in files if file.place == "docs"]
    store.take_along(PROJECT / "docs", folders.docs)
    change, in_the_way = store.plan(folders.docs, pages)
    found, incomplete = pagefind.build(pipeline.index(library, info), folders.docs)
    problems += [*collisions, *in_the_way, *incomplete]
    if any(problem.severity == "refusal" for problem in problems):
        _print(problems, least="refusal")
        print("error: nothing was published; the last good site is untouched", file=sys.stderr)
        return 2
    store.apply(folders.docs, change, pages)
    with store.fresh_site(folders.site) as target:
        mkdocs.build(PROJECT / "mkdocs.yml", folders.docs, target, pipeline.newest_day(library))
        for file in files:
            if file.place == "site":
                store.write_text(target / file.path, file.text)
        pagefind.install(found, target)
        problems += links.check(target)
    # Only now: what a failed build would have minted was never given out.
    problems += _keep_ledger(folders.notes / store.LEDGER, pipeline.dump_ledger(library))
    _print(problems, least="problem")
    print(
        f"{folders.site}: {len(library.entries)} papers; pages written {len(change.write)}, "
        f"unchanged {change.unchanged}, deleted {len(change.delete)}; {_count(problems)}"
    )
    return 0


def _keep_ledger(path: Path, text: str) -> list[Problem]:
    try:
        store.write_text(path, text)
    except OSError as error:
        message = f"the ledger cannot be written ({error.strerror}): the addresses of new papers may change"
        return [
            Problem(path=path.as_posix(), line=1, column=1, code="ledger-not-kept", severity="problem", message=message)
        ]
    return []


def _print(problems: Sequence[Problem], least: str) -> None:
    for problem in sorted(problems, key=lambda p: (p.path, p.line, p.column)):
        if _STATUS[problem.severity] >= _STATUS[least]:
            print(f"{problem.severity}: {problem}", file=sys.stderr)


def _serve(folders: Folders, port: int) -> int:
    status = _site(folders)
    if status and not folders.site.is_dir():
        return status

    def rebuild() -> None:
        try:
            _site(folders)
        except _FAILURES as error:
            print(f"error: {error}", file=sys.stderr)

    def ours(path: Path) -> bool:
        return path.name == store.LEDGER or path.name.startswith(".") or store.is_generated(folders.docs, path)

    watched = [folders.notes, folders.docs, PROJECT / "mkdocs.yml"]
    serve(folders.site, watched, ours, rebuild, port, lambda url: print(f"{url} (Ctrl+C ends)", flush=True))
    return 0
