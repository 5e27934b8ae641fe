"""The sole room that reads and writes the disk: notes, settings, ledger, generated pages, the built site."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from .model import Database, File, Place, Problem, Severity, Source
from .text import decode

NOTE_SUFFIXES = (".txt", ".md", ".html", ".htm")
SETTINGS = ("tags.yml", "benchmarks.yml", "overrides.yml")
LEDGER = "permalinks.yml"
OWN = ".claimbook"
"""How files begin that the build keeps beside the pages: its list of what it wrote, and shards of the search index."""
MANIFEST = f"{OWN}.json"
_WRITING = ".writing-"
_OF_A_SITE = "data/papers.jsonl"
"""A file that no folder but a site built here has."""
_LONGEST_BUILD = 3600
"""Seconds after which the private folder of a build was left by one that was killed."""


class StoreError(Exception):
    """The disk does not allow what is needed; the text says what and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedFile:
    """A file that waits on the disk, at `source`, until all are made and it is known that they may be published."""

    path: str
    place: Place
    source: Path
    sha256: str
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a build changes in the docs folder."""

    write: tuple[StagedFile, ...]
    delete: tuple[str, ...]
    unchanged: int


def _finding(path: str, code: str, message: str, severity: Severity = "problem", column: int = 1) -> Problem:
    return Problem(path=path, line=1, column=column, code=code, severity=severity, message=message)


def read_notes(folder: Path) -> tuple[tuple[Source, ...], tuple[Problem, ...]]:
    """All notes below a folder, by path, and what is to be said of them."""
    found = list(notes(folder))
    return tuple(f for f in found if isinstance(f, Source)), tuple(f for f in found if isinstance(f, Problem))


def notes(folder: Path) -> Iterator[Source | Problem]:
    """Each note below a folder, by path, one at a time; what could not be read is a problem, and stops nothing else."""
    if not folder.is_dir():
        raise StoreError(f"{folder}: no such folder of notes; create it or name another with --notes")
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        try:
            found = _read_note(path, name, folder)
        except OSError as error:
            found = _finding(name, "unreadable-file", f"cannot be read ({error.strerror}); correct its permissions")
        if found is None:
            continue
        yield found
        if isinstance(found, Source) and found.encoding != "utf-8":
            message = f"the file is in {found.encoding.upper()} and was decoded; save it as UTF-8 to be sure"
            yield _finding(name, "other-encoding", message, "notice")


def _walk(folder: Path) -> Iterator[Path]:
    """Files below a folder, sorted by path; hidden ones and their folders are left out.

    A folder that cannot be listed comes itself, in the place of its files.
    """
    try:
        found = sorted(folder.iterdir(), key=lambda p: p.name)
    except PermissionError:
        yield folder
        return
    for path in found:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink() and path.suffix.lower() not in NOTE_SUFFIXES:
            yield from _walk(path)
        else:
            yield path


def _read_note(path: Path, name: str, folder: Path) -> Source | Problem | None:
    """One note, or why it was not read; None for a file that is no note by its name."""
    if path.is_dir() and not path.is_symlink() and path.suffix.lower() not in NOTE_SUFFIXES:
        return _finding(name, "unreadable-folder", "the folder cannot be listed; correct its permissions")
    if path.suffix.lower() not in NOTE_SUFFIXES:
        if name in (*SETTINGS, LEDGER):
            return None
        message = f"not read: a note's name ends in {', '.join(NOTE_SUFFIXES)}"
        return _finding(name, "other-file", message, "notice")
    if path.exists() and not path.is_file():
        return _finding(name, "not-a-file", "this has the name of a note but is no file; rename it")
    if not Path(os.path.realpath(path)).is_relative_to(folder.resolve()):
        return _finding(name, "outside-link", "a symbolic link leads out of the notes folder; copy the file instead")
    data = _read_at_rest(path)
    if data is None:
        return _finding(
            name, "changing-file", "the file changed twice while it was read; run again when it is complete"
        )
    try:
        text, encoding = decode(data)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"byte {error.start} is neither UTF-8, UTF-16 nor GB18030; save the file as UTF-8"
        return Problem(path=name, line=line, column=1, code="bad-encoding", severity="problem", message=message)
    return Source(path=name, text=text, sha256=hashlib.sha256(data).hexdigest(), encoding=encoding)


def _read_at_rest(path: Path) -> bytes | None:
    """The bytes of a file that stayed as it was meanwhile; None where it changed in two tries."""
    for _ in range(2):
        before = path.stat()
        data = path.read_bytes()
        after = path.stat()
        if (before.st_mtime_ns, before.st_size, before.st_ino) == (after.st_mtime_ns, len(data), after.st_ino):
            return data
    return None


def read_optional(path: Path) -> str:
    """Text of a settings file, empty where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path}: cannot be read as UTF-8 text: {error}") from error


