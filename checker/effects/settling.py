"""Whether settling is idempotent: a table that has settled, and settles again, stays as it is."""

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
    """Whether a table that has settled, and settles again with nothing changed in between, stays as it is. `never`: rules that never
    run."""
    row = [i for i in dict(table.order).get(t.TableEvent("settles"), ()) if table.triggers[i].info.name not in never]
    footprints = Footprints(table)
    rules = [table.triggers[i] for i in row]
    first = frozenset(x for rule in rules for x in emitted(table, rule.effects))
    # what they set off where the round goes on
    _, after = follows(table, first - {t.TableEvent("round ends"), t.TableEvent("match ends")})
    _, all_ = follows(table, first)
    known = summaries(table)
    starting = [x for x in (*rules, *all_) if any(n.phase == "round begins" for n in known.flat(x.effects))]
    # a round that has begun anew may have been changed by all that follows on the end of the last one
    between = {t.TableEvent("round begins"), *(first & {t.TableEvent("round ends"), t.TableEvent("match ends")})}
    changed = sets_below(table, [x.effects for x in (*starting, *follows(table, between)[1])])
    for place, index in enumerate(row):
        rule = table.triggers[index]
        if not settled_once(table, rule) or (starting and not settled_at_first(table, rule, changed)):
            return False
        looked_at = footprints.of(index)[0]
        later = [*row[place + 1 :], *(table.triggers.index(x) for x in after)]
        if any(clash(looked_at, footprints.of(i)[2]) for i in later):
            return False
    return True


def settled_once(table: t.Table, rule: t.Trigger) -> bool:
    """Whether a rule of the settling table has nothing to do when the table settles again without a move in between: it has
    ended the round, or what it asks for is what it has changed."""
    if ends_it(table, rule):
        return True
    parts = conjuncts(rule.guard)

    def kept(target: e.Expr) -> bool:
        # a field is set if its situation is open, as it is where the rule asks for another value than it starts with
        if not isinstance(target, e.Field):
            return True
        starts = table.situations[target.situation].fields[target.index].starts
        return any(contradicts(part, {target: starts}) for part in parts)

    last = {target: value for target, value in left_behind(table, rule.effects).items() if kept(target)}
    return any(contradicts(part, last) for part in parts)


def settled_at_first(table: t.Table, rule: t.Trigger, changed: frozenset[Slot]) -> bool:
    """Whether a rule of the settling table has nothing to do in a round that has just begun, and has not settled yet: what it asks
    for is not how things start, and is not among what the rules of the beginning have `changed`."""
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


def ends_it(table: t.Table, rule: t.Trigger) -> bool:
    """Whether a rule certainly ends the round, where it runs."""
    return any(x.phase in ("round ends", "match ends") for x in map(summaries(table).of, rule.effects))


def sets_below(table: t.Table, blocks: list[tuple[f.Effect, ...]]) -> frozenset[Slot]:
    """The variables and fields that effects set, by their acts too; without those that only take their starting values where a
    round or a situation begins."""
    changes = (c for x in summaries(table).through(y for block in blocks for y in block) for c in x.changes)
    return frozenset(slot_of(c.target) for c in changes if not isinstance(c.target, e.Owner))
