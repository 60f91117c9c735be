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
    return [x if i < few else pytest.param(x, marks=pytest.mark.slow) for i, x in enumerate(values)]
