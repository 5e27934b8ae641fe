"""The permalink ledger: every address and anchor ever given out, as text and as records."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..model import Problem, Redirect
from ..text import Lines
from . import sketch

HEAD = """\
# Every address and anchor that was ever given out. Written by the build; commit it with the notes.
# To give up a paper whose note is gone, move its line from `papers` to `retired`.
"""
_LINE = re.compile(r'  ("(?:[^"\\]|\\.)*"): (\{.*\})\s*')
_PARTS = ("papers", "redirects", "retired")
_HEAD_LINE = re.compile(rf"({'|'.join(_PARTS)}):(?: \{{\}})?\s*")
_URL = re.compile(r"papers/(?!\.*/)[^/\s]+/")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPrint:
    """What is kept of a claim, to know it again after an edit."""

    text: sketch.Sketch
    quote: sketch.Sketch


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerNote:
    """A note of a paper: where it stood, its print, its anchors."""

    source: str
    prefix: str
    print: sketch.Sketch
    claims: Mapping[str, ClaimPrint]
    """By anchor; an anchor stays here after its claim is gone, so that it is never given again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """A paper: its address, its notes, oldest record first, and the ids it had before."""

    url: str
    notes: tuple[LedgerNote, ...]
    was: tuple[str, ...] = ()


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
    keys: set[str] = set()
    urls: set[str] = set()
    lines: dict[str, int] = {}
    for part, key, value, line in raw:
        try:
            record = _redirect(key, value) if part == "redirects" else _entry(value)
        except (KeyError, TypeError, ValueError, AttributeError):
            message = f"the entry “{key}” is not one the build wrote; restore it from history"
            problems.append(_refusal(path, line, message))
            continue
        if key in keys or record.url in urls:
            problems.append(_refusal(path, line, f"“{key}” or its address stands here twice; keep the older line"))
        keys.add(key)
        urls.add(record.url)
        lines[key] = line
        parts[part][key] = record
    ledger = Ledger(papers=parts["papers"], redirects=parts["redirects"], retired=parts["retired"])
    # Where an entry was refused, redirects to it would be as well, to no one's use.
    lost = [] if problems else [r for r in ledger.redirects.values() if not _arrives(r, ledger.redirects, urls)]
    for redirect in lost:
        message = f"“{redirect.url}” leads to “{redirect.to}”, which is no paper's address; restore it from history"
        problems.append(_refusal(path, lines[redirect.url], message))
    return ledger, tuple(problems)


def _arrives(redirect: Redirect, redirects: Mapping[str, Redirect], urls: set[str]) -> bool:
    """The address that a redirect leads to, by whatever others, is that of a paper."""
    passed = {redirect.url}
    to = redirect.to
    while to in redirects and to not in passed:
        passed.add(to)
        to = redirects[to].to
    return to in urls and to not in redirects


def _rows(path: str, text: str) -> tuple[list[tuple[str, str, Any, int]], list[Problem]]:
    """Part, key, value and line of every entry.

    The lines that the build writes are read one by one with the JSON parser: a YAML parser takes
    seconds for ten thousand papers. A file that was written by hand is read as YAML.
    """
    rows: list[tuple[str, str, Any, int]] = []
    part = ""
    for number, line in enumerate(Lines(text), 1):
        if part and (match := _LINE.fullmatch(line)):
            try:
                rows.append((part, json.loads(match.group(1)), json.loads(match.group(2)), number))
            except ValueError:
                return _yaml_rows(path, text)
        elif head := _HEAD_LINE.fullmatch(line):
            part = head.group(1)
        elif line.strip() and not line.startswith("#"):
            return _yaml_rows(path, text)
    return rows, []


def _yaml_rows(path: str, text: str) -> tuple[list[tuple[str, str, Any, int]], list[Problem]]:
    """All scalars stay the texts they are: an arXiv id without quotes is no number."""
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
        data = yaml.load(text, Loader=yaml.BaseLoader) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or getattr(error, "reason", error)
        message = f"not valid YAML ({what}); if two branches were merged here, keep the lines of both"
        return [], [_refusal(path, mark.line + 1 if mark else 1, message)]
    if not isinstance(data, dict) or not all(isinstance(body, dict) or body == "" for body in data.values()):
        return [], [_refusal(path, 1, f"a mapping with {', '.join(_PARTS)} is expected; restore it from history")]
    rows, unknown = [], []
    for part, body in root.value if root else ():
        if part.value not in _PARTS:
            message = f"“{part.value}” is no part of a ledger ({', '.join(_PARTS)}); correct its name"
            unknown.append(_refusal(path, part.start_mark.line + 1, message))
        elif data[part.value]:
            entries = data[part.value]
            rows += [(part.value, key.value, entries.get(key.value), key.start_mark.line + 1) for key, _ in body.value]
    return rows, unknown


def _refusal(path: str, line: int, message: str) -> Problem:
    return Problem(path=path, line=line, column=1, code="bad-ledger", severity="refusal", message=message)


def _redirect(url: str, value: Mapping[str, Any]) -> Redirect:
    return Redirect(url=_address(url), to=_address(value["to"]), prefix=_text(value.get("prefix", "")))


def _entry(value: Mapping[str, Any]) -> LedgerEntry:
    notes = tuple(
        LedgerNote(
            source=_text(note["source"]),
            prefix=_text(note.get("prefix", "")),
            print=sketch.load(note.get("print", ""), 8),
            claims={anchor: _claim(text) for anchor, text in note.get("claims", {}).items()},
        )
        for note in value["notes"]
    )
    return LedgerEntry(url=_address(value["url"]), notes=notes, was=tuple(map(_text, value.get("was", ()))))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _address(value: object) -> str:
    """An address as the build gives them; anything else might lead out of the site."""
    if not _URL.fullmatch(text := _text(value)):
        raise ValueError(text)
    return text


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
    return {"url": entry.url, "notes": notes} | _pruned({"was": list(entry.was)})


def _pruned(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if value}
