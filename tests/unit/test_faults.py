"""The fault matrix: one paper is damaged, one finding says where, and its neighbours are read as if nothing were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from claimbook.model import Note, Reading, Source, Span
from claimbook.readers import read

Paragraphs = list[str]
Edit = Callable[[Paragraphs], Paragraphs]
DISCLAIMER = "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What is done to a paper's paragraphs, and the findings due: code, and which filled line of the damaged text."""

    name: str
    edit: Edit
    finds: tuple[tuple[str, int], ...]
    why_more: str = ""
    """Why more than one finding is right."""

    def __post_init__(self) -> None:
        assert (len(self.finds) > 1) == bool(self.why_more), self.name


def without(*places: int) -> Edit:
    return lambda paragraphs: [p for i, p in enumerate(paragraphs) if i not in places]


def first(count: int, *more: str) -> Edit:
    return lambda paragraphs: [*paragraphs[:count], *more]


def instead(place: int, *new: str) -> Edit:
    return lambda paragraphs: [*paragraphs[:place], *new, *paragraphs[place + 1 :]]


def inserted(place: int, *new: str) -> Edit:
    return lambda paragraphs: [*paragraphs[:place], *new, *paragraphs[place:]]


def reading_of(text: str, path: str = "2026-03-01.txt") -> Reading:
    return read(Source(path=path, text=text, sha256=""))


def view(note: Note) -> object:
    """All of a note but where in its file it stands."""

    def place(span: Span) -> tuple[int, int]:
        return span.start - note.span.start, span.end - note.span.start

    sections = [
        (s.kind, s.heading, s.text, s.cut, place(s.span), [(b.kind, b.rows, place(b.span)) for b in s.blocks])
        for s in note.sections
    ]
    claims = [
        (c.number, c.text.text, place(c.text.span), c.quote and (c.quote.text, place(c.quote.span)))
        for c in note.claims
    ]
    return note.kind, note.date, note.status, note.sha256, note.metadata, sections, claims


def findings(reading: Reading) -> list[tuple[str, int]]:
    return sorted((p.code, p.line) for p in reading.problems if p.severity == "problem")


def line_of(paragraphs: Sequence[str], place: int) -> int:
    """Number of the line that is the `place`-th (from 0) of those not blank."""
    lines = "\n\n".join(paragraphs).split("\n")
    return [number for number, line in enumerate(lines, 1) if line][place]


def check(
    fault: Fault, head: Paragraphs, before: Paragraphs, paper: Paragraphs, following: Paragraphs
) -> tuple[Note, ...]:
    """Notes of the damaged paper, after all that holds for each fault was asserted."""
    damaged = fault.edit(paper)
    healthy = [view(note) for note in reading_of("\n\n".join([*head, *before, *paper, *following])).notes]
    reading = reading_of("\n\n".join([*head, *before, *damaged, *following]))
    offset = len(head) + len(before)
    lines = {place: line_of([*head, *before, *damaged], offset + place) for _, place in fault.finds}
    assert findings(reading) == sorted((code, lines[place]) for code, place in fault.finds)
    views = [view(note) for note in reading.notes]
    assert views[0] == healthy[0]
    if following:
        assert views[-1] == healthy[-1]
    notes = reading.notes[1 : -1 if following else None]
    assert notes, "the damaged paper is published all the same"
    # Text that belongs to no paper damages none.
    assert any(note.status == "damaged" for note in notes) == any(code != "unclaimed-text" for code, _ in fault.finds)
    return notes


def ids(faults: Iterable[Fault]) -> dict[str, Fault]:
    return {fault.name: fault for fault in faults}


# Deep-read text


def deep(name: str, claims: int = 3) -> Paragraphs:
    """Places 0–3 are the head, then claim and quote in turn, then review, limitations and follow-up."""
    pairs = [
        (
            f"{n}. {name} 在第 {n} 个阳台上省下 {n}5% 的水。",
            f"{'   ' if n < 10 else '    '}On balcony {n} {name} saved {n}5% of the water.",
        )
        for n in range(1, claims + 1)
    ]
    return [
        f"{name} 是一套替人浇花的阳台控制器。",
        f"出门几天花就干了，{name} 想免去托人照看的麻烦。",
        f"{name} 每小时读一次湿度，低于阈值就开阀。",
        f"{name} 在三个阳台上连续试了两个月。",
        *(paragraph for pair in pairs for paragraph in pair),
        f"Novelty：{name} 的阈值随季节变化。 Soundness：只有三个阳台。 Significance：省水。",
        f"{name} 没有在室外试过。",
        f"下一步可以让 {name} 认得多肉。",
    ]


