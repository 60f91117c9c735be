"""Differences that are only a matter of who drew which card: the same cards, drawn in another order, would have made none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from checker.search.graph import bare
from checker.witness.scenario import plain_chance
from unodsl.engine.api import Chance, EndlessCascade, State
from unodsl.engine.generated import Recorder
from unodsl.engine.layout import Layout

MOST_DRAWN = 12
"""Cards drawn in one move beyond which nothing is tried."""


def noted(script: Sequence[int] = ()) -> Recorder:
    """Chance as a scenario has it that says nothing (or `script`) of the cards to come, and what it picked."""
    return Recorder(plain_chance(script))


def only_luck(
    again: Callable[[Chance], State], layout: Layout, ends: tuple[State, State], drawn: Sequence[int]
) -> bool:
    """Whether two ways of doing a move, which ended in two states, differ only in who drew which card. `drawn`: the cards that
    came in the first; `again` does it the second way with another chance.

    Either the second way can lead to the same state, with these cards in another order: cards that lie shuffled come in either
    order equally often. Or, where a pile was shuffled in between, everybody has as many cards either way, and everything else
    is the same."""
    if not 2 <= len(drawn) <= MOST_DRAWN:
        return False
    if counted(layout, ends[0]) == counted(layout, ends[1]):
        return True
    wanted = bare(ends[0])
    for script in exchanged(drawn):
        chance = noted(script)
        try:
            after = again(chance)
        except EndlessCascade:
            continue
        if chance.picks == script and bare(after) == wanted:
            return True
    return False


def counted(layout: Layout, state: State) -> State:
    """A state with the number of cards in each place where cards lie without order, instead of the cards."""
    out = list(bare(state))
    for index, zone in enumerate(layout.table.zones):
        for seat in range(layout.seats if zone.each_player else 1):
            at = layout.place(index, seat) + layout.depth[index]
            out[at] = out[at].bit_count()
    return tuple(out)


def exchanged(drawn: Sequence[int]) -> Iterator[list[int]]:
    """The same cards with two neighboring stretches of them exchanged, each order once."""
    seen = {tuple(drawn)}
    n = len(drawn)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n + 1):
                order = [*drawn[:i], *drawn[j:k], *drawn[i:j], *drawn[k:]]
                if tuple(order) not in seen:
                    seen.add(tuple(order))
                    yield order
