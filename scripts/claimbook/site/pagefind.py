"""Builds the search index in shards with Pagefind, and keeps each shard as long as its papers stay the same."""

from __future__ import annotations

import gzip
import json
import math
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..model import Problem
from ..paths import digest
from ..store import OWN, StagedFile

SHARD_SIZE = 72_000_000
"""Bytes of documents in one run of Pagefind, about 1,400 papers: it takes some 50 times that in memory. Each further
shard costs readers requests and bytes (docs/decisions/0009-search.md)."""
FOLDER = "pagefind"
"""Below the site: a folder a shard, and the tables."""
_PAPERS = "papers"
_CACHE = f"{OWN}-search-"
_WORDS = 3
"""Words of a usual query: a name, or four Han letters."""
_CHUNK_SIZE = "PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE"
_ALLOCATOR = "_RJEM_MALLOC_CONF"
"""How Pagefind's allocator, jemalloc, is told to give back memory at once: a sixth less at the peak, for no time."""
_SIGNATURE = b"pagefind_dcd"
_KEPT = ("index", "fragment")
_ENTRY = "pagefind-entry.json"
_SCRIPT = "pagefind.js"
_KEPT_FILES = (_ENTRY, _SCRIPT, "wasm.unknown.pagefind")
_EXPORT = b"\nexport { PagefindInstance };\n"
"""Added to Pagefind's script: a shard is then opened without a request for its entry file."""
_FORMAT = 2
"""Goes up when a packed shard holds something else than before."""

Row = dict[str, Any]


class PagefindError(Exception):
    """Pagefind did not run; the text is what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """A part of the index, packed; `ids` are Pagefind's names of the papers, by address; `entry` is its entry file."""

    name: str
    packed: Path
    ids: Mapping[str, str]
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """All shards, oldest papers first, with the tables that go beside them."""

    shards: tuple[Shard, ...]
    tables: Mapping[str, bytes]
    rebuilt: int = 0


def build(
    files: Iterable[StagedFile], cache: Path, work: Path, size: int = SHARD_SIZE
) -> tuple[Index, tuple[Problem, ...]]:
    """Index the documents; a shard that `cache` holds is not built again. A paper that went missing is a refusal.

    `work` is a private folder in the file system of the files, which are moved.
    """
    cache.mkdir(parents=True, exist_ok=True)
    at = {file.path: file for file in files}
    table = json.loads(at.pop(f"{_PAPERS}.json").source.read_bytes())
    papers = sorted(table["papers"], key=lambda row: (row["first"], row["url"]))
    shards: list[Shard] = []
    problems: list[Problem] = []
    rebuilt = 0
    for number, group in enumerate(_groups([at[f"{row['url']}index.html"] for row in papers], size)):
        name = _name(number, group)
        packed = cache / f"{_CACHE}{name}.zip"
        if not packed.exists():
            rebuilt += 1
            problems += _make(work, number, group, packed)
        if not problems:
            shards.append(_open(name, packed))
    if problems:
        return Index(shards=(), tables={}), tuple(problems)
    for old in cache.glob(f"{_CACHE}*.zip"):
        if old not in {shard.packed for shard in shards}:
            old.unlink()
    # The other tables only now, since Pagefind needs the memory before.
    more = {path[:-5]: json.loads(file.source.read_bytes()) for path, file in at.items() if path.endswith(".json")}
    return Index(shards=tuple(shards), tables=_tables({**more, _PAPERS: table}, shards), rebuilt=rebuilt), ()


def install(index: Index, site: Path) -> None:
    """Unpack the index into a built site."""
    target = site / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    for shard in index.shards:
        with zipfile.ZipFile(shard.packed) as archive:
            archive.extractall(target / shard.name)
        (target / shard.name / "ids.json").unlink()
    for name, data in index.tables.items():
        (target / name).write_bytes(data)


def _groups(documents: Sequence[StagedFile], size: int) -> Iterator[list[StagedFile]]:
    """Cut a list, oldest first, where a group is full: what comes later changes no group but the last."""
    group: list[StagedFile] = []
    left = size
    for document in documents:
        if group and document.size > left:
            yield group
            group, left = [], size
        group.append(document)
        left -= document.size
    if group:
        yield group


def _name(number: int, group: Iterable[StagedFile]) -> str:
    """Changes with every word of a shard, so that browsers may keep what they have of it."""
    names = [f"{file.path} {file.sha256}" for file in group]
    return digest("\n".join([version("pagefind"), str(_FORMAT), str(number), *names]), 12)


