"""A paper's name and display title: stated by the note, or derived from how the note speaks of its subject."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..model import Naming, Note, Override, Paper
from ..text import HAN, fold, language, squeeze
from .titles import MAKE, description, opening

_SURE = ((12.0, 1.25), (8.0, 1.7))
"""Least scores of a name that neither the lead nor a quote defines, and how far each must be ahead of the next."""
_LONGEST = 48
"""Most letters of a name."""
_CAP = {"positioning": 4.0}
"""Most that mere mentions in one kind of section may count, before its weight; 2.5 elsewhere."""
_LEAD = ("positioning", "abstract", "abstract_en", "abstract_zh")
_WEIGHT = {
    **dict.fromkeys(_LEAD, 3.0),
    **dict.fromkeys(("claim", "quote", "review"), 1.5),
    **dict.fromkeys(("experiments", "background", "method"), 1.0),
    **dict.fromkeys(("limitations", "followup"), 0.8),
}
_SILENT = ("title", "claims", "disclaimer", "boilerplate", "metadata")

# Words of every paper of the field: never a paper's name, though written like one.
_GENERIC = re.compile(
    r"(?:ai|agi|m?llm|[svt]?lm|vlm|vla|rl|rlhf|rlvr|sft|[cgt]pu|api|moe|mlp|cnn|rnn|gnn|gan|vit|nlp|nlu|ml|dl|cv|v?qa|ocr"
    r"|asr|tts|cot|rag|icl|sae|ood|sota|mdp|pomdp|ffn|kv|kl|g?ui|sdk|rgb|rgb-d|[234]d|iot|os|sql|html|json|pdf|url|sim2real"
    r"|transformer|agent|ablation|table|fig|figure|section|appendix|algorithm|equation|theorem|chinese|english|novelty"
    r"|soundness|significance|ours?|base|full|pro|flash|mini|lite|python|github)s?"
)
# English words that begin a sentence and so stand, capitalised, before a name.
_OPENER = re.compile(
    r"an?|the|in|on|at|to|of|by|for|from|with|without|when|while|where|as|after|before|across|among|under|over|using|given"
    r"|unlike|like|since|both|all|each|most|our|we|this|that|these|those|their|its?|if|then|thus|here|however|relative"
    r"|compared|adding|removing|replacing|training|averaged|overall|further|moreover|finally|first|second|only|what|how"
    r"|why|can|do|does|is|are|and|but|or|not|no|more|new|recent|existing|final"
)
_L = "A-Za-zΑ-Ωα-ω0-9²³^"
_WORD = rf"(?:[A-ZΑ-Ω]|[a-zα-ω0-9]{{1,7}}-?(?=[A-ZΑ-Ω^]))[{_L}]*(?:[-._‑–@][{_L}]+)*\+{{0,2}}(?![{_L}+])"
_RUN = re.compile(rf"(?<![{_L}\\_@./+-]){_WORD}(?: (?:(?:as|of|to|for|the|in) )?{_WORD}){{0,3}}")
_SHAPED = re.compile(r"[a-z][A-Z]|[A-Z][A-Z]|[A-Za-z][-^.]?\d|[α-ωΑ-Ω²³^]")
_SIZE = re.compile(r"(?:^|[-_ ])[A-Z]?\d+(?:\.\d+)?[BMK]\b")
_MARKUP = re.compile(r"\$|\\(?:math|text)\w+|\\emph|[{}*`]")
_GREEK = {"\\pi": "π", "\\tau": "τ", "\\alpha": "α", "\\beta": "β", "\\phi": "φ", "\\mu": "μ", "\\sigma": "σ"}

_SELF = r"(?:本文|论文|作者|文章|我们|该文|本工作|本研究|报告|为此|因此)"
_OTHERS = re.compile(rf"(?:等人?|此前|已有|既有|先前|[A-Za-z])\s?[^，。；]{{0,6}}{MAKE}")
_DEFINED_ZH = re.compile(rf"{MAKE}[^，。；：！？A-Za-z]{{0,45}}(?<![与对在从于和把将以向比用])(?:：|——)?\s?[“「《\"]?$")
_THING_ZH = r"(?:框架|基准|模型|系统|方法|数据集|引擎|平台|流程|管线|算法|策略|工具|架构|机制|套件|范式|变体)"
_DEFINED_AS_ZH = re.compile(
    rf"{MAKE}[^，。；：！？]{{0,70}}(?<!已有)(?<!现有)(?<!既有)(?<!基线){_THING_ZH}(?:——)?\s?[“「《\"]?$"
)
_CALLED_ZH = re.compile(r"(?:名为|称[之其]?为|叫做?|取名)[^，。；]{0,4}$")
_OF_ZH = re.compile(r"[」”》\"]?\s?的")
_QUALIFIES = re.compile(
    rf"\s?(?!系列|框架|基准|模型|数据集|系统|方法|方案|工具|流程|管线|引擎|平台|来|以|用|作为|提供|并)[{HAN}]"
)
_JOINED_ZH = re.compile(rf"{MAKE}[^，。；：！？]{{0,60}}(?:与|和|及|以及|、|并|同时)[{HAN}]{{0,12}}\s?$")
_VERB = r"(?:present|introduce|propose|develop|describe|release|build|construct|design|create|contribute|unveil)\w*"
_WORDS_EN = (
    r"(?:(?!(?:on|upon|in|for|using|with|to|from|than|over|against|based|by|and|of|that|which|via|at)\b)"
    r"(?:[A-Z]+-)?[a-z][\w-]*,? ){0,7}"
)
_DEFINED_EN = re.compile(
    rf"(?:\b(?:[Ww]e|[Pp]aper|[Ww]ork|[Ss]tudy|[Rr]eport|[Aa]uthors?)\b[^.;]{{0,40}}?\b{_VERB}"
    rf" {_WORDS_EN}|\b(?:called|named|dubbed|termed|coined) )[“\"'(]?$"
)
_JOINED_EN = re.compile(rf"\b[Ww]e\b[^.;]{{0,30}}?\b{_VERB} [^.;]{{0,60}} and (?:the |an? |its ){_WORDS_EN}$")
_EXPANSION = re.compile(
    rf"(?:(?<=[{HAN}])\s?[A-Za-z][A-Za-z -]{{2,70}}"
    r"|\b[A-Z][\w-]*(?: (?:(?:of|for|to|and|from|in|the|with|as|via) )?[A-Z][\w-]*){0,7})\s?[（(]$"
)
_ABBREVIATION = re.compile(r"\s?[（(]([A-Za-z][^（）()]{2,70})[）)]")
_ABBREVIATED = re.compile(rf"(?: and [A-Z][\w-]+)?(?: [a-z]+)?\s?[（(](?![Oo]urs){_WORD}[）)]")
_COMPOUND = re.compile(
    r"-(?:based|driven|guided|aware|style|level|powered|free|enabled|generated|like|specific|centric|wise)$"
)
_VERSION = re.compile(r" \d(?:\.\d)?(?=[,，。：；（(]|\.(?:\s|$)|\s?[是为]| [a-z]|$)(?! [a-z]+s\b)")
_BEGINS = re.compile(r"(?:^|[。；，：！？;:\n]|[.!?] |——|其[一二三四]|因此|而|最终|完整)[\s「“《\"]*$")
_IS_ZH = re.compile(
    rf"[」”》\"]?\s?(?:（[^（）]{{1,60}}）)?[：—]*\s?(?:则|这)?(?:是|为)(?:一|首|两|由|面向|用于|专|针对|[{HAN}]{{2,20}}的)"
)
_LABEL_ZH = re.compile(r"（[^（）]{0,14}(?:基准|框架|模型|系统|方法|数据集|引擎|平台|流程|管线|工具)[^（）]{0,4}）")
_IS_EN = re.compile(r"(?: ?\([^()]{1,70}\))? ?(?:,|,? (?:is|are)) ?(?:an?|the|our) ")
_ACTS = re.compile(
    rf"[」”》\"]?\s?(?:（[^（）]{{1,60}}）)?\s?(?![与和及或等、/])[{HAN}]"
    r"|(?: ?\([^()]{1,60}\))? [a-z]{2,}(?:s|ed)\b"
)
_OURS = re.compile(r"\s?[（(]\s?[Oo]urs?\b|\s?（本文")
_CITED = re.compile(r"\s?\[ ?\d|\s?(?:et al|等(?![级价于])|基线|baseline)")
_OWN_LEFT = re.compile(r"(?:最终|完整|所提出?|我们)的?\s?$|\b(?:our|proposed) $")
_OWN_RIGHT = re.compile(r"\s?(?:自身|本身)")
_LISTED = re.compile(r"\s?[、/与和及]")
_COMPARED = re.compile(
    r"(?:相比|相较|相对|较之|对比|比|不同于|区别于|优于|超过|超越|高于|低于|落后|领先|基于|沿用|继承|采用|使用|利用|借助|借鉴|替换|替代|类似"
    r"|如|包括|例如|此前|已有|既有|\b(?:than|over|from|outperform\w*|vs\.?|versus|[Cc]ompared (?:to|with)"
    r"|[Rr]elative to|against|using|based on|like|such as|prior|baselines?|on|of))[^，。；,;]{0,8}$|[、/]\s?$"
)
_PLACE = re.compile(r"(?:在|于|团队|公司|来自)\s?$")


@dataclass(slots=True)
class _Candidate:
    """What the sections say of one possible name."""

    spellings: Counter[str] = field(default_factory=Counter)
    mentions: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Points by section."""
    defined: float = 0.0
    brought: bool = False
    """The lead or a verbatim quote says that the paper brings it."""
    aliases: dict[str, None] = field(default_factory=dict)
    kin: float = 0.0
    """Support by longer names that begin or end with this one."""
    order: int = 0
    """Rank of its first mention."""
    spoken: bool = False
    """Seen in Chinese text or inside of an English sentence, where a capital is no accident."""

    @property
    def name(self) -> str:
        return self.spellings.most_common(1)[0][0]

    @property
    def score(self) -> float:
        return min(self.defined, 30.0) + self.mere + self.kin

    @property
    def in_lead(self) -> bool:
        return any(self.mentions.get(kind, 0.0) > 0 for kind in _LEAD)

    @property
    def mere(self) -> float:
        return sum(_WEIGHT.get(kind, 0.5) * min(points, _CAP.get(kind, 2.5)) for kind, points in self.mentions.items())


