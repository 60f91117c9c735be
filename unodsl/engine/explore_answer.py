"""The budget and the result of an exhaustive search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

SLICE = 20_000
"""The states, or outcomes if reached first, between two reports and checks of the clock."""

MEMORY = 1 << 30
"""The default memory limit of a search, in bytes."""

MOST_PICKS = 200
"""The most random choices in one cascade that are enumerated; later ones take the first card, and the search is
incomplete."""

Stop = Literal["", "states", "memory", "time", "interrupted", "chance", "goal"]
"""Why a search is incomplete: limit of states, memory, time, an interrupt, too many outcomes of a move, or the goal
state was found; "": it is complete."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search: states (at least 1), bytes for them (at least 1 MiB), and the value of `time.monotonic`
    at which it ends (None: no limit)."""

    most_states: int
    memory: int = MEMORY
    deadline: float | None = None

    @property
    def in_time(self) -> bool:
        """Whether there is time left."""
        return self.deadline is None or time.monotonic() < self.deadline


FINGERPRINT_BITS = 64
"""The size of a visited state in compiled code."""


def most_missed(states: int) -> float:
    """An upper bound on the probability that a state was missed because two states share a fingerprint."""
    return states * states / float(1 << (FINGERPRINT_BITS + 1))


@dataclass(slots=True)
class Explored:
    """The result of a search. `states`: visited ones, of which the last `frontier` are not expanded; `transitions`:
    moves by outcomes, of which `rounds` began another round and `endless` had an endless cascade. `ends`: states in
    which the match is over; `stuck`: other states without a legal move. `depth`: the distance of the last expanded
    states from the start. `stopped`: why it is incomplete. `bytes_kept`: memory for each possible visited state,
    besides the frontier; an estimate in Python. `row_bytes`: memory for a state of the frontier.

    A path is a list of outcome numbers (from 0), one for each step, in the order of moves and random choices; None:
    there is none. `stuck_way` and `goal_way` lead to the first such state, `endless_way` ends with the move of the
    endless cascade.
    """

    states: int = 0
    transitions: int = 0
    rounds: int = 0
    endless: int = 0
    ends: int = 0
    stuck: int = 0
    depth: int = 0
    frontier: int = 0
    stopped: Stop = ""
    bytes_kept: int = 0
    row_bytes: int = 0
    stuck_way: tuple[int, ...] | None = None
    endless_way: tuple[int, ...] | None = None
    goal_way: tuple[int, ...] | None = None

    @property
    def complete(self) -> bool:
        """Whether the search is complete."""
        return not self.stopped


Report = Callable[[Explored], None]


def why(out: Explored, full: bool, budget: Budget, cut: bool) -> Stop:
    """Why a search ended; `full`: no memory for a state; `cut`: outcomes were left out."""
    if out.goal_way is not None:
        return "goal"
    if full:
        return "memory" if out.states < budget.most_states else "states"
    return "chance" if cut else ""