def brief(abstract: str) -> Paragraphs:
    return [abstract, DISCLAIMER]


DATE = ["2026-03-01"]
HEAD_PARTS = ("positioning", "background", "method", "experiments")
NEIGHBOURS = {
    "deep": deep("Alofern", 2),
    "brief": brief("Beebal counts the bees that visit a balcony and asks for lavender."),
}
FOLLOWING = {
    "nothing": [],
    "deep": deep("Zephyl", 4),
    "brief": brief("We present Zumlamp, which dims street lights when nobody walks below."),
}
DEEP_FAULTS = ids(
    [
        *(
            Fault(name=f"no {part}", edit=without(place), finds=(("paragraph-count", 3),))
            for place, part in enumerate(HEAD_PARTS)
        ),
        Fault(name="no limitations", edit=without(11), finds=(("paragraph-count", 10),)),
        Fault(name="no follow-up", edit=without(12), finds=(("paragraph-count", 10),)),
        Fault(name="no last two", edit=without(11, 12), finds=(("paragraph-count", 10),)),
        Fault(
            name="a paragraph too many in the head",
            edit=inserted(2, "Vineo 还多出来一段。"),
            finds=(("paragraph-count", 5),),
        ),
        Fault(
            name="a paragraph too many at the end",
            edit=inserted(13, "Vineo 还多出来一段。"),
            finds=(("paragraph-count", 10),),
        ),
        Fault(name="claim without quote", edit=without(7), finds=(("claim-without-quote", 6),)),
        Fault(name="first claim without quote", edit=without(5), finds=(("claim-without-quote", 4),)),
        Fault(name="last claim without quote", edit=without(9), finds=(("claim-without-quote", 8),)),
        Fault(name="quote without claim", edit=without(6), finds=(("quote-without-claim", 6),)),
        Fault(name="first quote without claim", edit=without(4), finds=(("quote-without-claim", 4),)),
        Fault(name="last quote without claim", edit=without(8), finds=(("quote-without-claim", 8),)),
        Fault(
            name="a second quote",
            edit=inserted(6, "   Vineo says it twice."),
            finds=(("quote-without-claim", 6),),
        ),
        Fault(name="no review", edit=without(10), finds=(("missing-review", 9),)),
        Fault(name="no claims", edit=without(*range(4, 10)), finds=(("missing-claims", 4),)),
        Fault(
            name="number twice",
            edit=instead(6, "1. Vineo 在第 2 个阳台上省下 25% 的水。"),
            finds=(("repeated-number", 6),),
        ),
        Fault(
            name="claim and quote twice",
            edit=lambda p: [*p[:8], *p[6:8], *p[8:]],
            finds=(("repeated-number", 8),),
        ),
        Fault(name="number left out", edit=without(6, 7), finds=(("claim-number", 6),)),
        Fault(name="wrong number", edit=instead(6, "7. Vineo 省水。"), finds=(("claim-number", 6),)),
        Fault(name="numbers from 2", edit=without(4, 5), finds=(("claim-number", 4),)),
        Fault(name="cut after the first claim's quote", edit=first(6), finds=(("cut-paper", 5),)),
        Fault(name="cut between claim and quote", edit=first(7), finds=(("cut-paper", 6),)),
        Fault(name="cut in a claim", edit=first(8, "3. Vineo 在第 3"), finds=(("cut-paper", 8),)),
        Fault(name="cut in a quote", edit=first(9, "   On balc"), finds=(("cut-paper", 9),)),
        Fault(name="cut after the claims", edit=first(10), finds=(("cut-paper", 9),)),
        Fault(name="cut in the head", edit=first(2), finds=(("stray-text", 0),)),
        Fault(name="cut before the claims", edit=first(4), finds=(("stray-text", 0),)),
        Fault(
            name="cut before the claims, though its paragraphs name the neighbours",
            edit=lambda p: [
                f"{p[0]}Pergola、Trellis、Lattice 都用，不像 Alofern。",
                *p[1:3],
                f"{p[3]}Mulch、Loam、Peat、Zephyl。",
            ],
            finds=(("stray-text", 0),),
        ),
        Fault(
            name="no blank line in the whole paper",
            edit=lambda p: ["\n".join(p)],
            finds=(("paragraph-count", 4), ("paragraph-count", 12)),
            why_more="the head has run together and so has the end: two places to mend",
        ),
    ]
)


