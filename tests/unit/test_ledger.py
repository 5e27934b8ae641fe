"""The ledger's file: what the build writes it reads again, and what it cannot trust it refuses."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from claimbook.identity.ledger import ClaimPrint, Ledger, LedgerEntry, LedgerNote, dump, parse
from claimbook.model import Redirect

PAPER = '  "n1": {"url": "papers/one/", "notes": [{"source": "a.txt"}]}'
OTHER = '  "n2": {"url": "papers/two/", "notes": [{"source": "b.txt", "prefix": "n2-"}]}'
MOVED = '  "papers/old/": {"to": "papers/one/", "prefix": "n2-"}'


def refusals(text: str) -> list[tuple[int, str]]:
    """Line and message of each problem; all of a ledger's are refusals."""
    _, problems = parse("permalinks.yml", text)
    assert all((p.path, p.code, p.severity) == ("permalinks.yml", "bad-ledger", "refusal") for p in problems)
    return [(problem.line, problem.message) for problem in problems]


def written(papers: str = "", redirects: str = "", retired: str = "") -> str:
    return f"papers:\n{papers}\nredirects:\n{redirects}\nretired:\n{retired}\n"


@pytest.mark.parametrize("text", ["", "# only words\n", "papers: {}\nredirects: {}\nretired: {}\n", "papers:\n\n"])
def test_an_empty_ledger_knows_nothing(text: str) -> None:
    assert parse("permalinks.yml", text) == (Ledger(), ())


texts = st.text(st.sampled_from('a9.蜂 "\\\u2028\x85\x1c{:#'), max_size=6)
slugs = st.text("abc.-蜂9", min_size=1, max_size=5).filter(lambda text: text.strip("."))
sketches = st.lists(st.integers(0, 0xFFFF), max_size=3).map(tuple)
claims = st.builds(ClaimPrint, text=sketches, quote=sketches)
records = st.builds(
    LedgerNote,
    source=texts.map("x{}".format),
    prefix=texts,
    print=sketches,
    claims=st.dictionaries(texts, claims, max_size=2),
)
bodies = st.tuples(st.lists(records, max_size=3).map(tuple), st.lists(texts, max_size=2).map(tuple))


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    entries = draw(st.dictionaries(texts, bodies, max_size=4))
    made = {
        key: LedgerEntry(url=f"papers/{index}/", notes=notes, was=was)
        for index, (key, (notes, was)) in enumerate(entries.items())
    }
    kept = draw(st.sets(st.sampled_from(list(made)))) if made else set()
    olds = draw(st.sets(slugs.map(lambda slug: f"papers/{slug}/"), max_size=3)) - {e.url for e in made.values()}
    redirects = {
        url: Redirect(url=url, to=draw(st.sampled_from([entry.url for entry in made.values()])), prefix=draw(texts))
        for url in (olds if made else ())
    }
    return Ledger(
        papers={key: entry for key, entry in made.items() if key in kept},
        redirects={url: redirect for url, redirect in redirects.items() if url not in made},
        retired={key: entry for key, entry in made.items() if key not in kept},
    )


@given(ledgers())
def test_what_is_written_is_read_again(ledger: Ledger) -> None:
    text = dump(ledger)
    assert parse("permalinks.yml", text) == (ledger, ())
    assert parse("permalinks.yml", text.replace("\n", "\r\n")) == (ledger, ())
    assert dump(parse("permalinks.yml", text)[0]) == text


def test_each_entry_is_one_sorted_line() -> None:
    ledger, _ = parse("permalinks.yml", written(f"{OTHER}\n{PAPER}", MOVED))
    lines = [line for line in dump(ledger).splitlines() if not line.startswith("#")]
    assert lines == ["papers:", PAPER, OTHER, "redirects:", MOVED, "retired: {}"]


def test_the_file_is_yaml_for_everyone_else() -> None:
    ledger, _ = parse("permalinks.yml", written(PAPER, MOVED, OTHER))
    assert yaml.safe_load(dump(ledger))["retired"]["n2"]["notes"][0]["prefix"] == "n2-"


