"""The records as tables of a database, with full text in Chinese and English; the schema is in docs/guide/data.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model import Database, Entry
from ..text import LineTable
from .data import records

# Full text by trigrams: Chinese has no spaces between words. The texts stand once, in the tables themselves.
SCHEMA = """
CREATE TABLE papers (
  place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL UNIQUE, title TEXT NOT NULL, name TEXT,
  lang TEXT NOT NULL, date TEXT, kind TEXT NOT NULL, arxiv_id TEXT, doi TEXT, authors TEXT NOT NULL
);
CREATE TABLE notes (
  id INTEGER PRIMARY KEY, paper TEXT NOT NULL REFERENCES papers(id), source TEXT NOT NULL, start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL, sha256 TEXT NOT NULL, kind TEXT NOT NULL, date TEXT, status TEXT NOT NULL,
  repeat INTEGER NOT NULL
);
CREATE TABLE sections (
  id INTEGER PRIMARY KEY, note INTEGER NOT NULL REFERENCES notes(id), kind TEXT NOT NULL, heading TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE TABLE claims (
  id INTEGER PRIMARY KEY, paper TEXT NOT NULL REFERENCES papers(id), note INTEGER NOT NULL REFERENCES notes(id),
  anchor TEXT NOT NULL, url TEXT NOT NULL, number INTEGER NOT NULL, verdict TEXT NOT NULL, line INTEGER NOT NULL,
  quote_line INTEGER, text TEXT NOT NULL, translation TEXT, quote TEXT, quote_clean TEXT,
  UNIQUE (paper, anchor)
);
CREATE TABLE numbers (
  claim INTEGER NOT NULL REFERENCES claims(id), start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL,
  value REAL NOT NULL, unit TEXT, verdict TEXT NOT NULL, how TEXT NOT NULL, soft INTEGER NOT NULL,
  PRIMARY KEY (claim, start)
) WITHOUT ROWID;
CREATE TABLE benchmarks (slug TEXT PRIMARY KEY, name TEXT NOT NULL, url TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE paper_benchmarks (
  paper TEXT NOT NULL REFERENCES papers(id), benchmark TEXT NOT NULL REFERENCES benchmarks(slug),
  reported INTEGER NOT NULL, PRIMARY KEY (benchmark, paper)
) WITHOUT ROWID;
CREATE TABLE claim_benchmarks (
  claim INTEGER NOT NULL REFERENCES claims(id), benchmark TEXT NOT NULL REFERENCES benchmarks(slug),
  PRIMARY KEY (benchmark, claim)
) WITHOUT ROWID;
CREATE TABLE results (
  claim INTEGER NOT NULL REFERENCES claims(id), start INTEGER NOT NULL,
  benchmark TEXT NOT NULL REFERENCES benchmarks(slug), system TEXT NOT NULL, metric TEXT NOT NULL, value REAL NOT NULL,
  unit TEXT, PRIMARY KEY (claim, start)
) WITHOUT ROWID;
CREATE TABLE tags (
  paper TEXT NOT NULL REFERENCES papers(id), tag TEXT NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (tag, paper)
) WITHOUT ROWID;
CREATE INDEX notes_by_paper ON notes (paper);
CREATE INDEX claims_by_verdict ON claims (verdict);
CREATE VIRTUAL TABLE papers_text USING fts5 (title, name, content='papers', content_rowid='place', tokenize='trigram');
CREATE VIRTUAL TABLE sections_text USING fts5 (text, content='sections', content_rowid='id', tokenize='trigram');
CREATE VIRTUAL TABLE claims_text USING fts5 (text, quote, content='claims', content_rowid='id', tokenize='trigram');
"""
_FINISH = """
INSERT INTO papers_text (papers_text) VALUES ('rebuild');
INSERT INTO sections_text (sections_text) VALUES ('rebuild');
INSERT INTO claims_text (claims_text) VALUES ('rebuild');
"""


def database(entries: Sequence[Entry], lines: Mapping[str, LineTable]) -> Database:
    """All tables, filled when it is written."""
    return Database(schema=SCHEMA, rows=_rows(entries, lines), finish=_FINISH)


_Row = tuple[str, tuple[Any, ...]]


def _rows(entries: Sequence[Entry], lines: Mapping[str, LineTable]) -> Iterator[_Row]:
    known: set[str] = set()
    notes = claims = 0
    for entry, record in zip(entries, records(entries, lines), strict=True):
        yield from _paper(record, known)
        numbered = {id(note): notes + at for at, note in enumerate(entry.paper.all_notes, 1)}
        yield from _notes(entry, record, numbered)
        for at, (item, row) in enumerate(zip(entry.paper.claims, record["claims"], strict=True), claims + 1):
            yield from _claim(record, row, at, numbered[id(item.note)])
            found = entry.facts.benchmarks.by_anchor.get(item.anchor, ())
            yield from (("claim_benchmarks", (at, slug)) for slug in dict.fromkeys(b.slug for b in found))
            for r in entry.facts.results:
                if r.anchor == item.anchor:
                    yield "results", (at, r.start, r.benchmark, r.system, r.metric, r.value, r.unit or None)
        notes, claims = notes + len(entry.paper.all_notes), claims + len(entry.paper.claims)


def _paper(record: Mapping[str, Any], known: set[str]) -> Iterator[_Row]:
    date = record["dates"][0] if record["dates"] else None
    fields = (record[name] for name in ("id", "url", "title", "name", "lang"))
    yield (
        "papers",
        (None, *fields, date, *(record[name] for name in ("kind", "arxiv_id", "doi")), _list(record["authors"])),
    )
    for reported, found in ((1, record["benchmarks"]), (0, record["mentioned"])):
        for benchmark in found:
            slug = benchmark["slug"]
            if slug not in known:
                # The spelling of the newest paper names it, as on the pages.
                known.add(slug)
                yield "benchmarks", (slug, benchmark["name"], f"benchmarks/{slug}/")
            yield "paper_benchmarks", (record["id"], slug, reported)
    for tag in record["tags"]:
        yield "tags", (record["id"], tag["id"], _list(tag["terms"]))


def _notes(entry: Entry, record: Mapping[str, Any], numbered: Mapping[int, int]) -> Iterator[_Row]:
    columns = ("source", "start_line", "end_line", "sha256", "kind", "date", "status", "repeat")
    for note, row in zip(entry.paper.all_notes, record["notes"], strict=True):
        number = numbered[id(note)]
        yield "notes", (number, record["id"], *(row[name] for name in columns))
        # What was noted again word for word is there once.
        for section, place in () if row["repeat"] else zip(note.sections, row["sections"], strict=True):
            lines = (place["start_line"], place["end_line"])
            yield "sections", (None, number, section.kind, section.heading, *lines, section.text)


def _claim(record: Mapping[str, Any], row: Mapping[str, Any], number: int, note: int) -> Iterator[_Row]:
    address = (row["anchor"], f"{record['url']}#{row['anchor']}")
    columns = ("number", "verdict", "line", "quote_line", "text", "translation", "quote", "quote_clean")
    yield "claims", (number, record["id"], note, *address, *(row[name] for name in columns))
    for value in row["values"]:
        fields = ("start", "end", "text", "value", "unit", "verdict", "how", "soft")
        yield "numbers", (number, *(value[name] for name in fields))


def _list(texts: Sequence[str]) -> str:
    """A list as JSON, which SQLite's own functions read."""
    return json.dumps(texts, ensure_ascii=False)
