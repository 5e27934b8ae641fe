"""The commands as a user runs them: what they print, write and leave alone."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

from claimbook import cli
from support import ROOT, build

PATIENCE = 120.0
"""Seconds after which a server that did not answer never will."""
KILLED = """
import os, pkgutil, signal, sys
from unittest.mock import patch
from claimbook.cli import main
name, word, *command = sys.argv[1:]
step = pkgutil.resolve_name(name)
def last(*arguments):
    done = step(*arguments)
    if word in str(arguments):
        os.kill(os.getpid(), signal.SIGKILL)
    return done
with patch(name, last):
    main(command)
"""
"""A command that is killed right after a step of it: the first call of a function with a word in its arguments."""


def paper(name: str, claims: int = 3) -> str:
    """A paper in the deep-read format."""
    parts = [
        f"{name} 是一个给蜜蜂舞蹈做标注的工具，{name} 把每段舞蹈译成方向与距离。",
        f"过去的人用肉眼数摆尾次数，{name} 的作者认为这样太慢，也容易出错。",
        f"{name} 先把录像切成片段，再用一个小网络读出每只蜜蜂的朝向，最后按时间平均。",
        f"{name} 在三座蜂箱上各测了一个月，与人工标注逐条比较。",
    ]
    for number in range(1, claims + 1):
        parts.append(f"{number}. {name} 在第 {number} 座蜂箱上的准确率为 9{number}%。")
        parts.append(f"   In hive {number}, {name} reads 9{number}% of the dances right.")
    parts += [
        "Novelty：中等，部件都是现成的。 Soundness：对照充分。 Significance：给养蜂人省下时间。",
        f"{name} 只看过一个品种的蜜蜂，阴雨天的录像一段也没有。",
        f"后续可以把 {name} 搬到野外，再看看熊蜂。",
    ]
    return "\n\n".join(parts)


def day(date: str, *papers: str) -> str:
    return "\n\n".join([date, *papers]) + "\n"


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """All files by name, hidden ones included; not the cache of the search index, which any run may renew."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".claimbook-search-"):
            yield path.relative_to(folder).as_posix(), path


def tree(folder: Path) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in files(folder)}


def stamps(folder: Path) -> dict[str, int]:
    return {name: path.stat().st_mtime_ns for name, path in files(folder)}


