"""The fault matrix of pages and Markdown: one paper is damaged, one finding says where, its neighbours stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from claimbook.model import Note, Reading, Source, Span
from claimbook.readers import read
from claimbook.readers.accounting import account

Pieces = list[str]
Edit = Callable[[Pieces], Pieces]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What is done to a paper's pieces, and the findings due: code, and the piece at whose first line each is."""

    edit: Edit
    finds: tuple[tuple[str, int], ...]


def without(*places: int) -> Edit:
    return lambda pieces: [p for i, p in enumerate(pieces) if i not in places]


def first(count: int, *more: str) -> Edit:
    return lambda pieces: [*pieces[:count], *more]


def instead(place: int, *new: str) -> Edit:
    return lambda pieces: [*pieces[:place], *new, *pieces[place + 1 :]]


def inserted(place: int, *new: str) -> Edit:
    return lambda pieces: [*pieces[:place], *new, *pieces[place:]]


QUESTIONS = (
    "这篇论文试图解决什么问题？",
    "有哪些相关研究？",
    "论文如何解决这个问题？",
    "论文做了哪些实验？",
    "有什么可以进一步探索的点？",
    "总结一下论文的主要内容",
)
LABELS = ("Authors", "PDF URL", "Arxiv URL", "Arxiv ID", "CoolPaper URL", "Published", "Updated")


def values(arxiv_id: str) -> tuple[str, ...]:
    return (
        "An Li,Bo Wu",
        f"https://arxiv.org/pdf/{arxiv_id}.pdf",
        f"https://arxiv.org/abs/{arxiv_id}",
        arxiv_id,
        f"https://papers.cool/arxiv/{arxiv_id}",
        "2026-03-01T01:11:15.494Z",
        "2026-03-01T01:11:15.494Z",
    )


# The skins: a paper's pieces, one or more lines each


def html_digest(number: int, name: str, arxiv_id: str) -> Pieces:
    """0 title, 1 abstract, 2 mark and 3 摘要, 4 mark, 5 + 2q question and answer, 17 end, 18–24 fields, 25 rule."""
    link = f'<a href="https://huggingface.co/papers/{arxiv_id}">{name}: Watering a &lt;Balcony</a>'
    answers = [
        piece
        for question in QUESTIONS
        for piece in (
            f'<p style="color: teal">\nQ: {question}\n</p>',
            f"<p>{name} 的<strong>回答</strong>到此为止。</p>",
        )
    ]
    return [
        f'<h3 id="{number}"><a href="#{number}" class="headerlink"></a>{number}. {link}</h3>',
        f"<p>Abstract:{name} waters plants while their owners travel.</p>",
        '<details class="toggle"><summary>中文摘要</summary><div>',
        f"<p>摘要：{name} 替出门的人浇花。</p></div></details>",
        '<details class="toggle"><summary>LLM Analysis</summary><div>',
        *answers,
        "</div></details>",
        *(f"<p><strong>{a}</strong>: {b}</p>" for a, b in zip(LABELS, values(arxiv_id), strict=True)),
        "<hr>",
    ]


def markdown_digest(number: int, name: str, arxiv_id: str) -> Pieces:
    """The places of `html_digest`."""
    answers = [
        piece
        for question in QUESTIONS
        for piece in (f'<p style="color: teal">\nQ: {question}\n</p>\n', f"{name} 的**回答**到此为止。\n")
    ]
    return [
        f"### {number}. [{name}: Watering a Balcony](https://huggingface.co/papers/{arxiv_id})\n",
        f"Abstract:{name} waters plants while their owners travel.\n",
        "{% hideToggle 中文摘要 %}\n",
        f"摘要：{name} 替出门的人浇花。\n",
        "{% endhideToggle %}\n{% hideToggle LLM Analysis %}\n",
        *answers,
        "{% endhideToggle %}\n",
        *(f"**{a}**: {b}\n" for a, b in zip(LABELS, values(arxiv_id), strict=True)),
        "---\n",
    ]


def bare_digest(number: int, name: str, arxiv_id: str) -> Pieces:
    """0 title with 1 abstract right below, 2–8 fields, 9 rule: a day without Chinese and without analysis."""
    return [
        f"### {number}. [{name}: Watering a Balcony](https://arxiv.org/abs/{arxiv_id}v1)",
        f"{name} waters plants while their owners travel.\n",
        *(f"**{a}**: {b}\n" for a, b in zip(LABELS, values(arxiv_id), strict=True)),
        "---\n",
    ]


SECTIONS = (
    "① 一句话定位",
    "② 背景与动机",
    "③ 方法机制",
    "④ 实验与证据",
    "⑤ 审稿人视角",
    "⑥ 局限与保留意见",
    "⑦ 值得跟进",
)


