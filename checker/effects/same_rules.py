"""Canonical form of a table: all that is observable in play, by names instead of numbers. Two tables with equal forms
behave alike.

Example: with and without an option whose only rule never runs, the tables without that rule have equal forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import assert_never

from checker.effects.references import declared
from checker.effects.summary import summaries
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below
from unodsl.source import Span


def stands_in_for_others(table: t.Table, rule: t.Rule, dead: bool) -> bool:
    """Whether other rules may depend on a rule that has no effect itself. A replaced rule still replaces others; a move
    that changes nothing may be mandatory; and a condition may test for its move, even inside another one. A `dead` rule
    still passes on that it is replaced, and may be tested for."""
    match rule:
        case t.Trigger():
            own = table.triggers.index(rule)
            return any(own in x.replaced_by for x in table.triggers) and (not dead or bool(rule.replaced_by))
        case t.Offer():
            own = table.offers.index(rule)
            if not dead and (rule.mode == "must" or any(own in x.replaced_by for x in table.offers)):
                return True
            return queried_by_condition(table, rule.act)
        case t.Ban():
            return queried_by_condition(table, rule.act)
        case t.Definition():
            return False
        case _:
            assert_never(rule)


def written(table: t.Table, without: frozenset[str]) -> Iterator[object]:
    """Yields the canonical form of a table, without some rules."""
    for zone in table.zones:
        yield "zone", zone.name, zone.each_player, zone.visibility
    yield "deck", table.deck.attributes, tuple(sorted((k.name, k.values, k.copies) for k in table.deck.kinds))
    for home, copies in table.deck.homes:
        yield (
            "home",
            table.zones[home].name,
            tuple(sorted((k.name, n) for k, n in zip(table.deck.kinds, copies, strict=True))),
        )
    rules = [r for g in (table.triggers, table.offers, table.bans) for r in g if r.info.name not in without]
    kept = {r.info.name for r in rules}
    for rule in rules:
        yield rule_written(table, rule, kept)
    for event, names in order_written(table, without).items():
        yield "order", event, names
    used = [n for r in rules for n in below(r)]
    doing = [r.effects for r in rules if isinstance(r, t.Trigger | t.Offer)]
    offered = {r.act for r in rules if isinstance(r, t.Offer)}
    doing += [table.acts[i].effects for i in sorted(offered)]
    found = tuple(summaries(table).through(x for block in doing for x in block))
    acts = offered | {x.performs.act for x in found if x.performs is not None}
    for index in acts:
        act = table.acts[index]
        origin = None if act.origin is None else table.zones[act.origin].name
        yield "act", act.name, act.argument, act.excludes_self, origin, plain(table, act.effects)
    nodes = [*used, *(n for i in acts for n in below(table.acts[i].effects))]
    for index in {n.index for n in nodes if isinstance(n, e.Variable)}:
        variable = table.variables[index]
        yield "variable", variable.name, variable.type, variable.starts, variable.kept, variable.each_player
    for index in {x.begins for x in found if x.begins is not None}:
        situation = table.situations[index]
        yield "situation", situation.name, situation.on_players, situation.fields


def order_written(table: t.Table, without: AbstractSet[str]) -> dict[object, tuple[str, ...]]:
    """The order of the triggers of each event, by name, without some rules."""
    rows = ((plain(table, x), [table.triggers[i].info.name for i in row]) for x, row in table.order)
    return {x: left for x, names in rows if (left := tuple(name for name in names if name not in without))}


def same_order(table: t.Table, without: AbstractSet[str], other: t.Table) -> bool:
    """Whether a table without some rules has the order of another table, for each event of that."""
    order = order_written(table, without)
    return all(order.get(event) == names for event, names in order_written(other, frozenset()).items())


def rule_written(table: t.Table, rule: t.Rule, kept: set[str]) -> object:
    """The canonical form of a rule, without texts for people and without relations to rules that are left out."""
    match rule:
        case t.Trigger():
            events = tuple(sorted(repr(plain(table, x)) for x in rule.events))
            above = tuple(sorted({table.triggers[i].info.name for i in rule.replaced_by} & kept))
            return "trigger", rule.info.name, events, plain(table, (rule.guard, rule.effects)), above
        case t.Offer():
            above = tuple(sorted({table.offers[i].info.name for i in rule.replaced_by} & kept))
            places = tuple(sorted(table.situations[i].name for i in rule.situations))
            manner = table.acts[rule.act].manners[rule.manner]
            bans = {b.info.name for b in table.bans}
            despite = tuple(sorted(set(rule.info.despite) & kept & bans))
            body = (rule.who, rule.argument, rule.stands_for, rule.guard, rule.effects)
            act = table.acts[rule.act].name
            return (
                "offer",
                rule.info.name,
                rule.mode,
                places,
                act,
                manner,
                rule.choices,
                rule.absent,
                plain(table, body),
                above,
                despite,
            )
        case t.Ban():
            places = tuple(sorted(table.situations[i].name for i in rule.situations))
            name = None if rule.act is None else table.acts[rule.act].name
            manners = (
                None
                if rule.manners is None or rule.act is None
                else tuple(sorted(table.acts[rule.act].manners[i] for i in rule.manners))
            )
            return "ban", rule.info.name, places, name, manners, plain(table, (rule.who, rule.guard))
        case t.Definition():
            return "definition", rule.info.name, plain(table, (rule.value, rule.guard))
        case _:
            assert_never(rule)


def plain(table: t.Table, x: object) -> object:
    """A node of the model with names in place of numbers."""
    if isinstance(x, tuple):
        return tuple(plain(table, y) for y in x)
    if isinstance(x, Span):
        return None
    if not is_dataclass(x) or isinstance(x, type):
        return x
    out: list[object] = [type(x).__name__]
    for field in fields(x):
        value = getattr(x, field.name)
        out.append(named(table, x, field.name, value))
    return tuple(out)


def named(table: t.Table, owner: object, field: str, value: object) -> object:
    """A field of a node, with its number as a name."""
    kind = declared(owner, field)
    if kind is None or not isinstance(value, int):
        return plain(table, value)
    match kind:
        case "variables" | "situations" | "zones" | "acts":
            return getattr(table, kind)[value].name
        case "fields":
            return table.situations[owner.situation].fields[value].name if isinstance(owner, e.Field) else value
        case "manners":
            act = getattr(owner, "act", None)
            return value if act is None else table.acts[act].manners[value]
        case "attributes":
            return table.deck.attributes[value].name
        case "cards":
            return table.deck.kinds[value].name if value >= 0 else "nothing"
        case "offers":
            return table.offers[value].info.name
        case _:
            assert_never(kind)


def queried_by_condition(table: t.Table, act: int | None) -> bool:
    """Whether some condition tests whether somebody can do an act (None: any), even inside a move."""
    nodes = below((table.triggers, table.offers, table.bans, table.acts))
    return any(isinstance(n, e.Can) and act in (None, n.act) for n in nodes)
