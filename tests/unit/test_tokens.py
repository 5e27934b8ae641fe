"""Text as words of the search index: one table of cases with the query side, and the way back."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimbook.tokens import BREAK, gather, letters, spread

CASES = json.loads((Path(__file__).parents[1] / "web" / "tokens.json").read_text(encoding="utf-8"))["cases"]
ALPHABET = "成功率学习𠮷 aZπé9７.,-~%_/()（），。“”→😀\n\t²ﬁ"


def plain(text: str) -> str:
    """A text but for the width of white space and compatibility forms, which words do not keep."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def indexed(words: str) -> list[str]:
    """What Pagefind makes of words: small letters, digits, per-cent signs and underscores; a sign keeps its place."""
    return ["".join(c for c in word.lower() if c.isalnum() or c in "%_") for word in words.split(" ")]


@pytest.mark.parametrize("case", CASES, ids=[case["text"] or "empty" for case in CASES])
def test_table(case: dict[str, str]) -> None:
    assert spread(case["text"]) == case["words"]
    assert plain(gather(case["words"])) == plain(case["text"])


@pytest.mark.parametrize("case", CASES, ids=[case["text"] or "empty" for case in CASES])
def test_a_text_is_found_by_itself(case: dict[str, list[list[str]]]) -> None:
    words = indexed(str(case["words"]))
    for phrase in case["phrases"]:
        places = range(len(words) - len(phrase) + 1)
        assert any(words[at : at + len(phrase)] == phrase for at in places), phrase


@given(st.text(alphabet=ALPHABET, max_size=40))
@settings(max_examples=500)
def test_restored_text_is_the_source_text(text: str) -> None:
    assert plain(gather(spread(text))) == plain(text)


@given(st.text(max_size=60))
def test_any_text_comes_back(text: str) -> None:
    assert plain(gather(spread(text))) == plain(text.replace(BREAK, ""))


@given(st.text(alphabet=ALPHABET, max_size=40))
def test_words_are_parted_by_single_spaces(text: str) -> None:
    words = spread(text)
    assert words == " ".join(words.split())


def test_any_two_han_letters_that_stand_together_are_a_word() -> None:
    text = "论断与原文并排"
    assert {text[i : i + 2] for i in range(len(text) - 1)} <= set(indexed(spread(text)))


def test_letters_once_each() -> None:
    assert letters("成功，成败 ok") == "功_ 成_ 败_"


def test_long_text_takes_linear_time() -> None:
    for text in ("(" * 100_000, "成" * 100_000, "a-" * 50_000, "~" * 100_000, " (" * 50_000):
        assert plain(gather(spread(text))) == plain(text)
