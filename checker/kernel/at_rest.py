"""The certificate `invariant` of claims that hold between two moves. They hold when a match begins, and each move with its whole cascade
preserves them, given that all of them held before it.

Example: whoever the table waits for takes part, where rules let players leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass

import z3

from checker.kernel.proved import KEY
from checker.smt.at_rest import Rest, Steps
from checker.smt.factory import conj, disj, neg
from checker.smt.query import empty_solver, refutes
from checker.smt.state import SymbolicState
from checker.smt.step import NotFollowed
from unodsl.model import table as t


@dataclass(frozen=True, slots=True)
class AtRest:
    """Claims that hold between two moves, unless the match is over. Only this module makes it. `queries`: the refuted queries."""

    table: t.Table
    claims: tuple[Rest, ...]
    queries: tuple[tuple[str, z3.BoolRef, tuple[z3.BoolRef, ...]], ...]
    key: InitVar[object] = None

    def __post_init__(self, key: object) -> None:
        if key is not KEY:
            raise ValueError("only the kernel accepts claims")

    def of(self, st: SymbolicState) -> list[z3.BoolRef]:
        """The claims as formulas over a state."""
        return [disj(st.match_over, claim(st)) for claim in self.claims]


def accept_at_rest(steps: Steps, claims: Iterable[Rest]) -> AtRest | None:
    """Accepts claims that are inductive from quiescent state to quiescent state; None if one may fail or a cascade is not followed."""
    rows = tuple(sorted(set(claims), key=repr))
    if not all(x.suits(steps.table) for x in rows):
        return None
    steps = steps.following(rows)
    if not steps.by_rule and all(x.kind == "top" for x in rows):
        # mostly each rule keeps it by itself, and that is soon shown
        found = accept_at_rest(steps.of_rules, rows)
        if found is not None:
            return found
    st = steps.reader.st
    before = conj(disj(st.match_over, x(st)) for x in rows)
    supposed = steps.supposed()
    solver = empty_solver()
    solver.add(supposed)
    queries: list[tuple[str, z3.BoolRef, tuple[z3.BoolRef, ...]]] = []
    try:
        for number, transition in enumerate(steps.transitions):
            lost = disj(neg(disj(transition.then.match_over, x(transition.then))) for x in rows)
            question = conj(transition.known, lost) if number == 0 else conj(transition.known, before, lost)
            if not refutes(solver, question):
                return None
            queries.append((f"what holds at rest, way {number}", question, tuple(supposed)))
    except NotFollowed:
        return None
    return AtRest(steps.table, rows, tuple(queries), KEY)