def deep_card(number: int, name: str, arxiv_id: str) -> Pieces:
    """0 card, 1 badges, 2 title, 3 authors, 4 links, 5–7 sections, 8 experiments, 9–12 claims, 13, 14–16, 17 end."""
    parts = [
        f"<details><summary>{head}</summary><div><p>{name}：{place}，到此为止。</p></div></details>"
        for place, head in enumerate(SECTIONS)
    ]
    claims = [
        piece
        for n in (1, 2)
        for piece in (
            f'<li><p class="paper-claim">{name} 省水 {n}5%。</p>',
            f"<blockquote>{name} saved {n}5 &lt; 100.</blockquote></li>",
        )
    ]
    return [
        '<article class="paper-card">',
        '<div class="paper-badges"><span>Lab</span><span>↑7</span></div>',
        f'<h2 class="paper-title">{name}: Watering</h2>',
        '<p class="paper-authors">An Li, Bo Wu</p>',
        f'<span class="paper-links"><a href="https://arxiv.org/abs/{arxiv_id}">arXiv</a></span>',
        *parts[:3],
        parts[3].replace("</div></details>", '<ol class="paper-evidence">'),
        *claims,
        "</ol></div></details>",
        *parts[4:],
        "</article>",
    ]


@dataclass(frozen=True, kw_only=True)
class Format:
    """A skin: head, paper and foot of its files."""

    path: str
    head: Pieces
    paper: Callable[[int, str, str], Pieces]
    foot: Pieces

    def text(self, papers: Sequence[Pieces]) -> str:
        return "\n".join([*self.head, *(piece for paper in papers for piece in paper), *self.foot])


FRONT = ["---\ntitle: HuggingFace Papers 2026-03-01\ndate: 2019-06-18\n---\n", "> 数据来源：[X](https://example.org)\n"]
FORMATS = {
    "digest-html": Format(
        path="day.html",
        head=[
            "<!DOCTYPE html><html><head><title>HuggingFace Papers 2026-03-01 | Blog</title></head>",
            "<body><nav><a>Blog</a></nav><h1>HuggingFace Papers 2026-03-01</h1><time>2019-06-18</time><article>",
            "<h2>Latest Papers</h2>",
        ],
        paper=html_digest,
        foot=["</article><footer>&copy; 2019</footer></body></html>"],
    ),
    "digest-markdown": Format(path="day.md", head=[*FRONT, "## Latest Papers\n"], paper=markdown_digest, foot=[]),
    "bare": Format(path="day.md", head=[*FRONT, "## Latest Papers\n"], paper=bare_digest, foot=[]),
    "deep-html": Format(
        path="day.html",
        head=["<!doctype html><html><body><main><header><h1>2026-03-01</h1></header>"],
        paper=deep_card,
        foot=["</main></body></html>"],
    ),
}
FULL_FAULTS = {
    "no title": Fault(edit=without(0), finds=(("missing-title", 0),)),
    "no abstract": Fault(edit=without(1), finds=(("missing-abstract", 0),)),
    "no 摘要": Fault(edit=instead(3, "</div></details>"), finds=(("missing-chinese-abstract", 0),)),
    "no analysis": Fault(edit=without(*range(4, 18)), finds=(("missing-analysis", 0),)),
    "question lost": Fault(edit=without(11), finds=(("missing-question", 5),)),
    "no Arxiv ID": Fault(edit=without(21), finds=(("missing-field", 23),)),
    "no Updated": Fault(edit=without(24), finds=(("missing-field", 23),)),
    "no fields": Fault(edit=without(*range(18, 25)), finds=(("cut-paper", 16),)),
    "field twice": Fault(edit=lambda p: [*p[:22], p[21], *p[22:]], finds=(("repeated-field", 22),)),
    "bad id": Fault(edit=lambda p: instead(21, p[21].replace("2603.00002", "none"))(p), finds=(("bad-arxiv-id", 21),)),
    "other id": Fault(
        edit=lambda p: instead(21, p[21].replace("00002", "00009"))(p), finds=(("contradicting-ids", 21),)
    ),
    "text below the fields": Fault(edit=inserted(25, "<p>谁的话？</p>\n"), finds=(("unclaimed-text", 25),)),
    "cut below the title": Fault(edit=first(1), finds=(("cut-paper", 0),)),
    "cut in an answer": Fault(edit=first(9), finds=(("cut-paper", 8),)),
}
BARE_FAULTS = {
    "no title": Fault(edit=without(0), finds=(("missing-title", 0),)),
    "no abstract": Fault(edit=without(1), finds=(("missing-abstract", 0),)),
    "no PDF URL": Fault(edit=without(3), finds=(("missing-field", 7),)),
    "text below the fields": Fault(edit=inserted(9, "谁的话？\n"), finds=(("unclaimed-text", 9),)),
    "cut in the abstract": Fault(edit=first(2), finds=(("cut-paper", 1),)),
    "other id": Fault(edit=lambda p: instead(0, p[0].replace("00002", "00009"))(p), finds=(("contradicting-ids", 3),)),
}
DEEP_FAULTS = {
    "no title": Fault(edit=without(2), finds=(("missing-title", 1),)),
    "no link": Fault(edit=without(4), finds=(("missing-arxiv-id", 1),)),
    **{f"no section {place}": Fault(edit=without(place + 5), finds=(("missing-section", 1),)) for place in range(3)},
    "no review": Fault(edit=without(14), finds=(("missing-section", 1),)),
    "no follow-up": Fault(edit=without(16), finds=(("missing-section", 1),)),
    "claim without quote": Fault(edit=instead(10, "</li>"), finds=(("claim-without-quote", 9),)),
    "quote without claim": Fault(edit=instead(9, "<li>"), finds=(("quote-without-claim", 10),)),
    "no claims": Fault(edit=without(*range(9, 13)), finds=(("missing-claims", 8),)),
    "section twice": Fault(edit=lambda p: inserted(15, p[14])(p), finds=(("repeated-section", 15),)),
    "cut after the claims": Fault(edit=lambda p: [*p[:14], p[17]], finds=(("cut-paper", 12),)),
    "cut and never closed": Fault(edit=first(14), finds=(("cut-paper", 12),)),
}
CASES = [
    (form, name, follow)
    for form, faults in (
        ("digest-html", FULL_FAULTS),
        ("digest-markdown", FULL_FAULTS),
        ("bare", BARE_FAULTS),
        ("deep-html", DEEP_FAULTS),
    )
    for name in faults
    for follow in (False, True)
]
TABLES = {"digest-html": FULL_FAULTS, "digest-markdown": FULL_FAULTS, "bare": BARE_FAULTS, "deep-html": DEEP_FAULTS}


