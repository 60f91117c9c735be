"""What a search of all states is asked."""

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
from unodsl.engine.explore_answer import most_missed as most_missed
from unodsl.engine.explore_answer import why as why
from unodsl.engine.folding import Folding
from unodsl.engine.layout import ROUND, Layout
from unodsl.model.expressions import Expr
from unodsl.model.symmetry import Symmetry
from unodsl.model.table import LEFT_ALONE, Table

MOST_OUTCOMES = 100_000
"""In so many ways chance may let one move turn out; the others are left out, and the search is not complete."""

MOST_ENDLESS = 10
"""So many outcomes of one move that never come to rest are gone through; then its others are left out, and the search is not
complete."""

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
