"""What HTML and Markdown have in common: a document as a flow of headings, paragraphs, lists, tables and quotes.

The parsers (`html_flow`, `markdown_flow`) make flows; the grammars of the formats read them. A text file's
lines are flows too, so that one grammar serves a format in all its skins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..model import Block, Span

FlowKind = Literal["heading", "paragraph", "list", "table", "quote", "preformatted", "rule", "front-matter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """One piece of a document, with the raw characters it stands for.

    `text` is what a reader sees, without markup; `level` is 1 to 6 for a heading, the depth for a quote, else 0;
    `blocks` is the piece as a page shows it; `hrefs` are the addresses of its links in order. `label` is what
    opens the piece beyond its text: a callout's type, the summary of a `details` element, a bold run-in label.
    """

    kind: FlowKind
    span: Span
    text: str
    level: int = 0
    blocks: tuple[Block, ...] = ()
    hrefs: tuple[str, ...] = ()
    label: str = ""
