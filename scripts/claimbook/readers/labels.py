"""How people name the parts of a note, in Chinese and English: labels of fields, headings of sections."""

from __future__ import annotations

import re

from .base import ARXIV_ID

FIELDS = {
    "title": r"(?:英文|中文|原|原文|论文)?(?:标题|题目)|(?:original|english|chinese|paper)?\s*titles?",
    "authors": r"作者(?:列表|团队)?|authors?",
    "link": r"(?:原文|论文|文章|arxiv|pdf|abs|paper)?\s*(?:链接|地址|网址)|原文|links?"
    r"|(?:arxiv|pdf|abs|paper|source|html)?\s*url|paper|arxiv(?:\s*(?:id|编号))?|pdf|doi|abs",
    "categories": r"方向|领域|研究领域|(?:主题)?/?(?:分类|类别|学科)|categor(?:y|ies)|subjects?|fields?",
    "keywords": r"关键词|关键字|标签|key\s?words|tags?",
    "published": r"(?:发布|发表|提交|更新|收录|首次提交)?(?:日期|时间)|published|updated|dates?|submitted|publish date",
    "abstract": r"(?:中文|英文|原文|原始|论文)?(?:摘要|简介|概要)(?:翻译)?"
    r"|(?:original|chinese|english)?\s*abstract|summary",
    "other": r"机构|单位|affiliations?|institutions?|代码|code|github|项目(?:主页|页|地址)?|project(?: page)?|来源"
    r"|source|评分|得分|score|推荐(?:级别|指数|理由)?|venue|会议|期刊|点赞|upvotes?|citations?|引用|comments?|备注"
    r"|cite ?key",
}
"""Fields of a paper, each with its synonyms; `other` are fields that are recognised and left alone."""
SECTIONS = (
    (
        "positioning",
        r"一句话|tl;?dr|核心结论|结论(?:先行|摘要)|conclusion summary|nutshell|要点|take-?aways?|速览|highlights?",
    ),
    ("limitations", r"局限|不足|缺陷|保留意见|风险|limitations?|weakness|caveats?"),
    ("analysis_related", r"相关工作|相关研究|related works?"),
    ("analysis_future", r"未来|后续|展望|跟进|进一步|follow-?ups?|future|next steps?"),
    (
        "experiments",
        r"核心发现|主要发现|实验|评测|评估|结果|效果|experiments?|evaluations?|results?|benchmarks?|findings?",
    ),
    ("background", r"背景|动机|问题|background|motivation|problem|introduction|research question"),
    (
        "method",
        r"方法|机制|架构|方案|创新|贡献|技术|approach|methods?|methodology|architecture|contributions?|innovations?",
    ),
    ("analysis_summary", r"总结|结论|小结|conclusions?|summary"),
    ("metadata", r"元数据|基本信息|论文信息|metadata|来源|sources?|links?|链接"),
)
"""Kinds of sections and the words of a heading that tell them; the first that matches counts."""
QUESTIONS = {
    "试图解决什么问题": "analysis_problem",
    "有哪些相关研究": "analysis_related",
    "如何解决这个问题": "analysis_method",
    "做了哪些实验": "analysis_experiments",
    "进一步探索的点": "analysis_future",
    "总结一下论文的主要内容": "analysis_summary",
}
QUESTION = re.compile(r"Q\s?\d{1,2}\s*[:：.、]\s*(\S.{0,120})")
NUMBERING = re.compile(
    r"[\W_]*?(?:[\[【(（]\s*\d{1,3}\s*[\]】)）]|#?\d{1,3}(?:\.\d{1,2})*(?:[.、:：)）]|\s+-)(?!\d)|第\s?[\d一二三四五六七八九十]{1,3}[篇章节]"
    r"|[一二三四五六七八九十]{1,3}、|(?:论文|paper)\s*\d{1,3}\s*[:：.])[:：.、]?\s*",
    re.IGNORECASE,
)
DOI = re.compile(r"(?<![\w.])(10\.\d{4,9}/[^\s\"'<>\[\]{}|\\^，。；（）]{1,200})")
PAPER_PAGE = re.compile(
    r"https?://(?:www\.)?(?:arxiv\.org/|(?:dx\.)?doi\.org/|huggingface\.co/papers/\w|openreview\.net/\w|aclanthology\.org/\w"
    r"|alphaxiv\.org/|papers\.cool/|semanticscholar\.org/paper|proceedings\.\w|openaccess\.thecvf\.com/\w)"
)
_NEAR = 200
"""Labels and numbers end this near to the start of a line; the patterns are not linear beyond."""
_ABSTRACT = re.compile(rf"(?:{FIELDS['abstract'].removesuffix('|summary')})\Z", re.IGNORECASE)
_SECTIONS = tuple(
    (kind, re.compile(rf"(?:\b|(?<=[^\x00-\x7f]))(?:{words})", re.IGNORECASE)) for kind, words in SECTIONS
)
_NAMES = "|".join(f"(?P<{field}>{words})" for field, words in FIELDS.items())
_ASIDE = r"(?:\s*[/|（(]\s*[^:：\n()（）]{0,30}[)）]?)?"
LABEL = re.compile(
    rf"(?:[ ]{{0,3}}>[ ]?){{0,3}}[^\w\n:：<>\[(（]{{0,12}}[\[【]?\s*(?:{_NAMES}){_ASIDE}\s*[\]】]?[*_\s]{{0,4}}[:：]",
    re.IGNORECASE,
)
"""At the start of a line, raw or not: an optional marker, sign and bold, the name of a field and a colon."""