def write_text(path: Path, text: str) -> bool:
    """Replace a file in one step; False where it already holds the text."""
    return _write(path, _encoded(text))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _write(path: Path, data: bytes) -> bool:
    try:
        if path.read_bytes() == data:
            return False
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=_WRITING, delete=False) as stream:
        temporary = Path(stream.name)
        try:
            stream.write(data)
            stream.flush()
            temporary.chmod(0o644)
            temporary.replace(path)
        except BaseException:
            temporary.unlink()
            raise
    return True


def write_database(path: Path, made: Database) -> None:
    """Replace an SQLite file in one step. The same rows give the same bytes, with one version of SQLite."""
    temporary = path.with_name(f"{_WRITING}{path.name}")
    temporary.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            connection.executescript(f"PRAGMA journal_mode = OFF; BEGIN; {made.schema}")
            for table, values in made.rows:
                places = ",".join("?" * len(values))
                connection.execute(f"INSERT INTO {table} VALUES ({places})", _storable(values))
            connection.execute("COMMIT")
            connection.executescript(f"BEGIN; {made.finish} COMMIT;")
        temporary.replace(path)
    except sqlite3.Error as error:
        raise StoreError(
            f"{path}: SQLite {sqlite3.sqlite_version} cannot write it ({error}); 3.34 is needed"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _storable(values: Iterable[Any]) -> list[Any]:
    """Lone surrogates, which no file can hold, become question marks, as in every other file."""
    return [v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for v in values]


def require_site(site: Path) -> None:
    """Raise StoreError unless a site was built there."""
    if not (site / _OF_A_SITE).is_file():
        raise StoreError(f"{site}: no built site; run make site first")


def clear_leftovers(*folders: Path) -> None:
    """Remove the half-written files that a killed build left, not those that another may be writing."""
    for folder in folders:
        for path in folder.rglob(f"{_WRITING}*"):
            with contextlib.suppress(OSError):
                if path.is_file() and time.time() - path.lstat().st_mtime > _LONGEST_BUILD:
                    path.unlink()


def _manifest(docs: Path) -> dict[str, str]:
    try:
        recorded = json.loads((docs / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {str(path): str(digest) for path, digest in recorded.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def take_along(project_docs: Path, docs: Path) -> None:
    """Copy the project's hand-written pages into another docs folder, where it has none of that name."""
    if project_docs.resolve() == docs.resolve():
        return
    generated = set(_manifest(project_docs))
    recorded = _manifest(docs)
    for path in sorted(project_docs.rglob("*")):
        name = path.relative_to(project_docs).as_posix()
        if not path.is_file() or name in generated or path.name.startswith(OWN) or name in recorded:
            continue
        target = docs / name
        if not target.exists() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def stage(folder: Path, found: Iterable[File | Problem]) -> tuple[tuple[StagedFile, ...], tuple[Problem, ...]]:
    """Put files on the disk as they are made, and the problems aside: all pages at once need not fit into memory."""
    files, problems = [], []
    for item in found:
        if isinstance(item, Problem):
            problems.append(item)
            continue
        data, source = _encoded(item.text), folder / item.place / item.path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        files.append(StagedFile(path=item.path, place=item.place, source=source, sha256=digest, size=len(data)))
    return tuple(files), tuple(problems)


def unstage(files: Iterable[StagedFile], site: Path) -> None:
    """Copy finished files to their places below a site."""
    for file in files:
        target = site / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.source, target)


def plan(docs: Path, files: Iterable[StagedFile]) -> tuple[Plan, tuple[Problem, ...]]:
    """What has to change in the docs folder; a page written by hand is never overwritten."""
    recorded = _manifest(docs)
    write, problems, wanted, unchanged = [], [], set(), 0
    for file in files:
        wanted.add(file.path)
        target = docs / file.path
        if target.exists() and file.path not in recorded:
            message = "a page written by hand stands where a generated one belongs; move it to another name"
            problems.append(_finding(str(target), "hand-written-page", message, "refusal"))
        elif target.is_file() and hashlib.sha256(target.read_bytes()).hexdigest() == file.sha256:
            unchanged += 1
        else:
            write.append(file)
    delete = tuple(sorted(path for path in recorded if path not in wanted))
    return Plan(write=tuple(write), delete=delete, unchanged=unchanged), tuple(problems)


def apply(docs: Path, change: Plan, files: Iterable[StagedFile]) -> None:
    """Write and delete what was planned; a build that is killed here is mended by the next."""
    names = {file.path: file.sha256 for file in files}
    # The list comes first and holds old and new names: whatever the build leaves behind is known as generated.
    _write_manifest(docs, {**_manifest(docs), **names})
    for file in change.write:
        _write(docs / file.path, file.source.read_bytes())
    for name in change.delete:
        target = docs / name
        with contextlib.suppress(FileNotFoundError):
            target.unlink()
        for folder in PurePosixPath(name).parents:
            with contextlib.suppress(OSError):
                if folder.name:
                    (docs / folder).rmdir()
    _write_manifest(docs, names)


def _write_manifest(docs: Path, names: dict[str, str]) -> None:
    body = {"about": "Generated files of this folder; written by the build, not for editing.", "files": names}
    write_text(docs / MANIFEST, json.dumps(body, ensure_ascii=False, indent=0, sort_keys=True) + "\n")


@contextlib.contextmanager
def scratch(site: Path) -> Iterator[Path]:
    """A private folder beside `site` while the block runs; those that killed builds left behind are removed."""
    site = site.resolve()
    site.parent.mkdir(parents=True, exist_ok=True)
    for left in site.parent.glob(f".{glob.escape(site.name)}.new-*"):
        if time.time() - left.stat().st_mtime > _LONGEST_BUILD:
            shutil.rmtree(left, ignore_errors=True)
    private = Path(tempfile.mkdtemp(dir=site.parent, prefix=f".{site.name}.new-"))
    try:
        yield private
    finally:
        shutil.rmtree(private, ignore_errors=True)


@contextlib.contextmanager
def fresh_site(site: Path) -> Iterator[Path]:
    """A private folder to build in, which takes the place of `site` when the block ends well.

    The last good site stays until then; where a killed build left none, it is put back first.
    """
    site = site.resolve()
    aside = site.with_name(f".{site.name}.old")
    if aside.exists() and not site.exists():
        aside.rename(site)
    shutil.rmtree(aside, ignore_errors=True)
    if site.exists() and not (site.is_dir() and (not any(site.iterdir()) or (site / _OF_A_SITE).is_file())):
        raise StoreError(f"{site}: not a built site, so it is not replaced; name another folder with --site")
    with scratch(site) as private:
        private.chmod(0o755)
        yield private
        if site.exists():
            site.rename(aside)
        private.rename(site)
    shutil.rmtree(aside, ignore_errors=True)


def is_generated(docs: Path, path: Path) -> bool:
    """The build itself writes this file of the docs folder."""
    docs = docs.resolve()
    if not path.is_relative_to(docs):
        return False
    name = path.relative_to(docs).as_posix()
    return path.name.startswith(".") or name in _manifest(docs)