def _plain(text: str) -> str:
    """Text without the markup that would tear a name apart."""
    for macro, letter in _GREEK.items():
        text = text.replace(macro, letter)
    return _MARKUP.sub("", text)


def _pieces(note: Note) -> Iterator[tuple[str, str]]:
    """The note's own texts by kind, claims and quotes one by one; without a lead the first section is one."""
    spoken = [one for one in note.sections if one.kind not in _SILENT and not one.kind.startswith("analysis")]
    headless = not any(one.kind in _LEAD for one in spoken)
    for i, section in enumerate(spoken):
        yield "positioning" if headless and i == 0 else section.kind, _plain(section.text)
    for claim in note.claims:
        yield "claim", _plain(claim.text.text)
        if claim.quote:
            yield "quote", _plain(claim.quote.text)


def _is_generic(name: str) -> bool:
    """Whether all of a name is the field's own vocabulary, but for a plain word before a hyphen."""
    parts = re.split(r"[-. ]", name.casefold())
    parts = parts[1:] if len(parts) > 1 and name[0].islower() else parts
    return bool(_GENERIC.fullmatch(name.casefold())) or all(
        _GENERIC.fullmatch(part) or _OPENER.fullmatch(part) for part in parts
    )


def _trim(run: re.Match[str]) -> tuple[int, int]:
    """Span of a run without the words before it that only open a sentence or name the field."""
    start, end = run.span()
    while " " in (name := run.string[start:end]):
        head = name.split(" ", 1)[0]
        if not _is_generic(head):
            break
        start += len(head) + 1
    return start, end


