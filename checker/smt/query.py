"""Solvers: z3 with a bound on each question, and Ctrl-C that stops the check."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import z3

from checker.smt.factory import boolean

RLIMIT = 20_000_000
"""What z3 may spend on one question, in its own units."""


def spent(solver: z3.Solver | z3.Optimize) -> int:
    """What z3 has spent so far in its own units, whoever asked."""
    known = solver.statistics()
    here, rows = known.ctx.ref(), known.stats
    # (asked of each row, its key is made anew)
    for row in reversed(range(z3.Z3_stats_size(here, rows))):
        if z3.Z3_stats_get_key(here, rows, row) == "rlimit count":
            return int(z3.Z3_stats_get_uint_value(here, rows, row))
    return 0


def heard(solver: z3.Solver | z3.Optimize, answer: z3.CheckSatResult, before: int) -> z3.CheckSatResult:
    """An answer of z3. Raises `KeyboardInterrupt` where it is none because somebody pressed Ctrl-C. z3 may say `canceled` both
    of that and of a question that took more than it may; `before` is what was spent when it was asked."""
    if answer == z3.unknown:
        reason = solver.reason_unknown()
        if reason == "interrupted from keyboard" or (reason == "canceled" and spent(solver) - before < RLIMIT):
            raise KeyboardInterrupt
    return answer


def leave_ignored(solver: z3.Solver | z3.Optimize) -> None:
    """Whoever started this with Ctrl-C ignored, as a shell does with what it sends to the background, wants it ignored: z3 would
    hear it all the same."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        solver.set("ctrl_c", False)


class Solver(z3.Solver):  # type: ignore[misc]
    """z3's solver; Ctrl-C, which z3 takes for itself and answers with `unknown`, stops the whole check here too."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def assert_exprs(self, *terms: z3.BoolRef | bool | Iterable[z3.BoolRef | bool]) -> None:
        """As z3's, which looks at the sort of each condition first, and takes most of its time for that."""
        here = self.ctx.ref()
        for term in terms:
            for one in (term,) if isinstance(term, z3.BoolRef | bool) else term:
                z3.Z3_solver_assert(here, self.solver, boolean(one).ast if isinstance(one, bool) else one.ast)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """As z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return heard(self, super().check(*assumptions), before)


class Optimize(z3.Optimize):  # type: ignore[misc]
    """z3's optimizer, as `Solver`."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """As z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return heard(self, super().check(*assumptions), before)


def forget() -> None:
    """Begin with an empty z3: numbers that z3 gives to terms can decide between equally good models, so that what was asked
    before, in this process or another, would otherwise show in an answer."""
    z3.z3._main_ctx = None


@contextmanager
def apart() -> Iterator[None]:
    """In an empty z3 of its own: what is asked there leaves no trace in what is asked afterwards."""
    before = z3.z3._main_ctx
    forget()
    try:
        yield
    finally:
        z3.z3._main_ctx = before


def empty_solver() -> Solver:
    """A solver that knows nothing."""
    out = Solver()
    out.set("rlimit", RLIMIT)
    out.set("random_seed", 1)
    return out


def refutes(solver: z3.Solver, question: z3.BoolRef) -> bool:
    """Whether no state satisfies a question, with what a solver knows."""
    solver.push()
    solver.add(question)
    answer = solver.check()
    solver.pop()
    return bool(answer == z3.unsat)
