"""Queries about a counter system: which things can happen while some quantities are constant.

Exact: the same answers as `counter_system.Facts`, which the kernel asks once for each node of a proof. A search visits
many nodes, so here every formula is made once; a node only adds which quantities are constant. Example: with the cards
of the draw pile constant, no step that draws can happen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

import z3

from checker.smt.counter_system import Live, Moment, Quantity, System, Thing, constants, moments_of
from checker.smt.factory import summed
from checker.smt.query import empty_solver


@dataclass(frozen=True, slots=True)
class Instants:
    """Conditions at some instants. `laws`: the conservation laws of quantities, where these are not constant. `same`: for
    each quantity, that its value at such an instant is the one that it has if it is constant."""

    holds: tuple[z3.BoolRef, ...]
    laws: tuple[tuple[frozenset[Quantity], tuple[z3.BoolRef, ...]], ...]
    same: tuple[tuple[Quantity, z3.BoolRef], ...]


class Moments:
    """The moments of a system as formulas."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.ranges = {q: (low, high) for q, low, high in system.ranges}
        self.totals_of: dict[Quantity, list[int]] = {}
        for n, (terms, _) in enumerate(system.totals):
            for q in terms:
                self.totals_of.setdefault(q, []).append(n)
        self.fixed = {q: z3.Int(f"{q}") for q in self.ranges}
        self.instants = 0
        self.made: dict[tuple[Moment, ...], Instants] = {}
        self.totals = [self.at_instant((), n) for n in range(len(system.totals))]

    def happens(self, thing: Thing) -> Instants:
        """That a thing happens: each of its moments holds at some instant."""
        moments = moments_of(self.system, thing)
        if moments not in self.made:
            each = [self.at_instant(x) for x in moments]
            self.made[moments] = Instants(
                tuple(y for x in each for y in x.holds),
                tuple(y for x in each for y in x.laws),
                tuple(y for x in each for y in x.same),
            )
        return self.made[moments]

    def at_instant(self, moment: Moment, *always: int) -> Instants:
        """That a moment holds at some instant, with the conservation laws of its quantities. `always`: laws that hold
        there in any case."""
        here: dict[Quantity, z3.ArithRef] = {}

        def at(q: Quantity) -> z3.ArithRef:
            if q not in here:
                self.instants += 1
                here[q] = z3.Int(f"{q} at {self.instants}")
            return here[q]

        def law(n: int) -> tuple[z3.BoolRef, ...]:
            terms, value = self.system.totals[n]
            return (summed([at(q) for q in terms]) == value, *(y for q in terms for y in self.in_range(q, at(q))))

        holds = [summed([n * at(q) for q, n in bound.terms]) + bound.constant >= 0 for bound in moment]
        mentioned = frozenset(here)
        holds += [x for q in here for x in self.in_range(q, at(q))]
        holds += [x for n in always for x in law(n)]
        numbers = sorted({n for q in mentioned for n in self.totals_of.get(q, ())})
        laws = tuple((mentioned.intersection(self.system.totals[n][0]), law(n)) for n in numbers)
        return Instants(tuple(holds), laws, tuple((q, x == self.fixed[q]) for q, x in here.items()))

    def in_range(self, q: Quantity, x: z3.ArithRef) -> tuple[z3.BoolRef, z3.BoolRef]:
        """The range of a quantity."""
        low, high = self.ranges[q]
        return x >= low, x <= high


class Assumed:
    """What holds at one node of a search: the constants, their assumed values, and what is assumed to happen."""

    def __init__(self, moments: Moments, live: Live) -> None:
        self.of = moments
        self.constant = constants(moments.system, live)
        self.solver = empty_solver()
        for n, (terms, _) in enumerate(moments.system.totals):
            if not self.constant.isdisjoint(terms):
                self.add(moments.totals[n])
        # (a fixed order, so that two runs find the same conflicts)
        for q, value in sorted(live.values, key=str):
            self.solver.add(moments.fixed[q] == value)
        for thing in sorted(live.happening, key=str):
            self.add(moments.happens(thing))

    def add(self, some: Instants, mark: z3.BoolRef | None = None) -> None:
        """Adds conditions at some instants; with a mark, they hold only under that assumption."""
        laws = (x for mentioned, law in some.laws if not mentioned <= self.constant for x in law)
        self.solver.add(*(x if mark is None else z3.Implies(mark, x) for x in chain(some.holds, laws)))
        self.solver.add(*(x for q, x in some.same if q in self.constant))

    def contradict(self, thing: Thing | None = None) -> bool:
        """Whether a thing contradicts what is assumed; None: whether that contradicts itself. False if z3 gives up."""
        self.solver.push()
        if thing is not None:
            self.add(self.of.happens(thing))
        answer = self.solver.check()
        self.solver.pop()
        return bool(answer == z3.unsat)

    def conflict(self, things: Iterable[Thing]) -> list[Thing]:
        """A minimal set of things that cannot all happen (unsat core); empty if all can."""
        self.solver.push()
        known: dict[tuple[Moment, ...], Thing] = {}
        for thing in things:
            known.setdefault(moments_of(self.of.system, thing), thing)
        marks = {z3.Bool(f"case {n}"): thing for n, thing in enumerate(known.values())}
        for mark, thing in marks.items():
            self.add(self.of.happens(thing), mark)
        core: list[z3.BoolRef] = []
        if self.solver.check(*marks) == z3.unsat:
            given = set(self.solver.unsat_core())
            core = [x for x in marks if x in given]
            for one in list(core):
                rest = [x for x in core if x is not one]
                if self.solver.check(*rest) == z3.unsat:
                    core = rest
        self.solver.pop()
        return [marks[x] for x in core]

    def constrains(self, thing: Thing) -> bool:
        """Whether the moments of a thing mention a constant."""
        return any(q in self.constant for m in moments_of(self.of.system, thing) for b in m for q, _ in b.terms)
