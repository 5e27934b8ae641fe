"""Records as HTML: nothing of a note gets into a page but through `passage` or `escape`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from .. import paths
from ..model import Block, Cell, Run
from ..text import HAN, escape, language

_STYLES = {"plain": ("", ""), "strong": ("<strong>", "</strong>"), "code": ("<code>", "</code>")}
_STYLES["citation"] = ('<sup class="cb-cite">', "</sup>")
_ENGLISH = re.compile(r"[A-Za-z][A-Za-z'’-]*(?:[ ,;:()-]+[A-Za-z][A-Za-z'’-]*){4,}")
"""A phrase of five or more words in a Chinese text; shorter ones are terms, which Chinese readers read as such."""
_NOT_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that YAML refuses or takes for a line's end; its own escapes bring them through."""
_CHINESE = re.compile(rf"[{HAN}][{HAN}，。；：、“”（）《》！？]*")


def passage(text: str, outer: str) -> str:
    """A note's text as HTML inside of an element of language `outer`; runs of the other language are marked."""
    pattern, inner = (_ENGLISH, "en") if outer == "zh" else (_CHINESE, "zh")
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts += [escape(text[end : match.start()]), f'<span lang="{inner}">{escape(match.group())}</span>']
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def cell(runs: Cell, outer: str) -> str:
    """Styled runs as HTML."""
    return "".join(_run(run, outer) for run in runs)


def _run(run: Run, outer: str) -> str:
    opening, closing = _STYLES[run.style]
    return f"{opening}{passage(run.text, outer)}{closing}"


def lang(text: str) -> str:
    """Language attribute for an element that holds this text."""
    return f' lang="{language(text)}"'


def blocks(items: Iterable[Block], *, level: int = 3) -> str:
    """Blocks of a section; headings start at the level below the section's own."""
    return "\n".join(_block(block, level) for block in items)


def _block(block: Block, level: int) -> str:
    outer = language(block.text)
    attribute = f' lang="{outer}"'
    if block.kind == "table":
        return _table(block.rows, outer)
    if block.kind == "list":
        items = "".join(f"<li>{cell(row[0], outer)}</li>" for row in block.rows)
        return f"<ul{attribute}>{items}</ul>"
    tag = {"paragraph": "p", "heading": f"h{level}", "preformatted": "pre"}[block.kind]
    return f"<{tag}{attribute}>{cell(block.rows[0][0], outer)}</{tag}>"


def _table(rows: Sequence[Sequence[Cell]], outer: str) -> str:
    head = "".join(f'<th scope="col">{cell(runs, outer)}</th>' for runs in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell(runs, outer)}</td>" for runs in row) + "</tr>" for row in rows[1:])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="cb-scroll" tabindex="0" lang="{outer}">{table}</div>'


def link(target: str, page: str, content: str, *, attributes: str = "") -> str:
    """Anchor element to another address of the site; `content` is HTML."""
    return f'<a href="{escape(paths.relative(target, page))}"{attributes}>{content}</a>'


def front_matter(title: str, *, description: str = "", hide: Sequence[str] = ("navigation",)) -> str:
    """Head of a page source. MkDocs puts these values into the page as they are, so they are escaped here.

    An empty title leaves the window with the site's name alone.
    """
    rows = [f"title: {_yaml(title)}"] if title else []
    if description:
        rows.append(f"description: {_yaml(description)}")
    if hide:
        rows.append(f"hide: {json.dumps(list(hide))}")
    return "\n".join(["---", *rows, "---", ""])


def _yaml(text: str) -> str:
    """Escaped text as a quoted YAML scalar on one line."""
    quoted = json.dumps(escape(text), ensure_ascii=False)
    return _NOT_IN_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def heading(text: str, anchor: str, level: int = 2) -> str:
    """Heading of the interface as Markdown, so that MkDocs lists it in the contents. Never for a note's words."""
    return f"\n{'#' * level} {text} {{#{anchor}}}\n"


def html_block(*parts: str) -> str:
    """Parts as one block that the Markdown parser leaves alone: it ends only at the closing `div`."""
    return "\n<div>\n" + "\n".join(part for part in parts if part) + "\n</div>\n"


def breadcrumbs(items: Sequence[tuple[str, str]], page: str, label: str, tail: str = "") -> str:
    """Path to a page, as links to `(address, text)`, and what follows it."""
    links = " › ".join(link(address, page, escape(text)) for address, text in items)
    rest = f' <span class="cb-tail">· {escape(tail)}</span>' if tail else ""
    return f'<nav class="cb-crumbs" aria-label="{escape(label)}">{links}{rest}</nav>'
