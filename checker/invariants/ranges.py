"""Proposes interval and congruence invariants of numbers: they hold initially, and no single effect violates them.

A rule that adds only while a number is less than three never makes it more than three. The type says 0 to 9; the guards
of other rules are then checked against the actual range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import assert_never

import z3

from checker.context import Context
from checker.effects.left_behind import COMPARISONS
from checker.effects.summary import Slot, slot_of, step_of, summaries
from checker.effects.summary import steps as relative
from checker.effects.values import Slot as Named
from checker.effects.values import clamped, constants, starts_of, type_of
from checker.smt.claims import Among, Apart, Claim, Range
from checker.smt.factory import conj, disj
from checker.smt.questions import values_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, YesNo
from unodsl.model.walk import below, conjuncts, expressions_below

MOST_LISTED = 24
"""The most values of one number that are listed; with more, only a congruence is proposed."""

MOST_TRIED = 12
"""The most candidate bounds of one number, in each direction."""


@dataclass(frozen=True, slots=True)
class Step:
    """An assignment to a number, in a rule (an act's effects count for each of its offers), with its path condition."""

    rule: t.Trigger | t.Offer | None
    target: e.Variable | e.Field
    value: e.Expr
    given: tuple[e.Expr, ...]

    @property
    def moves(self) -> int | None:
        """The constant that it adds to the number; None for other steps."""
        return step_of(self.target, self.value)

    @property
    def adds(self) -> bool:
        """Whether it adds something to the number, or takes it away, such as the value of a card."""
        return relative(self.target, self.value) is not None


def proposed(context: Context) -> Iterator[Claim]:
    """Yields as claims the ranges that are narrower than the types, and the gaps in them."""
    table = context.table
    steps: dict[Slot, list[Step]] = {}
    for step in every_step(table, context.never):
        steps.setdefault(slot_of(step.target), []).append(step)
    comparands = compared(table)
    for slot, mine in sorted(steps.items()):
        if not context.within_budget():
            # fewer ranges are still sound
            context.cut_short.append("ranges of numbers")
            break
        named = slot[0] if slot[0] >= 0 else (-1 - slot[0], slot[1])
        type_, start = type_of(table, named), starts_of(table, named)
        if not isinstance(type_, Number) or not any(s.adds for s in mine):
            continue
        low, high = (settled(context, mine, start, type_, up) for up in (False, True))
        if low is not None or high is not None:
            yield Range(named, type_.low if low is None else low, type_.high if high is None else high)
        yield from gaps(named, comparands.get(slot, set()), mine, start, type_)


def gaps(named: Named, comparands: set[int], steps: list[Step], start: int, type_: Number) -> Iterator[Claim]:
    """Yields claims about values that a number skips between its bounds: where rules only count by twos, it is never
    odd. Only if a rule compares it with such a value (`comparands`)."""
    reached = counted(steps, start, type_) if comparands else None
    if reached is None or comparands <= reached:
        return
    if len(reached) <= MOST_LISTED:
        yield Among(named, tuple(sorted(reached)))
    apart = gcd(*(v - start for v in reached))
    if apart > 1 and len(reached) > MOST_LISTED:
        yield Apart(named, start, apart)


def compared(table: t.Table) -> dict[Slot, set[int]]:
    """The constants with which conditions compare each variable and field."""
    out: dict[Slot, set[int]] = {}
    for x in below((table.triggers, table.offers, table.bans)):
        if isinstance(x, e.Compare):
            for number, value in ((x.left, x.right), (x.right, x.left)):
                if isinstance(number, e.Variable | e.Field) and isinstance(value, e.Constant):
                    out.setdefault(slot_of(number), set()).add(value.value)
    return out


def counted(steps: list[Step], start: int, type_: Number) -> frozenset[int] | None:
    """The values reachable by steps that assign constants or add constants; None if a step does neither."""
    out = {start}
    for step in steps:
        values = constants(step.value)
        if values is not None:
            out |= clamped(type_, set(values))
        elif step.moves is None:
            return None
    counting = [(step, far) for step in steps if (far := step.moves) is not None]
    todo = list(out)
    while todo:
        now = todo.pop()
        for step, far in counting:
            then = max(type_.low, min(now + far, type_.high))
            if then not in out and all(holds_at(x, step.target, now) is not False for x in step.given):
                out.add(then)
                todo.append(then)
    return frozenset(out)


def holds_at(condition: e.Expr, target: e.Expr, value: int) -> bool | None:
    """Whether a condition holds for a value of a target, if it only compares it with a constant; None otherwise."""
    if isinstance(condition, e.Not):
        inner = holds_at(condition.operand, target, value)
        return None if inner is None else not inner
    if isinstance(condition, e.Compare):
        if condition.left == target and isinstance(condition.right, e.Constant):
            return COMPARISONS[condition.operator](value, condition.right.value)
        if condition.right == target and isinstance(condition.left, e.Constant):
            return COMPARISONS[condition.operator](condition.left.value, value)
    return None


def every_step(table: t.Table, never: frozenset[str]) -> Iterator[Step]:
    """Yields every assignment with the rule that it belongs to."""
    for rule in table.running:
        if rule.info.name in never:
            continue
        given = tuple(conjuncts(rule.guard))
        before = table.acts[rule.act].effects if isinstance(rule, t.Offer) else ()
        if isinstance(rule, t.Offer) and rule.stands_for is not None:
            # after the act, `the card` is the one that it stood for, not the one of the guard
            yield from _walk(table, before, given, set(), rule)
            yield from _walk(table, rule.effects, (), set(), None)
            continue
        yield from _walk(table, (*before, *rule.effects), given, set(), rule)
    for index in {x.performs.act for x in summaries(table).everything() if x.performs is not None}:
        # performed by an effect, under any conditions
        yield from _walk(table, table.acts[index].effects, (), set(), None)


def _walk(
    table: t.Table,
    block: tuple[f.Effect, ...],
    given: tuple[e.Expr, ...],
    seen: set[Slot],
    rule: t.Trigger | t.Offer | None,
) -> Iterator[Step]:
    """Yields the steps of a block. A condition is kept until an earlier effect can change what it reads."""
    all_ = summaries(table)
    touched = bool(seen)
    for x in map(all_.of, block):
        known = tuple(c for c in given if not touched or lasting(c, seen))
        for change in x.changes:
            if not isinstance(change.target, e.Owner):
                yield Step(rule, change.target, change.value, known)
        for inner in x.blocks:
            if inner.given is not None:
                yield from _walk(table, inner.effects, (*known, inner.given), set(seen), rule)
            else:
                yield from _walk(table, inner.effects, (), seen | all_.slots((x.effect,)), None)
        # (the effects of a performed act are walked separately)
        seen |= all_.slots((x.effect,))
        touched = touched or not x.announces


def lasting(condition: e.Expr, seen: set[Slot]) -> bool:
    """Whether a condition is unchanged after these slots were assigned and cards may have been moved."""
    for n in expressions_below(condition):
        match n:
            case e.Variable() | e.Field():
                if slot_of(n) in seen:
                    return False
            case e.Place() | e.TopCard() | e.CountCards() | e.OverCards() | e.Can():
                return False
            case e.Owner() | e.IsOpen() | e.IsTop() | e.Builtin() | e.Neighbor():
                return False
            case e.Constant() | e.Local() | e.Compare() | e.Logic() | e.Not() | e.Member() | e.Choose():
                pass
            case e.Arithmetic() | e.Attribute() | e.FaceNumber() | e.SetSize() | e.OverPlayers():
                pass
            case e.SetOf() | e.SetOperation() | e.PlayersWhere() | e.TheOne():
                pass
            case _:
                assert_never(n)
    return True


def settled(context: Context, steps: list[Step], start: int, type_: Number, up: bool) -> int | None:
    """The narrowest candidate bound that every step preserves; None if there is none."""
    fixed = [start]
    for step in steps:
        values = constants(step.value)
        if values is not None:
            fixed.extend(clamped(type_, set(values)))
        elif not step.adds:
            return None
    least = max(fixed) if up else min(fixed)
    likely = {least}
    for step in steps:
        for x in below(step.given):
            if isinstance(x, e.Constant) and isinstance(x.type, Number):
                likely |= {x.value + d + (step.moves or 0) for d in (-1, 0, 1)}
    inside = [n for n in likely if (least <= n < type_.high if up else type_.low < n <= least)]
    for bound in sorted(inside, reverse=not up)[:MOST_TRIED]:
        if all(kept(context, s, bound, up) for s in steps):
            return bound
    return None


def kept(context: Context, step: Step, bound: int, up: bool) -> bool:
    """Whether a step that starts within a bound stays within it, by the solver."""
    far = step.moves
    if not step.adds:
        return constants(step.value) is not None
    if far is not None and ((far <= 0) if up else (far >= 0)):
        return True
    own = slot_of(step.target)
    read = [x for condition in step.given for x in expressions_below(condition) if isinstance(x, e.Variable | e.Field)]
    if step.rule is None or not any(slot_of(x) == own for x in read):
        # no condition limits it
        return False
    after = step.value
    limit = e.Constant(bound, step.target.type)
    number = step.target.type
    within = e.Compare("<=", step.target, limit, YesNo()) if up else e.Compare("<=", limit, step.target, YesNo())
    beyond = e.Compare("<", limit, after, YesNo()) if up else e.Compare("<", after, limit, YesNo())
    assert isinstance(number, Number)
    condition = e.Logic("and", (*step.given, within, beyond), YesNo())
    return not _possible(context, step.rule, condition)


def _possible(context: Context, rule: t.Trigger | t.Offer, condition: e.Expr) -> bool:
    """Whether a condition is satisfiable for any player and argument, without assuming the bounds under proof."""
    reader = context.reader
    act: t.Act | None = None
    if isinstance(rule, t.Offer):
        act = context.table.acts[rule.act]
    else:
        acts = {x.act for x in rule.events if isinstance(x, t.ActEvent)}
        acts |= {context.table.offers[x.offer].act for x in rule.events if isinstance(x, t.OfferEvent)}
        if len(acts) == 1:
            act = context.table.acts[acts.pop()]
        elif acts:
            return True
    parts: list[z3.BoolRef] = []
    for seat in (-1, *reader.seats_to_query(condition)):
        for value, limits in [*(values_of(context.claims, act) if act is not None else []), (-1, [])]:
            parts.append(conj([*limits, reader.truth(condition, {0: seat, 1: value})]))
    solver = context.unbounded
    solver.push()
    solver.add(disj(parts))
    answer = solver.check()
    solver.pop()
    return bool(answer != z3.unsat)
