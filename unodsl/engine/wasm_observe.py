"""Observations as WebAssembly text: writes the columns of `unodsl.engine.observed` for a seat into a row of memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from unodsl.engine import observed as o
from unodsl.engine.wasm_surroundings import Surroundings


class RowPrinter:
    """Prints the function `observe`, which writes the row of a seat, in numbers of `width` bytes."""

    def __init__(self, around: Surroundings, columns: tuple[o.Column, ...], width: int) -> None:
        self.around = around
        self.memory = around.memory
        self.layout = around.layout
        self.seats = around.layout.seats
        self.columns = columns
        self.bytes = width

    def text(self) -> list[str]:
        """All functions."""
        return [self.kinds(), self.several_kinds(), self.observe()]

    def put(self, column: int, value: str, row: str = "(local.get $row)") -> str:
        """A clamped number of the row."""
        low, high = o.limits(self.bytes)
        known = self.columns[column]
        if known.high > high:
            value = (
                f"(select (local.tee $fit {value}) (i64.const {high}) (i64.lt_s (local.get $fit) (i64.const {high})))"
            )
        if known.low < low:
            value = f"(select (local.tee $fit {value}) (i64.const {low}) (i64.gt_s (local.get $fit) (i64.const {low})))"
        return self.store(column, value, row)

    def store(self, column: int, value: str, row: str = "(local.get $row)") -> str:
        """Stores a number that fits."""
        return f"(i64.store{8 * self.bytes} offset={column * self.bytes} {row} {value})"

    def more(self, kind: str) -> str:
        """Increments the count of a kind (32 bits) in the counts that begin at `$row`."""
        at = f"(i32.add (local.get $row) (i32.mul {kind} (i32.const {self.bytes})))"
        load = {1: "i32.load8_s", 2: "i32.load16_s", 4: "i32.load"}[self.bytes]
        store = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[self.bytes]
        return f"(local.set $to {at}) ({store} (local.get $to) (i32.add ({load} (local.get $to)) (i32.const 1)))"

    def kinds(self) -> str:
        """Counts the cards of a set by kind, card by card."""
        words = [
            self.around.card_by_card(word, lambda kind: self.more(f"(i32.wrap_i64 {kind})"))
            for word in range(self.memory.words.count)
        ]
        return (
            f"(func $kinds (param $at i32) (param $row i32) (local $word i64) (local $to i32)\n{chr(10).join(words)})"
        )

    def several_kinds(self) -> str:
        """The same, kind by kind: faster with many cards."""
        m = self.memory
        loads = [f"(local.set $w{i} (i64.load offset={8 * i} (local.get $at)))" for i in range(m.words.count)]
        counts = []
        for kind, field in enumerate(self.layout.fields):
            parts = [(i, w) for i, w in enumerate(m.words.split(field)) if w]
            value = "(i64.const 0)"
            for n, (i, mask) in enumerate(parts):
                signed = mask - (1 << 64) if mask >> 63 else mask
                one = f"(i64.popcnt (i64.and (local.get $w{i}) (i64.const {signed})))"
                value = one if not n else f"(i64.add {value} {one})"
            counts.append(self.store(kind, value))
        locals_ = " ".join(f"(local $w{i} i64)" for i in range(m.words.count))
        return f"(func $several_kinds (param $at i32) (param $row i32) {locals_}\n{' '.join(loads)}\n{chr(10).join(counts)})"

    def address(self, slot: o.Of) -> str:
        """The address of a slot visible to a seat."""
        if slot.ring is None:
            return f"(i32.const {self.memory.slot(slot.index)})"
        by = f"(i32.mul (local.get $ring{slot.ring}) (i32.const {slot.step * self.memory.stride}))"
        return f"(i32.add (i32.const {self.memory.slot(slot.index)}) {by})"

    def observe(self) -> str:
        """Writes the row of a seat."""
        rings = []
        for ring in range(self.seats):
            after = f"(i32.add (local.get $seat) (i32.const {ring}))"
            less = f"(i32.sub {after} (i32.const {self.seats}))"
            rings.append(f"(local.set $ring{ring} (select {after} {less} (i32.lt_u {after} (i32.const {self.seats}))))")
        locals_ = " ".join(f"(local $ring{i} i32)" for i in range(self.seats))
        return f"""(func $observe (param $seat i32) (param $row i32) (local $n i64) (local $fit i64) (local $at i32) (local $to i32) {locals_}
{chr(10).join(rings)}
(memory.fill (local.get $row) (i32.const 0) (i32.const {len(self.columns) * self.bytes}))
{chr(10).join(self.groups())})"""

    def groups(self) -> Iterator[str]:
        """Yields the stores, group by group."""

        def alike(x: tuple[int, o.Column]) -> tuple[object, ...]:
            source = x[1].source
            match source:
                case o.CardsIn():
                    return "cards", source.place
                case o.Value():
                    return "value", x[0]
                case o.Equals() | o.EqualsSeat() | o.HasSeat():
                    return type(source).__name__, source.slot
                case _:
                    assert_never(source)

        for _, group in groupby(enumerate(self.columns), alike):
            found = [(column, x.source) for column, x in group]
            column, first = found[0]
            match first:
                case o.CardsIn():
                    yield self.cards(column, first.place, len(found) > 1)
                case o.Value():
                    yield self.put(column, f"(i64.load {self.address(first.slot)})")
                case o.Equals():
                    yield from self.equal([(c, x.value) for c, x in found if isinstance(x, o.Equals)], first.slot)
                case o.EqualsSeat():
                    yield self.same_seat(column, first.slot)
                case o.HasSeat():
                    yield from self.has_seats(column, first.slot)
                case _:
                    assert_never(first)

    def cards(self, column: int, place: o.Of, by_kind: bool) -> str:
        """The number of cards of a place, in total and by kind."""
        m, layout = self.memory, self.layout
        depth = layout.depth[place.index]
        step = layout.stride[place.index]
        cards = self.address(o.Of(layout.zone[place.index] + depth, place.ring, step))
        total = "(i64.const 0)"
        for word in range(m.words.count):
            total = f"(i64.add {total} (i64.popcnt (i64.load offset={8 * word} (local.get $at))))"
        out = [f"(local.set $at {cards}) (local.set $n {total})"]
        if by_kind:
            start = f"(i32.add (local.get $row) (i32.const {(column + 1) * self.bytes}))"
            one = f"(call $kinds (local.get $at) {start})"
            several = f"(call $several_kinds (local.get $at) {start})"
            few = len(layout.copies) // 2
            out.append(f"(if (i64.lt_u (local.get $n) (i64.const {few})) (then {one}) (else {several}))")
        for i in range(depth):
            top = f"(i64.load (local.tee $at {self.address(o.Of(layout.zone[place.index] + i, place.ring, step))}))"
            add = "(local.set $n (i64.add (local.get $n) (i64.const 1)))"
            if by_kind:
                kind = f"(i32.add (i32.wrap_i64 (i64.load (local.get $at))) (i32.const {column + 1}))"
                add += self.more(kind)
            out.append(f"(if (i64.ge_s {top} (i64.const 0)) (then {add}))")
        out.append(self.put(column, "(local.get $n)"))
        return "\n".join(out)

    def equal(self, found: list[tuple[int, int]], slot: o.Of) -> Iterator[str]:
        """1 if a slot has one of these values: a single store if values and columns are consecutive."""
        value = f"(i64.load {self.address(slot)})"
        (column, least), many = found[0], len(found)
        if [(c - column, v - least) for c, v in found] != [(i, i) for i in range(many)]:
            # the same slot occurs in several columns
            for c, v in found:
                yield self.put(c, f"(i64.extend_i32_u (i64.eq {value} (i64.const {v})))")
            return
        at = f"(i32.add (local.get $row) (i32.mul (i32.wrap_i64 (local.get $n)) (i32.const {self.bytes})))"
        yield f"""(local.set $n (i64.sub {value} (i64.const {least})))
(if (i64.lt_u (local.get $n) (i64.const {many})) (then {self.put(column, "(i64.const 1)", row=at)}))"""

    def same_seat(self, column: int, slot: o.Of) -> str:
        """1 for the seat in a slot, counted from the observer."""
        less = "(i64.sub (local.get $n) (i64.extend_i32_u (local.get $seat)))"
        ring = f"(i64.rem_u (i64.add {less} (i64.const {self.seats})) (i64.const {self.seats}))"
        at = f"(i32.add (local.get $row) (i32.mul (i32.wrap_i64 {ring}) (i32.const {self.bytes})))"
        return f"""(local.set $n (i64.load {self.address(slot)}))
(if (i64.ge_s (local.get $n) (i64.const 0)) (then {self.put(column, "(i64.const 1)", row=at)}))"""

    def has_seats(self, column: int, slot: o.Of) -> Iterator[str]:
        """1 for each seat in a set, counted from the observer."""
        yield f"(local.set $n (i64.load {self.address(slot)}))"
        for ring in range(self.seats):
            bit = f"(i64.shr_u (local.get $n) (i64.extend_i32_u (local.get $ring{ring})))"
            yield self.put(column + ring, f"(i64.and {bit} (i64.const 1))")
