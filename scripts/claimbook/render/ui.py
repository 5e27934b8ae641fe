"""The words of the interface, once, in both languages."""

from __future__ import annotations

from collections.abc import Callable

Words = Callable[..., str]

TEXTS: dict[str, tuple[str, str]] = {
    # key: (Chinese, English)
    "home": ("首页", "Home"),
    "days": ("日期", "Days"),
    "tags": ("标签", "Tags"),
    "benchmarks": ("基准", "Benchmarks"),
    "papers": ("论文", "Papers"),
    "deep": ("深读", "Deep read"),
    "brief": ("简读", "Abstract only"),
    "digest": ("速览", "Digest"),
    "note": ("笔记", "Note"),
    "place": ("第 {n} / {all} 篇", "{n} of {all}"),
    "positioning": ("一句话定位", "Positioning"),
    "background": ("背景与动机", "Background"),
    "method": ("方法机制", "Method"),
    "experiments": ("实验与证据", "Experiments"),
    "claims": ("论断与原文", "Claims and evidence"),
    "review": ("审稿人视角", "Reviewer's view"),
    "limitations": ("局限与保留意见", "Limitations"),
    "followup": ("值得跟进", "What to follow up"),
    "unplaced": ("未能归位的段落", "Paragraphs out of place"),
    "abstract": ("摘要", "Abstract"),
    "abstract_en": ("英文摘要", "Abstract"),
    "abstract_zh": ("中文摘要", "Abstract in Chinese"),
    "disclaimer": ("说明", "Remark"),
    "analysis": ("解读", "Analysis"),
    "analysis_problem": ("要解决的问题", "The problem"),
    "analysis_related": ("相关研究", "Related work"),
    "analysis_method": ("解决方法", "The method"),
    "analysis_experiments": ("实验", "Experiments"),
    "analysis_future": ("可进一步探索", "Open questions"),
    "analysis_summary": ("总结", "Summary"),
    "analysis_other": ("其他", "Other"),
    "novelty": ("新颖性", "Novelty"),
    "soundness": ("可靠性", "Soundness"),
    "significance": ("重要性", "Significance"),
    "number": ("#", "#"),
    "claim": ("论断", "Claim"),
    "evidence": ("论文原文", "The paper's own words"),
    "check": ("核对", "Check"),
    "claims_caption": (
        "笔记里的论断，旁边是它引用的论文原句。",
        "What the note claims, beside the sentence of the paper it gives for it.",
    ),
    "unchecked": ("未核对", "unchecked"),
    "no_quote": ("笔记没有给出原文", "The note gives no quote"),
    "no_claim": ("原文上方没有论断", "No claim stands above this quote"),
    "claim_count": ("{n} 条论断", "{n} claims"),
    "claim_count_one": ("1 条论断", "1 claim"),
    "paper_count": ("{n} 篇论文", "{n} papers"),
    "paper_count_one": ("1 篇论文", "1 paper"),
    "link_claim": ("论断 {n} 的链接", "Link to claim {n}"),
    "copy": ("复制链接", "Copy link"),
    "copied": ("已复制", "Copied"),
    "derived_title": ("笔记没有标题，由程序拟定", "The note has no title; this one was derived"),
    "derived_mark": ("拟题", "derived"),
    "also": ("又名", "Also"),
    "authors": ("作者", "Authors"),
    "source": ("来源", "Source"),
    "lines": ("第 {first}–{last} 行", "lines {first}–{last}"),
    "previous": ("上一篇", "Previous"),
    "next": ("下一篇", "Next"),
    "related": ("相近的论文", "Related papers"),
    "mentioned": ("文中提到而没有给出数字", "Mentioned without figures"),
    "terms": ("依据：{terms}", "Given by: {terms}"),
    "by_hand": ("人工指定", "Set by hand"),
    "cut_abstract": (
        "这段摘要在此处被截断，余文不在笔记里。",
        "This abstract is cut here; the rest is not in the note.",
    ),
    "cut_answer": ("这段解读在此处中断，余文不在笔记里。", "This answer breaks off here; the rest is not in the note."),
    "failed": (
        "解读失败：笔记里只有摘要，没有对这篇论文的分析。",
        "The analysis failed: the note has the abstract but no analysis of this paper.",
    ),
    "missing_answers": (
        "解读不完整：笔记缺少 {names}。",
        "The analysis is incomplete; the note lacks: {names}.",
    ),
    "damaged": (
        "这篇笔记有缺损，下面只列出能确认的部分；构建报告给出了位置和原因。",
        "This note is damaged; below stands what can be trusted. The build report says where and why.",
    ),
    "seen": ("收录于", "Noted on"),
    "also_noted": ("另一份笔记", "Another note"),
    "no_figures_yet": ("暂无", "None yet"),
    "latest": ("最新收录", "Latest papers"),
    "all_days": ("全部日期", "All days"),
    "all_tags": ("全部标签", "All tags"),
    "all_benchmarks": ("全部基准", "All benchmarks"),
    "lead": (
        "每篇论文一页；每条论断都和论文原句并排，链接长期有效。",
        "One page a paper; every claim stands beside the paper's own sentence, under a link that lasts.",
    ),
    "stat_claims": ("论断", "claims"),
    "stat_days": ("天", "days"),
    "page_of": ("第 {n} / {all} 页", "Page {n} of {all}"),
    "newer": ("较新", "Newer"),
    "older": ("较早", "Older"),
    "moved": ("此页已移至新地址。", "This page has moved."),
    "moved_go": ("前往新地址", "Go to the new address"),
    "retired": ("此页的笔记已移除", "The note of this page was removed"),
    "retired_text": (
        "这个地址曾经属于一篇论文；它的笔记已从文件夹中移除，因此这里不再有内容。地址保留，不会另作他用。",
        "This address belonged to a paper whose note was removed from the folder, so nothing is left to show. "
        "The address stays reserved.",
    ),
    "empty": (
        "还没有笔记。把一个文件放进 source_notes/，再运行 make site。",
        "No notes yet. Put a file into source_notes/ and run make site.",
    ),
    "benchmark_claims": ("论断", "Claims"),
    "contents": ("目录", "Contents"),
    "more": ("更多", "More"),
    "as_data": ("数据", "Data"),
    "as_text": ("纯文本", "Plain text"),
    "breadcrumb": ("所在位置", "Breadcrumb"),
    "neighbours": ("前后论文", "Neighbouring papers"),
    "pages": ("分页", "Pages"),
    "undated": ("日期不明", "Undated"),
}


def words(language: str) -> Words:
    """Lookup of the interface's words: `t("place", n=1, all=8)`; a count of one takes the `_one` form."""
    column = 0 if language == "zh" else 1

    def text(key: str, **values: object) -> str:
        if values.get("n") == 1 and f"{key}_one" in TEXTS:
            key = f"{key}_one"
        return TEXTS[key][column].format(**values) if values else TEXTS[key][column]

    return text