@pytest.mark.parametrize("following", FOLLOWING)
@pytest.mark.parametrize("neighbour", NEIGHBOURS)
@pytest.mark.parametrize("name", DEEP_FAULTS)
def test_a_fault_in_a_deep_paper(name: str, neighbour: str, following: str) -> None:
    fault = DEEP_FAULTS[name]
    notes = check(fault, DATE, NEIGHBOURS[neighbour], deep("Vineo"), FOLLOWING[following])
    claims = [claim for note in notes for claim in note.claims]
    lines = "\n".join(fault.edit(deep("Vineo"))).split("\n")
    numbered = [line for line in lines if line[0].isdigit()]
    assert [f"{claim.number}. {claim.text.text}" for claim in claims if claim.number] == numbered
    assert [claim.quote.text for claim in claims if claim.quote] == [line.strip() for line in lines if line[0] == " "]


BRIEF_FAULTS = ids(
    [
        Fault(name="no fixed sentence", edit=without(1), finds=(("stray-text", 0),)),
        Fault(name="no abstract", edit=without(0), finds=(("paragraph-count", 0),)),
        Fault(
            name="two paragraphs for an abstract",
            edit=inserted(1, "Vineo saves a third of the plants."),
            finds=(("paragraph-count", 2),),
        ),
        Fault(
            name="a paragraph below the fixed sentence",
            edit=inserted(2, "Vineo saves a third of the plants."),
            finds=(("paragraph-count", 1),),
        ),
        Fault(
            name="a strange paragraph above the abstract",
            edit=inserted(0, "Quondo sorts socks by colour."),
            finds=(("stray-text", 0),),
        ),
        Fault(
            name="a strange paragraph below the fixed sentence",
            edit=inserted(2, "Quondo sorts socks by colour."),
            finds=(("stray-text", 2),),
        ),
    ]
)


@pytest.mark.parametrize("following", FOLLOWING)
@pytest.mark.parametrize("neighbour", NEIGHBOURS)
@pytest.mark.parametrize("name", BRIEF_FAULTS)
def test_a_fault_in_a_brief_paper(name: str, neighbour: str, following: str) -> None:
    paper = brief("Vineo waters plants while their owners travel and saves a third of the bill.")
    check(BRIEF_FAULTS[name], DATE, NEIGHBOURS[neighbour], paper, FOLLOWING[following])


def nameless(claims: Sequence[str]) -> Paragraphs:
    """A paper that has no name and of which no two paragraphs share a word."""
    head, tail = ("甲乙丙。", "丁戊己。", "庚辛壬。", "癸子丑。"), ("寅卯辰。", "巳午未。")
    pairs = (f"{n}. {text}\n\n   {text * 2}" for n, text in enumerate(claims, 1))
    return [*head, *pairs, "Novelty：申。 Soundness：酉。 Significance：戌。", *tail]


@pytest.mark.parametrize("lost", [("before", -1), ("before", -2), ("paper", 0), ("paper", 3)])
def test_a_lost_paragraph_of_papers_without_words_in_common_is_one_finding_and_costs_no_claim(
    lost: tuple[str, int],
) -> None:
    """Whose paragraph is lost is not known then: either neighbour may be the one reported."""
    papers = {"before": nameless(["红橙", "黄绿"]), "paper": nameless(["青蓝", "紫黑"])}
    del papers[lost[0]][lost[1]]
    reading = reading_of("\n\n".join([*DATE, *papers["before"], *papers["paper"]]))
    assert [code for code, _ in findings(reading)] == ["paragraph-count"]
    assert [[claim.text.text for claim in note.claims] for note in reading.notes] == [
        ["红橙", "黄绿"],
        ["青蓝", "紫黑"],
    ]
    assert sorted(note.status for note in reading.notes) == ["complete", "damaged"]


