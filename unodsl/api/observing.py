"""What a seat sees of a state, as a row of whole numbers: the extra `numpy`.

A row says what `unodsl.engine.describe.view` says, and nothing of what that leaves out, in one order for all seats: first
what is one's own, then what belongs to the next seat, and so on round the table. Two things that a view shows are not told:
the order of a pile below its `TOPS` topmost cards, and the order of the situations below the topmost one.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import CLOSED, GENERATOR, IN_PLAY, MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo

TOPS = 3
"""So many cards from the top of a pile are told in order, where the rules can tell so many apart."""

_Part = tuple[str, int, int, int]
"""A number in a row: what it is called, where it stands among all numbers of a state, its least and its greatest value."""


class Observer:
    """For one table. `names`: what each number of a row is, as every seat sees it; `low` and `high` their bounds; `size` how
    many there are."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        table = layout.table
        self._kinds = len(table.deck.kinds)
        self._places = [(z, o) for z, zone in enumerate(table.zones) for o in range(self._owners(zone.each_player))]
        self._columns = len(self._places) * (self._kinds + 1)
        self._asked: tuple[dict[tuple[int, int], int], ...] = ({}, {}, {})
        """What is asked of single slots, with its column among those of its sort: the number itself (slot, 0), whether it has a
        value (slot, value), whether a bit of it is set (slot, bit)."""
        plans = [self._plan(seat) for seat in range(layout.seats)]
        self.names = tuple(name for name, *_ in plans[0])
        self.low = np.array([low for _, _, low, _ in plans[0]], np.int32)
        self.high = np.array([high for _, _, _, high in plans[0]], np.int32)
        self.size = len(self.names)
        numbers = [i for i in range(layout.size) if i not in set(layout.sets) and i != GENERATOR]
        at = {slot: i for i, slot in enumerate(numbers)}
        self._numbers = itemgetter(*numbers)
        self._sets = itemgetter(*(layout.place(z, o) + layout.depth[z] for z, o in self._places))
        plain, equal, bits = self._asked
        self._plain_at = np.array([at[s] for s, _ in plain], np.intp)
        self._equal_at = np.array([at[s] for s, _ in equal], np.intp)
        self._equal_to = np.array([v for _, v in equal], np.int64)
        self._bits_at = np.array([at[s] for s, _ in bits], np.intp)
        self._bits_by = np.array([b for _, b in bits], np.int64)
        self._tops = [
            (i, np.array([at[layout.place(z, o) + d] for d in range(layout.depth[z])], np.intp))
            for i, (z, o) in enumerate(self._places)
            if layout.depth[z]
        ]
        self._bytes = (layout.all_cards.bit_length() + 7) // 8
        self._offsets = np.array(layout.offsets, np.intp)
        # the three sorts of numbers follow the counts of cards, in this order
        starts = np.cumsum([self._columns, len(plain), len(equal)])
        self._plans = np.array([[self._column(key, starts) for _, key, _, _ in plan] for plan in plans], np.intp)

    def __repr__(self) -> str:
        return f"<rows of {self.size} numbers of {self.layout.table.title}, {self.layout.seats} seats>"

    def _owners(self, each_player: bool) -> int:
        return self.layout.seats if each_player else 1

    # ------------------------------------------------------------------------------------------------ what is in a row

    # Columns are named while plans are made: counts of cards by their place, the others by sort and index, below 0.

    def _key(self, sort: int, slot: int, value: int = 0) -> int:
        into = self._asked[sort]
        return -1 - (into.setdefault((slot, value), len(into)) * 3 + sort)

    def _column(self, key: int, starts: NDArray[np.intp]) -> int:
        if key >= 0:
            return key
        index, sort = divmod(-1 - key, 3)
        return int(starts[sort]) + index

    def _plan(self, seat: int) -> list[_Part]:
        """The numbers that a seat is told, in order."""
        layout, table = self.layout, self.layout.table
        deck, seats = table.deck, layout.seats
        out: list[_Part] = []
        ring = [(seat + i) % seats for i in range(seats)]
        called = {who: "own" if not i else f"player +{i}" for i, who in enumerate(ring)}

        def equal(name: str, slot: int, value: int) -> None:
            out.append((name, self._key(1, slot, value), 0, 1))

        def bit(name: str, slot: int, index: int) -> None:
            out.append((name, self._key(2, slot, index), 0, 1))

        def value(name: str, type_: Type, slot: int) -> None:
            match type_:
                case Number():
                    out.append((name, self._key(0, slot), type_.low, type_.high))
                case YesNo():
                    out.append((name, self._key(0, slot), 0, 1))
                case Enumeration():
                    for i, text in enumerate(type_.values):
                        equal(f"{name} is {text}", slot, i)
                case Card():
                    for i, kind in enumerate(deck.kinds):
                        equal(f"{name} is {kind.name}", slot, i)
                case Player():
                    for who in ring:
                        equal(f"{name} is {'oneself' if who == seat else called[who]}", slot, who)
                case Players():
                    for who in ring:
                        bit(f"{name} has {'oneself' if who == seat else called[who]}", slot, who)

        for slot, name in ((MATCH, "match runs"), (ROUND, "round runs")):
            out.append((name, self._key(0, slot), 0, 1))
        value("in play", Players(), IN_PLAY)
        value("winners", Players(), WINNERS)
        for index, zone in enumerate(table.zones):
            for owner in ring if zone.each_player else (0,):
                name = f"{called[owner]} {short(zone.name)}" if zone.each_player else short(zone.name)
                at = self._places.index((index, owner))
                out.append((f"{name}: cards", len(self._places) * self._kinds + at, 0, deck.size))
                if zone.visibility == "face down" or (zone.visibility == "seen by its player" and owner != seat):
                    continue
                for k, kind in enumerate(deck.kinds):
                    out.append((f"{name}: {kind.name}", at * self._kinds + k, 0, kind.copies))
                for depth in range(min(layout.depth[index], TOPS)):
                    under = f"{depth} below the top of {name}" if depth else f"top of {name}"
                    value(under, Card(True), layout.place(index, owner) + depth)
        for index, variable in enumerate(table.variables):
            for owner in ring if variable.each_player else (0,):
                if variable.secret and owner != seat:
                    continue
                name = f"{called[owner]} {short(variable.name)}" if variable.each_player else short(variable.name)
                value(name, variable.type, layout.variable[index] + owner)
        for index, situation in enumerate(table.situations):
            name = short(situation.name)
            equal(f"{name} is closed", layout.below[index], CLOSED)
            equal(f"{name} is on top", TOP, index)
            value(f"owner of {name}", Players() if situation.on_players else Player(True), layout.owner[index])
            for field, slot in zip(situation.fields, layout.field[index], strict=True):
                if not field.secret:
                    value(f"{field.name} of {name}", field.type, slot)
        return out

    # ------------------------------------------------------------------------------------------------------------- reading

    def many(self, states: Sequence[State], seats: Sequence[int]) -> NDArray[np.int32]:
        """One row for each state, as the seat beside it sees it."""
        number, places, kinds = len(states), len(self._places), self._kinds
        if not number:
            return np.zeros((0, self.size), np.int32)
        sets = [self._sets(s) if places > 1 else (self._sets(s),) for s in states]
        raw = b"".join(cards.to_bytes(self._bytes, "little") for row in sets for cards in row)
        bits = np.unpackbits(np.frombuffer(raw, np.uint8).reshape(-1, self._bytes), axis=1, bitorder="little")
        counts = np.add.reduceat(bits, self._offsets, axis=1, dtype=np.int32).reshape(number, places, kinds)
        values = np.array([self._numbers(s) for s in states], np.int64)
        for place, slots in self._tops:
            tops = values[:, slots]
            rows, _ = np.nonzero(tops >= 0)
            # one that lies there twice counts twice, which plain indexing would not do
            np.add.at(counts.reshape(-1), (rows * places + place) * kinds + tops[tops >= 0], 1)
        every = np.concatenate(
            [
                counts.reshape(number, -1),
                counts.sum(axis=2, dtype=np.int32),
                values[:, self._plain_at].astype(np.int32),
                (values[:, self._equal_at] == self._equal_to).astype(np.int32),
                (values[:, self._bits_at] >> self._bits_by & 1).astype(np.int32),
            ],
            axis=1,
        )
        out: NDArray[np.int32] = np.take_along_axis(every, self._plans[np.asarray(seats, np.intp)], axis=1)
        return out

    def one(self, state: State, seat: int) -> NDArray[np.int32]:
        """The row of one state."""
        row: NDArray[np.int32] = self.many((state,), (seat,))[0]
        return row