def test_a_ledger_in_the_style_of_a_hand_is_read() -> None:
    text = """
papers:
  2601.01230:  # without quotes, YAML takes this for a number that ends in 3
    url: papers/2601.01230/
    notes:
      - source: a.txt
        claims: {claim-1: 0012/0034}
redirects:
  papers/old/: {to: papers/2601.01230/}
retired:
"""
    ledger, problems = parse("permalinks.yml", text)
    assert problems == ()
    assert ledger.papers["2601.01230"].notes[0].claims == {"claim-1": ClaimPrint(text=(0x12,), quote=(0x34,))}
    assert ledger.redirects["papers/old/"].to == "papers/2601.01230/"
    assert parse("permalinks.yml", dump(ledger)) == (ledger, ())


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param(written(f"{PAPER}\n{PAPER}"), 3, "twice", id="a paper twice"),
        pytest.param(written(PAPER, "", PAPER), 6, "twice", id="a paper both published and retired"),
        pytest.param(written(f"{PAPER}\n{OTHER.replace('two', 'one')}"), 3, "twice", id="an address twice"),
        pytest.param(written(PAPER, MOVED.replace("old", "one")), 4, "twice", id="a paper's address that moved"),
        pytest.param(written(PAPER, MOVED.replace("one", "none")), 4, "papers/none/", id="a move to nowhere"),
        pytest.param(written(PAPER, MOVED.replace("one", "old")), 4, "papers/old/", id="a move to itself"),
        pytest.param(written('  "n1": {"notes": []}'), 2, "n1", id="no address"),
        pytest.param(written('  "n1": {"url": "papers/one/"}'), 2, "n1", id="no notes"),
        pytest.param(written('  "n1": {"url": 1, "notes": []}'), 2, "n1", id="an address that is no text"),
        pytest.param(written('  "n1": {"url": "papers/../", "notes": []}'), 2, "n1", id="an address outside"),
        pytest.param(written('  "n1": {"url": "papers/a/../../b/", "notes": []}'), 2, "n1", id="an address far out"),
        pytest.param(written('  "n1": {"url": "/papers/one/", "notes": []}'), 2, "n1", id="an address from the root"),
        pytest.param(written('  "n1": {"url": "papers/one", "notes": []}'), 2, "n1", id="an address without end"),
        pytest.param(written('  "n1": {"url": "papers/one/", "notes": [{}]}'), 2, "n1", id="a note without a file"),
        pytest.param(written(PAPER.replace('"a.txt"', "7")), 2, "n1", id="a file that is no text"),
        pytest.param(written(PAPER.replace('"a.txt"', '"a.txt", "print": "xyz"')), 2, "n1", id="a print of no digits"),
        pytest.param(written(PAPER.replace('"a.txt"', '"a.txt", "claims": ["claim-1"]')), 2, "n1", id="claims a list"),
        pytest.param(written(PAPER, '  "papers/old/": {}'), 4, "papers/old/", id="a move without end"),
        pytest.param(written(PAPER, '  "old": {"to": "papers/one/"}'), 4, "old", id="a move from no address"),
        pytest.param(written(PAPER, "", MOVED), 6, "papers/old/", id="a move among the retired"),
        pytest.param(PAPER + "\n", 1, "n1", id="an entry before any part"),
        pytest.param(f"papers:\n{PAPER}\nparpes:\n{OTHER}\n", 3, "parpes", id="an unknown part"),
        pytest.param("papers:\n  n1: {url: papers/one/, notes: []}\npapers:\n  n2: {url: papers/two/, notes: []}\n", 2,
                     "n1", id="a part twice"),
        pytest.param("- one\n- two\n", 1, "a mapping", id="a list"),
        pytest.param("papers: one\n", 1, "a mapping", id="a text for a part"),
        pytest.param(f"papers:\n<<<<<<< ours\n{PAPER}\n=======\n{OTHER}\n>>>>>>> theirs\n", 3, "lines of both",
                     id="a merge left open"),
        pytest.param(f"papers:\n{PAPER[:-1]}\n{OTHER}\n", 3, "not valid YAML", id="a line cut short"),
        pytest.param(f"papers:\n{PAPER}\n\tx\n", 3, "not valid YAML", id="a tab"),
        pytest.param("papers:\n  \x00\n", 1, "not valid YAML", id="a control character"),
    ],
)  # fmt: skip
def test_a_broken_ledger_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    found = refusals(text)
    assert [number for number, _ in found] == [line]
    assert words in found[0][1]


def test_a_loop_of_redirects_is_refused() -> None:
    there = '  "papers/a/": {"to": "papers/b/"}'
    back = '  "papers/b/": {"to": "papers/a/"}'
    assert [line for line, _ in refusals(written(PAPER, f"{there}\n{back}"))] == [4, 5]


def test_a_redirect_may_lead_to_a_redirect_and_to_a_retired_paper() -> None:
    on = '  "papers/older/": {"to": "papers/old/"}'
    assert refusals(written("", f"{MOVED}\n{on}", PAPER)) == []


def test_one_broken_line_does_not_hide_another() -> None:
    found = refusals(written('  "n1": {}\n  "n2": {}'))
    assert [line for line, _ in found] == [2, 3]
