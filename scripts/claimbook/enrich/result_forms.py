"""The forms in which a sentence says what a system scores on a benchmark, over a skeleton of letters.

In a skeleton, `BENCHMARK`, `SYSTEM` and `SCORE` stand for what they name. Between them only verbs of reaching and names
of measures may stand; words of gain, cost and condition say that a number is something else.
"""

from __future__ import annotations

import re

from ..text import HAN, fold, squeeze

BENCHMARK, SYSTEM, SCORE = "\ue000", "\ue001", "\ue002"
LETTERS = BENCHMARK + SYSTEM + SCORE
SENTENCE = re.compile(r"[。；;！？\n]|[.!?](?=\s)")

# Systems: capitalised names of which one word tells more than that it is a word.
# Each repetition is followed by what forbids it to stop early: possessive groups are broken before Python 3.11.5.
_DECIMALS = r"(?:\.\d++)*(?!\.\d)"
_WORD = rf"[A-Zπ][A-Za-z0-9_+]*+{_DECIMALS}(?:[-‑][A-Za-z0-9_+]++{_DECIMALS})*(?![-‑][A-Za-z0-9_+])"
_FURTHER = rf" (?:{_WORD}|\d++{_DECIMALS}(?![\w%.]))"
NAME = re.compile(rf"(?<![A-Za-z0-9_.@/#-]){_WORD}(?:{_FURTHER})*(?!{_FURTHER})(?![@/])")
_OPENER = re.compile(
    r"An?|The|In|On|At|For|From|With|Without|Across|Over|Of|By|To|And|Or|We|Our|Its?|Th(?:is|at|ese|ose)|Each|All|Both|Only|"
    r"When|While|As|Using|Under|After|Before|Compared|Relative|Here|Thus|Also|Then"
)
_MEASURE = re.compile(
    r"(?:Task|Plan|Success|Rate|Accuracy|Acc|Quality|Consistency|Scores?|Error|Loss|Recall|Precision|Mean|Average|Avg|"
    r"Overall|Pass|Best|Top|Elo|EPE|F1|AUC|AUROC|mAP|AP|AP\d\d|IoU|mIoU|PSNR|SSIM|LPIPS|FID|FVD|WER|CER|BLEU|ROUGE|MSE|MAE|"
    r"RMSE|NMI|NDCG|MRR|KL|PPL|MOS|SR|SPL|EM|CIDEr|ASR|Spearman|Pearson|Kendall)(?:-.*)?"
)
_TERM = re.compile(
    r"(?:AI|ML|RL|SFT|DPO|PPO|RLHF|RLVR|LLMs?|VLMs?|MLLMs?|VLAs?|MoE|RAG|API|GPUs?|CPUs?|RTX|SOTA|OOD|ID|QA|VQA|TTS|OCR|"
    r"CLI|GUI|RGB|RGB-D|[A-Z]\d?|[A-Z][a-z]+-[a-z]+)"
)
_SHAPED = re.compile(r"[^0-9].*[0-9].*|.*[A-Z].*[A-Z].*")

