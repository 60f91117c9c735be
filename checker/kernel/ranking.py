"""Ranking certificates of moves: lexicographic sums that each move lowers while certain situations are on top. (For those of cascades see
`smt.cascade_ranking`.)

Example: whoever answers a debt closes it, and whoever calls leaves the set of those who have not: open situations and players in that set
decrease with each move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

from checker.kernel.at_rest import AtRest
from checker.smt.at_rest import Steps
from checker.smt.counter_system import Proof, accepts
from checker.smt.factory import boolean, conj, neg
from checker.smt.measures import Sums, on_top, smaller
from checker.smt.query import empty_solver, refutes
from checker.smt.stack_system import Systems
from checker.smt.step import NotFollowed
from unodsl.model import table as t


@dataclass(frozen=True, slots=True)
class Counted:
    """Proofs that no run of the counter systems of a group of situations answers for ever: one for each system, in order."""

    proofs: tuple[Proof, ...]


Group = tuple[frozenset[int], Sums | Counted | None]
"""A group of situations, with lexicographic sums that each move inside it lowers, or proofs of its counter systems; None: no argument."""


def finite(systems: Systems, proofs: Sequence[Proof], out: list[list[z3.BoolRef]] | None = None) -> bool:
    """Whether each counter system of a group has a proof that no run has infinitely many answers."""
    pairs = list(zip(systems.all, proofs, strict=False))
    try:
        return len(systems.all) == len(proofs) and all(x is not None and accepts(x, y, queries=out) for x, y in pairs)
    except (KeyError, IndexError):
        # the proof names what the system does not have
        return False


def terminating_groups(
    steps: Steps, groups: Sequence[Group], rest: AtRest | None, systems: Callable[[frozenset[int]], Systems]
) -> tuple[frozenset[int], list[tuple[str, z3.BoolRef]]]:
    """Returns the groups, by index, in which no run of infinitely many moves (counted: answers) stays during one round, and the refuted
    queries. No move leads from a group to an earlier one, and a move inside lowers a sum, or a proof is accepted. `rest`: claims between
    two moves. (Offers that the game does not depend on, such as mistakes, are left out.)"""
    st, known = steps.reader.st, steps.known
    solver = empty_solver()
    solver.add(steps.supposed())
    before = conj(rest.of(st)) if rest is not None and rest.table is steps.table else boolean(True)
    ends = {i for i, (_, sums) in enumerate(groups) if sums is not None}
    ends -= {i for i, (x, y) in enumerate(groups) if isinstance(y, Counted) and not finite(systems(x), y.proofs)}
    queries: list[tuple[str, z3.BoolRef]] = []
    try:
        for offer in steps.table.offers:
            here = [i for i, (group, _) in enumerate(groups) if not offer.situations or group & set(offer.situations)]
            if not here or offer.info.name in known.dead or offer.mode in t.LEFT_ALONE:
                continue
            transition = steps.move(offer)
            for i in here:
                group, sums = groups[i]
                moved = conj(transition.known, before, neg(transition.round_begins), on_top(st, [group]))
                wrong = [(on_top(transition.then, [g for g, _ in groups[:i]]), set(ends))]
                if i in ends and sums is not None and not isinstance(sums, Counted):
                    wrong.append((conj(on_top(transition.then, [group]), neg(smaller(st, transition.then, sums))), {i}))
                for question, gone in ((conj(moved, x), gone) for x, gone in wrong):
                    if refutes(solver, question):
                        queries.append((f"moves end, {offer.info.name}", question))
                    else:
                        ends -= gone
    except (NotFollowed, KeyError, IndexError):
        return frozenset(), []
    return frozenset(ends), queries
