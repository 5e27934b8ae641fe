"""Which notes are on one paper though their ids do not say so: by a person's word, or by names and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..model import Override, Paper, Problem
from .kinship import Group, Marks, Pair, leads, pairs
from .ledger import Ledger
from .matching import is_public, public_id
from .work import Seen, Work, age, grouped, names_of_papers


def join(seen: list[Seen], work: Work) -> None:
    """Follow `same-as`, which may name a paper by its id, its address, or the place of a note."""
    known = names_of_papers(Ledger(papers=work.papers, redirects=work.redirects), set())
    targets = {name: identity for identity, names in known.items() for name in names}
    targets |= {name: one.id for one in seen for name in (one.id, f"{one.note.source}:{one.note.start_line}")}
    leads: dict[str, str] = {}
    for one in seen:
        if (wanted := one.override.same_as) is None:
            continue
        target = targets.get(wanted.rstrip("/"))
        if target is None:
            message = f"same-as names “{wanted}”, which is no paper's id, address or file:line"
            work.problems.append(_override_problem(message, one.override))
        elif one.id in _path(leads, target) and target != one.id:
            message = f"same-as of “{one.id}” and “{wanted}” lead in a circle; keep the one on the paper to give up"
            work.problems.append(_override_problem(message, one.override))
        elif target != one.id:
            leads[one.id] = target
    for one in seen:
        if one.override.same_as is not None:
            one.id = _path(leads, one.id)[-1]


def _path(leads: Mapping[str, str], start: str) -> list[str]:
    path = [start]
    while path[-1] in leads:
        path.append(leads[path[-1]])
    return path


def _override_problem(message: str, override: Override) -> Problem:
    return Problem(
        path="overrides.yml", line=override.line, column=1, code="bad-override", severity="problem", message=message
    )


def join_kin(seen: Sequence[Seen], work: Work, marks: Marks) -> None:
    """Put notes without a public id to the paper they speak of; where that is likely but not sure, say so."""
    groups = grouped(sorted(seen, key=age))
    names = names_of_papers(Ledger(papers=work.papers, redirects=work.redirects), set())
    kept_apart = {
        identity: {name.rstrip("/") for one in group for name in one.override.not_same_as}
        for identity, group in groups.items()
    }

    def apart(one: str, other: str) -> bool:
        return any(
            {b, *names.get(b, ()), *(f"{s.note.source}:{s.note.start_line}" for s in groups[b])} & kept_apart[a]
            for a, b in ((one, other), (other, one))
            if kept_apart[a]
        )

    # A paper that has its address keeps it: it comes before those that are new.
    known_first = sorted(groups, key=lambda identity: identity not in work.papers)
    drafts = [Group(key, [one.note for one in groups[key]], _open(key, groups[key])) for key in known_first]
    found = pairs(drafts, marks, apart)
    to = leads(found)
    work.problems += [_likely(pair, groups) for pair in found if not pair.sure]
    for one in seen:
        one.id = to.get(one.id, one.id)


def _open(identity: str, group: Iterable[Seen]) -> bool:
    stated = any(public_id(one.note) or one.override.id or one.override.arxiv_id for one in group)
    return not stated and not is_public(identity)


def _likely(pair: Pair, groups: Mapping[str, Sequence[Seen]]) -> Problem:
    note = groups[pair.id][0].note
    place = f"{note.source}:{note.start_line}"
    message = (
        f"this may be a note on “{pair.other}”: the names agree, {pair.shared} distinctive figures are shared; "
        f'if so, add to overrides.yml: {{"{place}": {{same-as: "{pair.other}"}}}}, if not: '
        f'{{"{place}": {{not-same-as: ["{pair.other}"]}}}}'
    )
    return Problem(
        path=note.source,
        line=note.start_line,
        column=1,
        code="possible-same-paper",
        severity="notice",
        message=message,
    )


def report_unknown(overrides: Mapping[str, Override], seen: Iterable[Seen], work: Work) -> None:
    """A problem for each override that is of no note."""
    used = {id(one.override) for one in seen}
    for key, override in overrides.items():
        if id(override) not in used:
            message = f"“{key}” is no paper's id, address or file:line; correct or delete the entry"
            work.problems.append(_override_problem(message, override))


def report_lost_verdicts(papers: Iterable[Paper], overrides: Mapping[str, Override], work: Work) -> None:
    """A verdict that a person set for a claim which is not there helps nobody, and he should know."""
    for paper in papers:
        anchors = {anchor for claim in paper.claims for anchor in (claim.anchor, *claim.also)}
        for anchor in overrides[paper.id].verdicts:
            if anchor not in anchors:
                message = f"the verdict on “{anchor}” is of no claim of {paper.url}; correct the anchor or delete it"
                work.problems.append(_override_problem(message, overrides[paper.id]))
