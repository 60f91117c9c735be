"""The question of an exhaustive search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from unodsl.engine.api import State
from unodsl.engine.explore_answer import FINGERPRINT_BITS as FINGERPRINT_BITS
from unodsl.engine.explore_answer import MEMORY as MEMORY
from unodsl.engine.explore_answer import MOST_PICKS as MOST_PICKS
from unodsl.engine.explore_answer import SLICE as SLICE
from unodsl.engine.explore_answer import Budget as Budget
from unodsl.engine.explore_answer import Explored as Explored
from unodsl.engine.explore_answer import Report as Report
from unodsl.engine.explore_answer import Stop as Stop
from unodsl.engine.explore_answer import most_missed as most_missed
from unodsl.engine.explore_answer import why as why
from unodsl.engine.folding import Folding
from unodsl.engine.layout import ROUND, Layout
from unodsl.model.expressions import Expr
from unodsl.model.symmetry import Symmetry
from unodsl.model.table import LEFT_ALONE, Table

MOST_OUTCOMES = 100_000
"""The most outcomes of one move; others are left out, and the search is incomplete."""

MOST_ENDLESS = 10
"""The most endless outcomes of one move; then its others are left out, and the search is incomplete."""

MIXER = 0x9E3779B1
"""The multiplier of choices that a search does not list (Fibonacci hashing)."""

ROOT, OVER, STUCK, ENDLESS, LEFT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC, 0xFFFFFFFB
"""In place of a state's number: the origin of a root; and the target of an edge that ends the round, of a missing move,
of an endless cascade, and of a state that is not expanded (`Question.within`)."""

DEAD_ENDS = frozenset({OVER, STUCK, ENDLESS})


def unlisted(at: int, many: int) -> int:
    """Choice number `at` of a run among `many`, where the search does not list all of them: after the round, and beyond the
    limit of choices. In no regular order, so that a loop which waits for some card ends soon."""
    return ((at * MIXER & 0xFFFFFFFF) >> 16) % many


class Top(NamedTuple):
    """Statistics of the states with one situation on top: the number of `states`; those `stuck` without a move that the
    game depends on; those `unanswered` by any move of the situation itself; `without_card`: answered only by moves
    without a card; `with_card`: also by one with a card. `first_...`: the number of such a state, from 1; 0: none."""

    states: int
    stuck: int
    first_stuck: int
    unanswered: int
    first_unanswered: int
    without_card: int
    with_card: int


def answering(table: Table) -> tuple[tuple[int, ...], ...]:
    """For nothing open (first) and each situation on top, the role of each offer: 0 a move that the game does not
    depend on, 1 a move of another situation, 2 a move of the situation without a card, 3 one with a card from a
    place."""
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
    """The search space. `mistakes`: offers of that mode are taken, too. `symmetry`: states are merged by it.
    `condition`: the search ends at the nearest state that satisfies it; it has no locals.

    The others are for `explore_graph` only. `steps`: the most edges, 0 for none. `deals`: `start` is a match before any
    event, and the search begins with all deals of at most `deal_picks` random choices (a deal that turns up an
    unsuitable card repeats that choice); `more`: further initial states. `horizon`: whether the search continues after
    the end of a round. `alike`: slots of numbers, each with a bound; states that differ only in numbers above it are
    merged into the first one.

    The last are for its Python executor only. `within`: states with other situations on top are not expanded. `ways`: a
    move with more random outcomes is skipped, and the search is incomplete. `first`: a priority; states with the least
    value come first. `until`: the search ends with the first edge to one of these.
    """

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
        """Whether it needs the Python executor."""
        return self.within is not None or self.ways is not None or self.first is not None or bool(self.until)

    def folding(self, layout: Layout) -> Folding | None:
        """The symmetry reduction; None if there is none."""
        if self.symmetry is None or not self.symmetry.anything:
            return None
        return Folding(layout, self.symmetry, self.start)

    def roots(self) -> Iterator[State]:
        """The given initial states."""
        if not self.deals:
            yield (0, *self.start[1:])
        yield from ((0, *x[1:]) for x in self.more)

    def also(self, layout: Layout) -> frozenset[int]:
        """The slots that differ between states of the search although no rule changes them in a round."""
        folding = self.folding(layout)
        out = set() if folding is None else set(folding.also)
        for other in self.more:
            out |= {i for i, (a, b) in enumerate(zip(self.start, other, strict=True)) if i and a != b}
        if self.deals or self.horizon == "match":
            out.add(ROUND)
        if self.horizon == "match":
            for index, variable in enumerate(layout.table.variables):
                changed = (i for i in layout.slots_of(index) if self.start[i] != variable.starts)
                out |= {*changed} if not variable.kept else set()
        return frozenset(out)