# Between the parts.
AND = r"\s?(?:、|，|, and|,|/|以及|和|与|及|and|&)\s?"
_BS, _SS, _VS = (f"{part}(?:{AND}{part})*" for part in LETTERS)
_GAP = rf"(?:[^{LETTERS}，。；：、,;:（）()\d\n]|(?<=[@A-Z])\d){{0,40}}"
_PLACE = r"\s?(?:测试集|数据集|基准|benchmark|test set)?"
_MOVED = "[提上升下降跌减增低高少加]+[到至]"
_FROM = rf"(?:{SCORE}\s?{_MOVED}\s?)?"
FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<s>{_SS})\s?在\s?(?P<b>{_BS}){_PLACE}(?P<m>{_GAP}){_FROM}(?P<v>{_VS})",
        rf"(?P<s>{SYSTEM})\s?在\s?(?P<b>{BENCHMARK}){_PLACE}(?P<m>{_GAP}[A-Za-z{HAN}]\s?)[（(](?P<v>{SCORE})[）)]",
        rf"(?:在\s?)?(?P<b>{_BS}){_PLACE}\s?[上中]\s?[，,]?\s?(?P<s>{_SS})(?P<m>{_GAP}){_FROM}[（(]?(?P<v>{_VS})",
        rf"(?P<s>{SYSTEM})\s?[将把]\s?(?P<b>{BENCHMARK})(?P<m>{_GAP}){_FROM}(?P<v>{SCORE})",
        rf"[Oo]n (?:the )?(?P<b>{_BS}){_PLACE},? (?P<s>{_SS})(?P<m>{_GAP})(?P<v>{_VS})",
        rf"(?P<s>{_SS})(?P<m>{_GAP})(?P<v>{_VS})(?P<t>{_GAP}) on (?:the )?(?P<b>{_BS})(?!{AND}{BENCHMARK})",
    )
)
"""Named groups: systems, benchmarks, scores, and what stands before (`m`) and behind (`t`) the scores."""

_COMPARED = (
    r"(?:高于|低于|优于|超过|好于|胜过|领先于?|落后于?|而|vs\.?|versus|compared (?:with|to)|against|above|below|"
    r"beating|outperforming|surpassing|(?:better|higher|lower) than|while)"
)
_IS = r"\s?(?:的|则?为|仅为|是|达到?|取得|[（(=]|['’]s|at|of|with|reaches|achieves|scores|obtains)?\s?"
ALSO = re.compile(
    rf"[）)]?(?P<t>[^{LETTERS}，。；：、,;:（）()\d\n]{{0,24}})"
    rf"(?:(?:[，,]?\s?(?:显著|明显|也|都|略|远|well )?{_COMPARED}|{AND})\s?(?P<s>{SYSTEM}){_IS}(?P<v>{SCORE})"
    rf"|{AND}(?:在\s?)?(?P<b>{BENCHMARK})(?P<m>{_GAP})(?P<w>{SCORE}))"
)
"""What goes on behind a score: `，高于 S 的 V` on the same benchmark, `、B 为 V` of the same system."""

ROW = re.compile(rf"[{BENCHMARK}{SYSTEM}] — ")
"""How a row of a table begins that a benchmark or a system names; its cells are `column: value; column: value`."""
CELL = re.compile(rf"(?<=[—;] )(?P<column>[{BENCHMARK}{SYSTEM}]): (?P<v>{SCORE}) ?(?=;|\Z)")

