"""The normal form of a table's rules: rules that differ only in the order of independent effects, or in an `if` effect
instead of a condition, become equal."""

from __future__ import annotations

from dataclasses import replace

from checker.effects.bare import bare
from checker.effects.footprints import Footprints, Thing, clash
from checker.effects.summary import summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo


def normal(table: t.Table) -> t.Table:
    """The table in normal form. Triggers that are split get additional indices; all others keep theirs."""
    footprints = Footprints(table)
    triggers = [replace(x, effects=in_order(footprints, x.effects)) for x in table.triggers]
    rows = {event: list(row) for event, row in table.order}
    # for a trigger that replaces others it matters whether it ran, even without effects
    apart = {x for trigger in table.triggers for x in trigger.replaced_by}
    todo = [i for i in range(len(triggers)) if i not in apart]
    while todo:
        index = todo.pop()
        trigger = triggers[index]
        only = trigger.effects[0] if len(trigger.effects) == 1 else None
        if not isinstance(only, f.If):
            continue
        triggers[index] = replace(trigger, guard=both(trigger.guard, only.condition), effects=only.then)
        todo.append(index)
        if only.otherwise:
            if not lasts(footprints, both(trigger.guard, only.condition), only.then):
                triggers[index] = trigger
                todo.pop()
                continue
            other = both(trigger.guard, e.Not(only.condition, YesNo()))
            triggers.append(replace(trigger, guard=other, effects=only.otherwise))
            todo.append(len(triggers) - 1)
            for row in rows.values():
                if index in row:
                    row.insert(row.index(index) + 1, len(triggers) - 1)
    offers = tuple(replace(x, effects=in_order(footprints, x.effects)) for x in table.offers)
    order = tuple((event, tuple(row)) for event, row in rows.items())
    return replace(table, triggers=tuple(triggers), offers=offers, order=order)


def both(one: e.Expr, other: e.Expr) -> e.Expr:
    """The conjunction of two conditions."""
    return e.Logic("and", (one, other), YesNo())


def lasts(footprints: Footprints, condition: e.Expr, effects: tuple[f.Effect, ...]) -> bool:
    """Whether effects write nothing that a condition reads."""
    writes: set[Thing] = set()
    footprints.effects(effects, {t.PLAYER_LOCAL: "player"}, set(), writes)
    return not clash(footprints.reads(condition, {t.PLAYER_LOCAL: "player"}), writes)


def in_order(footprints: Footprints, block: tuple[f.Effect, ...]) -> tuple[f.Effect, ...]:
    """Effects in a canonical order, up to commutation."""
    inner = [nested(footprints, x) for x in block]
    touched: list[tuple[set[Thing], set[Thing]]] = []
    for x in inner:
        reads: set[Thing] = set()
        writes: set[Thing] = {("told", 0, "any")} if tells(footprints.table, (x,)) else set()
        footprints.effect(x, {t.PLAYER_LOCAL: "player"}, reads, writes)
        touched.append((reads, writes))

    def fixed(first: int, later: int) -> bool:
        (r1, w1), (r2, w2) = touched[first], touched[later]
        return clash(w1, w2) or clash(w1, r2) or clash(r1, w2)

    left = list(range(len(inner)))
    out: list[f.Effect] = []
    while left:
        free = [i for i in left if not any(fixed(j, i) for j in left if j < i)]
        chosen = min(free, key=lambda i: (repr(bare(inner[i])), i))
        out.append(inner[chosen])
        left.remove(chosen)
    return tuple(out)


def tells(table: t.Table, effects: tuple[f.Effect, ...]) -> bool:
    """Whether some effects, or what they contain or do, show or note something: players see in which order."""
    return any(x.announces for x in summaries(table).through(effects))


def nested(footprints: Footprints, x: f.Effect) -> f.Effect:
    """An effect with its blocks in canonical order."""
    if isinstance(x, f.If):
        return replace(x, then=in_order(footprints, x.then), otherwise=in_order(footprints, x.otherwise))
    # (in a loop `player` may be unknown, and an iteration may read what an earlier one wrote)
    return x
