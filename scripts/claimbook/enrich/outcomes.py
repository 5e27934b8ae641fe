"""Which sentences, table cells and headings tell a result in figures, and which only how something was set up."""

from __future__ import annotations

import re

from ..model import Number
from ..text import HAN
from .counterparts import figures

_SMALL = 10
"""Counts below it are no result: `3 tasks`, `5 seeds`."""
_FIGURE = re.compile(
    r"\d|[十百千万]分之|[一二三四五六七八九十]倍"
    r"|(?i:(?:(?:half|thirds?|quarters?|ths?) of|ty|hundred|thousand|illion)\b)"
)
"""A text without it need not be searched for numbers."""
_YEAR = re.compile(r"(?:19[5-9]|20[0-3])\d\Z")
_BEFORE_YEAR = re.compile(r"\b(?:in|since|by|until|before|after|during|early|late|mid)[ -]\Z", re.IGNORECASE)
_AFTER_COUNT = re.compile(rf"[ -]?(?!的)[a-z{HAN}]")
_NAME = re.compile(r"(?:(?<![A-Za-z])[A-Z][A-Z\d]*[ -]|[A-Za-z\d.]/)\Z")
_SIZE = re.compile(r"\d[BＢ]\Z")
_COUNTED = re.compile(r" [a-z]+s\b")
_ASSIGNED = re.compile(r"[=∈<＜≤][^，。；,;（(]{0,24}\Z")
_SHARES = frozenset(("percent", "points", "factor"))
_DECIMALS = re.compile(r"\d\.\d\d|\.\d.*[^\d\s.]\Z|\A[+−±-]")
_LEADS = re.compile(r"[（(：:][\s~≈约<>≤≥]*\Z")
_COMPARES = re.compile(
    r"提升|提高|增[加长至到]|上升|升[至到]|下降|降[低至到为]|减少|减至|缩[短小减]|跌|优于|胜过|高[于出达约]|低[于至约]|超[过越出]"
    r"|领先|落后|达到|取得|相当|持平|恢复|差距|节省|加速|更[高低多少快慢优短长]|[从由][^，。；]{0,40}\d[^，。；]{0,12}[至到→]"
    r"|\bvs\b|outperform|improv|achiev|reach|increas|decreas|reduc|\bdrop(?:s|ped)?\b|exceed"
)
_SCORED = re.compile(r"(?:得分|评分|[Ss]cored?)[：:\s为]{1,3}\d")
_SETS = re.compile(
    r"学习率|批次?大小|批量|[Bb]atch|温度|种子|超时|预算|窗口|采样步|步采样|分辨率|训练\s?\d+\s?[个轮步]|\d\s?个?\s?epoch"
    r"|折扣因子|[Rr]ank\b|上限|最大轮数|[Ll]earning rate|[Ww]armup|[Ww]eight decay|[Tt]emperature|[Dd]ropout|[Tt]imeout"
)
_SETTING = re.compile(
    r"(?:实验|参数|训练|评[测估]|基准|模型|推理|数据|任务)的?设[置定]|\A设[置定]|配置|超参|实现细节|对比[方基]|基线[方模]|训练数据"
    r"|评[测估价](?:指标|维度|协议|方法)|实验(?:规模|环境)|运行环境|(?:预算|约束)\Z"
    r"|(?i:\b(?:experimental |evaluation |training )?set-?up\b|(?:experimental|evaluation|training) settings?\b"
    r"|configuration|implementation details|\bbaselines\Z|\bmetrics\Z)"
)
_RESULT = re.compile(
    r"结果|发现|对比实验|分析|消融|比较|表现|提升|影响|敏感|(?i:\bresults?\b|\bfindings?\b|\bablation|\banalysis\b|\beffect)"
)
_GENERIC = re.compile(
    r"(?:(?:实验|主要|核心|关键|复现|整体|具体)?(?:结果|发现|结论|实验)|(?i:(?:main )?results?|findings?))\Z"
)
_NUMBERING = re.compile(r"(?:[（(]?\d[\d.]{0,8}[）).、]?\s|[（(]\d{1,2}[）)]|[一二三四五六七八九十]{1,3}、)\s*(?=\S)")
_REFERENCE = re.compile(r"[（(][^（()）]{0,60}[）)]\Z")
_COUNT = re.compile(r"\s*\d+(?:,\d{3})*\s*\Z")
_VALUE_CELL = re.compile(r"[~≈<>≤≥约±+−–$€£¥-]*\s?[\d.]*\d")


