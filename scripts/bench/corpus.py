"""Recombine the notes at hand into many new ones, in both text formats, to measure with.

Usage: python scripts/bench/corpus.py --out DIR [--papers N] [--seed N] [--notes DIR]
New papers have new names, numbers and partly new words, over several years; the same seed gives the same files.
"""

import argparse
import datetime
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from claimbook import pipeline, store  # noqa: E402 - the path comes first
from claimbook.model import Note, Source  # noqa: E402

REAL_NOTES = ROOT.parent / "shared" / "notes"
FIRST_DAY = datetime.date(2023, 1, 2)
DAYS_APART = 2
SIZES = {"deep-text": 8, "digest-text": 20}
"""Papers a file, as the real ones have them."""
FIXED = {"Novelty", "Soundness", "Significance", "Abstract", "Authors", "Categories", "Published", "Updated", "https"}
SYLLABLES = re.findall("..", "badefegrahulijokalumenoporiquasotavuwexyzelfjormicurx")
ENDINGS = ("", "", "", "Net", "-Bench", "VLA", "RL", "-2", " Mini", "Former")
FILLERS = ("adaptive", "sparse", "verifiable", "long-horizon", "latent", "grounded", "scalable", "causal", "modular")
HAN = "星河山海云雨风林松石泉溪桥舟帆灯钟琴棋书画梅兰竹菊晨暮春秋霜雪雷电金木水火土"
NUMBER = re.compile(r"(?<![A-Za-z0-9.])\d+(?:[.,]\d+)*")
TERM = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-z]{3,}(?![A-Za-z0-9])")
WORD = re.compile(r"[\u4e00-\u9fff]{2}")
SENTENCE = re.compile(r"(?<=[。；])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A section of a real note, and how that note calls its paper."""

    text: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What new notes are made of, by format: whole notes as frames, and sections by kind."""

    frames: dict[str, list[list[tuple[str, str]]]]
    pieces: dict[tuple[str, str], list[Piece]]


def stock(notes: Path) -> Stock:
    """Take the notes of a folder apart."""
    sources = store.read_notes(notes)[0]
    library = pipeline.assemble(sources, dict.fromkeys((*store.SETTINGS, store.LEDGER), ""))
    texts: dict[str, Source] = {source.path: source for source in sources}
    frames: dict[str, list[list[tuple[str, str]]]] = defaultdict(list)
    pieces: dict[tuple[str, str], list[Piece]] = defaultdict(list)
    for entry in library.entries:
        for note in entry.paper.notes:
            if note.format in SIZES and note.status == "complete" and note.kind in ("deep", "digest"):
                sections = list(_sections(note, texts[note.source].text))
                frames[note.format].append(sections)
                for kind, text in sections:
                    pieces[note.format, kind].append(Piece(text=text, name=entry.facts.naming.name))
    return Stock(frames=dict(frames), pieces=dict(pieces))


def _sections(note: Note, text: str) -> Iterator[tuple[str, str]]:
    for section in note.sections:
        yield section.kind, text[section.span.start : section.span.end].strip("\n")


class Maker:
    """Makes papers; the vocabulary grows with their number, as that of a real collection does."""

    def __init__(self, material: Stock, seed: int) -> None:
        self.material = material
        self.random = random.Random(seed)
        self.made = 0

    def paper(self, style: str, position: int, day: datetime.date) -> str:
        """The text of one new note."""
        self.made += 1
        name = self._name()
        terms: dict[str, str] = {}
        parts = []
        for kind, own in self.random.choice(self.material.frames[style]):
            if kind == "title":
                parts.append(f"{position}. {name}: {self._title(style)}")
            elif kind in ("boilerplate", "metadata"):
                parts.append(self._metadata(own, day))
            else:
                parts.append(self._section(style, kind, name, terms))
        return "\n\n".join(parts)

    def _name(self) -> str:
        # Squared, so that each name is new though its parts are few.
        syllables = "".join(self.random.choices(SYLLABLES, k=3))
        return syllables.capitalize() + self.random.choice(ENDINGS)

    def _title(self, style: str) -> str:
        words = self.random.choice(self.material.pieces[style, "title"]).text.split(": ")[-1].split()
        words = [word for word in words if not word[0].isdigit()]
        at = self.random.randrange(len(words) + 1)
        return " ".join([*words[:at], self.random.choice(FILLERS), *words[at:]])

    def _metadata(self, text: str, day: datetime.date) -> str:
        arxiv = f"{day:%y%m}.{self.made % 100000:05d}"
        text = re.sub(r"\d{4}\.\d{4,5}(?:v\d+)?", arxiv, text)
        return re.sub(r"\d{4}-\d\d-\d\d", day.isoformat(), text)

    def _section(self, style: str, kind: str, name: str, terms: dict[str, str]) -> str:
        piece = self.random.choice(self.material.pieces[style, kind])
        other = self.random.choice(self.material.pieces[style, kind])
        lines = self._mix(piece, other) if kind in ("background", "method", "limitations", "followup") else [piece.text]
        return "\n".join(self._line(line, piece.name, name, terms) for text in lines for line in text.split("\n"))

    def _mix(self, piece: Piece, other: Piece) -> list[str]:
        """One paragraph from the sentences of two, in their order."""
        first, second = (SENTENCE.split(p.text.replace("\n", " ")) for p in (piece, other))
        kept = [s for s in first if self.random.random() < 0.6] + [s for s in second if self.random.random() < 0.4]
        return ["".join(kept) or piece.text]

    def _line(self, line: str, old: str, new: str, terms: dict[str, str]) -> str:
        if line.startswith(("Q:", "Q：", "http")):
            return line
        head = re.match(r"\s*(?:\d+\. )?", line)
        start = head.end() if head else 0
        text = line[start:].replace(old, new) if old else line[start:]
        text = NUMBER.sub(self._number, text)
        text = TERM.sub(lambda match: self._term(match.group(), new, terms), text)
        return line[:start] + WORD.sub(self._word, text)

    def _number(self, match: re.Match[str]) -> str:
        if self.random.random() < 0.3:
            return match.group()
        digits = [self.random.choice("123456789") if c.isdigit() else c for c in match.group()]
        return "".join(digits)

    def _term(self, word: str, name: str, terms: dict[str, str]) -> str:
        if word in FIXED or word in name:
            return word
        if word not in terms:
            coined = self._coined("".join(SYLLABLES), lambda at: SYLLABLES[at % len(SYLLABLES)]).capitalize()
            terms[word] = coined if self.random.random() < 0.3 else word
        return terms[word]

    def _word(self, match: re.Match[str]) -> str:
        if self.random.random() > 0.03:
            return match.group()
        return self._coined(HAN, lambda at: HAN[at % len(HAN)], 2)

    def _coined(self, salt: str, letter: Callable[[int], str], size: int = 3) -> str:
        """A word that is one of more and more, and of which the early ones stay the most frequent."""
        rank = int((50 + self.made) * self.random.random() ** 2)
        steps = random.Random(f"{salt}{rank}")
        return "".join(letter(steps.randrange(10_000)) for _ in range(size))


def files(material: Stock, papers: int, seed: int) -> Iterator[tuple[str, str]]:
    """Name and text of each new file."""
    maker = Maker(material, seed)
    day, left = FIRST_DAY, papers
    styles = [style for style in SIZES if style in material.frames]
    while left > 0:
        # About as many papers of each format.
        style = maker.random.choices(styles, weights=[1 / SIZES[style] for style in styles])[0]
        count = min(left, SIZES[style])
        left -= count
        notes = [maker.paper(style, position, day) for position in range(1, count + 1)]
        head = (
            f"{day}"
            if style == "deep-text"
            else f"HuggingFace Papers {day}\n\n数据来源：HuggingFace Papers\n\nLatest Papers"
        )
        yield f"{day}.txt", "\n\n".join([head, *notes]) + "\n"
        day += datetime.timedelta(days=DAYS_APART)


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Recombine notes into many new ones.")
    default = REAL_NOTES if REAL_NOTES.is_dir() else ROOT / "tests" / "corpus"
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--papers", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", type=Path, default=default, help="the folder of notes to recombine")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    count = size = 0
    for name, text in files(stock(arguments.notes), arguments.papers, arguments.seed):
        (arguments.out / name).write_text(text, encoding="utf-8")
        count, size = count + 1, size + len(text.encode())
    print(f"{arguments.out}: {arguments.papers} papers in {count} files, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
