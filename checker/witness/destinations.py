"""Random choices paired by destination: a place gets the same cards, in the same order, in each of several executions.

All orders of a shuffled pile are equally likely, so it is chance which of its cards goes where. With the destination of
each card known, two executions can be compared with the same cards in the same places, although they draw in another
order, or one of them draws more. (A face-up pile that is shuffled has the same order in each.) Example: one option deals
five cards each, and the other one lets the dealer take one more; the card that is turned up is the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from checker.effects.summary import summaries
from unodsl.engine.api import Chance, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.reference import CascadeRun, Reference
from unodsl.engine.reference_values import Locals
from unodsl.engine.values import Values, decoded
from unodsl.model import effects as f
from unodsl.model import expressions as e

Place = tuple[int, int | None]
"""A zone and a seat, None for nobody's."""

Destination = tuple[object, ...]
"""What a random choice is for: a card from one place to another, a place that is shuffled, or one of some values."""

Destinations = dict[Destination, list[int]]
"""The random choices of an execution by destination, in order: kinds of cards, with the indices of the first table, and
values."""


class Translation(Protocol):
    """The zones and kinds of cards of one table, by those of another."""

    zones: dict[int, int]
    kinds: dict[int, int]


@dataclass(slots=True)
class Paired:
    """A chance source that chooses for a destination what that got in another execution, and otherwise what no other
    destination is to get. Records its picks. `known`: the choices so far, which it completes. `here`, `there`: to this table from
    the one whose indices `known` has, and back; None if it is the same one. `lacking`: whether the table does not have a card
    that a place is to get. `apart`: whether a choice could not be the same, or is a new one."""

    known: Destinations
    source: Chance
    here: Translation | None = None
    there: Translation | None = None
    origin: Place | None = None
    target: Place = (-1, None)
    lacking: bool = False
    apart: bool = False
    picks: list[int] = field(default_factory=list)
    taken: Counter[Destination] = field(default_factory=Counter)

    def pick(self, pool: Pool | Values) -> int:
        """The next pick."""
        picked = self.card(pool) if isinstance(pool, Pool) else self.value(pool)
        self.picks.append(picked)
        return picked

    def card(self, pool: Pool) -> int:
        """A card for the next destination."""
        at = (self.origin, self.target)
        wanted = self.wanted(at)
        kind = -1 if wanted is None or wanted < 0 else self.kind(wanted)
        self.lacking |= wanted is not None and wanted >= 0 and kind < 0
        if kind not in pool:
            self.apart = True
            kind = self.source.pick(self.unclaimed(pool))
        self.got(at, kind if self.there is None else self.there.kinds.get(kind, -1))
        return kind

    def value(self, pool: Values) -> int:
        """One of some values."""
        values = {decoded(x)[1]: x for x in pool}
        at = ("value", *values)
        wanted = self.wanted(at)
        self.apart |= wanted is None
        drawn = self.source.pick(pool) if wanted is None else values[wanted]
        self.got(at, decoded(drawn)[1])
        return drawn

    def toward(self, origin: Place | None, target: Place) -> None:
        """Sets the destination of the next cards, and where they come from; None: shuffled within one place."""
        self.origin, self.target = None if origin is None else self.place(origin), self.place(target)

    def place(self, place: Place) -> Place:
        """A place with the indices of the first table. (One that only this table has is one by itself.)"""
        zone, seat = place
        return zone if self.there is None else self.there.zones.get(zone, -1 - zone), seat

    def wanted(self, at: Destination) -> int | None:
        """What a destination gets next; None if that has not been chosen yet."""
        row, number = self.known.get(at, []), self.taken[at]
        return row[number] if number < len(row) else None

    def got(self, at: Destination, choice: int) -> None:
        """Records what a destination gets."""
        row = self.known.setdefault(at, [])
        if self.taken[at] == len(row):
            row.append(choice)
        self.taken[at] += 1

    def kind(self, kind: int) -> int:
        """A kind of the first table as one of this table; -1 if it does not have it."""
        return kind if self.here is None else self.here.kinds.get(kind, -1)

    def unclaimed(self, pool: Pool) -> Pool:
        """A pool without the cards that places are to get later; the same one if no other card is there."""
        cards = pool.cards
        for at, row in self.known.items():
            for kind in map(self.kind, row[self.taken[at] :] if at[0] == self.origin else ()):
                if kind >= 0 and pool.sets.count(cards, kind):
                    cards = pool.sets.take(cards, kind)
        return Pool(pool.sets, cards) if cards else pool


class Dealer(Reference):
    """A reference executor that says to `Paired` chance which destination a random choice is for."""

    def cascade(self, state: State, chance: Chance | None, trace: Trace | None) -> CascadeRun:
        """A cascade that starts in a state."""
        return Dealing(self, list(state), chance, trace)


class Dealing(CascadeRun):
    """A cascade that says which destination its random choices are for."""

    def effect(self, effect: f.Effect, env: Locals) -> None:
        if isinstance(self.chance, Paired):
            moved = summaries(self.table).of(effect).transfer
            if moved is not None and moved.how == "top" and moved.origin is not None:
                self.chance.toward(self.place(moved.origin, env), self.place(moved.target, env))
            elif moved is not None and moved.how == "shuffle":
                self.chance.toward(None, self.place(moved.target, env))
        super().effect(effect, env)

    def place(self, place: e.Place, env: Locals) -> Place:
        return place.zone, self.seat_of(place, env)
