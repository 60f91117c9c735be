"""Solvers that know what always holds at a table: its invariants, and what every state has by its making."""

from __future__ import annotations

import z3

from checker.context import Context, stage
from checker.invariants.ranges import ranges


def fresh_solver(context: Context) -> z3.Solver:
    """A solver that knows what always holds at a table, and nothing of what was asked before."""
    out = context.bare_solver()
    out.add(*ranges(context))
    return out


@stage
def solver(context: Context) -> z3.Solver:
    """One solver for all yes-or-no questions; what is asked is taken back each time."""
    return fresh_solver(context)