def _definition(kind: str, left: str, name: str, right: str) -> float:
    """How far the words around a mention say that the paper brings the thing itself."""
    if _ABBREVIATED.match(right):
        return 0.0
    lead = kind in _LEAD
    outer = left if " " in name else _EXPANSION.sub("", left)
    points = 8.0 * bool(_OURS.match(right)) + 3.0 * bool(_OWN_LEFT.search(left) or _OWN_RIGHT.match(right))
    points += 7.0 * bool(kind == "positioning" and not left.strip() and _ACTS.match(right))
    if _DEFINED_EN.search(outer):
        points += 14.0 if lead else 9.0
    elif _JOINED_EN.search(outer):
        points += 7.0 if lead else 4.0
    if not _OTHERS.search(outer) and (lead or re.search(_SELF, left)):
        if _OF_ZH.match(right) and not _CALLED_ZH.search(left):
            return points
        if _DEFINED_ZH.search(outer) or _DEFINED_AS_ZH.search(outer):
            points += (14.0 if lead else 6.0) * (0.5 if _QUALIFIES.match(right) and not _OF_ZH.match(right) else 1.0)
        elif _JOINED_ZH.search(outer):
            points += 7.0 if lead else 3.0
    if lead and _BEGINS.search(left):
        points += 14.0 * bool(_IS_ZH.match(right)) + 10.0 * bool(_IS_EN.match(right) and _SHAPED.search(name))
    elif lead and _IS_EN.match(right):
        points += 3.0
    return points + 7.0 * bool(lead and _LABEL_ZH.match(right))