class Desk:
    """A folder of notes of one's own, with the pages and the site beside it."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.notes, self.docs, self.site = work / "notes", work / "docs", work / "site"
        self.first = self.notes / "2026-03-01.txt"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return build(self.notes, self.work, *arguments)

    def publish(self) -> str:
        """Build the site, which must succeed; what the build printed."""
        done = self.run("site")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def records(self) -> list[dict[str, Any]]:
        text = (self.site / "data" / "papers.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def edit(self, old: str, new: str) -> None:
        text = self.first.read_text(encoding="utf-8")
        assert old in text
        self.first.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three papers in two files, not built yet."""
    made = Desk(tmp_path)
    made.notes.mkdir()
    made.first.write_text(day("2026-03-01", paper("BeeNet"), paper("WaspNet")), encoding="utf-8")
    (made.notes / "2026-03-02.txt").write_text(day("2026-03-02", paper("AntNet")), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A built desk; copied, never changed."""
    made = Desk(tmp_path_factory.mktemp("finished"))
    made.notes.mkdir()
    made.first.write_text(day("2026-03-01", paper("BeeNet"), paper("WaspNet")), encoding="utf-8")
    (made.notes / "2026-03-02.txt").write_text(day("2026-03-02", paper("AntNet")), encoding="utf-8")
    made.publish()
    return made


@pytest.fixture
def built(finished: Desk, tmp_path: Path) -> Desk:
    """A desk whose site is built."""
    shutil.copytree(finished.work, tmp_path, dirs_exist_ok=True)
    return Desk(tmp_path)


def test_check_of_good_notes_exits_with_0_and_counts(desk: Desk) -> None:
    done = desk.run("check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2026-03-01.txt: deep-text in utf-8, 2 papers (2 new, 0 merged), " in done.stdout
    assert "3 papers, 9 claims" in done.stdout
    assert "0 refusals, 0 problems" in done.stdout


def test_check_of_a_damaged_note_exits_with_1_and_tells_the_place(desk: Desk) -> None:
    desk.edit("   In hive 2, WaspNet reads 92% of the dances right.\n\n", "")
    done = desk.run("check")
    assert (done.returncode, done.stderr) == (1, "")
    line = desk.first.read_text(encoding="utf-8").splitlines().index("2. WaspNet 在第 2 座蜂箱上的准确率为 92%。") + 1
    assert f"problem: {desk.first}:{line}:1 claim-without-quote " in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("overrides.yml", "n1:\n  titel: On bees\n", "bad-settings"),
        ("tags.yml", "- {id: bees", "bad-settings"),
        ("permalinks.yml", "papers:\n  <<<<<<< ours\n", "bad-ledger"),
    ],
)
def test_check_of_what_cannot_be_trusted_exits_with_2(desk: Desk, name: str, text: str, code: str) -> None:
    (desk.notes / name).write_text(text, encoding="utf-8")
    done = desk.run("check")
    assert (done.returncode, done.stderr) == (2, "")
    assert re.search(rf"^refusal: {desk.notes / name}:\d+:\d+ {code} ", done.stdout, re.MULTILINE)


def test_check_writes_nothing(desk: Desk) -> None:
    before = tree(desk.work)
    desk.run("check")
    assert tree(desk.work) == before
    assert sorted(path.name for path in desk.work.iterdir()) == ["notes"]


def test_the_folder_is_printed_as_it_was_typed(desk: Desk) -> None:
    desk.edit("2026-03-01\n", "\n")
    command = [sys.executable, str(ROOT / "scripts" / "build.py"), "check", "--notes", "notes"]
    done = subprocess.run(command, cwd=desk.work, capture_output=True, text=True, encoding="utf-8", check=False)
    assert re.search(r"^\w+: notes/2026-03-01\.txt:\d+:1 missing-date ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("command", ["check", "site"])
def test_an_unknown_folder_of_notes_exits_with_2_and_says_so(tmp_path: Path, command: str) -> None:
    done = build(tmp_path / "nowhere", tmp_path, command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {tmp_path / 'nowhere'}: no such folder")
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_knows_no_chinese_stops_nothing(desk: Desk) -> None:
    (desk.notes / os.fsdecode(b"\xff.txt")).write_text(day("2026-03-03", paper("MothNet")), encoding="utf-8")
    (desk.notes / "蜜蜂.txt").write_text(day("2026-03-04", paper("CrowNet")), encoding="utf-8")
    command = [sys.executable, str(ROOT / "scripts" / "build.py"), "check", "--notes", str(desk.notes)]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"5 papers" in done.stdout


def test_an_empty_folder_makes_an_empty_site(tmp_path: Path) -> None:
    empty = Desk(tmp_path)
    empty.notes.mkdir()
    empty.publish()
    assert (empty.site / "index.html").is_file()
    assert empty.records() == []


def test_site_publishes_every_paper_and_counts_what_it_did(desk: Desk) -> None:
    printed = desk.publish()
    assert "3 papers; pages written " in printed
    urls = [record["url"] for record in desk.records()]
    assert urls == ["papers/2026-03-02-antnet/", "papers/2026-03-01-beenet/", "papers/2026-03-01-waspnet/"]
    assert all((desk.site / url / "index.html").is_file() for url in urls)


def test_site_on_other_folders_touches_nothing_in_the_checkout(desk: Desk) -> None:
    folders = [ROOT / name for name in ("docs", "source_notes", "site")]
    before = [stamps(folder) for folder in folders]
    top = sorted(path.name for path in ROOT.iterdir())
    desk.publish()
    assert [stamps(folder) for folder in folders] == before
    assert sorted(path.name for path in ROOT.iterdir()) == top


def test_the_ledger_is_written_beside_the_notes_and_nothing_else(built: Desk) -> None:
    assert sorted(path.name for path in built.notes.iterdir()) == ["2026-03-01.txt", "2026-03-02.txt", "permalinks.yml"]
    ledger = yaml.safe_load((built.notes / "permalinks.yml").read_text(encoding="utf-8"))
    assert {entry["url"] for entry in ledger["papers"].values()} == {record["url"] for record in built.records()}


def test_vocabularies_are_the_projects_where_the_notes_have_none(desk: Desk) -> None:
    desk.edit("BeeNet 是一个给", "BeeNet 是一个用强化学习和 GRPO 训练、在 SWE bench Verified 上测过、给")
    desk.publish()
    bees = next(record for record in desk.records() if "beenet" in record["url"])
    assert "SWE-bench Verified" in [b["name"] for b in (*bees["benchmarks"], *bees["mentioned"])]
    known = yaml.safe_load((ROOT / "source_notes" / "tags.yml").read_text(encoding="utf-8"))
    assert set() < {tag["id"] for tag in bees["tags"]} <= {tag["id"] for tag in known}


def test_vocabularies_beside_the_notes_replace_the_projects(desk: Desk) -> None:
    tags = "- {id: bees, zh: 蜜蜂, en: Bees, terms: {蜜蜂: 4}}\n"
    (desk.notes / "tags.yml").write_text(tags, encoding="utf-8")
    desk.publish()
    assert {tag["id"] for record in desk.records() for tag in record["tags"]} == {"bees"}
    assert (desk.site / "tags" / "bees" / "index.html").is_file()


def test_an_override_changes_its_paper(built: Desk) -> None:
    (built.notes / "overrides.yml").write_text("papers/2026-03-01-beenet/: {title: 论蜜蜂}\n", encoding="utf-8")
    built.publish()
    assert [r["title"] for r in built.records() if r["url"] == "papers/2026-03-01-beenet/"] == ["论蜜蜂"]


def test_an_override_may_name_a_tag_that_no_vocabulary_has(built: Desk) -> None:
    (built.notes / "overrides.yml").write_text("papers/2026-03-01-beenet/: {tags: [honey]}\n", encoding="utf-8")
    built.publish()
    assert (built.site / "tags" / "honey" / "index.html").is_file()


def test_a_second_build_writes_no_page_and_leaves_every_byte(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://bees.example/notes/")
    desk.publish()
    pages, ledger, site = stamps(desk.docs), stamps(desk.notes), tree(desk.site)
    assert "pages written 0, " in desk.publish()
    assert (stamps(desk.docs), stamps(desk.notes)) == (pages, ledger)
    again = tree(desk.site)
    assert b"<lastmod>2026-03-02</lastmod>" in again["sitemap.xml"]
    assert {name for name in again | site if again.get(name) != site.get(name)} == set()


def test_a_changed_note_rewrites_the_page_of_its_paper_only(built: Desk) -> None:
    before = stamps(built.docs)
    built.edit("BeeNet 只看过一个品种", "BeeNet 只看过两个品种")
    assert "pages written 1, " in built.publish()
    changed = {name for name, stamp in stamps(built.docs).items() if before.get(name) != stamp}
    assert changed == {".claimbook.json", "papers/2026-03-01-beenet/index.md"}


def test_a_new_note_leaves_the_pages_of_unrelated_papers(built: Desk) -> None:
    before = stamps(built.docs)
    (built.notes / "2026-03-03.txt").write_text(day("2026-03-03", paper("MothNet")), encoding="utf-8")
    built.publish()
    changed = {name for name, stamp in stamps(built.docs).items() if before.get(name) != stamp}
    assert {"index.md", "days/2026-03-03/index.md", "papers/2026-03-03-mothnet/index.md"} <= changed
    assert "days/2026-03-01/index.md" not in changed


def test_a_deleted_note_is_refused_and_the_last_good_site_stays(built: Desk) -> None:
    before = tree(built.work)
    (built.notes / "2026-03-02.txt").unlink()
    done = built.run("site")
    assert (done.returncode, done.stdout) == (2, "")
    assert "lost-permalink" in done.stderr
    assert "papers/2026-03-02-antnet/" in done.stderr
    assert "the last good site is untouched" in done.stderr
    del before["notes/2026-03-02.txt"]
    assert tree(built.work) == before
    assert built.run("check").returncode == 2


def test_a_retired_paper_keeps_an_address_that_says_so(built: Desk) -> None:
    (built.notes / "2026-03-02.txt").unlink()
    ledger = built.notes / "permalinks.yml"
    data = yaml.safe_load(ledger.read_text(encoding="utf-8"))
    gone = next(key for key, entry in data["papers"].items() if entry["url"] == "papers/2026-03-02-antnet/")
    data["retired"] = {gone: data["papers"].pop(gone)}
    ledger.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    built.publish()
    assert len(built.records()) == 2
    assert "AntNet" not in (built.site / "papers/2026-03-02-antnet/index.html").read_text(encoding="utf-8")


def test_a_paper_that_moved_leaves_a_page_that_leads_on(built: Desk) -> None:
    (built.notes / "overrides.yml").write_text("2026-03-02.txt:3: {arxiv-id: 2603.01234}\n", encoding="utf-8")
    built.publish()
    assert "../2603.01234/" in (built.site / "papers/2026-03-02-antnet/index.html").read_text(encoding="utf-8")
    assert (built.site / "papers/2603.01234/index.html").is_file()
    assert not (built.docs / "papers/2026-03-02-antnet").exists()


def test_the_public_address_is_in_canonical_links_and_the_sitemap(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://bees.example/notes/")
    desk.publish()
    url = "https://bees.example/notes/papers/2026-03-01-beenet/"
    assert f"<loc>{url}</loc>" in (desk.site / "sitemap.xml").read_text(encoding="utf-8")
    page = (desk.site / "papers/2026-03-01-beenet/index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{url}">' in page


def test_pages_written_by_hand_are_published_too(built: Desk) -> None:
    assert (built.docs / "guide" / "index.md").read_bytes() == (ROOT / "docs" / "guide" / "index.md").read_bytes()
    (built.docs / "about.md").write_text("# About\n\nOn bees.\n", encoding="utf-8")
    built.publish()
    assert (built.site / "guide" / "index.html").is_file()
    assert "On bees." in (built.site / "about" / "index.html").read_text(encoding="utf-8")


def test_a_page_written_by_hand_in_the_way_is_refused_and_kept(built: Desk) -> None:
    mine = built.docs / "papers" / "2026-03-03-mothnet" / "index.md"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    (built.notes / "2026-03-03.txt").write_text(day("2026-03-03", paper("MothNet")), encoding="utf-8")
    before = tree(built.work)
    done = built.run("site")
    assert done.returncode == 2
    assert f"{mine}:1:1 hand-written-page" in done.stderr
    assert tree(built.work) == before


def test_a_broken_link_is_told_and_stops_nothing(built: Desk) -> None:
    (built.docs / "about.md").write_text("# About\n\n[bees](nowhere.md)\n", encoding="utf-8")
    done = built.run("site")
    assert done.returncode == 0
    assert re.search(r"problem: about/index\.html:\d+:1 broken-link “nowhere\.md”", done.stderr)


def test_a_failure_of_mkdocs_leaves_the_old_site_and_is_told_in_its_words(built: Desk) -> None:
    (built.docs / "about.md").write_text("---\ntemplate: nowhere.html\n---\n# About\n", encoding="utf-8")
    built.edit("蜂箱", "蜂房")
    site, ledger = tree(built.site), (built.notes / "permalinks.yml").read_bytes()
    done = built.run("site")
    assert done.returncode == 2
    assert done.stderr.startswith("error: MkDocs ")
    assert "nowhere.html" in done.stderr
    assert tree(built.site) == site
    assert (built.notes / "permalinks.yml").read_bytes() == ledger
    (built.docs / "about.md").unlink()
    built.publish()
    assert "蜂房" in (built.site / "papers/2026-03-01-beenet/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("blocked", ["docs", "site"])
def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(desk: Desk, blocked: str) -> None:
    (desk.work / blocked).write_text("precious", encoding="utf-8")
    done = desk.run("site")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert str(desk.work / blocked) in done.stderr
    assert "Traceback" not in done.stderr
    assert (desk.work / blocked).read_text(encoding="utf-8") == "precious"


def test_notes_that_may_not_be_written_are_published_with_a_warning(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = tempfile.NamedTemporaryFile

    def refuse(*arguments: Any, **options: Any) -> Any:
        if options.get("dir") == desk.notes:
            raise PermissionError(13, "Permission denied", str(desk.notes))
        return honest(*arguments, **options)

    # Not by chmod: whoever runs the tests as root may write everywhere.
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
    folders = ["--notes", str(desk.notes), "--docs", str(desk.docs), "--site", str(desk.site)]
    assert cli.main(["site", *folders]) == 0
    assert "permalinks.yml:1:1 ledger-not-kept" in capsys.readouterr().err
    assert len(desk.records()) == 3
    assert not (desk.notes / "permalinks.yml").exists()


def test_a_bug_is_no_problem_of_the_notes(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("claimbook.pipeline.assemble", broken)
    assert cli.main(["check", "--notes", str(desk.notes)]) == 70


def test_a_process_that_dies_over_the_notes_is_an_error(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    # What makes the files gets other arguments than it takes, so that its process ends without an answer.
    monkeypatch.setattr(cli, "_send_prepared", os._exit)
    assert cli.main(["site", "--notes", str(desk.notes), "--docs", str(desk.docs), "--site", str(desk.site)]) == 2
    assert "error: reading the notes ended with status 1" in capfd.readouterr().err
    assert not desk.site.exists()
    assert not list(desk.site.parent.glob(".*new*"))


def lasting(site: dict[str, bytes]) -> set[str]:
    """Names that do not depend on what the pages say, as those of the search index do."""
    return {name for name in site if not name.startswith("pagefind/")}


@pytest.mark.parametrize(
    ("step", "word", "kept"),
    [
        ("claimbook.store.write_text", "papers", "site"),
        ("claimbook.site.mkdocs.build", "", "site"),
        ("claimbook.site.links.check", "", "site"),
        ("pathlib.Path.rename", ".site.old", ".site.old"),
    ],
    ids=["the first page is written", "MkDocs is done", "the new site is whole", "the old site is put aside"],
)
def test_a_build_that_is_killed_leaves_the_old_site_and_the_next_succeeds(
    built: Desk, step: str, word: str, kept: str
) -> None:
    old = tree(built.site)
    built.edit("蜂箱", "蜂房")
    folders = ["--notes", str(built.notes), "--docs", str(built.docs), "--site", str(built.site)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    command = [sys.executable, "-c", KILLED, step, word, "site", *folders]
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
    assert tree(built.work / kept) == old
    built.publish()
    assert "蜂房" in (built.site / "papers/2026-03-01-beenet/index.html").read_text(encoding="utf-8")
    assert lasting(tree(built.site)) == lasting(old)


@pytest.fixture
def served(built: Desk) -> Iterator[str]:
    """Address of a server on a desk; it ends with the test."""
    command = [sys.executable, str(ROOT / "scripts" / "build.py"), "serve", "--port", "0", "--notes", str(built.notes)]
    command += ["--docs", str(built.docs), "--site", str(built.site)]
    # A shell that runs the tests in the background has them ignore this signal; the server would take that over.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        signal.signal(signal.SIGINT, before)
        try:
            yield announced(server)
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()


def announced(server: subprocess.Popen[bytes]) -> str:
    """The address that a server prints."""
    assert server.stdout is not None
    ends, printed = time.monotonic() + PATIENCE, b""
    while time.monotonic() < ends and server.poll() is None:
        if select.select([server.stdout], [], [], 0.1)[0]:
            printed += os.read(server.stdout.fileno(), 4096)
        if found := re.search(rb"^(http://127\.0\.0\.1:\d+/) ", printed, re.MULTILINE):
            return found.group(1).decode()
    pytest.fail(f"the server gave no address: {printed.decode()}")


def fetch(url: str) -> str:
    with urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode("utf-8"))


def wait_for(text: str, url: str) -> None:
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            if text in fetch(url):
                return
        except OSError:
            pass
        time.sleep(0.1)
    pytest.fail(f"“{text}” was never served at {url}")


def test_serve_shows_a_changed_note_a_new_page_and_survives_a_mistake(served: str, built: Desk) -> None:
    page = f"{served}papers/2026-03-01-beenet/"
    assert "蜂箱" in fetch(page)
    built.edit("蜂箱", "蜂房")
    wait_for("蜂房", page)
    # As many editors save: into a hidden file, which is then renamed.
    draft = built.docs / ".about.md.draft"
    draft.write_text("---\ntemplate: nowhere.html\n---\n# About\n", encoding="utf-8")
    draft.rename(built.docs / "about.md")
    time.sleep(1)
    assert "蜂房" in fetch(page)
    draft.write_text("# About\n\nOn bees.\n", encoding="utf-8")
    draft.rename(built.docs / "about.md")
    wait_for("On bees.", f"{served}about/")


def test_serve_says_that_a_port_is_taken(served: str, built: Desk) -> None:
    done = built.run("serve", "--port", served.rstrip("/").rpartition(":")[2])
    assert done.returncode == 2
    assert done.stderr.endswith("Address already in use\n")
