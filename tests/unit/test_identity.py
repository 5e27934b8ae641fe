"""Addresses and anchors last: through edits, moves, merges and losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import support
from claimbook.identity import Resolution, resolve
from claimbook.identity.ledger import Ledger, dump, parse
from claimbook.model import Check, Metadata, Note, NoteClaim, Override, Passage, Section, Span
from claimbook.paths import digest
from claimbook.readers import read

LEDGER = "permalinks.yml"
HERE = Span(start=0, end=0)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DISCLAIMER = "This paper was only skimmed; its figures were not looked up and nothing here was held against the text."


def prose(seed: str, words: int, edits: int = 0) -> str:
    """Words that no other seed gives; each edit puts another word in the place of one."""
    random = Random(seed)
    text = ["".join(random.choices(LETTERS, k=random.randint(4, 8))) for _ in range(words)]
    for edit in range(edits):
        text[Random(f"{seed}/{edit}").randrange(words)] = f"edit{edit}"
    return " ".join(text)


@dataclass(frozen=True)
class Draft:
    """A note as its writer thinks of it; a claim is a word that stays the same however it is put."""

    name: str
    claims: tuple[str, ...] = ("speed", "cost", "size")
    source: str = "a.txt"
    date: str = "2026-03-01"
    arxiv: str = ""
    edits: int = 0
    seed: str = ""

    def note(self, position: int, line: int) -> Note:
        own = self.seed or self.name
        body = f"{self.name} {prose(own, 80, 4 * self.edits)}"
        claims = [
            NoteClaim(
                number=number,
                text=Passage(text=prose(f"{own} {claim}", 12, self.edits), span=HERE),
                quote=Passage(text=prose(f"{own} {claim} quote", 12), span=HERE),
            )
            for number, claim in enumerate(self.claims, 1)
        ]
        text = "\n".join([body, *(claim.text.text for claim in claims)])
        return Note(
            source=self.source, sha256=digest(text, 64), format="", kind="deep", date=self.date, status="complete",
            span=HERE, start_line=line, end_line=line, position=position, metadata=Metadata(arxiv_id=self.arxiv),
            sections=(Section(kind="positioning", heading="", span=HERE, text=text),), claims=tuple(claims),
        )  # fmt: skip


OTTER, HERON, NEWT = Draft("Otter"), Draft("Heron"), Draft("Newt", source="b.txt", date="2026-03-02")
SHELF = (OTTER, HERON, NEWT)


def notes_of(drafts: Sequence[Draft]) -> list[Note]:
    """Notes in the order of their files; the n-th of a file begins on line 10 n."""
    notes = []
    for source in sorted({draft.source for draft in drafts}):
        here = [draft for draft in drafts if draft.source == source]
        notes += [draft.note(position, 10 * position) for position, draft in enumerate(here, 1)]
    return notes


class Site:
    """What remains between two builds: the text of the ledger."""

    def __init__(self) -> None:
        self.ledger = ""

    def read(self) -> Ledger:
        ledger, problems = parse(LEDGER, self.ledger)
        assert problems == ()
        return ledger

    def resolve(self, drafts: Sequence[Draft], overrides: Mapping[str, Override] | None = None) -> Resolution:
        return resolve(notes_of(drafts), self.read(), overrides or {}, lambda n: n.sections[0].text.split()[0], LEDGER)

    def build(self, drafts: Sequence[Draft], overrides: Mapping[str, Override] | None = None) -> Resolution:
        """Build and write the ledger; a second build of the same notes must write the same."""
        result = self.resolve(drafts, overrides)
        assert not result.problems, result.problems
        self.ledger = dump(result.ledger)
        again = self.resolve(drafts, overrides)
        assert dump(again.ledger) == self.ledger
        assert again.papers == result.papers
        assert not again.problems, again.problems
        return result

    def retire(self, identity: str) -> None:
        """As the refusal tells a person to: move the line of a paper from `papers` to `retired`."""
        line = re.search(rf'^  "{identity}": .*\n', self.ledger, re.MULTILINE)
        assert line is not None
        without = self.ledger.replace(line.group(), "")
        self.ledger = re.sub(r"retired:.*\n", lambda _: f"retired:\n{line.group()}", without)

    def follow(self, link: str) -> str:
        """Where a link leads today."""
        redirects = self.read().redirects
        url, _, anchor = link.partition("#")
        while url in redirects:
            url, anchor = redirects[url].to, redirects[url].prefix + anchor
        return f"{url}#{anchor}"


def links(result: Resolution, drafts: Sequence[Draft]) -> dict[tuple[str, str], str]:
    """Link of each claim, by the name of its note and its own word."""
    meant = {}
    for draft, note in zip(sorted(drafts, key=lambda draft: draft.source), notes_of(drafts), strict=True):
        for claim, word in zip(note.claims, draft.claims, strict=True):
            meant[note.source, note.position, claim.number] = (draft.seed or draft.name, word)
    return {
        meant[claim.note.source, claim.note.position, claim.claim.number]: f"{paper.url}#{claim.anchor}"
        for paper in result.papers
        for claim in paper.claims
    }


def urls(result: Resolution) -> dict[str, str]:
    """Address of each paper, by the name of its newest note."""
    return {paper.notes[0].sections[0].text.split()[0]: paper.url for paper in result.papers}


Edit = Callable[[tuple[Draft, ...]], Sequence[Draft]]


def change(who: str, /, **fields: object) -> Edit:
    def edit(drafts: tuple[Draft, ...]) -> Sequence[Draft]:
        return [replace(draft, **fields) if draft.name == who else draft for draft in drafts]  # type: ignore[arg-type]

    return edit


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(change("Otter", edits=1), id="wording"),
        pytest.param(change("Otter", claims=("power", "speed", "cost", "size")), id="a claim at the front"),
        pytest.param(change("Otter", claims=("speed", "power", "size")), id="a claim for another"),
        pytest.param(change("Otter", claims=("cost", "size")), id="a claim deleted"),
        pytest.param(change("Otter", claims=("size", "cost", "speed")), id="claims renumbered"),
        pytest.param(change("Otter", claims=()), id="all claims deleted"),
        pytest.param(change("Otter", source="b.txt"), id="moved to another file"),
        pytest.param(change("Otter", source="c.txt", date="2026-04-01"), id="moved to another day"),
        pytest.param(lambda d: [d[1], d[0], d[2]], id="moved in its file"),
        pytest.param(lambda d: [replace(x, source=f"2026/{x.source}") for x in d], id="files renamed"),
        pytest.param(lambda d: [replace(x, source={"a.txt": "b.txt", "b.txt": "a.txt"}[x.source]) for x in d],
                     id="files swapped"),
        pytest.param(lambda d: [Draft("Stoat"), *d], id="a note before it"),
        pytest.param(change("Otter", name="OtterNet", seed="Otter"), id="a better name"),
    ],
)  # fmt: skip
def test_no_edit_changes_an_address_or_an_anchor(edit: Edit) -> None:
    site = Site()
    before = links(site.build(SHELF), SHELF)
    after_drafts = edit(SHELF)
    after = links(site.build(after_drafts), after_drafts)
    kept = before.keys() & after.keys()
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
    assert len({*after.values(), *before.values()}) == len({*after, *before})


def test_first_addresses_are_the_day_and_the_name_or_the_arxiv_id() -> None:
    result = Site().build([*SHELF, Draft("Toad", arxiv="2603.01234")])
    assert urls(result) == {
        "Otter": "papers/2026-03-01-otter/",
        "Heron": "papers/2026-03-01-heron/",
        "Newt": "papers/2026-03-02-newt/",
        "Toad": "papers/2603.01234/",
    }


def test_papers_come_newest_first_and_in_the_order_of_their_file() -> None:
    assert list(urls(Site().build(SHELF))) == ["Newt", "Otter", "Heron"]


def test_the_anchor_of_a_deleted_claim_is_never_given_again() -> None:
    site = Site()
    site.build([OTTER])
    site.build([replace(OTTER, claims=("speed", "cost"))])
    drafts = [replace(OTTER, claims=("speed", "cost", "power"))]
    assert links(site.build(drafts), drafts)["Otter", "power"].endswith("#claim-3-2")


def test_a_claim_that_returns_has_its_anchor_back() -> None:
    site = Site()
    first = links(site.build([OTTER]), [OTTER])
    site.build([replace(OTTER, claims=("cost",))])
    assert links(site.build([OTTER]), [OTTER]) == first


def test_an_older_note_of_the_same_paper_has_anchors_of_its_own() -> None:
    site = Site()
    newer = Draft("Toad", arxiv="2603.01234")
    older = replace(newer, seed="old", source="0.txt", date="2026-02-01")
    first = links(site.build([newer]), [newer])
    both = links(site.build([older, newer]), [older, newer])
    assert {key: link for key, link in both.items() if key[0] == "Toad"} == first
    assert both["old", "speed"] == "papers/2603.01234/#n2-claim-1"


@pytest.mark.parametrize("second_file", ["a.txt", "b.txt"])
@pytest.mark.parametrize("second_first", [False, True])
def test_two_notes_of_one_paper_are_not_taken_for_each_other(second_file: str, second_first: bool) -> None:
    site = Site()
    one = Draft("Toad", arxiv="2603.01234")
    two = replace(one, seed="second", source=second_file)
    first = links(site.build([one]), [one])
    drafts = [two, one] if second_first else [one, two]
    both = links(site.build(drafts), drafts)
    assert first.items() <= both.items()
    moved = [replace(draft, source=f"{2 - index}.txt", edits=1) for index, draft in enumerate(drafts)]
    assert links(site.build(moved), moved) == both


def test_a_known_paper_that_gets_an_arxiv_id_moves_and_leaves_a_redirect() -> None:
    site = Site()
    before = links(site.build(SHELF), SHELF)
    drafts = change("Otter", arxiv="2603.01234")(SHELF)
    result = site.build(drafts)
    assert urls(result)["Otter"] == "papers/2603.01234/"
    after = links(result, drafts)
    assert {key: site.follow(link) for key, link in before.items()} == after


@pytest.mark.parametrize("key", ["id", "address", "place"])
def test_an_override_gives_an_arxiv_id_and_still_holds_in_later_builds(key: str) -> None:
    site = Site()
    paper = site.build([OTTER]).papers[0]
    asked = {"id": paper.id, "address": paper.url, "place": "a.txt:10"}[key]
    override = Override(arxiv_id="2603.01234", title="On otters")
    result = site.build([OTTER], {asked: override})
    assert result.papers[0].url == "papers/2603.01234/"
    assert site.follow(f"{paper.url}#claim-2") == "papers/2603.01234/#claim-2"
    assert site.build([OTTER], {asked: override}).overrides["2603.01234"] == override


def test_an_override_may_give_the_arxiv_id_of_another_note() -> None:
    site = Site()
    drafts = [OTTER, Draft("Toad", arxiv="2603.01234", source="b.txt")]
    before = links(site.build(drafts), drafts)
    after = links(site.build(drafts, {"a.txt:10": Override(arxiv_id="2603.01234")}), drafts)
    assert after["Toad", "speed"] == before["Toad", "speed"] == "papers/2603.01234/#claim-1"
    assert after["Otter", "speed"] == "papers/2603.01234/#n2-claim-1"
    assert {key: site.follow(link) for key, link in before.items()} == after


def test_an_override_finds_an_arxiv_paper_by_its_address() -> None:
    site = Site()
    toad = Draft("Toad", arxiv="2603.01234")
    site.build([toad])
    override = Override(title="On toads")
    assert site.build([toad], {"papers/2603.01234/": override}).overrides == {"2603.01234": override}


def test_an_override_for_no_paper_is_reported_and_stops_nothing() -> None:
    result = Site().resolve([OTTER], {"n0": Override(title="On nothing")})
    assert [(p.severity, p.code, p.path) for p in result.problems] == [("problem", "bad-override", "overrides.yml")]
    assert "n0" in result.problems[0].message
    assert len(result.papers) == 1


@pytest.mark.parametrize("twin", [HERON, Draft("Toad", arxiv="2603.01234")], ids=["opaque", "arxiv"])
def test_same_as_merges_two_papers_and_maps_their_anchors(twin: Draft) -> None:
    site = Site()
    drafts = [OTTER, twin]
    first = site.build(drafts)
    before = links(first, drafts)
    ids = {paper.url: paper.id for paper in first.papers}
    given_up = ids[urls(first)[twin.name]]
    same = {given_up: Override(same_as=ids[urls(first)["Otter"]])}
    result = site.build(drafts, same)
    after = links(result, drafts)
    assert [paper.url for paper in result.papers] == ["papers/2026-03-01-otter/"]
    assert after[twin.name, "speed"] == "papers/2026-03-01-otter/#n2-claim-1"
    assert {key: site.follow(link) for key, link in before.items()} == after


@pytest.mark.parametrize("target", ["{id}", "{url}", "a.txt:10"])
def test_same_as_may_name_an_id_an_address_or_a_place(target: str) -> None:
    site = Site()
    otter = next(p for p in site.build(SHELF).papers if "otter" in p.url)
    same_as = target.format(id=otter.id, url=otter.url)
    assert len(site.build(SHELF, {"a.txt:20": Override(same_as=same_as)}).papers) == 2


def test_same_as_follows_same_as() -> None:
    overrides = {"a.txt:20": Override(same_as="a.txt:10"), "b.txt:10": Override(same_as="a.txt:20")}
    site = Site()
    before = links(site.build(SHELF), SHELF)
    after = links(site.build(SHELF, overrides), SHELF)
    assert {link.split("#")[0] for link in after.values()} == {"papers/2026-03-01-otter/"}
    assert {key: site.follow(link) for key, link in before.items()} == after


def test_same_as_in_a_circle_is_reported_and_changes_no_address() -> None:
    site = Site()
    before = links(site.build(SHELF), SHELF)
    circle = {"a.txt:20": Override(same_as="a.txt:10"), "a.txt:10": Override(same_as="a.txt:20")}
    result = site.resolve(SHELF, circle)
    assert [(p.severity, p.code) for p in result.problems] == [("problem", "bad-override")]
    assert "circle" in result.problems[0].message
    site.ledger = dump(result.ledger)
    assert {site.follow(link) for link in before.values()} == set(links(result, SHELF).values())


def test_same_as_to_nowhere_is_reported() -> None:
    result = Site().resolve([OTTER], {"a.txt:10": Override(same_as="papers/nowhere/")})
    assert ["papers/nowhere/" in p.message for p in result.problems] == [True]


def test_not_same_as_keeps_a_rewritten_note_from_the_paper_it_resembles() -> None:
    site = Site()
    old = site.build([OTTER]).papers[0]
    sequel = replace(OTTER, edits=2)
    assert site.resolve([sequel]).papers[0].id == old.id
    result = site.resolve([sequel], {"a.txt:10": Override(not_same_as=(old.id,))})
    assert result.papers[0].id != old.id
    assert [p.code for p in result.problems] == ["lost-permalink"]


def test_chains_of_redirects_collapse() -> None:
    site = Site()
    first = site.build([OTTER, HERON])
    site.build([replace(OTTER, arxiv="2603.01234"), HERON])
    merged = {"2603.01234": Override(same_as=urls(first)["Heron"])}
    site.build([replace(OTTER, arxiv="2603.01234"), HERON], merged)
    redirects = site.read().redirects
    assert {r.url: (r.to, r.prefix) for r in redirects.values()} == {
        "papers/2026-03-01-otter/": ("papers/2026-03-01-heron/", "n2-"),
        "papers/2603.01234/": ("papers/2026-03-01-heron/", "n2-"),
    }


def test_a_hidden_paper_keeps_its_line_and_has_no_page() -> None:
    site = Site()
    first = site.build(SHELF)
    result = site.build(SHELF, {urls(first)["Otter"]: Override(hide=True)})
    assert "Otter" not in urls(result)
    assert urls(first)["Otter"] in {entry.url for entry in site.read().papers.values()}
    assert urls(site.build(SHELF)) == urls(first)


def test_a_lost_paper_is_a_refusal_that_names_it_and_says_what_to_do() -> None:
    site = Site()
    otter = next(p for p in site.build(SHELF).papers if "otter" in p.url)
    (found,) = site.resolve([HERON, NEWT]).problems
    assert (found.severity, found.code, found.path) == ("refusal", "lost-permalink", LEDGER)
    for word in (otter.id, otter.url, "a.txt", "restore the note", "from papers to retired"):
        assert word in found.message


def test_a_new_note_with_the_same_disclaimer_is_not_the_one_it_replaced() -> None:
    def brief(subject: str) -> Note:
        note = replace(OTTER, claims=(), seed=subject).note(1, 10)
        texts = (("abstract", prose(subject, 12)), ("disclaimer", DISCLAIMER))
        sections = tuple(Section(kind=kind, heading="", span=HERE, text=text) for kind, text in texts)
        return replace(note, sections=sections)

    first = resolve([brief("bees")], Ledger(), {}, lambda _: "bees", LEDGER)
    second = resolve([brief("ants")], first.ledger, {}, lambda _: "ants", LEDGER)
    assert [p.code for p in second.problems] == ["lost-permalink"]


def test_a_retired_line_heals_a_lost_paper_and_keeps_its_address() -> None:
    site = Site()
    otter = next(p for p in site.build(SHELF).papers if "otter" in p.url)
    site.retire(otter.id)
    result = site.build([HERON, NEWT])
    assert [entry.url for entry in result.ledger.retired.values()] == [otter.url]
    assert list(urls(site.build([HERON, NEWT, Draft("Otter", seed="another")])).values()).count(otter.url) == 0


@pytest.mark.parametrize("drafts", [SHELF, (Draft("Toad", arxiv="2603.01234"), HERON)], ids=["opaque", "arxiv"])
def test_a_note_that_returns_revives_its_paper(drafts: tuple[Draft, ...]) -> None:
    site = Site()
    first = site.build(drafts)
    gone = next(paper for paper in first.papers if paper.url == urls(first)[drafts[0].name])
    site.retire(gone.id)
    site.build(drafts[1:])
    result = site.build(drafts)
    assert links(result, drafts) == links(first, drafts)
    assert result.ledger.retired == {}


def test_two_papers_of_one_name_and_day_have_two_addresses() -> None:
    twins = [OTTER, replace(OTTER, seed="other")]
    found = [paper.url for paper in Site().build(twins).papers]
    assert found[0] == "papers/2026-03-01-otter/"
    assert re.fullmatch(r"papers/2026-03-01-otter-[0-9a-f]{6}/", found[1])


def test_one_note_twice_is_one_paper() -> None:
    result = Site().build([OTTER, replace(OTTER, source="b.txt")])
    assert [(len(paper.notes), len(paper.all_notes)) for paper in result.papers] == [(1, 2)]


def test_a_paper_without_day_or_name_still_has_an_address() -> None:
    note = OTTER.note(1, 10)
    result = resolve([replace(note, date="")], Ledger(), {}, lambda _: "？！", LEDGER)
    assert result.papers[0].url == f"papers/{result.papers[0].id}/"


def union(*ledgers: str) -> str:
    """Git's merge of branches that each added lines: every part has the lines of all."""
    merged = []
    for part in ("papers", "redirects", "retired"):
        bodies = [re.search(rf"^{part}:.*\n((?:  .*\n)*)", text, re.MULTILINE) for text in ledgers]
        lines = sorted({line for body in bodies if body for line in body.group(1).splitlines()})
        merged += [f"{part}:" if lines else f"{part}: {{}}", *lines]
    return "\n".join(merged) + "\n"


