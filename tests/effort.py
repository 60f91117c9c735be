"""How much is tried: a little each time, more where slow tests run, everything on demand."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

MANY = "UNODSL_TESTS_SLOW"
"""Set where slow tests run: what `--slow` asks for."""


SHARE = 8
"""Where only a part of the slow tests runs, random tests try one in so many of their many examples."""


def examples(few: int, many: int) -> int:
    """The number of examples of this run."""
    slow = os.environ.get(MANY, "none")
    return few if slow == "none" else many if slow == "all" else max(few, many // SHARE)


def slow_run() -> bool:
    """Whether slow tests run, all or a part of them."""
    return os.environ.get(MANY, "none") != "none"


def everything() -> bool:
    """Whether all slow tests run, also those marked `long`."""
    return os.environ.get(MANY, "none") == "all"


def few_and_slow(values: Iterable[object], few: int) -> list[object]:
    """Parameters of a test: the first few are tried each time, the others are marked slow."""
    return [x if i < few else marked(x) for i, x in enumerate(values)]


def one_in(n: int, values: Iterable[object]) -> list[object]:
    """Parameters of a test: one in `n` of them, spread over all, is tried each time, the others are marked slow."""
    return [x if i % n == 0 else marked(x) for i, x in enumerate(values)]


def marked(value: object, *, long: bool = False) -> object:
    """A parameter (or a row of them) that is marked slow, or long."""
    row = value if isinstance(value, tuple) else (value,)
    return pytest.param(*row, marks=pytest.mark.long if long else pytest.mark.slow)
