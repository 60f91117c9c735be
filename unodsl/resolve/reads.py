"""Dependency tracking: which parts of a project's texts a computation read.

Example: the check of one table reads the game and the options that are on, and those of the other tables with which it
is compared. Whatever else the files contain, the result of the check would be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

BlockName = tuple[str, str | None]
"""A ruleset file, and an option of it by its full name; None: its game."""


class Answered(NamedTuple):
    """A Boolean question about a project, by its kind and subject (`about`), with its answer. The noting computation
    depends on the answer only, not on what was read for it."""

    kind: str
    about: str
    answer: bool


Read = BlockName | Answered

_watching: list[set[Read]] = []
"""The stack of active recordings."""


@contextmanager
def watched() -> Iterator[set[Read]]:
    """Records what is read in this context, also for outer recordings."""
    try:
        with aside() as seen:
            yield seen
    finally:
        note(seen)


@contextmanager
def aside() -> Iterator[set[Read]]:
    """Records what is read in this context, hidden from outer recordings."""
    seen: set[Read] = set()
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.pop()


def note(blocks: Iterable[Read]) -> None:
    """Notes reads."""
    if _watching:
        _watching[-1].update(blocks)
