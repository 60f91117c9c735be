"""Answers to open situations: the moves that must not go on for ever while nobody leaves the situations.

Exact for given states. Example: players owe cards. Laying down a card that passes the debt on is an answer, whatever the
table waits for when it may be laid down. Calling out is none: it leaves the debt as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from checker.context import Context
from checker.smt.stack_system import answering
from unodsl.engine.api import State
from unodsl.engine.explore_graph import Graph
from unodsl.engine.explore_question import LEFT
from unodsl.engine.layout import TOP


@dataclass(frozen=True)
class Answering:
    """The answers to a group of situations."""

    context: Context
    group: frozenset[int]

    @cached_property
    def offers(self) -> frozenset[int]:
        """The offers of answers: an over-approximation."""
        return answering(self.context.table, self.group, self.context.never)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slots of the situations in a state."""
        layout = self.context.layout
        rows = ((layout.below[i], layout.owner[i], *layout.field[i]) for i in sorted(self.group))
        return (TOP, *(x for row in rows for x in row))

    def includes(self, offer: int, before: State, after: Iterable[State]) -> bool:
        """Whether a move is an answer: its offer belongs to situations, or it changes one of the group in all
        outcomes."""
        always = self.whatever_happens(offer)
        if always is not None:
            return always
        here = [before[x] for x in self.slots]
        return all(here != [state[x] for x in self.slots] for state in after)

    def whatever_happens(self, offer: int) -> bool | None:
        """Whether the moves of an offer are answers in all states, or in none; None if it depends on the outcomes."""
        in_situations = bool(self.context.table.offers[offer].situations)
        return offer in self.offers if in_situations or offer not in self.offers else None

    def in_graph(self, graph: Graph) -> Callable[[int, int, Iterable[int]], bool]:
        """Returns the same for the edges of a graph: their offer, origin and targets. (What is left out of the graph is no
        outcome inside the situations.)"""

        @cache
        def states() -> list[tuple[int, ...]]:
            # (states of a graph are packed: to read a few slots of all is faster than to unpack one after the other)
            return list(zip(*map(graph.values, self.slots), strict=True))

        def includes(offer: int, origin: int, targets: Iterable[int]) -> bool:
            always = self.whatever_happens(offer)
            if always is not None:
                return always
            here = states()[origin]
            return all(here != states()[x] for x in targets if x < LEFT)

        return includes
