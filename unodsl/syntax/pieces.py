"""Incremental parsing: keeps the trees of the items of a text from one version to the next."""

from __future__ import annotations

from collections import defaultdict

from unodsl.source import Piece, Source
from unodsl.syntax import nodes as s

Key = tuple[str, str, str]
"""The cache key: the words of an item with joined lines, its text as written, and the prefix with which it was
parsed."""


MOST_VERSIONS = 3
"""The number of versions of a text for which a removed item is kept."""


class Pieces:
    """The items of one text as they were last read. An item that is there twice is kept twice. What is no longer there is kept for a
    few versions: somebody may put it back."""

    def __init__(self) -> None:
        self._version = 0
        self._kept: dict[Key, list[tuple[Piece, s.File, int]]] = {}
        self._used: dict[Key, list[tuple[Piece, s.File, int]]] = defaultdict(list)
        self._made: Piece | None = None

    def known(self, source: Source, body: str, begin: int, end: int, housing: str) -> s.File | None:
        """The tree of an item from an earlier version, with its piece moved to the current place."""
        key = (body, source.text[begin:end], housing)
        waiting = self._kept.get(key)
        if not waiting:
            return None
        piece, file, _ = waiting.pop(0)
        # several versions can be in use at once; the newest one determines the place of a piece
        piece.move(begin, source.line_column(begin)[0] - 1)
        self._used[key].append((piece, file, self._version))
        return file

    def place(self, source: Source, begin: int, end: int, housing: str) -> tuple[Source, int]:
        """A new source for an item that is parsed now, and the offset to add to places in the parsed text."""
        self._made = Piece(source.name, source.text[begin:end], source.key, begin, source.line_column(begin)[0] - 1)
        return self._made, -len(housing)

    def keep(self, body: str, housing: str, file: s.File) -> None:
        """Stores the tree of the item that was just parsed."""
        assert self._made is not None
        self._used[body, self._made.text, housing].append((self._made, file, self._version))

    def done(self) -> None:
        """Ends the current version of the text."""
        for key, left in self._kept.items():
            young = [x for x in left if self._version - x[2] < MOST_VERSIONS]
            if young:
                self._used[key].extend(young)
        self._kept, self._used = dict(self._used), defaultdict(list)
        self._version += 1