@pytest.mark.parametrize("lost", [("before", -1), ("before", -2), *(("paper", place) for place in range(4))])
def test_papers_with_chinese_names_are_told_apart_by_pairs_of_letters(lost: tuple[str, int]) -> None:
    papers = {"before": deep("浮萍灯", 2), "paper": deep("青藤伞", 2)}
    healthy = [view(note) for note in reading_of("\n\n".join([*DATE, *papers["before"], *papers["paper"]])).notes]
    del papers[lost[0]][lost[1]]
    reading = reading_of("\n\n".join([*DATE, *papers["before"], *papers["paper"]]))
    assert [code for code, _ in findings(reading)] == ["paragraph-count"]
    whole = 1 if lost[0] == "before" else 0
    assert view(reading.notes[whole]) == healthy[whole]


def test_an_end_that_speaks_of_the_next_paper_leaves_one_lost_paragraph_one_finding() -> None:
    before = [*deep("Alofern", 2)[:-2], "不如 Vineo。", "可学 Vineo。"]
    reading = reading_of("\n\n".join([*DATE, *before, *without(1)(deep("Vineo"))]))
    assert [code for code, _ in findings(reading)] == ["paragraph-count"]


@pytest.mark.parametrize(
    "end", [("1. 阳台太少。", "后续换屋顶。"), ("1. 阳台太少。", "2. 后续换屋顶。"), ("一，阳台少。", "1. 换。")]
)
def test_numbered_paragraphs_below_the_review_are_no_claims(end: tuple[str, str]) -> None:
    reading = reading_of("\n\n".join([*DATE, *deep("Vineo")[:-2], *end, *FOLLOWING["deep"]]))
    assert reading.problems == ()
    assert [len(note.claims) for note in reading.notes] == [3, 4]
    assert tuple(section.text for section in reading.notes[0].sections[-2:]) == end


# Whole files of deep-read text

TWO = [*NEIGHBOURS["deep"], *deep("Vineo")]


def test_an_empty_file() -> None:
    assert findings(reading_of("")) == [("empty-file", 1)]


def test_a_file_of_blank_lines() -> None:
    assert findings(reading_of(" \n\n\t\n")) == [("empty-file", 1)]


@pytest.mark.parametrize("text", ["2026-03-01", "2026-03-01\n\n", "HuggingFace Papers 2026-03-01\n\nLatest Papers\n"])
def test_a_file_with_nothing_but_its_head(text: str) -> None:
    assert findings(reading_of(text)) == [("no-paper", 1)]


def test_paragraphs_of_which_none_is_part_of_a_paper() -> None:
    assert findings(reading_of("2026-03-01\n\n今天没有值得一读的论文。\n\n明天再看。")) == [("unknown-format", 1)]


def test_a_missing_date_is_a_notice_when_the_name_of_the_file_has_one() -> None:
    reading = reading_of("\n\n".join(TWO))
    assert [(p.severity, p.code, p.line) for p in reading.problems] == [("notice", "missing-date", 1)]
    assert [view(note) for note in reading.notes] == [view(note) for note in reading_of("\n\n".join(DATE + TWO)).notes]


def test_a_date_that_is_nowhere() -> None:
    reading = reading_of("\n\n".join(TWO), path="today.txt")
    assert findings(reading) == [("missing-date", 1)]
    assert [note.date for note in reading.notes] == ["", ""]


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("two line breaks a blank line", lambda text: text.replace("\n\n", "\n\n\n")),
        ("CRLF newlines", lambda text: text.replace("\n", "\r\n")),
        ("CR newlines", lambda text: text.replace("\n", "\r")),
        ("trailing spaces", lambda text: text.replace("\n\n", "  \n\n") + " \t"),
        ("blank lines of spaces", lambda text: text.replace("\n\n", "\n \n")),
        ("no blank line between claim and quote", lambda text: text.replace("\n\n  ", "\n  ")),
        ("quotes after a tab", lambda text: text.replace("\n    ", "\n\t").replace("\n   ", "\n\t")),
        ("no newline at the end", lambda text: text.rstrip("\n")),
        ("blank lines at both ends", lambda text: f"\n\n{text}\n\n"),
    ],
)
def test_what_is_no_fault_changes_no_text(what: str, spoil: Callable[[str], str]) -> None:
    """The spans move with the text; the words that they hold do not change, and nothing is found."""
    text = "\n\n".join([*DATE, *deep("Vineo", 12), *FOLLOWING["brief"]]) + "\n"
    spoilt = spoil(text)
    assert spoilt != text
    reading, healthy = reading_of(spoilt), reading_of(text)
    assert reading.problems == healthy.problems == ()
    assert [words(note) for note in reading.notes] == [words(note) for note in healthy.notes]
    for note in reading.notes:
        for claim in note.claims:
            assert spoilt[claim.text.span.start : claim.text.span.end] == claim.text.text


