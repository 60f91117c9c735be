"""Dependency tracking: which parts of a project's texts were put into tables while something was worked out.

Example: of a check of one table come the game and the options that are on there, and those of the other tables that it was compared with.
Whatever else the files say, the check would have come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

BlockName = tuple[str, str | None]
"""A page, and an option of it by its full name; None: its game."""

_watching: list[set[BlockName]] = []
"""What was read since somebody began to watch: the last to begin, last."""


@contextmanager
def watched() -> Iterator[set[BlockName]]:
    """What is read until the end. Whoever watched before learns of it as well."""
    seen: set[BlockName] = set()
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.pop()
        note(seen)


def note(blocks: Iterable[BlockName]) -> None:
    """These are read now."""
    if _watching:
        _watching[-1].update(blocks)
