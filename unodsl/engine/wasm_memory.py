"""The memory layout of a compiled table, and sets of cards as machine words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from struct import pack

from unodsl import limits
from unodsl.engine.batch import row_width
from unodsl.engine.layout import Layout
from unodsl.engine.program import Program

WORD = 64
GAMES = 1024
"""The most games of one call; their lengths have this much room."""

COUNTERS = ("games", "moves", "capped", "stuck", "endless", "unconserved")
QUEUED = limits.CASCADE_RULES + 2
"""The capacity of the event queue. A cascade with more events is stopped before it processes them."""

EVENT_BYTES = 24
_PAGE = 65536
_SIZES = (("b", 8, "i64.load8_s"), ("h", 16, "i64.load16_s"), ("i", 32, "i64.load32_s"), ("q", 64, "i64.load"))
_MASK = (1 << WORD) - 1


NTH = tuple(
    [bit for bit in range(8) if byte >> bit & 1][n] if n < byte.bit_count() else 0
    for byte in range(256)
    for n in range(8)
)
"""A table of the n-th bit set of a byte, by 8 times the byte and n."""


class CardWords:
    """Sets of cards as 64-bit words: the same bits in order, split between kinds if possible."""

    def __init__(self, layout: Layout) -> None:
        starts, room, at = [0], WORD, 0
        first: list[int] = []
        parts: list[int] = []
        for copies in layout.copies:
            if copies > room and room < WORD:
                starts.append(at)
                room = WORD
            first.append(len(starts) - 1)
            left = copies
            while left > room:
                left -= room
                at += room
                starts.append(at)
                room = WORD
            at += left
            room -= left
            parts.append(len(starts) - first[-1])
        self.starts = tuple(starts)
        self.first = tuple(first)
        """For each kind the word of its first card."""
        self.parts = tuple(parts)
        """For each kind its number of words; above one only if it has more cards than a word has bits."""
        self.count = len(starts)
        ends = (*starts[1:], at)
        self._cuts = tuple((a, (1 << (b - a)) - 1) for a, b in zip(starts, ends, strict=True))
        self.kind_at = tuple(
            layout.kind_at[a + i] if a + i < b else 0 for a, b in zip(starts, ends, strict=True) for i in range(WORD)
        )

    def bits(self, word: int) -> int:
        """The number of bits used in a word."""
        return self._cuts[word][1].bit_length()

    def split(self, cards: int) -> tuple[int, ...]:
        """Splits a set of cards into words."""
        return tuple(cards >> at & mask for at, mask in self._cuts)

    def join(self, words: Sequence[int]) -> int:
        """Joins words into a set of cards."""
        out = 0
        for (at, _), word in zip(self._cuts, words, strict=True):
            out |= word << at
        return out


class Memory:
    """Addresses in bytes. All slots of the state are alike, so that an index is an address: each has room for a set of cards.
    Two more slots follow the state: one to work in, and the number of rounds begun. `tables`: more tables of numbers."""

    def __init__(
        self, layout: Layout, program: Program, most_moves: int, tables: Mapping[str, tuple[int, ...]] | None = None
    ) -> None:
        self.layout = layout
        self.words = CardWords(layout)
        self.shift = 3 + (self.words.count - 1).bit_length()
        self.stride = 1 << self.shift
        self.scratch = layout.size
        self.rounds = layout.size + 1
        self._at = 1024
        self.state = self._take((layout.size + 2) * self.stride)
        self.fired = self._take(8 * len(program.rules))
        self.wins = self._take(8 * layout.seats)
        self.counters = self._take(8 * len(COUNTERS))
        self.lengths = self._take(4 * GAMES)
        self.marks = self._take(8 * len(program.rules))
        """For each rule how often it had fired at the end of the last game."""
        self.rows = self._take(8 * GAMES * row_width(layout.table))
        self.queue = self._take(EVENT_BYTES * QUEUED)
        self.data: list[tuple[int, bytes]] = []
        self.tables: dict[str, tuple[int, str]] = {}
        """The tables of numbers: address, and load instruction."""
        self.card_tables: dict[str, int] = {}
        for name, values in program.tables:
            if name in program.card_tables:
                self.card_tables[name] = self._card_table(values)
            else:
                self.number_table(name, values)
        words = self.words
        fields = (0, *(words.split(f)[w] for f, w in zip(layout.fields, words.first, strict=True)))
        self.field = self._put(b"".join(pack("<Q", f) for f in fields))
        """For each kind, from -1: its bits within the word of its first card."""
        self.word_of = self._put(b"".join(pack("<I", 8 * w) for w in (0, *words.first)))
        """For each kind, from -1: the offset of that word from the first."""
        self.number_table("KIND_AT", words.kind_at)
        self.field_at = self._put(b"".join(pack("<Q", fields[k + 1]) for k in words.kind_at))
        """For each bit of each word: the bits of its kind within the word."""
        self.number_table("PARTS", words.parts)
        self.number_table("LAYS", program.lays)
        self.number_table("NTH", NTH)
        for name, values in (tables or {}).items():
            self.number_table(name, values)
        # never empty, even without situations
        self.number_table("BELOW", layout.below or (0,))
        # the last area, so that an overflow leaves the memory and traps
        self.most_moves = most_moves
        self.moves = self._take(8 * (most_moves + 1))
        self.pages = (self._at + _PAGE - 1) // _PAGE

    def _take(self, size: int) -> int:
        at = self._at
        self._at += (size + 15) // 16 * 16
        return at

    def _put(self, data: bytes) -> int:
        at = self._take(len(data))
        self.data.append((at, data))
        return at

    def number_table(self, name: str, values: Iterable[int]) -> None:
        """Adds a table of numbers with the smallest sufficient width."""
        values = tuple(values)
        low, high = min(values, default=0), max(values, default=0)
        letter, load = next((letter, load) for letter, size, load in _SIZES if fits(low, high, size))
        self.tables[name] = (self._put(pack(f"<{len(values)}{letter}", *values)), load)

    def step(self, name: str) -> int:
        """The distance of a table's entries, as a shift."""
        return {"i64.load8_s": 0, "i64.load16_s": 1, "i64.load32_s": 2, "i64.load": 3}[self.tables[name][1]]

    def _card_table(self, values: Sequence[int]) -> int:
        pad = b"\0" * (self.stride - 8 * self.words.count)
        return self._put(b"".join(b"".join(pack("<Q", w) for w in self.words.split(v)) + pad for v in values))

    def slot(self, index: int) -> int:
        """The address of a slot of the state."""
        return self.state + index * self.stride


def signed(value: int) -> int:
    """Converts 64 bits to a signed number."""
    value &= _MASK
    return value - (1 << WORD) if value >> (WORD - 1) else value


def fits(low: int, high: int, bits: int) -> bool:
    """Whether all numbers in a range fit in so many signed bits."""
    return -(1 << (bits - 1)) <= low and high < 1 << (bits - 1)
