"""Solver queries under the invariants of a table."""

from __future__ import annotations

import z3

from checker.context import Context, stage
from checker.invariants.certified import certified
from checker.invariants.participation import attendance, between_moves
from checker.invariants.participation import attended as who_takes_part
from checker.kernel.decide import Verdict


def fresh_solver(context: Context) -> z3.Solver:
    """A fresh solver that assumes the invariants of a table."""
    out = context.bare_solver()
    out.add(*certified(context).bounds)
    return out


@stage
def solver(context: Context) -> z3.Solver:
    """A shared solver for satisfiability queries; each query is popped afterwards."""
    return fresh_solver(context)


@stage
def resting_solver(context: Context) -> z3.Solver:
    """The same for states between two moves."""
    out = fresh_solver(context)
    out.add(*between_moves(context))
    return out


@stage
def attended_solver(context: Context) -> z3.Solver:
    """The same with the participation invariants."""
    out = fresh_solver(context)
    out.add(*between_moves(context), *who_takes_part(context))
    return out


def ask(context: Context, question: z3.BoolRef, at_rest: bool = False, attended: bool = False) -> Verdict:
    """Whether any state, reachable or not, satisfies a formula; unknown once the budget is spent. `at_rest`: only
    states between two moves, of which more is known; `attended`: assume the participation invariants if needed."""
    if not context.within_budget():
        context.cut_short.append("a question")
        return "unknown"
    if z3.is_false(question):
        return "impossible"
    if not at_rest:
        return answered(solver(context), question)
    if not resting_solver.known(context) and answered(solver(context), question) == "impossible":
        return "impossible"
    if attended and attendance.known(context) and who_takes_part(context):
        return answered(attended_solver(context), question)
    # these invariants take time to compute, those of participation the most
    first = answered(resting_solver(context), question)
    if first != "possible" or not attended or not who_takes_part(context):
        return first
    return answered(attended_solver(context), question)


def answered(known: z3.Solver, question: z3.BoolRef) -> Verdict:
    """The verdict of a solver on a formula, which is popped afterwards."""
    known.push()
    known.add(question)
    answer = known.check()
    known.pop()
    return "impossible" if answer == z3.unsat else "possible" if answer == z3.sat else "unknown"