def words(note: Note) -> object:
    """What a note says, without regard to space between its parts."""
    sections = [(s.kind, "".join(s.text.split()), [b.rows for b in s.blocks]) for s in note.sections]
    return (
        note.kind,
        note.date,
        note.status,
        sections,
        [(c.number, c.text.text, c.quote and c.quote.text) for c in note.claims],
    )


# Digest


QUESTIONS = (
    "这篇论文试图解决什么问题？",
    "有哪些相关研究？",
    "论文如何解决这个问题？",
    "论文做了哪些实验？",
    "有什么可以进一步探索的点？",
    "总结一下论文的主要内容",
)
DIGEST_HEAD = ["HuggingFace Papers 2026-03-01", "数据来源：HuggingFace Papers", "Latest Papers"]
FIELD_NAMES = ("Authors", "PDF URL", "Arxiv URL", "Arxiv ID", "CoolPaper URL", "Published", "Updated")
FAILED = "LLM Analysis Failed: Error: 没有取到正文"


def fields(arxiv_id: str) -> Paragraphs:
    values = (
        "An Li,Bo Wu",
        f"https://arxiv.org/pdf/{arxiv_id}.pdf",
        f"https://arxiv.org/abs/{arxiv_id}",
        arxiv_id,
        f"https://papers.cool/arxiv/{arxiv_id}",
        "2026-03-01T01:11:15.494Z",
        "2026-03-01T01:11:15.494Z",
    )
    return [f"{name}: {value}" for name, value in zip(FIELD_NAMES, values, strict=True)]


def digest(number: int, name: str, arxiv_id: str) -> Paragraphs:
    """Places: 0 title, 1–3 abstracts, 4 mark, 5 + 3q question, heading and answer, 23–24 advert, 25–31 fields."""
    answers = [
        (f"Q: {question}", f"{place}. {name} 的第 {place} 点", f"{name} 的回答到此为止。")
        for place, question in enumerate(QUESTIONS, 1)
    ]
    return [
        f"{number}. {name}: Watering a Balcony",
        f"Abstract:{name} waters plants while their owners travel.",
        "中文摘要",
        f"摘要：{name} 替出门的人浇花。",
        "LLM Analysis",
        *(paragraph for answer in answers for paragraph in answer),
        "Q: 想要进一步了解论文",
        "这里是一句广告。",
        *fields(arxiv_id),
    ]


def failed(number: int, name: str, arxiv_id: str) -> Paragraphs:
    paper = digest(number, name, arxiv_id)
    return [*paper[:5], FAILED, *paper[25:]]


