"""The results of many games as arrays: the extra `numpy`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unodsl.campaign.run import Rows, play_rows
from unodsl.campaign.work import Settings
from unodsl.engine.batch import FIXED, HOW, LEADS, MOVES, ROUNDS, TAKEN, WON, Playing, kept_numbers, row_width
from unodsl.engine.choose import Name

if TYPE_CHECKING:
    from unodsl.api.prepared import PreparedTable


@dataclass(frozen=True, slots=True)
class Games:
    """The results of n matches, one in each row. `ends`: indexes into `unodsl.engine.batch.ENDS`, 0 if the match was
    played to its end; `winners` (n, seats); `cards_taken` and `lead_changes`: counted by `unodsl.engine.batch.Watch`;
    `fired` (n, rules): how often each of `rules` fired; `points`: final values by qualified name of the variable (n,
    seats). `executor`: which one played; `notice`: a line if it is not the expected one."""

    seed: int
    lengths: NDArray[np.int64]
    rounds: NDArray[np.int64]
    ends: NDArray[np.int64]
    winners: NDArray[np.bool_]
    cards_taken: NDArray[np.int64]
    lead_changes: NDArray[np.int64]
    fired: NDArray[np.int64]
    rules: tuple[str, ...]
    points: dict[str, NDArray[np.int64]]
    executor: Name
    notice: str | None

    def __repr__(self) -> str:
        moves = int(self.lengths.sum())
        return f"<{len(self)} matches from seed {self.seed}: {moves} moves, won {self.wins.tolist()} by seat ({self.executor})>"

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def wins(self) -> NDArray[np.int64]:
        """How often each seat won; a shared win counts for each winner."""
        out: NDArray[np.int64] = self.winners.sum(axis=0)
        return out

    @property
    def totals(self) -> dict[str, int]:
        """How often each rule fired in all games."""
        return dict(zip(self.rules, self.fired.sum(axis=0).tolist(), strict=True))


def play(setup: PreparedTable, games: int, seed: int, playing: Playing, executor: Name | None, jobs: int) -> Games:
    """See `Setup.play`."""
    if games < 1:
        raise ValueError("no games: play one or more")
    return arrays(setup, seed, play_rows(setup.table, Settings(seed, playing), games, executor, jobs))


def arrays(setup: PreparedTable, seed: int, found: Rows) -> Games:
    """Converts the rows of games to arrays."""
    table, seats, rules = setup.table, setup.seats, len(setup.rules)
    rows = np.array(found.rows, np.int64).reshape(found.tally.games, row_width(table))
    behind = FIXED + rules
    points = {
        table.variables[index].name: rows[:, behind + i * seats : behind + (i + 1) * seats]
        for i, index in enumerate(kept_numbers(table))
    }
    return Games(
        seed,
        rows[:, MOVES],
        rows[:, ROUNDS],
        rows[:, HOW],
        (rows[:, WON, None] >> np.arange(seats) & 1).astype(np.bool_),
        rows[:, TAKEN],
        rows[:, LEADS],
        rows[:, FIXED:behind],
        setup.rules,
        points,
        found.executor,
        found.notice,
    )
