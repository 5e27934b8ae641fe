"""Signs in running text that a name which nobody listed is, or is not, a benchmark."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from .benchmark_names import DASH, LETTER, MARKS, Lexicon, build, name_key

# A name as running text writes it: words with a capital, and numbers after them. The quantifiers are possessive,
# so that no text makes the search go back.
_FUNCTION_WORDS = (
    "A|An|The|In|On|At|For|From|With|Without|Across|Over|Of|By|To|And|Or|We|Our|It|Its|This|That|These|Those|Each|All|"
    "Both|Only|When|While|As|Using|Under|After|Before|Compared|Relative|Table|Tab|Figure|Fig|Section|Sec|Appendix|"
    "Experiments|Results|Evaluation|Average|Overall|Mean|Total|Code|Recent|Existing|Current|Standard|Public|Prior|Many|"
    "Most|Several|Such|Other|New|Baseline|Baselines"
)
# No possessive group here or elsewhere: Python before 3.11.5 leaves such a group where its last try failed (gh-106052).
_DECIMALS = r"(?:\.\d++)*(?!\.\d)"
_WORD = (
    rf"(?!(?:{_FUNCTION_WORDS})\b)(?:[A-Z\u0370-\u03ff]|[a-z]{{1,6}}[A-Z]|[a-z]{{1,20}}-[Bb]ench\b){LETTER}*+{_DECIMALS}"
    rf"(?:[{DASH}]{LETTER}++{_DECIMALS})*(?![{DASH}]{LETTER})[{MARKS}]*+"
)
_NUMBER = r"[vV]?\d+(?:\.\d+)?(?![\w%×]|[.,/]\d)"
_NAME = rf"{_WORD}(?: (?:{_WORD}|{_NUMBER})){{0,3}}"
_LAST_JOINT = "以及|和|与|及"
_BETWEEN = (
    r"(?:\s?[（(][^（）()\n]{1,24}[)）])?"
    rf"(?:\s?[、,/&]\s?(?:and |{_LAST_JOINT})?|\s?(?:{_LAST_JOINT})\s?| and )"
)
_LIST = re.compile(rf"(?<![A-Za-z0-9\-.@]){_NAME}(?:{_BETWEEN}{_NAME}){{0,40}}")
_SPLIT = re.compile(_BETWEEN)
_LAST = re.compile(f"and |{_LAST_JOINT}")
_NAME_LONGEST = 80

# Names that tell by their form: `…Bench`, `X-Bench-V`, `Some Arena`, `XY 2025 Challenge`.
_SUFFIX = "(?:[Bb]ench|Benchmark|Arena|Eval|QA|Gym)"
_STRONG = re.compile(
    rf"(?!{_SUFFIX}(?:\s|$))(?:\S+ )?(?:{LETTER}|[{DASH}])*{_SUFFIX}"
    rf"(?:[{DASH}](?:{LETTER}|[{DASH}])+(?:\.\d+)*)?[{MARKS}]*(?!\S)"
    r"|[A-Z]{2}\S*(?: 20\d\d)?[ -]Challenge(?!\S)"
)
# What makes a version or split of a name; a number after a space may as well be a score.
SPLIT_WORD = "(?:Verified|Lite|Pro|Hard|Multilingual|Multimodal|Plus|Mini|Full|Diamond)"
_ATTACHED = re.compile(rf"[{DASH}][A-Z0-9]\S*")
_NUMBERED = re.compile(rf" (?:[vV]?\d{{1,2}}(?:\.\d+)*|20\d\d|{SPLIT_WORD})(?!\S| [A-Z])")
_VERSIONED = re.compile(rf" (?:[vV]\d+(?:\.\d+)*|\d\.\d|20\d\d|\d\d|{SPLIT_WORD})(?!\S| [A-Z])")
_NUMBER_WORD = re.compile(r"[vV]?\d+(?:\.\d+)*")

# Names that are by their form something else.
_SIZE = re.compile(r"(?:^|[-_ ])A?\d+(?:\.\d+)?[BMT](?![A-Za-z])")
_MEASURES = (
    "F1|AUC|mAP|AP|IoU|mIoU|PSNR|SSIM|LPIPS|FID|FVD|WER|CER|BLEU|ROUGE|MSE|MAE|RMSE|EPE|NMI|NDCG|MRR|KL|PPL|MOS|SR|SPL|"
    "FPS|FLOPs|TFLOPs|ROI|CI|ASR|Acc|Spearman|Pearson|Kendall|Pareto"
)
_TERMS = (
    "AI|ML|NLP|CV|RL|SFT|DPO|PPO|LLM|LLMs|VLM|VLMs|MLLM|VLA|MoE|RAG|API|GPU|GPUs|CPU|TPU|RTX|SOTA|OOD|ID|QA|VQA|TTS|OCR|"
    "NAS|SLAM|SQL|CLI|GUI|MCP|HTML|JSON|PDF|RGB|RGB-D|RGBD|Transformer|Python|Java|Rust|Docker|Linux|GitHub|ViT|CNN|RNN|"
    "UNet|LoRA|Web|English|Chinese|H100|A100|Best|Benchmarks?|Datasets?"
)
_ENDS = (  # of the name of a measure, a part of a system, a size of a model
    "GPU|CPU|Agent|Agents|Model|Success|Rate|Accuracy|Quality|Consistency|Score|Loss|Prompt|Error|Correlation|Time|Cost|Fidelity|"
    "Base|Instruct|Chat|Flash|Turbo|Max|Mini|Nano|Ultra|Large|Small|Medium|Tiny"
)
_NOT_OF_NAME = re.compile(f"{_MEASURES}|Benchmarks?|Datasets?")
_OTHER = re.compile(f"{_TERMS}|(?:.*[ -])?(?:{_MEASURES}|{_ENDS})")
_NO_NAME = re.compile(r"[A-Z][a-z]+-[a-z]+|.{1,2}|(?:\S )*\S|.*_[a-z].*|.*[a-z](?:SR|Acc|Score|Rate|MSE)")
_TITLE_WORD = re.compile("[A-Z][a-z]+")

# What stands beside a name: is it called a benchmark, are results shown on it, does it act like a method?
_COUNTED = (
    r"\s?(?:等)?(?:[一二三四五六七八九十两\d]+|多|各)?\s?[个项大套类]?"
    "(?:[（(]|公开|标准|主流|外部|留出|未见){0,2}"
)
_TEST_AFTER = re.compile(
    rf"{_COUNTED}(?:基准|测试集|评测集)"
    r"|['’]?s? (?:(?:[a-z\-]+ )?(?:benchmark|test set|leaderboard)|benchmarks|test sets)\b"
)
_DATA_AFTER = re.compile(rf"{_COUNTED}(?:数据集|语料)|['’]?s? (?:[a-z\-]+ )?(?:datasets?|corpus)\b")
_TEST_BEFORE = re.compile(
    r"(?:基准|测试集|评测集)(?:上|包括|涵盖|有|为|[：:（(“\s])*$"
    r"|\bbenchmarks(?: such as| including| like|:| \()*\s*$|\bthe benchmark\s*$"
)
_DEFINED = re.compile(
    r"[”」\"]?(?:[^。，,\n]{0,12}是[^。，,；\n在]{0,40}基准|(?:,| is|:) ?an? [^,.;\n]{0,80}\bbenchmark"
    r"|: (?:A |.{0,40})?Benchmark)"
)
_ON = ("在", "On", "Across", "In", " on", " across", " in", " on the", " across the", " in the", " across all")
_ON_END = re.compile(r"\s?(?:[（(][^（()）]{0,30}[)）]\s?)?(?:[^，。；、（(\s]{0,10}(?<!基础)[上中里]|[，,的最])")
_CHANGES = "raise|lift|improve|boost|increase|move|raises|lifts|improves|boosts|increases|moves"
_CHANGE = (*"将把使让", *(f"{end}、" for end in "0123456789%点"), *(f" {verb}" for verb in _CHANGES.split("|")))
_CHANGED = re.compile(
    r"\s?(?:[a-zA-Z]+@\d+[^，。；]{0,10}?|平均\s?)?"
    r"(?:从|由|为\s?\d|提升|提高|上升|升|降|(?:rises?|improves?|drops?|falls?|increases?|from|by)\b)"
)
_METHOD_WORDS = (
    "than|vs|vs.|versus|by|using|with|via|train|trains|trained|training|fine-tune|fine-tuned|fine-tuning|baseline|baselines|"
    "model|models|backbone|policy"
)
_METHOD_WORDS_ZH = "优于|超过|对比|相比|相较|对|比|用|基于|采用|由|模型|骨干|方法|基线|训练|微调|作者|提出"
_METHOD_BEFORE = (*(f" {word}" for word in _METHOD_WORDS.split("|")), *_METHOD_WORDS_ZH.split("|"))
_METHOD_AFTER = re.compile(
    r"\s?(?:等)?(?:[一二三四五六七八九十两\d]+个)?"
    r"(?:达到|取得|优于|超过|胜过|均?最[强高低优]|为最强|模型|智能体|算法|方法|框架|架构|骨干|编码器|规划器|作为|"
    r"(?:achieves?|outperforms?|reaches|surpass\w*|beats|leads|attains?|improves? over|models?|agents?|policy|policies|"
    r"backbone|encoder|optimizer|tokenizer|uses|completes|is competitive)\b)"
)
_BETTER = re.compile(
    "达到|取得|优于|最佳|最优|最高|提升|领先|超[过越]|outperform|achiev|improv|best|surpass", re.IGNORECASE
)
ANY_FIGURE = re.compile(r"\d|百分之")
_INTRODUCED = re.compile(
    r"(?:\b(?:introduc|propos|present|releas|construct|build|develop)[a-z]*(?: the)?"
    r"|(?:提出|引入|构建|推出|发布|介绍)了?)\s?$"
)
_OPENING = frozenset({"positioning", "abstract", "abstract_en", "abstract_zh", "analysis_summary"})
_UNTOLD = frozenset({"method", "followup", "analysis_method", "analysis_future"})
"""Long parts that name systems and parts of systems more than benchmarks."""
_BEFORE, _AFTER = 24, 100
"""Characters of context."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch that is read as one statement; `follow` may hold the numbers that a heading announces.

    `role` is `claim`, `result` (a sentence that may tell results), `test` (how was it tested) or `other`.
    """

    text: str
    role: str
    section: str
    follow: str = ""
    anchor: str = ""


@dataclass(slots=True)
class Evidence:
    """How often the note speaks for and against a name being a benchmark."""

    tested: int = 0
    """Called a benchmark."""
    called: int = 0
    """Called a data set, or enumerated with benchmarks."""
    shown: int = 0
    """Results are said to be on it."""
    method: int = 0
    """It acts, or others are compared with it."""
    defined: bool = False
    base: str = ""
    """Key of the name that this may be a version of."""
    standings: set[str] = field(default_factory=set)
    spellings: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Signs:
    """What the passages of a paper say about written names, by key."""

    evidence: Mapping[str, Evidence]
    together: Set[tuple[str, str]]
    """Pairs in one enumeration where one name begins the other."""
    introduced: Set[str]
    """Benchmarks that the paper says it brings."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A written name: `known`, `strong` (its form tells), `version` or `marked` (of `base`, maybe), or neither."""

    spelling: str
    standing: str
    base: str = ""


