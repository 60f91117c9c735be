"""The symbolic reader means what the engine does: on states met in play, z3 lists the same legal moves."""

from __future__ import annotations

import random

import pytest
import z3

from checker.effects.constants import facts
from checker.invariants.quiescent import resting
from checker.search.symbolize import equations
from checker.smt.enabled import Reader, standing
from checker.smt.state import well_formed
from tests.tables import table
from unodsl.engine.api import State
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.engine.reference import CascadeRun, Reference
from unodsl.model.table import Table

TABLES = [
    ("official", (), 2),
    ("official", ("official.jump-in", "official.progressive", "official.no-wild-ending"), 3),
    ("official", ("official.seven", "official.zero", "psycho.matching", "psycho.stacking"), 3),
    ("psycho", ("psycho.matching", "psycho.stacking"), 3),
]


class Pinned:
    """A solver that knows one concrete state and is asked what is true in it."""

    def __init__(self, reader: Reader, layout: Layout, state: State) -> None:
        self.solver = z3.Solver()
        known = [c for c in reader.st.constraints if z3.is_eq(c)]
        self.solver.add([c for c in known if c.arg(0).decl().name().startswith("attribute ")])
        self.solver.add([unknown == value for unknown, value in equations(reader.st, layout, state)])
        assert self.solver.check() == z3.sat

    def holds(self, question: z3.BoolRef) -> bool:
        """Whether a question is true."""
        self.solver.push()
        self.solver.add(question)
        answer = bool(self.solver.check() == z3.sat)
        self.solver.pop()
        return answer


@pytest.mark.parametrize(("base", "options", "seats"), TABLES)
def test_legal_moves_are_the_same(base: str, options: tuple[str, ...], seats: int) -> None:
    model: Table = table(base, options, seats)
    fast, slow, layout = Generated(model), Reference(model), Layout(model)
    read_off = facts(model)
    reader = Reader(well_formed(model, layout.depth, read_off), read_off)
    generator = random.Random(4)
    state = fast.start(11)
    looked = 0
    for step in range(160):
        moves = fast.legal(state)
        if not moves:
            break
        if step % 40 == 5:
            looked += 1
            now = Pinned(reader, layout, state)
            run = CascadeRun(slow, list(state), None, None)
            for index in range(len(model.offers)):
                for seat in range(seats):
                    mine = set(run.unbanned(index, seat, run.candidates(index, seat)))
                    theirs = standing(reader, index, seat)
                    known = [(a, c) for a, c in theirs if isinstance(a, int)]
                    if len(known) < len(theirs):
                        assert now.holds(z3.Or([c for _, c in theirs])) == bool(mine)
                        continue
                    for argument, condition in generator.sample(known, min(4, len(known))):
                        assert now.holds(condition) == (argument in mine), (index, seat, argument)
        move = generator.choice(fast.legal(state, mistakes=False) or moves)
        state = fast.apply(state, move)
    assert looked >= 3


@pytest.mark.parametrize(("base", "options", "seats"), [TABLES[0], TABLES[1], TABLES[3]])
def test_what_always_holds_holds_of_every_state_in_play(base: str, options: tuple[str, ...], seats: int) -> None:
    model = table(base, options, seats)
    fast, layout = Generated(model), Layout(model)
    read_off = facts(model)
    reader = Reader(well_formed(model, layout.depth, read_off), read_off)
    rest = resting(reader, facts(model))
    assert len(rest) > (base == "official")
    generator = random.Random(9)
    state = fast.start(5)
    for step in range(120):
        if step % 12 == 0:
            assert Pinned(reader, layout, state).holds(z3.And([*reader.st.constraints, *rest]))
        state = fast.apply(state, generator.choice(fast.legal(state, mistakes=False)))