DIGESTS = {"complete": digest(1, "Alofern", "2603.00001"), "failed": failed(1, "Alofern", "2603.00001")}
NEXT_DIGESTS = {
    "nothing": [],
    "complete": digest(3, "Zephyl", "2603.00003"),
    "failed": failed(3, "Zephyl", "2603.00003"),
}
TORN = "the torn line is text of nobody, and the paper lacks the field: both are told, for the first may be more text"
DIGEST_FAULTS = ids(
    [
        Fault(name="no title", edit=without(0), finds=(("missing-title", 0),)),
        Fault(name="title twice", edit=inserted(0, "2. Vineo: Watering a Balcony"), finds=(("cut-paper", 0),)),
        Fault(name="no Abstract", edit=without(1), finds=(("missing-abstract", 0),)),
        Fault(name="no 摘要", edit=without(3), finds=(("missing-chinese-abstract", 0),)),
        Fault(name="no 摘要 and no mark of it", edit=without(2, 3), finds=(("missing-chinese-abstract", 0),)),
        Fault(name="no analysis", edit=without(*range(4, 25)), finds=(("missing-analysis", 0),)),
        Fault(name="nothing below LLM Analysis", edit=without(*range(5, 25)), finds=(("missing-analysis", 0),)),
        Fault(name="question lost", edit=without(14), finds=(("missing-question", 5),)),
        Fault(name="question and answer lost", edit=without(14, 15, 16), finds=(("missing-question", 5),)),
        Fault(
            name="question swallowed",
            edit=lambda p: instead(13, "前半句 Q4: 论文做了哪些实验？ 后半句。")(without(14)(p)),
            finds=(("swallowed-question", 13),),
        ),
        *(
            Fault(name=f"no {name}", edit=without(25 + place), finds=(("missing-field", 30),))
            for place, name in enumerate(FIELD_NAMES)
            if name != "CoolPaper URL"
        ),
        Fault(name="no ids", edit=without(26, 27, 28), finds=(("missing-field", 28),)),
        Fault(name="no fields", edit=first(25), finds=(("cut-paper", 24),)),
        Fault(
            name="cut in the label of a field",
            edit=first(27, "Arxiv U"),
            finds=(("missing-field", 26), ("unclaimed-text", 27)),
            why_more=TORN,
        ),
        Fault(
            name="cut in the value of a field", edit=first(27, "Arxiv URL: https://arx"), finds=(("missing-field", 27),)
        ),
        Fault(name="cut between two fields", edit=first(28), finds=(("missing-field", 27),)),
        Fault(name="cut in an answer", edit=first(16, "Vineo 的第"), finds=(("cut-paper", 16),)),
        Fault(name="cut in the abstract", edit=first(1, "Abstract:Vineo wat"), finds=(("cut-paper", 1),)),
        Fault(name="cut below the title", edit=first(1), finds=(("cut-paper", 0),)),
        Fault(name="field twice", edit=inserted(29, "Arxiv ID: 2603.00002"), finds=(("repeated-field", 29),)),
        Fault(name="bad arXiv id", edit=instead(28, "Arxiv ID: none"), finds=(("bad-arxiv-id", 28),)),
        Fault(
            name="bad arXiv address", edit=instead(27, "Arxiv URL: https://arxiv.org/"), finds=(("bad-arxiv-id", 27),)
        ),
        Fault(name="ids that differ", edit=instead(28, "Arxiv ID: 2603.00009"), finds=(("contradicting-ids", 28),)),
        Fault(name="text below the fields", edit=inserted(32, "谁的话？"), finds=(("unclaimed-text", 32),)),
        Fault(
            name="much text below the fields", edit=inserted(32, "谁的话？", "还有。"), finds=(("unclaimed-text", 32),)
        ),
        Fault(name="text between fields", edit=inserted(27, "谁的话？"), finds=(("unclaimed-text", 27),)),
        Fault(name="text below the authors", edit=inserted(26, "谁的话？"), finds=(("unclaimed-text", 26),)),
    ]
)


@pytest.mark.parametrize("following", NEXT_DIGESTS)
@pytest.mark.parametrize("neighbour", DIGESTS)
@pytest.mark.parametrize("name", DIGEST_FAULTS)
def test_a_fault_in_a_digest(name: str, neighbour: str, following: str) -> None:
    paper = digest(2, "Vineo", "2603.00002")
    check(DIGEST_FAULTS[name], DIGEST_HEAD, DIGESTS[neighbour], paper, NEXT_DIGESTS[following])


@dataclass(frozen=True, kw_only=True)
class Flaw:
    """What a digest itself admits: a notice, and the status that the paper gets."""

    edit: Edit
    notices: tuple[tuple[str, int], ...]
    status: str