def _make(work: Path, number: int, group: Sequence[StagedFile], packed: Path) -> list[Problem]:
    """Index one group of papers and pack what a reader needs."""
    source, output = work / f"s{number}", work / f"s{number}-index"
    for file in group:
        target = source / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        file.source.rename(target)
    # The language is only a name: it goes before the ids of the papers and keeps those of two shards apart.
    command = [sys.executable, "-m", "pagefind", "--silent", "--site", str(source), "--output-path", str(output)]
    command += ["--force-language", f"s{number}", "--include-characters", "%", "--root-selector", "body"]
    # A reader fetches the list of all chunks, and for each word a chunk: for w words the sum is smallest where a chunk
    # is the square root of the whole over w. The variable is not documented; a Pagefind that does not know it makes
    # larger chunks, which are as good but for size.
    chunk = math.isqrt(sum(file.size for file in group) // _WORDS)
    environment = {_ALLOCATOR: "dirty_decay_ms:0,muzzy_decay_ms:0", **os.environ, _CHUNK_SIZE: str(chunk)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    shutil.rmtree(source)
    if done.returncode:
        raise PagefindError((done.stdout + done.stderr).strip())
    problems = _count(output, len(group))
    if not problems:
        _pack(output, packed)
    shutil.rmtree(output)
    return problems


def _count(output: Path, expected: int) -> list[Problem]:
    """Compare what Pagefind says it indexed with what it was given."""
    entry = output / _ENTRY
    try:
        languages = json.loads(entry.read_text(encoding="utf-8"))["languages"].values()
        found = sum(int(language["page_count"]) for language in languages)
        message = (
            f"the search index holds {found} papers of {expected}; build again, and report it if that does not help"
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        found, message = -1, "the entry file of the search index cannot be read; build again"
    if found == expected:
        return []
    path = f"{FOLDER}/{entry.name}"
    return [Problem(path=path, line=1, column=1, code="incomplete-index", severity="refusal", message=message)]


def _pack(output: Path, packed: Path) -> None:
    """One file a shard: it is moved into place whole, and a thousand small ones would slow every walk over docs."""
    ids = {}
    for path in (output / "fragment").iterdir():
        url = json.loads(gzip.decompress(path.read_bytes()).removeprefix(_SIGNATURE))["url"]
        ids[url.lstrip("/")] = path.stem
    partial = packed.with_suffix(".new")
    # Stored as they are: Pagefind's files are compressed already.
    with zipfile.ZipFile(partial, "w") as archive:
        _add(archive, "ids.json", json.dumps(ids, ensure_ascii=False).encode())
        for path in sorted(output.rglob("*")):
            name = path.relative_to(output).as_posix()
            if path.is_file() and (name.split("/")[0] in _KEPT or name in _KEPT_FILES or path.suffix == ".pf_meta"):
                _add(archive, name, path.read_bytes() + (_EXPORT if name == _SCRIPT else b""))
    os.replace(partial, packed)  # noqa: PTH105 - the same on every system, also where the name is taken


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Without a date of its own, so that the same papers pack to the same bytes."""
    archive.writestr(zipfile.ZipInfo(name), data)


def _open(name: str, packed: Path) -> Shard:
    with zipfile.ZipFile(packed) as archive:
        ids, entry = (json.loads(archive.read(file)) for file in ("ids.json", _ENTRY))
    return Shard(name=name, packed=packed, ids=ids, entry=entry)


def _tables(data: Mapping[str, Any], shards: Sequence[Shard]) -> dict[str, bytes]:
    """What a reader's browser knows of every paper: one file to list results, one to filter them; column by column."""
    table = data[_PAPERS]
    rows: Sequence[Row] = table["papers"]
    ids = {url: identity for shard in shards for url, identity in shard.ids.items()}
    slugs = {slug: name for row in rows for slug, name in row["benchmarks"]}
    tag_at = {tag: index for index, tag in enumerate(table["tags"])}
    benchmark_at = {slug: index for index, slug in enumerate(slugs)}
    papers = {
        "shards": {shard.name: shard.entry for shard in shards},
        "ids": " ".join(ids[row["url"]] for row in rows),
        "urls": "\n".join(row["url"].removeprefix("papers/").removesuffix("/") for row in rows),
        "arxiv": {row["id"]: at for at, row in enumerate(rows) if row["id"] and row["url"] != f"papers/{row['id']}/"},
        "dates": " ".join(row["date"] for row in rows),
        "kinds": " ".join(row["kind"] for row in rows),
        "names": "\n".join("\t".join(row["names"] or [row["title"]]) for row in rows),
        "words": [row["words"] for row in rows],
    }
    data = {
        **data,
        _PAPERS: papers,
        "facets": {
            "tags": list(table["tags"].items()),
            "benchmarks": list(slugs.items()),
            "papers": [
                [[tag_at[tag] for tag in row["tags"]], [benchmark_at[b[0]] for b in row["benchmarks"]]] for row in rows
            ],
        },
    }
    return {f"{name}.bin": _squeezed(value) for name, value in data.items()}


def _squeezed(value: object) -> bytes:
    """Compressed here, since not every host does it."""
    return gzip.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0)
