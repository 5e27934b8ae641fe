"""Settings written by hand: good ones are read, each kind of mistake is refused at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from claimbook.cli import PROJECT
from claimbook.model import BenchmarkDefinition, Check, Override, Problem, TagDefinition, Term
from claimbook.settings import parse_benchmarks, parse_overrides, parse_tags

Parse = Callable[[str, str], tuple[Any, tuple[Problem, ...]]]
BEES = "- {id: bees, zh: 蜜蜂, en: Bees, terms: {bee: 3, 蜂: 0.5}}\n"


def faults(parse: Parse, text: str) -> list[tuple[int, int, str]]:
    _, problems = parse("some.yml", text)
    assert all((p.path, p.code, p.severity) == ("some.yml", "bad-settings", "refusal") for p in problems)
    return [(p.line, p.column, p.message) for p in problems]


@pytest.mark.parametrize("parse", [parse_tags, parse_benchmarks, parse_overrides])
@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "---\n"])
def test_a_file_without_entries_is_fine(parse: Parse, text: str) -> None:
    found, problems = parse("some.yml", text)
    assert (len(found), problems) == (0, ())


def test_tags_are_read() -> None:
    terms = (Term(text="bee", weight=3), Term(text="蜂", weight=0.5))
    assert parse_tags("tags.yml", BEES) == ((TagDefinition(id="bees", zh="蜜蜂", en="Bees", terms=terms),), ())


def test_a_term_that_looks_like_a_number_or_a_word_of_yaml_stays_a_text() -> None:
    (tag,), _ = parse_tags("tags.yml", "- {id: t, zh: 数, en: Numbers, terms: {1e3: 1, no: 1, 0x10: 1}}")
    assert [term.text for term in tag.terms] == ["1e3", "no", "0x10"]


def test_benchmarks_are_read() -> None:
    text = "- name: BeeBench\n  aliases: [Bee Bench 2, 蜂基准]\n- {name: AntBench}\n"
    bees = BenchmarkDefinition(name="BeeBench", aliases=("Bee Bench 2", "蜂基准"))
    assert parse_benchmarks("b.yml", text) == ((bees, BenchmarkDefinition(name="AntBench")), ())


def test_an_alias_may_differ_from_its_name_only_in_case() -> None:
    assert faults(parse_benchmarks, "- {name: BeeBench, aliases: [BEE-BENCH]}") == []


def test_overrides_are_read_by_id_address_and_place() -> None:
    text = """
2601.01230: {title: On bees, name: Bees, tags: [bees], benchmarks: []}
papers/2026-01-02-ants/:
  arxiv-id: 2601.01230
  not-same-as: [n1, n2]
  hide: true
2026-01-02.txt:17:
  same-as: papers/2026-01-02-ants/
  id: wasps
  hide: false
