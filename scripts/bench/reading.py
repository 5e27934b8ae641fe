"""Read synthetic notes one after another and print the speed and the memory: `1000 notes, 28.4 MB: 6.1 MB/s …`.

Usage: python scripts/bench/reading.py [--notes N] [--papers N]
Every note is made when its turn comes and let go when it was read and split, so that the peak shows what one takes.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimbook import readers, screening
from claimbook.model import Source

PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
SENTENCE = (
    "lighthouse fog keeper roster lamp reef signal tide beacon harbour we show that a model learns to plan each shift "
    "from past weather with less effort than before and reaches 86.4 percent on three towers while using half the time"
)
WORDS = SENTENCE.split()
HAN = "灯塔看守人的排班要考虑雾与潮汐我们提出一个框架先预测天气再安排班次并在三座塔上测试准确率提高延迟降低".strip()
QUESTIONS = ("这篇论文试图解决什么问题？", "有哪些相关研究？", "论文如何解决这个问题？", "论文做了哪些实验？")


def english(rng: random.Random, words: int) -> str:
    """A made-up paragraph."""
    return " ".join(rng.choices(WORDS, k=words)).capitalize() + "."


def chinese(rng: random.Random, letters: int) -> str:
    """A made-up paragraph with a figure now and then."""
    parts = ["".join(rng.choices(HAN, k=20)) + f"，为 {rng.randint(10, 999) / 10}%" for _ in range(letters // 26)]
    return "；".join(parts) + "。"


def digest(rng: random.Random, number: int, papers: int) -> str:
    """A day of the digest format."""
    lines = [f"HuggingFace Papers 2026-{1 + number % 12:02}-{1 + number % 28:02}"]
    for position in range(1, papers + 1):
        arxiv = f"26{number % 12 + 1:02}.{number * papers + position:05}"[:10]
        lines += [f"{position}. Lamp{number}x{position}: {english(rng, 6)}", f"Abstract:{english(rng, 150)}"]
        lines += [f"摘要：{chinese(rng, 200)}", "LLM Analysis"]
        for question in QUESTIONS:
            lines += [f"Q: {question}", chinese(rng, 150), chinese(rng, 100)]
        lines += ["Authors: Ada Reef, Bo Shoal", f"PDF URL: https://arxiv.org/pdf/{arxiv}"]
        lines += [f"Arxiv URL: https://arxiv.org/abs/{arxiv}", f"Arxiv ID: {arxiv}"]
        lines += ["Published: 2026-03-04", "Updated: 2026-03-04"]
    return "\n".join(lines) + "\n"


def deep(rng: random.Random, number: int, papers: int) -> str:
    """A day of the deep-read format."""
    parts = [f"2026-{1 + number % 12:02}-{1 + number % 28:02}"]
    for position in range(1, papers + 1):
        name = f"Lamp{number}x{position}"
        parts += [f"{name} 是{chinese(rng, 60)}", chinese(rng, 200), chinese(rng, 200), chinese(rng, 120)]
        for claim in range(1, 7):
            parts += [f"{claim}. {name}{chinese(rng, 52)}", f"  {english(rng, 30)}"]
        parts += ["Novelty：一般。 Soundness：三座塔。 Significance：省人。", chinese(rng, 80), chinese(rng, 80)]
    return "\n\n".join(parts) + "\n"


def notes(count: int, papers: int) -> Iterator[Source]:
    """Both text formats by turns; the same numbers give the same notes."""
    for number in range(count):
        rng = random.Random(number)
        text = (digest, deep)[number % 2](rng, number, papers)
        yield Source(path=f"{number:05}.txt", text=text, sha256="")


def main() -> None:
    """Read them all and print one line. Exit status 1 where a paper was lost."""
    parser = argparse.ArgumentParser(description="Print how fast notes are read and split.")
    parser.add_argument("--notes", type=int, default=1000, help="how many notes")
    parser.add_argument("--papers", type=int, default=20, help="papers a note")
    arguments = parser.parse_args()
    size = found = 0
    spent = 0.0
    for source in notes(arguments.notes, arguments.papers):
        size += len(source.text.encode())
        start = time.process_time()
        found += len(screening.screen(readers.read(source)).notes)
        spent += time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT / 2**20
    print(
        f"reading: {arguments.notes} notes of {arguments.papers} papers, {size / 1e6:.1f} MB "
        f"in {spent:.2f} s of processor time: {size / spent / 1e6:.1f} MB/s, peak {peak:.0f} MiB"
    )
    if found != arguments.notes * arguments.papers:
        sys.exit(f"error: {found} papers were found, {arguments.notes * arguments.papers} were made")


if __name__ == "__main__":
    main()
