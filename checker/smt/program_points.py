"""Facts at program points: what is certain when a move is made, and still is after some of its effects.

Under-approximates what is certain. Example: a debt that is on top is open, until the move closes it.
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
    """What is known of a table."""

    @property
    def table(self) -> t.Table:
        """The table."""

    @property
    def reader(self) -> Reader:
        """Any state of it."""

    def impossible(self, question: z3.BoolRef) -> bool:
        """Whether no state between two moves answers a question."""


def own(seat: e.Expr | None) -> bool:
    """Whether a seat is the player's own, or a place belongs to nobody."""
    return seat is None or (isinstance(seat, e.Local) and seat.index == t.PLAYER_LOCAL)


class Point:
    """What is certain when a move begins: its offer stands, and a situation is on top. What effects have touched since then
    is no longer known."""

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
        """An effect has happened."""
        self.footprints.effect(x, env, set(), self.written)
        for inside in self.footprints.summaries.through((x,)):
            if inside.situation is not None:
                self.closed.add(inside.situation)
            elif inside.phase is not None:
                self.closed |= set(range(len(self.table.situations)))

    def untouched(self, reads: Things) -> bool:
        """Whether no effect has touched what something looks at."""
        return not clash(reads, self.written)

    def certainly_there(self, x: f.MoveCard) -> bool:
        """Whether the card that moves is the one that the player must hold for the act: true once in a move."""
        act = self.table.acts[self.offer.act]
        return (
            act.origin == x.origin.zone
            and isinstance(x.card, e.Local)
            and x.card.index == t.ARGUMENT_LOCAL
            and own(x.origin.seat)
            and self.untouched({("zone", x.origin.zone, "any" if x.origin.seat is None else "player")})
        )

    def certainly_open(self, situation: int) -> bool:
        """Whether a situation is open for sure: it is on top, and nothing has closed it or begun it again since; or the rule says
        so."""
        if situation in self.closed:
            return False
        return situation == self.top or self.says(e.IsOpen(situation, YesNo()))

    def still_top(self, situation: int) -> bool:
        """Whether a situation is what the move was made in, and nothing has closed it or begun it again since."""
        return situation == self.top and situation not in self.closed

    def somebody(self, seat: e.Expr | None) -> bool:
        """Whether a seat is not nobody."""
        return own(seat) or (seat is not None and self.says(e.Compare("!=", seat, _NOBODY, YesNo())))

    def there_to_change(self, target: e.Variable | e.Field | e.Owner) -> bool:
        """Whether what is changed is there: a variable of somebody, a field of a situation that is open."""
        if isinstance(target, e.Variable):
            return self.somebody(target.seat)
        return self.certainly_open(target.situation)

    def room_for(self, target: e.Variable | e.Field, step: int) -> bool:
        """Whether a number can take a step without reaching the end of its range."""
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
        return self.says(bound)

    def enough(self, place: e.Place, n: int) -> bool:
        """Whether so many cards certainly lie in a place."""
        if not own(place.seat):
            return False
        number = Number(0, self.table.deck.size)
        card = e.Local(-1, "card", Card())
        return self.says(e.Compare("<=", e.Constant(n, number), e.CountCards(place, card, None, number), YesNo()))

    def says(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move can be made (the solver's word), and what it looks at
        has not been touched since."""
        reads = self.footprints.reads(condition, {t.PLAYER_LOCAL: "player"})
        return self.untouched(reads) and self.always(condition)

    def always(self, condition: e.Expr) -> bool:
        """Whether a condition holds in every state in which the move can be made (the solver's word)."""
        reader = self.sure.reader
        # it does not hang on what is on top
        key = self.index, condition
        against = reader.against.get(key)
        if against is None:
            against = reader.against[key] = self.against(condition)
        return self.sure.impossible(conj(reader.st.top == self.top, against))

    def against(self, condition: e.Expr) -> z3.BoolRef:
        """That the move can be made where a condition does not hold, whatever is on top."""
        reader = self.sure.reader
        parts: list[z3.BoolRef] = []
        for seat in range(self.table.seats):
            for argument, there in arguments(reader, self.offer, seat):
                stands = conj(there, allowed(reader, self.index, seat, argument))
                parts.append(conj(stands, neg(reader.truth(condition, {0: seat, 1: argument}))))
        return disj(parts)


_NOBODY = e.Constant(-1, Player(True))
