"""Ranking certificates: a height for each event, which every rule that runs brings down; and sums that every move makes smaller while some
situations are on top, lexicographically.

Example: `the turn begins` has height 2, `a card is drawn` height 1: what answers the beginning of a turn may let a card be drawn, and not the
other way round. So a cascade comes to rest. Whoever answers a debt closes it, and whoever calls leaves the set of those who have not: the
open situations and the players in that set get fewer with each move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import z3

from checker.effects.summary import summaries
from checker.kernel.at_rest import AtRest
from checker.smt.at_rest import Steps
from checker.smt.claims import Known
from checker.smt.counter_system import Proof, accepts
from checker.smt.factory import boolean, conj, neg
from checker.smt.measures import Sums, on_top, smaller
from checker.smt.query import empty_solver, refutes
from checker.smt.stack_system import Systems
from checker.smt.step import NotFollowed
from unodsl.model import table as t


@dataclass(frozen=True, slots=True)
class Counted:
    """Proofs that the counter systems of some situations have finite runs only: one for each, in their order."""

    proofs: tuple[Proof, ...]


Group = tuple[frozenset[int], Sums | Counted | None]
"""Situations, and sums that each move makes smaller that stays among them, or proofs (None: neither is known)."""

SETTLES = t.TableEvent("settles")
"""It happens once in a cascade, and by the engine's making."""


def runs_down(known: Known, heights: Mapping[t.Event, int]) -> bool:
    """Whether every rule that can run sets off only events that are lower than each that sets it off, as far as rules hear them. (What a
    rule repeats is bounded, so each event sets off no more than so many.)"""
    all_, heard = summaries(known.table), {event for event, _ in known.table.order}
    for trigger in known.table.triggers:
        events = [x for x in trigger.events if x in known.facts.events]
        if not events or trigger.info.name in known.dead:
            continue
        found = all_.through(trigger.effects)
        emitted = {x.emits for x in found if x.emits is not None} & heard
        if any(x not in heights or x == SETTLES for x in emitted):
            return False
        if emitted and any(x not in heights or heights[x] <= max(heights[y] for y in emitted) for x in events):
            return False
    return True


def finite(systems: Systems, proofs: Sequence[Proof], asked: list[list[z3.BoolRef]] | None = None) -> bool:
    """Whether each system of some situations has a proof that each of its runs is finite."""
    pairs = list(zip(systems.all, proofs, strict=False))
    try:
        return len(systems.all) == len(proofs) and all(x is not None and accepts(x, y, asked=asked) for x, y in pairs)
    except (KeyError, IndexError):
        # it speaks of what is not there
        return False


def come_to_an_end(
    steps: Steps, groups: Sequence[Group], rest: AtRest | None, systems: Callable[[frozenset[int]], Systems]
) -> tuple[frozenset[int], list[tuple[str, z3.BoolRef]]]:
    """Those of some groups, by number, among which no moves are made for ever in one round, and what was refuted for it: from no group a
    move leads to an earlier one, and one that stays makes a sum smaller; or no counter system of theirs has an infinite run. `rest`: what holds between two moves. (Moves that nobody has to make for the game to go on, such as
    mistakes, are left out.)"""
    st, known = steps.reader.st, steps.known
    solver = empty_solver()
    solver.add(steps.supposed())
    before = conj(rest.of(st)) if rest is not None and rest.table is steps.table else boolean(True)
    ends = {i for i, (_, sums) in enumerate(groups) if sums is not None}
    ends -= {i for i, (x, y) in enumerate(groups) if isinstance(y, Counted) and not finite(systems(x), y.proofs)}
    asked: list[tuple[str, z3.BoolRef]] = []
    try:
        for offer in steps.table.offers:
            here = [i for i, (group, _) in enumerate(groups) if not offer.situations or group & set(offer.situations)]
            if not here or offer.info.name in known.dead or offer.mode in t.LEFT_ALONE:
                continue
            way = steps.move(offer)
            for i in here:
                group, sums = groups[i]
                moved = conj(way.known, before, neg(way.anew), on_top(st, [group]))
                wrong = [(on_top(way.then, [g for g, _ in groups[:i]]), set(ends))]
                if i in ends and sums is not None and not isinstance(sums, Counted):
                    wrong.append((conj(on_top(way.then, [group]), neg(smaller(st, way.then, sums))), {i}))
                for question, gone in ((conj(moved, x), gone) for x, gone in wrong):
                    if refutes(solver, question):
                        asked.append((f"moves end, {offer.info.name}", question))
                    else:
                        ends -= gone
    except (NotFollowed, KeyError, IndexError):
        return frozenset(), []
    return frozenset(ends), asked
