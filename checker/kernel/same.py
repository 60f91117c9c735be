"""The certificate that an option changes nothing: its rules never do anything, and without them the two tables are written alike."""

from __future__ import annotations

from collections.abc import Callable

from checker.effects.same_rules import felt, written
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from unodsl.model import table as t


def changes_nothing(mine: Decided, theirs: Callable[[], Decided | None], option: str) -> tuple[Shown, ...] | None:
    """That a table with an option is played like the one without it (`theirs`); None where that is not shown."""
    table = mine.accepted.table
    shown: list[Shown] = []
    own: set[str] = set()
    for rule in (r for group in (table.triggers, table.offers, table.bans) for r in group if r.info.option == option):
        found = never_applies(mine, rule.info.name)
        if felt(table, rule, dead=found is not None):
            return None
        found = found or does_nothing(mine, rule)
        if found is None:
            return None
        shown.append(found)
        own.add(rule.info.name)
    other = theirs()
    if other is None:
        return None
    without = frozenset(own)
    if not alike(table, other.accepted.table, without):
        # what never applies at either table need not be the same
        rules: list[t.Rule] = [*table.triggers, *table.offers]
        quiet = [r.info.name for r in rules if r.info.name not in own and not felt(table, r, dead=True)]
        dead = [(name, never_applies(mine, name)) for name in quiet]
        there = {r.info.name for group in (other.accepted.table.triggers, other.accepted.table.offers) for r in group}
        for name, here in dead:
            elsewhere = never_applies(other, name) if here is not None and name in there else None
            if here is not None and (elsewhere is not None or name not in there):
                shown += [here] if elsewhere is None else [here, elsewhere]
                without |= {name}
        if not alike(table, other.accepted.table, without):
            return None
    return (*shown, mine.shown("equal", ("without", option, *sorted(without - own))))


def alike(one: t.Table, other: t.Table, without: frozenset[str]) -> bool:
    """Whether two tables are written alike, but for some rules."""
    return set(written(one, without)) == set(written(other, without))


def never_applies(known: Decided, name: str) -> Shown | None:
    """That the conditions of a rule never hold, or a ban never forbids anything, so that nobody feels it."""
    return known.closed(Obligation("applies", (name,)))


def does_nothing(known: Decided, rule: t.Rule) -> Shown | None:
    """That a rule never runs, or that nothing comes of it."""
    name = rule.info.name
    runs = known.closed(Obligation("runs", (name,)))
    return runs or (None if isinstance(rule, t.Ban) else known.closed(Obligation("does something", (name,))))