def test_two_branches_that_each_added_a_note_merge_line_by_line() -> None:
    main = Site()
    main.build([OTTER])
    ours, theirs = Site(), Site()
    ours.ledger = theirs.ledger = main.ledger
    expected = links(ours.build([OTTER, HERON]), [OTTER, HERON]) | links(theirs.build([OTTER, NEWT]), [OTTER, NEWT])
    main.ledger = union(ours.ledger, theirs.ledger)
    assert links(main.build(SHELF), SHELF) == expected


def test_two_branches_that_added_the_same_note_agree() -> None:
    ours, theirs = Site(), Site()
    ours.build([OTTER, HERON])
    theirs.build([replace(HERON, source="other.txt"), replace(OTTER, source="z.txt")])
    assert {e.url for e in ours.read().papers.values()} == {e.url for e in theirs.read().papers.values()}


class World:
    """A shelf of notes under random edits, and every link that was ever given out."""

    names = ("Otter", "Heron", "Newt", "Toad", "Stoat")

    def __init__(self) -> None:
        self.site = Site()
        self.drafts = [OTTER, Draft("Toad", arxiv="2603.01234")]
        self.given: dict[str, tuple[str, str]] = {}
        self.addresses: set[str] = set()
        self.published = {"Toad": "2603.01234"}
        self.check()

    def do(self, what: str, which: int, number: int) -> None:
        index = which % max(1, len(self.drafts))
        name = self.names[number % len(self.names)]
        if what == "add" and all(draft.name != name for draft in self.drafts):
            self.drafts.insert(index, Draft(name, source=f"{number % 3}.txt", arxiv=self.published.get(name, "")))
        elif what == "remove" and len(self.drafts) > 1:
            del self.drafts[index]
        elif what == "turn":
            self.drafts.reverse()
        elif what == "rename":
            self.drafts = [replace(draft, source=f"x{draft.source}") for draft in self.drafts]
        else:
            self.drafts[index] = self.edited(self.drafts[index], what, number)
        self.published |= {draft.name: draft.arxiv for draft in self.drafts if draft.arxiv}
        self.check()

    @staticmethod
    def edited(draft: Draft, what: str, number: int) -> Draft:
        claims = draft.claims
        place = number % (len(claims) + 1)
        fields: dict[str, dict[str, object]] = {
            "edit": {"edits": draft.edits + 1},
            "insert": {"claims": (*claims[:place], f"claim{number}", *claims[place:])},
            "delete": {"claims": (*claims[:place], *claims[place + 1 :])},
            "move": {"source": f"{number % 3}.txt"},
            "publish": {"arxiv": draft.arxiv or f"2604.0000{World.names.index(draft.name)}"},
        }
        if what == "insert" and f"claim{number}" in claims:
            return draft
        return replace(draft, **fields.get(what, {}))  # type: ignore[arg-type]

    def check(self) -> None:
        lost = [p for p in self.site.resolve(self.drafts).problems if p.code == "lost-permalink"]
        for problem in lost:
            self.site.retire(problem.message.split("“")[1].split("”")[0])
        found = self.site.build(self.drafts)
        ledger = found.ledger
        self.addresses |= {paper.url for paper in found.papers}
        live = {e.url for part in (ledger.papers, ledger.retired) for e in part.values()}
        assert self.addresses <= live | set(ledger.redirects)
        assert {redirect.to for redirect in ledger.redirects.values()} <= live
        now = links(found, self.drafts)
        assert len(set(now.values())) == len(now)
        for key, link in now.items():
            assert self.given.setdefault(link, key) == key
        for link, key in self.given.items():
            if key in now:
                assert self.site.follow(link) == now[key]


