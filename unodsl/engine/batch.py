"""What many games came to, and the bots that play them. Every executor plays the same games with the same bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from unodsl.engine.layout import MATCH, WINNERS
from unodsl.model.table import Table

Bot = Literal["random", "shedding"]
"""Who plays. `random`: any legal move of any player, all equally likely. `shedding`: the same among the moves that take a card
from the player's own, where there are any."""

BOTS: tuple[Bot, ...] = get_args(Bot)


@dataclass(slots=True)
class Batch:
    """What many games came to. `rounds` are those begun; `fired` counts by rule, as in `Program.rules`; `wins` by seat (a
    shared win counts for each winner); `lengths` are the moves of each game; `capped` games were stopped at the most moves;
    `stuck` ones had no move."""

    games: int = 0
    moves: int = 0
    rounds: int = 0
    wins: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    fired: list[int] = field(default_factory=list)
    capped: int = 0
    stuck: int = 0
    endless: int = 0
    unconserved: int = 0

    @classmethod
    def of(cls, table: Table) -> Batch:
        """No games of a table yet."""
        return cls(wins=[0] * table.seats, fired=[0] * (len(table.triggers) + len(table.offers)))

    def finish(self, moves: int, state: Sequence[int], seats: int) -> None:
        """Count a game that has ended, or was stopped, after so many moves."""
        self.games += 1
        self.moves += moves
        self.lengths.append(moves)
        if not state[MATCH]:
            for seat in range(seats):
                self.wins[seat] += state[WINNERS] >> seat & 1

    def add(self, part: Batch) -> None:
        """Add what other games of the table came to; their lengths follow."""
        self.games += part.games
        self.moves += part.moves
        self.rounds += part.rounds
        self.capped += part.capped
        self.stuck += part.stuck
        self.endless += part.endless
        self.unconserved += part.unconserved
        self.lengths.extend(part.lengths)
        self.wins = [a + b for a, b in zip(self.wins, part.wins, strict=True)]
        self.fired = [a + b for a, b in zip(self.fired, part.fired, strict=True)]
