"""Facts that hold in every reachable state because no rule could break them: read off the rules, no search.

Each is an inductive invariant of the simplest kind. It holds at the start, and the only effects that could end it are looked
at one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.events import emitted
from unodsl.model.table import ActEvent, Event, OfferEvent, Table, TableEvent
from unodsl.model.types import Number, Players
from unodsl.model.walk import below

_MOST_VALUES = 24


@dataclass(frozen=True, slots=True)
class Facts:
    """`variables`, `fields`: all values that are ever assigned, where the rules name them all (the starting value among
    them). `begun`: situations that some effect begins. `events`: events that some effect or offer can set off.
    `seats_fixed`: nobody ever leaves or joins."""

    variables: dict[int, frozenset[int]]
    fields: dict[tuple[int, int], frozenset[int]]
    begun: frozenset[int]
    events: frozenset[Event]
    seats_fixed: bool


def constants(value: e.Expr) -> frozenset[int] | None:
    """All values that an expression can have, where it names them; None where it computes."""
    match value:
        case e.Constant():
            return frozenset({value.value})
        case e.Choose():
            left, right = constants(value.then), constants(value.otherwise)
            return None if left is None or right is None else left | right
        case e.Compare() | e.Logic() | e.Not() | e.IsOpen() | e.IsTop() | e.Member() | e.Can():
            return frozenset({0, 1})
        case _:
            return None


def facts(table: Table, without: frozenset[str] = frozenset()) -> Facts:
    """The facts of a table. `without`: names of triggers and offers that are known never to run; what they would do does
    not count."""
    variables: dict[int, set[int] | None] = {
        i: {v.starts}
        for i, v in enumerate(table.variables)
        if not isinstance(v.type, Players) and i not in {index for _, index in table.features}
    }
    fields: dict[tuple[int, int], set[int] | None] = {
        (i, j): {x.starts}
        for i, s in enumerate(table.situations)
        for j, x in enumerate(s.fields)
        if not isinstance(x.type, Players)
    }
    begun: set[int] = set()
    events: set[Event] = {TableEvent("match begins"), TableEvent("settles"), TableEvent("position")}
    seats_fixed = True

    def note(where: dict, key: object, value: e.Expr) -> None:  # type: ignore[type-arg]
        if key not in where or where[key] is None:
            return
        known = constants(value)
        where[key] = None if known is None else where[key] | known
        if where[key] is not None and len(where[key]) > _MOST_VALUES:
            where[key] = None

    effects = (
        tuple(t.effects for t in table.triggers if t.info.name not in without),
        tuple(o.effects for o in table.offers if o.info.name not in without),
        acts_done(table, without),
    )
    for block in (b for group in effects for b in group):
        events |= emitted(table, block)
    for node in below(effects):
        match node:
            case f.Assign(target=e.Variable() as target):
                note(variables, target.index, node.value)
            case f.Assign(target=e.Field() as target):
                note(fields, (target.situation, target.index), node.value)
            case f.Begin():
                begun.add(node.situation)
                for position, value in node.fields:
                    note(fields, (node.situation, position), value)
            case f.Seating():
                seats_fixed = False
            case _:
                pass
    for index, offer in enumerate(table.offers):
        if offer.info.name in without:
            continue
        events |= {ActEvent(offer.act, offer.manner), OfferEvent(index)}
    return Facts(
        {k: frozenset(clamped(table.variables[k].type, v)) for k, v in variables.items() if v is not None},
        {
            k: frozenset(clamped(table.situations[k[0]].fields[k[1]].type, v))
            for k, v in fields.items()
            if v is not None
        },
        frozenset(begun),
        frozenset(events),
        seats_fixed,
    )


def acts_done(table: Table, without: frozenset[str]) -> tuple[tuple[f.Effect, ...], ...]:
    """The effects of the acts that some offer or effect can bring about."""
    done = {o.act for o in table.offers if o.info.name not in without}
    rules = (
        tuple(t.effects for t in table.triggers if t.info.name not in without),
        tuple(o.effects for o in table.offers if o.info.name not in without),
    )
    done |= {n.act for n in below(rules) if isinstance(n, f.Perform)}
    while True:
        more = {n.act for i in done for n in below(table.acts[i].effects) if isinstance(n, f.Perform)} - done
        if not more:
            return tuple(table.acts[i].effects for i in sorted(done))
        done |= more


def clamped(type_: object, values: set[int]) -> set[int]:
    """Values as an assignment leaves them."""
    if isinstance(type_, Number):
        return {max(type_.low, min(v, type_.high)) for v in values}
    return values
