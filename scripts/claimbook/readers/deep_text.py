"""Deep-read days as text: papers without title or heading, told apart by the order of their paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from .. import structure
from ..model import NoteClaim, NoteKind, Passage, Problem, Reading, Section, Source, Span, Status
from ..text import HAN, Lines, problem
from .base import Reader, ends_abruptly, find_date, make_note, make_reading, make_section, skin_of

FORMAT = "deep-text"
HEAD = ("positioning", "background", "method", "experiments")
TAIL = ("limitations", "followup")
_CLAIM = re.compile(r"(\d{1,3})\. (?=\S)")
_QUOTE = re.compile(r"(?: {2,}|\t)\s*(?=\S)")
_REVIEW = re.compile(r"Novelty[:：]")
_DISCLAIMER = re.compile(r"仅依据摘要.{0,60}为准。?\s*$")
_WORD = re.compile(r"[A-Za-z][\w.-]{2,}", re.ASCII)
_PAIR = re.compile(f"(?=([{HAN}]{{2}}))")


@dataclass(frozen=True, slots=True)
class _Token:
    """A paragraph: its letter in the grammar, and its 0-based lines.

    P plain, C numbered line, Q indented line, N review, D the disclaimer of a brief paper.
    """

    letter: str
    first: int
    last: int


@dataclass(slots=True)
class _Draft:
    """A paper as runs of paragraphs: `head` and `tail` around `core`, the part that can be recognised."""

    head: list[_Token]
    core: list[_Token]
    tail: list[_Token]

    @property
    def brief(self) -> bool:
        return any(token.letter == "D" for token in self.core)

    @property
    def tokens(self) -> list[_Token]:
        return [*self.head, *self.core, *self.tail]


def _tokens(lines: Lines) -> list[_Token]:
    """Paragraphs of a file: neighbouring lines are one, unless the next begins something new."""
    tokens: list[_Token] = []
    for index in range(len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        letter = _letter(line)
        goes_on = tokens and tokens[-1].last == index - 1
        if goes_on and (letter == "P" or letter == "Q" == tokens[-1].letter):
            tokens[-1] = _Token(tokens[-1].letter, tokens[-1].first, index)
        else:
            tokens.append(_Token(letter, index, index))
    return _settle(tokens)


def _letter(line: str) -> str:
    for letter, pattern in (("Q", _QUOTE), ("C", _CLAIM), ("N", _REVIEW), ("D", _DISCLAIMER)):
        if pattern.match(line):
            return letter
    return "P"


def _settle(tokens: list[_Token]) -> list[_Token]:
    """A numbered line is a claim only beside a quote or another claim's, and never right after the review.

    A paragraph of limitations may begin with “1. ” as well.
    """
    letters = [token.letter for token in tokens]
    for i, letter in enumerate(letters):
        if letter == "C" and letters[i + 1 : i + 2] != ["Q"]:
            beside = letters[i + 1 : i + 2] == ["C"] or (i > 0 and letters[i - 1] in "CQ")
            if not beside or "N" in letters[max(0, i - 2) : i]:
                letters[i] = "P"
    return [_Token(letter, t.first, t.last) for letter, t in zip(letters, tokens, strict=True)]


def _accepts(source: Source, lines: Lines) -> bool:
    if skin_of(source) != "text":
        return False
    letters = "".join(token.letter for token in _tokens(lines))
    if any(mark in letters for mark in ("N", "D", "CQ")):
        return True
    return letters == "P" and len(source.text.strip()) < 20 and bool(find_date(source.text))


def _drafts(lines: Lines, tokens: list[_Token]) -> list[_Draft]:
    """Papers in order: find the cores, then share the plain paragraphs between them."""
    gaps: list[list[_Token]] = [[]]
    cores: list[list[_Token]] = []
    open_core = False
    for token in tokens:
        if token.letter == "P":
            gaps[-1].append(token)
            open_core = False
            continue
        if not open_core:
            cores.append([])
            gaps.append([])
        cores[-1].append(token)
        open_core = token.letter in "CQ"
    drafts = [_Draft([], core, []) for core in cores]
    for number, gap in enumerate(gaps):
        left = drafts[number - 1] if number else None
        right = drafts[number] if number < len(drafts) else None
        cut = _cut(lines, gap, left, right)
        if left:
            left.tail = gap[:cut]
        if right:
            right.head = gap[cut:]
    return _set_strays_apart(lines, drafts)


def _cut(lines: Lines, gap: list[_Token], left: _Draft | None, right: _Draft | None) -> int:
    """How many paragraphs of a gap end the paper before it."""
    if left is None or right is None:
        return 0 if left is None else len(gap)
    tail, head = 0 if left.brief else len(TAIL), 1 if right.brief else len(HEAD)
    if len(gap) == tail + head:
        return tail
    return _by_words(lines, gap, left, right, tail, head)


def _by_words(lines: Lines, gap: list[_Token], left: _Draft, right: _Draft, tail: int, head: int) -> int:
    """Where paragraphs are missing or too many: put each with the paper whose names it shares.

    One paragraph too many or too few is one fault, so that the other side is whole. Among cuts that the names
    do not tell apart, one that gives a side its full number wins, then the one that the pairs of Han letters favour.
    """
    names, pairs = (list(accumulate(_pulls(lines, gap, left, right, p), initial=0)) for p in (_WORD, _PAIR))

    def merit(cut: int) -> tuple[int, int, int]:
        # What lies right of the cut counts for it, what lies left against it: a constant less twice the left sum.
        whole = (cut == tail) + (len(gap) - cut == head)
        return whole - 2 * names[cut], whole, -pairs[cut]

    one_fault = abs(len(gap) - tail - head) == 1
    cuts = [c for c in range(len(gap) + 1) if not one_fault or tail == c or len(gap) - c == head]
    return max(cuts, key=merit)


def _pulls(lines: Lines, gap: list[_Token], left: _Draft, right: _Draft, pattern: re.Pattern[str]) -> list[int]:
    """How far each paragraph leans to the paper on the right, by the terms that only one of the two has."""
    # A brief paper's core is its fixed sentence: the paragraph before it speaks for it, where it speaks of no other.
    known = [*left.head, *left.core] if left.brief else left.core
    mine, other = _terms(lines, known, pattern), _terms(lines, right.core, pattern)
    mine, other = mine - other, other - mine
    if right.brief and gap:
        other |= _terms(lines, gap[-1:], pattern) - mine
    terms = [_terms(lines, [token], pattern) for token in gap]
    return [len(found & other) - len(found & mine) for found in terms]


def _terms(lines: Lines, tokens: Sequence[_Token], pattern: re.Pattern[str]) -> set[str]:
    return {term for t in tokens for i in range(t.first, t.last + 1) for term in pattern.findall(lines[i])}


def _set_strays_apart(lines: Lines, drafts: list[_Draft]) -> list[_Draft]:
    """What a paper has too much at a side of its core, and shares no names with, is a paper that lost its core."""
    result: list[_Draft] = []
    for draft in drafts:
        head, tail = (1, 0) if draft.brief else (len(HEAD), len(TAIL))
        before, draft.head = draft.head[:-head], draft.head[-head:]
        after, draft.tail = draft.tail[tail:], draft.tail[:tail]
        own = _terms(lines, draft.tokens, _WORD)
        if before and _is_strange(lines, before, own):
            # Words shared by chance may have left its first paragraphs with the paper before.
            if result and not result[-1].core:
                before = result.pop().head + before
            result.append(_Draft(before, [], []))
        else:
            draft.head = before + draft.head
        result.append(draft)
        if after and _is_strange(lines, after, own):
            result.append(_Draft(after, [], []))
        else:
            draft.tail += after
    return result


def _is_strange(lines: Lines, surplus: list[_Token], own: set[str]) -> bool:
    """More paragraphs than a head has, or fewer than a quarter of their names in the paper.

    In real notes 23 of 24 closing paragraphs share a quarter or more with their own paper, 47 of 48 opening
    ones less with the paper before.
    """
    names = _terms(lines, surplus, _WORD)
    return len(surplus) > len(HEAD) or len(names & own) * 4 < len(names)


def _sections(lines: Lines, draft: _Draft) -> list[Section]:
    """Sections of a paper; paragraphs whose number is wrong are `unplaced`, since none can be told from another."""
    kinds: list[str] = []
    if draft.brief:
        kinds += ["abstract"] if len(draft.head) == 1 else ["unplaced"] * len(draft.head)
        kinds += ["disclaimer"] * len(draft.core) + ["unplaced"] * len(draft.tail)
    else:
        kinds += HEAD if len(draft.head) == len(HEAD) and draft.core else ["unplaced"] * len(draft.head)
        kinds += ["claims" if token.letter in "CQ" else "review" for token in draft.core]
        kinds += TAIL if len(draft.tail) == len(TAIL) else ["unplaced"] * len(draft.tail)
    sections: list[Section] = []
    for kind, token in zip(kinds, draft.tokens, strict=True):
        first = token.first
        if kind == "claims" and sections and sections[-1].kind == "claims":
            first = lines.where(sections.pop().span.start)[0] - 1
        blocks = None if kind in ("claims", "disclaimer") else structure.prose_blocks
        cut = kind == "abstract" and ends_abruptly(lines[token.last])
        sections.append(make_section(lines, kind, first, token.last, blocks=blocks, cut=cut))
    return sections


def _claims(lines: Lines, core: list[_Token]) -> Iterator[tuple[NoteClaim, _Token]]:
    """Claims with the quote below each; a quote below no claim stands alone under number 0."""
    pending: tuple[int, Passage, _Token] | None = None
    for token in core:
        if token.letter == "C":
            if pending:
                yield NoteClaim(number=pending[0], text=pending[1], quote=None), pending[2]
            label = _CLAIM.match(lines[token.first])
            if label:  # always: the letter C means just that
                pending = int(label.group(1)), _passage(lines, token, label.end()), token
        elif token.letter == "Q":
            indent = _QUOTE.match(lines[token.first])
            quote = _passage(lines, token, indent.end() if indent else 0)
            number, text, at = pending or (
                0,
                Passage(text="", span=Span(start=quote.span.start, end=quote.span.start)),
                token,
            )
            yield NoteClaim(number=number, text=text, quote=quote), at
            pending = None
    if pending:
        yield NoteClaim(number=pending[0], text=pending[1], quote=None), pending[2]


def _passage(lines: Lines, token: _Token, label: int) -> Passage:
    span = lines.span(token.first, token.last)
    start = span.start + label
    end = start + len(lines.text[start : span.end].rstrip())
    return Passage(text=lines.text[start:end], span=Span(start=start, end=end))


def _complain(source: Source, lines: Lines, draft: _Draft, claims: list[tuple[NoteClaim, _Token]]) -> Iterator[Problem]:
    """What is wrong with one paper, each fault once."""
    start = draft.tokens[0].first + 1
    if not draft.core:
        yield problem(source, start, "stray-text", "paragraphs without claims or review; add them, or move the text")
        return
    head, tail = (1, 0) if draft.brief else (len(HEAD), len(TAIL))
    core, end = draft.core[0].first + 1, draft.core[-1].last + 1
    letters = {token.letter for token in draft.core}
    stops = not draft.brief and "N" not in letters and not draft.tail
    if len(draft.head) != head:
        names = "one abstract" if draft.brief else "4 paragraphs (positioning, background, method, experiments)"
        message = (
            f"{len(draft.head)} paragraphs stand before this line where {names} belong; which is which is not known"
        )
        yield problem(source, core, "paragraph-count", message)
    if stops:
        yield problem(source, end, "cut-paper", "the paper stops here, without review, limitations and follow-up")
    elif len(draft.tail) != tail:
        names = "none belongs" if draft.brief else "2 belong (limitations, follow-up)"
        message = f"{len(draft.tail)} paragraphs follow this line where {names}; which is which is not known"
        yield problem(source, end, "paragraph-count", message)
    if not draft.brief and not stops and "N" not in letters:
        message = "no “Novelty：… Soundness：… Significance：…” paragraph follows the claims; the page has no review"
        yield problem(source, end, "missing-review", message)
    if not draft.brief and not letters & {"C", "Q"}:
        message = "no “N. claim” with an indented quote stands before this review"
        yield problem(source, core, "missing-claims", message)
    # Where the paper stops between a claim and its quote, that it stops says it all.
    whole = claims[:-1] if stops and claims[-1][0].quote is None else claims
    yield from _complain_of_claims(source, whole)


def _complain_of_claims(source: Source, claims: list[tuple[NoteClaim, _Token]]) -> Iterator[Problem]:
    due = {1}
    seen: set[int] = set()
    for claim, token in claims:
        line, number = token.first + 1, claim.number
        after = {number + 1} if number in due else {number + 1, max(due) + 1}
        if number == 0:
            yield problem(source, line, "quote-without-claim", "no “N. claim” stands above this quote; add it")
            # Its claim had the next number, or it is a second quote of the claim before.
            due.add(max(due) + 1)
            continue
        if claim.quote is None:
            yield problem(source, line, "claim-without-quote", "no indented quote stands below this claim; add it")
        if number in seen:
            yield problem(source, line, "repeated-number", f"a second claim {number} in one paper; renumber it")
        elif number not in due:
            yield problem(source, line, "claim-number", f"claim {number} where {min(due)} was expected")
        seen.add(number)
        # After a wrong number the next claim may go on from it, or as if it had been right.
        due = after


def _read(source: Source, lines: Lines) -> Reading:
    tokens = _tokens(lines)
    regions, problems, date = [], [], ""
    if tokens and tokens[0].letter == "P" and len(lines[tokens[0].first].strip()) < 20:
        date = find_date(lines[tokens[0].first])
    if date:
        regions.append(("header", lines.span(tokens[0].first, tokens[0].last)))
        tokens = tokens[1:]
    else:
        date = find_date(source.path)
        message = "the first line is no date; " + (
            f"{date} of the file's name is used" if date else "write YYYY-MM-DD there"
        )
        problems.append(problem(source, 1, "missing-date", message, severity="notice" if date else "problem"))
    notes = []
    for position, draft in enumerate(_drafts(lines, tokens), 1):
        claims = list(_claims(lines, draft.core))
        found = list(_complain(source, lines, draft, claims))
        sections = _sections(lines, draft)
        cut = any(section.cut for section in sections)
        if cut:
            at = draft.head[-1].last + 1
            message = "this abstract stops in the middle of a sentence; the page says so"
            problems.append(problem(source, at, "cut-text", message, severity="notice"))
        kind: NoteKind = "brief" if draft.brief else "deep"
        status: Status = "damaged" if found else "cut" if cut else "complete"
        notes.append(
            make_note(
                source,
                lines,
                format_name=FORMAT,
                kind=kind,
                date=date,
                status=status,
                position=position,
                sections=sections,
                claims=[claim for claim, _ in claims],
            )
        )
        problems += found
    return make_reading(source, FORMAT, notes, regions, problems)


READER = Reader(name=FORMAT, accepts=_accepts, read=_read)
