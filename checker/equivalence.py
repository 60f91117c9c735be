"""Whether two tables are the same, whatever their rules are called: the same declarations, effects and order, and conditions
that z3 proves equal."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import z3

from checker.case import Case
from checker.symbolic.moves import arguments, banned, bans_on, candidate
from checker.symbolic.terms import conj, disj
from checker.witness import written_rules
from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Type, YesNo
from unodsl.source import Span

_NOT_MEANT = frozenset({"span", "head", "info", "title", "clauses", "order", "ordered", "replaced_by", "guard"})


def unproved(old: Case, new: Case) -> list[str]:
    """What keeps two tables from being proved equal, in words; empty where they are."""
    declared = ("deck", "zones", "variables", "situations", "seats", "seats_low", "seats_high")
    out = [
        f"the {name} differ" for name in declared if bare(getattr(old.table, name)) != bare(getattr(new.table, name))
    ]
    if [short(a.name) for a in old.table.acts] != [short(a.name) for a in new.table.acts]:
        out.append("the acts differ")
    if out:
        return out
    for a, b in zip(old.table.acts, new.table.acts, strict=True):
        if bare(a) != bare(b):
            out.append(f"the act `{short(a.name)}` differs")
    for kind in ("triggers", "offers", "bans"):
        out += paired(old, new, getattr(old.table, kind), getattr(new.table, kind))
    if not out and names_in_order(old.table) != names_in_order(new.table):
        out.append("rules run in another order")
    return out


def paired(old: Case, new: Case, mine: tuple[t.Rule, ...], theirs: tuple[t.Rule, ...]) -> list[str]:
    """The rules of one kind that have no counterpart that is proved to be the same."""
    others = {r.info.name: r for r in theirs}
    out = [f"`{r.info.name}` is new" for r in theirs if r.info.name not in {x.info.name for x in mine}]
    for rule in mine:
        other = others.get(rule.info.name)
        if other is None:
            out.append(f"`{rule.info.name}` is gone")
        elif text_differs(rule, other) and not (
            bare(rule) == bare(other) and related(rule) == related(other) and same_guard(old, new, rule, other)
        ):
            out.append(f"`{rule.info.name}` is not proved to be the same")
    return out


def text_differs(mine: t.Rule, theirs: t.Rule) -> bool:
    """Whether two rules are written otherwise, places and titles aside."""
    guards = (
        ()
        if isinstance(mine, t.Definition) or isinstance(theirs, t.Definition)
        else (bare(mine.guard), bare(theirs.guard))
    )
    return bare(mine) != bare(theirs) or related(mine) != related(theirs) or len(set(guards)) > 1


def changed(old: Case, new: Case) -> list[str]:
    """The rules that are new, gone, or written otherwise: those to look at first."""
    mine, theirs = written_rules(old.table), written_rules(new.table)
    one_side = set(mine) ^ set(theirs)
    return sorted(one_side | {n for n in set(mine) & set(theirs) if text_differs(mine[n], theirs[n])})


def occasion(case: Case, name: str) -> z3.BoolRef | None:
    """That a rule comes up at a table: an offer stands, a ban takes a move away, a trigger's condition holds. None where it
    is not there, or is a definition."""
    reader = case.reader
    rule = written_rules(case.table).get(name)
    parts: list[z3.BoolRef] = []
    for seat in range(case.layout.seats):
        match rule:
            case t.Offer():
                index = case.table.offers.index(rule)
                parts += [conj(there, candidate(reader, index, seat, a)) for a, there in arguments(reader, rule, seat)]
            case t.Ban():
                for index, offer in enumerate(case.table.offers):
                    if rule in bans_on(case.table, offer):
                        for a, there in arguments(reader, offer, seat):
                            parts.append(conj(there, candidate(reader, index, seat, a), banned(reader, rule, seat, a)))
            case t.Trigger():
                parts += [held_before(case, rule, seat, a) for a in possible(case, rule, seat)]
            case _:
                return None
    return disj(parts)


def held_before(case: Case, rule: t.Trigger, seat: int, argument: Any) -> z3.BoolRef:
    """A trigger's condition, as far as it holds before the move that sets it off: its card lies with the player."""
    guard = case.reader.truth(rule.guard, {0: seat, 1: argument})
    for event in rule.events:
        if isinstance(event, t.ActEvent):
            origin = case.table.acts[event.act].origin
            if origin is not None and isinstance(argument, int) and argument >= 0:
                place = seat if case.table.zones[origin].each_player else 0
                return conj(guard, case.reader.count_of(origin, place, argument) > 0)
    return guard


def related(rule: t.Rule) -> tuple[frozenset[str], ...]:
    """What a rule says of other rules, as far as it changes the play."""
    return frozenset(rule.info.instead), frozenset(rule.info.despite)


def names_in_order(table: t.Table) -> list[tuple[str, tuple[str, ...]]]:
    """The triggers of each event, by name, as they run."""
    return [(repr(event), tuple(table.triggers[i].info.name for i in order)) for event, order in table.order]


def bare(node: Any, numbers: dict[int, int] | None = None) -> Any:
    """A node without places in the text, names of rules, and guards; locals are numbered as they are met."""
    numbers = {0: 0, 1: 1} if numbers is None else numbers
    if isinstance(node, tuple):
        return tuple(bare(x, numbers) for x in node)
    if isinstance(node, Span):
        return None
    if isinstance(node, e.Local):
        return "local", numbers.setdefault(node.index, len(numbers)), bare(node.type, numbers)
    if is_dataclass(node) and not isinstance(node, type):
        kept = [x.name for x in fields(node) if x.name not in _NOT_MEANT]
        return type(node).__name__, tuple(bare(getattr(node, name), numbers) for name in kept)
    return node


def same_guard(old: Case, new: Case, mine: t.Rule, theirs: t.Rule) -> bool:
    """Whether two conditions are the same text, or hold in the same states (z3 finds none where they differ)."""
    if isinstance(mine, t.Definition) or isinstance(theirs, t.Definition):
        return True
    if bare(mine.guard) == bare(theirs.guard):
        return True
    reader = new.reader
    parts: list[z3.BoolRef] = []
    for seat in range(new.layout.seats):
        for argument in possible(new, theirs, seat):
            env = {0: seat, 1: argument}
            parts.append(z3.Xor(reader.truth(mine.guard, env), reader.truth(theirs.guard, env)))
    solver = new.fresh_solver()
    solver.add(disj(parts))
    return bool(solver.check() == z3.unsat)


def possible(case: Case, rule: t.Trigger | t.Offer | t.Ban, seat: int) -> list[Any]:
    """What a rule's argument could be."""
    if isinstance(rule, t.Offer):
        return [a for a, _ in arguments(case.reader, rule, seat)]
    types: set[Type | None] = set()
    if isinstance(rule, t.Ban):
        types = {a.argument for i, a in enumerate(case.table.acts) if rule.act in (None, i)}
    else:
        for event in rule.events:
            if isinstance(event, t.ActEvent):
                types.add(case.table.acts[event.act].argument)
            elif isinstance(event, t.OfferEvent):
                types.add(case.table.acts[case.table.offers[event.offer].act].argument)
    return sorted({v for type_ in types for v in values(case, type_)} | {-1})


def values(case: Case, type_: Type | None) -> range:
    """All values of a type."""
    match type_:
        case Card():
            return range(len(case.table.deck.kinds))
        case Player():
            return range(case.layout.seats)
        case Number():
            return range(type_.low, type_.high + 1)
        case Enumeration():
            return range(len(type_.values))
        case YesNo():
            return range(2)
        case _:
            return range(0)
