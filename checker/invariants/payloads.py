"""Value-set analysis of event payloads: which cards, numbers or players the events of acts and offers can carry. A
least fixpoint over the offers and `perform` effects.

Where only a 4 can be played as an answer, no 3 is ever played as one; where only single cards are drawn, nobody draws
three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from checker.context import Context, stage
from checker.effects.never_meet import permitted
from checker.effects.summary import summaries
from checker.effects.values import clamped, evaluate, plain, something, values_of_type
from checker.smt.claims import Carries, events_of
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number, Type
from unodsl.model.walk import below, conjuncts

MOST = 600
"""The most values of one event that are listed; no deck has more kinds of cards."""

MOST_NUMBERS = 40
"""The same for numbers; a larger set becomes top."""

Values = frozenset[int] | None
"""A value set; None: any value (top)."""

NONE: Values = frozenset()


def proposed(context: Context) -> Iterator[Carries]:
    """Yields the payloads as claims."""
    carried, nothing = carried_by(context), with_nothing(context)
    for event in events_of(context.table):
        if isinstance(event, t.ActEvent | t.OfferEvent):
            values = carried.get(event, NONE)
            empty = source_of(event) in nothing
            if values is not None or not empty:
                yield Carries(event, None if values is None else tuple(sorted(values)), empty)


@stage
def carried_by(context: Context) -> dict[t.Event, Values]:
    """The value set of each event of an act or an offer. An event that is missing never happens."""
    table = context.table
    out: dict[t.Event, Values] = {}
    offers = [(i, x) for i, x in enumerate(table.offers) if x.info.name not in context.never]
    offered = {i: permitted(table, x, taken_with(context, x)) for i, x in offers}
    for index, values in offered.items():
        act, own = table.events_of(index)
        out[own] = values
        out[act] = joined(out.get(act, NONE), values)
    while True:
        before = dict(out)
        for effects, values in done(context, offered, out):
            for node in (x.performs for x in summaries(table).flat(effects)):
                if node is not None:
                    event = t.ActEvent(node.act, node.manner)
                    type_ = table.acts[node.act].argument
                    fresh = given(context, node, values, type_)
                    out[event] = limited(joined(out.get(event, NONE), fresh), type_)
        if out == before:
            return out


def done(
    context: Context, offered: dict[int, Values], known: dict[t.Event, Values]
) -> Iterator[tuple[tuple[f.Effect, ...], Values]]:
    """Yields the effects that perform acts, each with the value set of the argument there."""
    table = context.table

    def performs(effects: tuple[f.Effect, ...]) -> bool:
        return any(x.performs is not None for x in summaries(table).flat(effects))

    for index, values in offered.items():
        yield table.offers[index].effects, values
    for trigger in table.triggers:
        if trigger.info.name not in context.never and performs(trigger.effects):
            triggered = any_of(
                known.get(x, NONE) if isinstance(x, t.ActEvent | t.OfferEvent) else frozenset({-1})
                for x in trigger.events
            )
            yield trigger.effects, narrowed(context, triggered, trigger.guard)
    for index, act in enumerate(table.acts):
        yield (
            act.effects,
            any_of(x for event, x in known.items() if isinstance(event, t.ActEvent) and event.act == index),
        )


def taken_with(context: Context, offer: t.Offer) -> Values:
    """The value set of an offer's argument."""
    type_ = context.table.acts[offer.act].argument
    if offer.stands_for is not None:
        return None
    if offer.argument is not None:
        return limited(worked_out(context, offer.argument, NONE), type_, keep=True)
    if type_ is None:
        return frozenset({-1})
    all_ = values_of_type(context.table, type_, offer.choices)
    if all_ is None:
        return None
    return narrowed(context, limited(frozenset(all_) if len(all_) <= MOST else None, type_), offer.guard)


def narrowed(context: Context, values: Values, guard: e.Expr) -> Values:
    """Filters values by the conjuncts of a guard that read nothing else."""
    if values is None:
        return None
    parts = [x for x in conjuncts(guard) if plain(x)]
    return frozenset(v for v in values if all(evaluate(context.table, x, v) for x in parts))


def given(context: Context, node: f.Perform, values: Values, type_: Type | None) -> Values:
    """The value set of the argument of a performed act, given the payload of its own rule."""
    if node.standing_for is not None:
        return None
    if node.argument is None:
        return frozenset({-1})
    return limited(worked_out(context, node.argument, values), type_, keep=True)


def worked_out(context: Context, x: e.Expr, values: Values) -> Values:
    """The value set of an expression, given that of the argument."""
    if not plain(x):
        return None
    if not any(isinstance(n, e.Local) for n in below(x)):
        return frozenset({evaluate(context.table, x, -1)})
    return None if values is None else frozenset(evaluate(context.table, x, v) for v in values)


def limited(values: Values, type_: Type | None, keep: bool = False) -> Values:
    """Widens a value set that is too large to top. `keep`: clamps numbers to the bounds of the act."""
    if values is None or (isinstance(type_, Number) and len(values) > MOST_NUMBERS):
        return None
    return frozenset(clamped(type_, set(values))) if keep else values


def joined(one: Values, other: Values) -> Values:
    """The join of two value sets."""
    return None if one is None or other is None else one | other


def any_of(all_: Iterable[Values]) -> Values:
    """The join of several value sets."""
    out: Values = NONE
    for values in all_:
        out = joined(out, values)
    return out


def source_of(event: t.Event) -> tuple[str, int]:
    """The key of an event in `with_nothing`."""
    match event:
        case t.ActEvent():
            return "act", event.act
        case t.OfferEvent():
            return "offer", event.offer
        case t.SituationEvent() | t.TableEvent():
            return "", -1
        case _:
            assert_never(event)


@stage
def with_nothing(context: Context) -> frozenset[tuple[str, int]]:
    """The acts and offers whose payload may be nothing though it should be a card, a player or a choice: an effect
    performs the act with a value that may be nothing, or a card stands for one that may not exist."""
    out: set[tuple[str, int]] = set()
    table = context.table
    for node in (x.performs for x in summaries(table).everything()):
        if node is not None:
            given = node.argument if node.standing_for is None else node.standing_for
            if given is not None and not something(given, context.facts.nothing):
                out.add(("act", node.act))
    for index, offer in enumerate(table.offers):
        fixed = offer.argument if getattr(table.acts[offer.act].argument, "optional", False) else None
        if any(x is not None and not something(x, context.facts.nothing) for x in (offer.stands_for, fixed)):
            out |= {("act", offer.act), ("offer", index)}
    return frozenset(out)
