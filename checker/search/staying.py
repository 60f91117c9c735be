"""A Büchi game of all players against chance: states that the players need never leave, whatever cards come.

Exact for the states in the result: each has a chosen move, all outcomes of the move are in the result, and answers
occur infinitely often. An empty result proves nothing: the graph may be incomplete.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from checker.context import Context
from checker.search.answering import Answering
from checker.search.graph import bare, capped, grows, kinds_outside, outcomes
from unodsl.engine.api import Move, State
from unodsl.engine.explore_graph import Graph, Way

MOST_WAYS = 24
"""The most random outcomes of a chosen move."""

Key = State
"""A state up to values that no condition distinguishes (`capped`)."""


@dataclass(slots=True)
class Staying:
    """A winning strategy: the move for each state, by its key."""

    start: State
    moves: dict[Key, Move]


def winning_region(ways: Iterable[Way], good: Callable[[Way], bool]) -> dict[int, Way]:
    """The winning region: the states from which players can move for ever, with `good` moves infinitely often; with the
    move for each."""
    rows = list(ways)
    found = strategy([x.origin for x in rows], [x.targets for x in rows], [good(x) for x in rows])
    return {at: rows[number] for at, number in found.items()}


def strategy(
    origins: Sequence[int], targets: Sequence[Collection[int]], good: Sequence[bool] | bytearray
) -> dict[int, int]:
    """The same by numbers: the chosen way for each winning state. Each way has an origin, distinct targets, and whether
    it is good. A nested fixpoint: among the states that can be kept so far (`among`), those that can reach a good way.
    Linear in the targets for each iteration."""
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
                # (a spoiled way waits for ever)
                if not waiting[number] and at not in chosen:
                    chosen[at] = number
                    todo.append(at)
        if len(chosen) == len(among):
            return chosen
        gone = [at for at in among if at not in chosen]


def staying(
    context: Context, graph: Graph, starts: Iterable[State], usable: Callable[[Way], bool], answers: Answering
) -> Staying | None:
    """A strategy from one of the `starts` that never leaves the graph by `usable` moves, with answers infinitely often;
    None if none is found."""
    ways = [x for x in graph.ways if usable(x)]
    good = answers.in_graph(graph)
    chosen = winning_region(ways, lambda x: good(x.move.offer, x.origin, x.targets))
    numbers = {capped(context, graph.state(at)): at for at in chosen}
    for start in sorted(dict.fromkeys(bare(x) for x in starts), key=lambda s: kinds_outside(context, s)):
        first = numbers.get(capped(context, start))
        if first is not None:
            there = reached(chosen, first)
            if goes_on(context, graph, there):
                return Staying(start, {capped(context, graph.state(i)): x.move for i, x in there.items()})
    return None


def goes_on(context: Context, graph: Graph, chosen: dict[int, Way]) -> bool:
    """Whether the strategy is valid for all states of each key: no rule that fires depends on a counter above its
    bound."""
    fired: set[str] = set()
    for at, way in chosen.items():
        fired.add(context.table.offers[way.move.offer].info.name)
        outcomes(context, graph.state(at), way.move, MOST_WAYS, fired)
    above = [x for x in grows(context) if any(graph.state(at)[x.at] > x.above for at in chosen)]
    return not any(x.readers & fired for x in above)


def reached(chosen: dict[int, Way], first: int) -> dict[int, Way]:
    """The part of a strategy that is reachable from a state."""
    out: dict[int, Way] = {}
    todo = [first]
    while todo:
        at = todo.pop()
        if at not in out:
            out[at] = chosen[at]
            todo.extend(chosen[at].targets)
    return out
