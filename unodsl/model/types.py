"""Types of the language. Every value is an integer at run time.

A truth value is 0 or 1; values of an enumeration, seats and kinds of cards are indices from 0; a set of players is a
bit mask with seat 0 as its lowest bit; `nothing` is -1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Number:
    """An integer from `low` to `high`, inclusive. Results outside of the range are clamped."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class YesNo:
    """A truth value."""

    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enumeration: an attribute of cards (`name` is that of the attribute), or the values declared by a variable."""

    name: str
    values: tuple[str, ...]
    optional: bool = False

    def __str__(self) -> str:
        return (self.name or " or ".join(self.values)) + (" or nothing" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card. Identical copies are indistinguishable."""

    optional: bool = False

    def __str__(self) -> str:
        return "a card" + (" or nothing" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""

    optional: bool = False

    def __str__(self) -> str:
        return "a player" + (" or nothing" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Players:
    """A set of seats."""

    def __str__(self) -> str:
        return "players"


Type = Number | YesNo | Enumeration | Card | Player | Players

Visibility = Literal["face up", "face down", "seen by its player"]
