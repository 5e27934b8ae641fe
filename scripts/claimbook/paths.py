"""Sole maker of slugs, addresses, anchors and relative links."""

from __future__ import annotations

import hashlib
import posixpath
import re
from urllib.parse import quote

from .text import HAN, fold

_TAG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_UNSAFE = re.compile(rf"[^a-z0-9.{HAN}]+")
_WORD_BREAKS = re.compile(rf"[^A-Za-z0-9.{HAN}]+")
_LONGEST = 60
"""Characters of a slug: a Han letter takes three bytes in a file name and nine in an address."""


def digest(text: str, length: int = 8) -> str:
    """Short hexadecimal digest, for names that must not collide."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def slug(text: str) -> str:
    """Identity of a name as a path segment: the folded key, Chinese kept.

    Depends on the name alone, so that it never changes when the corpus grows. Where characters had
    to go, a digest of the whole key keeps two names apart; the result is never empty.
    """
    key = fold(text)
    safe = _UNSAFE.sub("", key).strip(".")
    if safe and safe == key and len(safe) <= _LONGEST:
        return safe
    return f"{safe[:_LONGEST]}-{digest(key)}".lstrip("-")


def readable_slug(text: str, limit: int = 40) -> str:
    """Words of a title as a path segment, cut between words; may be empty."""
    words = _WORD_BREAKS.sub("-", text).strip("-.").lower()
    if len(words) <= limit:
        return words
    return words[:limit].rpartition("-")[0] or words[:limit]


def paper_url(identity: str) -> str:
    """Address of a paper known by its arXiv id or DOI."""
    return f"papers/{slug(identity)}/"


def minted_url(date: str, name: str, identity: str) -> str:
    """First address of a paper without a public id."""
    return f"papers/{'-'.join(part for part in (date, readable_slug(name) or identity) if part)}/"


def day_url(date: str) -> str:
    """Address of a day."""
    return f"days/{date}/"


def month_url(date: str) -> str:
    """Address of a month, from any of its days."""
    return f"days/{date[:7]}/"


def claims_month_url(date: str) -> str:
    """Address of the claims of a month, from any of its days; of those without a date, from an empty one."""
    return f"claims/{date[:7] or 'undated'}/"


def tag_url(tag: str) -> str:
    """Address of a tag."""
    return f"tags/{tag if _TAG.fullmatch(tag) else slug(tag)}/"


def benchmark_url(benchmark: str) -> str:
    """Address of a benchmark, from its slug."""
    return f"benchmarks/{benchmark}/"


def page_url(base: str, number: int) -> str:
    """Address of a part of a paged list; part 1 is the list's own address."""
    return base if number == 1 else f"{base}page/{number}/"


def markdown_path(url: str) -> str:
    """Source file, below the docs folder, of the page at an address."""
    return f"{url}index.md"


def relative(target: str, page: str) -> str:
    """Link from one page to another address of the site, percent-encoded; both relative to the root."""
    address, mark, fragment = target.partition("#")
    if address == page and mark:
        return f"#{quote(fragment)}"
    path = posixpath.relpath(f"/{address}", f"/{page}")
    return quote(f"{path}/" if address.endswith("/") or not address else path) + mark + quote(fragment)


def claim_anchor(prefix: str, number: int) -> str:
    """Fragment of a claim as first minted."""
    return f"{prefix}claim-{number}"
