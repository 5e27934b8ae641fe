"""Addresses without a paper of their own: moved ones lead on, retired ones say so."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from .. import paths
from ..model import File, Redirect, SiteInfo
from ..text import escape
from . import html
from .ui import words

_MOVED = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>
<link rel="canonical" href="{to}">
<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript>
<script>
const anchor = location.hash.replace(/^#(?=.*claim-)/, "#" + {prefix});
location.replace({target} + location.search + anchor);
</script></head><body><p>{title} <a href="{to}">{go}</a></p></body></html>
"""


def pages(redirects: Iterable[Redirect], retired: Iterable[str], site: SiteInfo) -> Iterator[File]:
    """A finished page for each moved address, a page source for each retired one.

    The script keeps the query and the fragment, and knows the anchors a merged paper's claims were given;
    a bare meta refresh would lose all three.
    """
    t = words(site.language)
    for redirect in redirects:
        to = paths.relative(redirect.to, redirect.url)
        text = _MOVED.format(
            lang=site.language,
            title=escape(t("moved")),
            go=escape(t("moved_go")),
            to=escape(to),
            target=_script(to),
            prefix=_script(redirect.prefix),
        )
        yield File(path=f"{redirect.url}index.html", text=text, place="site")
    for url in retired:
        body = html.html_block(
            html.breadcrumbs([("", t("home"))], url, t("breadcrumb")),
            f"<h1>{escape(t('retired'))}</h1>",
            f"<p>{escape(t('retired_text'))}</p>",
        )
        yield File(
            path=paths.markdown_path(url), text=html.front_matter(t("retired"), hide=("navigation", "toc")) + body
        )


def _script(text: str) -> str:
    """Text as a string literal inside of a script element."""
    return json.dumps(text).replace("<", "\\u003c")
