"""A Büchi game of all players against chance: states that they need never leave, whatever cards come.

Exact for the states that it names: each of them has a chosen move, everything that can come of it is among them, and moves of situations
come again and again. Nothing is said where none is found: the graph that it is played on is not all there is.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from checker.context import Context
from checker.search.graph import bare, capped, grows, kinds_outside, outcomes
from unodsl.engine.api import Move, State
from unodsl.engine.explore_graph import Graph, Way

MOST_WAYS = 24
"""In so many ways chance may let a chosen move turn out."""

Key = State
"""A state as far as conditions can tell it from others (`capped`)."""


@dataclass(slots=True)
class Staying:
    """States that need never be left: for each, by its key, the move to make."""

    start: State
    moves: dict[Key, Move]


def kept(ways: Iterable[Way], good: Callable[[Way], bool]) -> dict[int, Way]:
    """The states from which players can make moves for ever, whatever chance does, `good` ones again and again; with the move to make in
    each."""
    rows = list(ways)
    found = strategy([x.origin for x in rows], [x.targets for x in rows], [good(x) for x in rows])
    return {at: rows[number] for at, number in found.items()}


def strategy(
    origins: Sequence[int], targets: Sequence[Collection[int]], good: Sequence[bool] | bytearray
) -> dict[int, int]:
    """The same by numbers: for each state that can be kept, the way to take. Of each way its origin, its targets, each once, and whether it
    is good. Nested fixpoint: of the states that can be kept so far (`among`), those from which a good way comes. Mostly there is none at
    all. Each way is looked at once for each of its targets."""
    among = set(origins)
    ways_left = Counter(origins)
    to: dict[int, list[int]] = {}
    spoiled = bytearray(len(origins))
    for number, row in enumerate(targets):
        if among.issuperset(row):
            for target in row:
                to.setdefault(target, []).append(number)
        else:
            spoiled[number] = 1
            ways_left[origins[number]] -= 1
    gone = [at for at, many in ways_left.items() if not many]
    while True:
        among.difference_update(gone)
        while gone:
            for number in to.get(gone.pop(), ()):
                if not spoiled[number]:
                    spoiled[number] = 1
                    at = origins[number]
                    ways_left[at] -= 1
                    if not ways_left[at] and at in among:
                        among.remove(at)
                        gone.append(at)
        chosen: dict[int, int] = {}
        for number, at in enumerate(origins):
            if good[number] and not spoiled[number]:
                chosen.setdefault(at, number)
        waiting = [len(row) for row in targets] if chosen else []
        todo = deque(chosen)
        while todo:
            for number in to.get(todo.popleft(), ()):
                waiting[number] -= 1
                at = origins[number]
                # (a way that is spoiled waits for good)
                if not waiting[number] and at not in chosen:
                    chosen[at] = number
                    todo.append(at)
        if len(chosen) == len(among):
            return chosen
        gone = [at for at in among if at not in chosen]


def staying(context: Context, graph: Graph, starts: Iterable[State], usable: Callable[[Way], bool]) -> Staying | None:
    """States of a graph, from one of `starts` on, that the players need never leave, by moves that are `usable`; None where none was
    found."""
    offers = context.table.offers
    ways = [x for x in graph.ways if usable(x)]
    chosen = kept(ways, lambda way: bool(offers[way.move.offer].situations))
    numbers = {capped(context, graph.state(at)): at for at in chosen}
    for start in sorted(dict.fromkeys(bare(x) for x in starts), key=lambda s: kinds_outside(context, s)):
        first = numbers.get(capped(context, start))
        if first is not None:
            there = reached(chosen, first)
            if goes_on(context, graph, there):
                return Staying(start, {capped(context, graph.state(i)): x.move for i, x in there.items()})
    return None


def goes_on(context: Context, graph: Graph, chosen: dict[int, Way]) -> bool:
    """Whether a state stands for all states of its key: nothing that fires goes by a number above the bound from which its values are
    one."""
    fired: set[str] = set()
    for at, way in chosen.items():
        fired.add(context.table.offers[way.move.offer].info.name)
        outcomes(context, graph.state(at), way.move, MOST_WAYS, fired)
    above = [x for x in grows(context) if any(graph.state(at)[x.at] > x.above for at in chosen)]
    return not any(x.readers & fired for x in above)


def reached(chosen: dict[int, Way], first: int) -> dict[int, Way]:
    """The chosen moves of the states that can come of a state."""
    out: dict[int, Way] = {}
    todo = [first]
    while todo:
        at = todo.pop()
        if at not in out:
            out[at] = chosen[at]
            todo.extend(chosen[at].targets)
    return out
