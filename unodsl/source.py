"""Texts that rules are read from, and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """One text. `name` is the path as the user gave it; `key` tells two files apart whatever they were called."""

    name: str
    text: str
    key: str = ""
    _starts: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        object.__setattr__(self, "_starts", tuple(starts))
        if not self.key:
            object.__setattr__(self, "key", self.name)

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_start(self, line: int) -> int:
        """The first character of a line (counted from 1)."""
        return self._starts[line - 1]

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its end."""
        if not 1 <= line <= len(self._starts):
            return ""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")


class Piece(Source):
    """A part of a text whose place may change: somebody types above it. Spans in it count from its own start; its lines are
    those of the whole text."""

    __slots__ = ("begin", "line")

    begin: int
    """Where it starts in the whole text now, in characters."""
    line: int
    """The lines above it in the whole text now. A piece starts at the start of a line."""

    def __init__(self, name: str, text: str, key: str, begin: int, line: int) -> None:
        super().__init__(name, text, key)
        self.move(begin, line)

    def move(self, begin: int, line: int) -> None:
        """It lies elsewhere now."""
        object.__setattr__(self, "begin", begin)
        object.__setattr__(self, "line", line)

    # Two pieces may have the same text, so each is itself only.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def line_column(self, offset: int) -> tuple[int, int]:
        line, column = super().line_column(offset)
        return self.line + line, column

    def line_text(self, line: int) -> str:
        return super().line_text(line - self.line)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a source; both counted from 0."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The words themselves."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this place to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
