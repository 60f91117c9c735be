"""Secrecy of choices: a choice is hidden from the seats that cannot distinguish it from another."""

from __future__ import annotations

from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.hidden import Hidden
from unodsl.engine.layout import GENERATOR, Layout

MOST_OTHERS = 40
"""The most alternative moves that are tried; with more, a move that may be secret counts as secret."""


class Onlookers:
    """The seats of a table, and what each of them can distinguish."""

    def __init__(self, executor: Executor, layout: Layout) -> None:
        self.executor = executor
        hidden = [Hidden(layout, seat) for seat in range(layout.seats)]
        self.counted = [frozenset(h.sets) for h in hidden]
        self.unseen = [frozenset({GENERATOR, *(slot for slot, _ in h.secrets)}) for h in hidden]

    def blind(self, before: State, move: Move, after: State, trace: Trace, legal: tuple[Move, ...]) -> frozenset[int]:
        """The seats to which the table looks the same as after another move of the player."""
        offers = self.executor.table.offers
        done = offers[move.offer].act, move.argument
        others = [m for m in legal if m.seat == move.seat and (offers[m.offer].act, m.argument) != done]
        seats = set(range(len(self.counted))) - {move.seat}
        out = set[int]()
        for other in others[:MOST_OTHERS]:
            seen = Trace()
            try:
                instead = self.executor.apply(before, other, None, seen)
            except EndlessCascade:
                continue
            out |= {s for s in seats - out if self.alike(s, after, instead) and shown(s, trace) == shown(s, seen)}
        if len(others) > MOST_OTHERS and any(len(x) > 1 for x in self.unseen):
            return frozenset(seats)
        return frozenset(out)

    def alike(self, seat: int, one: State, other: State) -> bool:
        """Whether two states look the same to a seat."""
        counted, unseen = self.counted[seat], self.unseen[seat]
        return all(
            a == b or at in unseen or (at in counted and a.bit_count() == b.bit_count())
            for at, (a, b) in enumerate(zip(one, other, strict=True))
            if a != b
        )


def shown(seat: int, trace: Trace) -> list[object]:
    """What a move showed to a seat."""
    return [x[0] for x in trace.shown if x[1] >> seat & 1] + [x for x in trace.seen if x.to >> seat & 1]
