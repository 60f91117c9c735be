"""Counted effects: what a rule does a constant number of times, such as `next player draws 2` where `draw a number` repeats
one block that often.

Exact: n times and then m times is the same as m times and then n times. Under-approximates: other effects may be equal to
such a repetition, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.effects.summary import Summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below

_ARGUMENT = 1
"""The number of the local that is the argument of an act."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of `times`, and what is done that often: the player who performs the act, the act, and its block; or the
    block of a `repeat`."""

    times: int
    player: e.Expr | None
    act: int
    block: f.Repeat


def counted(table: t.Table, x: f.Effect) -> Counted | None:
    """An effect as a constant number of times the same; None for other effects."""
    if isinstance(x, f.Repeat):
        return Counted(x.times.value, None, -1, x) if isinstance(x.times, e.Constant) else None
    if not (isinstance(x, f.Perform) and isinstance(x.argument, e.Constant)):
        return None
    act, times = table.acts[x.act], x.argument.value
    block = act.effects[0] if len(act.effects) == 1 else None
    if not (isinstance(block, f.Repeat) and isinstance(act.argument, Number)):
        return None
    if not act.argument.low <= times <= act.argument.high or not _is_argument(block.times):
        return None
    inside = (block.condition, block.body)
    return None if any(map(_is_argument, below(inside))) else Counted(times, x.player, x.act, block)


def _is_argument(x: object) -> bool:
    return isinstance(x, e.Local) and x.index == _ARGUMENT


def alike(one: Counted, other: Counted) -> bool:
    """Whether two effects do the same thing, each so many times."""
    mine, theirs = ((x.player, x.act, x.block.condition, x.block.body) for x in (one, other))
    return mine == theirs


def fills(summaries: Summaries, x: Counted) -> int | None:
    """The zone to which a card from the top of one place goes each time, if nothing else is done but to move cards to that
    place, or to shuffle it. So from the first time at which no card goes there, nothing changes. None for others."""
    before, last = x.block.body[:-1], (x.block.body or (None,))[-1]
    if x.block.condition is not None or not isinstance(last, f.MoveTop) or last.origin.zone == last.target.zone:
        return None
    if not (isinstance(last.count, e.Constant) and last.count.value == 1):
        return None
    # (whose place it is must not depend on cards)
    if not all(isinstance(x.seat, e.Local | None) for x in (last.origin, last.target)):
        return None
    # (which card was moved last is no part of what stays the same)
    if any(isinstance(n, e.Builtin | e.Can) for n in below(before)):
        return None
    for row in summaries.flat(before):
        moved = row.transfer
        if isinstance(row.effect, f.If):
            continue
        if moved is None or moved.how not in ("top", "all", "shuffle") or moved.target != last.origin:
            return None
        if moved.origin is None or moved.origin.zone == last.target.zone:
            return None
    return last.target.zone
