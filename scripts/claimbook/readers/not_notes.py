"""Files that are no notes: empty days, failed downloads, placeholders, indexes; each is known by a written sign."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..model import Reading, Region, Source
from ..text import Lines, problem
from . import labels
from .base import ARXIV_ID, skin_of
from .flow import Flow
from .html_flow import flows as html_flows
from .markdown_flow import document

_LARGEST = 200_000
"""A longer file is no placeholder; whatever it is, a reader or a person must look at it."""
_TAG = re.compile(
    r"<(?:script|style)\b[^<]*(?:<(?!/(?:script|style))[^<]*)*|<[^<>]{0,2000}>|<!--.{0,2000}?-->", re.DOTALL
)
_NO_PAPERS = re.compile(
    r"(?:今日|本日|本次|当日|当天)\s?(?:暂?无|没有)|(?:暂无|没有找到|未找到|没有新的?)[^\n。]{0,6}(?:论文|推荐|更新|文章|内容)"
    r"|(?:推荐|论文)总数\s*[:：]\s*0\b|\bno (?:new )?(?:papers?|recommendations?|results?|updates?)\b"
    r"|\b(?:papers? found|total papers?)\s*[:：]\s*0\b",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"\b(?:40[0134]|410|429|50[0234])\b[\s:：-]*(?:error|not found|forbidden|unauthorized|bad gateway|gone|too many"
    r"|service|gateway|internal|bad request|that.s an error)|\bhttp (?:error )?[45]\d\d\b"
    r"|error:? (?:code:? )?[45]\d\d\b"
    r"|^[\s#*]*(?:40[34]|50[0234])\s*$|just a moment|checking your browser|enable javascript and cookies|access denied"
    r"|attention required|page not found|too many requests|rate limit exceeded|connection (?:refused|timed out|reset)"
    r"|页面不存在|找不到页面|访问被拒绝|请求过于频繁|抓取失败|下载失败|获取失败",
    re.IGNORECASE | re.MULTILINE,
)
_PLACEHOLDER = re.compile(
    r"\b(?:todo|tbd|coming soon|placeholder|lorem ipsum|work in progress|under construction)\b"
    r"|待补充|待完成|敬请期待|占位|施工中|\{\{\s*\w+[^{}\n]{0,60}\}\}|<%\s*tp\.",
    re.IGNORECASE,
)
_PROJECT = re.compile(
    r"(?:installation|install|usage|licen[cs]e|contributing|getting started|quick ?start|setup|deployment|features"
    r"|changelog|安装|安装说明|使用方法|使用说明|使用|快速开始|许可证?|开源协议|贡献指南|项目结构|目录结构|部署|功能特性|更新日志)\W{0,4}\Z",
    re.IGNORECASE,
)
_PROJECT_FILE = re.compile(r"(?:\A|/)(?:readme|changelog|license|contributing|code_of_conduct)\b[^/]*\Z", re.IGNORECASE)
_LINK_LINE = re.compile(
    r"(?:[-*+•|]|\d{1,4}[.)])?[ *|]{0,8}(?:\[[ x]\] )?[^\w\[]{0,4}"
    r"(?:\[\[[^\[\]\n]{1,300}\]\]|\[[^\]\n]{1,300}\]\([^()\n]{1,500}\))[^\n]{0,60}\Z"
)


def _visible(source: Source) -> str:
    return _TAG.sub(" ", source.text)


def _pieces(source: Source) -> tuple[Flow, ...]:
    return html_flows(source.text) if skin_of(source) == "html" else document(source.text)


def _start(source: Source) -> str:
    """The first words: of the title of a web page, of a heading, of a text."""
    title = re.search(r"<title[^<>]{0,100}>([^<]{0,300})", source.text[:20_000], re.IGNORECASE)
    return (title[1] if title else "") + "\n" + _visible(source).strip().partition("\n")[0][:300]


def _names_paper(source: Source) -> bool:
    return bool(ARXIV_ID.search(source.text) or labels.DOI.search(source.text))


def _failed_fetch(source: Source, lines: Lines) -> bool:
    short = len(" ".join(_visible(source).split())) < 600
    return bool(_FAILED.search(_start(source)) or (short and not _names_paper(source) and _FAILED.search(source.text)))


def _empty_day(source: Source, lines: Lines) -> bool:
    return not _names_paper(source) and bool(_NO_PAPERS.search(source.text)) and len(source.text) < 3000


def _empty_table(source: Source, lines: Lines) -> bool:
    if "|" not in source.text:
        return False
    pieces = [flow for flow in _pieces(source) if flow.text and flow.kind not in ("front-matter", "heading")]
    tables = [flow for flow in pieces if flow.kind == "table" and len(flow.blocks[0].rows) == 1]
    return bool(tables) and all(flow in tables or len(flow.text) < 200 for flow in pieces) and not _names_paper(source)


def _placeholder(source: Source, lines: Lines) -> bool:
    found = _PLACEHOLDER.search(source.text)
    return bool(found) and not _names_paper(source) and len("".join(_visible(source).split())) < 400


def _only_headings(source: Source, lines: Lines) -> bool:
    pieces = _pieces(source)
    return bool(pieces) and all(flow.kind in ("heading", "rule", "front-matter") or not flow.text for flow in pieces)


def _index(source: Source, lines: Lines) -> bool:
    pieces = _pieces(source)
    body = [flow for flow in pieces if flow.kind not in ("front-matter", "heading", "rule") and flow.text]
    filled = [line for flow in body for line in _raw_lines(lines, flow) if line.strip()]
    links = sum(bool(_LINK_LINE.match(line.strip()[:1000])) for line in filled)
    return links >= 3 and links * 5 >= len(filled) * 4


def _raw_lines(lines: Lines, flow: Flow) -> list[str]:
    first, last = lines.where(flow.span.start)[0], lines.where(max(flow.span.start, flow.span.end - 1))[0]
    return [lines[number - 1] for number in range(first, last + 1)]


def _project(source: Source, lines: Lines) -> bool:
    if _PROJECT_FILE.search(source.path):
        return True
    headings = [labels.unnumbered(flow.text).strip() for flow in _pieces(source) if flow.kind == "heading"]
    return sum(bool(_PROJECT.search(heading)) and len(heading) < 30 for heading in headings) >= 2


_Sign = Callable[[Source, Lines], bool]
SURE: tuple[tuple[str, _Sign], ...] = (
    ("a failed download: its first words are those of an error page", _failed_fetch),
    ("an empty day: it says that there are no papers", _empty_day),
    ("a table without rows", _empty_table),
    ("a placeholder, not yet filled in", _placeholder),
)
"""Signs that no reader of papers is asked about."""
LIKELY: tuple[tuple[str, _Sign], ...] = (
    ("headings without any text", _only_headings),
    ("an index: links to other pages and hardly a word besides", _index),
    ("a description of a project, not of a paper", _project),
)
"""Signs that count only where no reader found a paper."""


def not_a_note(source: Source, lines: Lines, signs: tuple[tuple[str, _Sign], ...]) -> Reading | None:
    """The file as a reading without papers that says why, or None."""
    if len(source.text) > _LARGEST:
        return None
    reason = next((reason for reason, sign in signs if sign(source, lines)), "")
    if not reason:
        return None
    filled = [index for index in range(len(lines)) if lines[index].strip()]
    region = Region(kind="not a note", span=lines.span(filled[0], filled[-1]))
    found = problem(source, filled[0] + 1, "not-a-note", f"this is no note but {reason}", severity="notice")
    return Reading(source=source, format="none", regions=(region,), problems=(found,))
