"""Show that the sample notes share no run of 30 characters with the real notes.

Usage: python scripts/own_words.py [--against DIR ...] [FILE ...]

Titles, fixed lines, metadata, links and rows of figures may agree; sentences
may not. Exit status: 0 no shared run, 1 shared runs, 2 something is missing.
"""

import argparse
import html
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN = 30
FIXED = re.compile(
    r"(Authors|Categories|PDF URL|Arxiv URL|Arxiv ID|CoolPaper URL|Published|Updated): |Q: |LLM Analysis"
    r"|以上只是了解一篇论文的几个基本FAQ|仅依据摘要，|数据来源：|Latest Papers$"
    r"|((HuggingFace Papers|ArXiv Domain) )?[\d-]{10}$"
)
FIGURES = re.compile(r"[\d|.,%+\-–—±×()\[\] ]")


def read(path: Path) -> str:
    """Return a file's text (UTF-8 or GB18030); of a web page, the text between its tags."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        text = path.read_text("gb18030", errors="replace")
    return html.unescape(re.sub(r"<[^<>]+>", "", text)) if path.suffix == ".html" else text


def stream(text: str) -> tuple[str, list[int], list[str]]:
    """Return the text, fixed lines cut to a NUL and whitespace collapsed; the line of each character; the titles."""
    chars, numbers, titles = "", list[int](), list[str]()
    lines = [*text.splitlines(), "", ""]
    for number, line in enumerate(lines[:-2], 1):
        words = " ".join(line.split())
        if re.match(r"\d+\. ", line) and lines[number + 1].startswith("Abstract:"):
            titles.append(words)
        words = "\0" if words in titles or FIXED.match(line) else words
        chars += words + " " if words else ""
        numbers += [number] * (len(chars) - len(numbers))
    return chars, numbers, titles


def exempt(window: str, titles: list[str]) -> bool:
    """Tell whether a window touches a fixed line or is a link, a row of figures or a piece of one title."""
    fixed = "\0" in window or "://" in window or len(FIGURES.findall(window)) > 0.6 * RUN
    return fixed or any(window.strip() in title for title in titles)


def main() -> int:
    """Compare the files with the folders and print every shared run."""
    parser = argparse.ArgumentParser(description="Find runs of 30 characters that the sample and the real notes share.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="default: source_notes/*.txt")
    parser.add_argument("--against", nargs="+", type=Path, metavar="DIR", help="default: ../shared/notes and inputs")
    args = parser.parse_args()
    files: list[Path] = args.files or sorted((ROOT / "source_notes").glob("*.txt"))
    folders: list[Path] = args.against or [ROOT.parent / "shared" / name for name in ("notes", "inputs")]
    missing = [str(p) for p in folders if not p.is_dir()] + [str(p) for p in files if not p.is_file()]
    if missing or not files:
        print(f"own_words: not found: {', '.join(missing) or 'sample notes'}", file=sys.stderr)
        return 2
    real = [" ".join(read(p).split()) for folder in folders for p in sorted(folder.rglob("*")) if p.is_file()]
    shared = {text[i : i + RUN] for text in real for i in range(len(text) - RUN + 1)}
    count = 0
    for path in files:
        text, numbers, titles = stream(read(path))
        windows = [text[i : i + RUN] for i in range(len(text) - RUN + 1)]
        for run in re.finditer("x+", "".join(".x"[w in shared and not exempt(w, titles)] for w in windows)):
            count += 1
            print(f"{path}:{numbers[run.start()]}: {text[run.start() : run.end() + RUN - 1]}")
    print(f"{count} shared runs of {RUN} characters or more, {len(files)} files")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
