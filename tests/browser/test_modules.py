"""The pure functions of the site's scripts, called in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

ASSETS = Path(__file__).resolve().parents[2] / "docs" / "assets"
CALL = "async ([module, name, values]) => (await import(module))[name](...values)"

Call = Callable[..., Any]


@pytest.fixture
def call(site_server: Callable[..., str], page: Callable[..., Page]) -> Call:
    """`call(module, function, *values)` gives what the exported function returns."""
    base = site_server(ASSETS)
    opened = page(base)
    return lambda module, name, *values: opened.evaluate(CALL, [f"{base}js/{module}", name, list(values)])


def test_the_address_of_a_claim_keeps_all_but_the_old_anchor(call: Call) -> None:
    addresses = {
        "https://a.example/papers/x/": "https://a.example/papers/x/#claim-3",
        "https://a.example/papers/x/#claim-1": "https://a.example/papers/x/#claim-3",
        "https://a.example/some/where/papers/x/?q=1#top": "https://a.example/some/where/papers/x/?q=1#claim-3",
        "file:///home/a/site/papers/x/index.html": "file:///home/a/site/papers/x/index.html#claim-3",
        "https://a.example/papers/%E4%B8%AD/": "https://a.example/papers/%E4%B8%AD/#claim-3",
    }
    assert {href: call("copy.js", "claimAddress", href, "#claim-3") for href in addresses} == addresses


ROW = """<tr id="claim-{0}"><th><a class="cb-anchor" href="#claim-{0}" title="Link to claim &lt;{0}&gt;">{0}</a></th>
<td class="cb-check"></td></tr>"""
PAGE = f"""<table class="cb-claims" data-cb-copy="Copy" data-cb-copied="Copied"><tbody>
{ROW.format(1)}{ROW.format(2)}</tbody></table>"""
OFFER = """async ([module, html]) => {
  document.body.innerHTML = html;
  (await import(module)).offerCopies(document);
  return [...document.querySelectorAll(".cb-check > button.cb-copy[type=button]")]
    .map(button => [button.textContent, button.getAttribute("aria-label")]);
}"""


@pytest.fixture
def offer(site_server: Callable[..., str], page: Callable[..., Page]) -> Callable[[str], Any]:
    base = site_server(ASSETS)
    opened = page(base)
    return lambda html: opened.evaluate(OFFER, [f"{base}js/copy.js", html])


def test_each_claim_gets_one_button_that_names_it(offer: Callable[[str], Any]) -> None:
    assert offer(PAGE) == [["Copy", "Copy: Link to claim <1>"], ["Copy", "Copy: Link to claim <2>"]]


def test_a_page_without_claims_gets_no_button(offer: Callable[[str], Any]) -> None:
    assert offer("<p>nothing</p>") == []
