"""Checks the built site: every link inside of it leads to a page that is there, at an anchor that is there."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..model import Problem

_ATTRIBUTE = re.compile(r"""\s(href|src|id|name)="([^"]*)\"""")


def check(site: Path) -> Iterator[Problem]:
    """A problem for each broken link, at the page that holds it."""
    anchors: dict[str, set[str]] = {}
    links: dict[str, list[tuple[str, int]]] = {}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for name in sorted(files):
        if name.endswith(".html"):
            anchors[name], links[name] = _read((site / name).read_text(encoding="utf-8"))
    for page, found in links.items():
        for link, line in found:
            if message := _broken(page, link, files, anchors):
                yield Problem(path=page, line=line, column=1, code="broken-link", severity="problem", message=message)


def _read(text: str) -> tuple[set[str], list[tuple[str, int]]]:
    ids, links = {"", "__top"}, []
    for match in _ATTRIBUTE.finditer(text):
        value = html.unescape(match.group(2))
        if match.group(1) in ("id", "name"):
            ids.add(value)
        else:
            links.append((value, match.start()))
    return ids, [(link, text.count("\n", 0, start) + 1) for link, start in dict(links).items()]


def _broken(page: str, link: str, files: set[str], anchors: dict[str, set[str]]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = page
    if parts.path:
        path = unquote(parts.path)
        # The error page is served at any depth, so its links start at the root, which may be a sub-path.
        if path.startswith("/"):
            return ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if path.endswith(("/", "..", ".")) or target == ".":
            target = posixpath.normpath(posixpath.join(target, "index.html"))
    if target not in files:
        return f"“{link}” leads to no page of the site"
    if parts.fragment and target in anchors and unquote(parts.fragment) not in anchors[target]:
        return f"“{link}” names an anchor that its page does not have"
    return ""