ACTIONS = ("edit", "insert", "delete", "move", "publish", "add", "remove", "turn", "rename")


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 4), st.integers(0, 9)), max_size=12))
def test_every_link_ever_given_leads_to_its_claim(edits: list[tuple[str, int, int]]) -> None:
    world = World()
    for what, which, number in edits:
        world.do(what, which, number)


def test_a_verdict_for_a_claim_that_is_not_there_is_a_problem_at_its_entry() -> None:
    head = "2026-01-05\n\n甲系统是一个路由框架。\n\n背景。\n\n方法。\n\n实验。\n\n"
    claims = "1. 甲达到 5.1。\n\n   Jia reaches 5.1.\n\n"
    text = f"{head}{claims}Novelty：一。 Soundness：二。 Significance：三。\n\n局限。\n\n跟进。"
    note = read(support.source(text, "2026-01-05.txt")).notes[0]
    said = Check(verdict="differs", by="Ada", why="another table")
    override = Override(verdicts={"claim-1": said, "claim-9": said}, line=4)
    found = resolve([note], Ledger(), {"2026-01-05.txt:3": override}, lambda note: "jia", "permalinks.yml").problems
    assert [(problem.code, problem.line) for problem in found] == [("bad-override", 4)]
    assert "claim-9" in found[0].message
