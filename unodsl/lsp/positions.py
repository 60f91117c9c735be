"""Positions: characters of a text, counted from 0, to lines and UTF-16 code units and back, as the protocol counts them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(slots=True)
class Positions:
    """The lines of one text. Positions outside of the text are clamped."""

    text: str
    _starts: list[int] = field(default_factory=list)
    _plain: bool = False

    def __post_init__(self) -> None:
        self._starts = [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]
        self._plain = self.text.isascii()

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._starts)

    def line_of(self, offset: int) -> int:
        """The line of a character."""
        return bisect_right(self._starts, max(0, min(offset, len(self.text)))) - 1

    def start_of(self, line: int) -> int:
        """The first character of a line."""
        return self._starts[max(0, min(line, len(self._starts) - 1))]

    def end_of(self, line: int) -> int:
        """The character behind the last one of a line, its end left out."""
        line = max(0, min(line, len(self._starts) - 1))
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        return end - 1 if end > self._starts[line] and self.text[end - 1] == "\r" else end

    def at(self, offset: int) -> tuple[int, int]:
        """Line and code units before a character."""
        offset = max(0, min(offset, len(self.text)))
        line = self.line_of(offset)
        start = self._starts[line]
        return line, offset - start if self._plain else units(self.text[start:offset])

    def offset(self, line: int, character: int) -> int:
        """The character at a line and so many code units; the nearest one where there is none."""
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
    """How many UTF-16 code units a text takes."""
    return len(text) + sum(ord(c) > 0xFFFF for c in text)
