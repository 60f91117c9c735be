"""Aggregated results of many games, independent of their order: sums and a histogram of lengths."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from unodsl.engine.batch import Batch
from unodsl.model.table import Table

_COUNTS = ("games", "moves", "rounds", "capped", "stuck", "endless", "unconserved")


@dataclass(slots=True)
class Tally:
    """As `Batch`, but `lengths` counts the games by their number of moves, so that a million games take no more room than a
    thousand."""

    games: int = 0
    moves: int = 0
    rounds: int = 0
    wins: list[int] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    fired: list[int] = field(default_factory=list)
    capped: int = 0
    stuck: int = 0
    endless: int = 0
    unconserved: int = 0

    @classmethod
    def of(cls, table: Table) -> Tally:
        """Returns the tally of no games of a table."""
        none = Batch.of(table)
        return cls(wins=none.wins, fired=none.fired)

    @classmethod
    def counted(cls, batch: Batch) -> Tally:
        """Converts the results of a batch."""
        sums = {name: getattr(batch, name) for name in _COUNTS}
        return cls(**sums, wins=list(batch.wins), fired=list(batch.fired), lengths=Counter(batch.lengths))

    def add(self, part: Tally) -> None:
        """Adds the results of other games of the same table."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(part, name))
        self.lengths.update(part.lengths)
        self.wins = [a + b for a, b in zip(self.wins, part.wins, strict=True)]
        self.fired = [a + b for a, b in zip(self.fired, part.fired, strict=True)]

    def median(self) -> float:
        """The median length; the mean of the two middle ones if the number of games is even. Requires at least one
        game."""
        ordered = sorted(self.lengths.items())

        def at(place: int) -> int:
            for length, games in ordered:
                place -= games
                if place < 0:
                    return length
            raise IndexError(place)

        low, high = at((self.games - 1) // 2), at(self.games // 2)
        return high if self.games % 2 else (low + high) / 2

    def packed(self) -> dict[str, Any]:
        """Serializes to JSON values."""
        sums = {name: getattr(self, name) for name in _COUNTS}
        return {**sums, "wins": self.wins, "fired": self.fired, "lengths": sorted(self.lengths.items())}

    @classmethod
    def unpacked(cls, value: Any, like: Tally, games: int) -> Tally:
        """Deserializes from JSON values: the tally of `games` games of the table of `like`. Raises `ValueError` if
        invalid."""
        try:
            sums = {name: _count(value[name]) for name in _COUNTS}
            lengths = Counter({_count(length): _count(many) for length, many in value["lengths"]})
            found = cls(**sums, wins=_counts(value["wins"]), fired=_counts(value["fired"]), lengths=lengths)
        except (KeyError, TypeError) as error:
            raise ValueError(str(error)) from None
        if (
            found.games != games
            or sum(lengths.values()) != games
            or sum(length * many for length, many in lengths.items()) != found.moves
            or (len(found.wins), len(found.fired)) != (len(like.wins), len(like.fired))
        ):
            raise ValueError("these are not the games that they should be")
        return found


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("no count")
    return value


def _counts(value: Any) -> list[int]:
    return [_count(x) for x in list(value)]
