"""Claims as rows in the built site: every row leads to its claim, and the database is put beside them."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from claimbook.cli import main


@pytest.fixture(scope="module")
def data(built_site: Path) -> Path:
    return built_site / "data"


def test_every_row_leads_to_a_claim_on_a_page(built_site: Path, data: Path) -> None:
    with (data / "claims.csv").open(encoding="utf-8-sig", newline="") as stream:
        urls = [row["url"] for row in csv.DictReader(stream)]
    assert urls
    anchors = {
        f"{page.parent.relative_to(built_site).as_posix()}/#{row['id']}"
        for page in built_site.glob("papers/*/index.html")
        for row in BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select(".cb-claims tr[id]")
    }
    assert set(urls) == anchors


def test_a_csv_row_tells_what_its_json_row_tells(data: Path) -> None:
    with (data / "claims.csv").open(encoding="utf-8-sig", newline="") as stream:
        cells = [(row["id"], row["verdict"], row["numbers"]) for row in csv.DictReader(stream)]
    records = map(json.loads, (data / "claims.jsonl").read_text(encoding="utf-8").split("\n")[:-1])
    assert cells == [(row["id"], row["verdict"], str(row["numbers"])) for row in records]


def test_the_database_is_written_beside_the_pages_and_printed(
    built_site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes, docs, site = built_site.parent / "notes", built_site.parent / "docs", tmp_path / "site"
    shutil.copytree(built_site, site)
    assert main(["data", "--notes", str(notes), "--docs", str(docs), "--site", str(site)]) == 0
    path = site / "data" / "claimbook.sqlite"
    assert str(path) in capsys.readouterr().out
    rows = [json.loads(row) for row in (built_site / "data" / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT url, verdict FROM claims ORDER BY id").fetchall() == [
            (row["url"], row["verdict"]) for row in rows
        ]