def reading_of(text: str, path: str) -> Reading:
    return read(Source(path=path, text=text, sha256=""))


def view(note: Note) -> object:
    """All of a note but where in its file it stands and what its last part has behind it."""

    def place(span: Span) -> tuple[int, int]:
        return span.start - note.span.start, span.end - note.span.start

    sections = [
        (s.kind, s.heading, s.text, s.cut, [(b.kind, b.rows, place(b.span)) for b in s.blocks]) for s in note.sections
    ]
    claims = [
        (c.number, c.text.text, place(c.text.span), c.quote and (c.quote.text, place(c.quote.span)))
        for c in note.claims
    ]
    return note.kind, note.date, note.status, note.metadata, sections, claims


def findings(reading: Reading) -> list[tuple[str, int]]:
    return sorted((p.code, p.line) for p in reading.problems if p.severity == "problem")


@pytest.mark.parametrize(("form", "name", "follow"), CASES)
def test_a_fault_in_one_paper_is_one_finding_and_leaves_its_neighbours_alone(
    form: str, name: str, follow: bool
) -> None:
    skin, fault = FORMATS[form], TABLES[form][name]
    before, paper = skin.paper(1, "Alofern", "2603.00001"), skin.paper(2, "Vineo", "2603.00002")
    after = [skin.paper(3, "Zephyl", "2603.00003")] if follow else []
    healthy = reading_of(skin.text([before, paper, *after]), skin.path)
    assert healthy.problems == ()
    assert len(healthy.notes) == 2 + follow
    damaged = fault.edit(paper)
    text = skin.text([before, damaged, *after])
    reading = reading_of(text, skin.path)
    above = [*skin.head, *before]
    lines = {place: 1 + "\n".join([*above, *damaged[:place], ""]).count("\n") for _, place in fault.finds}
    found = findings(reading)
    assert [code for code, _ in found] == sorted(code for code, _ in fault.finds)
    for code, place in fault.finds:
        # The first line of the piece, or the words inside of its tags.
        assert dict(found)[code] - lines[place] in (0, 1), (code, lines[place], found)
    views = [view(note) for note in reading.notes]
    assert views[0] == view(healthy.notes[0])
    if follow:
        assert views[-1] == view(healthy.notes[-1])
    assert len(reading.notes) == len(healthy.notes)
    assert (reading.notes[1].status == "damaged") == (fault.finds[0][0] != "unclaimed-text")
    assert account(reading).contested == ()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_newlines_change_no_word(form: str, newline: str) -> None:
    skin = FORMATS[form]
    text = skin.text([skin.paper(1, "Alofern", "2603.00001"), skin.paper(2, "Vineo", "2603.00002")])
    plain, other = reading_of(text, skin.path), reading_of(text.replace("\n", newline), skin.path)
    assert other.problems == ()
    assert [[(s.kind, s.text) for s in n.sections] for n in other.notes] == [
        [(s.kind, s.text) for s in n.sections] for n in plain.notes
    ]


@pytest.mark.parametrize("count", ["2 篇深读 · 0 篇简读", "1 篇深读 · 1 篇简读", "2 篇深读"])
def test_the_count_that_a_page_states_is_compared(count: str) -> None:
    skin = FORMATS["deep-html"]
    head = [skin.head[0].replace("</h1>", f"</h1><p>{count}</p>")]
    papers = [skin.paper(1, "Alofern", "2603.00001"), skin.paper(2, "Vineo", "2603.00002")]
    reading = reading_of("\n".join([*head, *papers[0], *papers[1], *skin.foot]), skin.path)
    assert findings(reading) == ([] if "2 篇深读" in count else [("stated-count", 1)])
