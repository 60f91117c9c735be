"""`Folding` as WebAssembly text: replaces the state in memory by its representative."""

from __future__ import annotations

from unodsl.engine.folding import Folding, Values
from unodsl.engine.packing import Packing
from unodsl.engine.wasm_memory import Memory, signed

GLOBALS = ("(global $best_is_set (mut i32) (i32.const 0))",)


def tables(folding: Folding) -> dict[str, tuple[int, ...]]:
    """The lookup tables; of cards and values, from -1 (nothing) on."""
    out: dict[str, tuple[int, ...]] = {}
    kinds = len(folding.layout.copies)
    for number, x in enumerate(folding.classes):
        most = len(folding.layout.table.deck.attributes[x.attribute].values)
        if x is folding.sorted:
            out["FOLD_VALUE"] = (-1, *(x.of_kind[k][0] if k in x.of_kind else -1 for k in range(kinds)))
            out["FOLD_INDEX"] = (-1, *(x.of_kind[k][1] if k in x.of_kind else -1 for k in range(kinds)))
            out["FOLD_MEMBER"] = tuple(kind for mine in x.members for kind in mine)
            out["FOLD_NUMBER"] = (-1, *(x.number.get(v, -1) for v in range(most)))
            out["FOLD_VALUES"] = x.values
            continue
        for first in range(len(x.values) - 1):
            places = x.exchanged(first, first + 1)
            cards, values = [-1], [-1]
            for kind in range(kinds):
                at = x.of_kind.get(kind)
                cards.append(kind if at is None else x.members[places[at[0]]][at[1]])
            for value in range(most):
                values.append(x.values[places[x.number[value]]] if value in x.number else value)
            out[f"SWAP_CARD_{number}_{first}"] = tuple(cards)
            out[f"SWAP_VALUE_{number}_{first}"] = tuple(values)
    return out


def area_bytes(folding: Folding, packing: Packing) -> int:
    """The bytes of working memory: the cards of each value in each set, the permutation and its inverse, and the least
    words so far."""
    x = folding.sorted
    parts = 0 if x is None else len(folding.layout.sets) * len(x.chunks) * len(x.values) + 2 * len(x.values)
    return 8 * (parts + packing.words)


