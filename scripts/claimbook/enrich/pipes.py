"""Tables that were flattened into one line: their rows, where the line itself proves them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PIPE = re.compile(r"(?:(?<=\s)|\A)\|(?=\s|\Z)")
_LONGEST_LABEL = 80
_MOST_TEXTS = 3

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_POWER = "[⁰¹²³⁴-⁹⁻]+"
_UNITS = (
    "%|×|x|K|M|B|T|k|m|b|ms|s|sec|secs|min|mins|h|hr|hrs|hours?|d|days?|KB|MB|GB|TB|MiB|GiB|TiB|Hz|kHz|MHz|GHz"
    "|FPS|fps|W|kW|J|pp|pts?|dB|°|µs|μs|us|FLOPs|GFLOPs|TFLOPs|GPU-hours|GPUh"
)
_QUANTITY = rf"[<>≤≥∼~≈+±–−-]?[$€£¥]?(?:{_NUMBER})(?:[eE][+-]?\d+)?(?: ?× ?10{_POWER})?(?:{_UNITS})?"
_SPREAD = rf"(?: ?[±/–:] ?(?:{_NUMBER})%?)*"
_ASIDE = rf"(?: ?[(\[][+−–±↑↓-]?(?:{_NUMBER})%?(?:, ?[+−–±-]?(?:{_NUMBER})%?)?[)\]])?"
_BARE = rf"(?P<quantity>{_QUANTITY}){_SPREAD}{_ASIDE}[*†‡§↑↓]*"
_BLANK = r"–|—|--?-?|−|✓|✔|✗|✘|✕|×"
_WORD = re.compile("n/?a|yes|no|oom|tbd|none", re.IGNORECASE)
_VALUE = re.compile(rf"(?:{_BARE}(?P<unit> (?:{_UNITS}))?|{_BLANK}|(?i:{_WORD.pattern}))?")
_VALUE_LABEL = re.compile(rf"(?P<value>{_BARE}|{_BLANK})(?P<unit> (?:{_UNITS})(?= ))?(?= (?P<label>\S.*))")
_LABEL = re.compile(r"(?:[+−–-] ?)?[^\W_]|[#&$@“\"<[{†*+]")
_VARIANT = re.compile(r"(?:w/o?|with|without|no) \S|[+−–-] ?[^\W\d]", re.IGNORECASE)
_INTEGER = re.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The cells of a table, row by row, as ranges of the text it was found in; the first row may name the columns."""

    rows: tuple[tuple[tuple[int, int], ...], ...]
    header: bool = False


def grid(text: str, claim: str = "") -> Grid | None:
    """The table that a quote without LaTeX copies is, or None where another reading is possible.

    Rows were joined by a space, so the last cell of one and the first of the next stick together. Where exactly
    every k-1st cell is a value with a label behind it, the table has k columns. `claim` knows names of columns.
    """
    bars = [match.start() for match in _PIPE.finditer(text)]
    if len(bars) < 2:
        return None
    edges = zip([0, *(bar + 1 for bar in bars)], [*bars, len(text)], strict=True)
    cells = [_Cell.of(text, start, end) for start, end in edges]
    joints = [index for index, cell in enumerate(cells) if cell.cut]
    if not cells[-1].is_value or cells[0].cut or any(cell.text.count("(") != cell.text.count(")") for cell in cells):
        return None
    if not joints:
        return _single(cells)
    last, step = len(cells) - 1, _last_step(joints, len(cells) - 1)
    if step and joints == list(range(step, last, step)):
        return _plain(cells, step, claim)
    if step and joints == list(range(2 * step, last, step)):
        return _headed(cells, step, claim)
    return None


