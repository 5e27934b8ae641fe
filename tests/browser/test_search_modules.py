"""The pure functions of the search, called in a browser; the token rules by the table that Python reads too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "tests" / "web" / "tokens.json").read_text(encoding="utf-8"))["cases"]
CALL = "async ([module, name, values]) => (await import(module))[name](...values)"

Call = Callable[..., Any]


@pytest.fixture
def call(site_server: Callable[..., str], page: Callable[..., Page]) -> Call:
    """`call(module, function, *values)` gives what the exported function returns."""
    base = site_server(ROOT / "docs" / "assets")
    opened = page(base)
    return lambda module, name, *values: opened.evaluate(CALL, [f"{base}js/{module}", name, list(values)])


def tokens(call: Call, text: str) -> list[list[str]]:
    return [phrase["tokens"] for phrase in call("tokens.js", "phrases", text)]


def test_the_table_of_token_rules(call: Call) -> None:
    assert {case["text"]: tokens(call, case["text"]) for case in CASES} == {c["text"]: c["phrases"] for c in CASES}


def test_text_is_put_together_again(call: Call) -> None:
    from claimbook.tokens import gather

    gathered = {case["words"]: call("tokens.js", "gather", case["words"]) for case in CASES}
    assert gathered == {words: gather(words) for words in gathered}


def parsed(call: Call, text: str) -> Any:
    return call("query.js", "parse", text)


def test_spaces_mean_and_quotes_a_phrase(call: Call) -> None:
    assert parsed(call, "GRPO 优势")["units"] == [["grpo_"], ["优势"]]
    assert parsed(call, '"GRPO 优势"')["units"] == [["grpo_", "优势"]]
    assert parsed(call, "“GRPO 优势” x")["units"] == [["grpo_", "优势"], ["x_"]]
    assert parsed(call, 'left "open here')["units"] == [["left_"], ["open_"], ["here_"]]


def test_a_han_letter_at_an_end_is_asked_for_by_itself(call: Call) -> None:
    assert [parsed(call, "LLM的")[key] for key in ("units", "letters")] == [[["llm_"]], ["的_"]]
    assert [parsed(call, "率")[key] for key in ("units", "letters")] == [[], ["率_"]]
    assert [parsed(call, "a的b")[key] for key in ("units", "letters")] == [[["a_", "的_", "b_"]], []]


@pytest.mark.parametrize(
    "text",
    [
        "2607.27205",
        " 2607.27205v3 ",
        "arXiv:2607.27205",
        "arxiv 2607.27205v1",
        "https://arxiv.org/abs/2607.27205",
        "https://arxiv.org/pdf/2607.27205v2.pdf",
        "http://arxiv.org/html/2607.27205v1#S3",
        "https://huggingface.co/papers/2607.27205?utm=x",
    ],
)
def test_arxiv_ids(call: Call, text: str) -> None:
    assert parsed(call, text)["arxiv"] == "2607.27205"


def test_what_is_no_arxiv_id(call: Call) -> None:
    assert {
        text: parsed(call, text)["arxiv"] for text in ("97.7%", "75.276", "2607.2720 x", "v1", "")
    } == dict.fromkeys(("97.7%", "75.276", "2607.2720 x", "v1", ""), "")


def test_long_queries_are_capped(call: Call) -> None:
    many = parsed(call, " ".join(f"word{n}" for n in range(3000)))
    assert many["capped"]
    assert sum(map(len, many["units"])) <= 40
    one = parsed(call, "成功率" * 4000)
    assert one["capped"]
    assert sum(map(len, one["units"])) <= 40
    assert not parsed(call, "成功率")["capped"]


def test_a_joined_mix_is_split_where_the_scripts_meet(call: Call) -> None:
    assert call("query.js", "split", "LIBERO成功率97") == "libero 成功率 97"
    assert call("query.js", "split", "LIBERO 成功率") is None
    assert call("query.js", "split", '"LIBERO成功率"') is None


DOCUMENT = {
    "content": (
        "Title_ ␞ ␞ 方法~ (~ PPO_)~ 奖励 ␞ 平均~ 均成~ 成功~ 功率~ 97_.~ 7_~ % ␞ The_ PPO_-~ based_ score_ ␞ 成_"
    ),
    "anchors": [
        {"id": "cb-end", "location": 19},
        {"id": "method", "location": 3},
        {"id": "claim-1", "location": 8},
    ],
}


def found(call: Call, query: str) -> Any:
    return call("query.js", "sections", DOCUMENT, parsed(call, query)["parts"])


def test_sections_that_hold_a_query(call: Call) -> None:
    (section,) = found(call, "97.7%")
    assert (section["id"], section["claim"]) == ("claim-1", True)
    assert section["excerpt"] == "平均成功率97.7%"
    assert [section["excerpt"][a:b] for a, b in section["marks"]] == ["97.7%"]


def test_sections_with_more_of_the_query_come_first(call: Call) -> None:
    assert [section["id"] for section in found(call, "PPO 成功率")] == ["claim-1", "method"]
    assert [section["title"] for section in found(call, "奖励")] == ["方法(PPO)奖励"]


MARK = """async ([module, text, parts]) => {
  const query = await import(module);
  return query.excerptOf(text, query.patterns(parts).flat());
}"""


@pytest.mark.parametrize("query", ["onerror=alert(1)", "(a+b)*", "[x]", "src=x", "a.b", "😀"])
def test_marks_of_hostile_text(
    site_server: Callable[..., str], page: Callable[..., Page], call: Call, query: str
) -> None:
    base = site_server(ROOT / "docs" / "assets")
    text = "word " * 200 + "<img src=x onerror=alert(1)> (a+b)* $^ [x] a.b"
    shown = page(base).evaluate(MARK, [f"{base}js/query.js", text, parsed(call, query)["parts"]])
    assert len(shown["excerpt"]) < 200
    for start, end in shown["marks"]:
        assert shown["excerpt"][start:end].strip("…") in text


def test_phrases_start_where_all_their_words_stand(call: Call) -> None:
    assert call("results.js", "starts", [3, 4, 5, 9, 10], 2) == [3, 4, 9]
    assert call("results.js", "starts", [3, 4, 5, 9, 10], 3) == [3]
    assert call("results.js", "starts", [3, 4], 1) == [3, 4]


def test_a_csv_file_survives_quotes_and_formulas(call: Call) -> None:
    row = {"url": "/p/#claim-1", "paper": 'A "b"', "benchmarks": ["X", "Y"], "claim": "=1+1", "quote": "two\nlines"}
    text = call("claims.js", "csv", [row])
    assert text.startswith('"url","paper","date","kind","verdict","benchmarks","systems","claim","quote"\r\n')
    assert '"/p/#claim-1","A ""b""","","","","X; Y","","\'=1+1","two\nlines"\r\n' in text
