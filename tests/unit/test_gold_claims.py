"""Numbers and verdicts against what a careful reader found in the real notes; skipped where those are absent."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from claimbook.enrich.verdicts import check
from claimbook.model import Value

GOLD = Path(__file__).resolve().parents[3] / "shared" / "gold" / "claims.json"
pytestmark = pytest.mark.skipif(not GOLD.exists(), reason=f"no gold claims at {GOLD}")
STATUS = {"supported": "supported", "not_in_quote": "missing", "differs": "differs"}
NAME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z#][\w.+@#-]*", re.ASCII)


@pytest.fixture(scope="module")
def gold() -> list[dict[str, Any]]:
    claims: list[dict[str, Any]] = json.loads(GOLD.read_text("utf-8"))["claims"]
    return claims


def matched(claim: dict[str, Any]) -> tuple[list[tuple[dict[str, Any], Value | None]], list[Value]]:
    """Each number of the reader with ours of the same value, and ours that the reader has not."""
    ours = list(check(claim["claim"], claim["quote"]).values)
    pairs: list[tuple[dict[str, Any], Value | None]] = []
    for value in claim["values"]:
        if not isinstance(value["value"], int | float):
            continue
        near = 1e-6 * max(1, abs(value["value"]))
        same = [v for v in ours if abs(v.number.value - value["value"]) <= near]
        same.sort(key=lambda v: not (value["raw"] in v.number.text or v.number.text in value["raw"]))
        if same:
            ours.remove(same[0])
        pairs.append((value, same[0] if same else None))
    return pairs, [v for v in ours if not v.number.soft]


def kind(value: dict[str, Any]) -> str:
    soft = "soft " if value.get("small_count") else ""
    return f"{soft}{STATUS[value['status']]} {value.get('match') or value.get('why') or ''}"


def table(claims: list[dict[str, Any]]) -> tuple[Counter[tuple[str, str]], Counter[str], list[str]]:
    """Counts by the reader's class and our verdict, the sums, and the cases that are wrong."""
    rows: Counter[tuple[str, str]] = Counter()
    sums: Counter[str] = Counter()
    wrong: list[str] = []
    for claim in claims:
        pairs, extra = matched(claim)
        where = f"{claim['file'][:10]}:{claim['claim_line']}"
        sums["extra"] += len(extra)
        wrong += [f"{where} {v.number.text}: the reader has no such value" for v in extra]
        for value, ours in pairs:
            got = ours.verdict if ours else "not found"
            rows[kind(value), got] += 1
            if got != STATUS[value["status"]]:
                wrong.append(f"{where} {value['raw']}: reader {kind(value)}, we {got} {ours.note if ours else ''}")
            if not value.get("small_count"):
                sums["all"] += 1
                sums["found"] += ours is not None
                sums["agree"] += got == STATUS[value["status"]]
                sums["bad"] += value["status"] != "supported"
                sums["caught"] += value["status"] != "supported" and got in ("missing", "differs")
                sums["false"] += value["status"] != "supported" and got == "supported"
    return rows, sums, wrong


def halves(claims: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """All claims, and those of every other paper."""
    papers = sorted({c["paper"] for c in claims})
    yield "all", claims
    for name, half in (("even papers", papers[::2]), ("odd papers", papers[1::2])):
        yield name, [c for c in claims if c["paper"] in half]


def test_values_are_judged_as_the_reader_judged(gold: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    for name, claims in halves(gold):
        rows, sums, wrong = table(claims)
        with capsys.disabled():
            caught = f"caught {sums['caught']}/{sums['bad']}"
            print(f"\n{name}: agree {sums['agree']}/{sums['all']}, extra {sums['extra']}, {caught}")
            if name == "all":
                print("\n".join(f"  {a:28} {b:10} {n}" for (a, b), n in sorted(rows.items())), *wrong, sep="\n  ")
        assert sums["agree"] >= 0.97 * sums["all"]
        assert sums["found"] >= 0.97 * (sums["found"] + sums["extra"])
        assert sums["caught"] >= 0.9 * sums["bad"]
        assert not sums["false"], wrong


def test_names_are_no_values(gold: list[dict[str, Any]]) -> None:
    bad = []
    for claim in gold:
        text = claim["claim"]
        spans = [(at, at + len(n)) for n in claim["names_not_values"] for at in [text.find(n)] if at >= 0]
        for value in check(text, claim["quote"]).values:
            if any(a <= value.number.start and value.number.end <= b for a, b in spans):
                bad.append(f"{claim['file']}:{claim['claim_line']} {value.number.text}")
    assert len(bad) <= 1, bad  # "10k IEG" is a name only to who knows it


def swaps(text: str, values: list[Value]) -> Iterator[tuple[Value, Value, str]]:
    """Each exchange of two numbers of one kind that stand behind different names."""
    for a, b in combinations(values, 2):
        first, second = a.number, b.number
        names = [[m[0] for m in NAME.finditer(text, 0, n.start)][-1:] for n in (first, second)]
        if first.value == second.value or first.kind != second.kind or not all(names) or names[0] == names[1]:
            continue
        between = text[first.end : second.start]
        yield a, b, text[: first.start] + second.text + between + first.text + text[second.end :]


def test_an_exchange_of_two_arms_is_found(gold: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    total: Counter[str] = Counter()
    misses = []
    for claim in gold:
        text, quote = claim["claim"], claim["quote"]
        before = check(text, quote)
        values = [v for v in before.values if v.verdict == "supported" and not v.number.soft]
        missed = []
        for a, b, changed in swaps(text, values):
            found = any(v.verdict == "differs" for v in check(changed, quote).values)
            total["found"] += found
            total["all"] += 1
            if not found:
                missed.append(f"{a.number.text}/{b.number.text}")
        if missed:
            misses.append(f"{claim['file'][:10]}:{claim['claim_line']} {' '.join(missed)}")
    with capsys.disabled():
        print(f"\nexchanges found {total['found']}/{total['all']}; missed:", *misses, sep="\n  ")
    assert total["found"] >= 0.8 * total["all"]


def test_no_alarm_on_the_originals(gold: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    start = time.process_time()
    for claim in gold:
        expected = any(v["status"] == "differs" and not v.get("small_count") for v in claim["values"])
        assert (check(claim["claim"], claim["quote"]).verdict == "differs") == expected, claim["claim"]
    each = (time.process_time() - start) / len(gold)
    with capsys.disabled():
        print(f"\n{each * 1e6:.0f} µs of processor time a claim")
