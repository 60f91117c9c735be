"""How many examples random tests try: few each time, many where the slow tests run too."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

MANY = "UNODSL_TESTS_SLOW"
"""Set where slow tests run: what `--slow` asks for."""


def examples(few: int, many: int) -> int:
    """The number of examples of this run."""
    return many if os.environ.get(MANY, "none") != "none" else few


def few_and_slow(values: Iterable[object], few: int) -> list[object]:
    """Parameters of a test: the first few are tried each time, the others are marked slow."""
    return [x if i < few else marked(x) for i, x in enumerate(values)]


def one_in(n: int, values: Iterable[object]) -> list[object]:
    """Parameters of a test: one in `n` of them, spread over all, is tried each time, the others are marked slow."""
    return [x if i % n == 0 else marked(x) for i, x in enumerate(values)]


def marked(value: object) -> object:
    """A parameter (or a row of them) that is marked slow."""
    row = value if isinstance(value, tuple) else (value,)
    return pytest.param(*row, marks=pytest.mark.slow)