def field_of(line: str) -> tuple[str, int] | None:
    """The field whose label begins the line, and where its value begins."""
    match = LABEL.match(line, 0, _NEAR)
    if match is None or match.lastgroup is None:
        return None
    end = match.end()
    while end < len(line) and line[end] in "*_ \t\u3000":
        end += 1
    return match.lastgroup, end


def section_kind(heading: str) -> str:
    """The kind of section that a heading names; `abstract` is of either language, `other` of no kind known."""
    if question := QUESTION.match(heading):
        return next((kind for words, kind in QUESTIONS.items() if words in question[1]), "analysis_other")
    bare = unnumbered(heading[:_NEAR]).strip(" *_:：")
    if _ABSTRACT.match(re.split(r"\s*[（(/|]", bare, maxsplit=1)[0]):
        return "abstract"
    return next((kind for kind, words in _SECTIONS if words.search(bare[:100])), "other")


def unnumbered(heading: str) -> str:
    """A heading without the number of its paper or section."""
    match = NUMBERING.match(heading, 0, _NEAR)
    return heading[match.end() :].strip() if match and match.end() < len(heading) else heading.strip()


def arxiv_id(*texts: str) -> str:
    """The first arXiv id in these, without its version."""
    return next((found[1] for text in texts if (found := ARXIV_ID.search(text))), "")


def doi(*texts: str) -> str:
    """The first DOI in these that is not arXiv's own."""
    for text in texts:
        if (found := DOI.search(text)) and not found[1].lower().startswith("10.48550/arxiv."):
            return found[1].rstrip(".,;:)")
    return ""


def people(text: str) -> tuple[str, ...]:
    """Names of authors, without affiliations behind them and without “et al.”."""
    text = re.sub(r"[（(][^()（）]{0,200}[）)]", "", text[:5000])
    parts = re.split(r"[;；]" if re.search("[;；]", text) else r"[,，、]|\s+(?:and|&)\s+", text)
    names = (re.sub(r"^and\s+|\s*(?:等人?|et al\.?)\s*$", "", part.strip()) for part in parts)
    return tuple(name for name in names if name and name not in ("等", "et al", "and"))


def listed(text: str) -> tuple[str, ...]:
    """The items of a list on one line."""
    return tuple(item.strip() for item in re.split(r"[,，、;；·|]|\s/\s", text) if item.strip())
