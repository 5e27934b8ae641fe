"""Print what it costs to check the claims: processor time a claim, and for 120,000 of them.

Usage: python scripts/bench/verdicts.py [--notes DIR] [--claims N]
The claims of the notes are taken again and again until there are N; each is checked and its quote cleaned anew.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).parent)]

from bench import REAL_NOTES  # noqa: E402 - the paths come first
from claimbook.enrich.quotes import clean  # noqa: E402
from claimbook.enrich.verdicts import check  # noqa: E402
from claimbook.readers import read  # noqa: E402
from claimbook.store import read_notes  # noqa: E402

MANY = 120_000


def pairs(notes: Path) -> list[tuple[str, str]]:
    """The claims of a folder that have a quote, with it."""
    readings = map(read, read_notes(notes)[0])
    claims = [claim for reading in readings for note in reading.notes for claim in note.claims]
    return [(claim.text.text, claim.quote.text) for claim in claims if claim.quote]


def cost(work: Callable[[str, str], object], items: list[tuple[str, str]], count: int) -> float:
    """Seconds of processor time for one claim."""
    chosen = list(itertools.islice(itertools.cycle(items), count))
    start = time.process_time()
    for claim, quote in chosen:
        work(claim, quote)
    return (time.process_time() - start) / count


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Print what it costs to check the claims.")
    parser.add_argument("--notes", type=Path, default=REAL_NOTES if REAL_NOTES.is_dir() else ROOT / "source_notes")
    parser.add_argument("--claims", type=int, default=5000, help="how many to measure on (default 5000)")
    arguments = parser.parse_args()
    items = pairs(arguments.notes)
    works: dict[str, Callable[[str, str], object]] = {
        "numbers and verdicts": check,
        "quotes cleaned": lambda claim, quote: clean(quote, claim),
    }
    for name, work in works.items():
        each = cost(work, items, arguments.claims)
        print(f"{name}: {each * 1e6:.0f} µs of processor time a claim, {each * MANY:.1f} s for {MANY:,}")


if __name__ == "__main__":
    main()
