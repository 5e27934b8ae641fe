"""The search as programs and the box use it, on the frozen corpus and, where present, on the real notes."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from claimbook import pipeline, store
from claimbook.model import File, SiteInfo
from claimbook.site import pagefind
from claimbook.tokens import spread

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "bench"))

import queries  # noqa: E402 - the path comes first

HOSTILE = [
    "x" * 10_000,
    "成功率" * 3_000,
    "word " * 2_000,
    "!!! ... ???",
    "。，；：",
    "😀🎉",
    "(a+b)* [x-y] {2} ^$ \\ | ?",
    "\\",
    "<img src=x onerror=alert(1)>",
    '"open quote',
    '"',
    "“",
    '""',
    '" "',
    "   ",
    "\u0000\u200b\ufeff",
    "\ud800",
    "__proto__",
    "constructor",
    "~ ~~ ~",
    "\u241e",
    "%",
    "%00 %E0%A4%A",
]
SEARCH = "([query, options]) => claimbook.search(query, options)"
SEARCHES = """async (asked) => {
  const answers = [];
  for (const [query, options] of asked) answers.push(await claimbook.search(query, options));
  return answers;
}"""

Ask = Callable[..., Any]
OpenPage = Callable[..., Page]


def answers(opened: Page, asked: Sequence[Sequence[Any]]) -> list[Any]:
    """The answers to many queries with their options, in one go."""
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    return list(opened.evaluate(SEARCHES, asked))


def asking(opened: Page) -> Ask:
    opened.wait_for_function("Boolean(window.claimbook?.search)")
    return lambda query, **options: opened.evaluate(SEARCH, [query, options])


@pytest.fixture
def ask(built_site: Path, site_server: Callable[..., str], page: OpenPage) -> Ask:
    return asking(page(site_server(built_site)))


def urls(answer: Any) -> list[str]:
    return [result["url"] for result in answer["results"]]


def measured(site: Path, ask: Ask, asked: list[dict[str, str]]) -> tuple[float, float, float, list[str]]:
    """Recall on word boundaries, precision against substrings, probes right in the first three, and what was missed."""
    texts = queries.Texts(site)
    sums: Counter[str] = Counter()
    missed = []
    for row in asked:
        answer = ask(row["q"])
        hits = set() if answer["approximate"] else set(urls(answer))
        must, may = texts.holding(row["q"])
        sums += Counter(must=len(must), found=len(must & hits), hits=len(hits), good=len(hits & may))
        missed += [f"{row['q']}: {url}" for url in must - hits]
        if row["class"] == "g" and (right := texts.right(row["q"])):
            sums += Counter(probes=1, top=int(bool(right & set(urls(answer)[:3]))))
    return sums["found"] / sums["must"], sums["good"] / sums["hits"], sums["top"] / max(1, sums["probes"]), missed


def test_seven_classes_of_queries(built_site: Path, ask: Ask) -> None:
    asked = queries.sample(queries.Texts(built_site), seed=1)
    assert {row["class"] for row in asked} == set("abcdefg")
    recall, precision, top, missed = measured(built_site, ask, asked)
    assert recall == 1.0, missed
    assert precision >= 0.97
    assert top >= 0.95


def test_the_same_on_the_real_notes(
    real_site: Path, shared: Path, site_server: Callable[..., str], page: OpenPage
) -> None:
    asked = queries.sample(queries.Texts(real_site), seed=2)
    asked += json.loads((shared / "search" / "queries.json").read_text(encoding="utf-8"))
    recall, precision, top, missed = measured(real_site, asking(page(site_server(real_site))), asked)
    assert recall == 1.0, missed
    assert precision >= 0.97
    assert top >= 0.95


def test_any_two_han_letters_of_a_claim_find_it(built_site: Path, corpus_library: pipeline.Library, ask: Ask) -> None:
    pairs = {}
    for entry in corpus_library.entries:
        for claim in entry.paper.claims[:2]:
            text = claim.claim.text.text
            found = re.findall("(?=([\u4e00-\u9fff]{2}))", text)
            pairs |= dict.fromkeys(found[:3], f"/{entry.paper.url}")
    assert len(pairs) > 20
    for pair, url in pairs.items():
        assert url in urls(ask(pair)), pair


def test_results_have_what_the_contract_says(ask: Ask) -> None:
    answer = ask("成功率")
    assert answer["total"] == len(answer["results"]) > 0
    assert answer["approximate"] is False
    first = answer["results"][0]
    assert {"url", "title", "date", "kind", "name", "sections"} <= set(first)
    assert first["sections"]
    for section in first["sections"]:
        assert section["url"].startswith(first["url"] + "#")
        assert [section["excerpt"][a:b] for a, b in section["marks"]] == ["成功率"] * len(section["marks"])


def test_sections_lead_to_anchors_of_the_page(built_site: Path, ask: Ask) -> None:
    for query in ("成功率", "PPO", "IFBench"):
        for result in ask(query)["results"][:3]:
            html = (built_site / result["url"].lstrip("/") / "index.html").read_text(encoding="utf-8")
            assert all(f'id="{section["url"].split("#")[1]}"' in html for section in result["sections"])


def test_spaces_mean_and(ask: Ask) -> None:
    both, first, second = (set(urls(ask(query))) for query in ("PPO LIBERO", "PPO", "LIBERO"))
    assert both == first & second


def test_quotes_mean_an_exact_phrase(ask: Ask) -> None:
    phrase, loose = ask('"vision-language-action policy"'), ask("policy vision-language-action")
    assert not phrase["approximate"]
    assert set(urls(phrase)) < set(urls(loose)) or len(loose["results"]) == 1
    assert ask('"action-language-vision"')["approximate"]


def test_an_unknown_word_gives_no_exact_hit(ask: Ask) -> None:
    for query in ("zzzqqq", "LIBEROX", "完全没有这个词组"):
        answer = ask(query)
        assert answer["approximate"] or not answer["total"], query


def test_near_hits_are_marked_as_approximate(ask: Ask) -> None:
    answer = ask("成功率 zzzqqq")
    assert answer["approximate"]
    assert answer["total"]


def test_a_joined_mix_is_tried_split(ask: Ask) -> None:
    answer = ask("LIBERO成功率")
    assert answer["total"]
    if answer["approximate"]:
        assert answer["split"] == "libero 成功率"
    assert set(urls(answer)) == set(urls(ask("LIBERO 成功率")))


@pytest.mark.parametrize(
    "query", ["2607.27205", "2607.27205v2", "arXiv:2607.27205", "https://arxiv.org/pdf/2607.27205v1.pdf"]
)
def test_an_arxiv_id_goes_to_its_paper(ask: Ask, query: str) -> None:
    answer = ask(query)
    assert urls(answer)[0] == "/papers/2607.27205/"
    assert answer["approximate"] is False
    assert answer["results"][0]["sections"] is not None
    assert answer["results"][0]["title"].startswith("TurboVLA: ")


def test_a_paper_whose_title_or_name_is_the_query_comes_first(corpus_library: pipeline.Library, ask: Ask) -> None:
    for entry in corpus_library.entries:
        naming = entry.facts.naming
        for query in {naming.title, naming.name, f'"{naming.name}"', naming.name.lower()} - {"", '""'}:
            assert urls(ask(query))[0] == f"/{entry.paper.url}", query


def test_one_hit_a_paper_and_no_list_pages(built_site: Path, ask: Ask) -> None:
    papers = [json.loads(line)["url"] for line in (built_site / "data" / "papers.jsonl").open(encoding="utf-8")]
    for query in ("的", "成功率", "2026", "LIBERO"):
        found = urls(ask(query))
        assert len(found) == len(set(found))
        assert set(found) <= {f"/{url}" for url in papers}


def test_single_letters_and_digits(built_site: Path, ask: Ask) -> None:
    texts = queries.Texts(built_site)
    for query in ("率", "的", "7", "%"):
        assert set(urls(ask(query))) >= texts.holding(query)[0], query
        assert set(urls(ask(query))) <= texts.holding(query)[1], query


def test_filters_and_counts(built_site: Path, ask: Ask) -> None:
    rows = [json.loads(line) for line in (built_site / "data" / "papers.jsonl").open(encoding="utf-8")]
    everything = ask("的", facets=True)
    kinds = {value: count for value, _, count in everything["facets"]["kind"]}
    assert sum(kinds.values()) == everything["total"]
    for kind, count in kinds.items():
        some = ask("的", filters={"kind": kind}, facets=True)
        assert some["total"] == count
        # A facet's own filter does not narrow its counts, so that another value can be chosen.
        assert {value: n for value, _, n in some["facets"]["kind"]} == kinds
    for value, label, count in everything["facets"]["tag"][:3]:
        wanted = {f"/{row['url']}" for row in rows if value in [tag["id"] for tag in row["tags"]]}
        got = ask("的", filters={"tag": [value]})
        assert set(urls(got)) == wanted & set(urls(everything))
        assert got["total"] == count
        assert label
    slug, name, _ = everything["facets"]["benchmark"][0]
    assert all(
        {"slug": slug, "name": name} in row["benchmarks"]
        for row in rows
        if f"/{row['url']}" in urls(ask("的", filters={"benchmark": slug}))
    )
    years = [value for value, _, _ in everything["facets"]["year"]]
    assert ask("的", filters={"year": years})["total"] == everything["total"]
    assert ask("的", filters={"year": "1999"})["total"] == 0


def test_sorting_by_date(ask: Ask) -> None:
    newest = [result["date"] for result in ask("的", sort="date")["results"]]
    assert newest == sorted(newest, reverse=True)
    assert [result["date"] for result in ask("的", sort="oldest")["results"]] == newest[::-1]
    assert set(urls(ask("的", sort="date"))) == set(urls(ask("的")))


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_queries_are_answered_in_silence(ask: Ask, query: str) -> None:
    for scope in ("papers", "claims"):
        answer = ask(query, scope=scope)
        assert answer["total"] == len(answer["results"])


def test_hostile_text_is_found_and_stays_text(
    hostile_site: Path, site_server: Callable[..., str], page: OpenPage
) -> None:
    found = asking(page(site_server(hostile_site)))("script", loaded=20)
    assert found["results"]
    for result in found["results"]:
        for section in result["sections"]:
            assert all(0 <= a < b <= len(section["excerpt"]) for a, b in section["marks"])


def claim_texts(library: pipeline.Library) -> Iterator[tuple[str, str]]:
    for entry in library.entries:
        for claim in entry.paper.claims:
            beside = claim.claim.quote or (claim.claim.translation if claim.claim.origin == "own-words" else None)
            yield f"/{entry.paper.url}#{claim.anchor}", f"{claim.claim.text.text}\n{beside.text if beside else ''}"


@pytest.mark.parametrize("query", ["成功率", "PPO", "IFBench", "覆盖 任务", "93.5%", "的", "率 成功", "20 次"])
def test_claims_are_found_one_by_one(corpus_library: pipeline.Library, ask: Ask, query: str) -> None:
    parts = [queries.fold(part) for part in query.split()]
    wanted = {url for url, text in claim_texts(corpus_library) if all(part in queries.fold(text) for part in parts)}
    answer = ask(query, scope="claims")
    assert set(urls(answer)) == wanted
    if wanted:
        assert not answer["approximate"]
        assert answer["results"][0]["sections"][0]["marks"]


def test_a_claim_is_found_by_its_translation(corpus_library: pipeline.Library, ask: Ask) -> None:
    found = [
        (f"/{entry.paper.url}#{claim.anchor}", claim.claim.text.text, claim.claim.translation.text)
        for entry in corpus_library.entries
        for claim in entry.paper.claims
        if claim.claim.origin == "own-words" and claim.claim.translation
    ]
    url, text, translation = found[0]
    word = re.findall("[\u4e00-\u9fff]{4,}", translation)[0]
    result = next(r for r in ask(word, scope="claims", loaded=50)["results"] if r["url"] == url)
    assert (result["claim"], result["translation"]) == (text, translation)
    assert [section["of"] for section in result["sections"] if section["marks"]] == ["translation"]


def test_a_letter_in_too_many_claims_to_read_says_what_it_finds(
    built_site: Path, corpus_library: pipeline.Library, site_server: Callable[..., str], page: OpenPage
) -> None:
    opened = page(site_server(built_site))
    columns = json.loads(gzip.decompress((built_site / "pagefind" / "claims.bin").read_bytes()))
    opened.route("**/claims.bin", lambda route: route.fulfill(body=json.dumps({**columns, "rows": 4})))
    answer = asking(opened)("的", scope="claims", loaded=0)
    assert (answer["approximate"], answer["loose"]) == (True, True)
    assert set(urls(answer)) > {url for url, text in claim_texts(corpus_library) if "的" in text}


def test_all_claims_filtered_counted_and_sorted(built_site: Path, corpus_library: pipeline.Library, ask: Ask) -> None:
    rows = [json.loads(line) for line in (built_site / "data" / "papers.jsonl").open(encoding="utf-8")]
    claims = [(row, claim) for row in rows for claim in row["claims"]]
    everything = ask("", scope="claims", facets=True)
    assert urls(everything) == [f"/{row['url']}#{claim['anchor']}" for row, claim in claims]
    assert {value: n for value, _, n in everything["facets"]["verdict"]} == Counter(c["verdict"] for _, c in claims)
    assert {value: n for value, _, n in everything["facets"]["year"]} == Counter(
        row["dates"][0][:4] for row, _ in claims
    )
    for _, name, count in everything["facets"]["benchmark"][:5]:
        assert count == sum(name in claim["benchmarks"] for _, claim in claims)
    slug, name, count = everything["facets"]["benchmark"][0]
    some = ask("", scope="claims", filters={"benchmark": slug})
    assert some["total"] == count
    assert all(name in result["benchmarks"] for result in some["results"])
    dates = [result["date"] for result in ask("", scope="claims", sort="oldest")["results"]]
    assert dates == sorted(dates)
    assert len(list(claim_texts(corpus_library))) == everything["total"]


def test_words_of_a_claim_are_loaded_with_it(corpus_library: pipeline.Library, ask: Ask) -> None:
    texts = dict(claim_texts(corpus_library))
    for result in ask("", scope="claims", loaded=100)["results"][:100]:
        claim, _, beside = texts[result["url"]].partition("\n")
        assert result["claim"] == claim
        assert result["quote"] in (beside, "")


def test_shards_change_neither_sets_nor_order(
    built_site: Path,
    corpus_library: pipeline.Library,
    tmp_path: Path,
    site_server: Callable[..., str],
    page: OpenPage,
) -> None:
    made = pipeline.render(corpus_library, SiteInfo(language="zh"), [pipeline.INDEX])
    documents, _ = store.stage(tmp_path / "stage", made)
    sizes = [file.size for file in documents if file.path.endswith(".html")]
    site = tmp_path / "site"
    shutil.copytree(built_site, site, ignore=shutil.ignore_patterns("pagefind"))
    size = sum(sizes) // 4 + max(sizes) // 2
    index, problems = pagefind.build(documents, tmp_path / "cache", tmp_path / "work", size)
    assert not problems
    assert len(index.shards) >= 3
    pagefind.install(index, site)
    texts = ["的", "率", "LIBERO成功率", "成功率 zzzqqq"]
    texts += [row["q"] for row in queries.sample(queries.Texts(built_site), seed=3)][::3]
    asked = [[text, how] for text in texts for how in ({}, {"sort": "date"}, {"scope": "claims"}, {"facets": True})]
    one, many = (answers(page(site_server(folder)), asked) for folder in (built_site, site))
    assert [(question, *pair) for question, *pair in zip(asked, one, many, strict=True) if pair[0] != pair[1]] == []


def test_it_works_under_a_sub_path(built_site: Path, site_server: Callable[..., str], page: OpenPage) -> None:
    base = site_server(built_site, "/some/where/")
    opened = page(f"{base}papers/2607.27205/")
    answer = asking(opened)("TurboVLA")
    assert urls(answer)[0] == "/some/where/papers/2607.27205/"
    assert opened.evaluate("claimbook.whyNot()") == ""
    opened.goto(base + answer["results"][0]["sections"][0]["url"].removeprefix("/some/where/"))
    assert opened.locator(":target").count() == 1


def test_from_a_file_the_page_says_why_it_cannot_search(built_site: Path, page: OpenPage) -> None:
    opened = page((built_site / "index.html").as_uri(), allow=".")
    assert opened.evaluate("claimbook.whyNot()") == "file"


def test_nothing_is_fetched_before_the_first_search(
    built_site: Path, site_server: Callable[..., str], page: OpenPage
) -> None:
    opened = page(site_server(built_site))
    opened.wait_for_load_state("networkidle")
    fetched = opened.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [name for name in fetched if "pagefind" in name or name.endswith("search.js")] == []


def test_a_phrase_is_found_beside_its_words_with_accents(
    built_site: Path, tmp_path: Path, site_server: Callable[..., str], page: OpenPage
) -> None:
    site = tmp_path / "site"
    shutil.copytree(built_site, site, ignore=shutil.ignore_patterns("pagefind"))
    row = {"url": "papers/x/", "id": "", "title": "x", "names": [], "words": 1, "date": "", "first": "", "kind": "deep"}
    text = f'<html lang="unknown"><body>{spread("x Î_b and I_b; étude")}</body></html>'
    files = [File(path="papers/x/index.html", text=text, place="index")]
    table = {"tags": {}, "papers": [row | {"tags": [], "benchmarks": []}]}
    files.append(File(path="papers.json", text=json.dumps(table), place="index"))
    staged, _ = store.stage(tmp_path / "stage", files)
    pagefind.install(pagefind.build(staged, tmp_path / "cache", tmp_path / "work")[0], site)
    ask = asking(page(site_server(site)))
    for query in ("I_b", "î_b", "étude", "x"):
        assert not ask(query)["approximate"], query
        assert ask(query)["total"] == 1, query
    assert ask("etude")["approximate"]
