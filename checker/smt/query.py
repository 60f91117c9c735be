"""Solvers: z3 with a resource limit for each query, and Ctrl-C that stops the check."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import z3

from checker.smt.factory import boolean

RLIMIT = 20_000_000
"""The resource limit of one query, in z3's units."""


def spent(solver: z3.Solver | z3.Optimize) -> int:
    """The resources that z3 has used so far, in its units, for all queries."""
    known = solver.statistics()
    here, rows = known.ctx.ref(), known.stats
    # (a lookup by key builds the key of each row anew)
    for row in reversed(range(z3.Z3_stats_size(here, rows))):
        if z3.Z3_stats_get_key(here, rows, row) == "rlimit count":
            return int(z3.Z3_stats_get_uint_value(here, rows, row))
    return 0


def checked_answer(solver: z3.Solver | z3.Optimize, answer: z3.CheckSatResult, before: int) -> z3.CheckSatResult:
    """Returns an answer of z3. Raises `KeyboardInterrupt` if it is unknown because of Ctrl-C. z3 reports `canceled`
    both for that and for an exceeded limit; `before` is the use of resources before the query."""
    if answer == z3.unknown:
        reason = solver.reason_unknown()
        if reason == "interrupted from keyboard" or (reason == "canceled" and spent(solver) - before < RLIMIT):
            raise KeyboardInterrupt
    return answer


def leave_ignored(solver: z3.Solver | z3.Optimize) -> None:
    """Keeps Ctrl-C ignored in z3 if this process ignores it, as a shell arranges for background jobs. z3 would install
    its own handler."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        solver.set("ctrl_c", False)


class Solver(z3.Solver):  # type: ignore[misc]
    """z3's solver, with Ctrl-C stopping the whole check: z3 catches it and answers `unknown`."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def assert_exprs(self, *terms: z3.BoolRef | bool | Iterable[z3.BoolRef | bool]) -> None:
        """Like z3's, without its check of sorts, which takes most of its time."""
        here = self.ctx.ref()
        for term in terms:
            for one in (term,) if isinstance(term, z3.BoolRef | bool) else term:
                z3.Z3_solver_assert(here, self.solver, boolean(one).ast if isinstance(one, bool) else one.ast)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """Like z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return checked_answer(self, super().check(*assumptions), before)


class Optimize(z3.Optimize):  # type: ignore[misc]
    """z3's optimizer, like `Solver`."""

    def __init__(self) -> None:
        super().__init__()
        leave_ignored(self)

    def check(self, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
        """Like z3's. Raises `KeyboardInterrupt`."""
        before = spent(self)
        return checked_answer(self, super().check(*assumptions), before)


def restart_z3() -> None:
    """Starts with a fresh z3 context. The numbers of terms can decide between equally good models, so earlier queries
    would otherwise affect an answer."""
    z3.z3._main_ctx = context = z3.Context()
    # Python may collect terms in another thread (the event loop of a worker, the watcher of files) while z3 works in this one
    z3.Z3_enable_concurrent_dec_ref(context.ref())


@contextmanager
def in_fresh_z3() -> Iterator[None]:
    """Runs in a z3 context of its own, which leaves later queries unaffected."""
    before = z3.z3._main_ctx
    restart_z3()
    try:
        yield
    finally:
        z3.z3._main_ctx = before


def empty_solver() -> Solver:
    """A solver without assertions."""
    out = Solver()
    out.set("rlimit", RLIMIT)
    out.set("random_seed", 1)
    return out


def refutes(solver: z3.Solver, question: z3.BoolRef) -> bool:
    """Whether a query is unsatisfiable together with the assertions of a solver. False if z3 gives up."""
    solver.push()
    solver.add(question)
    answer = solver.check()
    solver.pop()
    return bool(answer == z3.unsat)
