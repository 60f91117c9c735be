"""Parse failures: where parsing stopped, and what was expected."""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.diagnostics import Diagnostic
from unodsl.source import Source, Span
from unodsl.syntax.layout import PIECE, Line, pieces
from unodsl.syntax.vocabulary import BLOCKS, EFFECT_HEADS, INSIDE


@dataclass(frozen=True, slots=True)
class Fault:
    """Where reading stopped.

    `index` is the logical line, `start` and `end` the words. `kind` is `word` (one that does not fit), `letter` (that
    no word has), `end` (the line or block ends too early), `deeper` (a level too many) or `deep` (nested beyond the
    limit). `wanted` is what could have stood there: fixed words and signs as they are, the rest by the grammar's names.
    """

    source: Source
    text: str
    lines: tuple[Line, ...]
    index: int
    start: int
    end: int
    kind: str
    wanted: frozenset[str]

    @property
    def line(self) -> Line:
        """The logical line."""
        return self.lines[self.index] if self.lines else Line(0, 0, 0, 0, 0)

    @property
    def span(self) -> Span:
        """The span of the unexpected words."""
        return self.place(self.start, self.end)

    @property
    def word(self) -> str:
        """The unexpected words."""
        return self.text[self.start : self.end]

    @property
    def words(self) -> list[tuple[str, int]]:
        """The tokens of the logical line with their offsets."""
        return pieces(self.text, self.line)

    @property
    def head(self) -> str:
        """The first word of the logical line."""
        return first_word(self.text, self.line)

    @property
    def where(self) -> str:
        """The enclosing block: the first word of the line that opened it; empty at top level."""
        return opener(self, self.index)

    def place(self, start: int, end: int) -> Span:
        """Returns a span in the source that contains at least one character."""
        return Span(self.source, start, max(start + 1, end))

    def wrong(self, message: str, hint: str | None, span: Span | None = None, code: str = "UNO101") -> Diagnostic:
        """Creates a diagnostic for this fault."""
        return Diagnostic(code, message, span or self.span, hint)

    def at_head(self, message: str, hint: str | None) -> Diagnostic:
        """Creates a diagnostic for the first word of the line."""
        start = self.line.start
        return self.wrong(message, hint, self.place(start, start + len(self.head)))


def first_word(text: str, line: Line) -> str:
    """Returns the first word of a logical line."""
    match = PIECE.match(text, line.start)
    return match[0] if match else text[line.start : line.start + 1]


def opener(fault: Fault, index: int) -> str:
    """Returns the first word of the line that opened the block of a logical line; empty at top level."""
    if not fault.lines:
        return ""
    depth = fault.lines[index].depth
    while index >= 0 and fault.lines[index].depth >= depth:
        index -= 1
    return first_word(fault.text, fault.lines[index]) if index >= 0 else ""


def heads_in(block: str) -> frozenset[str]:
    """Returns the words that can start a line in a block, given the word that opens the block."""
    return EFFECT_HEADS if block in BLOCKS else INSIDE.get(block, frozenset())


def values_above(fault: Fault) -> dict[str, str]:
    """The values of each attribute of a deck, by the lines of its block above this one."""
    out: dict[str, str] = {}
    for line in reversed(fault.lines[: fault.index]):
        if line.depth < fault.line.depth:
            break
        name, is_, values = fault.text[line.start : line.end].partition(" is ")
        if is_:
            out = {" ".join(name.split()): " ".join(values.split()), **out}
    return out
