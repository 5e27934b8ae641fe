"""Rules of the project that no linter holds: what lies where, how long files are, and that docs keep up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimbook.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
MODULES = sorted(path for path in SCRIPTS.rglob("*.py") if "__pycache__" not in path.parts)
TOP = {"mkdocs.yml", "README.md", "docs", "scripts", "source_notes", "tests", "Makefile"}
BESIDE = {"pyproject.toml", "requirements.lock", "LICENSE", "CHANGELOG.md"}
BUILT = {"site"}
LONGEST = 420
MAKERS = {"problem", "report", "_finding", "Problem"}
"""Functions that take the code of a problem."""
CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")

each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SCRIPTS).as_posix())


def test_the_top_level_holds_what_was_agreed_and_nothing_else() -> None:
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert there - BUILT == TOP | BESIDE


@each_module
def test_a_module_says_in_one_line_what_it_is(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert docstring.splitlines()[:1], "no docstring"
    assert docstring.splitlines()[0].endswith("."), "the first line is no sentence"


@each_module
def test_a_file_stays_short_enough_to_read(path: Path) -> None:
    length = path.read_text(encoding="utf-8").count("\n")
    assert length <= LONGEST


def guide() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs/guide").glob("*.md")]
    )


def test_every_command_and_option_is_in_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    usage = capsys.readouterr().out
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", usage)) - {"--help"}
    commands = set(re.findall(r"\w+", re.findall(r"\{(.*?)\}", usage)[0]))
    assert {"--notes", "site"} <= options | commands
    text = guide()
    missing = {option for option in options if f"`{option}" not in text and f" {option}" not in text}
    missing |= {command for command in commands if not re.search(rf"(?:make|build\.py) {command}\b", text)}
    assert missing == set()


def codes(path: Path) -> Iterator[str]:
    """Codes of problems in a module: given to a maker of problems, or yielded first to one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        given: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            given += node.args if name in MAKERS else []
            given += [keyword.value for keyword in node.keywords if keyword.arg == "code"]
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            given.append(node.value.elts[0])
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and CODE.fullmatch(value.value):
                yield value.value


def emitted() -> set[str]:
    return {code for path in MODULES for code in codes(path)}


def documented() -> set[str]:
    text = (ROOT / "docs/guide/problems.md").read_text(encoding="utf-8")
    return set(re.findall(r"^#+ `([a-z-]+)`", text, re.MULTILINE))


def test_the_codes_are_found_at_all() -> None:
    assert {"bad-ledger", "bad-settings", "broken-link", "bad-arxiv-id", "missing-analysis"} <= emitted()


def test_every_code_of_a_problem_is_explained() -> None:
    assert emitted() - documented() == set()


def test_no_code_is_explained_that_does_not_exist() -> None:
    assert documented() - emitted() == set()
