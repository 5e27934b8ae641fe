"""Text without meaning: folding, spans and lines, languages, escaping."""

from __future__ import annotations

import bisect
import codecs
import html
import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator

from .model import Problem, Severity, Source, Span

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Inside of a character class: Han letters of the Basic Multilingual Plane."""
_HAN = re.compile(f"[{HAN}]")
_LETTER = re.compile(rf"[A-Za-z{HAN}]")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_REORDERING = "\u202a-\u202e\u2066-\u2069"
_SIGNS = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n\r"}
_SIGNS |= {127: "\u2421", **dict.fromkeys(range(128, 160), "\ufffd"), 0x85: " "}
_SIGNS |= {code: f"[U+{code:04X}]" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""What is shown for a character that has no shape, or that would change the order of those around it."""
ODD = re.compile(
    r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2060-\u2064\ufeff\ufff9-\uffff"
    # A joiner belongs between the parts of one picture, and of a word in some scripts.
    rf"{_REORDERING}\U000e0000-\U000e007f]|[\u200c\u200d](?<![\u0600-\u109f\u2190-\U0001faff].)"
)
"""A character that no text needs and that hides something: a control, a sign of lost text, one without width."""
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_SEPARATORS = re.compile(r"[\s\-_‐‑‒–—]+")


def fold(text: str) -> str:
    """Key under which two spellings are one name: NFKC, no case, no space, hyphen or underscore."""
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", text).casefold())


def squeeze(text: str) -> str:
    """One space for each run of white space, none at the ends."""
    return " ".join(text.split())


def language(text: str) -> str:
    """`zh` when a fifth or more of the letters are Han (a Han letter carries about a word), else `en`."""
    letters = len(_LETTER.findall(text))
    return "zh" if letters and len(_HAN.findall(text)) * 5 >= letters else "en"


def escape(text: str) -> str:
    """Text as HTML, safe in content and in a quoted attribute; what `signs` replaces is replaced."""
    return signs(html.escape(text, quote=True))


def signs(text: str) -> str:
    """Text with a visible sign for each control character and for each that would reorder the page."""
    return text.translate(_SIGNS)


def decode(data: bytes) -> tuple[str, str]:
    """Text of a file and the encoding it was in, without a byte-order mark and with every newline kept.

    UTF-8 is expected; UTF-16 is known by its mark, GB18030 by decoding to mostly Han letters.
    Raises UnicodeDecodeError, whose `start` is the first offending byte, for all else.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            # Decoded with its mark, which is one character, so that an error tells the offset in the file.
            return data.decode(encoding)[1:], encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        # Chinese UTF-8 with one bad byte decodes as GB18030 too, to other Chinese letters throughout.
        mended = data.decode("utf-8", "replace")
        if len(_HAN.findall(mended)) > mended.count("\ufffd"):
            raise
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            raise error from None
        # Nearly any bytes decode as GB18030; only Chinese text decodes to common Chinese letters.
        wide = [letter for letter in text if ord(letter) > 127]
        if sum("\u3000" <= letter <= "\u9fff" or letter > "\uff00" for letter in wide) < 0.9 * len(wide):
            raise error from None
        return text, "gb18030"


class LineTable:
    """Where the lines of a text begin, without the text; line and column numbers are 1-based."""

    def __init__(self, starts: Iterable[int]) -> None:
        self.starts = array("q", starts)

    def where(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset."""
        index = max(0, bisect.bisect_right(self.starts, offset) - 1)
        return index + 1, offset - (self.starts[index] if self.starts else 0) + 1


class Lines(LineTable):
    """The lines of a text with their spans."""

    def __init__(self, text: str) -> None:
        super().__init__(())
        self.text = text
        self.spans: list[Span] = []
        for match in _LINE.finditer(text):
            if match.start() == len(text):
                break
            content = match.group().rstrip("\r\n")
            self.starts.append(match.start())
            self.spans.append(Span(start=match.start(), end=match.start() + len(content)))

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, index: int) -> str:
        """Line at a 0-based index, without its newline."""
        span = self.spans[index]
        return self.text[span.start : span.end]

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def span(self, first: int, last: int) -> Span:
        """From the start of one line to the end of another, both 0-based, newline excluded."""
        return Span(start=self.spans[first].start, end=self.spans[last].end)


def problem(
    source: Source, line: int, code: str, message: str, *, column: int = 1, severity: Severity = "problem"
) -> Problem:
    """A finding at a 1-based place of a source."""
    return Problem(path=source.path, line=line, column=column, code=code, severity=severity, message=message)