def has_figure(text: str) -> bool:
    """Whether a sentence of an abstract has a figure that is neither a small count nor a year nor part of a name."""
    return bool(_FIGURE.search(text)) and any(_is_figure(text, number) for number in figures(text))


def reports_result(text: str) -> bool:
    """Whether a sentence of a note says in figures what came out, rather than how it was tried.

    That is: a share, difference or factor; a decimal or a sum of money; a score; or any other figure beside a word of
    comparison. What a symbol is set to, and what goes with a word such as batch size or budget, is none.
    """
    if not _FIGURE.search(text):
        return False
    compares, sets = bool(_COMPARES.search(text)), bool(_SETS.search(text))
    if _SCORED.search(text) and not sets:
        return True
    for number in figures(text):
        before = text[max(0, number.start - 30) : number.start]
        if not _is_figure(text, number):
            continue
        if number.kind in _SHARES and (compares or not _SETS.search(before[-12:])):
            return True
        if not sets and not _ASSIGNED.search(before) and (compares or _speaks_alone(number, before)):
            return True
    return False


def is_result_cell(cell: str) -> bool:
    """Whether a cell of a table is a value, or says a result."""
    if _VALUE_CELL.match(cell):
        return has_figure(cell)
    return reports_result(cell)


def is_count(cell: str) -> bool:
    """Whether a cell is but a whole number."""
    return bool(_COUNT.match(cell))


def announces_results(head: str) -> bool:
    """Whether a heading says that results follow."""
    return bool(_RESULT.search(head))


def is_setting(head: str) -> bool:
    """Whether a heading or label announces how something was set up and no results."""
    return bool(_SETTING.search(head)) and not announces_results(head)


def is_generic(head: str) -> bool:
    """Whether a heading says no more than that results follow."""
    return bool(_GENERIC.match(head))


def bare_heading(text: str) -> str:
    """A heading without its number and without the reference in brackets at its end."""
    numbering = _NUMBERING.match(text)
    return _REFERENCE.sub("", text[numbering.end() if numbering else 0 :].strip()).rstrip()


def _is_figure(text: str, number: Number) -> bool:
    if number.kind == "fraction":
        return text.startswith(" of", number.end)
    whole = number.value % 1 == 0 and "." not in number.text
    before = text[max(0, number.start - 8) : number.start]
    if number.soft or (
        whole and number.value < _SMALL and (number.kind in ("number", "count") or number.unit in "分点")
    ):
        return False
    if number.kind == "number" and _is_of_name(text, number, before):
        return False
    if not _YEAR.match(number.text):
        return True
    return not _BEFORE_YEAR.search(before) and bool(_AFTER_COUNT.match(text, number.end))


def _is_of_name(text: str, number: Number, before: str) -> bool:
    """What goes with a name: a whole number behind capitals, a version behind a slash, the size of a model."""
    if _SIZE.search(number.text):
        return not _COUNTED.match(text, number.end)
    return bool(_NAME.search(before)) and ("." not in number.text or before[-1] == "/")


def _speaks_alone(number: Number, before: str) -> bool:
    """Money, or a decimal that is no version: with two decimals, a unit or a sign, or behind a bracket or a colon."""
    if number.kind == "money":
        return True
    return (
        "." in number.text
        and not _SIZE.search(number.text)
        and bool(_DECIMALS.search(number.text) or _LEADS.search(before))
    )
