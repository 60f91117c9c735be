"""Idempotence of settling: a table that has settled, and settles again, does not change."""

from __future__ import annotations

from checker.effects.footprints import Footprints, clash
from checker.effects.left_behind import contradicts, left_behind
from checker.effects.summary import Slot, slot_of, summaries
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.walk import below, conjuncts


def settling_is_done(table: t.Table, never: frozenset[str]) -> bool:
    """Whether settling twice with no change in between is the same as settling once. `never`: rules that never run."""
    row = [i for i in dict(table.order).get(t.SETTLES, ()) if table.triggers[i].info.name not in never]
    footprints = Footprints(table)
    rules = [table.triggers[i] for i in row]
    first = frozenset(x for rule in rules for x in emitted(table, rule.effects))
    # what they cause while the round goes on
    _, after = follows(table, first - {t.TableEvent("round ends"), t.TableEvent("match ends")})
    _, all_ = follows(table, first)
    known = summaries(table)
    starting = [x for x in (*rules, *all_) if any(n.phase == "round begins" for n in known.through(x.effects))]
    # a new round may have been changed by the whole cascade of the end of the last one
    between = {t.TableEvent("round begins"), *(first & {t.TableEvent("round ends"), t.TableEvent("match ends")})}
    changed = sets_below(table, [x.effects for x in (*starting, *follows(table, between)[1])])
    for index in row:
        rule = table.triggers[index]
        # (where another rule has run instead, this one has not run yet, and runs the second time)
        ran = (index, *replacing(table, index, row))
        if not all(settled_once(table, rule, table.triggers[i].effects) for i in ran):
            return False
        if starting and not settled_at_first(table, rule, changed):
            return False
        reads = footprints.of(index)[0]
        # (when everything has happened, no card was moved last)
        if any(kind == "moved" for kind, *_ in reads):
            return False
        # (in a family, options decide the order)
        start = 0 if table.features else min(row.index(i) for i in ran)
        later = [*(i for i in row[start:] if i not in ran), *(table.triggers.index(x) for x in after)]
        if any(clash(reads, footprints.of(i)[2]) for i in later):
            return False
    return True


def replacing(table: t.Table, rule: int, row: list[int]) -> list[int]:
    """The rules of a row that stand instead of a rule, transitively."""
    out: list[int] = []
    todo = list(table.triggers[rule].replaced_by)
    while todo:
        index = todo.pop()
        if index not in out:
            out.append(index)
            todo += table.triggers[index].replaced_by
    return [i for i in out if i in row]


def settled_once(table: t.Table, rule: t.Trigger, effects: tuple[f.Effect, ...]) -> bool:
    """Whether a rule of settling has nothing to do the second time, after the effects of its own or of a rule that
    stood instead of it: they have ended the round, or they falsify its guard."""
    if ends_it(table, effects):
        return True
    parts = conjuncts(rule.guard)

    def kept(target: e.Expr) -> bool:
        # the event has no player; a field is set only if its situation is open, which holds where the rule requires
        # another value than the start value
        if isinstance(target, e.Variable):
            return target.seat is None
        assert isinstance(target, e.Field)
        starts = table.situations[target.situation].fields[target.index].starts
        return any(contradicts(part, {target: starts}) for part in parts)

    last = {target: value for target, value in left_behind(table, effects).items() if kept(target)}
    return any(contradicts(part, last) for part in parts)


def settled_at_first(table: t.Table, rule: t.Trigger, changed: frozenset[Slot]) -> bool:
    """Whether a rule of settling has nothing to do in a new round that has not settled yet: the start values falsify
    its guard, and no rule of the beginning has `changed` them."""
    parts = conjuncts(rule.guard)
    starts: dict[e.Expr, int] = {
        n: table.variables[n.index].starts
        if isinstance(n, e.Variable)
        else table.situations[n.situation].fields[n.index].starts
        for part in parts
        for n in below(part)
        if (
            isinstance(n, e.Field)
            or (isinstance(n, e.Variable) and n.seat is None and not table.variables[n.index].kept)
        )
        and slot_of(n) not in changed
    }
    return any(contradicts(part, starts) for part in parts)


def ends_it(table: t.Table, effects: tuple[f.Effect, ...]) -> bool:
    """Whether effects certainly end the round."""
    return any(x.phase in ("round ends", "match ends") for x in map(summaries(table).of, effects))


def sets_below(table: t.Table, blocks: list[tuple[f.Effect, ...]]) -> frozenset[Slot]:
    """The variables and fields that effects assign, including by performed acts; resets to start values at the
    beginning of a round or situation do not count."""
    changes = (c for x in summaries(table).through(y for block in blocks for y in block) for c in x.changes)
    return frozenset(slot_of(c.target) for c in changes if not isinstance(c.target, e.Owner))
