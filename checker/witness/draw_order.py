"""Equality up to draw order: differences that only the order of drawn cards explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from checker.search.graph import bare
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, State
from unodsl.engine.generated import Recorder
from unodsl.engine.layout import Layout

MOST_DRAWN = 12
"""The maximal number of cards drawn in one move for this comparison."""


def recording_chance(script: Sequence[int] = ()) -> Recorder:
    """The chance source of a scenario that states no cards to come (or `script`), with a record of its picks."""
    return Recorder(plain_chance(script))


def differs_by_draw_only(
    again: Callable[[Chance], State], layout: Layout, ends: tuple[State, State], drawn: Sequence[int]
) -> bool:
    """Whether two executions of a move differ only in who drew which card. `drawn`: the draws of the first. `again`
    repeats the second with another chance source.

    True if the second execution reaches the same state with these draws in another order; all orders of a shuffled pile
    are equally likely. True also if both states have equal numbers of cards everywhere and agree in everything else, as
    after a shuffle in between.
    """
    if not 2 <= len(drawn) <= MOST_DRAWN:
        return False
    if counted(layout, ends[0]) == counted(layout, ends[1]):
        return True
    wanted = bare(ends[0])
    for script in exchanged(drawn):
        chance = recording_chance(script)
        try:
            after = again(chance)
        except EndlessCascade:
            continue
        if chance.picks == script and bare(after) == wanted:
            return True
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
