"""The claim table: number, claim, evidence, check; a real table that a phone shows as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..model import Check, Claim, Facts, Mark, QuotePiece, ShownQuote, Value, ValueVerdict
from ..text import escape, language
from . import html
from .ui import Words

SIGNS = {
    "supported": "✓",
    "partial": "△",
    "differs": "≠",
    "no-numbers": "·",
    "no-quote": "·",
    "own-words": "“",
    "unchecked": "·",
}
"""What stands before a verdict in words."""
_CLASSES: dict[ValueVerdict, str] = {"supported": "cb-ok", "missing": "cb-miss", "differs": "cb-diff"}
UNCHECKED = Check(verdict="unchecked")


def table(claims: Sequence[Claim], facts: Facts, t: Words) -> str:
    """All claims of one note as a table element."""
    heads = "".join(f'<th scope="col">{escape(t(key))}</th>' for key in ("number", "claim", "evidence", "check"))
    rows = "\n".join(_row(claim, facts, t) for claim in claims)
    caption = f'<caption class="cb-hidden">{escape(t("claims_caption"))}</caption>'
    words = f'data-cb-copy="{escape(t("copy"))}" data-cb-copied="{escape(t("copied"))}"'
    return (
        f'<table class="cb-claims" {words}>{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>'
    )


def balance(claims: Sequence[Claim], facts: Facts, t: Words, meaning: str) -> str:
    """How many numbers of a paper's claims stand in their quotes, as words and as a bar."""
    checked = [facts.checks[item.anchor] for item in claims if item.anchor in facts.checks and item.claim.quote]
    values = [value for check in checked for value in check.values]
    if not values:
        return ""
    counts = Counter(value.verdict for value in values)
    shares = (("ok", counts["supported"]), ("miss", counts["missing"]), ("diff", counts["differs"]))
    bar = "".join(f'<span class="cb-{name}" style="flex:{count}"></span>' for name, count in shares if count)
    head = t("balance", claims=len(checked), n=len(values))
    detail = t("balance_detail", ok=counts["supported"], missing=counts["missing"], differs=counts["differs"])
    return (
        f'<div class="cb-balance"><span>{escape(head)}</span>'
        f'<span class="cb-bar" role="img" aria-label="{escape(detail)}">{bar}</span>'
        f"<span>{escape(detail)} · {meaning}</span></div>"
    )


def _row(item: Claim, facts: Facts, t: Words) -> str:
    claim, check = item.claim, facts.checks.get(item.anchor, UNCHECKED)
    number = str(claim.number) if claim.number else "–"
    anchor, title = escape(item.anchor), escape(t("link_claim", n=number))
    also = "".join(f'<a id="{escape(other)}"></a>' for other in item.also)
    text = claim.text.text
    outer = language(text or t("no_claim"))
    words = claim_text(text, check, outer, t) if text else f'<em class="cb-absent">{escape(t("no_claim"))}</em>'
    return (
        f'<tr id="{anchor}" data-verdict="{check.verdict}">'
        f'<th scope="row">{also}<a class="cb-anchor" href="#{anchor}" title="{title}">{number}</a></th>'
        f'<td class="cb-claim" lang="{outer}">{words}</td>'
        f'<td class="cb-evidence">{_evidence(item, facts, t)}{_remarks(item, t)}</td>'
        f'<td class="cb-check">{verdict(check, t)}</td></tr>'
    )


def claim_text(text: str, check: Check, outer: str, t: Words) -> str:
    """A claim as HTML inside of an element of language `outer`, its numbers marked by their verdicts."""
    parts, end = [], 0
    # Where nothing is there to look in, a mark would read as a reproach.
    values = () if check.verdict == "no-quote" else check.values
    for value in sorted(values, key=lambda v: v.number.start):
        number = value.number
        if number.start < end:
            continue
        parts += [html.passage(text[end : number.start], outer), figure(value, outer, t)]
        end = number.end
    return "".join([*parts, html.passage(text[end:], outer)])


def figure(value: Value, outer: str, t: Words) -> str:
    """A number of a claim, marked by its verdict, which its title tells in words."""
    name = "cb-soft" if value.number.soft and value.verdict == "missing" else _CLASSES[value.verdict]
    return _mark(html.passage(value.number.text, outer), name, _explain(value, t))


def _mark(content: str, name: str, title: str = "") -> str:
    attribute = f' title="{escape(title)}"' if title else ""
    return f'<mark class="{name}"{attribute}>{content}</mark>'


def _explain(value: Value, t: Words) -> str:
    key = "value_differs" if value.verdict == "differs" else f"value_{value.how or 'exact'}"
    note = f" ({value.note})" if value.note else ""
    return t(key) + note + (t("soft") if value.number.soft and value.verdict == "missing" else "")


