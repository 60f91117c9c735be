"""Unique names for rules that the table has once for each argument of an act. The analyses use names, so each copy has
its own; reports show the written names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from unodsl.engine.api import SEAT_NAMES
from unodsl.engine.describe import named_text
from unodsl.model import table as t
from unodsl.model.per_table import per_table

R = TypeVar("R", t.Trigger, t.Offer, t.Ban)


@per_table(48)
def with_unique_names(table: t.Table) -> t.Table:
    """Returns the table with a unique name for each rule; the same table if the names are unique already. Cached."""
    rules: tuple[t.Trigger | t.Offer | t.Ban, ...] = (*table.triggers, *table.offers, *table.bans)
    many = {name for name, n in Counter(x.info.name for x in rules).items() if n > 1}
    if not many:
        return table
    taken: set[str] = set()
    names: dict[str, list[str]] = {}
    called: dict[tuple[str, int], str] = {}
    each: list[tuple[str, int, t.Trigger | t.Offer | t.Ban]] = []
    each += [("trigger", i, x) for i, x in enumerate(table.triggers)]
    each += [("offer", i, x) for i, x in enumerate(table.offers)]
    each += [("ban", i, x) for i, x in enumerate(table.bans)]
    for kind, index, one in each:
        if one.info.name in many:
            name = _name(table, one, taken)
            names.setdefault(one.info.name, []).append(name)
            called[kind, index] = name

    def all_of(some: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(x for name in some for x in names.get(name, (name,)))

    def apart(kind: str, group: Sequence[R]) -> tuple[R, ...]:
        out: list[R] = []
        for index, rule in enumerate(group):
            info = replace(
                rule.info,
                name=called.get((kind, index), rule.info.name),
                instead=all_of(rule.info.instead),
                before=all_of(rule.info.before),
                after=all_of(rule.info.after),
                despite=all_of(rule.info.despite),
            )
            out.append(replace(rule, info=info))
        return tuple(out)

    return replace(
        table,
        triggers=apart("trigger", table.triggers),
        offers=apart("offer", table.offers),
        bans=apart("ban", table.bans),
    )


def _name(table: t.Table, rule: t.Trigger | t.Offer | t.Ban, taken: set[str]) -> str:
    """A unique name that mentions the argument."""
    if isinstance(rule, t.Trigger):
        acts = [x.act for x in rule.events if isinstance(x, t.ActEvent)]
        act = acts[0] if acts else None
    else:
        act = rule.act
    name = rule.info.name + ("" if act is None else named_text(table, table.acts[act], SEAT_NAMES))
    number = 1
    while (found := name if number == 1 else f"{name} ({number})") in taken:
        number += 1
    taken.add(found)
    return found


def written_name(name: str) -> str:
    """The name of a rule as written in the ruleset."""
    return name.partition(" ")[0]


def allowances(code: str, rules: Iterable[t.Rule]) -> Iterator[tuple[t.Rule, t.Allowance]]:
    """The allowances of authors for a finding about some rules, each with its rule."""
    rules = tuple(rules)
    for rule in rules:
        others = {written_name(x.info.name) for x in rules} - {written_name(rule.info.name)}
        for allowance in rule.info.allows:
            if allowance.code == code and (allowance.rule is None or allowance.rule in others):
                yield rule, allowance


def names_in(table: t.Table, names: Iterable[str]) -> frozenset[str]:
    """The names at a table of rules given by unique or written names."""
    wanted = frozenset(names)
    rules: tuple[t.Trigger | t.Offer | t.Ban, ...] = (*table.triggers, *table.offers, *table.bans)
    return wanted | {x.info.name for x in rules if written_name(x.info.name) in wanted}
