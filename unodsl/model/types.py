"""Types of the language. Every value is an integer at run time.

A yes-or-no is 0 or 1; a value of an enumeration, a seat and a kind of card are indexes from 0; a set of players is a bit
mask with seat 0 in the lowest bit; `nothing` is -1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`, both included. What leads beyond stays at the bound."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True, slots=True)
class Enumeration:
    """One of some names: an attribute of cards (`name` is then the attribute's) or a choice of a variable's own."""

    name: str
    values: tuple[str, ...]
    optional: bool = False

    def __str__(self) -> str:
        return (self.name or " or ".join(self.values)) + (" or nothing" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: identical copies are indistinguishable."""

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