def _mention(left: str, right: str) -> float:
    """What a mere mention is worth: more as a subject, less than nothing as a thing to compare with."""
    if _CITED.match(right):
        return -1.5
    if _COMPARED.search(left):
        return -0.4
    if _LISTED.match(right) or _PLACE.search(left):
        return 0.0
    return 2.0 if _BEGINS.search(left) and _ACTS.match(right) else 0.8


def _abbreviates(one: str, other: str) -> bool:
    """Whether the shorter of two names has the letters of the longer one's words, in order and from the first."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    letters = iter(long)
    return (
        short[0] == long[0]
        and re.search("[ -]", long) is not None
        and all(letter in letters for letter in short if letter.isalpha())
    )


def _candidates(note: Note) -> dict[str, _Candidate]:
    """All possible names by their folded spelling, with the evidence for each."""
    found: dict[str, _Candidate] = {}
    for kind, text in _pieces(note):
        chinese = language(text) == "zh"
        for run in _RUN.finditer(text):
            start, end = _trim(run)
            if kind in _LEAD and (version := _VERSION.match(text, end)):
                end = version.end()
            name = text[start:end]
            if not 2 <= sum(map(str.isalpha, name)) <= _LONGEST or _is_generic(name):
                continue
            left, right = text[max(0, start - 110) : start], text[end : end + 90]
            candidate = found.setdefault(fold(name), _Candidate(order=len(found)))
            candidate.spellings[name] += 1
            candidate.mentions[kind] += _mention(left, right)
            definition = _definition(kind, left, name, right)
            candidate.defined += definition
            candidate.brought |= kind in (*_LEAD, "quote") and definition >= 7.0
            candidate.spoken |= chinese or not _BEGINS.search(left)
            if (brackets := _ABBREVIATION.match(right)) and _abbreviates(name, brackets[1]):
                candidate.aliases[brackets[1]] = None
    return found


def _join_kin(found: dict[str, _Candidate]) -> None:
    """Merge an expansion into its abbreviation; let longer names speak for the name they begin or end with."""
    for candidate in list(found.values()):
        for alias in list(candidate.aliases):
            short = found.get(fold(alias))
            if short and short is not candidate and len(alias) < len(candidate.name):
                short.defined += candidate.defined
                short.brought |= candidate.brought
                short.order = min(short.order, candidate.order)
                short.aliases[candidate.name] = None
                found.pop(fold(candidate.name), None)
    by_name = {candidate.name: candidate for candidate in found.values()}
    for name, candidate in by_name.items():
        cuts = [i for i, letter in enumerate(name) if letter in " -_"]
        parents = [name[:i] for i in reversed(cuts)] + [name[i + 1 :] for i in cuts if name[i] == " "]
        parent = next((by_name[part] for part in parents if part in by_name), None)
        if parent and candidate.mere > 0:
            parent.kin += min(candidate.mere, 6.0) / 2


def _viable(candidate: _Candidate) -> bool:
    """Whether it can be a name at all: short capitals, plain English words and checkpoints need a definition."""
    name = candidate.name
    head, _, tail = name.partition("-")
    if "_" in name or _COMPOUND.search(name) or (tail.islower() and _is_generic(head)):
        return False
    if candidate.defined >= 7.0:
        return True
    if _is_generic(re.split("[ -]", name)[-1]) or _SIZE.search(name):
        return False
    if len(name) <= 4 and sum(letter.isupper() for letter in name) >= 2 and candidate.mere < 20.0:
        return False
    return candidate.spoken


def _choose(found: dict[str, _Candidate]) -> tuple[_Candidate | None, list[_Candidate]]:
    """The paper's name, if sure, and what it defines beside it."""
    ranked = sorted(filter(_viable, found.values()), key=lambda candidate: -candidate.score)
    if not ranked:
        return None, []
    top = ranked[0]
    leaders = [one for one in ranked if one.brought and one.in_lead and one.score >= 0.75 * top.score]
    if leaders:
        best = min(leaders, key=lambda candidate: candidate.order)
        return best, [candidate for candidate in leaders if candidate is not best]
    others = [one for one in ranked[1:] if not one.name.startswith(top.name)]
    rival = max((one.score * (1.6 if top.name.startswith(one.name) else 1.0) for one in others), default=0.0)
    sure = any(top.score >= least and top.score >= margin * rival for least, margin in _SURE)
    return (top if sure else None), []


