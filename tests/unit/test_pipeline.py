"""What the pipeline makes of its outputs, whatever they are."""

from __future__ import annotations

from collections.abc import Iterator

from claimbook import pipeline
from claimbook.model import File, Place, Problem, SiteInfo

SITE = SiteInfo(language="en")


def output(name: str, *paths: str, place: Place = "docs") -> pipeline.Output:
    files = [File(path=path, text=name, place=place) for path in paths]
    return pipeline.Output(name=name, needs=("site",), run=lambda _: files)


def library() -> pipeline.Library:
    return pipeline.assemble([], dict.fromkeys(("tags.yml", "benchmarks.yml", "overrides.yml", "permalinks.yml"), ""))


def test_two_outputs_that_claim_one_path_are_a_refusal_and_the_first_stays() -> None:
    outputs = [output("one", "a", "b"), output("two", "b", "c"), output("three", "a", place="site")]
    found = list(pipeline.render(library(), SITE, outputs))
    assert [(f.path, f.text) for f in found if isinstance(f, File)] == [
        ("a", "one"),
        ("b", "one"),
        ("c", "two"),
        ("a", "three"),
    ]
    (problem,) = (p for p in found if isinstance(p, Problem))
    assert (problem.code, problem.severity, problem.path) == ("colliding-urls", "refusal", "b")
    assert "“two”" in problem.message


def test_files_are_made_one_at_a_time() -> None:
    made = []

    def pages(_: SiteInfo) -> Iterator[File]:
        for path in "ab":
            made.append(path)
            yield File(path=path, text="")

    found = pipeline.render(library(), SITE, [pipeline.Output(name="pages", needs=("site",), run=pages)])
    next(found)
    assert made == ["a"]
