"""Observations: what a seat sees of a state, as a row of integers (`unodsl.engine.observed`) in an array: the extra
`numpy`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from unodsl.engine import observed as o
from unodsl.engine.api import State
from unodsl.engine.layout import GENERATOR, Layout


class Observer:
    """The observer of a table. `names`: the meaning of each number of a row, for every seat; `low` and `high`: their
    bounds; `size`: how many there are; `narrow`: the smallest type for all of them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        table = layout.table
        self._kinds = len(table.deck.kinds)
        self._places = [(z, i) for z, zone in enumerate(table.zones) for i in range(self._owners(zone.each_player))]
        self._columns = len(self._places) * (self._kinds + 1)
        self._slot_queries: tuple[dict[tuple[int, int], int], ...] = ({}, {}, {})
        """The queries of single slots, with their columns among those of a sort: the number itself (slot, 0), whether
        it has a value (slot, value), whether a bit of it is set (slot, bit)."""
        columns = o.columns(layout)
        plans = [[self._keyed(x.source, seat) for x in columns] for seat in range(layout.seats)]
        self.names = tuple(x.name for x in columns)
        self.low = np.array([x.low for x in columns], np.int32)
        self.high = np.array([x.high for x in columns], np.int32)
        self.size = len(columns)
        self.columns = columns
        self.narrow: np.dtype[np.signedinteger[Any]] = np.dtype(f"i{o.width(columns)}")
        numbers = [i for i in range(layout.size) if i not in set(layout.sets) and i != GENERATOR]
        at = {slot: i for i, slot in enumerate(numbers)}
        self._numbers = itemgetter(*numbers)
        self._sets = itemgetter(*(layout.place(z, i) + layout.depth[z] for z, i in self._places))
        plain, equal, bits = self._slot_queries
        self._plain_at = np.array([at[s] for s, _ in plain], np.intp)
        self._equal_at = np.array([at[s] for s, _ in equal], np.intp)
        self._equal_to = np.array([v for _, v in equal], np.int64)
        self._bits_at = np.array([at[s] for s, _ in bits], np.intp)
        self._bits_by = np.array([b for _, b in bits], np.int64)
        self._tops = [
            (n, np.array([at[layout.place(z, i) + d] for d in range(layout.depth[z])], np.intp))
            for n, (z, i) in enumerate(self._places)
            if layout.depth[z]
        ]
        self._bytes = (layout.all_cards.bit_length() + 7) // 8
        self._offsets = np.array(layout.offsets, np.intp)
        # the three sorts of numbers follow the counts of cards, in this order
        starts = np.cumsum([self._columns, len(plain), len(equal)])
        self._plans = np.array([[self._column(key, starts) for key in plan] for plan in plans], np.intp)

    def __repr__(self) -> str:
        return f"<rows of {self.size} numbers of {self.layout.table.title}, {self.layout.seats} seats>"

    def _owners(self, each_player: bool) -> int:
        return self.layout.seats if each_player else 1

    # ------------------------------------------------------------------------------------------------ what is in a row

    # Columns are named while plans are made: counts of cards by their place, the others by sort and index, below 0.

    def _key(self, sort: int, slot: int, value: int = 0) -> int:
        into = self._slot_queries[sort]
        return -1 - (into.setdefault((slot, value), len(into)) * 3 + sort)

    def _column(self, key: int, starts: NDArray[np.intp]) -> int:
        if key >= 0:
            return key
        index, sort = divmod(-1 - key, 3)
        return int(starts[sort]) + index

    def _keyed(self, source: o.Source, seat: int) -> int:
        """The column that a seat sees there."""
        seats = self.layout.seats
        match source:
            case o.CardsIn():
                at = self._places.index((source.place.index, source.place.owner(seat, seats)))
                return len(self._places) * self._kinds + at if source.kind is None else at * self._kinds + source.kind
            case o.Value():
                return self._key(0, source.slot.slot(seat, seats))
            case o.Equals():
                return self._key(1, source.slot.slot(seat, seats), source.value)
            case o.EqualsSeat():
                return self._key(1, source.slot.slot(seat, seats), (seat + source.ring) % seats)
            case o.HasSeat():
                return self._key(2, source.slot.slot(seat, seats), (seat + source.ring) % seats)
            case _:
                assert_never(source)

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
            # one that lies there twice counts twice, unlike with plain indexing
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
