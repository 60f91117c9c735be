"""Many matches side by side, stepped together over numpy arrays: the extra `numpy`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from unodsl.api import arguments
from unodsl.api.asking import ORDERS, REWARDS, Asking, Order, Reward, points_variable, rewards
from unodsl.api.prepared import PreparedTable
from unodsl.diagnostics import wrong
from unodsl.engine.batch import ENDS
from unodsl.engine.layout import WINNERS

__all__ = ["Matches", "Order", "Reward", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """What one step came to, for each of n matches. `rewards` (n, seats); `ended` (n): the match ended with this step, and
    another has begun in its place; `how` (n): an index into `unodsl.engine.batch.ENDS` where it ended, else -1; `winners` (n,
    seats): who won it."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    how: NDArray[np.int8]
    winners: NDArray[np.bool_]


class Matches:
    """Matches that do not know of each other. In each of them one seat is asked at a time, as `unodsl.api.asking` says.
    `seats` (n) are those asked now; `observations` (n, numbers) what they see; `masks` (n, actions) which actions they may
    take, the last one being to leave it to others.

    A match that ends makes room for a new one at once. The i-th match begins from `seed + i`; new ones take the next seeds, so
    that no two matches have the same.
    """

    def __init__(
        self,
        setup: PreparedTable,
        number: SupportsIndex,
        seed: SupportsIndex = 1,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
    ) -> None:
        self.most_moves = check_choices(order, reward, most_moves)
        self.number = arguments.whole(number, "number", 1)
        self.setup = setup
        self.order: Order = order
        self.reward: Reward = reward
        self.variable = points_variable(setup, reward, points)
        self.next_seed = arguments.whole(seed, "seed")
        self.asked = [self._begin() for _ in range(self.number)]
        self._look()

    def __repr__(self) -> str:
        return f"<{self.number} matches of {self.setup.described}, side by side>"

    def _begin(self) -> Asking:
        for _ in range(1000):
            asked = Asking.begin(self.setup, self.next_seed, self.order, self.most_moves)
            self.next_seed += 1
            if asked.end is None:
                return asked
        raise wrong("a thousand matches of this table ended before anybody could move")

    def _look(self) -> None:
        self.seats = np.array([a.seat for a in self.asked], np.int64)
        self.observations = self.setup.observer.many([a.state for a in self.asked], self.seats.tolist())
        self.masks = np.zeros((self.number, self.setup.actions.size), np.bool_)
        leave = self.setup.actions.leave
        for row, asked in zip(self.masks, self.asked, strict=True):
            row[list(asked.moves)] = True
            row[leave] = asked.may_leave

    def step(self, actions: Sequence[SupportsIndex] | NDArray[np.integer]) -> Step:
        """Each seat asked takes an action. Raises `ValueError`, before anything is done, where the numbers of actions and
        matches differ, or where one may not be taken."""
        taken = [arguments.action(a) for a in actions]
        if len(taken) != self.number:
            raise ValueError(f"{len(taken)} actions were given for {self.number} matches")
        for i, (action, asked) in enumerate(zip(taken, self.asked, strict=True)):
            if not asked.legal(action):
                raise ValueError(f"seat {asked.seat} of match {i} cannot take action {action} now")
        seats = self.setup.seats
        out = Step(
            np.zeros((self.number, seats)),
            np.zeros(self.number, np.bool_),
            np.full(self.number, -1, np.int8),
            np.zeros((self.number, seats), np.bool_),
        )
        for i, (action, asked) in enumerate(zip(taken, self.asked, strict=True)):
            before = asked.state
            asked.answer(action)
            if asked.state is not before:
                out.rewards[i] = rewards(self.setup, self.reward, self.variable, before, asked)
            if asked.end is not None:
                out.ended[i] = True
                out.how[i] = ENDS.index(asked.end)
                if asked.end == "over":
                    won = asked.state[WINNERS]
                    out.winners[i] = [won >> s & 1 for s in range(seats)]
                self.asked[i] = self._begin()
        self._look()
        return out


def check_choices(order: str, reward: str, most_moves: SupportsIndex) -> int:
    """The most moves as a number. Raises `RulesError` where there is no such choice."""
    arguments.word(order, "order", ORDERS)
    arguments.word(reward, "reward", REWARDS)
    return arguments.whole(most_moves, "most_moves", 1)
