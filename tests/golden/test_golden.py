"""Goldens: what each reader makes of small samples, as JSON that is read as a diff.

`make regen` writes the JSON files anew. A sample is any other file in the folder of its reader.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from claimbook.model import Block, Note, NoteClaim, Reading, Section, Source, Span
from claimbook.readers import READERS, read
from claimbook.readers.accounting import account
from claimbook.text import Lines, decode

HERE = Path(__file__).parent
FOLDERS = {reader.name: HERE / reader.name.replace("-", "_") for reader in READERS}
SAMPLES = sorted(path for folder in FOLDERS.values() for path in folder.glob("*.*") if path.suffix != ".json")
NAMES = [path.relative_to(HERE).as_posix() for path in SAMPLES]


def shown(text: str) -> str:
    """A long text by its two ends and its length; blocks and claims hold the words."""
    return text if len(text) <= 60 else f"{text[:30]} … {text[-20:]} ({len(text)} characters)"


def serialise(reading: Reading) -> dict[str, Any]:
    """A reading with places for spans: `line:column-line:column`, the end included, or lines alone."""
    lines = Lines(reading.source.text)

    def place(span: Span) -> str:
        ends = lines.where(span.start), lines.where(max(span.start, span.end - 1))
        return "-".join(f"{line}:{column}" for line, column in ends)

    def rows(span: Span) -> str:
        return f"{lines.where(span.start)[0]}-{lines.where(max(span.start, span.end - 1))[0]}"

    def block(found: Block) -> dict[str, Any]:
        cells = [
            ["".join(r.text if r.style == "plain" else f"‹{r.style}: {r.text}›" for r in cell) for cell in row]
            for row in found.rows
        ]
        one = found.kind in ("paragraph", "heading", "preformatted")
        return {"at": place(found.span), found.kind: cells[0][0] if one else cells}

    def section(found: Section) -> dict[str, Any]:
        optional = {"cut": found.cut, "heading": found.heading, "blocks": [block(b) for b in found.blocks]}
        return {"kind": found.kind, "lines": rows(found.span), "text": shown(found.text), **_filled(optional)}

    def claim(found: NoteClaim) -> dict[str, Any]:
        quote = found.quote and {"at": place(found.quote.span), "text": found.quote.text}
        return {"number": found.number, "at": place(found.text.span), "text": found.text.text, "quote": quote}

    def note(found: Note) -> dict[str, Any]:
        return {
            "lines": f"{found.start_line}-{found.end_line}",
            **{key: getattr(found, key) for key in ("kind", "date", "status", "position", "format")},
            "metadata": _filled(dataclasses.asdict(found.metadata)),
            "sections": [section(s) for s in found.sections],
            "claims": [claim(c) for c in found.claims],
        }

    return {
        "account": dataclasses.asdict(account(reading)),
        "format": reading.format,
        "problems": [f"{p.line}:{p.column} {p.severity} {p.code}: {p.message}" for p in reading.problems],
        "regions": [f"{rows(region.span)} {region.kind}" for region in reading.regions],
        "notes": [note(n) for n in reading.notes],
    }


def _filled(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def reading_of(path: Path) -> Reading:
    return read(Source(path=path.name, text=decode(path.read_bytes())[0], sha256=""))


def dumped(path: Path) -> str:
    return json.dumps(serialise(reading_of(path)), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def differences(old: str, new: str, name: str) -> Iterator[str]:
    return difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name}, golden", f"{name}, now", lineterm="")


@pytest.mark.parametrize("path", SAMPLES, ids=NAMES)
def test_a_sample_reads_as_its_golden_says(path: Path, request: pytest.FixtureRequest) -> None:
    golden, now = path.with_suffix(".json"), dumped(path)
    old = golden.read_text(encoding="utf-8") if golden.exists() else ""
    if request.config.getoption("--regen") and old != now:
        golden.write_text(now, encoding="utf-8", newline="\n")
        warnings.warn(f"{golden.name} of {path.parent.name} was written anew: read its diff", stacklevel=1)
        return
    difference = "\n".join(differences(old, now, f"{path.parent.name}/{golden.name}"))
    if difference:
        pytest.fail(f"{difference}\n\nIf this is what you meant: make regen, then read the diff", pytrace=False)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_no_golden_is_left_without_its_sample(folder: Path) -> None:
    goldens = {path.with_suffix("") for path in folder.glob("*.json")}
    assert goldens == {path.with_suffix("") for path in SAMPLES if path.parent == folder}


@pytest.mark.parametrize("name", FOLDERS)
def test_each_reader_has_three_samples_and_takes_them(name: str) -> None:
    formats = [reading_of(path).format for path in SAMPLES if path.parent == FOLDERS[name]]
    assert len(formats) >= 3
    assert set(formats) == {name}