def _stated_name(title: str, found: dict[str, _Candidate]) -> str:
    """The name a given title carries: before its colon, or defined in the abstract; else empty."""
    head = re.split(r"：|:\s", title + " ", maxsplit=1)[0].strip()
    known = found.get(fold(_plain(head)))
    if head != title.strip() and len(head.split()) <= 4 and not _is_generic(head):
        shaped = _SHAPED.search(head) and not any(map(_is_generic, head.split("-")))
        if (known and known.defined >= 7.0) or (
            " " not in head and (shaped or (known and known.spoken and known.mere > 0))
        ):
            return head.replace("$", "")
    words = " ".join(["", *re.findall(r"[\w.^-]*\w", _plain(title)), ""])
    words = re.sub(r"(?i) (?:an?|the) [\w.^-]+ (?=framework|method|model|approach|system)", " ", words)
    carried = [one for one in found.values() if one.brought and _viable(one) and f" {one.name} " in words]
    return max(carried, key=lambda one: one.score).name if carried else ""


def _derive(note: Note, wanted: str | None) -> Naming:
    """Name and title of a note that states none; `wanted` is a name given by hand."""
    found = _candidates(note)
    _join_kin(found)
    best, beside = _choose(found)
    name = wanted if wanted is not None else best.name if best else ""
    others = dict.fromkeys([*best.aliases, *(one.name for one in beside)] if best else [])
    lead = squeeze("\n".join(text for kind, text in _pieces(note) if kind in _LEAD))[:4000]
    if not name:
        return Naming(title=opening(lead), title_source="derived")
    subtitle = description(name, lead)
    colon = "：" if language(subtitle or lead) == "zh" else ": "
    return Naming(
        title=f"{name}{colon}{subtitle}" if subtitle else name,
        title_source="derived",
        name=name,
        other_names=tuple(other for other in others if fold(other) != fold(name)),
        subtitle=subtitle,
    )


def naming(paper: Paper, override: Override) -> Naming:
    """Name, other names and title of a paper; what a person set comes first, then what a note states."""
    titled = next((note for note in paper.notes if note.metadata.title.strip()), None)
    if titled:
        title = squeeze(titled.metadata.title)
        found = _candidates(titled)
        _join_kin(found)
        name = _stated_name(title, found) if override.name is None else override.name
        known = found.get(fold(_plain(name)))
        result = Naming(title=title, title_source="note", name=name, other_names=tuple(known.aliases) if known else ())
    else:
        result = _derive(next((note for note in paper.notes if note.kind == "deep"), paper.notes[0]), override.name)
    if override.title is None:
        return result if result.title else replace(result, title=paper.id)
    parts = re.split(r"：|: ", override.title, maxsplit=1)
    return replace(result, title=override.title, title_source="override", subtitle="".join(parts[1:]).strip())
