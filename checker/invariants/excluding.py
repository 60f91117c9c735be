"""Counterexample-guided invariants: implications that exclude the models of a question about two rules, one model after another.

Each implication says that two values, which no state of sampled play has together, never meet between two moves. The kernel
accepts the implications or not; the provers here only propose them. Examples: a debt of one kind is open, and a card of
another kind lies on top; a card that the deal turned up is remembered, and somebody has played.
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
from unodsl.model.types import Enumeration, Player, Players, YesNo
from unodsl.model.walk import below

MOST_SLOTS, MOST_MODELS = 12, 60
"""The most slots that a question may be about; the most models that are excluded one after another."""

ABOUT_TWO = ("permit and ban", "two outcomes")
"""Questions about two rules between two moves."""

Values = dict[Slot, int]
"""The values of slots in one state; a field of a situation that is not open has none."""

Where = dict[SlotValue, frozenset[int]]
"""The sampled states, by number, in which literals held."""

_NONE: frozenset[int] = frozenset()


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
    where = sampled_literals(context, slots)
    solver, st = resting_solver(context), context.reader.st
    out: dict[Rest, None] = {}
    solver.push()
    try:
        solver.add(neg(st.match_over), question)
        for _ in range(MOST_MODELS):
            answer = solver.check() if context.within_budget() else z3.unknown
            if answer != z3.sat:
                return tuple(out) if answer == z3.unsat else None
            new = list(unmet(context.table, values_in(solver.model(), st, slots), where))
            if not new:
                return None
            out |= dict.fromkeys(new)
            solver.add(conj(claim(st) for claim in new))
    finally:
        solver.pop()
    return None


def unmet(table: t.Table, values: Values, where: Where) -> Iterator[Rest]:
    """Claims that exclude some values: that two of them never meet, where no sampled state has both; for two slots, of all
    values like them, and of these alone."""
    rows = [literals_of(table, slot, value) for slot, value in values.items()]
    for row in rows:
        yield from (never_together(x) for x in row if not where.get(x))
    for mine, theirs in combinations(rows, 2):
        apart = [(x, y) for x in mine for y in theirs if where.get(x, _NONE).isdisjoint(where.get(y, _NONE))]
        yield from (never_together(*pair) for pair in dict.fromkeys([*apart[:1], *apart[-1:]]))


def literals_of(table: t.Table, slot: Slot, value: int) -> list[SlotValue]:
    """What a value of a slot is: the first value, or another one; then this value. A player is somebody or nobody."""
    if slot[0] < 0 and slot[1] < 0:
        return [SlotValue(*slot, value)]
    declared = declaration(table, slot)
    if isinstance(declared.type, Player):
        return [SlotValue(*slot, -1, int(value < 0))]
    this = SlotValue(*slot, value)
    if isinstance(declared.type, YesNo | Enumeration) or value == declared.starts:
        return [this]
    return [SlotValue(*slot, declared.starts, 0), this]


def is_plain(table: t.Table, slot: Slot) -> bool:
    """Whether a slot has one value: whether a situation is open, or a number, a card, a choice, a player."""
    if slot[0] < 0 and slot[1] < 0:
        return True
    declared = declaration(table, slot)
    several = isinstance(declared, t.Variable) and declared.each_player
    return not several and not isinstance(declared.type, Players)


@stage
def _sampled(_: Context) -> dict[tuple[Slot, ...], Where]:
    """The memo of `sampled_literals`."""
    return {}


def sampled_literals(context: Context, slots: list[Slot]) -> Where:
    """The literals of some slots in sampled play, each with the states in which it held; like states count once."""
    memo, key = _sampled(context), tuple(slots)
    if key not in memo:
        rows = dict.fromkeys(tuple(values_at(context, x.state, slots).items()) for x in context.samples.steps)
        found: dict[SlotValue, set[int]] = {}
        for number, row in enumerate(rows):
            for literal in (x for slot, value in row for x in literals_of(context.table, slot, value)):
                found.setdefault(literal, set()).add(number)
        memo[key] = {literal: frozenset(numbers) for literal, numbers in found.items()}
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


def never_together(*literals: SlotValue) -> Rest:
    """The claim that these never hold together between two moves."""
    rows: dict[SlotValue, None] = {}
    for x in literals:
        if x.one < 0 and x.other >= 0:
            rows[SlotValue(x.one, -1, 1)] = None
        rows[x] = None
    *given, last = rows
    return Rest("literals", literals=(*given, last._replace(equal=1 - last.equal)))
