"""The YAML files that a person edits beside the notes: vocabularies and hand corrections, checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from .model import BenchmarkDefinition, Override, Problem, TagDefinition, Term
from .text import fold

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OVERRIDE_FIELDS = {
    "title": str,
    "name": str,
    "tags": list,
    "benchmarks": list,
    "id": str,
    "arxiv-id": str,
    "same-as": str,
    "not-same-as": list,
    "hide": bool,
}


@dataclass(slots=True)
class _File:
    """One YAML file as nodes, which know their places, and what was found wrong with them."""

    path: str
    problems: list[Problem] = field(default_factory=list)

    def report(self, mark: yaml.Mark | None, message: str) -> None:
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        found = Problem(
            path=self.path, line=line, column=column, code="bad-settings", severity="refusal", message=message
        )
        self.problems.append(found)

    def root(self, text: str) -> yaml.Node | None:
        try:
            node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            self.report(error.problem_mark or error.context_mark, f"not valid YAML: {error.problem}")
            return None
        except yaml.YAMLError as error:
            self.report(None, f"not valid YAML: {error}")
            return None
        return node

    def items(self, node: yaml.Node | None, what: str) -> Iterator[yaml.Node]:
        if isinstance(node, yaml.SequenceNode):
            yield from node.value
        elif node is not None:
            self.report(node.start_mark, f"a list of {what} is expected here")

    def pairs(self, node: yaml.Node | None, what: str) -> Iterator[tuple[str, yaml.Node]]:
        """Keys and values of a mapping, each key once."""
        if not isinstance(node, yaml.MappingNode):
            if node is not None:
                self.report(node.start_mark, f"a mapping of {what} is expected here")
            return
        seen = set()
        for key, value in node.value:
            name = str(key.value)
            if name in seen:
                self.report(key.start_mark, f"“{name}” stands here a second time; keep one")
                continue
            seen.add(name)
            yield name, value

    def text(self, node: yaml.Node | None, what: str) -> str:
        if isinstance(node, yaml.ScalarNode) and node.value.strip():
            return str(node.value)
        self.report(node.start_mark if node else None, f"{what} must be a text that is not empty")
        return ""

    def texts(self, node: yaml.Node | None, what: str) -> tuple[str, ...]:
        return tuple(self.text(item, what) for item in self.items(node, what))


def parse_tags(path: str, text: str) -> tuple[tuple[TagDefinition, ...], tuple[Problem, ...]]:
    """Vocabulary of tags: a list of `{id, zh, en, terms: {term: weight}}`."""
    file = _File(path)
    tags: list[TagDefinition] = []
    for node in file.items(file.root(text), "tags"):
        values = dict(file.pairs(node, "tag fields"))
        for unknown in values.keys() - {"id", "zh", "en", "terms"}:
            file.report(values[unknown].start_mark, f"“{unknown}” is no field of a tag (id, zh, en, terms)")
        missing = [name for name in ("id", "zh", "en", "terms") if name not in values]
        if missing:
            file.report(node.start_mark, f"this tag lacks {', '.join(missing)}")
            continue
        identity = file.text(values["id"], "id")
        if not _TAG_ID.fullmatch(identity):
            file.report(values["id"].start_mark, f"id “{identity}” must be lower-case words joined by hyphens")
        if any(tag.id == identity for tag in tags):
            file.report(values["id"].start_mark, f"a second tag “{identity}”; keep one")
        zh, en = file.text(values["zh"], "zh"), file.text(values["en"], "en")
        terms = tuple(_terms(file, values["terms"]))
        tags.append(TagDefinition(id=identity, zh=zh, en=en, terms=terms))
    return tuple(tags), tuple(file.problems)


def _terms(file: _File, node: yaml.Node) -> Iterator[Term]:
    for name, value in file.pairs(node, "terms with weights"):
        try:
            yield Term(text=name, weight=float(value.value))
        except (TypeError, ValueError):
            file.report(value.start_mark, f"the weight of “{name}” must be a number")


def parse_benchmarks(path: str, text: str) -> tuple[tuple[BenchmarkDefinition, ...], tuple[Problem, ...]]:
    """Known benchmarks: a list of `{name, aliases: [...]}`, no spelling under two names."""
    file = _File(path)
    known: list[BenchmarkDefinition] = []
    owners: dict[str, str] = {}
    for node in file.items(file.root(text), "benchmarks"):
        values = dict(file.pairs(node, "benchmark fields"))
        for unknown in values.keys() - {"name", "aliases"}:
            file.report(values[unknown].start_mark, f"“{unknown}” is no field of a benchmark (name, aliases)")
        name = file.text(values.get("name", node), "name")
        aliases = file.texts(values.get("aliases"), "aliases")
        for spelling in dict.fromkeys(map(fold, (name, *aliases))):
            if owners.setdefault(spelling, name) != name:
                file.report(node.start_mark, f"“{name}” and “{owners[spelling]}” share a spelling; keep one")
        known.append(BenchmarkDefinition(name=name, aliases=aliases))
    return tuple(known), tuple(file.problems)


def parse_overrides(path: str, text: str) -> tuple[dict[str, Override], tuple[Problem, ...]]:
    """Hand corrections: a mapping from a paper (id, address, or `file:line` of its note) to the fields set."""
    file = _File(path)
    overrides = {}
    for key, node in file.pairs(file.root(text), "papers"):
        values: dict[str, Any] = {}
        for name, value in file.pairs(node, "fields"):
            kind = _OVERRIDE_FIELDS.get(name)
            attribute = name.replace("-", "_")
            if kind is None:
                known = ", ".join(_OVERRIDE_FIELDS)
                file.report(value.start_mark, f"“{name}” cannot be set by hand; these can: {known}")
            elif kind is list:
                values[attribute] = file.texts(value, name)
            elif kind is bool:
                if value.value not in ("true", "false"):
                    file.report(value.start_mark, f"{name} must be true or false")
                values[attribute] = value.value == "true"
            else:
                values[attribute] = file.text(value, name)
        overrides[key] = Override(**values)
    return overrides, tuple(file.problems)