def gather(passages: Iterable[Passage], lexicon: Lexicon) -> Signs:
    """Read every enumeration of names, and every name alone, with what stands before and after it."""
    evidence: dict[str, Evidence] = defaultdict(Evidence)
    together: set[tuple[str, str]] = set()
    introduced: set[str] = set()
    for passage in passages:
        if passage.section in _UNTOLD:
            continue
        stated = ANY_FIGURE.search(passage.text + passage.follow) or _BETTER.search(passage.text)
        numbers = passage.role != "other" and bool(stated)
        for start, end in (span for match in _LIST.finditer(passage.text) for span in _enumerations(match)):
            written = [item for item in _SPLIT.split(passage.text[start:end]) if len(item) <= _NAME_LONGEST]
            items = [_trim(item, lexicon) for item in written]
            keys = {name_key(item[-1].spelling) for item in items}
            together.update((short, key) for short in keys for key in keys if key != short and key.startswith(short))
            before, after = passage.text[max(0, start - _BEFORE) : start], passage.text[end : end + _AFTER]
            _weigh(items, before, after, numbers, evidence)
            if passage.section in _OPENING and _INTRODUCED.search(before):
                introduced.update(key for key in keys if _is_test(evidence[key]))
    return Signs(evidence, together, introduced)


def _enumerations(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Spans of "A, B and C"; names that only a comma parts ("on A, B reaches …") stand alone."""
    gaps = [(gap.start(), gap.end(), gap.group()) for gap in _SPLIT.finditer(match.string, *match.span())]
    if not gaps:
        yield match.span()
        return
    start, first, closed = match.start(), 0, False
    for index, (end, begin, gap) in enumerate([*gaps, (match.end(), match.end(), ",")]):
        last = index == len(gaps)
        if not (last or ("," in gap and closed)):
            closed |= bool(_LAST.search(gap))
            continue
        inner = gaps[first:index]
        if closed or not any("," in text for *_, text in inner):
            yield start, end
        else:
            edges = [start, *(edge for left, right, _ in inner for edge in (left, right)), end]
            yield from zip(edges[::2], edges[1::2], strict=True)
        start, first, closed = begin, index + 1, False


def _trim(phrase: str, lexicon: Lexicon) -> list[_Name]:
    """The name at the start of a phrase and, where a number, the word of a split or a mark follows, the longer one."""
    item = phrase.rstrip("†‡")
    words = item.split(" ")
    while len(words) > 1 and _NOT_OF_NAME.fullmatch(words[-1]):
        words.pop()
    heads = [" ".join(words[:end]) for end in range(len(words), 0, -1)]
    item, base = heads[0], heads[0].rpartition("-")[0]
    head, standing = next((head for head in heads if name_key(head) in lexicon.names), ""), "known"
    if not head and (strong := _STRONG.match(item)):
        head, standing = strong.group(), "strong"
    if not head:
        head, standing = item, "strong" if base and name_key(base) in lexicon.names else ""
    if not standing and len(words) > 1 and _NUMBER_WORD.fullmatch(words[-1]):
        head = heads[1]
    tail = item[len(head) :]
    if attached := _ATTACHED.match(tail):
        return [_Name(head + attached.group(), "strong")]
    if number := (_NUMBERED if standing else _VERSIONED).match(tail):
        return [_Name(head, standing), _Name(head + number.group(), "version", head)]
    return [_Name(head, standing), *([_Name(phrase, "marked", head)] if phrase == head + phrase[-1] else [])]


def _weigh(items: list[list[_Name]], before: str, after: str, numbers: bool, evidence: dict[str, Evidence]) -> None:
    names = [name for item in items for name in item]
    several = len(items) > 1
    tested = bool(_TEST_AFTER.match(after) or _TEST_BEFORE.search(before))
    beside = several and any(name.standing in ("known", "strong") for name in names)
    called = tested or beside or bool(_DATA_AFTER.match(after))
    led = before.rstrip()
    placed = led.endswith(_ON) and (led[-1] != "在" or bool(_ON_END.match(after)))
    changed = (not led or led.endswith(_CHANGE)) and bool(_CHANGED.match(after))
    acts = led.endswith(_METHOD_BEFORE) or bool(_METHOD_AFTER.match(after))
    method = acts or any(_is_other(name.spelling) for name in names)
    for name in names:
        word = bool(_TITLE_WORD.fullmatch(name.spelling))
        entry = evidence[name_key(name.spelling)]
        entry.spellings[name.spelling] += 1
        entry.standings.add(name.standing)
        entry.base = name_key(name.base)
        entry.defined |= bool(_DEFINED.match(after))
        entry.tested += tested
        entry.called += called
        entry.shown += numbers and (placed or changed) and not (word and not (placed and several))
        entry.method += method


def _is_other(name: str) -> bool:
    """Whether a name is by its form a measure, a machine, a model of a stated size or no name."""
    return bool(_OTHER.fullmatch(name) or _SIZE.search(name) or _NO_NAME.fullmatch(name))


def _is_test(entry: Evidence) -> bool:
    return entry.defined or "strong" in entry.standings


def looks_like_test(key: str, signs: Signs, lexicon: Lexicon) -> bool:
    """Whether a name, here the paper's own, is that of a benchmark and not of a method."""
    entry = signs.evidence.get(key)
    form = _STRONG.match(lexicon.names.get(key, ""))
    return bool(form or (entry and (_is_test(entry) or entry.tested)))


def accepted(signs: Signs, own: Set[str], lexicon: Lexicon) -> Lexicon:
    """Unlisted names that count as benchmarks; a version counts where its name does."""
    plain = {key: entry for key, entry in signs.evidence.items() if not entry.base and _is_benchmark(entry, key in own)}
    versions = [
        entry
        for key, entry in signs.evidence.items()
        if (entry.base in plain or entry.base in lexicon.names) and _is_version(key, entry, signs)
    ]
    found = [entry.spellings for entry in (*plain.values(), *versions)]
    return build((spelling, spellings.most_common(1)[0][0]) for spellings in found for spelling in spellings)


def _is_version(key: str, entry: Evidence, signs: Signs) -> bool:
    """A number may be a score unless it comes back; a mark may be a footnote's unless the bare name is beside it."""
    return entry.spellings.total() > 1 if "version" in entry.standings else (entry.base, key) in signs.together


def _is_benchmark(entry: Evidence, own: bool) -> bool:
    if "known" in entry.standings or any(map(_is_other, entry.spellings)):
        return False
    if _is_test(entry) or entry.tested > (0 if own else entry.method):
        return True
    return not own and max(entry.called, entry.shown) > entry.method
