"""The certificate that an option changes nothing: its rules have no effect, and without them both tables are equal."""

from __future__ import annotations

from collections.abc import Callable

from checker.effects.same_rules import stands_in_for_others, written
from checker.kernel.decide import Decided
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from unodsl.model import table as t


def changes_nothing(mine: Decided, theirs: Callable[[], Decided | None], option: str) -> tuple[Shown, ...] | None:
    """Shows that a table behaves like the one without the option (`theirs`); None if not shown."""
    table = mine.accepted.table
    shown: list[Shown] = []
    own: set[str] = set()
    for rule in (r for group in (table.triggers, table.offers, table.bans) for r in group if r.info.option == option):
        found = never_applies(mine, rule.info.name)
        if stands_in_for_others(table, rule, dead=found is not None):
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
        # rules that never apply at either table may differ
        quiet = [
            r.info.name
            for r in table.running
            if r.info.name not in own and not stands_in_for_others(table, r, dead=True)
        ]
        dead = [(name, never_applies(mine, name)) for name in quiet]
        there = {r.info.name for r in other.accepted.table.running}
        for name, here in dead:
            elsewhere = never_applies(other, name) if here is not None and name in there else None
            if here is not None and (elsewhere is not None or name not in there):
                shown += [here] if elsewhere is None else [here, elsewhere]
                without |= {name}
        if not alike(table, other.accepted.table, without):
            return None
    return (*shown, mine.shown("equal", ("without", option, *sorted(without - own))))


def alike(one: t.Table, other: t.Table, without: frozenset[str]) -> bool:
    """Whether two tables are equal up to some rules."""
    return set(written(one, without)) == set(written(other, without))


def never_applies(known: Decided, name: str) -> Shown | None:
    """Shows that a rule's conditions never hold, or that a ban never forbids a move, so that no other rule depends on it."""
    return known.closed(Obligation("applies", (name,)))


def does_nothing(known: Decided, rule: t.Rule) -> Shown | None:
    """Shows that a rule never runs, or that its effects change nothing; None if not shown."""
    name = rule.info.name
    runs = known.closed(Obligation("runs", (name,)))
    return runs or (None if isinstance(rule, t.Ban) else known.closed(Obligation("does something", (name,))))