FLAWS = {
    "failed analysis": Flaw(
        edit=lambda p: [*p[:5], FAILED, *p[25:]], notices=(("failed-analysis", 5),), status="failed"
    ),
    "cut answer": Flaw(edit=instead(16, "Vineo 在第三个阳台上"), notices=(("cut-text", 16),), status="cut"),
    "cut answer, then no more": Flaw(
        edit=lambda p: [*p[:10], "Vineo 与别的", *p[25:]], notices=(("cut-text", 10),), status="cut"
    ),
    "last question not reached": Flaw(edit=without(20, 21, 22), notices=(), status="cut"),
    "no CoolPaper URL": Flaw(edit=without(29), notices=(), status="complete"),
    "no mark above 摘要": Flaw(edit=without(2), notices=(), status="complete"),
    "headings that look like titles": Flaw(
        edit=inserted(16, "2. Vineo: Watering a Balcony", "正文。", "3. Zephyl: Watering a Balcony", "正文。"),
        notices=(),
        status="complete",
    ),
    "a heading and an abstract inside of an answer": Flaw(
        edit=inserted(16, "3. Zephyl: Watering a Balcony", "Abstract: of a figure.", "正文。"),
        notices=(),
        status="complete",
    ),
    "words of fields inside of an answer": Flaw(
        edit=inserted(16, "Authors: 作者另有说明。", "正文。", "正文。", "Published: 尚未发表。", "正文。"),
        notices=(),
        status="complete",
    ),
}


@pytest.mark.parametrize("following", NEXT_DIGESTS)
@pytest.mark.parametrize("name", FLAWS)
def test_what_a_digest_admits_is_no_problem(name: str, following: str) -> None:
    flaw, before, after = FLAWS[name], DIGESTS["complete"], NEXT_DIGESTS[following]
    paper = flaw.edit(digest(2, "Vineo", "2603.00002"))
    reading = reading_of("\n\n".join([*DIGEST_HEAD, *before, *paper, *after]))
    place = len(DIGEST_HEAD) + len(before)
    end = 2 * (place + len(paper))
    assert [(p.code, p.line) for p in reading.problems if p.line < end] == [
        (code, 2 * (place + at) + 1) for code, at in flaw.notices
    ]
    assert findings(reading) == []
    assert [note.status for note in reading.notes][1] == flaw.status
    assert [note.start_line for note in reading.notes] == [7, 2 * place + 1, *([end + 1] if after else [])]


def test_the_id_that_most_fields_name_is_used_when_they_differ() -> None:
    paper = instead(28, "Arxiv ID: 2603.00009")(DIGESTS["complete"])
    (note,) = reading_of("\n\n".join([*DIGEST_HEAD, *paper])).notes
    assert note.metadata.arxiv_id == "2603.00001"


def test_a_line_of_the_head_that_nobody_knows_is_unclaimed() -> None:
    text = "\n\n".join([*DIGEST_HEAD[:2], "天气晴朗", DIGEST_HEAD[2], *DIGESTS["complete"]])
    assert findings(reading_of(text)) == [("unclaimed-text", 5)]


def test_a_digest_without_date_anywhere() -> None:
    text = "\n\n".join(["HuggingFace Papers", *DIGEST_HEAD[1:], *DIGESTS["complete"]])
    assert findings(reading_of(text, path="today.txt")) == [("missing-date", 1)]
    assert [note.date for note in reading_of(text).notes] == ["2026-03-01"]


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("CRLF newlines", lambda text: text.replace("\n", "\r\n")),
        ("trailing spaces", lambda text: text.replace("\n\n", "  \n\n") + " \t"),
        ("no blank lines", lambda text: text.replace("\n\n", "\n")),
        ("full-width colons", lambda text: text.replace("Abstract:", "Abstract：").replace("Q: ", "Q：")),
    ],
)
def test_what_is_no_fault_changes_no_word_of_a_digest(what: str, spoil: Callable[[str], str]) -> None:
    text = "\n\n".join([*DIGEST_HEAD, *DIGESTS["complete"], *NEXT_DIGESTS["failed"]])
    reading, healthy = reading_of(spoil(text)), reading_of(text)
    assert [p.code for p in reading.problems] == [p.code for p in healthy.problems] == ["failed-analysis"]
    texts = [
        [(s.kind, s.heading, "".join(s.text.split())) for s in n.sections if s.kind != "metadata"]
        for n in reading.notes
    ]
    expected = [
        [(s.kind, s.heading, "".join(s.text.split())) for s in n.sections if s.kind != "metadata"]
        for n in healthy.notes
    ]
    assert texts == expected
    assert [note.metadata for note in reading.notes] == [note.metadata for note in healthy.notes]
