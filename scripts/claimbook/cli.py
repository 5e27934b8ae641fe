"""Arguments, progress, printing and exit status."""

from __future__ import annotations

import argparse
import dataclasses
import io
import sys
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from . import pipeline, store
from .model import Place, Problem
from .reports import as_data, as_line
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
            return _check(folders, as_json=options.json)
        if options.command == "data":
            return _data(folders)
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
        choices=("site", "serve", "check", "data"),
        help="site: build it; serve: build, serve and rebuild on changes; check: report on the notes, write nothing; "
        "data: write the records into the built site as an SQLite file",
    )
    for name, default, what in (
        ("notes", "source_notes", "folder of notes, settings and ledger"),
        ("docs", "docs", "folder of page sources; generated pages are written here"),
        ("site", "site", "folder of the built site, replaced as a whole"),
    ):
        parser.add_argument(f"--{name}", type=Path, default=PROJECT / default, metavar="DIR", help=what)
    parser.add_argument("--port", type=int, default=8000, help="port of `serve` on 127.0.0.1 (default 8000)")
    parser.add_argument("--json", action="store_true", help="print the report of `check` as JSON")
    return parser


def load(folders: Folders) -> tuple[pipeline.Library, list[Problem]]:
    """Read notes and settings; a folder without vocabularies has the project's, one without the rest has none."""
    texts = {name: store.read_optional(folders.notes / name) for name in (*store.SETTINGS, store.LEDGER)}
    for name in ("tags.yml", "benchmarks.yml"):
        if not (folders.notes / name).exists():
            texts[name] = store.read_optional(PROJECT / "source_notes" / name)
    if not folders.notes.is_dir():
        raise store.StoreError(f"{folders.notes}: no such folder of notes; create it or name another with --notes")
    library = pipeline.assemble(store.notes(folders.notes), texts)
    folder = _as_typed(folders.notes)
    return library, [dataclasses.replace(p, path=(folder / p.path).as_posix()) for p in library.problems]


def _as_typed(folder: Path) -> Path:
    """A folder as the person typed it, so that an editor or a CI annotation finds the file."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _check(folders: Folders, *, as_json: bool) -> int:
    library, problems = load(folders)
    to_publish = 0
    for made in pipeline.render(library, mkdocs.site_info(PROJECT / "mkdocs.yml")):
        if isinstance(made, Problem):
            problems.append(made)
        else:
            to_publish += 1
    problems.sort(key=lambda p: (p.path, p.line, p.column))
    folder = _as_typed(folders.notes)
    reports = [dataclasses.replace(file, path=(folder / file.path).as_posix()) for file in library.files]
    totals = {
        "files": len(reports),
        "papers": len(library.entries),
        "claims": sum(len(entry.paper.claims) for entry in library.entries),
        "to_publish": to_publish,
    }
    if as_json:
        print(as_data(reports, problems, totals))
        return _status(problems)
    for report in reports:
        print(as_line(report))
    for problem in problems:
        print(f"{problem.severity}: {problem}")
    print(
        f"{totals['files']} files, {totals['papers']} papers, {totals['claims']} claims, "
        f"{totals['to_publish']} files to publish; {_count(problems)}"
    )
    return _status(problems)


def _status(problems: Iterable[Problem]) -> int:
    return max((_STATUS[problem.severity] for problem in problems), default=0)


def _count(problems: Sequence[Problem]) -> str:
    return ", ".join(f"{sum(p.severity == s for p in problems)} {s}s" for s in ("refusal", "problem", "notice"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """What a build needs of the notes once all files are made, which is little beside the papers themselves."""

    files: tuple[store.StagedFile, ...]
    papers: int
    newest_day: str
    ledger: str
    problems: tuple[Problem, ...]

    def at(self, place: Place) -> list[store.StagedFile]:
        """The files for one place."""
        return [file for file in self.files if file.place == place]


def _prepare(folders: Folders, scratch: Path) -> _Prepared:
    library, problems = load(folders)
    info = mkdocs.site_info(PROJECT / "mkdocs.yml")
    files, collisions = store.stage(scratch, pipeline.render(library, info, (*pipeline.OUTPUTS, pipeline.INDEX)))
    return _Prepared(
        files=files,
        papers=len(library.entries),
        newest_day=pipeline.newest_day(library),
        ledger=pipeline.dump_ledger(library),
        problems=(*problems, *collisions),
    )


def _site(folders: Folders) -> int:
    with store.scratch(folders.site) as scratch:
        return _publish(folders, _apart(folders, scratch), scratch)


def _apart(folders: Folders, scratch: Path) -> _Prepared:
    """Prepare in a process of its own: Pagefind needs the memory next, and Python would keep most of what it took."""
    # Not a pool, whose worker waits for ever when we are killed; spawned, since `serve` has threads.
    processes = get_context("spawn")
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=_send_prepared, args=(sender, folders, scratch))
    process.start()
    sender.close()
    try:
        answer: _Prepared | Exception = receiver.recv()
    except EOFError:
        process.join()
        answer = ChildProcessError(f"reading the notes ended with status {process.exitcode}")
    process.join()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _send_prepared(sender: Connection, folders: Folders, scratch: Path) -> None:
    try:
        answer: _Prepared | Exception = _prepare(folders, scratch)
    except _FAILURES as error:
        answer = error
    sender.send(answer)


def _publish(folders: Folders, made: _Prepared, scratch: Path) -> int:
    problems = list(made.problems)
    if _refused(problems):
        return 2
    store.take_along(PROJECT / "docs", folders.docs)
    change, in_the_way = store.plan(folders.docs, made.at("docs"))
    if _refused([*problems, *in_the_way]):
        return 2
    # After all that the notes may be refused for: it renews the index that the docs folder keeps between builds.
    index, incomplete = pagefind.build(made.at("index"), folders.docs, scratch)
    if _refused([*problems, *incomplete]):
        return 2
    store.apply(folders.docs, change, made.at("docs"))
    with store.fresh_site(folders.site) as target:
        mkdocs.build(PROJECT / "mkdocs.yml", folders.docs, target, made.newest_day)
        store.unstage(made.at("site"), target)
        pagefind.install(index, target)
        problems += links.check(target)
    # Only now: what a failed build would have minted was never given out.
    store.clear_leftovers(folders.notes, folders.docs)
    problems += _keep_ledger(folders.notes / store.LEDGER, made.ledger)
    _print(problems, least="problem")
    print(
        f"{folders.site}: {made.papers} papers; pages written {len(change.write)}, "
        f"unchanged {change.unchanged}, deleted {len(change.delete)}; {_count(problems)}"
    )
    return 0


def _refused(problems: Sequence[Problem]) -> bool:
    """Whether nothing may be published, which is then said."""
    if _status(problems) < _STATUS["refusal"]:
        return False
    _print(problems, least="refusal")
    print("error: nothing was published; the last good site is untouched", file=sys.stderr)
    return True


def _keep_ledger(path: Path, text: str) -> list[Problem]:
    try:
        store.write_text(path, text)
    except OSError as error:
        message = f"the ledger cannot be written ({error.strerror}): the addresses of new papers may change"
        return [
            Problem(path=path.as_posix(), line=1, column=1, code="ledger-not-kept", severity="problem", message=message)
        ]
    return []


def _data(folders: Folders) -> int:
    store.require_site(folders.site)
    target = folders.site / "data" / "claimbook.sqlite"
    library, _ = load(folders)
    store.write_database(target, pipeline.tables(library))
    claims = sum(len(entry.paper.claims) for entry in library.entries)
    print(f"{target}: {len(library.entries)} papers, {claims} claims")
    return 0


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