def _last_step(joints: Sequence[int], last: int) -> int:
    """Distance of the last joint from the last cell, if it divides the line into equal rows; else 0."""
    step = last - joints[-1]
    return step if step and last % step == 0 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """What lies between two pipes; `cut` is where a label follows a value, 0 where none does."""

    text: str
    start: int
    cut: int = 0
    quantity: str = ""
    unit: str = ""
    is_value: bool = False

    @classmethod
    def of(cls, text: str, start: int, end: int) -> _Cell:
        inner = text[start:end]
        start += len(inner) - len(inner.lstrip())
        inner = inner.strip()
        if value := _VALUE.fullmatch(inner):
            quantity, unit = value["quantity"] or "", value["unit"] or ""
            return cls(text=inner, start=start, is_value=True, quantity=quantity, unit=unit)
        joint = _VALUE_LABEL.match(inner)
        if not joint or not _LABEL.match(joint["label"]):
            return cls(text=inner, start=start)
        return cls(text=inner, start=start, cut=joint.end(), quantity=joint["quantity"] or "", unit=joint["unit"] or "")

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.start + len(self.text)

    def split(self, cut: int) -> tuple[_Cell, _Cell]:
        """The end of a row and the start of the next."""
        head, tail = self.text[:cut].rstrip(), self.text[cut:]
        offset = cut + len(tail) - len(tail.lstrip())
        first = _Cell(text=head, start=self.start, is_value=True, quantity=self.quantity, unit=self.unit)
        return first, _Cell(text=tail.strip(), start=self.start + offset)

    @property
    def shape(self) -> str:
        """How a number is written, its digits aside; empty for a cell that holds none."""
        whole, point, places = self.quantity.partition(".")
        return re.sub(r"[\d,+−–-]+", "", whole) + (f".{len(places)}" if point else "0") if self.quantity else ""

    @property
    def kind(self) -> str:
        return "" if self.is_value and not self.quantity else "value" if self.is_value else "text"


_Row = tuple[_Cell, ...]


def _single(cells: Sequence[_Cell]) -> Grid | None:
    """A row on its own: a label, perhaps more text, then values only."""
    texts = next((i for i, cell in enumerate(cells[1:]) if cell.is_value), len(cells))
    rest = cells[1 + texts :]
    numbers = [cell for cell in rest if cell.quantity]
    if texts > _MOST_TEXTS or len(numbers) < 2 or not all(cell.is_value for cell in rest):
        return None
    # Half texts, half values may be a header and one row; what then ends the one and starts the other has a space.
    middle = len(cells) // 2
    if len(cells) % 2 and texts == middle and " " in cells[middle].text:
        return None
    label = cells[0]
    if label.is_value and (not _INTEGER.fullmatch(label.text) or cells[1].shape == label.shape):
        return None
    return _grid([tuple(cells)], header=False) if _is_label(label) else None


def _plain(cells: Sequence[_Cell], step: int, claim: str) -> Grid | None:
    rows = tuple(_rows(cells, step))
    return _grid(rows, header=False) if _fits(rows, claim) else None


def _headed(cells: Sequence[_Cell], step: int, claim: str) -> Grid | None:
    """A table whose first row is text; text parts from text only where the cut is certain."""
    names = [cell for cell in cells[: step + 1] if cell.text]
    labels = [cell.text[cell.cut :].strip() for cell in cells[2 * step : -1 : step]]
    cut = _cut(cells[step].text, [name.text for name in names[:-1]], labels, claim)
    if not cut or any(name.is_value for name in names) or (cells[0].text and len(names) <= step):
        return None
    end, label = cells[step].split(cut)
    rows = tuple(_rows((label, *cells[step + 1 :]), step))
    head = (*cells[:step], end)
    return _grid((head, *rows), header=True) if _fits(rows, claim) else None


def _rows(cells: Sequence[_Cell], step: int) -> Iterator[_Row]:
    # A spaced unit belongs to the value if the column's last value has one too; else it starts the label.
    ends = [cell for cell in cells[step::step] if cell.quantity]
    units = all(cell.unit for cell in (ends[-1:] if cells[-1].quantity else ends))
    label = cells[0]
    for start in range(1, len(cells), step):
        inner, end = cells[start : start + step - 1], cells[start + step - 1]
        following = label
        if end.cut:
            end, following = end.split(end.cut if units else end.cut - len(end.unit))
        yield (label, *inner, end)
        label = following


