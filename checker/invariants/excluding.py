"""Counterexample-guided invariants: implications that exclude the models of a question about two rules, one model after another.

Each implication says that two values, which no state of sampled play has together, never meet between two moves. The kernel
accepts the implications or not; the provers here only propose them. Example: a debt of one kind is
open, and a card of another kind lies on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import z3

from checker.context import Context, stage
from checker.effects.summary import Slot, declaration, slot_of
from checker.invariants.certified import kernel
from checker.invariants.known import resting_solver
from checker.invariants.participation import beside_each_other
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.smt.at_rest import Rest
from checker.smt.factory import conj, neg
from checker.smt.literals import SlotValue
from checker.smt.state import SymbolicState
from unodsl.engine.api import State
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Player, Players
from unodsl.model.walk import below

MOST_SLOTS, MOST_MODELS = 12, 60
"""The most slots that a question may be about; the most models that are excluded one after another."""

ABOUT_TWO = ("permit and ban", "two outcomes")
"""Questions about two rules between two moves."""

Values = dict[Slot, int]
"""The values of slots in one state; a field of a situation that is not open has none."""


def excluded(context: Context, x: Obligation) -> Shown | None:
    """The evidence that two rules never meet between two moves, by implications that exclude each model; None if not shown."""
    found = kernel(context)
    if found is None or context.table.features or x.question not in ABOUT_TWO or not context.samples.steps:
        return None
    rules = tuple(found.builder.named(name) for name in x.names)
    formula = found.formula(x)
    claims = None if formula is None else excluding(context, slots_of(rules), formula)
    if not claims:
        return None
    for alone in (True, False):
        if not context.within_budget():
            return None
        rest = found.accept_at_rest(claims if alone else beside_each_other(context, claims))
        shown = None if rest is None else found.verdict_at_rest(x, rest)[1]
        if shown is not None:
            return shown
    return None


def slots_of(rules: tuple[t.Rule, ...]) -> list[Slot]:
    """The variables, fields and situations on which it depends whether rules apply; none if these are too many."""
    out: set[Slot] = {(-1 - i, -1) for rule in rules if isinstance(rule, t.Offer | t.Ban) for i in rule.situations}
    read = tuple((x.guard, getattr(x, "who", None), getattr(x, "stands_for", None)) for x in rules)
    for node in below(read):
        if isinstance(node, e.Field) or (isinstance(node, e.Variable) and node.seat is None):
            out.add(slot_of(node))
        elif isinstance(node, e.IsOpen | e.Owner):
            out.add((-1 - node.situation, -1))
    out |= {(one, -1) for one, _ in out if one < 0}
    return sorted(out) if len(out) <= MOST_SLOTS else []


def excluding(context: Context, slots: list[Slot], question: z3.BoolRef) -> tuple[Rest, ...] | None:
    """Implications under which a question has no model; None if some model has only values that meet in play."""
    slots = [slot for slot in slots if is_plain(context.table, slot)]
    rows = sampled_values(context, slots)
    seen = {pair: {(x.get(pair[0]), x.get(pair[1])) for x in rows} for pair in pairs(slots)}
    solver, st = resting_solver(context), context.reader.st
    out: dict[Rest, None] = {}
    solver.push()
    try:
        solver.add(neg(st.match_over), question)
        for _ in range(MOST_MODELS):
            answer = solver.check() if context.within_budget() else z3.unknown
            if answer != z3.sat:
                return tuple(out) if answer == z3.unsat else None
            values = values_in(solver.model(), st, slots)
            here = [pair for pair in seen if pair[0] in values and pair[1] in values]
            new = [
                never_together(*((slot, values[slot]) for slot in pair))
                for pair in here
                if (values[pair[0]], values[pair[1]]) not in seen[pair]
            ]
            if not new:
                return None
            out |= dict.fromkeys(new)
            solver.add(conj(claim(st) for claim in new))
    finally:
        solver.pop()
    return None


def is_plain(table: t.Table, slot: Slot) -> bool:
    """Whether a slot has one value, which is no player: whether a situation is open, or a number, a card, a choice."""
    if slot[0] < 0 and slot[1] < 0:
        return True
    declared = declaration(table, slot)
    several = isinstance(declared, t.Variable) and declared.each_player
    return not several and not isinstance(declared.type, Player | Players)


def pairs(slots: list[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """The pairs of slots; a slot with itself stands for its own values."""
    yield from ((slot, slot) for slot in slots)
    yield from combinations(slots, 2)


@stage
def _sampled(_: Context) -> dict[tuple[Slot, ...], list[Values]]:
    """The memo of `sampled_values`."""
    return {}


def sampled_values(context: Context, slots: list[Slot]) -> list[Values]:
    """The values of some slots that sampled play had at the same time, each row once."""
    memo, key = _sampled(context), tuple(slots)
    if key not in memo:
        rows = {tuple(values_at(context, x.state, slots).items()) for x in context.samples.steps}
        memo[key] = [dict(row) for row in rows]
    return memo[key]


def values_at(context: Context, state: State, slots: list[Slot]) -> Values:
    """The values of some slots in a state."""
    layout, stack = context.layout, context.layout.stack(state)
    out: Values = {}
    for slot in slots:
        one, other = slot
        if one >= 0:
            out[slot] = state[layout.slots_of(one)[0]]
        elif other < 0:
            out[slot] = int(-1 - one in stack)
        elif -1 - one in stack:
            out[slot] = state[layout.field[-1 - one][other]]
    return out


def values_in(model: z3.ModelRef, st: SymbolicState, slots: list[Slot]) -> Values:
    """The values of some slots in a model."""
    out: Values = {}
    for slot in slots:
        one, other = slot
        if one < 0 and other >= 0 and not out[one, -1]:
            continue
        if one < 0 and other < 0:
            out[slot] = int(z3.is_true(model.eval(st.open[-1 - one], True)))
            continue
        term = st.variables[one][0] if one >= 0 else st.fields[-1 - one][other]
        assert not isinstance(term, tuple)
        out[slot] = term if isinstance(term, int) else model.eval(term, True).as_long()
    return out


def never_together(*values: tuple[Slot, int]) -> Rest:
    """The claim that slots never have these values together between two moves."""
    rows: dict[SlotValue, None] = {}
    for (one, other), value in values:
        if one < 0 and other >= 0:
            rows[SlotValue(one, -1, 1)] = None
        rows[SlotValue(one, other, value)] = None
    *given, last = rows
    return Rest("literals", literals=(*given, last._replace(equal=0)))
