"""When a part of a rule's text holds: one question about all states, whoever looks, in the middle of a cascade too.

Over-approximates the values of its names: any of their type, and nothing where that may be.
"""

from __future__ import annotations

from itertools import product

import z3

from checker.smt.claims import Known
from checker.smt.expressions import Env, Value
from checker.smt.factory import conj, disj, neg
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import below

MOST_WAYS = 1_500
"""So many values of the names in a condition are gone through; of one with more nothing is said."""


def part_comes_to(known: Known, rule: t.Rule, condition: e.Expr, truth: bool) -> z3.BoolRef | None:
    """That a condition of a rule comes to yes, or to no, in some way; None where there are too many."""
    ways = ways_of(known, rule, condition)
    if ways is None:
        return None
    found = [(limits, known.reader.truth(condition, env)) for env, limits in ways]
    return disj(conj(*limits, holds if truth else neg(holds)) for limits, holds in found)


def free_locals(condition: e.Expr) -> list[e.Local]:
    """The names in a condition that are not bound inside it."""
    nodes = list(below(condition))
    binders = e.CountCards | e.OverCards | e.PlayersWhere | e.OverPlayers | e.Can
    bound = {n.local.index for n in nodes if isinstance(n, binders)}
    free = {n.index: n for n in nodes if isinstance(n, e.Local) and n.index not in bound}
    return [free[i] for i in sorted(free)]


def ways_of(known: Known, rule: t.Rule, condition: e.Expr) -> list[tuple[Env, list[z3.BoolRef]]] | None:
    """All values that the names in a condition can have, each with what has to hold for it; None where they are too many."""
    names = free_locals(condition)
    choices = [values_of(known, rule, condition, x) for x in names]
    total = 1
    for values in choices:
        total *= len(values)
    if total > MOST_WAYS:
        return None
    out: list[tuple[Env, list[z3.BoolRef]]] = []
    for combination in product(*choices):
        env: Env = {x.index: value for x, (value, _) in zip(names, combination, strict=True)}
        out.append((env, [limit for _, limits in combination for limit in limits]))
    return out


def values_of(known: Known, rule: t.Rule, condition: e.Expr, x: e.Local) -> list[tuple[Value, list[z3.BoolRef]]]:
    """The values that a name can have: of the player and of what an act is done with, nothing too."""
    nothing: list[tuple[Value, list[z3.BoolRef]]] = []
    given = x.index in (t.PLAYER_LOCAL, t.ARGUMENT_LOCAL)
    if getattr(x.type, "optional", False) or (given and isinstance(x.type, Card | Player | Enumeration)):
        nothing = [(-1, [])]
    among = carried(known, rule) if x.index == t.ARGUMENT_LOCAL else None
    if x.index == t.PLAYER_LOCAL and isinstance(x.type, Player):
        return [*nothing, *((seat, []) for seat in known.reader.asked(condition))]
    return [*nothing, *(y for y in all_of(known, x.type, x.index) if among is None or y[0] in among)]


def all_of(known: Known, type_: Type, index: int) -> list[tuple[Value, list[z3.BoolRef]]]:
    """All values of a type but nothing; a number stands for all, with its bounds."""
    match type_:
        case Card():
            return [(k, [there]) for k, there in enumerate(known.reader.st.there)]
        case Player():
            return [(seat, []) for seat in range(known.table.seats)]
        case Enumeration():
            return [(v, []) for v in range(len(type_.values))]
        case YesNo():
            return [(0, []), (1, [])]
        case Number():
            number = z3.Int(f"named.{index}")
            return [(number, [number >= type_.low, number <= type_.high])]
        case Players():
            return [(tuple(z3.Bool(f"named.{index}.{i}") for i in range(known.table.seats)), [])]


def carried(known: Known, rule: t.Rule) -> frozenset[int] | None:
    """What the acts that a trigger answers can be done with, where it is a card, a player or a choice; None: anything."""
    if not isinstance(rule, t.Trigger):
        return None
    out: set[int] = set()
    for event in rule.events:
        if not isinstance(event, t.ActEvent | t.OfferEvent):
            return None
        act = event.act if isinstance(event, t.ActEvent) else known.table.offers[event.offer].act
        said = known.carries.get(event)
        if (
            not isinstance(known.table.acts[act].argument, Card | Player | Enumeration)
            or said is None
            or said.values is None
        ):
            return None
        out |= set(said.values)
    return frozenset(out)
