"""A safety game of all players against chance: states that they need never leave, whatever cards come.

Searched on the fly: a move is chosen for each state, all that chance can make of it is looked at, and another is chosen where some of that
leads out. Exact for the states that it names: each of them has a chosen move, and everything that can come of it is among them.
Nothing is said where none is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import networkx as nx

from checker.context import Context
from checker.search.graph import bare, capped, grows, kinds_outside, moves_of, outcomes
from unodsl.engine.api import Move, State

MOST_WAYS = 24
"""In so many ways chance may let a chosen move turn out."""

Key = State
"""A state as far as conditions can tell it from others (`capped`)."""

Way = tuple[Move, tuple[Key, ...]]
"""A move, and all that can come of it."""


@dataclass(slots=True)
class Staying:
    """States that need never be left: for each, by its key, the move to make."""

    start: State
    moves: dict[Key, Move]


@dataclass(slots=True)
class _Search:
    """`chosen`: the way that is followed from a state; `left`: those that have not been tried; `users`: the states whose chosen ways lead
    to a state; `lost`: states from which no way stays."""

    context: Context
    stays: Callable[[State], bool]
    usable: Callable[[State, Move, State], bool]
    states: dict[Key, State] = field(default_factory=dict)
    chosen: dict[Key, Way] = field(default_factory=dict)
    left: dict[Key, Iterator[Way]] = field(default_factory=dict)
    users: dict[Key, set[Key]] = field(default_factory=dict)
    lost: set[Key] = field(default_factory=set)
    todo: list[Key] = field(default_factory=list)

    def key(self, state: State) -> Key:
        """The key of a state; the first state of a key stands for all of them."""
        key = capped(self.context, state)
        self.states.setdefault(key, state)
        return key

    def ways(self, key: Key) -> Iterator[Way]:
        """The moves from a state that stay whatever chance does, those that lead to known states first."""
        state = self.states[key]
        found: list[Way] = []
        for move in moves_of(self.context, state):
            after = outcomes(self.context, state, move, MOST_WAYS)
            if after is None or any(x is None or not self.stays(x) for x in after):
                continue
            plain = sorted({bare(x) for x in after if x is not None})
            if all(self.usable(state, move, x) for x in plain):
                found.append((move, tuple(dict.fromkeys(self.key(x) for x in plain))))
        yield from sorted(found, key=lambda way: (sum(x not in self.chosen for x in way[1]), len(way[1])))

    def choose(self, key: Key) -> None:
        """Follow the next way from a state; where there is none, it is lost, and whoever comes here chooses again."""
        for way in self.left.setdefault(key, self.ways(key)):
            if any(x in self.lost for x in way[1]):
                continue
            self.chosen[key] = way
            for x in way[1]:
                self.users.setdefault(x, set()).add(key)
                if x not in self.chosen:
                    self.todo.append(x)
            return
        self.lost.add(key)
        for user in sorted(self.users.pop(key, ())):
            if user in self.chosen and key in self.chosen[user][1]:
                del self.chosen[user]
                self.todo.append(user)

    def solve(self, start: State, most: int) -> bool:
        """Whether the players can stay from a state on; no where more than `most` states had to be looked at."""
        first = self.key(start)
        self.todo.append(first)
        while self.todo and first not in self.lost:
            if len(self.left) > most or not self.context.going_on():
                return False
            key = self.todo.pop()
            if key not in self.chosen and key not in self.lost:
                self.choose(key)
        return first in self.chosen


def staying(
    context: Context,
    starts: list[State],
    stays: Callable[[State], bool],
    usable: Callable[[State, Move, State], bool],
    most: int,
) -> Staying | None:
    """States from one of `starts` on that the players need never leave, by moves that are `usable` (of the state, the move and what comes
    of it); None where none was found among `most` states."""
    search = _Search(context, stays, usable)
    for start in sorted(dict.fromkeys(starts), key=lambda s: kinds_outside(context, s)):
        if len(search.left) > most or not context.going_on():
            return None
        if search.solve(start, most):
            found = Staying(start, reached(search, start))
            if goes_on(context, search, found):
                return found
    return None


def goes_on(context: Context, search: _Search, found: Staying) -> bool:
    """Whether moves of situations come again and again, and a state stands for all states of its key: nothing that fires goes by a number
    above the bound from which its values are one."""
    table = context.table
    beside = nx.DiGraph()
    fired: set[str] = set()
    for key, move in found.moves.items():
        offer = table.offers[move.offer]
        fired.add(offer.info.name)
        outcomes(context, search.states[key], move, MOST_WAYS, fired)
        if not offer.situations:
            beside.add_edges_from((key, x) for x in search.chosen[key][1])
    above = [x for x in grows(context) if any(key[x.at] > x.above for key in found.moves)]
    return nx.is_directed_acyclic_graph(beside) and not any(x.readers & fired for x in above)


def reached(search: _Search, start: State) -> dict[Key, Move]:
    """The chosen moves of the states that can come of a state."""
    out: dict[Key, Move] = {}
    todo = [search.key(start)]
    while todo:
        key = todo.pop()
        if key not in out:
            out[key], after = search.chosen[key]
            todo.extend(after)
    return out
