"""What a seat sees of a state, as a row of numbers: which numbers there are, in order, and where each comes from.

A row says what `unodsl.engine.describe.view` says, and nothing of what that leaves out, in one order for all seats: first
what is one's own, then what belongs to the next seat, and so on round the table. Two things that a view shows are left out:
the order of a pile below its `TOPS` topmost cards, and the order of the situations below the topmost one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unodsl.engine.describe import short
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo

TOPS = 3
"""The most cards from the top of a pile that are shown in order, if the rules can distinguish them."""


@dataclass(frozen=True, slots=True)
class Of:
    """A slot of the state, or a place of cards. `index`: of the slot, or of the zone. `ring`: the distance of its seat
    from the observer; None if it belongs to nobody. `step`: the distance of the slots of two seats."""

    index: int
    ring: int | None = None
    step: int = 1

    def owner(self, seat: int, seats: int) -> int:
        """The seat of the slot, for an observer; 0 if it belongs to nobody."""
        return 0 if self.ring is None else (seat + self.ring) % seats

    def slot(self, seat: int, seats: int) -> int:
        """The slot of the state for an observer."""
        return self.index + self.step * self.owner(seat, seats)


@dataclass(frozen=True, slots=True)
class CardsIn:
    """The number of cards in a place; `kind`: of this kind only."""

    place: Of
    kind: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """The number in a slot."""

    slot: Of


@dataclass(frozen=True, slots=True)
class Equals:
    """1 if a slot has this value."""

    slot: Of
    value: int


@dataclass(frozen=True, slots=True)
class EqualsSeat:
    """1 if a slot has the seat at this distance from the observer."""

    slot: Of
    ring: int


@dataclass(frozen=True, slots=True)
class HasSeat:
    """1 if the set of seats in a slot has the one at this distance from the observer."""

    slot: Of
    ring: int


Source = CardsIn | Value | Equals | EqualsSeat | HasSeat


@dataclass(frozen=True, slots=True)
class Column:
    """One number of a row: its name, its source, its least and its greatest value."""

    name: str
    source: Source
    low: int
    high: int


def columns(layout: Layout) -> tuple[Column, ...]:
    """The columns of a row, in order."""
    return tuple(_Columns(layout).all())


class _Columns:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.table = layout.table
        self.seats = layout.seats
        self.called = ("own", *(f"player +{i}" for i in range(1, self.seats)))

    def all(self) -> Iterator[Column]:
        for slot, name in ((MATCH, "match runs"), (ROUND, "round runs")):
            yield Column(name, Value(Of(slot)), 0, 1)
        yield from self.value("in play", Players(), Of(IN_PLAY))
        yield from self.value("winners", Players(), Of(WINNERS))
        yield from self.zones()
        for index, variable in enumerate(self.table.variables):
            at = self.layout.variable[index]
            rings = range(self.seats) if variable.each_player else (None,)
            for ring in rings:
                if not variable.secret or ring == 0:
                    yield from self.value(self.of(ring, variable.name), variable.type, Of(at, ring))
        for index, situation in enumerate(self.table.situations):
            name = short(situation.name)
            yield Column(f"{name} is closed", Equals(Of(self.layout.below[index]), CLOSED), 0, 1)
            yield Column(f"{name} is on top", Equals(Of(TOP), index), 0, 1)
            owner = Players() if situation.on_players else Player(True)
            yield from self.value(f"owner of {name}", owner, Of(self.layout.owner[index]))
            for field, slot in zip(situation.fields, self.layout.field[index], strict=True):
                if not field.secret:
                    yield from self.value(f"{field.name} of {name}", field.type, Of(slot))

    def of(self, ring: int | None, name: str) -> str:
        return short(name) if ring is None else f"{self.called[ring]} {short(name)}"

    def zones(self) -> Iterator[Column]:
        deck = self.table.deck
        for index, zone in enumerate(self.table.zones):
            for ring in range(self.seats) if zone.each_player else (None,):
                name, place = self.of(ring, zone.name), Of(index, ring)
                yield Column(f"{name}: cards", CardsIn(place), 0, deck.size)
                if zone.visibility == "face down" or (zone.visibility == "seen by its player" and ring != 0):
                    continue
                for k, kind in enumerate(deck.kinds):
                    yield Column(f"{name}: {kind.name}", CardsIn(place, k), 0, kind.copies)
                for depth in range(min(self.layout.depth[index], TOPS)):
                    under = f"{depth} below the top of {name}" if depth else f"top of {name}"
                    at = Of(self.layout.zone[index] + depth, ring, self.layout.stride[index])
                    yield from self.value(under, Card(True), at)

    def value(self, name: str, type_: Type, slot: Of) -> Iterator[Column]:
        """The columns for a slot of a type."""
        seats = range(self.seats)
        match type_:
            case Number():
                yield Column(name, Value(slot), type_.low, type_.high)
            case YesNo():
                yield Column(name, Value(slot), 0, 1)
            case Enumeration():
                for i, text in enumerate(type_.values):
                    yield Column(f"{name} is {text}", Equals(slot, i), 0, 1)
            case Card():
                for i, kind in enumerate(self.table.deck.kinds):
                    yield Column(f"{name} is {kind.name}", Equals(slot, i), 0, 1)
            case Player():
                for ring in seats:
                    called = self.called[ring] if ring else "oneself"
                    yield Column(f"{name} is {called}", EqualsSeat(slot, ring), 0, 1)
            case Players():
                for ring in seats:
                    called = self.called[ring] if ring else "oneself"
                    yield Column(f"{name} has {called}", HasSeat(slot, ring), 0, 1)


def width(found: tuple[Column, ...]) -> int:
    """The bytes of the narrowest signed numbers for a row: 1, 2, or 4."""
    return next((n for n in (1, 2) if all(fits(x, n) for x in found)), 4)


def limits(width: int) -> tuple[int, int]:
    """The least and the greatest signed number of so many bytes."""
    return -(1 << (8 * width - 1)), (1 << (8 * width - 1)) - 1


def fits(x: Column, width: int) -> bool:
    """Whether all values of a column fit in so many bytes."""
    low, high = limits(width)
    return low <= x.low and x.high <= high
