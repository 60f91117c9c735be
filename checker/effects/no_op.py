"""No-op effects: a disjunction of conditions that holds whenever effects change the state.

Over-approximates change: where no condition holds, the post-state equals the pre-state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from checker.effects.left_behind import NOBODY, takes_effect
from checker.effects.summary import Change, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Players, Type, YesNo
from unodsl.model.walk import below, bound_in, locals_in

MOST_NODES = 300
"""The most nodes of the value of several assignments made at once: each of them may repeat the value before it."""


def changes(table: t.Table, effects: Iterable[f.Effect]) -> list[e.Expr] | None:
    """Returns conditions of which at least one holds whenever effects change anything; None if unknown. Until the first
    change each effect sees the initial state, so they can be treated separately. An act without effects to which no
    rule reacts changes nothing."""
    out = of_each(table, in_one(tuple(effects)))
    if out is None or any(index > t.ARGUMENT_LOCAL for x in out for index in locals_in(x) - bound_in(x)):
        return None
    return out


def of_each(table: t.Table, effects: Iterable[f.Effect]) -> list[e.Expr] | None:
    """The same for effects that each see the initial state, with the locals of their rule."""
    out: list[e.Expr] = []
    for x in map(summaries(table).of, effects):
        branches = all(block.given is not None for block in x.blocks)
        if x.announces or x.phase is not None or x.begins is not None or not branches:
            return None
        if x.transfer is not None and not (x.transfer.how == "swap" and x.transfer.origin == x.transfer.target):
            # (moving no cards still resets the card moved last)
            return None
        if x.performs is not None and not unheard(table, x.performs):
            return None
        for change in x.changes:
            if isinstance(change.target, e.Owner) and change.how == "assign" and x.emits in dict(table.order):
                # passing it on is an event, whoever gets it
                out.append(e.IsOpen(change.target.situation, YesNo()))
            else:
                out.append(differs(change))
        if x.ends is not None:
            out.append(e.IsOpen(x.ends, YesNo()))
        if x.seating is not None:
            here = e.Member(x.seating.player, e.Builtin("in play", Players()), YesNo())
            out.append(here if x.seating.kind == "remove" else e.Not(here, YesNo()))
        for block in x.blocks:
            assert block.given is not None
            inner = changes(table, block.effects)
            if inner is None:
                out.append(block.given)
            elif inner:
                out.append(e.Logic("and", (block.given, e.Logic("or", tuple(inner), YesNo())), YesNo()))
    return out


def in_one(effects: tuple[f.Effect, ...]) -> Iterator[f.Effect]:
    """The effects, with assignments to one variable of the table that follow each other made at once."""
    last: f.Assign | None = None
    for x in effects:
        mine = x if isinstance(x, f.Assign) and isinstance(x.target, e.Variable) and x.target.seat is None else None
        # (what somebody can do depends on variables that the value does not name)
        if mine is not None and any(isinstance(n, e.Can) for n in below(mine.value)):
            mine = None
        if last is not None and mine is not None and mine.target == last.target:
            both = put(mine.value, mine.target, within(last.value, mine.target.type))
            if sum(1 for _ in below(both)) <= MOST_NODES:
                last = f.Assign(mine.target, both)
                continue
        if last is not None:
            yield last
        last = mine
        if last is None:
            yield x
    if last is not None:
        yield last


def put(node: Any, target: e.Expr, value: e.Expr) -> Any:
    """An expression with a value in the place of a target."""
    if node == target or isinstance(node, tuple):
        return value if node == target else tuple(put(x, target, value) for x in node)
    if not isinstance(node, e.Expr | e.Place):
        return node
    return replace(node, **{x.name: put(getattr(node, x.name), target, value) for x in fields(node)})


def differs(change: Change) -> e.Expr:
    """That a change gives its target a new value."""
    target, value = change.target, change.value
    if change.player is not None and isinstance(value, e.SetOperation):
        inside = e.Member(change.player, target, YesNo())
        joins = e.Logic("and", (e.Not(inside, YesNo()), e.Not(nobody(change.player), YesNo())), YesNo())
        return joins if value.operator == "union" else inside
    other = e.Compare("!=", target, within(value, target.type), YesNo())
    if isinstance(target, e.Variable) and target.seat is None:
        return other
    # a closed situation keeps no values, what belongs to nobody has none, and a situation is passed on to somebody
    passed = (e.Not(nobody(value), YesNo()),) if isinstance(target, e.Owner) else ()
    return e.Logic("and", (takes_effect(target), other, *passed), YesNo())


def nobody(owner: e.Expr) -> e.Expr:
    """That a player is nobody, or a set is empty."""
    none = e.SetOf(NOBODY, Players()) if isinstance(owner.type, Players) else NOBODY
    return e.Compare("==", owner, none, YesNo())


def unheard(table: t.Table, x: f.Perform) -> bool:
    """Whether an act has no effects, and no rule reacts to it."""
    return not table.acts[x.act].effects and t.ActEvent(x.act, x.manner) not in dict(table.order)


def one_of_them(conditions: list[e.Expr]) -> tuple[e.Expr, ...]:
    """The disjunction of conditions."""
    return (e.Logic("or", tuple(conditions), YesNo()),)


def within(value: e.Expr, type_: Type) -> e.Expr:
    """A value after assignment: a number is clamped to the bounds of its target."""
    if not isinstance(type_, Number) or not isinstance(value.type, Number):
        return value
    low, high = e.Constant(type_.low, type_), e.Constant(type_.high, type_)
    least, most = value.type.low, value.type.high
    if most > type_.high:
        value = e.Choose(e.Compare("<", high, value, YesNo()), high, value, Number(least, type_.high))
    if least < type_.low:
        value = e.Choose(e.Compare("<", value, low, YesNo()), low, value, type_)
    return value
