"""How far a search of all states may go, and what it came to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

SLICE = 20_000
"""States that are looked at, or outcomes if that comes first, between two reports and two looks at the clock."""

MEMORY = 1 << 30
"""Bytes that a search may take where nothing else is said."""

MOST_PICKS = 200
"""So many picks of one cascade branch; those after them take the first card, and the search is not complete."""

Stop = Literal["", "states", "memory", "time", "interrupted", "chance", "goal"]
"""Why a search ended before all was seen: the limit of states, no memory for more, no time for more, somebody who
stopped it, more outcomes of a move than are gone through, the state is found; "": it did not."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search may go: states that it meets (at least 1), bytes that it takes for them (at least 1 MiB), and the moment
    of `time.monotonic` at which it ends (None: it has time)."""

    most_states: int
    memory: int = MEMORY
    deadline: float | None = None

    @property
    def in_time(self) -> bool:
        """Whether the moment has not come yet."""
        return self.deadline is None or time.monotonic() < self.deadline


FINGERPRINT_BITS = 64
"""What compiled code keeps of a state that it has met."""


def most_missed(states: int) -> float:
    """A bound on the probability that two of so many states have one fingerprint, so that one of them was missed."""
    return states * states / float(1 << (FINGERPRINT_BITS + 1))


@dataclass(slots=True)
class Explored:
    """What a search came to. `states` were met, of which the last `frontier` were not looked at; `transitions` counts moves, each
    as often as chance can let it turn out; of those `rounds` began another round and `endless` set off a cascade without end.
    `ends`: states in which the match is over; `stuck`: states in which it is not, and nobody has a move. `depth`: moves from the
    start to the states looked at last. `stopped`: why there may be more. `bytes_kept`: memory for each state that may be met,
    beside the frontier; in Python an estimate. `row_bytes`: memory for a state of the frontier.

    A way is the number (from 0) of the outcome taken at each step, all moves of a state being gone through in order with all
    that chance can do; None: there was none. `stuck_way` and `goal_way` lead to the first such state, `endless_way` ends with
    the move that never comes to rest."""

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
        """Whether there is nothing else."""
        return not self.stopped


Report = Callable[[Explored], None]


def why(out: Explored, full: bool, budget: Budget, cut: bool) -> Stop:
    """Why a search ended; `full`: a state had no room; `cut`: outcomes were left out."""
    if out.goal_way is not None:
        return "goal"
    if full:
        return "memory" if out.states < budget.most_states else "states"
    return "chance" if cut else ""
