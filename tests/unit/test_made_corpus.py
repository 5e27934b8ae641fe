"""Notes recombined from notes: the readers take them for real ones, and the same seed gives the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from claimbook import pipeline, store
from claimbook.model import Source

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts" / "bench"))

import corpus as made

PAPERS = 60


@pytest.fixture(scope="module")
def material(corpus: Path) -> made.Stock:
    return made.stock(corpus)


@pytest.fixture(scope="module")
def files(material: made.Stock) -> dict[str, str]:
    return dict(made.files(material, PAPERS, seed=1))


def test_the_same_seed_gives_the_same_files(material: made.Stock, files: dict[str, str]) -> None:
    assert dict(made.files(material, PAPERS, seed=1)) == files
    assert dict(made.files(material, PAPERS, seed=2)) != files


def test_every_paper_is_read_as_one(files: dict[str, str]) -> None:
    sources = [Source(path=name, text=text, sha256=name) for name, text in files.items()]
    library = pipeline.assemble(sources, dict.fromkeys((*store.SETTINGS, store.LEDGER), ""))
    assert {reading.format for reading in library.readings} == {"deep-text", "digest-text"}
    assert sum(len(reading.notes) for reading in library.readings) == PAPERS
    assert len(library.entries) == PAPERS


def test_papers_are_new(corpus: Path, files: dict[str, str]) -> None:
    old = set(" ".join(path.read_text(encoding="utf-8") for path in corpus.iterdir()).split())
    new = set(" ".join(files.values()).split())
    assert len(new - old) > 500
    assert not set(files) & {path.name for path in corpus.iterdir()}
