"""No damage makes a reader fail, lose a line in silence or point outside of the text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimbook.model import Note, Reading, Source, Span
from claimbook.readers import READERS, read
from claimbook.readers.accounting import account
from claimbook.text import Lines

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
DEEP = (CORPUS / "2026-09-27.txt").read_text(encoding="utf-8").split("\n")
DIGEST = (CORPUS / "2026-07-31.txt").read_text(encoding="utf-8").split("\n")
# Stretches with complete, cut, failed and brief papers; the rest of the samples only repeats them.
SAMPLES = {"deep": DEEP[:147], "deep and brief": DEEP[204:], "digest": DIGEST[:490]}
GOLDEN = CORPUS.parent / "golden"
SAMPLES |= {
    f"{path.parent.name} {path.name}": path.read_text(encoding="utf-8").split("\n")
    for reader in READERS
    if "text" not in reader.name
    for path in sorted((GOLDEN / reader.name.replace("-", "_")).glob("*.*"))
    if path.suffix != ".json"
}
TEMPTING = (
    *("", "   ", "\t", "1. ", "2. 一句话", "   quoted", "\tquoted", "13. Title: of a paper", "第一，"),
    *("Novelty：新。 Soundness：可。 Significance：小。", "Novelty:", "2026-03-01", "Latest Papers"),
    "仅依据摘要，无法可靠判断方法 soundness 与实验充分性，请以原文为准。",
    *("Abstract:", "Abstract: words", "中文摘要", "摘要：字", "LLM Analysis", "LLM Analysis Failed: Error"),
    *("Q: 论文做了哪些实验？", "Q: 想要进一步了解论文", "Q: 别的？", "见 Q4: 论文做了哪些实验？ 后"),
    *("Authors: A,B", "PDF URL: https://arxiv.org/pdf/2603.00001.pdf", "Arxiv ID: 2603.00002", "Updated: now"),
    *("<p>", "</p>", "<h3>1. <a href='https://arxiv.org/abs/2603.00009'>T</a></h3>", "<!--", "-->", "<article>"),
    *("</article>", "<blockquote>q</blockquote>", "<li>c</li>", "<td>", "<b>Arxiv ID</b>: 2603.00002", "<script>"),
    *(
        "### 2. [T](https://arxiv.org/abs/2603.00009)",
        "## X Domain Papers",
        "**PDF URL**: x",
        "---",
        "```",
        "> [!quote] q",
    ),
    *("{% hideToggle 中文摘要 %}", "{% endhideToggle %}", "<details class='paper-section'><summary>⑤</summary>"),
    *("title: a: b", "arxiv_id: 2603.00008", "  - x", "Q2: 为什么？", "| 主张 | 证据 |", "| - | - |", "| a | b |"),
    *("> [!quote] <mark>Claim</mark> | page 2", "> “q” ^abc123", "**作者**: A", "- **摘要**: b", "![[x]]", "$$"),
    *("a\tb", "$x = ", "[", "**", "|", "\ufeff", "\x00", "\u2028", "\x85", "\x0b", "\ud800"),
)
ANY_LINE = st.text(st.characters(), max_size=12) | st.sampled_from(TEMPTING)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A stretch of a frozen sample after one to six accidents."""
    lines = list(SAMPLES[draw(st.sampled_from(sorted(SAMPLES)))])
    for _ in range(draw(st.integers(1, 6))):
        at, other = (draw(st.integers(0, max(0, len(lines) - 1))) for _ in range(2))
        match draw(st.sampled_from(("delete", "repeat", "swap", "insert", "glue", "cut file", "cut line"))):
            case "delete":
                del lines[at : at + draw(st.integers(1, 4))]
            case "repeat":
                lines[at:at] = lines[at : at + draw(st.integers(1, 4))]
            case "swap" if lines:
                lines[at], lines[other] = lines[other], lines[at]
            case "insert":
                lines.insert(at, draw(ANY_LINE))
            case "glue" if lines:
                lines[at] += draw(ANY_LINE)
            case "cut file":
                lines = lines[:at] if draw(st.booleans()) else lines[at:]
            case "cut line" if lines:
                lines[at] = lines[at][: draw(st.integers(0, 20))]
            case _:
                pass
    return draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))).join(lines)


