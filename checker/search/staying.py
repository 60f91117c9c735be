"""A Büchi game of all players against chance: states that they need never leave, whatever cards come.

Exact for the states that it names: each of them has a chosen move, everything that can come of it is among them, and moves of situations
come again and again. Nothing is said where none is found: the graph that it is played on is not all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    each. Nested fixpoint: of the states that can be kept so far (`among`), those from which a good move comes."""
    by_state: dict[int, list[Way]] = {}
    for way in ways:
        by_state.setdefault(way.origin, []).append(way)
    among = unpressed(by_state)
    while True:
        chosen: dict[int, Way] = {}
        rows = {
            at: [x for x in row if all(y in among for y in x.targets)] for at, row in by_state.items() if at in among
        }
        growing = True
        while growing:
            growing = False
            for at, row in rows.items():
                if at in chosen:
                    continue
                best = next((x for x in row if good(x) or all(y in chosen for y in x.targets)), None)
                if best is not None:
                    chosen[at] = best
                    growing = True
        if len(chosen) == len(among):
            return chosen
        among = set(chosen)


def unpressed(by_state: Mapping[int, Sequence[Way]]) -> set[int]:
    """The states from which players can make moves for ever, good or not, whatever chance does: mostly there are none, and then nothing
    else has to be asked. Each way is looked at once for each of its targets."""
    left = {at: len(row) for at, row in by_state.items()}
    to: dict[int, list[Way]] = {}
    gone = []
    spoiled: set[int] = set()
    for at, row in by_state.items():
        for way in row:
            if all(y in by_state for y in way.targets):
                for y in way.targets:
                    to.setdefault(y, []).append(way)
            else:
                left[at] -= 1
        if not left[at]:
            gone.append(at)
    while gone:
        at = gone.pop()
        del left[at]
        for way in to.get(at, ()):
            if id(way) in spoiled or way.origin not in left:
                continue
            spoiled.add(id(way))
            left[way.origin] -= 1
            if not left[way.origin]:
                gone.append(way.origin)
    return set(left)


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
