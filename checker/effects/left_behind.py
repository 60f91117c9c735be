"""Postconditions of effects: constant values of slots after a rule has run, found syntactically.

Under-approximates: a slot in the result has that value. Example: after `direction := left`, the direction is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import eq, le, lt, ne

from checker.effects.summary import summaries
from checker.effects.values import clamped
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Player, YesNo

NOBODY = e.Constant(-1, Player(True))

COMPARISONS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le}


def left_behind(table: t.Table, effects: Iterable[f.Effect]) -> dict[e.Expr, int]:
    """The slots with a constant value after effects: the last assignment to each, if it is a constant, its owner cannot
    change meanwhile, and it `takes_effect`. So the slot belongs to the table, to an open situation, or to a
    player who is somebody."""
    last: dict[e.Expr, int] = {}
    all_ = summaries(table)
    for x in map(all_.of, effects):
        inside = tuple(all_.flat((x.effect,)))
        if any(n.situation is not None or n.phase is not None or n.performs is not None for n in inside) or any(
            block.given is None for block in x.blocks
        ):
            last.clear()
            continue
        touched = [c.target for n in inside for c in n.changes]
        last = {k: v for k, v in last.items() if not any(same_thing(k, y) for y in touched)}
        for c in x.changes:
            seat = c.target.seat if isinstance(c.target, e.Variable) else None
            fixed = not isinstance(c.target, e.Owner) and (seat is None or somebody(seat))
            # (the owner of a situation is never set to nobody, and may be any player)
            if c.how == "assign" and fixed and isinstance(c.value, e.Constant):
                last[c.target] = clamped(c.target.type, {c.value.value}).pop()
    return last


def somebody(seat: e.Expr) -> bool:
    """Whether a seat is a local that is never nothing by its type. (The argument of an act may be nothing even so.)"""
    return isinstance(seat, e.Local) and isinstance(seat.type, Player) and not seat.type.optional


def takes_effect(target: e.Expr) -> e.Expr:
    """The condition under which a write to a target has an effect: the variable is the table's, or somebody's; the
    situation is open."""
    if isinstance(target, e.Field | e.Owner):
        return e.IsOpen(target.situation, YesNo())
    assert isinstance(target, e.Variable)
    return e.Constant(1, YesNo()) if target.seat is None else e.Compare("!=", target.seat, NOBODY, YesNo())


def same_thing(one: e.Expr, other: e.Expr) -> bool:
    """Whether two targets may denote the same slot: one variable, of any players, or one field."""
    if isinstance(one, e.Variable) and isinstance(other, e.Variable):
        return one.index == other.index
    if isinstance(one, e.Field) and isinstance(other, e.Field):
        return (one.situation, one.index) == (other.situation, other.index)
    return isinstance(one, e.Owner) and isinstance(other, e.Owner) and one.situation == other.situation


def contradicts(part: e.Expr, last: dict[e.Expr, int]) -> bool:
    """Whether a condition is false for these values of slots."""
    if part in last:
        return last[part] == 0
    if isinstance(part, e.Not) and part.operand in last:
        return last[part.operand] == 1
    opposite = isinstance(part, e.Not)
    if isinstance(part, e.Not):
        part = part.operand
    if not isinstance(part, e.Compare) or not isinstance(part.right, e.Constant) or part.left not in last:
        return False
    return COMPARISONS[part.operator](last[part.left], part.right.value) == opposite
