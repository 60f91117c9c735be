"""Type inference for a program: numbers, sets of cards, and sets of bits wider than a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from unodsl.engine import program as p
from unodsl.engine.machine import NotCompiled as NotCompiled

NUMBER, CARDS = 0, -1
"""The types of values; n of 2 or more: a set of bits in n words."""

MOST_WORDS = 64


def words_of_bits(bits: int) -> int:
    """The type of a set of so many bits."""
    words = (bits + 63) // 64
    if words > MOST_WORDS:
        raise NotCompiled("a move has too many different arguments")
    return NUMBER if words <= 1 else words


class Types:
    """The types of all names and results of functions."""

    def __init__(self, functions: Iterable[p.Function], card_tables: Iterable[str]) -> None:
        self.card_tables = frozenset(card_tables)
        self.names: dict[str, dict[str, int]] = {}
        self.results: dict[str, int | None] = {}
        functions = list(functions)
        known = [(f, [n for n in p.parts(f.body) if isinstance(n, p.Set | p.Return)]) for f in functions]
        for f, statements in known:
            self.names[f.name] = {x: CARDS if x in f.cards else NUMBER for x in f.parameters}
            self.results[f.name] = NUMBER if any(isinstance(n, p.Return) for n in statements) else None
        changed = True
        while changed:
            changed = False
            for f, statements in known:
                names = self.names[f.name]
                for n in statements:
                    found = self.of(n.value, f.name)
                    if isinstance(n, p.Set):
                        new = join(names.get(n.name, NUMBER), found)
                        changed |= names.get(n.name) != new
                        names[n.name] = new
                    else:
                        result = join(self.results[f.name] or NUMBER, found)
                        changed |= result != self.results[f.name]
                        self.results[f.name] = result

    def of(self, x: p.Node, function: str) -> int:
        """The type of a node in a function."""
        match x:
            case p.Int():
                return words_of_bits(x.value.bit_length()) if x.value > 0 else NUMBER
            case p.Cards():
                return CARDS
            case p.Name():
                return self.names[function].get(x.name, NUMBER)
            case p.Slot():
                return CARDS if x.cards else NUMBER
            case p.Entry():
                return CARDS if x.table in self.card_tables else NUMBER
            case p.OneOf():
                return words_of_bits(x.size)
            case p.Op():
                if x.operator in ("&", "|", "^", "&~"):
                    return join(self.of(x.left, function), self.of(x.right, function))
                return NUMBER
            case p.Select():
                return join(self.of(x.then, function), self.of(x.otherwise, function))
            case p.Call():
                if x.function in ("add card", "take card", "place cards", "clear"):
                    return CARDS
                return self.results.get(x.function) or NUMBER
            case p.All() | p.IsZero() | p.Bits() | p.LowBit() | p.Clamp():
                return NUMBER
            case _:
                assert_never(x)


def join(a: int, b: int) -> int:
    """The join of two types."""
    if NUMBER in (a, b) or a == b:
        return a or b
    if CARDS in (a, b):
        raise AssertionError("a set of cards and a set of something else")
    return max(a, b)
