"""Sites that many tests read: of the frozen corpus, of hostile notes, of kin formats, of the real notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import Built, publish

from support import ROOT, library_of


@pytest.fixture(scope="session")
def ours(built_site: Path) -> Built:
    return Built(site=built_site, library=library_of(built_site.parent / "notes"))


@pytest.fixture(scope="session")
def hostile(hostile_site: Path) -> Built:
    return Built(site=hostile_site, library=library_of(hostile_site.parent / "notes"))


@pytest.fixture(scope="session")
def kin(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The samples of the readers of HTML and Markdown, as one folder of notes."""
    return publish(tmp_path_factory.mktemp("kin"), ROOT / "tests" / "golden", only=("*.html", "*.md"))


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Built:
    """Real notes of all formats; many papers are in several of them."""
    folders = (shared / "inputs", shared / "notes")
    return publish(tmp_path_factory.mktemp("real"), *folders, only=("*.txt", "*.html", "*.md"))


@pytest.fixture(params=["ours", "hostile", "kin", "real"])
def built(request: pytest.FixtureRequest) -> Built:
    """The rules hold for friendly notes, hostile ones, those of kin formats and real ones alike."""
    site: Built = request.getfixturevalue(request.param)
    return site
