"""A symbolic state in which every unknown has the value that it has in a real one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import z3

from checker.smt.state import SymbolicState
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout

Equation = tuple[Any, Any]


def equations(st: SymbolicState, layout: Layout, state: State, cards: bool = True) -> list[Equation]:
    """Every part of a symbolic state with its value in a real one; without `cards`: all but where these lie."""
    table = layout.table
    out: list[Equation] = []

    def pin(part: Any, value: int) -> None:
        if isinstance(part, tuple):
            out.extend((bit, z3.BoolVal(bool(value >> i & 1))) for i, bit in enumerate(part))
        else:
            out.append((part, z3.IntVal(value)))

    for zone in range(len(table.zones) if cards else 0):
        for seat in range(len(st.bags[zone])):
            at, depth = layout.place(zone, seat), layout.depth[zone]
            for kind, part in enumerate(st.bags[zone][seat]):
                pin(part, layout.count(state[at + depth], kind))
            for d, part in enumerate(st.tops[zone][seat]):
                pin(part, state[at + d])
    for index, row in enumerate(st.variables):
        for seat, part in enumerate(row):
            pin(part, state[layout.variable[index] + seat])
    for index in range(len(table.situations)):
        pin(st.owners[index], state[layout.owner[index]])
        out.append((st.open[index], z3.BoolVal(state[layout.below[index]] != CLOSED)))
        for slot, part in zip(layout.field[index], st.fields[index], strict=True):
            pin(part, state[slot])
    pin(st.in_play, state[IN_PLAY])
    pin(st.winners, state[WINNERS])
    pin(st.top, state[TOP])
    if cards:
        pin(st.moved, state[MOVED])
    out.append((st.round_runs, z3.BoolVal(bool(state[ROUND]))))
    out.append((st.match_over, z3.BoolVal(not state[MATCH])))
    # of who has cards and of what lies lowest, what follows effects may say too much of the one, and too little of the other
    for zone, seats in enumerate(st.holding):
        there = [(part, z3.BoolVal(bool(layout.held(state, zone, i)))) for i, part in enumerate(seats)]
        out += [x for x in there if cards or z3.is_true(x[1])]
    for zone, part in ((zone, part) for zone, row in enumerate(st.shown) for part in row):
        pin(part, state[layout.place(zone, 0)])
    for zone, counts in enumerate(st.sizes):
        for seat, part in enumerate(counts):
            pin(part, layout.held(state, zone, seat).bit_count())
    below = [z3.BoolVal(state[layout.below[i]] == -1) for i in range(len(table.situations))]
    out += [x for x in zip(st.lowest, below, strict=True) if cards or z3.is_false(x[1])]
    return out


class Values:
    """Terms with the values that are put in their place; made ready once, because z3 looks at each of them every time."""

    def __init__(self, pairs: Iterable[Equation]) -> None:
        self.pairs = list(pairs)
        self.parts = (z3.Ast * len(self.pairs))(*(part.ast for part, _ in self.pairs))
        self.values = (z3.Ast * len(self.pairs))(*(value.ast for _, value in self.pairs))

    def put_in(self, x: z3.ExprRef) -> z3.ExprRef:
        """A term with the values in place of what they are of, as simple as can be."""
        node = z3.Z3_substitute(x.ctx.ref(), x.ast, len(self.pairs), self.parts, self.values)
        return z3.simplify(z3.z3._to_expr_ref(node, x.ctx))


class Pinned:
    """Puts the values of one real state in the place of the unknowns."""

    def __init__(self, st: SymbolicState, layout: Layout, state: State, more: Iterable[Equation] = ()) -> None:
        self.known = Values([*equations(st, layout, state), *more])
        looked_up: list[Equation] = []
        for index, function in enumerate(st.attributes):
            looked_up.append((function(z3.IntVal(-1)), z3.IntVal(-1)))
            for number, kind in enumerate(layout.table.deck.kinds):
                looked_up.append((function(z3.IntVal(number)), z3.IntVal(kind.values[index])))
        self.looked_up = Values(looked_up)

    def put_in(self, x: z3.ExprRef) -> z3.ExprRef:
        """A term with the values in place of the unknowns."""
        out = x
        for values in (self.known, *[self.looked_up] * 8):
            if z3.is_int_value(out) or z3.is_true(out) or z3.is_false(out):
                break
            out = values.put_in(out)
        return out

    def value(self, x: Any) -> int:
        """What a term comes to: a number, or 0 or 1; a set of seats as a mask."""
        if isinstance(x, tuple):
            return sum(1 << i for i, bit in enumerate(x) if self.value(bit))
        if isinstance(x, int):
            return int(x)
        out = self.put_in(x)
        if z3.is_int_value(out):
            return int(out.as_long())
        assert z3.is_true(out) or z3.is_false(out), f"not settled: {out}"
        return int(z3.is_true(out))

    def holds(self, x: z3.BoolRef) -> bool:
        """Whether a condition holds, for some values of what is not known."""
        out = self.put_in(x)
        if z3.is_true(out) or z3.is_false(out):
            return bool(z3.is_true(out))
        solver = z3.Solver()
        solver.add(out, *(f == v for f, v in self.looked_up.pairs))
        return bool(solver.check() == z3.sat)


def known_state(st: SymbolicState, layout: Layout, state: State) -> SymbolicState:
    """A symbolic state in which nothing is unknown."""
    values = {id(part): value for part, value in equations(st, layout, state)}

    def of(part: Any) -> Any:
        if isinstance(part, list | tuple):
            return type(part)(of(x) for x in part)
        return values[id(part)]

    names = (
        "bags",
        "tops",
        "variables",
        "fields",
        "owners",
        "open",
        "top",
        "in_play",
        "winners",
        "moved",
        "holding",
        "lowest",
        "shown",
        "sizes",
    )
    changes = {name: of(getattr(st, name)) for name in (*names, "round_runs", "match_over")}
    return replace(st, constraints=[], **changes)
