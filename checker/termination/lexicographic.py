"""Lexicographic ranking: searches for a proof that each run of a counter system has finitely many accepting moves.

Under-approximates termination: a result is a proof (`counter_system.accepts` checks it again), but there may be one
where none is found. Candidate weights come from three sources. Strongly connected components, if every step moves one
unit (a card, a turn) between places. Quantities that only decrease or only increase. A linear program over the changes
of whole moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import z3

from checker.smt.counter_system import (
    Either,
    Ended,
    Live,
    Lowered,
    MoveThing,
    Proof,
    Quantity,
    Refuted,
    StepThing,
    System,
    Thing,
    Value,
    Weights,
    closed,
    ended,
    everything,
    lowered,
    moments_of,
    without,
)
from checker.smt.factory import summed
from checker.smt.query import RLIMIT, Optimize
from checker.termination.moments import Assumed, Moments

MOST_NODES = 1_000
"""The most nodes of a proof."""

FEW_NODES = 240
"""The same for one table of many: a single option with draw cards that pile up needs fewer than 200."""

MOST_PARTS = 500
"""The most parts of moves in a linear program."""

FEW_VALUES = 3
"""The most values of a constant in a case split."""


@dataclass
class Search:
    """A search for a proof. `left`: what is live where the search failed. `readable`: only sums, each with weights as
    small as possible."""

    system: System
    within_budget: Callable[[], bool] = lambda: True
    most: int = MOST_NODES
    nodes: int = 0
    left: Live | None = None
    programs: bool = True
    readable: bool = False

    @cached_property
    def moments(self) -> Moments:
        """The solver for what can happen."""
        return Moments(self.system)

    def proof(self, live: Live | None = None, in_case: bool = False) -> Proof | None:
        """A proof that each run has finitely many accepting moves; None if none is found. `in_case`: in a case of a
        split, before which the linear program had no solution. There it rarely has one, so that it is solved last."""
        live = everything(self.system) if live is None else live
        self.nodes += 1
        live = closed(self.system, live)
        if ended(self.system, live):
            return Ended()
        if self.nodes > self.most or not self.within_budget():
            self.left = self.left or live
            return None
        weights = self.program(live) if self.readable else self.potential(live) or self.monotone(live)
        if weights:
            return self.lowering(live, weights, in_case)
        if self.readable:
            self.left = self.left or live
            return None
        facts = Assumed(self.moments, live)
        refuted = self.refuted(live, facts)
        if refuted is not None:
            rest = Live({}) if not refuted else without(self.system, live, refuted)
            then = self.proof(rest, in_case)
            return None if then is None else Refuted(refuted, then)
        if in_case:
            return self.split(live, facts) or self.by_program(live)
        return self.by_program(live) or self.split(live, facts)

    def by_program(self, live: Live) -> Proof | None:
        """The proof that begins with a sum from the linear program; None if it has no solution."""
        weights = self.program(live) if self.programs and self.nodes <= self.most else ()
        return self.lowering(live, weights) if weights else None

    def lowering(self, live: Live, weights: Weights, in_case: bool = False) -> Proof | None:
        """The proof that begins with a sum."""
        rest = lowered(self.system, live, dict(weights))
        assert rest is not None
        then = self.proof(rest, in_case)
        return None if then is None else Lowered(weights, then)

    # ----------------------------------------------------------------------------------------------------------- weights

    def live_steps(self, live: Live) -> set[int]:
        """The steps that may still happen."""
        return {self.system.moves[i].parts[p].step for i, kept in live.moves.items() for p in kept}

    def potential(self, live: Live) -> Weights:
        """Weights for quantities with a constant total, if every step moves a unit from one to another: by topological
        order of the strongly connected components. Empty if no step leads from one component to another."""
        steps = self.live_steps(live)
        touching: dict[Quantity, list[int]] = {}
        for s in steps:
            for q, low, high in self.system.steps[s].change:
                if low or high:
                    touching.setdefault(q, []).append(s)
        weights: dict[Quantity, int] = {}
        for terms, _ in self.system.totals:
            graph: nx.DiGraph = nx.DiGraph()
            pure = True
            for s in sorted({s for q in terms for s in touching.get(q, ())}):
                change = [x for x in self.system.steps[s].change if x[1] or x[2]]
                ends = sorted((low, q) for q, low, high in change if low == high)
                pure = len(change) == 2 and [n for n, _ in ends] == [-1, 1] and all(q in terms for _, q in ends)
                if not pure:
                    break
                graph.add_edge(ends[0][1], ends[1][1])
            if not pure or not graph:
                continue
            whole = nx.condensation(graph)
            if whole.number_of_nodes() < 2:
                continue
            height: dict[int, int] = {}
            for node in reversed(list(nx.topological_sort(whole))):
                height[node] = max((height[x] + 1 for x in whole.successors(node)), default=0)
            weights |= {q: height[n] for n in whole for q in whole.nodes[n]["members"] if height[n]}
        return tuple(sorted(weights.items(), key=str))

    def monotone(self, live: Live) -> Weights:
        """Weights for quantities that only decrease, or only increase."""
        falls: set[Quantity] = set()
        grows: set[Quantity] = set()
        for s in self.live_steps(live):
            for q, low, high in self.system.steps[s].change:
                if low < 0:
                    falls.add(q)
                if high > 0:
                    grows.add(q)
        weights = [(q, 1 if q in falls else -1) for q in falls ^ grows]
        lasting = tuple(sorted(weights, key=str))
        # useless unless some part certainly lowers it
        rest = lowered(self.system, live, dict(lasting))
        return lasting if rest is not None and rest != live else ()

    def program(self, live: Live) -> Weights:
        """Weights by linear programming: no move raises the sum, and as many parts as possible lower it."""
        parts = [(i, p) for i, kept in live.moves.items() for p in kept]
        if len(parts) > MOST_PARTS:
            return ()
        steps = sorted(self.live_steps(live))
        features = sorted({q for s in steps for q, *_ in self.system.steps[s].change}, key=str)
        down = {q: z3.Real(f"down{i}") for i, q in enumerate(features)}
        up = {q: z3.Real(f"up{i}") for i, q in enumerate(features)}
        solver = Optimize()
        solver.set("rlimit", RLIMIT)
        solver.add([x >= 0 for x in (*down.values(), *up.values())])
        worst: dict[int, z3.ArithRef] = {}
        for s in steps:
            worst[s] = summed([high * down[q] - low * up[q] for q, low, high in self.system.steps[s].change])
        amounts: dict[tuple[int, int], z3.ArithRef] = {}
        strict: list[z3.ArithRef] = []
        for i, kept in live.moves.items():
            for p in sorted(kept):
                part = self.system.moves[i].parts[p]
                amount = amounts[i, p] = z3.Real(f"amount{i}.{p}")
                solver.add(amount >= part.least * worst[part.step])
                if part.most is None:
                    solver.add(worst[part.step] <= 0)
                else:
                    solver.add(amount >= part.most * worst[part.step])
        for i, kept in live.moves.items():
            total = summed([amounts[i, p] for p in sorted(kept)])
            solver.add(total <= 0)
            less = z3.Real(f"less{i}")
            strict.append(less)
            solver.add(less >= 0, less <= 1, total <= -less)
            for p in sorted(kept):
                part = self.system.moves[i].parts[p]
                if part.least:
                    continue
                less = z3.Real(f"less{i}.{p}")
                strict.append(less)
                solver.add(less >= 0, less <= 1, total - amounts[i, p] + worst[part.step] <= -less)
                if part.most is not None:
                    solver.add(total - amounts[i, p] + part.most * worst[part.step] <= -less)
        if not strict:
            return ()
        solver.add(summed(strict) > 0)
        solver.maximize(summed(strict))
        if self.readable:
            # a quantity that decreases is easier to understand than one that increases
            solver.minimize(summed([*down.values(), *(2 * x for x in up.values())]))
        if solver.check() != z3.sat:
            return ()
        model = solver.model()
        values = {q: model.eval(down[q]).as_fraction() - model.eval(up[q]).as_fraction() for q in features}
        scale = math.lcm(*(x.denominator for x in values.values()))
        weights = tuple((q, int(x * scale)) for q, x in values.items() if x)
        rest = lowered(self.system, live, dict(weights))
        return weights if rest is not None and rest != live else ()

    # ------------------------------------------------------------------------------------------------------------ facts

    def refuted(self, live: Live, facts: Assumed) -> tuple[Thing, ...] | None:
        """The things that contradict the constants; empty if the assumptions contradict each other, None if nothing is
        refuted."""
        if facts.contradict():
            return ()
        things: list[Thing] = []
        known: dict[object, bool] = {}
        for thing in self.constraining_things(live, facts):
            key = moments_of(self.system, thing)
            if key not in known:
                known[key] = facts.contradict(thing)
            if known[key]:
                things.append(thing)
        return tuple(things) or None

    def constraining_things(self, live: Live, facts: Assumed) -> list[Thing]:
        """The things that may happen and whose moments constrain constants."""
        things: list[Thing] = [StepThing(s) for s in sorted(self.live_steps(live))]
        things += [MoveThing(i) for i in sorted(live.moves)]
        return [x for x in things if facts.constrains(x)]

    def split(self, live: Live, facts: Assumed) -> Proof | None:
        """A proof by a case split: over a constant with few values, or whether things happen."""
        constants = {
            q
            for i in live.moves
            for m in self.system.moves[i].moments
            for b in m
            for q, _ in b.terms
            if q in facts.constant
        }
        known = {q for q, _ in live.values}
        for q in sorted(constants - known, key=str):
            low, high = self.moments.ranges[q]
            if 1 <= high - low < FEW_VALUES:
                proofs: list[Proof] = []
                for v in range(low, high + 1):
                    found = self.proof(Live(live.moves, live.happening, live.values | {(q, v)}), in_case=True)
                    if found is None:
                        return None
                    proofs.append(found)
                return Value(q, tuple(proofs))
        core = facts.conflict(x for x in self.constraining_things(live, facts) if x not in live.happening)
        if not core:
            self.left = self.left or live
            return None
        cases: list[tuple[Thing, Proof]] = []
        here = live
        for thing in core:
            first = self.proof(without(self.system, here, [thing]), in_case=True)
            if first is None:
                return None
            cases.append((thing, first))
            here = Live(here.moves, here.happening | {thing}, here.values)
        out: Proof = Refuted((), Ended())
        for thing, first in reversed(cases):
            out = Either(thing, first, out)
        return out
