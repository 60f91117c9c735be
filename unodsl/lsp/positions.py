"""Converts between character offsets and the positions of the protocol (line and UTF-16 code units)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(slots=True)
class Positions:
    """The line index of a text. Positions outside of the text are clamped."""

    text: str
    _starts: list[int] = field(default_factory=list)
    _plain: bool = False

    def __post_init__(self) -> None:
        self._starts = [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]
        self._plain = self.text.isascii()

    @property
    def lines(self) -> int:
        """Number of lines."""
        return len(self._starts)

    def line_of(self, offset: int) -> int:
        """Returns the line of an offset."""
        return bisect_right(self._starts, max(0, min(offset, len(self.text)))) - 1

    def start_of(self, line: int) -> int:
        """Returns the offset of the start of a line."""
        return self._starts[max(0, min(line, len(self._starts) - 1))]

    def end_of(self, line: int) -> int:
        """Returns the offset of the end of a line, before its line ending."""
        line = max(0, min(line, len(self._starts) - 1))
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        return end - 1 if end > self._starts[line] and self.text[end - 1] == "\r" else end

    def at(self, offset: int) -> tuple[int, int]:
        """Converts an offset to a line and a number of code units."""
        offset = max(0, min(offset, len(self.text)))
        line = self.line_of(offset)
        start = self._starts[line]
        return line, offset - start if self._plain else units(self.text[start:offset])

    def offset(self, line: int, character: int) -> int:
        """Converts a line and a number of code units to an offset. Invalid positions map to the nearest valid one."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self.end_of(line)
        if self._plain:
            return max(start, min(start + character, end))
        count = 0
        for at in range(start, end):
            count += units(self.text[at])
            if count > character:
                return at
        return end


def units(text: str) -> int:
    """Returns the length of a text in UTF-16 code units."""
    return len(text) + sum(ord(c) > 0xFFFF for c in text)
