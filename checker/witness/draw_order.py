"""Equality up to draw order: differences that only the order of drawn cards explains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.search.graph import bare
from checker.witness.destinations import Dealer, Destinations, Paired
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, Executor, Move, State
from unodsl.engine.generated import Recorder
from unodsl.engine.layout import Layout

MOST_DRAWN = 12
"""The maximal number of cards drawn in one move for this comparison."""


def recording_chance(script: Sequence[int] = ()) -> Recorder:
    """The chance source of a scenario that states no cards to come (or `script`), with a record of its picks."""
    return Recorder(plain_chance(script))


@dataclass(frozen=True)
class Way:
    """One of two executions: a move, or the beginning of a match (None), from a state."""

    executor: Executor
    state: State
    move: Move | None

    def end(self, chance: Chance, executor: Executor | None = None) -> State:
        """The state after it. `executor`: instead of its own."""
        by = executor or self.executor
        return by.start(1, chance) if self.move is None else by.apply(self.state, self.move, chance)

    def dealt(self, chance: Paired) -> State:
        """The state after it, with chance by destination."""
        return self.end(chance, Dealer(self.executor.table))


def differs_by_draw_only(
    ways: tuple[Way, Way], layout: Layout, ends: tuple[State, State], drawn: Sequence[int]
) -> bool:
    """Whether two executions differ only in who drew which card. `drawn`: the draws of the first.

    True if the second execution reaches the same state with these draws in another order; all orders of a shuffled pile
    are equally likely. True also if both states have equal numbers of cards everywhere and agree in everything else, as
    after a shuffle in between.
    """
    if len(drawn) < 2:
        return False
    if same_by_destination(ways, ends[0], drawn):
        return True
    if len(drawn) > MOST_DRAWN:
        return False
    if counted(layout, ends[0]) == counted(layout, ends[1]):
        return True
    wanted = bare(ends[0])
    for script in exchanged(drawn):
        chance = recording_chance(script)
        try:
            after = ways[1].end(chance)
        except EndlessCascade:
            continue
        if chance.picks == script and bare(after) == wanted:
            return True
    return False


def same_by_destination(ways: tuple[Way, Way], end: State, drawn: Sequence[int]) -> bool:
    """Whether the second of two executions reaches the same state as the first one, if each place gets the cards from the
    pile that it gets there. `drawn`: the draws of the first. Example: a match begins, and nothing says whether the dealer
    takes one card more before the first card is turned up."""
    known: Destinations = {}
    first, second = (Paired(known, plain_chance(x)) for x in (drawn, ()))
    try:
        return bare(ways[0].dealt(first)) == bare(end) == bare(ways[1].dealt(second)) and not second.apart
    except EndlessCascade:
        return False


def counted(layout: Layout, state: State) -> State:
    """A state with numbers of cards in place of unordered cards."""
    out = list(bare(state))
    for zone, seat in layout.places:
        at = layout.place(zone, seat) + layout.depth[zone]
        out[at] = out[at].bit_count()
    return tuple(out)


def exchanged(drawn: Sequence[int]) -> Iterator[list[int]]:
    """The permutations that exchange two adjacent stretches of the draws, each once."""
    seen = {tuple(drawn)}
    n = len(drawn)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n + 1):
                order = [*drawn[:i], *drawn[j:k], *drawn[i:j], *drawn[k:]]
                if tuple(order) not in seen:
                    seen.add(tuple(order))
                    yield order
