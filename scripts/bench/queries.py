"""The truth that the search is measured against, read from the built pages, and queries drawn from it."""

import json
import random
import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

PER_CLASS = 30
HAN = "\u4e00-\u9fff"
SKIPPED_TAGS = {"nav", "script", "style", "caption", "summary", "button"}
SKIPPED_CLASSES = {
    f"cb-{name}"
    for name in (
        "absent",
        "balance",
        "check",
        "cut",
        "data",
        "derived",
        "hidden",
        "ident",
        "mentioned",
        "nocolumns",
        "related",
        "source",
        "warning",
    )
} | {"headerlink"}
"""Words of the interface and of other papers; the index has the notes' own."""
VOID = {"br", "img", "input", "hr", "meta", "link", "wbr"}
PARTS = re.compile(r'"([^"]*)"|([^\s"]+)')
DRAWN = {
    "a": re.compile(rf"[{HAN}]{{2,4}}"),
    "b": re.compile(rf"[{HAN}]{{4,8}}"),
    "c": re.compile(r"(?<![\w.-])[A-Za-z][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)+(?![\w-])"),
    "d": re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?%?(?![\w])"),
    "e": re.compile(rf"(?<![A-Za-z])[A-Z][A-Za-z]{{2,}} ?[{HAN}]{{2,4}}"),
    "f": re.compile(r"(?<![\w-])[A-Za-z]{3,} [A-Za-z]{3,}(?![\w-])"),
}
"""Classes of queries: Chinese words, phrases, Latin terms with punctuation, numbers, mixed, English; `g` are probes."""


def fold(text: str) -> str:
    """The form in which case, width and the kind of white space do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


class _Reader(HTMLParser):
    """Visible text of a page's article, without what is there on every page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.title: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._inside = self._claims = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            self._inside = True
        if tag in VOID:
            return
        classes = dict(attrs).get("class") or ""
        hidden = tag in SKIPPED_TAGS or bool(SKIPPED_CLASSES & set(classes.split()))
        # The heads of our own table of claims; a table of a note has its heads in the text.
        hidden = hidden or (tag == "th" and (dict(attrs).get("scope") == "row" or self._claims))
        self._claims = "cb-claims" in classes.split() if tag == "table" else self._claims
        self._open.append((tag, hidden or bool(self._open and self._open[-1][1])))
        if tag not in ("span", "a", "em", "strong", "code", "sup"):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._inside = False
        while self._open and tag in [name for name, _ in self._open]:
            if self._open.pop()[0] == tag:
                break
        if tag not in ("span", "a", "em", "strong", "code", "sup"):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._inside and not (self._open and self._open[-1][1]):
            self.parts.append(data)
            if any(tag == "h1" for tag, _ in self._open):
                self.title.append(data)


class Texts:
    """The visible texts of a site's papers, by address."""

    def __init__(self, site: Path) -> None:
        self.pages: dict[str, str] = {}
        self.raw: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        for line in (site / "data" / "papers.jsonl").read_text(encoding="utf-8").splitlines():
            url = json.loads(line)["url"]
            reader = _Reader()
            reader.feed((site / url / "index.html").read_text(encoding="utf-8"))
            # Blocks stay apart, so that no query runs from one into the next.
            raw = re.sub(r"\s*\n\s*", "\n", "".join(reader.parts))
            self.raw[f"/{url}"] = raw
            self.pages[f"/{url}"] = "\n".join(map(fold, raw.split("\n")))
            self.titles[f"/{url}"] = fold(" ".join(reader.title))

    def holding(self, query: str) -> tuple[set[str], set[str]]:
        """Pages that hold all parts of a query on word boundaries, and those that hold them at all."""
        parts = [fold(quoted or plain) for quoted, plain in PARTS.findall(query)]
        may = {url for url, text in self.pages.items() if all(part in text for part in parts)}
        expressions = [re.compile(_bounded(part)) for part in parts]
        must = {url for url in may if all(expression.search(self.pages[url]) for expression in expressions)}
        return must, may

    def right(self, probe: str) -> set[str]:
        """Pages that a probe should find among the first three."""
        expression = re.compile(_bounded(fold(probe)))
        titled = {url for url, title in self.titles.items() if expression.search(title)}
        if titled:
            return titled
        counted = Counter({url: len(expression.findall(text)) for url, text in self.pages.items()})
        most = max(counted.values())
        return {url for url, count in counted.items() if count == most} if most else set()


def _bounded(part: str) -> str:
    first = "" if re.match(rf"[{HAN}\W]", part) else rf"(?<![^\W{HAN}])"
    last = "" if re.search(rf"[{HAN}\W]$", part) else rf"(?![^\W{HAN}])"
    return first + re.escape(part) + last


def sample(texts: Texts, seed: int) -> list[dict[str, str]]:
    """Queries of each class from the text of random papers, and probes from titles and from texts."""
    drawn = random.Random(seed)
    urls = sorted(texts.raw)
    asked: dict[str, str] = {}
    for name, expression in DRAWN.items():
        wanted = len(asked) + PER_CLASS
        for _ in range(PER_CLASS * 20):
            found = list(expression.finditer(texts.raw[drawn.choice(urls)]))
            if found and len(asked) < wanted:
                asked.setdefault(_cut(drawn, name, drawn.choice(found).group()), name)
    for url in drawn.choices(urls, k=PER_CLASS * 4):
        words = re.findall(
            rf"[A-Za-z][A-Za-z0-9-]{{3,}}|[{HAN}]{{2}}", texts.raw[url] if drawn.random() < 0.5 else texts.titles[url]
        )
        if words and sum(name == "g" for name in asked.values()) < PER_CLASS:
            asked.setdefault(drawn.choice(words), "g")
    return [{"q": query, "class": name} for query, name in asked.items()]


def _cut(drawn: random.Random, name: str, text: str) -> str:
    """Chinese has no gaps between words, so a query starts and ends anywhere in a run."""
    if name == "a":
        size = drawn.choice((2, 2, 3, 4))
        start = drawn.randrange(max(1, len(text) - size + 1))
        return text[start : start + size]
    return text
