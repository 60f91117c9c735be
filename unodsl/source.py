"""Source texts and locations in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Source:
    """A source text. `name` is the path as given by the user; `key` identifies the file independently of its name."""

    name: str
    text: str
    key: str = ""
    _starts: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.text.split("\n")[:-1])
        object.__setattr__(self, "_starts", tuple(accumulate(lengths, initial=0)))
        if not self.key:
            object.__setattr__(self, "key", self.name)

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Returns the line and column of an offset, both starting at 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_start(self, line: int) -> int:
        """Returns the offset of the start of a line (starting at 1)."""
        return self._starts[line - 1]

    def line_text(self, line: int) -> str:
        """Returns a line (starting at 1) without its line ending."""
        if not 1 <= line <= len(self._starts):
            return ""
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")


class Piece(Source):
    """A part of a text that can be moved by edits above it. Its spans are relative to its own start; its line numbers
    are those of the whole text."""

    __slots__ = ("begin", "line")

    begin: int
    """Current offset in the whole text, in characters."""
    line: int
    """Current number of lines above it in the whole text. A piece begins at the start of a line."""

    def __init__(self, name: str, text: str, key: str, begin: int, line: int) -> None:
        super().__init__(name, text, key)
        self.move(begin, line)

    def move(self, begin: int, line: int) -> None:
        """Updates the position in the whole text."""
        object.__setattr__(self, "begin", begin)
        object.__setattr__(self, "line", line)

    # Pieces are compared by identity, since two can have the same text.
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
    """The half-open range `start` to `end` of a source, as offsets from 0."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, starting at 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, starting at 1."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Returns the span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