def verdict(check: Check, t: Words) -> str:
    """The verdict in words, and below it each number that the quote does not hold, with the reason."""
    values = [v for v in check.values if v.verdict == "supported" or not v.number.soft]
    open_ = [v for v in check.values if v.verdict != "supported" and check.verdict != "no-quote"]
    counted = [v for v in open_ if not v.number.soft]
    if check.verdict == "supported":
        words = t("supported", n=len(values)) if values else t("value_exact")
    elif check.verdict == "partial":
        words = t("absent_all") if len(counted) == len(values) else t("partial", n=len(counted), all=len(values))
    elif check.verdict == "differs":
        words = t("differs", n=max(1, sum(v.verdict == "differs" for v in values)))
    else:
        words = t(check.verdict)
    lines = [f'<span class="cb-verdict" data-verdict="{check.verdict}">{SIGNS[check.verdict]} {escape(words)}</span>']
    lines += [f"<small>{escape(v.number.text)}: {escape(_explain(v, t))}</small>" for v in open_]
    if check.by:
        lines.append(f"<small>{escape(t('by_person', who=check.by, why=check.why))}</small>")
    return "".join(lines)


def _evidence(item: Claim, facts: Facts, t: Words) -> str:
    quote = item.claim.quote
    if quote is None:
        return _without_quote(item, t)
    shown = facts.quotes.get(item.anchor)
    outer = language(quote.text)
    raw = html.passage(quote.text, outer)
    if shown is None or (shown.clean.text == quote.text and not any(p.markup or p.rows for p in shown.clean.pieces)):
        words = _pieces(shown, outer, t) if shown else raw
        return f'<blockquote lang="{outer}">{words}</blockquote>'
    verbatim = (
        f'<details class="cb-raw"><summary>{escape(t("verbatim"))}</summary><q lang="{outer}">{raw}</q></details>'
    )
    return f'<blockquote lang="{outer}">{_pieces(shown, outer, t)}</blockquote>{verbatim}'


def _without_quote(item: Claim, t: Words) -> str:
    """What stands beside a claim that is the paper's own sentence, or the note's words alone."""
    claim = item.claim
    if claim.origin != "own-words":
        key = "note_words" if claim.origin == "note" else "no_quote"
        return f'<em class="cb-absent">{escape(t(key))}</em>'
    if claim.translation is None:
        return f'<em class="cb-absent">{escape(t("own_sentence"))}</em>'
    text = claim.translation.text
    label = t("translation_differs" if claim.translation_differs else "translation")
    warning = ' class="cb-differs"' if claim.translation_differs else ""
    words = html.passage(text, language(text))
    return f'<p class="cb-translation"><b{warning}>{escape(label)}</b><span{html.lang(text)}>{words}</span></p>'


def remarks(item: Claim, t: Words) -> Iterator[str]:
    """What else the note says of a claim, each with its name, which is the note's own or a word of the interface."""
    return (f"{t('page') if name == 'page' else name}: {text}" for name, text in item.claim.remarks)


def _remarks(item: Claim, t: Words) -> str:
    found = ((remark, language(remark)) for remark in remarks(item, t))
    return "".join(f'<p class="cb-said" lang="{outer}">{html.passage(remark, outer)}</p>' for remark, outer in found)


def _pieces(shown: ShownQuote, outer: str, t: Words) -> str:
    return "".join(
        _piece(piece, [mark for mark in shown.marks if mark.piece == index], outer, t)
        for index, piece in enumerate(shown.clean.pieces)
    )


def _piece(piece: QuotePiece, marks: Sequence[Mark], outer: str, t: Words) -> str:
    if piece.rows:
        return _table(piece, marks, outer, t)
    if piece.markup:
        return _mark(piece.markup, _CLASSES[marks[0].verdict]) if marks else piece.markup
    return _marked(piece.text, 0, len(piece.text), marks, outer)


def _marked(text: str, start: int, end: int, marks: Sequence[Mark], outer: str) -> str:
    """`text[start:end]` with those of the marks that lie in it."""
    parts, at = [], start
    for mark in marks:
        if at <= mark.start and mark.end <= end:
            inside = html.passage(text[mark.start : mark.end], outer)
            parts += [html.passage(text[at : mark.start], outer), _mark(inside, _CLASSES[mark.verdict])]
            at = mark.end
    return "".join([*parts, html.passage(text[at:end], outer)])


def _table(piece: QuotePiece, marks: Sequence[Mark], outer: str, t: Words) -> str:
    rows = [list(_cells(piece, row, marks, outer)) for row in piece.cells]
    head = ""
    if piece.header:
        names = "".join(f'<th scope="col">{cell}</th>' for cell in rows.pop(0))
        head = f"<thead><tr>{names}</tr></thead>"
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>" for row in rows
    )
    remark = (
        "" if piece.header else f'<p class="cb-nocolumns"{html.lang(t("no_columns"))}>{escape(t("no_columns"))}</p>'
    )
    return (
        f'<div class="cb-scroll" tabindex="0"><table class="cb-rows">{head}<tbody>{body}</tbody></table></div>{remark}'
    )


def _cells(piece: QuotePiece, row: Sequence[tuple[int, int]], marks: Sequence[Mark], outer: str) -> Iterator[str]:
    return (_marked(piece.text, start, end, marks, outer) for start, end in row)
