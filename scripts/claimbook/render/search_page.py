"""The search page, the words of the interface for scripts, and what lets a browser use the page as a search engine."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .. import paths
from ..model import File, SiteInfo
from ..text import escape
from . import html
from .ui import TEXTS, Words, words

URL = "search/"
_KINDS = ("deep", "brief", "digest", "note")
_VERDICTS = ("no-numbers", "no-quote", "own-words", "unchecked")
_SHORT_NAME = 16
"""Characters that the OpenSearch format allows."""

_FIELD = """<form class="cb-search cb-wide" role="search" action="">
<label class="cb-hidden" for="cb-query">{label}</label>
<input id="cb-query" class="cb-input" name="q" type="search" placeholder="{placeholder}"
 autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="search">
<kbd aria-hidden="true">/</kbd>
</form>"""

_ENGINE = """<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{short}</ShortName>
<Description>{about}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/png">{site}assets/images/favicon.png</Image>
<Url type="text/html" template="{site}{page}?q={{searchTerms}}"/>
</OpenSearchDescription>
"""


def pages(site: SiteInfo) -> Iterator[File]:
    """The page and the words; the description for browsers where the public address is known, since it must hold it."""
    t = words(site.language)
    head = html.front_matter(t("search"), hide=("navigation", "toc"))
    yield File(path=paths.markdown_path(URL), text=head + _page(t))
    yield File(path="assets/js/words.js", text=_words(t), place="site")
    if site.url:
        yield File(path="opensearch.xml", text=_engine(site, t), place="site")


def _page(t: Words) -> str:
    ways = (("days/", "all_days"), ("tags/", "all_tags"), ("benchmarks/", "all_benchmarks"))
    links = t("comma").join(html.link(to, URL, escape(t(name))) for to, name in ways)
    return html.html_block(
        f"<h1>{escape(t('search'))}</h1>",
        '<div class="cb-searchpage">',
        _FIELD.format(label=escape(t("search")), placeholder=escape(t("search_placeholder"))),
        f'<noscript><p class="cb-warning">{escape(t("search_noscript"))} {links}</p></noscript>',
        '<div class="cb-why" hidden></div>',
        "</div>",
    )


def _words(t: Words) -> str:
    """A script and no data file, since a page that is opened as a file may load no other."""
    found = {key.removeprefix("search_"): t(key) for key in TEXTS if key.startswith("search_")}
    found |= {f"kind_{kind}": t(kind) for kind in _KINDS}
    found |= {f"verdict_{verdict}": t(verdict) for verdict in _VERDICTS}
    return f"window.claimbook = {{ ...window.claimbook, words: {json.dumps(found, ensure_ascii=False)} }};\n"


def _engine(site: SiteInfo, t: Words) -> str:
    return _ENGINE.format(
        short=escape(site.name[:_SHORT_NAME]),
        about=escape(t("search_about", name=site.name)),
        site=escape(site.url.rstrip("/") + "/"),
        page=URL,
    )
