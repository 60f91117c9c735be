"""Deciding obligations: each question is read off the rules, or asked of z3 under accepted claims only.

Example: that no state satisfies the conditions of two offers for one card is the certificate `unsat`; the formula is built here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import z3

from checker.kernel.accept import Accepted
from checker.kernel.obligations import AT_REST, Builder, Obligation, ReadOff
from checker.smt.query import empty_solver

Verdict = Literal["impossible", "possible", "unknown"]

Kind = Literal["unsat", "independent", "equal", "declared"]


@dataclass
class Decided:
    """What the kernel says of obligations about one table. `log`: the questions that z3 refuted, by name, and whether between two
    moves."""

    accepted: Accepted
    log: list[tuple[str, bool, z3.BoolRef]] = field(default_factory=list)
    _formulas: dict[Obligation, z3.BoolRef | None] = field(default_factory=dict)

    @cached_property
    def builder(self) -> Builder:
        """What builds the formulas."""
        return Builder(self.accepted)

    @cached_property
    def solver(self) -> z3.Solver:
        """A solver that supposes what was accepted, and nothing else."""
        out = empty_solver()
        out.add(self.accepted.reader.st.constraints)
        out.add(*self.accepted.bounds)
        return out

    def formula(self, x: Obligation) -> z3.BoolRef | None:
        """The formula of an obligation; None where no formula says it."""
        if x not in self._formulas:
            self._formulas[x] = self.builder.formula(x)
        return self._formulas[x]

    def read_off(self, x: Obligation) -> ReadOff | None:
        """How the rules themselves close a question."""
        return self.builder.read_off(x)

    def answer(self, x: Obligation) -> Verdict:
        """Whether some state satisfies the formula of an obligation."""
        formula = self.formula(x)
        if formula is None:
            return "unknown"
        return self.satisfiable(f"{x.question}: {', '.join(x.names)}", formula, x.question in AT_REST)

    def satisfiable(self, name: str, formula: z3.BoolRef, at_rest: bool = False) -> Verdict:
        """Whether some state satisfies a formula. Between two moves, no card has been moved last."""
        if z3.is_false(formula):
            self.log.append((name, at_rest, formula))
            return "impossible"
        self.solver.push()
        if at_rest:
            self.solver.add(self.accepted.reader.st.moved == -1)
        self.solver.add(formula)
        answer = self.solver.check()
        self.solver.pop()
        if answer == z3.unsat:
            self.log.append((name, at_rest, formula))
            return "impossible"
        return "possible" if answer == z3.sat else "unknown"
