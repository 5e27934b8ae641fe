"""Folding, languages, decoding, and lines as editors count them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimbook.text import Lines, decode, escape, fold, language, squeeze

texts = st.text(st.sampled_from("ab蜂\r\n\f\v\x1c\x85\u2028\u2029 "), max_size=30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bees dance in the dark.", "en"),
        ("蜜蜂在黑暗中跳舞。", "zh"),
        ("BeeBench 是一个评测蜜蜂舞蹈的基准", "zh"),
        ("The term 蜜蜂 means a bee, and nothing else than a bee", "en"),
        ("abcd蜂", "zh"),
        ("abcde蜂", "en"),
        ("ミツバチ", "en"),
        ("12.5% ± 3", "en"),
        ("", "en"),
    ],
)
def test_a_text_is_chinese_when_a_fifth_of_its_letters_are(text: str, expected: str) -> None:
    assert language(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [("SWE-bench", "swe bench"), ("Ｂｅｅ", "bee"), ("bee_1", "BEE–1"), ("STRASSE", "straße"), ("a\n b", "AB")],
)
def test_spellings_of_one_name_fold_to_one_key(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_white_space_is_squeezed() -> None:
    assert squeeze(" a \n\t b\u3000c ") == "a b c"


def test_markup_and_control_characters_are_shown_and_not_obeyed() -> None:
    assert escape("<b a=\"x\" c='y'>&\x00\x1b\x7f") == "&lt;b a=&quot;x&quot; c=&#x27;y&#x27;&gt;&amp;␀␛␡"
    assert escape("a\tb\r\nc") == "a\tb\r\nc"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("\n", [""]),
        ("a\n\nb", ["a", "", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r", ["a", "b"]),
        ("a\r\n\rb\n\r", ["a", "", "b", ""]),
        ("a\fb\nc\vd", ["a\fb", "c\vd"]),
        ("a\u2028b\u2029c\x85d\x1ce\n", ["a\u2028b\u2029c\x85d\x1ce"]),
    ],
)
def test_only_cr_and_lf_end_a_line(text: str, lines: list[str]) -> None:
    assert list(Lines(text)) == lines
    assert len(Lines(text)) == len(lines)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_where_counts_from_one_under_any_newline(newline: str) -> None:
    text = newline.join(["蜂 b", "", "cd"])
    lines = Lines(text)
    assert lines.where(0) == (1, 1)
    assert lines.where(text.index("b")) == (1, 3)
    assert lines.where(text.index("d")) == (3, 2)
    assert lines.where(text.index(newline)) == (1, 4)
    assert lines.where(len(text)) == (3, 3)


def test_where_in_an_empty_text_is_its_start() -> None:
    assert Lines("").where(0) == (1, 1)


def test_a_span_of_lines_leaves_out_the_last_newline_only() -> None:
    text = "a\r\nb\r\nc\r\n"
    span = Lines(text).span(0, 1)
    assert text[span.start : span.end] == "a\r\nb"


@given(texts)
def test_lines_and_newlines_together_are_the_text(text: str) -> None:
    lines = Lines(text)
    for number, span in enumerate(lines.spans, 1):
        assert text[span.start : span.end] == lines[number - 1]
        assert lines.where(span.start) == (number, 1)
    starts = [*(span.start for span in lines.spans[1:]), len(text)]
    gaps = [text[span.end : start] for span, start in zip(lines.spans, starts, strict=False)]
    assert all(gap in ("\r\n", "\r", "\n") for gap in gaps[:-1])
    assert gaps[-1:] == [] or gaps[-1] in ("\r\n", "\r", "\n", "")


CHINESE = "蜜蜂在黑暗的蜂巢里用舞蹈告诉同伴花在哪里。\r\n第二行 bee\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (CHINESE.encode(), "utf-8"),
        (b"\xef\xbb\xbf" + CHINESE.encode(), "utf-8"),
        (b"\xff\xfe" + CHINESE.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + CHINESE.encode("utf-16-be"), "utf-16-be"),
        (CHINESE.encode("gb18030"), "gb18030"),
    ],
)
def test_a_text_is_decoded_with_its_newlines_and_without_its_mark(data: bytes, encoding: str) -> None:
    assert decode(data) == (CHINESE, encoding)


def test_only_the_first_mark_is_taken_off() -> None:
    assert decode("\ufeff\ufeffa".encode())[0] == "\ufeffa"


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"abc\n\xff\xfe\x00", 4),
        (b"\xef\xbb\xbfab\xff", 5),
        (b"\xff\xfea\x00b", 4),
        ("café au lait".encode("latin-1"), 3),
        (CHINESE.encode()[:-1] + b"\xe8\x9c", len(CHINESE.encode()) - 1),
        (CHINESE.encode()[1:], 0),
        (CHINESE.encode().replace("里".encode(), b"\xe9\x87"), 24),
    ],
)
def test_what_is_no_text_is_told_by_its_first_bad_byte(data: bytes, offset: int) -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        decode(data)
    assert caught.value.start == offset
