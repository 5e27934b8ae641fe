"""Short titles from a text that states none: the clause that says what a named thing is, cut where it reads well."""

from __future__ import annotations

import re

from ..text import language, squeeze

MAKE = (
    r"(?:提出|推出|引入|构建|构造|发布|介绍|设计|(?<!公)开发|研发|打造|建立|给出|命名为|名为|称[之其]?为|叫做?|取名|交付"
    r"|定位(?:是|为|于))"
)
_WIDTH = 40.0
"""Room for a title, in Han letters."""
_STOPS = "，。；：！？?\n,.;:"
_FULL_STOPS = "。；：！？?\n.;:"
_PAIRS = dict(zip('（(“「『《〈[【"', '）)”」』》〉]】"', strict=True))
_KIND = r"(?:一?[个种套款条份类项组篇]|一)(?![\u4e00-\u9fff]?体)"
_TAIL = re.compile(
    r"(?:[及或并而把将从在以于]|(?<!目)的|(?<!参)与|(?<!饱)和|(?<![应核相])对|(?<!行)为|(?<!自)由|以及|在[^，]*[中上下时后前]"
    r"|\b(?:of|for|with|by|in|on|to|and|or|but|the|an?|that|which|from|as|at|via|using|is|are|was|were|be|been|into|both"
    r"|either|such|than|not|has|have|can|will|may|how|what|more|most"
    r"|\w+ed|ranging|able|aims?|often|remains?|built|specifically|primarily|only))$"
)
_DANGLING = re.compile(r"%|为此|此前|这[一个些]|上述|该|同文|一方面|不仅|不只|不是|[把将][^从]+从(?!.*[到为成至])")
_OPEN_ENDED = re.compile(
    r"(?:不|没|也|则|又|既|仍|其|通过|基于|随着|相比|当|面对|针对|围绕|为了|它|试图|虽|与其|由于|尽管)"
    r"|(?:in|while|although|as|when|despite|with|to|recently|however|if|for|on|by) (?!.*,)",
    re.IGNORECASE,
)
_CUTS = re.compile(
    r",(?! (?:and|or) |[^,]{0,40}, (?:and|or) |[^,]{0,25} (?:and|or) )"
    r"| (?:that|which|where|while|for|with|by|using|to|in|on|via|through|from|across"
    r"|over|during|between|under|because|when)\b"
)
_FROM_TO = re.compile(
    r"^([把将][^从，]+)从.+?，?((?:扩展|推广|推进|推向|移植|转移|转化|提升|延伸|拓展|迁移)(?:为|到|成|至|向).+)$"
)
_FRAME = re.compile(
    r"(?:在?(?:本文|这篇论文|该论文|论文|文章|该文|报告|作者|本研究|本工作)中?，?的?|这(?=是))?(?:我们)?(?:核心)?(?:[把将]自身)?"
    r"(?:定位(?:是|为|于)：?|是|(?:提出|介绍)了?)?"
    r"(?:(?:[Ii]n this (?:paper|work|study|report), )?(?:[Ww]e|[Tt]his (?:paper|work|study|report)) "
    r"(?:present|introduce|propose|describe|investigate|study|studie)s? )?"
)
# Where a description begins, best place first; NAME is the paper's name.
_POSITIONS = (
    r"NAME\s?[：，]?\s?(?:则|这)?[是为](?!否|什么)|NAME，\s?(?=一[个种套项类])",
    r"NAME,? (?:is|are) (?=(?:an?|the|our) )|NAME, (?=(?:an?|the|our) )",
    r"NAME——",
    r"定位(?:是|为|于)[：:]?\s?",
    r"(?:提出|推出|引入|介绍|发布)[^，。；A-Za-z]{0,20}NAME[，：]\s?(?=[把将用以让])",
    r"(?:^|[。\n])(?:本文|论文|文章|作者)(?=[把将])",
    r"(?:^|[。\n])(?:本文|这)是(?=一)",
    r"(?:NAME|它|本文|论文)[^。；]{0,40}?不[^。；，]{1,30}，而是",
    r"(?:^|[。；，：])\s?NAME\s?(?=[把将用以让])",
    r"(?:NAME|本文|论文)\s?(?=处[于在]|介于)",
    r"^(?:(?:本文|论文|文章)的?)?(?=[把将让用以]|面向)",
)


