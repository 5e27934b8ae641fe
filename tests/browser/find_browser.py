"""Find a Chromium or Chrome for the tests, or install one.

Usage: python tests/browser/find_browser.py [--install]
Prints the browser's path. Exit status: 0 found, 1 none (says what to install).
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

VARIABLE = "CLAIMBOOK_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT = (sys.executable, "-m", "playwright")
ANSWER_SECONDS = 60  # to print a version; a cold disk needs several
INSTALL_SECONDS = 600  # a limit for each step: some networks drop a download without a word
ADVICE = (
    "No browser for the tests: install Chromium or Chrome (Debian: apt-get install chromium), "
    f"or name one with {VARIABLE}=/path/to/chromium."
)


class NoBrowserError(Exception):
    """There is no browser that runs; the message says what to install."""


def find_browser() -> str:
    """Return the path of a browser that runs: the named one, one on PATH, or Playwright's own."""
    named = os.environ.get(VARIABLE)
    if named:
        if _runs(named):
            return named
        raise NoBrowserError(f"{VARIABLE} names {named}, which does not run as a Chromium or Chrome.")
    found = next(filter(_runs, _candidates()), None)
    if found is None:
        raise NoBrowserError(ADVICE)
    return found


def install_browser() -> str:
    """Return the path of a browser that runs, installing Playwright's or else Debian's if there is none."""
    if not _driver_starts():  # a small Debian lacks the one library that Playwright's own Node.js needs
        _install_package("libatomic1")
    if not _driver_starts():
        raise NoBrowserError("Playwright's driver does not start, so no browser test can run; its reason is above.")
    for install in (_install_playwrights, partial(_install_package, "chromium")):
        try:
            return find_browser()
        except NoBrowserError:
            if os.environ.get(VARIABLE):  # a wrong name is not mended by a download
                raise
        install()
    return find_browser()


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    if not _driver_starts():
        return
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        yield own


def _runs(path: str) -> bool:
    """Tell whether it answers as a browser: some systems put a stub on PATH, and a download may lack libraries."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=ANSWER_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and "Chrom" in answer.stdout


def _driver_starts() -> bool:
    return subprocess.run([*PLAYWRIGHT, "--version"], stdout=subprocess.DEVNULL).returncode == 0


def _install_playwrights() -> None:
    _succeeds([*PLAYWRIGHT, "install", "chromium"])


def _install_package(name: str) -> None:
    """Install a Debian package, where there is apt-get and the right to call it."""
    if shutil.which("apt-get") is None:
        return
    prefix = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if os.geteuid() != 0:
        prefix = ["sudo", "-n", *prefix]
    if _succeeds([*prefix, "update", "-q"]):
        _succeeds([*prefix, "install", "-q", "-y", "--no-install-recommends", name])


def _succeeds(command: list[str]) -> bool:
    """Run a command that may take long but not for ever, and tell whether it did its work."""
    print("+", *command, flush=True)
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        print(error, file=sys.stderr)
        return False
    try:
        return process.wait(INSTALL_SECONDS) == 0
    except subprocess.TimeoutExpired:
        print(f"gave up after {INSTALL_SECONDS} seconds", file=sys.stderr)
        return False
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command that still runs, with what it started: a downloader outlives the shell that called it."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main() -> int:
    """Print the path of a browser, after installing one if asked and needed."""
    parser = argparse.ArgumentParser(description="Find a Chromium or Chrome for the tests.")
    parser.add_argument("--install", action="store_true", help="install one if there is none")
    arguments = parser.parse_args()
    try:
        print("browser:", install_browser() if arguments.install else find_browser())
    except NoBrowserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
