"""What a search of all states is asked, how far it may go, and what it came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from unodsl.engine.api import State
from unodsl.engine.folding import Folding
from unodsl.engine.layout import ROUND, Layout
from unodsl.model.expressions import Expr
from unodsl.model.symmetry import Symmetry
from unodsl.model.table import LEFT_ALONE, Table

SLICE = 20_000
"""States that are looked at, or outcomes if that comes first, between two reports and two looks at the clock."""

MEMORY = 1 << 30
"""Bytes that a search may take where nothing else is said."""

MOST_PICKS = 200
"""So many picks of one cascade branch; those after them take the first card, and the search is not complete."""

MOST_OUTCOMES = 100_000
"""In so many ways chance may let one move turn out; the others are left out, and the search is not complete."""

MOST_ENDLESS = 10
"""So many outcomes of one move that never come to rest are gone through; then its others are left out, and the search is not
complete."""

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


ROOT, OVER, STUCK, ENDLESS, LEFT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 0xFFFFFFFB
"""In place of a state's number: where a root comes from; and where a step leads that ends the round, one that nobody can take, one
that never comes to rest, and one to a state that is not gone on from (`Question.within`)."""

DEAD_ENDS = frozenset({OVER, STUCK, ENDLESS})


class Top(NamedTuple):
    """What a search saw of the states with one situation on top: how many `states`; in how many `stuck` there was no move that the game
    can count on; in how many `unanswered` no such move of the situation's own; `without_card`: some, but none with a card from
    somewhere; `with_card`: such a one too. `first_...`: the number of such a state, from 1; 0: none."""

    states: int
    stuck: int
    first_stuck: int
    unanswered: int
    first_unanswered: int
    without_card: int
    with_card: int


def answering(table: Table) -> tuple[tuple[int, ...], ...]:
    """For nothing open (first) and each situation on top, what each offer is there: 0 a move that nobody has to make, 1 a move of
    something else, 2 a move of the situation that goes without cards, 3 one with a card that lies somewhere."""
    return tuple(
        tuple(
            0
            if x.mode in LEFT_ALONE
            else 1
            if top not in x.situations
            else 2
            if table.acts[x.act].origin is None
            else 3
            for x in table.offers
        )
        for top in range(-1, len(table.situations))
    )


@dataclass(frozen=True, slots=True)
class Question:
    """What is searched. `mistakes`: offers of that mode are taken up too. `symmetry`: states that it does not tell apart are
    one. `condition`: the search ends at the first state, nearest to the start, in which it holds; it has no locals.

    The others are for `explore_graph` alone. `steps`: so many steps are kept, 0 for none. `deals`: `start` is a match before anything
    happened, and the search begins with all that can be dealt with at most `deal_picks` picks of chance (a card that may not lie there is
    laid back and another turned up, again and again); `more`: further states to begin with. `horizon`: whether
    what follows the end of a round is searched too. `alike`: slots of numbers, each with a bound; states that differ only
    in numbers above it are one, the first that was met.

    The last are for its Python executor alone. `within`: states with other situations on top are left alone. `ways`: a move that chance can
    turn out in more ways is not followed, and the search is not complete. `first`: states of which it is least come first. `until`: the
    search ends with the first step to one of these."""

    table: Table
    start: State
    mistakes: bool = False
    symmetry: Symmetry | None = None
    condition: Expr | None = None
    steps: int = 0
    deals: bool = False
    deal_picks: int = MOST_PICKS
    more: tuple[State, ...] = ()
    horizon: Literal["round", "match"] = "round"
    alike: tuple[tuple[int, int], ...] = ()
    within: frozenset[int] | None = None
    ways: int | None = None
    first: Callable[[State], int] | None = None
    until: frozenset[int] = frozenset()

    @property
    def guided(self) -> bool:
        """Whether it takes the Python executor."""
        return self.within is not None or self.ways is not None or self.first is not None or bool(self.until)

    def folding(self, layout: Layout) -> Folding | None:
        """How states are folded; None: they are not."""
        if self.symmetry is None or not self.symmetry.anything:
            return None
        return Folding(layout, self.symmetry, self.start)

    def roots(self) -> Iterator[State]:
        """The states given to begin with."""
        if not self.deals:
            yield (0, *self.start[1:])
        yield from ((0, *x[1:]) for x in self.more)

    def also(self, layout: Layout) -> frozenset[int]:
        """Slots that differ between states of the search although no rule changes them in a round."""
        folding = self.folding(layout)
        out = set() if folding is None else set(folding.also)
        for other in self.more:
            out |= {i for i, (a, b) in enumerate(zip(self.start, other, strict=True)) if i and a != b}
        if self.deals or self.horizon == "match":
            out.add(ROUND)
        if self.horizon == "match":
            for index, variable in enumerate(layout.table.variables):
                first = layout.variable[index]
                out |= {
                    i
                    for i in range(first, first + (layout.seats if variable.each_player else 1))
                    if not variable.kept and self.start[i] != variable.starts
                }
        return frozenset(out)


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
