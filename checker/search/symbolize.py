"""Symbolizer: a concrete state as values of the unknowns of a symbolic one (the inverse of the concretizer).

Exact: each part of the symbolic state has one value. Example: whether the invariants that a proof assumes hold in the position of a scenario.
"""

from __future__ import annotations

from typing import Any

import z3

from checker.smt.query import empty_solver
from checker.smt.state import SymbolicState
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout

Equation = tuple[Any, Any]


def equations(st: SymbolicState, layout: Layout, state: State, cards: bool = True) -> list[Equation]:
    """Each part of a symbolic state with its value in a concrete one; without `cards`: all but where these lie."""
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


class Symbolized:
    """A concrete state in which formulas over a symbolic one are evaluated."""

    def __init__(self, st: SymbolicState, layout: Layout, state: State) -> None:
        self.solver = empty_solver()
        self.solver.add(st.constraints, *(part == value for part, value in equations(st, layout, state)))

    def holds(self, *formulas: z3.BoolRef) -> bool:
        """Whether formulas hold; False if the state is none that the symbolic one stands for, or the solver gives up."""
        self.solver.push()
        self.solver.add(*formulas)
        answer = self.solver.check()
        self.solver.pop()
        return bool(answer == z3.sat)