def reading_of(text: str) -> Reading:
    return read(Source(path="2026-03-01.txt", text=text, sha256=""))


def within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start <= inner.end <= outer.end


def check_note(note: Note, text: str) -> None:
    """Sections follow each other inside of the note; texts are slices of the file."""
    at = note.span.start
    for section in note.sections:
        assert at <= section.span.start <= section.span.end <= note.span.end
        at = section.span.end
        if note.format.endswith("-text"):  # A page's text is without its markup.
            assert section.text in text[section.span.start : section.span.end]
        assert all(within(block.span, section.span) for block in section.blocks)
    for claim in note.claims:
        for passage in filter(None, (claim.text, claim.quote)):
            assert within(passage.span, note.span)
            if note.format.endswith("-text"):
                assert text[passage.span.start : passage.span.end] == passage.text


def check(reading: Reading) -> None:
    """All that holds for any reading of any text."""
    text = reading.source.text
    lines, whole = Lines(text), Span(start=0, end=len(text))
    at = 0
    for note in reading.notes:
        assert at <= note.span.start
        assert within(note.span, whole)
        assert (note.start_line, note.end_line) == (lines.where(note.span.start)[0], lines.where(note.span.end - 1)[0])
        at = note.span.end
        check_note(note, text)
    assert [note.position for note in reading.notes] == list(range(1, len(reading.notes) + 1))
    assert all(1 <= problem.line <= max(1, len(lines)) and problem.column >= 1 for problem in reading.problems)
    check_account(reading, lines)


def check_account(reading: Reading, lines: Lines) -> None:
    """Each line that is not blank is counted once; one that went nowhere is reported."""
    counted = account(reading)
    filled = [i for i, line in enumerate(lines, 1) if line.strip()]
    assert counted.total == len(filled)
    assert counted.contested == ()
    if not reading.format:
        assert len(reading.problems) == 1
        return
    reported = {problem.line for problem in reading.problems if problem.code == "unclaimed-text"}
    run_reported = False
    for number in filled:
        run_reported = number in counted.unclaimed and (run_reported or number in reported)
        assert run_reported == (number in counted.unclaimed)


@settings(max_examples=120)
@given(damaged())
@example("")
@example("\ufeff")
@example("2026-03-01")
@example("HuggingFace Papers 2026-03-01\n\nLatest Papers")
def test_any_damage_leaves_a_sound_reading(text: str) -> None:
    check(reading_of(text))


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_reader_stays_sound_on_a_file_that_it_would_refuse(reader: object) -> None:
    refuse_nothing: Callable[[Source, Lines], Reading] = next(r.read for r in READERS if r is reader)

    @settings(max_examples=120)
    @given(damaged())
    def run(text: str) -> None:
        if text.strip():
            check_note_spans(refuse_nothing(Source(path="2026-03-01.txt", text=text, sha256=""), Lines(text)))

    run()


def check_note_spans(reading: Reading) -> None:
    assert account(reading).contested == ()
    for note in reading.notes:
        check_note(note, reading.source.text)


@settings(max_examples=120)
@given(st.text(max_size=60) | st.lists(ANY_LINE, max_size=12).map("\n".join))
def test_any_text_at_all_leaves_a_sound_reading(text: str) -> None:
    check(reading_of(text))


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.glob("*.txt")))
def test_whole_samples_are_sound_and_lose_nothing(name: str) -> None:
    reading = reading_of((CORPUS / name).read_text(encoding="utf-8"))
    check(reading)
    assert account(reading).unclaimed == ()
