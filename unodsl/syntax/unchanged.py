"""Incremental parsing of a whole text: the items that it has in common with an earlier version of it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from unodsl.source import Source
from unodsl.syntax import nodes as s

Key = tuple[str, str, str]
"""What the tree of an item depends on, except for its places: the item with joined lines, its text as written, and the
prefix with which it is parsed."""

GONE = -1
"""The place of what is no longer in the text."""


@dataclass(frozen=True, slots=True)
class Part:
    """An item of a text, from the offset `begin` to `end`."""

    key: Key
    begin: int
    end: int


class Unchanged:
    """The trees of the items in common. `unpacked`: returns the tree of the earlier version with each place moved to
    where it is now, or to `GONE`. The first line of a game or of an option has no tree: it is always parsed."""

    def __init__(
        self, before: Sequence[Part], now: Sequence[Part], unpacked: Callable[[Callable[[int], int]], s.File]
    ) -> None:
        begins: dict[Key, list[int]] = defaultdict(list)
        for part in reversed(now):
            begins[part.key].append(part.begin)
        self._before = [part.begin for part in before]
        self._now = [begins[part.key].pop() if begins[part.key] else None for part in before]
        starts = [part.begin for part in now]
        self._trees: dict[int, s.File] = {}
        tree = unpacked(self.moved)
        for item in tree.items:
            if isinstance(item, s.Game | s.Option):
                items: list[tuple[int, s.TopItem]] = [(x.span.start, replace(item, items=(x,))) for x in item.items]
            else:
                items = [(item.span.start, item)]
            for start, whole in items:
                if start > GONE:
                    begin = starts[bisect_right(starts, start) - 1]
                    self._trees[begin] = s.File(tree.source, (whole,))

    def moved(self, offset: int) -> int:
        """Where an offset of the earlier version is now."""
        at = max(0, bisect_right(self._before, offset) - 1)
        now = self._now[at]
        return GONE if now is None else now + offset - self._before[at]

    def known(self, source: Source, body: str, begin: int, end: int, housing: str) -> s.File | None:
        """The tree of an item, if the earlier version has it."""
        return self._trees.get(begin)

    def place(self, source: Source, begin: int, end: int, housing: str) -> tuple[Source, int]:
        """The source of an item that is parsed now, and the offset to add to places in the parsed text."""
        return source, begin - len(housing)

    def keep(self, body: str, housing: str, file: s.File) -> None:
        """Stores nothing: the next version is compared with the same earlier one."""
