"""Dependency tracking: which parts of a project's texts were put into tables while something was worked out.

Example: of a check of one table come the game and the options that are on there, and those of the other tables that it was compared with.
Whatever else the files say, the check would have come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

BlockName = tuple[str, str | None]
"""A ruleset file, and an option of it by its full name; None: its game."""


class Answered(NamedTuple):
    """A yes-or-no question about a project, by the kind of question and what it is `about`, with its answer. Whoever notes it depends on the
    answer alone, not on what was read for it."""

    kind: str
    about: str
    answer: bool


Read = BlockName | Answered

_watching: list[set[Read]] = []
"""What was read since somebody began to watch: the last to begin, last."""


@contextmanager
def watched() -> Iterator[set[Read]]:
    """What is read until the end. Whoever watched before learns of it as well."""
    try:
        with aside() as seen:
            yield seen
    finally:
        note(seen)


@contextmanager
def aside() -> Iterator[set[Read]]:
    """What is read until the end. Nobody else learns of it."""
    seen: set[Read] = set()
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.pop()


def note(blocks: Iterable[Read]) -> None:
    """These are read now."""
    if _watching:
        _watching[-1].update(blocks)
