"""Multisets of cards as integers.

Kind k owns `copies` bits at its offset, and the lowest `count` of them are set. So equal sets are equal integers, and
the number of cards is the number of bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from unodsl.engine.python_chance import halves, nth_bits
from unodsl.model.table import Deck


class CardSets:
    """The bit layout of the card sets of a deck."""

    def __init__(self, deck: Deck) -> None:
        offsets: list[int] = []
        at = 0
        for kind in deck.kinds:
            offsets.append(at)
            at += kind.copies
        self.offsets = tuple(offsets)
        self.copies = tuple(k.copies for k in deck.kinds)
        self.fields = tuple(((1 << k.copies) - 1) << o for k, o in zip(deck.kinds, offsets, strict=True))
        # (a kind without cards in the deck owns no bit)
        self.first_bits = sum(1 << o for o, k in zip(offsets, deck.kinds, strict=True) if k.copies)
        self.all_cards = (1 << at) - 1
        self.kind_at = tuple(i for i, k in enumerate(deck.kinds) for _ in range(k.copies))
        steps, self._rest = halves(at)
        self._halves = tuple((half, (1 << half) - 1) for half in steps)

    def count(self, cards: int, kind: int) -> int:
        """The number of cards of a kind in a set."""
        return (cards & self.fields[kind]).bit_count()

    def add(self, cards: int, kind: int) -> int:
        """Adds one card of a kind."""
        offset = self.offsets[kind]
        return cards | (((cards >> offset & ((1 << self.copies[kind]) - 1)) + 1) << offset)

    def take(self, cards: int, kind: int) -> int:
        """Removes one card of a kind; the set must have one."""
        offset = self.offsets[kind]
        mine = cards >> offset & ((1 << self.copies[kind]) - 1)
        return cards ^ ((mine ^ mine >> 1) << offset)

    def merge(self, left: int, right: int) -> int:
        """The union of two sets."""
        if not left or not right:
            return left | right
        for kind in self.kinds_of(right):
            for _ in range(self.count(right, kind)):
                left = self.add(left, kind)
        return left

    def kinds_of(self, cards: int) -> Iterator[int]:
        """The distinct kinds in a set, in order."""
        present = cards & self.first_bits
        while present:
            low = present & -present
            yield self.kind_at[low.bit_length() - 1]
            present ^= low

    def nth(self, cards: int, n: int) -> int:
        """The kind of the n-th card (from 0) in the order of kinds."""
        low = 0
        for half, mask in self._halves:
            part = cards & mask
            below = part.bit_count()
            if n < below:
                cards = part
            else:
                n -= below
                cards >>= half
                low += half
        return self.kind_at[low + nth_bits(self._rest)[cards][n]]

    def cards(self, kinds: Iterable[int]) -> int:
        """The set of the given kinds."""
        out = 0
        for kind in kinds:
            out = self.add(out, kind)
        return out

    def listed(self, cards: int) -> list[int]:
        """The kinds of all cards in a set, in order, with repeats."""
        return [k for k in self.kinds_of(cards) for _ in range(self.count(cards, k))]


class Pool(Mapping[int, int]):
    """The pool of a random card: how many there are of each kind; never empty. `cards`: the pool as a set."""

    __slots__ = ("cards", "sets")

    def __init__(self, sets: CardSets, cards: int) -> None:
        self.sets, self.cards = sets, cards

    def __getitem__(self, kind: int) -> int:
        # (the code of a random value is below -1)
        count = self.sets.count(self.cards, kind) if kind >= 0 else 0
        if not count:
            raise KeyError(kind)
        return count

    def __iter__(self) -> Iterator[int]:
        return self.sets.kinds_of(self.cards)

    def __len__(self) -> int:
        return (self.cards & self.sets.first_bits).bit_count()
