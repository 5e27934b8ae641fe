"""Runs MkDocs, as a program of its own, and reads the two settings of mkdocs.yml that we need."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from ..model import SiteInfo


class MkDocsError(Exception):
    """MkDocs did not build the site; the text is what it said."""


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without running it: unknown tags such as `!ENV` become None."""


def _unknown(loader: yaml.Loader, suffix: str, node: yaml.Node) -> None:
    return None


_Loader.add_multi_constructor("", _unknown)


def site_info(config: Path) -> SiteInfo:
    """Interface language and public address, from mkdocs.yml and the environment."""
    settings: dict[str, Any] = yaml.load(config.read_text(encoding="utf-8"), Loader=_Loader) or {}
    theme = settings.get("theme")
    language = theme.get("language", "en") if isinstance(theme, dict) else "en"
    return SiteInfo(
        language="zh" if str(language).startswith("zh") else "en",
        url=os.environ.get("SITE_URL") or settings.get("site_url") or "",
        name=str(settings.get("site_name") or "Claimbook"),
    )


def build(config: Path, docs: Path, target: Path, newest_day: str) -> None:
    """Build the pages below `docs` into `target`. Raises MkDocsError with MkDocs' own words."""
    environment = {
        **os.environ,
        "CLAIMBOOK_DOCS": str(docs.resolve()),
        # Material's documented switch for its notice about MkDocs 2.
        "NO_MKDOCS_2_WARNING": "1",
        # Else the sitemap carries the day of the build, and two builds of the same notes differ.
        "SOURCE_DATE_EPOCH": str(_epoch(newest_day)),
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
    command += ["--config-file", str(config), "--site-dir", str(target.resolve())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise MkDocsError(f"MkDocs says: {(done.stdout + done.stderr).strip()}")


def _epoch(day: str) -> int:
    try:
        return int(datetime.datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp())
    except ValueError:
        return 0