def _grid(rows: Sequence[_Row], *, header: bool) -> Grid:
    return Grid(rows=tuple(tuple(cell.span for cell in row) for row in rows), header=header)


def _fits(rows: Sequence[_Row], claim: str) -> bool:
    """Whether each row has a label, and each column one kind of cell; what few rows and columns leave open is checked.

    In one column at least, all numbers are written alike. A single joint could be a coincidence, a cell such as
    “12 layers”: then that holds for all columns or all rows, not all of them are whole numbers, and the label looks
    like one. Nor do two columns say much.
    """
    labels = [row[0] for row in rows]
    if not all(map(_is_label, labels)) or len({bool(_INTEGER.fullmatch(label.text)) for label in labels}) > 1:
        return False
    columns = list(zip(*rows, strict=True))[1:]
    kinds = ["".join({cell.kind for cell in column}) for column in columns]
    # Text behind values is a second label: the rows of a label that spans several, not columns.
    if (
        not {"text", "value", ""}.issuperset(kinds)
        or "text" in kinds[kinds.index("value") if "value" in kinds else 0 :]
    ):
        return False
    shapes = _shapes(columns)
    if len(rows) > 2 and len(columns) > 1:
        return any(len(shape) == 1 for shape in shapes)
    alike = bool(shapes) and all(len(shape) == 1 for shape in shapes)
    if len(rows) > 2:
        return alike
    alike = alike or all(len(shape) == 1 for shape in _shapes([row[1:] for row in rows]))
    return alike and set().union(*shapes) != {"0"} and _is_second(labels, len(columns), claim)


def _shapes(lines: Sequence[_Row]) -> list[set[str]]:
    """The ways in which each column or row that has numbers writes them."""
    return [shape for line in lines if (shape := {cell.shape for cell in line} - {""})]


def _is_second(labels: Sequence[_Cell], columns: int, claim: str) -> bool:
    """Whether what follows the only joint is the label of a second row, not the noun of a quantity."""
    first, second = (label.text for label in labels)
    noun = columns < 3 and re.fullmatch("[a-z]+", second)
    likely = _VARIANT.match(second) or (not noun and _start(second) == _start(first))
    return _occurs(second, claim) or (columns > 1 and bool(likely))


def _is_label(cell: _Cell) -> bool:
    """A short text, a row's number, or a word such as “None”, which names a row as well as it fills a cell."""
    text = cell.text
    if not 0 < len(text) <= _LONGEST_LABEL:
        return False
    return bool(_INTEGER.fullmatch(text) or _WORD.fullmatch(text)) or not _VALUE.fullmatch(text)


def _cut(joined: str, names: Sequence[str], labels: Sequence[str], claim: str) -> int:
    """Where the last column's name ends and the first row's label starts, or 0 where that is not certain.

    It is certain when there is one space only; when the name repeats that of an earlier column, digits aside; or
    when the claim has the name, at its longest, and the label after it begins as the other labels do.
    """
    cuts = [match.start() for match in re.finditer(" ", joined)]
    if len(cuts) == 1:
        return cuts[0]
    known = {_without_digits(name) for name in names}
    repeats = [cut for cut in cuts if _without_digits(joined[:cut]) in known]
    if len(repeats) == 1:
        return repeats[0]
    told = [cut for cut in cuts if _occurs(joined[:cut], claim)]
    if not told:
        return 0
    label = joined[told[-1] + 1 :]
    return told[-1] if {_start(label)} == {_start(other) for other in labels} else 0


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def _occurs(name: str, claim: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", claim, re.IGNORECASE))


def _start(label: str) -> str:
    first = label[0]
    return "A" if first.isupper() else "a" if first.islower() else first
