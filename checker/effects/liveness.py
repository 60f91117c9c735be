"""Liveness: the variables and fields that decide something, and the effects that do more than keep books.

Over-approximates what matters. Example: a count of cards drawn that no condition looks at is bookkeeping, whatever it is set to.
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
    """As `live`, of a table. Over-approximates: a thing that is read, but never before it is written again, counts."""
    # what is kept from round to round for all to see is a score, also where only people read it
    out: set[Thing] = {("variable", i, 0) for i, x in enumerate(table.variables) if x.kept and not x.secret}
    for offer in table.offers:
        out |= read_in((offer.who, offer.guard, offer.argument, offer.stands_for))
    for ban in table.bans:
        out |= read_in((ban.who, ban.guard))
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
    """Whether effects do anything else than keep books, for all that is `live`."""
    return _reads(table, effects, (), set(live))


def read_in(node: object) -> set[Thing]:
    """The variables and fields that are read somewhere below a node."""
    out: set[Thing] = set()
    for x in expressions_below(node):
        if isinstance(x, e.Variable):
            out.add(("variable", x.index, 0))
        elif isinstance(x, e.Field):
            out.add(("field", x.situation, x.index))
    return out


def _reads(table: t.Table, effects: Iterable[f.Effect], conditions: tuple[object, ...], out: set[Thing]) -> bool:
    """Add what effects read to decide something that matters, going by what is live so far; whether anything of theirs matters."""
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
                # what a set or a number already is decides what it becomes only where something else reads it
                out |= read_in((change.player or change.value, seat)) | read_in(conditions)
        else:
            # (who is told something decides nothing by it, but what is told must be true)
            matters |= not x.announces
            fields = [c.value for c in x.changes if _thing(c.target) not in out]
            out |= read_in((*(y for y in x.reads if not any(y is z for z in fields)), *conditions))
    return matters


def _thing(target: e.Variable | e.Field | e.Owner) -> Thing | None:
    """What an assignment sets; None: whom the table waits for, which everybody sees."""
    match target:
        case e.Variable():
            return "variable", target.index, 0
        case e.Field():
            return "field", target.situation, target.index
        case e.Owner():
            return None
        case _:
            assert_never(target)
