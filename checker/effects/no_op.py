"""When effects change nothing: conditions of which one holds whenever something comes of them.

Over-approximates: where it says nothing changes, the state after the effects is the one before them.
"""

from __future__ import annotations

from collections.abc import Iterable

from checker.effects.summary import Change, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Players, Type, YesNo
from unodsl.model.walk import below


def changes(table: t.Table, effects: Iterable[f.Effect]) -> list[e.Expr] | None:
    """Conditions of which one holds whenever effects change anything; None where that is not known. As long as none of them
    has changed anything, each sees the state in which the first began, so they can be looked at one by one. An act that changes
    nothing by itself and that no rule hears is none."""
    out: list[e.Expr] = []
    for x in map(summaries(table).of, effects):
        branches = all(block.given is not None for block in x.blocks)
        if x.announces or x.phase is not None or x.begins is not None or not branches:
            return None
        if x.transfer is not None and not (x.transfer.how == "swap" and x.transfer.origin == x.transfer.target):
            # (to move no cards still forgets the card moved last)
            return None
        if x.performs is not None and not unheard(table, x.performs):
            return None
        out += [differs(change) for change in x.changes]
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
    if any(isinstance(n, e.Local) and n.index > t.ARGUMENT_LOCAL and not bound(x, n) for x in out for n in below(x)):
        return None
    return out


def differs(change: Change) -> e.Expr:
    """That a change gives its target another value than it has."""
    target, value = change.target, change.value
    if change.player is not None and isinstance(value, e.SetOperation):
        inside = e.Member(change.player, target, YesNo())
        return e.Not(inside, YesNo()) if value.operator == "union" else inside
    other = e.Compare("!=", target, within(value, target.type), YesNo())
    if isinstance(target, e.Variable):
        return other
    # of a situation that is not open, nothing is kept
    return e.Logic("and", (e.IsOpen(target.situation, YesNo()), other), YesNo())


def unheard(table: t.Table, x: f.Perform) -> bool:
    """Whether an act has no effects, and no rule answers it."""
    return not table.acts[x.act].effects and t.ActEvent(x.act, x.manner) not in dict(table.order)


def one_of_them(conditions: list[e.Expr]) -> tuple[e.Expr, ...]:
    """That one of some conditions holds."""
    return (e.Logic("or", tuple(conditions), YesNo()),)


def within(value: e.Expr, type_: Type) -> e.Expr:
    """A value as an assignment leaves it: a number stays within the bounds of what it is assigned to."""
    if not isinstance(type_, Number) or not isinstance(value.type, Number):
        return value
    low, high = e.Constant(type_.low, type_), e.Constant(type_.high, type_)
    least, most = value.type.low, value.type.high
    if most > type_.high:
        value = e.Choose(e.Compare("<", high, value, YesNo()), high, value, Number(least, type_.high))
    if least < type_.low:
        value = e.Choose(e.Compare("<", value, low, YesNo()), low, value, type_)
    return value


def bound(condition: e.Expr, local: e.Local) -> bool:
    """Whether a local is bound inside a condition itself."""
    return any(
        isinstance(n, e.CountCards | e.OverCards | e.PlayersWhere | e.OverPlayers | e.Can)
        and n.local.index == local.index
        for n in below(condition)
    )
