"""Print what the commands cost, processor time and peak memory; then how fast notes are read and claims checked.

Usage: python scripts/bench/bench.py [--notes DIR] [--runs N]
Every figure is the median of N runs, each in a fresh copy of the project, so that nothing is left of the run before
and the checkout stays as it is. Exit status: 0 measured, 1 a command failed.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = ("scripts", "docs", "mkdocs.yml", "pyproject.toml", "source_notes/tags.yml", "source_notes/benchmarks.yml")
"""The project without its notes; the vocabularies are for notes that have none."""
REAL_NOTES = ROOT.parent / "shared" / "notes"
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there, in KiB elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one run took: seconds of processor time (user and system), seconds on the clock, bytes at the peak."""

    processor: float
    clock: float
    peak: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A fresh copy of the project with the notes to measure on."""

    root: Path
    environment: dict[str, str]

    def build(self, command: str, allowed: tuple[int, ...] = (0,)) -> Cost:
        """Run one of the project's commands here and return its cost."""
        folders = {"--notes": "source_notes", "--docs": "docs", "--site": "site"}
        options = [word for name, folder in folders.items() for word in (name, str(self.root / folder))]
        return self.run([sys.executable, str(self.root / "scripts" / "build.py"), command, *options], allowed)

    def run(self, command: list[str], allowed: tuple[int, ...]) -> Cost:
        """Run a command with all its children and return their cost."""
        with tempfile.TemporaryFile() as output:
            start = time.perf_counter()
            process = subprocess.Popen(
                command, cwd=self.root, env=self.environment, stdout=output, stderr=subprocess.STDOUT
            )
            _, status, usage = os.wait4(process.pid, 0)
            clock = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in allowed:
                output.seek(0)
                tail = output.read()[-2000:].decode(errors="replace")
                sys.exit(f"error: status {process.returncode} from {' '.join(command)}\n{tail}")
        return Cost(processor=usage.ru_utime + usage.ru_stime, clock=clock, peak=usage.ru_maxrss * PEAK_UNIT)


def check(workspace: Workspace) -> Cost:
    """Report on the notes; problems in them (status 1) are no failure of the bench."""
    return workspace.build("check", allowed=(0, 1))


def site(workspace: Workspace) -> Cost:
    """Build the whole site from nothing."""
    return workspace.build("site")


# The first is what the others are compared with. A bench of another kind is one more function here.
BENCHES: tuple[Callable[[Workspace], Cost], ...] = (check, site)


def measure(bench: Callable[[Workspace], Cost], notes: Path, runs: int) -> Cost:
    """Return the median cost of a bench, after one run that does not count (it compiles the modules)."""
    costs: list[Cost] = []
    with tempfile.TemporaryDirectory(prefix="claimbook-bench-") as folder:
        for _ in range(runs + 1):
            workspace = lay_out(Path(folder), notes)
            costs.append(bench(workspace))
            shutil.rmtree(workspace.root)
    counted = costs[1:]
    return Cost(
        processor=statistics.median(cost.processor for cost in counted),
        clock=statistics.median(cost.clock for cost in counted),
        peak=statistics.median(cost.peak for cost in counted),
    )


def lay_out(folder: Path, notes: Path) -> Workspace:
    """Copy the project, without anything that git ignores, and the notes into `folder`."""
    root = folder / "project"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *COPIED]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        if (ROOT / name).is_file():  # with its date, so that one compilation serves all runs
            copy(ROOT / name, root / name, shutil.copy2)
    for path in filter(Path.is_file, notes.rglob("*")):  # without its mode: the notes may be write-protected
        copy(path, root / "source_notes" / path.relative_to(notes), shutil.copyfile)
    (root / "docs").mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return Workspace(root=root, environment={**environment, "PYTHONPYCACHEPREFIX": str(folder / "pycache")})


def copy(source: Path, target: Path, how: Callable[[Path, Path], object]) -> None:
    """Copy a file into a folder that may not be there yet."""
    target.parent.mkdir(parents=True, exist_ok=True)
    how(source, target)


def table(costs: dict[str, Cost]) -> str:
    """Return the figures as text, one bench a line, each beside its ratio to the first."""
    base = next(iter(costs.values()))
    lines = [f"{'':10}{'processor s':>13}{'ratio':>8}{'clock s':>10}{'peak MiB':>11}{'ratio':>8}"]
    for name, cost in costs.items():
        lines.append(
            f"{name:10}{cost.processor:13.2f}{cost.processor / base.processor:8.2f}{cost.clock:10.2f}"
            f"{cost.peak / 2**20:11.1f}{cost.peak / base.peak:8.2f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure every bench and print the table."""
    parser = argparse.ArgumentParser(description="Print what the commands cost.")
    default = REAL_NOTES if REAL_NOTES.is_dir() else ROOT / "source_notes"
    parser.add_argument("--notes", type=Path, default=default, help="the folder of notes to measure on")
    parser.add_argument("--runs", type=int, default=3, help="how many runs to take the median of")
    arguments = parser.parse_args()
    sizes = [path.stat().st_size for path in arguments.notes.rglob("*") if path.is_file()]
    print(f"notes: {os.path.relpath(arguments.notes)} ({len(sizes)} files, {sum(sizes) / 1000:.0f} kB)")
    print(f"median of {arguments.runs} runs; ratios to {BENCHES[0].__name__}\n", flush=True)
    print(table({bench.__name__: measure(bench, arguments.notes, arguments.runs) for bench in BENCHES}))
    print(flush=True)
    for name in ("reading.py", "verdicts.py"):
        subprocess.run([sys.executable, str(ROOT / "scripts" / "bench" / name)], check=True)


if __name__ == "__main__":
    main()