class FoldingPrinter:
    """Prints the symmetry reduction of one search. `packed`: lines that pack the state into the locals `w0`, `w1`..."""

    def __init__(self, folding: Folding, packing: Packing, memory: Memory, packed: list[str]) -> None:
        self.folding = folding
        self.packing = packing
        self.memory = memory
        self.packed = packed
        self.kept = {x.slot for x in packing.fields}

    def text(self) -> list[str]:
        """All functions."""
        swaps = [
            self.swap(number, x, first)
            for number, x in enumerate(self.folding.classes)
            if x is not self.folding.sorted
            for first in range(len(x.values) - 1)
        ]
        return [self.turn(), *swaps, self.sort(), self.compare(), self.fold()]

    def slot(self, slot: int, part: int = 0) -> str:
        return f"(i32.const {self.memory.slot(slot) + 8 * part})"

    def looked_up(self, table: str, index: str, from_nothing: bool = True) -> str:
        """A number of a table by a 64-bit index."""
        at, load = self.memory.tables[table]
        step = self.memory.step(table)
        number = f"(i32.wrap_i64 {index})"
        if from_nothing:
            # an address below the table would not wrap around
            number = f"(i32.add {number} (i32.const 1))"
        return f"({load} offset={at} (i32.shl {number} (i32.const {step})))"

    def turn(self) -> str:
        """`$turn` rotates the table by 1 to seats - 1."""
        n = self.memory.layout.seats
        lines = []
        for i in self.folding.players:
            if i in self.kept:
                wrapped = f"(select (i64.sub (local.get $v) (i64.const {n})) (local.get $v) (i64.ge_s (local.get $v) (i64.const {n})))"
                lines.append(
                    f"(if (i64.ge_s (local.tee $v (i64.load {self.slot(i)})) (i64.const 0)) (then"
                    f"(local.set $v (i64.add (local.get $v) (local.get $by))) (i64.store {self.slot(i)} {wrapped})))"
                )
        for i in self.folding.sets_of_players:
            if i in self.kept:
                left = "(i64.shl (local.get $v) (local.get $by))"
                right = f"(i64.shr_u (local.get $v) (i64.sub (i64.const {n}) (local.get $by)))"
                lines.append(
                    f"(local.set $v (i64.load {self.slot(i)}))"
                    f"(i64.store {self.slot(i)} (i64.and (i64.or {left} {right}) (i64.const {(1 << n) - 1})))"
                )
        for seat in range(n):
            at = f"(i64.add (local.get $by) (i64.const {seat}))"
            lines.append(f"(local.set $a{seat} (i32.wrap_i64 (i64.rem_u {at} (i64.const {n}))))")
        for row in self.folding.turned:
            if row[0] not in self.kept:
                continue
            parts = self.memory.words.count if row[0] in self.memory.layout.sets else 1
            # (of one seat there is nothing to turn)
            step = (row[-1] - row[0]) // max(1, n - 1) * self.memory.stride
            for part in range(parts):
                lines += [f"(local.set $t{s} (i64.load {self.slot(i, part)}))" for s, i in enumerate(row)]
                lines += [
                    f"(i64.store offset={self.memory.slot(row[0]) + 8 * part} (i32.mul (local.get $a{s}) (i32.const {step})) (local.get $t{s}))"
                    for s in range(n)
                ]
        names = [
            "(local $v i64)",
            *(f"(local $a{s} i32)" for s in range(n)),
            *(f"(local $t{s} i64)" for s in range(n)),
        ]
        return "\n".join(["(func $turn (param $by i64)", *names, *lines, ")"])

    def swap(self, number: int, x: Values, first: int) -> str:
        """`$swap_N_F` exchanges two adjacent values of a class."""
        lines = []
        for slot in self.memory.layout.sets:
            for chunk in x.chunks:
                (one, low), (two, high) = chunk.places[first], chunk.places[first + 1]
                mask = signed((1 << chunk.width) - 1)
                a = f"(i64.shr_u (i64.load {self.slot(slot, one)}) (i64.const {low}))"
                b = f"(i64.shr_u (i64.load {self.slot(slot, two)}) (i64.const {high}))"
                lines.append(f"(local.set $t (i64.and (i64.xor {a} {b}) (i64.const {mask})))")
                for part, shift in ((one, low), (two, high)):
                    here = self.slot(slot, part)
                    moved = f"(i64.shl (local.get $t) (i64.const {shift}))"
                    lines.append(f"(i64.store {here} (i64.xor (i64.load {here}) {moved}))")
        for slots, table in ((x.card_slots, "CARD"), (x.value_slots, "VALUE")):
            for slot in slots:
                if slot in self.kept:
                    found = self.looked_up(f"SWAP_{table}_{number}_{first}", f"(i64.load {self.slot(slot)})")
                    lines.append(f"(i64.store {self.slot(slot)} {found})")
        return "\n".join([f"(func $swap_{number}_{first} (local $t i64)", *lines, ")"])

    def sort(self) -> str:
        """`$in_order` permutes the values of the first class into descending order of their keys. Like
        `Folding.in_order`."""
        x = self.folding.sorted
        if x is None:
            return "(func $in_order)"
        n = len(x.values)
        area = "(global.get $fold_area)"
        lines: list[str] = []
        words = 0

        def add(v: int, value: str, shift: int) -> str:
            word = f"$k{v}_{words - 1}"
            if shift:
                return f"(local.set {word} (i64.or (local.get {word}) (i64.shl {value} (i64.const {shift}))))"
            return f"(local.set {word} {value})"

        columns = {slot: i for i, slot in enumerate(self.memory.layout.sets)}
        for what, slot, index, shift in self.folding.key_parts(x):
            words += not shift
            if what == "cards":
                chunk = x.chunks[index]
                for v, (part, low) in enumerate(chunk.places):
                    column_at = 8 * ((columns[slot] * len(x.chunks) + index) * n + v)
                    found = f"(i64.shr_u (i64.load {self.slot(slot, part)}) (i64.const {low}))"
                    lines.append(f"(local.set $t (i64.and {found} (i64.const {signed((1 << chunk.width) - 1)})))")
                    lines.append(f"(i64.store offset={column_at} {area} (local.get $t))")
                    lines.append(add(v, "(local.get $t)", shift))
            elif what == "card":
                here = f"(i64.load {self.slot(slot)})"
                lines.append(f"(local.set $t {self.looked_up('FOLD_VALUE', here)})")
                lines.append(f"(local.set $u (i64.add {self.looked_up('FOLD_INDEX', here)} (i64.const 1)))")
                for v in range(n):
                    mine = f"(i64.eq (local.get $t) (i64.const {v}))"
                    lines.append(add(v, f"(select (local.get $u) (i64.const 0) {mine})", shift))
            else:
                lines.append(f"(local.set $t (i64.load {self.slot(slot)}))")
                for v in range(n):
                    mine = f"(i64.extend_i32_u (i64.eq (local.get $t) (i64.const {x.values[v]})))"
                    lines.append(add(v, mine, shift))
        for u in range(n):
            for v in range(u + 1, n):
                # whether v's key is greater: it then comes before u
                greater = "(i32.const 0)"
                for w in reversed(range(words)):
                    one, two = f"(local.get $k{u}_{w})", f"(local.get $k{v}_{w})"
                    equal = f"(i32.and (i64.eq {one} {two}) {greater})"
                    greater = f"(i32.or (i64.lt_u {one} {two}) {equal})"
                lines.append(f"(local.set $g {greater})")
                lines.append(f"(local.set $r{u} (i32.add (local.get $r{u}) (local.get $g)))")
                lines.append(f"(local.set $r{v} (i32.add (local.get $r{v}) (i32.eqz (local.get $g))))")
        same = "(i32.const 1)"
        for v in range(n):
            same = f"(i32.and {same} (i32.eq (local.get $r{v}) (i32.const {v})))"
        lines.append(f"(if {same} (then (return)))")
        goes = 8 * len(columns) * len(x.chunks) * n
        to_index = goes + 8 * n
        for v in range(n):
            lines.append(f"(i64.store offset={goes + 8 * v} {area} (i64.extend_i32_u (local.get $r{v})))")
            to = f"(i32.add {area} (i32.shl (local.get $r{v}) (i32.const 3)))"
            lines.append(f"(i64.store offset={to_index} {to} (i64.const {8 * v}))")
        for p in range(n):
            lines.append(
                f"(local.set $r{p} (i32.add {area} (i32.wrap_i64 (i64.load offset={to_index + 8 * p} {area}))))"
            )
        for slot, column in columns.items():
            for part in range(self.memory.words.count):
                mask = 0
                pieces = []
                for index, chunk in enumerate(x.chunks):
                    for p, (word, low) in enumerate(chunk.places):
                        if word == part:
                            mask |= ((1 << chunk.width) - 1) << low
                            column_at = 8 * (column * len(x.chunks) + index) * n
                            found = f"(i64.load offset={column_at} (local.get $r{p}))"
                            pieces.append(f"(i64.shl {found} (i64.const {low}))")
                if not pieces:
                    continue
                whole = f"(i64.and (i64.load {self.slot(slot, part)}) (i64.const {signed(~mask)}))"
                for piece in pieces:
                    whole = f"(i64.or {whole} {piece})"
                lines.append(f"(i64.store {self.slot(slot, part)} {whole})")

        def new_place(value: str) -> str:
            at = f"(i32.add {area} (i32.shl (i32.wrap_i64 {value}) (i32.const 3)))"
            return f"(i64.load offset={goes} {at})"

        for slot in x.card_slots:
            if slot in self.kept:
                here = f"(i64.load {self.slot(slot)})"
                size = len(x.members[0])
                place = self.looked_up("FOLD_INDEX", here)
                at = f"(i64.add (i64.mul {new_place('(local.get $t)')} (i64.const {size})) {place})"
                new = self.looked_up("FOLD_MEMBER", at, from_nothing=False)
                lines.append(
                    f"(if (i64.ge_s (local.tee $t {self.looked_up('FOLD_VALUE', here)}) (i64.const 0)) (then"
                    f"(i64.store {self.slot(slot)} {new})))"
                )
        for slot in x.value_slots:
            if slot in self.kept:
                here = f"(i64.load {self.slot(slot)})"
                new = self.looked_up("FOLD_VALUES", new_place("(local.get $t)"), from_nothing=False)
                lines.append(
                    f"(if (i64.ge_s (local.tee $t {self.looked_up('FOLD_NUMBER', here)}) (i64.const 0)) (then"
                    f"(i64.store {self.slot(slot)} {new})))"
                )
        names = [
            "(local $t i64) (local $u i64) (local $g i32)",
            *(f"(local $r{v} i32)" for v in range(n)),
            *(f"(local $k{v}_{w} i64)" for v in range(n) for w in range(words)),
        ]
        return "\n".join(["(func $in_order", *names, *lines, ")"])

    def best(self) -> int:
        """The offset of the least words in the working memory."""
        return area_bytes(self.folding, self.packing) - 8 * self.packing.words

    def compare(self) -> str:
        """`$compare` saves the state's words if they are the least so far."""
        n = self.packing.words
        best = self.best()
        less = "(i32.const 0)"
        for i in reversed(range(n)):
            other = f"(i64.load offset={best + 8 * i} (global.get $fold_area))"
            mine = f"(local.get $w{i})"
            less = f"(i32.or (i64.lt_u {mine} {other}) (i32.and (i64.eq {mine} {other}) {less}))"
        stores = [f"(i64.store offset={best + 8 * i} (global.get $fold_area) (local.get $w{i}))" for i in range(n)]
        return "\n".join(
            [
                "(func $compare",
                *(f"(local $w{i} i64)" for i in range(n)),
                *self.packed,
                f"(if (i32.or (i32.eqz (global.get $best_is_set)) {less}) (then",
                *stores,
                "(global.set $best_is_set (i32.const 1)))))",
            ]
        )

    def fold(self) -> str:
        """`$fold` reduces the state; 1 if the representative is in the saved words, not in the state."""
        folding = self.folding
        seats = folding.seats
        lines = []
        if seats > 1:
            lines += [
                f"(local.set $turns (i32.const {seats}))",
                "(block $none (block $pinned",
                *(
                    f"(br_if $pinned (i64.ge_s (local.tee $p (i64.load {self.slot(i)})) (i64.const 0)))"
                    for i in folding.pins
                    if i in self.kept
                ),
                "(br $none))",
                "(local.set $turns (i32.const 1))",
                f"(if (i64.ne (local.get $p) (i64.const 0)) (then (call $turn (i64.sub (i64.const {seats}) (local.get $p))))))",
            ]
        else:
            lines.append("(local.set $turns (i32.const 1))")
        if not folding.tried:
            lines.append(
                "(if (i32.eq (local.get $turns) (i32.const 1)) (then (call $in_order) (return (i32.const 0))))"
            )
        lines += ["(global.set $best_is_set (i32.const 0))", "(local.set $left (local.get $turns))", "(loop $on"]
        for step in folding.walk():
            if step is not None:
                lines.append(f"(call $swap_{folding.classes.index(step[0])}_{step[1]})")
            lines.append("(call $in_order) (call $compare)")
        lines += [
            "(if (i32.gt_u (local.get $turns) (i32.const 1)) (then (call $turn (i64.const 1))))",
            "(br_if $on (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))",
            "(i32.const 1))",
        ]
        return "\n".join(["(func $fold (result i32) (local $p i64) (local $turns i32) (local $left i32)", *lines])
