"""Facts at program points: what certainly holds when a move is made, and still holds after some of its effects.

Under-approximates the facts. Example: a debt on top is open, until the move closes it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import z3

from checker.effects.footprints import Footprints, Thing, Things, Whose, clash
from checker.smt.enabled import Reader, allowed, arguments
from checker.smt.factory import conj, disj, neg
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Player, YesNo


class Sure(Protocol):
    """The invariants of a table."""

    @property
    def table(self) -> t.Table:
        """The table."""

    @property
    def reader(self) -> Reader:
        """Reads expressions over the symbolic state."""

    def impossible(self, question: z3.BoolRef) -> bool:
        """Whether a query over states between two moves is refuted."""


def own(seat: e.Expr | None) -> bool:
    """Whether a seat is the player's own, or a place belongs to nobody."""
    return seat is None or (isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL)


class Point:
    """A program point inside a move: its offer is enabled, and a situation is on top, when it begins. A fact is lost
    once an effect writes what it reads."""

    def __init__(self, sure: Sure, footprints: Footprints, index: int, top: int) -> None:
        self.sure, self.table, self.footprints = sure, sure.table, footprints
        self.index = index
        self.top = top
        self.written: set[Thing] = set()
        self.closed: set[int] = set()

    @cached_property
    def offer(self) -> t.Offer:
        """The offer of the move."""
        return self.table.offers[self.index]

    def forget(self, x: f.Effect, env: Whose) -> None:
        """Advances the program point past an effect."""
        self.footprints.effect(x, env, set(), self.written)
        for inside in self.footprints.summaries.through((x,)):
            if inside.situation is not None:
                self.closed.add(inside.situation)
            elif inside.phase is not None:
                self.closed |= set(range(len(self.table.situations)))

    def untouched(self, reads: Things) -> bool:
        """Whether no effect so far writes what was read."""
        return not clash(reads, self.written)

    def certainly_there(self, x: f.MoveCard) -> bool:
        """Whether a moved card is the one that the act requires the player to hold. It is there until it moves."""
        act = self.table.acts[self.offer.act]
        return (
            act.origin == x.origin.zone
            and isinstance(x.card, e.Local)
            and x.card.index == t.ARGUMENT_LOCAL
            and own(x.origin.seat)
            and self.untouched({("zone", x.origin.zone, "any" if x.origin.seat is None else "player")})
        )

    def certainly_open(self, situation: int) -> bool:
        """Whether a situation is certainly open: it is on top and not closed or begun again since; or a guard implies
        it."""
        if situation in self.closed:
            return False
        return situation == self.top or self.holds(e.IsOpen(situation, YesNo()))

    def still_top(self, situation: int) -> bool:
        """Whether a situation is the one on top when the move began, and not closed or begun again since."""
        return situation == self.top and situation not in self.closed

    def somebody(self, seat: e.Expr | None) -> bool:
        """Whether a seat is certainly not nobody."""
        return own(seat) or (seat is not None and self.holds(e.Compare("!=", seat, _NOBODY, YesNo())))

    def there_to_change(self, target: e.Variable | e.Field | e.Owner) -> bool:
        """Whether the target of a write exists: a variable of somebody, a field of an open situation."""
        if isinstance(target, e.Variable):
            return self.somebody(target.seat)
        return self.certainly_open(target.situation)

    def room_for(self, target: e.Variable | e.Field, step: int) -> bool:
        """Whether a number can change by `step` without being clamped."""
        if not isinstance(target.type, Number):
            return False
        low, high = target.type.low - min(0, step), target.type.high - max(0, step)
        bound = e.Logic(
            "and",
            (
                e.Compare("<=", e.Constant(low, target.type), target, YesNo()),
                e.Compare("<=", target, e.Constant(high, target.type), YesNo()),
            ),
            YesNo(),
        )
        return self.holds(bound)

    def enough(self, place: e.Place, n: int) -> bool:
        """Whether a place certainly has at least `n` cards."""
        if not own(place.seat):
            return False
        number = Number(0, self.table.deck.size)
        card = e.Local(-1, "card", Card())
        return self.holds(e.Compare("<=", e.Constant(n, number), e.CountCards(place, card, None, number), YesNo()))

    def holds(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move is possible (by the solver), and no effect has
        written what it reads."""
        reads = self.footprints.reads(condition, {t.PLAYER_LOCAL: "player"})
        return self.untouched(reads) and self.always(condition)

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move is possible, by the solver."""
        reader = self.sure.reader
        # the formula is independent of the top situation
        key = self.index, condition
        against = reader.against.get(key)
        if against is None:
            against = reader.against[key] = self.against(condition)
        return self.sure.impossible(conj(reader.st.top == self.top, against))

    def against(self, condition: e.Expr) -> z3.BoolRef:
        """That the move is possible while a condition is false, whatever is on top."""
        reader = self.sure.reader
        parts: list[z3.BoolRef] = []
        for seat in range(self.table.seats):
            for argument, there in arguments(reader, self.offer, seat):
                stands = conj(there, allowed(reader, self.index, seat, argument))
                parts.append(conj(stands, neg(reader.truth(condition, {0: seat, 1: argument}))))
        return disj(parts)


_NOBODY = e.Constant(-1, Player(True))
