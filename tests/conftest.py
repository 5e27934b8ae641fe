"""What several kinds of tests share: the frozen corpus, the real notes where they are, a built site."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from claimbook.pipeline import Library
from support import CORPUS, ROOT, SHARED, build, library_of

# Each run draws the same examples, and none fails because the machine is slow: only the code can make a test fail.
settings.register_profile(
    "claimbook",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("claimbook")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Frozen notes in both text formats; the live `source_notes` may change, these do not."""
    return CORPUS


@pytest.fixture(scope="session")
def corpus_library() -> Library:
    return library_of(CORPUS)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the frozen corpus."""
    return site_of(CORPUS, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of notes that try to become markup."""
    return site_of(ROOT / "tests" / "hostile", tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def real_site(real_notes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the real notes in the two text formats."""
    return site_of(real_notes, tmp_path_factory.mktemp("real"))


def site_of(notes: Path, work: Path) -> Path:
    """The site of a copy of some notes, which stands beside it in `work`. It is shared: tests only read it."""
    shutil.copytree(notes, work / "notes")
    done = build(work / "notes", work, "site")
    assert done.returncode == 0, done.stderr
    return work / "site"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with real notes and what a careful reader found in them; not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"the real notes are not there: {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def real_notes(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the real notes, beside which a ledger may be written."""
    target = tmp_path_factory.mktemp("real") / "notes"
    shutil.copytree(shared / "notes", target, copy_function=shutil.copyfile)
    target.chmod(0o755)
    return target


@pytest.fixture(scope="session")
def real_library(real_notes: Path) -> Library:
    return library_of(real_notes)


@pytest.fixture(scope="session")
def gold(shared: Path) -> dict[str, Any]:
    """Papers a careful reader found, by file and first line."""
    data = json.loads((shared / "gold" / "papers.json").read_text(encoding="utf-8"))
    return {f"{name}:{p['start_line']}": p for name, file in data["files"].items() for p in file["papers"]}
