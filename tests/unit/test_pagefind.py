"""The search index on the disk: shards, what is kept of them, and the count that must be right."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claimbook import store
from claimbook.model import File, Problem
from claimbook.site import pagefind

DAYS = 8


def documents(days: int = DAYS, changed: str = "") -> Iterator[File]:
    """A paper a day, newest first, each about as long as the others."""
    rows = []
    for day in reversed(range(1, days + 1)):
        url = f"papers/2026-01-{day:02}-paper/"
        words = f"paper_ number{day:02}_ {'changed_' if url == changed else 'written_'}"
        text = f'<!doctype html><html lang="unknown"><body>{words} <a id="x"></a>成功~ 功率</body></html>'
        yield File(path=f"{url}index.html", text=text, place="index")
        date = f"2026-01-{day:02}"
        rows.append(
            {"url": url, "id": "", "title": url, "names": [], "words": 1, "date": date, "first": date, "kind": "deep"}
            | {"tags": [], "benchmarks": []}
        )
    yield File(path="papers.json", text=json.dumps({"tags": {}, "papers": rows}), place="index")


SIZE = 3 * len(next(documents()).text.encode())
"""Room for three papers."""


def build(folder: Path, found: Iterator[File], size: int = SIZE) -> tuple[pagefind.Index, tuple[Problem, ...]]:
    """Build with a folder that keeps the shards."""
    with store.scratch(folder) as work:
        return pagefind.build(store.stage(work, found)[0], folder, work, size)


def table(index: pagefind.Index, name: str = "papers.bin") -> Any:
    return json.loads(gzip.decompress(index.tables[name]))


def test_shards_are_cut_from_the_oldest(tmp_path: Path) -> None:
    index, problems = build(tmp_path, documents())
    assert not problems
    assert [sorted(shard.ids) for shard in index.shards] == [
        [f"papers/2026-01-{day:02}-paper/" for day in days] for days in ((1, 2, 3), (4, 5, 6), (7, 8))
    ]
    assert index.rebuilt == 3


def test_the_table_names_every_paper_newest_first(tmp_path: Path) -> None:
    index, _ = build(tmp_path, documents())
    columns = table(index)
    assert columns["urls"].split("\n")[0] == f"2026-01-{DAYS:02}-paper"
    ids = columns["ids"].split(" ")
    assert len(set(ids)) == DAYS
    assert [identity.split("_")[0] for identity in ids] == ["s2", "s2", "s1", "s1", "s1", "s0", "s0", "s0"]
    assert list(columns["shards"]) == [shard.name for shard in index.shards]


def test_the_table_has_what_the_entry_files_say(tmp_path: Path) -> None:
    index, _ = build(tmp_path / "cache", documents())
    pagefind.install(index, tmp_path / "site")
    for name, entry in table(index)["shards"].items():
        folder = tmp_path / "site" / "pagefind" / name
        assert entry == json.loads((folder / "pagefind-entry.json").read_text())
        assert [path.name for path in folder.glob("*.pf_meta")] == [
            f"pagefind.{told['hash']}.pf_meta" for told in entry["languages"].values()
        ]


def test_nothing_is_indexed_twice(tmp_path: Path) -> None:
    first, _ = build(tmp_path, documents())
    again, _ = build(tmp_path, documents())
    assert again.rebuilt == 0
    assert (again.shards, again.tables) == (first.shards, first.tables)


def test_an_added_paper_rebuilds_the_hot_shard_only(tmp_path: Path) -> None:
    first, _ = build(tmp_path, documents())
    more, _ = build(tmp_path, documents(DAYS + 1))
    assert more.rebuilt == 1
    assert more.shards[:2] == first.shards[:2]
    assert len(list(tmp_path.iterdir())) == 3, "what no build needs any more is deleted"


def test_a_changed_paper_rebuilds_its_shard_only(tmp_path: Path) -> None:
    first, _ = build(tmp_path, documents())
    other, _ = build(tmp_path, documents(changed="papers/2026-01-02-paper/"))
    assert other.rebuilt == 1
    assert other.shards[0].name != first.shards[0].name
    assert other.shards[1:] == first.shards[1:]


def test_one_folder_a_shard_and_no_more_than_a_reader_needs(tmp_path: Path) -> None:
    index, _ = build(tmp_path / "cache", documents())
    pagefind.install(index, tmp_path / "site")
    folder = tmp_path / "site" / "pagefind"
    assert {path.name for path in folder.iterdir()} == {*(s.name for s in index.shards), "papers.bin", "facets.bin"}
    for shard in index.shards:
        names = {path.name for path in (folder / shard.name).iterdir() if path.suffix != ".pf_meta"}
        assert names == {"index", "fragment", "pagefind.js", "pagefind-entry.json", "wasm.unknown.pagefind"}


def test_no_papers_no_shards(tmp_path: Path) -> None:
    index, problems = build(tmp_path, documents(0))
    pagefind.install(index, tmp_path / "site")
    assert (index.shards, problems) == ((), ())
    assert table(index)["ids"] == ""


def after_pagefind(monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]) -> None:
    """Let something happen to the entry file behind Pagefind's back."""
    run = subprocess.run

    def changed(command: list[str], **options: Any) -> Any:
        done = run(command, **options)
        change(Path(command[command.index("--output-path") + 1]) / "pagefind-entry.json")
        return done

    monkeypatch.setattr(pagefind.subprocess, "run", changed)


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_text(path.read_text().replace(f'"page_count":{DAYS}', f'"page_count":{DAYS - 1}')),
        lambda path: path.write_text(path.read_text()[:40]),
        lambda path: path.write_text("[]"),
        lambda path: path.write_bytes(b"\xff"),
        lambda path: path.unlink(),
    ],
    ids=["a paper less", "cut", "other JSON", "not text", "missing"],
)
def test_an_index_that_lacks_papers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]
) -> None:
    after_pagefind(monkeypatch, change)
    index, problems = build(tmp_path, documents(), pagefind.SHARD_SIZE)
    assert [(problem.code, problem.severity) for problem in problems] == [("incomplete-index", "refusal")]
    assert not index.shards
    assert not list(tmp_path.iterdir()), "nothing of it may be taken for good later"


def test_what_pagefind_says_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagefind.sys, "executable", "false")
    with pytest.raises(pagefind.PagefindError):
        build(tmp_path, documents())
