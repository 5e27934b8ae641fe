"""The guard against code that does not end fails where it must, and only there."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest

from support import ends


def loop() -> None:
    while True:
        pass


def backtrack() -> None:
    re.match(r"(a|a)*b", "a" * 60)


def swallow() -> None:
    while True:
        try:
            backtrack()
        except Exception:
            continue


@pytest.mark.parametrize("endless", [loop, backtrack, swallow])
def test_code_without_end_fails(endless: Callable[[], None]) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"no end after 0\.01 s"), ends(within=0.01):
        endless()


@pytest.mark.parametrize("error", [None, ValueError])
def test_what_ended_is_not_stopped_later(error: type[Exception] | None) -> None:
    before = signal.getsignal(signal.SIGALRM)
    try:
        with ends():
            if error:
                raise error
    except ValueError:
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is before
