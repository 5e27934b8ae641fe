"""The YAML above a note: read strictly where it is YAML, line by line where it is not, never as more than text."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from ..text import Lines
from .base import find_date

Value = str | tuple[str, ...]
_LARGEST = 100_000
_NODES = 5_000
_DEPTH = 12
_KEY = re.compile(
    r"([^\s:#\-\[\]{}&*!|>'\"%@`,][^:]{0,100}?|\"[^\"]{1,100}\"|'[^']{1,100}'|-[^\s:][^:]{0,100}?)\s*:(?:\s+|$)"
)
_ITEM = re.compile(r"\s*-(?:\s+|$)")
_BLOCK = re.compile(r"[|>][+-]?\d?\s*$")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")
_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_NAMED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+)?(?P<month>[A-Za-z]{3,9})\.?\s+(?:(?P<late>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<year>(?:19|20)\d\d)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What stands above a note; keys are in small letters, with `_` for spaces and hyphens."""

    values: Mapping[str, Value] = field(default_factory=dict)
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """First and last line of each key, 0-based from the first line of the YAML."""
    complaints: tuple[tuple[int, str], ...] = ()
    """What is wrong, with its line as in `places`."""

    def text(self, *keys: str) -> str:
        """The first of these that is a text with words in it."""
        return next((v.strip() for k in keys if isinstance(v := self.values.get(k, ""), str) and v.strip()), "")

    def texts(self, *keys: str) -> tuple[str, ...]:
        """The first of these that is there, as a list."""
        for key in keys:
            value = self.values.get(key, "")
            listed = (value,) if isinstance(value, str) else value
            if filled := tuple(item.strip() for item in listed if item.strip()):
                return filled
        return ()


def read_front_matter(text: str) -> FrontMatter:
    """The keys of the outermost level; a text that YAML refuses is read by its lines, and that is reported."""
    lines = Lines(text)
    places = _places(lines)
    complaints = [(line, f"“{key}” stands twice; the first is used") for key, line in _repeated(lines)]
    refused = _refusal(text)
    values: dict[str, Value] = {}
    if not refused:
        try:
            values, unsafe = _strict(text)
            complaints += [(places.get(key, (0, 0))[0], why) for key, why in unsafe]
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            refused = (
                min(mark.line, max(0, len(lines) - 1)) if mark else 0,
                "this is no YAML; its lines are read one by one",
            )
    if refused:
        complaints.append(refused)
        values = _lenient(lines, places)
    return FrontMatter(values=values, places=places, complaints=tuple(sorted(complaints)))


def _refusal(text: str) -> tuple[int, str] | None:
    """What must not reach the parser, whose time grows with the square of the nesting."""
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", text):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > _DEPTH:
            line = text.count("\n", 0, bracket.start())
            return line, "brackets are nested too deep; the lines are read one by one"
    if len(text) > _LARGEST:
        return 0, "this is too long for front matter; the lines are read one by one"
    return None


def _name(key: str) -> str:
    return re.sub(r"[\s-]+", "_", key.strip().strip("\"'").strip().lower())


def _keys(lines: Lines) -> Iterator[tuple[str, int]]:
    for index in range(len(lines)):
        match = _KEY.match(lines[index])
        if match:
            yield _name(match[1]), index


def _places(lines: Lines) -> dict[str, tuple[int, int]]:
    keys = list(_keys(lines))
    places: dict[str, tuple[int, int]] = {}
    ends = [line for _, line in keys[1:]] + [len(lines)]
    for (key, first), following in zip(keys, ends[: len(keys)], strict=True):
        places.setdefault(key, (first, following - 1))
    return places


def _repeated(lines: Lines) -> Iterator[tuple[str, int]]:
    count: Counter[str] = Counter()
    for key, index in _keys(lines):
        count[key] += 1
        if count[key] == 2:
            yield key, index


# YAML


def _strict(text: str) -> tuple[dict[str, Value], list[tuple[str, str]]]:
    """Values as texts, whatever YAML would make of them (an id 2608.01230 must not lose its zero)."""
    root = yaml.compose(text, Loader=yaml.BaseLoader)
    if root is None:
        return {}, []
    if not isinstance(root, yaml.MappingNode):
        raise ValueError("no keys")
    values: dict[str, Value] = {}
    unsafe: list[tuple[str, str]] = []
    budget = [_NODES]
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode):
            raise ValueError("a key that is no text")
        name = _name(key.value)
        if _is_foreign(value):
            unsafe.append((name, f"the tag {value.tag[:60]} of “{name}” is not read"))
            continue
        items = _flattened(value, budget, 0)
        found = items if isinstance(value, yaml.SequenceNode) else "\n".join(items)
        values.setdefault(name, found)
    return values, unsafe


def _is_foreign(node: yaml.Node) -> bool:
    return not re.fullmatch(r"tag:yaml\.org,2002:(?:str|seq|map|int|float|bool|null|timestamp)", node.tag)


def _flattened(node: yaml.Node, budget: list[int], depth: int) -> tuple[str, ...]:
    """All texts inside of a value; ValueError where aliases make it grow without end."""
    budget[0] -= 1
    if budget[0] < 0 or depth > _DEPTH:
        raise ValueError("too much")
    if isinstance(node, yaml.ScalarNode):
        return (node.value,)
    inner = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else node.value
    return tuple(text for value in inner for text in _flattened(value, budget, depth + 1))


# Lines


def _lenient(lines: Lines, places: Mapping[str, tuple[int, int]]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for key, (first, last) in places.items():
        match = _KEY.match(lines[first])
        head = lines[first][match.end() if match else 0 :].strip()
        values[key] = _lenient_value(head, [lines[i] for i in range(first + 1, last + 1)])
    return values


def _lenient_value(head: str, below: Sequence[str]) -> Value:
    filled = [line for line in below if line.strip()]
    if not head and filled and all(_ITEM.match(line) for line in filled):
        return tuple(_unquoted(_ITEM.sub("", line, count=1)) for line in filled)
    if head.startswith("[") and head.endswith("]"):
        return tuple(_unquoted(item) for item in head[1:-1].split(",") if item.strip())
    if _BLOCK.match(head):
        head = ""
    return "\n".join(filter(None, (_unquoted(head), *(line.strip() for line in filled))))


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


# Days


def day(text: str) -> str:
    """ISO day of a date as people write it (20260812, 2026/8/12, 12 Aug 2026, with any time or zone), or empty."""
    if found := find_date(text):
        return found
    if compact := _COMPACT.search(text):
        return _iso(*map(int, compact.groups()))
    for named in _NAMED.finditer(text[:200]):
        month = _MONTHS.get(named["month"][:3].lower(), 0)
        number = named["day"] or named["late"]
        if month and number:
            return _iso(int(named["year"]), month, int(number))
    return ""


def _iso(year: int, month: int, number: int) -> str:
    try:
        return datetime.date(year, month, number).isoformat()
    except ValueError:
        return ""
