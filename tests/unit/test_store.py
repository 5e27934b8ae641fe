"""The disk: notes in whatever state, and writing that a kill or a mistake cannot turn into a loss."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from claimbook import store
from claimbook.model import File, Problem
from claimbook.store import StagedFile, StoreError

NOTE = "2026-01-02\n\n蜜蜂会跳舞。\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


Found = tuple[str, int, str, str]


def read(folder: Path) -> tuple[dict[str, str], list[Found]]:
    """Texts by path, and path, line, severity and code of each finding."""
    sources, problems = store.read_notes(folder)
    found: list[Found] = [(p.path, p.line, p.severity, p.code) for p in problems]
    return {source.path: source.text for source in sources}, found


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (NOTE.encode(), []),
        (b"\xef\xbb\xbf" + NOTE.encode(), []),
        (b"\xff\xfe" + NOTE.encode("utf-16-le"), [("a.txt", 1, "notice", "other-encoding")]),
        (b"\xfe\xff" + NOTE.encode("utf-16-be"), [("a.txt", 1, "notice", "other-encoding")]),
        (NOTE.encode("gb18030"), [("a.txt", 1, "notice", "other-encoding")]),
    ],
    ids=["utf-8", "utf-8 with its mark", "utf-16-le", "utf-16-be", "gb18030"],
)
def test_a_note_is_read_in_the_usual_encodings(notes: Path, data: bytes, found: list[Found]) -> None:
    (notes / "a.txt").write_bytes(data)
    assert read(notes) == ({"a.txt": NOTE}, found)


def test_newlines_are_kept_as_they_are(notes: Path) -> None:
    (notes / "a.txt").write_bytes(b"a\r\nb\rc\n")
    assert read(notes)[0] == {"a.txt": "a\r\nb\rc\n"}


def test_bytes_that_are_no_text_are_a_problem_that_tells_line_and_offset(notes: Path) -> None:
    (notes / "a.txt").write_bytes(b"one\ntwo \xff\xff three\n")
    (notes / "b.txt").write_text(NOTE, encoding="utf-8")
    assert read(notes) == ({"b.txt": NOTE}, [("a.txt", 2, "problem", "bad-encoding")])
    assert "byte 8 " in store.read_notes(notes)[1][0].message


def test_notes_are_found_in_nested_folders_and_in_order(notes: Path) -> None:
    for name in ("b.txt", "2026/01/c.md", "2026/a.HTML", "a.htm"):
        (notes / name).parent.mkdir(parents=True, exist_ok=True)
        (notes / name).write_text(NOTE, encoding="utf-8")
    assert list(read(notes)[0]) == ["2026/01/c.md", "2026/a.HTML", "a.htm", "b.txt"]


def test_hidden_files_and_what_lies_in_hidden_folders_are_left_out(notes: Path) -> None:
    (notes / ".draft.txt").write_text(NOTE, encoding="utf-8")
    (notes / ".git").mkdir()
    (notes / ".git" / "a.txt").write_text(NOTE, encoding="utf-8")
    assert read(notes) == ({}, [])


def test_settings_and_ledger_are_no_notes_and_other_files_are_named(notes: Path) -> None:
    for name in (*store.SETTINGS, store.LEDGER, "paper.pdf", "README"):
        (notes / name).write_text("", encoding="utf-8")
    (notes / "sub").mkdir()
    (notes / "sub" / "tags.yml").write_text("", encoding="utf-8")
    other = ("README", "paper.pdf", "sub/tags.yml")
    assert read(notes) == ({}, [(name, 1, "notice", "other-file") for name in other])


@pytest.mark.parametrize("kind", ["folder", "socket"])
def test_what_only_has_the_name_of_a_note_is_a_problem(notes: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.chdir(notes)  # a socket's address must be short
    if kind == "folder":
        Path("a.txt").mkdir()
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("a.txt")
    assert read(notes) == ({}, [("a.txt", 1, "problem", "not-a-file")])


def test_a_link_out_of_the_folder_is_not_followed(notes: Path) -> None:
    outside = notes.parent / "secret.txt"
    outside.write_text("not for the public", encoding="utf-8")
    (notes / "a.txt").symlink_to(outside)
    assert read(notes) == ({}, [("a.txt", 1, "problem", "outside-link")])


def test_a_link_inside_of_the_folder_is_read(notes: Path) -> None:
    (notes / "a.txt").write_text(NOTE, encoding="utf-8")
    (notes / "b.txt").symlink_to("a.txt")
    assert list(read(notes)[0]) == ["a.txt", "b.txt"]


@pytest.mark.parametrize("target", ["gone.txt", "a.txt"], ids=["to nothing", "to itself"])
def test_a_link_that_leads_nowhere_is_a_problem(notes: Path, target: str) -> None:
    (notes / "a.txt").symlink_to(target)
    assert read(notes) == ({}, [("a.txt", 1, "problem", "unreadable-file")])


def test_a_linked_folder_is_not_walked(notes: Path) -> None:
    (notes / "again").symlink_to(notes, target_is_directory=True)
    assert read(notes) == ({}, [("again", 1, "notice", "other-file")])


def test_a_file_that_may_not_be_read_is_a_problem_and_stops_nothing(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "b.txt"):
        (notes / name).write_text(NOTE, encoding="utf-8")
    honest = Path.read_bytes

    def denied(path: Path) -> bytes:
        if path.name == "a.txt":
            raise PermissionError(13, "Permission denied", str(path))
        return honest(path)

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert read(notes) == ({"b.txt": NOTE}, [("a.txt", 1, "problem", "unreadable-file")])


def test_a_folder_that_may_not_be_listed_is_a_problem_and_stops_nothing(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (notes / "sub").mkdir()
    (notes / "b.txt").write_text(NOTE, encoding="utf-8")
    honest = Path.iterdir

    def denied(path: Path) -> Iterator[Path]:
        if path.name == "sub":
            raise PermissionError(13, "Permission denied", str(path))
        return honest(path)

    monkeypatch.setattr(Path, "iterdir", denied)
    assert read(notes) == ({"b.txt": NOTE}, [("sub", 1, "problem", "unreadable-folder")])


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_no_folder_of_notes_is_an_error_that_names_the_option(tmp_path: Path, kind: str) -> None:
    if kind == "file":
        (tmp_path / "notes").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="--notes"):
        store.read_notes(tmp_path / "notes")


def test_an_optional_file_is_empty_where_there_is_none(tmp_path: Path) -> None:
    assert store.read_optional(tmp_path / "tags.yml") == ""
    (tmp_path / "tags.yml").write_bytes(b"\xef\xbb\xbf# a")
    assert store.read_optional(tmp_path / "tags.yml") == "# a"


def test_an_optional_file_that_is_no_text_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "tags.yml").write_bytes(b"\xff")
    with pytest.raises(StoreError, match=r"tags\.yml"):
        store.read_optional(tmp_path / "tags.yml")


def test_a_text_is_written_in_one_step_and_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "a.txt"
    assert store.write_text(path, "one\r\n")
    assert path.read_bytes() == b"one\r\n"
    assert path.stat().st_mode & 0o777 == 0o644
    assert not store.write_text(path, "one\r\n")
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    store.write_text(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        store.write_text(path, "new")
    assert tree(tmp_path) == {"a.txt": b"old"}


def staged(docs: Path, files: Sequence[File]) -> tuple[StagedFile, ...]:
    return store.stage(docs.with_name(f"{docs.name}-stage"), files)[0]


def plan(docs: Path, files: Sequence[File]) -> tuple[store.Plan, tuple[Problem, ...]]:
    return store.plan(docs, staged(docs, files))


def publish(docs: Path, files: Sequence[File]) -> store.Plan:
    made = staged(docs, files)
    change, problems = store.plan(docs, made)
    assert problems == ()
    store.apply(docs, change, made)
    return change


def test_files_are_staged_as_they_are_made_and_problems_put_aside(tmp_path: Path) -> None:
    problem = Problem(path="x", line=1, column=1, code="x", severity="refusal", message="x")
    odd = File(path="data/é.json", text="\ud800 成功", place="site")

    def made() -> Iterator[File | Problem]:
        yield A
        assert (tmp_path / "docs" / A.path).read_text(encoding="utf-8") == A.text, "not all are made first"
        yield from (problem, odd)

    files, problems = store.stage(tmp_path, made())
    assert problems == (problem,)
    assert [(f.path, f.place, f.size) for f in files] == [(A.path, "docs", 3), (odd.path, "site", 8)]
    store.unstage(files[1:], tmp_path / "there")
    assert (tmp_path / "there" / odd.path).read_bytes() == b"? " + "成功".encode()


def written(change: store.Plan) -> list[str]:
    return [file.path for file in change.write]


A, B, C = (File(path=f"papers/{name}/index.md", text=f"# {name}") for name in "abc")


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    assert len(publish(tmp_path, [A, B]).write) == 2
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    new = File(path=B.path, text="# better")
    change = publish(tmp_path, [A, new])
    assert (written(change), change.delete, change.unchanged) == ([new.path], (), 1)
    assert (tmp_path / new.path).read_text(encoding="utf-8") == new.text
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert [path.relative_to(tmp_path).as_posix() for path in after if after[path] == before[path]] == [A.path]


def test_nothing_is_written_where_nothing_changed(tmp_path: Path) -> None:
    publish(tmp_path, [A])
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert publish(tmp_path, [A]).write == ()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_only_what_the_manifest_lists_is_deleted_with_its_empty_folders(tmp_path: Path) -> None:
    publish(tmp_path, [A, B])
    (tmp_path / "papers" / "b" / "mine.md").write_text("by hand", encoding="utf-8")
    assert publish(tmp_path, []).delete == (A.path, B.path)
    assert sorted(tree(tmp_path)) == [store.MANIFEST, "papers/b/mine.md"]
    assert not (tmp_path / "papers" / "a").exists()


def test_a_page_that_someone_deleted_already_is_no_trouble(tmp_path: Path) -> None:
    publish(tmp_path, [A])
    (tmp_path / A.path).unlink()
    publish(tmp_path, [])
    assert list(tree(tmp_path)) == [store.MANIFEST]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_page_written_by_hand_is_never_overwritten(tmp_path: Path, kind: str) -> None:
    target = tmp_path / A.path
    target.parent.mkdir(parents=True)
    if kind == "file":
        target.write_text("by hand", encoding="utf-8")
    else:
        target.mkdir()
    change, problems = plan(tmp_path, [A, B])
    assert [(p.severity, p.code, p.path) for p in problems] == [("refusal", "hand-written-page", str(target))]
    assert written(change) == [B.path]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": []}', '{"files": null}'])
def test_a_broken_manifest_lists_nothing_so_nothing_is_deleted(tmp_path: Path, text: str) -> None:
    publish(tmp_path, [A])
    (tmp_path / store.MANIFEST).write_text(text, encoding="utf-8")
    change, problems = plan(tmp_path, [B])
    assert (change.delete, problems) == ((), ())


@pytest.mark.parametrize("kill_at", range(7))
def test_a_build_killed_between_two_files_is_mended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kill_at: int
) -> None:
    publish(tmp_path, [A, B])
    wanted = [File(path=A.path, text="# new"), C]
    made = staged(tmp_path, wanted)
    steps = iter(range(100))

    def dying(honest: Callable[..., Path | None]) -> Callable[..., Path | None]:
        def step(path: Path, *arguments: Path) -> Path | None:
            if next(steps) == kill_at:
                raise KeyboardInterrupt
            return honest(path, *arguments)

        return step

    killed = False
    change, _ = store.plan(tmp_path, made)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dying(Path.replace))
        patch.setattr(Path, "rmdir", dying(Path.rmdir))
        try:
            store.apply(tmp_path, change, made)
        except KeyboardInterrupt:
            killed = True
    assert killed is (kill_at < 6)
    publish(tmp_path, wanted)
    pages = {name: data.decode() for name, data in tree(tmp_path).items() if not Path(name).name.startswith(".")}
    assert pages == {A.path: "# new", C.path: "# c"}
    assert sorted(json.loads((tmp_path / store.MANIFEST).read_text(encoding="utf-8"))["files"]) == [A.path, C.path]


def site_with(folder: Path, text: str) -> None:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "data" / "papers.jsonl").write_text("", encoding="utf-8")
    (folder / "index.html").write_text(text, encoding="utf-8")


def shown(site: Path) -> str:
    return (site / "index.html").read_text(encoding="utf-8")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("there", ["nothing", "empty", "old"])
def test_a_fresh_site_takes_the_place_of_the_old_as_a_whole(tmp_path: Path, there: str) -> None:
    site = tmp_path / "deep" / "site"
    if there != "nothing":
        site.mkdir(parents=True)
    if there == "old":
        site_with(site, "old")
        (site / "stale.html").write_text("", encoding="utf-8")
    with store.fresh_site(site) as target:
        assert there != "old" or shown(site) == "old"
        site_with(target, "new")
    assert shown(site) == "new"
    assert names(site) == ["data", "index.html"]
    assert names(site.parent) == ["site"]
    assert site.stat().st_mode & 0o777 == 0o755


def build_half(site: Path, error: BaseException) -> None:
    with store.fresh_site(site) as target:
        site_with(target, "half")
        raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt(), SystemExit()])
def test_a_build_that_fails_leaves_the_old_site(tmp_path: Path, error: BaseException) -> None:
    site = tmp_path / "site"
    site_with(site, "old")
    with pytest.raises(type(error)):
        build_half(site, error)
    assert shown(site) == "old"
    assert names(tmp_path) == ["site"]


def test_a_site_left_aside_by_a_killed_build_is_put_back(tmp_path: Path) -> None:
    site_with(tmp_path / ".site.old", "old")
    with pytest.raises(ValueError, match="stop"):
        build_half(tmp_path / "site", ValueError("stop"))
    assert shown(tmp_path / "site") == "old"


def test_what_a_killed_build_left_is_removed_but_not_what_another_works_on(tmp_path: Path) -> None:
    old, young, alien = (tmp_path / name for name in (".site.new-old", ".site.new-young", ".other.new-old"))
    for folder in (old, young, alien):
        folder.mkdir()
    for folder in (old, alien):
        os.utime(folder, (time.time() - 86400,) * 2)
    with store.fresh_site(tmp_path / "site") as target:
        site_with(target, "new")
    assert names(tmp_path) == [".other.new-old", ".site.new-young", "site"]


@pytest.mark.parametrize("kind", ["file", "folder of other things", "web pages of another origin"])
def test_a_folder_that_is_no_built_site_is_not_replaced(tmp_path: Path, kind: str) -> None:
    site = tmp_path / "site"
    if kind == "file":
        site.write_text("precious", encoding="utf-8")
    else:
        site.mkdir()
        (site / ("index.html" if kind.startswith("web") else "thesis.txt")).write_text("precious", encoding="utf-8")
    before = tree(tmp_path)
    with pytest.raises(StoreError, match="--site"), store.fresh_site(site):
        pytest.fail("nothing may be built here")
    assert tree(tmp_path) == before


def test_the_folder_of_the_site_may_be_given_in_any_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.chdir(site)
    with store.fresh_site(Path()) as target:
        site_with(target, "new")
    assert shown(site) == "new"


def test_pages_written_by_hand_are_taken_along_and_generated_ones_are_not(tmp_path: Path) -> None:
    project, docs = tmp_path / "project", tmp_path / "docs"
    publish(project, [A])
    (project / "guide").mkdir()
    (project / "guide" / "index.md").write_text("guide", encoding="utf-8")
    store.take_along(project, docs)
    assert tree(docs) == {"guide/index.md": b"guide"}


def test_a_page_taken_along_follows_its_original_and_never_replaces_a_generated_one(tmp_path: Path) -> None:
    project, docs = tmp_path / "project", tmp_path / "docs"
    publish(docs, [A])
    for name in (A.path, "guide.md"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("new", encoding="utf-8")
    (docs / "guide.md").write_text("old", encoding="utf-8")
    store.take_along(project, docs)
    assert (docs / "guide.md").read_text(encoding="utf-8") == "new"
    assert (docs / A.path).read_text(encoding="utf-8") == A.text


def test_nothing_is_taken_along_to_the_same_folder(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("guide", encoding="utf-8")
    store.take_along(tmp_path, tmp_path / "sub" / "..")
    assert names(tmp_path) == ["guide.md"]


def test_the_builds_own_files_are_told_from_those_of_a_person(tmp_path: Path) -> None:
    publish(tmp_path, [A])
    docs = tmp_path.resolve()
    assert store.is_generated(tmp_path, docs / A.path)
    assert store.is_generated(tmp_path, docs / store.MANIFEST)
    assert not store.is_generated(tmp_path, docs / "guide.md")
    assert not store.is_generated(tmp_path, docs.parent / "notes" / "a.txt")