"""
    assert parse_overrides("overrides.yml", text) == (
        {
            "2601.01230": Override(title="On bees", name="Bees", tags=("bees",), benchmarks=()),
            "papers/2026-01-02-ants/": Override(arxiv_id="2601.01230", not_same_as=("n1", "n2"), hide=True),
            "2026-01-02.txt:17": Override(same_as="papers/2026-01-02-ants/", id="wasps"),
        },
        (),
    )


def tag(**fields: str) -> str:
    values = {"id": "bees", "zh": "蜜蜂", "en": "Bees", "terms": "{bee: 3}"} | fields
    return "".join(
        f"{'-' if index == 0 else ' '} {name}: {value}\n" for index, (name, value) in enumerate(values.items())
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        pytest.param("- {id: bees\n- x", 1, 3, "not valid YAML", id="a bracket left open"),
        pytest.param("a:\n\t- x", 2, 1, "not valid YAML", id="a tab"),
        pytest.param("- a\n--- \n- b", 2, 1, "not valid YAML", id="two documents"),
        pytest.param("\nbees: 1", 2, 1, "a list of tags", id="a mapping for the list"),
        pytest.param(BEES + "- bees", 2, 3, "a mapping of tag fields", id="a text for a tag"),
        pytest.param(tag(colour="\n    blue"), 5, 3, "“colour” is no field", id="a field that does not exist"),
        pytest.param("- id: bees\n  zh: 蜂\n", 1, 3, "lacks en, terms; add", id="a field that is missing"),
        pytest.param("- id: bees\n  id: ants\n  zh: 蜂\n  en: B\n  terms: {}", 2, 3, "“id” stands here a second time",
                     id="a field twice"),
        pytest.param(tag(id="Busy_Bees"), 1, 7, "lower-case words joined by hyphens", id="an id that is no slug"),
        pytest.param(tag(id="[bees]"), 1, 7, "id must be a text", id="a list for an id"),
        pytest.param(tag(zh='"  "'), 2, 7, "zh must be a text that is not empty", id="a blank text"),
        pytest.param(tag(en="~"), 3, 7, "en must be a text that is not empty", id="nothing for a text"),
        pytest.param(BEES + tag(), 2, 7, "a second tag “bees”", id="a tag twice"),
        pytest.param(tag(terms="[bee]"), 4, 10, "a mapping of terms with weights", id="a list of terms"),
        pytest.param(tag(terms="\n    bee: 3\n    wasp: much"), 6, 11, "the weight of “wasp” must be a number",
                     id="a weight that is a word"),
        pytest.param(tag(terms="{bee: }"), 4, 16, "the weight of “bee”", id="no weight"),
        pytest.param(tag(terms="{bee: [3]}"), 4, 16, "the weight of “bee”", id="a list for a weight"),
        pytest.param(tag(terms="{bee: -1}"), 4, 16, "0 or more", id="a weight below zero"),
        pytest.param(tag(terms="{bee: nan}"), 4, 16, "0 or more", id="a weight that is no number"),
        pytest.param(tag(terms="{bee: inf}"), 4, 16, "0 or more", id="an endless weight"),
        pytest.param(tag(terms="{bee: 1, bee: 2}"), 4, 19, "“bee” stands here a second time", id="a term twice"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_tags_is_refused_at_its_place(text: str, line: int, column: int, words: str) -> None:
    (found,) = faults(parse_tags, text)
    assert found[:2] == (line, column)
    assert words in found[2]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        pytest.param("name: BeeBench", 1, 1, "a list of benchmarks", id="a mapping for the list"),
        pytest.param("- BeeBench", 1, 3, "a mapping of benchmark fields", id="a text for a benchmark"),
        pytest.param("- aliases: [B]", 1, 3, "name must be a text", id="no name"),
        pytest.param("- name: ''", 1, 9, "name must be a text", id="a blank name"),
        pytest.param("- name: B\n  alias: [C]", 2, 3, "“alias” is no field", id="a field that does not exist"),
        pytest.param("- name: B\n  aliases: C", 2, 12, "a list of aliases", id="a text for the aliases"),
        pytest.param("- name: B\n  aliases: [C, '']", 2, 16, "aliases must be a text", id="a blank alias"),
        pytest.param("- {name: Bee}\n- {name: Ant, aliases: [BEE]}", 2, 3, "“Ant” and “Bee” share a spelling",
                     id="a spelling under two names"),
        pytest.param("- {name: Bee}\n\n- {name: Bee}", 3, 3, "share a spelling; keep one", id="a benchmark twice"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_benchmarks_is_refused_at_its_place(text: str, line: int, column: int, words: str) -> None:
    (found,) = faults(parse_benchmarks, text)
    assert found[:2] == (line, column)
    assert words in found[2]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        pytest.param("- n1", 1, 1, "a mapping of papers", id="a list of papers"),
        pytest.param("n1: On bees", 1, 5, "a mapping of fields", id="a text for a paper"),
        pytest.param("n1:\n", 1, 4, "a mapping of fields", id="nothing for a paper"),
        pytest.param("n1: {name: A}\nn1: {name: B}", 2, 1, "“n1” stands here a second time", id="a paper twice"),
        pytest.param("n1:\n  titel: On bees", 2, 3, "“titel” is no field here; these are: title, name",
                     id="a field that does not exist"),
        pytest.param("n1: {title: }", 1, 13, "title must be a text", id="a blank title"),
        pytest.param("n1: {title: null}", 1, 13, "title must be a text", id="nothing for a title"),
        pytest.param("n1: {tags: bees}", 1, 12, "a list of tags", id="a text for the tags"),
        pytest.param("n1: {tags: [bees, {}]}", 1, 19, "tags must be a text", id="a mapping for a tag"),
        pytest.param("n1: {tags: [bees, Big Bees]}", 1, 19, "lower-case words joined by hyphens",
                     id="a tag that is no slug"),
        pytest.param("n1: {verdicts: [claim-1]}", 1, 16, "a mapping of claims", id="a list of verdicts"),
        pytest.param("n1:\n  verdicts:\n    claim-1: differs", 3, 14, "a mapping of fields", id="a text for a verdict"),
        pytest.param("n1: {verdicts: {claim-1: {verdict: differs}}}", 1, 26, "lacks by, why; add",
                     id="a verdict that no one answers for"),
        pytest.param("n1: {verdicts: {claim-1: {verdict: wrong, by: Bo, why: no}}}", 1, 26, "must be one of supported",
                     id="a verdict that does not exist"),
        pytest.param("n1: {verdicts: {claim-1: {verdict: '', by: Bo, why: no}}}", 1, 36, "verdict must be a text",
                     id="a blank verdict"),
        pytest.param("n1: {hide: maybe}", 1, 12, "hide must be true or false", id="neither true nor false"),
        pytest.param("n1: {hide: [true]}", 1, 12, "hide must be true or false", id="a list for a choice"),
        pytest.param("n1: {arxiv-id: 2601.01234v2}", 1, 16, "without a version", id="an arXiv id with a version"),
        pytest.param("n1:\n  name: B\n  arxiv-id: arXiv-2601\n", 3, 13, "must look like", id="no arXiv id"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_overrides_is_refused_at_its_place(text: str, line: int, column: int, words: str) -> None:
    (found,) = faults(parse_overrides, text)
    assert found[:2] == (line, column)
    assert words in found[2]


def test_a_verdict_of_a_person_is_read() -> None:
    found, problems = parse_overrides("o.yml", "n1: {verdicts: {claim-2: {verdict: partial, by: Bo, why: half of it}}}")
    assert problems == ()
    assert found["n1"].verdicts == {"claim-2": Check(verdict="partial", by="Bo", why="half of it")}


@pytest.mark.parametrize("parse", [parse_tags, parse_benchmarks, parse_overrides])
@pytest.mark.parametrize("text", ["\x00", "a: \x07", "%", "*x", "&a [*a]", "!!python/object:os.system x", "? [a]\n: b"])
def test_no_text_makes_the_parser_fall_over(parse: Parse, text: str) -> None:
    assert len(faults(parse, text)) >= 1


def test_one_mistake_does_not_hide_another() -> None:
    assert [line for line, _, _ in faults(parse_tags, tag(id="B") + tag(en="''"))] == [1, 7]


@pytest.mark.parametrize(("name", "parse"), [("tags", parse_tags), ("benchmarks", parse_benchmarks)])
def test_the_vocabularies_of_the_project_are_sound(name: str, parse: Parse) -> None:
    text = (PROJECT / "source_notes" / f"{name}.yml").read_text(encoding="utf-8")
    assert faults(parse, text) == []
