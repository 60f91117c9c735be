"""Values behind effects: what has which value once a rule has run, read off its effects.

Under-approximates: what is said to have a value has it. Example: behind `direction := left`, the direction is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import eq, le, lt, ne

from checker.effects.summary import summaries
from checker.effects.values import clamped
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Player

COMPARISONS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le}


def left_behind(table: t.Table, effects: Iterable[f.Effect]) -> dict[e.Expr, int]:
    """What has which value behind some effects: what they set last, and to a value that is written down. Whose it is must not
    change meanwhile, so it is of the table, of a situation that is open (of one that is not, nothing is set), or of a player who is
    known and cannot be nobody."""
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
            # (nobody takes nothing over, and what is set may be anybody's)
            if c.how == "assign" and fixed and isinstance(c.value, e.Constant):
                last[c.target] = clamped(c.target.type, {c.value.value}).pop()
    return last


def somebody(seat: e.Expr) -> bool:
    """Whether a seat is that of a player who is known, and never nothing."""
    return isinstance(seat, e.Local) and isinstance(seat.type, Player) and not seat.type.optional


def same_thing(one: e.Expr, other: e.Expr) -> bool:
    """Whether two targets may be the same: one variable, whoever's, or one field."""
    if isinstance(one, e.Variable) and isinstance(other, e.Variable):
        return one.index == other.index
    if isinstance(one, e.Field) and isinstance(other, e.Field):
        return (one.situation, one.index) == (other.situation, other.index)
    return isinstance(one, e.Owner) and isinstance(other, e.Owner) and one.situation == other.situation


def contradicts(part: e.Expr, last: dict[e.Expr, int]) -> bool:
    """Whether a condition fails once some things have the values given."""
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