_FILLER = re.compile(
    rf"最[高佳优强低好]的|[将把使]|分别|均|各|从|{_MOVED}|达到|达|取得|获得|得到|拿到|为|是|的|上|中|里|了|约|以|=|平均|总体|整体|最终"
    r"|\b(?:achieve[sd]?|reach(?:e[sd])?|attain(?:s|ed)?|score[sd]?|obtain(?:s|ed)?|gets?|record(?:s|ed)?|ha[sd]|an?|the|"
    r"average|overall|mean|of|at|respectively)\b"
)
_METRIC = re.compile(
    rf"(?:[A-Za-z@#%τρ][\w@#%τρ.-]*(?: [A-Za-z@τρ][\w@τρ.-]*){{0,3}})?\s?"
    rf"(?:[{HAN}]{{0,6}}(?:率|分|分数|得分|均值|误差|精度|准确度|成绩|质量|一致性|相关性?))?"
)
_KNOWN_METRIC = re.compile(
    r"(?i)率|分|精度|accuracy|success|score|pass|rate|auc|iou|\bf1|@|psnr|fid|wer|bleu|rouge|ndcg|elo|\bap\b|map\b"
)
_TAIL = re.compile(
    r"\s?的?(?:平均|average |mean )?((?:[A-Za-z@]*[A-Z@][A-Za-z@\d]*|accuracy|success(?: rate)?|pass rate"
    rf"|[{HAN}]{{0,4}}率))"
)
_NO_SCORE = re.compile(
    r"(?i)成本|开销|花费|耗|延迟|时间|参数|显存|内存|吞吐|增益|(?:提高|提升)(?![到至])|改善|差|领先|优势|节省|样本|规模|最多|步|上限|学习|采样|"
    r"训练|微调|迁移|[不未没无]|\b(?:cost|latency|time|memory|param\w*|tokens?|steps?|gains?|improve\w*|drops?|differ\w*|"
    r"gap|up to|than|trained|tuned|by|train\w*|fps|speed\w*|not|no|never)\b"
)
_GAIN_BEHIND = re.compile(
    r"\s?(?:个?百分点|点|pp\b|置信|分位|confidence|的(?!\w{0,6}(?:率|精度|准确度|得分|分数|成绩))"
    r"|(?:\w{1,20} )?(?:higher|lower|better|worse|more|less|fewer|improvement|gains?|points?|over|faster|lead|drop)\b)"
)
_SHARE = re.compile(r"\bof (?!(?:all |the )?(?:tasks|instances|problems|cases|episodes|questions|issues|games)\b)")
"""A share of something else than the benchmark's own items."""
_CONDITION = re.compile(
    r"(?i)去掉|移除|去除|取消|关闭|不用|不带|没有|若|如果|仅用|只用|替换|换成|微调|训练后|重训|预训练|适配|初始|退化|此前|原先|子集|每"
    r"|\b(?:w/o|without|remov\w*|ablat\w*|if|when|after|fine-?tun\w*|pre-?train\w*|adapted|initial|subset|replac\w*|only|"
    r"with)\b"
)
_STARTS = re.compile(
    r"(?:^|[，：、,:）)]|而|但|且|则|其中|完整|表明|显示|\b(?:that|while|whereas|but|where|shows?))\s?\Z"
)


def system(phrase: str, own: frozenset[str]) -> tuple[str, str]:
    """The name of a system in a phrase of capitalised words, or none, and what stands behind it.

    A single plain word names one only where the paper calls its own work so: `own` holds the folded names.
    """
    words = phrase.split(" ")
    while words and _OPENER.fullmatch(words[0]):
        words.pop(0)
    if not words or _MEASURE.fullmatch(words[0]):
        return "", phrase
    end = 1 if fold(words[0]) in own else len(words)
    end = next((at for at in range(1, end) if _MEASURE.fullmatch(words[at])), end)
    name = " ".join(words[:end])
    telling = any(_SHAPED.fullmatch(word) and not _TERM.fullmatch(word) for word in words[:end])
    return (name, " ".join(words)[len(name) :]) if telling or fold(name) in own else ("", phrase)


def unconditional(before: str, begins: bool) -> bool:
    """Whether nothing before a form restricts it; one that begins with a name must begin a clause."""
    return not _CONDITION.search(before) and (not begins or bool(_STARTS.search(before[-12:])))


def metric(gap: str) -> str | None:
    """The measure named between system and score, maybe empty; None where the number may be no score."""
    rest = squeeze(_FILLER.sub(" ", gap))
    return rest if not _NO_SCORE.search(gap) and _METRIC.fullmatch(rest) else None


def metric_behind(text: str, end: int) -> str:
    """A measure named behind a score: `97.7% average success`, `60.5 mIoU`."""
    match = _TAIL.match(text, end)
    return match[1] if match and not _NO_SCORE.search(match[1]) else ""


def is_gain(text: str, end: int) -> bool:
    """Whether what stands behind a number makes it a difference."""
    return _GAIN_BEHIND.match(text, end) is not None


def says_more(text: str) -> bool:
    """Whether the words between a score and `on` make it something else."""
    return _NO_SCORE.search(text) is not None or _SHARE.search(text) is not None


def is_start(gap: str, moved: bool) -> bool:
    """Whether a score is where something began (`从 5`), with no score behind it to which it came."""
    return not moved and gap.rstrip().endswith(("从", "由", "from"))


def counts(measure: str) -> bool:
    """Whether a measure makes even a bare whole number a score."""
    return _KNOWN_METRIC.search(measure) is not None
