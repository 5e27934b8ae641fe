"""The YAML files that a person edits beside the notes: vocabularies and hand corrections, checked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from .model import BenchmarkDefinition, Check, ClaimVerdict, Override, Problem, TagDefinition, Term
from .text import fold

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z][a-z-]+(?:\.[A-Z]{2})?/\d{7}")
_NULL = "tag:yaml.org,2002:null"
_TAG_FIELDS = ("id", "zh", "en", "terms")
_VERDICTS: dict[str, ClaimVerdict] = {"supported": "supported", "partial": "partial", "differs": "differs"}
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
    "verdicts": dict,
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
            mark = error.problem_mark
            if mark is None or mark.line > text.rstrip().count("\n"):
                # What was never closed is only missed at the end; the place to look at is where it was opened.
                mark = error.context_mark or mark
            self.report(mark, f"not valid YAML: {error.problem}")
            return None
        except yaml.YAMLError as error:
            self.report(None, f"not valid YAML: {error}")
            return None
        return None if node is not None and node.tag == _NULL else node

    def items(self, node: yaml.Node | None, what: str) -> Iterator[yaml.Node]:
        if isinstance(node, yaml.SequenceNode):
            yield from node.value
        elif node is not None:
            self.report(node.start_mark, f"a list of {what} is expected here")

    def fields(self, node: yaml.Node, what: str, known: Iterable[str]) -> dict[str, yaml.Node]:
        """The fields of a record, by name."""
        return dict(self.pairs(node, f"{what} fields", known))

    def pairs(self, node: yaml.Node | None, what: str, known: Iterable[str] = ()) -> Iterator[tuple[str, yaml.Node]]:
        """Keys and values of a mapping, each key once, and none but the known ones if any are given."""
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
            if known and name not in known:
                self.report(key.start_mark, f"“{name}” is no field here; these are: {', '.join(known)}")
                continue
            yield name, value

    def text(self, node: yaml.Node | None, what: str) -> str:
        if isinstance(node, yaml.ScalarNode) and node.value.strip() and node.tag != _NULL:
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
        values = file.fields(node, "tag", _TAG_FIELDS)
        if missing := [name for name in _TAG_FIELDS if name not in values]:
            if isinstance(node, yaml.MappingNode):
                file.report(node.start_mark, f"this tag lacks {', '.join(missing)}; add what is missing")
            continue
        identity = file.text(values["id"], "id")
        if identity and not _TAG_ID.fullmatch(identity):
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
            weight = float(value.value)
        except (TypeError, ValueError):
            weight = math.nan
        if 0 <= weight < math.inf:
            yield Term(text=name, weight=weight)
        else:
            file.report(value.start_mark, f"the weight of “{name}” must be a number, 0 or more")


def parse_benchmarks(path: str, text: str) -> tuple[tuple[BenchmarkDefinition, ...], tuple[Problem, ...]]:
    """Known benchmarks: a list of `{name, aliases: [...]}`, no spelling under two names."""
    file = _File(path)
    known: list[BenchmarkDefinition] = []
    owners: dict[str, str] = {}
    for node in file.items(file.root(text), "benchmarks"):
        values = file.fields(node, "benchmark", ("name", "aliases"))
        if not isinstance(node, yaml.MappingNode):
            continue
        name = file.text(values.get("name", node), "name")
        aliases = file.texts(values.get("aliases"), "aliases")
        for spelling in filter(None, dict.fromkeys(map(fold, (name, *aliases)))):
            if spelling in owners:
                file.report(node.start_mark, f"“{name}” and “{owners[spelling]}” share a spelling; keep one")
            owners[spelling] = name
        known.append(BenchmarkDefinition(name=name, aliases=aliases))
    return tuple(known), tuple(file.problems)


def parse_overrides(path: str, text: str) -> tuple[dict[str, Override], tuple[Problem, ...]]:
    """Hand corrections: a mapping from a paper (id, address, or `file:line` of its note) to the fields set."""
    file = _File(path)
    overrides = {}
    root = file.root(text)
    keys = [key for key, _ in root.value] if isinstance(root, yaml.MappingNode) else []
    lines = {str(key.value): key.start_mark.line + 1 for key in keys}
    for key, node in file.pairs(root, "papers"):
        values: dict[str, Any] = {"line": lines[key]}
        for name, value in file.pairs(node, "fields", _OVERRIDE_FIELDS):
            kind, attribute = _OVERRIDE_FIELDS[name], name.replace("-", "_")
            if kind is list:
                values[attribute] = file.texts(value, name)
                if name == "tags":
                    _check_tags(file, value)
            elif kind is dict:
                values[attribute] = dict(_verdicts(file, value))
            elif kind is bool:
                if value.value not in ("true", "false"):
                    file.report(value.start_mark, f"{name} must be true or false")
                values[attribute] = value.value == "true"
            else:
                values[attribute] = file.text(value, name)
            if name == "arxiv-id" and values[attribute] and not _ARXIV_ID.fullmatch(values[attribute]):
                file.report(value.start_mark, "an arxiv-id must look like 2601.01234, without a version")
        overrides[key] = Override(**values)
    return overrides, tuple(file.problems)


def _check_tags(file: _File, node: yaml.Node) -> None:
    """A tag's id becomes part of an address, so it must look like one even where a person gives it."""
    for item in node.value if isinstance(node, yaml.SequenceNode) else ():
        if isinstance(item, yaml.ScalarNode) and item.value.strip() and not _TAG_ID.fullmatch(item.value):
            file.report(
                item.start_mark, f"tag “{item.value}” must be lower-case words joined by hyphens, as in tags.yml"
            )


def _verdicts(file: _File, node: yaml.Node) -> Iterator[tuple[str, Check]]:
    """Verdicts set by a person: anchor, verdict, who and why."""
    for anchor, body in file.pairs(node, "claims"):
        values = {name: file.text(value, name) for name, value in file.pairs(body, "fields", ("verdict", "by", "why"))}
        if missing := [name for name in ("verdict", "by", "why") if name not in values]:
            if isinstance(body, yaml.MappingNode):
                file.report(body.start_mark, f"this verdict lacks {', '.join(missing)}; add what is missing")
        elif values["verdict"] and values["verdict"] not in _VERDICTS:
            file.report(body.start_mark, f"the verdict must be one of {', '.join(_VERDICTS)}")
        elif all(values.values()):
            yield anchor, Check(verdict=_VERDICTS[values["verdict"]], by=values["by"], why=values["why"])