def _width(text: str) -> float:
    """Room a text takes: Han letters and full-width signs 1, all others 0.45."""
    return sum(1.0 if ord(letter) > 0x2E7F else 0.45 for letter in text)


def _clause(text: str, stops: str) -> str:
    """The text up to the first stop outside of brackets and quotation marks; empty if a pair stays open."""
    open_pairs: list[str] = []
    for i, letter in enumerate(text[:300]):
        if open_pairs and letter == open_pairs[-1]:
            open_pairs.pop()
        elif letter in _PAIRS:
            open_pairs.append(_PAIRS[letter])
        elif (
            not open_pairs
            and (letter in stops or text.startswith("——", i))
            and not (letter in ".,:" and text[i + 1 : i + 2].strip())
        ):
            return text[:i].strip()
    return "" if open_pairs or len(text) > 300 else text.strip()


def _reads_well(text: str, room: float) -> bool:
    """Whether a clause can stand alone as a title: neither too long nor leaning on what is left out."""
    return _width(text) <= room and not (_DANGLING.search(text) or _OPEN_ENDED.match(text) or _TAIL.search(text))


def _polish(clause: str) -> str:
    """A clause without its article, its measure word and a pair of quotation marks around all of it."""
    clause = re.sub(rf"^(?:{_KIND}|(?:an?|the|our) )", "", clause).strip()
    inner = clause[1:-1]
    whole = inner and _PAIRS.get(clause[0]) == clause[-1] and clause[0] not in inner and clause[-1] not in inner
    return inner if whole else clause


def _first_that_reads(text: str, room: float, least: float = 5.0) -> str:
    """The clause a text begins with, or more of its sentence, or less, whichever reads well; else empty."""
    sentence = _clause(text, _FULL_STOPS)
    if language(sentence) == "zh":
        clauses = [_clause(text, _STOPS), sentence, _FROM_TO.sub(r"\1\2", sentence)]
    else:
        cuts = sorted(_CUTS.finditer(sentence), key=lambda match: (match[0] != ",", -match.start()))
        clauses = [sentence, *(sentence[: match.start()] for match in cuts)]
    return next((one for one in map(_polish, clauses) if _width(one) >= least and _reads_well(one, room)), "")


def description(name: str, lead: str) -> str:
    """What the lead says the named thing is, or what the paper does; empty where no clause reads well."""
    room = _WIDTH - _width(name)
    named = re.escape(name) + r"(?: ?[（(][^（）()]{1,60}[）)])?"
    before = re.search(rf"(?:{MAKE}|是|为)了?\s?[一首][个种套款条份项]([^。；，：！？]{{4,60}}?)\s?{named}", lead)
    if before and _width(before[1]) >= 5.0 and _reads_well(before[1], room):
        return before[1]
    for pattern in _POSITIONS:
        for match in re.finditer(pattern.replace("NAME", named), lead):
            clause = _first_that_reads(lead[match.end() : match.end() + 301], room)
            if clause and name not in clause:
                return clause
    return ""


def opening(text: str) -> str:
    """The first clause of a text that names nothing, cut where it may be cut."""
    text = squeeze(text)
    frame = _FRAME.match(text)
    body = text[frame.end() :] if frame else text
    clause = _first_that_reads(body, _WIDTH + 1.5, least=8.0 if language(body) == "zh" else 12.0)
    if not clause:
        clause = _clause(body, _FULL_STOPS) or body[:300]
        cut = len(clause)
        while cut > 8 and _width(clause[:cut]) > _WIDTH:
            cut = max(clause.rfind(mark, 0, cut) for mark in "，、,； ")
        if cut < len(clause):
            return clause[: cut if cut > 8 else 40] + "…"
    return clause[:1].upper() + clause[1:] + "".join(mark for mark in "?？" if body.startswith(clause + mark))
