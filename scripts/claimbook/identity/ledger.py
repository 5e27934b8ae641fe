"""The permalink ledger: every address and anchor ever given out, as text and as records."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..model import Problem, Redirect
from . import sketch

HEAD = """\
# Every address and anchor that was ever given out. Written by the build; commit it with the notes.
# To give up a paper whose note is gone, move its line from `papers` to `retired`.
"""
_LINE = re.compile(r'  ("(?:[^"\\]|\\.)*"): (\{.*\})\s*')
_PARTS = ("papers", "redirects", "retired")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPrint:
    """What is kept of a claim, to know it again after an edit."""

    text: sketch.Sketch
    quote: sketch.Sketch


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerNote:
    """A note of a paper: where it stood, its print (empty where the paper has a public id), its anchors."""

    source: str
    prefix: str
    print: sketch.Sketch
    claims: Mapping[str, ClaimPrint]
    """By anchor; an anchor stays here after its claim is gone, so that it is never given again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """A paper: its address and its notes, oldest record first."""

    url: str
    notes: tuple[LedgerNote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All entries by paper id."""

    papers: Mapping[str, LedgerEntry] = field(default_factory=dict)
    redirects: Mapping[str, Redirect] = field(default_factory=dict)
    """By the old address."""
    retired: Mapping[str, LedgerEntry] = field(default_factory=dict)


def parse(path: str, text: str) -> tuple[Ledger, tuple[Problem, ...]]:
    """Ledger of a file's text; every problem is a refusal, since a wrong ledger would break links."""
    raw, problems = _rows(path, text)
    parts: dict[str, dict[str, Any]] = {part: {} for part in _PARTS}
    urls: dict[str, str] = {}
    for part, key, value, line in raw:
        try:
            record = (
                Redirect(url=key, to=value["to"], prefix=value.get("prefix", ""))
                if part == "redirects"
                else _entry(value)
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            problems.append(
                _refusal(path, line, f"the entry “{key}” is not one the build wrote; restore it from history")
            )
            continue
        if key in parts[part] or urls.get(record.url, key) != key:
            problems.append(_refusal(path, line, f"“{key}” or its address stands here twice; keep the older line"))
        urls[record.url] = key
        parts[part][key] = record
    ledger = Ledger(papers=parts["papers"], redirects=parts["redirects"], retired=parts["retired"])
    return ledger, tuple(problems)


def _rows(path: str, text: str) -> tuple[list[tuple[str, str, Any, int]], list[Problem]]:
    """Part, key, value and line of every entry.

    The lines that the build writes are read one by one with the JSON parser: a YAML parser takes
    seconds for ten thousand papers. A file that was written by hand is read as YAML.
    """
    rows: list[tuple[str, str, Any, int]] = []
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := _LINE.fullmatch(line):
            try:
                rows.append((part, json.loads(match.group(1)), json.loads(match.group(2)), number))
            except ValueError:
                return _yaml_rows(path, text)
        elif line.rstrip(" {}").rstrip(":") in _PARTS:
            part = line.rstrip(" {}").rstrip(":")
        elif line.strip() and not line.startswith("#"):
            return _yaml_rows(path, text)
    return rows, []


def _yaml_rows(path: str, text: str) -> tuple[list[tuple[str, str, Any, int]], list[Problem]]:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return [], [_refusal(path, mark.line + 1 if mark else 1, f"not valid YAML: {getattr(error, 'problem', error)}")]
    if not isinstance(data, dict) or not all(isinstance(v, dict) or v is None for v in data.values()):
        return [], [_refusal(path, 1, f"a mapping with {', '.join(_PARTS)} is expected")]
    rows = [
        (str(part.value), str(key.value), data[part.value].get(key.value), key.start_mark.line + 1)
        for part, body in (root.value if root else ())
        if data[part.value]
        for key, _ in body.value
    ]
    unknown = [
        _refusal(path, line, f"“{part}” is no part of a ledger") for part, _, _, line in rows if part not in _PARTS
    ]
    return [row for row in rows if row[0] in _PARTS], unknown


def _refusal(path: str, line: int, message: str) -> Problem:
    return Problem(path=path, line=line, column=1, code="bad-ledger", severity="refusal", message=message)


def _entry(value: Mapping[str, Any]) -> LedgerEntry:
    notes = tuple(
        LedgerNote(
            source=note["source"],
            prefix=note.get("prefix", ""),
            print=sketch.load(note.get("print", ""), 8),
            claims={anchor: _claim(text) for anchor, text in note.get("claims", {}).items()},
        )
        for note in value["notes"]
    )
    return LedgerEntry(url=value["url"], notes=notes)


def _claim(text: str) -> ClaimPrint:
    claim, _, quote = text.partition("/")
    return ClaimPrint(text=sketch.load(claim, 4), quote=sketch.load(quote, 4))


def dump(ledger: Ledger) -> str:
    """The ledger's file: sorted, one line an entry, so that branches merge without conflict."""
    redirects = {url: _pruned({"to": r.to, "prefix": r.prefix}) for url, r in ledger.redirects.items()}
    bodies = (
        ("papers", {key: _dump_entry(entry) for key, entry in ledger.papers.items()}),
        ("redirects", redirects),
        ("retired", {key: _dump_entry(entry) for key, entry in ledger.retired.items()}),
    )
    lines = [HEAD.rstrip("\n")]
    for part, body in bodies:
        lines.append(f"{part}:" if body else f"{part}: {{}}")
        lines += [f"  {_json(key)}: {_json(body[key])}" for key in sorted(body)]
    return "\n".join(lines) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _dump_entry(entry: LedgerEntry) -> dict[str, Any]:
    notes = [
        _pruned(
            {
                "source": note.source,
                "prefix": note.prefix,
                "print": sketch.dump(note.print, 8),
                "claims": {
                    anchor: f"{sketch.dump(claim.text, 4)}/{sketch.dump(claim.quote, 4)}"
                    for anchor, claim in note.claims.items()
                },
            }
        )
        for note in entry.notes
    ]
    return {"url": entry.url, "notes": notes}


def _pruned(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if value}
