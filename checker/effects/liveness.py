"""Live variables and fields: those that can affect play. And effects that are more than bookkeeping.

Over-approximates liveness. Example: a count of drawn cards that no condition reads is dead, whatever its value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import assert_never

from checker.effects.summary import summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import expressions_below

Thing = tuple[str, int, int]
"""A variable (its number, 0), or a field of a situation (the situation, the field)."""


def live_things(table: t.Table) -> frozenset[Thing]:
    """The live variables and fields of a table. Over-approximates: a slot that is always written again before it is
    read counts as live."""
    # a public variable that is kept between rounds is a score, even if only people read it
    out: set[Thing] = {("variable", i, 0) for i, x in enumerate(table.variables) if x.kept and not x.secret}
    for offer in table.offers:
        out |= read_in((offer.who, offer.guard, offer.argument, offer.stands_for))
    for ban in table.bans:
        out |= read_in((ban.who, ban.guard))
    # a rule that stands instead of another affects play, whatever it does itself
    for index in {i for x in table.triggers for i in x.replaced_by}:
        out |= read_in(table.triggers[index].guard)
    blocks: list[tuple[tuple[e.Expr, ...], tuple[f.Effect, ...]]] = [
        *(((x.guard,), x.effects) for x in table.triggers),
        *(((), x.effects) for x in table.offers),
        *(((), x.effects) for x in table.acts),
    ]
    before = -1
    while before < len(out):
        before = len(out)
        for conditions, effects in blocks:
            _reads(table, effects, conditions, out)
    return frozenset(out)


def matters(table: t.Table, effects: Iterable[f.Effect], live: Collection[Thing]) -> bool:
    """Whether effects are more than bookkeeping, given the live slots."""
    return _reads(table, effects, (), set(live))


def unread(table: t.Table, rule: object) -> bool:
    """Whether a rule is a trigger whose effects only write slots that nothing reads, and announce nothing.
    Under-approximates: a slot that is always written again before it is read counts as read, and a rule that has to run
    before another one may change the order of others."""
    if not isinstance(rule, t.Trigger) or not rule.effects or _announces(table, rule.effects):
        return False
    if table.triggers.index(rule) in {first for first, _ in table.ordered}:
        return False
    return not matters(table, rule.effects, live_things(table))


def _announces(table: t.Table, effects: Iterable[f.Effect]) -> bool:
    known = map(summaries(table).of, effects)
    return any(x.announces or any(_announces(table, block.effects) for block in x.blocks) for x in known)


def read_in(node: object) -> set[Thing]:
    """The variables and fields that occur below a node."""
    out: set[Thing] = set()
    for x in expressions_below(node):
        if isinstance(x, e.Variable):
            out.add(("variable", x.index, 0))
        elif isinstance(x, e.Field):
            out.add(("field", x.situation, x.index))
    return out


def _reads(table: t.Table, effects: Iterable[f.Effect], conditions: tuple[object, ...], out: set[Thing]) -> bool:
    """Adds the slots on which live effects depend; returns whether any effect is live."""
    matters = False
    for x in map(summaries(table).of, effects):
        if x.blocks:
            inside = [_reads(table, block.effects, (*conditions, *x.reads), out) for block in x.blocks]
            matters |= any(inside)
        elif x.begins is None and x.changes:
            (change,) = x.changes
            thing = _thing(change.target)
            if thing is None or thing in out:
                matters = True
                seat = change.target.seat if isinstance(change.target, e.Variable) else None
                # the old value of a slot counts as read only if something else reads the slot
                out |= read_in((change.player or change.value, seat)) | read_in(conditions)
        else:
            # (a note to players is no decision, but its text must be true)
            matters |= not x.announces
            fields = [c.value for c in x.changes if _thing(c.target) not in out]
            out |= read_in((*(y for y in x.reads if not any(y is z for z in fields)), *conditions))
    return matters


def _thing(target: e.Variable | e.Field | e.Owner) -> Thing | None:
    """The slot of a target; None: the owner of a situation, which is always live."""
    match target:
        case e.Variable():
            return "variable", target.index, 0
        case e.Field():
            return "field", target.situation, target.index
        case e.Owner():
            return None
        case _:
            assert_never(target)
