"""Takes out of a reading what is not for the public, paths of the writer's machine, and tells of odd characters."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .model import Problem, Reading, Section, Severity
from .text import ODD, Lines, problem

HIDDEN = "[…]"
"""What stands for a path; the same in every language, since a note's print must not depend on that of the site."""
_NAME = r"[^\s\"'`<>|*?()，。；：、！？（）《》「」『』【】“”‘’/\\]"
# A blank belongs to a path where a separator follows soon, unless a file's ending came before it.
_TAIL = (
    rf"(?:{_NAME}|[/\\])*"
    rf"(?:(?<!\.\w\w)(?<!\.\w\w\w)(?<!\.\w\w\w\w)(?: {_NAME}{{1,40}}){{1,3}}[/\\](?:{_NAME}|[/\\])*){{0,8}}(?<![,.;:])"
)
_SCHEMES = (
    "file|zotero|obsidian|logseq|(?:x-)?devonthink(?:-item)?|papers3?|bookends|readcube|mendeley|skim"
    r"|marginnote\dapp|evernote|onenote|joplin|vscode|cursor"
)
# `f:\mathbb{R}` and the line of a matrix that begins with `\\alpha` are formulas, not paths.
_FORMULA = (
    r"(?![A-Za-z]*[{^]|math(?:bb|cal|rm|bf|frak|scr|sf|it)\b"
    r"|(?i:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi"
    r"|psi|omega|ell|to|in|times|cdot|q?quad|hat|bar|tilde|vec|sum|prod|int|log|exp|min|max|hline|[tmb]\w{2,5}rule"
    r"|begin|end|partial|nabla|forall|exists|bm|[a-z])(?![A-Za-z0-9.]))"
)
_PRIVATE = re.compile(
    rf"(?i:(?<![A-Za-z0-9+.-])(?:{_SCHEMES})://[^\s\"'`<>()，。；！？（）《》「」『』【】“”]*)"
    r"|(?<![A-Za-z0-9_.~%/\\-])(?:/mnt/[a-z]|/cygdrive/[a-z]|/[a-z]|/data|/export|/private)?"
    rf"/(?:Users|home|Volumes|var/folders)/{_NAME}{_TAIL}"
    rf"|(?<![A-Za-z0-9])[A-Za-z]:(?:\\{{1,2}}{_FORMULA}[\w.~$%]|/(?:Users|Documents|Program|home)\b){_TAIL}"
    rf"|(?<![\\A-Za-z0-9])\\\\(?:\\\\)?{_FORMULA}[\w.?-]{{2,64}}\\{{1,2}}{_FORMULA}[\w.~$]{_TAIL}"
)
_HINT = re.compile(r":(?:(?<!https:)(?<!http:)/|\\)|\\\\|/(?:Users|home|Volumes|var)/")
"""Something in every private path, and in hardly any other line; to look for it takes a tenth of the time."""
_MOST_SPELLED = 100
"""Paths of one file that are looked for one by one; no honest note has more."""
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_WHERE = frozenset({"source", "path", "sha256", "format"})
"""Fields that say where a text is from, not what it says."""


def screen(reading: Reading) -> Reading:
    """The reading with each private path replaced, and one notice for these and one for odd characters."""
    source = reading.source
    matches = list(_matches(source.text))
    paths = [match.start() for match in matches]
    spelled = _unescaped(match.group() for match in matches)
    found = [_masked(part, spelled) for part in (reading.notes, reading.problems)]
    masked = any(new is not old for new, old in zip(found, (reading.notes, reading.problems), strict=True))
    odd = [match.start() for match in ODD.finditer(source.text)]
    if not (masked or paths or odd):
        return reading
    told: list[Problem] = []
    where = Lines(source.text).where

    def report(code: str, places: Sequence[int], what: str, severity: Severity = "notice") -> None:
        line, column = where(places[0])
        told.append(problem(source, line, code, what, column=column, severity=severity))

    if paths or masked:
        # Only a path spelled with the markup of its page is in the records and not in the file.
        many = f"{len(paths)} private paths or links" if len(paths) > 1 else "a private path or link"
        report("private-path", paths or [0], f"{many} to this machine, not published; take them out of the note")
    if odd:
        sign = f"U+{ord(source.text[odd[0]]):04X}"
        count = f"{len(odd)} characters, the first {sign}," if len(odd) > 1 else f"the character {sign}"
        report("odd-characters", odd, f"{count} hidden, lost or out of order here; delete or retype them")
    problems = tuple(sorted((*found[1], *told), key=lambda p: (p.line, p.column)))
    return dataclasses.replace(reading, notes=found[0], problems=problems)


def mask(text: str) -> str:
    """The text with each private path replaced."""
    return _PRIVATE.sub(HIDDEN, text) if _HINT.search(text) else text


def _unescaped(paths: Iterable[str]) -> tuple[str, ...]:
    """The paths as a reader of Markdown gives them: of two backslashes one is left, which could begin a formula."""
    found = {_ESCAPE.sub(r"\1", path): None for path in paths if path.startswith("\\")}
    hard = [path for path in found if mask(path) != HIDDEN][:_MOST_SPELLED]
    return tuple(sorted(hard, key=len, reverse=True))


def _matches(text: str) -> Iterator[re.Match[str]]:
    """The private paths; none runs over the end of a line."""
    end = 0
    for hint in _HINT.finditer(text):
        if hint.start() >= end:
            start = text.rfind("\n", 0, hint.start()) + 1
            end = text.find("\n", hint.end()) + 1 or len(text)
            yield from _PRIVATE.finditer(text, start, end)


def _said(section: Section) -> Iterator[str]:
    """All texts of a section; to search them as one takes a tenth of the time of asking each."""
    yield section.heading
    yield section.text
    for block in section.blocks:
        yield from (run.text for row in block.rows for cell in row for run in cell)


def _masked(value: Any, spelled: tuple[str, ...]) -> Any:
    """A record with every text in it masked; the same object where nothing had to change."""
    if isinstance(value, str):
        for path in spelled:
            value = value.replace(path, HIDDEN)
        return mask(value)
    if isinstance(value, tuple):
        items = tuple(_masked(item, spelled) for item in value)
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    if not spelled and isinstance(value, Section) and not _HINT.search("\n".join(_said(value))):
        return value
    changed = {}
    for field in dataclasses.fields(value):
        if field.name not in _WHERE:
            old = getattr(value, field.name)
            if (new := _masked(old, spelled)) is not old:
                changed[field.name] = new
    return dataclasses.replace(value, **changed) if changed else value
