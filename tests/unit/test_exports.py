"""Claims for spreadsheets and programs, and the database: whole, safe to open, documented, the same each time."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook import pipeline, store
from claimbook.model import Database, File
from claimbook.pipeline import Library
from claimbook.render import database, exports
from support import ROOT, build, library_of

GUIDE = (ROOT / "docs" / "guide" / "data.md").read_text(encoding="utf-8")
FORMULA = tuple("=+-@＝＋－＠")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?%?")


def files(library: Library) -> dict[str, str]:
    return {file.path: file.text for file in exports.files(library.entries)}


def rows_of(text: str, **how: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), **how))


@pytest.fixture(scope="module")
def hostile() -> Library:
    return library_of(ROOT / "tests" / "hostile")


@pytest.fixture(params=["corpus_library", "hostile"])
def library(request: pytest.FixtureRequest) -> Library:
    """Friendly notes and hostile ones alike."""
    found: Library = request.getfixturevalue(request.param)
    return found


# Rows


def test_there_is_one_row_a_claim_in_both_files(library: Library) -> None:
    made = files(library)
    urls = [f"{e.paper.url}#{c.anchor}" for e in library.entries for c in e.paper.claims]
    assert [json.loads(line)["url"] for line in made["data/claims.jsonl"].split("\n")[:-1]] == urls
    assert [row[1] for row in rows_of(made["data/claims.csv"])[1:]] == urls


def test_a_row_has_the_columns_that_the_guide_lists(library: Library) -> None:
    made = files(library)
    table = GUIDE.partition("## Claims as rows")[2].partition("## Database")[0]
    listed = [
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    ]
    assert rows_of(made["data/claims.csv"])[0] == listed
    assert {tuple(json.loads(line)) for line in made["data/claims.jsonl"].split("\n")[:-1]} == {tuple(listed)}


def test_counts_of_numbers_are_those_of_the_check(library: Library) -> None:
    rows = [json.loads(line) for line in files(library)["data/claims.jsonl"].split("\n")[:-1]]
    values = [e.facts.checks[c.anchor].values for e in library.entries for c in e.paper.claims]
    for row, found in zip(rows, values, strict=True):
        assert row["numbers"] == len(found) == row["supported"] + row["missing"] + row["differs"]


def test_texts_come_through_untouched_in_json(library: Library) -> None:
    rows = [json.loads(line) for line in files(library)["data/claims.jsonl"].split("\n")[:-1]]
    claims = [c.claim for e in library.entries for c in e.paper.claims]
    assert [row["text"] for row in rows] == [claim.text.text for claim in claims]
    assert [row["quote"] for row in rows] == [claim.quote.text if claim.quote else None for claim in claims]


def test_the_csv_is_what_excel_and_rfc_4180_ask_for(library: Library) -> None:
    text = files(library)["data/claims.csv"]
    assert text.startswith('\ufeff"id","url"')
    assert text.endswith('"\r\n')
    assert {len(row) for row in rows_of(text, strict=True)} == {len(exports.COLUMNS)}


# Formulas


def harmless(cell: str) -> bool:
    return not cell.strip(' "\t\r\n').startswith(FORMULA) or bool(NUMBER.fullmatch(cell))


TEXTS = st.lists(
    st.sampled_from(["=1+1", "+5.3", "-2", "@SUM(A1)", ";", "\t", "\r\n", "\n", '"', "'", " ", ",", "＝1", "文"])
    | st.text(max_size=3),
    max_size=8,
).map("".join)


@given(TEXTS)
def test_no_cell_runs_whatever_separator_a_spreadsheet_is_set_to(text: str) -> None:
    cell = exports._cell(text)
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow(["id", cell, cell])
    for delimiter in ",;\t":
        for row in rows_of(line.getvalue(), delimiter=delimiter):
            assert all(map(harmless, row)), (delimiter, row)
    assert all(map(harmless, re.split(r"[;\t\r\n]", cell))) or NUMBER.fullmatch(cell)


@pytest.mark.parametrize("number", ["+5.3", "-2", "42", "-0.5%", "+12"])
def test_a_plain_number_stays_as_it_is(number: str) -> None:
    assert exports._cell(number) == number


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("+5.3 points over the base", "'+5.3 points over the base"),
        ('=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'),
        (" =1+1", " '=1+1"),
        ("a;=1+1", "a;'=1+1"),
        ("a\n-b", "a\n'-b"),
        ("a = b", "a = b"),
        ("GRPO-2 +3", "GRPO-2 +3"),
        (["b", "=c"], "b; '=c"),
        (None, ""),
        (7, "7"),
        ("a\0b", "a␀b"),
    ],
)
def test_a_cell_that_could_run_has_an_apostrophe_before_the_sign(text: Any, cell: str) -> None:
    assert exports._cell(text) == cell


# The database


@pytest.fixture(scope="module")
def written(corpus_library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("database") / "claimbook.sqlite"
    store.write_database(path, pipeline.tables(corpus_library))
    return path


def ask(path: Path, query: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query, values).fetchall()


def test_the_same_notes_give_the_same_bytes(corpus_library: Library, written: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.sqlite"
    store.write_database(again, pipeline.tables(corpus_library))
    assert again.read_bytes() == written.read_bytes()


def test_every_record_is_in_its_table(corpus_library: Library, written: Path) -> None:
    entries = corpus_library.entries
    claims = [(e, c) for e in entries for c in e.paper.claims]
    expected = {
        "papers": len(entries),
        "notes": sum(len(e.paper.all_notes) for e in entries),
        "sections": sum(len(n.sections) for e in entries for n in e.paper.notes),
        "claims": len(claims),
        "numbers": sum(len(e.facts.checks[c.anchor].values) for e, c in claims),
        "claim_benchmarks": sum(
            len({b.slug for b in e.facts.benchmarks.by_anchor.get(c.anchor, ())}) for e, c in claims
        ),
        "results": sum(len(e.facts.results) for e in entries),
        "tags": sum(len(e.facts.tags) for e in entries),
    }
    assert {table: ask(written, f"SELECT count(*) FROM {table}")[0][0] for table in expected} == expected
    assert ask(written, "SELECT url, text FROM claims ORDER BY id") == [
        (f"{e.paper.url}#{c.anchor}", c.claim.text.text) for e, c in claims
    ]


def test_references_lead_somewhere_and_the_file_is_whole(written: Path) -> None:
    assert ask(written, "PRAGMA foreign_key_check") == []
    assert ask(written, "PRAGMA integrity_check") == [("ok",)]


def test_the_guide_lists_every_table_with_its_columns(written: Path) -> None:
    part = GUIDE.partition("## Database")[2].partition("## Examples")[0]
    listed = {}
    for line in part.splitlines():
        if line.startswith("| `"):
            name, columns = line.strip("| ").split(" | ", 1)
            listed[name.strip("`")] = re.findall(
                r"`(\w+)`", re.sub(r"\([^)]*\)|^full text of [^:]*:|;.*|: what.*", "", columns)
            )
    tables = [row[0] for row in ask(written, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    ours = [name for name in tables if not re.search(r"_text_\w+$|^sqlite_", name)]
    assert {name: [row[1] for row in ask(written, f"PRAGMA table_info({name})")] for name in ours} == listed


def queries() -> list[str]:
    return re.findall(r"```sql\n(.*?)```", GUIDE, re.DOTALL)


def test_the_guide_has_three_examples() -> None:
    assert len(queries()) == 3


@pytest.mark.parametrize("query", queries())
def test_an_example_of_the_guide_finds_something(query: str, written: Path) -> None:
    assert ask(written, query)


def test_chinese_is_found_from_three_letters_and_by_like_below(corpus_library: Library, written: Path) -> None:
    texts = [
        f"{c.claim.text.text}\n{c.claim.quote.text if c.claim.quote else ''}"
        for e in corpus_library.entries
        for c in e.paper.claims
    ]
    letters = next(found[0] for text in texts if (found := re.search("[一-鿿]{3}", text)))
    count = "SELECT count(*) FROM claims_text WHERE claims_text MATCH ?"
    assert ask(written, count, f'"{letters}"') == [(sum(letters in text for text in texts),)]
    assert ask(written, count, f'"{letters[:2]}"') == [(0,)]
    like = "SELECT count(*) FROM claims WHERE text LIKE ? OR quote LIKE ?"
    assert ask(written, like, *[f"%{letters[:2]}%"] * 2) == [(sum(letters[:2] in text for text in texts),)]


def test_hostile_notes_are_rows_like_others(hostile: Library, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    store.write_database(path, pipeline.tables(hostile))
    assert ask(path, "SELECT count(*) FROM claims") == [(sum(len(e.paper.claims) for e in hostile.entries),)]


def test_a_database_that_fails_leaves_the_last_one(written: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(written.read_bytes())
    with pytest.raises(store.StoreError):
        store.write_database(path, Database(schema=database.SCHEMA, rows=iter([("no_such_table", (1,))])))
    assert path.read_bytes() == written.read_bytes()
    assert [p.name for p in tmp_path.iterdir()] == ["x.sqlite"]


def test_without_a_site_nothing_is_written(corpus: Path, tmp_path: Path) -> None:
    done = build(corpus, tmp_path, "data")
    assert done.returncode == 2
    assert "no built site" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_lone_surrogate_becomes_a_question_mark(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    store.write_database(path, Database(schema="CREATE TABLE t (a TEXT);", rows=iter([("t", ("a\ud800b",))])))
    assert ask(path, "SELECT a FROM t") == [("a?b",)]


def test_exports_are_files_of_the_site(corpus_library: Library) -> None:
    assert all(isinstance(file, File) and file.place == "site" for file in exports.files(corpus_library.entries))
