"""A symbolic state in which every unknown has the value that it has in a real one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import z3

from checker.search.symbolize import Equation, equations
from checker.smt.state import SymbolicState
from unodsl.engine.api import State
from unodsl.engine.layout import Layout


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
